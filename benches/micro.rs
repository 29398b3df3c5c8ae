//! Every microbenchmark; one program, since linking an optimised one takes longest.

mod channel;
mod copy;
mod lane;
mod remote;
mod segment;
mod torus;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    lane::sizes,
    copy::copies,
    channel::messages,
    segment::segments,
    remote::updates,
    torus::runs
);
criterion_main!(benches);
