//! The asymmetric fence of a doorbell.
//!
//! A sender publishes and then looks whether the receiver sleeps; a receiver says that it sleeps
//! and then looks whether something was published. Each must see the other's first step or be seen.
//! A full fence on both sides would do, and would cost every send; so the sleeper, who has time,
//! runs `membarrier` on behalf of all registered processes and the sender only keeps the compiler
//! from reordering (precedent: folly's AsymmetricThreadFence).

/// What [`heavy_fence`] can do here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceKind {
    /// `membarrier` works: a light fence is enough on the other side.
    Membarrier,
    /// It does not: the other side must use a full fence.
    Full,
}

/// Lets the [`heavy_fence`] of other processes reach this one. Once a process, before the first
/// [`light_fence`]; says which fence the other side may count on.
pub fn register() -> FenceKind {
    imp::register()
}

/// The sleeper's fence: what this thread wrote before is visible to every registered process, or
/// what that process wrote before its light fence is visible here.
pub fn heavy_fence() -> FenceKind {
    imp::heavy_fence()
}

/// The sender's fence: costs nothing on the processor.
#[inline(always)]
pub fn light_fence() {
    imp::light_fence();
}

#[cfg(not(skifch_loom))]
mod imp {
    use super::FenceKind;
    use std::sync::atomic::{Ordering, compiler_fence, fence};

    const CMD_GLOBAL_EXPEDITED: i32 = 1 << 1;
    const CMD_REGISTER_GLOBAL_EXPEDITED: i32 = 1 << 2;

    fn membarrier(command: i32) -> FenceKind {
        // SAFETY: membarrier takes two integers and touches no memory of ours.
        let rc = unsafe { libc::syscall(libc::SYS_membarrier, command, 0) };
        if rc == 0 { FenceKind::Membarrier } else { FenceKind::Full }
    }

    pub(super) fn register() -> FenceKind {
        membarrier(CMD_REGISTER_GLOBAL_EXPEDITED)
    }

    pub(super) fn heavy_fence() -> FenceKind {
        fence(Ordering::SeqCst);
        membarrier(CMD_GLOBAL_EXPEDITED)
    }

    #[inline(always)]
    pub(super) fn light_fence() {
        compiler_fence(Ordering::SeqCst);
    }
}

#[cfg(skifch_loom)]
mod imp {
    use super::FenceKind;
    use loom::sync::atomic::{Ordering, fence};

    pub(super) fn register() -> FenceKind {
        FenceKind::Membarrier
    }

    pub(super) fn heavy_fence() -> FenceKind {
        fence(Ordering::SeqCst);
        FenceKind::Membarrier
    }

    // The membarrier of the sleeper acts as if the sender had executed a full fence here.
    pub(super) fn light_fence() {
        fence(Ordering::SeqCst);
    }
}
