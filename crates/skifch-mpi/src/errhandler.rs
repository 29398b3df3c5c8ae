//! Error handlers: abort the job, return the error, or call the program.

use crate::engine::{Engine, Slab, abort, is_finalized, is_initialized, with};
use crate::error::{Error, Result, fail};
use crate::{Comm, Errhandler};
use std::sync::Arc;

/// Environment variable set by the launcher's `-initial-errhandler`.
const INITIAL: &str = "SKIFCH_MPI_INITIAL_ERRHANDLER";

/// An error handler of the program for calls on a communicator.
pub type UserHandler = dyn Fn(Comm, &Error) + Send + Sync;

/// The behaviour of an error handler.
#[derive(Clone)]
pub(crate) enum Handler {
    Fatal,
    Return,
    Abort,
    /// A function of the program.
    User(Arc<UserHandler>),
}

/// A handler, and the number of times the program has obtained its handle.
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

    /// The initial handler of `MPI_COMM_WORLD` and `MPI_COMM_SELF`, also used before and after MPI:
    /// the one given by `mpiexec -initial-errhandler` (MPI-4.1 §9.3, §11.5).
    ///
    /// # Errors
    /// `Other` if the value is not the name of a predefined handler.
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

/// Whether an error before initialization or after finalization is only returned.
pub fn is_returned_outside() -> bool {
    matches!(Handler::initial(), Ok((_, Handler::Return)))
}

/// Creates a handler of the program. Communicators that use it keep it after its handle is freed.
///
/// # Errors
/// `Other` when MPI is not initialized.
pub fn create(handler: Arc<UserHandler>) -> Result<Errhandler> {
    with(|engine| Errhandler(engine.errhandlers.insert(Handler::User(handler).held())))
}

/// Frees the handle. It becomes invalid when it has been freed as often as it was obtained; handles
/// of predefined handlers stay valid. Around MPI there are no others: before its start none is
/// created, and its end has removed them.
///
/// # Errors
/// `Errhandler` for an invalid handle.
pub fn free(errhandler: Errhandler) -> Result<()> {
    if errhandler != Errhandler::NULL && (!is_initialized() || is_finalized()) {
        return Ok(());
    }
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
/// `Comm` or `Errhandler` for invalid handles.
pub fn set(comm: Comm, errhandler: Errhandler) -> Result<()> {
    with(|engine| {
        let handler = engine.errhandler(errhandler)?.clone();
        engine.comm_mut(comm)?.errhandler = (errhandler, handler);
        Ok(())
    })?
}

/// The handler of a communicator; the program then holds its handle once more. If that handle was
/// freed, a new one is made.
///
/// # Errors
/// `Comm` for an invalid handle.
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

/// The communicator whose handler is called for an error of a call on `comm`. Errors that belong to
/// no communicator go to `MPI_COMM_SELF`, as in MPI 4; if the program has not changed its handler,
/// to `MPI_COMM_WORLD`, as before MPI 4.
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

/// Whether an error of a call on `comm` aborts the job.
pub fn is_fatal(comm: Comm) -> bool {
    let is = with(|engine| {
        let of = engine.comm(hearer(engine, comm));
        of.is_ok_and(|of| matches!(of.errhandler.1, Handler::Fatal | Handler::Abort))
    });
    is.unwrap_or(false)
}

/// Whether an error of a call on `comm` is only returned.
pub fn is_returned(comm: Comm) -> bool {
    let is = with(|engine| {
        let of = engine.comm(hearer(engine, comm));
        of.is_ok_and(|of| matches!(of.errhandler.1, Handler::Return))
    });
    is.unwrap_or(false)
}

/// Calls the error handler for an error of a call on `comm`, and returns the error if the handler
/// does not abort the job. `comm` may be invalid.
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

/// [`raise`], for programs that call an error handler explicitly.
///
/// # Errors
/// `Comm` for an invalid handle.
pub fn call(comm: Comm, error: Error) -> Result<()> {
    match with(|engine| engine.comm(comm).is_ok())? {
        true => {
            raise(comm, error);
            Ok(())
        }
        false => fail!(Comm, "there is no communicator with the handle {}", comm.0),
    }
}
