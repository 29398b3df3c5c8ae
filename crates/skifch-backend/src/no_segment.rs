//! The segment type of a network without segments.

use crate::word::Atomic;
use crate::{Error, Segment, Target};
use std::ffi::c_void;

/// The segment type of a backend without segments; it has no values.
pub enum NoSegment {}

impl Segment for NoSegment {
    fn ptr(&self, _: u32) -> *mut c_void {
        match *self {}
    }
    unsafe fn put(&self, _: Target, _: *const u8, _: usize) -> Result<(), Error> {
        match *self {}
    }
    unsafe fn get(&self, _: Target, _: *mut u8, _: usize) -> Result<(), Error> {
        match *self {}
    }
    unsafe fn get_async(&self, _: Target, _: *mut u8, _: usize) -> Result<(), Error> {
        match *self {}
    }
    fn atomic(&self, _: Target, _: &Atomic) -> Result<u64, Error> {
        match *self {}
    }
    fn fence(&self) -> Result<(), Error> {
        match *self {}
    }
    fn quiet(&self) -> Result<(), Error> {
        match *self {}
    }
    fn syncreads(&self) -> Result<(), Error> {
        match *self {}
    }
}
