//! Outputs of a run other than its summary.

use crate::follow::Follow;
use clap::Args;
use skifch_sim::engine::{Model, Network};
use skifch_sim::run::Phases;
use skifch_torus_view::page::{self, Words};
use skifch_torus_view::{Packets, Recorder, Recording, tables};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Maximum number of departures in a trace: a hundred megabytes of text.
const TRACED: usize = 300_000;

#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Also writes an HTML page: the torus in 3D, its links coloured by load over time
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also writes totals of every output, as CSV
    #[arg(long, value_name = "FILE")]
    links: Option<PathBuf>,
    /// Also writes the activity of the network over time, as CSV
    #[arg(long, value_name = "FILE")]
    timeline: Option<PathBuf>,
    /// Also writes the activity of every output over time, as CSV
    #[arg(long, value_name = "FILE")]
    link_timeline: Option<PathBuf>,
    /// Also writes histograms of the latencies of packets sent in the measurement, by hops, as CSV
    #[arg(long, value_name = "FILE")]
    latencies: Option<PathBuf>,
    /// Also writes the traffic between nodes, as CSV
    #[arg(long, value_name = "FILE")]
    traffic: Option<PathBuf>,
    /// Also writes each packet on each link, as a trace for ui.perfetto.dev or chrome://tracing
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Also prints the path of one packet; packets are numbered from 0 in the order of sending
    #[arg(long, value_name = "PACKET")]
    follow: Option<u64>,
}

/// The probes of a run.
pub(crate) type Lookers = (Option<Follow>, (Option<Recorder>, Option<Packets>));

type Table = fn(&Recording, &mut BufWriter<File>) -> io::Result<()>;

impl OutputArgs {
    /// The tables that are wanted.
    fn tables(&self) -> impl Iterator<Item = (&Path, Table)> {
        let all: [(_, Table); 5] = [
            (&self.links, tables::links),
            (&self.timeline, tables::timeline),
            (&self.link_timeline, tables::link_timeline),
            (&self.latencies, tables::latencies),
            (&self.traffic, tables::traffic),
        ];
        all.into_iter().filter_map(|(path, table)| Some((path.as_deref()?, table)))
    }

    fn is_recorded(&self) -> bool {
        self.html.is_some() || self.tables().next().is_some()
    }

    /// Whether any output needs a probe.
    pub(crate) fn is_any(&self) -> bool {
        self.is_recorded() || self.trace.is_some() || self.follow.is_some()
    }

    pub(crate) fn probe(&self, model: &Model, phases: &Phases) -> Lookers {
        let from = model.clock.from_ns(phases.warm_up_ns);
        let window = from..from + model.clock.from_ns(phases.measure_ns);
        let recorder = || Recorder::new(model).with_window(window);
        let packets = self.trace.is_some().then(|| Packets::new(TRACED));
        (self.follow.map(Follow::new), (self.is_recorded().then(recorder), packets))
    }

    /// Creates the files, so that a failure is reported before the run and not after it.
    pub(crate) fn create(&self, model: &Model) -> Result<Files, String> {
        if let Some(path) = &self.html {
            page::check(&model.torus).map_err(|why| format!("{}: {why}", path.display()))?;
        }
        let made = |path: &Path| -> Result<Made, String> {
            let file =
                File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok((path.to_owned(), BufWriter::new(file)))
        };
        let tables = self.tables().map(|(path, table)| Ok((made(path)?, table)));
        Ok(Files {
            tables: tables.collect::<Result<_, String>>()?,
            html: self.html.as_deref().map(made).transpose()?,
            trace: self.trace.as_deref().map(made).transpose()?,
        })
    }
}

type Made = (PathBuf, BufWriter<File>);

/// Files to be written at the end of the run.
pub(crate) struct Files {
    tables: Vec<(Made, Table)>,
    html: Option<Made>,
    trace: Option<Made>,
}

impl Files {
    /// Writes the files; returns messages to be printed.
    pub(crate) fn write(self, network: &Network<Lookers>, summary: &str) -> Result<String, String> {
        let model = network.model();
        let (follow, (recorder, packets)) = &network.probe;
        let mut said = String::new();
        if let Some(recorder) = recorder {
            let recording = recorder.finish(0);
            for ((path, mut file), table) in self.tables {
                let written = table(&recording, &mut file).and_then(|()| file.flush());
                written.map_err(|error| format!("{}: {error}", path.display()))?;
            }
            if let Some((path, mut file)) = self.html {
                let title = summary.lines().next().unwrap_or_default();
                let page = page::html(&recording, &Words { title, summary });
                let page = page.map_err(|why| format!("{}: {why}", path.display()))?;
                let written = file.write_all(page.as_bytes()).and_then(|()| file.flush());
                written.map_err(|error| format!("{}: {error}", path.display()))?;
                said += &format!("page      {}: open it in a browser\n", path.display());
            }
        }
        if let (Some(packets), Some((path, file))) = (packets, self.trace) {
            let written = packets.write(model, file);
            written.map_err(|error| format!("{}: {error}", path.display()))?;
            let until = packets.until().map(|at| model.clock.ns(at));
            let until = until.map_or("the whole run".to_owned(), |ns| {
                format!("the first {TRACED} departures, up to {ns:.1} ns")
            });
            said += &format!("trace     {}: {until}; for ui.perfetto.dev\n", path.display());
        }
        if let Some(follow) = follow {
            said.extend(follow.said(model).into_iter().map(|line| line + "\n"));
        }
        Ok(said)
    }
}
