//! From the traits to the op table: what a plugin exports and what the built-in backends register.
//!
//! | file         | entries                                                         |
//! |--------------|-----------------------------------------------------------------|
//! | `data.rs`    | send, receive, claim: the path of every message, and its checks |
//! | `control.rs` | domain, open and close, waiting, queries                        |
//! | `memory.rs`  | segments                                                        |
//!
//! The checks of arguments live here, once for all backends; only whether a destination exists is
//! the backend's to know.

mod control;
mod data;
mod memory;

use crate::wait::Policy;
use crate::{Backend, Domain, Error, HostRef, StatSource};
use skifch_abi::{ABI_MAJOR, ABI_MINOR, Attr, Caps, Plugin};
use std::cell::UnsafeCell;
use std::ffi::{CStr, c_int, c_void};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

/// What the `domain` pointer of a table made here points to.
struct DomainContext<D> {
    domain: D,
    host: HostRef,
    policy: Policy,
}

/// What the `channel` pointer points to. The sides are reached by at most one thread each, which is
/// the op table's rule for its caller; everything else is read-only or synchronised.
struct ChannelContext<D: Domain> {
    tx: UnsafeCell<D::Tx>,
    rx: UnsafeCell<D::Rx>,
    attr: Attr,
    stats: Arc<dyn StatSource>,
    host: HostRef,
    policy: Policy,
    sleeps: AtomicU64,
    /// Joins the descriptors of both sides; made when it is first asked for.
    event_fd: OnceLock<control::SideFds>,
}

/// What the `segment` pointer points to.
struct SegmentContext<S> {
    segment: S,
    host: HostRef,
}

/// The op table of a backend, for the registry of built-in backends and for `export_backend!`.
pub const fn table<T: Backend>() -> &'static Plugin {
    Table::<T>::TABLE
}

struct Table<T>(PhantomData<T>);

impl<T: Backend> Table<T> {
    const SEGMENTS: bool = T::CAPS.has(Caps::SEGMENT);

    const TABLE: &'static Plugin = &Plugin {
        abi_major: ABI_MAJOR,
        abi_minor: ABI_MINOR,
        size: size_of::<Plugin>(),
        name: T::NAME.as_ptr(),
        version: VERSION.as_ptr(),
        about: T::ABOUT.as_ptr(),
        params: T::PARAMS.as_ptr(),
        param_count: T::PARAMS.len(),
        caps: T::CAPS.0,
        probe: Some(control::probe::<T>),
        domain_open: control::domain_open::<T>,
        domain_close: control::domain_close::<T::Domain>,
        time_ns: Some(control::time_ns::<T::Domain>),
        open: control::open::<T::Domain>,
        close: control::close::<T::Domain>,
        send: data::send::<T::Domain>,
        recv: data::recv::<T::Domain>,
        recv_comp: data::recv_comp::<T::Domain>,
        send_ex: data::send_ex::<T::Domain>,
        recv_ex: data::recv_ex::<T::Domain>,
        recv_many: Some(data::recv_many::<T::Domain>),
        claim: Some(data::claim::<T::Domain>),
        commit: Some(data::commit::<T::Domain>),
        abort: Some(data::abort::<T::Domain>),
        wait: control::wait::<T::Domain>,
        event_fd: Some(control::event_fd::<T::Domain>),
        arm: Some(control::arm::<T::Domain>),
        progress: Some(control::progress::<T::Domain>),
        peer_state: Some(control::peer_state::<T::Domain>),
        query: control::query::<T::Domain>,
        stats: Some(control::stats::<T::Domain>),
        seg_open: if Self::SEGMENTS { Some(memory::seg_open::<T::Domain>) } else { None },
        seg_close: if Self::SEGMENTS { Some(memory::seg_close::<T::Domain>) } else { None },
        seg_ptr: if Self::SEGMENTS { Some(memory::seg_ptr::<T::Domain>) } else { None },
        put: if Self::SEGMENTS { Some(memory::put::<T::Domain>) } else { None },
        get: if Self::SEGMENTS { Some(memory::get::<T::Domain>) } else { None },
        get_async: if Self::SEGMENTS { Some(memory::get_async::<T::Domain>) } else { None },
        atomic: if Self::SEGMENTS { Some(memory::atomic::<T::Domain>) } else { None },
        seg_fence: if Self::SEGMENTS { Some(memory::seg_fence::<T::Domain>) } else { None },
        seg_quiet: if Self::SEGMENTS { Some(memory::seg_quiet::<T::Domain>) } else { None },
        syncreads: if Self::SEGMENTS { Some(memory::syncreads::<T::Domain>) } else { None },
    };
}

/// The version of this crate, which built-in backends and plugins made from it carry.
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

impl<D: Domain> ChannelContext<D> {
    /// # Safety
    /// `channel` came from `open::<D>` and is not closed.
    #[inline(always)]
    unsafe fn of<'a>(channel: *mut c_void) -> &'a Self {
        // SAFETY: see above.
        unsafe { &*channel.cast::<Self>() }
    }

    /// # Safety
    /// The caller is the one thread on the sending side, and holds no other reference to it.
    #[expect(clippy::mut_from_ref, reason = "exclusive by the op table's threading rule")]
    #[inline(always)]
    unsafe fn tx(&self) -> &mut D::Tx {
        // SAFETY: see above.
        unsafe { &mut *self.tx.get() }
    }

    /// # Safety
    /// The caller is the one thread on the receiving side, and holds no other reference to it.
    #[expect(clippy::mut_from_ref, reason = "exclusive by the op table's threading rule")]
    #[inline(always)]
    unsafe fn rx(&self) -> &mut D::Rx {
        // SAFETY: see above.
        unsafe { &mut *self.rx.get() }
    }
}

/// Says why a call fails and gives its answer.
#[cold]
#[inline(never)]
fn fail(host: &HostRef, error: Error) -> c_int {
    host.fail(&error)
}

/// The answer of a call without a result.
#[inline(always)]
fn answer(host: &HostRef, result: Result<(), Error>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(error) => fail(host, error),
    }
}
