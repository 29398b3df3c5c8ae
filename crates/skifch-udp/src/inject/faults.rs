//! The injector's settings, parsed from a string.

use super::chance::{Chance, Delay, Window};
use skifch_backend::Error;
use std::fmt;

/// The faults to inject, from a string such as `loss=1%,dup=0.1%,reorder=1%,delay=1ms,seed=7`.
///
/// | part                         | what happens to a datagram                                   |
/// |------------------------------|--------------------------------------------------------------|
/// | `loss=1%`                    | it is lost                                                   |
/// | `dup=1%`                     | it is sent twice                                             |
/// | `reorder=1%`                 | 1 to 3 later ones overtake it, or those sent within 1 ms     |
/// | `delay=1ms`, `1ms..2ms@10%`  | it is delayed by this time                                   |
/// | `corrupt=1%`                 | one bit is flipped                                           |
/// | `truncate=1%`                | it is truncated                                              |
/// | `mtu=1400`                   | it is lost if it has more bytes                              |
/// | `partition=1s+50ms`          | it is lost if sent or received during that time              |
/// | `partition_out=`, `_in=`     | the same in one direction: sent, received                    |
/// | `full=1s+50ms`               | it is refused during that time, and may be retried           |
/// | `seed=7`                     | makes all decisions reproducible; random by default          |
///
/// Frequencies: `1%`, `0.01`, or `2/10`, the first two of every ten. Times count from the creation
/// of the injector; `partition=1s+50ms/2s` repeats every two seconds. Units are ns, us, ms and s.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults {
    pub(super) loss: Chance,
    pub(super) dup: Chance,
    pub(super) reorder: Chance,
    pub(super) corrupt: Chance,
    pub(super) truncate: Chance,
    pub(super) delay: Delay,
    pub(super) mtu: Option<usize>,
    cut_out: Vec<Window>,
    cut_in: Vec<Window>,
    full: Vec<Window>,
    pub(super) seed: u64,
    /// The parsed string without the seed.
    text: String,
}

impl Faults {
    /// Parses a setting.
    ///
    /// # Errors
    /// `EINVAL`, naming the part that is not understood.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut faults = Self {
            loss: Chance::NEVER,
            dup: Chance::NEVER,
            reorder: Chance::NEVER,
            corrupt: Chance::NEVER,
            truncate: Chance::NEVER,
            delay: Delay::NONE,
            mtu: None,
            cut_out: Vec::new(),
            cut_in: Vec::new(),
            full: Vec::new(),
            seed: new_seed(),
            text: String::new(),
        };
        let mut seen = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let done = faults.take(part, &mut seen);
            done.map_err(|why| {
                Error::new(libc::EINVAL, format!("fault injection, {part:?}: {why}"))
            })?;
        }
        Ok(faults)
    }

    fn take<'a>(&mut self, part: &'a str, seen: &mut Vec<&'a str>) -> Result<(), String> {
        let (key, value) = part.split_once('=').ok_or("must be name=value")?;
        let number = || value.parse().map_err(|_| format!("{value:?} is not a number"));
        match key {
            "loss" => self.loss = Chance::parse(value)?,
            "dup" => self.dup = Chance::parse(value)?,
            "reorder" => self.reorder = Chance::parse(value)?,
            "corrupt" => self.corrupt = Chance::parse(value)?,
            "truncate" => self.truncate = Chance::parse(value)?,
            "delay" => self.delay = Delay::parse(value)?,
            "mtu" => self.mtu = Some(number()? as usize),
            "partition" | "partition_out" | "partition_in" => {
                let window = Window::parse(value)?;
                let both = key == "partition";
                self.cut_out.extend((both || key == "partition_out").then_some(window));
                self.cut_in.extend((both || key == "partition_in").then_some(window));
            }
            "full" => self.full.push(Window::parse(value)?),
            "seed" => self.seed = number()?,
            _ => {
                let known = "loss, dup, reorder, delay, corrupt, truncate, mtu, partition, \
                             partition_out, partition_in, full, seed";
                return Err(format!("unknown fault {key:?}; known: {known}"));
            }
        }
        // Only time windows can be given several times.
        if seen.contains(&key) && !key.starts_with("partition") && key != "full" {
            return Err("given twice".into());
        }
        seen.push(key);
        if key != "seed" {
            self.text += &format!("{part},");
        }
        Ok(())
    }

    /// Whether outgoing datagrams are cut off at this time after the start.
    pub(super) fn is_cut_out(&self, elapsed_ns: u64) -> bool {
        self.cut_out.iter().any(|window| window.is_now(elapsed_ns))
    }

    /// Whether incoming datagrams are cut off at this time after the start.
    pub(super) fn is_cut_in(&self, elapsed_ns: u64) -> bool {
        self.cut_in.iter().any(|window| window.is_now(elapsed_ns))
    }

    /// Whether the port refuses datagrams as full at this time after the start.
    pub(super) fn is_full(&self, elapsed_ns: u64) -> bool {
        self.full.iter().any(|window| window.is_now(elapsed_ns))
    }

    /// The seed of all decisions.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same faults with another seed, such as one for each rank.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// A string that reproduces these faults, including the seed.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}seed={}", self.text, self.seed)
    }
}

fn new_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to be typed.
    RandomState::new().hash_one(std::process::id()) >> 32
}
