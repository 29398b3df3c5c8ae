//! Scans of few elements right after and right before other short collective calls. In a scan a PE
//! needs nothing from those behind it, and yet must not run away from them.

use crate::Pe;
use skifch_shmem::coll::{self, Group, Scan, ops};
use skifch_shmem::{Ctx, Slice, Team, rma, team};

const TURNS: u64 = 30;
/// Bytes that delay what PE 0 sends to PE 2.
const LATE: usize = 1 << 18;

pub(crate) fn all(pe: &mut Pe<'_>) {
    let turned = team::split_strided(Team::WORLD, 0, 1, pe.n as i32, 0).expect("a team").team();
    for team in [Team::WORLD, turned] {
        each_turn(pe, Group::Team(team));
    }
    team::destroy(turned).expect("gone");
}

fn value(of: usize, turn: u64) -> u64 {
    of as u64 * 1000 + turn
}

fn each_turn(pe: &Pe<'_>, group: Group) {
    let late = pe.shmem.slice::<u8>(LATE).expect("room");
    // One word for each member, and the results of a scan and of a collect of varying length.
    let source = pe.shmem.slice::<u64>(pe.n).expect("room");
    let dest = pe.shmem.slice::<u64>(pe.n).expect("room");
    let sum = pe.shmem.slice::<u64>(1).expect("room");
    let bytes = vec![1; LATE];
    for turn in 0..TURNS {
        source.write(0, &vec![value(pe.me, turn); pe.n]).expect("own");
        coll::sync(group).expect("a meeting");
        if pe.me == 0 && pe.n > 2 {
            // SAFETY: long enough; `bytes` lives until the quiet below.
            unsafe { rma::put_nbi(Ctx::DEFAULT, late.as_ptr(), bytes.as_ptr(), LATE, 2) }
                .expect("a put");
        }
        let got = exchange(group, &dest, &source, pe, turn);
        let (kind, first) = [(Scan::Exclusive, 0), (Scan::Inclusive, 1)][(turn / 4 % 2) as usize];
        // SAFETY: symmetric, and of this type.
        unsafe {
            let (to, from) = (sum.as_ptr().cast(), source.as_ptr().cast::<u8>().cast_const());
            coll::scan(group, kind, to, from, 1, 8, ops::sum::<u64>).expect("a scan");
        }
        let wanted: u64 = (0..pe.me + first).map(|of| value(of, turn)).sum();
        assert_eq!(sum.read(0..1).expect("own"), [wanted], "{kind:?} scan {turn}");
        let wanted: Vec<u64> = (0..pe.n).map(|of| value(of, turn)).collect();
        let all: u64 = wanted.iter().sum();
        assert!(got == wanted || got == [all], "turn {turn}: {got:?}, not {wanted:?}");
    }
    pe.shmem.barrier().expect("a barrier");
}

/// A word from each member, or the sum of these, by one of the calls that do it.
fn exchange(
    group: Group,
    dest: &Slice<'_, u64>,
    source: &Slice<'_, u64>,
    pe: &Pe<'_>,
    turn: u64,
) -> Vec<u64> {
    let (to, from) = (dest.as_ptr().cast::<u8>(), source.as_ptr().cast::<u8>().cast_const());
    // SAFETY: the memory is symmetric and long enough, and of this type.
    let (done, len) = unsafe {
        match turn % 4 {
            0 => (coll::fcollect(group, to, from, 8), pe.n),
            1 => (coll::alltoall(group, to, from, 8), pe.n),
            2 => (coll::collect(group, to, from, 8), pe.n),
            _ => (coll::reduce(group, to, from, 1, 8, ops::sum::<u64>), 1),
        }
    };
    done.expect("an exchange");
    dest.read(0..len).expect("own")
}
