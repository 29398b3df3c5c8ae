//! The settings in ticks.

use super::credit::MAX_RETURN;
use super::replay::Replay;
use super::tree::Tree;
use crate::Error;
use crate::config::{Clock, Collective, Fidelity, Settings};
use crate::route::{Order, Ties};
use crate::topology::Torus;

/// What the engine knows of a network. Times are in ticks of [`Self::clock`].
#[derive(Clone, Debug)]
pub struct Model {
    /// Its nodes.
    pub torus: Torus,
    /// The order of directions.
    pub order: Order,
    /// How closely it is looked at.
    pub fidelity: Fidelity,
    /// Packets take any shortest way, and that order where they wait for each other.
    pub is_adaptive: bool,
    /// Which way half round a ring.
    pub ties: Ties,
    /// The unit of time.
    pub clock: Clock,
    /// A byte on a link.
    pub link_byte: u64,
    /// A bit along a wire, and a credit back.
    pub wire: u64,
    /// Wrong bits among 10^9.
    pub errors_per_gbit: u64,
    /// From the head at an input to when it can leave.
    pub router: u64,
    /// Packets for which each virtual channel has room.
    pub slots: u8,
    /// A byte between memory and network interface.
    pub host_byte: u64,
    /// The least between two packets of one interface, each way.
    pub host_gap: u64,
    /// From the program to the router.
    pub send: u64,
    /// From the interface to the program.
    pub receive: u64,
    /// Packets for which an interface has room, for each subnetwork.
    pub receive_slots: u8,
    /// Bytes that an interface gathers before it writes them at once; 0: none.
    pub aggregate_bytes: u64,
    /// For how long the first of them waits at most.
    pub aggregate: u64,
    /// What the handler of an active message takes.
    pub handler: u64,
    /// From a death to when nobody starts a packet any more.
    pub notice: u64,
    /// What new tables of routes take in an empty network.
    pub tables: u64,
    /// What does barriers, broadcasts and reductions.
    pub collective: Collective,
    /// The tree that does them, where it is one.
    pub tree: Tree,
    /// Routers have units for them; a network that is not used for that is smaller without.
    pub(super) has_units: bool,
    /// Bytes of a packet beside its payload.
    pub header_bytes: u16,
    /// The most bytes of payload.
    pub payload_bytes: u16,
}

impl Model {
    /// The network that the settings describe.
    ///
    /// # Errors
    /// Rates without a common unit of time.
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
            let why = format!("link.errors_per_gbit: of {rate}, most packets would be damaged");
            return Err(Error::new(why));
        }
        // Packets stand behind each other on their way to memory.
        let slots = u64::from(model.receive_slots) + 2;
        let block = model.aggregate_bytes * model.host_byte;
        match slots * (model.longest_delay() + block) < MAX_RETURN {
            true => Ok(model),
            false => Err(Error::new("a credit would be under way for too long; shorten delays")),
        }
    }

    /// The same network with units for collective operations in its routers.
    #[must_use]
    pub fn with_units(self) -> Self {
        Self { has_units: true, ..self }
    }

    /// The most bytes that [`super::Network::inject`] takes at once: those of a packet, or, where
    /// single packets are not looked at, of a message of many.
    pub fn largest_send(&self) -> u16 {
        match self.fidelity {
            Fidelity::Exact => self.payload_bytes,
            // With the headers of its packets it has to be counted in 16 bits.
            _ => {
                let (most, header) = (u32::from(self.payload_bytes), u32::from(self.header_bytes));
                let packets = u32::from(u16::MAX) / (most + header);
                (packets * most).max(most) as u16
            }
        }
    }

    /// Bytes of a packet, or of all packets of a message, on a link.
    pub fn wire_bytes(&self, payload_bytes: u16) -> u64 {
        let packets = match payload_bytes <= self.payload_bytes {
            true => 1,
            false => payload_bytes.div_ceil(self.payload_bytes),
        };
        u64::from(self.header_bytes) * u64::from(packets) + u64::from(payload_bytes)
    }

    /// Packets of so many bytes on a link.
    pub(super) fn packets(&self, wire_bytes: u16) -> u16 {
        let whole = u32::from(self.header_bytes) + u32::from(self.payload_bytes);
        match u32::from(wire_bytes) <= whole {
            true => 1,
            false => u32::from(wire_bytes).div_ceil(whole) as u16,
        }
    }

    /// Of so many bytes on a link, those of headers.
    pub(super) fn headers(&self, wire_bytes: u16) -> u16 {
        self.header_bytes * self.packets(wire_bytes)
    }

    /// How long a packet or message takes over a link.
    pub fn packet_ticks(&self, payload_bytes: u16) -> u64 {
        self.wire_bytes(payload_bytes) * self.link_byte
    }

    /// From the head of a packet leaving a node to its being routed at the next.
    pub fn hop(&self) -> u64 {
        self.wire + self.router
    }

    /// How long the packet takes from program to program over so many hops when it is alone.
    pub fn zero_load(&self, payload_bytes: u16, hops: u32) -> u64 {
        let bytes = self.wire_bytes(payload_bytes);
        let (link, host) = (bytes * self.link_byte, bytes * self.host_byte);
        let send = self.send + host.saturating_sub(link);
        send + u64::from(hops) * self.hop() + link.max(host) + self.receive
    }

    /// The longest delay of the network itself.
    pub(super) fn longest_delay(&self) -> u64 {
        let packet = self.packet_ticks(self.payload_bytes) + self.wire;
        let host = self.host_gap.max(self.send).max(self.receive);
        2 * packet.max(self.hop()).max(host)
    }
}
