//! Reduction operations.

mod api;
mod builtin;
mod extended;
mod quad;

pub use api::{create, free, is_commutative, reduce_local};
pub use builtin::Builtin;
pub(crate) use builtin::Function;

use crate::Datatype;
use crate::datatype::{Basic, Type};
use crate::engine::Slab;
use crate::error::{Result, fail};
use std::sync::Arc;

/// An operation of a program: `into = from op into`, with `from` and `into` as its first and second
/// argument, then count and datatype. Each collective call makes its calls from one thread at a
/// time, never inside the engine's lock.
pub type UserFunction = dyn Fn(*const u8, *mut u8, usize, Datatype) -> Result<()> + Send + Sync;

/// The operation behind a handle.
#[derive(Clone)]
pub(crate) enum Operation {
    Builtin(Builtin),
    User { function: Arc<UserFunction>, is_commutative: bool },
}

impl Operation {
    pub(crate) fn predefined() -> Slab<Self> {
        let mut slab = Slab::default();
        for builtin in Builtin::ALL {
            slab.insert(Self::Builtin(*builtin));
        }
        slab
    }

    pub(crate) fn is_commutative(&self) -> bool {
        match self {
            Self::Builtin(builtin) => *builtin != Builtin::Replace,
            Self::User { is_commutative, .. } => *is_commutative,
        }
    }

    /// The operation for elements of a datatype, if it is defined for it; `lend` gives the
    /// datatype's number to an operation of the program.
    pub(crate) fn on(
        &self,
        ty: &Type,
        lend: impl FnOnce() -> Result<Arc<Datatype>>,
    ) -> Result<Reduction> {
        match self {
            Self::User { function, .. } => Ok(Reduction::User(function.clone(), lend()?)),
            Self::Builtin(builtin) => match ty.operand() {
                Some(basic) => match builtin.function(basic) {
                    Some(function) => Ok(Reduction::Builtin(function)),
                    None => refuse(*builtin, basic.row().name),
                },
                None => refuse(*builtin, "derived datatypes"),
            },
        }
    }
}

#[cold]
fn refuse(builtin: Builtin, what: &str) -> Result<Reduction> {
    let name = builtin.name();
    match builtin {
        Builtin::Replace | Builtin::NoOp => fail!(Op, "{name} is for accumulating calls alone"),
        _ => fail!(Op, "{name} is not defined for {what}"),
    }
}

/// An operation on elements of one datatype.
#[derive(Clone)]
pub(crate) enum Reduction {
    Builtin(Function),
    User(Arc<UserFunction>, Arc<Datatype>),
}

impl Reduction {
    /// Combines: `into = from op into`, for `count` elements.
    ///
    /// # Safety
    /// The elements at `from` are readable, those at `into` writable, and they do not overlap.
    pub(crate) unsafe fn apply(&self, from: *const u8, into: *mut u8, count: usize) -> Result<()> {
        match self {
            Self::Builtin(function) => {
                // SAFETY: our caller's promise.
                unsafe { function(from, into, count) };
                Ok(())
            }
            Self::User(function, datatype) => function(from, into, count, **datatype),
        }
    }
}

/// The value and index datatypes of a predefined pair.
pub(crate) fn pair_of(basic: Basic) -> Option<(Basic, Basic)> {
    basic.row().parts
}
