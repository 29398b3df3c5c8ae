//! The command line of `skif-torus`.

use crate::collect::{self, CollectArgs};
use crate::options::{NetworkArgs, TrafficArgs};
use crate::outputs::OutputArgs;
use crate::report::Point;
use crate::{chart, options, plot, report, show};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use skifch_sim::config::Fidelity;
use skifch_sim::engine::{Model, Network, Probe};
use skifch_sim::route::Order;
use skifch_sim::run::{Summary, Workload, run};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Runs synthetic traffic over a simulated torus in virtual time. Loads are bytes on the wire that
/// every node sends, as a fraction of link capacity.
#[derive(Parser, Debug)]
#[command(name = "skif-torus", version, about)]
struct Cli {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// One run, with a text summary
    Run(RunArgs),
    /// Measures latency and throughput over loads, patterns and tori
    Sweep(SweepArgs),
    /// Hardware barrier, broadcast and allreduce, alone or with background traffic
    Collect(CollectArgs),
    /// Description of a network: zero-load latencies and the throughput bounds of the links
    Show(ShowArgs),
}

#[derive(Args, Debug)]
struct RunArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes of the torus, as in 4x4x4
    #[arg(long)]
    torus: Option<String>,
    /// Traffic pattern: uniform, others, neighbour, tornado, complement, transpose, reversal,
    /// shuffle, permutation, hotspot
    #[arg(long, default_value = "uniform")]
    pattern: String,
    /// Load that every node offers
    #[arg(long, default_value_t = 0.3, allow_negative_numbers = true)]
    load: f64,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// List of failures, one per line: 20us link 5 +X, or 1ms node 9
    #[arg(long, value_name = "FILE")]
    faults: Option<PathBuf>,
    #[command(flatten)]
    outputs: OutputArgs,
}

#[derive(Args, Debug)]
struct SweepArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes of the tori, as in 4x4x4,8x8
    #[arg(long, value_delimiter = ',')]
    torus: Vec<String>,
    /// Traffic patterns, separated by commas
    #[arg(long, default_value = "uniform", value_delimiter = ',')]
    pattern: Vec<String>,
    /// Routing, separated by commas: direction, dimension, adaptive [default: that of the network]
    #[arg(long, value_delimiter = ',')]
    routing: Vec<String>,
    /// Loads that every node offers, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        allow_negative_numbers = true,
        default_values_t = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    )]
    load: Vec<f64>,
    #[command(flatten)]
    traffic: TrafficArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    /// Also writes a page with the curves, for a browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct ShowArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes of the torus, as in 4x4x4
    #[arg(long)]
    torus: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns and a text plot
    Table,
    /// Comma-separated values
    Csv,
}

/// The command line definition, from which manual pages are generated.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Parses the arguments and runs the command.
pub fn main() -> ExitCode {
    let result = match Cli::parse().what {
        What::Run(args) => one(&args),
        What::Sweep(args) => sweep(&args),
        What::Collect(args) => collect::text(&args),
        What::Show(args) => shown(&args),
    };
    let printed = result.and_then(|text| {
        // A reader that closes the pipe early, such as head, is not an error.
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

fn model(
    network: &NetworkArgs,
    torus: Option<&str>,
    routing: Option<&str>,
) -> Result<Model, String> {
    Model::new(&network.settings(torus, routing)?).map_err(|error| error.to_string())
}

fn shown(args: &ShowArgs) -> Result<String, String> {
    let settings = args.network.settings(args.torus.as_deref(), None)?;
    let model = Model::new(&settings).map_err(|error| error.to_string())?;
    Ok(show::text(&settings, &model))
}

fn one(args: &RunArgs) -> Result<String, String> {
    let model = model(&args.network, args.torus.as_deref(), None)?;
    let workload = args.traffic.workload(&model, &args.pattern, args.load)?;
    let faults = options::faults(args.faults.as_deref(), &model)?;
    let (torus, pattern, seed) = (&model.torus, &args.pattern, args.traffic.seed);
    let head = format!("torus {torus}, {pattern}, seed {seed}{}\n", unusual(&model));
    // Without outputs, a network without a probe: observation is compiled out.
    if !args.outputs.is_any() {
        let mut network = Network::new(&model);
        network.plan_faults(&faults).map_err(|error| error.to_string())?;
        let (summary, rate) = timed(&mut network, &workload, &args.traffic, &args.pattern)?;
        return Ok(format!("{head}{}{rate}", report::text(&model, &summary)));
    }
    let files = args.outputs.create(&model)?;
    let probe = args.outputs.probe(&model, &args.traffic.phases());
    let mut network = Network::with_probe(&model, probe);
    network.plan_faults(&faults).map_err(|error| error.to_string())?;
    let (summary, rate) = timed(&mut network, &workload, &args.traffic, &args.pattern)?;
    let text = format!("{head}{}", report::text(&model, &summary));
    let said = files.write(&network, &text)?;
    Ok(format!("{text}{rate}{said}"))
}

fn sweep(args: &SweepArgs) -> Result<String, String> {
    let (tori, routings) = (each(&args.torus), each(&args.routing));
    let networks: Vec<_> = tori
        .into_iter()
        .flat_map(|torus| routings.iter().map(move |routing| (torus, *routing)))
        .collect();
    // Created before the runs, which may take hours, so that a bad path is reported first.
    let page = match &args.html {
        None => None,
        Some(path) => {
            let file =
                File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Some((path, file))
        }
    };
    let count = networks.len() * args.pattern.len() * args.load.len();
    let mut points = Vec::new();
    for (torus, routing) in networks {
        let model = model(&args.network, torus, routing)?;
        let ways = way(&model);
        for pattern in &args.pattern {
            for &load in &args.load {
                let workload = args.traffic.workload(&model, pattern, load)?;
                let number = points.len() + 1;
                let name = format!("{number} of {count}: {} {pattern} {ways} {load}", model.torus);
                let mut network = Network::new(&model);
                let (summary, _) = timed(&mut network, &workload, &args.traffic, &name)?;
                let (torus, pattern) = (model.torus.to_string(), pattern.clone());
                points.push(Point { torus, pattern, routing: ways, summary });
            }
        }
    }
    if let Some((path, mut file)) = page {
        let written = file.write_all(chart::page(&points)?.as_bytes());
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(match args.format {
        Format::Table => report::table(&points) + &plot::text(&points),
        Format::Csv => report::csv(&points),
    })
}

/// All given names, or `None` alone if there are none.
fn each(names: &[String]) -> Vec<Option<&str>> {
    match names.is_empty() {
        true => vec![None],
        false => names.iter().map(|name| Some(name.as_str())).collect(),
    }
}

/// Describes routing and fidelity if they are not the default.
fn unusual(model: &Model) -> String {
    let ways = match way(model) {
        "direction" => String::new(),
        other => format!(", routing {other}"),
    };
    match model.fidelity {
        Fidelity::Exact => ways,
        Fidelity::Fluid => format!("{ways}, messages as flows (fluid)"),
        Fidelity::LogP => format!("{ways}, links not modelled (logp)"),
    }
}

/// The network's value of `router.routing`.
fn way(model: &Model) -> &'static str {
    match model.order {
        _ if model.is_adaptive => "adaptive",
        Order::Direction => "direction",
        Order::Dimension => "dimension",
    }
}

/// Runs with a progress bar, and measures the simulation speed.
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
