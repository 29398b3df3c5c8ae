//! The paths of single packets, for a trace.

use crate::chrome::{Flow, Trace, Track};
use skifch_sim::engine::{Departure, Model, Port, Probe};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// A probe that keeps the first departures of a run, up to a maximum number.
#[derive(Debug)]
pub struct Packets {
    kept: Vec<Departure>,
    most: usize,
    /// Time of the first departure that was not kept.
    until: Option<u64>,
}

impl Packets {
    /// Keeps at most `most` departures.
    pub fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, until: None }
    }

    /// Time in ticks of the first departure that was not kept, if any.
    pub fn until(&self) -> Option<u64> {
        self.until
    }

    /// Writes a trace: a process for each node, a track for each of its outputs, an arrow along the
    /// path of each packet.
    ///
    /// # Errors
    /// Errors of the writer.
    pub fn write(&self, model: &Model, out: impl Write) -> io::Result<()> {
        let mut trace = Trace::begin(out, model.clock)?;
        let mut tracks = BTreeSet::new();
        for departure in &self.kept {
            let track = track(model, departure.node, departure.port);
            if tracks.insert((track.process, 0)) {
                let at = &model.torus.coordinates(departure.node)[..model.torus.dims()];
                let name = format!("node {} {at:?}", departure.node);
                trace.process(track.process, &name)?;
            }
            if tracks.insert((track.process, track.thread)) {
                trace.track(track, &departure.port.to_string())?;
            }
            write(&mut trace, track, departure)?;
        }
        trace.finish()
    }
}

fn track(model: &Model, node: u32, port: Port) -> Track {
    let port = match port {
        Port::Link(to) => to.index(),
        Port::Host(subnet) => model.torus.ports() + subnet.index(),
    };
    // Viewers treat number 0 specially.
    Track { process: node + 1, thread: port as u32 + 1 }
}

fn write<W: Write>(trace: &mut Trace<W>, track: Track, departure: &Departure) -> io::Result<()> {
    let Departure { at, lasts, packet, .. } = departure;
    let name = format!("packet {}", packet.tag);
    let args = [
        ("from", u64::from(packet.from)),
        ("to", u64::from(packet.to)),
        ("bytes", packet.bytes.into()),
        ("tries", departure.tries.into()),
    ];
    trace.slice(track, *at..at + lasts, &name, &args)?;
    let flow = match (departure.came, departure.port) {
        (Port::Host(_), Port::Host(_)) => return Ok(()),
        (Port::Host(_), _) => Flow::Begin,
        (_, Port::Host(_)) => Flow::End,
        _ => Flow::Step,
    };
    trace.flow(flow, "way", packet.tag, track, *at)
}

impl Probe for Packets {
    fn departs(&mut self, departure: &Departure) {
        match self.kept.len() < self.most {
            true => self.kept.push(*departure),
            false => self.until = self.until.or(Some(departure.at)),
        }
    }
}
