//! A message to oneself through the Rust API over shared memory, compared with two copies.

use criterion::{Criterion, Throughput};
use skifch::{Channel, Job, NetAddr};
use skifch_benches::{SIZES, pages};
use std::hint::black_box;

fn pass(channel: &mut Channel, me: NetAddr, from: &[u8], to: &mut [u8]) {
    let taken = channel.send(me, from).expect("a channel to oneself");
    assert_eq!(taken, from.len(), "an empty lane takes the message whole");
    let message = channel.recv().expect("a channel to oneself").expect("a message was sent");
    message.copy_to(to);
}

fn pass_claimed(channel: &mut Channel, me: NetAddr, from: &[u8], to: &mut [u8]) {
    let claim = channel.claim(me, from.len()).expect("a channel to oneself");
    let mut claim = claim.expect("an empty lane has room");
    claim.write_at(0, from);
    claim.commit(from.len()).expect("a claim that is open");
    let message = channel.recv().expect("a channel to oneself").expect("a message was sent");
    message.copy_to(to);
}

pub(crate) fn messages(criterion: &mut Criterion) {
    let job = Job::init().expect("a job of one");
    assert_eq!(job.backend_name(), "shm", "SKIFCH_BACKEND chooses another network");
    let mut channel = job.open(0).expect("the first channel");
    let me = channel.addr();
    for size in SIZES {
        let mut group = criterion.benchmark_group(format!("channel/{size}"));
        group.throughput(Throughput::Bytes(size as u64));
        let (from, middle, to) = (pages(size), pages(size), pages(size));
        group.bench_function("send", |bench| {
            bench.iter(|| pass(&mut channel, me, black_box(&*from), to));
        });
        group.bench_function("claim", |bench| {
            bench.iter(|| pass_claimed(&mut channel, me, black_box(&*from), to));
        });
        group.bench_function("two copies", |bench| {
            bench.iter(|| {
                black_box(&mut *middle).copy_from_slice(black_box(&*from));
                black_box(&mut *to).copy_from_slice(middle);
            });
        });
        group.finish();
    }
}
