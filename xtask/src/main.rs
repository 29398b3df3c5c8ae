//! Every command a person types in this repository: `cargo xtask` alone lists them.

#![forbid(unsafe_code)]

mod args;
mod bench;
mod checks;
mod fuzz;
mod install;
mod perf;
mod programs;
mod setup;
mod shell;
mod tables;
mod test;
mod tidy;
mod workspace;

use args::Args;
use shell::Res;
use std::process::ExitCode;
use workspace::Workspace;

/// One command: its name, its arguments, what it does in one line, and the function that does it.
struct Task {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&Workspace, &mut Args) -> Res,
}

const TASKS: &[Task] = &[
    Task {
        name: "test",
        usage: "[--only STEP] [--long] [--no-setup]",
        about: "every test, and a list of what could not run here",
        run: test::run,
    },
    Task {
        name: "msgrate",
        usage: "[--no-setup] [words for `skif-perf msgrate`]",
        about: "message rate of SkifCh and of every MPI and UCX here: table, plot, HTML page",
        run: perf::msgrate,
    },
    Task {
        name: "report",
        usage: "[--no-setup] [words for `skif-perf all`]",
        about: "every measurement on one HTML page",
        run: perf::report,
    },
    Task {
        name: "bench",
        usage: "[--no-setup] [words for criterion]",
        about: "microbenchmarks in one process, and the instructions of a message",
        run: bench::run,
    },
    Task {
        name: "install",
        usage: "--prefix DIR [--destdir DIR]",
        about: "release build as a tree that works from wherever it lies",
        run: install::run,
    },
    Task {
        name: "setup",
        usage: "",
        about: "install the Debian packages that tests and comparisons use",
        run: setup::run,
    },
    Task {
        name: "tidy",
        usage: "[--fix: wrap long comments]",
        about: "check the rules of the house: arrows between crates, sizes, words, links",
        run: tidy::run,
    },
    Task {
        name: "mpi",
        usage: "[--check]",
        about: "make mpi.h and the other files that come from the table of MPI",
        run: tables::of_mpi,
    },
    Task {
        name: "shmem",
        usage: "[--check]",
        about: "make shmem.h and the other files that come from the table of SHMEM",
        run: tables::of_shmem,
    },
    Task {
        name: "coverage",
        usage: "",
        about: "how much of MPI there is, by chapter and by the programs that need it",
        run: tables::coverage,
    },
    Task {
        name: "programs",
        usage: "[NAME]",
        about: "programs of others over our MPI and OpenSHMEM: NetPIPE, mpi4py, shmem4py …; fetches them",
        run: programs::run,
    },
    Task {
        name: "loom",
        usage: "[--long: without a limit of preemptions]",
        about: "model-check the lock-free code",
        run: checks::loom,
    },
    Task {
        name: "fuzz",
        usage: "[--seconds N] [--seed N] [--only TARGET]",
        about: "mutated bytes against everything that reads what others wrote",
        run: fuzz::run,
    },
    Task {
        name: "san",
        usage: "[thread|address]",
        about: "run the tests of the memory-sharing crates under the sanitizers",
        run: checks::san,
    },
];

fn main() -> ExitCode {
    let mut args = Args::from_env();
    let Some(name) = args.word() else {
        list();
        return ExitCode::SUCCESS;
    };
    let Some(task) = TASKS.iter().find(|task| task.name == name) else {
        eprintln!("xtask: there is no command {name:?}; `cargo xtask` lists them");
        return ExitCode::from(2);
    };
    match Workspace::load().and_then(|workspace| (task.run)(&workspace, &mut args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("xtask {name}: {text}");
            ExitCode::FAILURE
        }
    }
}

fn list() {
    println!("usage: cargo xtask COMMAND\n");
    for task in TASKS {
        println!("  {:8} {}", task.name, task.about);
        if !task.usage.is_empty() {
            println!("  {:8}   {}", "", task.usage);
        }
    }
}
