//! Datagrams of what size the path carries.

use super::net::Path;
use super::random::seed;
use super::world::{MS, S, Sizes, World};
use crate::Reason;

/// A lost datagram that only tried a size is no question that the peer has left unanswered.
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

/// Tunnels and old links carry less than the usual least.
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

/// Datagrams are never sent again and again in vain.
#[test]
fn a_way_that_carries_less_than_the_least_is_reported() {
    let seed = seed("a_way_that_carries_less_than_the_least_is_reported");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, _| ());
    world.hosts[0].most = 500;
    world.flow(0, 1, Sizes::Fixed(5000), 200);
    world.run(S, |_| false);
    assert_eq!(world.hosts[0].lost(), [Reason::Narrow], "seed {seed}");
}
