//! The helper thread answers the network while the program neither calls nor sleeps in a call.
//!
//! While the program calls, the helper checks for it only occasionally, at growing intervals. Once
//! the program stops calling, the helper takes over timers and the socket, and sleeps on the socket
//! without a timeout when nothing is due. It runs from the first channel on, because peers must be
//! answered even if this side has nothing to send; an idle job has no wake-ups. Before the first
//! connection it only sleeps on the socket, whatever the program does.

use crate::clock;
use crate::lock::Held;
use crate::net::{Core, Net, State};
use crate::segment::Driver;
use crate::wake::Next;
use skifch_backend::Served;
use std::hint::spin_loop;

/// A program that has not called for this many ns counts as stopped.
const AWAY_NS: u64 = 100_000;
/// Check interval while the program sleeps but is expected to call again, ns.
const LAZY_NS: u64 = 1_000_000;
/// Longest interval in ns between two checks on a program that calls steadily. A check takes the
/// CPU from the program for 20 to 40 us if both share one core; a program that stops after a long
/// exchange is noticed this late.
const LAZIEST_NS: u64 = 4_000_000;
/// A sleeping program that called within this many ns is expected to call again.
const RECENT_NS: u64 = 20_000_000;
/// A sleeper in the program handles deadlines itself; the helper does if it is this late, ns.
const LATE_NS: u64 = 300_000;
/// Peers are no longer probed for a program that has not called for this many ns.
const FORGOTTEN_NS: u64 = 800_000_000;
/// A rank that made a request to this one's memory may make another within this many ns.
const LINGER_NS: u64 = 30_000;
/// Maximum polls in one turn; then the thread checks whether it is to end.
const LOOKS: usize = 256;
/// Spin-loop hints between those polls.
const PAUSES: usize = 20;
/// Poll interval of a broken socket, ns.
const BROKEN_NS: u64 = 10_000_000;
/// No deadline.
const FAR_NS: u64 = u64::MAX;

/// In place of the helper, if there is none, while the program waits outside the network.
impl Served for Core {
    fn serve(&self) -> bool {
        self.progress(u32::MAX).is_ok()
    }
}

/// State shared between the helper and the program.
#[derive(Default)]
pub(crate) struct Shift {
    /// Something may need answers: a channel, a segment, or connections.
    pub(crate) is_needed: bool,
    /// When the helper polls next, ns; 0 before its first turn.
    due_ns: u64,
    /// The helper sleeps on the socket.
    is_watching: bool,
    /// Number of channel sides that sleep in the kernel.
    pub(crate) asleep: usize,
    /// When the program last called, ns.
    called_ns: u64,
    /// Length of the last pause, ns.
    pause_ns: u64,
    /// It must have a turn at once.
    is_called: bool,
}

/// One turn of the thread. A rank that makes a request to this process's memory usually makes
/// another soon, so the thread polls a few more times before it sleeps, which is cheaper than a
/// wake-up.
pub(crate) fn turn(net: &Net) -> Next {
    for _ in 0..LOOKS {
        let next = look(net);
        let has_heard = |state: Held<'_, State>| {
            let since_ns = clock::now_ns().saturating_sub(LINGER_NS);
            !state.host.oversubscribed() && state.memory.has_heard(since_ns)
        };
        if !matches!(next, Next::AtOrReady(_)) || !net.try_lock().is_some_and(has_heard) {
            return next;
        }
        // Do not yield: if other programs want the core, a yield lasts for milliseconds.
        (0..PAUSES).for_each(|_| spin_loop());
    }
    look(net)
}

fn look(net: &Net) -> Next {
    let Some(mut state) = net.try_lock() else {
        // The program holds the lock, so it is active.
        return Next::At(clock::now_ns() + LAZIEST_NS);
    };
    if !state.helper.is_needed {
        state.helper = Shift { asleep: state.helper.asleep, ..Shift::default() };
        return Next::Stop;
    }
    let (deadline_ns, watches) = state.turn(clock::now_ns());
    state.helper.due_ns = deadline_ns;
    state.helper.is_watching = watches;
    if watches { Next::AtOrReady(deadline_ns) } else { Next::At(deadline_ns) }
}

impl State {
    /// Returns when to poll next, and whether to wait on the socket too.
    fn turn(&mut self, now_ns: u64) -> (u64, bool) {
        let quiet_ns = now_ns.saturating_sub(self.helper.called_ns);
        let mut is_sound = true;
        if self.endpoint.connections() == 0 {
            is_sound = self.look_as_helper();
            if self.endpoint.connections() == 0 {
                return self.watch_as_helper(FAR_NS, is_sound);
            }
        }
        if self.helper.asleep > 0 {
            let late_ns = self.deadline_ns().map_or(FAR_NS, |at| at.saturating_add(LATE_NS));
            if late_ns <= now_ns {
                self.look_as_helper();
            }
            let late_ns = self.deadline_ns().map_or(FAR_NS, |at| at.saturating_add(LATE_NS));
            let recent_ns = if quiet_ns < RECENT_NS { now_ns + LAZY_NS } else { FAR_NS };
            return (late_ns.min(recent_ns), false);
        }
        if quiet_ns < AWAY_NS {
            let shift = &mut self.helper;
            shift.pause_ns = (shift.pause_ns * 2).clamp(AWAY_NS, LAZIEST_NS);
            return (now_ns + shift.pause_ns, false);
        }
        self.helper.pause_ns = 0;
        is_sound &= self.look_as_helper();
        let due_ns = self.deadline_ns().unwrap_or(FAR_NS);
        self.watch_as_helper(due_ns, is_sound)
    }

    /// The helper sleeps on the socket until `due_ns`, unless the socket would wake it at once: a
    /// broken socket is readable, and so is one with no memory to receive into.
    fn watch_as_helper(&mut self, due_ns: u64, is_sound: bool) -> (u64, bool) {
        if !is_sound {
            return (due_ns.max(self.now_ns + BROKEN_NS), false);
        }
        match self.shortage.due_ns() {
            Some(at) => (due_ns.min(at), false),
            None => (due_ns, true),
        }
    }

    /// Polls for the helper; returns whether the socket is sound. If not, the program's next call
    /// fails.
    fn look_as_helper(&mut self) -> bool {
        let called_ns = self.helper.called_ns;
        let is_sound = self.look().is_ok();
        if self.now_ns > called_ns + FORGOTTEN_NS {
            self.stop_watching();
        }
        self.helper.called_ns = called_ns;
        is_sound
    }

    /// Notes that the program is making calls.
    #[inline(always)]
    pub(crate) fn note_call(&mut self) {
        self.helper.called_ns = self.now_ns;
    }

    /// Whether to wake the helper because it would otherwise sleep past a deadline.
    #[inline(always)]
    fn wants_helper(&mut self) -> bool {
        if std::mem::take(&mut self.helper.is_called) {
            return true;
        }
        if !self.helper.is_needed || self.helper.due_ns <= self.now_ns + 2 * LAZIEST_NS {
            return self.helper.is_needed && self.helper.due_ns == 0 && self.hire();
        }
        self.deadline_ns().is_some_and(|at| at < self.helper.due_ns) && self.hire()
    }

    fn hire(&mut self) -> bool {
        // Prevents further requests until the helper has had its turn.
        self.helper.due_ns = self.now_ns;
        true
    }

    /// The program is about to sleep on the socket; the helper must not sleep on it as well.
    pub(crate) fn send_helper_away(&mut self) {
        self.helper.is_called |= self.helper.is_watching && self.endpoint.connections() > 0;
    }

    /// Gives the helper a turn after a channel, whose connections still need service, was closed.
    pub(crate) fn call_helper(&mut self) {
        self.helper.is_called |= self.helper.is_needed;
    }
}

impl Core {
    /// Runs `call` on the state, unless the lock is taken.
    #[inline(always)]
    pub(crate) fn try_with<T>(&self, call: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut held = self.net.try_lock()?;
        let answer = call(&mut held);
        self.leave(held);
        Some(answer)
    }

    /// Runs `call` on the state, waiting for the lock.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&mut State) -> T) -> T {
        let mut held = self.net.lock();
        let answer = call(&mut held);
        self.leave(held);
        answer
    }

    #[inline(always)]
    fn leave(&self, mut held: Held<'_, State>) {
        let wants_helper = held.wants_helper();
        drop(held);
        if wants_helper {
            self.wake_helper();
        }
    }

    /// Wakes or starts the helper thread.
    #[cold]
    #[inline(never)]
    fn wake_helper(&self) {
        if let Some(helper) = &self.helper {
            // Without the thread the program still makes progress in its own calls.
            let _ = helper.kick();
        }
    }
}
