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

type Attribute = (Keyval, usize, Arc<Key>);

/// The values of one object, oldest first. A value is taken out before its delete function is
/// called, so that no other thread, and no call that the function makes, deletes it too.
#[derive(Clone, Default)]
pub(crate) struct Attributes(Vec<Attribute>);

impl Attributes {
    fn position(&self, keyval: Keyval) -> Option<usize> {
        self.0.iter().position(|(key, ..)| *key == keyval)
    }

    /// Puts a value back where it was, unless there is a new one.
    fn put_back(&mut self, at: usize, attribute: Attribute) {
        if self.position(attribute.0).is_none() {
            self.0.insert(at.min(self.0.len()), attribute);
        }
    }
}

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
    while !add_attribute(kind, object, keyval, value)? {
        delete_attribute(kind, object, keyval)?;
    }
    Ok(())
}

/// Adds a value unless there is one under this key; whether it was added.
fn add_attribute(kind: AttributeKind, object: u32, keyval: Keyval, value: usize) -> Result<bool> {
    with(|engine| {
        let key = engine.key(kind, keyval)?;
        let attributes = engine.attributes(kind, object)?;
        let is_free = attributes.position(keyval).is_none();
        if is_free {
            attributes.0.push((keyval, value, key));
        }
        Ok(is_free)
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
        Ok(attributes.position(keyval).map(|at| attributes.0[at].1))
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
        Ok(attributes.position(keyval).map(|at| (at, attributes.0.remove(at))))
    })?;
    let Some((at, found)) = found else { return Ok(()) };
    let (_, value, key) = &found;
    (key.delete)(object, keyval, *value).or_else(|error| {
        attempt(|engine| engine.attributes(kind, object).map(|all| all.put_back(at, found)))?;
        Err(error)
    })
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
        // The program gets the first error.
        let _ = delete_attributes(kind, copy);
    }
    result
}

/// Deletes every value of an object, newest first; the functions may read those that are left.
///
/// # Errors
/// The first error; the remaining functions are still called.
pub(crate) fn delete_attributes(kind: AttributeKind, object: u32) -> Result<()> {
    let mut result = Ok(());
    let newest = || attempt(|engine| engine.attributes(kind, object).map(|all| all.0.pop()));
    while let Some((keyval, value, key)) = newest()? {
        result = result.and((key.delete)(object, keyval, value));
    }
    result
}
