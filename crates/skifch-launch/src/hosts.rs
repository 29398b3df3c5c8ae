//! Host lists. Only names of this machine are accepted so far; slots count ranks.

use crate::error::LaunchError;
use crate::sys;

/// The slots of `a,b:2`, `None` when no host names any.
pub(crate) fn from_list(text: &str) -> Result<Option<u32>, LaunchError> {
    sum(text.split(',').filter(|host| !host.trim().is_empty()).map(split_slots))
}

/// The same from a file of either dialect.
pub(crate) fn from_file(path: &str) -> Result<Option<u32>, LaunchError> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| LaunchError::own(format!("-hostfile {path}: {e}")))?;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    sum(lines.filter(|line| !line.is_empty()).map(split_line))
}

/// `host`, `host:4`.
fn split_slots(text: &str) -> (&str, Option<u32>) {
    match text.trim().rsplit_once(':') {
        // An address with colons is no host with slots.
        Some((host, slots)) if !host.contains(':') => (host, slots.parse().ok()),
        _ => (text.trim(), None),
    }
}

/// `host`, `host:4`, `host slots=4 max_slots=8`.
fn split_line(line: &str) -> (&str, Option<u32>) {
    let mut words = line.split_whitespace();
    let (host, slots) = split_slots(words.next().unwrap_or_default());
    let given = words.find_map(|word| word.strip_prefix("slots=")?.parse().ok());
    (host, given.or(slots))
}

fn sum<'a>(
    hosts: impl Iterator<Item = (&'a str, Option<u32>)>,
) -> Result<Option<u32>, LaunchError> {
    let mut total = None;
    for (host, slots) in hosts {
        check_local(host)?;
        if let Some(slots) = slots {
            total = Some(slots.saturating_add(total.unwrap_or(0)));
        }
    }
    Ok(total.filter(|&slots| slots > 0))
}

fn check_local(host: &str) -> Result<(), LaunchError> {
    let own = sys::hostname();
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let name = host.trim_matches(['[', ']']);
    let is_address = name.parse::<std::net::IpAddr>();
    let local = match is_address {
        Ok(address) => address.is_loopback(),
        Err(_) => short(name) == "localhost" || short(name) == short(&own),
    };
    if local {
        return Ok(());
    }
    Err(LaunchError::own(format!(
        "host {host:?} is not this machine ({own}): several hosts are not supported yet; leave \
         the host list out, or name localhost"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists() {
        assert_eq!(from_list("localhost").unwrap(), None);
        assert_eq!(from_list("localhost:2,127.0.0.1:3").unwrap(), Some(5));
        assert_eq!(from_list("::1, localhost").unwrap(), None);
        assert_eq!(from_list(&format!("{}:4", sys::hostname())).unwrap(), Some(4));
        let text = from_list("localhost,node7").unwrap_err().to_string();
        assert!(text.contains("node7") && text.contains("not supported yet"), "{text}");
        assert!(from_list("10.1.2.3:2").is_err());
    }

    #[test]
    fn lines_of_both_dialects() {
        assert_eq!(split_line("a"), ("a", None));
        assert_eq!(split_line("a:4"), ("a", Some(4)));
        assert_eq!(split_line("a slots=4 max_slots=8"), ("a", Some(4)));
        assert_eq!(split_line("a max_slots=8"), ("a", None));
    }
}
