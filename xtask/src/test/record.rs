//! Records the output of the tests and prints the summary.

use crate::shell::Res;
use std::time::Duration;

/// The data for the summary.
#[derive(Default)]
pub(crate) struct Record {
    steps: Vec<(&'static str, bool, Duration)>,
    results: Vec<String>,
    skipped: Vec<String>,
    passed: usize,
    failed: usize,
    /// Within the part where libtest repeats the output of passed tests.
    is_quiet: bool,
}

impl Record {
    /// Records a line of a step's output, and shows it unless it is repeated later or is noise.
    pub(crate) fn line(&mut self, line: &str) {
        if let Some(at) = line.find("SKIPPED: ") {
            let text = line[at..].to_owned();
            if !self.skipped.contains(&text) {
                self.skipped.push(text);
            }
        }
        if line.starts_with("test result:") {
            self.is_quiet = false;
            self.passed += count(line, " passed");
            self.failed += count(line, " failed");
            self.results.push(line.to_owned());
            return;
        }
        match line {
            "successes:" => self.is_quiet = true,
            "failures:" => self.is_quiet = false,
            _ => {}
        }
        if !self.is_quiet {
            println!("{line}");
        }
    }

    pub(crate) fn step(&mut self, name: &'static str, is_ok: bool, took: Duration) {
        self.steps.push((name, is_ok, took));
    }

    /// Prints the summary; returns an error if anything failed.
    pub(crate) fn summary(&self) -> Res {
        println!("\n==== summary");
        for line in &self.results {
            println!("{line}");
        }
        for line in &self.skipped {
            println!("{line}");
        }
        for (name, is_ok, took) in &self.steps {
            let word = if *is_ok { "ok" } else { "FAILED" };
            println!("step {name:8} {word:6} {:7.1} s", took.as_secs_f64());
        }
        let Self { passed, failed, skipped, .. } = self;
        println!("{passed} passed, {failed} failed, {} skipped", skipped.len());
        let bad = self.steps.iter().filter(|(_, is_ok, _)| !is_ok).map(|(name, ..)| *name);
        let bad: Vec<_> = bad.collect();
        if bad.is_empty() { Ok(()) } else { Err(format!("failed: {}", bad.join(", "))) }
    }
}

/// The number before `word` in libtest's line.
fn count(line: &str, word: &str) -> usize {
    let before = line.split(word).next().unwrap_or_default();
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted_and_skips_are_kept_once() {
        let mut record = Record::default();
        for line in [
            "test a ... ok",
            "successes:",
            "SKIPPED: a: no valgrind",
            "SKIPPED: a: no valgrind",
            "test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out",
            "test result: FAILED. 7 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
        ] {
            record.line(line);
        }
        assert_eq!((record.passed, record.failed), (12, 2));
        assert_eq!(record.skipped, ["SKIPPED: a: no valgrind"]);
        assert!(!record.is_quiet && record.results.len() == 2);
    }

    #[test]
    fn a_failed_step_fails_the_whole() {
        let mut record = Record::default();
        record.step("fmt", true, Duration::ZERO);
        assert!(record.summary().is_ok());
        record.step("doc", false, Duration::ZERO);
        assert_eq!(record.summary().unwrap_err(), "failed: doc");
    }
}
