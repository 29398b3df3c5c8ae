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

pub(crate) struct Key {
    kind: AttributeKind,
    copy: Arc<CopyFunction>,
    delete: Arc<DeleteFunction>,
}

/// A key, which attributes may have too, and whether the program has given it back.
struct Held {
    key: Arc<Key>,
    is_freed: bool,
}

/// All keys. One that was freed is known as long as attributes have it.
#[derive(Default)]
pub(crate) struct Keyvals {
    keys: BTreeMap<u32, Held>,
    /// Numbers are not used again, since attributes keep those of keys that are gone.
    next: u32,
}

/// The values of one object, the oldest first.
#[derive(Clone, Default)]
pub(crate) struct Attributes(Vec<(Keyval, usize, Arc<Key>)>);

impl Held {
    /// The program may name it: it was not given back, or attributes have it.
    fn is_known(&self) -> bool {
        !self.is_freed || Arc::strong_count(&self.key) > 1
    }
}

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

    fn key(&self, kind: AttributeKind, keyval: Keyval) -> Result<Arc<Key>> {
        match self.keyvals.keys.get(&keyval.0) {
            Some(held) if held.key.kind == kind && held.is_known() => Ok(held.key.clone()),
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
        engine.keyvals.keys.retain(|_, held| held.is_known());
        let key = Arc::new(Key { kind, copy, delete });
        engine.keyvals.keys.insert(keyval.0, Held { key, is_freed: false });
        keyval
    })
}

/// Gives a key back. Values that have it stay, and as long as there are some, they are reached and
/// deleted by it, and it may be given back again.
///
/// # Errors
/// `Keyval` for a handle of none.
pub fn free_keyval(kind: AttributeKind, keyval: Keyval) -> Result<()> {
    with(|engine| {
        engine.key(kind, keyval)?;
        if let Some(held) = engine.keyvals.keys.get_mut(&keyval.0) {
            held.is_freed = true;
        }
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
