//! Joining the job and opening channels.

use crate::config::Config;
use crate::counters::{Counters, RxCounters, TxCounters};
use crate::exchange::{Life, Lines};
use crate::group::{self, Group};
use crate::identity::Processes;
use crate::namespace;
use crate::recv::ShmRx;
use crate::segment::ShmSegment;
use crate::send::ShmTx;
use crate::socket::{self, Connected, Name};
use crate::spare::Spare;
use skifch_backend::abi::{Attr, Caps, NetAddr, netaddr, port_of, rank_of};
use skifch_backend::fork::{self, Guarded};
use skifch_backend::{Backend, Domain, Error, HostRef, Port};
use skifch_ring::layout::HEADER_BYTES;
use skifch_sync::FenceKind;
use std::ffi::c_void;
use std::fmt::Write;
use std::ptr::NonNull;
use std::sync::Arc;

/// The socket names of a job's ranks, all derived from the job's key.
pub(crate) struct Names {
    job_key: [u8; 16],
    prefix: String,
    rank: u32,
    job_size: u32,
    /// The heavy fences of sleeping peers (membarrier) reach this process.
    is_reached: bool,
    pub(crate) processes: Processes,
    group: Group,
}

impl Names {
    /// The names for a job whose ranks all share memory, until the group is determined.
    fn new(host: &HostRef, is_reached: bool) -> Self {
        let mut prefix = String::from("skifch-");
        for byte in host.job_key() {
            // Writing to a String cannot fail.
            let _ = write!(prefix, "{byte:02x}");
        }
        Self {
            job_key: *host.job_key(),
            prefix,
            rank: host.rank(),
            job_size: host.job_size(),
            is_reached,
            processes: Processes::default(),
            group: Group::All(host.job_size()),
        }
    }

    pub(crate) fn job_key(&self) -> &[u8; 16] {
        &self.job_key
    }

    /// Whether a sleeping peer may rely on its heavy fence when this process is to wake it.
    pub(crate) fn is_reached(&self) -> bool {
        self.is_reached
    }

    pub(crate) fn own_rank(&self) -> u32 {
        self.rank
    }

    /// The ranks that share memory with this one.
    pub(crate) fn group(&self) -> &Group {
        &self.group
    }

    /// The socket for requests that a rank holds from joining until leaving the job.
    pub(crate) fn process(&self, rank: u32) -> Name {
        Name::new(&format!("{}-{rank}", self.prefix))
    }

    /// A socket held equally long but never read: the existence of its name shows that the rank is
    /// alive.
    pub(crate) fn life(&self, rank: u32) -> Name {
        Name::new(&format!("{}-{rank}-life", self.prefix))
    }

    /// The socket of an open channel.
    pub(crate) fn channel(&self, addr: NetAddr) -> Name {
        Name::new(&format!("{}-{}-{}", self.prefix, rank_of(addr), port_of(addr)))
    }

    /// Checks that the address can exist in this job and that its rank shares memory with this one.
    pub(crate) fn check(&self, addr: NetAddr) -> Result<(), Error> {
        if self.group.index(rank_of(addr)).is_some() {
            return Ok(());
        }
        if rank_of(addr) < self.job_size {
            let text = format!("rank {} shares no memory with this rank", rank_of(addr));
            return Err(Error::new(libc::EHOSTUNREACH, text));
        }
        let text = format!(
            "address {addr:#010x} names rank {}, and the job has {} ranks; \
             make addresses with SkifCh_NetAddr or SkifCh_MakeAddr",
            rank_of(addr),
            self.job_size
        );
        Err(Error::new(libc::EHOSTUNREACH, text))
    }

    /// Whether the process of a rank is alive. A full backlog of its life socket shows that too.
    pub(crate) fn is_alive(&self, rank: u32) -> Result<bool, Error> {
        Ok(!matches!(socket::connect(&self.life(rank))?, Connected::Nobody))
    }
}

/// This process's membership in a job over shared memory.
pub struct ShmDomain {
    pub(crate) host: HostRef,
    pub(crate) names: Arc<Names>,
    config: Config,
    /// Peers connect to it to ask for segments, or for the process that owns it.
    pub(crate) process: Guarded,
    /// For opening a segment.
    pub(crate) spare: Spare,
    /// The existence of its name shows that this rank is alive.
    _life: Guarded,
}

impl ShmDomain {
    pub(crate) fn open(host: HostRef) -> Result<Self, Error> {
        let config = Config::read(&host)?;
        // If registration is refused, peers that wait for this process use short sleeps.
        let is_reached = skifch_sync::register() == FenceKind::Membarrier;
        let mut names = Names::new(&host, is_reached);
        let named =
            |error: Error| error.context(format_args!("joining the job as rank {}", host.rank()));
        let process = socket::listen(&names.process(host.rank())).map_err(named)?;
        let life = socket::listen_for_show(&names.life(host.rank())).map_err(named)?;
        let (process, life) = (fork::guard(process), fork::guard(life));
        let spare = Spare::hold().map_err(named)?;
        if !host.is_part() {
            namespace::publish(&host)?;
        }
        // After this fence every rank holds its name: a rank without one is gone.
        host.fence()?;
        match host.is_part() {
            true => names.group = group::find(&host, &names, &process)?,
            false => namespace::check(&host)?,
        }
        Ok(Self { host, names: Arc::new(names), config, process, spare, _life: life })
    }

    fn attr(&self) -> Attr {
        let mut attr = Attr::new();
        attr.caps = <crate::Shm as Backend>::CAPS;
        if !self.config.single_copy {
            attr.caps = attr.caps.without(Caps::SINGLE_COPY);
        }
        attr.max_message_bytes = self.config.geometry.max_message();
        attr.max_inline_bytes = 64 - HEADER_BYTES;
        attr.window_bytes = self.config.geometry.near_bytes();
        // Orders of magnitude for choosing between backends; skif-perf measures the real values.
        attr.latency_ns = 100;
        attr.bandwidth_bytes_per_s = 10_000_000_000;
        attr
    }
}

impl Domain for ShmDomain {
    type Tx = ShmTx;
    type Rx = ShmRx;
    type Segment = ShmSegment;

    fn open(&self, port: u32) -> Result<Port<ShmTx, ShmRx>, Error> {
        let addr = netaddr(self.host.rank(), port);
        let listener = socket::listen(&self.names.channel(addr))
            .map_err(|error| error.context(format_args!("opening port {port}")))?;
        let (sent, received) = (Arc::<TxCounters>::default(), Arc::<RxCounters>::default());
        let stats = Arc::new(Counters { tx: sent.clone(), rx: received.clone() });
        let names = || self.names.clone();
        let yields = self.host.oversubscribed();
        let number = u64::from_ne_bytes(skifch_backend::random()?);
        // Ranks that share CPUs do not poll continuously for a reply.
        let is_wanted = self.config.exchange && !yields;
        let lines = Arc::new(Lines::new(Life { addr, number }, is_wanted));
        Ok(Port {
            tx: ShmTx::new(names(), self.config, yields, sent.clone(), lines.clone())?,
            rx: ShmRx::new(names(), self.host, fork::guard(listener), (received, sent), lines)?,
            attr: self.attr(),
            stats,
        })
    }

    fn reaches(&self, rank: u32) -> bool {
        self.names.group().index(rank).is_some()
    }

    fn segment(&self, bytes: usize) -> Result<ShmSegment, Error> {
        ShmSegment::open(self, bytes)
    }

    unsafe fn segment_over(&self, base: *mut c_void, bytes: usize) -> Result<ShmSegment, Error> {
        let base = NonNull::new(base.cast()).unwrap_or(NonNull::dangling());
        // SAFETY: this method's contract.
        unsafe { ShmSegment::over(self, base, bytes) }
    }
}
