//! The op table of a backend: what a plugin exports and what the built-in backends register.
//!
//! Common rules: functions that return an integer answer a negative errno on failure, after having
//! said why through [`Host::fail`](crate::Host); 0 from a data call means "not now" and is no
//! failure. `send`, `recv` and `recv_comp` are jumped to from the calls of the C library, so they
//! fail as those do: -1 and errno, by [`Host::fail_call`](crate::Host). At most one thread uses the
//! sending side of a channel and one the receiving side at a time; functions of different channels
//! run in parallel.

use crate::{Attr, Host, Join, Message, NetAddr, Param, Stats, WordOp};
use core::ffi::{c_char, c_int, c_void};
use libc::{iovec, ssize_t};

/// Tables of another major version are refused.
pub const ABI_MAJOR: u32 = 1;
/// Grows when something is appended to a table.
pub const ABI_MINOR: u32 = 9;

/// The symbol that a plugin exports, of type [`PluginEntry`].
pub const PLUGIN_SYMBOL: &core::ffi::CStr = c"skifch_plugin_v1";

/// Gives the plugin's table, which lives until the process ends; null if it cannot work with this
/// host (said through its `log`).
pub type PluginEntry = unsafe extern "C" fn(host: *const Host) -> *const Plugin;

/// Declares the table once: required entries are plain pointers, optional ones may be null.
macro_rules! op_table {
    ($( $(#[$doc:meta])* [$kind:ident] $name:ident($($arg:ident: $ty:ty),*) -> $ret:ty; )*) => {
        /// `skifch_plugin_v1_t`: a backend as a table of functions.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct Plugin {
            /// [`ABI_MAJOR`] that the plugin was built for.
            pub abi_major: u32,
            /// [`ABI_MINOR`] that the plugin was built for.
            pub abi_minor: u32,
            /// Bytes of this struct as the plugin knows it; entries beyond are taken as null.
            pub size: usize,
            /// Name by which `SKIFCH_BACKEND` selects it, in lower case.
            pub name: *const c_char,
            /// Version for people.
            pub version: *const c_char,
            /// What it is, in one line.
            pub about: *const c_char,
            /// Its settings.
            pub params: *const Param,
            /// How many there are.
            pub param_count: usize,
            /// What it can do at best ([`crate::Caps`]); an open channel may report less.
            pub caps: u64,
            $( $(#[$doc])* pub $name: op_table!(@ty $kind fn($($arg: $ty),*) -> $ret), )*
        }

        impl Plugin {
            /// The names of the required entries that are null in a table given as raw words.
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
        // SAFETY: the caller vouches for the table; the entry is read as a plain word because a
        // null function pointer must not come into being.
        if unsafe { (&raw const (*$table).$name).cast::<usize>().read() } == 0 {
            $missing.push(stringify!($name));
        }
    };
}

op_table! {
    /// Whether the backend can work here: 0, or a negative errno with the reason said.
    [optional] probe(host: *const Host) -> c_int;
    /// Joins the job: collective, once a process. The table `host` lives until `domain_close`.
    [required] domain_open(host: *const Host, domain: *mut *mut c_void) -> c_int;
    /// Leaves the job, after all channels and segments are closed. A negative errno tells that
    /// something which was accepted will not arrive; the job is left all the same.
    [required] domain_close(domain: *mut c_void) -> c_int;
    /// The time of the job in nanoseconds from some start; null: the host's monotonic clock.
    [optional] time_ns(domain: *mut c_void) -> u64;

    /// Opens the channel on `port`; a port can be open once (`EADDRINUSE`).
    [required] open(domain: *mut c_void, port: u32, channel: *mut *mut c_void) -> c_int;
    /// Closes a channel in good order: what was accepted is still delivered.
    [required] close(channel: *mut c_void) -> c_int;
    /// `SkifCh_Send`: bytes taken, 0 when there is no room now, -1 with errno.
    [required] send(
        channel: *mut c_void,
        dst: NetAddr,
        iov: *const iovec,
        iov_count: c_int
    ) -> ssize_t;
    /// `SkifCh_Recv`: bytes of the next message, 0 when there is none now, -1 with errno. An empty
    /// message, which this call cannot show, is `EBADMSG` and stays for `recv_ex`. `ECONNRESET`
    /// once for each peer that died, after its last message.
    [required] recv(channel: *mut c_void, cont: *mut iovec, cont_count: *mut c_int) -> ssize_t;
    /// `SkifCh_RecvComp`: the space of what was received may be reused: 0, or -1 with errno;
    /// `EINVAL` if nothing is out.
    [required] recv_comp(channel: *mut c_void) -> c_int;

    /// Send with flags ([`crate::SendFlags`]) and empty messages: 1 taken (`*taken` bytes), 0 no
    /// room.
    [required] send_ex(
        channel: *mut c_void,
        dst: NetAddr,
        iov: *const iovec,
        iov_count: c_int,
        flags: u32,
        taken: *mut usize
    ) -> c_int;
    /// Receive with source and empty messages: 1 or 0.
    [required] recv_ex(channel: *mut c_void, message: *mut Message) -> c_int;
    /// Receives up to `max` messages that are there now, all released by one `recv_comp`: how many.
    [optional] recv_many(channel: *mut c_void, messages: *mut Message, max: c_int) -> c_int;
    /// Space for a message of up to `len` bytes to be built in place: 1 or 0. One claim at a time.
    [optional] claim(
        channel: *mut c_void,
        dst: NetAddr,
        len: usize,
        cont: *mut iovec,
        cont_count: *mut c_int
    ) -> c_int;
    /// Sends the first `len` bytes of what was claimed.
    [optional] commit(channel: *mut c_void, len: usize) -> c_int;
    /// Gives a claim back.
    [optional] abort(channel: *mut c_void) -> c_int;

    /// Waits until one of `events` ([`crate::Events`]; `dst` counts for `SEND`) or for `timeout_ns`
    /// (0: only looks; negative: without limit). Gives the events that hold, 0 when the time is
    /// over.
    [required] wait(channel: *mut c_void, events: u32, dst: NetAddr, timeout_ns: i64) -> c_int;
    /// A descriptor that becomes readable after `arm` when something happens. Belongs to the
    /// channel.
    [optional] event_fd(channel: *mut c_void) -> c_int;
    /// Asks for the descriptor to report: gives the events that hold already (do not sleep), or 0.
    [optional] arm(channel: *mut c_void, events: u32, dst: NetAddr) -> c_int;
    /// Moves what needs moving without sending or receiving.
    [optional] progress(channel: *mut c_void) -> c_int;
    /// [`crate::PeerState`] of a peer's channel.
    [optional] peer_state(channel: *mut c_void, peer: NetAddr) -> c_int;
    /// Fills in limits and estimates.
    [required] query(channel: *mut c_void, attr: *mut Attr) -> c_int;
    /// Fills in the counters; from any thread.
    [optional] stats(channel: *mut c_void, stats: *mut Stats) -> c_int;

    /// Collective: memory of `bytes` bytes, zeroed, on every rank, reachable from all.
    [optional] seg_open(domain: *mut c_void, bytes: usize, segment: *mut *mut c_void) -> c_int;
    /// Frees it, when no rank uses it any more: collective.
    [optional] seg_close(segment: *mut c_void) -> c_int;
    /// Direct pointer to the start of `rank`'s part, or null where there is none.
    [optional] seg_ptr(segment: *mut c_void, rank: u32) -> *mut c_void;
    /// Writes `len` bytes from `src` into `rank`'s part; `src` may be reused on return.
    [optional] put(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        src: *const c_void,
        len: usize
    ) -> c_int;
    /// Reads `len` bytes into `dst`; done on return.
    [optional] get(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize
    ) -> c_int;
    /// Starts a counted read; `dst` is filled when `syncreads` returns.
    [optional] get_async(
        segment: *mut c_void,
        rank: u32,
        offset: usize,
        dst: *mut c_void,
        len: usize
    ) -> c_int;
    /// [`crate::AtomicOp`] `op` on a word of `width` bytes (4 or 8), aligned to it. `result`, where
    /// not null, gets the old value; null lets the operation be one-way, to take effect before
    /// `seg_quiet` returns.
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
    /// Orders puts and atomics to each target: earlier ones take effect before later ones.
    [optional] seg_fence(segment: *mut c_void) -> c_int;
    /// Waits until all puts and atomics have taken effect.
    [optional] seg_quiet(segment: *mut c_void) -> c_int;
    /// Waits until all counted reads have arrived.
    [optional] syncreads(segment: *mut c_void) -> c_int;

    // Since minor version 1: what a composite of several networks needs of each.
    /// Whether messages to `rank` can go here: 1, 0, or a negative errno; null: to every rank. Who
    /// reaches whom divides the ranks into groups: it holds both ways, and what reaches one of a
    /// group reaches all of it. `*via`, where not null, gets the name of the network that carries
    /// them, which lives as long as the process.
    [optional] reach(domain: *mut c_void, rank: u32, via: *mut *const c_char) -> c_int;
    /// The descriptor of one side, `RECV` or `SEND`: readable when something happened after
    /// `side_arm` of that side. Two threads may sleep on the sides, each on its own.
    [optional] side_fd(channel: *mut c_void, side: u32) -> c_int;
    /// Announces that one side is about to sleep, `SEND` until there is room for `dst`: 1 do not,
    /// it is ready, or 0.
    [optional] side_arm(channel: *mut c_void, side: u32, dst: NetAddr) -> c_int;
    /// Takes the announcement back, and whatever woke the side out of its descriptor.
    [optional] side_disarm(channel: *mut c_void, side: u32) -> c_int;
    /// As `seg_open`, where this rank's part is there already: `bytes` zeroed bytes at `base`,
    /// which live until `seg_close`. Atomics that other ranks ask for are done with those of the
    /// processor, so that the memory may be reached in another way as well.
    [optional] seg_adopt(
        domain: *mut c_void,
        base: *mut c_void,
        bytes: usize,
        segment: *mut *mut c_void
    ) -> c_int;

    // Since minor version 2: what a network with a clock of its own must know.
    /// Said on every rank before all of them wait for each other by other means than this network
    /// (`SkifCh_SlowBarrier`): 0 when all have said it, or a negative errno. Clocks meet there.
    [optional] meet(domain: *mut c_void) -> c_int;
    /// The program computes for `ns` nanoseconds: 0, or a negative errno; null: computing takes
    /// the time that it takes.
    [optional] compute(domain: *mut c_void, ns: u64) -> c_int;
    /// As `seg_open`, where this rank's part is private memory of the process, `bytes` bytes at
    /// `base`, whole pages, as many on every rank. It stays where it is with what is in it, and
    /// others can reach it until `seg_close`; `seg_ptr` of the own rank is `base`. After it the
    /// memory is there as before, and may be shared once more. A forked child has a copy of its
    /// own.
    [optional] seg_over(
        domain: *mut c_void,
        base: *mut c_void,
        bytes: usize,
        segment: *mut *mut c_void
    ) -> c_int;

    // Since minor version 3.
    /// As `atomic`, counted as a read: `width` bytes at `dst` get the old value when `syncreads`
    /// returns. It has taken effect when `seg_quiet` returns. Null: who calls waits for `atomic`.
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
    /// Copies `len` bytes at `address` of the memory of the process whose channel `src` is to
    /// `dst`, on the receiving side: 1, or 0 where that cannot be done, now or ever; then `dst` has
    /// anything. Something of `src` has been received before.
    [optional] copy_from(
        channel: *mut c_void,
        src: NetAddr,
        address: u64,
        dst: *mut c_void,
        len: usize
    ) -> c_int;

    // Since minor version 5.
    /// Joins, on the sending side, something that all ranks of the job do together, each once:
    /// a message of `len` bytes at `base` to oneself, of which the network makes what [`Join`]
    /// says, and which it gives back as soon as all have joined (of a copy: as soon as the root
    /// has). 1 taken, 0 not now: try again.
    [optional] join(
        channel: *mut c_void,
        join: *const Join,
        base: *const c_void,
        len: usize
    ) -> c_int;

    // Since minor version 6.
    /// As `copy_from` the other way: copies the `len` bytes at `src` to `address` of the memory of
    /// the process whose channel `dst` is, which has said that it may. Where it answers 0, anything
    /// may be there.
    [optional] copy_to(
        channel: *mut c_void,
        dst: NetAddr,
        address: u64,
        src: *const c_void,
        len: usize
    ) -> c_int;

    // Since minor version 7.
    /// As `copy_from`, of `count` pieces at once: each at `from` there, which goes to the place of
    /// as many bytes at `to`. 1 if all have come.
    [optional] copy_pieces(
        channel: *mut c_void,
        src: NetAddr,
        from: *const iovec,
        to: *const iovec,
        count: c_int
    ) -> c_int;

    // Since minor version 8.
    /// This rank is about to end the whole job, as the program wants it: 0. What the network says
    /// of ranks that end without leaving it would be wrong then. From any thread.
    [optional] ending(domain: *mut c_void) -> c_int;

    // Since minor version 9.
    /// As `atomic` without the old value, `count` of them at once, in their order, on words of one
    /// rank. Null: that saves nothing.
    [optional] atomic_many(
        segment: *mut c_void,
        rank: u32,
        ops: *const WordOp,
        count: usize
    ) -> c_int;
}

// SAFETY: a table is made of function pointers and of pointers to constants that live as long as
// the plugin, which is never unloaded.
unsafe impl Sync for Plugin {}
// SAFETY: as above.
unsafe impl Send for Plugin {}
