//! What this process waits for, said where its launcher can read it at any time without asking.
//!
//! The launcher gives each rank of its machine a small file in memory. A library writes there when
//! a wait has become long, and takes it back when the wait is over: nothing of a short wait is
//! seen, and nothing costs time but of one who has nothing to do.

use std::fs::File;
use std::os::fd::{FromRawFd, RawFd};
use std::os::unix::fs::FileExt;

/// Where the launcher says which descriptor the file is.
const PLACE: &str = "SKIFCH_JOB_WAITS";

/// The name of the file: a descriptor of something else is not written to.
const NAME: &str = "skifch-waits";

/// The most that is said, in bytes.
const MOST_BYTES: usize = 16 << 10;

/// The file. What stands there: a number that grows with each change, the length of the text, the
/// text, and the number again, all numbers of 8 bytes in the order of this machine.
#[derive(Debug)]
pub struct Waits {
    file: File,
    number: u64,
    is_said: bool,
}

impl Waits {
    /// The file of this process, if its launcher gave it one. To be taken once.
    pub fn take() -> Option<Self> {
        let fd: RawFd = std::env::var(PLACE).ok()?.parse().ok()?;
        let link = std::fs::read_link(format!("/proc/self/fd/{fd}")).ok()?;
        if !link.to_string_lossy().contains(NAME) {
            return None;
        }
        // SAFETY: a copy that is ours alone, closed when this process becomes another.
        let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) };
        if copy < 0 {
            return None;
        }
        // SAFETY: the copy was just made, and has no other owner.
        let file = unsafe { File::from_raw_fd(copy) };
        let mut waits = Self { file, number: 0, is_said: false };
        waits.write("");
        Some(waits)
    }

    /// Says what this process waits for.
    pub fn say(&mut self, text: &str) {
        self.write(text);
        self.is_said = true;
    }

    /// Says the same in other words, as long as those before. Nothing has moved, for who looks.
    pub fn say_again(&mut self, text: &str) {
        self.number -= 1;
        self.say(text);
    }

    /// Whether something is said.
    pub fn is_said(&self) -> bool {
        self.is_said
    }

    /// The wait is over.
    pub fn clear(&mut self) {
        if self.is_said {
            self.write("");
            self.is_said = false;
        }
    }

    fn write(&mut self, text: &str) {
        self.number += 1;
        let text = &text.as_bytes()[..text.floor_char_boundary(MOST_BYTES)];
        let number = self.number.to_ne_bytes();
        let len = (text.len() as u64).to_ne_bytes();
        let record = [&number[..], &len, text, &number].concat();
        // Whoever explains hangs can do without; the job cannot be disturbed for it.
        let _ = self.file.write_all_at(&record, 0);
    }
}
