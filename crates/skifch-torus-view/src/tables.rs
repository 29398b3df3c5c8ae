//! Tables for other programs, as CSV. Loads are fractions of link capacity.

use crate::Recording;
use skifch_sim::engine::{Port, Subnet};
use std::io::{self, Write};

/// A line for each output of each node, over the whole run.
///
/// # Errors
/// Errors of the writer.
pub fn links(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    let names = ["x", "y", "z", "w"][..recording.torus.dims()].join(",");
    writeln!(out, "node,{names},port,packets,bytes,replays,busy_ns,blocked_ns,most_waiting")?;
    for output in &recording.outputs {
        let at: Vec<_> = recording.place(output.node).iter().map(u32::to_string).collect();
        let ns = |ticks| recording.clock.ns(ticks);
        writeln!(
            out,
            "{},{},{},{},{},{},{:.1},{:.1},{}",
            output.node,
            at.join(","),
            output.port,
            output.packets,
            output.bytes,
            output.replays,
            ns(output.busy),
            ns(output.blocked),
            output.most_waiting
        )?;
    }
    Ok(())
}

/// A line for each interval: the activity of the whole network.
///
/// # Errors
/// Errors of the writer.
pub fn timeline(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "from_ns,to_ns,offered,accepted,packets,under_way,mean_ns,max_ns,busiest,node,port"
    )?;
    for (at, step) in recording.steps.iter().enumerate() {
        let (from, to) = (recording.clock.ns(step.from), recording.clock.ns(step.to));
        let share = |bytes| recording.share(bytes, step.to - step.from);
        let tick_ns = recording.clock.ns(1);
        let (busiest, place) = busiest(recording, at);
        writeln!(
            out,
            "{from:.1},{to:.1},{:.4},{:.4},{},{:.2},{:.1},{:.1},{busiest:.4},{place}",
            share(step.sent_bytes),
            share(step.came_bytes),
            step.came,
            step.under_way,
            step.latency * tick_ns,
            step.longest as f64 * tick_ns,
        )?;
    }
    Ok(())
}

/// The link with the highest load in an interval; none if all were idle.
fn busiest(recording: &Recording, step: usize) -> (f32, String) {
    let links = (0..recording.outputs.len()).filter(|at| is_link(recording, *at));
    let load = |at: usize| recording.busy(at)[step];
    let most = links.reduce(|a, b| if load(b) > load(a) { b } else { a });
    match most.filter(|at| load(*at) > 0.0) {
        Some(at) => {
            let output = &recording.outputs[at];
            (load(at), format!("{},{}", output.node, output.port))
        }
        None => (0.0, ",".to_owned()),
    }
}

pub(crate) fn is_link(recording: &Recording, output: usize) -> bool {
    matches!(recording.outputs[output].port, Port::Link(_))
}

/// A line for each output and interval in which it sent or packets waited for it.
///
/// # Errors
/// Errors of the writer.
pub fn link_timeline(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "node,port,from_ns,to_ns,busy,blocked,waiting")?;
    for (place, output) in recording.outputs.iter().enumerate() {
        let busy = recording.busy(place);
        let (blocked, waiting) = (recording.blocked(place), recording.waiting(place));
        for (at, step) in recording.steps.iter().enumerate() {
            if busy[at] == 0.0 && waiting[at] == 0.0 {
                continue;
            }
            let (from, to) = (recording.clock.ns(step.from), recording.clock.ns(step.to));
            writeln!(
                out,
                "{},{},{from:.1},{to:.1},{:.4},{:.4},{:.3}",
                output.node, output.port, busy[at], blocked[at], waiting[at]
            )?;
        }
    }
    Ok(())
}

/// A line for each range of latencies, by subnetwork and hops: the number of packets in it.
///
/// # Errors
/// Errors of the writer.
pub fn latencies(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "subnet,hops,from_ns,to_ns,packets")?;
    for ((subnet, hops), all) in &recording.latencies {
        let subnet = match subnet {
            Subnet::Request => "request",
            Subnet::Reply => "reply",
        };
        for some in all.iter_recorded() {
            let highest = some.value_iterated_to();
            let (from, to) = (all.lowest_equivalent(highest), all.highest_equivalent(highest) + 1);
            let (from, to) = (recording.clock.ns(from), recording.clock.ns(to));
            let packets = some.count_at_value();
            writeln!(out, "{subnet},{hops},{from:.1},{to:.1},{packets}")?;
        }
    }
    Ok(())
}

/// A line for each pair with traffic.
///
/// # Errors
/// Errors of the writer.
pub fn traffic(recording: &Recording, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "from,to,packets,bytes")?;
    for ((from, to), traffic) in &recording.traffic {
        writeln!(out, "{from},{to},{},{}", traffic.packets, traffic.bytes)?;
    }
    Ok(())
}
