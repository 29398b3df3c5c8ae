//! Handles as the edge has them: the numbers of the standard ABI. Predefined ones are constants
//! below 0x1000; the others are the engine's small integers, moved out of the way of those.

/// The first number that no predefined handle has.
pub(crate) const FIRST_USER: u32 = 0x1000;

macro_rules! handles {
    ($($name:ident $words:literal $null:ident;)*) => { $(
        #[doc = $words]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The handle of nothing.
            pub const NULL: Self = Self(crate::constants::$null as u32);
        }
    )* };
}

handles! {
    Comm "A communicator." MPI_COMM_NULL;
    Group "A group." MPI_GROUP_NULL;
    Type "A datatype." MPI_DATATYPE_NULL;
    Op "A reduction." MPI_OP_NULL;
    Request "An operation under way." MPI_REQUEST_NULL;
    Info "An info object." MPI_INFO_NULL;
    Errhandler "An error handler." MPI_ERRHANDLER_NULL;
    Message "A message that was probed for." MPI_MESSAGE_NULL;
    Win "A window." MPI_WIN_NULL;
    File "A file." MPI_FILE_NULL;
    Session "A session." MPI_SESSION_NULL;
}

/// An array of handles as a C library has them.
#[derive(Clone, Copy, Debug)]
pub struct Array<R>(*mut R);

impl<R: Copy> Array<R> {
    /// An array that begins at `base`.
    pub fn new(base: *mut R) -> Self {
        Self(base)
    }

    /// Whether there is none.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// An element as the edge has it.
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
}
