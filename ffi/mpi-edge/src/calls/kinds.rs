//! The three forms of a collective call: blocking, non-blocking and persistent.

/// Defines calls by their names in the standard and in the engine, with the parameters, the
/// communicator, and the engine's arguments made from the parameters.
macro_rules! collectives {
    ($($now:ident $later:ident $init:ident = $engine:ident $engine_later:ident $engine_init:ident
        $(<$generic:ident>)? ($($arg:ident: $of:ty),*; $comm:ident) ($($made:expr),*);)*) => { $(
        /// The blocking call of this name.
        pub unsafe fn $now$(<$generic: Copy>)?($($arg: $of,)* $comm: Comm) -> Answer
        $(where Type: From<$generic>)? {
            // SAFETY: the standard's contract.
            let done = unsafe { coll::$engine($($made,)* $comm) };
            Ok(done.map_err(|error| error.of_call(stringify!($now)))?)
        }

        /// The non-blocking call of this name.
        pub unsafe fn $later$(<$generic: Copy>)?($($arg: $of,)* $comm: Comm) -> Answer<Request>
        $(where Type: From<$generic>)? {
            // SAFETY: the standard's contract.
            let done = unsafe { coll::$engine_later($($made,)* $comm) };
            Ok(done.map_err(|error| error.of_call(stringify!($later)))?)
        }

        /// The persistent call of this name.
        pub unsafe fn $init$(<$generic: Copy>)?(
            $($arg: $of,)* $comm: Comm, info: Info,
        ) -> Answer<Request>
        $(where Type: From<$generic>)? {
            skifch_mpi::info::check_hints(info)?;
            // SAFETY: the standard's contract.
            let done = unsafe { coll::$engine_init($($made,)* $comm) };
            Ok(done.map_err(|error| error.of_call(stringify!($init)))?)
        }
    )* };
}

pub(super) use collectives;
