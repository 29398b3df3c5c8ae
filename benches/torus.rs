//! Speed of the simulated torus on one core, in events and in packet hops. The README of
//! skifch-sim lists the values.

use criterion::{Criterion, SamplingMode, Throughput};
use skifch_sim::config::Settings;
use skifch_sim::engine::{Counters, Model, Network};
use skifch_sim::run::{Phases, Workload, run};
use skifch_sim::traffic::Pattern;

const PHASES: Phases = Phases { warm_up_ns: 10_000, measure_ns: 20_000 };

/// A torus and the load its nodes offer: uniform traffic in packets of the model's payload size.
fn network(torus: &str, load: f64) -> (Model, Workload) {
    let torus = format!("torus = {torus:?}");
    let settings = Settings::read(&["preset = \"m3\"", &torus]).expect("a torus");
    let model = Model::new(&settings).expect("a network");
    let pattern = Pattern::new("uniform", &model.torus, 1).expect("a pattern");
    let payload_bytes = vec![model.payload_bytes];
    (model, Workload { pattern, load, payload_bytes, reply_bytes: None, seed: 1 })
}

/// A whole run, including start-up and checks.
fn simulated(model: &Model, workload: &Workload) -> Counters {
    let summary = run(&mut Network::new(model), workload, &PHASES, |_| ());
    summary.expect("a run that is checked").counters
}

pub(crate) fn runs(criterion: &mut Criterion) {
    for (torus, load) in [("4x4x4", 0.6), ("8x8x8", 0.3), ("8x8x8", 0.6), ("16x16x16", 0.15)] {
        let (model, workload) = network(torus, load);
        let counters = simulated(&model, &workload);
        let mut group = criterion.benchmark_group(format!("torus/{torus} at {load}"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        for (what, count) in [("events", counters.events), ("hops", counters.hops)] {
            group.throughput(Throughput::Elements(count));
            group.bench_function(what, |bench| bench.iter(|| simulated(&model, &workload)));
        }
        group.finish();
    }
}
