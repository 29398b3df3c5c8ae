//! Measures the cost of the operations of a library: a C program is linked with each of several
//! libraries and prints a [`Figure`] for each operation. All of them run in turn, round by round,
//! on the same cores.

mod library;
mod table;

pub(crate) use library::{COMPILING, FLAGS, Library, Role, compile};
pub(crate) use table::Table;

use std::io;
use std::time::{Duration, Instant};

use clap::Args;

use crate::figure::Figure;
use crate::machine::Machine;
use crate::regime::Steady;
use crate::{pin, process, progress};

/// A part of the program that is measured in one job.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The program's argument that selects it.
    pub(crate) name: &'static str,
    /// The numbers of ranks to run it with.
    pub(crate) ranks: Vec<u32>,
    pub(crate) clock: Clock,
}

/// Who measures the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The program prints figures.
    OfProgram,
    /// The time of the job from start to end is the figure, which has this name.
    OfJob(&'static str),
}

/// How often, how long, where and against whom.
#[derive(Args, Debug)]
pub(crate) struct How {
    /// Runs of each figure; the median is shown
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// How long a figure should take
    #[arg(long, default_value_t = 0.02, value_name = "SECONDS")]
    seconds: f64,
    /// The two cores; by default two that are not threads of one
    #[arg(long, value_delimiter = ',')]
    cores: Vec<usize>,
    /// No libraries of others
    #[arg(long)]
    pub(crate) no_peers: bool,
}

/// What to measure, and with which libraries.
pub(crate) struct Suite<'a> {
    pub(crate) title: &'static str,
    /// This library's word for its processes.
    pub(crate) processes: &'static str,
    pub(crate) parts: Vec<Part>,
    /// Ours first.
    pub(crate) libraries: Vec<Library>,
    /// What is unavailable, and why.
    pub(crate) left_out: Vec<String>,
    pub(crate) how: &'a How,
}

impl Suite<'_> {
    /// Measures everything, with progress on a terminal. Returns the table and whether our library
    /// completed everything; other libraries that fail are left out, with the reason.
    ///
    /// # Errors
    /// The reference cannot be measured.
    pub(crate) fn run(mut self) -> io::Result<(Table, bool)> {
        let cores = pin::chosen(&self.how.cores)?;
        let mut table = Table::new(&self, Machine::describe(&cores).summary());
        let mut steady = Steady::new(&cores);
        let mut is_whole = true;
        let jobs: usize = self.parts.iter().map(|part| part.ranks.len()).sum();
        let bar = progress::bar(jobs * self.how.repeat as usize);
        for part in std::mem::take(&mut self.parts) {
            for &ranks in &part.ranks {
                for round in 0..self.how.repeat as usize {
                    bar.set_message(format!("{}, {ranks} {}", part.name, self.processes));
                    bar.tick();
                    is_whole &= self.round(&part, ranks, round, &mut steady, &mut table)?;
                    bar.inc(1);
                }
            }
        }
        bar.finish_and_clear();
        self.left_out.dedup();
        table.left_out = self.left_out;
        Ok((table, is_whole))
    }

    /// Runs every library once; each round starts with a different one.
    fn round(
        &mut self,
        part: &Part,
        ranks: u32,
        round: usize,
        steady: &mut Steady<'_>,
        table: &mut Table,
    ) -> io::Result<bool> {
        let mut is_whole = true;
        for index in 0..self.libraries.len() {
            let index = (index + round) % self.libraries.len();
            let library = &self.libraries[index];
            if !library.can(part.name, ranks) {
                continue;
            }
            let cores = steady.cores();
            let (measured, around) = steady.run(|| self.measured(library, part, ranks, cores))?;
            match measured {
                Ok(figures) => table.add(part.name, index, figures, around),
                Err(e) => {
                    is_whole &= library.role != Role::Ours;
                    let (title, name, processes) = (library.title, part.name, self.processes);
                    self.left_out.push(format!("{title}, {name} with {ranks} {processes}: {e}"));
                }
            }
        }
        Ok(is_whole)
    }

    /// Runs one job.
    fn measured(
        &self,
        library: &Library,
        part: &Part,
        ranks: u32,
        cores: &[usize],
    ) -> io::Result<Vec<Figure>> {
        let mut command = library.command(ranks);
        let seconds = self.how.seconds;
        let cores: Vec<_> = cores.iter().map(usize::to_string).collect();
        command.args([&seconds.to_string(), &cores.join(","), part.name]);
        // Long enough for every figure of a part, including the rounds in which the count grows.
        let limit = Duration::from_secs_f64(30.0 + 400.0 * seconds);
        let begin = Instant::now();
        let output = process::Group::start(&mut command)?.finish(begin + limit)?;
        let taken = begin.elapsed();
        let figures = match part.clock {
            Clock::OfProgram => Figure::all(&output.stdout),
            Clock::OfJob(what) => vec![Figure::of_time(what, ranks, taken)],
        };
        match (output.success || library.fails_at_end) && !figures.is_empty() {
            true => Ok(figures),
            false => Err(io::Error::other(process::words_of(&output))),
        }
    }
}
