//! Ordering: a PE that sees a flag sees the data put before it.

use crate::Pe;
use skifch_shmem::signal::{self, SignalOp};
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Slice, nicevt};

pub(crate) fn all(pe: &mut Pe<'_>) {
    for way in [Way::Fence, Way::Signal, Way::Add] {
        stream(pe, way);
    }
    by_a_third(pe);
    barriers(pe);
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Puts, a fence, a flag.
    Fence,
    /// A put with a signal that sets the word.
    Signal,
    /// A put with a signal that adds to the word.
    Add,
}

const SLOTS: usize = 4;
const SLOT: usize = 700;

/// Each PE sends random pieces to the next, which checks a whole piece when it sees the flag. A
/// slot is reused once the receiver has acknowledged it.
fn stream(pe: &mut Pe<'_>, way: Way) {
    const PIECES: u64 = 300;
    let data = pe.shmem.slice::<u64>(SLOTS * SLOT).expect("room");
    let flags = pe.shmem.slice::<u64>(SLOTS + 1).expect("room");
    let (to, from) = ((pe.me + 1) % pe.n, (pe.me + pe.n - 1) % pe.n);
    let lens: Vec<usize> = (0..PIECES).map(|_| 1 + pe.common.index(SLOT)).collect();
    let value = |of: usize, piece: u64, at: usize| {
        (piece << 32 | (at as u64) << 8 | of as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let look = |piece: u64| {
        let slot = piece as usize % SLOTS;
        let wanted = if way == Way::Add { (piece / SLOTS as u64) + 1 } else { piece + 1 };
        flags.wait_until(slot, Cmp::Ge, wanted).expect("a flag");
        let len = lens[piece as usize];
        let got = data.read(slot * SLOT..slot * SLOT + len).expect("own");
        for (at, &word) in got.iter().enumerate() {
            assert_eq!(word, value(from, piece, at), "{way:?}, piece {piece}, word {at} of {len}");
        }
        // Tells the sender that it may reuse the slot.
        flags.put_one(from, SLOTS, piece + 1).expect("an answer");
    };
    for piece in 0..PIECES {
        if piece >= SLOTS as u64 {
            look(piece - SLOTS as u64);
            flags.wait_until(SLOTS, Cmp::Ge, piece - SLOTS as u64 + 1).expect("an answer");
        }
        send(pe, way, (&data, &flags), to, piece, &lens, &value);
    }
    (PIECES - SLOTS as u64..PIECES).for_each(look);
    pe.shmem.barrier().expect("a barrier");
}

fn send(
    pe: &Pe<'_>,
    way: Way,
    (data, flags): (&Slice<'_, u64>, &Slice<'_, u64>),
    to: usize,
    piece: u64,
    lens: &[usize],
    value: &impl Fn(usize, u64, usize) -> u64,
) {
    let (slot, len) = (piece as usize % SLOTS, lens[piece as usize]);
    let words: Vec<u64> = (0..len).map(|at| value(pe.me, piece, at)).collect();
    match way {
        Way::Fence => {
            // The last word is put first, on its own.
            data.put_one(to, slot * SLOT + len - 1, words[len - 1]).expect("a p");
            data.put(to, slot * SLOT, &words[..len - 1]).expect("a put");
            pe.shmem.fence().expect("a fence");
            flags.put_one(to, slot, piece + 1).expect("a flag");
        }
        Way::Signal => {
            let signal = (piece + 1, SignalOp::Set);
            data.put_signal(to, slot * SLOT, &words, (flags, slot), signal).expect("a put");
        }
        Way::Add => {
            let signal = (1, SignalOp::Add);
            data.put_signal(to, slot * SLOT, &words, (flags, slot), signal).expect("a put");
        }
    }
}

/// PE 0 puts to the last PE, calls quiet, and notifies PE 1, which must find the data there.
fn by_a_third(pe: &mut Pe<'_>) {
    if pe.n < 3 {
        return;
    }
    let data = pe.shmem.slice::<u64>(512).expect("room");
    let flag = pe.shmem.slice::<u64>(2).expect("room");
    let last = pe.n - 1;
    for turn in 1..=200_u64 {
        let len = 1 + pe.common.index(512);
        if pe.me == 0 {
            data.put(last, 0, &vec![turn; len]).expect("a put");
            pe.shmem.quiet().expect("quiet");
            flag.put_one(1, 0, turn).expect("a flag");
            flag.wait_until(1, Cmp::Ge, turn).expect("an answer");
        } else if pe.me == 1 {
            flag.wait_until(0, Cmp::Ge, turn).expect("a flag");
            let mut got = vec![0; len];
            data.get(last, 0, &mut got).expect("a get");
            assert!(got.iter().all(|&word| word == turn), "turn {turn}: {got:?}");
            flag.put_one(0, 1, turn).expect("an answer");
        }
    }
    pe.shmem.barrier().expect("a barrier");
}

/// After a barrier of any kind, the data that others put before it is there.
fn barriers(pe: &mut Pe<'_>) {
    let data = pe.shmem.slice::<u64>(pe.n).expect("room");
    let word = pe.shmem.slice::<u64>(1).expect("room");
    let kinds: [fn(&Pe<'_>); 6] = [
        |pe| pe.shmem.barrier().expect("a barrier"),
        |_| {
            nicevt::barrier_notify().expect("told");
            nicevt::barrier_wait().expect("a barrier");
        },
        |_| nicevt::barrier_fast().expect("a barrier"),
        |_| nicevt::barrier_mask(0).expect("a barrier"),
        |pe| nicevt::barrier_stride(0, 1, pe.n as i32).expect("a barrier"),
        |pe| nicevt::barrier_stride(pe.n as i32 - 1, -1, pe.n as i32).expect("a barrier"),
    ];
    for turn in 1..=150_u64 {
        let kind = kinds[pe.common.index(kinds.len())];
        for to in 0..pe.n {
            data.put_one(to, pe.me, turn).expect("a p");
        }
        kind(pe);
        let got = data.read(0..pe.n).expect("own");
        assert!(got.iter().all(|&value| value >= turn), "turn {turn}: {got:?}");
        // No PE writes the next turn before all have checked this one.
        pe.shmem.world().sync().expect("a meeting");
        assert!(nicevt::barrier_wait().is_err(), "nothing was told");
    }
    // Groups by mask: only their members meet.
    nicevt::barrier_mask(1).expect("a barrier");
    if pe.me.is_multiple_of(2) {
        word.add(0, 0, 1).expect("an addition");
        nicevt::barrier_mask(1).expect("a barrier");
        let even = pe.n.div_ceil(2) as u64;
        assert_eq!(word.fetch(0, 0).expect("a look"), even);
        nicevt::barrier_mask(1).expect("a barrier");
    } else {
        assert!(nicevt::barrier_stride(0, 2, pe.n.div_ceil(2) as i32).is_err(), "not in it");
    }
    // SAFETY: the word is one.
    let own = unsafe { signal::fetch(word.as_ptr()) }.expect("own");
    assert!(own <= pe.n as u64);
    pe.shmem.barrier().expect("a barrier");
}
