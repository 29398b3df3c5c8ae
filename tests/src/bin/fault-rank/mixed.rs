//! Segments that some ranks map directly and others access by requests.

use crate::{Done, join};
use skifch::{AtomicOp, Job, Segment};
use std::sync::atomic::{AtomicU64, Ordering};

/// Offsets in each part: a counter that all add to, a word in which all flip bits, a slot for each
/// rank.
const COUNTER: usize = 0;
const FLIPS: usize = 8;
const SLOTS: usize = 64;

/// All ranks add to the counter of every rank, `rounds` times by each means available: a fetching
/// atomic, a one-way atomic, and the processor's own where there is a pointer. Afterwards every
/// sum must be exact, and what each has put must be there.
pub(crate) fn mixed(rounds: u64) -> Done {
    let (job, _channel) = join()?;
    let (me, size) = (u64::from(job.rank()), u64::from(job.size()));
    let segment = job.segment(SLOTS + 8 * size as usize)?;
    let near = (0..job.size()).filter(|&rank| !segment.ptr(rank).is_null()).count();
    println!("pointers {near}");
    for round in 0..rounds {
        for rank in 0..job.size() {
            segment.atomic(rank, COUNTER, AtomicOp::Add, 8, me + 1, 0)?;
            segment.atomic_oneway(rank, COUNTER, AtomicOp::Add, 8, me + 1, 0)?;
            segment.atomic(rank, FLIPS, AtomicOp::Xor, 8, 1 << me, 0)?;
            if let Some(counter) = counter(&segment, rank) {
                counter.fetch_add(me + 1, Ordering::Relaxed);
            }
            segment.put(rank, SLOTS + 8 * me as usize, &(round ^ me << 32).to_le_bytes())?;
        }
    }
    segment.quiet()?;
    job.barrier()?;
    check(&job, &segment, rounds)?;
    job.barrier()?;
    println!("done");
    Ok(())
}

/// The counter of a rank whose memory is mapped here.
fn counter(segment: &Segment, rank: u32) -> Option<&AtomicU64> {
    let at = segment.ptr(rank).cast::<AtomicU64>();
    // SAFETY: null or the first word of a part, aligned, which lives as long as the segment and is
    // accessed by atomics only.
    unsafe { at.as_ref() }
}

fn check(job: &Job, segment: &Segment, rounds: u64) -> Done {
    let size = u64::from(job.size());
    for rank in 0..job.size() {
        // The sum has two additions by every rank, and one more by each rank that shares memory
        // with `rank`; the test checks it.
        let sum = segment.atomic(rank, COUNTER, AtomicOp::Load, 8, 0, 0)?;
        println!("sum {sum}");
        let flips = segment.atomic(rank, FLIPS, AtomicOp::Load, 8, 0, 0)?;
        let odd = if rounds.is_multiple_of(2) { 0 } else { (1 << size) - 1 };
        if flips != odd {
            return Err(format!("rank {rank} has {flips:#x} instead of {odd:#x}").into());
        }
        for from in 0..size {
            let mut word = [0; 8];
            segment.get(rank, SLOTS + 8 * from as usize, &mut word)?;
            let (found, wanted) = (u64::from_le_bytes(word), (rounds - 1) ^ from << 32);
            if found != wanted {
                return Err(format!("rank {rank} has {found:#x} of {from}, not {wanted:#x}").into());
            }
        }
    }
    Ok(())
}
