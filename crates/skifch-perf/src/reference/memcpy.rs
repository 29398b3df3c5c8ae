//! One core copying memory: the roof for anything that copies once.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use crate::buffer::PageBuffer;
use crate::pin;
use crate::row::{Kernel, Row};

/// Copies of `bytes` from one buffer to another on `core`. Bytes are counted once.
///
/// # Errors
/// When the core is not to be had.
pub fn rate(core: usize, bytes: usize, duration: Duration) -> io::Result<Row> {
    let (kernel, size) = (Kernel::Bandwidth, bytes as u64);
    let copy = || -> io::Result<Row> {
        pin::pin_to(&[core])?;
        let (from, mut to) = (PageBuffer::new(bytes), PageBuffer::new(bytes));
        let mut count = 1;
        loop {
            let start = Instant::now();
            for _ in 0..count {
                black_box(&mut *to).copy_from_slice(black_box(&*from));
            }
            let seconds = start.elapsed().as_secs_f64().max(1e-9);
            let share = duration.as_secs_f64() / seconds;
            if share < 1.5 {
                return Ok(Row {
                    kernel,
                    bytes: size,
                    ranks: 1,
                    count,
                    seconds,
                    percentiles_ns: None,
                });
            }
            count = (count as f64 * share.min(32.0)) as u64 + 1;
        }
    };
    std::thread::scope(|scope| {
        scope
            .spawn(copy)
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("a measuring thread panicked")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copying_takes_time() {
        let core = pin::allowed_cores().expect("affinity is told")[0];
        let row = rate(core, 65_536, Duration::from_millis(2)).expect("the core is allowed");
        assert!(row.value() > 1.0 && row.value() < 1e7, "{row}");
    }
}
