//! A rank that dies during operations.

use super::world::World;
use skifch_backend::abi::AtomicOp::{Add, Load};
use skifch_backend::word::Atomic;
use skifch_backend::{Error, Segment, Target};
use std::time::{Duration, Instant};

fn names_the_dead(error: &Error) {
    assert_eq!(error.errno(), libc::EPIPE, "{error}");
    assert!(error.text().contains("rank 2: its process has ended"), "{error}");
}

/// Repeats `act` until it fails.
fn until_it_fails(mut act: impl FnMut() -> Result<(), Error>) -> Error {
    let begin = Instant::now();
    loop {
        if let Err(error) = act() {
            return error;
        }
        assert!(begin.elapsed() < Duration::from_secs(60), "it never fails");
    }
}

/// Two ranks are in a call on a third one when it dies, for each kind of call; then the two
/// continue.
#[test]
fn what_waits_for_the_dead_fails_and_the_living_go_on() {
    for kind in 0..6 {
        let world = World::new(3, 128, 300, 1);
        let segments = world.segment(4096);
        world.run(|me| {
            if me == 2 {
                std::thread::sleep(Duration::from_millis(10));
                world.net.kill(2);
                return;
            }
            let segment = &segments[me as usize];
            let mut bytes = vec![0_u8; 2000];
            let at = bytes.as_mut_ptr();
            let error = until_it_fails(|| match kind {
                // SAFETY: bytes of ours, which live until after `syncreads`, here and below.
                0 => unsafe { segment.put(Target::new(2, 0), at.cast(), 2000) },
                // SAFETY: see above.
                1 => unsafe { segment.get(Target::new(2, 0), at.cast(), 2000) },
                // SAFETY: see above.
                2 => unsafe { segment.get_async(Target::new(2, 0), at.cast(), 2000) }
                    .and_then(|()| segment.syncreads()),
                3 => segment.atomic(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0)).map(drop),
                4 => segment.atomic_oneway(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0)),
                _ => segment
                    .atomic_oneway(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0))
                    .and_then(|()| segment.quiet()),
            });
            names_the_dead(&error);
            // Operations outstanding at its death are reported once; everything else succeeds.
            if let Err(error) = segment.quiet() {
                names_the_dead(&error);
            }
            if let Err(error) = segment.syncreads() {
                names_the_dead(&error);
            }
            names_the_dead(
                &segment.atomic(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0)).expect_err("dead"),
            );
            let other = 1 - me;
            for _ in 0..100 {
                segment
                    .atomic_oneway(Target::new(other, 8), &Atomic::new(Add, 8, 1, 0))
                    .expect("alive");
                segment.atomic(Target::new(other, 16), &Atomic::new(Add, 8, 1, 0)).expect("alive");
            }
            segment.quiet().expect("told already");
            segment.syncreads().expect("told already");
        });
        for (me, segment) in segments.iter().enumerate().take(2) {
            for offset in [8, 16] {
                let count =
                    segment.atomic(Target::new(me as u32, offset), &Atomic::new(Load, 8, 0, 0));
                assert_eq!(count.expect("inside"), 100, "kind {kind}");
            }
        }
    }
}

/// All threads in quiet at the time of the death get the error, not only the first.
#[test]
fn every_quiet_that_covers_what_was_lost_fails() {
    let world = World::new(3, 128, 300, 1);
    let segments = world.segment(64);
    segments[0].atomic_oneway(Target::new(2, 0), &Atomic::new(Add, 8, 1, 0)).expect("alive");
    let quiets = std::thread::scope(|scope| {
        let quiets: Vec<_> = (0..4).map(|_| scope.spawn(|| segments[0].quiet())).collect();
        std::thread::sleep(Duration::from_millis(20));
        world.net.kill(2);
        quiets.into_iter().map(|quiet| quiet.join().expect("no panic")).collect::<Vec<_>>()
    });
    for quiet in quiets {
        names_the_dead(&quiet.expect_err("it was lost"));
    }
    segments[0].quiet().expect("told already");
}
