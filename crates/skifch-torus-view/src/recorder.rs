//! Records a run in intervals of time.
//!
//! The length of a run is not known beforehand. So intervals begin short, and whenever there are
//! too many, pairs are merged: memory is bounded, and equal runs give equal recordings.

use crate::recording::{Output, Recording, Step, Traffic};
use hdrhistogram::Histogram;
use skifch_sim::engine::{Arrival, Delivery, Departure, Model, Port, Probe, Relief, Seen, Subnet};
use std::collections::BTreeMap;
use std::ops::Range;

/// Maximum number of intervals, and the minimum if there are many outputs.
const MOST_STEPS: usize = 128;
const LEAST_STEPS: usize = 16;
/// Maximum number of intervals of all outputs together, unless [`LEAST_STEPS`] requires more.
const CELLS: usize = 1 << 20;
/// Initial length of an interval.
const FIRST_NS: u64 = 100;

/// A level, such as the length of a queue, integrated over an interval.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Net change in the interval.
    change: i64,
    /// Contribution of the changes to the integral: each times the ticks left in the interval.
    area: i64,
}

impl Level {
    /// Records a change when `left` ticks of the interval remain.
    fn add(&mut self, by: i64, left: u64) {
        self.change += by;
        self.area += by * left as i64;
    }

    /// Merges the interval with the next one, of `step` ticks.
    fn joined(self, next: Self, step: u64) -> Self {
        Self {
            change: self.change + next.change,
            area: self.area + self.change * step as i64 + next.area,
        }
    }
}

/// Activity of an output in an interval, in ticks.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    busy: u64,
    blocked: u64,
    waiting: Level,
}

impl Cell {
    fn joined(self, next: Self, step: u64) -> Self {
        Self {
            busy: self.busy + next.busy,
            blocked: self.blocked + next.blocked,
            waiting: self.waiting.joined(next.waiting, step),
        }
    }
}

/// Activity of the network in an interval.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    sent_bytes: u64,
    came_bytes: u64,
    came: u64,
    latency: u64,
    longest: u64,
    under_way: Level,
}

impl Sums {
    fn joined(self, next: Self, step: u64) -> Self {
        Self {
            sent_bytes: self.sent_bytes + next.sent_bytes,
            came_bytes: self.came_bytes + next.came_bytes,
            came: self.came + next.came,
            latency: self.latency + next.latency,
            longest: self.longest.max(next.longest),
            under_way: self.under_way.joined(next.under_way, step),
        }
    }
}

/// Histograms of latencies in ticks, by subnetwork and hops.
pub(crate) type Latencies = BTreeMap<(Subnet, u16), Histogram<u64>>;

/// A probe that keeps a [`Recording`] of a network.
#[derive(Debug)]
pub struct Recorder {
    model: Model,
    /// Ticks of every packet's latency that the network does not model.
    outside: u64,
    window: Range<u64>,
    outputs: Vec<Output>,
    /// Packets that wait for each output now.
    waiting: Vec<u32>,
    /// For each output, its intervals.
    cells: Vec<Cell>,
    sums: Vec<Sums>,
    step: u64,
    latencies: Latencies,
    traffic: BTreeMap<(u32, u32), Traffic>,
    end: u64,
}

impl Recorder {
    /// A recorder for a network with this model, from its beginning.
    pub fn new(model: &Model) -> Self {
        let count = model.torus.nodes() as usize * outputs_of(model);
        let steps = (CELLS / count / 2 * 2).clamp(LEAST_STEPS, MOST_STEPS);
        let port = |at: usize| match at % outputs_of(model) {
            link if link < model.torus.ports() => Port::Link(direction(link)),
            other => Port::Host(SUBNETS[other - model.torus.ports()]),
        };
        let output = |at: usize| Output::new((at / outputs_of(model)) as u32, port(at));
        Self {
            outside: 0,
            window: 0..u64::MAX,
            outputs: (0..count).map(output).collect(),
            waiting: vec![0; count],
            cells: vec![Cell::default(); count * steps],
            sums: vec![Sums::default(); steps],
            step: model.clock.from_ns(FIRST_NS),
            latencies: Latencies::new(),
            traffic: BTreeMap::new(),
            end: 0,
            model: model.clone(),
        }
    }

    /// Adds `ticks` to every latency: the part from program to program that the network does not
    /// model.
    #[must_use]
    pub fn with_outside(mut self, ticks: u64) -> Self {
        self.outside = ticks;
        self
    }

    /// Restricts the latency histograms to packets sent in this window, in ticks. Everything else
    /// covers the whole run.
    #[must_use]
    pub fn with_window(mut self, window: Range<u64>) -> Self {
        self.window = window;
        self
    }

    /// The recording up to `end`, in ticks, or up to the last event if that was later.
    pub fn finish(&self, end: u64) -> Recording {
        let end = end.max(self.end);
        let steps = end.div_ceil(self.step).max(1).min(self.sums.len() as u64) as usize;
        let span = |at: usize| (end - at as u64 * self.step).min(self.step).max(1);
        let mut recording = Recording {
            clock: self.model.clock,
            torus: self.model.torus.clone(),
            link_byte: self.model.link_byte,
            step: self.step,
            end,
            outputs: self.outputs.clone(),
            busy: Vec::new(),
            blocked: Vec::new(),
            waiting: Vec::new(),
            steps: Vec::new(),
            latencies: self.latencies.clone(),
            traffic: self.traffic.iter().map(|(pair, traffic)| (*pair, *traffic)).collect(),
        };
        for cells in self.cells.chunks_exact(self.sums.len()) {
            let mut level = 0;
            for (at, cell) in cells.iter().take(steps).enumerate() {
                let share = |ticks: u64| (ticks as f64 / span(at) as f64).min(1.0) as f32;
                recording.busy.push(share(cell.busy));
                recording.blocked.push(share(cell.blocked));
                recording.waiting.push(self.mean(&mut level, cell.waiting, span(at)) as f32);
            }
        }
        let mut level = 0;
        for (at, sums) in self.sums.iter().take(steps).enumerate() {
            recording.steps.push(Step {
                from: at as u64 * self.step,
                to: at as u64 * self.step + span(at),
                sent_bytes: sums.sent_bytes,
                came_bytes: sums.came_bytes,
                came: sums.came,
                latency: sums.latency as f64 / sums.came.max(1) as f64,
                longest: sums.longest,
                under_way: self.mean(&mut level, sums.under_way, span(at)),
            });
        }
        recording
    }

    /// Mean of a level over an interval that starts at `level` and of which `span` ticks count.
    fn mean(&self, level: &mut i64, change: Level, span: u64) -> f64 {
        // The integral covers the full interval; the last interval may end before that.
        let beyond = (self.step - span) as i64 * (*level + change.change);
        let area = *level * self.step as i64 + change.area - beyond;
        *level += change.change;
        area as f64 / span as f64
    }

    fn output(&self, node: u32, port: Port) -> usize {
        let port = match port {
            Port::Link(to) => to.index(),
            Port::Host(subnet) => self.model.torus.ports() + subnet.index(),
        };
        node as usize * outputs_of(&self.model) + port
    }

    /// Makes intervals long enough for `time`; returns the index of its interval and the ticks left
    /// in it.
    fn at(&mut self, time: u64) -> (usize, u64) {
        self.end = self.end.max(time);
        while time / self.step >= self.sums.len() as u64 {
            self.join();
        }
        ((time / self.step) as usize, self.step - time % self.step)
    }

    /// Merges pairs of intervals.
    fn join(&mut self) {
        let (count, step) = (self.sums.len(), self.step);
        halve(&mut self.sums, |a, b| a.joined(b, step));
        for cells in self.cells.chunks_exact_mut(count) {
            halve(cells, |a, b| a.joined(b, step));
        }
        self.step *= 2;
    }

    /// Adds a range of time to a counter of an output, split over intervals.
    fn spread(&mut self, output: usize, time: Range<u64>, of: fn(&mut Cell) -> &mut u64) {
        self.at(time.end);
        let count = self.sums.len();
        let mut from = time.start;
        while from < time.end {
            let (step, left) = self.at(from);
            let until = time.end.min(from + left);
            *of(&mut self.cells[output * count + step]) += until - from;
            from = until;
        }
    }

    fn wait(&mut self, output: usize, at: u64, by: i64) {
        let (step, left) = self.at(at);
        let count = self.sums.len();
        self.cells[output * count + step].waiting.add(by, left);
        self.waiting[output] = self.waiting[output].wrapping_add_signed(by as i32);
        let most = &mut self.outputs[output].most_waiting;
        *most = self.waiting[output].max(*most);
    }
}

impl Probe for Recorder {
    fn submitted(&mut self, at: u64, packet: &Seen) {
        let (step, left) = self.at(at);
        self.sums[step].sent_bytes += u64::from(packet.bytes);
        self.sums[step].under_way.add(1, left);
    }

    fn arrives(&mut self, arrival: &Arrival) {
        self.wait(self.output(arrival.node, arrival.wants), arrival.at, 1);
    }

    fn departs(&mut self, departure: &Departure) {
        let Departure { at, lasts, blocked, .. } = *departure;
        let place = self.output(departure.node, departure.port);
        self.wait(self.output(departure.node, departure.wanted), at, -1);
        self.spread(place, at..at + lasts, |cell| &mut cell.busy);
        self.spread(place, at - blocked..at, |cell| &mut cell.blocked);
        let output = &mut self.outputs[place];
        output.packets += 1;
        output.bytes += u64::from(departure.packet.bytes);
        output.replays += u64::from(departure.tries - 1);
        output.busy += lasts;
        output.blocked += blocked;
    }

    fn relieved(&mut self, relief: &Relief) {
        let place = self.output(relief.node, relief.port);
        self.spread(place, relief.at - relief.blocked..relief.at, |cell| &mut cell.blocked);
        self.outputs[place].blocked += relief.blocked;
    }

    fn taken_out(&mut self, waited: &Arrival) {
        self.wait(self.output(waited.node, waited.wants), waited.at, -1);
    }

    fn lost(&mut self, at: u64, _packet: &Seen) {
        let (step, left) = self.at(at);
        self.sums[step].under_way.add(-1, left);
    }

    fn delivered(&mut self, delivery: &Delivery) {
        let bytes = self.model.wire_bytes(delivery.payload_bytes);
        let latency = delivery.at - delivery.born + self.outside;
        let (step, left) = self.at(delivery.at);
        let sums = &mut self.sums[step];
        sums.came += 1;
        sums.came_bytes += bytes;
        sums.latency += latency;
        sums.longest = sums.longest.max(latency);
        sums.under_way.add(-1, left);
        let traffic = self.traffic.entry((delivery.from, delivery.to)).or_default();
        traffic.packets += 1;
        traffic.bytes += bytes;
        if self.window.contains(&delivery.born) {
            let all = self.latencies.entry((delivery.subnet, delivery.hops));
            record(all.or_insert_with(histogram), latency);
        }
    }
}

const SUBNETS: [Subnet; 2] = [Subnet::Request, Subnet::Reply];

fn outputs_of(model: &Model) -> usize {
    model.torus.ports() + SUBNETS.len()
}

fn direction(link: usize) -> skifch_sim::topology::Direction {
    skifch_sim::topology::Direction::from_index(link)
}

/// A histogram with a precision of 1 %.
pub(crate) fn histogram() -> Histogram<u64> {
    let mut all = Histogram::new(2).unwrap_or_else(|_| unreachable!("2 digits are possible"));
    all.auto(true);
    all
}

/// Records a time; the histogram grows as needed.
fn record(all: &mut Histogram<u64>, ticks: u64) {
    // A value beyond the histogram's memory counts as its maximum.
    if all.record(ticks).is_err() {
        all.saturating_record(ticks);
    }
}

/// Merges pairs into the first half and clears the rest.
fn halve<T: Copy + Default>(all: &mut [T], joined: impl Fn(T, T) -> T) {
    for at in 0..all.len() {
        let pair = (all.get(2 * at).copied(), all.get(2 * at + 1).copied());
        all[at] = match pair {
            (Some(first), Some(second)) => joined(first, second),
            _ => T::default(),
        };
    }
}
