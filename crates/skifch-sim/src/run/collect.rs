//! Collective operations, alone or with background traffic.

use super::Workload;
use super::order::Order;
use super::workload::Source;
use crate::Error;
use crate::config::Collective;
use crate::engine::{Model, Network, Operation, Send, Subnet};

/// Ticks from when all nodes joined an operation, at the same time, to its completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collected {
    /// At the first node.
    pub first: u64,
    /// At the last.
    pub last: u64,
}

/// Performs an operation `times` times, one after another; with background traffic, if any, which
/// starts `warm_up_ns` before.
///
/// # Errors
/// The network has no collective operations, the traffic is impossible, or a check fails.
pub fn collect(
    model: &Model,
    operation: Operation,
    times: u32,
    traffic: Option<(&Workload, u64)>,
) -> Result<Vec<Collected>, Error> {
    if operation.root() >= model.torus.nodes() {
        let (torus, nodes) = (&model.torus, model.torus.nodes());
        return Err(Error::new(format!("{operation:?}: the torus {torus} has {nodes} nodes")));
    }
    match model.collective {
        Collective::None => Err(Error::new(
            "the network has no collective operations; preset m3 has them over rings, m4 in a tree",
        )),
        Collective::Rings => over_rings(model, operation, times, traffic),
        // The tree carries nothing else.
        Collective::Tree => {
            let starts = vec![0; model.torus.nodes() as usize];
            let one = collected(0, &model.tree.run(model, operation, &starts));
            Ok(vec![one; times as usize])
        }
    }
}

fn collected(start: u64, ends: &[u64]) -> Collected {
    let after = |end: Option<&u64>| end.map_or(0, |end| end - start);
    Collected { first: after(ends.iter().min()), last: after(ends.iter().max()) }
}

fn over_rings(
    model: &Model,
    operation: Operation,
    times: u32,
    traffic: Option<(&Workload, u64)>,
) -> Result<Vec<Collected>, Error> {
    let mut network = Network::new(&model.clone().with_units());
    let nodes = model.torus.nodes();
    let (mut source, slot, mut at) = match traffic {
        None => (None, model.hop(), 0),
        Some((workload, warm_up_ns)) => {
            workload.check(model)?;
            network.seed_errors(workload.seed);
            let warm_up = model.clock.from_ns(warm_up_ns);
            (Some(Source::new(workload, model)), workload.slot(model), warm_up)
        }
    };
    let (mut order, mut tag, mut now) = (Order::new(nodes), 0, 0);
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    while all.len() < times as usize {
        if let Some(source) = &mut source {
            for from in 0..nodes {
                let mut sent = Ok(());
                source.draw(from, now, |draw| {
                    let (to, payload_bytes) = (draw.to, draw.payload_bytes);
                    let send = Send { from, to, payload_bytes, subnet: Subnet::Request, tag };
                    tag += 1;
                    sent = std::mem::replace(&mut sent, Ok(())).and(network.inject(draw.at, &send));
                });
                sent?;
            }
        }
        if (now..now + slot).contains(&at) {
            let number = network.begin(operation, nodes, 0)?;
            operation.joiners(nodes).try_for_each(|node| network.join(number, node, at))?;
        }
        advance(&mut network, now + slot - 1, &mut order, &mut ends)?;
        now += slot;
        if ends.len() == nodes as usize {
            let one = collected(at, &ends);
            all.push(one);
            ends.clear();
            at = now.max(at + one.last);
        }
    }
    advance(&mut network, u64::MAX >> 1, &mut order, &mut ends)?;
    network.check()?;
    Ok(all)
}

fn advance(
    network: &mut Network,
    limit: u64,
    order: &mut Order,
    ends: &mut Vec<u64>,
) -> Result<(), Error> {
    while network.advance_until(limit) < limit || network.has_news() {
        ends.extend(network.finished().iter().map(|finished| finished.at));
        for packet in network.deliveries() {
            order.note(&packet)?;
        }
    }
    Ok(())
}
