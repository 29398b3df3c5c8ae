//! The buffers of collective calls: one block, or a part for each rank.

use super::builder::Data;
use crate::Datatype;
use crate::engine::Engine;
use crate::error::{Result, fail};
use crate::p2p::{Buffer, IN_PLACE};

/// `count` elements at `buf`, which may be [`IN_PLACE`] in calls that allow it.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "as in every call")]
pub struct Block {
    pub buf: *mut u8,
    pub count: usize,
    pub datatype: Datatype,
}

/// Placement of the parts of the ranks.
#[derive(Clone, Debug)]
pub enum Layout {
    /// `count` elements each, contiguous in rank order.
    Even {
        /// Elements per part.
        count: usize,
        /// Their datatype.
        datatype: Datatype,
    },
    /// Part i has `counts[i]` elements and begins `disps[i]` elements from the start.
    Listed {
        /// Elements of each part.
        counts: Vec<usize>,
        /// Displacement of each part, in extents of the datatype.
        disps: Vec<isize>,
        /// Their datatype.
        datatype: Datatype,
    },
    /// Part i has `counts[i]` elements of its own datatype and begins `disps[i]` bytes from the
    /// start.
    Each {
        /// Elements of each part.
        counts: Vec<usize>,
        /// Displacement of each part, in bytes.
        disps: Vec<isize>,
        /// Datatype of each part.
        datatypes: Vec<Datatype>,
    },
}

/// A part for each rank.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The origin of the displacements; may be [`IN_PLACE`] in calls that allow it.
    pub buf: *mut u8,
    /// Placement of the parts.
    pub layout: Layout,
}

impl Block {
    pub(crate) fn is_in_place(&self) -> bool {
        self.buf.cast_const() == IN_PLACE
    }
}

/// The resolved part of each rank.
pub(crate) enum Slots {
    /// Parts of this many bytes each, contiguous from this address on.
    Block(*mut u8, usize),
    Listed(Vec<Buffer>),
}

impl Parts {
    pub(crate) fn is_in_place(&self) -> bool {
        self.buf.cast_const() == IN_PLACE
    }

    /// The parts of `size` ranks.
    pub(crate) fn slots(&self, engine: &Engine, size: usize) -> Result<Slots> {
        if let Layout::Even { count, datatype } = self.layout
            && let Some(each) = engine.dense_bytes(datatype).checked_mul(count)
            && each > 0
        {
            return Ok(Slots::Block(self.buf, each));
        }
        let data = |datatype| Data::of(engine, self.buf, datatype);
        let buffers = match &self.layout {
            Layout::Even { count, datatype } => {
                let data = data(*datatype)?;
                let part = |at: usize| data.part((at * count) as isize, *count);
                (0..size).map(part).collect::<Result<_>>()?
            }
            Layout::Listed { counts, disps, datatype } => {
                check(size, &[counts.len(), disps.len()])?;
                let data = data(*datatype)?;
                let parts = counts.iter().zip(disps).take(size);
                parts.map(|(&count, &disp)| data.part(disp, count)).collect::<Result<_>>()?
            }
            Layout::Each { counts, disps, datatypes } => {
                check(size, &[counts.len(), disps.len(), datatypes.len()])?;
                let parts = counts.iter().zip(disps).zip(datatypes).take(size);
                let part = |((&count, &disp), &datatype): ((&usize, &isize), &Datatype)| {
                    // Programs pass `Datatype::NULL` for parts without elements.
                    if count == 0 {
                        return Ok(Buffer::dense(self.buf, 0));
                    }
                    Buffer::typed(self.buf.wrapping_offset(disp), count, &data(datatype)?.ty)
                };
                parts.map(part).collect::<Result<_>>()?
            }
        };
        Ok(Slots::Listed(buffers))
    }
}

fn check(size: usize, lengths: &[usize]) -> Result<()> {
    match lengths.iter().all(|length| *length >= size) {
        true => Ok(()),
        false => fail!(Arg, "arrays of {lengths:?} parts for {size} ranks"),
    }
}

impl Slots {
    pub(crate) fn of(parts: Vec<Buffer>) -> Self {
        Self::Listed(parts)
    }

    /// The part of rank `at`.
    pub(crate) fn get(&self, at: usize) -> Buffer {
        match self {
            Self::Block(base, each) => Buffer::dense(base.wrapping_add(at * each), *each),
            Self::Listed(parts) => parts[at].clone(),
        }
    }

    /// Bytes of the part of rank `at`.
    pub(crate) fn bytes(&self, at: usize) -> usize {
        match self {
            Self::Block(_, each) => *each,
            Self::Listed(parts) => parts[at].bytes,
        }
    }
}
