//! The asymmetric fence of a doorbell.
//!
//! A sender publishes and then checks whether the receiver sleeps; a receiver announces that it
//! sleeps and then checks whether something was published. Of the two, at least one must see the
//! other's first step. A full fence on both sides would suffice but would slow down every send. So
//! the sleeper, which has time, runs `membarrier` on behalf of all registered processes, and the
//! sender only keeps the compiler from reordering (precedent: folly's AsymmetricThreadFence).

/// The kind of [`heavy_fence`] available on this system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceKind {
    /// `membarrier` works: a light fence is enough on the other side.
    Membarrier,
    /// `membarrier` is not available: the other side would need a full fence.
    Full,
}

/// Registers this process so that the [`heavy_fence`] of other processes reaches it. Call it once
/// per process, before the first [`light_fence`]; returns the fence that other processes may rely
/// on.
pub fn register() -> FenceKind {
    imp::register()
}

/// The sleeper's fence: either this thread's earlier writes are visible to every registered process
/// after that process's light fence, or that process's writes before its light fence are visible
/// here. This guarantee needs [`FenceKind::Membarrier`] as the result.
pub fn heavy_fence() -> FenceKind {
    imp::heavy_fence()
}

/// The sender's fence: a compiler fence only, without an instruction.
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
        // SYNC doorbell: pairs with `light_fence`, by membarrier.
        fence(Ordering::SeqCst);
        membarrier(CMD_GLOBAL_EXPEDITED)
    }

    #[inline(always)]
    pub(super) fn light_fence() {
        // SYNC doorbell: pairs with `heavy_fence`.
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
        // SYNC doorbell: pairs with `light_fence`.
        fence(Ordering::SeqCst);
        FenceKind::Membarrier
    }

    pub(super) fn light_fence() {
        // SYNC doorbell: the sleeper's membarrier acts as if the sender had executed a full fence
        // here.
        fence(Ordering::SeqCst);
    }
}
