//! Handles: in this interface an `int` with the kind of handle in its upper bits. Handles of
//! programs have the two highest bits set.

use crate::numbers::{self, DATATYPES};
use libc::{c_int, c_uint, c_void};
use skifch_mpi_edge::edge::{
    Comm, Errhandler, File, Group, Handle, Info, Message, Op, Request, Session, Type, Win,
    predefined_type,
};

/// The first number of the standard after the predefined handles.
const FIRST_USER: u32 = 0x1000;

/// The bits that distinguish handles of one kind.
const INDEX: u32 = 0x03ff_ffff;

/// The standard's number of a program's handle; `None` for other handles.
#[inline(always)]
fn user(handle: u32, sort: u32) -> Option<u32> {
    (handle & !INDEX == sort).then_some((handle & INDEX) + FIRST_USER)
}

macro_rules! structs {
    ($($c:ident)*) => { $(
        #[doc = concat!("The standard's `", stringify!($c), "`.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(transparent)]
        pub struct $c(c_uint);

        impl $c {
            /// The handle as a number, for Fortran and other languages.
            #[inline(always)]
            pub(crate) fn to_int(self) -> c_int {
                self.0 as c_int
            }

            /// The handle with this number.
            #[inline(always)]
            pub(crate) fn from_int(number: c_int) -> Self {
                Self(number as c_uint)
            }
        }
    )* };
}

structs! {
    MPI_Comm MPI_Group MPI_Datatype MPI_Op MPI_Request MPI_Info MPI_Errhandler MPI_Message MPI_Win
    MPI_Session
}

macro_rules! handles {
    ($($c:ident $edge:ident $sort:literal $into:ident $out:ident;)*) => { $(
        impl From<$c> for $edge {
            #[inline(always)]
            fn from(handle: $c) -> Self {
                let number = user(handle.0, $sort);
                Self::from_standard(number.unwrap_or_else(|| numbers::$into(handle.0)))
            }
        }

        impl From<$edge> for $c {
            #[inline(always)]
            fn from(handle: $edge) -> Self {
                Self(match handle.standard() {
                    number @ FIRST_USER.. => $sort | (number - FIRST_USER) & INDEX,
                    number => numbers::$out(number),
                })
            }
        }
    )* };
}

handles! {
    MPI_Comm Comm 0xc400_0000 comm_in comm_out;
    MPI_Group Group 0xc800_0000 group_in group_out;
    MPI_Op Op 0xd800_0000 op_in op_out;
    MPI_Request Request 0xec00_0000 request_in request_out;
    MPI_Message Message 0xec00_0000 message_in message_out;
    MPI_Info Info 0xdc00_0000 info_in info_out;
    MPI_Errhandler Errhandler 0xd400_0000 errhandler_in errhandler_out;
    MPI_Win Win 0xe000_0000 win_in win_out;
    MPI_Session Session 0xf800_0000 session_in session_out;
}

/// The kind bits of datatypes of programs.
const TYPE: u32 = 0xcc00_0000;

/// The index of a predefined datatype in [`TYPES`]: the low bits of their handles differ, and those
/// of pairs have the highest bit set.
const fn slot(handle: u32) -> usize {
    (handle & 0x7f | handle >> 31 << 7) as usize
}

/// `MPI_LB` and `MPI_UB`, which the standard removed: their handles here, and numbers that the
/// standard does not use.
const MARKS: [(u32, u32); 2] = [(0x4c00_0010, 0x2fc), (0x4c00_0011, 0x2fd)];

/// Number of predefined datatypes.
const ROWS: usize = DATATYPES.len() + MARKS.len();

const fn row(at: usize) -> (u32, u32) {
    if at < DATATYPES.len() { DATATYPES[at] } else { MARKS[at - DATATYPES.len()] }
}

/// The engine's number of each predefined datatype, with its handle; unused entries have the null
/// handle, whose own entry is the first.
static TYPES: [(u32, Type); 256] = {
    let mut table = [(NO_TYPE_HERE, Type::NULL); 256];
    let mut at = 0;
    while at < ROWS {
        let (handle, standard) = row(at);
        if let Some(found) = predefined_type(standard) {
            table[slot(handle)] = (handle, found);
        }
        at += 1;
    }
    table
};

/// The handle of each number of the standard, beginning with `MPI_DATATYPE_NULL`.
static TYPES_BACK: [u32; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < ROWS {
        let (handle, standard) = row(at);
        table[(standard - NO_TYPE) as usize] = handle;
        at += 1;
    }
    table
};

/// `MPI_DATATYPE_NULL` in the standard, and here.
const NO_TYPE: u32 = 0x200;
const NO_TYPE_HERE: u32 = 0x0c00_0000;

impl From<MPI_Datatype> for Type {
    #[inline(always)]
    fn from(handle: MPI_Datatype) -> Self {
        let (found, datatype) = TYPES[slot(handle.0)];
        if found == handle.0 {
            return datatype;
        }
        Self::from_standard(user(handle.0, TYPE).unwrap_or(0))
    }
}

impl From<Type> for MPI_Datatype {
    fn from(handle: Type) -> Self {
        Self(match handle.standard() {
            number @ FIRST_USER.. => TYPE | (number - FIRST_USER) & INDEX,
            number => TYPES_BACK[(number - NO_TYPE) as usize & 0xff],
        })
    }
}

/// The standard's `MPI_File`: an opaque pointer, never dereferenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct MPI_File(*mut c_void);

impl MPI_File {
    /// The handle as a number, for Fortran and other languages.
    pub(crate) fn to_int(self) -> c_int {
        self.0.addr() as c_int
    }

    /// The handle with this number.
    pub(crate) fn from_int(number: c_int) -> Self {
        Self(std::ptr::without_provenance_mut(number as c_uint as usize))
    }
}

impl From<MPI_File> for File {
    fn from(handle: MPI_File) -> Self {
        match u32::try_from(handle.0.addr()) {
            Ok(number @ FIRST_USER..) => Self::from_standard(number),
            Ok(number) => Self::from_standard(numbers::file_in(number)),
            Err(_) => Self::from_standard(0),
        }
    }
}

impl From<File> for MPI_File {
    fn from(handle: File) -> Self {
        let number = match handle.standard() {
            number @ FIRST_USER.. => number,
            number => numbers::file_out(number),
        };
        Self(std::ptr::without_provenance_mut(number as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Debug;

    fn comes_back<C: Copy + Debug + From<H>, H: Copy + Debug + PartialEq + From<C>>(handles: &[H]) {
        for &handle in handles {
            assert_eq!(H::from(C::from(handle)), handle, "{:?}", C::from(handle));
        }
    }

    #[test]
    fn handles_come_back_as_they_were() {
        comes_back::<MPI_Comm, _>(&[Comm::WORLD, Comm::SELF, Comm::NULL, Comm(2), Comm(70000)]);
        comes_back::<MPI_Group, _>(&[Group::EMPTY, Group::NULL, Group(5)]);
        comes_back::<MPI_Errhandler, _>(&[Errhandler::ARE_FATAL, Errhandler::ABORT, Errhandler(3)]);
        comes_back::<MPI_Message, _>(&[Message::NO_PROC, Message::NULL, Message(0)]);
        comes_back::<MPI_Request, _>(&[Request::NULL, Request(0), Request(1 << 20)]);
        comes_back::<MPI_Info, _>(&[Info::ENV, Info::NULL, Info(1)]);
        comes_back::<MPI_Datatype, _>(&(0..200).map(Type).collect::<Vec<_>>());
        comes_back::<MPI_Datatype, _>(&[Type::NULL]);
        comes_back::<MPI_Op, _>(&(0..40).map(Op).collect::<Vec<_>>());
        comes_back::<MPI_File, _>(&[File::NULL]);
    }

    #[test]
    fn every_predefined_datatype_has_a_place_of_its_own() {
        for &(handle, standard) in DATATYPES.iter().filter(|row| row.1 != NO_TYPE) {
            let found = Type::from(MPI_Datatype(handle));
            assert_eq!(found.standard(), standard, "{handle:#x}");
            assert_eq!(MPI_Datatype::from(found).0, handle);
        }
    }

    #[test]
    fn handles_have_the_numbers_of_mpich() {
        assert_eq!(MPI_Comm::from(Comm::WORLD).0, 0x4400_0000);
        assert_eq!(MPI_Comm::from(Comm(2)).0, 0xc400_0002);
        assert_eq!(MPI_Datatype::from(predefined_type(0x209).unwrap_or(Type::NULL)).0, 0x4c00_0405);
        assert_eq!(MPI_File::from(File::NULL).0.addr(), 0);
    }

    #[test]
    fn what_is_no_handle_is_not_the_null_handle() {
        for handle in [0, 1, 0x101, 0x209, 0x4c00_0405] {
            let found = Comm::from(MPI_Comm(handle));
            assert!(found != Comm::NULL && found.0 > 1 << 30, "{handle:#x} is {found:?}");
        }
        assert_ne!(Type::from(MPI_Datatype(0x4c00_0406 ^ 0x100)), Type::NULL);
        assert_ne!(Type::from(MPI_Datatype(0)), Type::NULL);
    }
}
