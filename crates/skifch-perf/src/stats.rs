//! Medians and spreads.

use serde::{Deserialize, Serialize};

/// Summary of several runs of one point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The middle run, or the mean of the two middle ones.
    pub median: f64,
    /// The lowest run.
    pub min: f64,
    /// The highest run.
    pub max: f64,
    /// Number of runs.
    pub runs: usize,
}

impl Spread {
    /// Summarises `values`; `None` if there are none. Values that are not finite are ignored.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        sorted.sort_by(f64::total_cmp);
        let (runs, middle) = (sorted.len(), sorted.len() / 2);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let median = match runs % 2 {
            1 => sorted[middle],
            _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
        };
        Some(Self { median, min, max, runs })
    }

    /// The distance of the extremes below and above the median, in percent of it.
    pub fn percent(&self) -> (f64, f64) {
        let of_median = |value: f64| (value - self.median).abs() / self.median * 100.0;
        (of_median(self.min), of_median(self.max))
    }
}

/// Formats a number with about three significant digits and no exponent.
pub fn short(value: f64) -> String {
    match value.abs() {
        v if v >= 99.95 => format!("{value:.0}"),
        v if v >= 9.995 => format!("{value:.1}"),
        v if v >= 0.0995 || v == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

/// Formats a size in bytes in the usual short form: `8`, `64K`, `4M`.
pub fn size_label(bytes: u64) -> String {
    match bytes {
        b if b >= 1 << 20 && b % (1 << 20) == 0 => format!("{}M", b >> 20),
        b if b >= 1 << 10 && b % (1 << 10) == 0 => format!("{}K", b >> 10),
        b => b.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_whatever_the_order() {
        let odd = Spread::of([5.0, 1.0, 3.0]).expect("three values");
        assert_eq!((odd.median, odd.min, odd.max, odd.runs), (3.0, 1.0, 5.0, 3));
        let even = Spread::of([4.0, 1.0, 2.0, 100.0]).expect("four values");
        assert_eq!(even.median, 3.0);
    }

    #[test]
    fn what_is_no_number_does_not_count() {
        assert_eq!(Spread::of([]), None);
        assert_eq!(Spread::of([f64::NAN]), None);
        assert_eq!(Spread::of([f64::NAN, 2.0]).map(|s| (s.median, s.runs)), Some((2.0, 1)));
    }

    #[test]
    fn the_spread_is_told_in_percent_of_the_median() {
        let spread = Spread::of([90.0, 100.0, 125.0]).expect("three values");
        assert_eq!(spread.percent(), (10.0, 25.0));
    }

    #[test]
    fn numbers_keep_three_digits() {
        let cases = [
            (123.4, "123"),
            (99.96, "100"),
            (23.19, "23.2"),
            (9.999, "10.0"),
            (1.234, "1.23"),
            (0.0123, "0.0123"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn sizes_are_written_short() {
        for (bytes, text) in [
            (8, "8"),
            (1000, "1000"),
            (1024, "1K"),
            (1536, "1536"),
            (65536, "64K"),
            (4 << 20, "4M"),
        ] {
            assert_eq!(size_label(bytes), text);
        }
    }
}
