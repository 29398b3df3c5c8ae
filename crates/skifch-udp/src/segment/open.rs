//! Making a segment, which all ranks do together.
//!
//! Ranks make the same segments in the same order, so each counts them for itself and all have the
//! same numbers. A rank has its part before it says so, and none goes on before all have said so:
//! then nobody can ask for a part that is not there yet, and no request ever waits for one. If a
//! rank has none, all give theirs up, and the number stays used.

use super::handle::RemoteSegment;
use super::link::Driver;
use super::part::Part;
use skifch_backend::{Error, HostRef};
use std::sync::Arc;

/// What rank 0 says when all have a part.
const GRANTED: &str = "granted";

impl<D: Driver> RemoteSegment<D> {
    /// Zeroed memory of `bytes` bytes on every rank. Collective; called where the host lets its
    /// `fence` be called, and not by two threads at once.
    ///
    /// # Errors
    /// On every rank, if one of them has no memory or asks for another size.
    pub fn open(driver: Arc<D>, host: HostRef, bytes: usize) -> Result<Self, Error> {
        let (part, failure) = match Part::new(bytes) {
            Ok(part) => (Some(Arc::new(part)), None),
            Err(error) => (None, Some(error)),
        };
        let (number, reads) = driver.with(|engine, _| {
            let number = engine.add(part.clone());
            (number, engine.open_mut(number).map(|open| open.reads))
        });
        let agreed = agree(&host, number, bytes, failure.as_ref());
        match (agreed, part, reads) {
            (Ok(()), Some(part), Some(reads)) => {
                let (rank, ranks) = (host.rank(), host.job_size());
                Ok(Self { driver, part, number, reads, rank, ranks })
            }
            (agreed, ..) => {
                driver.with(|engine, _| engine.close(number));
                let gone = || Error::new(libc::ENOMEM, "the segment could not be made");
                Err(failure.or(agreed.err()).unwrap_or_else(gone))
            }
        }
    }
}

/// Tells the others whether this rank has its part, and learns whether all have.
fn agree(host: &HostRef, number: u32, bytes: usize, failure: Option<&Error>) -> Result<(), Error> {
    if host.job_size() == 1 {
        return Ok(());
    }
    let mine = match failure {
        None => format!("{bytes}"),
        // A value has few bytes, and which rank it is says enough to look there.
        Some(error) => format!("errno {}", error.errno()),
    };
    host.kvs_put(&key(number, host.rank()), mine.as_bytes())?;
    host.fence()?;
    let verdict = format!("segment.{number}.verdict");
    if host.rank() == 0 {
        let said = judge(host, number, bytes);
        host.kvs_put(&verdict, said.as_deref().unwrap_or(GRANTED).as_bytes())?;
    }
    host.fence()?;
    let said = host.kvs_get(&verdict)?;
    if said == GRANTED.as_bytes() {
        return Ok(());
    }
    Err(Error::new(libc::ENOMEM, String::from_utf8_lossy(&said).into_owned()))
}

/// What is wrong with what the ranks say.
fn judge(host: &HostRef, number: u32, bytes: usize) -> Option<String> {
    let wanted = format!("{bytes}");
    let said = |rank| match host.kvs_get(&key(number, rank)) {
        Ok(said) => String::from_utf8_lossy(&said).into_owned(),
        Err(error) => error.to_string(),
    };
    let mut all = (0..host.job_size()).map(|rank| (rank, said(rank)));
    let (rank, said) = all.find(|(_, said)| *said != wanted)?;
    Some(match said.parse::<usize>() {
        Ok(other) => format!(
            "rank 0 asks for a segment of {bytes} bytes and rank {rank} for one of {other}: all \
             ranks ask for the same"
        ),
        Err(_) => format!("rank {rank} could not make its part of the segment ({said})"),
    })
}

fn key(number: u32, rank: u32) -> String {
    format!("segment.{number}.{rank}")
}
