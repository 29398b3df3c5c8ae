//! The main loop of a run.

use super::handlers::Handlers;
use super::order::Order;
use super::summary::{Measure, Summary};
use super::workload::{Source, Workload};
use crate::Error;
use crate::engine::{Network, Probe, Send, Subnet};

/// The length of a run. It warms up, is measured, continues for as long as it warmed up so that the
/// last measured packets still meet traffic, and is then drained.
#[derive(Clone, Copy, Debug)]
pub struct Phases {
    /// Time before the measurement.
    pub warm_up_ns: u64,
    /// Length of the measurement window.
    pub measure_ns: u64,
}

/// Runs traffic over an empty network until it is empty again, and checks that nothing was lost or
/// overtaken. `progress` is called now and then with the fraction that is done.
///
/// # Errors
/// The traffic is impossible, the network deadlocks, or a check fails.
pub fn run<P: Probe>(
    network: &mut Network<P>,
    workload: &Workload,
    phases: &Phases,
    mut progress: impl FnMut(f64),
) -> Result<Summary, Error> {
    let model = network.model().clone();
    workload.check(&model)?;
    if network.counters().injected > 0 {
        return Err(Error::new("a run needs an unused network, but this one has sent packets"));
    }
    if phases.measure_ns == 0 {
        return Err(Error::new("the time to measure must not be 0"));
    }
    network.seed_errors(workload.seed);
    let warm_up = model.clock.from_ns(phases.warm_up_ns);
    let window = warm_up..warm_up + model.clock.from_ns(phases.measure_ns);
    let end = window.end + warm_up;
    if let Some(fault) = network.last_fault().filter(|at| *at >= end) {
        let (fault, end) = (model.clock.ns(fault), model.clock.ns(end));
        let why = format!(
            "fault at {fault} ns, but nothing is sent after {end} ns: measure longer, or \
             set it earlier"
        );
        return Err(Error::new(why));
    }
    let mut driver = Driver {
        measure: Measure::new(&model, workload, window.clone()),
        order: Order::new(model.torus.nodes()),
        handlers: Handlers::new(&model),
        reply_bytes: workload.reply_bytes,
        tag: 0,
    };
    let mut source = Source::new(workload, &model);
    let slot = workload.slot(&model);
    let mut start = 0;
    while start < end {
        for from in 0..model.torus.nodes() {
            driver.offer(network, &mut source, from, start)?;
        }
        // Counters are read at both ends of the window.
        let next = start + slot;
        for edge in [window.start, window.end].into_iter().filter(|at| (start..next).contains(at)) {
            driver.advance(network, edge)?;
            driver.measure.edge(network, edge);
        }
        driver.advance(network, next - 1)?;
        start = next;
        progress(start as f64 / end as f64);
    }
    while network.next_event_time().is_some() {
        driver.advance(network, u64::MAX >> 1)?;
    }
    driver.finish(network)
}

struct Driver {
    measure: Measure,
    order: Order,
    handlers: Handlers,
    reply_bytes: Option<u16>,
    tag: u64,
}

impl Driver {
    fn offer<P: Probe>(
        &mut self,
        network: &mut Network<P>,
        source: &mut Source<'_>,
        from: u32,
        start: u64,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        source.draw(from, start, |draw| {
            let (to, payload_bytes) = (draw.to, draw.payload_bytes);
            let send = Send { from, to, payload_bytes, subnet: Subnet::Request, tag: self.tag };
            self.tag += 1;
            self.measure.sent(draw.at, payload_bytes);
            let sent = network.inject(draw.at, &send);
            result = std::mem::replace(&mut result, Ok(())).and(sent);
        });
        result
    }

    /// Advances time to `limit`, and sends replies.
    fn advance<P: Probe>(&mut self, network: &mut Network<P>, limit: u64) -> Result<(), Error> {
        while network.advance_until(limit) < limit || network.has_deliveries() {
            let mut replies = Vec::new();
            for packet in network.deliveries() {
                self.order.note(&packet)?;
                self.measure.delivered(&packet);
                if let (Some(payload_bytes), Subnet::Request) = (self.reply_bytes, packet.subnet) {
                    let (from, to) = (packet.to, packet.from);
                    // A reply counts as offered at once, even if it waits for its handler.
                    self.measure.sent(packet.at, payload_bytes);
                    let subnet = Subnet::Reply;
                    let reply = Send { from, to, payload_bytes, subnet, tag: self.tag };
                    replies.push((self.handlers.answer_at(from, packet.at), reply));
                    self.tag += 1;
                }
            }
            for (at, reply) in replies {
                network.inject(at, &reply)?;
            }
        }
        Ok(())
    }

    fn finish<P: Probe>(mut self, network: &mut Network<P>) -> Result<Summary, Error> {
        self.order.look()?;
        if let Some(deadlock) = network.deadlock() {
            return Err(Error::new(deadlock.to_string()));
        }
        network.check()?;
        let counters = network.counters();
        let latency = counters.latency + counters.lost_ticks;
        if latency != counters.under_way {
            let under_way = counters.under_way;
            let why = format!("packets were under way for {under_way} ticks and took {latency}");
            return Err(Error::new(why));
        }
        Ok(self.measure.finish(network))
    }
}
