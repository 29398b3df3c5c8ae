//! Opening a segment, a collective call. Each rank creates the memory of its part and hands it to
//! the model, which performs there what others request.

use super::TorusSegment;
use crate::call::Op;
use crate::layout::inbox;
use crate::memory::{Access, Map, create};
use crate::rank::Rank;
use crate::seat::{Kind, Query};
use skifch_backend::memfd::PAGE_BYTES;
use skifch_backend::{Error, overlay, room, verdict};
use std::os::fd::{AsFd, AsRawFd};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex};

impl TorusSegment {
    /// Opens a segment of zeroed memory on every rank. Collective.
    pub(crate) fn open(rank: &Arc<Rank>, bytes: usize) -> Result<Self, Error> {
        Self::agree(rank, bytes, Self::make(rank, bytes, None))
    }

    /// The same over existing private memory of the process as this rank's part.
    ///
    /// # Safety
    /// As [`skifch_backend::Domain::segment_over`].
    pub(crate) unsafe fn over(
        rank: &Arc<Rank>,
        base: NonNull<u8>,
        bytes: usize,
    ) -> Result<Self, Error> {
        Self::agree(rank, bytes, Self::make(rank, bytes, Some(base)))
    }

    fn make(rank: &Arc<Rank>, bytes: usize, over: Option<NonNull<u8>>) -> Result<Self, Error> {
        if bytes == 0 || bytes > isize::MAX as usize - PAGE_BYTES {
            let text = format!(
                "a segment of {bytes} bytes on each rank: the size must not be 0, and must fit \
                 into the address space"
            );
            return Err(Error::new(libc::EINVAL, text));
        }
        if over.is_none() {
            room::check(bytes)?;
        }
        let fd = create(c"skifch-torus-segment", bytes)?;
        let map = Map::new(fd.as_fd(), 0, bytes, Access::Write)?;
        let landing = (inbox::LANDING, inbox::LANDING_BYTES);
        let landing = Map::new(rank.inbox.as_fd(), landing.0, landing.1, Access::Read)?;
        let base = over.unwrap_or_else(|| map.part(0, bytes));
        if let Some(base) = over {
            let alias = map.part(0, bytes).as_ptr();
            // SAFETY: our caller's promise; the alias is fresh memory, which the model does not
            // know yet.
            unsafe { overlay::lay(fd.as_raw_fd(), 0, alias, base, bytes)? };
        }
        let mut call = rank.call(Op::OpenSegment, 0, 0)?;
        call.found();
        call.result(bytes as i64);
        rank.hand_over(fd.as_fd())?;
        let remote = &mut call.state().remote;
        let (number, reads) = (remote.next_segment(), remote.next_counter());
        let query = Query::plain(Kind::Segment, call.clock(), number.into());
        if call.query(&query)?.is_gone {
            let text = format!("the network model cannot map {bytes} bytes of a segment");
            return Err(Error::new(libc::ENOMEM, text));
        }
        call.state().remote.open += 1;
        drop(call);
        let (rank, dirty) = (Arc::clone(rank), Mutex::default());
        Ok(Self { rank, number, bytes, base, reads, dirty, landing, _map: map })
    }

    /// Exchanges with the other ranks whether each has made its part: no rank accesses a part that
    /// does not exist.
    fn agree(rank: &Rank, bytes: usize, made: Result<Self, Error>) -> Result<Self, Error> {
        let wanted = format!("{bytes}");
        let mine = match &made {
            Ok(_) => wanted.clone(),
            Err(error) => format!("errno {}", error.errno()),
        };
        let mut call = rank.call(Op::Meet, 0, 0)?;
        call.found();
        let agreement = call.state().remote.next_agreement();
        let query = Query::plain(Kind::Meet, call.clock(), 0);
        call.query(&query)?;
        drop(call);
        let name = format!("torus-segment.{agreement}");
        let objection = verdict(&rank.host, &name, &mine, |rank, said| {
            if said == wanted {
                return None;
            }
            Some(match said.parse::<usize>() {
                Ok(other) => format!(
                    "rank 0 asks for a segment of {bytes} bytes and rank {rank} for one of \
                     {other}: the size must be the same on all ranks"
                ),
                Err(_) => {
                    format!("rank {rank} could not allocate its part of the segment ({said})")
                }
            })
        })?;
        match objection {
            None => made,
            Some(words) => made.and_then(|_| Err(Error::new(libc::ENOMEM, words))),
        }
    }
}
