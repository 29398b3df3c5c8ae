//! One record through the lane, both ends on one thread, compared with two rings of fixed-size
//! elements.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use crossbeam_queue::ArrayQueue;
use skifch_benches::{Lane, RING_BYTES, pages};
use std::hint::black_box;

fn lane(group: &mut BenchmarkGroup<'_, WallTime>, size: usize) {
    let (mut lane, from, to) = (Lane::new(), pages(size), pages(size));
    group.bench_function("skifch-ring", |bench| {
        bench.iter(|| lane.pass(black_box(&*from), to));
    });
}

/// Elements move by value: a copy in, a copy out, as in the lane.
fn array_queue<const SIZE: usize>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let queue = ArrayQueue::new(RING_BYTES / SIZE);
    let (from, mut to) = ([1_u8; SIZE], [0_u8; SIZE]);
    group.bench_function("crossbeam ArrayQueue", |bench| {
        bench.iter(|| {
            queue.push(*black_box(&from)).expect("an empty queue has room");
            to = queue.pop().expect("an element was pushed");
            black_box(&to);
        });
    });
}

fn rtrb_ring<const SIZE: usize>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let (mut producer, mut consumer) = rtrb::RingBuffer::new(RING_BYTES / SIZE);
    let (from, mut to) = ([1_u8; SIZE], [0_u8; SIZE]);
    group.bench_function("rtrb", |bench| {
        bench.iter(|| {
            producer.push(*black_box(&from)).expect("an empty ring has room");
            to = consumer.pop().expect("an element was pushed");
            black_box(&to);
        });
    });
}

fn size<const SIZE: usize>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("lane/{SIZE}"));
    group.throughput(Throughput::Bytes(SIZE as u64));
    lane(&mut group, SIZE);
    array_queue::<SIZE>(&mut group);
    rtrb_ring::<SIZE>(&mut group);
    group.finish();
}

pub(crate) fn sizes(criterion: &mut Criterion) {
    size::<8>(criterion);
    size::<64>(criterion);
    size::<1024>(criterion);
    size::<8192>(criterion);
}
