//! Why connections are lost, with the texts for users.

/// Why a connection was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The peer has not answered for `Config::dead_ns`.
    Silent,
    /// The peer is heard, but nothing sent to it has arrived for `Config::dead_ns`.
    Deaf,
    /// Silent, and no datagram as large as the unanswered ones has ever arrived.
    Swallowed,
    /// The peer restarted; data in flight to its previous instance is lost.
    Restarted,
    /// The peer no longer knows this connection: it closed or restarted.
    Unknown,
    /// The peer violated the protocol.
    Violation,
    /// The peer's maximum message size is smaller than this side's.
    Incompatible,
    /// This host's system refuses even the smallest data datagrams as too large.
    Narrow,
    /// Closed, and the peer did not acknowledge the remaining data within `Config::linger_ns`.
    Unfinished,
    /// Given up by the driver: `Endpoint::give_up`.
    GivenUp,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Silent => "it did not answer",
            Self::Deaf => {
                "its datagrams arrive here, but ours do not arrive there: the path is interrupted, \
                 or drops datagrams of 512 bytes; set the MTU of its interfaces to 576 or more"
            }
            Self::Swallowed => {
                "it did not answer and never received a datagram of 512 bytes: it has ended, or \
                 the path to it drops them; set the MTU of its interfaces to 576 or more"
            }
            Self::Restarted => "it was restarted",
            Self::Unknown => "it does not know this connection: it closed or was restarted",
            Self::Violation => "it sent an invalid datagram",
            Self::Incompatible => "its maximum message size is smaller; set the same on all hosts",
            Self::Narrow => {
                "this host refuses to send it datagrams of 512 bytes: set the MTU of the interface \
                 and route to it to 576 or more"
            }
            Self::Unfinished => "it did not acknowledge all data before the close timeout",
            Self::GivenUp => "its connection was aborted",
        })
    }
}
