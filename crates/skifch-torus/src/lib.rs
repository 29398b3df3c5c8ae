//! Programs in virtual time: the ranks are ordinary processes, and a simulated torus owns the
//! clock.
//!
//! | file          | what                                                                      |
//! |---------------|---------------------------------------------------------------------------|
//! | `config.rs`   | the settings                                                              |
//! | `open.rs`     | joining the job, opening a channel                                        |
//! | `send.rs`, `recv.rs`, `wait.rs` | the sides of a channel                                  |
//! | `rank.rs`     | this process as the model knows it: its clock, and what it asks           |
//! | `threads.rs`  | threads of this process that are outside of all calls                     |
//! | `call.rs`     | one call: what it costs, and the way to the model                         |
//! | `segment/`    | memory that all ranks put into, get from, and do atomics on               |
//! | `recording.rs` | time between calls, kept and given again                                 |
//! | `history.rs`  | calls that found nothing, and the circles that they make                  |
//! | `seat.rs`, `record.rs`, `request.rs`, `layout.rs` | what rank and model say to each other in memory     |
//! | `memory.rs`, `ring.rs`, `futex.rs`, `socket.rs` | the system's parts                      |
//! | `outputs.rs`  | files that a run leaves behind                                            |
//! | `model/`      | the process that owns the clock                                           |
//!
//! **Who owns what.** One process of each job, which rank 0 starts, runs the model. Each rank
//! writes one memory, which the model reads: what it sends, and what it asks. The model writes one
//! for all ranks, with its answers, and an inbox for each rank. Whatever a rank writes is checked
//! before use.
//!
//! **Time.** Each rank has a clock of its own, which its calls move on. The network is handled up
//! to a time only when no rank can say anything any more that happens before; so what a rank learns
//! is what it would have learnt then, on any number of processors. See `model/mod.rs`.

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
mod wait;

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
            "{elsewhere} of {} ranks run on other hosts; a simulated network is on one",
            host.job_size()
        );
        Err(Error::new(libc::EHOSTUNREACH, text))
    }

    fn open(host: HostRef) -> Result<TorusDomain, Error> {
        Self::probe(&host)?;
        TorusDomain::open(host)
    }
}
