//! Put, get and fetch-add on this rank's own part of a segment, compared with plain memory.

use criterion::{Criterion, Throughput};
use skifch::{AtomicOp, Job, Segment};
use skifch_benches::{SIZES, pages};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

fn transfers(criterion: &mut Criterion, segment: &Segment) {
    for size in SIZES {
        let mut group = criterion.benchmark_group(format!("segment/{size}"));
        group.throughput(Throughput::Bytes(size as u64));
        let (mine, other) = (pages(size), pages(size));
        group.bench_function("put", |bench| {
            bench.iter(|| segment.put(0, 0, black_box(&*mine)).expect("inside the part"));
        });
        group.bench_function("get", |bench| {
            bench.iter(|| segment.get(0, 0, black_box(&mut *mine)).expect("inside the part"));
        });
        group.bench_function("plain copy", |bench| {
            bench.iter(|| black_box(&mut *other).copy_from_slice(black_box(&*mine)));
        });
        group.finish();
    }
}

fn atomics(criterion: &mut Criterion, segment: &Segment) {
    let mut group = criterion.benchmark_group("segment/fetch-add");
    group.bench_function("fetch-add", |bench| {
        let add = || segment.atomic(0, 0, AtomicOp::Add, 8, black_box(1), 0);
        bench.iter(|| add().expect("inside the part"));
    });
    group.bench_function("add, one-way", |bench| {
        let add = || segment.atomic_oneway(0, 0, AtomicOp::Add, 8, black_box(1), 0);
        bench.iter(|| add().expect("inside the part"));
    });
    let word = AtomicU64::new(0);
    group.bench_function("plain fetch-add", |bench| {
        bench.iter(|| black_box(&word).fetch_add(black_box(1), Ordering::SeqCst));
    });
    group.finish();
}

pub(crate) fn segments(criterion: &mut Criterion) {
    let job = Job::init().expect("a job of one");
    assert_eq!(job.backend_name(), "shm", "SKIFCH_BACKEND chooses another network");
    let segment = job.segment(1 << 16).expect("memory for a segment");
    transfers(criterion, &segment);
    atomics(criterion, &segment);
}
