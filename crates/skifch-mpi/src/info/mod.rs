//! Info objects: keys and values of arbitrary bytes, in the order in which they were set. They
//! exist before initialization and after finalization, as the standard requires, so they are not
//! part of the engine.

use crate::Info;
use crate::engine::Slab;
use crate::error::{Result, fail};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Longest key in bytes.
pub const MAX_KEY: usize = 255;
/// Longest value in bytes.
pub const MAX_VALUE: usize = 1023;

/// The contents of an info object.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs(Vec<(Vec<u8>, Vec<u8>)>);

/// All info objects; the first is `MPI_INFO_ENV`.
static ALL: LazyLock<Mutex<Slab<Pairs>>> =
    LazyLock::new(|| Mutex::new(Slab::of(Pairs::of_environment(std::env::args_os()))));

impl Pairs {
    /// How the process was started, under the keys named by the standard, all of which are
    /// optional. Missing are `thread_level`, the level requested before the program started, for
    /// which the launcher has no option, and `soft` and `file`, whose options change nothing here.
    /// Left out is also what is longer than a value may be: a part of it would be wrong.
    fn of_environment(arguments: impl Iterator<Item = OsString>) -> Self {
        let mut pairs = Self::default();
        let mut arguments = arguments.map(OsString::into_vec);
        let mut add = |key: &str, value: Vec<u8>| {
            if value.len() <= MAX_VALUE {
                pairs.0.push((key.into(), value));
            }
        };
        add("command", arguments.next().unwrap_or_default());
        add("argv", arguments.collect::<Vec<_>>().join(&b' '));
        if let Ok(directory) = std::env::current_dir() {
            add("wdir", directory.into_os_string().into_vec());
        }
        add("arch", std::env::consts::ARCH.into());
        if let Some(size) = skifch::Job::size_in_sight() {
            add("maxprocs", size.to_string().into());
        }
        pairs
    }

    pub(crate) fn get(&self, key: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_slice())
    }

    fn set(&mut self, key: &[u8], value: &[u8]) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((key.to_owned(), value.to_owned())),
        }
    }
}

fn with<R>(f: impl FnOnce(&mut Slab<Pairs>) -> R) -> R {
    f(&mut ALL.lock().unwrap_or_else(PoisonError::into_inner))
}

fn call<R>(name: &str, f: impl FnOnce(&mut Slab<Pairs>) -> Result<R>) -> Result<R> {
    with(f).map_err(|error| error.context(name))
}

/// Records the number of processes when the job begins.
pub(crate) fn begin(size: u32) {
    with(|all| {
        if let Some(environment) = all.get_mut(Info::ENV.0) {
            environment.set(b"maxprocs", size.to_string().as_bytes());
        }
    });
}

/// The object behind a handle.
fn object(all: &Slab<Pairs>, info: Info) -> Result<&Pairs> {
    match all.get(info.0) {
        Some(found) => Ok(found),
        None => fail!(Info, "there is no info object with the handle {}", info.0),
    }
}

/// The contents of an object.
///
/// # Errors
/// `Info` for an invalid handle.
pub(crate) fn pairs(info: Info) -> Result<Pairs> {
    with(|all| object(all, info).cloned())
}

/// Creates an object with these contents.
pub(crate) fn keep(pairs: Pairs) -> Info {
    Info(with(|all| all.insert(pairs)))
}

/// Whether hints can be taken from it: it is an object, or there are none.
///
/// # Errors
/// `Info` for a handle of none.
pub fn check_hints(info: Info) -> Result<()> {
    match info {
        Info::NULL => Ok(()),
        info => with(|all| object(all, info).map(drop)),
    }
}

fn check_key(key: &[u8]) -> Result<()> {
    match key.len() {
        1..=MAX_KEY => Ok(()),
        len => fail!(InfoKey, "a key of {len} bytes; it may have 1 to {MAX_KEY}"),
    }
}

fn pairs_mut(all: &mut Slab<Pairs>, info: Info) -> Result<&mut Pairs> {
    match all.get_mut(info.0) {
        Some(_) if info == Info::ENV => fail!(Info, "MPI_INFO_ENV cannot be changed"),
        Some(pairs) => Ok(pairs),
        None => fail!(Info, "there is no info object with the handle {}", info.0),
    }
}

/// Creates an object without keys.
pub fn create() -> Info {
    keep(Pairs::default())
}

/// Copies an object.
///
/// # Errors
/// `Info` for an invalid handle; so do all calls below.
pub fn dup(info: Info) -> Result<Info> {
    pairs(info).map(keep).map_err(|error| error.context("MPI_Info_dup"))
}

/// Frees an object.
///
/// # Errors
/// As [`dup`].
pub fn free(info: Info) -> Result<()> {
    call("MPI_Info_free", |all| {
        pairs_mut(all, info)?;
        all.remove(info.0);
        Ok(())
    })
}

/// Sets a key.
///
/// # Errors
/// As [`dup`]; `InfoKey` or `InfoValue` for a key or value of invalid length.
pub fn set(info: Info, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Result<()> {
    let (key, value) = (key.as_ref(), value.as_ref());
    call("MPI_Info_set", |all| {
        check_key(key)?;
        if value.len() > MAX_VALUE {
            return fail!(InfoValue, "a value of {} bytes, at most {MAX_VALUE}", value.len());
        }
        pairs_mut(all, info)?.set(key, value);
        Ok(())
    })
}

/// The value of a key, if it is set.
///
/// # Errors
/// As [`set`].
pub fn get(info: Info, key: impl AsRef<[u8]>) -> Result<Option<Vec<u8>>> {
    let key = key.as_ref();
    call("MPI_Info_get", |all| {
        check_key(key)?;
        Ok(object(all, info)?.get(key).map(<[u8]>::to_owned))
    })
}

/// Removes a key.
///
/// # Errors
/// As [`dup`]; `InfoNokey` when it is not set.
pub fn delete(info: Info, key: impl AsRef<[u8]>) -> Result<()> {
    let key = key.as_ref();
    call("MPI_Info_delete", |all| {
        check_key(key)?;
        let pairs = pairs_mut(all, info)?;
        match pairs.0.iter().position(|(name, _)| name == key) {
            Some(at) => {
                pairs.0.remove(at);
                Ok(())
            }
            None => fail!(InfoNokey, "there is no key {:?}", String::from_utf8_lossy(key)),
        }
    })
}

/// Number of keys.
///
/// # Errors
/// As [`dup`].
pub fn key_count(info: Info) -> Result<usize> {
    call("MPI_Info_get_nkeys", |all| Ok(object(all, info)?.0.len()))
}

/// Key number `at`, in the order in which keys were set.
///
/// # Errors
/// As [`dup`]; `Arg` when there are fewer keys.
pub fn key(info: Info, at: usize) -> Result<Vec<u8>> {
    call("MPI_Info_get_nthkey", |all| {
        let pairs = object(all, info)?;
        match pairs.0.get(at) {
            Some((key, _)) => Ok(key.clone()),
            None => fail!(Arg, "key number {at} of {}", pairs.0.len()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_value_is_longer_than_a_value_may_be() {
        let started = |len: usize| {
            let arguments = ["program".to_owned(), "x".repeat(len)];
            Pairs::of_environment(arguments.into_iter().map(OsString::from))
        };
        let longest = started(MAX_VALUE);
        assert_eq!(longest.get(b"argv").map(<[u8]>::len), Some(MAX_VALUE));
        let longer = started(MAX_VALUE + 1);
        assert_eq!(longer.get(b"argv"), None);
        assert_eq!(longer.get(b"command"), Some(&b"program"[..]));
    }
}
