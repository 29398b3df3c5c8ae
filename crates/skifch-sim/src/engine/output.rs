//! Outputs of a router: links, and the two ports to the node's own interface.

use super::Subnet;
use crate::topology::Direction;
use std::fmt;

/// Where packets leave a router.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Port {
    /// Over a link.
    Link(Direction),
    /// To the node's own interface.
    Host(Subnet),
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Link(to) => write!(f, "{to}"),
            Self::Host(Subnet::Request) => f.write_str("host/request"),
            Self::Host(Subnet::Reply) => f.write_str("host/reply"),
        }
    }
}

/// No input.
pub(super) const NOBODY: u8 = u8::MAX;

/// One output. One cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Output {
    pub(super) busy_until: u64,
    /// Inputs whose first packet requests this output.
    pub(super) requests: u64,
    /// Time of the last wake-up that is scheduled and still to come; 0 for none.
    pub(super) wake_at: u64,
    /// Ticks in which it has sent.
    pub(super) busy: u64,
    /// Since when requests wait for lack of room; 0 if they do not.
    pub(super) blocked_since: u64,
    /// Ticks without room before that.
    pub(super) blocked: u64,
    pub(super) packets: u32,
    /// The first input at the other end; for a host port, that of the node's interface.
    pub(super) target: u32,
    /// The first input of its node.
    pub(super) inputs: u32,
    pub(super) port: u8,
    /// The input whose turn it is.
    pub(super) turn: u8,
    /// The input whose packet it is sending or has sent last.
    pub(super) feeding: u8,
    pub(super) is_dirty: bool,
}

const _: () = assert!(size_of::<Output>() == 64);

impl Output {
    /// Of the inputs in `able`, the next in turn.
    #[inline]
    pub(super) fn next(&self, able: u64) -> usize {
        let from_turn = able >> self.turn << self.turn;
        let first = if from_turn != 0 { from_turn } else { able };
        first.trailing_zeros() as usize
    }

    /// Ends a time without room; returns its length in ticks.
    #[inline]
    pub(super) fn unblock(&mut self, now: u64) -> u64 {
        let since = if self.blocked_since == 0 { now } else { self.blocked_since };
        self.blocked_since = 0;
        self.blocked += now - since;
        now - since
    }
}

/// Load of an output since the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Packets sent.
    pub packets: u64,
    /// Ticks in which it sent.
    pub busy: u64,
    /// Ticks in which packets waited for it and it could not send for lack of room at the other
    /// end.
    pub blocked: u64,
}
