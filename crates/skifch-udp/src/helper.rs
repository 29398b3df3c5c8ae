//! What the helper thread does: it answers the network while the program neither calls nor sleeps
//! in a call.
//!
//! It looks only now and then whether the program is there, and grows lazy while that is so. When
//! the program has stopped calling it takes over: deadlines, and the socket, on which it sleeps
//! without a time limit when nothing is owed. It is there from the first channel on, because a peer
//! must be answered even if this side has nothing to say; an idle job has no wake-ups. Before the
//! first connection it does nothing but sleep on the socket, whatever the program does.

use crate::clock;
use crate::lock::Held;
use crate::net::{Core, Net, State};
use crate::wake::Next;
use std::hint::spin_loop;

/// A program that has not called for so long has stopped.
const AWAY_NS: u64 = 100_000;
/// A look after a program that will call again.
const LAZY_NS: u64 = 1_000_000;
/// The longest time between two looks after a program that has called at each of them. A look takes
/// the processor from it for 20 to 40 us where both have one core; so late a program that stops
/// after a long exchange is noticed.
const LAZIEST_NS: u64 = 4_000_000;
/// A program that sleeps and called so recently will call again.
const RECENT_NS: u64 = 20_000_000;
/// The sleeper in the program does what is due; the helper does it when that comes late.
const LATE_NS: u64 = 300_000;
/// A program that has not called for so long does not care whether its peers live.
const FORGOTTEN_NS: u64 = 800_000_000;
/// A rank that has asked for something in this one's memory may ask again so soon.
const LINGER_NS: u64 = 30_000;
/// The thread's looks in one turn, at most: then it sees whether it is to end.
const LOOKS: usize = 256;
/// Instructions that wait between those.
const PAUSES: usize = 20;
/// How often a socket that is broken is looked at.
const BROKEN_NS: u64 = 10_000_000;
/// Never.
const FAR_NS: u64 = u64::MAX;

/// What the helper and the program know of each other.
#[derive(Default)]
pub(crate) struct Shift {
    /// There is something to answer for: a channel, memory, or connections.
    pub(crate) is_needed: bool,
    /// When the helper looks next; 0 before its first turn.
    due_ns: u64,
    /// It sleeps on the socket.
    is_watching: bool,
    /// Sides of channels that sleep in the kernel.
    pub(crate) asleep: usize,
    /// When the program called last.
    called_ns: u64,
    /// The last pause.
    pause_ns: u64,
    /// It must have a turn at once.
    is_called: bool,
}

/// One turn of the thread. Who asks for something in the memory of this process mostly asks again:
/// then the thread looks a few times more before it sleeps, which costs less than being woken.
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
        // Not a yield: where other programs want the core it would last for milliseconds.
        (0..PAUSES).for_each(|_| spin_loop());
    }
    look(net)
}

fn look(net: &Net) -> Next {
    let Some(mut state) = net.try_lock() else {
        // The program is at work.
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
    /// When to look next, and whether to look at the socket too.
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

    /// Until `due_ns` the helper sleeps on the socket, unless that would wake it at once: it is
    /// readable while it is broken too, and while there is no memory to receive into.
    fn watch_as_helper(&mut self, due_ns: u64, is_sound: bool) -> (u64, bool) {
        if !is_sound {
            return (due_ns.max(self.now_ns + BROKEN_NS), false);
        }
        match self.shortage.due_ns() {
            Some(at) => (due_ns.min(at), false),
            None => (due_ns, true),
        }
    }

    /// Whether the socket is sound. If it is not, the program hears of it with its next call.
    fn look_as_helper(&mut self) -> bool {
        let called_ns = self.helper.called_ns;
        let is_sound = self.look().is_ok();
        if self.now_ns > called_ns + FORGOTTEN_NS {
            self.stop_watching();
        }
        self.helper.called_ns = called_ns;
        is_sound
    }

    /// The program is there.
    #[inline(always)]
    pub(crate) fn note_call(&mut self) {
        self.helper.called_ns = self.now_ns;
    }

    /// Whether the helper must be woken, since it would sleep beyond what is owed now.
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
        // Asked for once until it has had its turn.
        self.helper.due_ns = self.now_ns;
        true
    }

    /// The program is about to sleep on the socket, on which the helper shall not sleep as well.
    pub(crate) fn send_helper_away(&mut self) {
        self.helper.is_called |= self.helper.is_watching && self.endpoint.connections() > 0;
    }

    /// The channel that somebody has to answer for is gone.
    pub(crate) fn call_helper(&mut self) {
        self.helper.is_called |= self.helper.is_needed;
    }
}

impl Core {
    /// Does `call` with the state, unless somebody else has it.
    #[inline(always)]
    pub(crate) fn try_with<T>(&self, call: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut held = self.net.try_lock()?;
        let answer = call(&mut held);
        self.leave(held);
        Some(answer)
    }

    /// Does `call` with the state, when nobody else has it any more.
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

    /// Wakes the helper, or starts it.
    #[cold]
    #[inline(never)]
    fn wake_helper(&self) {
        if let Some(helper) = &self.helper {
            // Without a thread the program still does everything in its own calls.
            let _ = helper.kick();
        }
    }
}
