//! The settings, converted to ticks.

use super::credit::MAX_RETURN;
use super::replay::Replay;
use super::tree::Tree;
use crate::Error;
use crate::config::{Clock, Collective, Fidelity, Settings};
use crate::route::{Order, Ties};
use crate::topology::Torus;

/// Everything that the engine knows about a network. Times are in ticks of [`Self::clock`].
#[derive(Clone, Debug)]
pub struct Model {
    /// The nodes and links.
    pub torus: Torus,
    /// The order in which packets use directions.
    pub order: Order,
    /// The level of detail.
    pub fidelity: Fidelity,
    /// Packets take any shortest route, with that order as escape.
    pub is_adaptive: bool,
    /// Which direction to take half way round a ring.
    pub ties: Ties,
    /// The unit of time.
    pub clock: Clock,
    /// Time of a byte on a link.
    pub link_byte: u64,
    /// Propagation time of a wire, for a bit or for a credit back.
    pub wire: u64,
    /// Bit errors per 10^9 bits.
    pub errors_per_gbit: u64,
    /// From the head of a packet at an input to the earliest time at which it can leave.
    pub router: u64,
    /// Packet slots of each virtual channel.
    pub slots: u8,
    /// Time of a byte between memory and network interface.
    pub host_byte: u64,
    /// Minimum time between two packets at one interface, in each direction.
    pub host_gap: u64,
    /// From the program to the router.
    pub send: u64,
    /// From the interface to the program.
    pub receive: u64,
    /// Packet slots of an interface, for each subnetwork.
    pub receive_slots: u8,
    /// Bytes that an interface gathers before it writes them at once; 0: no gathering.
    pub aggregate_bytes: u64,
    /// Maximum time for which the first of them waits.
    pub aggregate: u64,
    /// Time that the handler of an active message takes.
    pub handler: u64,
    /// From a failure to when all interfaces have stopped starting packets.
    pub notice: u64,
    /// Time to compute and install new routing tables, in an empty network.
    pub tables: u64,
    /// How barriers, broadcasts and reductions are performed.
    pub collective: Collective,
    /// The tree that performs them, if [`Self::collective`] is a tree.
    pub tree: Tree,
    /// Routers have units for collective operations; without them the network takes less memory.
    pub(super) has_units: bool,
    /// Bytes of a packet besides its payload.
    pub header_bytes: u16,
    /// Maximum payload of a packet in bytes.
    pub payload_bytes: u16,
}

impl Model {
    /// The model of the network that the settings describe.
    ///
    /// # Errors
    /// The rates have no common unit of time, most packets would be damaged, or delays are too
    /// long.
    pub fn new(settings: &Settings) -> Result<Self, Error> {
        let clock = settings.clock()?;
        let model = Self {
            torus: settings.torus.clone(),
            order: settings.routing,
            fidelity: settings.fidelity,
            is_adaptive: settings.is_adaptive,
            ties: settings.ties,
            clock,
            link_byte: clock.byte(settings.link_mbit_s),
            wire: clock.from_ns(settings.wire_ns),
            errors_per_gbit: settings.errors_per_gbit,
            router: clock.from_ns(settings.router_ns),
            slots: settings.slots as u8,
            host_byte: clock.byte(settings.host_mbit_s),
            host_gap: clock.gap(settings.host_packets_per_s),
            send: clock.from_ns(settings.send_ns),
            receive: clock.from_ns(settings.receive_ns),
            receive_slots: settings.receive_slots as u8,
            aggregate_bytes: settings.aggregate_bytes,
            aggregate: clock.from_ns(settings.aggregate_ns),
            handler: clock.from_ns(settings.handler_ns),
            notice: clock.from_ns(settings.notice_ns),
            tables: clock.from_ns(settings.tables_ns),
            collective: settings.collective,
            tree: Tree {
                arity: settings.tree_arity as u32,
                hop: clock.from_ns(settings.tree_hop_ns),
                byte: clock.byte(settings.tree_mbit_s),
            },
            has_units: false,
            header_bytes: settings.header_bytes as u16,
            payload_bytes: settings.payload_bytes as u16,
        };
        if Replay::new(&model).is_hopeless() {
            let rate = model.errors_per_gbit;
            let why =
                format!("link.errors_per_gbit: {rate}; lower it: most packets would be corrupted");
            return Err(Error::new(why));
        }
        // Packets queue up on their way to memory.
        let slots = u64::from(model.receive_slots) + 2;
        let block = model.aggregate_bytes * model.host_byte;
        match slots * (model.longest_delay() + block) < MAX_RETURN {
            true => Ok(model),
            false => Err(Error::new("a credit would take too long to return; shorten the delays")),
        }
    }

    /// The same network with units for collective operations in its routers.
    #[must_use]
    pub fn with_units(self) -> Self {
        Self { has_units: true, ..self }
    }

    /// Maximum payload that [`super::Network::inject`] takes at once: that of a packet, or, at
    /// lower fidelity, that of a message of many packets.
    pub fn largest_send(&self) -> u16 {
        match self.fidelity {
            Fidelity::Exact => self.payload_bytes,
            // Its wire bytes, headers of all packets included, must fit in 16 bits.
            _ => {
                let (most, header) = (u32::from(self.payload_bytes), u32::from(self.header_bytes));
                let packets = u32::from(u16::MAX) / (most + header);
                (packets * most).max(most) as u16
            }
        }
    }

    /// Bytes on a link of a packet, or of all packets of a message.
    pub fn wire_bytes(&self, payload_bytes: u16) -> u64 {
        let packets = match payload_bytes <= self.payload_bytes {
            true => 1,
            false => payload_bytes.div_ceil(self.payload_bytes),
        };
        u64::from(self.header_bytes) * u64::from(packets) + u64::from(payload_bytes)
    }

    /// Number of packets of this many bytes on a link.
    pub(super) fn packets(&self, wire_bytes: u16) -> u16 {
        let whole = u32::from(self.header_bytes) + u32::from(self.payload_bytes);
        match u32::from(wire_bytes) <= whole {
            true => 1,
            false => u32::from(wire_bytes).div_ceil(whole) as u16,
        }
    }

    /// Bytes of headers among this many bytes on a link.
    pub(super) fn headers(&self, wire_bytes: u16) -> u16 {
        self.header_bytes * self.packets(wire_bytes)
    }

    /// Time that a packet or message occupies a link.
    pub fn packet_ticks(&self, payload_bytes: u16) -> u64 {
        self.wire_bytes(payload_bytes) * self.link_byte
    }

    /// From the head of a packet leaving a node to its being routed at the next node.
    pub fn hop(&self) -> u64 {
        self.wire + self.router
    }

    /// Latency of a packet from program to program over `hops` hops without contention.
    pub fn zero_load(&self, payload_bytes: u16, hops: u32) -> u64 {
        let bytes = self.wire_bytes(payload_bytes);
        let (link, host) = (bytes * self.link_byte, bytes * self.host_byte);
        let send = self.send + host.saturating_sub(link);
        send + u64::from(hops) * self.hop() + link.max(host) + self.receive
    }

    /// The longest delay within the network.
    pub(super) fn longest_delay(&self) -> u64 {
        let packet = self.packet_ticks(self.payload_bytes) + self.wire;
        let host = self.host_gap.max(self.send).max(self.receive);
        2 * packet.max(self.hop()).max(host)
    }
}
