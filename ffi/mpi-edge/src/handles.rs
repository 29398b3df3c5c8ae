//! Translation of handles between the numbers of the standard ABI and those of the engine.
//!
//! The standard's predefined handles are below 0x1000. Handles of programs are the engine's numbers
//! plus that offset.

use crate::constants::*;
use crate::predefined::{op_number, op_standard, type_number, type_standard};
pub use skifch_mpi::{Comm, Datatype as Type, Errhandler, Group, Info, Message, Op, Request};

/// The first number of the standard ABI after the predefined handles.
const FIRST_USER: u32 = 0x1000;

/// An engine number that is neither valid nor the null handle.
const JUNK: u32 = u32::MAX - 0x100;

/// A handle that has a number in the standard ABI.
pub trait Handle: Copy {
    /// The handle with this number; an invalid one, which the engine refuses, if there is none.
    fn from_standard(number: u32) -> Self;
    /// Its number.
    fn standard(self) -> u32;
}

macro_rules! handles {
    ($($name:ident $null:ident $($standard:ident $engine:expr),*;)*) => { $(
        impl Handle for $name {
            #[inline(always)]
            fn from_standard(number: u32) -> Self {
                match number {
                    FIRST_USER.. => Self(number - FIRST_USER),
                    $($standard => $engine,)*
                    $null => Self::NULL,
                    _ => Self(JUNK),
                }
            }

            #[inline(always)]
            fn standard(self) -> u32 {
                match self {
                    $(handle if handle == $engine => $standard,)*
                    Self::NULL => $null,
                    Self(number) => number + FIRST_USER,
                }
            }
        }
    )* };
}

handles! {
    Comm MPI_COMM_NULL MPI_COMM_WORLD Self::WORLD, MPI_COMM_SELF Self::SELF;
    Group MPI_GROUP_NULL MPI_GROUP_EMPTY Self::EMPTY;
    Request MPI_REQUEST_NULL;
    Message MPI_MESSAGE_NULL MPI_MESSAGE_NO_PROC Self::NO_PROC;
    Info MPI_INFO_NULL MPI_INFO_ENV Self::ENV;
    Errhandler MPI_ERRHANDLER_NULL
        MPI_ERRORS_ARE_FATAL Self::ARE_FATAL, MPI_ERRORS_RETURN Self::RETURN,
        MPI_ERRORS_ABORT Self::ABORT;
    Win MPI_WIN_NULL;
    File MPI_FILE_NULL;
    Session MPI_SESSION_NULL;
}

macro_rules! tabled {
    ($($name:ident $null:ident $number:ident $standard:ident;)*) => { $(
        impl Handle for $name {
            #[inline(always)]
            fn from_standard(number: u32) -> Self {
                match number {
                    FIRST_USER.. => Self(number - FIRST_USER),
                    $null => Self::NULL,
                    _ => $number(number).map_or(Self(JUNK), Self),
                }
            }

            #[inline(always)]
            fn standard(self) -> u32 {
                if self == Self::NULL {
                    return $null;
                }
                $standard(self.0).unwrap_or_else(|| self.0 + FIRST_USER)
            }
        }
    )* };
}

tabled! {
    Type MPI_DATATYPE_NULL type_number type_standard;
    Op MPI_OP_NULL op_number op_standard;
}

/// The predefined datatype with this number of the standard.
pub const fn predefined_type(standard: u32) -> Option<Type> {
    match type_number(standard) {
        Some(number) => Some(Type(number)),
        None => None,
    }
}

macro_rules! absent {
    ($($name:ident $words:literal;)*) => { $(
        #[doc = $words]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub u32);

        impl $name {
            /// The null handle.
            pub const NULL: Self = Self(u32::MAX);
        }
    )* };
}

absent! {
    Win "A window. There are none yet.";
    File "A file. There are none yet.";
    Session "A session. There are none yet.";
}

/// An array of handles in the representation of a C library.
#[derive(Clone, Copy, Debug)]
pub struct Array<R>(*mut R);

impl<R: Copy> Array<R> {
    /// An array that begins at `base`.
    pub fn new(base: *mut R) -> Self {
        Self(base)
    }

    /// Whether the array is NULL.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// An element, converted to the edge's type.
    ///
    /// # Safety
    /// The array has more than `at` elements.
    pub unsafe fn get<N: From<R>>(&self, at: usize) -> N {
        // SAFETY: the caller's promise.
        N::from(unsafe { *self.0.add(at) })
    }

    /// Changes an element.
    ///
    /// # Safety
    /// The array has more than `at` elements, and may be written.
    pub unsafe fn set<N: Into<R>>(&self, at: usize, value: N) {
        // SAFETY: the caller's promise.
        unsafe { *self.0.add(at) = value.into() }
    }

    /// The first `len` elements, converted.
    ///
    /// # Safety
    /// The array has at least `len` elements.
    pub unsafe fn to_vec<N: From<R>>(&self, len: usize) -> Vec<N> {
        // SAFETY: the caller's promise.
        (0..len).map(|at| unsafe { self.get(at) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<H: Handle + PartialEq + std::fmt::Debug>(handles: &[H]) {
        for &handle in handles {
            assert_eq!(H::from_standard(handle.standard()), handle, "{:#x}", handle.standard());
        }
    }

    #[test]
    fn handles_come_back_as_they_were() {
        comes_back(&[Comm::WORLD, Comm::SELF, Comm::NULL, Comm(2), Comm(70000)]);
        comes_back(&[Group::EMPTY, Group::NULL, Group(5)]);
        comes_back(&[Errhandler::ARE_FATAL, Errhandler::RETURN, Errhandler::ABORT, Errhandler(3)]);
        comes_back(&[Message::NO_PROC, Message::NULL, Message(0)]);
        comes_back(&[Request::NULL, Request(0), Request(1 << 20)]);
        comes_back(&[Info::ENV, Info::NULL, Info(1)]);
        comes_back(&(0..200).map(Type).collect::<Vec<_>>());
        comes_back(&(0..40).map(Op).collect::<Vec<_>>());
    }

    #[test]
    fn predefined_handles_have_the_numbers_of_the_standard() {
        assert_eq!(Comm::WORLD.standard(), 0x101);
        assert_eq!(Errhandler::RETURN.standard(), 0x143);
        assert_eq!(Comm(2).standard(), 0x1002);
    }

    #[test]
    fn what_is_no_handle_is_not_the_null_handle() {
        for number in [0, 1, 0x180, 0x209, 0xfff] {
            assert_eq!(Comm::from_standard(number), Comm(JUNK), "{number:#x}");
        }
        assert_eq!(Request::from_standard(0), Request(JUNK));
        assert_eq!(Type::from_standard(0x2ff), Type(JUNK));
    }
}
