//! Collective calls over the world, teams and active sets, checked against results that each
//! member computes from the sources of all.

use crate::Pe;
use skifch_shmem::coll::{self, ActiveSet, Group, SYNC_WORDS, Scan, ops};
use skifch_shmem::{Slice, Team, team};

/// A group that this PE is in.
struct Case {
    group: Group,
    /// World numbers of its PEs.
    pes: Vec<usize>,
    me: usize,
    is_active: bool,
}

pub(crate) fn all(pe: &mut Pe<'_>) {
    let p_sync = pe.shmem.slice::<i64>(SYNC_WORDS).expect("room");
    for turn in 0..12 {
        let case = draw(pe, &p_sync, turn);
        if let Some(case) = &case {
            moves(pe, case);
            strided(pe, case);
            reductions(pe, case);
            scans(pe, case);
            assert!(p_sync.read(0..SYNC_WORDS).expect("own").iter().all(|&word| word == 0));
        } else {
            stand_by(pe);
        }
        pe.shmem.barrier().expect("a barrier");
        if let Some(Case { group: Group::Team(team), .. }) = case
            && ![Team::WORLD, Team::SHARED].contains(&team)
        {
            team::destroy(team).expect("gone");
        }
    }
    many_short(pe);
    ahead(pe);
    words_in_pairs(pe);
}

/// A random group, the same on all PEs.
fn draw(pe: &mut Pe<'_>, p_sync: &Slice<'_, i64>, turn: usize) -> Option<Case> {
    let (n, me) = (pe.n, pe.me);
    let (start, log) = (pe.common.index(n), pe.common.index(2));
    let most = (n - start).div_ceil(1 << log);
    let size = 1 + pe.common.index(most);
    let pes: Vec<usize> = match turn {
        0..4 => (0..n).collect(),
        _ => (0..size).map(|at| start + (at << log)).collect(),
    };
    let number = |at: usize| at as i32;
    let is_active = turn % 2 == 1;
    let group = match (turn, is_active) {
        (_, true) => {
            let log = if turn < 4 { 0 } else { log };
            let p_sync = p_sync.as_ptr();
            let (start, size) = (number(pes[0]), number(pes.len()));
            Group::Active(ActiveSet { start, log2_stride: number(log), size, p_sync })
        }
        (0..4, false) => Group::Team(Team::WORLD),
        (_, false) => {
            let stride = 1 << log;
            let new = team::split_strided(Team::WORLD, number(start), stride, number(size), 0);
            Group::Team(new.expect("a team").team())
        }
    };
    let me = pes.iter().position(|&of| of == me)?;
    Some(Case { group, pes, me, is_active })
}

/// PEs outside the group allocate the same memory, draw the same random numbers, and free the
/// memory in the same order as those inside: the last of a part first.
fn stand_by(pe: &mut Pe<'_>) {
    for _ in 0..4 {
        let (_sizes, _dest, _source) = Sizes::draw(pe);
    }
}

/// Memory that a part of a case works on.
struct Sizes {
    len: usize,
    root: usize,
    salt: u64,
}

const MOST: usize = 3000;

impl Sizes {
    fn draw<'s>(pe: &mut Pe<'s>) -> (Self, Slice<'s, u64>, Slice<'s, u64>) {
        let len = match pe.common.index(3) {
            0 => 1 + pe.common.index(6),
            1 => 1 + pe.common.index(100),
            _ => 1 + pe.common.index(MOST),
        };
        let (root, salt) = (pe.common.index(1 << 20), pe.common.below(1 << 40));
        let most = MOST * 2 * pe.n;
        let dest = pe.shmem.slice::<u64>(most).expect("room");
        let source = pe.shmem.slice::<u64>(most).expect("room");
        (Self { len, root, salt }, dest, source)
    }
}

fn value(salt: u64, of: usize, at: usize) -> u64 {
    (salt ^ (of as u64) << 50 ^ at as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn moves(pe: &mut Pe<'_>, case: &Case) {
    let (me, n) = (pe.me, case.pes.len());
    let (sizes, dest, source) = Sizes::draw(pe);
    let (len, salt) = (sizes.len, sizes.salt);
    let root = sizes.root % n;
    let mine: Vec<u64> = (0..len * n).map(|at| value(salt, me, at)).collect();
    let of = |index: usize, at: usize| value(salt, case.pes[index], at);
    let (to, from) = (dest.as_ptr().cast::<u8>(), source.as_ptr().cast::<u8>().cast_const());
    let clean = || {
        dest.write(0, &vec![7; dest.len()]).expect("own");
        source.write(0, &mine).expect("own");
        // All targets must be ready before any PE calls.
        coll::sync(case.group).expect("a meeting");
    };
    let got = |len: usize| dest.read(0..len).expect("own");
    // SAFETY: the memory is symmetric and long enough, here and below.
    unsafe {
        clean();
        coll::broadcast(case.group, to, from, len * 8, root as i32).expect("a broadcast");
        let wanted: Vec<u64> = match case.is_active && case.me == root {
            true => vec![7; len],
            false => (0..len).map(|at| of(root, at)).collect(),
        };
        assert_eq!(got(len), wanted, "a broadcast of {len} words from {root} of {n}");
        assert_eq!(got(len + 1)[len], 7, "no further");

        clean();
        coll::fcollect(case.group, to, from, len * 8).expect("fcollect");
        let wanted: Vec<u64> = (0..n)
            .flat_map(|of_| (0..len).map(move |at| (of_, at)))
            .map(|(index, at)| of(index, at))
            .collect();
        assert_eq!(got(len * n), wanted, "fcollect of {len} words");

        clean();
        let lens: Vec<usize> = (0..n).map(|index| (len * (index + 3) * 7919) % (len + 1)).collect();
        coll::collect(case.group, to, from, lens[case.me] * 8).expect("collect");
        let wanted: Vec<u64> = lens
            .iter()
            .enumerate()
            .flat_map(|(index, &len)| (0..len).map(move |at| (index, at)))
            .map(|(index, at)| of(index, at))
            .collect();
        assert_eq!(got(wanted.len()), wanted, "collect of {lens:?} words");
        assert_eq!(got(wanted.len() + 1)[wanted.len()], 7, "no further");

        clean();
        coll::alltoall(case.group, to, from, len * 8).expect("alltoall");
        let wanted: Vec<u64> = (0..n)
            .flat_map(|index| (0..len).map(move |at| (index, at)))
            .map(|(index, at)| of(index, case.me * len + at))
            .collect();
        assert_eq!(got(len * n), wanted, "alltoall of {len} words");
        coll::sync(case.group).expect("a meeting");
    }
}

fn strided(pe: &mut Pe<'_>, case: &Case) {
    let (me, n) = (pe.me, case.pes.len());
    let (sizes, dest, source) = Sizes::draw(pe);
    let (len, salt) = (sizes.len.min(MOST / 3), sizes.salt);
    let (dst, sst) = (1 + sizes.root % 2, 1 + sizes.root / 2 % 2);
    let mine: Vec<u64> = (0..len * n * sst).map(|at| value(salt, me, at)).collect();
    source.write(0, &mine).expect("own");
    dest.write(0, &vec![7; len * n * dst]).expect("own");
    coll::sync(case.group).expect("a meeting");
    let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast::<u8>().cast_const());
    // SAFETY: the memory is symmetric and long enough.
    unsafe { coll::alltoalls(case.group, to, from, dst as isize, sst as isize, len, 8) }
        .expect("alltoalls");
    let mut wanted = vec![7; len * n * dst];
    for index in 0..n {
        for at in 0..len {
            wanted[(index * len + at) * dst] =
                value(salt, case.pes[index], (case.me * len + at) * sst);
        }
    }
    assert_eq!(dest.read(0..len * n * dst).expect("own"), wanted, "every {dst} and {sst}");
    coll::sync(case.group).expect("a meeting");
}

fn reductions(pe: &mut Pe<'_>, case: &Case) {
    let me = pe.me;
    let (sizes, dest, source) = Sizes::draw(pe);
    let (len, salt) = (sizes.len, sizes.salt);
    let of = |of: usize| -> Vec<u64> { (0..len).map(|at| value(salt, of, at)).collect() };
    let in_place = sizes.root % 2 == 0;
    type Model = fn(u64, u64) -> u64;
    let kinds: [(&str, coll::Combine, Model); 5] = [
        ("sum", ops::sum::<u64>, u64::wrapping_add),
        ("product", ops::product::<u64>, u64::wrapping_mul),
        ("xor", ops::xor::<u64>, |a, b| a ^ b),
        ("max", ops::max::<u64>, u64::max),
        ("min", ops::min::<u64>, u64::min),
    ];
    for (name, combine, model) in kinds {
        source.write(0, &of(me)).expect("own");
        let from = source.as_ptr().cast::<u8>();
        let to = if in_place { from } else { dest.as_ptr().cast() };
        coll::sync(case.group).expect("a meeting");
        // SAFETY: the memory is symmetric and long enough, and of this type.
        unsafe { coll::reduce(case.group, to, from, len, 8, combine) }.expect("a reduction");
        let mut wanted = of(case.pes[0]);
        for &other in &case.pes[1..] {
            wanted.iter_mut().zip(of(other)).for_each(|(acc, with)| *acc = model(*acc, with));
        }
        let result = if in_place { &source } else { &dest };
        assert_eq!(result.read(0..len).expect("own"), wanted, "{name} of {len} words");
        coll::sync(case.group).expect("a meeting");
    }
}

fn scans(pe: &mut Pe<'_>, case: &Case) {
    let me = pe.me;
    let (sizes, dest, source) = Sizes::draw(pe);
    let (len, salt) = (sizes.len, sizes.salt);
    let of = |of: usize| -> Vec<u64> { (0..len).map(|at| value(salt, of, at)).collect() };
    for (kind, count) in [(Scan::Inclusive, case.me + 1), (Scan::Exclusive, case.me)] {
        for in_place in [false, true] {
            source.write(0, &of(me)).expect("own");
            dest.write(0, &vec![3; len]).expect("own");
            let from = source.as_ptr().cast::<u8>();
            let to = if in_place { from } else { dest.as_ptr().cast() };
            // SAFETY: the memory is symmetric and long enough, and of this type.
            unsafe { coll::scan(case.group, kind, to, from, len, 8, ops::sum::<u64>) }
                .expect("a scan");
            let mut wanted = vec![0_u64; len];
            for &other in &case.pes[..count] {
                let sum = wanted.iter_mut().zip(of(other));
                sum.for_each(|(acc, with)| *acc = acc.wrapping_add(with));
            }
            let result = if in_place { &source } else { &dest };
            assert_eq!(result.read(0..len).expect("own"), wanted, "{kind:?} of {len} words");
            coll::sync(case.group).expect("a meeting");
        }
    }
}

/// Short collectives back to back, whose signals must not overtake each other.
fn many_short(pe: &mut Pe<'_>) {
    let source = pe.shmem.slice::<f64>(1).expect("room");
    let dest = pe.shmem.slice::<f64>(1).expect("room");
    let lens = pe.shmem.slice::<u32>(pe.n * 4).expect("room");
    let some = pe.shmem.slice::<u32>(4).expect("room");
    let world = pe.shmem.world();
    for turn in 0..400 {
        source.write(0, &[(pe.me * 3 + turn) as f64]).expect("own");
        world.sum(&dest, &source).expect("a sum");
        let wanted: usize = (0..pe.n).map(|of| of * 3 + turn).sum();
        assert_eq!(dest.read(0..1).expect("own"), [wanted as f64], "turn {turn}");
        let count = |of: usize| (of + turn) % 4;
        some.write(0, &[(pe.me * 100 + turn) as u32; 4]).expect("own");
        world.collect(&lens, &some, count(pe.me)).expect("collect");
        let wanted: Vec<u32> =
            (0..pe.n).flat_map(|of| vec![(of * 100 + turn) as u32; count(of)]).collect();
        assert_eq!(lens.read(0..wanted.len()).expect("own"), wanted, "turn {turn}");
        world.sync().expect("a meeting");
    }
}

/// Broadcasts of many lengths without synchronisation between them, from roots in turn: each has a
/// target of its own, and its source is overwritten at once.
fn ahead(pe: &mut Pe<'_>) {
    turns(pe, 150, &[1, 6, 7, 300, 2100, 20_000]);
    turns(pe, 700, &[1, 0, 1, 1, 6]);
}

fn turns(pe: &mut Pe<'_>, turns: usize, lens: &[usize]) {
    let all: usize = (0..turns).map(|turn| lens[turn % lens.len()]).sum();
    let dest = pe.shmem.slice::<u64>(all).expect("room");
    let source = pe.shmem.slice::<u64>(20_000).expect("room");
    let salt = pe.common.below(1 << 40);
    pe.shmem.barrier().expect("a barrier");
    let mut from = 0;
    for turn in 0..turns {
        let (len, root) = (lens[turn % lens.len()], turn / 4 % pe.n);
        let sent: Vec<u64> = (0..len).map(|at| value(salt, turn, at)).collect();
        if pe.me == root {
            source.write(0, &sent).expect("own");
        }
        let to = dest.as_ptr().wrapping_add(from).cast::<u8>();
        let source_at = source.as_ptr().cast::<u8>();
        // SAFETY: the memory is symmetric and long enough.
        unsafe { coll::broadcast(Group::Team(Team::WORLD), to, source_at, len * 8, root as i32) }
            .expect("a broadcast");
        source.write(0, &vec![0; len]).expect("own");
        assert_eq!(dest.read(from..from + len).expect("own"), sent, "broadcast {turn} from {root}");
        from += len;
    }
    pe.shmem.barrier().expect("a barrier");
}

/// Broadcasts of few bytes at any alignment, in teams of two that are made again and again from
/// each two consecutive PEs: the teams' places pass from one pair to another.
fn words_in_pairs(pe: &mut Pe<'_>) {
    const TURNS: usize = 70;
    let room = pe.shmem.slice::<u8>(TURNS * 9 + 8).expect("room");
    for turn in 0..3 * pe.n.saturating_sub(1) {
        let first = turn % (pe.n - 1);
        room.write(0, &[0; TURNS * 9 + 8]).expect("own");
        let pair = team::split_strided(Team::WORLD, first as i32, 1, 2, 0).expect("a team").team();
        pe.shmem.barrier().expect("a barrier");
        if let Some(me) = pe.me.checked_sub(first).filter(|&me| me < 2) {
            words_in(pair, me, turn, &room);
            team::destroy(pair).expect("gone");
        }
    }
    pe.shmem.barrier().expect("a barrier");
}

fn words_in(pair: Team, me: usize, salt: usize, room: &Slice<'_, u8>) {
    for turn in 0..room.len() / 9 {
        let (len, root, from) = (turn % 9, turn / 5 % 2, turn * 9 + salt % 8);
        let sent: Vec<u8> = (0..len).map(|at| (turn * 31 + at * 7 + salt) as u8 | 1).collect();
        let dest = room.as_ptr().wrapping_add(from).cast::<u8>();
        // In every other turn the root's source is its target.
        let source = if turn % 2 == 0 || me != root { sent.as_ptr() } else { dest };
        if source == dest.cast_const() {
            room.write(from, &sent).expect("own");
        }
        // SAFETY: the memory is symmetric where it has to be, and long enough.
        unsafe { coll::broadcast(Group::Team(pair), dest, source, len, root as i32) }
            .expect("a broadcast");
        let after = room.read(from..from + 9).expect("own");
        assert!(after[..len] == sent && after[len..].iter().all(|&byte| byte == 0), "turn {turn}");
    }
}
