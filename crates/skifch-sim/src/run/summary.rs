//! The summary of a run.

use super::Workload;
use crate::config::Fidelity;
use crate::engine::{Alone, Counters, Delivery, FaultEvent, Load, Model, Network, Port, Probe};
use crate::route::Plan;
use crate::traffic::{LinkLoads, ideal_throughput};
use hdrhistogram::Histogram;
use std::ops::Range;

/// Latencies from program to program of packets sent in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Latency {
    /// Number of packets.
    pub packets: u64,
    /// Their mean.
    pub mean_ns: f64,
    /// The median.
    pub p50_ns: f64,
    /// The 99th percentile.
    pub p99_ns: f64,
    /// The longest.
    pub max_ns: f64,
}

/// An output and a fraction of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hottest {
    /// Its node.
    pub node: u32,
    /// The output.
    pub port: Port,
    /// From 0 to 1.
    pub share: f64,
}

/// The summary of a run. Loads are bytes on the wire for each node, as fractions of link capacity.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Load that programs sent in the window.
    pub offered: f64,
    /// Load that programs received in the window.
    pub accepted: f64,
    /// Load that all nodes can send at the same time if only the busiest link and the interfaces
    /// limit it. Beyond that, nodes that do not use that link may still get more.
    pub bound: f64,
    /// Latencies.
    pub latency: Latency,
    /// Throughput of the slowest sender.
    pub least: f64,
    /// That sender.
    pub slowest: u32,
    /// Jain's index over the senders: 1 if all got the same, 1/n if one got everything.
    pub fairness: f64,
    /// The output that was sending for the largest fraction of the window.
    pub busiest: Hottest,
    /// The link that was sending for the largest fraction of the window.
    pub hottest: Hottest,
    /// Mean utilization of links in the window.
    pub links: f64,
    /// The output at which packets waited longest for room at the other end.
    pub blocked: Hottest,
    /// Why less was accepted than offered, if so.
    pub saturated: Option<String>,
    /// Failures during the run and their consequences.
    pub news: Vec<FaultEvent>,
    /// Counters of the whole run.
    pub counters: Counters,
}

/// Collects the measurements of a run.
pub(super) struct Measure {
    model: Model,
    window: Range<u64>,
    bound: f64,
    /// Utilization of the handlers of the busiest receiver, for each unit of load: their queues are
    /// unbounded, so they delay only their own replies.
    handling: f64,
    sent: u64,
    /// Bytes delivered in the window, by sender.
    came: Vec<u64>,
    latencies: Histogram<u64>,
    latency: u128,
    longest: u64,
    before: Vec<Load>,
    after: Vec<Load>,
}

impl Measure {
    pub(super) fn new(model: &Model, workload: &Workload, window: Range<u64>) -> Self {
        let mut latencies =
            Histogram::new(3).unwrap_or_else(|_| unreachable!("3 digits are possible"));
        latencies.auto(true);
        Self {
            bound: bound(model, workload),
            handling: handling(model, workload),
            sent: 0,
            came: vec![0; model.torus.nodes() as usize],
            latencies,
            latency: 0,
            longest: 0,
            before: Vec::new(),
            after: Vec::new(),
            model: model.clone(),
            window,
        }
    }

    pub(super) fn sent(&mut self, at: u64, payload_bytes: u16) {
        if self.window.contains(&at) {
            self.sent += self.model.wire_bytes(payload_bytes);
        }
    }

    pub(super) fn delivered(&mut self, packet: &Delivery) {
        if self.window.contains(&packet.at) {
            self.came[packet.from as usize] += self.model.wire_bytes(packet.payload_bytes);
        }
        if self.window.contains(&packet.born) {
            let latency = packet.at - packet.born;
            self.latency += u128::from(latency);
            self.longest = self.longest.max(latency);
            // The histogram grows as needed; a value beyond its memory counts as its maximum.
            if self.latencies.record(latency).is_err() {
                self.latencies.saturating_record(latency);
            }
        }
    }

    /// The window begins or ends now.
    pub(super) fn edge<P: Probe>(&mut self, network: &Network<P>, at: u64) {
        let loads = network.loads().map(|(.., load)| load).collect();
        match at == self.window.start {
            true => self.before = loads,
            false => self.after = loads,
        }
    }

    pub(super) fn finish<P: Probe>(self, network: &mut Network<P>) -> Summary {
        let news = network.news();
        let length = (self.window.end - self.window.start) as f64;
        let clock = self.model.clock;
        // Bytes that one link can carry in the window.
        let link = length / self.model.link_byte as f64;
        let nodes = self.came.len() as f64;
        let came = |node: usize| self.came[node] as f64 / link;
        let all: Vec<f64> = (0..self.came.len()).map(came).collect();
        let sum: f64 = all.iter().sum();
        let squares: f64 = all.iter().map(|share| share * share).sum();
        let slowest = (0..all.len()).min_by_key(|node| self.came[*node]).unwrap_or(0);
        // The histogram gives the end of a class, which may be above all values in it.
        let quantile = |share| clock.ns(self.latencies.value_at_quantile(share).min(self.longest));
        let packets = self.latencies.len();
        let (offered, accepted) = (self.sent as f64 / link / nodes, sum / nodes);
        let is_link = |port| matches!(port, Port::Link(_));
        let busiest = self.hottest(network, length, |load, _| load.busy);
        let hottest =
            self.hottest(network, length, |load, port| u64::from(is_link(port)) * load.busy);
        let blocked = self.hottest(network, length, |load, _| load.blocked);
        let is_saturated = accepted < 0.95 * offered;
        Summary {
            offered,
            accepted,
            bound: self.bound,
            latency: Latency {
                packets,
                mean_ns: clock.ns(1) * self.latency as f64 / packets.max(1) as f64,
                p50_ns: quantile(0.5),
                p99_ns: quantile(0.99),
                max_ns: clock.ns(self.longest),
            },
            least: all[slowest],
            slowest: slowest as u32,
            fairness: if squares > 0.0 { sum * sum / nodes / squares } else { 1.0 },
            saturated: is_saturated.then(|| self.reason(offered, &busiest, &blocked)),
            busiest,
            hottest,
            links: self.links(network, length),
            blocked,
            news,
            counters: network.counters(),
        }
    }

    /// Which resource was exhausted.
    fn reason(&self, offered: f64, busiest: &Hottest, blocked: &Hottest) -> String {
        let torus = &self.model.torus;
        let said = |hottest: &Hottest| {
            let Hottest { node, port, share } = hottest;
            let at = &torus.coordinates(*node)[..torus.dims()];
            format!("{port} of node {node} {at:?}: {:.0} % of the time", 100.0 * share)
        };
        if offered * self.handling > 1.0 {
            "the message handlers are saturated".to_owned()
        } else if busiest.share > 0.9 {
            format!("saturated output {}", said(busiest))
        } else if blocked.share > 0.1 {
            format!("packets wait for buffer space behind {}", said(blocked))
        } else if offered > 0.9 * self.bound {
            "the interfaces between memory and network are saturated".to_owned()
        } else {
            "nothing is saturated: the warm-up is too short for packets to arrive".to_owned()
        }
    }

    fn hottest<P: Probe>(
        &self,
        network: &Network<P>,
        length: f64,
        what: impl Fn(&Load, Port) -> u64,
    ) -> Hottest {
        let ports = network.loads().map(|(node, port, _)| (node, port));
        let grown = ports
            .zip(self.after.iter().zip(&self.before))
            .map(|(place, (after, before))| (place, what(after, place.1) - what(before, place.1)));
        let most = grown.reduce(|a, b| if b.1 > a.1 { b } else { a });
        let ((node, port), ticks) =
            most.unwrap_or(((0, Port::Host(crate::engine::Subnet::Request)), 0));
        Hottest { node, port, share: ticks as f64 / length }
    }

    /// Mean utilization of links in the window.
    fn links<P: Probe>(&self, network: &Network<P>, length: f64) -> f64 {
        let grown =
            self.after.iter().zip(&self.before).map(|(after, before)| after.busy - before.busy);
        let of_links =
            network.loads().zip(grown).filter(|((_, port, _), _)| matches!(port, Port::Link(_)));
        let (count, ticks) =
            of_links.fold((0u64, 0), |(count, sum), (_, ticks)| (count + 1, sum + ticks));
        ticks as f64 / length / count.max(1) as f64
    }
}

/// Maximum number of nodes for which every pair is examined; larger tori from one node only.
const MAX_NODES: u32 = 256;

/// Bound by the busiest link, the busiest receiver and the interfaces, replies included.
fn bound(model: &Model, workload: &Workload) -> f64 {
    let (request, reply) =
        (mean(model, &workload.payload_bytes), mean(model, workload.reply_bytes.as_slice()));
    let all = request.link + reply.link;
    let (asked, answered) = (request.link / all, reply.link / all);
    // Every node sends a request and a reply; a busy receiver gets more requests than that.
    let busy = workload.pattern.largest_share();
    let send = request.host + busy * reply.host;
    let receive = busy * request.memory + reply.memory;
    let port = (busy * asked).max(answered);
    if model.fidelity == Fidelity::LogP {
        // No links: an interface sends at the rate of the slowest part of the path.
        return all / receive.max(request.work + busy * reply.work);
    }
    let interfaces = (all / send.max(receive)).min(1.0 / port);
    let plan = Plan::new(&model.torus, model.order, model.ties);
    if workload.pattern.is_symmetric() && model.torus.nodes() > MAX_NODES {
        // Replies take the routes of requests.
        return interfaces
            .min(ideal_throughput(&LinkLoads::of_symmetric(&plan, &workload.pattern)));
    }
    let mut loads = LinkLoads::of_routes(&plan, &workload.pattern);
    if workload.reply_bytes.is_some() {
        let replies = LinkLoads::of_replies(&plan, &workload.pattern);
        loads = loads.mixed(asked, &replies, answered);
    }
    if model.is_adaptive {
        loads = loads.evened();
    }
    interfaces.min(ideal_throughput(&loads))
}

/// Utilization of the handlers of the busiest receiver, for each unit of load.
fn handling(model: &Model, workload: &Workload) -> f64 {
    let link = |sizes: &[u16]| mean(model, sizes).link;
    let answer = workload.reply_bytes.as_slice();
    let handler = if answer.is_empty() { 0 } else { model.handler };
    handler as f64 * workload.pattern.largest_share()
        / (link(&workload.payload_bytes) + link(answer))
}

/// Mean times of a packet, in ticks.
struct Mean {
    link: f64,
    /// From memory to the interface, and from the interface to memory.
    host: f64,
    memory: f64,
    /// On its slowest part.
    work: f64,
}

fn mean(model: &Model, sizes: &[u16]) -> Mean {
    let count = sizes.len().max(1) as f64;
    let alone = |size: &u16| model.alone(model.wire_bytes(*size) as u16, 0);
    let mean = |ticks: fn(Alone) -> u64| {
        sizes.iter().map(|size| ticks(alone(size)) as f64).sum::<f64>() / count
    };
    let bytes = |size: &u16| (model.wire_bytes(*size) * model.host_byte) as f64;
    let host = mean(|alone| alone.host);
    // The minimum time between packets does not apply to each packet of a gathered block.
    let memory = match model.aggregate_bytes {
        0 => host,
        _ => sizes.iter().map(bytes).sum::<f64>() / count,
    };
    Mean { link: mean(|alone| alone.link), host, memory, work: mean(|alone| alone.work) }
}
