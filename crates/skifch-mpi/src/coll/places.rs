//! Placement of the parts in short calls.

use super::parts::{Layout, Parts};
use crate::engine::Engine;

/// Parts that are each short and contiguous.
pub(super) struct Places<'a> {
    parts: &'a Parts,
    /// Bytes per element.
    size: usize,
}

impl<'a> Places<'a> {
    /// `None` if a part of one of the `ranks` ranks is long or not contiguous.
    pub(super) fn of(engine: &Engine, parts: &'a Parts, ranks: usize) -> Option<Self> {
        let (datatype, longest) = match &parts.layout {
            Layout::Even { count, datatype } => (*datatype, *count),
            Layout::Listed { counts, disps, datatype } if disps.len() >= ranks => {
                (*datatype, *counts.get(..ranks)?.iter().max()?)
            }
            _ => return None,
        };
        engine.few_bytes(longest, datatype)?;
        Some(Self { parts, size: engine.dense_bytes(datatype) })
    }

    /// Address and bytes of a rank's part.
    pub(super) fn get(&self, rank: usize) -> (*mut u8, usize) {
        let size = self.size as isize;
        let (at, count) = match &self.parts.layout {
            Layout::Listed { counts, disps, .. } => (disps[rank].wrapping_mul(size), counts[rank]),
            Layout::Even { count, .. } => ((rank * count) as isize * size, *count),
            Layout::Each { .. } => (0, 0),
        };
        (self.parts.buf.wrapping_offset(at), count * self.size)
    }
}
