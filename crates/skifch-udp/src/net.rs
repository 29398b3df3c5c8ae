//! State shared by all channels of a process: one socket, one protocol endpoint, one lock.

use crate::channel::{Channel, Lane};
use crate::config::Config;
use crate::directory::{Directory, Reach};
use crate::inbox::Inbox;
use crate::lock::TryLock;
use crate::lost::Losses;
use crate::memory::Memory;
use crate::ring::Ring;
use crate::shortage::Shortage;
use crate::strangers::Strangers;
use crate::table::Table;
use crate::terms::Terms;
use crate::wake::Helper;
use crate::{Injector, Options, Port, Socket, clock, helper, mtu};
use skifch_backend::abi::LogLevel;
use skifch_backend::fork::{self, Guarded};
use skifch_backend::{Error, HostRef, random};
use skifch_proto::{Burst, ConnectionId, Endpoint, Link, Seal};
use std::collections::HashMap;
use std::sync::Arc;

/// The shared state behind its lock.
pub(crate) type Net = TryLock<State>;

/// A process's membership in its job.
pub struct Core {
    pub(crate) net: Arc<Net>,
    /// None if disabled by the settings.
    pub(crate) helper: Option<Helper>,
    pub(crate) host: HostRef,
    /// The process ID of the rank; a forked child has a different one.
    pub(crate) pid: u32,
    pub(crate) config: Config,
    /// A duplicate of the socket's descriptor, for sides that wait on it.
    pub(crate) socket: Guarded,
}

/// Everything guarded by the lock.
pub struct State {
    pub(crate) endpoint: Endpoint<Ring>,
    pub(crate) port: Box<dyn Port>,
    pub(crate) directory: Directory,
    /// The time at the last clock reading.
    pub(crate) now_ns: u64,
    /// The tick counter at that reading.
    pub(crate) ticks: u64,
    /// Time of the last `look` at the network.
    pub(crate) looked_ns: u64,
    /// Time when network events (ICMP reports) were last read.
    pub(crate) heard_ns: u64,
    pub(crate) burst: Burst,
    /// Set when the socket had no room for the rest of `burst`: the time of the next attempt.
    pub(crate) retry_ns: Option<u64>,
    pub(crate) inbox: Inbox,
    pub(crate) channels: Vec<Option<Channel>>,
    pub(crate) lanes: Table<ConnectionId, Lane>,
    /// Connections of closed channels that still have accepted data to deliver.
    pub(crate) closing: HashMap<Link, ConnectionId>,
    /// Data accepted by channels that are now closed and that will not be delivered.
    pub(crate) losses: Losses,
    /// State of the segments.
    pub(crate) memory: Memory,
    /// The connection last written to, which may hold data back to coalesce it with more.
    pub(crate) unflushed: Option<ConnectionId>,
    /// Since when data has been held back for a message that the program announced with `MORE`. It
    /// leaves with that message, at the next look, or when the helper sees that the program has
    /// stopped calling.
    pub(crate) held_ns: Option<u64>,
    /// Tracks whether the system lacks memory for datagrams.
    pub(crate) shortage: Shortage,
    /// Tracks whether all incoming datagrams are dropped.
    pub(crate) strangers: Strangers,
    /// The warning about a rank that has never answered was already given.
    pub(crate) is_unheard_told: bool,
    pub(crate) helper: helper::Shift,
    pub(crate) host: HostRef,
}

impl Core {
    /// Joins the job. Collective over all ranks.
    pub(crate) fn open(host: HostRef) -> Result<Self, Error> {
        let config = Config::read(&host)?;
        let reach = Reach::choose(&host, config.iface.as_deref())?;
        let options = Options {
            address: reach.bind,
            ports: config.ports.clone(),
            connected: config.connected,
            splice: config.splices,
            // Without a set MTU, a loopback datagram is as long as a coalesced run (GRO) can be.
            join: !reach.is_loopback || config.mtu.is_some(),
            ..Options::default()
        };
        let socket = Socket::open(&options)?;
        let (port, terms) =
            (socket.local().to_std().port(), Terms::new(&config, reach.is_loopback));
        let directory = Directory::exchange(&host, &reach, port, terms)?;
        let watched = duplicate(&socket)?;
        let helper_fd = duplicate(&socket)?;
        let endpoint = endpoint(&host, &config, &reach, &directory)?;
        let mut state = State::new(host, endpoint, port_of(&host, &config, socket), directory);
        state.endpoint.listen(Memory::addr(&host));
        let net = Arc::new(TryLock::new(state));
        let work = {
            let net = net.clone();
            move || helper::turn(&net)
        };
        let helper = config.has_helper.then(|| Helper::new(Some(helper_fd), work)).transpose()?;
        let pid = std::process::id();
        Ok(Self { net, helper, host, pid, config, socket: fork::guard(watched) })
    }
}

impl State {
    fn new(
        host: HostRef,
        endpoint: Endpoint<Ring>,
        port: Box<dyn Port>,
        directory: Directory,
    ) -> Self {
        let memory = Memory::new(&host);
        Self {
            memory,
            endpoint,
            port,
            directory,
            now_ns: clock::now_ns(),
            ticks: 0,
            looked_ns: 0,
            heard_ns: 0,
            burst: Burst::new(),
            retry_ns: None,
            inbox: Inbox::new(),
            channels: Vec::new(),
            lanes: Table::default(),
            closing: HashMap::new(),
            losses: Losses::default(),
            unflushed: None,
            held_ns: None,
            shortage: Shortage::default(),
            strangers: Strangers::default(),
            is_unheard_told: false,
            helper: helper::Shift::default(),
            host,
        }
    }

    /// The open channel at `index`; the channel's two sides keep it open.
    #[inline(always)]
    pub(crate) fn channel(&mut self, index: usize) -> Option<&mut Channel> {
        self.channels.get_mut(index)?.as_mut()
    }
}

fn duplicate(socket: &Socket) -> Result<std::os::fd::OwnedFd, Error> {
    let fd = socket.fd().try_clone_to_owned();
    fd.map_err(|cause| {
        let errno = cause.raw_os_error().unwrap_or(libc::EMFILE);
        Error::new(errno, format!("duplicating the descriptor of the UDP socket: {cause}"))
    })
}

/// The socket, with the fault injector in front if configured.
fn port_of(host: &HostRef, config: &Config, socket: Socket) -> Box<dyn Port> {
    let Some(faults) = config.faults.clone() else { return Box::new(socket) };
    // Give each rank its own seed, so that they do not all lose the same datagrams.
    let seed = faults.seed() ^ (u64::from(host.rank()) << 32);
    Box::new(Injector::new(socket, faults.with_seed(seed), |text| host.log(LogLevel::Warn, text)))
}

fn endpoint(
    host: &HostRef,
    config: &Config,
    reach: &Reach,
    directory: &Directory,
) -> Result<Endpoint<Ring>, Error> {
    let seal = match (directory.is_sealed, host.job_secret()) {
        (true, Some(secret)) => Seal::new(secret),
        (true, None) => {
            let text = "the SkifCh library is older than this backend and provides no job secret \
                        to authenticate datagrams with: update it, or set SKIFCH_UDP_MAC=off";
            return Err(Error::new(libc::ENOTSUP, text));
        }
        (false, _) => Seal::none(),
    };
    let (high, _) = host.job_key().split_at(8);
    let job = high.iter().fold(0, |job, byte| job << 8 | u64::from(*byte));
    let mut proto = skifch_proto::Config::new(seal, job, random()?);
    proto.send_bytes = config.ring_bytes;
    proto.recv_bytes = config.ring_bytes;
    proto.max_message = config.max_message;
    proto.max_datagram = max_datagram(config, reach, directory)?;
    proto.max_burst_bytes = crate::port::MAX_DATAGRAM_BYTES.max(proto.max_datagram);
    proto.algorithm = config.algorithm;
    proto.dead_ns = config.timeout.as_nanos() as u64;
    proto.linger_ns = proto.dead_ns;
    proto.keep_alive_ns = proto.keep_alive_ns.min(proto.dead_ns / 4);
    if reach.is_loopback {
        // A dead peer's port answers "refused" at once, so frequent probing detects it quickly.
        proto.keep_alive_ns = proto.keep_alive_ns.min(1_000_000_000);
        proto.initial_rtt_ns = 1_000_000;
    }
    Endpoint::new(proto).map_err(|why| {
        let text = format!("SKIFCH_UDP_RING_BYTES, _MAX_MESSAGE and _MTU are inconsistent: {why}");
        Error::new(libc::EINVAL, text)
    })
}

/// Payload in bytes of the largest datagram that this host can send to any rank.
fn max_datagram(config: &Config, reach: &Reach, directory: &Directory) -> Result<usize, Error> {
    /// Number of routes to query; the ranks of a job are mostly behind one interface.
    const ASKED: usize = 16;
    /// Ethernet's MTU.
    const USUAL: u32 = 1500;
    let towards = |place: std::net::SocketAddr| {
        let found = mtu::towards(&place.into()).ok()?;
        Some(found.interface_bytes.unwrap_or(found.path_bytes))
    };
    let carried = match (config.mtu, reach.is_loopback) {
        (Some(mtu), _) => mtu,
        (None, true) => directory.place(directory.rank()).ok().and_then(towards).unwrap_or(USUAL),
        (None, false) => directory.far().take(ASKED).filter_map(towards).max().unwrap_or(USUAL),
    };
    mtu::payload(carried, reach.bind)
}
