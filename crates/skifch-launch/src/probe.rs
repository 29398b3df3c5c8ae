//! Measures start-up under this launcher: every rank puts a value of the size of an address,
//! fences, and gets all the others'; rank 0 prints the time of each step.

use skifch_boot::{Boot, BootError};
use std::time::{Duration, Instant};

const VALUE_BYTES: usize = 64;
const ROUNDS: usize = 5;
const STEPS: [&str; 4] = ["init", "put", "fence", "get all"];

/// Runs one rank of the probe and returns its exit code.
pub(crate) fn rank() -> i32 {
    match probe() {
        Ok(text) => {
            crate::print(&text);
            0
        }
        Err(error) => {
            say!("{error}");
            1
        }
    }
}

/// The table on rank 0, empty on other ranks.
fn probe() -> Result<String, BootError> {
    let begin = Instant::now();
    let mut boot = Boot::from_env()?;
    let mut times = [begin.elapsed(), Duration::MAX, Duration::MAX, Duration::MAX];
    for round in 0..ROUNDS {
        let took = exchange(&mut boot, round)?;
        for (best, took) in times[1..].iter_mut().zip(took) {
            *best = took.min(*best);
        }
    }
    let nanos = times.map(|time| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).to_le_bytes());
    boot.put(&format!("times.{}", boot.rank()), nanos.as_flattened())?;
    boot.fence()?;
    let text = if boot.rank() == 0 { table(&mut boot)? } else { String::new() };
    boot.finalize().map(|()| text)
}

fn exchange(boot: &mut Boot, round: usize) -> Result<[Duration; 3], BootError> {
    let key = |rank: u32| format!("probe.{round}.{rank}");
    let mut last = Instant::now();
    let mut lap = || {
        let begin = std::mem::replace(&mut last, Instant::now());
        last - begin
    };
    boot.put(&key(boot.rank()), &[0x5a; VALUE_BYTES])?;
    let put = lap();
    boot.fence()?;
    let fence = lap();
    for rank in 0..boot.size() {
        boot.get(&key(rank))?;
    }
    Ok([put, fence, lap()])
}

fn table(boot: &mut Boot) -> Result<String, BootError> {
    let mut all = vec![Vec::new(); STEPS.len()];
    for rank in 0..boot.size() {
        let bytes = boot.get(&format!("times.{rank}"))?;
        let (numbers, _) = bytes.as_chunks::<8>();
        for (times, number) in all.iter_mut().zip(numbers) {
            times.push(u64::from_le_bytes(*number));
        }
    }
    let (size, protocol) = (boot.size(), boot.protocol());
    let mut text = format!(
        "{size} ranks over {protocol}, values of {VALUE_BYTES} bytes, best of {ROUNDS} rounds, us\n\
         step          fastest     median    slowest rank\n"
    );
    for (step, mut times) in STEPS.iter().zip(all) {
        times.sort_unstable();
        let us = |at: usize| times.get(at).map_or(0.0, |&ns| ns as f64 / 1000.0);
        let (low, middle, high) = (us(0), us(times.len() / 2), us(times.len().saturating_sub(1)));
        text += &format!("{step:<10} {low:>10.1} {middle:>10.1} {high:>10.1}\n");
    }
    Ok(text)
}
