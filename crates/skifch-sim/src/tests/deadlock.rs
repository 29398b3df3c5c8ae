//! Unsafe routes, and the engine's report of the deadlock.

use crate::config::Settings;
use crate::engine::{Model, Network, Port, Send, Subnet};
use crate::route::{Route, verify};
use crate::topology::Direction;

/// From four corners of a square, packets travel round it one and a half times.
#[test]
fn unsafe_routes_deadlock_and_the_circle_is_named() {
    let settings = Settings::read(&["preset = \"m3\"\ntorus = \"4x4\"\nrouter.slots = 2"]).unwrap();
    let model = Model::new(&settings).unwrap();
    let (px, py) = (Direction::plus(0), Direction::plus(1));
    let (mx, my) = (px.opposite(), py.opposite());
    let torus = &model.torus;
    let around = [px, py, mx, my];
    let turns = [(0, 0), (2, 0), (2, 2), (0, 2)].map(|(x, y)| {
        let side = [(0, 0), (2, 0), (2, 2), (0, 2)].iter().position(|at| *at == (x, y)).unwrap();
        let legs = (0..6).map(|leg| around[(side + leg) % 4]);
        let route = legs.fold(Route::new(), |route, to| route.then(to, 2).unwrap());
        let from = torus.node(&[x, y]);
        (from, route.steps().fold(from, |at, to| torus.neighbour(at, to)), route)
    });
    let routes = turns.map(|(from, _, route)| (from, route));
    assert!(verify(torus, |_, _| false, routes).is_err());

    let mut network = Network::new(&model);
    for tag in 0..400 {
        let (from, to, route) = turns[tag as usize % 4];
        let send = Send { from, to, payload_bytes: 236, subnet: Subnet::Request, tag };
        network.inject_along(0, &send, route).unwrap();
    }
    while network.next_event_time().is_some() {
        network.advance_until(u64::MAX / 2);
        network.deliveries();
    }
    network.check().unwrap();
    let deadlock = network.deadlock().expect("a standstill");
    assert!(deadlock.in_flight > 0 && deadlock.in_flight == network.in_flight());
    let turning = |port: Port| deadlock.cycle.iter().any(|wait| wait.port == port);
    assert!(around.map(Port::Link).into_iter().all(turning), "{deadlock}");
    assert!(
        deadlock.to_string().contains("wants +X, channel 0, where 1 slots are free"),
        "{deadlock}"
    );
}

#[test]
fn a_route_that_leads_elsewhere_and_a_packet_that_cannot_be_are_refused() {
    let model = Model::new(&Settings::preset("m2").unwrap()).unwrap();
    let mut network = Network::new(&model);
    let send = Send { from: 0, to: 1, payload_bytes: 8, subnet: Subnet::Reply, tag: 0 };
    let wrong = [
        network.inject_along(0, &send, Route::new()),
        network.inject_along(0, &send, Route::new().then(Direction::plus(3), 1).unwrap()),
        network.inject(0, &Send { to: 6, ..send }),
        network.inject(0, &Send { payload_bytes: 237, ..send }),
    ];
    let said = wrong.map(|result| result.unwrap_err().to_string());
    assert_eq!(said[0], "the route stay does not lead from node 0 to 1");
    assert!(said[1].contains("+W1 does not lead"), "{}", said[1]);
    assert_eq!(said[2], "packet from node 0 to 6: the torus 3x2 has the nodes 0 to 5");
    assert_eq!(said[3], "packet from node 0 to 1: 237 bytes, at most 236 fit in a packet");
    network.advance_until(100);
    assert!(network.inject(99, &send).unwrap_err().to_string().contains("the time is already 100"));
    assert_eq!((network.in_flight(), network.next_event_time()), (0, None));
    assert_eq!(network.deadlock(), None, "a run without traffic ends");
}
