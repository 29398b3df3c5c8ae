//! Combines the bytes of many ranks into complete lines of one stream. No I/O here.
//!
//! Lines of different ranks are never mixed. An incomplete line waits for the rest; if nothing
//! arrives for a while, it is shown anyway (a prompt), and if another rank prints before the rest
//! arrives, a newline is inserted.

use crate::options::Label;
use crate::pattern::{self, Facts};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long an incomplete line waits for its rest, counted from the last byte of any rank. It is
/// short for an interactive user or if no other rank can print; otherwise the line of a rank that
/// the kernel has preempted in the middle should not be split.
const SOON: Duration = Duration::from_millis(50);
const LATER: Duration = Duration::from_millis(500);
/// Whatever other ranks print, it waits at most this many times that long.
const WAITS_MAX: u32 = 20;
/// A longer incomplete line is shown at once: it is not line-oriented text.
const PARTIAL_MAX_BYTES: usize = 64 * 1024;

/// Output of one rank on one stream that has not been shown yet.
#[derive(Debug, Default)]
pub(crate) struct Partial {
    bytes: Vec<u8>,
    since: Option<Instant>,
}

/// The lines of one stream (stdout, or stderr) of all ranks.
#[derive(Debug)]
pub(crate) struct Lines {
    label: Label,
    /// Facts of each rank, for labels with a pattern.
    facts: Rc<[Facts]>,
    timestamps: bool,
    stream: &'static str,
    /// The rank whose incomplete line has been shown.
    open: Option<usize>,
    wait: Duration,
    /// When any rank last printed here.
    last: Option<Instant>,
}

impl Lines {
    /// `prompt`: show incomplete lines soon.
    pub(crate) fn new(label: Label, timestamps: bool, stream: &'static str, prompt: bool) -> Self {
        let wait = if prompt { SOON } else { LATER };
        let facts = Rc::new([]);
        Self { label, facts, timestamps, stream, open: None, wait, last: None }
    }

    /// Sets what a label pattern can refer to.
    pub(crate) fn with_facts(self, facts: &Rc<[Facts]>) -> Self {
        Self { facts: facts.clone(), ..self }
    }

    /// Ranks were not read from until `now`; their output from that time is still to be read.
    pub(crate) fn listen_again(&mut self, partials: &mut [&mut Partial], now: Instant) {
        self.last = Some(now);
        for partial in partials.iter_mut().filter(|partial| partial.since.is_some()) {
            partial.since = Some(now);
        }
    }

    /// When an incomplete line is to be shown even without its rest.
    pub(crate) fn due(&self, partial: &Partial) -> Option<Instant> {
        let since = partial.since?;
        let quiet = self.last.map_or(since, |last| last.max(since));
        Some((quiet + self.wait).min(since + self.wait * WAITS_MAX))
    }

    /// Adds bytes of `rank`; complete lines go to `out`, the rest to `partial`.
    pub(crate) fn take(
        &mut self,
        rank: usize,
        partial: &mut Partial,
        bytes: &[u8],
        now: Instant,
        out: &mut Vec<u8>,
    ) {
        self.last = Some(now);
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let (lines, rest) = bytes.split_at(whole);
        if !lines.is_empty() {
            if partial.bytes.is_empty() {
                self.show(rank, lines, out);
            } else {
                partial.bytes.extend_from_slice(lines);
                self.show(rank, &std::mem::take(&mut partial.bytes), out);
            }
            partial.since = None;
        }
        partial.bytes.extend_from_slice(rest);
        if partial.bytes.len() >= PARTIAL_MAX_BYTES {
            self.flush(rank, partial, out);
        } else if !partial.bytes.is_empty() {
            partial.since.get_or_insert(now);
        }
    }

    /// Shows an incomplete line, because it has waited long enough or the stream has ended.
    pub(crate) fn flush(&mut self, rank: usize, partial: &mut Partial, out: &mut Vec<u8>) {
        partial.since = None;
        let bytes = std::mem::take(&mut partial.bytes);
        if !bytes.is_empty() {
            self.show(rank, &bytes, out);
        }
    }

    /// Adds whole lines that are not a rank's.
    pub(crate) fn interrupt(&mut self, lines: &[u8], out: &mut Vec<u8>) {
        if self.open.take().is_some() {
            out.push(b'\n');
        }
        out.extend_from_slice(lines);
    }

    fn show(&mut self, rank: usize, bytes: &[u8], out: &mut Vec<u8>) {
        let continues = self.open == Some(rank);
        if self.open.is_some() && !continues {
            out.push(b'\n');
        }
        self.open = (bytes.last() != Some(&b'\n')).then_some(rank);
        let prefix = self.prefix(rank);
        if prefix.is_empty() {
            out.extend_from_slice(bytes);
            return;
        }
        for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
            if index > 0 || !continues {
                out.extend_from_slice(prefix.as_bytes());
            }
            out.extend_from_slice(line);
        }
    }

    fn prefix(&self, rank: usize) -> String {
        let time = if self.timestamps { utc_now() } else { String::new() };
        match &self.label {
            Label::None => time,
            Label::Rank => format!("{time}[{rank}] "),
            Label::Tag => format!("{time}[1,{rank}]<{}>:", self.stream),
            Label::Pattern(text) => {
                let own = self.facts.get(rank).map(|facts| pattern::expand(text, facts));
                time + &own.unwrap_or_default()
            }
        }
    }
}

/// `2026-01-31T23:59:59.123Z `.
fn utc_now() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.unwrap_or_default();
    let seconds = libc::time_t::try_from(now.as_secs()).unwrap_or(0);
    // SAFETY: tm is plain numbers; the call reads one number and fills this frame's tm.
    let tm = unsafe {
        let mut tm: libc::tm = std::mem::zeroed();
        libc::gmtime_r(&raw const seconds, &raw mut tm);
        tm
    };
    let (year, month) = (tm.tm_year + 1900, tm.tm_mon + 1);
    let (day, hour, minute, second) = (tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
    let millis = now.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z ")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Screen {
        lines: Lines,
        partials: [Partial; 2],
        out: Vec<u8>,
    }

    impl Screen {
        fn new(label: Label) -> Self {
            let lines = Lines::new(label, false, "stdout", true);
            Self { lines, partials: Default::default(), out: Vec::new() }
        }
        fn say(&mut self, rank: usize, text: &str) {
            let partial = &mut self.partials[rank];
            self.lines.take(rank, partial, text.as_bytes(), Instant::now(), &mut self.out);
        }
        fn idle(&mut self, rank: usize) {
            self.lines.flush(rank, &mut self.partials[rank], &mut self.out);
        }
        fn text(&self) -> &str {
            std::str::from_utf8(&self.out).unwrap()
        }
    }

    #[test]
    fn lines_are_not_mixed() {
        let mut s = Screen::new(Label::None);
        s.say(0, "ab");
        s.say(1, "one\ntw");
        s.say(0, "c\n");
        s.say(1, "o\n");
        assert_eq!(s.text(), "one\nabc\ntwo\n");
    }

    #[test]
    fn a_prompt_is_shown_and_kept_apart() {
        let mut s = Screen::new(Label::Rank);
        s.say(0, "name? ");
        assert_eq!(s.text(), "");
        assert!(s.partials[0].since.is_some());
        s.idle(0);
        s.say(0, "yes\nnext\n");
        assert_eq!(s.text(), "[0] name? yes\n[0] next\n");
        s.say(1, "half");
        s.idle(1);
        s.say(0, "x\n");
        s.say(1, "rest\n");
        let expected = "[0] name? yes\n[0] next\n[1] half\n[0] x\n[1] rest\n";
        assert_eq!(s.text(), expected);
    }

    #[test]
    fn a_part_of_a_line_waits_for_quiet_but_not_for_ever() {
        let mut s = Screen::new(Label::None);
        let begin = Instant::now();
        let at = |ms: u64| begin + Duration::from_millis(ms);
        let mut out = Vec::new();
        s.lines.take(0, &mut s.partials[0], b"part", at(0), &mut out);
        assert_eq!(s.lines.due(&s.partials[0]), Some(at(50)));
        assert_eq!(s.lines.due(&s.partials[1]), None);
        s.lines.take(1, &mut s.partials[1], b"line\n", at(40), &mut out);
        assert_eq!(s.lines.due(&s.partials[0]), Some(at(90)));
        s.lines.take(1, &mut s.partials[1], b"line\n", at(990), &mut out);
        assert_eq!(s.lines.due(&s.partials[0]), Some(at(1000)));
    }

    #[test]
    fn labels() {
        let mut s = Screen::new(Label::Tag);
        s.say(1, "a\n\nb\n");
        assert_eq!(s.text(), "[1,1]<stdout>:a\n[1,1]<stdout>:\n[1,1]<stdout>:b\n");
    }

    #[test]
    fn other_lines_do_not_follow_an_incomplete_one() {
        let mut s = Screen::new(Label::Rank);
        s.say(0, "part");
        s.idle(0);
        for line in [b"one\n", b"two\n"] {
            s.lines.interrupt(line, &mut s.out);
        }
        s.say(0, "rest\n");
        assert_eq!(s.text(), "[0] part\none\ntwo\n[0] rest\n");
    }

    #[test]
    fn text_without_lines_passes() {
        let mut s = Screen::new(Label::None);
        s.say(0, &"x".repeat(PARTIAL_MAX_BYTES));
        assert_eq!(s.text().len(), PARTIAL_MAX_BYTES);
        s.say(0, "y");
        s.idle(0);
        assert_eq!(s.text().len(), PARTIAL_MAX_BYTES + 1, "no newline within one rank's text");
    }
}
