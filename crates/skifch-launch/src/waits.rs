//! What a rank of this machine is waiting for: a small file in memory that the rank writes and the
//! launcher reads without stopping it. The layout is that of `skifch::Waits`.

use crate::sys;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;

/// The variable that passes the descriptor to the rank.
pub(crate) const PLACE: &str = "SKIFCH_JOB_WAITS";

/// More than a rank writes.
const MOST_BYTES: usize = 64 << 10;

/// The file of one rank.
#[derive(Debug)]
pub(crate) struct Waits(File);

/// A rank's report: a sequence number, and its wait if it is in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) number: u64,
    pub(crate) wait: Option<Wait>,
}

/// A wait that has become long.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) call: String,
    /// The ranks that the pending operations depend on: only through one of them can the wait end.
    /// `None` is any rank.
    pub(crate) peers: Vec<Option<usize>>,
    /// It is polling rather than waiting: a number that grows while it does.
    pub(crate) asks: Option<u64>,
    /// It has a thread that does not wait, and may call MPI.
    pub(crate) is_free: bool,
    /// Its network has found that nothing can come: no second sample is needed.
    pub(crate) is_still: bool,
    /// Pending operations and unexpected messages, as text.
    pub(crate) words: Vec<String>,
}

impl Waits {
    pub(crate) fn new() -> io::Result<Self> {
        // SAFETY: the name is a string; the new descriptor gets its one owner here.
        let file = unsafe {
            let fd = libc::memfd_create(c"skifch-waits".as_ptr(), libc::MFD_CLOEXEC);
            File::from(OwnedFd::from_raw_fd(sys::check(fd)?))
        };
        Ok(Self(file))
    }

    pub(crate) fn fd(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    /// The current contents; `None` if there are none, or if the rank is just writing.
    pub(crate) fn read(&self) -> Option<Said> {
        let (number, text) = self.record()?;
        Some(Said::new(number, &text))
    }

    /// The raw contents: sequence number and text.
    pub(crate) fn record(&self) -> Option<(u64, Vec<u8>)> {
        let mut bytes = vec![0; MOST_BYTES];
        let count = self.0.read_at(&mut bytes, 0).ok()?;
        taken(&bytes[..count])
    }
}

impl Said {
    /// Parses a record.
    pub(crate) fn new(number: u64, text: &[u8]) -> Self {
        Self { number, wait: wait(&String::from_utf8_lossy(text)) }
    }
}

fn taken(bytes: &[u8]) -> Option<(u64, Vec<u8>)> {
    let word = |at: usize| Some(u64::from_ne_bytes(*bytes.get(at..at + 8)?.first_chunk()?));
    let (number, len) = (word(0)?, usize::try_from(word(8)?).ok().filter(|len| *len < MOST_BYTES)?);
    let text = bytes.get(16..16 + len)?;
    (word(16 + len)? == number && number != 0).then(|| (number, text.to_vec()))
}

fn wait(text: &str) -> Option<Wait> {
    let mut wait = Wait::default();
    for line in text.lines() {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("free", "") => wait.is_free = true,
            ("still", "") => wait.is_still = true,
            ("call", call) => wait.call = call.to_owned(),
            ("peer", "*") => wait.peers.push(None),
            ("peer", rank) => wait.peers.push(Some(rank.parse().ok()?)),
            ("asks", turn) => wait.asks = Some(turn.parse().ok()?),
            ("text", words) => wait.words.push(words.to_owned()),
            _ => return None,
        }
    }
    (!wait.call.is_empty()).then_some(wait)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u64, text: &str, end: u64) -> Vec<u8> {
        let len = text.len() as u64;
        [&number.to_ne_bytes()[..], &len.to_ne_bytes(), text.as_bytes(), &end.to_ne_bytes()]
            .concat()
    }

    #[test]
    fn what_is_written_is_read() {
        let waits = Waits::new().unwrap();
        assert!(waits.read().is_none());
        let text = "call MPI_Recv\npeer 3\npeer *\ntext receives it\nfree\n";
        waits.0.write_all_at(&record(2, text, 2), 0).unwrap();
        let said = waits.read().unwrap();
        let wait = said.wait.unwrap();
        assert_eq!((said.number, wait.call.as_str()), (2, "MPI_Recv"));
        assert!(wait.is_free && !wait.is_still);
        assert_eq!((wait.peers, wait.words.len()), (vec![Some(3), None], 1));
        waits.0.write_all_at(&record(3, "", 3), 0).unwrap();
        assert_eq!(waits.read(), Some(Said { number: 3, wait: None }));
    }

    #[test]
    fn what_is_half_written_or_senseless_is_nothing() {
        assert!(taken(&record(2, "call x", 1)).is_none());
        assert!(taken(&record(2, "call x", 2)[..20]).is_none());
        let mut long = record(2, "call x", 2);
        long[8..16].copy_from_slice(&u64::MAX.to_ne_bytes());
        assert!(taken(&long).is_none());
        assert_eq!(Said::new(2, b"nonsense").wait, None);
    }
}
