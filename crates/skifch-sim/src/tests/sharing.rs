//! Shares of a contended resource.

use super::support::{deliveries, packet, plain};
use crate::engine::{Delivery, Network};
use crate::route::Route;
use crate::topology::Direction;

/// Packets of each sender among those that arrived between 1/8 and 1/2 of the run.
fn shares(came: &[Delivery], senders: &[u32]) -> Vec<usize> {
    let end = came.last().map_or(0, |packet| packet.at);
    let middle = came.iter().filter(|packet| (end / 8..end / 2).contains(&packet.at));
    let middle: Vec<_> = middle.map(|packet| packet.from).collect();
    senders.iter().map(|sender| middle.iter().filter(|from| *from == sender).count()).collect()
}

/// O3: a flow that starts at a node and one that turns there share a link.
#[test]
fn two_flows_share_a_link_evenly() {
    let model = plain("8x8", "");
    let mut network = Network::new(&model);
    let up = Route::new().then(Direction::plus(1), 2).unwrap();
    let turning =
        Route::new().then(Direction::plus(0), 1).unwrap().then(Direction::plus(1), 2).unwrap();
    let to = 1 + 2 * 8;
    for tag in 0..2000 {
        network.inject_along(0, &packet(1, to, 256, tag), up).unwrap();
        network.inject_along(0, &packet(0, to, 256, tag), turning).unwrap();
    }
    let shares = shares(&deliveries(&mut network, 1 << 40), &[0, 1]);
    assert!(shares[0].abs_diff(shares[1]) <= 1 && shares[0] > 500, "{shares:?}");
}

/// O5: six neighbours send to one node.
#[test]
fn neighbours_share_a_receiver_evenly() {
    let model = plain("4x4x4", "");
    let mut network = Network::new(&model);
    let senders: Vec<_> = model.torus.directions().map(|to| model.torus.neighbour(0, to)).collect();
    for tag in 0..6000 {
        network.inject(0, &packet(senders[tag as usize % 6], 0, 256, tag)).unwrap();
    }
    let came = deliveries(&mut network, 1 << 40);
    let shares = shares(&came, &senders);
    let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
    assert!(most - least <= 1 && *least > 300, "{shares:?}");
    // No capacity of its path to memory is wasted.
    let took = came[5999].at - came[999].at;
    assert_eq!(took, 5000 * 256);
}

/// The bubble rule favours packets on the ring: of two saturated flows over one link the one that
/// stays gets at least as much as the one that enters, and both get something.
#[test]
fn who_is_on_the_ring_goes_first() {
    let model = plain("8", "router.slots = 2");
    let mut network = Network::new(&model);
    let route = |hops| Route::new().then(Direction::plus(0), hops).unwrap();
    for tag in 0..2000 {
        network.inject_along(0, &packet(0, 3, 256, tag), route(3)).unwrap();
        network.inject_along(0, &packet(1, 3, 256, tag), route(2)).unwrap();
    }
    let shares = shares(&deliveries(&mut network, 1 << 40), &[0, 1]);
    assert!(shares[0] >= shares[1] && shares[1] > 0, "{shares:?}");
}
