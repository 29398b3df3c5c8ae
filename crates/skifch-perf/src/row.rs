//! The output line of a measuring process for each point, and its content.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The measuring kernels.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub enum Kernel {
    /// One process only sends, the other only receives (paper 001, Fig. 4).
    Msgrate,
    /// Ping-pong; half a round trip.
    Latency,
    /// Large transfers into the receiver's own memory.
    Bandwidth,
    /// All ranks but 0 send to rank 0.
    Many,
    /// Every rank sends to every other.
    Alltoall,
    /// A token travels round the ring of ranks; ranks without it wait.
    Ring,
}

/// The unit of a kernel's figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Millions of messages per second.
    MillionPerSecond,
    /// Nanoseconds.
    Nanoseconds,
    /// 10^6 bytes per second.
    MegabytesPerSecond,
}

impl Unit {
    /// The text printed in tables.
    pub fn label(self) -> &'static str {
        match self {
            Self::MillionPerSecond => "M msg/s",
            Self::Nanoseconds => "ns",
            Self::MegabytesPerSecond => "MB/s",
        }
    }

    /// Whether higher is better.
    pub fn more_is_better(self) -> bool {
        self != Self::Nanoseconds
    }
}

impl Kernel {
    /// The name in commands and results.
    pub fn name(self) -> &'static str {
        match self {
            Self::Msgrate => "msgrate",
            Self::Latency => "latency",
            Self::Bandwidth => "bandwidth",
            Self::Many => "many",
            Self::Alltoall => "alltoall",
            Self::Ring => "ring",
        }
    }

    /// The heading of its table and plot.
    pub fn title(self) -> &'static str {
        match self {
            Self::Msgrate => "Message rate, one sender to one receiver",
            Self::Latency => "Latency, one way (half a round trip)",
            Self::Bandwidth => "Bandwidth, one way, into the receiver's memory",
            Self::Many => "Message rate, all other ranks to rank 0 (8 bytes, total)",
            Self::Alltoall => "Message rate, every rank to every other (8 bytes, total)",
            Self::Ring => "Token ring, time per hop (8 bytes)",
        }
    }

    /// The unit of its figure.
    pub fn unit(self) -> Unit {
        match self {
            Self::Msgrate | Self::Many | Self::Alltoall => Unit::MillionPerSecond,
            Self::Latency | Self::Ring => Unit::Nanoseconds,
            Self::Bandwidth => Unit::MegabytesPerSecond,
        }
    }

    /// Whether its points differ by number of ranks instead of size.
    pub fn by_ranks(self) -> bool {
        matches!(self, Self::Many | Self::Alltoall | Self::Ring)
    }

    fn parse(name: &str) -> Option<Self> {
        let all =
            [Self::Msgrate, Self::Latency, Self::Bandwidth, Self::Many, Self::Alltoall, Self::Ring];
        all.into_iter().find(|kernel| kernel.name() == name)
    }
}

/// One measured point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The kernel.
    pub kernel: Kernel,
    /// Size of a message or transfer.
    pub bytes: u64,
    /// Number of ranks.
    pub ranks: u32,
    /// Operations completed: messages, one-way trips, transfers or hops.
    pub count: u64,
    /// Total time of these operations.
    pub seconds: f64,
    /// One-way time at percentiles 50, 99 and 99.9, if trips were timed individually.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub percentiles_ns: Option<[f64; 3]>,
}

impl Row {
    /// The figure in the kernel's unit.
    pub fn value(&self) -> f64 {
        let per_second = self.count as f64 / self.seconds;
        match self.kernel.unit() {
            Unit::MillionPerSecond => per_second / 1e6,
            Unit::Nanoseconds => 1e9 / per_second,
            Unit::MegabytesPerSecond => per_second * self.bytes as f64 / 1e6,
        }
    }

    /// Parses a line; `None` for lines that are not of this form.
    pub fn parse(line: &str) -> Option<Self> {
        let fields = line.trim().strip_prefix("@row ")?;
        let field = |key: &str| {
            fields.split_whitespace().find_map(|f| f.strip_prefix(key)?.strip_prefix('='))
        };
        let number = |key| field(key)?.parse::<f64>().ok().filter(|n| n.is_finite());
        let percentiles = || Some([number("p50_ns")?, number("p99_ns")?, number("p999_ns")?]);
        let row = Self {
            kernel: Kernel::parse(field("kernel")?)?,
            bytes: field("bytes")?.parse().ok()?,
            ranks: field("ranks")?.parse().ok()?,
            count: field("count")?.parse().ok()?,
            seconds: number("seconds")?,
            percentiles_ns: percentiles(),
        };
        (row.count > 0 && row.seconds > 0.0).then_some(row)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kernel, bytes, ranks, count, seconds, percentiles_ns } = self;
        let kernel = kernel.name();
        write!(
            f,
            "@row kernel={kernel} bytes={bytes} ranks={ranks} count={count} seconds={seconds:.9}"
        )?;
        if let Some([p50, p99, p999]) = percentiles_ns {
            write!(f, " p50_ns={p50:.1} p99_ns={p99:.1} p999_ns={p999:.1}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_survives_the_way_there_and_back() {
        let row = Row {
            kernel: Kernel::Latency,
            bytes: 8,
            ranks: 2,
            count: 1000,
            seconds: 0.000_06,
            percentiles_ns: Some([60.0, 70.5, 90.1]),
        };
        assert_eq!(Row::parse(&row.to_string()), Some(row.clone()));
        assert!((row.value() - 60.0).abs() < 1e-9);
    }

    #[test]
    fn the_line_of_the_c_programs_is_understood() {
        let line = "@row kernel=msgrate bytes=1024 ranks=2 count=118475 seconds=0.134514142\n";
        let row = Row::parse(line).expect("the line is well formed");
        assert!((row.value() - 0.880_762).abs() < 1e-4);
        assert_eq!(row.percentiles_ns, None);
    }

    #[test]
    fn other_lines_are_no_rows() {
        for line in [
            "",
            "# bytes rate",
            "@row",
            "@row kernel=nosuch bytes=8 ranks=2 count=1 seconds=1",
            "@row kernel=msgrate bytes=8 ranks=2 count=0 seconds=1",
            "@row kernel=msgrate bytes=8 ranks=2 count=5 seconds=nan",
            "@row kernel=msgrate bytes=-8 ranks=2 count=5 seconds=1",
        ] {
            assert_eq!(Row::parse(line), None, "{line}");
        }
    }

    #[test]
    fn bandwidth_counts_megabytes_of_a_million() {
        let row = Row {
            kernel: Kernel::Bandwidth,
            bytes: 1 << 20,
            ranks: 2,
            count: 1000,
            seconds: 1.0,
            percentiles_ns: None,
        };
        assert!((row.value() - 1048.576).abs() < 1e-9);
    }
}
