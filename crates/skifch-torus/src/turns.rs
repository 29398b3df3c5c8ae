//! Turns on the processor: how a rank's threads are scheduled while they wait for the model.
//!
//! The model wakes one rank after another, so a rank of one thread had better not preempt it. With
//! several threads it is the other way round: threads of the program may spin until one that waits
//! in a call returns, and if there are more of them than processors, each answer comes a whole time
//! slice late unless the waiting thread preempts them.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The shortest time slice that Linux grants (since 6.12). A thread with a shorter one than others
/// runs before them after it was woken.
const SLICE_NS: u64 = 100_000;

/// Whether this process has put threads into the batch class itself.
static IS_OURS: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IS_PROMPT: Cell<bool> = const { Cell::new(false) };
}

/// Puts the calling thread, and those that it starts, into the batch class, so that they do not
/// preempt others when they are woken. If Linux refuses, this only costs performance.
pub(crate) fn be_patient() {
    let Some(mut attr) = attributes() else { return };
    if attr.sched_policy == libc::SCHED_OTHER as u32 {
        attr.sched_policy = libc::SCHED_BATCH as u32;
        IS_OURS.store(set(&attr), Relaxed);
    }
}

/// Has the calling thread preempt others when it is woken. Priorities stay as they are, and so do
/// policies that the program has chosen.
pub(crate) fn be_prompt() {
    if IS_PROMPT.replace(true) {
        return;
    }
    let Some(mut attr) = attributes() else { return };
    let is_ours = attr.sched_policy == libc::SCHED_BATCH as u32 && IS_OURS.load(Relaxed);
    if is_ours || attr.sched_policy == libc::SCHED_OTHER as u32 {
        attr.sched_policy = libc::SCHED_OTHER as u32;
        // An older Linux reports 0.
        attr.sched_runtime = attr.sched_runtime.min(SLICE_NS);
        set(&attr);
    }
}

/// Sets the scheduling attributes of the calling thread. Returns whether Linux has allowed it.
fn set(attr: &libc::sched_attr) -> bool {
    // SAFETY: the attributes are readable and state their size.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, std::ptr::from_ref(attr), 0) == 0 }
}

/// The scheduling attributes of the calling thread.
fn attributes() -> Option<libc::sched_attr> {
    // SAFETY: all zeros is valid for these integers.
    let mut attr: libc::sched_attr = unsafe { std::mem::zeroed() };
    let size = size_of_val(&attr);
    // SAFETY: the attributes are writable for the given size.
    let rc = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, size, 0) };
    (rc == 0).then_some(attr)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patient_thread_becomes_prompt_and_keeps_its_priority() {
        let seen = std::thread::spawn(|| {
            let at_first = attributes().expect("own attributes");
            be_patient();
            let patient = attributes().expect("own attributes");
            be_prompt();
            [at_first, patient, attributes().expect("own attributes")]
        });
        let [at_first, patient, prompt] = seen.join().expect("no panic");
        assert_eq!(at_first.sched_policy, libc::SCHED_OTHER as u32, "where tests run");
        assert_eq!(patient.sched_policy, libc::SCHED_BATCH as u32);
        assert_eq!(prompt.sched_policy, libc::SCHED_OTHER as u32);
        assert_eq!(prompt.sched_runtime, at_first.sched_runtime.min(SLICE_NS));
        assert_eq!(prompt.sched_nice, at_first.sched_nice);
    }

    #[test]
    fn a_policy_of_the_program_is_kept() {
        let seen = std::thread::spawn(|| {
            let mut attr = attributes().expect("own attributes");
            attr.sched_policy = libc::SCHED_IDLE as u32;
            assert!(set(&attr));
            be_patient();
            be_prompt();
            attributes().expect("own attributes")
        });
        assert_eq!(seen.join().expect("no panic").sched_policy, libc::SCHED_IDLE as u32);
    }
}
