//! Collective operations against their closed forms (section 7 of the research note).

use super::support::{deliveries, model, packet, plain};
use crate::engine::{Departure, Finished, Model, Network, Operation, Port, Probe};
use crate::run::{Workload, collect};
use crate::traffic::Pattern;

const BROADCAST: Operation = Operation::Broadcast { root: 3, bytes: 8 };
const ALLREDUCE: Operation = Operation::Allreduce { bytes: 8 };

fn last(model: &Model, operation: Operation) -> u64 {
    collect(model, operation, 2, None).unwrap().iter().map(|one| one.last).max().unwrap()
}

/// All nodes join an operation at these times; returns when each has everything, by node.
fn ends(network: &mut Network<impl Probe>, operation: Operation, starts: &[u64]) -> Vec<u64> {
    let number = network.begin(operation, starts.len() as u32, 7).unwrap();
    for node in operation.joiners(starts.len() as u32) {
        network.join(number, node, starts[node as usize]).unwrap();
    }
    let mut ends = finished(network);
    ends.sort_unstable_by_key(|one| one.node);
    assert!(ends.iter().all(|one| one.tag == 7));
    ends.iter().map(|one| one.at).collect()
}

/// All results of operations, without other traffic.
fn finished(network: &mut Network<impl Probe>) -> Vec<Finished> {
    let mut all = Vec::new();
    while let Some(at) = network.next_event_time() {
        network.advance_until(at);
        assert!(!network.has_deliveries());
        all.extend(network.finished());
    }
    all
}

/// Over rings a broadcast takes as many hops as the furthest node is away; a reduction followed by
/// its broadcast, and so a barrier, twice as many; no program and no memory is involved on the way.
#[test]
fn hops_over_rings_are_those_of_the_diameter() {
    for torus in ["4x4x4", "8x8x8", "5x5x5", "3x2", "2x2", "7", "4x3x2x2"] {
        for more in ["", "router.routing = \"adaptive\""] {
            let model = model(&format!("torus = \"{torus}\"\n{more}"));
            let hops: u32 = model.torus.sizes().iter().map(|size| size / 2).sum();
            assert_eq!(last(&model, BROADCAST), model.zero_load(8, hops), "{torus}");
            assert_eq!(last(&model, ALLREDUCE), model.zero_load(8, 2 * hops), "{torus}");
            assert_eq!(last(&model, Operation::Barrier), model.zero_load(0, 2 * hops), "{torus}");
        }
    }
}

/// Packets of a long message follow each other at link rate, in both halves of an allreduce:
/// `hops·h + n/B`, headers included.
#[test]
fn long_messages_go_at_the_rate_of_a_link() {
    let model = plain("4x4", "router.slots = 6\npacket.header_bytes = 10");
    let packets = 100;
    let bytes = 256 * packets;
    for (operation, hops) in
        [(Operation::Broadcast { root: 0, bytes }, 4), (Operation::Allreduce { bytes }, 8)]
    {
        let expect = model.zero_load(256, hops) + u64::from(packets - 1) * model.packet_ticks(256);
        assert_eq!(last(&model, operation), expect, "{operation:?}");
    }
}

/// Every link of the tree carries each packet once towards the root and once away from it.
#[test]
fn each_packet_goes_once_over_each_link_of_the_tree() {
    let model = plain("4x3x2", "").with_units();
    let mut network = Network::with_probe(&model, Vec::<Departure>::new());
    assert_eq!(ends(&mut network, Operation::Allreduce { bytes: 1000 }, &[7; 24]).len(), 24);
    let links = network.probe.iter().filter(|it| matches!(it.port, Port::Link(_)));
    assert_eq!(links.count(), 4 * 2 * 23);
}

/// No node completes a barrier before the last has joined, whichever that is; the sender of a
/// broadcast completes it first.
#[test]
fn nobody_goes_on_before_the_last_has_come() {
    let model = plain("4x4", "").with_units();
    for late in 0..16 {
        let mut starts = [0; 16];
        starts[late] = 100_000;
        let mut network = Network::new(&model);
        let all = ends(&mut network, Operation::Barrier, &starts);
        assert!(all.len() == 16 && all.iter().all(|end| *end > 100_000), "{late}: {all:?}");
        let operation = Operation::Broadcast { root: late as u32, bytes: 8 };
        let all = ends(&mut network, operation, &starts.map(|at| at + 200_000));
        assert_eq!(all.iter().min(), Some(&all[late]), "{late}: {all:?}");
    }
}

/// With background traffic an operation takes longer, and everything still arrives, in order.
#[test]
fn traffic_and_operations_share_links() {
    for more in ["", "router.routing = \"adaptive\"", "router.slots = 2"] {
        let model = plain("4x4", &format!("collective.network = \"rings\"\n{more}"));
        let workload = Workload {
            pattern: Pattern::new("uniform", &model.torus, 1).unwrap(),
            load: 0.6,
            payload_bytes: vec![256],
            reply_bytes: None,
            seed: 1,
        };
        let operation = Operation::Allreduce { bytes: 2560 };
        let busy = collect(&model, operation, 20, Some((&workload, 10_000))).unwrap();
        let mean = busy.iter().map(|one| one.last).sum::<u64>() / 20;
        assert!(mean > last(&model, operation) * 11 / 10, "{more}: {mean}");
    }
}

/// `2·depth·h` for a barrier; the torus does not matter.
#[test]
fn the_tree_takes_its_depth_twice() {
    for (torus, arity, depth) in
        [("4x4x4", 8, 2), ("4x4x4", 2, 6), ("8x8x8", 8, 3), ("3x2", 8, 1), ("5x5x5", 4, 4)]
    {
        let model = model(&format!(
            "preset = \"m4\"\ntorus = \"{torus}\"\ntree = {{ arity = {arity}, hop_ns = 90 }}"
        ));
        let tree = model.tree;
        assert_eq!(tree.depth(model.torus.nodes()), depth, "{torus} {arity}");
        let hops = 2 * u64::from(depth) * model.clock.from_ns(90);
        let bytes = |bytes: u64| (bytes + 20) * tree.byte;
        let alone = model.send + hops + model.receive;
        assert_eq!(last(&model, Operation::Barrier), alone + bytes(0), "{torus} {arity}");
        assert_eq!(last(&model, ALLREDUCE), alone + bytes(8), "{torus} {arity}");
        assert_eq!(last(&model, BROADCAST), alone + bytes(8), "{torus} {arity}");
        let long = Operation::Allreduce { bytes: 236 * 50 };
        assert_eq!(last(&model, long), alone + 50 * bytes(236), "{torus} {arity}");
        let mut starts = vec![0; model.torus.nodes() as usize];
        starts[3] = 1 << 30;
        let ends = tree.run(&model, Operation::Barrier, &starts);
        assert!(ends.iter().all(|end| *end == (1 << 30) + alone + bytes(0)));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let model = plain("4x4", "collective.network = \"none\"");
    let said = collect(&model, ALLREDUCE, 1, None).unwrap_err().to_string();
    assert!(said.contains("m3 has them over rings, m4 in a tree"), "{said}");
    let mut network = Network::new(&model.with_units());
    let mut refused = |operation, members: u32, words: &str| {
        let said = network.begin(operation, members, 0).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    };
    refused(Operation::Broadcast { root: 16, bytes: 1 }, 16, "has 16 nodes");
    refused(ALLREDUCE, 17, "has 16 nodes");
    refused(Operation::Allreduce { bytes: 1 << 21 }, 16, "at most 1048576 bytes");
    assert!(network.join(0, 0, 0).unwrap_err().to_string().contains("is not in progress"));
    network.inject(5, &packet(0, 1, 8, 0)).unwrap();
    assert_eq!(deliveries(&mut network, 1 << 40).len(), 1);
    let number = network.begin(ALLREDUCE, 16, 0).unwrap();
    assert!(network.join(number, 0, 6).unwrap_err().to_string().contains("the time is already"));
}

/// Nodes that do not take part forward packets between others, and contribute nothing.
#[test]
fn some_nodes_may_have_no_part() {
    let model = plain("4x4", "").with_units();
    for members in 1..=16 {
        let mut network = Network::new(&model);
        for operation in [Operation::Barrier, Operation::Broadcast { root: members - 1, bytes: 8 }]
        {
            let starts = vec![network.now() + 1; members as usize];
            let all = ends(&mut network, operation, &starts);
            assert_eq!(all.len(), members as usize, "{operation:?}");
        }
    }
}

/// Several operations may be in progress, and the order in which nodes join them does not matter.
#[test]
fn operations_do_not_wait_for_each_other() {
    let model = plain("4x4", "").with_units();
    let times = |turn: u32| {
        let mut network = Network::new(&model);
        let two = [0, 1].map(|tag| network.begin(ALLREDUCE, 16, tag).unwrap());
        for node in (0..16).map(|node| (node + turn) % 16) {
            two.iter().for_each(|number| network.join(*number, node, 5).unwrap());
        }
        let mut all = finished(&mut network);
        all.sort_unstable_by_key(|one| (one.tag, one.node));
        (all, network.counters().trace)
    };
    let first = times(0);
    assert_eq!(first.0.len(), 32);
    for turn in 1..16 {
        assert_eq!(times(turn), first, "{turn}");
    }
    // A third one waits for a late node, and blocks no other.
    let mut network = Network::new(&model);
    let waits = network.begin(Operation::Barrier, 16, 0).unwrap();
    (0..15).for_each(|node| network.join(waits, node, 0).unwrap());
    assert_eq!(ends(&mut network, Operation::Barrier, &[50; 16]).len(), 16);
    network.join(waits, 15, network.now()).unwrap();
    assert_eq!(finished(&mut network).len(), 16);
}
