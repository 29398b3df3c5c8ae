//! The recording compared with the network's own counters.

use crate::page::{self, Words};
use crate::{Packets, Recorder, Recording, tables};
use skifch_sim::config::Settings;
use skifch_sim::engine::{Model, Network, Port, Probe};
use skifch_sim::run::{Phases, Summary, Workload, run};
use skifch_sim::traffic::Pattern;

const ADAPTIVE: &str = "router.routing = \"adaptive\"";
const PHASES: Phases = Phases { warm_up_ns: 5_000, measure_ns: 20_000 };

fn model(torus: &str, more: &str) -> Model {
    let torus = format!("torus = {torus:?}");
    let settings = Settings::read(&["preset = \"m3\"", &torus, more]);
    Model::new(&settings.expect("settings")).expect("a model")
}

fn driven<P: Probe>(model: &Model, load: f64, probe: P) -> (Network<P>, Summary) {
    let pattern = Pattern::new("uniform", &model.torus, 7).expect("a pattern");
    let (payload_bytes, reply_bytes) = (vec![8, 236], Some(32));
    let workload = Workload { pattern, load, payload_bytes, reply_bytes, seed: 7 };
    let mut network = Network::with_probe(model, probe);
    let summary = run(&mut network, &workload, &PHASES, |_| ()).expect("a run");
    (network, summary)
}

fn recorder(model: &Model) -> Recorder {
    let from = model.clock.from_ns(PHASES.warm_up_ns);
    let window = from..from + model.clock.from_ns(PHASES.measure_ns);
    Recorder::new(model).with_window(window)
}

fn recorded(model: &Model, load: f64) -> (Network<Recorder>, Summary, Recording) {
    let (network, summary) = driven(model, load, recorder(model));
    let recording = network.probe.finish(0);
    (network, summary, recording)
}

#[test]
fn looking_changes_nothing_and_sees_the_same_again() {
    let model = model("4x3", "link.errors_per_gbit = 20000");
    let (_, alone) = driven(&model, 0.6, ());
    let (_, seen, recording) = recorded(&model, 0.6);
    assert_eq!((alone.counters, alone.latency), (seen.counters, seen.latency));
    assert_eq!(recording, recorded(&model, 0.6).2);
    let words = Words { title: "a", summary: "b" };
    let page = page::html(&recording, &words);
    assert_eq!(page, page::html(&recorded(&model, 0.6).2, &words));
}

/// Totals of outputs agree with those that the network counts itself.
#[test]
fn outputs_are_those_of_the_network() {
    for more in ["", "link.errors_per_gbit = 20000", ADAPTIVE] {
        let model = model("3x2x2", more);
        let (network, summary, recording) = recorded(&model, 0.9);
        let mut replays = 0;
        for (output, (node, port, load)) in recording.outputs.iter().zip(network.loads()) {
            let kept = (output.node, output.port, output.packets, output.busy, output.blocked);
            assert_eq!(kept, (node, port, load.packets, load.busy, load.blocked));
            replays += output.replays;
        }
        assert_eq!(replays, summary.counters.replays);
        assert!(recording.outputs.iter().any(|output| output.blocked > 0), "too little load");
    }
}

/// The intervals add up to the whole run, and satisfy Little's law for packets in flight.
#[test]
fn intervals_add_up() {
    ["", ADAPTIVE].into_iter().for_each(intervals_of);
}

fn intervals_of(more: &str) {
    let model = model("4x3", more);
    let (_, summary, recording) = recorded(&model, 0.7);
    let span = |at: usize| recording.steps[at].to - recording.steps[at].from;
    for (place, output) in recording.outputs.iter().enumerate() {
        let sum = |row: &[f32]| -> f64 {
            row.iter().enumerate().map(|(at, share)| f64::from(*share) * span(at) as f64).sum()
        };
        let is_near = |a: f64, b: u64| (a - b as f64).abs() <= 1.0 + 1e-5 * b as f64;
        assert!(is_near(sum(recording.busy(place)), output.busy), "{output:?}");
        assert!(is_near(sum(recording.blocked(place)), output.blocked), "{output:?}");
        assert!(recording.waiting(place).iter().all(|mean| *mean >= 0.0), "{output:?}");
    }
    let steps = || recording.steps.iter();
    let area: f64 = steps().enumerate().map(|(at, step)| step.under_way * span(at) as f64).sum();
    let latency = summary.counters.latency as f64;
    assert!((area - latency).abs() < 1e-9 * latency, "{area} {latency}");
    assert_eq!(steps().map(|step| step.came).sum::<u64>(), summary.counters.delivered);
    let (sent, came) =
        steps().fold((0, 0), |(sent, came), step| (sent + step.sent_bytes, came + step.came_bytes));
    assert_eq!(sent, came);
    assert_eq!(recording.traffic.iter().map(|(_, some)| some.bytes).sum::<u64>(), came);
    let latencies = recording.latencies();
    assert_eq!(latencies.len(), summary.latency.packets);
    for (share, ns) in [(0.5, summary.latency.p50_ns), (1.0, summary.latency.max_ns)] {
        let kept = model.clock.ns(latencies.value_at_quantile(share));
        assert!((kept - ns).abs() < 0.02 * ns, "{kept} {ns}");
    }
}

/// Compared with waiting counted event by event.
#[test]
fn queues_are_means_over_their_intervals() {
    #[derive(Default)]
    struct Plain(Vec<(u64, i64)>);
    impl Probe for Plain {
        fn arrives(&mut self, arrival: &skifch_sim::engine::Arrival) {
            if arrival.node == 0 && arrival.wants == port() {
                self.0.push((arrival.at, 1));
            }
        }
        fn departs(&mut self, departure: &skifch_sim::engine::Departure) {
            if departure.node == 0 && departure.port == port() {
                self.0.push((departure.at, -1));
            }
        }
    }
    fn port() -> Port {
        Port::Link(skifch_sim::topology::Direction::plus(1))
    }
    let model = model("3x4", "");
    let (network, _) = driven(&model, 0.9, (Plain::default(), recorder(&model)));
    let recording = network.probe.1.finish(0);
    let place = recording.outputs.iter().position(|o| o.node == 0 && o.port == port());
    let row = recording.waiting(place.expect("the output"));
    for (at, step) in recording.steps.iter().enumerate() {
        let left = |time: u64| step.to.saturating_sub(time.max(step.from)) as i64;
        let area: i64 = network.probe.0.0.iter().map(|(time, by)| by * left(*time)).sum();
        let mean = area as f64 / (step.to - step.from) as f64;
        assert!((f64::from(row[at]) - mean).abs() < 1e-3, "interval {at}: {} {mean}", row[at]);
    }
    assert!(row.iter().any(|mean| *mean > 0.1), "nothing waited");
}

/// At lower fidelity, messages are counted on all their links.
#[test]
fn coarser_models_are_seen_too() {
    for fidelity in ["fluid", "logp"] {
        let model = model("4x3", &format!("fidelity = \"{fidelity}\""));
        let (network, summary, recording) = recorded(&model, 0.3);
        let mut links = 0;
        for (output, (_, port, load)) in recording.outputs.iter().zip(network.loads()) {
            assert_eq!((output.packets, output.busy), (load.packets, load.busy));
            links += if matches!(port, Port::Link(_)) { load.packets } else { 0 };
        }
        assert_eq!((links, summary.counters.hops > 0), (summary.counters.hops, true));
        let came: u64 = recording.traffic.iter().map(|(_, some)| some.packets).sum();
        assert_eq!(came, summary.counters.delivered);
    }
}

#[test]
fn tables_have_a_line_for_everything() {
    let model = model("3x2", "");
    let (_, summary, recording) = recorded(&model, 0.5);
    let text = |table: fn(&Recording, &mut Vec<u8>) -> std::io::Result<()>| {
        let mut out = Vec::new();
        table(&recording, &mut out).expect("memory");
        String::from_utf8(out).expect("text")
    };
    let column = |text: &str, at: usize| -> Vec<f64> {
        let cell = |line: &str| line.split(',').nth(at).and_then(|cell| cell.parse().ok());
        text.lines().skip(1).map(|line| cell(line).expect("a number")).collect()
    };
    assert_eq!(text(tables::links).lines().count(), 1 + 6 * 6);
    assert_eq!(text(tables::timeline).lines().count(), 1 + recording.steps.len());
    assert!(text(tables::link_timeline).lines().count() > recording.steps.len());
    let latencies = text(tables::latencies);
    assert_eq!(column(&latencies, 4).iter().sum::<f64>() as u64, summary.latency.packets);
    assert!(latencies.contains("\nreply,2,"), "{latencies}");
    let traffic = text(tables::traffic);
    assert_eq!(column(&traffic, 2).iter().sum::<f64>() as u64, summary.counters.delivered);
}

/// A run without any traffic also gives a page.
#[test]
fn an_empty_run_is_shown() {
    let model = model("2x2x2x2", "");
    let recording = Recorder::new(&model).finish(0);
    assert_eq!((recording.steps.len(), page::lit(&recording)), (1, 0));
    let page = page::html(&recording, &Words { title: "<none>", summary: "</script>" });
    let page = page.expect("16 nodes");
    assert!(page.contains("<h1>&lt;none&gt;</h1>") && !page.contains("</script>\""));
    let many = Recorder::new(&crate::tests::model("32x32x8", "")).finish(0);
    let said = page::html(&many, &Words { title: "", summary: "" }).expect_err("too many");
    assert!(said.contains("4096 nodes, but the torus 32x32x8 has 8192"), "{said}");
}

#[test]
fn a_trace_has_the_way_of_each_packet_and_its_limit() {
    let model = model("4x2", "");
    let (network, summary) = driven(&model, 0.3, Packets::new(usize::MAX));
    let mut out = Vec::new();
    network.probe.write(&model, &mut out).expect("memory");
    let all: serde_json::Value = serde_json::from_slice(&out).expect("JSON");
    let events = all["traceEvents"].as_array().expect("events");
    let count = |phase: &str| events.iter().filter(|event| event["ph"] == phase).count() as u64;
    let counters = summary.counters;
    assert_eq!(count("X"), counters.hops + counters.delivered);
    // A packet to its own node crosses no link.
    let stays = |event: &&serde_json::Value| {
        event["ph"] == "X" && event["args"]["from"] == event["args"]["to"]
    };
    let travels = counters.delivered - events.iter().filter(stays).count() as u64;
    assert_eq!((count("s"), count("f")), (travels, travels));
    assert_eq!(count("s") + count("t"), counters.hops);
    let (short, _) = driven(&model, 0.3, Packets::new(10));
    let until = short.probe.until().expect("there was more");
    let mut out = Vec::new();
    short.probe.write(&model, &mut out).expect("memory");
    let text = String::from_utf8(out).expect("text");
    assert!(until > 0 && text.matches("\"ph\":\"X\"").count() == 10);
}
