//! Converts the traits to the op table, which a plugin exports and built-in backends register.
//!
//! | file         | entries                                                         |
//! |--------------|-----------------------------------------------------------------|
//! | `data.rs`    | send, receive, claim: the path of every message, and its checks |
//! | `direct.rs`  | copies between processes, loans, collective operations          |
//! | `control.rs` | domain, open and close, waiting, queries                        |
//! | `memory.rs`  | segments                                                        |
//!
//! Arguments are checked here, once for all backends; only the backend can know whether a
//! destination exists.

mod control;
mod data;
mod direct;
mod memory;

pub(crate) use control::{epoll_of, no_open};
pub(crate) use data::{send_any, send_ex as send_ex_any};
pub(crate) use direct::{copy_from, copy_pieces, copy_to};
pub(crate) use memory::seg_over;

use crate::traits::{Segment as _, Tx as _};
use crate::wait::Policy;
use crate::{Backend, Domain, Error, HostRef, StatSource};
use skifch_abi::{ABI_MAJOR, ABI_MINOR, Attr, Caps, Plugin};
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_int, c_void};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, OnceLock};

/// The context behind the `domain` pointer of a table made here.
pub(crate) struct DomainContext<D> {
    domain: D,
    host: HostRef,
    policy: Policy,
}

/// The context behind the `channel` pointer. Each side is accessed by at most one thread, by the op
/// table's threading rule for its caller; everything else is read-only or synchronised.
pub(crate) struct ChannelContext<D: Domain> {
    tx: UnsafeCell<D::Tx>,
    rx: UnsafeCell<D::Rx>,
    attr: Attr,
    stats: Arc<dyn StatSource>,
    host: HostRef,
    policy: Policy,
    /// The last wait ended without an event.
    in_vain: AtomicBool,
    sleeps: AtomicU64,
    /// Combines the descriptors of both sides; created on first use.
    event_fd: OnceLock<control::SideFds>,
}

/// The context behind the `segment` pointer.
struct SegmentContext<S> {
    segment: S,
    host: HostRef,
}

/// The op table of a backend, used by the registry of built-in backends and by `export_backend!`.
pub const fn table<T: Backend>() -> &'static Plugin {
    Table::<T>::TABLE
}

struct Table<T>(PhantomData<T>);

impl<T: Backend> Table<T> {
    const TABLE: &'static Plugin = &Plugin {
        name: T::NAME.as_ptr(),
        about: T::ABOUT.as_ptr(),
        params: T::PARAMS.as_ptr(),
        param_count: T::PARAMS.len(),
        caps: T::CAPS.0,
        probe: Some(control::probe::<T>),
        domain_open: control::domain_open::<T>,
        reach: Some(control::reach::<T>),
        seg_adopt: if T::ADOPTS { Some(memory::seg_adopt::<T::Domain>) } else { None },
        meet: if T::CAPS.has(Caps::VIRTUAL_TIME) { Some(control::meet::<T::Domain>) } else { None },
        compute: if T::CAPS.has(Caps::VIRTUAL_TIME) {
            Some(control::compute::<T::Domain>)
        } else {
            None
        },
        seg_over: if T::OVERLAYS { Some(seg_over::<T::Domain>) } else { None },
        copy_from: if T::CAPS.has(Caps::SINGLE_COPY) { Some(copy_from::<T::Domain>) } else { None },
        join: if T::CAPS.has(Caps::JOIN) { Some(direct::join::<T::Domain>) } else { None },
        copy_to: if T::CAPS.has(Caps::SINGLE_COPY) { Some(copy_to::<T::Domain>) } else { None },
        copy_pieces: if T::CAPS.has(Caps::SINGLE_COPY) {
            Some(copy_pieces::<T::Domain>)
        } else {
            None
        },
        ending: if T::CAPS.has(Caps::VIRTUAL_TIME) {
            Some(control::ending::<T::Domain>)
        } else {
            None
        },
        ..entries::<T::Domain>(T::CAPS.has(Caps::SEGMENT))
    };
}

/// The entries that depend only on the domain type; name and capabilities are left empty.
pub(crate) const fn entries<D: Domain>(has_segments: bool) -> Plugin {
    /// An entry that is present only if there are segments.
    macro_rules! segment {
        ($has:expr, $name:ident) => {
            if $has { Some(memory::$name::<D>) } else { None }
        };
    }
    Plugin {
        abi_major: ABI_MAJOR,
        abi_minor: ABI_MINOR,
        size: size_of::<Plugin>(),
        name: c"".as_ptr(),
        version: VERSION.as_ptr(),
        about: c"".as_ptr(),
        params: std::ptr::null(),
        param_count: 0,
        caps: 0,
        probe: None,
        domain_open: no_open,
        domain_close: control::domain_close::<D>,
        time_ns: Some(control::time_ns::<D>),
        open: control::open::<D>,
        close: control::close::<D>,
        send: data::send::<D>,
        recv: data::recv::<D>,
        recv_comp: data::recv_comp::<D>,
        send_ex: data::send_ex::<D>,
        recv_ex: data::recv_ex::<D>,
        recv_many: Some(data::recv_many::<D>),
        claim: Some(data::claim::<D>),
        commit: Some(data::commit::<D>),
        abort: Some(data::abort::<D>),
        wait: control::wait::<D>,
        event_fd: Some(control::event_fd::<D>),
        arm: Some(control::arm::<D>),
        progress: Some(control::progress::<D>),
        peer_state: Some(control::peer_state::<D>),
        query: control::query::<D>,
        stats: Some(control::stats::<D>),
        seg_open: segment!(has_segments, seg_open),
        seg_close: segment!(has_segments, seg_close),
        seg_ptr: segment!(has_segments, seg_ptr),
        put: segment!(has_segments, put),
        get: segment!(has_segments, get),
        get_async: segment!(has_segments, get_async),
        atomic: segment!(has_segments, atomic),
        seg_fence: segment!(has_segments, seg_fence),
        seg_quiet: segment!(has_segments, seg_quiet),
        syncreads: segment!(has_segments, syncreads),
        reach: None,
        side_fd: Some(control::side_fd::<D>),
        side_arm: Some(control::side_arm::<D>),
        side_disarm: Some(control::side_disarm::<D>),
        seg_adopt: None,
        meet: None,
        compute: None,
        seg_over: None,
        atomic_async: segment!(has_segments, atomic_async),
        copy_from: None,
        join: None,
        copy_to: None,
        copy_pieces: None,
        ending: None,
        atomic_many: segment!(has_segments && D::Segment::TAKES_MANY, atomic_many),
        lend: if D::Tx::LENDS { Some(direct::lend::<D>) } else { None },
        take_back: if D::Tx::LENDS { Some(direct::take_back::<D>) } else { None },
    }
}

/// Boxes an open domain as the context that the entries expect.
///
/// # Errors
/// A parameter of the waiting policy that cannot be parsed.
pub(crate) fn context<D: Domain>(host: HostRef, domain: D) -> Result<*mut c_void, Error> {
    let policy = Policy::from_host(&host)?;
    Ok(Box::into_raw(Box::new(DomainContext { domain, host, policy })).cast())
}

/// The version of this crate, reported by built-in backends and by plugins built with it.
const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => c"?",
    };

/// Defines `skifch_plugin_v1` for a backend, in a crate of type `cdylib`:
///
/// ```text
/// skifch_backend::export_backend!(MyBackend);
/// ```
#[macro_export]
macro_rules! export_backend {
    ($backend:ty) => {
        /// The entry that SkifCh looks up in a plugin.
        ///
        /// # Safety
        /// None needed: the host table is not touched here.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn skifch_plugin_v1(
            _host: *const $crate::abi::Host,
        ) -> *const $crate::abi::Plugin {
            $crate::table::<$backend>()
        }
    };
}

impl<D: Domain> DomainContext<D> {
    /// # Safety
    /// `domain` came from `context::<D>` and is not closed.
    pub(crate) unsafe fn of<'a>(domain: *mut c_void) -> &'a D {
        // SAFETY: see above.
        &unsafe { &*domain.cast::<Self>() }.domain
    }
}

impl<D: Domain> ChannelContext<D> {
    /// # Safety
    /// `channel` came from `open::<D>` and is not closed.
    #[inline(always)]
    pub(crate) unsafe fn of<'a>(channel: *mut c_void) -> &'a Self {
        // SAFETY: see above.
        unsafe { &*channel.cast::<Self>() }
    }

    /// # Safety
    /// The caller is the one thread on the sending side, and holds no other reference to it.
    #[expect(clippy::mut_from_ref, reason = "exclusive by the op table's threading rule")]
    #[inline(always)]
    pub(crate) unsafe fn tx(&self) -> &mut D::Tx {
        // SAFETY: see above.
        unsafe { &mut *self.tx.get() }
    }

    /// # Safety
    /// The caller is the one thread on the receiving side, and holds no other reference to it.
    #[expect(clippy::mut_from_ref, reason = "exclusive by the op table's threading rule")]
    #[inline(always)]
    pub(crate) unsafe fn rx(&self) -> &mut D::Rx {
        // SAFETY: see above.
        unsafe { &mut *self.rx.get() }
    }
}

/// Reports why a call fails and returns its result.
#[cold]
#[inline(never)]
fn fail(host: &HostRef, error: Error) -> c_int {
    host.fail(&error)
}

/// The result of a call that returns no value.
#[inline(always)]
fn answer(host: &HostRef, result: Result<(), Error>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(error) => fail(host, error),
    }
}
