//! An open network under a composite, and an open channel of it.

use crate::Error;
use crate::middleware::Opened;
use skifch_abi::{Attr, Caps, Plugin};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// An open network, joined by every rank of the job. Dropping it leaves that network.
pub struct Child {
    name: String,
    opened: Opened,
}

// SAFETY: a domain may be used from any thread, by the op table's rules.
unsafe impl Send for Child {}
// SAFETY: as above.
unsafe impl Sync for Child {}

impl Child {
    /// Wraps an open domain; `name` is used in messages to the user.
    ///
    /// # Safety
    /// The domain is open, from now on used only through this value, and the host it was opened
    /// with outlives it.
    pub unsafe fn new(name: &str, opened: Opened) -> Self {
        Self { name: name.to_owned(), opened }
    }

    /// Its name, including the middleware in front of it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its capabilities at best.
    pub fn caps(&self) -> Caps {
        Caps(self.table().caps)
    }

    /// Whether it carries messages to `rank`.
    ///
    /// # Errors
    /// The child cannot tell.
    pub fn reaches(&self, rank: u32) -> Result<bool, Error> {
        match self.reach(rank, null_mut()) {
            rc @ 0.. => Ok(rc > 0),
            rc => {
                let text = format!("{} cannot determine whether it reaches rank {rank}", self.name);
                Err(Error::new(-rc, text))
            }
        }
    }

    /// The name of the network through which it carries messages to `rank`.
    pub(super) fn via(&self, rank: u32) -> *const c_char {
        let mut via = null();
        if self.reach(rank, &raw mut via) > 0 && !via.is_null() { via } else { self.table().name }
    }

    fn reach(&self, rank: u32, via: *mut *const c_char) -> c_int {
        // SAFETY: the domain is open; `via` is null or a place for a pointer.
        self.table().reach.map_or(1, |reach| unsafe { reach(self.domain(), rank, via) })
    }

    /// Whether it can create segments whose memory others can adopt.
    pub(super) fn makes_memory(&self) -> bool {
        let table = self.table();
        self.caps().has(Caps::SEGMENT) && table.seg_open.is_some() && table.seg_ptr.is_some()
    }

    /// The domain, for a caller that uses it without a composite.
    pub fn into_opened(mut self) -> Opened {
        let opened = self.opened;
        drop(std::mem::take(&mut self.name));
        // Does not leave the network.
        std::mem::forget(self);
        opened
    }

    /// Leaves the network; returns the error that it reports.
    pub(super) fn leave(self) -> Result<(), Error> {
        let Opened { table, domain } = self.into_opened();
        // SAFETY: the domain is open, and this is its last use.
        match unsafe { (table.domain_close)(domain) } {
            0.. => Ok(()),
            rc => Err(Error::passed_on(rc)),
        }
    }

    pub(super) fn table(&self) -> &'static Plugin {
        self.opened.table
    }

    pub(super) fn domain(&self) -> *mut c_void {
        self.opened.domain
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // SAFETY: the domain is open, and this is its last use. Its result is not reported: the
        // operation that it was part of has already failed.
        unsafe { (self.table().domain_close)(self.domain()) };
    }
}

/// An open channel of a child. Dropping it closes it.
pub(super) struct Lane {
    pub(super) table: &'static Plugin,
    pub(super) ctx: *mut c_void,
    /// The attributes that the channel reports.
    pub(super) attr: Attr,
}

// SAFETY: the sides of a channel may be used from any thread, one thread on each side, which the
// sides of the composite ensure.
unsafe impl Send for Lane {}
// SAFETY: as above.
unsafe impl Sync for Lane {}

impl Lane {
    pub(super) fn open(child: &Child, port: u32) -> Result<Self, Error> {
        let mut ctx = null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { (child.table().open)(child.domain(), port, &raw mut ctx) };
        if rc < 0 {
            return Err(Error::passed_on(rc));
        }
        let mut lane = Self { table: child.table(), ctx, attr: Attr::new() };
        // SAFETY: the channel is open; `attr` carries its size.
        match unsafe { (lane.table.query)(ctx, &raw mut lane.attr) } {
            0.. => Ok(lane),
            rc => Err(Error::passed_on(rc)),
        }
    }
}

impl Lane {
    /// Whether memory can be copied directly from the ranks that it reaches.
    pub(super) fn copies(&self) -> bool {
        self.attr.caps.has(Caps::SINGLE_COPY)
    }
}

impl Drop for Lane {
    fn drop(&mut self) {
        // SAFETY: the channel is open, and this is its last use.
        unsafe { (self.table.close)(self.ctx) };
    }
}

/// A constant string of an op table.
pub(super) fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: not null, so a C string that lives as long as the process.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
