//! Small objects of all PEs side by side, where many share a host.
//!
//! The heap of another PE is at addresses of its own here, and the system takes 4 KB for a table of
//! pages for each 2 MB in which something was touched: beside 511 others that is 2 MB and more,
//! however little is put to each. So in a large job small objects, and the control memory that all
//! use, are in a segment of their own whose parts are short, and a table serves many PEs.

use crate::area::FAR;
use crate::coll::meet::COMMON_BYTES;
use crate::error::{Result, fail};
use crate::state::Part;
use skifch::Job;

/// Bytes of small objects of all PEs together: 32 tables of pages.
const ALL_BYTES: usize = 64 << 20;
/// Of each PE, at least and at most.
const BYTES: (usize, usize) = (4 << 10, 1 << 20);

/// Bytes of each PE's small objects.
fn bytes(pes: u32) -> usize {
    let (least, most) = BYTES;
    (ALL_BYTES / pes as usize / 4096 * 4096).clamp(least, most)
}

/// The part of memory for small objects, if all PEs are near each other. `key` is one that nobody
/// has published anything under. Collective.
///
/// # Errors
/// What the launcher or the network answers.
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
