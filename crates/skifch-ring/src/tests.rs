//! The lane's tests: the same bodies run as threads and as a loom model.

mod differential;
mod hostile;
mod threads;

use crate::{Consumer, Geometry, Producer, Turn, Violation};
use skifch_sync::{RingMem, Word};

/// A lane in private memory, with both of its shared parts at hand.
pub(crate) struct Lane {
    pub(crate) producer: Producer,
    pub(crate) consumer: Consumer,
    pub(crate) mem: RingMem,
    pub(crate) credit: Word,
}

pub(crate) fn lane(capacity: usize, max_message: usize) -> Lane {
    let geometry = Geometry::new(capacity, max_message).expect("sizes that fit");
    let (mem, credit) = memory(capacity);
    // SAFETY: the memory is zeroed, large enough, leaked (std) or counted (loom), and known to this
    // pair alone.
    unsafe {
        Lane {
            producer: Producer::new(mem.clone(), credit.clone(), geometry),
            consumer: Consumer::new(mem.clone(), credit.clone(), geometry),
            mem,
            credit,
        }
    }
}

#[cfg(skifch_loom)]
fn memory(capacity: usize) -> (RingMem, Word) {
    (RingMem::alloc(capacity), Word::alloc())
}

#[cfg(not(skifch_loom))]
fn memory(capacity: usize) -> (RingMem, Word) {
    use std::ptr::NonNull;
    use std::sync::atomic::AtomicU64;
    let words: &'static mut [u64] = Box::leak(vec![0; capacity / 8].into_boxed_slice());
    // SAFETY: leaked memory stays for ever and is aligned to 8.
    unsafe {
        (RingMem::new(NonNull::from(words).cast()), word(Box::leak(Box::new(AtomicU64::new(0)))))
    }
}

#[cfg(not(skifch_loom))]
pub(crate) fn word(at: &'static std::sync::atomic::AtomicU64) -> Word {
    // SAFETY: a static stays for ever.
    unsafe { Word::new(at.into()) }
}

#[cfg(skifch_loom)]
pub(crate) fn flag() -> Word {
    Word::alloc()
}

#[cfg(not(skifch_loom))]
pub(crate) fn flag() -> Word {
    word(Box::leak(Box::new(std::sync::atomic::AtomicU64::new(0))))
}

impl Lane {
    pub(crate) fn split(self) -> (Producer, Consumer) {
        (self.producer, self.consumer)
    }
}

/// Sends one message if there is room.
pub(crate) fn send(producer: &mut Producer, bytes: &[u8]) -> bool {
    let Some(offset) = producer.claim(bytes.len()).expect("an honest receiver") else {
        return false;
    };
    // SAFETY: the claim's room, not yet published.
    unsafe { producer.mem().write(offset, bytes.as_ptr(), bytes.len()) };
    producer.publish(bytes.len());
    true
}

/// What a receiver does: the fast paths first.
pub(crate) fn receive(consumer: &mut Consumer) -> Result<Turn, Violation> {
    match consumer.take_usual().ok().or_else(|| consumer.take_any()) {
        Some(taken) => Ok(Turn::Message(taken)),
        None => consumer.turn(),
    }
}

/// Copies a taken message out.
pub(crate) fn bytes(consumer: &Consumer, taken: crate::Taken) -> Vec<u8> {
    let mut out = vec![0; taken.len];
    // SAFETY: taken and not yet released.
    unsafe { consumer.mem().read(taken.offset, out.as_mut_ptr(), taken.len) };
    out
}
