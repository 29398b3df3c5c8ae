//! The clock that deadlines are on.

/// Nanoseconds of `CLOCK_MONOTONIC`, the clock of `timerfd` here.
pub fn now_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is ours to write. The clock exists on every Linux, so that this cannot fail.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    time.tv_sec.cast_unsigned() * 1_000_000_000 + time.tv_nsec.cast_unsigned()
}

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
