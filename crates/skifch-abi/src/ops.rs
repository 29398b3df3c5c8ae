//! The op table of a backend: what a plugin exports and what the built-in backends register.
//!
//! Common rules: functions that return an integer return a negative errno on failure, after setting
//! the error message with [`Host::fail`](crate::Host); 0 from a data call means "not now" and is
//! not a failure. The calls of the C library jump to `send`, `recv` and `recv_comp`, so these fail
//! as those calls do: they return -1 and set errno, with [`Host::fail_call`](crate::Host). At most
//! one thread at a time uses the sending side of a channel, and one the receiving side; functions
//! of different channels run in parallel.

use crate::{Attr, Host, Join, Message, NetAddr, Param, Stats, WordOp};
use core::ffi::{c_char, c_int, c_void};
use libc::{iovec, ssize_t};

/// Tables of another major version are rejected.
pub const ABI_MAJOR: u32 = 1;
/// Incremented when a table is extended.
pub const ABI_MINOR: u32 = 10;

/// The symbol that a plugin exports, of type [`PluginEntry`].
pub const PLUGIN_SYMBOL: &core::ffi::CStr = c"skifch_plugin_v1";

/// Returns the plugin's op table, which stays valid until the process ends, or null if the plugin
/// cannot work with this host; it then says why with the host's `log`.
pub type PluginEntry = unsafe extern "C" fn(host: *const Host) -> *const Plugin;

/// Declares the op table. Required entries are plain function pointers, optional ones may be null.
macro_rules! op_table {
    ($( $(#[$doc:meta])* [$kind:ident] $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty; )*) => {
        /// `skifch_plugin_v1_t`: a backend as a table of functions.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct Plugin {
            /// The [`ABI_MAJOR`] that the plugin was built with.
            pub abi_major: u32,
            /// The [`ABI_MINOR`] that the plugin was built with.
            pub abi_minor: u32,
            /// Size of this struct in the plugin's version; entries beyond it count as null.
            pub size: usize,
            /// The name for `SKIFCH_BACKEND`, in lower case.
            pub name: *const c_char,
            /// The version, shown to the user.
            pub version: *const c_char,
            /// One line of description.
            pub about: *const c_char,
            /// Its settings.
            pub params: *const Param,
            /// The number of settings.
            pub param_count: usize,
            /// [`crate::Caps`] at most; an open channel may report fewer.
            pub caps: u64,
            $( $(#[$doc])* pub $name: op_table!(@ty $kind fn($($arg: $ty),*) -> $ret), )*
        }

        impl Plugin {
            /// The names of the required entries that are null in a table not yet validated.
            ///
            /// # Safety
            /// `table` points to a readable table of at least `size_of::<Plugin>()` bytes.
            pub unsafe fn missing(table: *const Self) -> Vec<&'static str> {
                let mut missing = Vec::new();
                $( op_table!(@check $kind table $name missing); )*
                missing
            }
        }
    };
    (@ty required fn($($arg:ident: $ty:ty),*) -> $ret:ty) => {
        unsafe extern "C" fn($($arg: $ty),*) -> $ret
    };
    (@ty optional fn($($arg:ident: $ty:ty),*) -> $ret:ty) => {
        Option<unsafe extern "C" fn($($arg: $ty),*) -> $ret>
    };
    (@check optional $table:ident $name:ident $missing:ident) => {};
    (@check required $table:ident $name:ident $missing:ident) => {
        // SAFETY: the caller vouches for the table; the entry is read as an integer because a
        // null function pointer must never be created.
        if unsafe { (&raw const (*$table).$name).cast::<usize>().read() } == 0 {
            $missing.push(stringify!($name));
        }
    };
}

op_table! {
    /// Whether the backend can work here: 0, or a negative errno with a message set.
    [optional] probe(host: *const Host) -> c_int;
    /// Joins the job. Collective; called once per process. `host` stays valid until `domain_close`.
    [required] domain_open(host: *const Host, domain: *mut *mut c_void) -> c_int;
    /// Leaves the job, after all channels and segments are closed. A negative errno reports that
    /// accepted messages cannot be delivered; the job is left in any case.
    [required] domain_close(domain: *mut c_void) -> c_int;
    /// The time in nanoseconds since an arbitrary start. Null: the host's monotonic clock is used.
    [optional] time_ns(domain: *mut c_void) -> u64;

    /// Opens the channel on `port`. A port that is already open fails with `EADDRINUSE`.
    [required] open(domain: *mut c_void, port: u32, channel: *mut *mut c_void) -> c_int;
    /// Closes a channel. Messages already accepted are still delivered.
    [required] close(channel: *mut c_void) -> c_int;
    /// `SkifCh_Send`: the number of bytes accepted, 0 if there is no room now, -1 with errno.
    [required] send(
        channel: *mut c_void,
        dst: NetAddr,
        iov: *const iovec,
        iov_count: c_int
    ) -> ssize_t;
    /// `SkifCh_Recv`: the size of the next message, 0 if there is none now, -1 with errno. An empty
    /// message, which this call cannot express, fails with `EBADMSG` and stays for `recv_ex`.
    /// `ECONNRESET`: once for each peer that died, after its last message.
    [required] recv(channel: *mut c_void, cont: *mut iovec, cont_count: *mut c_int) -> ssize_t;
    /// `SkifCh_RecvComp`: releases the space of the received message. 0, or -1 with errno;
    /// `EINVAL` if there is nothing to release.
    [required] recv_comp(channel: *mut c_void) -> c_int;

    /// Sends with flags ([`crate::SendFlags`]), also empty messages: 1 if sent (`*taken` bytes), 0
    /// if there is no room now.
    [required] send_ex(
        channel: *mut c_void,
        dst: NetAddr,
        iov: *const iovec,
        iov_count: c_int,
        flags: u32,
        taken: *mut usize
    ) -> c_int;
    /// Receives with the source address, also empty messages: 1 if `*message` is set, or 0.
    [required] recv_ex(channel: *mut c_void, message: *mut Message) -> c_int;
    /// Presents up to `max` messages that have arrived, all released by one `recv_comp`; returns
    /// their number.
    [optional] recv_many(channel: *mut c_void, messages: *mut Message, max: c_int) -> c_int;
    /// Claims space to build a message of up to `len` bytes in place: 1 or 0. One claim at a time.
    [optional] claim(
        channel: *mut c_void,
        dst: NetAddr,
        len: usize,
        cont: *mut iovec,
        cont_count: *mut c_int
    ) -> c_int;
    /// Sends the first `len` bytes of the claimed space.
    [optional] commit(channel: *mut c_void, len: usize) -> c_int;
    /// Cancels a claim.
    [optional] abort(channel: *mut c_void) -> c_int;

    /// Waits until at least one of `events` ([`crate::Events`]) is true, for at most `timeout_ns`
    /// (0: polls once; negative: no limit). `dst` is used for `SEND`. Returns the events that are
    /// true, or 0 on timeout.
    [required] wait(channel: *mut c_void, events: u32, dst: NetAddr, timeout_ns: i64) -> c_int;
    /// The descriptor that becomes readable when an event occurs after `arm`. It belongs to the
    /// channel.
    [optional] event_fd(channel: *mut c_void) -> c_int;
    /// Arms the descriptor: the events that are already true (do not sleep then), or 0 if armed.
    [optional] arm(channel: *mut c_void, events: u32, dst: NetAddr) -> c_int;
    /// Makes progress without sending or receiving.
    [optional] progress(channel: *mut c_void) -> c_int;
    /// The [`crate::PeerState`] of a peer's channel.
    [optional] peer_state(channel: *mut c_void, peer: NetAddr) -> c_int;
    /// Fills in limits and estimates.
    [required] query(channel: *mut c_void, attr: *mut Attr) -> c_int;
    /// Fills in the counters. Called from any thread.
    [optional] stats(channel: *mut c_void, stats: *mut Stats) -> c_int;

    /// Collective: creates `bytes` of zeroed memory on every rank, accessible from all.
    [optional] seg_open(domain: *mut c_void, bytes: usize, segment: *mut *mut c_void) -> c_int;
    /// Collective: frees the segment when no rank uses it any more.
    [optional] seg_close(segment: *mut c_void) -> c_int;
    /// A direct pointer to the start of `rank`'s part, or null if there is none.
    [optional] seg_ptr(segment: *mut c_void, rank: u32) -> *mut c_void;
    /// Writes `len` bytes from `src` into `rank`'s part; `src` may be reused on return.
    [optional] put(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        src: *const c_void,
        len: usize
    ) -> c_int;
    /// Reads `len` bytes of `rank`'s part into `dst`; complete on return.
    [optional] get(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize
    ) -> c_int;
    /// Starts a counted (asynchronous) read; `dst` holds the bytes when `syncreads` returns.
    [optional] get_async(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize
    ) -> c_int;
    /// Performs `op` ([`crate::AtomicOp`]) on a word of `width` bytes (4 or 8), aligned to its
    /// size. `*result`, unless null, gets the old value; with null the operation may be one-way and
    /// takes effect before `seg_quiet` returns.
    [optional] atomic(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        op: c_int,
        width: c_int,
        operand: u64,
        comparand: u64,
        result: *mut u64
    ) -> c_int;
    /// Orders earlier puts and atomics before later ones, for each target.
    [optional] seg_fence(segment: *mut c_void) -> c_int;
    /// Waits until all puts and atomics have taken effect.
    [optional] seg_quiet(segment: *mut c_void) -> c_int;
    /// Waits until all counted reads have completed.
    [optional] syncreads(segment: *mut c_void) -> c_int;

    // Since minor version 1: what a composite backend needs from each of its networks.
    /// Whether this backend can carry messages to `rank`: 1 or 0, or a negative errno. Null: to
    /// every rank. Reachability must be symmetric and transitive, so that it divides the ranks into
    /// groups. `*via`, unless null, gets the name of the network that carries the messages, a
    /// string that stays valid until the process ends.
    [optional] reach(domain: *mut c_void, rank: u32, via: *mut *const c_char) -> c_int;
    /// The descriptor of one side, `RECV` or `SEND`: readable when an event occurs after `side_arm`
    /// of that side. Two threads may sleep at once, one on each side.
    [optional] side_fd(channel: *mut c_void, side: u32) -> c_int;
    /// Announces that one side is about to sleep, `SEND` until there is room to send to `dst`: 1 if
    /// it is already ready (do not sleep), or 0.
    [optional] side_arm(channel: *mut c_void, side: u32, dst: NetAddr) -> c_int;
    /// Withdraws the announcement and clears wake-ups from the side's descriptor.
    [optional] side_disarm(channel: *mut c_void, side: u32) -> c_int;
    /// As `seg_open`, but this rank's part exists already: `bytes` zeroed bytes at `base`, which
    /// stay valid until `seg_close`. Atomics requested by other ranks are performed with processor
    /// atomics, so that the memory may be accessed in other ways at the same time.
    [optional] seg_adopt(
        domain: *mut c_void,
        base: *mut c_void,
        bytes: usize,
        segment: *mut *mut c_void
    ) -> c_int;

    // Since minor version 2: what a network with its own (virtual) clock needs to know.
    /// Called on every rank before all ranks synchronise by means other than this network
    /// (`SkifCh_SlowBarrier`). Returns 0 when all have called it, or a negative errno; the ranks'
    /// clocks are synchronised.
    [optional] meet(domain: *mut c_void) -> c_int;
    /// The program computes for `ns` nanoseconds: 0, or a negative errno. Null: computation takes
    /// the time it takes.
    [optional] compute(domain: *mut c_void, ns: u64) -> c_int;
    /// As `seg_open`, but this rank's part is existing private memory of the process: `bytes` bytes
    /// at `base`, whole pages, the same number on every rank. The memory keeps its address and
    /// contents, and other ranks can access it until `seg_close`; `seg_ptr` of the own rank is
    /// `base`. Afterwards it is private again and may be shared again. A forked child has its own
    /// copy.
    [optional] seg_over(
        domain: *mut c_void,
        base: *mut c_void,
        bytes: usize,
        segment: *mut *mut c_void
    ) -> c_int;

    // Since minor version 3.
    /// As `atomic`, but asynchronous like a counted read: the `width` bytes at `dst` hold the old
    /// value when `syncreads` returns. It has taken effect when `seg_quiet` returns. Null: the
    /// caller uses `atomic` and waits for it.
    [optional] atomic_async(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        op: c_int,
        width: c_int,
        operand: u64,
        comparand: u64,
        dst: *mut c_void
    ) -> c_int;

    // Since minor version 4.
    /// A call on the receiving side: copies `len` bytes at `address` in the memory of the process
    /// that owns channel `src` to `dst`. Returns 1, or 0 if that is not possible, now or at all;
    /// the contents of `dst` are then undefined. A message from `src` has been received before.
    [optional] copy_from(
        channel: *mut c_void,
        src: NetAddr,
        address: u64,
        dst: *mut c_void,
        len: usize
    ) -> c_int;

    // Since minor version 5.
    /// A call on the sending side: joins a collective operation of all ranks, each of which joins
    /// once. The `len` bytes at `base` are a message to the rank itself; the network combines it as
    /// [`Join`] describes and delivers it when all ranks have joined (`Copy`: when the root has
    /// joined). 1 accepted, 0 not now: try again.
    [optional] join(
        channel: *mut c_void,
        join: *const Join,
        base: *const c_void,
        len: usize
    ) -> c_int;

    // Since minor version 6.
    /// As `copy_from` in the other direction: copies the `len` bytes at `src` to `address` in the
    /// memory of the process that owns channel `dst`, which has given permission. If it returns 0,
    /// the contents of the target memory are undefined.
    [optional] copy_to(
        channel: *mut c_void,
        dst: NetAddr,
        address: u64,
        src: *const c_void,
        len: usize
    ) -> c_int;

    // Since minor version 7.
    /// As `copy_from` for `count` pieces at once: piece i is `from[i]` in the other process and is
    /// copied to `to[i]`, of the same length. 1 if all pieces were copied.
    [optional] copy_pieces(
        channel: *mut c_void,
        src: NetAddr,
        from: *const iovec,
        to: *const iovec,
        count: c_int
    ) -> c_int;

    // Since minor version 8.
    /// This rank is about to terminate the whole job on behalf of the program, so the network
    /// should not report ranks that end without leaving it. Returns 0. Called from any thread.
    [optional] ending(domain: *mut c_void) -> c_int;

    // Since minor version 9.
    /// Performs `count` atomics without old values, in order, on words of one rank. Null: a batch
    /// is not faster than single calls here.
    [optional] atomic_many(
        segment: *mut c_void,
        rank: u32,
        ops: *const WordOp,
        count: usize
    ) -> c_int;

    // Since minor version 10.
    /// A call on the sending side: sends the `head_len` bytes at `head` and a beginning of the
    /// `len` bytes at `body` as one message, without copying the body. Returns how many bytes of
    /// the body it has, or 0: not now. These stay readable and unchanged until `take_back` of this
    /// `key`, which several messages may share, has returned. `ENOTSUP`: not to this peer, or a
    /// copy of so few bytes is faster.
    [optional] lend(
        channel: *mut c_void,
        dst: NetAddr,
        head: *const c_void,
        head_len: usize,
        body: *const c_void,
        len: usize,
        key: u64
    ) -> ssize_t;
    /// A call on the sending side: the bodies lent to `dst` with this key are not used any more.
    /// To be called when the receiver has told that it has them: the network may know it later, and
    /// a receiver that does not have them may get other bytes. Returns 0.
    [optional] take_back(channel: *mut c_void, dst: NetAddr, key: u64) -> c_int;
}

// SAFETY: a table is made of function pointers and of pointers to constants that live as long as
// the plugin, which is never unloaded.
unsafe impl Sync for Plugin {}
// SAFETY: as above.
unsafe impl Send for Plugin {}
