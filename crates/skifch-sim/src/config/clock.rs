//! The unit of time.
//!
//! A byte at 13 Gbit/s takes 8/13 ns: no whole number of picoseconds. Time is therefore counted in
//! ticks, as many to the nanosecond as make a byte on every kind of wire a whole number of them.

use crate::Error;

/// Finer than any wire that is described in Mbit/s needs.
const MAX_TICKS_PER_NS: u64 = 1_000_000;

/// How many ticks are a nanosecond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    ticks_per_ns: u64,
}

impl Clock {
    /// A clock in whose ticks a byte takes a whole number at each of these rates.
    ///
    /// # Errors
    /// Rates so odd that a tick would be below a millionth of a nanosecond.
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

    /// Ticks of a nanosecond.
    pub fn ticks_per_ns(self) -> u64 {
        self.ticks_per_ns
    }

    /// Ticks of so many nanoseconds.
    pub fn from_ns(self, ns: u64) -> u64 {
        ns * self.ticks_per_ns
    }

    /// So many ticks in nanoseconds.
    pub fn ns(self, ticks: u64) -> f64 {
        ticks as f64 / self.ticks_per_ns as f64
    }

    /// Ticks that a byte takes at one of the rates that the clock was made for.
    pub(crate) fn byte(self, rate_mbit_s: u64) -> u64 {
        8000 * self.ticks_per_ns / rate_mbit_s
    }

    /// Ticks between events of which `per_s` happen in a second, rounded up: never more of them.
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
