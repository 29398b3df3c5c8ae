//! The predefined datatypes of C, Fortran and MPI itself. The last two are bound markers without
//! data, removed in MPI 3.0.

/// Interpretation of the bytes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// An IEEE floating-point number of 2, 4 or 8 bytes.
    Float,
    /// `long double` of C: 80 bits on x86.
    LongDouble,
    /// Two [`Nature::Float`] numbers.
    Complex,
    /// Two [`Nature::LongDouble`] numbers.
    LongComplex,
    /// A truth value: 0 is false.
    Logical,
    /// A character, without arithmetic.
    Char,
    /// Uninterpreted bytes.
    Byte,
    /// A value with an index, for `MINLOC` and `MAXLOC`, or two Fortran numbers.
    Pair,
}

/// The properties of one predefined datatype.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The standard's name.
    pub name: &'static str,
    /// Bytes of data.
    pub size: u8,
    /// Bytes from one element of an array to the next.
    pub extent: u8,
    /// Strictest alignment of a component, in bytes.
    pub align: u8,
    /// Bytes in the portable representation external32, where a long has four: table 15.2 of MPI
    /// 4.1, section 15.5.2.
    pub external: u8,
    /// Interpretation of the bytes.
    pub nature: Nature,
    /// The components of a pair.
    pub parts: Option<(Basic, Basic)>,
}

macro_rules! basics {
    ($($id:ident $name:literal $nature:ident $size:literal $external:literal
        $(($first:ident $second:ident $extent:literal $align:literal))?;)*) => {
        /// A predefined datatype. The number is also the number of its [`crate::Datatype`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Basic { $(#[doc = $name] $id,)* }

        impl Basic {
            /// All of them, in order of number.
            pub const ALL: &[Self] = &[$(Self::$id,)*];
            const TABLE: &[Row] = &[$(Row {
                name: $name,
                size: $size,
                extent: basics!(@or $($extent)?, $size),
                align: basics!(@or $($align)?, align_of_size($size, Nature::$nature)),
                external: $external,
                nature: Nature::$nature,
                parts: basics!(@parts $($first $second)?),
            },)*];
        }
    };
    (@or $a:expr, $b:expr) => { $a };
    (@or , $b:expr) => { $b };
    (@parts $a:ident $b:ident) => { Some((Basic::$a, Basic::$b)) };
    (@parts) => { None };
}

const fn align_of_size(size: u8, nature: Nature) -> u8 {
    match nature {
        Nature::Complex | Nature::LongComplex => size / 2,
        _ if size == 0 => 1,
        _ => size,
    }
}

basics! {
    Null "MPI_DATATYPE_NULL" Byte 0 0;
    Byte "MPI_BYTE" Byte 1 1;
    Packed "MPI_PACKED" Byte 1 1;
    Char "MPI_CHAR" Char 1 1;
    SignedChar "MPI_SIGNED_CHAR" Signed 1 1;
    UnsignedChar "MPI_UNSIGNED_CHAR" Unsigned 1 1;
    Short "MPI_SHORT" Signed 2 2;
    UnsignedShort "MPI_UNSIGNED_SHORT" Unsigned 2 2;
    Int "MPI_INT" Signed 4 4;
    Unsigned "MPI_UNSIGNED" Unsigned 4 4;
    Long "MPI_LONG" Signed 8 4;
    UnsignedLong "MPI_UNSIGNED_LONG" Unsigned 8 4;
    LongLong "MPI_LONG_LONG_INT" Signed 8 8;
    UnsignedLongLong "MPI_UNSIGNED_LONG_LONG" Unsigned 8 8;
    Float "MPI_FLOAT" Float 4 4;
    Double "MPI_DOUBLE" Float 8 8;
    LongDouble "MPI_LONG_DOUBLE" LongDouble 16 16;
    Wchar "MPI_WCHAR" Char 4 2;
    CBool "MPI_C_BOOL" Logical 1 1;
    Int8 "MPI_INT8_T" Signed 1 1;
    Int16 "MPI_INT16_T" Signed 2 2;
    Int32 "MPI_INT32_T" Signed 4 4;
    Int64 "MPI_INT64_T" Signed 8 8;
    Uint8 "MPI_UINT8_T" Unsigned 1 1;
    Uint16 "MPI_UINT16_T" Unsigned 2 2;
    Uint32 "MPI_UINT32_T" Unsigned 4 4;
    Uint64 "MPI_UINT64_T" Unsigned 8 8;
    Aint "MPI_AINT" Signed 8 8;
    Count "MPI_COUNT" Signed 8 8;
    Offset "MPI_OFFSET" Signed 8 8;
    FloatComplex "MPI_C_COMPLEX" Complex 8 8;
    DoubleComplex "MPI_C_DOUBLE_COMPLEX" Complex 16 16;
    LongDoubleComplex "MPI_C_LONG_DOUBLE_COMPLEX" LongComplex 32 32;
    FloatInt "MPI_FLOAT_INT" Pair 8 8 (Float Int 8 4);
    DoubleInt "MPI_DOUBLE_INT" Pair 12 12 (Double Int 16 8);
    LongInt "MPI_LONG_INT" Pair 12 8 (Long Int 16 8);
    TwoInt "MPI_2INT" Pair 8 8 (Int Int 8 4);
    ShortInt "MPI_SHORT_INT" Pair 6 6 (Short Int 8 4);
    LongDoubleInt "MPI_LONG_DOUBLE_INT" Pair 20 20 (LongDouble Int 32 16);
    CxxBool "MPI_CXX_BOOL" Logical 1 1;
    CxxFloatComplex "MPI_CXX_FLOAT_COMPLEX" Complex 8 8;
    CxxDoubleComplex "MPI_CXX_DOUBLE_COMPLEX" Complex 16 16;
    CxxLongDoubleComplex "MPI_CXX_LONG_DOUBLE_COMPLEX" LongComplex 32 32;
    Character "MPI_CHARACTER" Char 1 1;
    Logical "MPI_LOGICAL" Logical 4 4;
    Integer "MPI_INTEGER" Signed 4 4;
    Real "MPI_REAL" Float 4 4;
    DoublePrecision "MPI_DOUBLE_PRECISION" Float 8 8;
    Complex "MPI_COMPLEX" Complex 8 8;
    DoublePrecisionComplex "MPI_DOUBLE_COMPLEX" Complex 16 16;
    TwoReal "MPI_2REAL" Pair 8 8 (Real Real 8 4);
    TwoDoublePrecision "MPI_2DOUBLE_PRECISION" Pair 16 16 (DoublePrecision DoublePrecision 16 8);
    TwoInteger "MPI_2INTEGER" Pair 8 8 (Integer Integer 8 4);
    Integer1 "MPI_INTEGER1" Signed 1 1;
    Integer2 "MPI_INTEGER2" Signed 2 2;
    Integer4 "MPI_INTEGER4" Signed 4 4;
    Integer8 "MPI_INTEGER8" Signed 8 8;
    Integer16 "MPI_INTEGER16" Signed 16 16;
    Real4 "MPI_REAL4" Float 4 4;
    Real8 "MPI_REAL8" Float 8 8;
    Real16 "MPI_REAL16" Byte 16 16;
    Complex8 "MPI_COMPLEX8" Complex 8 8;
    Complex16 "MPI_COMPLEX16" Complex 16 16;
    Complex32 "MPI_COMPLEX32" Byte 32 32;
    Logical1 "MPI_LOGICAL1" Logical 1 1;
    Logical2 "MPI_LOGICAL2" Logical 2 2;
    Logical4 "MPI_LOGICAL4" Logical 4 4;
    Logical8 "MPI_LOGICAL8" Logical 8 8;
    Real2 "MPI_REAL2" Byte 2 2;
    Complex4 "MPI_COMPLEX4" Byte 4 4;
    Logical16 "MPI_LOGICAL16" Logical 16 16;
    Lb "MPI_LB" Byte 0 0;
    Ub "MPI_UB" Byte 0 0;
}

/// Number of predefined datatypes.
pub const BASICS: usize = Basic::ALL.len();

/// Size in bytes of each predefined datatype without gaps between elements; 0 for the others.
/// Indexed by the number of the datatype.
pub(crate) static DENSE_BYTES: [u8; 128] = {
    let mut bytes = [0; 128];
    let mut at = 0;
    while at < BASICS {
        let row = &Basic::TABLE[at];
        if row.size == row.extent {
            bytes[at] = row.size;
        }
        at += 1;
    }
    bytes
};

impl Basic {
    /// Its properties.
    pub fn row(self) -> &'static Row {
        &Self::TABLE[self as usize]
    }

    /// The predefined datatype with this number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }
}
