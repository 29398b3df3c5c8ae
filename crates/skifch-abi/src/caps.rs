//! Bit sets and small enumerations of the C interface.

/// Declares a `repr(transparent)` set of named bits, so that C and Rust share one integer.
macro_rules! bits {
    (
        $(#[$doc:meta])* $name:ident($int:ty) {
            $($(#[$bit_doc:meta])* $bit:ident = $value:expr,)*
        }
    ) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        pub struct $name(pub $int);

        impl $name {
            /// The empty set.
            pub const NONE: Self = Self(0);
            $($(#[$bit_doc])* pub const $bit: Self = Self($value);)*
            /// Every bit with its name, in order.
            pub const NAMES: &'static [(Self, &'static str)] =
                &[$((Self::$bit, stringify!($bit)),)*];

            /// Whether every bit of `other` is in this set.
            #[inline]
            pub const fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// The union of both sets.
            #[inline]
            #[must_use]
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// This set without the bits of `other`.
            #[inline]
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether no bit is set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let known = Self::NAMES.iter().filter(|(bit, _)| self.has(*bit));
                f.debug_set().entries(known.map(|(_, name)| name)).finish()
            }
        }
    };
}

bits! {
    /// `SKIFCH_CAP_*`: the capabilities of a backend. An operation whose bit is missing is emulated
    /// by `skifch` if possible, and otherwise fails with `ENOTSUP`.
    Caps(u64) {
        /// Messages can be built in place with claim and commit, without a copy.
        CLAIM = 1 << 0,
        /// The batch receive can present several messages at a time.
        BATCH = 1 << 1,
        /// The channel has a file descriptor to poll.
        EVENT_FD = 1 << 2,
        /// Memory segments with put, get and atomics.
        SEGMENT = 1 << 3,
        /// A peer's part of a segment can be reached by a direct pointer.
        SEGMENT_PTR = 1 << 4,
        /// Puts, gets and atomics complete without the target calling the library.
        ASYNC_PROGRESS = 1 << 5,
        /// The death of a peer is detected and reported.
        PEER_DEATH = 1 << 6,
        /// The clock is virtual: take the time from the job, never from the host.
        VIRTUAL_TIME = 1 << 7,
        /// All peers are processes on this host, so the kernel can read a peer's memory.
        SAME_HOST = 1 << 8,
        /// Data can be copied directly from a sender's memory, where the system allows that.
        SINGLE_COPY = 1 << 9,
        /// A wait supports [`Events::MEMORY`].
        MEMORY_EVENT = 1 << 10,
        /// The network performs barriers, broadcasts and reductions of all ranks: [`crate::Join`].
        JOIN = 1 << 11,
    }
}

bits! {
    /// `SKIFCH_EV_*`: the events that a wait is for, and those that ended it.
    Events(u32) {
        /// A message, or the report of a lost peer, can be received.
        RECV = 1 << 0,
        /// A send to the given peer would succeed or fail, not report "not now".
        SEND = 1 << 1,
        /// Another rank, one without a direct pointer to it, has written to this rank's part of a
        /// segment since this event was last reported to the calling thread. Only together with
        /// `RECV`, and only with [`Caps::MEMORY_EVENT`].
        MEMORY = 1 << 2,
    }
}

bits! {
    /// `SKIFCH_SEND_*`: options of the extended send.
    SendFlags(u32) {
        /// All or nothing: a message above the limit fails with `EMSGSIZE` instead of being cut.
        WHOLE = 1 << 0,
        /// Another message to the same peer follows at once: a datagram network may delay this one
        /// and send both in one datagram.
        MORE = 1 << 1,
    }
}

/// `SKIFCH_PEER_*`: the state of a peer's channel.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerState {
    /// No message has been exchanged yet.
    Unknown = 0,
    /// Connecting; messages sent now are kept.
    Connecting = 1,
    /// Connected.
    Up = 2,
    /// The peer closed its channel normally.
    Closed = 3,
    /// The peer's process ended without closing its channel.
    Dead = 4,
    /// The peer violated the protocol and is cut off.
    Broken = 5,
}
