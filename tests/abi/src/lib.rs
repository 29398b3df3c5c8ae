//! Checks the C headers against the Rust side. All checks happen at compile time; see `build.rs`
//! and `generate.rs`. Each generated line is one fact that both sides must share.

/// The generated comparisons of `mpi.h`; empty if there is no libclang.
pub const MPI_CHECKS: &str = {
    #[cfg(has_libclang)]
    {
        include_str!(concat!(env!("OUT_DIR"), "/mpi_checks.rs"))
    }
    #[cfg(not(has_libclang))]
    {
        ""
    }
};

/// Whether the headers were compared in this build, or why they were not.
pub const COMPARED: Result<(), &str> = if cfg!(has_libclang) {
    Ok(())
} else {
    Err("libclang is not installed (Debian: libclang-dev); then rebuild this crate")
};

#[cfg(has_libclang)]
mod compared {
    use std::mem::offset_of;

    /// The headers, with the Rust side's types where they refer to each other.
    mod c {
        #![allow(missing_docs, non_camel_case_types, non_snake_case, unreachable_pub, dead_code)]
        #![allow(clippy::all)]
        #![allow(improper_ctypes, reason = "C only holds pointers to handles")]
        pub(super) use libc::iovec;
        pub(super) use skifch_abi::{
            Attr as skifch_attr_t, Host as skifch_host_v1_t, Join as skifch_join_t,
            Message as skifch_msg_t, NetAddr as netaddr_t, Param as skifch_param_v1_t,
            Plugin as skifch_plugin_v1_t, Stats as skifch_stats_t, WordOp as skifch_word_op_t,
        };
        pub(super) use skifch_ffi::{SkifCh, skifch_seg_t};
        include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
    }

    /// A field of the Rust side has the type that the header declares.
    trait Same<C> {}
    impl<T> Same<T> for T {}
    /// A required entry is a plain function pointer in Rust, but a pointer like any other in C.
    impl<F> Same<Option<F>> for F {}
    impl Same<u64> for skifch_abi::Caps {}

    fn same<C, R: Same<C>>(_: &C, _: &R) {}

    include!(concat!(env!("OUT_DIR"), "/checks.rs"));
}

#[cfg(has_libclang)]
mod mpi {
    use skifch_mpi_abi::entries::all;

    /// The header, with the Rust side's types.
    mod c {
        #![allow(missing_docs, non_camel_case_types, non_snake_case, unreachable_pub, dead_code)]
        #![allow(clippy::all)]
        #![allow(improper_ctypes, reason = "C only holds pointers to handles")]
        pub(super) use skifch_mpi_abi::types::*;
        include!(concat!(env!("OUT_DIR"), "/mpi_bindings.rs"));
    }

    include!(concat!(env!("OUT_DIR"), "/mpi_checks.rs"));
}
