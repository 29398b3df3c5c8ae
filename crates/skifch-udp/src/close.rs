//! Orderly close: accepted data is still delivered after the channel is closed, and before the
//! process exits.

use crate::channel::End;
use crate::lock::Held;
use crate::lost::{CLOSE_BYTES, Losses, Why};
use crate::memory::owner_of;
use crate::net::State;
use crate::open::{Seat, UdpDomain};
use crate::{Core, clock};
use skifch_backend::abi::LogLevel;
use skifch_backend::{Error, ends_with_failure};
use skifch_proto::{ConnectionId, Reason, Stats};
use std::os::fd::AsRawFd;
use std::sync::{Arc, Mutex, Once, PoisonError, Weak};
use std::time::Duration;

/// Longest sleep while leaving; in between, refusals and late datagrams are checked. The first ones
/// are shorter.
const NAP: Duration = Duration::from_millis(10);
/// How long to wait, in ns, for a peer that has ended without acknowledging our close, which
/// carries no data. Within that time a peer that has missed our answer to its own close repeats it.
const FAREWELL_NS: u64 = 50_000_000;
/// A peer that has every message, and has been silent for this many ns while it was asked
/// repeatedly to confirm our close, is gone, or will find the close in its socket buffer. Its host
/// may not report it gone: a kernel refuses about one datagram a second for all of its dead
/// processes, or none.
const SILENCE_NS: u64 = 2_000_000_000;
/// Naps are far shorter: a leaving process that is away for this many ns was stopped.
const STANDSTILL_NS: u64 = 1_000_000_000;

impl Drop for Seat {
    fn drop(&mut self) {
        self.core.with(|state| {
            state.close_channel(self.index);
            // The helper thread must finish the rest.
            state.call_helper();
        });
    }
}

impl State {
    fn close_channel(&mut self, index: usize) {
        self.gather_losses(index);
        let Some(channel) = self.channels.get_mut(index).and_then(Option::take) else { return };
        self.helper.asleep -= usize::from(channel.rx.is_asleep) + usize::from(channel.tx.is_asleep);
        self.endpoint.stop_listening(channel.addr);
        self.now_ns = clock::now_ns();
        let own = self.lanes.iter().filter(|(_, lane)| lane.owner == Some(index));
        let own: Vec<_> = own.map(|(id, lane)| (*id, lane.is_open && lane.end.is_none())).collect();
        for (id, is_open) in own {
            self.leave(id, is_open);
        }
        // A broken socket is reported when the job is left.
        let _ = self.look();
    }

    /// Closes a connection of a channel that has been closed.
    pub(crate) fn leave(&mut self, id: ConnectionId, is_open: bool) {
        let link = self.endpoint.link(id);
        let (Some(link), true) = (link, is_open) else {
            // No data was accepted for it, or it can no longer deliver any.
            self.lanes.remove(&id);
            self.endpoint.forget(id);
            return;
        };
        if let Some(lane) = self.lanes.get_mut(&id) {
            lane.owner = None;
        }
        self.closing.insert(link, id);
        self.endpoint.watch(self.now_ns, id, false);
        self.endpoint.close(self.now_ns, id);
        // Discard data that arrived and was not received.
        while let skifch_proto::Turn::Message(_) = self.endpoint.take(self.now_ns, id) {}
        self.endpoint.release(self.now_ns, id);
    }

    /// Forgets a connection. What the peer may still wait for, the acknowledgement of its close,
    /// leaves first: this process may be gone when it asks again.
    pub(crate) fn part(&mut self, id: ConnectionId) {
        self.endpoint.answer(self.now_ns, id);
        // A broken socket is reported when the job is left.
        let _ = self.transmit();
        self.endpoint.forget(id);
    }

    /// What connections still wait for, in a process that began to leave at `begin_ns`.
    fn left_over(&self, begin_ns: u64) -> Left {
        let mut left = Left::default();
        for (id, lane) in self.lanes.iter() {
            // Data owed by a lost connection has already been recorded as lost.
            let stats = self.endpoint.stats(*id).filter(|_| lane.end.is_none());
            let Some(stats) = stats else { continue };
            let rank = self.endpoint.link(*id).map_or(0, |link| owner_of(link.remote));
            let silent_ns = self.now_ns.saturating_sub(stats.heard_ns.max(begin_ns));
            match rest(&stats, lane.owner.is_none(), silent_ns) {
                Rest::Nothing => {}
                Rest::Parting => left.partings += 1,
                Rest::Silence => left.silent.push(rank),
                Rest::Owed(_) => left.owed.push(*id),
            }
        }
        left
    }
}

impl State {
    /// The losses if these connections are not waited for any longer.
    fn give_up(&mut self, owed: &[ConnectionId], timeout: Duration) -> Losses {
        let mut losses = self.take_losses();
        for id in owed {
            if let Some(link) = self.endpoint.link(*id) {
                let bytes = self.lost_bytes(*id, End::Lost(Reason::Silent));
                losses.add(owner_of(link.remote), bytes, Why::Late(timeout));
            }
        }
        losses
    }
}

/// What a connection still waits for.
#[derive(Debug, PartialEq, Eq)]
enum Rest {
    Nothing,
    /// Both sides have closed and only await each other's confirmation.
    Parting,
    /// The peer has every message, and is not expected to confirm the close any more.
    Silence,
    /// The acknowledgement of this many bytes.
    Owed(u64),
}

/// `is_closed`: this side has sent its close. At `exit` channels may still be open, and then the
/// unacknowledged bytes may be an empty message rather than the close.
fn rest(stats: &Stats, is_closed: bool, silent_ns: u64) -> Rest {
    match stats.unacked_bytes {
        0 => Rest::Nothing,
        ..=CLOSE_BYTES if stats.is_closed_by_peer => Rest::Parting,
        ..=CLOSE_BYTES if is_closed && silent_ns >= SILENCE_NS => Rest::Silence,
        bytes => Rest::Owed(bytes),
    }
}

/// What is left to do in a process that leaves.
#[derive(Default)]
struct Left {
    /// Connections with accepted data that is not acknowledged.
    owed: Vec<ConnectionId>,
    /// Number of connections that only await the mutual confirmation of the close.
    partings: usize,
    /// Ranks that have all messages and are not waited for any longer.
    silent: Vec<u32>,
}

const LEAVING: &str = "leaving the job over UDP";

/// The process's membership, for a process that ends without leaving the job.
static JOINED: Mutex<Weak<Core>> = Mutex::new(Weak::new());
static HOOK: Once = Once::new();

/// Makes the exit of the process wait for accepted data to be delivered, as leaving the job does.
pub(crate) fn watch_exit(core: &Arc<Core>) {
    *JOINED.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(core);
    // SAFETY: a function without arguments that lives as long as the program. A failure (no memory)
    // leaves process exit as it is without this handler.
    HOOK.call_once(|| unsafe {
        libc::atexit(at_exit);
    });
}

extern "C" fn at_exit() {
    // If the lock is taken, another thread is joining right now.
    let joined = JOINED.try_lock().ok().and_then(|joined| joined.upgrade());
    if let Some(core) = joined.filter(|core| core.pid == std::process::id()) {
        if let Err(error) = linger(&core) {
            core.host.log(LogLevel::Error, error.context(LEAVING));
            ends_with_failure();
        }
        // Dropping it would wait for the helper thread, which may no longer exist.
        std::mem::forget(core);
    }
}

impl UdpDomain {
    /// Waits until all accepted data is delivered or known to be undeliverable.
    pub(crate) fn linger(&mut self) -> Result<(), Error> {
        match std::mem::replace(&mut self.has_left, true) {
            true => Ok(()),
            false => linger(&self.core).map_err(|error| error.context(LEAVING)),
        }
    }
}

impl Drop for UdpDomain {
    fn drop(&mut self) {
        if let Err(error) = self.linger() {
            self.core.host.log(LogLevel::Error, error);
        }
    }
}

/// Locks the state; none if a call that never returns holds it.
fn state(core: &Core) -> Option<Held<'_, State>> {
    const TRIES: usize = 100;
    (0..TRIES).find_map(|_| {
        let held = core.net.try_lock();
        if held.is_none() {
            std::thread::sleep(NAP);
        }
        held
    })
}

/// The time limit for leaving. Time during which this process or its machine was stopped does not
/// count.
struct Patience {
    end_ns: u64,
    looked_ns: u64,
}

impl Patience {
    fn new(now_ns: u64, timeout: Duration) -> Self {
        Self { end_ns: now_ns + timeout.as_nanos() as u64, looked_ns: now_ns }
    }

    fn is_over(&mut self, now_ns: u64) -> bool {
        let away_ns = now_ns.saturating_sub(self.looked_ns);
        self.looked_ns = now_ns;
        if away_ns >= STANDSTILL_NS {
            self.end_ns += away_ns;
        }
        now_ns >= self.end_ns
    }
}

fn linger(core: &Core) -> Result<(), Error> {
    let begin_ns = clock::now_ns();
    let mut patience = Patience::new(begin_ns, core.config.timeout);
    // Since when only partings are left: a peer that has just closed still needs our answer.
    let mut parting_ns = None;
    loop {
        let Some(mut state) = state(core) else {
            return Err(Error::new(libc::EDEADLK, "another call has not come back"));
        };
        while state.look()? {}
        state.hear_events()?;
        state.settle();
        let is_over = patience.is_over(state.now_ns);
        let has_left = state.leave_memory() || is_over;
        let left = state.left_over(begin_ns);
        if has_left && left.owed.is_empty() {
            let since_ns = *parting_ns.get_or_insert(state.now_ns);
            if left.partings == 0 || state.now_ns >= since_ns + FAREWELL_NS {
                note_silent(core, left.silent);
                return state.take_losses().told();
            }
        }
        if is_over && !left.owed.is_empty() {
            return state.give_up(&left.owed, core.config.timeout).told();
        }
        let deadline_ns = state.deadline_ns().unwrap_or(u64::MAX);
        let due = Duration::from_nanos(deadline_ns.saturating_sub(state.now_ns));
        let nap = due.min(longest_nap(state.now_ns.saturating_sub(begin_ns)));
        drop(state);
        wait_for(core, nap);
    }
}

/// The longest sleep of a process that has been leaving for this many ns. What it waits for may
/// already have been received by the helper thread, and then nothing wakes it.
fn longest_nap(since_ns: u64) -> Duration {
    Duration::from_nanos(since_ns / 4).clamp(NAP / 100, NAP)
}

/// Logs peers that did not confirm the close. They lost no data, so this is not a warning.
fn note_silent(core: &Core, silent: Vec<u32>) {
    if !silent.is_empty() {
        let text = format!(
            "leaving the job over UDP: rank {} received every message but did not confirm the \
             close within {} s",
            names(silent),
            SILENCE_NS / 1_000_000_000
        );
        core.host.log(LogLevel::Info, text);
    }
}

/// The ranks, sorted and without duplicates.
fn names(mut ranks: Vec<u32>) -> String {
    ranks.sort_unstable();
    ranks.dedup();
    ranks.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// Sleeps until a datagram arrives or the nap is over.
pub(crate) fn wait_for(core: &Core, nap: Duration) {
    // Only try the lock: a leaving process must not wait for a call that never returns.
    let pause = core.net.try_lock().map(|state| state.shortage.left(state.now_ns));
    if let Some(pause) = pause.filter(|pause| !pause.is_zero()) {
        return std::thread::sleep(nap.min(pause));
    }
    let mut fd = libc::pollfd { fd: core.socket.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    let limit = libc::timespec { tv_sec: 0, tv_nsec: nap.subsec_nanos().into() };
    // SAFETY: one descriptor and one time of this frame.
    unsafe { libc::ppoll(&raw mut fd, 1, &raw const limit, std::ptr::null()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(unacked_bytes: u64, is_closed_by_peer: bool) -> Stats {
        Stats {
            rtt_ns: 1,
            min_rtt_ns: 1,
            window_bytes: 1,
            in_flight_bytes: 0,
            datagram_bytes: 1,
            unacked_bytes,
            heard_ns: 1,
            is_closed_by_peer,
        }
    }

    #[test]
    fn a_standstill_takes_no_time() {
        let ms = |count: u64| count * 1_000_000;
        let mut patience = Patience::new(ms(5), Duration::from_secs(2));
        assert!(!patience.is_over(ms(900)) && !patience.is_over(ms(1800)));
        assert!(!patience.is_over(ms(61_800)), "stopped for a minute");
        assert!(!patience.is_over(ms(62_004)) && patience.is_over(ms(62_005)));
    }

    #[test]
    fn the_last_word_is_waited_for_until_the_peer_was_silent_for_two_seconds() {
        let word = stats(CLOSE_BYTES, false);
        assert_eq!(rest(&word, true, SILENCE_NS - 1), Rest::Owed(CLOSE_BYTES));
        assert_eq!(rest(&word, true, SILENCE_NS), Rest::Silence);
        assert_eq!(SILENCE_NS, 2_000_000_000);
        assert_eq!(rest(&word, false, u64::MAX), Rest::Owed(CLOSE_BYTES), "an empty message");
    }

    #[test]
    fn a_message_is_waited_for_however_long_the_peer_is_silent() {
        for is_closed_by_peer in [false, true] {
            let more = stats(CLOSE_BYTES + 1, is_closed_by_peer);
            assert_eq!(rest(&more, true, u64::MAX), Rest::Owed(CLOSE_BYTES + 1));
        }
        assert_eq!(rest(&stats(CLOSE_BYTES, true), true, 0), Rest::Parting);
        assert_eq!(rest(&stats(0, false), true, 0), Rest::Nothing);
    }
}
