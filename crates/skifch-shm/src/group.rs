//! Which ranks share memory under a composite; determined by sharing some.
//!
//! Host names prove nothing: containers may have the same name and share nothing, or different
//! names and share everything. So each rank looks for the lowest rank whose socket it can see and
//! asks it for memory, in which every rank that has arrived sets its mark. Ranks whose marks are
//! readable there are in this rank's group. Ranks in another network namespace or on another host
//! do not see that socket, and find a lowest rank of their own.

use crate::handover::{self, Callers};
use crate::memfd::{self, Map};
use crate::open::Names;
use skifch_backend::abi::LogLevel;
use skifch_backend::fork::Guarded;
use skifch_backend::{Error, EventFd, HostRef};
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The request sent to the rank that creates the memory.
const REQUEST: &[u8] = b"group";
/// Size of a mark in bytes.
const MARK_BYTES: usize = 8;

/// The ranks of a job that share memory, including this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// All ranks of a job of this size.
    All(u32),
    /// These ranks, in ascending order; at least one.
    Some(Arc<[u32]>),
}

impl Group {
    /// Number of ranks.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Self::All(count) => *count,
            Self::Some(members) => members.len() as u32,
        }
    }

    /// The lowest rank.
    pub(crate) fn first(&self) -> u32 {
        match self {
            Self::All(_) => 0,
            Self::Some(members) => members.first().copied().unwrap_or(0),
        }
    }

    /// The index of a rank within the group.
    #[inline]
    pub(crate) fn index(&self, rank: u32) -> Option<usize> {
        match self {
            Self::All(count) => (rank < *count).then_some(rank as usize),
            Self::Some(members) => members.binary_search(&rank).ok(),
        }
    }

    /// The ranks in ascending order.
    pub(crate) fn members(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.count()).map(|index| match self {
            Self::All(_) => index,
            Self::Some(members) => members[index as usize],
        })
    }
}

/// Determines the group of this rank. Collective; called after the fence at which every rank holds
/// its names.
pub(crate) fn find(host: &HostRef, names: &Names, process: &Guarded) -> Result<Group, Error> {
    let (rank, size) = (host.rank(), host.job_size());
    let bytes = size as usize * MARK_BYTES;
    let first = first_in_sight(names)?;
    // When these return, every rank has set its mark, or never will.
    let marks = match first == rank {
        true => serve(host, process, bytes)?,
        false => {
            let memory = handover::ask(names, first, REQUEST).and_then(granted);
            let marks = leave_mark(&memory, bytes, rank);
            host.fence()?;
            marks
        }
    };
    if let Err(error) = &marks {
        let what = "this rank shares no memory with others";
        host.log(
            LogLevel::Warn,
            format_args!("{what}: requesting memory from rank {first}: {error}"),
        );
    }
    let is_member = |other: &u32| match &marks {
        // SYNC group-mark: pairs with the release in `leave_mark`. It is seen, because the job's
        // fence comes between the two.
        Ok(marks) => mark_of(marks, *other).load(Ordering::Acquire) == u64::from(*other) + 1,
        Err(_) => *other == rank,
    };
    let members: Vec<u32> = (0..size).filter(is_member).collect();
    Ok(if members.len() == size as usize { Group::All(size) } else { Group::Some(members.into()) })
}

/// The lowest visible rank creates the memory, and hands it out until all ranks have reached the
/// fence.
fn serve(host: &HostRef, process: &Guarded, bytes: usize) -> Result<Result<Map, Error>, Error> {
    let (mut memory, stop) = (make(bytes), EventFd::new()?);
    let marks = leave_mark(&memory, bytes, host.rank());
    let is_over = AtomicBool::new(false);
    // Answer once before waiting at the fence, which ranks that wait for an answer have not
    // reached.
    let mut callers = Callers::default();
    callers.answer(process, REQUEST, &mut memory)?;
    let fenced = std::thread::scope(|scope| {
        let answer_all = || {
            while !is_over.load(Ordering::Relaxed) {
                match callers.answer(process, REQUEST, &mut memory) {
                    Ok(0) | Err(_) => callers.sleep(process, Some(stop.as_raw_fd())),
                    Ok(_) => {}
                }
            }
        };
        let started = std::thread::Builder::new().spawn_scoped(scope, answer_all);
        started.map_err(|error| no_thread(&error))?;
        let fenced = host.fence();
        // It publishes nothing, so Relaxed. The descriptor stays readable until the thread sees it.
        is_over.store(true, Ordering::Relaxed);
        stop.ring();
        fenced
    });
    fenced.map(|()| marks)
}

fn no_thread(error: &std::io::Error) -> Error {
    let errno = error.raw_os_error().unwrap_or(libc::EAGAIN);
    let mend = "free memory, or raise the process limit (ulimit -u)";
    Error::new(errno, format!("starting the thread that hands out shared memory: {error}; {mend}"))
}

/// The lowest rank whose socket is visible; this rank always sees its own.
fn first_in_sight(names: &Names) -> Result<u32, Error> {
    for rank in 0..names.own_rank() {
        if names.is_alive(rank)? {
            return Ok(rank);
        }
    }
    Ok(names.own_rank())
}

fn make(bytes: usize) -> Result<OwnedFd, Error> {
    let fd = memfd::create(c"skifch-group", bytes, 0)?;
    memfd::seal_size(&fd).map(|()| fd)
}

fn granted(memory: Option<OwnedFd>) -> Result<OwnedFd, Error> {
    memory.ok_or_else(|| Error::new(libc::ENOMEM, "it could not create any; its log tells why"))
}

fn leave_mark(memory: &Result<OwnedFd, Error>, bytes: usize, rank: u32) -> Result<Map, Error> {
    let fd = memory.as_ref().map_err(|error| Error::new(error.errno(), error.text()))?;
    memfd::check_peer(fd, bytes)?;
    let marks = memfd::map_shared(fd, bytes, bytes)?;
    // SYNC group-mark: pairs with the acquire in `find`.
    mark_of(&marks, rank).store(u64::from(rank) + 1, Ordering::Release);
    Ok(marks)
}

fn mark_of(marks: &Map, rank: u32) -> &AtomicU64 {
    // SAFETY: a word of the mapping, which the borrow keeps; ranks access it by atomics only.
    unsafe { marks.word(rank as usize * MARK_BYTES).as_ref() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_knows_its_members_by_place() {
        let all = Group::All(3);
        assert_eq!((all.count(), all.first(), all.index(2), all.index(3)), (3, 0, Some(2), None));
        let some = Group::Some(Arc::from([2, 5, 9]));
        assert_eq!((some.count(), some.first()), (3, 2));
        assert_eq!((some.index(5), some.index(3)), (Some(1), None));
        assert_eq!(some.members().collect::<Vec<_>>(), [2, 5, 9]);
    }
}
