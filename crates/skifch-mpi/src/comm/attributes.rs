//! Attributes: values that programs attach to objects, with callbacks for copying and freeing the
//! objects.

use crate::Keyval;
use crate::engine::{Engine, attempt, with};
use crate::error::{Result, fail};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The kinds of objects that have attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeKind {
    /// Communicators.
    Comm,
    /// Datatypes.
    Type,
}

/// Called when an object is copied, with its handle, the key and the value; returns the value for
/// the copy, if it is to have one.
pub type CopyFunction = dyn Fn(u32, Keyval, usize) -> Result<Option<usize>> + Send + Sync;
/// Called before a value is deleted, with the object's handle, the key and the value.
pub type DeleteFunction = dyn Fn(u32, Keyval, usize) -> Result<()> + Send + Sync;

pub(crate) struct Key {
    kind: AttributeKind,
    copy: Arc<CopyFunction>,
    delete: Arc<DeleteFunction>,
}

/// A key, which attributes may share, and whether the program has freed its handle.
struct Held {
    key: Arc<Key>,
    is_freed: bool,
}

/// All keys. A freed key remains known while attributes use it.
#[derive(Default)]
pub(crate) struct Keyvals {
    keys: BTreeMap<u32, Held>,
    /// Numbers are never reused, because attributes keep the numbers of freed keys.
    next: u32,
}

/// The values of one object, oldest first.
#[derive(Clone, Default)]
pub(crate) struct Attributes(Vec<(Keyval, usize, Arc<Key>)>);

impl Held {
    /// Whether the program may use the key: it is not freed, or attributes still use it.
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

/// Creates a key.
///
/// # Errors
/// `Other` when MPI is not initialized.
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

/// Frees a key. Values stored under it remain; while there are any, they can be read and deleted
/// with it, and it may be freed again.
///
/// # Errors
/// `Keyval` for an invalid key.
pub fn free_keyval(kind: AttributeKind, keyval: Keyval) -> Result<()> {
    with(|engine| {
        engine.key(kind, keyval)?;
        if let Some(held) = engine.keyvals.keys.get_mut(&keyval.0) {
            held.is_freed = true;
        }
        Ok(())
    })?
}

/// Sets a value; a previous value is deleted first.
///
/// # Errors
/// `Keyval`, or the class of the object, for invalid handles; the error of the delete function.
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

/// The value stored under a key, if there is one.
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

/// Copies the attributes of an object to its copy, which the program has not seen yet, by calling
/// the copy functions. If one fails, the attributes copied so far are deleted again.
///
/// # Errors
/// The error of a copy function; the caller then frees the copy.
pub(crate) fn copy_attributes(kind: AttributeKind, object: u32, copy: u32) -> Result<()> {
    let old = attempt(|engine| engine.attributes(kind, object).map(|old| old.clone()))?;
    let result = old.0.into_iter().try_for_each(|(keyval, value, key)| {
        let Some(value) = (key.copy)(object, keyval, value)? else { return Ok(()) };
        attempt(|engine| {
            engine.attributes(kind, copy)?.0.push((keyval, value, key));
            Ok(())
        })
    });
    if result.is_err() {
        let made = attempt(|engine| engine.attributes(kind, copy).map(std::mem::take))?;
        // The program gets the first error.
        let _ = delete_attributes(copy, made);
    }
    result
}

/// Calls the delete function of every value, newest first.
///
/// # Errors
/// The first error; the remaining functions are still called.
pub(crate) fn delete_attributes(object: u32, attributes: Attributes) -> Result<()> {
    let mut result = Ok(());
    for (keyval, value, key) in attributes.0.into_iter().rev() {
        result = result.and((key.delete)(object, keyval, value));
    }
    result
}
