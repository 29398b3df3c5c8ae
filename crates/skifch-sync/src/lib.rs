//! Atomics, shared words and fences for the SkifCh crates: std, or loom under `--cfg skifch_loom`.
//!
//! Two processes share memory that neither owns, so the types here are views: a [`RingMem`] of a
//! ring's bytes and a [`Word`] of one counter. Under loom the same names are backed by loom's own
//! atomics, and the ring's tests run as a model of every interleaving.

mod fence;
#[cfg(skifch_loom)]
mod mem_loom;
#[cfg(not(skifch_loom))]
mod mem_std;
#[cfg(not(skifch_loom))]
mod pause;
#[cfg(not(skifch_loom))]
pub mod threads;
mod turns;
mod yielding;

pub use crossbeam_utils::CachePadded;
pub use fence::{FenceKind, heavy_fence, light_fence, register};
#[cfg(skifch_loom)]
pub use mem_loom::{LINE_BYTES, RingMem, Word};
#[cfg(not(skifch_loom))]
pub use mem_std::{LINE_BYTES, RingMem, Word, fetch_to_write};
#[cfg(not(skifch_loom))]
pub use pause::{is_pause_short, pause_for, pauses_in};
pub use turns::{Turn, Turns};
pub use yielding::Yielding;

/// Threads and the model runner, under the same names for std and loom.
#[cfg(not(skifch_loom))]
pub mod model {
    pub use crate::threads as thread;
    pub use std::hint::spin_loop;

    /// Runs the body once, as an ordinary test.
    pub fn check(body: impl Fn() + Sync + Send + 'static) {
        body();
    }
}

/// Threads and the model runner, under the same names for std and loom.
#[cfg(skifch_loom)]
pub mod model {
    pub use loom::hint::spin_loop;
    pub use loom::thread;

    /// Runs the body under every interleaving that loom finds.
    pub fn check(body: impl Fn() + Sync + Send + 'static) {
        loom::model(body);
    }
}
