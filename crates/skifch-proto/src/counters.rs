//! What an endpoint has done.

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What an endpoint has done since it was made.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            /// Each counter with its name.
            pub fn list(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name),)*].into_iter()
            }
        }
    };
}

counters! {
    /// Datagrams handed out to be sent.
    datagrams_sent,
    /// Their bytes.
    bytes_sent,
    /// Datagrams that came in.
    datagrams_received,
    /// Their bytes.
    bytes_received,
    /// Messages taken to be sent.
    messages_sent,
    /// Messages shown to the application.
    messages_received,
    /// Messages that left in a datagram that another one had opened.
    messages_coalesced,
    /// Bytes of the streams that were sent again.
    bytes_retransmitted,
    /// Datagrams given up as lost.
    packets_lost,
    /// Datagrams given up that arrived after all.
    packets_spurious,
    /// Datagrams that carried nothing but an acknowledgement.
    acks_sent,
    /// Probe time-outs.
    probes_sent,
    /// Datagrams that tried a size.
    size_probes_sent,
    /// Times a path was found to swallow large datagrams.
    black_holes,
    /// Signs of life asked for: kept-alive peers and windows without credit.
    pings_sent,
    /// Connections opened.
    connections_opened,
    /// Connections whose peer died, restarted or broke the rules.
    connections_lost,
    /// Dropped: not of this protocol or version.
    dropped_magic,
    /// Dropped: inconsistent, or truncated.
    dropped_malformed,
    /// Dropped: the tag is not that of the job.
    dropped_tag,
    /// Dropped: for another job, or for a channel that nobody opened.
    dropped_foreign,
    /// Dropped: for a connection that is not known; the sender may be told.
    dropped_unknown,
    /// Dropped: the packet was received before.
    dropped_duplicate,
    /// Dropped: beyond the room that was told of.
    dropped_window,
    /// Dropped: the source asks too often.
    dropped_rate,
    /// Landed where the payload belongs, without a copy.
    datagrams_in_place,
}
