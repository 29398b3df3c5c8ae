//! Deadlock: a network that still has packets but no events.

use super::network::{Network, SUBNETS};
use super::output::Port;
use super::probe::Probe;
use crate::graph;
use std::fmt;

/// A packet that cannot leave a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Where it is.
    pub node: u32,
    /// The port through which it should leave.
    pub port: Port,
    /// The virtual channel.
    pub channel: usize,
    /// Free slots at the other end.
    pub free: u8,
    /// The tag from [`super::Send`].
    pub tag: u64,
    /// Its sender.
    pub from: u32,
    /// Its receiver.
    pub to: u32,
}

/// Packets each of which waits for room that the next one holds, and the last for that of the
/// first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The cycle.
    pub cycle: Vec<Waiting>,
    /// Packets in flight.
    pub in_flight: u64,
}

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deadlock with {} packets in flight; cyclic wait:", self.in_flight)?;
        for wait in &self.cycle {
            let Waiting { node, port, channel, free, tag, from, to } = wait;
            write!(f, "\n  node {node}, packet {tag} from {from} to {to} wants {port}, ")?;
            write!(f, "channel {channel}, where {free} slots are free")?;
        }
        Ok(())
    }
}

impl<P: Probe> Network<P> {
    /// The cycle of waiting packets, if packets are left and there will be no more events.
    pub fn deadlock(&self) -> Option<Deadlock> {
        if self.in_flight() == 0 || self.next_event_time().is_some() {
            return None;
        }
        let waits: Vec<_> = (0..self.outputs.len()).flat_map(|output| self.waits(output)).collect();
        let edges: Vec<_> = waits.iter().map(|(edge, _)| *edge).collect();
        let cycle = graph::cycle(&edges).unwrap_or_default();
        let said = |(at, queue): (usize, &u32)| {
            let next = cycle[(at + 1) % cycle.len()];
            waits.iter().find(|(edge, _)| *edge == (*queue, next)).map(|(_, wait)| wait.clone())
        };
        let cycle = cycle.iter().enumerate().filter_map(said).collect();
        Some(Deadlock { cycle, in_flight: self.in_flight() })
    }

    /// Inputs that wait for a link, each with the input at its other end.
    fn waits(&self, at: usize) -> Vec<((u32, u32), Waiting)> {
        let output = &self.outputs[at];
        if usize::from(output.port) >= self.shape.links {
            return Vec::new();
        }
        // An adaptive packet waits for all its outputs; only the escape must be free of deadlock.
        let asking = self.ways.get(at).map_or(output.requests, |ways| ways.escape);
        let inputs = (0..self.shape.inputs).filter(|input| asking >> input & 1 == 1);
        let wait = |input: usize| {
            let queue = output.inputs + input as u32;
            let channel = input % SUBNETS;
            let number = self.queues[queue as usize].packets.first;
            let packet = &self.packets[number];
            let wait = Waiting {
                node: (at / self.shape.outputs) as u32,
                port: self.port(output.port),
                channel,
                free: self.queues[output.target as usize + channel].credit.known() as u8,
                tag: self.packets.tag(number),
                from: packet.from,
                to: packet.to,
            };
            ((queue, output.target + channel as u32), wait)
        };
        inputs.map(wait).collect()
    }
}
