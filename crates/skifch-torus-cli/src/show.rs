//! Describes a network without running it: its settings, and the bounds that follow from them.

use comfy_table::{Table, presets};
use skifch_sim::config::Settings;
use skifch_sim::engine::Model;
use skifch_sim::route::{Order, Plan};
use skifch_sim::traffic::{LinkLoads, Pattern, ideal_throughput};

/// With more nodes, symmetric patterns are evaluated from one node only.
const MANY: u32 = 512;

pub(crate) fn text(settings: &Settings, model: &Model) -> String {
    let torus = &model.torus;
    let mut text = format!("torus {torus}: {} nodes, diameter {}", torus.nodes(), torus.diameter());
    if let Some(links) = torus.bisection_links() {
        text += &format!(", bisection {links} links");
    }
    let largest = model.wire_bytes(model.payload_bytes);
    let neighbour = model.clock.ns(model.zero_load(8, 1));
    let far = model.clock.ns(model.zero_load(8, torus.diameter()));
    text += &format!(
        "\nlinks {} Mbit/s, host {} Mbit/s and {} packets/s, packets up to {largest} bytes\n\
         8 bytes to a neighbour {neighbour:.0} ns, to the furthest node {far:.0} ns\n",
        settings.link_mbit_s, settings.host_mbit_s, settings.host_packets_per_s
    );
    text += "\nMaximum throughput of each node that the links allow, as a share of one link:\n";
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header([
        "pattern",
        "direction order",
        "dimension order",
        "adaptive, upper bound",
    ]);
    for (name, _) in Pattern::names() {
        let Ok(pattern) = Pattern::new(name, torus, 1) else { continue };
        let loads = |order| {
            let plan = Plan::new(torus, order, model.ties);
            match pattern.is_symmetric() && torus.nodes() > MANY {
                true => LinkLoads::of_symmetric(&plan, &pattern),
                false => LinkLoads::of_routes(&plan, &pattern),
            }
        };
        let (direction, dimension) = (loads(Order::Direction), loads(Order::Dimension));
        let bounds = [&direction, &dimension, &direction.evened()]
            .map(|loads| format!("{:.4}", ideal_throughput(loads)));
        table.add_row(std::iter::once((*name).to_owned()).chain(bounds));
    }
    format!("{text}{table}\n")
}
