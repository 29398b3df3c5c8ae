//! The error classes of the standard.

macro_rules! classes {
    ($($name:ident $mpi:literal $words:literal;)*) => {
        /// An error class of the standard (MPI 5.0, 9.4). These are the engine's numbers; a C
        /// library translates them to those of its binary interface.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum Class { $(#[doc = $words] $name,)* }

        impl Class {
            /// Every class, in order of number.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// The standard's name, without `MPI_`.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $mpi,)* }
            }

            /// A short description.
            pub const fn words(self) -> &'static str {
                match self { $(Self::$name => $words,)* }
            }
        }
    };
}

classes! {
    Success "SUCCESS" "no error";
    Buffer "ERR_BUFFER" "a buffer cannot be used";
    Count "ERR_COUNT" "a count is wrong";
    Type "ERR_TYPE" "a datatype cannot be used";
    Tag "ERR_TAG" "a tag is wrong";
    Comm "ERR_COMM" "a communicator cannot be used";
    Rank "ERR_RANK" "a rank is wrong";
    Request "ERR_REQUEST" "a request cannot be used";
    Root "ERR_ROOT" "a root is wrong";
    Group "ERR_GROUP" "a group cannot be used";
    Op "ERR_OP" "an operation cannot be used";
    Topology "ERR_TOPOLOGY" "a topology cannot be used";
    Dims "ERR_DIMS" "dimensions are wrong";
    Arg "ERR_ARG" "an argument is wrong";
    Unknown "ERR_UNKNOWN" "an error that is not known";
    Truncate "ERR_TRUNCATE" "a message was longer than its receive buffer";
    Other "ERR_OTHER" "another error; its text says which";
    Intern "ERR_INTERN" "an error of the library itself";
    InStatus "ERR_IN_STATUS" "the errors are in the statuses";
    Pending "ERR_PENDING" "a request is still pending";
    Access "ERR_ACCESS" "permission was denied";
    Amode "ERR_AMODE" "a file access mode is wrong";
    Assert "ERR_ASSERT" "an assertion argument is wrong";
    BadFile "ERR_BAD_FILE" "a file name is wrong";
    Base "ERR_BASE" "a base address is wrong";
    Conversion "ERR_CONVERSION" "a data conversion function failed";
    Disp "ERR_DISP" "a displacement is wrong";
    DupDatarep "ERR_DUP_DATAREP" "this data representation is defined already";
    FileExists "ERR_FILE_EXISTS" "the file exists";
    FileInUse "ERR_FILE_IN_USE" "the file is in use";
    File "ERR_FILE" "a file handle cannot be used";
    InfoKey "ERR_INFO_KEY" "an info key is too long or empty";
    InfoNokey "ERR_INFO_NOKEY" "there is no such info key";
    InfoValue "ERR_INFO_VALUE" "an info value is too long";
    Info "ERR_INFO" "an info object cannot be used";
    Io "ERR_IO" "input or output failed";
    Keyval "ERR_KEYVAL" "an attribute key cannot be used";
    Locktype "ERR_LOCKTYPE" "a lock type is wrong";
    Name "ERR_NAME" "a service name is not published";
    NoMem "ERR_NO_MEM" "there is no memory";
    NotSame "ERR_NOT_SAME" "an argument is not the same on all processes";
    NoSpace "ERR_NO_SPACE" "there is no space left";
    NoSuchFile "ERR_NO_SUCH_FILE" "there is no such file";
    Port "ERR_PORT" "a port name is wrong";
    ProcAborted "ERR_PROC_ABORTED" "a process has ended";
    Quota "ERR_QUOTA" "a quota is used up";
    ReadOnly "ERR_READ_ONLY" "the file or file system can only be read";
    RmaAttach "ERR_RMA_ATTACH" "memory cannot be attached";
    RmaConflict "ERR_RMA_CONFLICT" "accesses to a window are in conflict";
    RmaRange "ERR_RMA_RANGE" "the memory is not in the window";
    RmaShared "ERR_RMA_SHARED" "memory cannot be shared";
    RmaSync "ERR_RMA_SYNC" "synchronisation of a window is wrong";
    RmaFlavor "ERR_RMA_FLAVOR" "the window is of another kind";
    Service "ERR_SERVICE" "a service name cannot be published or withdrawn";
    Session "ERR_SESSION" "a session cannot be used";
    Size "ERR_SIZE" "a size is wrong";
    Spawn "ERR_SPAWN" "processes cannot be started";
    UnsupportedDatarep "ERR_UNSUPPORTED_DATAREP" "the data representation is not supported";
    UnsupportedOperation "ERR_UNSUPPORTED_OPERATION" "the operation is not supported";
    ValueTooLarge "ERR_VALUE_TOO_LARGE" "a value does not fit its variable";
    Win "ERR_WIN" "a window cannot be used";
    Errhandler "ERR_ERRHANDLER" "an error handler cannot be used";
    Abi "ERR_ABI" "a setting of the binary interface cannot be made";
    TCannotInit "T_ERR_CANNOT_INIT" "the tool interface cannot be begun";
    TNotAccessible "T_ERR_NOT_ACCESSIBLE" "the tool interface cannot do this now";
    TNotInitialized "T_ERR_NOT_INITIALIZED" "the tool interface is not begun";
    TNotSupported "T_ERR_NOT_SUPPORTED" "the tool interface cannot do this";
    TMemory "T_ERR_MEMORY" "there is no memory for the tool interface";
    TInvalid "T_ERR_INVALID" "a call of the tool interface is wrong";
    TInvalidIndex "T_ERR_INVALID_INDEX" "there is no such index";
    TInvalidItem "T_ERR_INVALID_ITEM" "there is no such item";
    TInvalidSession "T_ERR_INVALID_SESSION" "there is no such session";
    TInvalidHandle "T_ERR_INVALID_HANDLE" "there is no such handle";
    TInvalidName "T_ERR_INVALID_NAME" "there is nothing of this name";
    TOutOfHandles "T_ERR_OUT_OF_HANDLES" "there are no more handles";
    TOutOfSessions "T_ERR_OUT_OF_SESSIONS" "there are no more sessions";
    TSetNotNow "T_ERR_CVAR_SET_NOT_NOW" "the setting cannot be changed now";
    TSetNever "T_ERR_CVAR_SET_NEVER" "the setting cannot be changed";
    TNoWrite "T_ERR_PVAR_NO_WRITE" "the counter cannot be written";
    TNoStartstop "T_ERR_PVAR_NO_STARTSTOP" "the counter cannot be started or stopped";
    TNoAtomic "T_ERR_PVAR_NO_ATOMIC" "the counter cannot be read and reset at once";
}
