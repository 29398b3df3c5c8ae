//! Predefined datatypes and operations: translation between numbers of the standard ABI and of the
//! engine.

use crate::constants::*;
use skifch_mpi::datatype::Basic;
use skifch_mpi::op::Builtin;

/// The table entry for an unused number.
const NONE: u8 = u8::MAX;

/// Bound markers, for which the standard has no numbers any more but the MPICH interface has
/// handles.
const MPI_LB: i32 = 0x2fc;
const MPI_UB: i32 = 0x2fd;

macro_rules! table {
    ($engine:ident $base:literal $to:ident $back:ident $number:ident $standard:ident $all:ident;
        $($constant:ident $id:ident;)*) => {
        /// The standard's name and the engine's value of each.
        #[cfg(test)]
        const $all: &[(&str, $engine)] = &[$((stringify!($constant), $engine::$id),)*];

        const $to: [u8; 256] = {
            let mut table = [NONE; 256];
            $(table[($constant - $base) as usize] = $engine::$id as u8;)*
            table
        };

        static $back: [u16; 128] = {
            let mut table = [0; 128];
            $(table[$engine::$id as usize] = $constant as u16;)*
            table
        };

        /// The engine's number for a number of the standard.
        #[inline(always)]
        pub(crate) const fn $number(standard: u32) -> Option<u32> {
            let at = standard.wrapping_sub($base) as usize;
            if at >= $to.len() || $to[at] == NONE {
                return None;
            }
            Some($to[at] as u32)
        }

        /// The standard's number for a predefined number of the engine.
        #[inline(always)]
        pub(crate) fn $standard(number: u32) -> Option<u32> {
            let found = *$back.get(number as usize)?;
            (found != 0).then_some(u32::from(found))
        }
    };
}

table! {
    Basic 0x200 TYPES TYPES_BACK type_number type_standard ALL_TYPES;
    MPI_BYTE Byte;
    MPI_PACKED Packed;
    MPI_CHAR Char;
    MPI_SIGNED_CHAR SignedChar;
    MPI_UNSIGNED_CHAR UnsignedChar;
    MPI_SHORT Short;
    MPI_UNSIGNED_SHORT UnsignedShort;
    MPI_INT Int;
    MPI_UNSIGNED Unsigned;
    MPI_LONG Long;
    MPI_UNSIGNED_LONG UnsignedLong;
    MPI_LONG_LONG LongLong;
    MPI_UNSIGNED_LONG_LONG UnsignedLongLong;
    MPI_FLOAT Float;
    MPI_DOUBLE Double;
    MPI_LONG_DOUBLE LongDouble;
    MPI_WCHAR Wchar;
    MPI_C_BOOL CBool;
    MPI_INT8_T Int8;
    MPI_INT16_T Int16;
    MPI_INT32_T Int32;
    MPI_INT64_T Int64;
    MPI_UINT8_T Uint8;
    MPI_UINT16_T Uint16;
    MPI_UINT32_T Uint32;
    MPI_UINT64_T Uint64;
    MPI_AINT Aint;
    MPI_COUNT Count;
    MPI_OFFSET Offset;
    MPI_C_FLOAT_COMPLEX FloatComplex;
    MPI_C_DOUBLE_COMPLEX DoubleComplex;
    MPI_C_LONG_DOUBLE_COMPLEX LongDoubleComplex;
    MPI_FLOAT_INT FloatInt;
    MPI_DOUBLE_INT DoubleInt;
    MPI_LONG_INT LongInt;
    MPI_2INT TwoInt;
    MPI_SHORT_INT ShortInt;
    MPI_LONG_DOUBLE_INT LongDoubleInt;
    MPI_CXX_BOOL CxxBool;
    MPI_CXX_FLOAT_COMPLEX CxxFloatComplex;
    MPI_CXX_DOUBLE_COMPLEX CxxDoubleComplex;
    MPI_CXX_LONG_DOUBLE_COMPLEX CxxLongDoubleComplex;
    MPI_CHARACTER Character;
    MPI_LOGICAL Logical;
    MPI_INTEGER Integer;
    MPI_REAL Real;
    MPI_DOUBLE_PRECISION DoublePrecision;
    MPI_COMPLEX Complex;
    MPI_DOUBLE_COMPLEX DoublePrecisionComplex;
    MPI_2REAL TwoReal;
    MPI_2DOUBLE_PRECISION TwoDoublePrecision;
    MPI_2INTEGER TwoInteger;
    MPI_INTEGER1 Integer1;
    MPI_INTEGER2 Integer2;
    MPI_INTEGER4 Integer4;
    MPI_INTEGER8 Integer8;
    MPI_INTEGER16 Integer16;
    MPI_REAL4 Real4;
    MPI_REAL8 Real8;
    MPI_REAL16 Real16;
    MPI_COMPLEX8 Complex8;
    MPI_COMPLEX16 Complex16;
    MPI_COMPLEX32 Complex32;
    MPI_LOGICAL1 Logical1;
    MPI_LOGICAL2 Logical2;
    MPI_LOGICAL4 Logical4;
    MPI_LOGICAL8 Logical8;
    MPI_REAL2 Real2;
    MPI_COMPLEX4 Complex4;
    MPI_LOGICAL16 Logical16;
    MPI_LB Lb;
    MPI_UB Ub;
}

table! {
    Builtin 0x20 OPS OPS_BACK op_number op_standard ALL_OPS;
    MPI_MAX Max;
    MPI_MIN Min;
    MPI_SUM Sum;
    MPI_PROD Prod;
    MPI_LAND Land;
    MPI_BAND Band;
    MPI_LOR Lor;
    MPI_BOR Bor;
    MPI_LXOR Lxor;
    MPI_BXOR Bxor;
    MPI_MINLOC Minloc;
    MPI_MAXLOC Maxloc;
    MPI_REPLACE Replace;
    MPI_NO_OP NoOp;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_datatype_has_its_name_and_its_number() {
        // The engine's name for two datatypes whose names are synonyms in the standard.
        let named = |name| match name {
            "MPI_LONG_LONG" => "MPI_LONG_LONG_INT",
            "MPI_C_FLOAT_COMPLEX" => "MPI_C_COMPLEX",
            name => name,
        };
        for (name, basic) in ALL_TYPES {
            assert_eq!(named(*name), basic.row().name);
            let Some((_, number)) = NAMES.iter().find(|(of, _)| of == name) else {
                assert!(matches!(basic, Basic::Lb | Basic::Ub), "{name}");
                continue;
            };
            let number = *number as u32;
            assert_eq!(type_number(number), Some(*basic as u32), "{name}");
        }
        assert_eq!(ALL_TYPES.len(), Basic::ALL.len() - 1, "all but that of nothing");
    }

    #[test]
    fn every_operation_has_its_name() {
        for (name, op) in ALL_OPS {
            assert_eq!(*name, op.name());
        }
        assert_eq!(ALL_OPS.len(), Builtin::ALL.len());
    }
}
