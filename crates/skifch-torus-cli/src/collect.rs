//! Barrier, broadcast and allreduce, as performed by the network.

use crate::options::{NetworkArgs, TrafficArgs};
use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use skifch_sim::config::Collective;
use skifch_sim::engine::{MOST_BYTES, Model, Operation};
use skifch_sim::run::{Collected, Workload, collect};

#[derive(Args, Debug)]
pub(crate) struct CollectArgs {
    #[command(flatten)]
    network: NetworkArgs,
    /// Sizes of the torus, as in 4x4x4
    #[arg(long)]
    torus: Option<String>,
    /// Operations, separated by commas: barrier, broadcast, allreduce
    #[arg(
        long,
        value_delimiter = ',',
        default_values_t = ["barrier", "broadcast", "allreduce"].map(String::from)
    )]
    operation: Vec<String>,
    /// Bytes of each node, for broadcast and allreduce; several with commas
    #[arg(long, value_delimiter = ',', default_values_t = [8, 1024, 65_536])]
    bytes: Vec<u32>,
    /// Root of a broadcast
    #[arg(long, default_value_t = 0)]
    root: u32,
    /// Repetitions of each operation
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    times: u32,
    /// Background traffic that every node offers; 0 for none
    #[arg(long, default_value_t = 0.0)]
    load: f64,
    /// Pattern of the background traffic
    #[arg(long, default_value = "uniform")]
    pattern: String,
    #[command(flatten)]
    traffic: TrafficArgs,
}

/// Runs the operations; returns a table.
pub(crate) fn text(args: &CollectArgs) -> Result<String, String> {
    let settings = args.network.settings(args.torus.as_deref(), None)?;
    let model = Model::new(&settings).map_err(|error| error.to_string())?;
    let workload = match args.load == 0.0 {
        true => None,
        false => Some(args.traffic.workload(&model, &args.pattern, args.load)?),
    };
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(["operation", "bytes", "alone_ns", "first_ns", "mean_ns", "max_ns"]);
    for operation in operations(args)? {
        table.add_row(row(args, &model, operation, workload.as_ref())?);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let how = match model.collective {
        Collective::Tree => {
            let depth = model.tree.depth(model.torus.nodes());
            format!("in a tree of {depth} levels, separate from the torus")
        }
        _ => format!("over the rings of the torus, with other traffic of load {}", args.load),
    };
    Ok(format!("torus {}, {how}, {} times each\n{table}\n", model.torus, args.times))
}

fn operations(args: &CollectArgs) -> Result<Vec<Operation>, String> {
    if let Some(bytes) = args.bytes.iter().find(|bytes| **bytes > MOST_BYTES) {
        return Err(format!("--bytes {bytes}: must be at most {MOST_BYTES}"));
    }
    let mut all = Vec::new();
    for name in &args.operation {
        let sizes = args.bytes.iter();
        match name.as_str() {
            "barrier" => all.push(Operation::Barrier),
            "broadcast" => {
                let root = args.root;
                all.extend(sizes.map(|&bytes| Operation::Broadcast { root, bytes }));
            }
            "allreduce" => all.extend(sizes.map(|&bytes| Operation::Allreduce { bytes })),
            _ => {
                let there = "must be barrier, broadcast or allreduce";
                return Err(format!("--operation {name}: {there}"));
            }
        }
    }
    Ok(all)
}

fn row(
    args: &CollectArgs,
    model: &Model,
    operation: Operation,
    workload: Option<&Workload>,
) -> Result<Vec<String>, String> {
    let run = |times, workload: Option<&Workload>| {
        let traffic = workload.map(|it| (it, args.traffic.phases().warm_up_ns));
        collect(model, operation, times, traffic).map_err(|error| error.to_string())
    };
    let last = |all: &[Collected]| all.iter().map(|one| one.last).max().unwrap_or(0);
    let alone = last(&run(1, None)?);
    let all = run(args.times, workload)?;
    let mean = |of: fn(&Collected) -> u64| {
        all.iter().map(|one| model.clock.ns(of(one))).sum::<f64>() / all.len() as f64
    };
    let name = match operation {
        Operation::Barrier => "barrier",
        Operation::Broadcast { .. } => "broadcast",
        Operation::Allreduce { .. } => "allreduce",
    };
    let times = [
        model.clock.ns(alone),
        mean(|one| one.first),
        mean(|one| one.last),
        model.clock.ns(last(&all)),
    ];
    let words = [name.to_owned(), operation.bytes().to_string()];
    Ok(words.into_iter().chain(times.map(|ns| format!("{ns:.1}"))).collect())
}
