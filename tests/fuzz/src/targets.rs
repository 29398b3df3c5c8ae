//! The table of fuzz targets.

use crate::{datagrams, lines, memory};

/// Processes one input after another; panics if something is wrong.
pub(crate) type Feed = Box<dyn FnMut(&[u8])>;

/// Something that parses untrusted bytes.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// The inputs to mutate.
    pub(crate) corpus: fn() -> Vec<Vec<u8>>,
    /// Creates its state.
    pub(crate) make: fn() -> Feed,
}

pub(crate) const TARGETS: &[Target] = &[
    Target { name: "datagram", corpus: datagrams::tree, make: datagrams::alone },
    Target { name: "endpoint", corpus: datagrams::recorded, make: datagrams::attacked },
    Target { name: "sealed", corpus: datagrams::sealed, make: datagrams::behind_seal },
    Target { name: "pmi-line", corpus: lines::pmi, make: || Box::new(lines::pmi_line) },
    Target { name: "pmi-server", corpus: lines::pmi, make: || Box::new(lines::pmi_server) },
    Target { name: "node-map", corpus: lines::maps, make: || Box::new(lines::node_map) },
    Target { name: "ring", corpus: memory::lanes, make: || Box::new(memory::ring) },
    Target { name: "greeting", corpus: memory::greetings, make: || Box::new(memory::greeting) },
    Target { name: "hosts", corpus: lines::hosts, make: || Box::new(lines::host_text) },
    Target { name: "faults", corpus: lines::faults, make: || Box::new(lines::fault_text) },
];
