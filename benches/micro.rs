//! All microbenchmarks in one program, because linking an optimised program takes the most time.

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
