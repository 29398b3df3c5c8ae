//! The command line of `skif-torus`.

use crate::follow::Follow;
use crate::options::{NetworkArgs, TrafficArgs};
use crate::report::Point;
use crate::{links, report, show};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use skifch_sim::engine::{Model, Network, Probe};
use skifch_sim::run::{Summary, Workload, run};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Runs synthetic traffic over a simulated torus in virtual time. Loads are bytes on the wire that
/// every node sends, as a share of what one link carries.
#[derive(Parser, Debug)]
#[command(name = "skif-torus", version, about)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// One run, its summary in words
    Run(RunArgs),
    /// Latency and throughput over loads, patterns and tori
    Sweep(SweepArgs),
    /// A network before anything is run: latencies alone and what the links allow
    Show(ShowArgs),
}

#[derive(Args, Debug)]
struct RunArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes, as in 4x4x4
    #[arg(long)]
    torus: Option<String>,
    /// Who sends to whom: uniform, others, neighbour, tornado, complement, transpose, reversal,
    /// shuffle, permutation, hotspot
    #[arg(long, default_value = "uniform")]
    pattern: String,
    /// What every node offers
    #[arg(long, default_value_t = 0.3)]
    load: f64,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// Also writes what every output did over the whole run, as CSV
    #[arg(long, value_name = "FILE")]
    links: Option<PathBuf>,
    /// Also prints the way of one packet; packets are numbered from 0 in the order of sending
    #[arg(long, value_name = "PACKET")]
    follow: Option<u64>,
}

#[derive(Args, Debug)]
struct SweepArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes, as in 4x4x4,8x8
    #[arg(long, value_delimiter = ',')]
    torus: Vec<String>,
    /// Who sends to whom, several with commas
    #[arg(long, default_value = "uniform", value_delimiter = ',')]
    pattern: Vec<String>,
    /// What every node offers
    #[arg(
        long,
        value_delimiter = ',',
        default_values_t = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    )]
    load: Vec<f64>,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

#[derive(Args, Debug)]
struct ShowArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes, as in 4x4x4
    #[arg(long)]
    torus: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Columns for people
    Table,
    /// The same for programs
    Csv,
}

/// The command line as people type it, for whoever makes a manual page of it.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Understands the arguments and does what they say.
pub fn main() -> ExitCode {
    let result = match Cli::parse().what {
        What::Run(args) => one(&args),
        What::Sweep(args) => sweep(&args),
        What::Show(args) => shown(&args),
    };
    let printed = result.and_then(|text| {
        // A reader that has seen enough, as head, is no fault.
        match std::io::stdout().write_all(text.as_bytes()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.to_string()),
            _ => Ok(()),
        }
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("skif-torus: {why}");
            ExitCode::FAILURE
        }
    }
}

fn model(network: &NetworkArgs, torus: Option<&str>) -> Result<Model, String> {
    Model::new(&network.settings(torus)?).map_err(|error| error.to_string())
}

fn shown(args: &ShowArgs) -> Result<String, String> {
    let settings = args.network.settings(args.torus.as_deref())?;
    let model = Model::new(&settings).map_err(|error| error.to_string())?;
    Ok(show::text(&settings, &model))
}

fn one(args: &RunArgs) -> Result<String, String> {
    let model = model(&args.network, args.torus.as_deref())?;
    let workload = args.traffic.workload(&model, &args.pattern, args.load)?;
    let head = format!("torus {}, {}, seed {}\n", model.torus, args.pattern, args.traffic.seed);
    // Followed or not is another program: looking costs nothing when nobody looks.
    let (summary, rate, lines) = match args.follow {
        None => {
            let mut network = Network::new(&model);
            let (summary, rate) = timed(&mut network, &workload, &args.traffic, &args.pattern)?;
            write_links(args, &network)?;
            (summary, rate, Vec::new())
        }
        tag => {
            let mut network = Network::with_probe(&model, Follow::new(tag));
            let (summary, rate) = timed(&mut network, &workload, &args.traffic, &args.pattern)?;
            write_links(args, &network)?;
            (summary, rate, network.probe.said(&model))
        }
    };
    let lines: String = lines.into_iter().map(|line| line + "\n").collect();
    Ok(format!("{head}{}{rate}{lines}", report::text(&model, &summary)))
}

fn write_links<P: Probe>(args: &RunArgs, network: &Network<P>) -> Result<(), String> {
    let Some(path) = &args.links else { return Ok(()) };
    let written = File::create(path).and_then(|file| {
        let mut file = BufWriter::new(file);
        links::write(network, &mut file).and_then(|()| file.flush())
    });
    written.map_err(|error| format!("{}: {error}", path.display()))
}

fn sweep(args: &SweepArgs) -> Result<String, String> {
    let tori: Vec<_> = match args.torus.is_empty() {
        true => vec![None],
        false => args.torus.iter().map(|torus| Some(torus.as_str())).collect(),
    };
    let mut points = Vec::new();
    for torus in tori {
        let model = model(&args.network, torus)?;
        for pattern in &args.pattern {
            for &load in &args.load {
                let workload = args.traffic.workload(&model, pattern, load)?;
                let name = format!("{} {pattern} {load}", model.torus);
                let mut network = Network::new(&model);
                let (summary, _) = timed(&mut network, &workload, &args.traffic, &name)?;
                let (torus, pattern) = (model.torus.to_string(), pattern.clone());
                points.push(Point { torus, pattern, summary });
            }
        }
    }
    Ok(match args.format {
        Format::Table => report::table(&points),
        Format::Csv => report::csv(&points),
    })
}

/// Runs, with a bar for whoever looks, and says how fast that was.
fn timed<P: Probe>(
    network: &mut Network<P>,
    workload: &Workload,
    traffic: &TrafficArgs,
    name: &str,
) -> Result<(Summary, String), String> {
    let bar = ProgressBar::new(1000).with_message(name.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {eta}") {
        bar.set_style(style);
    }
    let start = Instant::now();
    let summary = run(network, workload, &traffic.phases(), |share| {
        bar.set_position((share * 1000.0) as u64);
    });
    bar.finish_and_clear();
    let summary = summary.map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let million = |count: u64| count as f64 / seconds / 1e6;
    let counters = &summary.counters;
    let (events, hops) = (million(counters.events), million(counters.hops));
    let rate = format!("speed     {events:.2} M events/s, {hops:.2} M hops/s, {seconds:.2} s\n");
    Ok((summary, rate))
}
