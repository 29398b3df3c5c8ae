//! Loads of all outputs, as a table for other programs.

use skifch_sim::engine::{Network, Probe};
use std::io::{self, Write};

/// A line for each output of each node, over the whole run.
pub(crate) fn write<P: Probe>(network: &Network<P>, out: &mut impl Write) -> io::Result<()> {
    let model = network.model();
    let clock = model.clock;
    let names = ["x", "y", "z", "w"][..model.torus.dims()].join(",");
    writeln!(out, "node,{names},port,packets,busy_ns,blocked_ns")?;
    for (node, port, load) in network.loads() {
        let at = &model.torus.coordinates(node)[..model.torus.dims()];
        let at: Vec<_> = at.iter().map(u32::to_string).collect();
        let (busy, blocked) = (clock.ns(load.busy), clock.ns(load.blocked));
        let at = at.join(",");
        writeln!(out, "{node},{at},{port},{},{busy:.1},{blocked:.1}", load.packets)?;
    }
    Ok(())
}
