//! Parses the final summary of Python's unittest in each process of a job.

/// Numbers of tests run.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    /// By each process that reports it, including skipped tests.
    pub each: Vec<u32>,
    /// The highest number of skipped tests in one process.
    pub skipped: u32,
}

/// Parses the output of a job.
pub fn ran(text: &str) -> Ran {
    let each = text.lines().filter_map(|line| line.strip_prefix("Ran ")).map(number).collect();
    let skipped = text.lines().filter_map(|line| line.split_once("skipped=")).map(|(_, n)| n);
    Ran { each, skipped: skipped.map(number).max().unwrap_or(0) }
}

/// The number at the start of a text.
fn number(text: &str) -> u32 {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_process_is_counted() {
        let text = "..s.\nRan 4 tests in 0.1s\n\nOK (skipped=1)\n....\n\
                    Ran 4 tests in 0.2s\nFAILED (failures=1, skipped=2)\n";
        assert_eq!(ran(text), Ran { each: vec![4, 4], skipped: 2 });
        assert_eq!(ran("nothing"), Ran { each: vec![], skipped: 0 });
    }
}
