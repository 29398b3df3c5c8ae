//! A bounded multi-producer single-consumer queue of messages, whose data path does not allocate or
//! lock.
//!
//! Each slot carries a turn number (D. Vyukov's bounded queue): `turn == position` means free for
//! the producer that reserves `position`, `turn == position + 1` means published, and the consumer
//! returns the slot with `turn = position + SLOTS`.

use crate::{Error, EventFd};
use skifch_abi::NetAddr;
use std::cell::UnsafeCell;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, fence};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum message size in bytes.
pub(super) const MESSAGE_MAX: usize = 4096;
/// Number of messages that can be queued; a power of two.
pub(super) const SLOTS: usize = 64;
/// Length that marks a slot whose claim was aborted.
const VOID: usize = usize::MAX;

struct Slot {
    turn: AtomicUsize,
    body: UnsafeCell<Body>,
}

#[repr(C, align(16))]
struct Body {
    bytes: [u8; MESSAGE_MAX],
    len: usize,
    src: NetAddr,
}

/// Whether the port that a queue belongs to is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum State {
    /// Not opened yet.
    Awaited,
    /// Open.
    Open,
    /// Closed.
    Closed,
}

/// The queue. `head` and `shown` belong to the consumer.
pub(super) struct Queue {
    /// An array, so that indexing with a masked position needs no bounds check.
    slots: Box<[Slot; SLOTS]>,
    /// The next position to reserve.
    tail: AtomicUsize,
    /// The next position to read.
    head: AtomicUsize,
    shown: AtomicBool,
    state: AtomicU8,
    bell: EventFd,
    bell_wanted: AtomicBool,
    room_wanted: AtomicBool,
    waiting: Mutex<Vec<Arc<EventFd>>>,
}

// SAFETY: a slot's body is touched by the producer that holds its reservation, and after `publish`
// (release; acquired in `peek`) by the one consumer until `release` gives it back.
unsafe impl Sync for Queue {}
// SAFETY: nothing in it is tied to a thread.
unsafe impl Send for Queue {}

impl Queue {
    pub(super) fn new() -> Result<Self, Error> {
        let slot = |position| Slot {
            turn: AtomicUsize::new(position),
            body: UnsafeCell::new(Body { bytes: [0; MESSAGE_MAX], len: 0, src: 0 }),
        };
        let slots: Box<[Slot]> = (0..SLOTS).map(slot).collect();
        let Ok(slots) = slots.try_into() else { unreachable!("SLOTS slots were made") };
        Ok(Self {
            slots,
            tail: AtomicUsize::new(0),
            head: AtomicUsize::new(0),
            shown: AtomicBool::new(false),
            state: AtomicU8::new(State::Awaited as u8),
            bell: EventFd::new()?,
            bell_wanted: AtomicBool::new(false),
            room_wanted: AtomicBool::new(false),
            waiting: Mutex::default(),
        })
    }

    fn slot(&self, position: usize) -> &Slot {
        &self.slots[position % SLOTS]
    }

    /// Reserves a slot for the calling producer; `None` if all are taken.
    pub(super) fn reserve(&self) -> Option<usize> {
        let mut position = self.tail.load(Relaxed);
        loop {
            // SYNC slot-free: pairs with the release store in `release`.
            if self.slot(position).turn.load(Acquire) != position {
                let tail = self.tail.load(Relaxed);
                if tail == position {
                    return None;
                }
                position = tail;
                continue;
            }
            match self.tail.compare_exchange_weak(position, position + 1, Relaxed, Relaxed) {
                Ok(_) => return Some(position),
                Err(tail) => position = tail,
            }
        }
    }

    pub(super) fn has_room(&self) -> bool {
        let position = self.tail.load(Relaxed);
        // Only a hint, so Relaxed: `reserve` looks again.
        self.slot(position).turn.load(Relaxed) == position || self.state() == State::Closed
    }

    /// The payload memory of a reserved slot.
    pub(super) fn bytes(&self, position: usize) -> *mut u8 {
        self.slot(position).body.get().cast()
    }

    /// Publishes a reserved slot.
    pub(super) fn publish(&self, position: usize, len: usize, src: NetAddr) {
        let slot = self.slot(position);
        // SAFETY: the slot is reserved by the caller; nobody else touches it.
        unsafe {
            (*slot.body.get()).len = len;
            (*slot.body.get()).src = src;
        }
        // SYNC slot-published: pairs with the acquire load in `peek`.
        slot.turn.store(position + 1, Release);
        // SYNC bell-wanted: the store above comes before the load below; the consumer's two come in
        // the opposite order around the fence in `call_when_message`, so one sees the other's.
        fence(SeqCst);
        if self.bell_wanted.load(Relaxed) {
            self.bell.ring();
        }
    }

    /// Aborts a reserved slot: the consumer skips it.
    pub(super) fn publish_void(&self, position: usize) {
        self.publish(position, VOID, 0);
    }

    /// The next message: payload, length and source. Called by the consumer only.
    pub(super) fn peek(&self) -> Option<(*mut u8, usize, NetAddr)> {
        loop {
            let position = self.head.load(Relaxed);
            let slot = self.slot(position);
            // SYNC slot-published: pairs with the release store in `publish`.
            if slot.turn.load(Acquire) != position + 1 {
                return None;
            }
            // SAFETY: published, so the consumer's alone until `release`.
            let (len, src) = unsafe { ((*slot.body.get()).len, (*slot.body.get()).src) };
            if len != VOID {
                return Some((slot.body.get().cast(), len, src));
            }
            self.shown.store(true, Relaxed);
            self.release();
        }
    }

    pub(super) fn is_shown(&self) -> bool {
        self.shown.load(Relaxed)
    }

    pub(super) fn show(&self) {
        self.shown.store(true, Relaxed);
    }

    /// Returns the shown slot to the producers; false if none is shown. Called by the consumer
    /// only.
    pub(super) fn release(&self) -> bool {
        if !self.shown.load(Relaxed) {
            return false;
        }
        self.shown.store(false, Relaxed);
        let position = self.head.load(Relaxed);
        self.head.store(position + 1, Relaxed);
        // SYNC slot-free: pairs with the acquire load in `reserve`.
        self.slot(position).turn.store(position + SLOTS, Release);
        // SYNC room-wanted: as in `publish`; pairs with the fence in `call_when_room`.
        fence(SeqCst);
        if self.room_wanted.load(Relaxed) {
            self.wake_producers();
        }
        true
    }

    #[cold]
    fn wake_producers(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        self.room_wanted.store(false, Relaxed);
        waiting.drain(..).for_each(|producer| producer.ring());
    }

    /// `producer` will be rung when a slot is returned or the queue is closed.
    pub(super) fn call_when_room(&self, producer: Arc<EventFd>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(producer);
        self.room_wanted.store(true, Relaxed);
        // SYNC room-wanted: pairs with the fence in `release`; the caller looks for room
        // afterwards.
        fence(SeqCst);
    }

    pub(super) fn forget(&self, producer: &Arc<EventFd>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|other| !Arc::ptr_eq(other, producer));
    }

    /// The consumer's bell will ring when a message is published.
    pub(super) fn call_when_message(&self) {
        self.bell_wanted.store(true, Relaxed);
        // SYNC bell-wanted: pairs with the fence in `publish`; the caller looks for a message
        // afterwards.
        fence(SeqCst);
    }

    /// Withdraws the request for the consumer's bell and drains it.
    pub(super) fn calm(&self) {
        self.bell_wanted.store(false, Relaxed);
        self.bell.drain();
    }

    pub(super) fn fd(&self) -> RawFd {
        self.bell.as_raw_fd()
    }

    pub(super) fn state(&self) -> State {
        // The state publishes nothing, so Relaxed.
        match self.state.load(Relaxed) {
            0 => State::Awaited,
            1 => State::Open,
            _ => State::Closed,
        }
    }

    pub(super) fn open(&self) {
        self.state.store(State::Open as u8, Relaxed);
    }

    pub(super) fn close(&self) {
        // A producer that the call below does not find takes the lock later, and then sees this.
        self.state.store(State::Closed as u8, Relaxed);
        self.wake_producers();
    }
}
