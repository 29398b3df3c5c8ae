//! Shared by the microbenchmarks: sizes, memory, and a lane with both ends on one thread.

use skifch_ring::{Consumer, Geometry, Producer, RingMem, Word, copy_payload};
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// Payload sizes in bytes that every benchmark measures.
pub const SIZES: [usize; 4] = [8, 64, 1024, 8192];

/// Bytes of a ring, the same as in the channel.
pub const RING_BYTES: usize = 1 << 16;

/// `bytes` zeroed bytes, page-aligned and never freed.
pub fn pages(bytes: usize) -> &'static mut [u8] {
    let layout = Layout::from_size_align(bytes.max(1), 4096).expect("a size below isize::MAX");
    // SAFETY: the layout has at least one byte.
    let Some(start) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
        handle_alloc_error(layout)
    };
    // SAFETY: zeroed memory of that size, never freed, known to nobody else.
    unsafe { std::slice::from_raw_parts_mut(start.as_ptr(), bytes) }
}

/// A lane in private memory.
pub struct Lane {
    producer: Producer,
    consumer: Consumer,
}

impl Lane {
    /// An empty lane for messages of any size in [`SIZES`].
    pub fn new() -> Self {
        let most = Geometry::max_message_for(RING_BYTES);
        let geometry = Geometry::new(RING_BYTES, most).expect("a power of two of sound size");
        let ring = NonNull::from(pages(RING_BYTES)).cast();
        let word = Box::leak(Box::new(AtomicU64::new(0)));
        // SAFETY: both are zeroed, aligned, leaked, and known to this pair alone.
        unsafe {
            let (mem, credit) = (RingMem::new(ring), Word::new(NonNull::from(word)));
            Self {
                producer: Producer::new(mem.clone(), credit.clone(), geometry),
                consumer: Consumer::new(mem, credit, geometry),
            }
        }
    }

    /// Publishes a copy of `bytes`, takes it, copies it to `to` and releases it; returns its
    /// length.
    ///
    /// # Panics
    /// If `to` is shorter than `bytes`. A lane without room would panic too, but cannot occur
    /// here.
    #[inline(always)]
    pub fn pass(&mut self, bytes: &[u8], to: &mut [u8]) -> usize {
        let offset = match self.producer.claim_fast(bytes.len()) {
            Some(offset) => offset,
            None => self.claim(bytes.len()),
        };
        // SAFETY: the claim has room for the bytes, and the ring is no memory of the caller's.
        unsafe {
            copy_payload(bytes.as_ptr(), self.producer.mem().ptr(offset), bytes.len());
        }
        self.producer.publish(bytes.len());
        let taken = match self.consumer.take_any() {
            Some(taken) => taken,
            None => self.turn(),
        };
        assert!(taken.len <= to.len(), "room for {} bytes, not for {}", to.len(), taken.len);
        // SAFETY: taken and not yet released; `to` has room.
        unsafe {
            copy_payload(self.consumer.mem().ptr(taken.offset), to.as_mut_ptr(), taken.len);
        }
        self.consumer.release();
        taken.len
    }

    #[cold]
    fn claim(&mut self, len: usize) -> usize {
        self.consumer.settle();
        let room = self.producer.claim(len).expect("an honest receiver");
        room.expect("a lane that was read empty has room")
    }

    #[cold]
    fn turn(&mut self) -> skifch_ring::Taken {
        match self.consumer.turn().expect("an honest producer") {
            skifch_ring::Turn::Message(taken) => taken,
            turn => panic!("a message was published, and there is {turn:?}"),
        }
    }
}

impl Default for Lane {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_passes_the_lane_is_what_went_in() {
        let (mut lane, mut to) = (Lane::new(), vec![0; 8192]);
        for (round, size) in SIZES.into_iter().cycle().take(200).enumerate() {
            let bytes: Vec<u8> = (0..size).map(|i| (i + round) as u8).collect();
            assert_eq!(lane.pass(&bytes, &mut to), size);
            assert_eq!(to[..size], bytes);
        }
    }
}
