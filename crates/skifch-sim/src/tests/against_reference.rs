//! The engine and the flit-level model agree on every time, packet by packet.

use super::reference::{Reference, Shape};
use crate::config::Settings;
use crate::engine::{Departure, Model, Network, Send, Subnet};
use crate::random::Random;
use crate::topology::Torus;
use proptest::prelude::*;
use skifch_chance::is_long;
use std::collections::HashMap;

/// A flit of 10 bytes at 8 Gbit/s: one byte a nanosecond, a cycle of 10 ns.
const FLIT_BYTES: u64 = 10;

/// Traffic and network of one comparison.
#[derive(Clone, Debug)]
struct Case {
    torus: &'static str,
    routing: &'static str,
    slots: usize,
    wire: u64,
    router: u64,
    /// Half cycles of a flit between memory and interface: 1 is twice as fast as a link, 4 half as
    /// fast.
    memory_halves: u64,
    gap: u64,
    receive_slots: usize,
    packets: usize,
    /// Cycles over which packets are created: few cause congestion.
    span: u32,
    sizes: Vec<u64>,
    /// Number of receivers: few make a hot spot.
    targets: u32,
    seed: u64,
}

impl Case {
    fn model(&self) -> Model {
        let largest = self.sizes.iter().max().unwrap() * FLIT_BYTES;
        let text = format!(
            "torus = \"{}\"\nlink = {{ mbit_s = 8000, wire_ns = {}, errors_per_gbit = 0 }}\n\
             router = {{ delay_ns = {}, slots = {}, routing = \"{}\", ties = \"split\" }}\n\
             packet = {{ header_bytes = 0, payload_bytes = {largest} }}\n\
             host = {{ mbit_s = {}, packets_per_s = {}, send_ns = 30, receive_ns = 20, \
             receive_slots = {} }}",
            self.torus,
            self.wire * FLIT_BYTES,
            self.router * FLIT_BYTES,
            self.slots,
            self.routing,
            16_000 / self.memory_halves,
            1_000_000_000 / (self.gap * FLIT_BYTES),
            self.receive_slots,
        );
        Model::new(&Settings::read(&[&text]).unwrap()).unwrap()
    }

    fn shape(&self) -> Shape {
        Shape {
            torus: Torus::parse(self.torus).unwrap(),
            is_adaptive: self.routing == "adaptive",
            slots: self.slots,
            wire: self.wire,
            router: self.router,
            memory_halves: self.memory_halves,
            gap: self.gap,
            send: 3,
            receive: 2,
            receive_slots: self.receive_slots,
        }
    }

    fn compare(&self) {
        let model = self.model();
        let cycle = model.clock.from_ns(FLIT_BYTES);
        let mut network = Network::with_probe(&model, Vec::<Departure>::new());
        let mut reference = Reference::new(self.shape());
        let mut random = Random::new(self.seed);
        let plan = crate::route::Plan::new(&model.torus, model.order, model.ties);
        let mut births = Vec::new();
        for tag in 0..self.packets as u64 {
            let flits = self.sizes[random.below(self.sizes.len() as u32) as usize];
            let send = Send {
                from: random.below(model.torus.nodes()),
                to: random.below(self.targets.min(model.torus.nodes())),
                payload_bytes: (flits * FLIT_BYTES) as u16,
                subnet: [Subnet::Request, Subnet::Reply][random.below(2) as usize],
                tag,
            };
            let born = u64::from(random.below(self.span));
            births.push((born, tag as usize));
            network.inject(born * cycle, &send).unwrap();
            reference.inject(born, send, plan.route(send.from, send.to), flits);
        }
        while !reference.is_done() {
            assert!(reference.step(), "the reference stands still");
            assert!(reference.now < 1_000_000, "no end");
        }
        let mut delivered = HashMap::new();
        while network.next_event_time().is_some() {
            network.advance_until(u64::MAX / 2);
            network.check().unwrap();
            delivered.extend(network.deliveries().map(|packet| (packet.tag, packet.at)));
        }
        if self.routing == "adaptive" {
            restore(&mut reference, births);
        }
        assert_eq!(network.in_flight(), 0);
        let counters = network.counters();
        assert_eq!(counters.latency, counters.under_way, "Little");
        let mut left: HashMap<u64, Vec<u64>> = HashMap::new();
        for departure in &network.probe {
            left.entry(departure.packet.tag).or_default().push(departure.at / cycle);
        }
        for (tag, packet) in reference.packets.iter().enumerate() {
            let tag = tag as u64;
            assert_eq!(left[&tag], packet.left, "departures of packet {tag}");
            assert_eq!(
                Some(delivered[&tag]),
                packet.delivered.map(|at| at * cycle),
                "packet {tag}"
            );
        }
    }
}

/// The receiving interface delivers a packet once all that its pair sent before have arrived.
fn restore(reference: &mut Reference, mut births: Vec<(u64, usize)>) {
    births.sort_unstable();
    let mut last = HashMap::new();
    for (_, number) in births {
        let packet = &mut reference.packets[number];
        let Send { from, to, subnet, .. } = packet.send;
        let shown = last.entry((from, to, subnet)).or_insert(packet.delivered);
        *shown = (*shown).max(packet.delivered);
        packet.delivered = *shown;
    }
}

fn cases() -> impl Strategy<Value = Case> {
    let network = (
        prop::sample::select(vec!["2", "3x2", "5", "8", "4x4", "3x3x3", "2x3x2x2"]),
        prop::sample::select(vec!["direction", "dimension", "adaptive"]),
        2..6usize,
        (0..4u64, 1..5u64),
        prop::sample::select(vec![1u64, 2, 4]),
        prop::sample::select(vec![1u64, 2, 4, 5, 10]),
        1..5usize,
    );
    let traffic = (
        20..400usize,
        prop::sample::select(vec![1u32, 50, 500, 3000]),
        prop::sample::select(vec![vec![4], vec![2, 8], vec![2, 4, 6, 16]]),
        prop::sample::select(vec![1u32, 3, 1000]),
        any::<u64>(),
    );
    (network, traffic).prop_map(|(network, traffic)| {
        let (torus, routing, slots, (wire, router), memory_halves, gap, receive_slots) = network;
        let (packets, span, sizes, targets, seed) = traffic;
        Case {
            torus,
            routing,
            slots,
            wire,
            router,
            memory_halves,
            gap,
            receive_slots,
            packets,
            span,
            sizes,
            targets,
            seed,
        }
    })
}

/// A failure prints its case, including the seed of the traffic.
fn settings() -> ProptestConfig {
    let cases = if is_long() { 1000 } else { 40 };
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

proptest! {
    #![proptest_config(settings())]

    #[test]
    fn engine_and_flits_agree(case in cases()) {
        case.compare();
    }
}
