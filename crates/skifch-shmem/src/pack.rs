//! Small objects of all PEs side by side, for many PEs on one host.
//!
//! Each other PE's heap is mapped at an address range of its own, and the kernel needs a page table
//! of 4 KB for each 2 MB range in which something was touched: with 511 other PEs that is 2 MB and
//! more, however little is put to each. So in a large job small objects, and the control memory
//! that all PEs use, lie in a segment of their own with short parts, and one page table serves many
//! PEs.

use crate::area::FAR;
use crate::coll::meet::COMMON_BYTES;
use crate::error::{Result, fail};
use crate::state::Part;
use skifch::Job;

/// Total size in bytes of the small objects of all PEs: 32 page tables.
const ALL_BYTES: usize = 64 << 20;
/// Least and greatest size for each PE.
const BYTES: (usize, usize) = (4 << 10, 1 << 20);

/// Size in bytes of each PE's small objects.
fn bytes(pes: u32) -> usize {
    let (least, most) = BYTES;
    (ALL_BYTES / pes as usize / 4096 * 4096).clamp(least, most)
}

/// Creates the part for small objects, if all PEs access each other directly. `key` must not have
/// been published before. Collective.
///
/// # Errors
/// An error of the launcher or the network.
pub(crate) fn open(job: &Job, key: &str, heap: &Part) -> Result<Option<Part>> {
    let is_near = |part: &Part| part.deltas.iter().all(|&delta| delta != FAR);
    if job.rank() == 0 {
        job.put(key, &[u8::from(is_near(heap))])?;
    }
    job.barrier()?;
    if job.get(key)? != [1] {
        return Ok(None);
    }
    let segment = job.segment(COMMON_BYTES + bytes(job.size()))?;
    let part = Part::new(segment, COMMON_BYTES, job, false)?;
    if !is_near(heap) || !is_near(&part) {
        return fail!("PE {} does not reach the memory of all, and PE 0 does", job.rank());
    }
    Ok(Some(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_together_have_few_tables_of_pages() {
        for (pes, each) in [(1, 1 << 20), (64, 1 << 20), (512, 128 << 10), (1 << 20, 4 << 10)] {
            assert_eq!(bytes(pes), each, "{pes} PEs");
        }
    }
}
