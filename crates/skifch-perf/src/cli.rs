//! The command line of `skif-perf`.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::mpi::{self, MpiArgs};
use crate::papers::{self, PapersArgs};
use crate::rank::{self, RankArgs};
use crate::report::{csv, html, plot, table};
use crate::results::Report;
use crate::row::Kernel;
use crate::runner::{self, KernelPlan, Plan};
use crate::scratch::Scratch;
use crate::shmem::{self, ShmemArgs};
use crate::subject::Selection;
use crate::{goals::Standing, pin};

/// Measures SkifCh against the bare hardware, pipes, sockets, UCX and MPI, on the same two cores in
/// the same run. 1 MB is 10^6 bytes, 1 KB in a size is 1024 bytes.
#[derive(Parser, Debug)]
#[command(name = "skif-perf", version, about)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Message rate: one process only sends, the other only receives
    Msgrate(RunArgs),
    /// Ping-pong latency: half the round-trip time, average and percentiles
    Latency(RunArgs),
    /// Bandwidth of large transfers, reassembled in the receiver's memory
    Bandwidth(RunArgs),
    /// Aggregate rate: many ranks to one, and all to all
    Many(RunArgs),
    /// Token ring: the ranks without the token wait
    Ring(RunArgs),
    /// All of the above
    All(RunArgs),
    /// MPI: message rates, latencies, collectives and start-up, compared with the installed
    /// libraries
    Mpi(MpiArgs),
    /// OpenSHMEM: times of operations, compared with loads and stores, our MPI and Open MPI
    Shmem(ShmemArgs),
    /// Figures of a paper beside the results of its programs on this machine
    Papers(PapersArgs),
    /// Writes the report of an earlier run again, from its JSON file
    Show(ShowArgs),
    #[command(name = "__rank", hide = true)]
    Rank(RankArgs),
}

#[derive(Args, Debug)]
struct RunArgs {
    /// Message sizes in bytes (suffixes K and M are accepted)
    #[arg(long, value_delimiter = ',', value_parser = parse_size)]
    sizes: Vec<u64>,
    /// Numbers of ranks for `many` and `ring`
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u32).range(2..=64))]
    ranks: Vec<u32>,
    /// Runs per point; the median is shown
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: Option<u32>,
    /// Measuring time per point, in seconds
    #[arg(long, value_parser = parse_seconds)]
    seconds_per_point: Option<f64>,
    /// Other libraries to measure: auto, none, or names such as ucx,openmpi,mpich,pipe,socket; not
    /// included in auto, as in auto,udp: udp, udp-gso, skifch-shm, skifch-udp, skifch-udp-mac,
    /// openmpi-tcp, mpich-tcp
    #[arg(long, default_value = "auto")]
    peers: String,
    /// The two cores; by default two that are not hyperthreads of one core
    #[arg(long, value_delimiter = ',')]
    cores: Vec<usize>,
    /// Fewer sizes, fewer runs, shorter points
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    show: Output,
}

#[derive(Args, Debug)]
struct ShowArgs {
    /// Output of an earlier run with `--format json`
    json: PathBuf,
    #[command(flatten)]
    show: Output,
}

#[derive(Args, Debug)]
struct Output {
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Also writes a self-contained HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, a plot, and the goals
    Table,
    /// All results, including all raw runs
    Json,
    /// All raw runs, one per line
    Csv,
}

/// The public command line, without hidden subcommands; used to generate the manual page.
pub fn command() -> clap::Command {
    let all = Cli::command();
    let typed: Vec<_> = all.get_subcommands().filter(|what| !what.is_hide_set()).cloned().collect();
    clap::Command::new("skif-perf")
        .version(env!("CARGO_PKG_VERSION"))
        .about(env!("CARGO_PKG_DESCRIPTION"))
        .subcommand_required(true)
        .subcommands(typed)
}

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let (kernels, args): (&[Kernel], _) = match Cli::parse().what {
        What::Rank(args) => return rank::main(&args),
        What::Show(args) => return ended(shown(&args)),
        What::Mpi(args) => return ended(mpi::main(&args)),
        What::Shmem(args) => return ended(shmem::main(&args)),
        What::Papers(args) => return ended(papers::main(&args)),
        What::Msgrate(args) => (&[Kernel::Msgrate], args),
        What::Latency(args) => (&[Kernel::Latency], args),
        What::Bandwidth(args) => (&[Kernel::Bandwidth], args),
        What::Many(args) => (&[Kernel::Many, Kernel::Alltoall], args),
        What::Ring(args) => (&[Kernel::Ring], args),
        What::All(args) => (
            &[
                Kernel::Msgrate,
                Kernel::Latency,
                Kernel::Bandwidth,
                Kernel::Many,
                Kernel::Alltoall,
                Kernel::Ring,
            ],
            args,
        ),
    };
    ended(measured(kernels, &args))
}

fn ended(result: io::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // The reader of our output has closed the pipe: it has seen enough.
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("skif-perf: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Whether everything requested was measured: a failure of the channel counts, one of a peer does
/// not.
fn measured(kernels: &[Kernel], args: &RunArgs) -> io::Result<bool> {
    let scratch = Scratch::new()?;
    let report = runner::run(&plan(kernels, args)?, scratch.path())?;
    write(&report, &args.show)?;
    Ok(!report.failures.iter().any(|failure| failure.subject.starts_with("skifch")))
}

fn shown(args: &ShowArgs) -> io::Result<bool> {
    let text = fs::read_to_string(&args.json).map_err(|e| {
        io::Error::new(e.kind(), format!("cannot read {}: {e}", args.json.display()))
    })?;
    let mut report: Report = serde_json::from_str(&text)
        .map_err(|e| io::Error::other(format!("{} is no report: {e}", args.json.display())))?;
    // Only the samples are kept; summaries and goals are computed anew by this version.
    report.sum_up();
    write(&report, &args.show)?;
    Ok(true)
}

fn write(report: &Report, output: &Output) -> io::Result<()> {
    if let Some(file) = &output.html {
        let page = html::page(report)?;
        fs::write(file, page).map_err(|e| {
            io::Error::new(e.kind(), format!("cannot write {}: {e}", file.display()))
        })?;
    }
    let text = match output.format {
        Format::Json => serde_json::to_string_pretty(report).map_err(io::Error::other)? + "\n",
        Format::Csv => csv::lines(report),
        Format::Table => as_text(report, io::stdout().is_terminal()),
    };
    io::stdout().write_all(text.as_bytes())
}

/// Tables, plots and goals as text.
fn as_text(report: &Report, coloured: bool) -> String {
    let mut text = table::head(report);
    for &kernel in &report.kernels {
        text += &table::kernel(report, kernel);
        text += &plot::kernel(report, kernel, coloured);
    }
    if report.goals.iter().any(|goal| goal.standing != Standing::NotMeasured) {
        text += &table::goals(report);
    }
    text + &table::left_out(report)
}

fn plan(kernels: &[Kernel], args: &RunArgs) -> io::Result<Plan> {
    let cores = match args.cores[..] {
        [] => pin::pick_two(&pin::allowed_cores()?),
        [_, _] => args.cores.clone(),
        _ => return Err(io::Error::other("--cores wants two numbers, such as 0,1")),
    };
    Ok(Plan {
        kernels: kernels.iter().map(|&kernel| kernel_plan(kernel, args)).collect(),
        repeat: args.repeat.unwrap_or(if args.quick { 3 } else { 5 }),
        seconds: args.seconds_per_point.unwrap_or(if args.quick { 0.03 } else { 0.08 }),
        cores,
        selection: Selection::parse(&args.peers),
    })
}

fn kernel_plan(kernel: Kernel, args: &RunArgs) -> KernelPlan {
    let usual: &[u64] = match (kernel, args.quick) {
        (Kernel::Msgrate, false) => &[8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192],
        (Kernel::Msgrate, true) => &[8, 32, 64, 256, 1024, 8192],
        (Kernel::Latency, false) => &[8, 16, 32, 56, 64, 128, 256, 512, 1024, 2048, 4096, 8192],
        (Kernel::Latency, true) => &[8, 56, 256, 1024, 8192],
        (Kernel::Bandwidth, false) => &[16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20],
        (Kernel::Bandwidth, true) => &[16 << 10, 256 << 10, 4 << 20],
        _ => &[8],
    };
    let sizes = if args.sizes.is_empty() { usual.to_vec() } else { args.sizes.clone() };
    let ranks = match (kernel.by_ranks(), &args.ranks[..], args.quick) {
        (false, _, _) => vec![2],
        (true, [], false) => vec![2, 4, 8, 16],
        (true, [], true) => vec![2, 4],
        (true, given, _) => given.to_vec(),
    };
    KernelPlan { kernel, sizes, ranks }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['K', 'k']) {
        Some(digits) => (digits, 1 << 10),
        None => text.strip_suffix(['M', 'm']).map_or((text, 1), |digits| (digits, 1 << 20)),
    };
    let size = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(unit));
    size.filter(|size| (1..=1 << 30).contains(size)).ok_or_else(|| "a size is 1 to 1024M".into())
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|s| (0.001..=60.0).contains(s));
    seconds.ok_or_else(|| "a time is 0.001 to 60 seconds".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse_size("8"), Ok(8));
        assert_eq!(parse_size("64K"), Ok(65536));
        assert_eq!(parse_size("4m"), Ok(4 << 20));
        for wrong in ["", "0", "-1", "8X", "99999M"] {
            assert!(parse_size(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn what_is_asked_for_is_planned() {
        let cli = Cli::parse_from([
            "skif-perf",
            "all",
            "--sizes",
            "8,1K",
            "--ranks",
            "3",
            "--repeat",
            "2",
        ]);
        let What::All(args) = cli.what else { panic!("all was asked for") };
        let plan = plan(&[Kernel::Msgrate, Kernel::Ring], &args).expect("the plan is sound");
        assert_eq!((plan.repeat, plan.cores.len()), (2, 2));
        assert_eq!(plan.kernels[0].sizes, [8, 1024]);
        assert_eq!(
            (plan.kernels[0].ranks[..].to_vec(), plan.kernels[1].ranks.clone()),
            (vec![2], vec![3])
        );
        assert!(Cli::try_parse_from(["skif-perf", "ring", "--ranks", "1"]).is_err());
        assert!(Cli::try_parse_from(["skif-perf", "msgrate", "--seconds-per-point", "0"]).is_err());
    }
}
