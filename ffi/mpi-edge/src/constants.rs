//! Every constant of the standard ABI. Made by `cargo xtask mpi`.

/// The standard's `MPI_VERSION`.
pub const MPI_VERSION: i32 = 5;
/// The standard's `MPI_SUBVERSION`.
pub const MPI_SUBVERSION: i32 = 0;
/// The standard's `MPI_ABI_VERSION`.
pub const MPI_ABI_VERSION: i32 = 1;
/// The standard's `MPI_ABI_SUBVERSION`.
pub const MPI_ABI_SUBVERSION: i32 = 0;
/// The standard's `MPI_OP_NULL`.
pub const MPI_OP_NULL: u32 = 0x20;
/// The standard's `MPI_SUM`.
pub const MPI_SUM: u32 = 0x21;
/// The standard's `MPI_MIN`.
pub const MPI_MIN: u32 = 0x22;
/// The standard's `MPI_MAX`.
pub const MPI_MAX: u32 = 0x23;
/// The standard's `MPI_PROD`.
pub const MPI_PROD: u32 = 0x24;
/// The standard's `MPI_BAND`.
pub const MPI_BAND: u32 = 0x28;
/// The standard's `MPI_BOR`.
pub const MPI_BOR: u32 = 0x29;
/// The standard's `MPI_BXOR`.
pub const MPI_BXOR: u32 = 0x2a;
/// The standard's `MPI_LAND`.
pub const MPI_LAND: u32 = 0x30;
/// The standard's `MPI_LOR`.
pub const MPI_LOR: u32 = 0x31;
/// The standard's `MPI_LXOR`.
pub const MPI_LXOR: u32 = 0x32;
/// The standard's `MPI_MINLOC`.
pub const MPI_MINLOC: u32 = 0x38;
/// The standard's `MPI_MAXLOC`.
pub const MPI_MAXLOC: u32 = 0x39;
/// The standard's `MPI_REPLACE`.
pub const MPI_REPLACE: u32 = 0x3c;
/// The standard's `MPI_NO_OP`.
pub const MPI_NO_OP: u32 = 0x3d;
/// The standard's `MPI_COMM_NULL`.
pub const MPI_COMM_NULL: u32 = 0x100;
/// The standard's `MPI_COMM_WORLD`.
pub const MPI_COMM_WORLD: u32 = 0x101;
/// The standard's `MPI_COMM_SELF`.
pub const MPI_COMM_SELF: u32 = 0x102;
/// The standard's `MPI_GROUP_NULL`.
pub const MPI_GROUP_NULL: u32 = 0x108;
/// The standard's `MPI_GROUP_EMPTY`.
pub const MPI_GROUP_EMPTY: u32 = 0x109;
/// The standard's `MPI_WIN_NULL`.
pub const MPI_WIN_NULL: u32 = 0x110;
/// The standard's `MPI_FILE_NULL`.
pub const MPI_FILE_NULL: u32 = 0x118;
/// The standard's `MPI_SESSION_NULL`.
pub const MPI_SESSION_NULL: u32 = 0x120;
/// The standard's `MPI_MESSAGE_NULL`.
pub const MPI_MESSAGE_NULL: u32 = 0x128;
/// The standard's `MPI_MESSAGE_NO_PROC`.
pub const MPI_MESSAGE_NO_PROC: u32 = 0x129;
/// The standard's `MPI_INFO_NULL`.
pub const MPI_INFO_NULL: u32 = 0x130;
/// The standard's `MPI_INFO_ENV`.
pub const MPI_INFO_ENV: u32 = 0x131;
/// The standard's `MPI_ERRHANDLER_NULL`.
pub const MPI_ERRHANDLER_NULL: u32 = 0x140;
/// The standard's `MPI_ERRORS_ARE_FATAL`.
pub const MPI_ERRORS_ARE_FATAL: u32 = 0x141;
/// The standard's `MPI_ERRORS_ABORT`.
pub const MPI_ERRORS_ABORT: u32 = 0x142;
/// The standard's `MPI_ERRORS_RETURN`.
pub const MPI_ERRORS_RETURN: u32 = 0x143;
/// The standard's `MPI_REQUEST_NULL`.
pub const MPI_REQUEST_NULL: u32 = 0x180;
/// The standard's `MPI_DATATYPE_NULL`.
pub const MPI_DATATYPE_NULL: u32 = 0x200;
/// The standard's `MPI_AINT`.
pub const MPI_AINT: u32 = 0x201;
/// The standard's `MPI_COUNT`.
pub const MPI_COUNT: u32 = 0x202;
/// The standard's `MPI_OFFSET`.
pub const MPI_OFFSET: u32 = 0x203;
/// The standard's `MPI_PACKED`.
pub const MPI_PACKED: u32 = 0x207;
/// The standard's `MPI_SHORT`.
pub const MPI_SHORT: u32 = 0x208;
/// The standard's `MPI_INT`.
pub const MPI_INT: u32 = 0x209;
/// The standard's `MPI_LONG`.
pub const MPI_LONG: u32 = 0x20a;
/// The standard's `MPI_LONG_LONG`.
pub const MPI_LONG_LONG: u32 = 0x20b;
/// The standard's `MPI_UNSIGNED_SHORT`.
pub const MPI_UNSIGNED_SHORT: u32 = 0x20c;
/// The standard's `MPI_UNSIGNED`.
pub const MPI_UNSIGNED: u32 = 0x20d;
/// The standard's `MPI_UNSIGNED_LONG`.
pub const MPI_UNSIGNED_LONG: u32 = 0x20e;
/// The standard's `MPI_UNSIGNED_LONG_LONG`.
pub const MPI_UNSIGNED_LONG_LONG: u32 = 0x20f;
/// The standard's `MPI_FLOAT`.
pub const MPI_FLOAT: u32 = 0x210;
/// The standard's `MPI_C_FLOAT_COMPLEX`.
pub const MPI_C_FLOAT_COMPLEX: u32 = 0x212;
/// The standard's `MPI_CXX_FLOAT_COMPLEX`.
pub const MPI_CXX_FLOAT_COMPLEX: u32 = 0x213;
/// The standard's `MPI_DOUBLE`.
pub const MPI_DOUBLE: u32 = 0x214;
/// The standard's `MPI_C_DOUBLE_COMPLEX`.
pub const MPI_C_DOUBLE_COMPLEX: u32 = 0x216;
/// The standard's `MPI_CXX_DOUBLE_COMPLEX`.
pub const MPI_CXX_DOUBLE_COMPLEX: u32 = 0x217;
/// The standard's `MPI_LOGICAL`.
pub const MPI_LOGICAL: u32 = 0x218;
/// The standard's `MPI_INTEGER`.
pub const MPI_INTEGER: u32 = 0x219;
/// The standard's `MPI_REAL`.
pub const MPI_REAL: u32 = 0x21a;
/// The standard's `MPI_COMPLEX`.
pub const MPI_COMPLEX: u32 = 0x21b;
/// The standard's `MPI_DOUBLE_PRECISION`.
pub const MPI_DOUBLE_PRECISION: u32 = 0x21c;
/// The standard's `MPI_DOUBLE_COMPLEX`.
pub const MPI_DOUBLE_COMPLEX: u32 = 0x21d;
/// The standard's `MPI_CHARACTER`.
pub const MPI_CHARACTER: u32 = 0x21e;
/// The standard's `MPI_LONG_DOUBLE`.
pub const MPI_LONG_DOUBLE: u32 = 0x220;
/// The standard's `MPI_C_LONG_DOUBLE_COMPLEX`.
pub const MPI_C_LONG_DOUBLE_COMPLEX: u32 = 0x224;
/// The standard's `MPI_CXX_LONG_DOUBLE_COMPLEX`.
pub const MPI_CXX_LONG_DOUBLE_COMPLEX: u32 = 0x225;
/// The standard's `MPI_FLOAT_INT`.
pub const MPI_FLOAT_INT: u32 = 0x228;
/// The standard's `MPI_DOUBLE_INT`.
pub const MPI_DOUBLE_INT: u32 = 0x229;
/// The standard's `MPI_LONG_INT`.
pub const MPI_LONG_INT: u32 = 0x22a;
/// The standard's `MPI_2INT`.
pub const MPI_2INT: u32 = 0x22b;
/// The standard's `MPI_SHORT_INT`.
pub const MPI_SHORT_INT: u32 = 0x22c;
/// The standard's `MPI_LONG_DOUBLE_INT`.
pub const MPI_LONG_DOUBLE_INT: u32 = 0x22d;
/// The standard's `MPI_2REAL`.
pub const MPI_2REAL: u32 = 0x230;
/// The standard's `MPI_2DOUBLE_PRECISION`.
pub const MPI_2DOUBLE_PRECISION: u32 = 0x231;
/// The standard's `MPI_2INTEGER`.
pub const MPI_2INTEGER: u32 = 0x232;
/// The standard's `MPI_C_BOOL`.
pub const MPI_C_BOOL: u32 = 0x238;
/// The standard's `MPI_CXX_BOOL`.
pub const MPI_CXX_BOOL: u32 = 0x239;
/// The standard's `MPI_WCHAR`.
pub const MPI_WCHAR: u32 = 0x23c;
/// The standard's `MPI_INT8_T`.
pub const MPI_INT8_T: u32 = 0x240;
/// The standard's `MPI_UINT8_T`.
pub const MPI_UINT8_T: u32 = 0x241;
/// The standard's `MPI_CHAR`.
pub const MPI_CHAR: u32 = 0x243;
/// The standard's `MPI_SIGNED_CHAR`.
pub const MPI_SIGNED_CHAR: u32 = 0x244;
/// The standard's `MPI_UNSIGNED_CHAR`.
pub const MPI_UNSIGNED_CHAR: u32 = 0x245;
/// The standard's `MPI_BYTE`.
pub const MPI_BYTE: u32 = 0x247;
/// The standard's `MPI_INT16_T`.
pub const MPI_INT16_T: u32 = 0x248;
/// The standard's `MPI_UINT16_T`.
pub const MPI_UINT16_T: u32 = 0x249;
/// The standard's `MPI_INT32_T`.
pub const MPI_INT32_T: u32 = 0x250;
/// The standard's `MPI_UINT32_T`.
pub const MPI_UINT32_T: u32 = 0x251;
/// The standard's `MPI_INT64_T`.
pub const MPI_INT64_T: u32 = 0x258;
/// The standard's `MPI_UINT64_T`.
pub const MPI_UINT64_T: u32 = 0x259;
/// The standard's `MPI_LOGICAL1`.
pub const MPI_LOGICAL1: u32 = 0x2c0;
/// The standard's `MPI_INTEGER1`.
pub const MPI_INTEGER1: u32 = 0x2c1;
/// The standard's `MPI_LOGICAL2`.
pub const MPI_LOGICAL2: u32 = 0x2c8;
/// The standard's `MPI_INTEGER2`.
pub const MPI_INTEGER2: u32 = 0x2c9;
/// The standard's `MPI_REAL2`.
pub const MPI_REAL2: u32 = 0x2ca;
/// The standard's `MPI_LOGICAL4`.
pub const MPI_LOGICAL4: u32 = 0x2d0;
/// The standard's `MPI_INTEGER4`.
pub const MPI_INTEGER4: u32 = 0x2d1;
/// The standard's `MPI_REAL4`.
pub const MPI_REAL4: u32 = 0x2d2;
/// The standard's `MPI_COMPLEX4`.
pub const MPI_COMPLEX4: u32 = 0x2d3;
/// The standard's `MPI_LOGICAL8`.
pub const MPI_LOGICAL8: u32 = 0x2d8;
/// The standard's `MPI_INTEGER8`.
pub const MPI_INTEGER8: u32 = 0x2d9;
/// The standard's `MPI_REAL8`.
pub const MPI_REAL8: u32 = 0x2da;
/// The standard's `MPI_COMPLEX8`.
pub const MPI_COMPLEX8: u32 = 0x2db;
/// The standard's `MPI_LOGICAL16`.
pub const MPI_LOGICAL16: u32 = 0x2e0;
/// The standard's `MPI_INTEGER16`.
pub const MPI_INTEGER16: u32 = 0x2e1;
/// The standard's `MPI_REAL16`.
pub const MPI_REAL16: u32 = 0x2e2;
/// The standard's `MPI_COMPLEX16`.
pub const MPI_COMPLEX16: u32 = 0x2e3;
/// The standard's `MPI_COMPLEX32`.
pub const MPI_COMPLEX32: u32 = 0x2eb;
/// The standard's `MPI_F_STATUS_SIZE`.
pub const MPI_F_STATUS_SIZE: i32 = 8;
/// The standard's `MPI_F_SOURCE`.
pub const MPI_F_SOURCE: i32 = 0;
/// The standard's `MPI_F_TAG`.
pub const MPI_F_TAG: i32 = 1;
/// The standard's `MPI_F_ERROR`.
pub const MPI_F_ERROR: i32 = 2;
/// The standard's `MPI_SUCCESS`.
pub const MPI_SUCCESS: i32 = 0;
/// The standard's `MPI_ERR_BUFFER`.
pub const MPI_ERR_BUFFER: i32 = 1;
/// The standard's `MPI_ERR_COUNT`.
pub const MPI_ERR_COUNT: i32 = 2;
/// The standard's `MPI_ERR_TYPE`.
pub const MPI_ERR_TYPE: i32 = 3;
/// The standard's `MPI_ERR_TAG`.
pub const MPI_ERR_TAG: i32 = 4;
/// The standard's `MPI_ERR_COMM`.
pub const MPI_ERR_COMM: i32 = 5;
/// The standard's `MPI_ERR_RANK`.
pub const MPI_ERR_RANK: i32 = 6;
/// The standard's `MPI_ERR_REQUEST`.
pub const MPI_ERR_REQUEST: i32 = 7;
/// The standard's `MPI_ERR_ROOT`.
pub const MPI_ERR_ROOT: i32 = 8;
/// The standard's `MPI_ERR_GROUP`.
pub const MPI_ERR_GROUP: i32 = 9;
/// The standard's `MPI_ERR_OP`.
pub const MPI_ERR_OP: i32 = 10;
/// The standard's `MPI_ERR_TOPOLOGY`.
pub const MPI_ERR_TOPOLOGY: i32 = 11;
/// The standard's `MPI_ERR_DIMS`.
pub const MPI_ERR_DIMS: i32 = 12;
/// The standard's `MPI_ERR_ARG`.
pub const MPI_ERR_ARG: i32 = 13;
/// The standard's `MPI_ERR_UNKNOWN`.
pub const MPI_ERR_UNKNOWN: i32 = 14;
/// The standard's `MPI_ERR_TRUNCATE`.
pub const MPI_ERR_TRUNCATE: i32 = 15;
/// The standard's `MPI_ERR_OTHER`.
pub const MPI_ERR_OTHER: i32 = 16;
/// The standard's `MPI_ERR_INTERN`.
pub const MPI_ERR_INTERN: i32 = 17;
/// The standard's `MPI_ERR_PENDING`.
pub const MPI_ERR_PENDING: i32 = 18;
/// The standard's `MPI_ERR_IN_STATUS`.
pub const MPI_ERR_IN_STATUS: i32 = 19;
/// The standard's `MPI_ERR_ACCESS`.
pub const MPI_ERR_ACCESS: i32 = 20;
/// The standard's `MPI_ERR_AMODE`.
pub const MPI_ERR_AMODE: i32 = 21;
/// The standard's `MPI_ERR_ASSERT`.
pub const MPI_ERR_ASSERT: i32 = 22;
/// The standard's `MPI_ERR_BAD_FILE`.
pub const MPI_ERR_BAD_FILE: i32 = 23;
/// The standard's `MPI_ERR_BASE`.
pub const MPI_ERR_BASE: i32 = 24;
/// The standard's `MPI_ERR_CONVERSION`.
pub const MPI_ERR_CONVERSION: i32 = 25;
/// The standard's `MPI_ERR_DISP`.
pub const MPI_ERR_DISP: i32 = 26;
/// The standard's `MPI_ERR_DUP_DATAREP`.
pub const MPI_ERR_DUP_DATAREP: i32 = 27;
/// The standard's `MPI_ERR_FILE_EXISTS`.
pub const MPI_ERR_FILE_EXISTS: i32 = 28;
/// The standard's `MPI_ERR_FILE_IN_USE`.
pub const MPI_ERR_FILE_IN_USE: i32 = 29;
/// The standard's `MPI_ERR_FILE`.
pub const MPI_ERR_FILE: i32 = 30;
/// The standard's `MPI_ERR_INFO_KEY`.
pub const MPI_ERR_INFO_KEY: i32 = 31;
/// The standard's `MPI_ERR_INFO_NOKEY`.
pub const MPI_ERR_INFO_NOKEY: i32 = 32;
/// The standard's `MPI_ERR_INFO_VALUE`.
pub const MPI_ERR_INFO_VALUE: i32 = 33;
/// The standard's `MPI_ERR_INFO`.
pub const MPI_ERR_INFO: i32 = 34;
/// The standard's `MPI_ERR_IO`.
pub const MPI_ERR_IO: i32 = 35;
/// The standard's `MPI_ERR_KEYVAL`.
pub const MPI_ERR_KEYVAL: i32 = 36;
/// The standard's `MPI_ERR_LOCKTYPE`.
pub const MPI_ERR_LOCKTYPE: i32 = 37;
/// The standard's `MPI_ERR_NAME`.
pub const MPI_ERR_NAME: i32 = 38;
/// The standard's `MPI_ERR_NO_MEM`.
pub const MPI_ERR_NO_MEM: i32 = 39;
/// The standard's `MPI_ERR_NOT_SAME`.
pub const MPI_ERR_NOT_SAME: i32 = 40;
/// The standard's `MPI_ERR_NO_SPACE`.
pub const MPI_ERR_NO_SPACE: i32 = 41;
/// The standard's `MPI_ERR_NO_SUCH_FILE`.
pub const MPI_ERR_NO_SUCH_FILE: i32 = 42;
/// The standard's `MPI_ERR_PORT`.
pub const MPI_ERR_PORT: i32 = 43;
/// The standard's `MPI_ERR_QUOTA`.
pub const MPI_ERR_QUOTA: i32 = 44;
/// The standard's `MPI_ERR_READ_ONLY`.
pub const MPI_ERR_READ_ONLY: i32 = 45;
/// The standard's `MPI_ERR_RMA_ATTACH`.
pub const MPI_ERR_RMA_ATTACH: i32 = 46;
/// The standard's `MPI_ERR_RMA_CONFLICT`.
pub const MPI_ERR_RMA_CONFLICT: i32 = 47;
/// The standard's `MPI_ERR_RMA_RANGE`.
pub const MPI_ERR_RMA_RANGE: i32 = 48;
/// The standard's `MPI_ERR_RMA_SHARED`.
pub const MPI_ERR_RMA_SHARED: i32 = 49;
/// The standard's `MPI_ERR_RMA_SYNC`.
pub const MPI_ERR_RMA_SYNC: i32 = 50;
/// The standard's `MPI_ERR_SERVICE`.
pub const MPI_ERR_SERVICE: i32 = 51;
/// The standard's `MPI_ERR_SIZE`.
pub const MPI_ERR_SIZE: i32 = 52;
/// The standard's `MPI_ERR_SPAWN`.
pub const MPI_ERR_SPAWN: i32 = 53;
/// The standard's `MPI_ERR_UNSUPPORTED_DATAREP`.
pub const MPI_ERR_UNSUPPORTED_DATAREP: i32 = 54;
/// The standard's `MPI_ERR_UNSUPPORTED_OPERATION`.
pub const MPI_ERR_UNSUPPORTED_OPERATION: i32 = 55;
/// The standard's `MPI_ERR_WIN`.
pub const MPI_ERR_WIN: i32 = 56;
/// The standard's `MPI_ERR_RMA_FLAVOR`.
pub const MPI_ERR_RMA_FLAVOR: i32 = 57;
/// The standard's `MPI_ERR_PROC_ABORTED`.
pub const MPI_ERR_PROC_ABORTED: i32 = 58;
/// The standard's `MPI_ERR_VALUE_TOO_LARGE`.
pub const MPI_ERR_VALUE_TOO_LARGE: i32 = 59;
/// The standard's `MPI_ERR_SESSION`.
pub const MPI_ERR_SESSION: i32 = 60;
/// The standard's `MPI_ERR_ERRHANDLER`.
pub const MPI_ERR_ERRHANDLER: i32 = 61;
/// The standard's `MPI_ERR_ABI`.
pub const MPI_ERR_ABI: i32 = 62;
/// The standard's `MPI_T_ERR_CANNOT_INIT`.
pub const MPI_T_ERR_CANNOT_INIT: i32 = 1001;
/// The standard's `MPI_T_ERR_NOT_ACCESSIBLE`.
pub const MPI_T_ERR_NOT_ACCESSIBLE: i32 = 1002;
/// The standard's `MPI_T_ERR_NOT_INITIALIZED`.
pub const MPI_T_ERR_NOT_INITIALIZED: i32 = 1003;
/// The standard's `MPI_T_ERR_NOT_SUPPORTED`.
pub const MPI_T_ERR_NOT_SUPPORTED: i32 = 1004;
/// The standard's `MPI_T_ERR_MEMORY`.
pub const MPI_T_ERR_MEMORY: i32 = 1005;
/// The standard's `MPI_T_ERR_INVALID`.
pub const MPI_T_ERR_INVALID: i32 = 1006;
/// The standard's `MPI_T_ERR_INVALID_INDEX`.
pub const MPI_T_ERR_INVALID_INDEX: i32 = 1007;
/// The standard's `MPI_T_ERR_INVALID_ITEM`.
pub const MPI_T_ERR_INVALID_ITEM: i32 = 1008;
/// The standard's `MPI_T_ERR_INVALID_SESSION`.
pub const MPI_T_ERR_INVALID_SESSION: i32 = 1009;
/// The standard's `MPI_T_ERR_INVALID_HANDLE`.
pub const MPI_T_ERR_INVALID_HANDLE: i32 = 1010;
/// The standard's `MPI_T_ERR_INVALID_NAME`.
pub const MPI_T_ERR_INVALID_NAME: i32 = 1011;
/// The standard's `MPI_T_ERR_OUT_OF_HANDLES`.
pub const MPI_T_ERR_OUT_OF_HANDLES: i32 = 1012;
/// The standard's `MPI_T_ERR_OUT_OF_SESSIONS`.
pub const MPI_T_ERR_OUT_OF_SESSIONS: i32 = 1013;
/// The standard's `MPI_T_ERR_CVAR_SET_NOT_NOW`.
pub const MPI_T_ERR_CVAR_SET_NOT_NOW: i32 = 1014;
/// The standard's `MPI_T_ERR_CVAR_SET_NEVER`.
pub const MPI_T_ERR_CVAR_SET_NEVER: i32 = 1015;
/// The standard's `MPI_T_ERR_PVAR_NO_WRITE`.
pub const MPI_T_ERR_PVAR_NO_WRITE: i32 = 1016;
/// The standard's `MPI_T_ERR_PVAR_NO_STARTSTOP`.
pub const MPI_T_ERR_PVAR_NO_STARTSTOP: i32 = 1017;
/// The standard's `MPI_T_ERR_PVAR_NO_ATOMIC`.
pub const MPI_T_ERR_PVAR_NO_ATOMIC: i32 = 1018;
/// The standard's `MPI_ERR_LASTCODE`.
pub const MPI_ERR_LASTCODE: i32 = 16383;
/// The standard's `MPI_BOTTOM`.
pub const MPI_BOTTOM: usize = 0;
/// The standard's `MPI_IN_PLACE`.
pub const MPI_IN_PLACE: usize = 1;
/// The standard's `MPI_BUFFER_AUTOMATIC`.
pub const MPI_BUFFER_AUTOMATIC: usize = 2;
/// The standard's `MPI_ARGV_NULL`.
pub const MPI_ARGV_NULL: usize = 0;
/// The standard's `MPI_ARGVS_NULL`.
pub const MPI_ARGVS_NULL: usize = 0;
/// The standard's `MPI_ERRCODES_IGNORE`.
pub const MPI_ERRCODES_IGNORE: usize = 0;
/// The standard's `MPI_STATUS_IGNORE`.
pub const MPI_STATUS_IGNORE: usize = 0;
/// The standard's `MPI_STATUSES_IGNORE`.
pub const MPI_STATUSES_IGNORE: usize = 0;
/// The standard's `MPI_UNWEIGHTED`.
pub const MPI_UNWEIGHTED: usize = 10;
/// The standard's `MPI_WEIGHTS_EMPTY`.
pub const MPI_WEIGHTS_EMPTY: usize = 11;
/// The standard's `MPI_MAX_DATAREP_STRING`.
pub const MPI_MAX_DATAREP_STRING: i32 = 128;
/// The standard's `MPI_MAX_ERROR_STRING`.
pub const MPI_MAX_ERROR_STRING: i32 = 512;
/// The standard's `MPI_MAX_INFO_KEY`.
pub const MPI_MAX_INFO_KEY: i32 = 256;
/// The standard's `MPI_MAX_INFO_VAL`.
pub const MPI_MAX_INFO_VAL: i32 = 1024;
/// The standard's `MPI_MAX_LIBRARY_VERSION_STRING`.
pub const MPI_MAX_LIBRARY_VERSION_STRING: i32 = 8192;
/// The standard's `MPI_MAX_OBJECT_NAME`.
pub const MPI_MAX_OBJECT_NAME: i32 = 128;
/// The standard's `MPI_MAX_PORT_NAME`.
pub const MPI_MAX_PORT_NAME: i32 = 1024;
/// The standard's `MPI_MAX_PROCESSOR_NAME`.
pub const MPI_MAX_PROCESSOR_NAME: i32 = 256;
/// The standard's `MPI_MAX_STRINGTAG_LEN`.
pub const MPI_MAX_STRINGTAG_LEN: i32 = 1024;
/// The standard's `MPI_MAX_PSET_NAME_LEN`.
pub const MPI_MAX_PSET_NAME_LEN: i32 = 1024;
/// The standard's `MPI_BSEND_OVERHEAD`.
pub const MPI_BSEND_OVERHEAD: i32 = 512;
/// The standard's `MPI_MODE_APPEND`.
pub const MPI_MODE_APPEND: i32 = 1;
/// The standard's `MPI_MODE_CREATE`.
pub const MPI_MODE_CREATE: i32 = 2;
/// The standard's `MPI_MODE_DELETE_ON_CLOSE`.
pub const MPI_MODE_DELETE_ON_CLOSE: i32 = 4;
/// The standard's `MPI_MODE_EXCL`.
pub const MPI_MODE_EXCL: i32 = 8;
/// The standard's `MPI_MODE_RDONLY`.
pub const MPI_MODE_RDONLY: i32 = 16;
/// The standard's `MPI_MODE_RDWR`.
pub const MPI_MODE_RDWR: i32 = 32;
/// The standard's `MPI_MODE_SEQUENTIAL`.
pub const MPI_MODE_SEQUENTIAL: i32 = 64;
/// The standard's `MPI_MODE_UNIQUE_OPEN`.
pub const MPI_MODE_UNIQUE_OPEN: i32 = 128;
/// The standard's `MPI_MODE_WRONLY`.
pub const MPI_MODE_WRONLY: i32 = 256;
/// The standard's `MPI_MODE_NOCHECK`.
pub const MPI_MODE_NOCHECK: i32 = 1024;
/// The standard's `MPI_MODE_NOPRECEDE`.
pub const MPI_MODE_NOPRECEDE: i32 = 2048;
/// The standard's `MPI_MODE_NOPUT`.
pub const MPI_MODE_NOPUT: i32 = 4096;
/// The standard's `MPI_MODE_NOSTORE`.
pub const MPI_MODE_NOSTORE: i32 = 8192;
/// The standard's `MPI_MODE_NOSUCCEED`.
pub const MPI_MODE_NOSUCCEED: i32 = 16384;
/// The standard's `MPI_ANY_SOURCE`.
pub const MPI_ANY_SOURCE: i32 = -1;
/// The standard's `MPI_PROC_NULL`.
pub const MPI_PROC_NULL: i32 = -3;
/// The standard's `MPI_ROOT`.
pub const MPI_ROOT: i32 = -4;
/// The standard's `MPI_ANY_TAG`.
pub const MPI_ANY_TAG: i32 = -2;
/// The standard's `MPI_UNDEFINED`.
pub const MPI_UNDEFINED: i32 = -32766;
/// The standard's `MPI_THREAD_SINGLE`.
pub const MPI_THREAD_SINGLE: i32 = 0;
/// The standard's `MPI_THREAD_FUNNELED`.
pub const MPI_THREAD_FUNNELED: i32 = 1024;
/// The standard's `MPI_THREAD_SERIALIZED`.
pub const MPI_THREAD_SERIALIZED: i32 = 2048;
/// The standard's `MPI_THREAD_MULTIPLE`.
pub const MPI_THREAD_MULTIPLE: i32 = 4096;
/// The standard's `MPI_ORDER_C`.
pub const MPI_ORDER_C: i32 = 12;
/// The standard's `MPI_ORDER_FORTRAN`.
pub const MPI_ORDER_FORTRAN: i32 = 15;
/// The standard's `MPI_DISTRIBUTE_NONE`.
pub const MPI_DISTRIBUTE_NONE: i32 = 16;
/// The standard's `MPI_DISTRIBUTE_BLOCK`.
pub const MPI_DISTRIBUTE_BLOCK: i32 = 17;
/// The standard's `MPI_DISTRIBUTE_CYCLIC`.
pub const MPI_DISTRIBUTE_CYCLIC: i32 = 18;
/// The standard's `MPI_DISTRIBUTE_DFLT_DARG`.
pub const MPI_DISTRIBUTE_DFLT_DARG: i32 = 19;
/// The standard's `MPI_COMBINER_NAMED`.
pub const MPI_COMBINER_NAMED: i32 = 101;
/// The standard's `MPI_COMBINER_DUP`.
pub const MPI_COMBINER_DUP: i32 = 102;
/// The standard's `MPI_COMBINER_CONTIGUOUS`.
pub const MPI_COMBINER_CONTIGUOUS: i32 = 103;
/// The standard's `MPI_COMBINER_VECTOR`.
pub const MPI_COMBINER_VECTOR: i32 = 104;
/// The standard's `MPI_COMBINER_HVECTOR`.
pub const MPI_COMBINER_HVECTOR: i32 = 105;
/// The standard's `MPI_COMBINER_INDEXED`.
pub const MPI_COMBINER_INDEXED: i32 = 106;
/// The standard's `MPI_COMBINER_HINDEXED`.
pub const MPI_COMBINER_HINDEXED: i32 = 107;
/// The standard's `MPI_COMBINER_INDEXED_BLOCK`.
pub const MPI_COMBINER_INDEXED_BLOCK: i32 = 108;
/// The standard's `MPI_COMBINER_HINDEXED_BLOCK`.
pub const MPI_COMBINER_HINDEXED_BLOCK: i32 = 109;
/// The standard's `MPI_COMBINER_STRUCT`.
pub const MPI_COMBINER_STRUCT: i32 = 110;
/// The standard's `MPI_COMBINER_SUBARRAY`.
pub const MPI_COMBINER_SUBARRAY: i32 = 111;
/// The standard's `MPI_COMBINER_DARRAY`.
pub const MPI_COMBINER_DARRAY: i32 = 112;
/// The standard's `MPI_COMBINER_F90_REAL`.
pub const MPI_COMBINER_F90_REAL: i32 = 113;
/// The standard's `MPI_COMBINER_F90_COMPLEX`.
pub const MPI_COMBINER_F90_COMPLEX: i32 = 114;
/// The standard's `MPI_COMBINER_F90_INTEGER`.
pub const MPI_COMBINER_F90_INTEGER: i32 = 115;
/// The standard's `MPI_COMBINER_RESIZED`.
pub const MPI_COMBINER_RESIZED: i32 = 116;
/// The standard's `MPI_COMBINER_VALUE_INDEX`.
pub const MPI_COMBINER_VALUE_INDEX: i32 = 117;
/// The standard's `MPI_TYPECLASS_INTEGER`.
pub const MPI_TYPECLASS_INTEGER: i32 = 192;
/// The standard's `MPI_TYPECLASS_REAL`.
pub const MPI_TYPECLASS_REAL: i32 = 193;
/// The standard's `MPI_TYPECLASS_COMPLEX`.
pub const MPI_TYPECLASS_COMPLEX: i32 = 194;
/// The standard's `MPI_IDENT`.
pub const MPI_IDENT: i32 = 201;
/// The standard's `MPI_CONGRUENT`.
pub const MPI_CONGRUENT: i32 = 202;
/// The standard's `MPI_SIMILAR`.
pub const MPI_SIMILAR: i32 = 203;
/// The standard's `MPI_UNEQUAL`.
pub const MPI_UNEQUAL: i32 = 204;
/// The standard's `MPI_CART`.
pub const MPI_CART: i32 = 211;
/// The standard's `MPI_GRAPH`.
pub const MPI_GRAPH: i32 = 212;
/// The standard's `MPI_DIST_GRAPH`.
pub const MPI_DIST_GRAPH: i32 = 213;
/// The standard's `MPI_COMM_TYPE_SHARED`.
pub const MPI_COMM_TYPE_SHARED: i32 = 221;
/// The standard's `MPI_COMM_TYPE_HW_UNGUIDED`.
pub const MPI_COMM_TYPE_HW_UNGUIDED: i32 = 222;
/// The standard's `MPI_COMM_TYPE_HW_GUIDED`.
pub const MPI_COMM_TYPE_HW_GUIDED: i32 = 223;
/// The standard's `MPI_COMM_TYPE_RESOURCE_GUIDED`.
pub const MPI_COMM_TYPE_RESOURCE_GUIDED: i32 = 224;
/// The standard's `MPI_LOCK_EXCLUSIVE`.
pub const MPI_LOCK_EXCLUSIVE: i32 = 301;
/// The standard's `MPI_LOCK_SHARED`.
pub const MPI_LOCK_SHARED: i32 = 302;
/// The standard's `MPI_WIN_FLAVOR_CREATE`.
pub const MPI_WIN_FLAVOR_CREATE: i32 = 311;
/// The standard's `MPI_WIN_FLAVOR_ALLOCATE`.
pub const MPI_WIN_FLAVOR_ALLOCATE: i32 = 312;
/// The standard's `MPI_WIN_FLAVOR_DYNAMIC`.
pub const MPI_WIN_FLAVOR_DYNAMIC: i32 = 313;
/// The standard's `MPI_WIN_FLAVOR_SHARED`.
pub const MPI_WIN_FLAVOR_SHARED: i32 = 314;
/// The standard's `MPI_WIN_UNIFIED`.
pub const MPI_WIN_UNIFIED: i32 = 321;
/// The standard's `MPI_WIN_SEPARATE`.
pub const MPI_WIN_SEPARATE: i32 = 322;
/// The standard's `MPI_SEEK_CUR`.
pub const MPI_SEEK_CUR: i32 = 401;
/// The standard's `MPI_SEEK_END`.
pub const MPI_SEEK_END: i32 = 402;
/// The standard's `MPI_SEEK_SET`.
pub const MPI_SEEK_SET: i32 = 403;
/// The standard's `MPI_DISPLACEMENT_CURRENT`.
pub const MPI_DISPLACEMENT_CURRENT: i64 = -1;
/// The standard's `MPI_KEYVAL_INVALID`.
pub const MPI_KEYVAL_INVALID: i32 = 0;
/// The standard's `MPI_TAG_UB`.
pub const MPI_TAG_UB: i32 = 501;
/// The standard's `MPI_IO`.
pub const MPI_IO: i32 = 502;
/// The standard's `MPI_HOST`.
pub const MPI_HOST: i32 = 503;
/// The standard's `MPI_WTIME_IS_GLOBAL`.
pub const MPI_WTIME_IS_GLOBAL: i32 = 504;
/// The standard's `MPI_APPNUM`.
pub const MPI_APPNUM: i32 = 505;
/// The standard's `MPI_LASTUSEDCODE`.
pub const MPI_LASTUSEDCODE: i32 = 506;
/// The standard's `MPI_UNIVERSE_SIZE`.
pub const MPI_UNIVERSE_SIZE: i32 = 507;
/// The standard's `MPI_WIN_BASE`.
pub const MPI_WIN_BASE: i32 = 601;
/// The standard's `MPI_WIN_DISP_UNIT`.
pub const MPI_WIN_DISP_UNIT: i32 = 602;
/// The standard's `MPI_WIN_SIZE`.
pub const MPI_WIN_SIZE: i32 = 603;
/// The standard's `MPI_WIN_CREATE_FLAVOR`.
pub const MPI_WIN_CREATE_FLAVOR: i32 = 604;
/// The standard's `MPI_WIN_MODEL`.
pub const MPI_WIN_MODEL: i32 = 605;
/// The standard's `MPI_WIN_NULL_COPY_FN`.
pub const MPI_WIN_NULL_COPY_FN: i32 = 0;
/// The standard's `MPI_WIN_DUP_FN`.
pub const MPI_WIN_DUP_FN: i32 = 0x1;
/// The standard's `MPI_WIN_NULL_DELETE_FN`.
pub const MPI_WIN_NULL_DELETE_FN: i32 = 0;
/// The standard's `MPI_NULL_COPY_FN`.
pub const MPI_NULL_COPY_FN: usize = 0;
/// The standard's `MPI_DUP_FN`.
pub const MPI_DUP_FN: usize = 1;
/// The standard's `MPI_NULL_DELETE_FN`.
pub const MPI_NULL_DELETE_FN: usize = 0;
/// The standard's `MPI_COMM_NULL_COPY_FN`.
pub const MPI_COMM_NULL_COPY_FN: usize = 0;
/// The standard's `MPI_COMM_DUP_FN`.
pub const MPI_COMM_DUP_FN: usize = 1;
/// The standard's `MPI_COMM_NULL_DELETE_FN`.
pub const MPI_COMM_NULL_DELETE_FN: usize = 0;
/// The standard's `MPI_TYPE_NULL_COPY_FN`.
pub const MPI_TYPE_NULL_COPY_FN: usize = 0;
/// The standard's `MPI_TYPE_DUP_FN`.
pub const MPI_TYPE_DUP_FN: usize = 1;
/// The standard's `MPI_TYPE_NULL_DELETE_FN`.
pub const MPI_TYPE_NULL_DELETE_FN: usize = 0;
/// The standard's `MPI_CONVERSION_FN_NULL`.
pub const MPI_CONVERSION_FN_NULL: usize = 0;
/// The standard's `MPI_CONVERSION_FN_NULL_C`.
pub const MPI_CONVERSION_FN_NULL_C: usize = 0;
/// The standard's `MPI_T_ENUM_NULL`.
pub const MPI_T_ENUM_NULL: usize = 0;
/// The standard's `MPI_T_CVAR_HANDLE_NULL`.
pub const MPI_T_CVAR_HANDLE_NULL: usize = 0;
/// The standard's `MPI_T_PVAR_SESSION_NULL`.
pub const MPI_T_PVAR_SESSION_NULL: usize = 0;
/// The standard's `MPI_T_PVAR_HANDLE_NULL`.
pub const MPI_T_PVAR_HANDLE_NULL: usize = 0;
/// The standard's `MPI_T_PVAR_ALL_HANDLES`.
pub const MPI_T_PVAR_ALL_HANDLES: usize = 1;
/// The standard's `MPI_T_CB_REQUIRE_NONE`.
pub const MPI_T_CB_REQUIRE_NONE: i32 = 0;
/// The standard's `MPI_T_CB_REQUIRE_MPI_RESTRICTED`.
pub const MPI_T_CB_REQUIRE_MPI_RESTRICTED: i32 = 3;
/// The standard's `MPI_T_CB_REQUIRE_THREAD_SAFE`.
pub const MPI_T_CB_REQUIRE_THREAD_SAFE: i32 = 15;
/// The standard's `MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE`.
pub const MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE: i32 = 63;
/// The standard's `MPI_T_SOURCE_ORDERED`.
pub const MPI_T_SOURCE_ORDERED: i32 = 1;
/// The standard's `MPI_T_SOURCE_UNORDERED`.
pub const MPI_T_SOURCE_UNORDERED: i32 = 2;
/// The standard's `MPI_T_VERBOSITY_USER_BASIC`.
pub const MPI_T_VERBOSITY_USER_BASIC: i32 = 9;
/// The standard's `MPI_T_VERBOSITY_USER_DETAIL`.
pub const MPI_T_VERBOSITY_USER_DETAIL: i32 = 10;
/// The standard's `MPI_T_VERBOSITY_USER_ALL`.
pub const MPI_T_VERBOSITY_USER_ALL: i32 = 12;
/// The standard's `MPI_T_VERBOSITY_TUNER_BASIC`.
pub const MPI_T_VERBOSITY_TUNER_BASIC: i32 = 17;
/// The standard's `MPI_T_VERBOSITY_TUNER_DETAIL`.
pub const MPI_T_VERBOSITY_TUNER_DETAIL: i32 = 18;
/// The standard's `MPI_T_VERBOSITY_TUNER_ALL`.
pub const MPI_T_VERBOSITY_TUNER_ALL: i32 = 20;
/// The standard's `MPI_T_VERBOSITY_MPIDEV_BASIC`.
pub const MPI_T_VERBOSITY_MPIDEV_BASIC: i32 = 33;
/// The standard's `MPI_T_VERBOSITY_MPIDEV_DETAIL`.
pub const MPI_T_VERBOSITY_MPIDEV_DETAIL: i32 = 34;
/// The standard's `MPI_T_VERBOSITY_MPIDEV_ALL`.
pub const MPI_T_VERBOSITY_MPIDEV_ALL: i32 = 36;
/// The standard's `MPI_T_BIND_NO_OBJECT`.
pub const MPI_T_BIND_NO_OBJECT: i32 = 1;
/// The standard's `MPI_T_BIND_MPI_COMM`.
pub const MPI_T_BIND_MPI_COMM: i32 = 2;
/// The standard's `MPI_T_BIND_MPI_DATATYPE`.
pub const MPI_T_BIND_MPI_DATATYPE: i32 = 3;
/// The standard's `MPI_T_BIND_MPI_ERRHANDLER`.
pub const MPI_T_BIND_MPI_ERRHANDLER: i32 = 4;
/// The standard's `MPI_T_BIND_MPI_FILE`.
pub const MPI_T_BIND_MPI_FILE: i32 = 5;
/// The standard's `MPI_T_BIND_MPI_GROUP`.
pub const MPI_T_BIND_MPI_GROUP: i32 = 6;
/// The standard's `MPI_T_BIND_MPI_OP`.
pub const MPI_T_BIND_MPI_OP: i32 = 7;
/// The standard's `MPI_T_BIND_MPI_REQUEST`.
pub const MPI_T_BIND_MPI_REQUEST: i32 = 8;
/// The standard's `MPI_T_BIND_MPI_WIN`.
pub const MPI_T_BIND_MPI_WIN: i32 = 9;
/// The standard's `MPI_T_BIND_MPI_MESSAGE`.
pub const MPI_T_BIND_MPI_MESSAGE: i32 = 10;
/// The standard's `MPI_T_BIND_MPI_INFO`.
pub const MPI_T_BIND_MPI_INFO: i32 = 11;
/// The standard's `MPI_T_BIND_MPI_SESSION`.
pub const MPI_T_BIND_MPI_SESSION: i32 = 12;
/// The standard's `MPI_T_SCOPE_CONSTANT`.
pub const MPI_T_SCOPE_CONSTANT: i32 = 1;
/// The standard's `MPI_T_SCOPE_READONLY`.
pub const MPI_T_SCOPE_READONLY: i32 = 2;
/// The standard's `MPI_T_SCOPE_LOCAL`.
pub const MPI_T_SCOPE_LOCAL: i32 = 3;
/// The standard's `MPI_T_SCOPE_GROUP`.
pub const MPI_T_SCOPE_GROUP: i32 = 4;
/// The standard's `MPI_T_SCOPE_GROUP_EQ`.
pub const MPI_T_SCOPE_GROUP_EQ: i32 = 5;
/// The standard's `MPI_T_SCOPE_ALL`.
pub const MPI_T_SCOPE_ALL: i32 = 6;
/// The standard's `MPI_T_SCOPE_ALL_EQ`.
pub const MPI_T_SCOPE_ALL_EQ: i32 = 7;
/// The standard's `MPI_T_PVAR_CLASS_STATE`.
pub const MPI_T_PVAR_CLASS_STATE: i32 = 1;
/// The standard's `MPI_T_PVAR_CLASS_LEVEL`.
pub const MPI_T_PVAR_CLASS_LEVEL: i32 = 2;
/// The standard's `MPI_T_PVAR_CLASS_SIZE`.
pub const MPI_T_PVAR_CLASS_SIZE: i32 = 3;
/// The standard's `MPI_T_PVAR_CLASS_PERCENTAGE`.
pub const MPI_T_PVAR_CLASS_PERCENTAGE: i32 = 4;
/// The standard's `MPI_T_PVAR_CLASS_HIGHWATERMARK`.
pub const MPI_T_PVAR_CLASS_HIGHWATERMARK: i32 = 5;
/// The standard's `MPI_T_PVAR_CLASS_LOWWATERMARK`.
pub const MPI_T_PVAR_CLASS_LOWWATERMARK: i32 = 6;
/// The standard's `MPI_T_PVAR_CLASS_COUNTER`.
pub const MPI_T_PVAR_CLASS_COUNTER: i32 = 7;
/// The standard's `MPI_T_PVAR_CLASS_AGGREGATE`.
pub const MPI_T_PVAR_CLASS_AGGREGATE: i32 = 8;
/// The standard's `MPI_T_PVAR_CLASS_TIMER`.
pub const MPI_T_PVAR_CLASS_TIMER: i32 = 9;
/// The standard's `MPI_T_PVAR_CLASS_GENERIC`.
pub const MPI_T_PVAR_CLASS_GENERIC: i32 = 10;

/// Each constant but those of strings and versions, by its name.
pub const NAMES: &[(&str, i64)] = &[
    ("MPI_OP_NULL", MPI_OP_NULL as i64),
    ("MPI_SUM", MPI_SUM as i64),
    ("MPI_MIN", MPI_MIN as i64),
    ("MPI_MAX", MPI_MAX as i64),
    ("MPI_PROD", MPI_PROD as i64),
    ("MPI_BAND", MPI_BAND as i64),
    ("MPI_BOR", MPI_BOR as i64),
    ("MPI_BXOR", MPI_BXOR as i64),
    ("MPI_LAND", MPI_LAND as i64),
    ("MPI_LOR", MPI_LOR as i64),
    ("MPI_LXOR", MPI_LXOR as i64),
    ("MPI_MINLOC", MPI_MINLOC as i64),
    ("MPI_MAXLOC", MPI_MAXLOC as i64),
    ("MPI_REPLACE", MPI_REPLACE as i64),
    ("MPI_NO_OP", MPI_NO_OP as i64),
    ("MPI_COMM_NULL", MPI_COMM_NULL as i64),
    ("MPI_COMM_WORLD", MPI_COMM_WORLD as i64),
    ("MPI_COMM_SELF", MPI_COMM_SELF as i64),
    ("MPI_GROUP_NULL", MPI_GROUP_NULL as i64),
    ("MPI_GROUP_EMPTY", MPI_GROUP_EMPTY as i64),
    ("MPI_WIN_NULL", MPI_WIN_NULL as i64),
    ("MPI_FILE_NULL", MPI_FILE_NULL as i64),
    ("MPI_SESSION_NULL", MPI_SESSION_NULL as i64),
    ("MPI_MESSAGE_NULL", MPI_MESSAGE_NULL as i64),
    ("MPI_MESSAGE_NO_PROC", MPI_MESSAGE_NO_PROC as i64),
    ("MPI_INFO_NULL", MPI_INFO_NULL as i64),
    ("MPI_INFO_ENV", MPI_INFO_ENV as i64),
    ("MPI_ERRHANDLER_NULL", MPI_ERRHANDLER_NULL as i64),
    ("MPI_ERRORS_ARE_FATAL", MPI_ERRORS_ARE_FATAL as i64),
    ("MPI_ERRORS_ABORT", MPI_ERRORS_ABORT as i64),
    ("MPI_ERRORS_RETURN", MPI_ERRORS_RETURN as i64),
    ("MPI_REQUEST_NULL", MPI_REQUEST_NULL as i64),
    ("MPI_DATATYPE_NULL", MPI_DATATYPE_NULL as i64),
    ("MPI_AINT", MPI_AINT as i64),
    ("MPI_COUNT", MPI_COUNT as i64),
    ("MPI_OFFSET", MPI_OFFSET as i64),
    ("MPI_PACKED", MPI_PACKED as i64),
    ("MPI_SHORT", MPI_SHORT as i64),
    ("MPI_INT", MPI_INT as i64),
    ("MPI_LONG", MPI_LONG as i64),
    ("MPI_LONG_LONG", MPI_LONG_LONG as i64),
    ("MPI_UNSIGNED_SHORT", MPI_UNSIGNED_SHORT as i64),
    ("MPI_UNSIGNED", MPI_UNSIGNED as i64),
    ("MPI_UNSIGNED_LONG", MPI_UNSIGNED_LONG as i64),
    ("MPI_UNSIGNED_LONG_LONG", MPI_UNSIGNED_LONG_LONG as i64),
    ("MPI_FLOAT", MPI_FLOAT as i64),
    ("MPI_C_FLOAT_COMPLEX", MPI_C_FLOAT_COMPLEX as i64),
    ("MPI_CXX_FLOAT_COMPLEX", MPI_CXX_FLOAT_COMPLEX as i64),
    ("MPI_DOUBLE", MPI_DOUBLE as i64),
    ("MPI_C_DOUBLE_COMPLEX", MPI_C_DOUBLE_COMPLEX as i64),
    ("MPI_CXX_DOUBLE_COMPLEX", MPI_CXX_DOUBLE_COMPLEX as i64),
    ("MPI_LOGICAL", MPI_LOGICAL as i64),
    ("MPI_INTEGER", MPI_INTEGER as i64),
    ("MPI_REAL", MPI_REAL as i64),
    ("MPI_COMPLEX", MPI_COMPLEX as i64),
    ("MPI_DOUBLE_PRECISION", MPI_DOUBLE_PRECISION as i64),
    ("MPI_DOUBLE_COMPLEX", MPI_DOUBLE_COMPLEX as i64),
    ("MPI_CHARACTER", MPI_CHARACTER as i64),
    ("MPI_LONG_DOUBLE", MPI_LONG_DOUBLE as i64),
    ("MPI_C_LONG_DOUBLE_COMPLEX", MPI_C_LONG_DOUBLE_COMPLEX as i64),
    ("MPI_CXX_LONG_DOUBLE_COMPLEX", MPI_CXX_LONG_DOUBLE_COMPLEX as i64),
    ("MPI_FLOAT_INT", MPI_FLOAT_INT as i64),
    ("MPI_DOUBLE_INT", MPI_DOUBLE_INT as i64),
    ("MPI_LONG_INT", MPI_LONG_INT as i64),
    ("MPI_2INT", MPI_2INT as i64),
    ("MPI_SHORT_INT", MPI_SHORT_INT as i64),
    ("MPI_LONG_DOUBLE_INT", MPI_LONG_DOUBLE_INT as i64),
    ("MPI_2REAL", MPI_2REAL as i64),
    ("MPI_2DOUBLE_PRECISION", MPI_2DOUBLE_PRECISION as i64),
    ("MPI_2INTEGER", MPI_2INTEGER as i64),
    ("MPI_C_BOOL", MPI_C_BOOL as i64),
    ("MPI_CXX_BOOL", MPI_CXX_BOOL as i64),
    ("MPI_WCHAR", MPI_WCHAR as i64),
    ("MPI_INT8_T", MPI_INT8_T as i64),
    ("MPI_UINT8_T", MPI_UINT8_T as i64),
    ("MPI_CHAR", MPI_CHAR as i64),
    ("MPI_SIGNED_CHAR", MPI_SIGNED_CHAR as i64),
    ("MPI_UNSIGNED_CHAR", MPI_UNSIGNED_CHAR as i64),
    ("MPI_BYTE", MPI_BYTE as i64),
    ("MPI_INT16_T", MPI_INT16_T as i64),
    ("MPI_UINT16_T", MPI_UINT16_T as i64),
    ("MPI_INT32_T", MPI_INT32_T as i64),
    ("MPI_UINT32_T", MPI_UINT32_T as i64),
    ("MPI_INT64_T", MPI_INT64_T as i64),
    ("MPI_UINT64_T", MPI_UINT64_T as i64),
    ("MPI_LOGICAL1", MPI_LOGICAL1 as i64),
    ("MPI_INTEGER1", MPI_INTEGER1 as i64),
    ("MPI_LOGICAL2", MPI_LOGICAL2 as i64),
    ("MPI_INTEGER2", MPI_INTEGER2 as i64),
    ("MPI_REAL2", MPI_REAL2 as i64),
    ("MPI_LOGICAL4", MPI_LOGICAL4 as i64),
    ("MPI_INTEGER4", MPI_INTEGER4 as i64),
    ("MPI_REAL4", MPI_REAL4 as i64),
    ("MPI_COMPLEX4", MPI_COMPLEX4 as i64),
    ("MPI_LOGICAL8", MPI_LOGICAL8 as i64),
    ("MPI_INTEGER8", MPI_INTEGER8 as i64),
    ("MPI_REAL8", MPI_REAL8 as i64),
    ("MPI_COMPLEX8", MPI_COMPLEX8 as i64),
    ("MPI_LOGICAL16", MPI_LOGICAL16 as i64),
    ("MPI_INTEGER16", MPI_INTEGER16 as i64),
    ("MPI_REAL16", MPI_REAL16 as i64),
    ("MPI_COMPLEX16", MPI_COMPLEX16 as i64),
    ("MPI_COMPLEX32", MPI_COMPLEX32 as i64),
    ("MPI_F_STATUS_SIZE", MPI_F_STATUS_SIZE as i64),
    ("MPI_F_SOURCE", MPI_F_SOURCE as i64),
    ("MPI_F_TAG", MPI_F_TAG as i64),
    ("MPI_F_ERROR", MPI_F_ERROR as i64),
    ("MPI_SUCCESS", MPI_SUCCESS as i64),
    ("MPI_ERR_BUFFER", MPI_ERR_BUFFER as i64),
    ("MPI_ERR_COUNT", MPI_ERR_COUNT as i64),
    ("MPI_ERR_TYPE", MPI_ERR_TYPE as i64),
    ("MPI_ERR_TAG", MPI_ERR_TAG as i64),
    ("MPI_ERR_COMM", MPI_ERR_COMM as i64),
    ("MPI_ERR_RANK", MPI_ERR_RANK as i64),
    ("MPI_ERR_REQUEST", MPI_ERR_REQUEST as i64),
    ("MPI_ERR_ROOT", MPI_ERR_ROOT as i64),
    ("MPI_ERR_GROUP", MPI_ERR_GROUP as i64),
    ("MPI_ERR_OP", MPI_ERR_OP as i64),
    ("MPI_ERR_TOPOLOGY", MPI_ERR_TOPOLOGY as i64),
    ("MPI_ERR_DIMS", MPI_ERR_DIMS as i64),
    ("MPI_ERR_ARG", MPI_ERR_ARG as i64),
    ("MPI_ERR_UNKNOWN", MPI_ERR_UNKNOWN as i64),
    ("MPI_ERR_TRUNCATE", MPI_ERR_TRUNCATE as i64),
    ("MPI_ERR_OTHER", MPI_ERR_OTHER as i64),
    ("MPI_ERR_INTERN", MPI_ERR_INTERN as i64),
    ("MPI_ERR_PENDING", MPI_ERR_PENDING as i64),
    ("MPI_ERR_IN_STATUS", MPI_ERR_IN_STATUS as i64),
    ("MPI_ERR_ACCESS", MPI_ERR_ACCESS as i64),
    ("MPI_ERR_AMODE", MPI_ERR_AMODE as i64),
    ("MPI_ERR_ASSERT", MPI_ERR_ASSERT as i64),
    ("MPI_ERR_BAD_FILE", MPI_ERR_BAD_FILE as i64),
    ("MPI_ERR_BASE", MPI_ERR_BASE as i64),
    ("MPI_ERR_CONVERSION", MPI_ERR_CONVERSION as i64),
    ("MPI_ERR_DISP", MPI_ERR_DISP as i64),
    ("MPI_ERR_DUP_DATAREP", MPI_ERR_DUP_DATAREP as i64),
    ("MPI_ERR_FILE_EXISTS", MPI_ERR_FILE_EXISTS as i64),
    ("MPI_ERR_FILE_IN_USE", MPI_ERR_FILE_IN_USE as i64),
    ("MPI_ERR_FILE", MPI_ERR_FILE as i64),
    ("MPI_ERR_INFO_KEY", MPI_ERR_INFO_KEY as i64),
    ("MPI_ERR_INFO_NOKEY", MPI_ERR_INFO_NOKEY as i64),
    ("MPI_ERR_INFO_VALUE", MPI_ERR_INFO_VALUE as i64),
    ("MPI_ERR_INFO", MPI_ERR_INFO as i64),
    ("MPI_ERR_IO", MPI_ERR_IO as i64),
    ("MPI_ERR_KEYVAL", MPI_ERR_KEYVAL as i64),
    ("MPI_ERR_LOCKTYPE", MPI_ERR_LOCKTYPE as i64),
    ("MPI_ERR_NAME", MPI_ERR_NAME as i64),
    ("MPI_ERR_NO_MEM", MPI_ERR_NO_MEM as i64),
    ("MPI_ERR_NOT_SAME", MPI_ERR_NOT_SAME as i64),
    ("MPI_ERR_NO_SPACE", MPI_ERR_NO_SPACE as i64),
    ("MPI_ERR_NO_SUCH_FILE", MPI_ERR_NO_SUCH_FILE as i64),
    ("MPI_ERR_PORT", MPI_ERR_PORT as i64),
    ("MPI_ERR_QUOTA", MPI_ERR_QUOTA as i64),
    ("MPI_ERR_READ_ONLY", MPI_ERR_READ_ONLY as i64),
    ("MPI_ERR_RMA_ATTACH", MPI_ERR_RMA_ATTACH as i64),
    ("MPI_ERR_RMA_CONFLICT", MPI_ERR_RMA_CONFLICT as i64),
    ("MPI_ERR_RMA_RANGE", MPI_ERR_RMA_RANGE as i64),
    ("MPI_ERR_RMA_SHARED", MPI_ERR_RMA_SHARED as i64),
    ("MPI_ERR_RMA_SYNC", MPI_ERR_RMA_SYNC as i64),
    ("MPI_ERR_SERVICE", MPI_ERR_SERVICE as i64),
    ("MPI_ERR_SIZE", MPI_ERR_SIZE as i64),
    ("MPI_ERR_SPAWN", MPI_ERR_SPAWN as i64),
    ("MPI_ERR_UNSUPPORTED_DATAREP", MPI_ERR_UNSUPPORTED_DATAREP as i64),
    ("MPI_ERR_UNSUPPORTED_OPERATION", MPI_ERR_UNSUPPORTED_OPERATION as i64),
    ("MPI_ERR_WIN", MPI_ERR_WIN as i64),
    ("MPI_ERR_RMA_FLAVOR", MPI_ERR_RMA_FLAVOR as i64),
    ("MPI_ERR_PROC_ABORTED", MPI_ERR_PROC_ABORTED as i64),
    ("MPI_ERR_VALUE_TOO_LARGE", MPI_ERR_VALUE_TOO_LARGE as i64),
    ("MPI_ERR_SESSION", MPI_ERR_SESSION as i64),
    ("MPI_ERR_ERRHANDLER", MPI_ERR_ERRHANDLER as i64),
    ("MPI_ERR_ABI", MPI_ERR_ABI as i64),
    ("MPI_T_ERR_CANNOT_INIT", MPI_T_ERR_CANNOT_INIT as i64),
    ("MPI_T_ERR_NOT_ACCESSIBLE", MPI_T_ERR_NOT_ACCESSIBLE as i64),
    ("MPI_T_ERR_NOT_INITIALIZED", MPI_T_ERR_NOT_INITIALIZED as i64),
    ("MPI_T_ERR_NOT_SUPPORTED", MPI_T_ERR_NOT_SUPPORTED as i64),
    ("MPI_T_ERR_MEMORY", MPI_T_ERR_MEMORY as i64),
    ("MPI_T_ERR_INVALID", MPI_T_ERR_INVALID as i64),
    ("MPI_T_ERR_INVALID_INDEX", MPI_T_ERR_INVALID_INDEX as i64),
    ("MPI_T_ERR_INVALID_ITEM", MPI_T_ERR_INVALID_ITEM as i64),
    ("MPI_T_ERR_INVALID_SESSION", MPI_T_ERR_INVALID_SESSION as i64),
    ("MPI_T_ERR_INVALID_HANDLE", MPI_T_ERR_INVALID_HANDLE as i64),
    ("MPI_T_ERR_INVALID_NAME", MPI_T_ERR_INVALID_NAME as i64),
    ("MPI_T_ERR_OUT_OF_HANDLES", MPI_T_ERR_OUT_OF_HANDLES as i64),
    ("MPI_T_ERR_OUT_OF_SESSIONS", MPI_T_ERR_OUT_OF_SESSIONS as i64),
    ("MPI_T_ERR_CVAR_SET_NOT_NOW", MPI_T_ERR_CVAR_SET_NOT_NOW as i64),
    ("MPI_T_ERR_CVAR_SET_NEVER", MPI_T_ERR_CVAR_SET_NEVER as i64),
    ("MPI_T_ERR_PVAR_NO_WRITE", MPI_T_ERR_PVAR_NO_WRITE as i64),
    ("MPI_T_ERR_PVAR_NO_STARTSTOP", MPI_T_ERR_PVAR_NO_STARTSTOP as i64),
    ("MPI_T_ERR_PVAR_NO_ATOMIC", MPI_T_ERR_PVAR_NO_ATOMIC as i64),
    ("MPI_ERR_LASTCODE", MPI_ERR_LASTCODE as i64),
    ("MPI_BOTTOM", MPI_BOTTOM as i64),
    ("MPI_IN_PLACE", MPI_IN_PLACE as i64),
    ("MPI_BUFFER_AUTOMATIC", MPI_BUFFER_AUTOMATIC as i64),
    ("MPI_ARGV_NULL", MPI_ARGV_NULL as i64),
    ("MPI_ARGVS_NULL", MPI_ARGVS_NULL as i64),
    ("MPI_ERRCODES_IGNORE", MPI_ERRCODES_IGNORE as i64),
    ("MPI_STATUS_IGNORE", MPI_STATUS_IGNORE as i64),
    ("MPI_STATUSES_IGNORE", MPI_STATUSES_IGNORE as i64),
    ("MPI_UNWEIGHTED", MPI_UNWEIGHTED as i64),
    ("MPI_WEIGHTS_EMPTY", MPI_WEIGHTS_EMPTY as i64),
    ("MPI_MODE_APPEND", MPI_MODE_APPEND as i64),
    ("MPI_MODE_CREATE", MPI_MODE_CREATE as i64),
    ("MPI_MODE_DELETE_ON_CLOSE", MPI_MODE_DELETE_ON_CLOSE as i64),
    ("MPI_MODE_EXCL", MPI_MODE_EXCL as i64),
    ("MPI_MODE_RDONLY", MPI_MODE_RDONLY as i64),
    ("MPI_MODE_RDWR", MPI_MODE_RDWR as i64),
    ("MPI_MODE_SEQUENTIAL", MPI_MODE_SEQUENTIAL as i64),
    ("MPI_MODE_UNIQUE_OPEN", MPI_MODE_UNIQUE_OPEN as i64),
    ("MPI_MODE_WRONLY", MPI_MODE_WRONLY as i64),
    ("MPI_MODE_NOCHECK", MPI_MODE_NOCHECK as i64),
    ("MPI_MODE_NOPRECEDE", MPI_MODE_NOPRECEDE as i64),
    ("MPI_MODE_NOPUT", MPI_MODE_NOPUT as i64),
    ("MPI_MODE_NOSTORE", MPI_MODE_NOSTORE as i64),
    ("MPI_MODE_NOSUCCEED", MPI_MODE_NOSUCCEED as i64),
    ("MPI_ANY_SOURCE", MPI_ANY_SOURCE as i64),
    ("MPI_PROC_NULL", MPI_PROC_NULL as i64),
    ("MPI_ROOT", MPI_ROOT as i64),
    ("MPI_ANY_TAG", MPI_ANY_TAG as i64),
    ("MPI_UNDEFINED", MPI_UNDEFINED as i64),
    ("MPI_THREAD_SINGLE", MPI_THREAD_SINGLE as i64),
    ("MPI_THREAD_FUNNELED", MPI_THREAD_FUNNELED as i64),
    ("MPI_THREAD_SERIALIZED", MPI_THREAD_SERIALIZED as i64),
    ("MPI_THREAD_MULTIPLE", MPI_THREAD_MULTIPLE as i64),
    ("MPI_ORDER_C", MPI_ORDER_C as i64),
    ("MPI_ORDER_FORTRAN", MPI_ORDER_FORTRAN as i64),
    ("MPI_DISTRIBUTE_NONE", MPI_DISTRIBUTE_NONE as i64),
    ("MPI_DISTRIBUTE_BLOCK", MPI_DISTRIBUTE_BLOCK as i64),
    ("MPI_DISTRIBUTE_CYCLIC", MPI_DISTRIBUTE_CYCLIC as i64),
    ("MPI_DISTRIBUTE_DFLT_DARG", MPI_DISTRIBUTE_DFLT_DARG as i64),
    ("MPI_COMBINER_NAMED", MPI_COMBINER_NAMED as i64),
    ("MPI_COMBINER_DUP", MPI_COMBINER_DUP as i64),
    ("MPI_COMBINER_CONTIGUOUS", MPI_COMBINER_CONTIGUOUS as i64),
    ("MPI_COMBINER_VECTOR", MPI_COMBINER_VECTOR as i64),
    ("MPI_COMBINER_HVECTOR", MPI_COMBINER_HVECTOR as i64),
    ("MPI_COMBINER_INDEXED", MPI_COMBINER_INDEXED as i64),
    ("MPI_COMBINER_HINDEXED", MPI_COMBINER_HINDEXED as i64),
    ("MPI_COMBINER_INDEXED_BLOCK", MPI_COMBINER_INDEXED_BLOCK as i64),
    ("MPI_COMBINER_HINDEXED_BLOCK", MPI_COMBINER_HINDEXED_BLOCK as i64),
    ("MPI_COMBINER_STRUCT", MPI_COMBINER_STRUCT as i64),
    ("MPI_COMBINER_SUBARRAY", MPI_COMBINER_SUBARRAY as i64),
    ("MPI_COMBINER_DARRAY", MPI_COMBINER_DARRAY as i64),
    ("MPI_COMBINER_F90_REAL", MPI_COMBINER_F90_REAL as i64),
    ("MPI_COMBINER_F90_COMPLEX", MPI_COMBINER_F90_COMPLEX as i64),
    ("MPI_COMBINER_F90_INTEGER", MPI_COMBINER_F90_INTEGER as i64),
    ("MPI_COMBINER_RESIZED", MPI_COMBINER_RESIZED as i64),
    ("MPI_COMBINER_VALUE_INDEX", MPI_COMBINER_VALUE_INDEX as i64),
    ("MPI_TYPECLASS_INTEGER", MPI_TYPECLASS_INTEGER as i64),
    ("MPI_TYPECLASS_REAL", MPI_TYPECLASS_REAL as i64),
    ("MPI_TYPECLASS_COMPLEX", MPI_TYPECLASS_COMPLEX as i64),
    ("MPI_IDENT", MPI_IDENT as i64),
    ("MPI_CONGRUENT", MPI_CONGRUENT as i64),
    ("MPI_SIMILAR", MPI_SIMILAR as i64),
    ("MPI_UNEQUAL", MPI_UNEQUAL as i64),
    ("MPI_CART", MPI_CART as i64),
    ("MPI_GRAPH", MPI_GRAPH as i64),
    ("MPI_DIST_GRAPH", MPI_DIST_GRAPH as i64),
    ("MPI_COMM_TYPE_SHARED", MPI_COMM_TYPE_SHARED as i64),
    ("MPI_COMM_TYPE_HW_UNGUIDED", MPI_COMM_TYPE_HW_UNGUIDED as i64),
    ("MPI_COMM_TYPE_HW_GUIDED", MPI_COMM_TYPE_HW_GUIDED as i64),
    ("MPI_COMM_TYPE_RESOURCE_GUIDED", MPI_COMM_TYPE_RESOURCE_GUIDED as i64),
    ("MPI_LOCK_EXCLUSIVE", MPI_LOCK_EXCLUSIVE as i64),
    ("MPI_LOCK_SHARED", MPI_LOCK_SHARED as i64),
    ("MPI_WIN_FLAVOR_CREATE", MPI_WIN_FLAVOR_CREATE as i64),
    ("MPI_WIN_FLAVOR_ALLOCATE", MPI_WIN_FLAVOR_ALLOCATE as i64),
    ("MPI_WIN_FLAVOR_DYNAMIC", MPI_WIN_FLAVOR_DYNAMIC as i64),
    ("MPI_WIN_FLAVOR_SHARED", MPI_WIN_FLAVOR_SHARED as i64),
    ("MPI_WIN_UNIFIED", MPI_WIN_UNIFIED as i64),
    ("MPI_WIN_SEPARATE", MPI_WIN_SEPARATE as i64),
    ("MPI_SEEK_CUR", MPI_SEEK_CUR as i64),
    ("MPI_SEEK_END", MPI_SEEK_END as i64),
    ("MPI_SEEK_SET", MPI_SEEK_SET as i64),
    ("MPI_DISPLACEMENT_CURRENT", MPI_DISPLACEMENT_CURRENT),
    ("MPI_KEYVAL_INVALID", MPI_KEYVAL_INVALID as i64),
    ("MPI_TAG_UB", MPI_TAG_UB as i64),
    ("MPI_IO", MPI_IO as i64),
    ("MPI_HOST", MPI_HOST as i64),
    ("MPI_WTIME_IS_GLOBAL", MPI_WTIME_IS_GLOBAL as i64),
    ("MPI_APPNUM", MPI_APPNUM as i64),
    ("MPI_LASTUSEDCODE", MPI_LASTUSEDCODE as i64),
    ("MPI_UNIVERSE_SIZE", MPI_UNIVERSE_SIZE as i64),
    ("MPI_WIN_BASE", MPI_WIN_BASE as i64),
    ("MPI_WIN_DISP_UNIT", MPI_WIN_DISP_UNIT as i64),
    ("MPI_WIN_SIZE", MPI_WIN_SIZE as i64),
    ("MPI_WIN_CREATE_FLAVOR", MPI_WIN_CREATE_FLAVOR as i64),
    ("MPI_WIN_MODEL", MPI_WIN_MODEL as i64),
    ("MPI_WIN_NULL_COPY_FN", MPI_WIN_NULL_COPY_FN as i64),
    ("MPI_WIN_DUP_FN", MPI_WIN_DUP_FN as i64),
    ("MPI_WIN_NULL_DELETE_FN", MPI_WIN_NULL_DELETE_FN as i64),
    ("MPI_NULL_COPY_FN", MPI_NULL_COPY_FN as i64),
    ("MPI_DUP_FN", MPI_DUP_FN as i64),
    ("MPI_NULL_DELETE_FN", MPI_NULL_DELETE_FN as i64),
    ("MPI_COMM_NULL_COPY_FN", MPI_COMM_NULL_COPY_FN as i64),
    ("MPI_COMM_DUP_FN", MPI_COMM_DUP_FN as i64),
    ("MPI_COMM_NULL_DELETE_FN", MPI_COMM_NULL_DELETE_FN as i64),
    ("MPI_TYPE_NULL_COPY_FN", MPI_TYPE_NULL_COPY_FN as i64),
    ("MPI_TYPE_DUP_FN", MPI_TYPE_DUP_FN as i64),
    ("MPI_TYPE_NULL_DELETE_FN", MPI_TYPE_NULL_DELETE_FN as i64),
    ("MPI_CONVERSION_FN_NULL", MPI_CONVERSION_FN_NULL as i64),
    ("MPI_CONVERSION_FN_NULL_C", MPI_CONVERSION_FN_NULL_C as i64),
    ("MPI_T_ENUM_NULL", MPI_T_ENUM_NULL as i64),
    ("MPI_T_CVAR_HANDLE_NULL", MPI_T_CVAR_HANDLE_NULL as i64),
    ("MPI_T_PVAR_SESSION_NULL", MPI_T_PVAR_SESSION_NULL as i64),
    ("MPI_T_PVAR_HANDLE_NULL", MPI_T_PVAR_HANDLE_NULL as i64),
    ("MPI_T_PVAR_ALL_HANDLES", MPI_T_PVAR_ALL_HANDLES as i64),
    ("MPI_T_CB_REQUIRE_NONE", MPI_T_CB_REQUIRE_NONE as i64),
    ("MPI_T_CB_REQUIRE_MPI_RESTRICTED", MPI_T_CB_REQUIRE_MPI_RESTRICTED as i64),
    ("MPI_T_CB_REQUIRE_THREAD_SAFE", MPI_T_CB_REQUIRE_THREAD_SAFE as i64),
    ("MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE", MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE as i64),
    ("MPI_T_SOURCE_ORDERED", MPI_T_SOURCE_ORDERED as i64),
    ("MPI_T_SOURCE_UNORDERED", MPI_T_SOURCE_UNORDERED as i64),
    ("MPI_T_VERBOSITY_USER_BASIC", MPI_T_VERBOSITY_USER_BASIC as i64),
    ("MPI_T_VERBOSITY_USER_DETAIL", MPI_T_VERBOSITY_USER_DETAIL as i64),
    ("MPI_T_VERBOSITY_USER_ALL", MPI_T_VERBOSITY_USER_ALL as i64),
    ("MPI_T_VERBOSITY_TUNER_BASIC", MPI_T_VERBOSITY_TUNER_BASIC as i64),
    ("MPI_T_VERBOSITY_TUNER_DETAIL", MPI_T_VERBOSITY_TUNER_DETAIL as i64),
    ("MPI_T_VERBOSITY_TUNER_ALL", MPI_T_VERBOSITY_TUNER_ALL as i64),
    ("MPI_T_VERBOSITY_MPIDEV_BASIC", MPI_T_VERBOSITY_MPIDEV_BASIC as i64),
    ("MPI_T_VERBOSITY_MPIDEV_DETAIL", MPI_T_VERBOSITY_MPIDEV_DETAIL as i64),
    ("MPI_T_VERBOSITY_MPIDEV_ALL", MPI_T_VERBOSITY_MPIDEV_ALL as i64),
    ("MPI_T_BIND_NO_OBJECT", MPI_T_BIND_NO_OBJECT as i64),
    ("MPI_T_BIND_MPI_COMM", MPI_T_BIND_MPI_COMM as i64),
    ("MPI_T_BIND_MPI_DATATYPE", MPI_T_BIND_MPI_DATATYPE as i64),
    ("MPI_T_BIND_MPI_ERRHANDLER", MPI_T_BIND_MPI_ERRHANDLER as i64),
    ("MPI_T_BIND_MPI_FILE", MPI_T_BIND_MPI_FILE as i64),
    ("MPI_T_BIND_MPI_GROUP", MPI_T_BIND_MPI_GROUP as i64),
    ("MPI_T_BIND_MPI_OP", MPI_T_BIND_MPI_OP as i64),
    ("MPI_T_BIND_MPI_REQUEST", MPI_T_BIND_MPI_REQUEST as i64),
    ("MPI_T_BIND_MPI_WIN", MPI_T_BIND_MPI_WIN as i64),
    ("MPI_T_BIND_MPI_MESSAGE", MPI_T_BIND_MPI_MESSAGE as i64),
    ("MPI_T_BIND_MPI_INFO", MPI_T_BIND_MPI_INFO as i64),
    ("MPI_T_BIND_MPI_SESSION", MPI_T_BIND_MPI_SESSION as i64),
    ("MPI_T_SCOPE_CONSTANT", MPI_T_SCOPE_CONSTANT as i64),
    ("MPI_T_SCOPE_READONLY", MPI_T_SCOPE_READONLY as i64),
    ("MPI_T_SCOPE_LOCAL", MPI_T_SCOPE_LOCAL as i64),
    ("MPI_T_SCOPE_GROUP", MPI_T_SCOPE_GROUP as i64),
    ("MPI_T_SCOPE_GROUP_EQ", MPI_T_SCOPE_GROUP_EQ as i64),
    ("MPI_T_SCOPE_ALL", MPI_T_SCOPE_ALL as i64),
    ("MPI_T_SCOPE_ALL_EQ", MPI_T_SCOPE_ALL_EQ as i64),
    ("MPI_T_PVAR_CLASS_STATE", MPI_T_PVAR_CLASS_STATE as i64),
    ("MPI_T_PVAR_CLASS_LEVEL", MPI_T_PVAR_CLASS_LEVEL as i64),
    ("MPI_T_PVAR_CLASS_SIZE", MPI_T_PVAR_CLASS_SIZE as i64),
    ("MPI_T_PVAR_CLASS_PERCENTAGE", MPI_T_PVAR_CLASS_PERCENTAGE as i64),
    ("MPI_T_PVAR_CLASS_HIGHWATERMARK", MPI_T_PVAR_CLASS_HIGHWATERMARK as i64),
    ("MPI_T_PVAR_CLASS_LOWWATERMARK", MPI_T_PVAR_CLASS_LOWWATERMARK as i64),
    ("MPI_T_PVAR_CLASS_COUNTER", MPI_T_PVAR_CLASS_COUNTER as i64),
    ("MPI_T_PVAR_CLASS_AGGREGATE", MPI_T_PVAR_CLASS_AGGREGATE as i64),
    ("MPI_T_PVAR_CLASS_TIMER", MPI_T_PVAR_CLASS_TIMER as i64),
    ("MPI_T_PVAR_CLASS_GENERIC", MPI_T_PVAR_CLASS_GENERIC as i64),
];
