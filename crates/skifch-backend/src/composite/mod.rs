//! Composites: several networks that reach different ranks, as one.
//!
//! | file        | what                                                                        |
//! |-------------|-----------------------------------------------------------------------------|
//! | `cap.rs`    | what one child would take and another not is cut or refused                 |
//! | `child.rs`  | an open network under a composite, and an open channel of it                |
//! | `domain.rs` | the membership: opens a channel or segment of every child                   |
//! | `tx.rs`     | the sending side: a byte for each rank says which child                     |
//! | `rx.rs`     | the receiving side: one child has the turn, the others are looked at in time |
//! | `memory.rs` | segments: one child makes the memory, the others adopt it                   |
//! | `table.rs`  | the op table: data calls are handed on without a copy of their arguments    |
//!
//! What is decided, which child carries messages to which rank and who is looked at when, is said
//! by whoever calls [`join`]; here is only how that is done, which takes unsafe code.
//!
//! Messages of one pair of ranks go through one child, so their order is the child's. An address,
//! a port and a message mean the same in all of them.

mod cap;
mod child;
mod domain;
mod memory;
mod rx;
mod table;
mod tx;

pub use child::Child;

use crate::middleware::Opened;
use crate::{Error, HostRef, export};
use domain::JoinedDomain;
use skifch_abi::Param;
use std::time::{Duration, Instant};

/// A network that is made of others.
pub struct Composite {
    /// Name in `SKIFCH_BACKEND`.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its settings, `SKIFCH_<NAME>_<KEY>`.
    pub params: &'static [Param],
    /// The children where `SKIFCH_BACKEND=<name>:a,b` names none, with commas: the text of its
    /// setting `CHILDREN`, which it has.
    pub children: &'static str,
    /// Whether these children, the first of all, do, so that the others are not opened. Asked after
    /// each but the last; collective, with one answer on all ranks.
    pub is_enough: fn(&HostRef, &[Child]) -> Result<bool, Error>,
    /// Joins the children, which every rank of the job has opened in this order; collective.
    /// Closing what it gives closes them, an error does too. The host outlives that.
    pub join: fn(HostRef, Vec<Child>) -> Result<Opened, Error>,
}

/// Who is looked at when something is to be received: kept for each channel. One child has the
/// turn; a message that is out came from it.
pub trait Turns: Send + 'static {
    /// For a channel over so many children; the first has the turn.
    fn new(children: usize) -> Self;
    /// So many looks went to the child that has the turn.
    fn spent(&mut self, looks: u32);
    /// How many looks may go to it alone before this is asked again.
    fn grant(&self) -> u32;
    /// It has shown a message: whether its turn is over when that is released.
    fn is_over(&mut self) -> bool;
    /// Whether a child that does not have the turn is to be looked at now.
    fn is_due(&self, child: usize) -> bool;
    /// A look at such a child found nothing; when it was made, and how long it took.
    fn empty(&mut self, child: usize, at: Instant, took: Duration);
    /// A look at such a child found something, and it has the turn from now on. `was_cut`: who had
    /// it lost it while it may still have had messages.
    fn found(&mut self, child: usize, was_cut: bool);
}

/// Joins children: `routes` names, for each rank of the job, the index of the child that carries
/// messages to it.
///
/// # Errors
/// `EINVAL` where `routes` does not name a child for each rank, or a setting of the waiting policy
/// cannot be read. The children are closed.
pub fn join<T: Turns>(
    composite: &'static Composite,
    host: HostRef,
    children: Vec<Child>,
    routes: Vec<u8>,
) -> Result<Opened, Error> {
    let is_whole = routes.len() == host.job_size() as usize;
    if !is_whole || routes.iter().any(|&route| usize::from(route) >= children.len()) {
        let (ranks, size) = (routes.len(), host.job_size());
        let text = format!(
            "{}: {ranks} routes over {} children for a job of {size} ranks",
            composite.name,
            children.len()
        );
        return Err(Error::new(libc::EINVAL, text));
    }
    let table = table::table::<T>(composite, &children)?;
    let domain = JoinedDomain::<T>::new(host, children, routes);
    // A table for each time, which is once a process: what it can do depends on the children.
    Ok(Opened { table: Box::leak(Box::new(table)), domain: export::context(host, domain)? })
}
