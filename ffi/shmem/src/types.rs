//! The C types that are structures here.

use libc::c_int;
pub use skifch_shmem::coll::ops::Complex;

/// A `long double`, which Rust has no type for.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct LongDouble(pub(crate) [u8; 16]);

/// 128 bits of anything, aligned or not.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Bits128([u8; 16]);

/// `shmem_team_config_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct TeamConfig {
    /// Number of contexts to reserve for the team.
    pub num_contexts: c_int,
}

/// `shmem_ctx_session_config_t`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct SessionConfig {
    /// Expected number of operations.
    pub total_ops: usize,
}
