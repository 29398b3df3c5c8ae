//! Counters of a channel, declared in one place.

/// Declares the counters: the C struct, and the names and descriptions that tools print.
macro_rules! stats {
    ($($name:ident: $help:literal,)*) => {
        /// `skifch_stats_t`: counters of one channel since it was opened. The caller sets `size`
        /// before the call; at most that many bytes are written.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Stats {
            /// Size of this struct in the caller's version.
            pub size: usize,
            $(#[doc = $help] pub $name: u64,)*
        }

        /// The name and description of every counter, in the order of the struct.
        pub const STAT_NAMES: &[(&str, &str)] = &[$((stringify!($name), $help),)*];

        impl Stats {
            /// All zero except the size.
            pub const fn new() -> Self {
                Self { size: size_of::<Self>(), $($name: 0,)* }
            }

            /// Adds the counters of another channel.
            pub fn add(&mut self, other: &Self) {
                $(self.$name += other.$name;)*
            }

            /// The counters in the order of [`STAT_NAMES`].
            pub fn values(&self) -> Vec<u64> {
                vec![$(self.$name,)*]
            }
        }
    };
}

stats! {
    messages_sent: "messages accepted by a send",
    bytes_sent: "bytes in those messages",
    messages_received: "messages presented by a receive",
    bytes_received: "bytes in those messages",
    send_full: "sends that returned 0: no room",
    recv_empty: "receives that found no message on any lane",
    credits_returned: "credit returns: the receiver told a sender of freed space",
    doorbells_rung: "times a sleeping peer was woken",
    sleeps: "times a wait slept in the kernel",
    lanes_out: "peers this channel sends to",
    lanes_in: "peers this channel receives from",
    peers_dead: "peers whose process ended without closing its channel",
    lanes_broken: "peers cut off because they violated the protocol",
    datagrams_sent: "datagrams sent by the whole process, over all channels; so are all counters below",
    datagrams_received: "datagrams received",
    datagrams_lost: "datagrams declared lost",
    bytes_retransmitted: "bytes retransmitted",
    messages_coalesced: "messages that were added to a datagram of an earlier message",
    dropped_malformed: "datagrams dropped: not valid in the protocol",
    dropped_tag: "datagrams dropped: their authentication tag is wrong",
    dropped_foreign: "datagrams dropped: for another job, or for a channel that is not open",
    dropped_stale: "datagrams dropped: duplicates, or from a connection that has ended",
    dropped_rate: "datagrams dropped: their source exceeds its request rate limit",
    dropped_overrun: "datagrams dropped by the kernel: they arrived faster than they were received",
    segment_requests: "puts, gets and atomics sent to other ranks; 0 where memory is accessed directly",
    segment_messages: "messages that carried these requests and their replies",
    segment_bytes: "bytes in those messages",
    system_short: "sends refused by the kernel: no memory for datagrams, or an interface queue is full",
}

impl Default for Stats {
    fn default() -> Self {
        Self::new()
    }
}
