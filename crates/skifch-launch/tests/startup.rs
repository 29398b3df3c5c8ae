//! Who can start whom: our client and stock MPICH programs, under skifrun and under Hydra.

mod support;

use std::path::Path;
use support::{Ended, Folder, RANK, launcher, run, skifrun, skip, sorted, start, tool};

fn expect_exchange(launcher: &str, out: &str, size: usize) {
    let mut expected: Vec<_> = (0..size).map(|r| format!("exchanged {r} of {size}")).collect();
    expected.sort();
    assert_eq!(sorted(out), expected, "{launcher}, {size} ranks");
}

/// Runs Hydra to its end, with an input that does not end before. Hydra tells its proxy of the end
/// of its input, and is killed by SIGPIPE if a short job and the proxy have ended by then.
fn under(hydra: &Path, words: &[&str]) -> Ended {
    let (input, still_open) = std::io::pipe().expect("a pipe");
    let mut command = launcher(&hydra.to_string_lossy(), words);
    command.stdin(input);
    let ended = start(command).wait();
    drop(still_open);
    ended
}

#[test]
fn our_client_under_skifrun() {
    for size in [1, 2, 5] {
        let ended = run(&["-n", &size.to_string(), RANK, "exchange"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        expect_exchange("skifrun", &ended.out, size);
    }
}

#[test]
fn our_client_under_hydra() {
    let Some(hydra) = tool("our_client_under_hydra", "mpiexec.hydra") else { return };
    for size in [1, 2, 5] {
        let words = ["-n", &size.to_string(), RANK, "exchange"];
        let ended = under(&hydra, &words);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        expect_exchange("hydra", &ended.out, size);
    }
}

#[test]
fn our_client_under_hydra_by_port() {
    let Some(hydra) = tool("our_client_under_hydra_by_port", "mpiexec.hydra") else { return };
    for size in [1, 2, 5] {
        let words = ["-pmi-port", "-n", &size.to_string(), RANK, "identity"];
        let ended = under(&hydra, &words);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        assert_eq!(ended.out.matches("pmi1-port").count(), size, "{ended:?}");
    }
}

const MPI_PROGRAM: &str = r#"
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, size, sum, token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank > 0) MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token += 1;
    if (rank < size - 1) MPI_Send(&token, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    printf("rank %d of %d sum %d token %d\n", rank, size, sum, token);
    MPI_Finalize();
    return 0;
}
"#;

#[test]
fn a_stock_mpich_program_under_skifrun() {
    let test = "a_stock_mpich_program_under_skifrun";
    let Some(mpicc) = tool(test, "mpicc.mpich") else { return };
    let folder = Folder::new("mpich");
    let source = folder.file("ring.c", MPI_PROGRAM);
    let program = folder.path().join("ring").to_string_lossy().into_owned();
    let compiled = std::process::Command::new(mpicc).args([&source, "-o", &program]).output();
    let compiled = compiled.expect("mpicc runs");
    if !compiled.status.success() {
        let why = String::from_utf8_lossy(&compiled.stderr).replace('\n', " ");
        return skip(test, &format!("mpicc.mpich cannot compile: {why}"));
    }
    for size in [1, 2, 5] {
        let ended = run(&["-n", &size.to_string(), &program]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let sum = size * (size - 1) / 2;
        let line = |rank| format!("rank {rank} of {size} sum {sum} token {}", rank + 1);
        let expected: Vec<_> = (0..size).map(line).collect();
        assert_eq!(sorted(&ended.out), expected);
    }
}

#[test]
fn the_raw_wire() {
    let ended = run(&["-n", "2", RANK, "raw"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(sorted(&ended.out), ["raw 0 ok", "raw 1 ok"]);
}

#[test]
fn a_rank_that_talks_rubbish_hurts_only_itself() {
    let ended = run(&["-n", "3", RANK, "rubbish"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.out.matches("fine").count(), 3, "{ended:?}");
}

#[test]
fn children_do_not_take_themselves_for_ranks() {
    let ended = run(&["-n", "2", RANK, "children"]);
    assert_eq!(sorted(&ended.out), ["children of 0 see []", "children of 1 see []"]);
    let nested = run(&["-n", "2", support::SKIFRUN, "-n", "2", RANK, "identity"]);
    assert_eq!(nested.code, Some(0), "{nested:?}");
    assert_eq!(nested.out.matches(" of 2 local [0, 1]").count(), 4, "{nested:?}");
}

#[test]
fn alone_and_under_a_stranger() {
    let alone = start(launcher(RANK, &["identity"])).wait();
    assert_eq!(alone.out, "single 0 of 1 local [0]\n");
    let mut command = launcher(RANK, &["identity"]);
    command.env("OMPI_COMM_WORLD_SIZE", "2").env("OMPI_COMM_WORLD_RANK", "1");
    let ended = start(command).wait();
    assert_eq!(ended.code, Some(98), "{ended:?}");
    assert!(ended.err.contains("Open MPI") && ended.err.contains("skifrun"), "{ended:?}");
}

#[test]
fn the_choice_of_protocol_is_traced() {
    let mut command = skifrun(&["-n", "1", RANK, "identity"]);
    command.env("SKIFCH_BOOT_DEBUG", "1");
    let ended = start(command).wait();
    assert!(ended.err.contains("trying pmi1-fd") && ended.err.contains("selected pmi1-fd"));
    let mut command = skifrun(&["-n", "2", RANK, "identity"]);
    command.env("SKIFCH_BOOT", "single");
    let ended = start(command).wait();
    assert_eq!(ended.out.matches("single 0 of 1").count(), 2, "{ended:?}");
}

#[test]
fn a_fence_that_somebody_misses_ends_in_words() {
    let mut command = skifrun(&["-n", "2", RANK, "one-misses"]);
    command.env("SKIFCH_BOOT_TIMEOUT", "1");
    let ended = start(command).wait();
    assert_eq!(ended.code, Some(98), "{ended:?}");
    assert!(ended.err.contains("fence: waited 1 s"), "{ended:?}");
}

#[test]
fn several_programs_in_one_job() {
    let words =
        ["-n", "2", RANK, "identity", ":", "-n", "1", "-env", "A", "b c", "sh", "-c", "echo $A"];
    let ended = run(&words);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains(" 1 of 3 ") && ended.out.contains("b c\n"), "{ended:?}");
}

#[test]
fn the_probe_measures_any_launcher() {
    let table = |ended: &Ended| {
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ["init", "put", "fence", "get all"].iter().all(|step| ended.out.contains(step))
    };
    let own = run(&["-n", "3", "--probe"]);
    assert!(own.out.starts_with("3 ranks over pmi1-fd") && table(&own), "{own:?}");
    let Some(hydra) = tool("the_probe_measures_any_launcher", "mpiexec.hydra") else { return };
    let words = ["-n", "3", support::SKIFRUN, "--probe-rank"];
    let theirs = under(&hydra, &words);
    assert!(theirs.out.starts_with("3 ranks over pmi1-fd") && table(&theirs), "{theirs:?}");
}

#[test]
fn more_ranks_than_anybody_has_cores() {
    let ended = run(&["-n", "256", RANK, "start-stop"]);
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{ended:?}");
}
