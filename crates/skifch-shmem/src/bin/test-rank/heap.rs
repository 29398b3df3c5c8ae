//! Allocation and release of symmetric memory.

use crate::Pe;
use skifch_shmem::{Ctx, heap, job, rma};

pub(crate) fn all(pe: &mut Pe<'_>) {
    kinds(pe);
    storm(pe);
}

fn kinds(pe: &mut Pe<'_>) {
    assert!(heap::malloc(0).expect("none").is_null());
    assert!(heap::calloc(usize::MAX / 4, 16).expect("none").is_null());
    assert!(heap::align(24, 8).expect("none").is_null());
    assert!(heap::align(1 << 31, 8).expect("none").is_null(), "beyond the heap's own");
    assert!(heap::malloc(1 << 45).expect("none").is_null(), "no room");
    assert!(heap::malloc_with_hints(8, 4).is_err(), "unknown hints");
    for alignment in [8, 64, 4096, 1 << 16, 2 << 20] {
        let at = heap::align(alignment, 100).expect("memory");
        assert_eq!(at.addr() % alignment, 0);
        // SAFETY: given just now.
        unsafe {
            at.write_bytes(0xff, 100);
            heap::free(at).expect("free");
        }
    }
    // SAFETY: given just now, here and below; nobody else looks.
    unsafe {
        let zeros = heap::calloc(300, 7).expect("memory");
        assert!(std::slice::from_raw_parts(zeros, 2100).iter().all(|&byte| byte == 0));
        zeros.write_bytes(7, 2100);
        let moved = heap::realloc(zeros, 5 << 20).expect("memory");
        assert!(std::slice::from_raw_parts(moved, 2100).iter().all(|&byte| byte == 7));
        let wall = heap::malloc(64).expect("memory");
        let moved = heap::realloc(moved, 9 << 20).expect("memory");
        assert!(std::slice::from_raw_parts(moved, 2100).iter().all(|&byte| byte == 7));
        let shorter = heap::realloc(moved, 10).expect("memory");
        assert_eq!(shorter, moved);
        assert!(heap::realloc(shorter, 0).expect("none").is_null());
        heap::free(std::ptr::null_mut()).expect("none");
        assert!(heap::free(wall.wrapping_add(8)).is_err(), "not what was given");
        heap::free(wall).expect("free");
        assert!(heap::free(wall).is_err(), "twice");
    }
    pe.shmem.barrier().expect("a barrier");
}

/// Random requests, the same on all PEs, must get the same offsets.
fn storm(pe: &mut Pe<'_>) {
    let mut held: Vec<(*mut u8, usize, u8)> = Vec::new();
    let to = ((pe.me + 1) % pe.n) as i32;
    let from = (pe.me + pe.n - 1) % pe.n;
    for turn in 0..60_u64 {
        if held.len() > 8 || pe.common.below(3) == 0 && !held.is_empty() {
            let (at, len, mark) = held.swap_remove(pe.common.index(held.len()));
            // SAFETY: it is ours until it is free.
            unsafe {
                let bytes = std::slice::from_raw_parts(at, len);
                assert!(bytes.iter().all(|&byte| byte == mark), "turn {turn}");
                heap::free(at).expect("free");
            }
            continue;
        }
        let len = 1 + pe.common.index(10_000);
        let at = heap::malloc(len).expect("memory");
        assert!(job::addr_accessible(at.cast(), to));
        let mine = vec![(turn as u8).wrapping_mul(3) ^ pe.me as u8; len];
        // SAFETY: given on all PEs.
        unsafe { rma::put(Ctx::DEFAULT, at, mine.as_ptr(), len, to) }.expect("a put");
        pe.shmem.barrier().expect("a barrier");
        held.push((at, len, (turn as u8).wrapping_mul(3) ^ from as u8));
    }
    for (at, ..) in held {
        // SAFETY: it is not used any more.
        unsafe { heap::free(at) }.expect("free");
    }
}
