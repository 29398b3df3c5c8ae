//! `copy_payload` compared with memcpy at several distances of target and source modulo a page: on
//! some processors memcpy is forty times slower at small positive distances.

use criterion::{BenchmarkId, Criterion, Throughput};
use skifch_benches::pages;
use skifch_ring::copy_payload;
use std::hint::black_box;

const SIZES: [usize; 7] = [8, 64, 1024, 2048, 4096, 8192, 65536];
const DISTANCES: [usize; 4] = [0, 8, 16, 64];

pub(crate) fn copies(criterion: &mut Criterion) {
    for size in SIZES {
        let mut group = criterion.benchmark_group(format!("copy/{size}"));
        group.throughput(Throughput::Bytes(size as u64));
        let (from, to) = (pages(size), pages(size + 4096));
        for distance in DISTANCES {
            let to = &mut to[distance..distance + size];
            // Both get the length as a value unknown to the compiler, as in a send.
            group.bench_function(BenchmarkId::new("copy_payload", distance), |bench| {
                bench.iter(|| {
                    // SAFETY: both are `size` bytes long, and no part of each other.
                    unsafe { copy_payload(from.as_ptr(), to.as_mut_ptr(), black_box(size)) };
                    black_box(&mut *to);
                });
            });
            group.bench_function(BenchmarkId::new("memcpy", distance), |bench| {
                bench.iter(|| {
                    let len = black_box(size);
                    // SAFETY: as above.
                    unsafe { from.as_ptr().copy_to_nonoverlapping(to.as_mut_ptr(), len) };
                    black_box(&mut *to);
                });
            });
        }
        group.finish();
    }
}
