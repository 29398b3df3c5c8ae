//! Waiting for words and testing them.

use crate::Pe;
use skifch_shmem::wait::{
    Against, Cmp, Words, test, test_all, test_any, test_some, wait_until, wait_until_all,
    wait_until_any, wait_until_some,
};

pub(crate) fn all(pe: &mut Pe<'_>) {
    every_comparison(pe);
    several(pe);
    nothing_counts(pe);
    idle(pe);
    busy_target(pe);
}

fn every_comparison(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<i32>(6).expect("room");
    let to = (pe.me + 1) % pe.n;
    let cases = [(Cmp::Eq, 5, 5), (Cmp::Ne, 5, 0), (Cmp::Gt, 5, 4)];
    let more = [(Cmp::Ge, 5, 5), (Cmp::Lt, -5, 0), (Cmp::Le, -5, -5)];
    for (at, (cmp, value, against)) in cases.into_iter().chain(more).enumerate() {
        let word = words.as_ptr().wrapping_add(at);
        // SAFETY: a word of ours.
        unsafe {
            assert!(!test(word, Cmp::Eq, 99).expect("a look"));
            words.put_one(to, at, value).expect("a p");
            wait_until(word, cmp, against).expect("a wait");
            assert!(test(word, cmp, against).expect("a look"));
        }
    }
    // SAFETY: it is refused.
    assert!(unsafe { wait_until(std::ptr::null::<u64>(), Cmp::Eq, 0) }.is_err());
    pe.shmem.barrier().expect("a barrier");
}

/// All PEs write one word each to each PE in turn, which takes the words in order of arrival.
fn several(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<u64>(pe.n).expect("room");
    let values: Vec<u64> = (0..pe.n as u64).map(|of| of + 10).collect();
    for kind in 0..4 {
        words.write(0, &vec![0; pe.n]).expect("own");
        pe.shmem.barrier().expect("a barrier");
        for at in 0..pe.n {
            words.put_one((pe.me + at) % pe.n, pe.me, values[pe.me]).expect("a p");
        }
        let mut status = vec![0_i32; pe.n];
        let mut seen = 0;
        let each = Against::Each(values.as_ptr());
        while seen < pe.n {
            let view =
                Words { words: words.as_ptr().cast_const(), count: pe.n, status: status.as_ptr() };
            let mut places = vec![usize::MAX; pe.n];
            // SAFETY: all of them have as many elements.
            let found = unsafe {
                match kind {
                    0 => {
                        wait_until_all(view, Cmp::Eq, each).expect("a wait");
                        (0..pe.n).collect()
                    }
                    1 => vec![wait_until_any(view, Cmp::Ge, each).expect("a wait")],
                    2 => {
                        let one = Against::One(0);
                        let n = wait_until_some(view, places.as_mut_ptr(), Cmp::Gt, one);
                        places[..n.expect("a wait")].to_vec()
                    }
                    _ => {
                        let n = test_some(view, places.as_mut_ptr(), Cmp::Eq, each);
                        places[..n.expect("a look")].to_vec()
                    }
                }
            };
            for at in found {
                assert_eq!(words.get_one(pe.me, at).expect("own"), values[at]);
                assert_eq!(std::mem::replace(&mut status[at], 1), 0, "once");
                seen += 1;
            }
        }
        pe.shmem.barrier().expect("a barrier");
    }
}

fn nothing_counts(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<u16>(2).expect("room");
    let ones = [1, 1];
    let none = Words { words: words.as_ptr().cast_const(), count: 2, status: ones.as_ptr() };
    let empty = Words { words: words.as_ptr().cast_const(), count: 0, status: std::ptr::null() };
    let against = Against::One(7);
    let mut places = [0; 2];
    for words in [none, empty] {
        // SAFETY: all of them have as many elements.
        unsafe {
            wait_until_all(words, Cmp::Eq, against).expect("no wait");
            assert_eq!(wait_until_any(words, Cmp::Eq, against).expect("no wait"), usize::MAX);
            let some = wait_until_some(words, places.as_mut_ptr(), Cmp::Eq, against);
            assert_eq!(some.expect("no wait"), 0);
            assert!(test_all(words, Cmp::Eq, against).expect("a look"));
            assert_eq!(test_any(words, Cmp::Eq, against).expect("a look"), usize::MAX);
            assert_eq!(test_some(words, places.as_mut_ptr(), Cmp::Eq, against).expect("one"), 0);
        }
    }
    pe.shmem.barrier().expect("a barrier");
}

/// A PE that waits for long must not spin.
fn idle(pe: &mut Pe<'_>) {
    if pe.n < 2 {
        return;
    }
    let word = pe.shmem.slice::<u64>(1).expect("room");
    pe.shmem.barrier().expect("a barrier");
    if pe.me == 0 {
        std::thread::sleep(std::time::Duration::from_millis(600));
        (1..pe.n).for_each(|to| word.put_one(to, 0, 1).expect("a p"));
    } else {
        let before = cpu_ms();
        word.wait_until(0, Cmp::Eq, 1).expect("a wait");
        let used = cpu_ms() - before;
        assert!(used <= 60, "{used} ms of the processor in a wait of 600 ms");
    }
    pe.shmem.barrier().expect("a barrier");
}

/// The last PE computes and calls nothing; operations on its memory must complete all the same.
/// Virtual time passes only in calls, so there the PE reads the clock.
fn busy_target(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<u64>(4).expect("room");
    let last = pe.n - 1;
    pe.shmem.barrier().expect("a barrier");
    if pe.me == last && pe.n > 1 {
        let word = words.as_ptr();
        let mut sum = 0_u64;
        let network = std::env::var("SKIFCH_BACKEND").unwrap_or_default();
        let is_virtual = network.starts_with("torus");
        // SAFETY: a word of ours; no call of the library is made until all others have written.
        while unsafe { word.add(1).read_volatile() } < last as u64 {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(7));
            if is_virtual {
                skifch_shmem::job::time_ns().expect("a look at the clock");
            }
        }
    } else {
        for _ in 0..50 {
            words.fetch_add(last, 0, 1).expect("an addition");
            words.put_one(last, 2, 5).expect("a p");
            pe.shmem.quiet().expect("quiet");
            assert_eq!(words.get_one(last, 2).expect("a g"), 5);
        }
        words.fetch_add(last, 1, 1).expect("an addition");
    }
    pe.shmem.barrier().expect("a barrier");
    let rest = (pe.n - 1).max(1) as u64;
    assert_eq!(words.fetch(last, 0).expect("a look"), 50 * rest);
    pe.shmem.barrier().expect("a barrier");
}

/// CPU time of this process in milliseconds, at the resolution of the system's 10 ms ticks.
fn cpu_ms() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("/proc");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|text| text.parse::<u64>().expect("ticks")).sum();
    ticks * 10
}
