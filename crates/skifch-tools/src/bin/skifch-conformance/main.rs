//! `skifch-conformance`: tests a backend against every rule of the contract, one line per rule.
//!
//! Every rank of a job runs it: `skifrun -n 4 skifch-conformance --backend shm`.

mod args;

use args::Args;
use clap::Parser;
use skifch::conformance::{Net, Verdict, run};
use skifch::{Error, Job, Origin, Registry, error};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    match select(&args).and_then(|()| check(&args)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("skifch-conformance: {error}");
            ExitCode::from(2)
        }
    }
}

/// Puts the command-line options into the environment, where the library reads them.
fn select(args: &Args) -> Result<(), Error> {
    let mut backend = args.backend.clone();
    if let Some(file) = &args.plugin {
        let file = file.canonicalize().map_err(|cause| {
            Error::new(libc::ENOENT, format!("--plugin {}: {cause}", file.display()))
        })?;
        set("SKIFCH_PLUGIN_PATH", &file.to_string_lossy());
        let name = plugin_name(file)?;
        backend = Some(args.under.iter().fold(name, |name, layers| format!("{layers}+{name}")));
    }
    if let Some(backend) = backend {
        set("SKIFCH_BACKEND", &backend);
    }
    Ok(())
}

fn plugin_name(file: PathBuf) -> Result<String, Error> {
    let registry = Registry::all();
    let origin = Origin::File(file.clone());
    if let Some(found) = registry.found.iter().find(|found| found.origin == origin) {
        return Ok(found.name());
    }
    let what = file.display().to_string();
    let why = registry.refused.iter().find(|(refused, _)| *refused == what);
    let why = why.map_or("it was not found", |(_, why)| why);
    Err(Error::new(libc::ELIBBAD, format!("--plugin {what}: {why}")))
}

fn set(name: &str, value: &str) {
    // SAFETY: called from `main` before any thread is started.
    unsafe { std::env::set_var(name, value) }
}

fn check(args: &Args) -> Result<bool, Error> {
    let job = Job::init()?;
    let (table, domain) = job.parts()?;
    let (rank, size) = (job.rank(), job.size());
    if rank == 0 {
        say(format_args!("backend {}, ranks {size}, seed {}", job.backend_name(), args.seed));
    }
    let fence = || {
        if let Err(error) = job.barrier() {
            eprintln!("[{rank}] {error}");
            // Without a fence the ranks are at different checks, and the results would mean
            // nothing.
            std::process::exit(2);
        }
    };
    let last_error = error::said_string;
    let net = Net { table, domain, rank, size, fence: &fence, last_error: &last_error };
    let (mut passed, mut failed, mut not_offered) = (0, 0, 0);
    let all_hold = run(&net, args.seed, &args.only, &mut |line| {
        match line.verdict {
            Verdict::Passed => passed += 1,
            Verdict::NotOffered(_) => not_offered += 1,
            Verdict::Failed(_) => failed += 1,
        }
        match line.verdict {
            Verdict::Failed(_) => say(format_args!("[{rank}] {line}")),
            _ if rank == 0 => say(format_args!("{line}")),
            _ => {}
        }
    });
    if rank == 0 || failed > 0 {
        say(format_args!(
            "rank {rank}: {passed} passed, {failed} failed, {not_offered} not offered"
        ));
    }
    job.finalize()?;
    // A filter that matches nothing proves nothing.
    Ok(all_hold && passed > 0)
}

/// Prints a line. Without a reader the verdict still counts.
fn say(line: std::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stdout(), "{line}");
}
