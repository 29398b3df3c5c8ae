//! Values in the fault settings: probabilities, delays and time windows.

use super::dice::Dice;

/// Frequency of a fault: `1%`, `0.01`, or `2/10` for the first two of every ten datagrams.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Chance {
    Share(f64),
    Cycle { first: u64, of: u64 },
}

impl Chance {
    pub(super) const NEVER: Self = Self::Share(0.0);
    pub(super) const ALWAYS: Self = Self::Share(1.0);

    pub(super) fn says(self, dice: &mut Dice, number: u64) -> bool {
        match self {
            Self::Share(share) => share > 0.0 && dice.fraction() < share,
            Self::Cycle { first, of } => number % of < first,
        }
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not a probability: write it as in 1%, 0.01 or 2/10");
        if let Some((first, of)) = text.split_once('/') {
            let (first, of) =
                (first.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
            return if first <= of && of > 0 {
                Ok(Self::Cycle { first, of })
            } else {
                Err(wrong())
            };
        }
        let (digits, unit) = text.strip_suffix('%').map_or((text, 1.0), |digits| (digits, 100.0));
        let share = digits.parse::<f64>().map_err(|_| wrong())? / unit;
        if (0.0..=1.0).contains(&share) { Ok(Self::Share(share)) } else { Err(wrong()) }
    }
}

/// How long datagrams are delayed: `1ms`, or `1ms..3ms` for a random time in between; a suffix
/// `@10%` limits it to some of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Delay {
    low_ns: u64,
    high_ns: u64,
    chance: Chance,
}

impl Delay {
    pub(super) const NONE: Self = Self { low_ns: 0, high_ns: 0, chance: Chance::NEVER };

    pub(super) fn draw(self, dice: &mut Dice, number: u64) -> Option<u64> {
        let range_ns = self.high_ns - self.low_ns;
        self.chance.says(dice, number).then(|| self.low_ns + dice.below(range_ns + 1))
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (span, chance) = match text.split_once('@') {
            Some((span, chance)) => (span, Chance::parse(chance)?),
            None => (text, Chance::ALWAYS),
        };
        let (low_ns, high_ns) = match span.split_once("..") {
            Some((low, high)) => (parse_ns(low)?, parse_ns(high)?),
            None => (parse_ns(span)?, parse_ns(span)?),
        };
        if low_ns > high_ns {
            return Err(format!("{span:?}: the lower bound must come first"));
        }
        Ok(Self { low_ns, high_ns, chance })
    }
}

/// A time window: `100ms+50ms` starts 100 ms after the start and lasts 50 ms; with the suffix `/1s`
/// it repeats every second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    begin_ns: u64,
    length_ns: u64,
    every_ns: Option<u64>,
}

impl Window {
    pub(super) fn is_now(self, elapsed_ns: u64) -> bool {
        let at_ns = elapsed_ns % self.every_ns.unwrap_or(u64::MAX);
        (self.begin_ns..self.begin_ns + self.length_ns).contains(&at_ns)
    }

    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "{text:?} is not a time window: write start+length as in 100ms+50ms, or \
                 start+length/period as in 100ms+50ms/1s"
            )
        };
        let (window, every) = match text.split_once('/') {
            Some((window, every)) => (window, Some(parse_ns(every)?)),
            None => (text, None),
        };
        let (begin, length) = window.split_once('+').ok_or_else(wrong)?;
        let (begin_ns, length_ns) = (parse_ns(begin)?, parse_ns(length)?);
        if every.is_some_and(|every_ns| begin_ns + length_ns > every_ns) {
            return Err(format!("{text:?}: start plus length must not exceed the period"));
        }
        Ok(Self { begin_ns, length_ns, every_ns: every })
    }
}

/// Parses a time of at most a day, so that sums cannot overflow.
fn parse_ns(text: &str) -> Result<u64, String> {
    let wrong = || format!("{text:?} is not a time: write it as in 50ns, 200us, 1.5ms or 2s");
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let split = |(name, ns)| text.strip_suffix(name).map(|digits| (digits, ns));
    let (digits, ns) = units.into_iter().find_map(split).ok_or_else(wrong)?;
    let time_ns = digits.parse::<f64>().map_err(|_| wrong())? * ns;
    if (0.0..=86_400e9).contains(&time_ns) { Ok(time_ns as u64) } else { Err(wrong()) }
}
