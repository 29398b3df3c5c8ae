//! What is done about errors: end the job, give the error back, or call the program.

use crate::engine::{Engine, Slab, abort, with};
use crate::error::{Error, Result, fail};
use crate::{Comm, Errhandler};
use std::sync::Arc;

/// Of the launcher's `-initial-errhandler`.
const INITIAL: &str = "SKIFCH_MPI_INITIAL_ERRHANDLER";

/// A handler of the program's own, for errors of calls on a communicator.
pub type UserHandler = dyn Fn(Comm, &Error) + Send + Sync;

/// What a handle stands for.
#[derive(Clone)]
pub(crate) enum Handler {
    Fatal,
    Return,
    Abort,
    /// Of the program's own.
    User(Arc<UserHandler>),
}

/// A handler, and how often programs have its handle.
pub(crate) struct Held {
    pub(crate) handler: Handler,
    times: u32,
}

impl Handler {
    pub(crate) fn predefined() -> Slab<Held> {
        let mut slab = Slab::default();
        for handler in [Self::Fatal, Self::Return, Self::Abort] {
            slab.insert(handler.held());
        }
        slab
    }

    fn held(self) -> Held {
        Held { handler: self, times: 1 }
    }

    /// What `MPI_COMM_WORLD` and `MPI_COMM_SELF` begin with, and what holds outside of MPI: what
    /// `mpiexec -initial-errhandler` says (MPI-4.1 §9.3, §11.5).
    ///
    /// # Errors
    /// `Other` for a word that is none of the three.
    pub(crate) fn initial() -> Result<(Errhandler, Self)> {
        let word = std::env::var_os(INITIAL).unwrap_or_default();
        match word.to_string_lossy().to_ascii_lowercase().as_str() {
            "" | "mpi_errors_are_fatal" => Ok((Errhandler::ARE_FATAL, Self::Fatal)),
            "mpi_errors_return" => Ok((Errhandler::RETURN, Self::Return)),
            "mpi_errors_abort" => Ok((Errhandler::ABORT, Self::Abort)),
            other => fail!(
                Other,
                "{INITIAL}={other}: give mpi_errors_are_fatal, mpi_errors_abort or \
                 mpi_errors_return"
            ),
        }
    }
}

/// Whether errors outside of MPI are only told.
pub fn is_returned_outside() -> bool {
    matches!(Handler::initial(), Ok((_, Handler::Return)))
}

/// A handler of the program's own. Communicators that have it keep it after its handle is freed.
///
/// # Errors
/// `Other` outside of MPI.
pub fn create(handler: Arc<UserHandler>) -> Result<Errhandler> {
    with(|engine| Errhandler(engine.errhandlers.insert(Handler::User(handler).held())))
}

/// Gives the handle back, which is over when that was done as often as it was got; those of
/// predefined handlers stay.
///
/// # Errors
/// `Errhandler` for a handle of none.
pub fn free(errhandler: Errhandler) -> Result<()> {
    with(|engine| {
        engine.errhandler(errhandler)?;
        if errhandler.0 > Errhandler::ABORT.0
            && let Some(held) = engine.errhandlers.get_mut(errhandler.0)
        {
            held.times -= 1;
            if held.times == 0 {
                engine.errhandlers.remove(errhandler.0);
            }
        }
        Ok(())
    })?
}

/// Sets the handler of a communicator.
///
/// # Errors
/// `Comm` or `Errhandler` for handles of none.
pub fn set(comm: Comm, errhandler: Errhandler) -> Result<()> {
    with(|engine| {
        let handler = engine.errhandler(errhandler)?.clone();
        engine.comm_mut(comm)?.errhandler = (errhandler, handler);
        Ok(())
    })?
}

/// The handler of a communicator, whose handle the program has once more now. One whose handle was
/// freed gets a new one.
///
/// # Errors
/// `Comm` for a handle of none.
pub fn get(comm: Comm) -> Result<Errhandler> {
    with(|engine| {
        let (handle, handler) = engine.comm(comm)?.errhandler.clone();
        if is_same(engine, handle, &handler) {
            if let Some(held) = engine.errhandlers.get_mut(handle.0) {
                held.times = held.times.saturating_add(1);
            }
            return Ok(handle);
        }
        let handle = Errhandler(engine.errhandlers.insert(handler.held()));
        engine.comm_mut(comm)?.errhandler.0 = handle;
        Ok(handle)
    })?
}

fn is_same(engine: &Engine, handle: Errhandler, handler: &Handler) -> bool {
    match (engine.errhandlers.get(handle.0).map(|held| &held.handler), handler) {
        (Some(Handler::User(a)), Handler::User(b)) => Arc::ptr_eq(a, b),
        (Some(_), Handler::User(_)) | (None, _) => false,
        (Some(_), _) => handle.0 <= Errhandler::ABORT.0,
    }
}

/// The communicator whose handler hears of an error of a call on `comm`. What belongs to no
/// communicator is for `MPI_COMM_SELF`, as MPI 4 has it; where the program has left that as it was,
/// for `MPI_COMM_WORLD`, as it was before.
fn hearer(engine: &Engine, comm: Comm) -> Comm {
    if engine.comm(comm).is_ok() {
        return comm;
    }
    let own = engine.comm(Comm::SELF);
    match own.is_ok_and(|own| matches!(own.errhandler.1, Handler::Fatal)) {
        true => Comm::WORLD,
        false => Comm::SELF,
    }
}

/// Whether an error of a call on `comm` ends the job.
pub fn is_fatal(comm: Comm) -> bool {
    let is = with(|engine| {
        let of = engine.comm(hearer(engine, comm));
        of.is_ok_and(|of| matches!(of.errhandler.1, Handler::Fatal | Handler::Abort))
    });
    is.unwrap_or(false)
}

/// Whether such an error is only told.
pub fn is_returned(comm: Comm) -> bool {
    let is = with(|engine| {
        let of = engine.comm(hearer(engine, comm));
        of.is_ok_and(|of| matches!(of.errhandler.1, Handler::Return))
    });
    is.unwrap_or(false)
}

/// Does with an error of a call on `comm` what its handler says, and gives it back if the handler
/// does not end the job. `comm` may be none.
pub fn raise(comm: Comm, error: Error) -> Error {
    let found = with(|engine| {
        let comm = hearer(engine, comm);
        engine.comm(comm).map(|of| (comm, of.errhandler.1.clone(), of.to_string()))
    });
    let Ok((comm, handler, name)) = found.flatten() else { return error };
    match handler {
        Handler::Return => {}
        Handler::User(call) => call(comm, &error),
        Handler::Fatal | Handler::Abort => {
            let text = format!("{error} (in {name}, whose errors are fatal)");
            let _ = abort(1, &text);
        }
    }
    error
}

/// As [`raise`], for programs that call a handler themselves.
///
/// # Errors
/// `Comm` for a handle of none.
pub fn call(comm: Comm, error: Error) -> Result<()> {
    match with(|engine| engine.comm(comm).is_ok())? {
        true => {
            raise(comm, error);
            Ok(())
        }
        false => fail!(Comm, "there is no communicator with the handle {}", comm.0),
    }
}
