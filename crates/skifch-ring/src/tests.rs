//! The lane's tests: the same bodies run as threads and as a loom model.

mod backlog;
mod differential;
mod distant;
mod hostile;
mod threads;

use crate::exchange::{EXCHANGE_MEMORY_BYTES, publish_exchanged};
use crate::layout::HEADER_BYTES;
use crate::{Consumer, Geometry, Producer, Turn, Violation};
use skifch_sync::{RingMem, Word};

/// A lane in private memory with access to all its shared parts.
pub(crate) struct Lane {
    pub(crate) producer: Producer,
    pub(crate) consumer: Consumer,
    #[cfg_attr(skifch_loom, expect(dead_code, reason = "hostile sides are no part of the model"))]
    pub(crate) mem: RingMem,
    #[cfg_attr(skifch_loom, expect(dead_code, reason = "as above"))]
    pub(crate) credit: Word,
    /// Its exchange line; the producer sends the odd numbers.
    pub(crate) line: RingMem,
}

pub(crate) fn lane(capacity: usize, max_message: usize) -> Lane {
    let geometry = Geometry::new(capacity, max_message).expect("sizes that fit");
    let ((mem, credit), (line, _)) = (memory(capacity), memory(EXCHANGE_MEMORY_BYTES));
    // SAFETY: the memory is zeroed, large enough, leaked (std) or counted (loom), and used by this
    // pair alone.
    unsafe {
        let producer = Producer::new(mem.clone(), credit.clone(), geometry);
        let mut consumer = Consumer::new(mem.clone(), credit.clone(), geometry);
        consumer.set_exchange(line.clone(), 1);
        Lane { producer, consumer, mem, credit, line }
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
    // SAFETY: leaked memory stays valid forever and is aligned to 8.
    unsafe {
        (RingMem::new(NonNull::from(words).cast()), word(Box::leak(Box::new(AtomicU64::new(0)))))
    }
}

#[cfg(not(skifch_loom))]
pub(crate) fn word(at: &'static std::sync::atomic::AtomicU64) -> Word {
    // SAFETY: a static stays valid forever.
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

/// Sends one message through the exchange line as message `number`; this side must have the turn.
pub(crate) fn exchange(producer: &mut Producer, line: &RingMem, number: u64, bytes: &[u8]) -> bool {
    let Some(header) = producer.exchange(number, bytes.len()) else { return false };
    // SAFETY: the line has room for it behind the header, and is this side's now.
    unsafe {
        line.write(HEADER_BYTES, bytes.as_ptr(), bytes.len());
        publish_exchanged(line, header);
    }
    true
}

/// Receives as a real receiver does: fast paths first.
pub(crate) fn receive(consumer: &mut Consumer) -> Result<Turn, Violation> {
    let taken = match consumer.take_usual() {
        Ok(taken) => Some(taken),
        Err(0) => consumer.take_exchanged(),
        Err(_) => consumer.take_any(),
    };
    taken.map_or_else(|| consumer.turn(), |taken| Ok(Turn::Message(taken)))
}

/// Copies out a taken message.
pub(crate) fn bytes(consumer: &Consumer, taken: crate::Taken) -> Vec<u8> {
    let mut out = vec![0; taken.len];
    let (mem, offset) = consumer.place(taken);
    // SAFETY: taken and not yet released.
    unsafe { mem.read(offset, out.as_mut_ptr(), taken.len) };
    out
}
