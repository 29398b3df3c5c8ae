//! The clock used for all deadlines.

pub use skifch_backend::monotonic_ns as now_ns;

/// A counter that is cheaper to read than the clock: it can tell that little time has passed, but
/// not how much. On machines without one, the clock in nanoseconds.
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every x86-64 CPU has this counter.
        unsafe { std::arch::x86_64::_rdtsc() }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        now_ns()
    }
}

/// This many ticks are a few microseconds at most on every machine.
pub(crate) const FEW_TICKS: u64 = 4000;
