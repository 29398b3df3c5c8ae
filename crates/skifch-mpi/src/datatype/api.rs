//! Calls on datatypes. None of them communicates.

use super::{Basic, Contents, Make, Nature, Type};
use crate::Datatype;
use crate::comm::{AttributeKind, Attributes, copy_attributes, delete_attributes};
use crate::engine::{Engine, TypeEntry, attempt};
use crate::error::{Result, fail};
use std::sync::Arc;

fn call<R>(name: &str, f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    attempt(f).map_err(|error| error.context(name))
}

fn is_predefined(datatype: Datatype) -> bool {
    (datatype.0 as usize) < super::BASICS
}

impl Engine {
    fn keep_type(&mut self, ty: Arc<Type>, is_committed: bool) -> Datatype {
        if let Some(basic) = ty.basic() {
            return basic.into();
        }
        let (name, attributes) = (Vec::new(), Attributes::default());
        Datatype(self.types.insert(TypeEntry { ty, is_committed, name, attributes }))
    }

    fn entry_mut(&mut self, datatype: Datatype) -> Result<&mut TypeEntry> {
        self.entry(datatype)?;
        match self.types.get_mut(datatype.0) {
            Some(entry) => Ok(entry),
            None => fail!(Type, "there is no datatype with the handle {}", datatype.0),
        }
    }
}

/// What a handle stands for: to be asked, and to make others of.
///
/// # Errors
/// `Type` for a handle of none; so do all calls below.
pub fn get(datatype: Datatype) -> Result<Arc<Type>> {
    attempt(|engine| engine.entry(datatype).map(|entry| entry.ty.clone()))
}

/// A new datatype.
///
/// # Errors
/// As [`Type::new`].
pub fn create(make: Make) -> Result<Datatype> {
    let ty = Arc::new(Type::new(make)?);
    attempt(|engine| Ok(engine.keep_type(ty, false)))
}

/// Keeps that a datatype, which nobody has seen yet, was made by a constructor's large-count form.
///
/// # Errors
/// As [`get`].
pub fn made_large(datatype: Datatype) -> Result<()> {
    attempt(|engine| {
        let ty = &mut engine.entry_mut(datatype)?.ty;
        Arc::get_mut(ty).into_iter().for_each(|ty| ty.is_large = true);
        Ok(())
    })
}

/// A handle for a part of another datatype: its own if it is predefined, else a new one.
///
/// # Errors
/// `Other` outside of MPI.
pub fn handle_of(ty: Arc<Type>) -> Result<Datatype> {
    attempt(|engine| Ok(engine.keep_type(ty, true)))
}

/// A copy, with its attributes.
///
/// # Errors
/// As [`get`]; what an attribute's copy function answers.
pub fn dup(datatype: Datatype) -> Result<Datatype> {
    let attributes = copy_attributes(AttributeKind::Type, datatype.0)?;
    call("MPI_Type_dup", |engine| {
        let entry = engine.entry(datatype)?;
        let is_committed = entry.is_committed;
        let ty = Arc::new(Type::new(Make::Dup(entry.ty.clone()))?);
        let copy = engine.keep_type(ty, is_committed);
        engine.entry_mut(copy)?.attributes = attributes;
        Ok(copy)
    })
}

/// Makes it ready for communication.
///
/// # Errors
/// As [`get`].
pub fn commit(datatype: Datatype) -> Result<()> {
    call("MPI_Type_commit", |engine| {
        engine.entry_mut(datatype)?.is_committed = true;
        Ok(())
    })
}

/// Gives the handle back. Operations under way, and datatypes made of it, keep what they need.
///
/// # Errors
/// As [`get`], also for a predefined one; what an attribute's delete function answers.
pub fn free(datatype: Datatype) -> Result<()> {
    let attributes = call("MPI_Type_free", |engine| {
        if is_predefined(datatype) {
            return fail!(Type, "a predefined datatype cannot be freed");
        }
        let is_kind = engine.entry_mut(datatype)?.ty.is_kind();
        if is_kind {
            return fail!(Type, "a datatype of a Fortran kind is as a predefined one: not freed");
        }
        Ok(std::mem::take(&mut engine.entry_mut(datatype)?.attributes))
    })?;
    delete_attributes(datatype.0, attributes)?;
    attempt(|engine| {
        engine.types.remove(datatype.0);
        Ok(())
    })
}

/// Its name.
///
/// # Errors
/// As [`get`].
pub fn name(datatype: Datatype) -> Result<Vec<u8>> {
    call("MPI_Type_get_name", |engine| {
        if [Datatype::NULL, Basic::Null.into()].contains(&datatype) {
            return Ok(Basic::Null.row().name.into());
        }
        Ok(engine.entry(datatype)?.name.clone())
    })
}

/// Names it, for its errors too.
///
/// # Errors
/// As [`get`].
pub fn set_name(datatype: Datatype, name: impl AsRef<[u8]>) -> Result<()> {
    call("MPI_Type_set_name", |engine| {
        engine.entry_mut(datatype)?.name = name.as_ref().to_owned();
        Ok(())
    })
}

/// How it was made.
///
/// # Errors
/// As [`get`].
pub fn contents(datatype: Datatype) -> Result<Contents> {
    Ok(get(datatype)?.contents())
}

/// Whole elements in `bytes` bytes; `None` if a part is left.
///
/// # Errors
/// As [`get`].
pub fn count_in(datatype: Datatype, bytes: u64) -> Result<Option<u64>> {
    let size = get(datatype)?.size() as u64;
    Ok(match size {
        0 => (bytes == 0).then_some(0),
        _ => bytes.is_multiple_of(size).then_some(bytes / size),
    })
}

/// Predefined elements in `bytes` bytes; `None` if a part of one is left.
///
/// # Errors
/// As [`get`].
pub fn elements_in(datatype: Datatype, bytes: u64) -> Result<Option<u64>> {
    let (elements, left) = get(datatype)?.elements_in(bytes as usize);
    Ok((left == 0).then_some(elements))
}

/// The predefined datatype of this nature and size in bytes: `Signed`, `Float` or `Complex`, as
/// Fortran has them.
///
/// # Errors
/// `Arg` when there is none.
pub fn match_size(nature: Nature, size: usize) -> Result<Datatype> {
    let found = match (nature, size) {
        (Nature::Signed, 1) => Basic::Integer1,
        (Nature::Signed, 2) => Basic::Integer2,
        (Nature::Signed, 4) => Basic::Integer4,
        (Nature::Signed, 8) => Basic::Integer8,
        (Nature::Signed, 16) => Basic::Integer16,
        (Nature::Float, 2) => Basic::Real2,
        (Nature::Float, 4) => Basic::Real4,
        (Nature::Float, 8) => Basic::Real8,
        (Nature::Float, 16) => Basic::Real16,
        (Nature::Complex, 4) => Basic::Complex4,
        (Nature::Complex, 8) => Basic::Complex8,
        (Nature::Complex, 16) => Basic::Complex16,
        (Nature::Complex, 32) => Basic::Complex32,
        _ => return fail!(Arg, "MPI_Type_match_size: no {nature:?} type has {size} bytes"),
    };
    Ok(found.into())
}

/// The predefined pair of a value and an index, if there is one.
///
/// # Errors
/// As [`get`].
pub fn value_index(value: Datatype, index: Datatype) -> Result<Option<Datatype>> {
    let parts = (get(value)?.basic(), get(index)?.basic());
    let (Some(value), Some(index)) = parts else { return Ok(None) };
    let is_pair = |of: &&Basic| of.row().parts == Some((value, index));
    Ok(Basic::ALL.iter().find(is_pair).map(|&pair| pair.into()))
}

/// Writes `count` elements at `buf` behind the first `position` bytes of `out`, and moves the
/// position on.
///
/// # Errors
/// As [`get`]; `Truncate` when `out` has no room.
///
/// # Safety
/// The elements are readable.
pub unsafe fn pack(
    buf: *const u8,
    count: usize,
    datatype: Datatype,
    out: &mut [u8],
    position: &mut usize,
) -> Result<()> {
    let buffer = call("MPI_Pack", |engine| engine.buffer(buf, count, datatype))?;
    let room = out.len().saturating_sub(*position);
    if buffer.bytes > room {
        return fail!(Truncate, "MPI_Pack: {} bytes do not fit the {room} left", buffer.bytes);
    }
    // SAFETY: our caller's promise; there is room.
    unsafe { buffer.read(0, out.as_mut_ptr().wrapping_add(*position), buffer.bytes) };
    *position += buffer.bytes;
    Ok(())
}

/// Sets `count` elements at `buf` from what is behind the first `position` bytes of `from`, and
/// moves the position on.
///
/// # Errors
/// As [`get`]; `Truncate` when `from` is too short.
///
/// # Safety
/// The elements are writable.
pub unsafe fn unpack(
    from: &[u8],
    position: &mut usize,
    buf: *mut u8,
    count: usize,
    datatype: Datatype,
) -> Result<()> {
    let buffer = call("MPI_Unpack", |engine| engine.buffer(buf, count, datatype))?;
    let left = from.len().saturating_sub(*position);
    if buffer.bytes > left {
        return fail!(Truncate, "MPI_Unpack: {} bytes are not in the {left} left", buffer.bytes);
    }
    // SAFETY: our caller's promise; the bytes are there.
    unsafe { buffer.write(0, from.as_ptr().wrapping_add(*position), buffer.bytes) };
    *position += buffer.bytes;
    Ok(())
}
