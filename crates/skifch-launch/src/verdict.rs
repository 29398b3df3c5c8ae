//! The exit code of the job, and the messages about failed ranks.

use crate::signals;
use crate::spawn::Status;

/// The exit code for a rank that exited with 0 without calling `finalize`.
const NOT_FINALIZED: i32 = 1;

/// The number of different abort messages that are printed.
const MOST_WORDS: usize = 16;

#[derive(Debug, Default)]
pub(crate) struct Verdict {
    /// That of the first failure by time.
    code: Option<i32>,
    /// The number of failures after the first one reported.
    more: u32,
    told: bool,
    /// The abort messages printed so far, with numbers removed: other ranks often report the same.
    words: Vec<String>,
    /// A rank has requested this end as a normal one before any rank failed: how the other ranks
    /// end, some because they miss it, no longer counts as failure.
    wanted: bool,
    /// The code and the message of an abort that is the consequence of a failure not yet known.
    held: Option<(i32, String)>,
}

/// Whether the reason of an abort is that another rank has ended before.
pub(crate) fn is_consequence(words: &str) -> bool {
    words.contains("MPI_ERR_PROC_ABORTED")
}

impl Verdict {
    /// The exit code of the launcher.
    pub(crate) fn code(&self) -> i32 {
        self.code.unwrap_or(0)
    }

    /// Records a code, unless an earlier one already decides.
    pub(crate) fn note(&mut self, code: i32) {
        if code != 0 {
            self.code.get_or_insert(code);
        }
    }

    /// A rank failed: one line for the first, a count for the others.
    pub(crate) fn failed(
        &mut self,
        rank: usize,
        host: &str,
        pid: i32,
        status: Status,
        what_next: &str,
    ) {
        let how = match status {
            Status::Signaled(signal) => format!("was killed by {}", signals::name(signal)),
            Status::Exited(0) => {
                "exited with code 0 but without finalize; other ranks may be waiting for it"
                    .to_owned()
            }
            Status::Exited(code) => format!("exited with code {code}"),
        };
        let code = if status.code() == 0 { NOT_FINALIZED } else { status.code() };
        self.tell(code, &format!("rank {rank} (host {host}, pid {pid}) {how}{what_next}"));
    }

    /// A rank requested the end of the job, and that is no failure.
    pub(crate) fn ended(&mut self) {
        self.wanted = *self.code.get_or_insert(0) == 0;
    }

    /// A rank requested the end of the job because of a failure.
    pub(crate) fn aborted(&mut self, rank: usize, host: &str, pid: i32, code: i32, words: &str) {
        let (code, line) = abort_line(rank, host, pid, code, words);
        let is_news = self.is_news(words);
        if is_news && self.told && !self.wanted {
            // The rank does not print this itself.
            say!("{line}");
            return self.note(code);
        }
        self.tell(code, &format!("{line}; terminating the job"));
    }

    /// The same, as the consequence of a failure that may become known only later: that one
    /// decides then.
    pub(crate) fn aborted_later(
        &mut self,
        rank: usize,
        host: &str,
        pid: i32,
        code: i32,
        words: &str,
    ) {
        let is_first = self.code.is_none() && !self.told && self.held.is_none();
        if is_first {
            self.held = Some(abort_line(rank, host, pid, code, words));
        } else {
            self.more += u32::from(!self.wanted);
        }
    }

    /// Whether no earlier abort had this message, or one that differs only in numbers.
    fn is_news(&mut self, words: &str) -> bool {
        let words: String = words.chars().filter(|c| !c.is_ascii_hexdigit()).collect();
        if words.is_empty() || self.words.len() >= MOST_WORDS || self.words.contains(&words) {
            return false;
        }
        self.words.push(words);
        true
    }

    fn tell(&mut self, code: i32, line: &str) {
        if self.wanted {
            return;
        }
        self.note(code);
        if std::mem::replace(&mut self.told, true) {
            self.more += 1;
            return;
        }
        say!("{line}");
    }

    /// Prints how many failures were not reported individually, after the last one.
    pub(crate) fn summary(&mut self) {
        if let Some((code, line)) = self.held.take() {
            self.tell(code, &line);
        }
        match self.more {
            0 => {}
            1 => say!("1 more rank failed"),
            more => say!("{more} more ranks failed"),
        }
    }
}

fn abort_line(rank: usize, host: &str, pid: i32, code: i32, words: &str) -> (i32, String) {
    let code = if code & 0xff == 0 { 1 } else { code & 0xff };
    let colon = if words.is_empty() { "" } else { ": " };
    let who = format!("rank {rank} (host {host}, pid {pid})");
    (code, format!("{who} aborted the job with code {code}{colon}{words}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_consequence_decides_only_if_its_reason_stays_unknown() {
        let gone = "MPI_ERR_PROC_ABORTED: rank 1 is gone";
        assert!(is_consequence(gone) && !is_consequence("rank 1 is gone"));
        let mut verdict = Verdict::default();
        verdict.aborted_later(3, "b", 1, 1, gone);
        verdict.aborted_later(2, "b", 1, 1, gone);
        verdict.aborted(1, "a", 1, 7, "told to");
        verdict.summary();
        assert_eq!((verdict.code(), verdict.more), (7, 2));
        let mut verdict = Verdict::default();
        verdict.aborted_later(3, "b", 1, 256, gone);
        verdict.summary();
        assert_eq!((verdict.code(), verdict.more, verdict.told), (1, 0, true));
    }

    #[test]
    fn the_first_failure_by_time_decides() {
        let mut verdict = Verdict::default();
        assert_eq!(verdict.code(), 0);
        verdict.note(0);
        verdict.failed(2, "a", 1, Status::Signaled(11), "");
        verdict.failed(1, "a", 1, Status::Exited(3), "");
        assert_eq!((verdict.code(), verdict.more), (139, 1));
        let mut verdict = Verdict::default();
        verdict.failed(0, "a", 1, Status::Exited(0), "");
        assert_eq!(verdict.code(), NOT_FINALIZED);
        let mut verdict = Verdict::default();
        verdict.aborted(0, "a", 1, 256, "");
        assert_eq!(verdict.code(), 1);
        let mut verdict = Verdict::default();
        verdict.aborted(0, "a", 1, 0, "");
        assert_eq!((verdict.code(), verdict.told), (1, true), "by another PMI client");
        let mut verdict = Verdict::default();
        verdict.ended();
        verdict.failed(1, "a", 1, Status::Signaled(11), "");
        assert_eq!((verdict.code(), verdict.told), (0, false), "an end that was asked for");
        let mut verdict = Verdict::default();
        verdict.aborted(0, "a", 1, 0, "no");
        verdict.ended();
        assert_eq!((verdict.code(), verdict.wanted), (1, false));
        let mut verdict = Verdict::default();
        for (rank, words) in
            ["PE 0: no luck", "PE 1: no luck", "PE 2: no room", ""].iter().enumerate()
        {
            verdict.aborted(rank, "a", 1, 3, words);
        }
        assert_eq!((verdict.code(), verdict.more, verdict.words.len()), (3, 2, 2));
    }
}
