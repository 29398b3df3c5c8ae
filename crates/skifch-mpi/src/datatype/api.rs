//! Calls on datatypes. None of them communicates.

use super::{Basic, Contents, Make, Nature, Type};
use crate::Datatype;
use crate::comm::{AttributeKind, copy_attributes, delete_attributes};
use crate::engine::{Engine, TypeEntry, attempt, with};
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
        let entry = |at| TypeEntry::new(Datatype(at), ty, is_committed);
        Datatype(self.types.insert_with(entry))
    }

    /// The program has freed a datatype. It goes once no operation of the program can get it any
    /// more, which only the next such call finds out.
    fn leave_type(&mut self, datatype: Datatype) {
        self.left_types.push(datatype);
        let types = &mut self.types;
        self.left_types.retain(|left| {
            let is_lent = types.get(left.0).is_some_and(TypeEntry::is_lent);
            if !is_lent {
                types.discard(left.0);
            }
            is_lent
        });
    }

    fn entry_mut(&mut self, datatype: Datatype) -> Result<&mut TypeEntry> {
        self.entry(datatype)?;
        match self.types.get_mut(datatype.0) {
            Some(entry) => Ok(entry),
            None => fail!(Type, "there is no datatype with the handle {}", datatype.0),
        }
    }
}

/// The description behind a handle: for queries, and as a part of new datatypes.
///
/// # Errors
/// `Type` for an invalid handle; so do all calls below.
pub fn get(datatype: Datatype) -> Result<Arc<Type>> {
    attempt(|engine| engine.entry(datatype).map(|entry| entry.ty.clone()))
}

/// [`get`] for a datatype that data are moved with.
///
/// # Errors
/// `Type` also for a datatype that is not committed.
pub fn committed(datatype: Datatype) -> Result<Arc<Type>> {
    attempt(|engine| engine.committed(datatype).cloned())
}

/// Creates a datatype.
///
/// # Errors
/// As [`Type::new`].
pub fn create(make: Make) -> Result<Datatype> {
    let ty = Arc::new(Type::new(make)?);
    attempt(|engine| Ok(engine.keep_type(ty, false)))
}

/// Marks a new datatype, whose handle is not yet shared, as made by a large-count constructor.
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

/// A handle for a component of another datatype: its own if it is predefined or of a Fortran kind,
/// else a new one.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn handle_of(ty: Arc<Type>) -> Result<Datatype> {
    with(|engine| {
        let is_it = |(_, entry): &(u32, &TypeEntry)| Arc::ptr_eq(&entry.ty, &ty);
        // Datatypes of kinds are not freed, so the one that was made is still there.
        if ty.is_kind()
            && let Some((at, _)) = engine.types.iter().find(is_it)
        {
            return Datatype(at);
        }
        engine.keep_type(ty, true)
    })
}

/// Duplicates a datatype with its attributes.
///
/// # Errors
/// As [`get`]; the error of an attribute's copy function.
pub fn dup(datatype: Datatype) -> Result<Datatype> {
    let copy = call("MPI_Type_dup", |engine| {
        let entry = engine.entry(datatype)?;
        let is_committed = entry.is_committed;
        let ty = Arc::new(Type::new(Make::Dup(entry.ty.clone()))?);
        Ok(engine.keep_type(ty, is_committed))
    })?;
    if let Err(error) = copy_attributes(AttributeKind::Type, datatype.0, copy.0) {
        with(|engine| engine.types.remove(copy.0))?;
        return Err(error.context("MPI_Type_dup"));
    }
    Ok(copy)
}

/// Commits the datatype: it may then be used in communication.
///
/// # Errors
/// As [`get`].
pub fn commit(datatype: Datatype) -> Result<()> {
    call("MPI_Type_commit", |engine| {
        engine.entry_mut(datatype)?.is_committed = true;
        Ok(())
    })
}

/// Frees the handle. Operations under way and derived datatypes keep what they need.
///
/// # Errors
/// As [`get`]; `Type` for a predefined datatype; the error of an attribute's delete function.
pub fn free(datatype: Datatype) -> Result<()> {
    call("MPI_Type_free", |engine| {
        if is_predefined(datatype) {
            let name = engine.entry(datatype)?.text();
            return fail!(Type, "{name} is predefined and cannot be freed");
        }
        if engine.left_types.contains(&datatype) {
            return fail!(Type, "the datatype has been freed before");
        }
        if engine.entry(datatype)?.ty.is_kind() {
            return fail!(Type, "a datatype of a Fortran kind is as a predefined one: not freed");
        }
        Ok(())
    })?;
    delete_attributes(AttributeKind::Type, datatype.0)?;
    with(|engine| engine.leave_type(datatype))
}

/// The name of the datatype.
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

/// Sets the name, which also appears in error texts.
///
/// # Errors
/// As [`get`].
pub fn set_name(datatype: Datatype, name: impl AsRef<[u8]>) -> Result<()> {
    call("MPI_Type_set_name", |engine| {
        engine.entry_mut(datatype)?.name = name.as_ref().to_owned();
        Ok(())
    })
}

/// How the datatype was made: envelope and contents.
///
/// # Errors
/// As [`get`].
pub fn contents(datatype: Datatype) -> Result<Contents> {
    Ok(get(datatype)?.contents())
}

/// Number of elements in `bytes` bytes; `None` if that is not a whole number.
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

/// Number of predefined elements in `bytes` bytes; `None` if that is not a whole number.
///
/// # Errors
/// As [`get`].
pub fn elements_in(datatype: Datatype, bytes: u64) -> Result<Option<u64>> {
    let (elements, left) = get(datatype)?.elements_in(bytes as usize);
    Ok((left == 0).then_some(elements))
}

/// The predefined Fortran datatype of this nature (`Signed`, `Float` or `Complex`) and size in
/// bytes.
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

/// The predefined pair datatype of a value and an index, if there is one.
///
/// # Errors
/// As [`get`].
pub fn value_index(value: Datatype, index: Datatype) -> Result<Option<Datatype>> {
    let parts = (get(value)?.basic(), get(index)?.basic());
    let (Some(value), Some(index)) = parts else { return Ok(None) };
    let is_pair = |of: &&Basic| of.row().parts == Some((value, index));
    Ok(Basic::ALL.iter().find(is_pair).map(|&pair| pair.into()))
}

/// Packs `count` elements at `buf` to byte `position` of `out`, and advances the position.
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
    // SAFETY: our caller's promise; `out` has room.
    unsafe { buffer.read(0, out.as_mut_ptr().wrapping_add(*position), buffer.bytes) };
    *position += buffer.bytes;
    Ok(())
}

/// Unpacks `count` elements from byte `position` of `from` to `buf`, and advances the position.
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
    // SAFETY: our caller's promise; `from` has these bytes.
    unsafe { buffer.write(0, from.as_ptr().wrapping_add(*position), buffer.bytes) };
    *position += buffer.bytes;
    Ok(())
}
