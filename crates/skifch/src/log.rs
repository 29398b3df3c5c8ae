//! Log lines on stderr, each prefixed with the rank.

use crate::settings;
use skifch_abi::LogLevel;
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The rank that prefixes lines; `u32::MAX` until the job is known.
static RANK: AtomicU32 = AtomicU32::new(u32::MAX);

pub(crate) fn set_rank(rank: u32) {
    RANK.store(rank, Ordering::Relaxed);
}

fn threshold() -> LogLevel {
    static LEVEL: OnceLock<LogLevel> = OnceLock::new();
    *LEVEL.get_or_init(|| match settings::LOG.text().as_str() {
        "error" => LogLevel::Error,
        "info" => LogLevel::Info,
        "debug" => LogLevel::Debug,
        _ => LogLevel::Warn,
    })
}

/// Writes one line if `SKIFCH_LOG` includes this level.
pub(crate) fn line(level: LogLevel, text: &str) {
    if level <= threshold() {
        write(level, text);
    }
}

fn write(level: LogLevel, text: &str) {
    let name = match level {
        LogLevel::Error => "error",
        LogLevel::Warn => "warning",
        LogLevel::Info => "info",
        LogLevel::Debug => "debug",
    };
    let rank = match RANK.load(Ordering::Relaxed) {
        u32::MAX => String::new(),
        rank => format!("[{rank}]"),
    };
    // A single write, so that lines of several ranks do not mix. A closed stderr is not an error.
    let _ = std::io::stderr().write_all(format!("skifch{rank}: {name}: {text}\n").as_bytes());
}
