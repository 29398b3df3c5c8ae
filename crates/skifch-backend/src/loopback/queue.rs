//! A bounded queue of messages, several producers to one consumer, that neither allocates nor
//! locks.
//!
//! Each slot carries a turn number (D. Vyukov's bounded queue): `turn == position` is free for the
//! producer that reserves `position`, `turn == position + 1` is published, and the consumer gives
//! it back with `turn = position + SLOTS`.

use crate::{Error, EventFd};
use skifch_abi::NetAddr;
use std::cell::UnsafeCell;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, fence};
use std::sync::{Arc, Mutex, PoisonError};

/// The greatest message in bytes.
pub(super) const MESSAGE_MAX: usize = 4096;
/// Messages that can wait; a power of two.
pub(super) const SLOTS: usize = 64;
/// Length that marks a slot whose claim was given back.
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
    /// Not yet.
    Awaited,
    /// It is.
    Open,
    /// Not any more.
    Closed,
}

/// The queue. `head` and `shown` belong to the consumer.
pub(super) struct Queue {
    /// An array, so that a masked position needs no check of bounds.
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

    /// A slot for the calling producer, or `None` when all are taken.
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
        self.slot(position).turn.load(Acquire) == position || self.state() == State::Closed
    }

    /// The bytes of a reserved slot.
    pub(super) fn bytes(&self, position: usize) -> *mut u8 {
        self.slot(position).body.get().cast()
    }

    /// Sends a reserved slot off.
    pub(super) fn publish(&self, position: usize, len: usize, src: NetAddr) {
        let slot = self.slot(position);
        // SAFETY: the slot is reserved by the caller; nobody else touches it.
        unsafe {
            (*slot.body.get()).len = len;
            (*slot.body.get()).src = src;
        }
        // SYNC slot-published: pairs with the acquire load in `peek`.
        slot.turn.store(position + 1, Release);
        // The store above comes before the load below, as the mirror in `call_when_message`.
        fence(SeqCst);
        if self.bell_wanted.load(Relaxed) {
            self.bell.ring();
        }
    }

    /// Gives a reserved slot back: the consumer passes over it.
    pub(super) fn publish_void(&self, position: usize) {
        self.publish(position, VOID, 0);
    }

    /// The next message: its bytes, length and source. For the consumer.
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

    /// Gives the shown slot back to producers; false if none is shown. For the consumer.
    pub(super) fn release(&self) -> bool {
        if !self.shown.load(Relaxed) {
            return false;
        }
        self.shown.store(false, Relaxed);
        let position = self.head.load(Relaxed);
        self.head.store(position + 1, Relaxed);
        // SYNC slot-free: pairs with the acquire load in `reserve`.
        self.slot(position).turn.store(position + SLOTS, Release);
        // As in `publish`, mirrored in `call_when_room`.
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

    /// `producer` will be rung when a slot is given back, or the queue is closed.
    pub(super) fn call_when_room(&self, producer: Arc<EventFd>) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push(producer);
        self.room_wanted.store(true, Relaxed);
        fence(SeqCst);
    }

    pub(super) fn forget(&self, producer: &Arc<EventFd>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|other| !Arc::ptr_eq(other, producer));
    }

    /// The consumer's bell will ring when a message is published.
    pub(super) fn call_when_message(&self) {
        self.bell_wanted.store(true, Relaxed);
        fence(SeqCst);
    }

    /// The bell is not wanted any more.
    pub(super) fn calm(&self) {
        self.bell_wanted.store(false, Relaxed);
        self.bell.drain();
    }

    pub(super) fn fd(&self) -> RawFd {
        self.bell.as_raw_fd()
    }

    pub(super) fn state(&self) -> State {
        match self.state.load(Acquire) {
            0 => State::Awaited,
            1 => State::Open,
            _ => State::Closed,
        }
    }

    pub(super) fn open(&self) {
        self.state.store(State::Open as u8, Release);
    }

    pub(super) fn close(&self) {
        self.state.store(State::Closed as u8, Release);
        fence(SeqCst);
        self.wake_producers();
    }
}
