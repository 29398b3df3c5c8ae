//! Several networks as one: which of them carries messages to which rank, and who is looked at when
//! something is to be received. How calls are handed on is `skifch_backend::composite`.
//!
//! | file        | what                                          |
//! |-------------|-----------------------------------------------|
//! | `config.rs` | the settings                                  |
//! | `reach.rs`  | the table: for each rank the child            |
//! | `turns.rs`  | the receiving side: fair, and cheap when quiet |
//!
//! A rank is reached through the first child that reaches it. What reaches whom is found by the
//! children when they join, by proof: shared memory asks whether memory is shared, not what a host
//! is called. Where the first child reaches every rank the others are not opened, the composite
//! steps aside, and the job runs over that child alone.

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

/// Shared memory inside a host, UDP between.
pub static ROUTE: Composite = Composite {
    name: "route",
    about: "several networks, for each rank the first that reaches it",
    params: config::PARAMS,
    children: config::CHILDREN,
    is_enough,
    join,
};

/// Whether every rank is reached from every rank by one of these.
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
            "{} keeps a time of its own and cannot be one of several networks: \
             SKIFCH_BACKEND={} takes it alone",
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
        // On every rank, since all have opened the same ones. Where there are others a rank that
        // needs none of them may still be reached by one.
        return Ok(children.swap_remove(0).into_opened());
    }
    composite::join::<Fair>(&ROUTE, host, children, routes)
}
