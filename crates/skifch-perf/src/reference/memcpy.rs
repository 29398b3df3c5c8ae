//! Memory copy on one core: the upper bound for anything that copies once.

use std::hint::black_box;
use std::io;
use std::time::{Duration, Instant};

use crate::buffer::PageBuffer;
use crate::pin;
use crate::row::{Kernel, Row};
use crate::search::Search;

/// Rate of copies of `bytes` from one buffer to another on `core`. Bytes are counted once.
///
/// # Errors
/// When the core is not available.
pub fn rate(core: usize, bytes: usize, duration: Duration) -> io::Result<Row> {
    let (kernel, size) = (Kernel::Bandwidth, bytes as u64);
    let copy = || -> io::Result<Row> {
        pin::pin_to(&[core])?;
        let (from, mut to) = (PageBuffer::new(bytes), PageBuffer::new(bytes));
        let mut search = Search::new(1, duration.as_secs_f64());
        loop {
            let count = search.count();
            let start = Instant::now();
            for _ in 0..count {
                black_box(&mut *to).copy_from_slice(black_box(&*from));
            }
            let seconds = start.elapsed().as_secs_f64();
            if search.is_found(seconds) {
                return Ok(Row {
                    kernel,
                    bytes: size,
                    ranks: 1,
                    count,
                    seconds,
                    percentiles_ns: None,
                });
            }
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
