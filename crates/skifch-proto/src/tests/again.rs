//! Links that are reopened at once, and processes that stood still.

use super::net::Path;
use super::world::{MS, S, Sizes, World};
use crate::{Append, Link, Reason};
use skifch_chance::seed;

const LINK: Link = Link { local: 0, remote: 1 };

/// Everything sent on the first connection arrives, followed by what is sent on the second.
#[test]
fn a_link_that_is_closed_and_opened_at_once_loses_nothing() {
    const EACH: u64 = 200;
    let seed = seed("a_link_that_is_closed_and_opened_at_once_loses_nothing");
    for round in 0..20 {
        let path = Path { loss: 50_000, reorder: 50_000, ..Path::clean(MS) };
        let mut world = World::new(seed + round, 2, path, |_, config| config.max_message = 20_000);
        world.flow(0, 1, Sizes::Mixed(3_000), EACH);
        let has_written = |world: &World| world.hosts[0].sends[0].1.done == EACH;
        assert!(world.run(S, has_written), "seed {seed} {round}");
        let (old, mut flow) = world.hosts[0].sends.pop().expect("a flow");
        let now_ns = world.now_ns;
        let end = &mut world.hosts[0].endpoint;
        assert!(end.stats(old).is_some_and(|stats| stats.unacked_bytes > 0));
        end.close(now_ns, old);
        let new = end.connect(now_ns, LINK, super::world::address(1)).expect("room");
        assert_ne!(old, new);
        assert_eq!(end.append(now_ns, old, &[b"late"]), Append::Gone);
        flow.total = 2 * EACH;
        world.hosts[0].links.insert(new, LINK);
        world.hosts[0].sends.push((new, flow));
        world.pump(0);
        let is_done = world.run(60 * S, World::is_done);
        let told = (world.count(LINK), world.hosts[0].lost(), world.hosts[1].lost());
        assert!(is_done && told.1.is_empty(), "seed {seed} {round}: {told:?}");
        assert_eq!(told.2, [Reason::Restarted], "seed {seed} {round}: of the first life");
    }
}

/// The restarted peer sends a hello, and does not know the connection on which data was sent to it.
#[test]
fn who_says_hello_and_knows_nothing_was_started_anew() {
    let seed = seed("who_says_hello_and_knows_nothing_was_started_anew");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| {});
    world.flow(0, 1, Sizes::Fixed(100), 10);
    world.finish(S);
    world.run(S, |_| false);
    world.restart(1);
    world.hosts[0].received.insert(LINK, (0, Sizes::Fixed(100)));
    world.net.path(0, 1).is_down = true;
    world.flow(1, 0, Sizes::Fixed(100), 10);
    world.run(2 * MS, |_| false);
    world.net.path(0, 1).is_down = false;
    world.hosts[1].received.insert(Link { local: 1, remote: 0 }, (10, Sizes::Fixed(100)));
    let (id, _) = world.hosts[0].sends[0];
    let now_ns = world.now_ns;
    assert_eq!(world.hosts[0].endpoint.append(now_ns, id, &[b"late"]), Append::Taken);
    world.pump(0);
    assert!(world.run(S, |world| !world.hosts[0].lost().is_empty()));
    assert_eq!(world.hosts[0].lost(), [Reason::Restarted]);
}

/// Suspended machines: time in which nobody ran does not count as silence.
#[test]
fn processes_that_stood_still_are_not_dead() {
    let seed = seed("processes_that_stood_still_are_not_dead");
    for (who, room) in [(&[0, 1][..], 0), (&[0, 1], 1 << 20), (&[0], 0), (&[1], 1 << 20)] {
        let mut world = World::new(seed, 2, Path::clean(MS), |_, config| {
            config.max_message = 20_000;
        });
        world.flow(0, 1, Sizes::Mixed(20_000), 2_000);
        world.flow(1, 0, Sizes::Mixed(20_000), 2_000);
        world.run(5 * MS, |_| false);
        // If only one stands still, it must be back before the other declares it dead.
        let time_ns = if who.len() == 2 { 400 * S } else { 25 * S };
        who.iter().for_each(|host| world.nap(*host, time_ns, room));
        world.finish(60 * S + time_ns);
    }
}

/// A program that calls once in two seconds, with a driver that does nothing between calls.
#[test]
fn who_seldom_calls_sees_a_death_all_the_same() {
    let seed = seed("who_seldom_calls_sees_a_death_all_the_same");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
    world.flow(0, 1, Sizes::Fixed(100), 10);
    world.finish(S);
    let seldom = |world: &mut World, calls: usize| {
        for _ in 0..calls {
            world.nap(0, 2 * S, 1 << 20);
            world.run(2 * S + MS, |_| false);
        }
    };
    world.hosts[0].sends[0].1.total += 1;
    world.pump(0);
    seldom(&mut world, 100);
    assert!(world.is_done() && world.hosts[0].lost().is_empty());
    world.hosts[1].is_dead = true;
    world.hosts[0].sends[0].1.total += 1;
    world.pump(0);
    seldom(&mut world, 12);
    assert!(world.hosts[0].lost().is_empty(), "it may have stood still");
    seldom(&mut world, 20);
    assert_eq!(world.hosts[0].lost(), [Reason::Silent]);
}

/// The same for the time allowed to deliver remaining data.
#[test]
fn what_is_left_outlives_a_standstill() {
    let seed = seed("what_is_left_outlives_a_standstill");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
    world.flow(0, 1, Sizes::Fixed(10_000), 20);
    world.hosts[1].is_reading = false;
    world.run(S, |_| false);
    let (id, _) = world.hosts[0].sends[0];
    let now_ns = world.now_ns;
    world.hosts[0].endpoint.close(now_ns, id);
    world.hosts[1].is_reading = true;
    (0..2).for_each(|host| world.nap(host, 400 * S, 0));
    world.finish(500 * S);
    assert!(world.run(S, |world| world.hosts[0].endpoint.unfinished() == 0));
}

/// Both sides start at once, and one of them closes and starts again before it has heard from the
/// other, whose hello belongs to the first of its two connections.
#[test]
fn a_link_that_is_closed_before_it_opens_loses_nothing() {
    let seed = seed("a_link_that_is_closed_before_it_opens_loses_nothing");
    for both in [true, false] {
        let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
        if both {
            world.flow(1, 0, Sizes::Fixed(10), 5);
        }
        world.flow(0, 1, Sizes::Fixed(10), 5);
        let (old, mut flow) = world.hosts[0].sends.pop().expect("a flow");
        let now_ns = world.now_ns;
        let end = &mut world.hosts[0].endpoint;
        end.close(now_ns, old);
        let new = end.connect(now_ns, LINK, super::world::address(1)).expect("room");
        flow.total = 10;
        world.hosts[0].links.insert(new, LINK);
        world.hosts[0].sends.push((new, flow));
        world.pump(0);
        let has_opened = |world: &World| world.hosts[0].endpoint.counters().connections_opened > 0;
        assert!(world.run(S, has_opened));
        assert_eq!(world.hosts[0].endpoint.find(LINK), Some(new), "and not a third");
        let is_done = |world: &World| world.count(LINK) == 10;
        assert!(world.run(10 * S, is_done), "{both}: {}", world.count(LINK));
        let lost = [world.hosts[0].lost(), world.hosts[1].lost()];
        assert_eq!(lost, [vec![], vec![Reason::Restarted]], "{both}");
    }
}
