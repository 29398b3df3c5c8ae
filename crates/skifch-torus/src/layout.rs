//! Layout of the memory that ranks and the model share. Offsets and sizes in bytes.
//!
//! Words that two processes access at the same time have their own cache line.

/// Memory that one rank writes and the model reads.
pub(crate) mod rank {
    /// The rank's clock, in ticks: everything that it reports from now on happens then or later.
    pub(crate) const CLOCK: usize = 0;
    /// Number of queries posted.
    pub(crate) const POSTS: usize = 64;
    /// Number of threads found to be no longer running, outside of calls.
    pub(crate) const EXITS: usize = 72;
    /// Number of threads that started running while another ran.
    pub(crate) const JOINS: usize = 80;
    /// 1: the program is about to end the job deliberately.
    pub(crate) const ENDING: usize = 88;
    /// Bytes written to the ring so far.
    pub(crate) const TAIL: usize = 128;
    /// The last calls, for a death report: [`CALLS`] entries of [`CALL_BYTES`].
    pub(crate) const CALL: usize = 256;
    pub(crate) const CALLS: usize = 8;
    pub(crate) const CALL_BYTES: usize = 32;
    /// Number of calls so far.
    pub(crate) const CALL_COUNT: usize = 192;
    /// Queries, one for each thread that waits for an answer.
    pub(crate) const SEAT: usize = 1024;
    pub(crate) const SEAT_BYTES: usize = 256;
    /// For each port, the number of messages returned and not released: 4 bytes.
    pub(crate) const OUT: usize = 20480;
    /// The ring of records.
    pub(crate) const RING: usize = 24576;
    pub(crate) const RING_BYTES: usize = 1 << 18;
    pub(crate) const BYTES: usize = RING + RING_BYTES;
}

/// Memory that the model writes and all ranks read.
pub(crate) mod model {
    /// Time in ticks: every message that is visible at this time or before is in its inbox.
    pub(crate) const HORIZON: usize = 0;
    /// Whether the model sleeps, and the doorbell count at which to wake it; 4 bytes each.
    pub(crate) const ASLEEP: usize = 64;
    pub(crate) const WAKE_AT: usize = 68;
    /// The errno with which the run has ended; 0 while it goes on; 4 bytes.
    pub(crate) const ENDED: usize = 128;
    /// The reason, as zero-terminated text.
    pub(crate) const REASON: usize = 256;
    pub(crate) const REASON_BYTES: usize = 1024;
    /// For each rank: how much of its ring has been read, and the answers.
    pub(crate) const SLOT: usize = 4096;
    /// Not a power of two: the slots of different ranks shall not map to the same cache sets.
    pub(crate) const SLOT_BYTES: usize = 4160;
    pub(crate) const HEAD: usize = 0;
    /// Time of the first known access to the rank's memory that is not performed yet; 0 if none.
    pub(crate) const PENDING: usize = 8;
    /// Number of writes by other ranks to its memory so far.
    pub(crate) const CHANGES: usize = 16;
    pub(crate) const ANSWER: usize = 64;
    pub(crate) const ANSWER_BYTES: usize = 64;

    /// Bytes for `ranks` ranks.
    pub(crate) const fn bytes(ranks: usize) -> usize {
        (SLOT + ranks * SLOT_BYTES).next_multiple_of(4096)
    }
}

/// The inbox of a rank, which the model writes: for each port a page of control words and a ring.
/// Pages that were never written are not allocated.
pub(crate) mod inbox {
    use skifch_backend::abi::MAX_PORT;

    /// Bytes written to the ring so far.
    pub(crate) const TAIL: usize = 0;
    /// When the first message that did not fit into the ring becomes visible, in ticks.
    pub(crate) const BACKLOG: usize = 64;
    pub(crate) const RING: usize = 4096;
    pub(crate) const RING_BYTES: usize = 1 << 17;
    pub(crate) const PORT_BYTES: usize = RING + RING_BYTES;
    /// After all ports: the landing buffer for answers to gets and atomics.
    pub(crate) const LANDING: usize = (MAX_PORT as usize + 1) * PORT_BYTES;
    pub(crate) const LANDING_BYTES: usize = 1 << 18;
    pub(crate) const BYTES: usize = LANDING + LANDING_BYTES;
    /// Header of each message: its length and source, 4 bytes each, and when it becomes visible.
    pub(crate) const HEADER: usize = 16;
}

/// Threads of one rank that can wait for answers at the same time. With more, they take turns, and
/// virtual time does not wait for those without a seat.
pub(crate) const SEATS: usize = 64;

/// Memory that everybody writes: the doorbell, a count of queries on which the model sleeps. A
/// process that corrupts it delays the model by [`crate::model::NAP`] at a time.
pub(crate) const BELL_BYTES: usize = 4096;

const _: () = assert!(rank::CALL + rank::CALLS * rank::CALL_BYTES <= rank::SEAT);
const _: () = assert!(rank::SEAT + SEATS * rank::SEAT_BYTES <= rank::OUT);
const _: () = assert!(rank::OUT + 4 * 1024 <= rank::RING);
const _: () = assert!(model::ANSWER + SEATS * model::ANSWER_BYTES <= model::SLOT_BYTES);
const _: () = assert!(model::REASON + model::REASON_BYTES <= model::SLOT);
