//! Joining the job and opening channels.

use crate::channel::{Channel, Sleep};
use crate::counters::{ChannelCounters, Counters};
use crate::memory::UdpSegment;
use crate::net::{Core, State};
use crate::recv::UdpRx;
use crate::send::UdpTx;
use crate::table::Table;
use crate::watch::Watch;
use crate::{Udp, close};
use skifch_backend::abi::{ADDR_NONE, Attr, Caps, netaddr};
use skifch_backend::{Backend, Domain, Error, HostRef, Port, Served, serve_when_blocked};
use std::collections::VecDeque;
use std::ffi::c_void;
use std::os::fd::AsFd;
use std::sync::{Arc, Weak};

/// This process's membership in a job over UDP.
pub struct UdpDomain {
    pub(crate) core: Arc<Core>,
    pub(crate) has_left: bool,
}

/// The slot of an open channel, shared by its two sides; dropped with the second.
pub(crate) struct Seat {
    pub(crate) core: Arc<Core>,
    pub(crate) index: usize,
}

impl UdpDomain {
    pub(crate) fn open(host: HostRef) -> Result<Self, Error> {
        let named = |error: Error| error.context(format_args!("rank {} over UDP", host.rank()));
        let core = Arc::new(Core::open(host).map_err(named)?);
        close::watch_exit(&core);
        if core.helper.is_none() {
            serve_when_blocked(Arc::downgrade(&core) as Weak<dyn Served>);
        }
        Ok(Self { core, has_left: false })
    }

    fn attr(&self) -> Attr {
        let mut attr = Attr::new();
        let config = &self.core.config;
        attr.caps = <Udp as Backend>::CAPS;
        if !config.has_helper {
            // Without the helper thread, peers are answered only in this rank's own calls.
            attr.caps = attr.caps.without(Caps::ASYNC_PROGRESS);
        }
        attr.max_message_bytes = config.max_message;
        // Fits together with others in one datagram of any network.
        attr.max_inline_bytes = 1200 - skifch_proto::HEADER_BYTES - 8;
        attr.window_bytes = config.ring_bytes;
        // Order-of-magnitude estimates for choosing a backend; skif-perf measures the real values.
        attr.latency_ns = 10_000;
        attr.bandwidth_bytes_per_s = 1_000_000_000;
        attr
    }
}

impl Domain for UdpDomain {
    type Tx = UdpTx;
    type Rx = UdpRx;
    type Segment = UdpSegment;

    fn leave(mut self) -> Result<(), Error> {
        self.linger()
    }

    fn segment(&self, bytes: usize) -> Result<UdpSegment, Error> {
        self.open_segment(bytes)
    }

    unsafe fn adopt_segment(&self, base: *mut c_void, bytes: usize) -> Result<UdpSegment, Error> {
        // SAFETY: this method's contract.
        unsafe { self.open_segment_over(base, bytes) }
    }

    unsafe fn segment_over(&self, base: *mut c_void, bytes: usize) -> Result<UdpSegment, Error> {
        // Remote requests are executed by this process, so the memory can stay private to it.
        // SAFETY: this method's contract.
        unsafe { self.open_segment_over(base, bytes) }
    }

    fn open(&self, port: u32) -> Result<Port<UdpTx, UdpRx>, Error> {
        let core = &self.core;
        let watch = || Watch::new(core.socket.as_fd());
        let (tx_watch, rx_watch) = (watch()?, watch()?);
        let counters = Arc::new(ChannelCounters::default());
        let channel = Channel {
            addr: netaddr(core.host.rank(), port),
            peers: Table::default(),
            ready: VecDeque::new(),
            reports: VecDeque::new(),
            rx: Sleep::new(rx_watch.bell()),
            tx: Sleep::new(tx_watch.bell()),
            awaited: ADDR_NONE,
            is_watching: false,
            counters: counters.clone(),
        };
        let index = core.with(|state| state.add_channel(channel)).ok_or_else(|| {
            let text = format!("port {port} is already open");
            Error::new(libc::EADDRINUSE, text)
        })?;
        let seat = Arc::new(Seat { core: core.clone(), index });
        let stats = Arc::new(Counters { channel: counters.clone(), net: core.net.clone() });
        Ok(Port {
            tx: UdpTx::new(core.clone(), seat.clone(), tx_watch, counters.clone()),
            rx: UdpRx::new(core.clone(), seat, rx_watch, counters),
            attr: self.attr(),
            stats,
        })
    }
}

impl State {
    /// Adds a channel and returns its index; `None` if its port is already open.
    fn add_channel(&mut self, channel: Channel) -> Option<usize> {
        let addr = channel.addr;
        if self.channels.iter().flatten().any(|open| open.addr == addr) {
            return None;
        }
        let index = self.channels.iter().position(Option::is_none);
        let index = index.unwrap_or(self.channels.len());
        if index == self.channels.len() {
            self.channels.push(None);
        }
        self.channels[index] = Some(channel);
        self.endpoint.listen(addr);
        // Peers that want to send to it are answered even if this rank never calls.
        self.helper.is_needed = true;
        Some(index)
    }
}
