//! The syntax of one host.

use super::Host;
use super::ranges::NAME_MAX_BYTES;

/// `name`, `name:4`, `[::1]`, `[::1]:4`, and an IPv6 address without brackets and slots.
pub(super) fn host(word: &str) -> Result<Host, String> {
    let (name, slots) = match word.strip_prefix('[') {
        Some(rest) => {
            let (name, rest) =
                rest.split_once(']').ok_or(format!("{word:?}: [ without a matching ]"))?;
            match rest.strip_prefix(':') {
                Some(slots) => (name, Some(slots)),
                None if rest.is_empty() => (name, None),
                None => return Err(format!("{word:?}: only :slots may follow ]")),
            }
        }
        None => match word.split_once(':') {
            Some((_, rest)) if rest.contains(':') => (word, None),
            Some((name, slots)) => (name, Some(slots)),
            None => (word, None),
        },
    };
    let slots = slots.map(|slots| number(word, slots)).transpose()?;
    let name = checked(name).ok_or(format!("{word:?} is not a valid host name"))?;
    Ok(Host { name: name.to_owned(), slots, max_slots: None })
}

/// `host`, `host:4`, `host slots=4 max_slots=8`, also with spaces around `=`, as Open MPI reads it.
pub(super) fn line(line: &str) -> Result<Host, String> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let mut host = host(name)?;
    let close = rest.split('=').map(str::trim).collect::<Vec<_>>().join("=");
    for word in close.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "slots" => host.slots = Some(number(word, value)?),
            "max_slots" | "max-slots" => host.max_slots = Some(number(word, value)?),
            _ => return Err(format!("{word:?}: expected slots=N or max_slots=N")),
        }
    }
    if let (None, Some(max)) = (host.slots, host.max_slots) {
        host.slots = Some(max.min(1));
    }
    Ok(host)
}

fn number(word: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{word:?}: {text:?} is not a number of slots"))
}

/// A name is passed to other programs as an argument: it must not look like an option, and must not
/// contain anything that a shell on the way would interpret.
fn checked(name: &str) -> Option<&str> {
    let plain = |c: char| c.is_alphanumeric() || ".-_:@%".contains(c);
    let good = !name.starts_with('-') && name.chars().all(plain);
    (good && (1..=NAME_MAX_BYTES).contains(&name.len())).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str) -> (String, Option<u32>, Option<u32>) {
        let host = super::line(line).unwrap();
        (host.name, host.slots, host.max_slots)
    }

    #[test]
    fn lines_of_both_dialects() {
        let host = |name: &str, slots, max| (name.to_owned(), slots, max);
        assert_eq!(said("a"), host("a", None, None));
        assert_eq!(said("a:4"), host("a", Some(4), None));
        assert_eq!(said("a slots=4 max_slots=8"), host("a", Some(4), Some(8)));
        assert_eq!(said("a  max-slots=8"), host("a", Some(1), Some(8)));
        assert_eq!(said("a\tslots = 4  max_slots =8"), host("a", Some(4), Some(8)));
        assert_eq!(said("[fe80::1]:2"), host("fe80::1", Some(2), None));
        assert_eq!(said("[fe80::1%eth0] slots=3"), host("fe80::1%eth0", Some(3), None));
        assert_eq!(said("fe80::1"), host("fe80::1", None, None));
        assert_eq!(said("user@node-1.example:2"), host("user@node-1.example", Some(2), None));
    }

    #[test]
    fn what_is_no_host() {
        for word in ["", ":2", "a:", "a:-1", "a:99999999999", "-oProxyCommand=x", "a;b", "$(a)"] {
            assert!(host(word).is_err(), "{word}");
        }
        assert!(host(&"x".repeat(255)).is_ok() && host(&"x".repeat(256)).is_err(), "too long");
        for word in ["[::1", "[::1]2", "[]", "[::1]:x"] {
            assert!(host(word).is_err(), "{word}");
        }
        assert!(line("a slot=4").unwrap_err().contains("slot=4"));
        for wrong in ["a slots=four", "a slots", "a slots=", "a slots 4", "a slots = = 4", "a = 4"]
        {
            assert!(line(wrong).is_err(), "{wrong}");
        }
    }
}
