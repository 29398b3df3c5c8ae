//! A trace in the JSON of Chrome's trace viewer, which Perfetto reads too: `ui.perfetto.dev`.
//!
//! Google, "Trace Event Format", 2016: `X` is a slice, `M` a name, `C` a counter, `s`, `t` and `f`
//! the beginning, a step and the end of an arrow. Times are in microseconds.

use crate::page::quoted;
use skifch_sim::config::Clock;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// Where something is shown: a line of a group of lines. Numbers begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Track {
    /// The group.
    pub process: u32,
    /// The line in it.
    pub thread: u32,
}

/// A part of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It begins in the slice that is there.
    Begin,
    /// It goes through it.
    Step,
    /// It ends there.
    End,
}

/// Writes events one after the other.
#[derive(Debug)]
pub struct Trace<W: Write> {
    out: W,
    clock: Clock,
    is_first: bool,
}

impl<W: Write> Trace<W> {
    /// Begins a trace whose times are in ticks of a clock.
    ///
    /// # Errors
    /// Those of writing, as of all that follow.
    pub fn begin(mut out: W, clock: Clock) -> io::Result<Self> {
        out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
        Ok(Self { out, clock, is_first: true })
    }

    /// Names a group.
    ///
    /// # Errors
    /// Those of writing.
    pub fn process(&mut self, process: u32, name: &str) -> io::Result<()> {
        let name = quoted(name);
        self.event(&format!(
            "\"ph\":\"M\",\"pid\":{process},\"name\":\"process_name\",\"args\":{{\"name\":{name}}}"
        ))
    }

    /// Names a line.
    ///
    /// # Errors
    /// Those of writing.
    pub fn track(&mut self, track: Track, name: &str) -> io::Result<()> {
        let (at, name) = (place(track), quoted(name));
        self.event(&format!(
            "\"ph\":\"M\",{at},\"name\":\"thread_name\",\"args\":{{\"name\":{name}}}"
        ))
    }

    /// Something that lasts.
    ///
    /// # Errors
    /// Those of writing.
    pub fn slice(
        &mut self,
        track: Track,
        time: Range<u64>,
        name: &str,
        args: &[(&str, u64)],
    ) -> io::Result<()> {
        // Rounded at both ends, so that what follows at once does not overlap.
        let (from, to) = (self.ps(time.start), self.ps(time.end));
        let (at, name, ts, dur) = (place(track), quoted(name), us(from), us(to - from));
        let mut said = String::new();
        for (number, (key, value)) in args.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            // Writing to a String cannot fail.
            let _ = write!(said, "{comma}{}:{value}", quoted(key));
        }
        self.event(&format!(
            "\"ph\":\"X\",{at},\"ts\":{ts},\"dur\":{dur},\"name\":{name},\"args\":{{{said}}}"
        ))
    }

    /// A part of the arrow `id` of a kind, in the slice that is on a line at a time.
    ///
    /// # Errors
    /// Those of writing.
    pub fn flow(
        &mut self,
        flow: Flow,
        kind: &str,
        id: u64,
        track: Track,
        at: u64,
    ) -> io::Result<()> {
        let phase = match flow {
            Flow::Begin => "\"ph\":\"s\"",
            Flow::Step => "\"ph\":\"t\"",
            Flow::End => "\"ph\":\"f\",\"bp\":\"e\"",
        };
        let (place, kind, ts) = (place(track), quoted(kind), us(self.ps(at)));
        self.event(&format!(
            "{phase},{place},\"ts\":{ts},\"cat\":{kind},\"name\":{kind},\"id\":{id}"
        ))
    }

    /// The value of a counter of a group from a time on.
    ///
    /// # Errors
    /// Those of writing.
    pub fn counter(&mut self, process: u32, name: &str, at: u64, value: f64) -> io::Result<()> {
        let (name, ts) = (quoted(name), us(self.ps(at)));
        self.event(&format!(
            "\"ph\":\"C\",\"pid\":{process},\"ts\":{ts},\"name\":{name},\"args\":{{\"value\":{value:.4}}}"
        ))
    }

    /// Ends it.
    ///
    /// # Errors
    /// Those of writing.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(b"\n]}\n")?;
        self.out.flush()
    }

    fn event(&mut self, text: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.is_first) { "" } else { "," };
        write!(self.out, "{comma}\n{{{text}}}")
    }

    fn ps(&self, ticks: u64) -> u64 {
        (u128::from(ticks) * 1000 / u128::from(self.clock.ticks_per_ns())) as u64
    }
}

fn place(track: Track) -> String {
    format!("\"pid\":{},\"tid\":{}", track.process, track.thread)
}

/// Picoseconds in microseconds.
fn us(ps: u64) -> String {
    format!("{}.{:06}", ps / 1_000_000, ps % 1_000_000)
}
