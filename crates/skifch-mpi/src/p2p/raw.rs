//! Blocking messages of the engine itself, addressed by context and rank in the job.

use super::complete::wait_request;
use super::parts::{Missing, Part};
use super::{Buffer, Key, Mode, Operating, What};
use crate::engine::{attempt, with};
use crate::error::{Class, Result};

/// Sends bytes and waits until the send is complete.
pub(crate) fn send_bytes(context: u64, world: u32, tag: i32, bytes: &[u8]) -> Result<()> {
    let (base, len) = (bytes.as_ptr(), bytes.len());
    // SAFETY: the bytes are readable.
    if with(move |engine| unsafe { engine.send_at_once(context, world, tag, base, len) })? {
        return Ok(());
    }
    let buffer = Buffer::dense(base.cast_mut(), len);
    run(Operating::new(What::Send(Mode::Standard), buffer), context, world as i32, tag)
}

/// Receives a message of exactly this many bytes.
pub(crate) fn recv_bytes(key: &Key, bytes: &mut [u8]) -> Result<()> {
    let (wanted, base, len) = (*key, bytes.as_mut_ptr(), bytes.len());
    // SAFETY: the bytes are writable.
    if attempt(move |engine| unsafe { engine.recv_among_others(&wanted, base, len) })? {
        return Ok(());
    }
    let is_exact = true;
    let request = Operating { is_exact, ..Operating::new(What::Recv, Buffer::dense(base, len)) };
    run(request, key.context, key.source, key.tag)
}

/// Receives a message of at most `room` bytes.
///
/// # Safety
/// There are `room` writable bytes at `base`.
pub(crate) unsafe fn recv_up_to(key: &Key, base: *mut u8, room: usize) -> Result<()> {
    let wanted = *key;
    // SAFETY: our caller's promise.
    let received =
        attempt(move |engine| unsafe { engine.recv_short::<false>(&wanted, base, room) })?;
    match received {
        Some(_) => Ok(()),
        None => run(recv_into(base, room), key.context, key.source, key.tag),
    }
}

/// Receives these parts; a message may be shorter than its part. One that is longer is reported
/// only at the end, because senders of other parts may be waiting.
///
/// # Safety
/// Each part's destination has room for it.
pub(crate) unsafe fn recv_parts((context, tag): (u64, i32), parts: &mut [Part]) -> Result<()> {
    let left = parts.len();
    let mut missing = Missing { context, tag, parts, left };
    // SAFETY: our caller's promise.
    attempt(|engine| unsafe { engine.recv_parts(&mut missing) })?;
    let mut all = Ok(());
    for &mut Part { source, len, place } in &mut missing.parts[..missing.left] {
        match run(recv_into(place, len as usize), context, source, tag) {
            Err(error) if error.class() == Class::Truncate => all = all.and(Err(error)),
            received => received?,
        }
    }
    all
}

fn recv_into(base: *mut u8, room: usize) -> Operating {
    Operating::new(What::Recv, Buffer::dense(base, room))
}

fn run(mut request: Operating, context: u64, world: i32, tag: i32) -> Result<()> {
    (request.context, request.peer) = (context, world);
    (request.world, request.tag) = (world, tag);
    let wait = |id| wait_request("a call that makes a communicator", id);
    attempt(|engine| engine.launch(request)).and_then(wait).map(drop)
}
