//! Waiting: it takes virtual time, and no time of the host.

use crate::call::{Call, Op};
use crate::history::Look;
use crate::rank::Rank;
use crate::recv::TorusRx;
use crate::seat::{For, Kind, LATEST, NEVER, Query, Wait};
use crate::send::TorusTx;
use skifch_backend::abi::{Events, NetAddr};
use skifch_backend::{Error, is_news};
use std::sync::Arc;

/// Waits until a side is ready, for at most `timeout_ns` (negative: no limit).
pub(crate) fn wait(
    mut tx: Option<(&mut TorusTx, NetAddr)>,
    rx: Option<&mut TorusRx>,
    for_memory: bool,
    timeout_ns: i64,
) -> Result<Events, Error> {
    let of_tx = tx.as_ref().map(|(tx, _)| &tx.rank);
    let rank = of_tx.or(rx.as_ref().map(|rx| &rx.rank)).map(Arc::clone);
    let Some(rank) = rank else { return Ok(Events::NONE) };
    let peer = tx.as_ref().map_or(0, |(_, dst)| *dst);
    let mut call = rank.call(Op::Wait, 0, peer)?;
    let mut events = Events::NONE;
    if timeout_ns == 0 {
        return poll(&rank, call, tx, rx, for_memory);
    }
    let mut has_asked = false;
    loop {
        let room = tx.as_mut().and_then(|(tx, dst)| tx.lacks(*dst, tx.greatest()));
        if tx.is_some() && room.is_none() {
            events = events.with(Events::SEND);
        }
        if for_memory && is_news(of(&rank), rank.changes()) {
            events = events.with(Events::MEMORY);
        }
        if let Some(rx) = &rx {
            // If there is no event yet, the query below covers both sides at once.
            let is_visible = match events.is_empty() {
                true => rx.is_visible(&mut call)?,
                false => rx.is_surely_visible(&mut call)?,
            };
            if is_visible {
                events = events.with(Events::RECV);
            }
        }
        // Whether the model has shown the message already depends on the host; this must not.
        if !events.is_empty()
            && !has_asked
            && let (Some((tx, dst)), Some(room)) = (&mut tx, room)
            && tx.has_room_now(&mut call, *dst, room)?
        {
            events = events.with(Events::SEND);
        }
        if has_asked || !events.is_empty() {
            break;
        }
        let clock = call.clock();
        let deadline = deadline_of(&rank, clock, timeout_ns);
        // If it is known that nothing comes before the deadline, no query is needed.
        let is_in_vain = room.is_none()
            && (!for_memory || deadline <= rank.settled())
            && rx.as_ref().is_none_or(|rx| rx.is_silent_until(deadline));
        has_asked = true;
        if is_in_vain {
            call.state().clock = deadline;
            continue;
        }
        let change = for_memory.then(|| For::Change { count: rank.changes() });
        let waits = room.into_iter().chain(rx.as_ref().map(|rx| rx.wants())).chain(change);
        let waits = waits.map(|what| Wait { what, offset: 0 }).collect();
        let query = Query { kind: Kind::Wait, clock, deadline, period: 1, extra: 0, waits };
        let answer = call.query(&query)?;
        if let (Some((tx, dst)), Some(_)) = (&mut tx, room) {
            tx.learn(*dst, &answer);
        }
    }
    call.spend(rank.costs.recv);
    call.found();
    call.result(i64::from(events.0));
    Ok(events)
}

/// When a wait that begins at `clock` ends. A limit beyond the end of virtual time is none.
fn deadline_of(rank: &Rank, clock: u64, timeout_ns: i64) -> u64 {
    let limit = u64::try_from(timeout_ns).ok();
    let limit = limit.and_then(|ns| ns.checked_mul(rank.costs.ticks_per_ns));
    let deadline = limit.and_then(|ticks| clock.checked_add(ticks));
    deadline.filter(|deadline| *deadline <= LATEST).unwrap_or(NEVER)
}

/// A wait with a timeout of 0: a poll like any other. If none of its events is true, the model is
/// asked for all of them in turn, and in a poll loop skips rounds up to the first that comes.
fn poll(
    rank: &Arc<Rank>,
    mut call: Call<'_>,
    tx: Option<(&mut TorusTx, NetAddr)>,
    rx: Option<&mut TorusRx>,
    for_memory: bool,
) -> Result<Events, Error> {
    let mut events = Events::NONE;
    let room = tx.as_ref().and_then(|(tx, dst)| tx.lacks(*dst, tx.greatest()));
    if tx.is_some() && room.is_none() {
        events = Events::SEND;
    }
    if let Some(rx) = rx {
        let is_there = match events.is_empty() {
            true => rx.look(&mut call)?,
            false => rx.is_surely_visible(&mut call)?,
        };
        if is_there {
            events = events.with(Events::RECV);
        }
    }
    if let (Some((tx, dst)), Some(room)) = (tx, room) {
        let has_room = match events.is_empty() {
            true => tx.seek_room(&mut call, dst, room)?,
            false => tx.has_room_now(&mut call, dst, room)?,
        };
        if has_room {
            events = events.with(Events::SEND);
        }
    }
    if for_memory {
        let count = rank.changes();
        match is_news(of(rank), count) {
            true => events = events.with(Events::MEMORY),
            // In a poll loop, this condition is waited for as well.
            false => call.found_nothing(Look::For(For::Change { count })),
        }
    }
    if !events.is_empty() {
        call.found();
    }
    call.spend(rank.costs.recv);
    call.result(i64::from(events.0));
    Ok(events)
}

/// The events that hold now.
pub(crate) fn look(
    tx: Option<(&mut TorusTx, NetAddr)>,
    rx: Option<&mut TorusRx>,
) -> Result<Events, Error> {
    wait(tx, rx, false, 0)
}

/// Identifies the memory of a rank for `is_news`.
fn of(rank: &Arc<Rank>) -> usize {
    Arc::as_ptr(rank).addr()
}
