//! The developer commands of this repository; `cargo xtask` alone lists them.

#![forbid(unsafe_code)]

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

use clap::{Parser, Subcommand};
use shell::Res;
use std::process::ExitCode;
use workspace::Workspace;

/// The developer commands of this repository.
#[derive(Parser)]
#[command(name = "xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run every test, and list the checks that could not run
    Test(test::Args),
    /// Measure the message rate of SkifCh and of every installed MPI and UCX: table, plot, HTML
    /// page
    Msgrate(perf::Args),
    /// Run every measurement, and write one HTML page
    Report(perf::Args),
    /// Run microbenchmarks, and count the instructions of a message
    Bench(bench::Args),
    /// Install a release build as a relocatable tree
    Install(install::Args),
    /// Install the Debian packages that tests and comparisons use
    Setup,
    /// Check the rules of this repository: crate dependencies, sizes, words, links
    Tidy(tidy::Args),
    /// Generate mpi.h and the other files made from the MPI table
    Mpi(tables::Args),
    /// Generate shmem.h and the other files made from the OpenSHMEM table
    Shmem(tables::Args),
    /// Report how much of MPI is implemented, by chapter and by the programs that need it
    Coverage,
    /// Run third-party programs over our MPI and OpenSHMEM (NetPIPE, mpi4py, shmem4py, …);
    /// downloads them
    Programs(programs::Args),
    /// Model-check the lock-free code
    Loom(checks::LoomArgs),
    /// Fuzz every parser of untrusted input
    Fuzz(fuzz::Args),
    /// Run the tests of the memory-sharing crates under the sanitizers
    San(checks::SanArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match Workspace::load().and_then(|workspace| run(&workspace, &cli.task)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(text) => {
            eprintln!("xtask: {text}");
            ExitCode::FAILURE
        }
    }
}

fn run(workspace: &Workspace, task: &Task) -> Res {
    match task {
        Task::Test(args) => test::run(workspace, args),
        Task::Msgrate(args) => perf::msgrate(workspace, args),
        Task::Report(args) => perf::report(workspace, args),
        Task::Bench(args) => bench::run(workspace, args),
        Task::Install(args) => install::run(workspace, args),
        Task::Setup => {
            setup::ensure(setup::Use::Testing);
            Ok(())
        }
        Task::Tidy(args) => tidy::run(workspace, args),
        Task::Mpi(args) => tables::of_mpi(args),
        Task::Shmem(args) => tables::of_shmem(args),
        Task::Coverage => tables::coverage(),
        Task::Programs(args) => programs::run(workspace, args),
        Task::Loom(args) => checks::loom(workspace, args),
        Task::Fuzz(args) => fuzz::run(workspace, args),
        Task::San(args) => checks::san(workspace, args),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_agrees_with_itself() {
        Cli::command().debug_assert();
    }

    #[test]
    fn words_for_another_program_pass_and_ours_are_taken() {
        let words = ["xtask", "msgrate", "--no-setup", "--sizes", "8,64", "--html=x"];
        let Task::Msgrate(args) = Cli::parse_from(words).task else { panic!("another task") };
        assert!(args.no_setup);
        assert_eq!(args.words, ["--sizes", "8,64", "--html=x"]);
    }
}
