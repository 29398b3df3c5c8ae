//! Where what lies in the memories that ranks and the model share. Offsets and sizes in bytes.
//!
//! What two processes look at at the same time has a cache line to itself.

/// Memory that one rank writes and the model reads.
pub(crate) mod rank {
    /// The clock of the rank, in ticks: nothing that it says from now on happens before.
    pub(crate) const CLOCK: usize = 0;
    /// How many questions it has put.
    pub(crate) const POSTS: usize = 64;
    /// How many threads were found not to be running any more, outside of calls.
    pub(crate) const EXITS: usize = 72;
    /// How many threads began to run while another did.
    pub(crate) const JOINS: usize = 80;
    /// 1: it is about to end the job, as the program wants it.
    pub(crate) const ENDING: usize = 88;
    /// Bytes that it has put into its ring so far.
    pub(crate) const TAIL: usize = 128;
    /// What it did last, for a report of its death: [`CALLS`] entries of [`CALL_BYTES`].
    pub(crate) const CALL: usize = 256;
    pub(crate) const CALLS: usize = 8;
    pub(crate) const CALL_BYTES: usize = 32;
    /// How many calls there were.
    pub(crate) const CALL_COUNT: usize = 192;
    /// Questions, one for each thread that waits for an answer.
    pub(crate) const SEAT: usize = 1024;
    pub(crate) const SEAT_BYTES: usize = 256;
    /// For each port, how many messages are shown and not released: 4 bytes.
    pub(crate) const OUT: usize = 20480;
    /// The ring of what it sends and releases.
    pub(crate) const RING: usize = 24576;
    pub(crate) const RING_BYTES: usize = 1 << 18;
    pub(crate) const BYTES: usize = RING + RING_BYTES;
}

/// Memory that the model writes and all ranks read.
pub(crate) mod model {
    /// Every message that is visible at this time or before, in ticks, is in its inbox.
    pub(crate) const HORIZON: usize = 0;
    /// Whether the model sleeps, and at which count of the bell it wants to be woken; 4 bytes each.
    pub(crate) const ASLEEP: usize = 64;
    pub(crate) const WAKE_AT: usize = 68;
    /// The errno with which the run has ended; 0 while it goes on; 4 bytes.
    pub(crate) const ENDED: usize = 128;
    /// Why, as text that ends with a zero.
    pub(crate) const REASON: usize = 256;
    pub(crate) const REASON_BYTES: usize = 1024;
    /// For each rank: how much of its ring is taken, and the answers.
    pub(crate) const SLOT: usize = 4096;
    /// No power of two: what the model writes of each rank shall not share places in a cache.
    pub(crate) const SLOT_BYTES: usize = 4160;
    pub(crate) const HEAD: usize = 0;
    /// When the first thing is done to its memory that was not done yet; 0: none is known of.
    pub(crate) const PENDING: usize = 8;
    /// How often others have written its memory so far.
    pub(crate) const CHANGES: usize = 16;
    pub(crate) const ANSWER: usize = 64;
    pub(crate) const ANSWER_BYTES: usize = 64;

    /// Bytes for so many ranks.
    pub(crate) const fn bytes(ranks: usize) -> usize {
        (SLOT + ranks * SLOT_BYTES).next_multiple_of(4096)
    }
}

/// The inbox of a rank, which the model writes: for each port a page of words and a ring. Pages
/// that nothing was written to are not there.
pub(crate) mod inbox {
    use skifch_backend::abi::MAX_PORT;

    /// Bytes that were put into the ring so far.
    pub(crate) const TAIL: usize = 0;
    /// When the first message that did not fit into it is visible.
    pub(crate) const BACKLOG: usize = 64;
    pub(crate) const RING: usize = 4096;
    pub(crate) const RING_BYTES: usize = 1 << 17;
    pub(crate) const PORT_BYTES: usize = RING + RING_BYTES;
    /// After all ports: where answers to gets and atomics are put.
    pub(crate) const LANDING: usize = (MAX_PORT as usize + 1) * PORT_BYTES;
    pub(crate) const LANDING_BYTES: usize = 1 << 18;
    pub(crate) const BYTES: usize = LANDING + LANDING_BYTES;
    /// In front of each message: its length and source, 4 bytes each, and when it is visible.
    pub(crate) const HEADER: usize = 16;
}

/// Threads of one rank that can wait for answers at the same time. More take turns, and time passes
/// beside who has none.
pub(crate) const SEATS: usize = 64;

/// Memory that everybody writes: a count of questions, on which the model sleeps. Whoever breaks it
/// delays the model by [`crate::model::NAP`] at a time.
pub(crate) const BELL_BYTES: usize = 4096;

const _: () = assert!(rank::CALL + rank::CALLS * rank::CALL_BYTES <= rank::SEAT);
const _: () = assert!(rank::SEAT + SEATS * rank::SEAT_BYTES <= rank::OUT);
const _: () = assert!(rank::OUT + 4 * 1024 <= rank::RING);
const _: () = assert!(model::ANSWER + SEATS * model::ANSWER_BYTES <= model::SLOT_BYTES);
const _: () = assert!(model::REASON + model::REASON_BYTES <= model::SLOT);
