//! How long start and finish take. The numbers are printed; the limits are generous, because the
//! machine may be busy.

mod support;

use std::time::{Duration, Instant};
use support::{RANK, say, skifrun};

/// The fastest and the median of at least `runs` runs; more of them while the machine is too busy
/// for the fastest to be below `limit`, since it is the launcher that is measured.
fn measure(words: &[&str], runs: usize, limit: Duration) -> (Duration, Duration) {
    let mut times = Vec::new();
    while times.len() < runs || times.len() < 10 * runs && times[0] > limit {
        let begin = Instant::now();
        let output = skifrun(words).output().expect("skifrun");
        times.push(begin.elapsed());
        assert!(output.status.success(), "{output:?}");
        times.sort();
    }
    (times[0], times[times.len() / 2])
}

const FEW: Duration = Duration::from_millis(10);
const MANY: Duration = Duration::from_secs(5);

#[test]
fn start_and_finish() {
    let plain = measure(&["-n", "2", "true"], 21, FEW);
    let client = measure(&["-n", "2", RANK, "start-stop"], 21, FEW);
    let many = measure(&["-n", "256", RANK, "start-stop"], 3, MANY);
    say(&format!(
        "start and finish (fastest, median): 2 ranks of true {plain:?}; \
         2 ranks with init, fence, finalize {client:?}; 256 ranks of them {many:?}\n"
    ));
    assert!(plain.0 < FEW, "{plain:?}");
    assert!(client.0 < FEW, "{client:?}");
    assert!(many.0 < MANY, "{many:?}");
}
