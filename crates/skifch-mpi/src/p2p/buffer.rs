//! The program's memory for a message.

use crate::Datatype;
use crate::datatype::{DENSE_BYTES, Type, pack_bytes, unpack_bytes};
use crate::engine::Engine;
use crate::error::{Result, fail};
use skifch::{copy_out, copy_payload};
use std::sync::Arc;

/// Elements in memory that the program leaves to the library until the operation is complete.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    /// Address of the first byte if contiguous, else the origin of the displacements.
    pub(crate) base: *mut u8,
    /// Bytes of data.
    pub(crate) bytes: usize,
    /// The datatype; `None` if the bytes are contiguous.
    pub(crate) ty: Option<Arc<Type>>,
}

// SAFETY: the memory is used under the engine's lock, or by the one thread that the call is for.
unsafe impl Send for Buffer {}

impl Buffer {
    /// Contiguous bytes.
    pub(crate) fn dense(base: *mut u8, bytes: usize) -> Self {
        Self { base, bytes, ty: None }
    }

    /// `count` elements of a datatype.
    pub(crate) fn typed(base: *const u8, count: usize, ty: &Arc<Type>) -> Result<Self> {
        let base = base.cast_mut();
        let Some(bytes) = ty.size().checked_mul(count) else {
            return fail!(Count, "{count} elements of {} bytes fit no memory", ty.size());
        };
        Ok(match ty.dense(count) {
            Some(disp) => Self { base: base.wrapping_offset(disp), bytes, ty: None },
            None => Self { base, bytes, ty: Some(ty.clone()) },
        })
    }

    /// Writes bytes `skip..skip + len` of the message to `out`.
    ///
    /// # Safety
    /// The program's promise holds, the message has these bytes, `out` has room.
    pub(crate) unsafe fn read(&self, skip: usize, out: *mut u8, len: usize) {
        // SAFETY: our caller's promise.
        unsafe {
            match &self.ty {
                None => out.copy_from(self.base.add(skip), len),
                Some(ty) => pack_bytes(ty.at(self.base), skip, out, len),
            }
        }
    }

    /// As [`read`](Self::read) from the start, to memory that other ranks have read.
    ///
    /// # Safety
    /// As `read`.
    pub(crate) unsafe fn read_out(&self, out: *mut u8, len: usize) {
        // SAFETY: our caller's promise.
        unsafe {
            match &self.ty {
                None => copy_out(self.base, out, len),
                Some(_) => self.read(0, out, len),
            }
        }
    }

    /// Writes `len` bytes from `from` to offset `skip` of the message, as far as the buffer has
    /// room.
    ///
    /// # Safety
    /// The program's promise holds; `from` has `len` bytes, elsewhere.
    pub(crate) unsafe fn write(&self, skip: usize, from: *const u8, len: usize) {
        let len = len.min(self.bytes.saturating_sub(skip));
        if len == 0 {
            return;
        }
        // SAFETY: our caller's promise; what is beyond the end was cut off.
        unsafe {
            match &self.ty {
                // Not `memcpy`: its `rep movsb` is slow on some processors for a payload behind a
                // header (`copy_by_lines` of skifch-ring).
                None => copy_payload(from, self.base.add(skip), len),
                Some(ty) => unpack_bytes(ty.at(self.base), skip, from, len),
            }
        }
    }

    /// Copies the message of this buffer into another, as far as that has room.
    ///
    /// # Safety
    /// The program's promise holds for both; their memory does not overlap, unless both are dense.
    pub(crate) unsafe fn copy_to(&self, other: &Self) {
        let len = self.bytes.min(other.bytes);
        if len == 0 {
            return;
        }
        // SAFETY: our caller's promise; `len` bytes are in both.
        unsafe {
            match (&self.ty, &other.ty) {
                (_, None) => self.read(0, other.base, len),
                (None, _) => other.write(0, self.base, len),
                _ => {
                    let packed = self.packed();
                    other.write(0, packed.as_ptr(), len);
                }
            }
        }
    }

    /// A packed copy of the message.
    ///
    /// # Safety
    /// The program's promise holds.
    pub(crate) unsafe fn packed(&self) -> Box<[u8]> {
        let mut packed = Vec::with_capacity(self.bytes);
        // SAFETY: there is room for all bytes, and all are written.
        unsafe {
            self.read(0, packed.as_mut_ptr(), self.bytes);
            packed.set_len(self.bytes);
        }
        packed.into()
    }
}

impl Engine {
    /// The buffer that the arguments of a call describe.
    #[inline]
    pub(crate) fn buffer(
        &self,
        base: *const u8,
        count: usize,
        datatype: Datatype,
    ) -> Result<Buffer> {
        let size = self.dense_bytes(datatype);
        if size > 0
            && let Some(bytes) = size.checked_mul(count)
        {
            return Ok(Buffer { base: base.cast_mut(), bytes, ty: None });
        }
        Buffer::typed(base, count, self.committed(datatype)?)
    }

    /// Bytes of one element of a predefined datatype without gaps, else 0.
    #[inline(always)]
    pub(crate) fn dense_bytes(&self, datatype: Datatype) -> usize {
        DENSE_BYTES.get(datatype.0 as usize).map_or(0, |&bytes| usize::from(bytes))
    }
}
