//! Neighbourhood collective calls on communicators with a topology.

use super::builder::Builder;
use super::parts::{Block, Parts, Slots};
use crate::engine::Engine;
use crate::error::{Result, fail};
use crate::p2p::Buffer;
use crate::topology::Topology;

/// The neighbours of this rank: sources, and destinations with their index, in the order of
/// sending.
struct Near {
    sources: Vec<i32>,
    destinations: Vec<(usize, i32)>,
}

fn near(e: &Engine, b: &Builder) -> Result<Near> {
    let Some(topology) = e.comm(b.comm)?.topology.as_deref() else {
        return fail!(Topology, "the communicator has no topology");
    };
    let (sources, destinations) = topology.neighbours(b.own.rank);
    let mut destinations: Vec<_> = destinations.into_iter().enumerate().collect();
    if matches!(topology, Topology::Cartesian(_)) {
        // A message sent in the positive direction arrives from the negative neighbour. In rings of
        // one or two ranks both neighbours are the same rank, and only the order tells the messages
        // apart.
        destinations.chunks_exact_mut(2).for_each(<[_]>::reverse);
    }
    Ok(Near { sources, destinations })
}

fn exchange(b: &mut Builder, near: &Near, part: impl Fn(usize) -> Buffer, to: &Slots) {
    let own = b.own.clone();
    for (at, &from) in near.sources.iter().enumerate() {
        if let Ok(from) = usize::try_from(from) {
            b.recv(&own, to.get(at), from);
        }
    }
    for &(at, to) in &near.destinations {
        if let Ok(to) = usize::try_from(to) {
            b.send(&own, part(at), to);
        }
    }
    b.join();
}

pub(super) fn allgather(e: &Engine, b: &mut Builder, from: Block, to: Parts) -> Result<()> {
    let near = near(e, b)?;
    let own = e.buffer(from.buf, from.count, from.datatype)?;
    let slots = to.slots(e, near.sources.len())?;
    exchange(b, &near, |_| own.clone(), &slots);
    Ok(())
}

pub(super) fn alltoall(e: &Engine, b: &mut Builder, from: Parts, to: Parts) -> Result<()> {
    let near = near(e, b)?;
    let parts = from.slots(e, near.destinations.len())?;
    let slots = to.slots(e, near.sources.len())?;
    exchange(b, &near, |at| parts.get(at), &slots);
    Ok(())
}
