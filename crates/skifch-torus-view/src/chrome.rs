//! Traces in the JSON format of Chrome's trace viewer, which Perfetto (`ui.perfetto.dev`) also
//! reads.
//!
//! Google, "Trace Event Format", 2016: `X` is a slice, `M` metadata (a name), `C` a counter, `s`,
//! `t` and `f` the start, a step and the end of a flow arrow. Times are in microseconds.

use crate::page::quoted;
use skifch_sim::config::Clock;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

/// A track (a line of the trace) and its group. Numbers begin at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Track {
    /// The group.
    pub process: u32,
    /// The track in the group.
    pub thread: u32,
}

/// A part of a flow arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It begins in the slice at this place.
    Begin,
    /// It passes through the slice.
    Step,
    /// It ends in the slice.
    End,
}

/// Writes a trace, event by event.
#[derive(Debug)]
pub struct Trace<W: Write> {
    out: W,
    clock: Clock,
    is_first: bool,
}

impl<W: Write> Trace<W> {
    /// Begins a trace with times in ticks of `clock`.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn begin(mut out: W, clock: Clock) -> io::Result<Self> {
        out.write_all(b"{\"displayTimeUnit\":\"ns\",\"traceEvents\":[")?;
        Ok(Self { out, clock, is_first: true })
    }

    /// Names a group of tracks.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn process(&mut self, process: u32, name: &str) -> io::Result<()> {
        let name = quoted(name);
        self.event(&format!(
            "\"ph\":\"M\",\"pid\":{process},\"name\":\"process_name\",\"args\":{{\"name\":{name}}}"
        ))
    }

    /// Names a track.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn track(&mut self, track: Track, name: &str) -> io::Result<()> {
        let (at, name) = (place(track), quoted(name));
        self.event(&format!(
            "\"ph\":\"M\",{at},\"name\":\"thread_name\",\"args\":{{\"name\":{name}}}"
        ))
    }

    /// Writes a slice: an event with a duration.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn slice(
        &mut self,
        track: Track,
        time: Range<u64>,
        name: &str,
        args: &[(&str, u64)],
    ) -> io::Result<()> {
        // Both ends are rounded alike, so a slice does not overlap one that follows immediately.
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

    /// Writes a part of flow arrow `id` of a kind, in the slice on a track at a time.
    ///
    /// # Errors
    /// Errors of the writer.
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

    /// Writes the value of a group's counter from a time on.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn counter(&mut self, process: u32, name: &str, at: u64, value: f64) -> io::Result<()> {
        let (name, ts) = (quoted(name), us(self.ps(at)));
        self.event(&format!(
            "\"ph\":\"C\",\"pid\":{process},\"ts\":{ts},\"name\":{name},\"args\":{{\"value\":{value:.4}}}"
        ))
    }

    /// Ends the trace.
    ///
    /// # Errors
    /// Errors of the writer.
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

/// Formats picoseconds as microseconds.
fn us(ps: u64) -> String {
    format!("{}.{:06}", ps / 1_000_000, ps % 1_000_000)
}
