//! Backend `torus`: the ranks are ordinary processes that run in virtual time; a simulated torus
//! network owns the clock.
//!
//! | file          | what                                                                      |
//! |---------------|---------------------------------------------------------------------------|
//! | `config.rs`   | the settings                                                              |
//! | `open.rs`     | joining the job, opening channels                                         |
//! | `send.rs`, `recv.rs`, `wait.rs` | the two sides of a channel, and waiting                 |
//! | `rank.rs`     | this process as the model sees it: its clock and its queries              |
//! | `threads.rs`  | threads of this process that are outside any call                         |
//! | `turns.rs`    | how threads are scheduled while they wait for the model                   |
//! | `call.rs`     | one call of the program: its cost, and its exchange with the model        |
//! | `segment/`    | segments: memory of every rank for remote put, get and atomics            |
//! | `recording.rs` | recording and replaying the time between calls                           |
//! | `history.rs`  | unsuccessful calls, and the poll loops that they form                     |
//! | `seat.rs`, `record.rs`, `request.rs`, `layout.rs` | shared-memory protocol of rank and model |
//! | `memory.rs`, `ring.rs`, `futex.rs`, `socket.rs` | operating system interfaces             |
//! | `outputs.rs`  | output files of a run                                                     |
//! | `model/`      | the model process, which owns the clock                                   |
//!
//! **Who owns what.** Rank 0 of each job starts one process that runs the model. Each rank writes
//! one shared-memory region, which the model reads: it holds the rank's sends and queries. The
//! model writes one region for all ranks, with its answers, and an inbox for each rank. Everything
//! a rank writes is checked before use.
//!
//! **Time.** Each rank has its own clock, which its calls advance. The network is simulated up to a
//! time only when no rank can still do anything before that time, so a rank observes exactly what
//! it would have observed then, whatever the number of processors. See `model/mod.rs`.

mod call;
mod config;
mod futex;
mod history;
mod layout;
mod memory;
mod model;
mod open;
mod outputs;
mod rank;
mod record;
mod recording;
mod recv;
mod request;
mod ring;
mod seat;
mod segment;
mod send;
mod socket;
#[cfg(test)]
mod tests;
mod threads;
mod turns;
mod wait;
mod watch;

use skifch_backend::abi::{Caps, Param};
use skifch_backend::{Backend, Error, HostRef};
use std::ffi::CStr;

pub use open::TorusDomain;
pub use segment::TorusSegment;

/// The backend `torus`.
pub struct Virtual;

impl Backend for Virtual {
    const NAME: &'static CStr = c"torus";
    const ABOUT: &'static CStr = c"a simulated torus, in virtual time: torus:4x4x4,preset=m3";
    const CAPS: Caps = Caps::CLAIM
        .with(Caps::BATCH)
        .with(Caps::SEGMENT)
        .with(Caps::ASYNC_PROGRESS)
        .with(Caps::MEMORY_EVENT)
        .with(Caps::JOIN)
        .with(Caps::VIRTUAL_TIME);
    const OVERLAYS: bool = true;
    const PARAMS: &'static [Param] = config::PARAMS;
    type Domain = TorusDomain;

    fn probe(host: &HostRef) -> Result<(), Error> {
        if host.local_size() == host.job_size() {
            return Ok(());
        }
        let elsewhere = host.job_size() - host.local_size();
        let text = format!(
            "{elsewhere} of {} ranks run on other hosts; a simulated torus runs on one host",
            host.job_size()
        );
        Err(Error::new(libc::EHOSTUNREACH, text))
    }

    fn open(host: HostRef) -> Result<TorusDomain, Error> {
        Self::probe(&host)?;
        TorusDomain::open(host)
    }
}
