//! The table: a row for each figure, a column for each library, and the ratio of ours to each
//! other.

use std::fmt;

use comfy_table::{CellAlignment, Table as Text, presets};

use super::Suite;
use super::library::Role;
use crate::figure::Figure;
use crate::regime::{Around, Regime, comparable, headline};
use crate::stats::{Spread, short};

/// One figure for all libraries.
struct Line {
    part: &'static str,
    what: String,
    pes: u32,
    unit: String,
    /// By library: its runs.
    runs: Vec<Vec<Run>>,
}

/// A value, and how far apart the cores were.
#[derive(Clone, Copy)]
struct Run {
    value: f64,
    around: Around,
}

impl Line {
    /// The regime in which the libraries are compared.
    fn regime(&self) -> Option<Regime> {
        let of = |runs: &Vec<Run>| runs.iter().map(|run| run.around.regime()).collect();
        Regime::to_compare(&self.runs.iter().map(of).collect::<Vec<_>>())
    }

    /// The runs of a library in that regime, or all if there are none.
    fn spread(&self, library: usize) -> Option<Spread> {
        let runs = self.runs[library].iter().map(|run| (run.around.regime(), run.value));
        Spread::of(comparable(self.regime(), runs))
    }
}

/// Everything that was measured.
pub(crate) struct Table {
    title: &'static str,
    processes: &'static str,
    machine: String,
    repeat: u32,
    libraries: Vec<(&'static str, Role)>,
    lines: Vec<Line>,
    /// What could not be measured, and why.
    pub(super) left_out: Vec<String>,
}

impl Table {
    pub(super) fn new(suite: &Suite<'_>, machine: String) -> Self {
        let role = |library: &super::Library| (library.title, library.role);
        Self {
            title: suite.title,
            processes: suite.processes,
            machine,
            repeat: suite.how.repeat,
            libraries: suite.libraries.iter().map(role).collect(),
            lines: vec![],
            left_out: vec![],
        }
    }

    /// Adds the figures of one job of a library.
    pub(super) fn add(
        &mut self,
        part: &'static str,
        library: usize,
        figures: Vec<Figure>,
        around: Around,
    ) {
        for Figure { what, pes, value, unit, .. } in figures {
            let is_it = |line: &Line| line.what == what && line.pes == pes;
            let at = self.lines.iter().position(is_it).unwrap_or_else(|| {
                let runs = vec![vec![]; self.libraries.len()];
                self.lines.push(Line { part, what: what.clone(), pes, unit, runs });
                self.lines.len() - 1
            });
            self.lines[at].runs[library].push(Run { value, around });
        }
    }

    /// The runs of a library. The floor has no static data: its heap figure is used, as both are
    /// mapped memory.
    fn spread(&self, line: &Line, library: usize) -> Option<Spread> {
        if let Some(of_heap) = line.what.strip_suffix(", static")
            && self.libraries[library].1 == Role::Floor
        {
            let of_heap = format!("{of_heap}, heap");
            let heap = self.lines.iter().find(|it| it.what == of_heap && it.pes == line.pes)?;
            return heap.spread(library);
        }
        line.spread(library)
    }

    fn cells(&self, line: &Line) -> Vec<String> {
        let ours = self.spread(line, 0);
        let unusual = line.regime().filter(|it| Some(*it) != self.regime());
        let what = unusual.map_or(line.what.clone(), |it| format!("{} ({})", line.what, it.word()));
        let mut cells = vec![what, line.pes.to_string(), line.unit.clone()];
        for (library, (_, role)) in self.libraries.iter().enumerate() {
            let spread = self.spread(line, library);
            cells.push(spread.as_ref().map_or_else(dash, cell));
            if *role != Role::Ours {
                cells.push(ratio_cell(ours.as_ref(), spread.as_ref()));
            }
        }
        if self.has_rivals() {
            cells.push(ratio_cell(ours.as_ref(), self.best(line).as_ref()));
        }
        cells
    }

    /// The regime of most lines.
    fn regime(&self) -> Option<Regime> {
        Regime::to_compare(&[self.lines.iter().map(Line::regime).collect()])
    }

    /// The cache line around the runs that count, and how many do not.
    fn regime_words(&self) -> Option<String> {
        let regime = self.regime()?;
        let counts = |line: &Line, run: &Run| run.around.regime() == line.regime();
        let runs = || self.lines.iter().flat_map(|l| l.runs.iter().flatten().map(move |r| (l, r)));
        let usual = runs().filter(|(_, run)| run.around.regime() == Some(regime));
        let lines = usual.flat_map(|(_, run)| [run.around.before_ns, run.around.after_ns]);
        let others = runs().filter(|(line, run)| !counts(line, run)).count();
        let all = runs().count();
        Some(headline(Spread::of(lines)?, regime.words(), "figures", others, all))
    }

    /// Whether there is more than one peer.
    fn has_rivals(&self) -> bool {
        self.libraries.iter().filter(|(_, role)| *role == Role::Peer).count() > 1
    }

    /// The best of the peers.
    fn best(&self, line: &Line) -> Option<Spread> {
        let peers = (0..self.libraries.len()).filter(|&at| self.libraries[at].1 == Role::Peer);
        let sign = if Figure::is_rate(&line.unit) { -1.0 } else { 1.0 };
        peers
            .filter_map(|at| self.spread(line, at))
            .min_by(|a, b| (sign * a.median).total_cmp(&(sign * b.median)))
    }
}

fn ratio_cell(ours: Option<&Spread>, other: Option<&Spread>) -> String {
    let ratio = ours.zip(other).map(|(ours, it)| ours.median / it.median);
    ratio.map_or_else(dash, |ratio| format!("{}x", short(ratio)))
}

fn dash() -> String {
    "-".into()
}

fn cell(spread: &Spread) -> String {
    let (below, above) = spread.percent();
    match spread.runs {
        1 => short(spread.median),
        _ => format!("{} -{below:.0}/+{above:.0}", short(spread.median)),
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}\n# {}", self.title, self.machine)?;
        let repeat = self.repeat;
        writeln!(
            f,
            "# median of {repeat} runs, all in turn; -a/+b: lowest and highest run in percent; a \
             ratio is SkifCh by the column before it, more is better for rates, less for times"
        )?;
        self.regime_words().iter().try_for_each(|words| writeln!(f, "{words}"))?;
        let mut heads: Vec<String> =
            ["# operation", self.processes, "unit"].map(str::to_owned).into();
        for (title, role) in &self.libraries {
            heads.push((*title).to_owned());
            if *role != Role::Ours {
                heads.push(":".to_owned());
            }
        }
        if self.has_rivals() {
            heads.push(": best".to_owned());
        }
        for lines in self.lines.chunk_by(|a, b| a.part == b.part) {
            let mut text = Text::new();
            text.load_preset(presets::NOTHING).set_header(&heads);
            for line in lines {
                text.add_row(self.cells(line));
            }
            for column in text.column_iter_mut().skip(1) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            writeln!(f, "\n{}", text.trim_fmt())?;
        }
        self.left_out.iter().try_for_each(|words| writeln!(f, "# left out: {words}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(what: &str, value: f64) -> Figure {
        let (unit, note) = ("ns".to_owned(), String::new());
        Figure { what: what.into(), pes: 2, value, unit, note }
    }

    const NEAR: Around = Around { before_ns: 30.0, after_ns: 32.0 };

    fn table() -> Table {
        Table {
            title: "OpenSHMEM",
            processes: "PEs",
            machine: "here".into(),
            repeat: 1,
            libraries: vec![("SkifCh", Role::Ours), ("load/store", Role::Floor)],
            lines: vec![],
            left_out: vec!["x: why".into()],
        }
    }

    #[test]
    fn what_is_static_is_divided_by_the_heap_of_the_floor() {
        let mut table = table();
        let figures = vec![figure("p, heap", 3.0), figure("p, static", 6.0)];
        table.add("words", 0, figures, NEAR);
        table.add("words", 1, vec![figure("p, heap", 2.0)], NEAR);
        assert_eq!(table.cells(&table.lines[0])[3..], ["3.00", "2.00", "1.50x"]);
        assert_eq!(table.cells(&table.lines[1])[3..], ["6.00", "2.00", "3.00x"]);
        let text = table.to_string();
        assert!(text.contains("bare cache line 31.0 ns") && text.contains("left out: x: why"));
    }

    #[test]
    fn only_figures_of_one_regime_are_compared() {
        let far = Around { before_ns: 170.0, after_ns: 170.0 };
        let changed = Around { after_ns: 170.0, ..NEAR };
        let mut table = table();
        for (value, around) in [(3.0, NEAR), (9.0, changed), (10.0, far)] {
            table.add("words", 0, vec![figure("p, heap", value)], around);
        }
        table.add("words", 1, vec![figure("p, heap", 2.0)], NEAR);
        assert_eq!(table.cells(&table.lines[0])[3..], ["3.00", "2.00", "1.50x"]);
        let text = table.to_string();
        assert!(text.contains("near: cores share a cache; 2 of 4 figures in another"), "{text}");
        // Of another line only far runs are known.
        table.add("words", 0, vec![figure("g, heap", 5.0)], far);
        assert_eq!(table.cells(&table.lines[1])[0], "g, heap (far)");
    }
}
