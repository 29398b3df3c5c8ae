//! Composites: several networks that reach different ranks, combined into one.
//!
//! | file        | contents                                                                    |
//! |-------------|-----------------------------------------------------------------------------|
//! | `cap.rs`    | cuts or refuses messages that only some of the children could take          |
//! | `child.rs`  | an open network under a composite, and an open channel of it                |
//! | `domain.rs` | the membership: opens a channel or segment of every child                   |
//! | `tx.rs`     | the sending side: one byte per rank selects the child                       |
//! | `rx.rs`     | the receiving side: one child has the turn, the others are polled at times  |
//! | `memory.rs` | segments: one child creates the memory, the others adopt it                 |
//! | `table.rs`  | the op table: forwards data calls without copying their arguments           |
//!
//! The decisions, which child carries messages to which rank and which child is polled when, are
//! made by the caller of [`join`]; this module has only the mechanism, which needs unsafe code.
//!
//! Messages of one pair of ranks go through one child, so that child guarantees their order.
//! Addresses, ports and messages have the same meaning in all children.

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

/// A network composed of other networks.
pub struct Composite {
    /// Its name in `SKIFCH_BACKEND`.
    pub name: &'static str,
    /// One-line description.
    pub about: &'static str,
    /// Its parameters, `SKIFCH_<NAME>_<KEY>`.
    pub params: &'static [Param],
    /// The default children, separated by commas, used where `SKIFCH_BACKEND=<name>:a,b` names
    /// none: the text of the composite's parameter `CHILDREN`.
    pub children: &'static str,
    /// Whether the children opened so far suffice, so that the rest need not be opened. Called
    /// after each child but the last; collective, with the same result on all ranks.
    pub is_enough: fn(&HostRef, &[Child]) -> Result<bool, Error>,
    /// Joins the children, which every rank of the job has opened in this order; collective.
    /// Closing the result closes the children, and so does an error. The host must outlive the
    /// result.
    pub join: fn(HostRef, Vec<Child>) -> Result<Opened, Error>,
}

/// The policy that decides which child a receive polls; one per channel. One child has the turn; a
/// message that is out came from that child.
pub trait Turns: Send + 'static {
    /// For a channel over this many children; the first has the turn.
    fn new(children: usize) -> Self;
    /// Reports that `looks` polls went to the child that has the turn.
    fn spent(&mut self, looks: u32);
    /// How many polls may go to that child alone before the policy is asked again.
    fn grant(&self) -> u32;
    /// That child has shown a message: whether its turn is over once the message is released.
    fn is_over(&mut self) -> bool;
    /// Whether a child that does not have the turn should be polled now.
    fn is_due(&self, child: usize) -> bool;
    /// A poll of such a child, made at `at`, found nothing after `took`.
    fn empty(&mut self, child: usize, at: Instant, took: Duration);
    /// A poll of such a child found something; it has the turn from now on. `was_cut`: the previous
    /// child lost the turn while it may still have had messages.
    fn found(&mut self, child: usize, was_cut: bool);
}

/// Joins children: `routes` holds, for each rank of the job, the index of the child that carries
/// messages to it.
///
/// # Errors
/// `EINVAL` if `routes` does not name a child for each rank, or if a parameter of the waiting
/// policy cannot be parsed. The children are closed.
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
    // One table per call, which happens once per process: the capabilities depend on the children.
    Ok(Opened { table: Box::leak(Box::new(table)), domain: export::context(host, domain)? })
}
