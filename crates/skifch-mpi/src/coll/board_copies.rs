//! Alltoall with long parts, where ranks share CPUs: each rank publishes the address of its parts
//! on the board ([`board`](super::board)), and copies the parts meant for it out of the memory of
//! the others.

use super::board::with_board;
use super::parts::{Parts, Slots};
use super::peers;
use super::quick::{ALLTOALL, Call};
use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::Result;
use skifch::abi::iovec;

/// Two copies of a shorter part are faster than one system call.
const FROM_BYTES: usize = 4 << 10;

/// Bytes that a rank tells all others.
const WORD_BYTES: usize = size_of::<u64>();

impl Call {
    /// Publishes a number and returns those of all ranks, by rank.
    fn tell(&self, call: &'static str, word: u64) -> Result<Vec<u64>> {
        attempt(|engine| {
            let place = engine.board()?.next(WORD_BYTES).cast::<u64>();
            // SAFETY: the place has room for the word, and is aligned.
            unsafe { place.write(word) };
            Ok(())
        })?;
        self.meet(call)?;
        attempt(|engine| {
            let word = |rank| {
                let there = self.part(engine, rank, WORD_BYTES)?.cast::<u64>();
                // SAFETY: as above; all have put theirs.
                Ok(unsafe { there.read_volatile() })
            };
            (0..self.size()).map(word).collect()
        })
    }
}

/// Alltoall; whether it was done here. If one rank cannot, no rank does.
///
/// # Safety
/// The elements of `from` are readable, those of `to` writable.
pub(super) unsafe fn alltoall(from: &Parts, to: &Parts, comm: Comm) -> Result<bool> {
    const CALL: &str = "MPI_Alltoall";
    let begun = with_board(comm, |engine| {
        let each = engine.each_bytes(to)?.filter(|&each| each >= FROM_BYTES);
        if each.is_none() || !engine.has_copies || from.is_in_place() {
            return Ok(None);
        }
        let Some(call) = engine.on_board(comm, ALLTOALL, WORD_BYTES)? else { return Ok(None) };
        let size = call.size();
        Ok(Some((call, from.slots(engine, size)?, to.slots(engine, size)?, engine.copies)))
    })?;
    let Some((call, from, to, copies)) = begun else { return Ok(false) };
    let blocks = match (&from, &to) {
        (&Slots::Block(out, each), &Slots::Block(come, len)) if copies && each == len => {
            Some((out, come, each))
        }
        _ => None,
    };
    let address = blocks.map_or(0, |(out, ..)| out.expose_provenance() as u64);
    let addresses = call.tell(CALL, address)?;
    let Some((out, come, each)) = blocks.filter(|_| !addresses.contains(&0)) else {
        return Ok(false);
    };
    let has_all = attempt(|engine| {
        // SAFETY: our caller's promise; the parts of this rank.
        unsafe {
            let own = call.rank * each;
            come.add(own).copy_from(out.add(own), each);
        }
        Ok(peers::after(call.rank, call.size()).all(|peer| {
            // Only the peer makes a pointer of its address.
            let there = addresses[peer] as usize + call.rank * each;
            let there = std::ptr::without_provenance_mut(there);
            let from = iovec { iov_base: there, iov_len: each };
            let to = iovec { iov_base: come.wrapping_add(peer * each).cast(), iov_len: each };
            let peer = Engine::addr(call.job_rank(peer));
            // SAFETY: our caller's promise; the engine has the receiving side.
            unsafe { engine.port.copy_from(peer, &[from], &[to]) }
        }))
    })?;
    let is_done = call.tell(CALL, u64::from(has_all))?.iter().all(|&has_all| has_all == 1);
    attempt(|engine| {
        // Nobody is copying any more.
        engine.pages.note(out, each * call.size());
        engine.settle_pages();
        Ok(is_done)
    })
}
