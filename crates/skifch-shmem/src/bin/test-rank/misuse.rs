//! Misuse of the Rust API that the compiler cannot detect.

use crate::Pe;
use crate::refused::says;
use skifch_shmem::coll::Scan;
use skifch_shmem::wait::Cmp;
use skifch_shmem::{Members, Shmem};

/// PE numbers that do not exist, by kind.
fn pes(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<u64>(2).expect("room");
    for no_pe in [pe.n, i32::MAX as usize, 1 << 32, usize::MAX] {
        let names = [&*format!("PE {no_pe}: the job has the PEs 0 to {}", pe.n - 1)];
        says(words.put(no_pe, 0, &[1]), &names);
        says(words.put(no_pe, 0, &[]), &names);
        says(words.get(no_pe, 0, &mut [0]), &names);
        says(words.put_one(no_pe, 0, 1), &names);
        says(words.get_one(no_pe, 0), &names);
        says(words.fetch(no_pe, 0), &names);
        says(words.add(no_pe, 0, 1), &names);
        says(words.compare_swap(no_pe, 0, 0, 1), &names);
        let name = [&*format!("PE {no_pe}")];
        says(pe.shmem.world().broadcast(&words, &words, no_pe), &name);
    }
    assert_eq!(words.read(0..2).expect("own"), [0; 2], "nothing was written");
}

/// Elements beyond the end of a slice.
fn elements(pe: &mut Pe<'_>) {
    let words = pe.shmem.slice::<i32>(4).expect("room");
    let none = pe.shmem.slice::<i32>(0).expect("nothing needs no room");
    assert!(none.is_empty() && none.read(0..0).expect("nothing").is_empty());
    says(none.put_one(0, 0, 1), &["1 elements from 0", "slice of 0"]);
    says(words.put(0, 1, &[1; 4]), &["4 elements from 1", "slice of 4"]);
    says(words.get(0, usize::MAX, &mut [0; 2]), &["2 elements", "slice of 4"]);
    says(words.get_one(0, 4), &["from 4"]);
    says(words.read(2..5), &["3 elements from 2"]);
    says(words.write(4, &[1]), &["1 elements from 4"]);
    says(words.fetch_add(0, 4, 1), &["from 4"]);
    says(words.wait_until(4, Cmp::Eq, 0), &["from 4"]);
    says(pe.shmem.slice::<u64>(1 << 30), &["1073741824 elements of 8", "SHMEM_SYMMETRIC_SIZE"]);
    says(pe.shmem.slice::<u64>(usize::MAX), &["18446744073709551615 elements"]);
}

/// Slices whose lengths do not match.
fn lengths(pe: &mut Pe<'_>) {
    let world = pe.shmem.world();
    let long = pe.shmem.slice::<u32>(4 * pe.n).expect("room");
    let short = pe.shmem.slice::<u32>(4 * pe.n - 1).expect("room");
    let behind = pe.shmem.slice::<u32>(1).expect("room");
    let words = [&*format!("{} elements do not fit a slice of {}", 4 * pe.n, 4 * pe.n - 1)];
    says(world.broadcast(&short, &long, 0), &words);
    says(world.sum(&short, &long), &words);
    says(world.sum_scan(Scan::Inclusive, &short, &long), &words);
    says(world.alltoall(&short, &long), &words);
    says(world.fcollect(&long, &long).and(world.fcollect(&short, &long)), &["do not fit"]);
    says(world.collect(&short, &long, 4), &words);
    says(world.collect(&long, &behind, 2), &["2 elements from 0", "slice of 1"]);
    if pe.n > 1 {
        let blocks = format!("{} elements are not {} blocks", 4 * pe.n - 1, pe.n);
        says(world.alltoall(&long, &short), &[&blocks]);
    }
    world.collect(&long, &long, 4).expect("they fit");
    assert_eq!(behind.read(0..1).expect("own"), [0], "nothing is behind");
}

fn teams(pe: &mut Pe<'_>) {
    let world = pe.shmem.world();
    says(world.split(0, 1, pe.n + 1), &["no PEs of the team"]);
    says(world.split(pe.n, 1, 1), &["no PEs of the team"]);
    says(world.split(0, 1, 0), &["no PEs of the team"]);
    says(world.split(0, 0, 2), &["no PEs of the team"]);
    says(pe.shmem.world().destroy(), &["SHMEM_TEAM_WORLD"]);
    let alone = world.split(0, 1, 1).expect("a team");
    if let Some(alone) = alone {
        assert_eq!((alone.n_pes().expect("a number"), pe.me), (1, 0));
        assert_eq!(world.translate(pe.n, &alone).expect("an answer"), None);
        alone.destroy().expect("it ends");
    }
    no_room(&world);
}

/// Teams of PE 0 alone, until it has no room for another: all PEs learn of that.
fn no_room(world: &Members<'_>) {
    let mut teams = Vec::new();
    let error = loop {
        match world.split(0, 1, 1) {
            Ok(team) => teams.push(team),
            Err(error) => break error,
        }
        assert!(teams.len() < 2000, "there is a limit");
    };
    assert!(error.to_string().contains("no room for a team"), "{error}");
    teams.into_iter().flatten().for_each(|team| team.destroy().expect("it ends"));
    world.sync().expect("all have failed");
}

pub(crate) fn all(pe: &mut Pe<'_>) {
    pes(pe);
    elements(pe);
    if pe.n > 1 {
        lengths(pe);
    }
    teams(pe);
    // A second one shares the library with the first.
    let again = Shmem::start().expect("it is started");
    drop(again.slice::<u8>(9).expect("room"));
    drop(again);
    pe.shmem.barrier().expect("it is still there");
}

/// Slices dropped in a different order on one PE.
pub(crate) fn drops(pe: &mut Pe<'_>) {
    let (first, second) = (pe.shmem.slice::<u64>(1), pe.shmem.slice::<u64>(1));
    let (first, second) = (first.expect("room"), second.expect("room"));
    if pe.me == 0 {
        drop(first);
        drop(second);
    } else {
        drop(second);
        drop(first);
    }
}

/// A process that has left the job of `n` PEs does not become a job of its own; one that was alone
/// starts again.
pub(crate) fn after(n: usize) {
    for turn in 1..3 {
        let shmem = match Shmem::start() {
            Ok(shmem) => shmem,
            Err(error) => {
                assert!(n > 1 && error.to_string().contains("can join only once"), "{error}");
                continue;
            }
        };
        assert_eq!((n, shmem.my_pe(), shmem.n_pes()), (1, 0, 1));
        let word = shmem.slice::<usize>(1).expect("room");
        word.put_one(0, 0, turn).expect("a put");
        shmem.barrier().expect("a barrier");
        assert_eq!(word.get_one(0, 0).expect("own"), turn);
    }
}
