//! The clock that deadlines are on.

pub use skifch_backend::monotonic_ns as now_ns;

/// Ticks of a counter that is cheaper to look at than the clock: they tell that little time has
/// passed, not how much. Where there is none they are nanoseconds.
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every such processor has the counter.
        unsafe { std::arch::x86_64::_rdtsc() }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        now_ns()
    }
}

/// So many ticks are a few microseconds at most on every machine.
pub(crate) const FEW_TICKS: u64 = 4000;
