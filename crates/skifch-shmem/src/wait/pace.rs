//! How a wait spends its time: it spins, then yields, then sleeps for longer and longer.
//!
//! A wait mostly waits for a word that another PE stores into without any notification, so sleeps
//! are bounded: by an eighth of the time waited so far, which limits both the delay and the cost of
//! polling. A PE that sleeps says so in its control memory; a PE of its host that comes to the same
//! synchronisation, or signals the word, sends it a message. If the network needs progress calls,
//! pauses make them; a write from the network ends a sleep if the network can report it. In virtual
//! time the host's clock is not used: the channel's own wait passes the time, until others have
//! written the memory of this PE.

use super::away::Away;
use super::vain::{self, Vain};
use super::wake::{Awaited, Condition, Told, wake_sleepers};
use crate::asked;
use crate::coll::meet;
use crate::ended;
use crate::error::{Error, Result};
use crate::state::State;
use skifch::settings;
use skifch::{Caps, Channel, Events, Job, Moved, Turn, move_others};
use std::hint::spin_loop;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::fence;
use std::time::{Duration, Instant};

/// Polls between two looks at the clock or at the network.
const LOOKS: u32 = 64;
/// Spin time if each PE has a processor to itself. Longer than a channel's, because no wake-up is
/// sent in the common case.
const SPIN_NS: u64 = 20_000;
/// After this time a wait no longer yields but sleeps.
const AWAKE_NS: u64 = 100_000;
/// The shortest sleep.
const NAP_NS: u64 = 20_000;
/// The longest sleep if most writers wake the PE, and if they do not.
const LONGEST_NAPS_NS: (u64, u64) = (50_000_000, 8_000_000);
/// The longest sleep while messages of another library need progress too, which do not end a sleep.
const MOVING_NAP_NS: u64 = 1_000_000;
/// A sleep lasts this fraction of the time waited so far.
const NAP_SHARE: u64 = 8;
/// In virtual time: the shortest and the longest interval between polls of a PE with several
/// threads, which may write the words as well.
const STEPS_NS: (u64, u64) = (100, 20_000);
/// In virtual time: number of short calls by which a thread passes time while another one waits.
const CALLS: usize = 8;

/// How waits behave in this process.
pub(crate) struct Pace {
    spin_ns: Option<u64>,
    yields: Option<u32>,
    is_virtual: bool,
    /// The network ends a sleep when it writes memory.
    has_events: bool,
    /// The program may have several threads.
    has_threads: AtomicBool,
    /// PEs share processors.
    shares_cpus: AtomicBool,
    /// All PEs have agreed on `shares_cpus`.
    is_agreed: AtomicBool,
    /// What waits for words have learnt about delays.
    pub(super) away: Away,
}

impl Pace {
    pub(crate) fn new(job: &Job, channel: &Channel) -> Self {
        let number = |setting: settings::Setting| setting.text().trim().parse::<u64>().ok();
        Self {
            spin_ns: number(settings::SPIN_NS),
            yields: number(settings::YIELDS).map(|yields| yields.min(1 << 20) as u32),
            is_virtual: is_virtual(channel),
            has_events: channel.attr().is_ok_and(|attr| attr.caps.has(Caps::MEMORY_EVENT)),
            has_threads: AtomicBool::new(true),
            shares_cpus: AtomicBool::new(job.oversubscribed()),
            is_agreed: AtomicBool::new(false),
            away: Away::default(),
        }
    }

    pub(crate) fn is_virtual(&self) -> bool {
        self.is_virtual
    }

    /// Sets whether the program may have several threads.
    pub(crate) fn set_threads(&self, has_threads: bool) {
        self.has_threads.store(has_threads, Relaxed);
    }

    pub(crate) fn shares_cpus(&self) -> bool {
        self.shares_cpus.load(Relaxed)
    }

    /// Whether a wait may spin before anything else. Over a network it may not: there words change,
    /// and what is held back is sent, when this PE makes progress.
    #[inline(always)]
    pub(crate) fn spins(&self) -> bool {
        crate::area::is_all_near() && !self.is_virtual && !self.shares_cpus()
    }

    /// Whether some PE shares its processor, as agreed by all PEs.
    pub(crate) fn all_share_cpus(&self) -> bool {
        self.is_agreed.load(Relaxed) && self.shares_cpus()
    }

    /// Sets what all PEs have agreed on.
    pub(crate) fn agree(&self, shares: bool) {
        self.shares_cpus.store(shares, Relaxed);
        self.is_agreed.store(true, Relaxed);
    }

    /// The events that end a sleep.
    fn events(&self) -> Events {
        if self.has_events { Events::RECV.with(Events::MEMORY) } else { Events::RECV }
    }

    fn longest_nap_ns(&self) -> u64 {
        let (told_ns, else_ns) = LONGEST_NAPS_NS;
        if self.has_events || crate::area::is_all_near() { told_ns } else { else_ns }
    }

    fn spin_ns(&self) -> u64 {
        self.spin_ns.unwrap_or(if self.shares_cpus() { 0 } else { SPIN_NS })
    }

    fn yields_on(&self, yields: u32, waited_ns: u64) -> bool {
        self.yields.map_or(waited_ns < AWAKE_NS, |most| yields < most)
    }
}

/// Whether time is virtual for a channel.
pub(crate) fn is_virtual(channel: &Channel) -> bool {
    channel.attr().is_ok_and(|attr| attr.caps.has(Caps::VIRTUAL_TIME))
}

/// Makes progress on the network, if there is one and no other thread does.
///
/// # Errors
/// An error of the network.
fn progress(state: &State) -> Result<()> {
    if crate::area::is_all_near() && !state.pace.is_virtual {
        return Ok(());
    }
    match state.try_channel() {
        Some(mut channel) => {
            channel.progress()?;
            match state.network.is_there() {
                true => take_in(state, &mut channel),
                false => Ok(()),
            }
        }
        None => Ok(()),
    }
}

/// Takes received messages out of the channel: as long as one is there, it ends each wait at once.
fn take_in(state: &State, channel: &mut Channel) -> Result<()> {
    while let Some(message) = channel.recv()? {
        state.network.note(&message);
    }
    Ok(())
}

/// Makes progress after a test that failed, for programs that test in a loop.
///
/// # Errors
/// An error of the network.
pub(crate) fn look(state: &State) -> Result<()> {
    state.contexts.release_held(state)?;
    if ended::count(state) > 0 {
        vain::test(state);
    }
    if state.pace.is_virtual {
        return pass_virtual(state, Some(Duration::ZERO)).map(drop);
    }
    if state.pace.shares_cpus() {
        std::thread::yield_now();
    }
    progress(state)
}

/// Sleeps for `nap_ns`, or until a message comes.
fn pass(state: &State, nap_ns: u64) -> Result<()> {
    let nap = Duration::from_nanos(nap_ns);
    match state.try_channel() {
        Some(mut channel) => {
            let found = channel.wait(state.pace.events(), 0, Some(nap))?;
            if found.has(Events::RECV) {
                take_in(state, &mut channel)?;
            }
        }
        // Another thread already waits with the channel.
        None => std::thread::sleep(nap),
    }
    Ok(())
}

/// Passes virtual time: for `time`, or until others have written the memory of this PE; without a
/// time, only until then. Returns whether the time has elapsed.
fn pass_virtual(state: &State, time: Option<Duration>) -> Result<bool> {
    match state.try_channel() {
        Some(mut channel) => {
            let found = channel.wait(Events::RECV.with(Events::MEMORY), 0, time)?;
            if found.has(Events::RECV) {
                take_in(state, &mut channel)?;
            }
            Ok(found.is_empty())
        }
        // Another thread already waits with the channel. Sleeping by the host's clock here would
        // stop the clock of the job until the sleep is noticed.
        None => {
            (0..CALLS).try_for_each(|_| state.heap.segment.fence())?;
            Ok(false)
        }
    }
}

/// What a wait waits for.
#[derive(Clone, Copy)]
pub(crate) enum For {
    /// PEs that come to the same synchronisation.
    Meeting,
    /// Any of several words.
    Any,
    /// One word.
    Word(Condition),
}

/// State of one wait.
pub(crate) struct Wait<'a> {
    state: &'a State,
    looks: u32,
    yields: u32,
    begin_ns: u64,
    turn: Turn,
    step_ns: u64,
    reason: For,
    /// Sleepers that wait for earlier stores of this PE have been woken.
    has_woken: bool,
    /// What this PE has announced to others before it sleeps.
    announced: Option<Told>,
    /// The caller has one last look.
    is_last_look: bool,
    /// For a long wait, once others have ended: what is known about whether it can end.
    vain: Option<Box<Vain>>,
    /// Set once the wait is longer than a few looks: from then on it checks whether the process is
    /// to end.
    long: Option<asked::Long>,
}

impl<'a> Wait<'a> {
    #[inline]
    pub(crate) fn new(state: &'a State, reason: For) -> Self {
        let (begin_ns, step_ns) = (0, STEPS_NS.0);
        Self {
            state,
            looks: 0,
            yields: 0,
            begin_ns,
            turn: Turn::default(),
            step_ns,
            reason,
            has_woken: false,
            announced: None,
            is_last_look: false,
            vain: None,
            long: None,
        }
    }

    fn told(&self) -> Told {
        match self.reason {
            For::Meeting => Told::plain(Awaited::MEETING),
            For::Any => Told::plain(Awaited::ANY),
            For::Word(condition) => condition.told(self.state),
        }
    }

    /// Spends some time and makes progress.
    ///
    /// # Errors
    /// An error of the network.
    #[inline]
    pub(crate) fn pause(&mut self) -> Result<()> {
        self.looks = self.looks.wrapping_add(1);
        if !self.looks.is_multiple_of(LOOKS) && self.yields == 0 && self.state.pace.spins() {
            spin_loop();
            return Ok(());
        }
        self.longer()
    }

    #[cold]
    #[inline(never)]
    fn longer(&mut self) -> Result<()> {
        let passed = self.spend();
        if passed.is_err()
            && let Some(long) = self.long.take()
        {
            long.stay();
        }
        passed
    }

    fn spend(&mut self) -> Result<()> {
        let (state, pace) = (self.state, &self.state.pace);
        state.contexts.release_held(state)?;
        if ended::count(state) > 0 && self.is_last_look()? {
            return Ok(());
        }
        let others = move_others();
        if others == Moved::Something {
            return Ok(());
        }
        if pace.is_virtual {
            return self.pass_virtual(others == Moved::Nothing);
        }
        // Not only when it sleeps: among many processes it may spin or yield for long before.
        self.long.get_or_insert_with(asked::Long::new);
        asked::look();
        let now_ns = state.job.time_ns();
        if self.begin_ns == 0 {
            self.begin_ns = now_ns;
        }
        let waited_ns = now_ns.saturating_sub(self.begin_ns);
        progress(state)?;
        if waited_ns < pace.spin_ns() {
            self.turn.goes_on(Instant::now());
            return Ok(());
        }
        if state.is_ending() || ended::count(state) > 0 {
            self.lose_patience(now_ns)?;
        }
        if !std::mem::replace(&mut self.has_woken, true) {
            // SYNC sleepers: as in `order::quiet`; pairs with the fence of a PE that is about to
            // sleep.
            fence(SeqCst);
            if meet::has_sleepers() {
                wake_sleepers();
            }
        }
        if pace.yields_on(self.yields, waited_ns) {
            self.yields += 1;
            std::thread::yield_now();
            return Ok(());
        }
        if self.announced.is_none() {
            // The caller looks once more before the sleep.
            let told = self.told();
            self.announced = Some(told);
            meet::announce_sleep(state, told);
            return Ok(());
        }
        let longest_ns = match others {
            Moved::Nobody => pace.longest_nap_ns(),
            _ => pace.longest_nap_ns().min(MOVING_NAP_NS),
        };
        let nap_ns = (waited_ns / NAP_SHARE).clamp(NAP_NS, longest_ns);
        let slept = pass(state, nap_ns);
        self.rise();
        slept
    }

    /// Spends virtual time. `is_idle`: others in this process poll as well.
    ///
    /// # Errors
    /// As [`pause`](Self::pause).
    fn pass_virtual(&mut self, is_idle: bool) -> Result<()> {
        let (state, step_ns) = (self.state, self.step_ns);
        self.step_ns = (self.step_ns * 2).min(STEPS_NS.1);
        // At the end no other thread is in a call.
        let has_threads = !state.is_ending() && state.pace.has_threads.load(Relaxed);
        let polls = is_idle || has_threads;
        let tells = !polls && ended::must_tell(state);
        let time_ns = if polls { Some(step_ns) } else { tells.then_some(vain::LONG_NS) };
        let is_over = pass_virtual(state, time_ns.map(Duration::from_nanos))
            .map_err(|error| ended::explain(state, error))?;
        if is_over && tells {
            ended::tell_late(state)?;
        }
        Ok(())
    }

    /// Whether the caller may look a last time, because others have ended.
    ///
    /// # Errors
    /// It has had its last look: the wait cannot end.
    fn is_last_look(&mut self) -> Result<bool> {
        let state = self.state;
        let is_meeting = matches!(self.reason, For::Meeting);
        // Another thread may end a wait for a word.
        let by_others = is_meeting || !state.pace.has_threads.load(Relaxed);
        let is_vain = by_others && ended::is_alone(state) || is_meeting && ended::is_missed(state);
        if state.is_ending() || !is_vain {
            return Ok(false);
        }
        match std::mem::replace(&mut self.is_last_look, true) {
            true => Err(Error::new(ended::vain(state))),
            false => Ok(true),
        }
    }

    /// Called when others have ended, or this PE ends.
    #[cold]
    fn lose_patience(&mut self, now_ns: u64) -> Result<()> {
        let tells = !self.state.pace.has_threads.load(Relaxed) || self.state.is_ending();
        self.vain.get_or_insert_default().look(self.state, now_ns, tells)
    }

    fn rise(&mut self) {
        if let Some(told) = self.announced.take() {
            meet::take_back_sleep(self.state, told);
        }
    }
}

impl Drop for Wait<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.announced.is_some() {
            self.rise();
        }
    }
}
