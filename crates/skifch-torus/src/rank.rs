//! This process as the model sees it: its clock, its ring, its seats.

use crate::config::Config;
use crate::history::History;
use crate::layout::{self, SEATS, model, rank};
use crate::memory::{Access, Map};
use crate::recording::Recording;
use crate::ring::Ring;
use crate::seat::{Answer, Kind, Query};
use crate::segment::Remote;
use crate::threads::Threads;
use crate::watch::{Seats, Waiter};
use crate::{futex, socket};
use skifch_backend::fork::Guarded;
use skifch_backend::{Error, HostRef};
use skifch_sim::engine::Model;
use std::collections::HashSet;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64, fence};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long a rank sleeps before it checks that the model process is still alive.
pub(crate) const LOOK_AGAIN: Duration = Duration::from_millis(200);

/// Costs of calls, in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Costs {
    pub(crate) send: u64,
    pub(crate) recv: u64,
    pub(crate) comp: u64,
    pub(crate) time: u64,
    pub(crate) issue: u64,
    pub(crate) own: u64,
    pub(crate) ticks_per_ns: u64,
}

impl Costs {
    pub(crate) fn new(config: &Config, network: &Model) -> Self {
        let ticks = |ns| network.clock.from_ns(ns);
        Self {
            send: ticks(config.send_ns),
            recv: ticks(config.recv_ns),
            comp: ticks(config.comp_ns),
            time: ticks(config.time_ns),
            issue: ticks(config.issue_ns),
            own: ticks(config.own_ns),
            ticks_per_ns: network.clock.ticks_per_ns(),
        }
    }
}

/// This process's connection to the model. Calls lock `state`; the rest is shared by all threads.
pub(crate) struct Rank {
    pub(crate) host: HostRef,
    pub(crate) config: Config,
    pub(crate) costs: Costs,
    pub(crate) inbox: OwnedFd,
    own: Map,
    model: Map,
    bell: Map,
    socket: Guarded,
    ring: Ring,
    state: Mutex<State>,
    /// Notified when a seat is left.
    seat_left: Condvar,
}

/// State that one thread at a time may access.
pub(crate) struct State {
    /// This rank's clock, in ticks.
    pub(crate) clock: u64,
    pub(crate) history: History,
    /// Open ports.
    pub(crate) ports: HashSet<u32>,
    /// Threads that the model counts as running, without the one that holds this state: a thread
    /// that waits for an answer does not count.
    pub(crate) threads: Threads,
    /// State of remote memory access and of open segments.
    pub(crate) remote: Remote,
    pub(crate) recording: Recording,
    /// Hash over all calls: equal runs have equal hashes.
    pub(crate) trace: u64,
    pub(crate) calls: u64,
    /// Operation, port, peer and result of the last call, to merge repeated ones.
    pub(crate) last: [u64; 2],
    /// Bytes written to the ring so far.
    tail: u64,
    posts: u64,
    exits: u64,
    joins: u64,
    /// Sequence number of the last query in each seat; odd while the seat is taken.
    seats: [u32; SEATS],
}

/// A taken seat and the sequence number of its query.
#[derive(Clone, Copy)]
pub(crate) struct Seat {
    pub(crate) place: usize,
    number: u32,
}

impl Rank {
    /// Maps the memory that the model handed over: the rank's own, the model's, its inbox, and the
    /// doorbell.
    pub(crate) fn new(
        host: HostRef,
        config: Config,
        costs: Costs,
        socket: Guarded,
        fds: Vec<OwnedFd>,
    ) -> Result<Self, Error> {
        let Ok([own, answers, inbox, bell]) = <[OwnedFd; 4]>::try_from(fds) else {
            return Err(Error::new(
                libc::EPROTO,
                "the network model's reply came without its memory",
            ));
        };
        let own = Map::new(own.as_fd(), 0, rank::BYTES, Access::Write)?;
        let bytes = model::bytes(host.job_size() as usize);
        let model = Map::new(answers.as_fd(), 0, bytes, Access::Read)?;
        let bell = Map::new(bell.as_fd(), 0, layout::BELL_BYTES, Access::Write)?;
        // SAFETY: the ring lies in the mapping, which is kept beside it.
        let ring = unsafe { Ring::new(own.part(rank::RING, rank::RING_BYTES), rank::RING_BYTES) };
        let state = State {
            clock: 0,
            history: History::default(),
            ports: HashSet::new(),
            threads: Threads::new(),
            remote: Remote::default(),
            recording: Recording::new(&config, host.rank(), host.job_size())?,
            trace: 0,
            calls: 0,
            last: [0; 2],
            tail: 0,
            posts: 0,
            exits: 0,
            joins: 0,
            seats: [0; SEATS],
        };
        let (state, seat_left) = (Mutex::new(state), Condvar::new());
        Ok(Self { host, config, costs, inbox, own, model, bell, socket, ring, state, seat_left })
    }

    pub(crate) fn number(&self) -> u32 {
        self.host.rank()
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The shared memory that this rank writes.
    pub(crate) fn own(&self) -> &Map {
        &self.own
    }

    /// Time in ticks up to which all visible messages are in their inboxes.
    pub(crate) fn horizon(&self) -> u64 {
        // SYNC horizon: pairs with the release store of the model.
        self.model.word(model::HORIZON).load(Acquire)
    }

    /// Time in ticks up to which all accesses by others to this rank's memory have been performed.
    pub(crate) fn settled(&self) -> u64 {
        // Must be loaded before `PENDING`: up to the horizon, all accesses are known.
        let horizon = self.horizon();
        // SYNC pending: pairs with the release store of the model.
        match self.slot(model::PENDING).load(Acquire) {
            0 => horizon,
            pending => horizon.min(pending - 1),
        }
    }

    /// Number of writes by other ranks to this rank's memory so far.
    pub(crate) fn changes(&self) -> u64 {
        // SYNC changes: pairs with the release store of the model; the data was written before it.
        self.slot(model::CHANGES).load(Acquire)
    }

    fn slot(&self, offset: usize) -> &AtomicU64 {
        self.model.word(model::SLOT + self.number() as usize * model::SLOT_BYTES + offset)
    }

    /// Passes a descriptor to the model, for the query that follows.
    pub(crate) fn hand_over(&self, fd: BorrowedFd<'_>) -> Result<(), Error> {
        socket::send(self.socket.owned(), b"segment", &[fd])
    }

    /// Publishes this rank's clock to the model.
    pub(crate) fn publish_clock(&self, state: &State) {
        // SYNC clock: everything written to the ring so far comes before it.
        self.own.word(rank::CLOCK).store(state.clock, Release);
    }

    /// Whether the ring has room for `bytes` bytes.
    pub(crate) fn has_room(&self, state: &State, bytes: usize) -> bool {
        // SYNC ring-taken: pairs with the release store of the model.
        let head = self.slot(model::HEAD).load(Acquire);
        state.tail.wrapping_sub(head) + bytes as u64 <= rank::RING_BYTES as u64
    }

    /// The ring and the position of the next record.
    pub(crate) fn ring(&self, state: &State) -> (Ring, u64) {
        (self.ring, state.tail)
    }

    /// Publishes `bytes` bytes that were written to the ring.
    pub(crate) fn publish_tail(&self, state: &mut State, bytes: usize) {
        state.tail += bytes as u64;
        // SYNC ring-put: pairs with the acquire load of the model.
        self.own.word(rank::TAIL).store(state.tail, Release);
    }

    /// Posts a query; `None` while all seats are taken.
    pub(crate) fn post(&self, state: &mut State, query: &Query) -> Option<Seat> {
        let place = state.seats.iter().position(|number| number % 2 == 0)?;
        state.posts += 1;
        query.write(&self.own, place, state.posts);
        state.seats[place] = state.seats[place].wrapping_add(1);
        let number = state.seats[place];
        // SYNC seat: the model may see it before the count below is incremented.
        self.own.half(rank::SEAT + place * rank::SEAT_BYTES).store(number, Release);
        // SYNC post: pairs with the acquire load of the model; the query was written before it.
        self.own.word(rank::POSTS).store(state.posts, Release);
        // The model does not wait for a thread that enters while others wait, so it must be woken.
        self.ring_bell(query.kind == Kind::Enter);
        Some(Seat { place, number })
    }

    /// Tells the model that another thread of this rank starts running while at least one other
    /// runs.
    pub(crate) fn join(&self, state: &mut State) {
        state.joins += 1;
        // SYNC join: pairs with the acquire load of the model, which comes after its loads of
        // anything that this thread writes later.
        self.own.word(rank::JOINS).store(state.joins, Release);
    }

    /// Tells the model that a thread it counted as running no longer runs.
    pub(crate) fn exit(&self, state: &mut State) {
        state.exits += 1;
        // SYNC exit: pairs with the acquire load of the model.
        self.own.word(rank::EXITS).store(state.exits, Release);
        self.ring_bell(true);
    }

    /// Frees the seat.
    pub(crate) fn leave(&self, state: &mut State, seat: Seat) {
        state.seats[seat.place] = seat.number.wrapping_add(1);
        self.seat_left.notify_one();
    }

    /// Sleeps until a seat may be free.
    pub(crate) fn await_seat<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        let woken = self.seat_left.wait_timeout(state, LOOK_AGAIN);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// The seats whose queries have no answer yet.
    pub(crate) fn unanswered(&self, state: &State) -> Seats {
        let is_waiting = |place: usize, number: u32| {
            number % 2 == 1 && self.answer_word(place).load(Relaxed) != number
        };
        let waiting = state.seats.iter().enumerate().filter(|(place, at)| is_waiting(*place, **at));
        waiting.fold(0, |seats, (place, _)| seats | 1 << place)
    }

    /// The word that the model sets to the number of the query in seat `place` that it has
    /// answered.
    pub(crate) fn answer_word(&self, place: usize) -> &AtomicU32 {
        self.model.half(Answer::place(self.number() as usize, place))
    }

    /// Rings the doorbell: wakes the model if it sleeps and this is an event that it waits for.
    pub(crate) fn ring_bell(&self, is_urgent: bool) {
        let bell = self.bell.half(0);
        // SYNC asleep: what was posted, and the count, come before the look at `ASLEEP`; the model
        // sets that before it looks for posts.
        let count = bell.fetch_add(1, SeqCst).wrapping_add(1);
        fence(SeqCst);
        // SYNC wake-at: pairs with the release store of the model, which then has set `WAKE_AT` for
        // this sleep. An earlier value may be larger, and the model would sleep on.
        if self.model.half(model::ASLEEP).load(Acquire) == 0 {
            return;
        }
        let wanted = self.model.half(model::WAKE_AT).load(Relaxed);
        if is_urgent || (count.wrapping_sub(wanted) as i32) >= 0 {
            futex::wake(bell);
        }
    }

    /// Sleeps until the query in `seat` is answered.
    pub(crate) fn answer(&self, seat: Seat) -> Result<Answer, Error> {
        let word = self.answer_word(seat.place);
        let mut waiter = Waiter::new(self, seat);
        loop {
            // SYNC answer: pairs with the release store of the model.
            let seen = word.load(Acquire);
            if seen == seat.number {
                let place = Answer::place(self.number() as usize, seat.place);
                return Ok(Answer::read(&self.model, place));
            }
            self.check()?;
            futex::wait(word, seen, waiter.nap());
            if word.load(Acquire) == seen {
                self.check_model()?;
                waiter.look();
            }
        }
    }

    /// # Errors
    /// The run has ended; the error carries the model's reason.
    pub(crate) fn check(&self) -> Result<(), Error> {
        // SYNC run-ended: pairs with the release store of the model; the reason was written before.
        match self.model.half(model::ENDED).load(Acquire) {
            0 => Ok(()),
            errno => Err(self.ended(errno)),
        }
    }

    #[cold]
    fn ended(&self, errno: u32) -> Error {
        let byte = |at: usize| {
            let half: &AtomicU32 = self.model.half(model::REASON + at / 4 * 4);
            half.load(Relaxed).to_ne_bytes()[at % 4]
        };
        let text = (0..model::REASON_BYTES).map(byte).take_while(|&byte| byte != 0);
        let text: Vec<u8> = text.collect();
        let text = String::from_utf8_lossy(&text);
        Error::new(errno as i32, format!("the run in virtual time has ended: {text}"))
    }

    /// # Errors
    /// The model process has ended.
    fn check_model(&self) -> Result<(), Error> {
        self.check()?;
        if socket::is_over(self.socket.as_raw_fd()) {
            // It may have published a reason in the meantime.
            self.check()?;
            let text = "the network model process has ended";
            return Err(Error::new(libc::ECONNRESET, text));
        }
        Ok(())
    }
}
