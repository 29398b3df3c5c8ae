//! Puts and gets of every kind, checked against a model.

use crate::Pe;
use skifch_shmem::rma::{Layout, get_strided, p, put_strided};
use skifch_shmem::{Ctx, ctx, order, rma};

pub(crate) fn all(pe: &mut Pe<'_>) {
    bytes(pe);
    values(pe);
    strided(pe);
    contexts(pe);
    large(pe);
}

/// Each PE writes random pieces at random places in its own part of every PE's memory; all of the
/// memory must match a model.
fn bytes(pe: &mut Pe<'_>) {
    const PART: usize = 5000;
    let memory = pe.shmem.slice::<u8>(PART * pe.n).expect("room");
    let mut models = vec![vec![0_u8; PART]; pe.n];
    let base = pe.me * PART;
    for turn in 0..300_u64 {
        let (to, at) = (pe.own.index(pe.n), pe.own.index(PART));
        let len = pe.own.index(PART - at + 1).min(if turn % 4 == 0 { PART } else { 40 });
        let piece: Vec<u8> = (0..len).map(|_| pe.own.below(256) as u8).collect();
        memory.put(to, base + at, &piece).expect("a put");
        models[to][at..at + len].copy_from_slice(&piece);
        if turn % 10 == 0 {
            pe.shmem.quiet().expect("quiet");
            let from = pe.own.index(pe.n);
            let mut got = vec![0; PART];
            memory.get(from, base, &mut got).expect("a get");
            assert_eq!(got, models[from], "PE {from}, turn {turn}");
        }
    }
    pe.shmem.barrier().expect("a barrier");
    // Non-blocking reads of every PE's part.
    let mut got = vec![vec![0_u8; PART]; pe.n];
    for (from, got) in got.iter_mut().enumerate() {
        let source = memory.as_ptr().wrapping_add(base);
        // SAFETY: the buffer lives until the reads are waited for.
        unsafe { rma::get_nbi(Ctx::DEFAULT, got.as_mut_ptr(), source, PART, from as i32) }
            .expect("a counted read");
    }
    order::syncreads(Ctx::DEFAULT).expect("reads");
    assert_eq!(got, models);
    pe.shmem.barrier().expect("a barrier");
}

macro_rules! values_of {
    ($pe:ident: $($ty:ty)*) => { $( {
        let memory = $pe.shmem.slice::<$ty>($pe.n).expect("room");
        for to in 0..$pe.n {
            let value = ($pe.me * 7 + to + 1) as $ty;
            p(Ctx::DEFAULT, memory.as_ptr().wrapping_add($pe.me), value, to as i32).expect("a p");
        }
        $pe.shmem.barrier().expect("a barrier");
        for from in 0..$pe.n {
            for at in 0..$pe.n {
                let value = memory.get_one(from, at).expect("a g");
                assert_eq!(value, (at * 7 + from + 1) as $ty);
            }
        }
        $pe.shmem.barrier().expect("a barrier");
    } )* };
}

fn values(pe: &mut Pe<'_>) {
    values_of!(pe: u8 i16 u32 i64 f32 f64);
    // 16 bytes, and 8 at an odd address.
    let memory = pe.shmem.slice::<u64>(4).expect("room");
    let to = ((pe.me + 1) % pe.n) as i32;
    let odd = memory.as_ptr().cast::<u8>().wrapping_add(21).cast::<u64>();
    p(Ctx::DEFAULT, memory.as_ptr().cast::<[u64; 2]>(), [3, 4], to).expect("a p");
    p(Ctx::DEFAULT, odd, u64::MAX, to).expect("a p");
    pe.shmem.barrier().expect("a barrier");
    let mask = u64::MAX << 40;
    assert_eq!(memory.read(0..4).expect("own"), [3, 4, mask, !mask]);
    // SAFETY: any bytes make it.
    let two: [u64; 2] =
        unsafe { rma::g(Ctx::DEFAULT, memory.as_ptr().cast::<[u64; 2]>(), to) }.expect("a g");
    assert_eq!(two, [3, 4]);
    pe.shmem.barrier().expect("a barrier");
}

fn strided(pe: &mut Pe<'_>) {
    const LEN: usize = 600;
    let (right, left) = ((pe.me + 1) % pe.n, (pe.me + pe.n - 1) % pe.n);
    let memory = pe.shmem.slice::<u32>(LEN).expect("room");
    for _ in 0..40 {
        let block = 1 + pe.common.index(4);
        let count = pe.common.index(20);
        let strides = [0, 1].map(|_| (block + pe.common.index(5)) as isize);
        let layout = Layout {
            dest_stride: strides[0],
            source_stride: strides[1],
            block,
            count,
            size: size_of::<u32>(),
        };
        let salt = pe.common.below(1 << 20) as u32;
        let source = |of: usize| -> Vec<u32> {
            (0..LEN as u32).map(|at| salt ^ at.wrapping_mul(2_654_435_761) ^ of as u32).collect()
        };
        memory.write(0, &vec![0; LEN]).expect("own");
        pe.shmem.barrier().expect("a barrier");
        // SAFETY: all blocks are inside.
        unsafe {
            let from = source(pe.me);
            put_strided(
                Ctx::DEFAULT,
                memory.as_ptr().cast(),
                from.as_ptr().cast(),
                layout,
                right as i32,
            )
            .expect("a put");
        }
        pe.shmem.barrier().expect("a barrier");
        let mut model = vec![0; LEN];
        let from = source(left);
        for at in 0..count * block {
            let (which, inside) = (at / block, at % block);
            model[which * strides[0] as usize + inside] =
                from[which * strides[1] as usize + inside];
        }
        assert_eq!(memory.read(0..LEN).expect("own"), model, "{layout:?}");
        // Read back: the neighbour must hold what we put.
        let mut got = vec![0_u32; LEN];
        let back = Layout { dest_stride: strides[1], source_stride: strides[0], ..layout };
        // SAFETY: as above.
        unsafe {
            get_strided(
                Ctx::DEFAULT,
                got.as_mut_ptr().cast(),
                memory.as_ptr().cast(),
                back,
                right as i32,
            )
            .expect("a get");
        }
        let mine = source(pe.me);
        for at in 0..count * block {
            let at = at / block * strides[1] as usize + at % block;
            assert_eq!(got[at], mine[at], "{layout:?}");
        }
        pe.shmem.barrier().expect("a barrier");
    }
}

fn contexts(pe: &mut Pe<'_>) {
    let memory = pe.shmem.slice::<u64>(pe.n * 4).expect("room");
    let odd = pe.shmem.world().split(0, 2, pe.n.div_ceil(2)).expect("a team");
    let world = ctx::create(ctx::PRIVATE).expect("a context").expect("one is free");
    let to = (pe.me + 1) % pe.n;
    let at = |index: usize| memory.as_ptr().wrapping_add(index);
    p(world, at(pe.me * 4), 5 + pe.me as u64, to as i32).expect("a p");
    order::quiet(world).expect("quiet");
    // SAFETY: any bytes make it.
    let got = unsafe { rma::g(world, at(pe.me * 4), to as i32) }.expect("a g");
    assert_eq!(got, 5 + pe.me as u64);
    if let Some(team) = &odd {
        let size = team.n_pes().expect("a team");
        let of_team = ctx::create_on(team.handle(), 0).expect("a context").expect("one is free");
        for index in 0..size {
            p(of_team, at(pe.me * 4 + 1), 9 + index as u64, index as i32).expect("a p");
        }
        assert!(p(of_team, at(0), 1, size as i32).is_err(), "the team has no such PE");
        assert_eq!(ctx::team_of(of_team).expect("its team"), team.handle());
        order::quiet(of_team).expect("quiet");
        ctx::destroy(of_team).expect("gone");
        assert!(order::quiet(of_team).is_err(), "it is gone");
    }
    pe.shmem.barrier().expect("a barrier");
    if pe.me.is_multiple_of(2) {
        for other in (0..pe.n).step_by(2) {
            let value = memory.get_one(pe.me, other * 4 + 1).expect("own");
            assert_eq!(value, 9 + pe.me as u64 / 2, "by its number in the team");
        }
    }
    if let Some(team) = odd {
        team.destroy().expect("gone");
    }
    ctx::destroy(world).expect("gone");
    pe.shmem.barrier().expect("a barrier");
}

fn large(pe: &mut Pe<'_>) {
    const LEN: usize = 3 << 20;
    let memory = pe.shmem.slice::<u8>(LEN).expect("room");
    let pattern = |of: usize| -> Vec<u8> {
        (0..LEN).map(|at| (at.wrapping_mul(31) ^ (at >> 9) ^ (of * 77)) as u8).collect()
    };
    let (to, from) = ((pe.me + 1) % pe.n, (pe.me + pe.n - 1) % pe.n);
    memory.put(to, 0, &pattern(pe.me)).expect("a put");
    pe.shmem.barrier().expect("a barrier");
    assert!(memory.read(0..LEN).expect("own") == pattern(from));
    let mut got = vec![0; LEN];
    memory.get(to, 0, &mut got).expect("a get");
    assert!(got == pattern(pe.me));
    pe.shmem.barrier().expect("a barrier");
}
