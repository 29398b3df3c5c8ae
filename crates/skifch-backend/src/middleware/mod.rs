//! Middleware: networks that wrap another network of any kind at its op table.
//!
//! `SKIFCH_BACKEND=trace+fault+shm` opens shm, wraps it in [`fault`](FAULT), and that in
//! [`trace`](TRACE). `layer.rs` forwards every entry; a middleware implements only what it changes.

mod fault;
mod layer;
mod trace;

use crate::{Error, HostRef};
use skifch_abi::{Param, Plugin};
use std::ffi::c_void;

/// An open domain with the op table through which it is used.
#[derive(Clone, Copy)]
pub struct Opened {
    /// The op table.
    pub table: &'static Plugin,
    /// The domain.
    pub domain: *mut c_void,
}

/// A network that wraps another.
pub struct Middleware {
    /// Its name in `SKIFCH_BACKEND`.
    pub name: &'static str,
    /// One-line description.
    pub about: &'static str,
    /// Its parameters, `SKIFCH_<NAME>_<KEY>`.
    pub params: &'static [Param],
    wrap: fn(HostRef, Opened) -> Result<Opened, Error>,
}

impl Middleware {
    /// Wraps an open domain. Closing the result closes `inner`; on an error `inner` stays open.
    ///
    /// # Errors
    /// A parameter that cannot be parsed, or a file that cannot be written.
    ///
    /// # Safety
    /// `inner` is open, and from now on used only through what this gives; `host` outlives it.
    pub unsafe fn wrap(&self, host: HostRef, inner: Opened) -> Result<Opened, Error> {
        (self.wrap)(host, inner)
    }
}

/// Adverse behaviour that the contract allows: refused and cut sends, late and split messages, late
/// wake-ups.
pub const FAULT: Middleware = fault::MIDDLEWARE;
/// Records every call.
pub const TRACE: Middleware = trace::MIDDLEWARE;
/// All middleware.
pub const ALL: &[Middleware] = &[FAULT, TRACE];

/// A parameter of a middleware.
const fn param(
    key: &'static std::ffi::CStr,
    default: &'static std::ffi::CStr,
    help: &'static std::ffi::CStr,
) -> Param {
    Param { key: key.as_ptr(), default: default.as_ptr(), help: help.as_ptr() }
}

#[cfg(test)]
mod tests;
