//! Joining the job, opening channels, leaving.

use crate::call::{Op, mix};
use crate::config::{Compute, Config};
use crate::history::Look;
use crate::layout;
use crate::model;
use crate::rank::{Costs, Rank};
use crate::recv::{RxCounters, TorusRx};
use crate::seat::{Kind, LATEST, Query};
use crate::segment::TorusSegment;
use crate::send::{TorusTx, TxCounters, own_addr};
use crate::{socket, turns};
use skifch_backend::abi::{Attr, Caps, Events, NetAddr, Stats};
use skifch_backend::fork;
use skifch_backend::{Backend, Domain, Error, HostRef, Port, StatSource, overlay};
use skifch_sim::config::Collective;
use skifch_sim::engine::Model;
use skifch_sim::random::Random;
use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::Ordering::Release;

/// KVS key under which rank 0 publishes the address of the model process.
const NAME: &str = "skifch-torus";

/// This process's membership in a job on a simulated torus.
pub struct TorusDomain {
    rank: Arc<Rank>,
    network: Model,
}

impl TorusDomain {
    pub(crate) fn open(host: HostRef) -> Result<Self, Error> {
        let config = Config::read(&host)?;
        let network = Model::new(&config.network)
            .map_err(|error| Error::new(libc::EINVAL, error.to_string()))?;
        let name = match host.rank() {
            0 => {
                config.outputs.create(&config.network.torus)?;
                let name = model::start(&host, &config, &network)?;
                if host.job_size() > 1 {
                    host.kvs_put(NAME, &name)?;
                }
                name
            }
            _ => Vec::new(),
        };
        let name = match host.job_size() {
            1 => name,
            _ => {
                host.fence()?;
                host.kvs_get(NAME)?
            }
        };
        let socket = socket::connect(&name)?;
        let fds = model::join(&host, &config, &socket)?;
        let costs = Costs::new(&config, &network);
        turns::be_patient();
        overlay::watch_forks();
        let rank = Rank::new(host, config, costs, fork::guard(socket), fds)?;
        Ok(Self { rank: Arc::new(rank), network })
    }

    /// Random generator of one side of a channel, seeded by the job's seed and the channel's
    /// address.
    fn chance(&self, port: u32, side: u64) -> Random {
        let channel = u64::from(own_addr(&self.rank, port)) << 2 | side;
        Random::new(self.rank.config.seed ^ mix(channel))
    }

    /// Maximum message size of a channel in bytes; with `fuzz`, sometimes a smaller one.
    fn max_message(&self, port: u32) -> usize {
        let most = self.rank.config.max_message;
        let mut chance = self.chance(port, 0);
        let milli = u64::from(self.rank.config.fuzz_milli);
        if milli == 0 || !chance.happens(milli * (1 << 32) / 1000) {
            return most;
        }
        64 + chance.below((most - 64).max(1) as u32) as usize
    }

    fn attr(&self, max_message_bytes: usize) -> Attr {
        let config = &self.rank.config;
        let clock = self.network.clock;
        let caps = <crate::Virtual as Backend>::CAPS;
        Attr {
            caps: match config.collective() {
                Collective::None => caps.without(Caps::JOIN),
                _ => caps,
            },
            max_message_bytes,
            max_inline_bytes: max_message_bytes.min(config.network.payload_bytes as usize),
            window_bytes: config.window as usize,
            latency_ns: clock.ns(self.network.zero_load(8, 1)) as u64,
            bandwidth_bytes_per_s: config.network.link_mbit_s * 125_000,
            ..Attr::new()
        }
    }

    fn query(&self, op: Op, kind: Kind, extra: u64) -> Result<(), Error> {
        let mut call = self.rank.call(op, 0, 0)?;
        call.found();
        let query = Query::plain(kind, call.clock(), extra);
        call.query(&query).map(drop)
    }
}

/// Counters of both sides of a channel.
struct Counters(Arc<TxCounters>, Arc<RxCounters>);

impl StatSource for Counters {
    fn add_to(&self, stats: &mut Stats) {
        self.0.add_to(stats);
        self.1.add_to(stats);
    }
}

impl Domain for TorusDomain {
    type Tx = TorusTx;
    type Rx = TorusRx;
    type Segment = TorusSegment;

    fn open(&self, port: u32) -> Result<Port<TorusTx, TorusRx>, Error> {
        let rank = &self.rank;
        let mut call = rank.call(Op::Open, port, 0)?;
        call.found();
        if !call.state().ports.insert(port) {
            return Err(Error::new(libc::EADDRINUSE, format!("port {port} is already open")));
        }
        let query = Query::plain(Kind::Open, call.clock(), port.into());
        call.query(&query)?;
        drop(call);
        let max_message = self.max_message(port);
        let rx = TorusRx::new(Arc::clone(rank), port, self.chance(port, 1))?;
        let tx = TorusTx::new(Arc::clone(rank), port, max_message, self.chance(port, 2));
        let stats = Arc::new(Counters(Arc::clone(&tx.counters), Arc::clone(&rx.counters)));
        Ok(Port { tx, rx, attr: self.attr(max_message), stats })
    }

    fn time_ns(&self) -> u64 {
        let costs = self.rank.costs;
        let Ok(mut call) = self.rank.call(Op::Time, 0, 0) else {
            // The run has ended; its clock has stopped.
            return self.rank.lock().clock / costs.ticks_per_ns;
        };
        call.found_nothing(Look::Time);
        call.spend(costs.time);
        call.clock() / costs.ticks_per_ns
    }

    fn wait(
        tx: &mut Option<(&mut TorusTx, NetAddr)>,
        rx: &mut Option<&mut TorusRx>,
        for_memory: bool,
        timeout_ns: i64,
    ) -> Option<Result<Events, Error>> {
        let tx = tx.as_mut().map(|(tx, dst)| (&mut **tx, *dst));
        Some(crate::wait::wait(tx, rx.as_deref_mut(), for_memory, timeout_ns))
    }

    fn segment(&self, bytes: usize) -> Result<TorusSegment, Error> {
        TorusSegment::open(&self.rank, bytes)
    }

    unsafe fn segment_over(&self, base: *mut c_void, bytes: usize) -> Result<TorusSegment, Error> {
        let Some(base) = NonNull::new(base.cast()) else {
            return Err(Error::new(libc::EINVAL, "a segment over memory at NULL"));
        };
        // SAFETY: our caller's promise.
        unsafe { TorusSegment::over(&self.rank, base, bytes) }
    }

    fn meet(&self) -> Result<(), Error> {
        self.query(Op::Meet, Kind::Meet, 0)
    }

    fn ending(&self) {
        // SYNC ending: pairs with the acquire in `Member::is_ending`.
        self.rank.own().word(layout::rank::ENDING).store(1, Release);
    }

    fn compute(&self, ns: u64) -> Result<(), Error> {
        let mut call = self.rank.call(Op::Compute, 0, 0)?;
        call.found();
        if self.rank.config.compute == Compute::Annotated {
            let (now, ticks_per_ns) = (call.clock(), self.rank.costs.ticks_per_ns);
            let ticks = ns.saturating_mul(ticks_per_ns);
            if ticks > LATEST.saturating_sub(now) {
                let (now, end) = (now / ticks_per_ns, LATEST / ticks_per_ns);
                let text =
                    format!("computing for {ns} ns at {now} ns: virtual time ends at {end} ns");
                return Err(Error::new(libc::EOVERFLOW, text));
            }
            call.spend(ticks);
        }
        Ok(())
    }
}

impl Drop for TorusDomain {
    fn drop(&mut self) {
        let trace = self.rank.lock().trace;
        let left = self.query(Op::Leave, Kind::Leave, trace);
        let written = self.rank.lock().recording.finish();
        // Leaving fails if the run has already ended, which earlier calls have reported, or if this
        // call does not match the recording, which nothing has reported yet.
        let is_recorded = self.rank.config.compute == Compute::Recorded;
        let unsaid = left.err().filter(|_| is_recorded && self.rank.check().is_ok());
        for error in written.err().into_iter().chain(unsaid) {
            eprintln!("torus: rank {}: {error}", self.rank.number());
        }
    }
}
