//! Counters of a channel, declared once.

/// Declares the counters: the C struct, and the names and meanings that tools print.
macro_rules! stats {
    ($($name:ident: $help:literal,)*) => {
        /// `skifch_stats_t`: what one channel has counted since it was opened. The caller fills in
        /// `size` before the call; only as many bytes are written.
        #[repr(C)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Stats {
            /// Bytes of this struct, as its reader knows it.
            pub size: usize,
            $(#[doc = $help] pub $name: u64,)*
        }

        /// Every counter's name and meaning, in the order of the struct.
        pub const STAT_NAMES: &[(&str, &str)] = &[$((stringify!($name), $help),)*];

        impl Stats {
            /// All zero but for the size.
            pub const fn new() -> Self {
                Self { size: size_of::<Self>(), $($name: 0,)* }
            }

            /// Adds the counts of another channel.
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
    messages_sent: "messages that Send accepted",
    bytes_sent: "bytes in them",
    messages_received: "messages that Recv showed",
    bytes_received: "bytes in them",
    send_full: "calls of Send that answered 0: no room",
    recv_empty: "polls of Recv that found nothing on any lane",
    credits_returned: "times that the receiver told a sender of freed space",
    doorbells_rung: "times that a sleeping peer was woken",
    sleeps: "times that a wait slept in the kernel",
    lanes_out: "peers this channel sends to",
    lanes_in: "peers this channel receives from",
    peers_dead: "peers whose process ended without closing",
    lanes_broken: "lanes quarantined because their peer broke the protocol",
    datagrams_sent: "datagrams that this process sent, whatever the channel, as all below",
    datagrams_received: "datagrams that came in",
    datagrams_lost: "datagrams that were given up as lost",
    bytes_retransmitted: "bytes that were sent again",
    messages_coalesced: "messages that left in a datagram that another one had opened",
    dropped_malformed: "datagrams dropped: not of the protocol",
    dropped_tag: "datagrams dropped: their tag does not prove that they are from the job",
    dropped_foreign: "datagrams dropped: for another job, or for a channel that is not open",
    dropped_stale: "datagrams dropped: received before, or of a connection that is over",
    dropped_rate: "datagrams dropped: their source asks too often",
    dropped_overrun: "datagrams dropped by the system: they came faster than they were received",
    segment_requests: "puts, gets and atomics that were sent to other ranks; 0 where memory is reached directly",
    segment_messages: "messages that carried them, and answers",
    segment_bytes: "bytes in them",
    system_short: "times that the system had no memory for datagrams, or no room in the queue of an interface",
}

impl Default for Stats {
    fn default() -> Self {
        Self::new()
    }
}
