//! How long start and finish take. The numbers are printed; the limits are generous, because the
//! machine may be busy.

mod support;

use std::time::{Duration, Instant};
use support::{RANK, say, skifrun};

/// The fastest and the median of `runs` runs.
fn measure(words: &[&str], runs: usize) -> (Duration, Duration) {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let begin = Instant::now();
            let output = skifrun(words).output().expect("skifrun");
            assert!(output.status.success(), "{output:?}");
            begin.elapsed()
        })
        .collect();
    times.sort();
    (times[0], times[runs / 2])
}

#[test]
fn start_and_finish() {
    let plain = measure(&["-n", "2", "true"], 21);
    let client = measure(&["-n", "2", RANK, "start-stop"], 21);
    let many = measure(&["-n", "256", RANK, "start-stop"], 3);
    say(&format!(
        "start and finish (fastest, median): 2 ranks of true {plain:?}; 2 ranks with init, fence, finalize {client:?}; 256 ranks of them {many:?}\n"
    ));
    assert!(plain.0 < Duration::from_millis(10), "{plain:?}");
    assert!(client.0 < Duration::from_millis(10), "{client:?}");
    assert!(many.0 < Duration::from_secs(5), "{many:?}");
}
