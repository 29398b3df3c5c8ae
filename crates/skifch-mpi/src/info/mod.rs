//! Info objects: keys and values in the order in which they were set.

use crate::Info;
use crate::engine::{Engine, with};
use crate::error::{Result, fail};

/// Greatest length of a key in bytes.
pub const MAX_KEY: usize = 255;
/// Greatest length of a value in bytes.
pub const MAX_VALUE: usize = 1023;

/// What an info handle stands for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// What is known of the start of the job.
    pub(crate) fn of_environment(size: u32) -> Self {
        let mut pairs = Self::default();
        let mut arguments = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let mut add = |key: &str, value: String| pairs.0.push((key.to_owned(), value));
        add("command", arguments.next().unwrap_or_default());
        add("argv", arguments.collect::<Vec<_>>().join(" "));
        add("maxprocs", size.to_string());
        if let Ok(directory) = std::env::current_dir() {
            add("wdir", directory.to_string_lossy().into_owned());
        }
        add("arch", std::env::consts::ARCH.to_owned());
        pairs
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    fn set(&mut self, key: &str, value: &str) {
        match self.0.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => value.clone_into(old),
            None => self.0.push((key.to_owned(), value.to_owned())),
        }
    }
}

fn call<R>(name: &str, f: impl FnOnce(&mut Engine) -> Result<R>) -> Result<R> {
    with(f)?.map_err(|error| error.context(name))
}

fn check_key(key: &str) -> Result<()> {
    match key.len() {
        1..=MAX_KEY => Ok(()),
        len => fail!(InfoKey, "a key of {len} bytes; it may have 1 to {MAX_KEY}"),
    }
}

fn pairs_mut(engine: &mut Engine, info: Info) -> Result<&mut Pairs> {
    match engine.infos.get_mut(info.0) {
        Some(_) if info == Info::ENV => fail!(Info, "MPI_INFO_ENV cannot be changed"),
        Some(pairs) => Ok(pairs),
        None => fail!(Info, "there is no info object with the handle {}", info.0),
    }
}

/// A new object without keys.
///
/// # Errors
/// `Other` outside of MPI.
pub fn create() -> Result<Info> {
    with(|engine| Info(engine.infos.insert(Pairs::default())))
}

/// A copy.
///
/// # Errors
/// `Info` for a handle of none; so do all calls below.
pub fn dup(info: Info) -> Result<Info> {
    call("MPI_Info_dup", |engine| {
        let copy = engine.info(info)?.clone();
        Ok(Info(engine.infos.insert(copy)))
    })
}

/// Gives it back.
///
/// # Errors
/// As [`dup`].
pub fn free(info: Info) -> Result<()> {
    call("MPI_Info_free", |engine| {
        pairs_mut(engine, info)?;
        engine.infos.remove(info.0);
        Ok(())
    })
}

/// Sets a key.
///
/// # Errors
/// As [`dup`]; `InfoKey` or `InfoValue` for text that is too long.
pub fn set(info: Info, key: &str, value: &str) -> Result<()> {
    call("MPI_Info_set", |engine| {
        check_key(key)?;
        if value.len() > MAX_VALUE {
            return fail!(InfoValue, "a value of {} bytes, at most {MAX_VALUE}", value.len());
        }
        pairs_mut(engine, info)?.set(key, value);
        Ok(())
    })
}

/// The value of a key, if it has one.
///
/// # Errors
/// As [`set`].
pub fn get(info: Info, key: &str) -> Result<Option<String>> {
    call("MPI_Info_get", |engine| {
        check_key(key)?;
        Ok(engine.info(info)?.get(key).map(str::to_owned))
    })
}

/// Removes a key.
///
/// # Errors
/// As [`dup`]; `InfoNokey` when it is not there.
pub fn delete(info: Info, key: &str) -> Result<()> {
    call("MPI_Info_delete", |engine| {
        check_key(key)?;
        let pairs = pairs_mut(engine, info)?;
        match pairs.0.iter().position(|(name, _)| name == key) {
            Some(at) => {
                pairs.0.remove(at);
                Ok(())
            }
            None => fail!(InfoNokey, "there is no key {key:?}"),
        }
    })
}

/// How many keys there are.
///
/// # Errors
/// As [`dup`].
pub fn key_count(info: Info) -> Result<usize> {
    call("MPI_Info_get_nkeys", |engine| Ok(engine.info(info)?.0.len()))
}

/// Key number `at`, in the order in which they were set.
///
/// # Errors
/// As [`dup`]; `Arg` when there are not so many.
pub fn key(info: Info, at: usize) -> Result<String> {
    call("MPI_Info_get_nthkey", |engine| {
        let pairs = engine.info(info)?;
        match pairs.0.get(at) {
            Some((key, _)) => Ok(key.clone()),
            None => fail!(Arg, "key number {at} of {}", pairs.0.len()),
        }
    })
}
