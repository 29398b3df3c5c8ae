//! Parsing of option values.

use super::Parsed;
use crate::bind::{self, Cpus};
use crate::error::LaunchError;
use crate::flags::dashed;
use crate::net::PortRange;
use crate::options::{BindTo, Order, Stdin};
use crate::pattern;
use std::time::Duration;

pub(super) fn positive(name: &str, text: &str) -> Parsed<u32> {
    let number = text.parse().ok().filter(|&number| (1..=MAX_RANKS).contains(&number));
    number.ok_or_else(|| bad_value(name, text, &format!("a number from 1 to {MAX_RANKS}")))
}

/// More processes than any one machine starts; rejects typing errors.
pub(crate) const MAX_RANKS: u32 = 1 << 16;

/// Timers have a resolution of 1 ms; the upper limit is about 30 years.
pub(super) fn seconds(name: &str, text: &str) -> Parsed<Duration> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.001..=1e9).contains(seconds));
    let wanted = "a number of seconds from 0.001 to 1000000000 (1e9)";
    seconds.map(Duration::from_secs_f64).ok_or_else(|| bad_value(name, text, wanted))
}

/// `5000-5010` or `5000`.
pub(super) fn port_range(name: &str, text: &str) -> Parsed<PortRange> {
    let (first, last) = text.split_once(['-', ':']).unwrap_or((text, text));
    let range = first.parse().ok().zip(last.parse().ok());
    let range = range.filter(|&(first, last)| 0 < first && first <= last);
    range.ok_or_else(|| bad_value(name, text, "ports such as 5000-5010"))
}

pub(super) fn universe_size(text: &str) -> Parsed<Option<u32>> {
    match text.to_ascii_uppercase().as_str() {
        "SYSTEM" => Ok(None),
        "INFINITE" => Ok(Some(i32::MAX.cast_unsigned())),
        number => positive("usize", number).map(Some),
    }
}

pub(super) fn stdin(text: &str) -> Parsed<Stdin> {
    match text {
        "none" => Ok(Stdin::None),
        "all" => Ok(Stdin::All),
        rank => match rank.parse() {
            Ok(rank) => Ok(Stdin::Rank(rank)),
            Err(_) => Err(bad_value("stdin", text, "none, all or a rank")),
        },
    }
}

pub(super) fn bind_to(text: &str) -> Parsed<BindTo> {
    match text.split(':').next().unwrap_or_default() {
        "none" => Ok(BindTo::None),
        "hwthread" | "pu" => Ok(BindTo::Hwthread),
        "core" => Ok(BindTo::Core),
        "socket" | "package" => Ok(BindTo::Socket),
        _ => Err(bad_value("bind-to", text, "none, hwthread, core or socket")),
    }
}

/// `0-3,8`.
pub(super) fn cpu_list(name: &str, text: &str) -> Parsed<Cpus> {
    bind::parse_list(text).ok_or_else(|| bad_value(name, text, "processors such as 0-3,8"))
}

pub(super) fn order(name: &str, text: &str) -> Parsed<Order> {
    match text.to_ascii_lowercase().as_str() {
        "ascending" | "up" => Ok(Order::Ascending),
        "descending" | "down" => Ok(Order::Descending),
        _ => Err(bad_value(name, text, "ASCENDING or DESCENDING")),
    }
}

pub(super) fn gpus(name: &str, text: &str) -> Parsed<Option<u32>> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(None);
    }
    let number = text.parse().ok().filter(|number| (1..=1 << 10).contains(number));
    number.map(Some).ok_or_else(|| bad_value(name, text, "a number from 1 to 1024, or AUTO"))
}

/// The output files of this pattern: one for each rank, with this ending. What is there and no
/// regular file (`/dev/null`, a FIFO) is meant itself.
pub(super) fn with_rank(pattern: &str, ending: &str) -> String {
    if std::fs::metadata(pattern).is_ok_and(|it| !it.is_file() && !it.is_dir()) {
        return pattern.to_owned();
    }
    let rank = if pattern::has_rank(pattern) { "" } else { ".%r" };
    format!("{pattern}{rank}{ending}")
}

pub(super) fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

pub(super) fn bad_value(name: &str, got: &str, wanted: &str) -> LaunchError {
    LaunchError::own(format!("option {}: got {got:?}, expected {wanted}", dashed(name)))
}

/// The lines of a file, each that ends in a backslash joined with the next one (MPI-5.0, section
/// 11.5, form B), unless it is a comment.
pub(super) fn joined_lines(text: &str) -> Vec<String> {
    let mut joined = Vec::new();
    let mut begun = String::new();
    for line in text.lines() {
        let is_comment = begun.is_empty() && line.trim_start().starts_with('#');
        match line.strip_suffix('\\').filter(|_| !is_comment) {
            Some(part) => begun.push_str(part),
            None => joined.push(std::mem::take(&mut begun) + line),
        }
    }
    if !begun.is_empty() {
        // Nothing follows: an error of the words of this line.
        joined.push(begun + "\\");
    }
    joined
}

/// The words of a line, quoted as in a shell; `None` if a quote is not closed.
pub(super) fn split_words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('"'), '\\') if chars.peek().is_none_or(|next| !"\"\\".contains(*next)) => {
                word.get_or_insert_default().push(c);
            }
            (Some('"') | None, '\\') => word.get_or_insert_default().push(chars.next()?),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '#') if word.is_none() => break,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}
