//! Bit sets and small enumerations of the interface.

/// Declares a `repr(transparent)` set of bits with names, so that C and Rust share one integer.
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

            /// Both sets together.
            #[inline]
            #[must_use]
            pub const fn with(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// This set less `other`.
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
    /// `SKIFCH_CAP_*`: what a backend can do. Without a bit the operation still works where
    /// `skifch` can emulate it, and answers `ENOTSUP` where it cannot.
    Caps(u64) {
        /// Messages can be built in place: claim and commit without a copy.
        CLAIM = 1 << 0,
        /// Several messages can be out at a time through the batch receive.
        BATCH = 1 << 1,
        /// The channel has a pollable descriptor.
        EVENT_FD = 1 << 2,
        /// Memory segments with put, get and atomics.
        SEGMENT = 1 << 3,
        /// A peer's part of a segment can be reached by a direct pointer.
        SEGMENT_PTR = 1 << 4,
        /// Puts, gets and atomics complete without the target calling the library.
        ASYNC_PROGRESS = 1 << 5,
        /// The death of a peer is noticed and reported.
        PEER_DEATH = 1 << 6,
        /// The clock is virtual: ask the channel for the time, never the host.
        VIRTUAL_TIME = 1 << 7,
        /// Peers are processes of one host: reads of a peer's memory by the kernel are possible.
        SAME_HOST = 1 << 8,
        /// Bytes can be copied out of a sender's memory, where the system allows that.
        SINGLE_COPY = 1 << 9,
        /// A wait can be for [`Events::MEMORY`] too.
        MEMORY_EVENT = 1 << 10,
        /// The network does barriers, broadcasts and reductions of all ranks: [`crate::Join`].
        JOIN = 1 << 11,
    }
}

bits! {
    /// `SKIFCH_EV_*`: what a wait is for, and what ended it.
    Events(u32) {
        /// A message (or the report of a dead peer) can be received.
        RECV = 1 << 0,
        /// A message to the named peer can be sent.
        SEND = 1 << 1,
        /// Another rank, one without a direct pointer to it, has written this rank's part of a
        /// segment since the calling thread was told so last: beside `RECV`, where there is
        /// [`Caps::MEMORY_EVENT`].
        MEMORY = 1 << 2,
    }
}

bits! {
    /// `SKIFCH_SEND_*`: how an extended send is done.
    SendFlags(u32) {
        /// All or nothing: a message above the limit is `EMSGSIZE`, never a prefix.
        WHOLE = 1 << 0,
        /// More follows at once, to the same peer: a network of datagrams may hold this one back,
        /// to send it along.
        MORE = 1 << 1,
    }
}

/// `SKIFCH_PEER_*`: what is known of a peer's channel.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerState {
    /// No message has gone either way yet.
    Unknown = 0,
    /// A connection is being made; what is sent is kept in the lane.
    Connecting = 1,
    /// Connected.
    Up = 2,
    /// The peer closed its channel in good order.
    Closed = 3,
    /// The peer's process ended without closing.
    Dead = 4,
    /// The peer broke the protocol; its lane is quarantined.
    Broken = 5,
}
