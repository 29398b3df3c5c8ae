//! Counters of an endpoint.

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counters of an endpoint since its creation.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl Counters {
            /// All counters with their names.
            pub fn list(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name),)*].into_iter()
            }
        }
    };
}

counters! {
    /// Datagrams handed out to be sent.
    datagrams_sent,
    /// Bytes in those datagrams.
    bytes_sent,
    /// Datagrams received.
    datagrams_received,
    /// Bytes in those datagrams.
    bytes_received,
    /// Messages accepted for sending.
    messages_sent,
    /// Messages taken by the application.
    messages_received,
    /// Messages that shared a datagram with an earlier one.
    messages_coalesced,
    /// Stream bytes retransmitted.
    bytes_retransmitted,
    /// Datagrams declared lost.
    packets_lost,
    /// Datagrams declared lost that arrived after all.
    packets_spurious,
    /// Datagrams that carried only an acknowledgement.
    acks_sent,
    /// Probe timeouts.
    probes_sent,
    /// Datagrams that probed a size (path MTU).
    size_probes_sent,
    /// Number of times a path was found to drop large datagrams (black hole).
    black_holes,
    /// Pings sent: to watched peers, and to peers that grant no credit.
    pings_sent,
    /// Connections opened.
    connections_opened,
    /// Connections whose peer died, restarted or violated the protocol.
    connections_lost,
    /// Dropped: other protocol or version.
    dropped_magic,
    /// Dropped: inconsistent or truncated.
    dropped_malformed,
    /// Dropped: wrong authentication tag.
    dropped_tag,
    /// Dropped: of another job, or for a channel that is not open.
    dropped_foreign,
    /// Dropped: unknown connection; the sender may get a reset.
    dropped_unknown,
    /// Dropped: the packet was received before.
    dropped_duplicate,
    /// Dropped: beyond the announced credit.
    dropped_window,
    /// Dropped: source exceeds the rate limit.
    dropped_rate,
    /// Datagrams whose payload was received in place, without a copy.
    datagrams_in_place,
}
