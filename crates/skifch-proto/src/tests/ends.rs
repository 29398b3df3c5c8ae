//! Opening, closing and pauses: idleness, closing, death, restart, partitions, a receiver that does
//! not read.

use super::net::Path;
use super::world::{MS, S, Sizes, World, address};
use crate::{Append, Burst, Event, Link, Reason, Turn};
use skifch_chance::seed;

const LINK: Link = Link { local: 0, remote: 1 };
const BACK: Link = Link { local: 1, remote: 0 };

fn pair(seed: u64, path: Path) -> World {
    World::new(seed, 2, path, |_, config| config.max_message = 20_000)
}

fn idle(world: &mut World) {
    world.run(5 * S, |_| false);
    for host in &mut world.hosts {
        host.wakes = 0;
        assert_eq!(host.endpoint.next_deadline(), None, "{:?}", host.links);
    }
    let sent: Vec<_> = world.hosts.iter().map(|it| it.endpoint.counters().datagrams_sent).collect();
    world.run(3600 * S, |_| false);
    for (host, sent) in world.hosts.iter().zip(sent) {
        assert_eq!((host.wakes, host.endpoint.counters().datagrams_sent), (0, sent));
    }
}

#[test]
fn an_idle_connection_asks_for_nothing() {
    let mut world = pair(seed("an_idle_connection_asks_for_nothing"), Path::clean(MS));
    idle(&mut world);
    world.flow(0, 1, Sizes::Mixed(20_000), 500);
    world.flow(1, 0, Sizes::Mixed(20_000), 500);
    world.finish(10 * S);
    idle(&mut world);
}

#[test]
fn a_lone_message_leaves_at_once_and_many_share_a_datagram() {
    let mut world = World::new(1, 2, Path::clean(10_000), |_, config| {
        config.seal = crate::Seal::none();
        config.max_datagram = 60_000;
    });
    world.flow(0, 1, Sizes::Fixed(8), 1);
    world.finish(S);
    world.run(S, |_| false);
    let begin = world.now_ns;
    world.hosts[0].sends[0].1.total += 1;
    world.pump(0);
    world.finish(S);
    assert_eq!(world.now_ns - begin, 5_000, "half of a round trip");
    let before = *world.hosts[0].endpoint.counters();
    world.hosts[0].sends[0].1.total += 100_000;
    world.pump(0);
    world.finish(S);
    let after = world.hosts[0].endpoint.counters();
    let datagrams = after.datagrams_sent - before.datagrams_sent;
    assert!(datagrams < 100_000 / 1000, "{datagrams} datagrams");
    assert!(after.messages_coalesced - before.messages_coalesced > 99_000);
}

/// The first message of a connection is sent beside a probe of the largest size, which exceeds the
/// initial window.
#[test]
fn no_message_waits_for_a_datagram_that_tries_a_size() {
    let mut world = World::new(1, 2, Path::clean(10_000), |_, config| {
        config.max_datagram = 60_000;
    });
    world.flow(0, 1, Sizes::Fixed(8), 0);
    world.run(S, |_| false);
    let begin = world.now_ns;
    world.hosts[0].sends[0].1.total = 1;
    world.pump(0);
    world.finish(S);
    assert!(world.hosts[0].endpoint.counters().size_probes_sent > 0);
    assert_eq!(world.now_ns - begin, 5_000, "half of a round trip");
}

#[test]
fn what_was_flushed_waits_for_nobody() {
    let mut world = World::new(1, 3, Path::clean(MS), |_, config| config.coalesce_ns = 400_000);
    for to in [1, 2] {
        world.flow(0, to, Sizes::Fixed(8), 1);
    }
    world.finish(S);
    world.run(S, |_| false);
    for is_flushed in [false, true] {
        let begin = world.now_ns;
        for round in 0..2 {
            world.hosts[0].sends.iter_mut().for_each(|(_, flow)| flow.total += 1);
            world.pump(0);
            if round == 1 && is_flushed {
                let now_ns = world.now_ns;
                world.hosts[0].endpoint.flush_all(now_ns);
                world.pump(0);
            }
        }
        world.finish(S);
        let waited_ns = if is_flushed { 0 } else { 400_000 };
        assert_eq!(world.now_ns - begin, 500_000 + waited_ns, "half of a round trip, and that");
        world.run(S, |_| false);
    }
}

#[test]
fn an_answer_carries_the_acknowledgement() {
    let mut world = pair(seed("an_answer_carries_the_acknowledgement"), Path::clean(100_000));
    world.flow(0, 1, Sizes::Fixed(8), 1);
    world.flow(1, 0, Sizes::Fixed(8), 1);
    world.finish(S);
    world.run(S, |_| false);
    let before = [0, 1].map(|host| world.hosts[host].endpoint.counters().datagrams_sent);
    for round in 2..102 {
        for host in [0, 1] {
            world.hosts[host].sends[0].1.total = round;
            world.pump(host);
            world.finish(S);
        }
    }
    let after = [0, 1].map(|host| world.hosts[host].endpoint.counters().datagrams_sent);
    assert!(after[0] - before[0] <= 101 && after[1] - before[1] <= 101, "{before:?} {after:?}");
}

#[test]
fn finishing_while_data_is_in_flight_loses_nothing() {
    let seed = seed("finishing_while_data_is_in_flight_loses_nothing");
    for round in 0..20 {
        let path = Path { loss: 100_000, duplicate: 50_000, reorder: 50_000, ..Path::clean(MS) };
        let mut world = pair(seed + round, path);
        world.flow(0, 1, Sizes::Mixed(20_000), 100);
        world.flow(1, 0, Sizes::Mixed(20_000), 100);
        world.run(S, |world| world.hosts.iter().all(|host| host.sends[0].1.done == 100));
        for host in 0..2 {
            let (id, _) = world.hosts[host].sends[0];
            let now_ns = world.now_ns;
            world.hosts[host].endpoint.close(now_ns, id);
            assert_eq!(world.hosts[host].endpoint.append(now_ns, id, &[b"late"]), Append::Gone);
            world.pump(host);
        }
        let is_over = |world: &World| world.hosts.iter().all(|it| it.endpoint.unfinished() == 0);
        assert!(world.run(60 * S, is_over), "seed {seed} {round}");
        world.finish(S);
        let closed = |event: &Event| matches!(event, Event::Closed { .. });
        assert!(world.hosts.iter().all(|host| host.events.iter().any(closed)));
        world.run(60 * S, |_| false);
        for host in &mut world.hosts {
            assert_eq!(host.endpoint.next_deadline(), None);
            assert!(host.endpoint.find(LINK).is_none() && host.endpoint.find(BACK).is_none());
        }
    }
}

#[test]
fn closing_one_side_after_the_other_is_no_loss() {
    let mut world = pair(seed("closing_one_side_after_the_other_is_no_loss"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(100), 10);
    world.finish(S);
    for host in 0..2 {
        let (now_ns, link) = (world.now_ns, [LINK, BACK][host]);
        let id = world.hosts[host].endpoint.find(link).expect("open");
        world.hosts[host].endpoint.close(now_ns, id);
        world.pump(host);
        world.run(60 * S, |_| false);
    }
    assert!(world.hosts.iter().all(|host| host.lost().is_empty()));
    world.flow(0, 1, Sizes::Fixed(100), 20);
    world.hosts[1].received.insert(BACK, (0, Sizes::Fixed(100)));
    world.hosts[0].sends.remove(0);
    world.finish(S);
}

#[test]
fn a_receiver_that_does_not_read_for_minutes_is_waited_for() {
    let path = Path { loss: 10_000, ..Path::clean(MS) };
    let mut world = pair(seed("a_receiver_that_does_not_read_for_minutes_is_waited_for"), path);
    world.hosts[1].is_reading = false;
    world.flow(0, 1, Sizes::Mixed(20_000), 2_000);
    world.run(300 * S, |_| false);
    assert_eq!(world.count(LINK), 0);
    let stats = world.hosts[0].endpoint.stats(world.hosts[0].sends[0].0).expect("open");
    assert!(stats.unacked_bytes > 200_000, "{stats:?}");
    let wakes = world.hosts[0].wakes;
    assert!(wakes < 3_000, "{wakes} wake-ups in five minutes");
    let sent = |world: &World| [0, 1].map(|at| world.hosts[at].endpoint.counters().datagrams_sent);
    let before = sent(&world);
    world.run(300 * S, |_| false);
    let after = sent(&world);
    assert!((0..2).all(|at| after[at] - before[at] < 700), "{before:?} {after:?}: two in a second");
    let now = world.hosts[0].endpoint.stats(world.hosts[0].sends[0].0);
    assert_eq!(now.map(|it| it.unacked_bytes), Some(stats.unacked_bytes), "nothing grows");
    assert!(world.hosts.iter().all(|host| host.lost().is_empty()));
    world.hosts[1].is_reading = true;
    let begin = world.now_ns;
    world.pump(1);
    world.finish(10 * S);
    assert!(world.now_ns - begin < 3 * S, "it goes on at once");
}

#[test]
fn a_silent_peer_is_dead_after_the_time_set() {
    let mut world = pair(seed("a_silent_peer_is_dead_after_the_time_set"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(8), 10);
    world.finish(S);
    world.hosts[1].is_dead = true;
    world.run(3600 * S, |_| false);
    assert!(world.hosts[0].lost().is_empty(), "nobody asked");
    world.hosts[0].sends[0].1.total += 1;
    world.pump(0);
    let begin = world.now_ns;
    assert!(world.run(60 * S, |world| !world.hosts[0].lost().is_empty()));
    assert_eq!(world.hosts[0].lost(), [Reason::Silent]);
    assert!((30 * S..32 * S).contains(&(world.now_ns - begin)));
    let (id, now_ns) = (world.hosts[0].sends[0].0, world.now_ns);
    assert_eq!(world.hosts[0].endpoint.append(now_ns, id, &[b"x"]), Append::Gone);
    assert_eq!(world.hosts[0].endpoint.take(now_ns, id), Turn::Closed);
    world.hosts[0].endpoint.forget(id);
    assert_eq!(world.hosts[0].endpoint.next_deadline(), None);
}

#[test]
fn the_death_of_a_watched_peer_is_noticed_without_data() {
    let mut world =
        pair(seed("the_death_of_a_watched_peer_is_noticed_without_data"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(8), 10);
    world.finish(S);
    let (id, now_ns) = (world.hosts[0].sends[0].0, world.now_ns);
    world.hosts[0].endpoint.watch(now_ns, id, true);
    world.run(600 * S, |_| false);
    assert!(world.hosts[0].lost().is_empty());
    let pings = world.hosts[0].endpoint.counters().pings_sent;
    assert!((50..=125).contains(&pings), "{pings} in ten minutes");
    world.hosts[1].is_dead = true;
    world.run(40 * S, |_| false);
    assert_eq!(world.hosts[0].lost(), [Reason::Silent]);
}

#[test]
fn a_peer_that_never_was_is_reported() {
    let mut world = pair(seed("a_peer_that_never_was_is_reported"), Path::clean(MS));
    world.hosts[1].is_dead = true;
    world.flow(0, 1, Sizes::Fixed(8), 10);
    world.run(40 * S, |_| false);
    assert_eq!(world.hosts[0].lost(), [Reason::Silent]);
    let hellos = world.hosts[0].endpoint.counters().datagrams_sent;
    assert!((20..60).contains(&hellos), "{hellos}");
}

#[test]
fn a_peer_that_opens_late_is_reached() {
    let mut world = pair(seed("a_peer_that_opens_late_is_reached"), Path::clean(MS));
    world.hosts[1].endpoint.stop_listening(1);
    world.flow(0, 1, Sizes::Fixed(8), 10);
    world.run(10 * S, |_| false);
    assert_eq!(world.count(LINK), 0);
    world.hosts[1].endpoint.listen(1);
    world.finish(3 * S);
}

#[test]
fn a_restarted_peer_is_seen_when_it_is_sent_to() {
    let mut world = pair(seed("a_restarted_peer_is_seen_when_it_is_sent_to"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(1000), u64::MAX);
    world.run(S / 10, |_| false);
    world.restart(1);
    world.hosts[1].received.insert(BACK, (0, Sizes::Fixed(1000)));
    world.run(S, |world| !world.hosts[0].lost().is_empty());
    assert_eq!(world.hosts[0].lost(), [Reason::Unknown]);
    world.hosts[0].sends.clear();
    world.hosts[0].events.clear();
    world.flow(0, 1, Sizes::Fixed(1000), 100);
    world.finish(S);
}

#[test]
fn a_restarted_peer_is_seen_when_it_speaks() {
    let mut world = pair(seed("a_restarted_peer_is_seen_when_it_speaks"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(100), 100);
    world.flow(1, 0, Sizes::Fixed(100), 100);
    world.finish(S);
    world.run(S, |_| false);
    world.restart(1);
    world.hosts[0].received.insert(LINK, (0, Sizes::Fixed(500)));
    world.flow(1, 0, Sizes::Fixed(500), 100);
    world.run(S, |world| world.count(BACK) == 100);
    assert_eq!(world.count(BACK), 100);
    assert_eq!(world.hosts[0].lost(), [Reason::Restarted]);
    let id = world.hosts[0].endpoint.find(LINK).expect("the new one");
    assert_ne!(id, world.hosts[0].sends[0].0);
}

/// One end is killed and restarted at its address, while messages are in flight both ways and some
/// are lost.
#[test]
fn a_restart_in_mid_stream_ends_the_old_and_begins_the_new() {
    let seed = seed("a_restart_in_mid_stream_ends_the_old_and_begins_the_new");
    for round in 0..12 {
        let path = Path { loss: 50_000, reorder: 50_000, jitter_ns: MS, ..Path::clean(MS) };
        let mut world = pair(seed + round, path);
        world.flow(0, 1, Sizes::Mixed(20_000), u64::MAX);
        world.flow(1, 0, Sizes::Mixed(20_000), u64::MAX);
        world.run(S, |world| world.count(LINK) > 0 && world.count(BACK) > 0);
        world.run(round * MS / 3, |_| false);
        world.restart(1);
        let old = &mut world.hosts[0];
        let (id, _) = old.sends[0];
        old.sends.clear();
        old.links.remove(&id);
        old.received.insert(LINK, (0, Sizes::Mixed(500)));
        // Both start at once, or only the survivor, or only the new process.
        if round % 3 < 2 {
            world.flow(1, 0, Sizes::Mixed(500), 300);
        }
        assert!(
            world.run(40 * S, |world| !world.hosts[0].lost().is_empty()),
            "seed {seed} {round}: the old one is noticed"
        );
        assert!(matches!(world.hosts[0].lost()[..], [Reason::Restarted | Reason::Unknown]));
        world.hosts[1].received.insert(BACK, (0, Sizes::Mixed(700)));
        world.flow(0, 1, Sizes::Mixed(700), 300);
        let is_done = world.run(60 * S, World::is_done);
        let told = || (&world.hosts[0].events, &world.hosts[1].events);
        let counts = (world.count(LINK), world.count(BACK));
        assert!(is_done, "seed {seed} {round}: {counts:?} {:?}", told());
        let lost = (world.hosts[0].lost().len(), world.hosts[1].lost().len());
        assert_eq!(lost, (1, 0), "seed {seed} {round}: {:?}", told());
    }
}

#[test]
fn partitions_that_end_are_survived_and_others_are_noticed() {
    let seed = seed("partitions_that_end_are_survived_and_others_are_noticed");
    for (is_there, is_back) in [(true, false), (false, true), (true, true)] {
        let mut world = pair(seed, Path::clean(MS));
        world.flow(0, 1, Sizes::Mixed(20_000), 20_000);
        world.flow(1, 0, Sizes::Mixed(20_000), 20_000);
        for _ in 0..3 {
            world.run(20 * MS, |_| false);
            world.net.path(0, 1).is_down = is_there;
            world.net.path(1, 0).is_down = is_back;
            world.run(5 * S, |_| false);
            world.net.all_paths().for_each(|path| path.is_down = false);
        }
        world.finish(60 * S);

        world.hosts[0].sends[0].1.total += 10;
        world.hosts[1].sends[0].1.total += 10;
        world.net.path(0, 1).is_down = is_there;
        world.net.path(1, 0).is_down = is_back;
        (0..2).for_each(|host| world.pump(host));
        world.run(70 * S, |_| false);
        for host in &world.hosts {
            assert_eq!(host.lost().len(), 1, "seed {seed} {is_there} {is_back}");
        }
    }
}

#[test]
fn both_may_begin_at_once() {
    for round in 0..50 {
        let path = Path { loss: 200_000, jitter_ns: MS, ..Path::clean(MS) };
        let mut world = pair(seed("both_may_begin_at_once") + round, path);
        world.flow(0, 1, Sizes::Fixed(8), 10);
        world.flow(1, 0, Sizes::Fixed(8), 10);
        world.finish(60 * S);
        let opened = world.hosts.iter().map(|it| it.endpoint.counters().connections_opened);
        assert_eq!(opened.sum::<u64>(), 2, "one connection for both");
    }
}

#[test]
fn a_thousand_channels_of_one_process_open_soon() {
    let seed = seed("a_thousand_channels_of_one_process_open_soon");
    let mut world = World::new(seed, 2, Path::clean(MS), |_, config| {
        (config.max_message, config.send_bytes, config.recv_bytes) = (1000, 4096, 4096);
    });
    for remote in 1000..2000 {
        let now_ns = world.now_ns;
        world.hosts[1].endpoint.listen(remote);
        let link = Link { local: 0, remote };
        world.hosts[0].endpoint.connect(now_ns, link, address(1)).expect("room");
    }
    world.pump(0);
    let opened = |world: &World| world.hosts[0].endpoint.counters().connections_opened;
    assert!(world.run(3 * S, |world| opened(world) == 1000), "{} are open", opened(&world));
}

#[test]
fn packet_numbers_go_on_beyond_32_bits() {
    let path = Path { loss: 20_000, reorder: 20_000, ..Path::clean(MS) };
    let mut world = pair(seed("packet_numbers_go_on_beyond_32_bits"), path);
    for (from, to) in [(0, 1), (1, 0)] {
        world.flow(from, to, Sizes::Mixed(20_000), 2_000);
        let id = world.hosts[from].sends[0].0;
        let connection = world.hosts[from].endpoint.get_mut(id).expect("new");
        connection.skip_to(u64::from(u32::MAX) - 100);
    }
    world.finish(60 * S);
}

#[test]
fn a_claimed_message_arrives_as_it_was_committed() {
    let mut world = pair(seed("a_claimed_message_arrives_as_it_was_committed"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(30), 0);
    let (id, flow) = world.hosts[0].sends[0].clone();
    let total = 10_000;
    for number in 0..total {
        let has_room = |world: &World| {
            world.hosts[0].endpoint.stats(id).is_some_and(|it| it.unacked_bytes < 200_000)
        };
        assert!(world.run(S, has_room), "room comes back");
        let bytes = super::world::message(0, number, flow.sizes);
        let (now_ns, endpoint) = (world.now_ns, &mut world.hosts[0].endpoint);
        assert_eq!(endpoint.claim(id, 20_001), Err(Append::TooLong));
        let [first, second] = endpoint.claim(id, 1000).expect("room");
        assert_eq!(first.len() + second.len(), 1000);
        let (low, high) = bytes.split_at(first.len().min(30));
        first[..low.len()].copy_from_slice(low);
        second[..high.len()].copy_from_slice(high);
        assert!(!endpoint.commit(now_ns, id, 20_001));
        assert!(endpoint.commit(now_ns, id, 30));
        world.pump(0);
    }
    assert!(world.run(S, |world| world.count(LINK) == total));
}

#[test]
fn peers_that_cannot_work_together_say_so() {
    let seed = seed("peers_that_cannot_work_together_say_so");
    let mut world = World::new(seed, 2, Path::clean(MS), |host, config| {
        config.max_message = if host == 0 { 10_000 } else { 5_000 };
    });
    world.flow(0, 1, Sizes::Fixed(10), 1);
    world.run(S, |_| false);
    assert_eq!(world.hosts[0].lost(), [Reason::Incompatible]);
    let mut config = super::world::config(seed, 0);
    config.send_bytes = 100_000;
    let fault = crate::Endpoint::<crate::Heap>::new(config).expect_err("no power of two");
    assert!(fault.contains("send_bytes is 100000"), "{fault}");
    let mut config = super::world::config(seed, 0);
    config.max_message = usize::MAX - 7;
    let fault = crate::Endpoint::<crate::Heap>::new(config).expect_err("no room for two");
    assert!(fault.contains("18446744073709551608"), "{fault}");
    assert_eq!(address(1).port(), 7000);
}

/// A kept burst must not be attributed to the connection that has reused its slot.
#[test]
fn what_was_kept_goes_with_its_connection() {
    let mut world = pair(seed("what_was_kept_goes_with_its_connection"), Path::clean(MS));
    world.flow(0, 1, Sizes::Fixed(8), 1);
    world.finish(S);
    world.run(S, |_| false);
    let (id, now_ns) = (world.hosts[0].sends[0].0, world.now_ns);
    let end = &mut world.hosts[0].endpoint;
    let mut kept = Burst::new();
    assert_eq!(end.append(now_ns, id, &[b"an old secret"]), Append::Taken);
    assert!(end.poll_transmit(now_ns, &mut kept) && end.is_current(&kept));
    let before = end.parts(&kept).flatten().count();
    end.forget(id);
    let other = end.connect(now_ns, Link { local: 0, remote: 9 }, address(1)).expect("room");
    assert_eq!(end.append(now_ns, other, &[b"a new secret!"]), Append::Taken);
    assert!(!end.is_current(&kept));
    assert_eq!(end.parts(&kept).flatten().count(), before - 24, "the record is not there");
    end.on_too_big(&kept);
    assert_eq!(end.stats(other).map(|it| it.datagram_bytes), Some(1200));
}
