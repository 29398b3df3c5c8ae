//! Recording the time between calls and replaying it: repeats a measured run to the tick.
//!
//! Each rank has a file: a line that identifies the rank, then a number for each call, as LEB128
//! (seven bits a byte, low bits first, the high bit set in all but the last byte of a number). A
//! number is the nanoseconds since the previous call, times 32, plus the kind of call, so a program
//! that differs from the recorded one is noticed.

use crate::call::OPS;
use crate::config::{Compute, Config};
use skifch_backend::Error;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;

const CALL_BITS: u32 = 5;
const _: () = assert!(OPS.len() <= 1 << CALL_BITS);

/// What a rank does with its recording.
#[derive(Debug)]
pub(crate) enum Recording {
    None,
    /// Records the measured times and writes them at the end.
    Keep {
        file: File,
        bytes: Vec<u8>,
    },
    /// Replays the recorded times.
    Give {
        path: PathBuf,
        bytes: Vec<u8>,
        at: usize,
        calls: u64,
    },
}

impl Recording {
    /// Opens the recording that the settings ask for. An output file is created now, so that a
    /// failure is reported before the run and not after it.
    pub(crate) fn new(config: &Config, rank: u32, ranks: u32) -> Result<Self, Error> {
        let Some(name) = &config.recording else { return Ok(Self::None) };
        let path = PathBuf::from(format!("{}.{rank}", name.display()));
        let head = head(rank, ranks);
        let failed = |cause: std::io::Error| {
            let errno = cause.raw_os_error().unwrap_or(libc::EIO);
            Error::new(errno, format!("recording of the torus, {}: {cause}", path.display()))
        };
        if config.compute != Compute::Recorded {
            let file = File::create(&path).map_err(failed)?;
            return Ok(Self::Keep { file, bytes: head.into_bytes() });
        }
        let bytes = std::fs::read(&path).map_err(failed)?;
        if !bytes.starts_with(head.as_bytes()) {
            let text = format!(
                "{} is not a complete recording of rank {rank} of {ranks}: make one with \
                 COMPUTE=measured and this RECORDING",
                path.display()
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        Ok(Self::Give { path, at: head.len(), bytes, calls: 0 })
    }

    /// Records the time measured before a call.
    pub(crate) fn keep(&mut self, call: u64, ns: u64) {
        let Self::Keep { bytes, .. } = self else { return };
        let mut rest = ns.min(u64::MAX >> CALL_BITS) << CALL_BITS | call;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }

    /// The recorded time before this call, in ns.
    pub(crate) fn give(&mut self, call: u64) -> Result<u64, Error> {
        let Self::Give { path, bytes, at, calls } = self else { return Ok(0) };
        let wrong = |what: String| {
            let text = format!("{}: call {calls} {what}", path.display());
            Error::new(libc::EPROTO, text)
        };
        let number = bytes[*at..].iter().position(|byte| byte & 0x80 == 0);
        let is_long = |last: &usize| *last < u64::BITS.div_ceil(7) as usize;
        let Some(last) = number.filter(is_long) else {
            return Err(wrong("is beyond the end of the recording".to_owned()));
        };
        let digits = bytes[*at..=*at + last].iter().rev();
        let number = digits.fold(0u64, |all, byte| all << 7 | u64::from(byte & 0x7f));
        let was = number & ((1 << CALL_BITS) - 1);
        if was != call {
            let name = |call: u64| OPS.get(call as usize).copied().unwrap_or("?");
            let (is, was) = (name(call), name(was));
            return Err(wrong(format!("is {is}, but was {was} in the recording")));
        }
        *at += last + 1;
        *calls += 1;
        Ok(number >> CALL_BITS)
    }

    /// Writes the recording to its file.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        let Self::Keep { file, bytes } = self else { return Ok(()) };
        let written = file.write_all(bytes);
        *self = Self::None;
        written.map_err(|cause| {
            let errno = cause.raw_os_error().unwrap_or(libc::EIO);
            Error::new(errno, format!("writing the recording of the torus: {cause}"))
        })
    }
}

fn head(rank: u32, ranks: u32) -> String {
    format!("skifch-torus, time between calls, rank {rank} of {ranks}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(bytes: Vec<u8>) -> Recording {
        Recording::Give { path: PathBuf::from("x.0"), bytes, at: 0, calls: 0 }
    }

    #[test]
    fn what_is_kept_is_given_and_other_calls_are_noticed() {
        let file = File::options().write(true).open("/dev/null").expect("a file");
        let mut kept = Recording::Keep { file, bytes: Vec::new() };
        let times = [(1, 0), (2, 3), (20, 4), (5, 1 << 40), (1, u64::MAX >> CALL_BITS)];
        times.iter().for_each(|(call, ns)| kept.keep(*call, *ns));
        let Recording::Keep { bytes, .. } = &kept else { unreachable!("it keeps") };
        let bytes = bytes.clone();
        let mut recording = given(bytes.clone());
        for (call, ns) in times {
            assert_eq!(recording.give(call).expect("the same call"), ns);
        }
        let end = recording.give(1).expect_err("an end").to_string();
        assert!(end.contains("x.0: call 5 is beyond the end of the recording"), "{end}");
        let mut other = given(bytes);
        other.give(1).expect("the first is the same");
        let said = other.give(3).expect_err("another call").to_string();
        assert!(said.contains("call 1 is RecvComp, but was Recv in the recording"), "{said}");
        kept.finish().expect("a file that takes everything");
    }

    /// A file may contain anything.
    #[test]
    fn bytes_that_are_no_recording_are_no_panic() {
        for bytes in [vec![0xff; 40], vec![0x80], vec![], vec![0xff; 9], vec![0x1f]] {
            assert!(given(bytes.clone()).give(1).is_err(), "{bytes:?}");
        }
    }
}
