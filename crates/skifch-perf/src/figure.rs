//! The output line of the measuring programs: `what | 4 PEs | 12.3 us | more words`.

use std::time::Duration;

/// One measured figure with its unit and number of PEs.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What was measured, in words.
    pub what: String,
    /// Number of PEs of the job.
    pub pes: u32,
    /// The value.
    pub value: f64,
    /// The unit of the value.
    pub unit: String,
    /// Additional text from the program.
    pub note: String,
}

impl Figure {
    /// Parses a line; `None` for lines that are not of this form.
    pub fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(" | ").map(str::trim);
        let what = fields.next().filter(|what| !what.is_empty())?.to_owned();
        let pes = fields.next()?.strip_suffix(" PEs")?.parse().ok()?;
        let (value, unit) = fields.next()?.split_once(' ')?;
        let value = value.parse::<f64>().ok().filter(|value| value.is_finite())?;
        let note = fields.next().unwrap_or_default().to_owned();
        Some(Self { what, pes, value, unit: unit.to_owned(), note })
    }

    /// A figure for a duration, in ms.
    pub fn of_time(what: &str, pes: u32, taken: Duration) -> Self {
        let (value, unit) = (taken.as_secs_f64() * 1e3, "ms".to_owned());
        Self { what: what.to_owned(), pes, value, unit, note: String::new() }
    }

    /// Whether higher is better: a rate or a speed relative to something, not a time or a size.
    pub fn is_rate(unit: &str) -> bool {
        unit.ends_with("/s") || unit == "x"
    }

    /// All figures in the output of a program.
    pub fn all(text: &str) -> Vec<Self> {
        text.lines().filter_map(Self::parse).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_programs_are_figures() {
        let line = "CG class S, rows | 4 PEs | 1773 Mop/s | zeta 8.59: verified\n";
        let figure = Figure::parse(line).expect("it is one");
        assert_eq!((figure.what.as_str(), figure.pes), ("CG class S, rows", 4));
        assert_eq!((figure.value, figure.unit.as_str()), (1773.0, "Mop/s"));
        assert_eq!(figure.note, "zeta 8.59: verified");
        let short = Figure::parse("p, heap | 2 PEs | 3.1 ns").expect("a note is not needed");
        assert_eq!(short.note, "");
    }

    #[test]
    fn other_lines_are_not() {
        for line in
            ["", "hello", "a | b | c", "p | 2 PEs | nan ns", "p | x PEs | 1 ns", " | 2 PEs | 1 ns"]
        {
            assert_eq!(Figure::parse(line), None, "{line}");
        }
    }
}
