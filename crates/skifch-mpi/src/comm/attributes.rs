//! Attributes: values that programs hang on objects, with what happens when objects are copied or
//! freed.

use crate::Keyval;
use crate::engine::{Engine, attempt, with};
use crate::error::{Result, fail};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The objects that have attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// Communicators.
    Comm,
    /// Datatypes.
    Type,
}

/// Called when an object is copied, with its handle, the key and the value: the copy's value, or
/// none.
pub type CopyFunction = dyn Fn(u32, Keyval, usize) -> Result<Option<usize>> + Send + Sync;
/// Called before a value goes, with the object's handle, the key and the value.
pub type DeleteFunction = dyn Fn(u32, Keyval, usize) -> Result<()> + Send + Sync;

#[derive(Clone)]
pub(crate) struct Key {
    kind: AttributeKind,
    copy: Arc<CopyFunction>,
    delete: Arc<DeleteFunction>,
}

/// All keys. One that was freed is kept by the attributes that have it.
#[derive(Default)]
pub(crate) struct Keyvals {
    keys: BTreeMap<u32, Key>,
    /// Numbers are not used again, since attributes keep those of keys that are gone.
    next: u32,
}

/// The values of one object, the oldest first.
#[derive(Clone, Default)]
pub(crate) struct Attributes(Vec<(Keyval, usize, Key)>);

impl Engine {
    fn attributes(&mut self, kind: AttributeKind, object: u32) -> Result<&mut Attributes> {
        match kind {
            AttributeKind::Comm => Ok(&mut self.comm_mut(crate::Comm(object))?.attributes),
            AttributeKind::Type => {
                self.entry(crate::Datatype(object))?;
                match self.types.get_mut(object) {
                    Some(entry) => Ok(&mut entry.attributes),
                    None => fail!(Type, "there is no datatype with the handle {object}"),
                }
            }
        }
    }

    fn key(&self, kind: AttributeKind, keyval: Keyval) -> Result<Key> {
        match self.keyvals.keys.get(&keyval.0) {
            Some(key) if key.kind == kind => Ok(key.clone()),
            _ => fail!(Keyval, "there is no key {} of {kind:?} attributes", keyval.0),
        }
    }
}

/// A new key.
///
/// # Errors
/// `Other` outside of MPI.
pub fn create_keyval(
    kind: AttributeKind,
    copy: Arc<CopyFunction>,
    delete: Arc<DeleteFunction>,
) -> Result<Keyval> {
    with(|engine| {
        let keyval = Keyval(engine.keyvals.next);
        engine.keyvals.next += 1;
        engine.keyvals.keys.insert(keyval.0, Key { kind, copy, delete });
        keyval
    })
}

/// Gives a key back; values that have it stay.
///
/// # Errors
/// `Keyval` for a handle of none.
pub fn free_keyval(kind: AttributeKind, keyval: Keyval) -> Result<()> {
    with(|engine| {
        engine.key(kind, keyval)?;
        engine.keyvals.keys.remove(&keyval.0);
        Ok(())
    })?
}

/// Sets a value; the old one is deleted first.
///
/// # Errors
/// `Keyval`, or the class of the object, for handles of none; what the delete function answers.
pub fn set_attribute(kind: AttributeKind, object: u32, keyval: Keyval, value: usize) -> Result<()> {
    attempt(|engine| engine.key(kind, keyval).and(engine.attributes(kind, object).map(drop)))?;
    if attribute(kind, object, keyval)?.is_some() {
        delete_attribute(kind, object, keyval)?;
    }
    with(|engine| {
        let key = engine.key(kind, keyval)?;
        engine.attributes(kind, object)?.0.push((keyval, value, key));
        Ok(())
    })?
}

/// The value, if there is one.
///
/// # Errors
/// As [`set_attribute`].
pub fn attribute(kind: AttributeKind, object: u32, keyval: Keyval) -> Result<Option<usize>> {
    with(|engine| {
        engine.key(kind, keyval)?;
        let attributes = engine.attributes(kind, object)?;
        Ok(attributes.0.iter().find(|(key, ..)| *key == keyval).map(|(_, value, _)| *value))
    })?
}

/// Deletes a value.
///
/// # Errors
/// As [`set_attribute`]; if the delete function fails, the value stays.
pub fn delete_attribute(kind: AttributeKind, object: u32, keyval: Keyval) -> Result<()> {
    let found = attempt(|engine| {
        engine.key(kind, keyval)?;
        let attributes = engine.attributes(kind, object)?;
        Ok(attributes.0.iter().find(|(key, ..)| *key == keyval).cloned())
    })?;
    let Some((_, value, key)) = found else { return Ok(()) };
    (key.delete)(object, keyval, value)?;
    with(|engine| {
        engine.attributes(kind, object)?.0.retain(|(key, ..)| *key != keyval);
        Ok(())
    })?
}

/// The attributes of a copy of an object.
///
/// # Errors
/// What a copy function answers.
pub(crate) fn copy_attributes(kind: AttributeKind, object: u32) -> Result<Attributes> {
    let old = attempt(|engine| engine.attributes(kind, object).map(|old| old.clone()))?;
    let mut new = Attributes::default();
    for (keyval, value, key) in old.0 {
        if let Some(value) = (key.copy)(object, keyval, value)? {
            new.0.push((keyval, value, key));
        }
    }
    Ok(new)
}

/// Calls the delete function of every value, the newest first.
///
/// # Errors
/// The first error of one; the others are called all the same.
pub(crate) fn delete_attributes(object: u32, attributes: Attributes) -> Result<()> {
    let mut result = Ok(());
    for (keyval, value, key) in attributes.0.into_iter().rev() {
        result = result.and((key.delete)(object, keyval, value));
    }
    result
}
