//! Which rank is which program, on which processors. Nothing has been started yet.

use crate::bind::{self, Cpus};
use crate::command::Command;
use crate::error::LaunchError;
use crate::options::{BindTo, Options, Stdin};
use crate::sys;

/// One rank to be.
#[derive(Debug)]
pub(crate) struct PlannedRank {
    /// Which program; also what PMI calls the application number.
    pub(crate) app: usize,
    pub(crate) cpus: Option<Cpus>,
}

/// The job to be.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) options: Options,
    pub(crate) commands: Vec<Command>,
    pub(crate) ranks: Vec<PlannedRank>,
    allowed: Cpus,
}

impl Plan {
    pub(crate) fn new(options: Options) -> Result<Self, LaunchError> {
        let commands: Vec<Command> = options
            .apps
            .iter()
            .map(|app| Command::new(app, &options.env))
            .collect::<Result<_, _>>()?;
        let allowed = bind::allowed();
        let places = bind::places(options.bind, &allowed);
        if places.is_empty() && options.bind != BindTo::None {
            return Err(LaunchError::own("--bind-to: the kernel does not say which processors"));
        }
        let counts = options.apps.iter().map(|app| app.ranks.or(options.default_ranks));
        let apps = counts
            .enumerate()
            .flat_map(|(app, count)| std::iter::repeat_n(app, count.unwrap_or(1) as usize));
        let place = |rank: usize| places.get(rank % places.len().max(1)).cloned();
        let ranks: Vec<_> =
            apps.enumerate().map(|(rank, app)| PlannedRank { app, cpus: place(rank) }).collect();
        if let Stdin::Rank(rank @ 1..) = options.stdin
            && rank as usize >= ranks.len()
        {
            let count = ranks.len();
            return Err(LaunchError::own(format!("-stdin {rank}: there are {count} ranks")));
        }
        Ok(Self { options, commands, ranks, allowed })
    }

    /// Says what `-v`, `--display-map` and `--report-bindings` ask for, on stderr.
    pub(crate) fn announce(&self) {
        let options = &self.options;
        if options.verbose {
            options.notes.iter().for_each(|note| say!("{note}"));
        }
        let (ranks, cpus) = (self.ranks.len(), self.allowed.len());
        if ranks > cpus && cpus > 0 && (options.verbose || sys::is_terminal(2)) {
            say!("{ranks} ranks on {cpus} processors");
        }
        for (number, rank) in self.ranks.iter().enumerate() {
            if options.display_map {
                let words = &options.apps[rank.app].argv;
                let line: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
                let host = sys::hostname();
                say!("rank {number}: host {host}, program {}: {}", rank.app, line.join(" "));
            }
            if options.report_bindings {
                let cpus = rank.cpus.as_ref().unwrap_or(&self.allowed);
                let kind = if rank.cpus.is_some() { "bound to" } else { "not bound, may use" };
                say!("rank {number}: {kind} processors {}", bind::show(cpus));
            }
        }
    }

    pub(crate) fn appnums(&self) -> Vec<u32> {
        self.ranks.iter().map(|rank| u32::try_from(rank.app).unwrap_or(0)).collect()
    }
}
