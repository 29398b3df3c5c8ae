use super::*;

/// A small report with made-up figures: the channel in C, one peer, one bare reference.
pub(crate) fn sample_report() -> Report {
    let machine = Machine {
        cpu: "A <CPU> & more".into(),
        usable_cores: 2,
        cores: vec![0, 1],
        caches: "L1d 32K".into(),
        kernel: "6.1".into(),
        system: "Debian".into(),
        virtual_machine: true,
        memory_mb: 8000,
    };
    let info = |id: &str, title: &str, role| Info::new(id, title, format!("how {id}"), role);
    let mut report = Report {
        schema: SCHEMA.into(),
        machine,
        settings: Settings { repeat: 3, seconds_per_point: 0.1, version: "0.1.0".into() },
        kernels: vec![Kernel::Msgrate, Kernel::Latency, Kernel::Bandwidth],
        subjects: vec![
            info("skifch-c", "SkifCh C", Role::Skifch),
            info("ucx", "UCX UCT", Role::Peer),
            info("openmpi", "Open MPI", Role::Peer),
            info("memcpy", "memcpy", Role::Bare),
        ],
        absent: vec![Absent {
            id: "mpich".into(),
            title: "MPICH".into(),
            reason: "not found (Debian: apt install mpich)".into(),
        }],
        failures: vec![],
        lines: vec![],
        samples: vec![],
        figures: vec![],
        goals: vec![],
    };
    for round in 0..3 {
        fill_round(&mut report, round);
    }
    report.sum_up();
    report
}

fn fill_round(report: &mut Report, round: u32) {
    let noise = 1.0 + f64::from(round) * 0.1;
    for kernel in report.kernels.clone() {
        report.lines.push(Line { kernel, round, one_way_ns: 50.0 * noise });
    }
    let around = Around { before_ns: 50.0 * noise, after_ns: 51.0 * noise };
    let mut add = |subject: &str, kernel, bytes, count, seconds: f64| {
        let percentiles_ns = (kernel == Kernel::Latency).then_some([60.0, 70.0, 80.0]);
        let seconds = seconds * noise;
        let row = Row { kernel, bytes, ranks: 2, count, seconds, percentiles_ns };
        report.samples.push(Sample::new(subject.into(), round, around, row));
    };
    for bytes in [8, 64, 1024] {
        add("skifch-c", Kernel::Msgrate, bytes, 100_000_000, bytes as f64 / 8.0);
        add("ucx", Kernel::Msgrate, bytes, 20_000_000, 1.0);
        add("skifch-c", Kernel::Latency, bytes, 1_000_000, 0.065);
        add("openmpi", Kernel::Latency, bytes, 1_000_000, 0.115);
    }
    for bytes in [16 << 10, 1 << 20] {
        add("skifch-c", Kernel::Bandwidth, bytes, (20 << 30) / bytes, 1.0);
        add("openmpi", Kernel::Bandwidth, bytes, (10 << 30) / bytes, 1.0);
        add("memcpy", Kernel::Bandwidth, bytes, (30 << 30) / bytes, 1.0);
    }
}

#[test]
fn samples_are_summed_up_by_point() {
    let report = sample_report();
    let figure = report.figure(Kernel::Msgrate, "skifch-c", 8, 2).expect("it was measured");
    assert_eq!(figure.spread.runs, 3);
    assert!(
        (figure.spread.max - 100.0).abs() < 1e-9
            && (figure.spread.median - 100.0 / 1.1).abs() < 1e-9
    );
    assert_eq!(report.points(Kernel::Msgrate), [(8, 2), (64, 2), (1024, 2)]);
    assert!(report.figure(Kernel::Msgrate, "ucx", 9, 2).is_none());
}

#[test]
fn only_runs_of_one_regime_are_summed_up() {
    let mut report = sample_report();
    for sample in report.samples.iter_mut().filter(|s| s.subject == "ucx" && s.round == 2) {
        sample.line_after_ns = 200.0;
    }
    report.sum_up();
    let of = |subject| report.figure(Kernel::Msgrate, subject, 8, 2).expect("it was measured");
    assert_eq!((of("ucx").spread.runs, of("skifch-c").spread.runs), (2, 3));
    assert_eq!(report.runs(Kernel::Msgrate)[&("ucx", 2)].len(), 3, "a run is counted once");
    // Now the peer has no run in the regime of the others.
    for sample in report.samples.iter_mut().filter(|s| s.subject == "ucx") {
        sample.line_ns = 200.0;
    }
    report.sum_up();
    let ucx = report.figure(Kernel::Msgrate, "ucx", 8, 2).expect("it was measured");
    assert_eq!(ucx.spread.runs, 3);
}

#[test]
fn the_best_of_a_kind_depends_on_the_unit() {
    let report = sample_report();
    let rate = report.best(Kernel::Msgrate, Role::Peer, "", 8, 2).expect("measured");
    assert!((rate - 20.0 / 1.1).abs() < 1e-9);
    let trip = report.best(Kernel::Latency, Role::Peer, "open", 8, 2).expect("measured");
    assert!((trip - 115.0 * 1.1).abs() < 1e-6);
    assert!(report.best(Kernel::Latency, Role::Peer, "mpich", 8, 2).is_none());
}

#[test]
fn the_document_survives_the_way_there_and_back() {
    let report = sample_report();
    let text = serde_json::to_string(&report).expect("it can be written");
    let back: Report = serde_json::from_str(&text).expect("it can be read");
    assert_eq!(back, report);
}

#[test]
fn the_document_has_the_keys_that_readers_rely_on() {
    let value = serde_json::to_value(sample_report()).expect("it can be written");
    assert_eq!(value["schema"], "skif-perf/1");
    let sample = &value["samples"][0];
    for key in [
        "subject",
        "round",
        "line_ns",
        "line_after_ns",
        "kernel",
        "bytes",
        "ranks",
        "count",
        "seconds",
    ] {
        assert!(!sample[key].is_null(), "samples[].{key} is missing in {sample}");
    }
    let figure = &value["figures"][0];
    for key in ["subject", "kernel", "bytes", "ranks", "unit", "median", "min", "max", "runs"] {
        assert!(!figure[key].is_null(), "figures[].{key} is missing in {figure}");
    }
    for key in
        ["machine", "settings", "kernels", "subjects", "absent", "failures", "lines", "goals"]
    {
        assert!(!value[key].is_null(), "{key} is missing");
    }
}
