//! The configuration that the launcher passes to an agent on stdin, where no other process can see
//! it.

use crate::agents::{GREETING, check_greeting};
use crate::error::LaunchError;
use crate::wire::auth::{Secret, from_hex};
use std::io::{BufRead, Read};
use std::net::SocketAddr;
use std::time::Duration;

/// More than any launcher sends.
const BYTES_MAX: u64 = 64 * 1024;

#[derive(Debug)]
pub(super) struct Config {
    pub(super) secret: Secret,
    pub(super) host: u32,
    /// The ids of the jobs that the ranks belong to; the last is this agent's part of the innermost
    /// job.
    pub(super) mark: String,
    pub(super) addresses: Vec<SocketAddr>,
    pub(super) limit: Duration,
    pub(super) silence: Duration,
}

impl Config {
    /// This agent's part of the innermost job.
    pub(super) fn job(&self) -> &str {
        self.mark.rsplit('/').next().unwrap_or_default()
    }
}

pub(super) fn read() -> Result<Config, LaunchError> {
    parse(&mut std::io::stdin().lock().take(BYTES_MAX))
}

fn parse(input: &mut impl BufRead) -> Result<Config, LaunchError> {
    let not_ours = || {
        let text = "--agent is for internal use by the launcher, which passes the job's secret on \
                    stdin; to check a host, use skifrun --check HOST";
        LaunchError::own(text)
    };
    let mut lines = input.lines().map_while(Result::ok);
    let greeting = lines.find(|line| !line.is_empty()).unwrap_or_default();
    if !greeting.starts_with(GREETING) {
        return Err(not_ours());
    }
    check_greeting(&greeting).map_err(LaunchError::own)?;
    let lines: Vec<String> = lines.take_while(|line| line != "end").collect();
    let value =
        |name: &str| lines.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
    let number = |name: &str| value(name)?.parse::<u32>().ok();
    let time = |name: &str| value(name)?.parse().ok().map(Duration::from_millis);
    let addresses = |text: &str| -> Option<Vec<SocketAddr>> {
        text.split(',').map(|word| word.parse().ok()).collect()
    };
    let config = || {
        Some(Config {
            secret: from_hex(value("secret")?)?,
            host: number("host")?,
            mark: value("job").filter(|mark| !mark.is_empty())?.to_owned(),
            addresses: addresses(value("connect")?)?,
            limit: time("limit_ms")?,
            silence: time("silence_ms")?,
        })
    };
    config().ok_or_else(not_ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::first_line;

    fn text(secret: &str) -> String {
        let first = first_line();
        format!(
            "\n{first}\nsecret={secret}\nhost=2\njob=a/b\nlater=x\n\
             connect=10.0.0.1:70,[::1]:70\nlimit_ms=1500\nsilence_ms=9\nend\nnot ours"
        )
    }

    #[test]
    fn what_a_launcher_says() {
        let config = parse(&mut text(&"ab".repeat(16)).as_bytes()).unwrap();
        assert_eq!((config.secret, config.host, config.job()), ([0xab; 16], 2, "b"));
        assert_eq!((config.addresses.len(), config.limit.as_millis()), (2, 1500));
    }

    #[test]
    fn what_none_says() {
        let whole = text(&"ab".repeat(16));
        for name in ["secret", "host", "job", "connect", "limit_ms", "silence_ms", "skifrun-agent"]
        {
            let less = whole.replace(name, "x");
            assert!(parse(&mut less.as_bytes()).is_err(), "without {name}");
        }
        assert!(parse(&mut text("ab").as_bytes()).is_err());
        let newer = parse(&mut "skifrun-agent 999 7.0\n".as_bytes()).unwrap_err().to_string();
        assert!(newer.contains("protocol 999"), "{newer}");
    }
}
