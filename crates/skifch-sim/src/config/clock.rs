//! The unit of time.
//!
//! A byte at 13 Gbit/s takes 8/13 ns, which is not a whole number of picoseconds. So time is
//! counted in ticks, with enough per nanosecond that a byte takes a whole number at every rate.

use crate::Error;

/// More than any rates that are given in Mbit/s need.
const MAX_TICKS_PER_NS: u64 = 1_000_000;

/// The number of ticks per nanosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    ticks_per_ns: u64,
}

impl Clock {
    /// A clock in which a byte takes a whole number of ticks at each of these rates.
    ///
    /// # Errors
    /// The rates would need a tick below a millionth of a nanosecond.
    pub(crate) fn new(rates_mbit_s: &[u64]) -> Result<Self, Error> {
        let parts = rates_mbit_s.iter().map(|rate| rate / gcd(8000, *rate));
        let ticks_per_ns = parts.fold(1, |all, part| all / gcd(all, part) * part);
        match ticks_per_ns <= MAX_TICKS_PER_NS {
            true => Ok(Self { ticks_per_ns }),
            false => Err(Error::new(format!(
                "rates of {rates_mbit_s:?} Mbit/s have no common unit of time; round them"
            ))),
        }
    }

    /// Ticks per nanosecond.
    pub fn ticks_per_ns(self) -> u64 {
        self.ticks_per_ns
    }

    /// Converts nanoseconds to ticks.
    pub fn from_ns(self, ns: u64) -> u64 {
        ns * self.ticks_per_ns
    }

    /// Converts ticks to nanoseconds.
    pub fn ns(self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks_per_ns as f64
    }

    /// Ticks of a byte at one of the rates for which the clock was made.
    pub(crate) fn byte(self, rate_mbit_s: u64) -> u64 {
        8000 * self.ticks_per_ns / rate_mbit_s
    }

    /// Ticks between events at `per_s` events per second, rounded up so that the rate is not
    /// exceeded.
    pub(crate) fn gap(self, per_s: u64) -> u64 {
        (1_000_000_000 * self.ticks_per_ns).div_ceil(per_s)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_take_whole_ticks() {
        let m3 = Clock::new(&[13_000, 20_000]).unwrap();
        assert_eq!((m3.ticks_per_ns(), m3.byte(13_000), m3.byte(20_000)), (65, 40, 26));
        let m2 = Clock::new(&[6_250, 10_000]).unwrap();
        assert_eq!((m2.ticks_per_ns(), m2.byte(6_250), m2.byte(10_000)), (25, 32, 20));
        assert_eq!(m3.gap(14_900_000), 4363);
        assert_eq!(m3.ns(m3.from_ns(1200)), 1200.0);
    }

    #[test]
    fn odd_rates_are_refused() {
        let said = Clock::new(&[12_347, 12_343]).unwrap_err().to_string();
        assert!(said.contains("no common unit"), "{said}");
    }
}
