//! Teams: PE numbers, destruction, and many teams.

use crate::Pe;
use skifch_shmem::{Team, team};

pub(crate) fn all(pe: &mut Pe<'_>) {
    numbers(pe);
    grid(pe);
    nested(pe);
    many(pe);
    beside_each_other(pe);
}

fn numbers(pe: &mut Pe<'_>) {
    let (n, me) = (pe.n as i32, pe.me as i32);
    assert_eq!(
        (team::my_pe(Team::WORLD).expect("one"), team::n_pes(Team::WORLD).expect("n")),
        (me, n)
    );
    assert_eq!(team::my_pe(Team::INVALID).expect("none"), -1);
    assert_eq!(team::translate(Team::INVALID, 0, Team::WORLD).expect("none"), -1);
    let shared = pe.shmem.shared();
    let near = shared.n_pes().expect("a team");
    assert!(near >= 1 && near <= pe.n);
    // Hosts may differ in their number of PEs.
    let memory = pe.shmem.slice::<u8>(1).expect("room");
    for at in 0..near {
        let of = shared.translate(at, &pe.shmem.world()).expect("a number").expect("one");
        let at = skifch_shmem::job::ptr(memory.as_ptr().cast(), of as i32).expect("an answer");
        assert!(!at.is_null(), "PE {of} is near");
    }
    pe.shmem.barrier().expect("a barrier");
    drop(memory);
    // All PEs in descending order.
    let down = pe.shmem.world().split(pe.n - 1, -1, pe.n).expect("a team").expect("all are in it");
    assert_eq!(down.my_pe().expect("a number"), pe.n - 1 - pe.me);
    let world = pe.shmem.world();
    for of in 0..pe.n {
        assert_eq!(down.translate(of, &world).expect("a number"), Some(pe.n - 1 - of));
    }
    assert_eq!(team::num_contexts(down.handle()).expect("a number"), 0);
    down.destroy().expect("gone");
}

/// Rows and columns, with sums along both.
fn grid(pe: &mut Pe<'_>) {
    let (source, dest) =
        (pe.shmem.slice::<u64>(1).expect("room"), pe.shmem.slice::<u64>(1).expect("room"));
    for width in 1..=pe.n + 1 {
        let (row, column) = team::split_2d(Team::WORLD, width as i32, 1, 2).expect("two teams");
        let width = width.min(pe.n);
        assert_eq!(team::my_pe(row).expect("a number") as usize, pe.me % width);
        assert_eq!(team::my_pe(column).expect("a number") as usize, pe.me / width);
        assert_eq!(team::num_contexts(column).expect("a number"), 2);
        let begin = pe.me - pe.me % width;
        let in_row = begin..(begin + width).min(pe.n);
        let in_column = (pe.me % width..pe.n).step_by(width);
        let lines = [(row, in_row.collect::<Vec<_>>()), (column, in_column.collect())];
        for (line, members) in lines {
            source.write(0, &[1 << pe.me]).expect("own");
            let group = skifch_shmem::coll::Group::Team(line);
            let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast::<u8>().cast_const());
            // SAFETY: one word on each.
            unsafe {
                let sum = skifch_shmem::coll::ops::sum::<u64>;
                skifch_shmem::coll::reduce(group, to, from, 1, 8, sum).expect("a sum");
            }
            let wanted = members.iter().map(|of| 1_u64 << of).sum::<u64>();
            assert_eq!(dest.read(0..1).expect("own"), [wanted], "width {width}");
            pe.shmem.barrier().expect("a barrier");
        }
        team::destroy(row).expect("gone");
        team::destroy(column).expect("gone");
        assert!(team::n_pes(row).is_err(), "it is gone");
    }
    assert_eq!(team::split_2d(Team::WORLD, 0, 0, 0).expect("none"), (Team::INVALID, Team::INVALID));
}

/// Teams of teams.
fn nested(pe: &mut Pe<'_>) {
    let mut team = pe.shmem.world();
    let mut all: Vec<usize> = (0..pe.n).collect();
    let mut made = Vec::new();
    while all.len() > 1 {
        let start = pe.common.index(2);
        let size = (all.len() - start).div_ceil(2);
        let half = team.split(start, 2, size).expect("a team");
        all = all.iter().copied().skip(start).step_by(2).collect();
        assert_eq!(half.is_some(), all.contains(&pe.me));
        let Some(half) = half else { break };
        assert_eq!(half.n_pes().expect("a size"), all.len());
        assert_eq!(all[half.my_pe().expect("a number")], pe.me);
        half.sync().expect("a meeting");
        made.push(std::mem::replace(&mut team, half));
    }
    // The world stays; each team below it is destroyed on its members.
    if team.handle() != Team::WORLD {
        team.destroy().expect("gone");
    }
    for team in made.into_iter().rev().filter(|team| team.handle() != Team::WORLD) {
        team.destroy().expect("gone");
    }
    pe.shmem.barrier().expect("a barrier");
}

/// The maximum number of teams, twice.
fn many(pe: &mut Pe<'_>) {
    for _ in 0..2 {
        let mut made = Vec::new();
        while let Some(team) = pe.shmem.world().split(0, 1, pe.n).ok().flatten() {
            made.push(team);
        }
        assert!(made.len() > 200, "{} teams", made.len());
        for team in made {
            team.sync().expect("a meeting");
            team.destroy().expect("gone");
        }
    }
}

/// Threads create and use teams of different parents concurrently.
fn beside_each_other(pe: &mut Pe<'_>) {
    let parents = [0, 1, 2]
        .map(|_| pe.shmem.world().split(0, 1, pe.n).expect("a team").expect("all are in it"));
    std::thread::scope(|scope| {
        for parent in &parents {
            scope.spawn(move || {
                for _ in 0..30 {
                    let n = parent.n_pes().expect("a size");
                    let team = parent.split(0, 1, n).expect("a team").expect("all are in it");
                    team.sync().expect("a meeting");
                    parent.sync().expect("a meeting");
                    team.destroy().expect("gone");
                }
            });
        }
    });
    for team in parents {
        team.destroy().expect("gone");
    }
    pe.shmem.barrier().expect("a barrier");
}
