//! The composite backend, which joins several networks: which of them reaches which rank, and which
//! one is polled on a receive. Calls are forwarded by `skifch_backend::composite`.
//!
//! | file        | contents                                        |
//! |-------------|-------------------------------------------------|
//! | `config.rs` | the settings                                    |
//! | `reach.rs`  | the routing table: the child to use per rank    |
//! | `turns.rs`  | the receiving side: fair, and cheap when quiet  |
//!
//! A rank is reached through the first child backend that reaches it. Reachability is tested by the
//! children when they join, not assumed: shared memory tests whether memory is shared, and ignores
//! host names. If the first child reaches every rank, the others are not opened, the composite
//! removes itself, and the job runs over that child alone.

#![forbid(unsafe_code)]

mod config;
mod reach;
mod turns;

use config::Config;
use skifch_backend::abi::{Caps, LogLevel};
use skifch_backend::composite::{self, Child, Composite};
use skifch_backend::middleware::Opened;
use skifch_backend::{Error, HostRef};

pub use turns::Fair;

/// Shared memory within a host, UDP between hosts.
pub static ROUTE: Composite = Composite {
    name: "route",
    about: "several networks combined; each rank is reached over the first that can",
    params: config::PARAMS,
    children: config::CHILDREN,
    is_enough,
    join,
};

/// Whether these children together connect every rank to every rank.
fn is_enough(host: &HostRef, children: &[Child]) -> Result<bool, Error> {
    if Config::read(host)?.apart.is_some() {
        return Ok(false);
    }
    reach::is_all(host, children)
}

fn join(host: HostRef, mut children: Vec<Child>) -> Result<Opened, Error> {
    let config = Config::read(&host)?;
    if let Some(child) = children.iter().find(|child| child.caps().has(Caps::VIRTUAL_TIME)) {
        let text = format!(
            "{} runs in virtual time and cannot be combined with other networks: use it alone with \
             SKIFCH_BACKEND={}",
            child.name(),
            child.name()
        );
        return Err(Error::new(libc::EINVAL, text));
    }
    let routes = reach::routes(&host, &children, config.apart)?;
    let names: Vec<&str> = children.iter().map(Child::name).collect();
    let words = reach::in_words(&routes, &names);
    host.log(LogLevel::Info, format_args!("rank {} reaches {words}", host.rank()));
    if children.len() == 1 {
        // This holds on every rank, since all have opened the same children. With several children,
        // a rank that needs only one of them may still be reached through another.
        return Ok(children.swap_remove(0).into_opened());
    }
    composite::join::<Fair>(&ROUTE, host, children, routes)
}
