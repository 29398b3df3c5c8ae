//! The three kinds of a collective call: at once, only begun, and persistent.

/// Calls by what the standard names them and what the engine names them: the parameters, the
/// communicator, and what is made of the parameters.
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

        /// The call of this name that only begins.
        pub unsafe fn $later$(<$generic: Copy>)?($($arg: $of,)* $comm: Comm) -> Answer<Request>
        $(where Type: From<$generic>)? {
            // SAFETY: the standard's contract.
            let done = unsafe { coll::$engine_later($($made,)* $comm) };
            Ok(done.map_err(|error| error.of_call(stringify!($later)))?)
        }

        /// The persistent call of this name.
        pub unsafe fn $init$(<$generic: Copy>)?(
            $($arg: $of,)* $comm: Comm, _info: Info,
        ) -> Answer<Request>
        $(where Type: From<$generic>)? {
            // SAFETY: the standard's contract.
            let done = unsafe { coll::$engine_init($($made,)* $comm) };
            Ok(done.map_err(|error| error.of_call(stringify!($init)))?)
        }
    )* };
}

pub(super) use collectives;
