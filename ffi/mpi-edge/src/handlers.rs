//! Error handlers: those that programs make, and which one hears of errors on which object.

use crate::constants::{
    MPI_ERR_ERRHANDLER, MPI_ERRORS_ABORT, MPI_ERRORS_ARE_FATAL, MPI_ERRORS_RETURN,
};
use crate::failure::{Answer, Failure};
use crate::handles::{Comm, Errhandler, FIRST_USER, File, Session, Win};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The object on which an error is raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum On {
    /// A communicator.
    Comm(Comm),
    /// A window.
    Win(Win),
    /// A file.
    File(File),
    /// A session.
    Session(Session),
    /// None: MPI_COMM_SELF hears of it.
    Nothing,
}

/// A handler of the program's: the address of its function.
#[derive(Clone, Copy, Debug)]
struct Made {
    function: usize,
    /// Objects that have it, and the program until it frees it.
    users: usize,
}

struct Handlers {
    made: BTreeMap<u32, Made>,
    next: u32,
    on: BTreeMap<On, Errhandler>,
}

static HANDLERS: Mutex<Handlers> =
    Mutex::new(Handlers { made: BTreeMap::new(), next: FIRST_USER, on: BTreeMap::new() });

fn handlers() -> MutexGuard<'static, Handlers> {
    HANDLERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Handlers {
    fn release(&mut self, handler: Errhandler) {
        let Some(made) = self.made.get_mut(&handler.0) else { return };
        made.users -= 1;
        if made.users == 0 {
            self.made.remove(&handler.0);
        }
    }

    fn check(&self, handler: Errhandler) -> Answer {
        let predefined = [MPI_ERRORS_ARE_FATAL, MPI_ERRORS_ABORT, MPI_ERRORS_RETURN];
        if predefined.contains(&handler.0) || self.made.contains_key(&handler.0) {
            return Ok(());
        }
        let words = format!("{:#x} is no error handler", handler.0);
        Err(Failure::new(MPI_ERR_ERRHANDLER, words))
    }
}

/// A handler that calls the function at this address.
pub fn make(function: usize) -> Errhandler {
    let mut all = handlers();
    let number = all.next;
    all.next += 1;
    all.made.insert(number, Made { function, users: 1 });
    Errhandler(number)
}

/// The program lets go of a handler; objects keep theirs.
///
/// # Errors
/// It is none, or one of the standard's.
pub fn free(handler: Errhandler) -> Answer {
    let mut all = handlers();
    all.check(handler)?;
    if handler.0 < FIRST_USER {
        let words = "an error handler of the standard cannot be freed";
        return Err(Failure::new(MPI_ERR_ERRHANDLER, words));
    }
    all.release(handler);
    Ok(())
}

/// Gives an object a handler.
///
/// # Errors
/// It is none.
pub fn set(on: On, handler: Errhandler) -> Answer {
    let mut all = handlers();
    all.check(handler)?;
    if let Some(made) = all.made.get_mut(&handler.0) {
        made.users += 1;
    }
    if let Some(before) = all.on.insert(on, handler) {
        all.release(before);
    }
    Ok(())
}

/// The object is gone.
pub fn forget(on: On) {
    let mut all = handlers();
    if let Some(handler) = all.on.remove(&on) {
        all.release(handler);
    }
}

/// The handler of an object, for the program to keep.
pub fn get(on: On) -> Errhandler {
    let mut all = handlers();
    let handler = all.on.get(&on).copied().unwrap_or(default(on));
    if let Some(made) = all.made.get_mut(&handler.0) {
        made.users += 1;
    }
    handler
}

/// A new object hears of errors like the one that it comes from.
pub fn inherit(from: On, to: On) {
    let handler = handlers().on.get(&from).copied();
    if let Some(handler) = handler {
        // The handler is there: the object it comes from has it.
        let _ = set(to, handler);
    }
}

/// The handler of an object and the function behind it, if it is one of the program's.
pub(crate) fn find(on: On) -> (Errhandler, Option<usize>) {
    let all = handlers();
    let on = if on == On::Nothing { On::Comm(Comm(crate::constants::MPI_COMM_SELF)) } else { on };
    let handler = all.on.get(&on).copied().unwrap_or(default(on));
    (handler, all.made.get(&handler.0).map(|made| made.function))
}

fn default(on: On) -> Errhandler {
    // Of files errors are returned unless the program says otherwise.
    Errhandler(if matches!(on, On::File(_)) { MPI_ERRORS_RETURN } else { MPI_ERRORS_ARE_FATAL })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_freed_handler_lives_as_long_as_its_objects() {
        let (one, two) = (On::Win(Win(0x7001)), On::Win(Win(0x7002)));
        let handler = make(0x1234);
        set(one, handler).unwrap();
        inherit(one, two);
        free(handler).unwrap();
        forget(one);
        assert_eq!(find(two), (handler, Some(0x1234)));
        forget(two);
        assert_eq!(find(two), (Errhandler(MPI_ERRORS_ARE_FATAL), None));
        assert!(free(handler).is_err() && set(one, handler).is_err());
    }

    #[test]
    fn those_of_the_standard_stay() {
        assert!(free(Errhandler(MPI_ERRORS_RETURN)).is_err());
        assert_eq!(get(On::File(File(0x7003))), Errhandler(MPI_ERRORS_RETURN));
        assert_eq!(get(On::Comm(Comm(0x7004))), Errhandler(MPI_ERRORS_ARE_FATAL));
    }
}
