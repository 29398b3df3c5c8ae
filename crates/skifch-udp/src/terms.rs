//! What all ranks must have alike: whether datagrams carry an authentication tag, and the size of
//! the largest message. Each rank publishes its own terms with its addresses, and all judge those
//! of all by the same rules.

use crate::config::{Config, Mac};
use skifch_backend::Error;
use std::fmt;
use std::str::FromStr;

/// What one rank's settings say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    seal: Seal,
    max_message: usize,
}

/// What a rank says about tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seal {
    /// The setting demands them.
    On,
    /// The setting forbids them.
    Off,
    /// The setting is `auto`, and this rank needs them.
    Needed,
    /// The setting is `auto`, and this rank does not mind.
    Any,
}

/// The word of each in what is published.
const WORDS: [(Seal, &str); 4] =
    [(Seal::On, "on"), (Seal::Off, "off"), (Seal::Needed, "needed"), (Seal::Any, "any")];

impl Terms {
    pub(crate) fn new(config: &Config, is_loopback: bool) -> Self {
        let seal = match config.mac {
            Mac::On => Seal::On,
            Mac::Off => Seal::Off,
            // With the fault injector on, corrupted datagrams are detected by the tag only.
            Mac::Auto if !is_loopback || config.faults.is_some() => Seal::Needed,
            Mac::Auto => Seal::Any,
        };
        Self { seal, max_message: config.max_message }
    }
}

/// Whether datagrams carry a tag, according to the terms of all ranks in order: if any rank wants
/// it.
///
/// # Errors
/// `EINVAL` if ranks contradict each other.
pub(crate) fn agree(all: &[Terms]) -> Result<bool, Error> {
    let find = |seals: [Seal; 2]| all.iter().position(|terms| seals.contains(&terms.seal));
    let (sealed, open) = (find([Seal::On, Seal::Needed]), find([Seal::Off; 2]));
    if let (Some(sealed), Some(open)) = (sealed, open) {
        return contradiction(all, sealed, open);
    }
    let first = all.first().map_or(0, |terms| terms.max_message);
    if let Some(other) = all.iter().position(|terms| terms.max_message != first) {
        let text = format!(
            "SKIFCH_UDP_MAX_MESSAGE is {first} on rank 0 and {} on rank {other}: give all ranks \
             the same",
            all[other].max_message
        );
        return Err(Error::new(libc::EINVAL, text));
    }
    Ok(sealed.is_some())
}

#[cold]
fn contradiction(all: &[Terms], sealed: usize, open: usize) -> Result<bool, Error> {
    let said = match all[sealed].seal {
        Seal::Needed => "auto, which means on (it injects faults, or uses more than the loopback),",
        _ => "on",
    };
    let text = format!(
        "SKIFCH_UDP_MAC is {said} on rank {sealed} and off on rank {open}: give all ranks the same"
    );
    Err(Error::new(libc::EINVAL, text))
}

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = WORDS.iter().find(|(seal, _)| *seal == self.seal).map_or("", |(_, word)| word);
        write!(f, "{word}:{}", self.max_message)
    }
}

impl FromStr for Terms {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |text: &str| {
            let (word, bytes) = text.split_once(':')?;
            let (seal, _) = *WORDS.iter().find(|(_, known)| *known == word)?;
            Some(Self { seal, max_message: bytes.parse().ok()? })
        };
        read(text).ok_or_else(|| format!("{text:?} are no terms"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreed(all: &[&str]) -> Result<bool, Error> {
        let all: Vec<_> = all.iter().map(|text| text.parse().expect("terms")).collect();
        agree(&all)
    }

    #[test]
    fn a_tag_that_one_rank_wants_is_carried_by_all() {
        for (all, is_sealed) in [
            (["any:64", "any:64", "any:64"], false),
            (["any:64", "off:64", "any:64"], false),
            (["any:64", "any:64", "needed:64"], true),
            (["on:64", "any:64", "any:64"], true),
            (["needed:64", "any:64", "on:64"], true),
        ] {
            assert_eq!(agreed(&all).ok(), Some(is_sealed), "{all:?}");
        }
    }

    #[test]
    fn contradictions_are_told_with_ranks_and_values() {
        for (all, words) in [
            (["off:64", "any:64", "on:64"], "is on on rank 2 and off on rank 0"),
            (["any:64", "off:64", "needed:64"], "loopback), on rank 2 and off on rank 1"),
            (["any:64", "any:64", "any:999"], "MAX_MESSAGE is 64 on rank 0 and 999 on rank 2"),
        ] {
            let error = agreed(&all).expect_err("they differ");
            assert_eq!(error.errno(), libc::EINVAL);
            assert!(error.text().contains(words), "{error}");
        }
    }

    #[test]
    fn what_is_published_can_be_read() {
        for (seal, _) in WORDS {
            let terms = Terms { seal, max_message: 67_584 };
            assert_eq!(terms.to_string().parse(), Ok(terms));
        }
        for wrong in ["", "on", "on:", "on:x", "maybe:64", "64:on"] {
            assert!(wrong.parse::<Terms>().is_err(), "{wrong:?}");
        }
    }
}
