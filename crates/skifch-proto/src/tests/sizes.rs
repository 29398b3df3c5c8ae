//! Datagram sizes and path MTU.

use super::net::Path;
use super::world::{MS, S, Sizes, World};
use crate::Reason;
use skifch_chance::seed;

/// A lost size probe does not count as unanswered by the peer.
#[test]
fn who_tries_a_size_in_vain_and_then_has_nothing_to_say_is_not_dead() {
    let seed = seed("who_tries_a_size_in_vain_and_then_has_nothing_to_say_is_not_dead");
    for most in [usize::MAX, 1472] {
        let path = Path { mtu: 1472, ..Path::clean(MS) };
        let mut world = World::new(seed, 2, path, |_, config| config.max_datagram = 8932);
        world.hosts[0].most = most;
        world.flow(0, 1, Sizes::Fixed(100), 0);
        for _ in 0..10 {
            world.hosts[0].sends[0].1.total += 1;
            world.pump(0);
            world.finish(S);
            world.run(100 * S, |_| false);
            assert_eq!(world.hosts[0].endpoint.next_deadline(), None);
        }
        assert!(world.hosts[0].lost().is_empty() && world.hosts[1].lost().is_empty());
        assert_eq!(world.hosts[0].endpoint.counters().connections_opened, 1);
    }
}

#[test]
fn the_path_tells_how_large_datagrams_may_be() {
    let seed = seed("the_path_tells_how_large_datagrams_may_be");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, config| config.max_datagram = 8932);
    world.flow(0, 1, Sizes::Fixed(5000), 1_000);
    world.finish(10 * S);
    let id = world.hosts[0].sends[0].0;
    let size = |world: &World| world.hosts[0].endpoint.stats(id).expect("open").datagram_bytes;
    assert_eq!(size(&world), 8932);

    world.net.all_paths().for_each(|path| path.mtu = 3000);
    world.hosts[0].sends[0].1.total += 3_000;
    world.pump(0);
    world.finish(60 * S);
    assert!((2968..=3000).contains(&size(&world)), "{}", size(&world));
    assert_eq!(world.hosts[0].endpoint.counters().black_holes, 1);
}

#[test]
fn a_system_that_refuses_large_datagrams_is_obeyed() {
    let seed = seed("a_system_that_refuses_large_datagrams_is_obeyed");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, config| config.max_datagram = 8932);
    world.hosts[0].most = 1472;
    world.flow(0, 1, Sizes::Fixed(5000), 1_000);
    world.finish(10 * S);
    let id = world.hosts[0].sends[0].0;
    let size = world.hosts[0].endpoint.stats(id).expect("open").datagram_bytes;
    assert!((1440..=1472).contains(&size), "{size}");
}

/// Tunnels and old links carry less than the base size.
#[test]
fn a_way_that_carries_less_than_usual_is_used() {
    let seed = seed("a_way_that_carries_less_than_usual_is_used");
    for (carried, is_refused) in [(548, false), (548, true), (1000, false), (1000, true)] {
        let what = format!("seed {seed}, {carried} bytes, refused {is_refused}");
        let path = match is_refused {
            true => Path::clean(MS),
            false => Path { mtu: carried, ..Path::clean(MS) },
        };
        let mut world = World::new(seed, 2, path, |_, config| config.max_datagram = 8932);
        if is_refused {
            world.hosts[0].most = carried;
        }
        world.flow(0, 1, Sizes::Fixed(5000), 200);
        world.finish(10 * S);
        let id = world.hosts[0].sends[0].0;
        let size = world.hosts[0].endpoint.stats(id).expect("open").datagram_bytes;
        assert!((carried - 32..=carried).contains(&size), "{what}: {size}");
        assert!(world.hosts[0].lost().is_empty(), "{what}");
    }
}

/// Watches all peers of a host.
fn watch(world: &mut World, host: usize) {
    let ids: Vec<_> = world.hosts[host].links.keys().copied().collect();
    ids.iter().for_each(|id| world.hosts[host].endpoint.watch(world.now_ns, *id, true));
}

/// A peer that is heard may still receive nothing: this is reported, with the likely reason,
/// instead of waiting forever.
#[test]
fn a_way_that_swallows_all_but_the_smallest_is_reported() {
    let seed = seed("a_way_that_swallows_all_but_the_smallest_is_reported");
    let path = Path { mtu: 500, ..Path::clean(MS) };
    for is_heard in [false, true] {
        let mut world = World::new(seed, 2, path, |_, _| ());
        world.flow(0, 1, Sizes::Fixed(5000), 200);
        world.run(S, |_| false);
        if is_heard {
            // Its pings and their replies are small enough to pass.
            watch(&mut world, 1);
        }
        world.run(28 * S, |_| false);
        assert_eq!(world.hosts[0].lost(), [], "seed {seed}, is heard {is_heard}");
        world.run(4 * S, |_| false);
        let reason = if is_heard { Reason::Deaf } else { Reason::Swallowed };
        assert_eq!(world.hosts[0].lost(), [reason], "seed {seed}");
    }
}

/// If no large datagram was sent, or some arrived, the reason is not the datagram size.
#[test]
fn a_peer_that_has_taken_large_datagrams_or_was_sent_none_is_only_silent() {
    let seed = seed("a_peer_that_has_taken_large_datagrams_or_was_sent_none_is_only_silent");
    for (bytes, count) in [(5000, 20), (8, 1)] {
        let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
        world.flow(0, 1, Sizes::Fixed(bytes), count);
        world.run(S, |_| false);
        world.net.all_paths().for_each(|path| path.is_down = true);
        world.hosts[0].sends[0].1.total += 1;
        world.pump(0);
        world.run(35 * S, |_| false);
        assert_eq!(world.hosts[0].lost(), [Reason::Silent], "seed {seed}, {bytes} bytes");
    }
}

/// Both ends get a report: a sender within one `dead_ns`, a waiting peer when it hears nothing.
#[test]
fn a_way_that_is_cut_in_one_direction_is_reported_at_both_ends() {
    let seed = seed("a_way_that_is_cut_in_one_direction_is_reported_at_both_ends");
    for (from, to, reasons) in
        [(0, 1, [Reason::Deaf, Reason::Silent]), (1, 0, [Reason::Silent, Reason::Silent])]
    {
        let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
        world.flow(0, 1, Sizes::Fixed(5000), 20);
        world.run(S, |_| false);
        (0..2).for_each(|host| watch(&mut world, host));
        world.net.path(from, to).is_down = true;
        world.hosts[0].sends[0].1.total += 20;
        world.pump(0);
        world.run(38 * S, |_| false);
        assert_eq!(world.hosts[0].lost(), [reasons[0]], "seed {seed}, from {from}");
        world.run(38 * S, |_| false);
        assert_eq!(world.hosts[1].lost(), [reasons[1]], "seed {seed}, from {from}");
    }
}

/// Datagrams are not retransmitted forever without success.
#[test]
fn a_way_that_carries_less_than_the_least_is_reported() {
    let seed = seed("a_way_that_carries_less_than_the_least_is_reported");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
    world.hosts[0].most = 500;
    world.flow(0, 1, Sizes::Fixed(5000), 200);
    world.run(S, |_| false);
    assert_eq!(world.hosts[0].lost(), [Reason::Narrow], "seed {seed}");
}
