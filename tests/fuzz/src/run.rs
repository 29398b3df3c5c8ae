//! Runs all targets until the time is over.

use crate::random::Random;
use crate::targets::{Feed, TARGETS, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of inputs after which a target's state is recreated, so that the kept sequence stays
/// short.
const FRESH_EVERY: usize = 256;
/// Interval of the watchdog's checks, and the number of checks at the same input after which it
/// gives up. It counts checks instead of time, because a process that was stopped as a whole has
/// not lost time.
const LOOK: Duration = Duration::from_millis(100);
const LOOKS: u32 = 100;

pub(crate) struct Run {
    pub(crate) time: Duration,
    pub(crate) only: Option<String>,
    pub(crate) out: PathBuf,
}

/// The inputs since the state was created; the last one is being processed.
#[derive(Default)]
struct Present {
    name: &'static str,
    inputs: Vec<Vec<u8>>,
    /// Increases with each input.
    number: u64,
    is_working: bool,
}

type Shared = Arc<Mutex<Present>>;

fn lock(present: &Shared) -> std::sync::MutexGuard<'_, Present> {
    present.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run {
    /// # Errors
    /// Names the target that failed, and where the input was saved.
    pub(crate) fn all(&self, seed: u64) -> Result<(), String> {
        let is_wanted = |target: &&Target| self.only.as_ref().is_none_or(|it| it == target.name);
        let targets: Vec<_> = TARGETS.iter().filter(is_wanted).collect();
        if targets.is_empty() {
            let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
            return Err(format!("no such target; there are {}", names.join(", ")));
        }
        let present = Shared::default();
        watch(Arc::clone(&present), self.out.clone());
        let slice = self.time / targets.len() as u32;
        for target in targets {
            // A separate random sequence per target, so that a target run alone gets the same
            // inputs as among the others.
            let mut random = Random::new(seed ^ hash(target.name));
            let count = self.one(target, &mut random, slice, &present)?;
            println!("fuzz: {:12} {count:>10} inputs", target.name);
        }
        Ok(())
    }

    fn one(
        &self,
        target: &Target,
        random: &mut Random,
        time: Duration,
        present: &Shared,
    ) -> Result<u64, String> {
        let (corpus, begin) = ((target.corpus)(), Instant::now());
        let (mut feed, mut count) = ((target.make)(), 0);
        lock(present).inputs.clear();
        while begin.elapsed() < time {
            for _ in 0..FRESH_EVERY {
                let mut bytes = corpus[random.below(corpus.len())].clone();
                random.mutate(&mut bytes);
                if let Err(text) = give(&mut feed, target.name, bytes, present) {
                    return Err(fail(&self.out, &lock(present), &text));
                }
                count += 1;
            }
            feed = (target.make)();
            lock(present).inputs.clear();
        }
        Ok(count)
    }
}

/// Feeds one input to a target; the error is the message of its panic.
fn give(
    feed: &mut Feed,
    name: &'static str,
    bytes: Vec<u8>,
    present: &Shared,
) -> Result<(), String> {
    let mut at = lock(present);
    at.inputs.push(bytes.clone());
    (at.name, at.number, at.is_working) = (name, at.number + 1, true);
    drop(at);
    let outcome = catch_unwind(AssertUnwindSafe(|| feed(&bytes)));
    lock(present).is_working = false;
    outcome.map_err(|cause| {
        let text = cause.downcast_ref::<String>().cloned();
        let text = text.or_else(|| cause.downcast_ref::<&str>().map(|&text| text.to_owned()));
        text.unwrap_or_else(|| "a panic".to_owned())
    })
}

/// Ends the process if one input takes too long.
fn watch(present: Shared, out: PathBuf) {
    std::thread::spawn(move || {
        let (mut last, mut looks) = (0, 0);
        loop {
            std::thread::sleep(LOOK);
            let at = lock(&present);
            looks = if at.is_working && at.number == last { looks + 1 } else { 0 };
            last = at.number;
            if looks == LOOKS {
                eprintln!("fuzz: {}", fail(&out, &at, "it does not come to an end"));
                std::process::exit(1);
            }
        }
    });
}

/// Saves the inputs; returns a message with their place and content.
fn fail(out: &Path, at: &Present, text: &str) -> String {
    let last = at.inputs.last().map_or(&[][..], Vec::as_slice);
    let path = out.join(format!("{}-{:016x}", at.name, hash(at.inputs.concat())));
    let lines: String = at.inputs.iter().map(|input| format!("{}\n", hex(input))).collect();
    let kept = std::fs::create_dir_all(out).and_then(|()| std::fs::write(&path, lines));
    let place = match kept {
        Ok(()) => format!("{} inputs are kept in {}", at.inputs.len(), path.display()),
        Err(cause) => format!("{}: {cause}", path.display()),
    };
    let line = format!("? {}", hex(last));
    format!("{}: {text}\n{place}\nas a line of a corpus, its verdict first:\n{line}\n", at.name)
}

/// In the format of the corpus: words of 16 bytes.
fn hex(bytes: &[u8]) -> String {
    let word = |chunk: &[u8]| chunk.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    bytes.chunks(16).map(word).collect::<Vec<_>>().join(" ")
}

/// FNV-1a, for file names.
fn hash(bytes: impl AsRef<[u8]>) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.as_ref().iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_panics_is_told_of_and_its_input_kept() {
        let out = std::env::temp_dir().join(format!("skifch-fuzz-{}", std::process::id()));
        let target = Target {
            name: "picky",
            corpus: || vec![vec![1; 40]],
            make: || Box::new(|bytes| assert!(bytes.len() != 39, "not {}", bytes.len())),
        };
        let run = Run { time: Duration::from_mins(1), only: None, out: out.clone() };
        let text = run.one(&target, &mut Random::new(1), run.time, &Shared::default());
        let text = text.expect_err("39 comes soon");
        assert!(text.contains("not 39") && text.contains("? 01"), "{text}");
        let kept = std::fs::read_dir(&out).expect("a folder").count();
        std::fs::remove_dir_all(&out).expect("removed");
        assert_eq!(kept, 1);
    }

    #[test]
    fn every_corpus_is_fed_without_a_change() {
        for target in TARGETS {
            let mut feed = (target.make)();
            (target.corpus)().iter().for_each(|bytes| feed(bytes));
        }
    }
}
