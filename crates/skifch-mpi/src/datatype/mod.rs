//! Datatypes: constructors, the flattened form, packing, and queries.

mod api;
mod basic;
mod bounds;
mod contents;
mod darray;
mod elements;
mod external;
mod flat;
mod make;
mod pack;
#[cfg(test)]
mod tests;

pub use api::{
    commit, committed, contents, count_in, create, dup, elements_in, free, get, handle_of,
    made_large, match_size, name, pack, set_name, unpack, value_index,
};
pub(crate) use basic::DENSE_BYTES;
pub use basic::{BASICS, Basic, Nature, Row};
pub use contents::{Combiner, Contents};
pub use darray::{Darray, Distribution, Order};
pub use make::Make;
pub(crate) use pack::{Typed, pack as pack_bytes, unpack as unpack_bytes};

use bounds::Bounds;
use flat::Flat;
use std::sync::Arc;

/// The immutable description behind a datatype handle.
#[derive(Debug)]
pub struct Type {
    /// The constructor call, kept for `MPI_Type_get_contents`.
    pub(crate) made: Make,
    /// The constructor was called in the large-count form.
    pub(crate) is_large: bool,
    /// The structure in terms of the children.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) children: Vec<Arc<Self>>,
    pub(crate) bounds: Bounds,
    /// Strictest alignment of an element inside, in bytes.
    pub(crate) align: usize,
    /// Number of predefined elements inside.
    pub(crate) elements: u64,
    /// The predefined datatype of all elements, if they have the same.
    pub(crate) uniform: Option<Basic>,
    pub(crate) flat: Arc<Flat>,
}

/// `blocks` blocks, `stride` bytes apart; each has `len` copies of a child, one child extent apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) disp: isize,
    pub(crate) stride: isize,
    pub(crate) blocks: usize,
    pub(crate) len: usize,
    /// Index of the child.
    pub(crate) child: usize,
}

impl Type {
    /// Bytes of data in one element.
    pub fn size(&self) -> usize {
        self.flat.bytes
    }

    /// Bytes from one element of an array to the next.
    pub fn extent(&self) -> isize {
        self.bounds.ub - self.bounds.lb
    }

    /// The lower bound in bytes.
    pub fn lower_bound(&self) -> isize {
        self.bounds.lb
    }

    /// Displacement of the first byte of data.
    pub fn true_lower_bound(&self) -> isize {
        self.bounds.true_lb
    }

    /// Bytes from the first to the last byte of data.
    pub fn true_extent(&self) -> isize {
        self.bounds.true_ub - self.bounds.true_lb
    }

    /// The predefined datatype, if this is one.
    pub fn basic(&self) -> Option<Basic> {
        match self.made {
            Make::Basic(basic) => Some(basic),
            _ => None,
        }
    }

    /// Whether it is one of the Fortran kind datatypes, which may be used like predefined ones.
    pub(crate) fn is_kind(&self) -> bool {
        use Make::{F90Complex, F90Integer, F90Real};
        matches!(self.made, F90Real { .. } | F90Complex { .. } | F90Integer { .. })
    }

    /// The predefined datatype that predefined operations treat it as.
    pub(crate) fn operand(&self) -> Option<Basic> {
        if self.is_kind() { self.uniform } else { self.basic() }
    }

    /// The predefined datatype of all elements, if they have the same.
    pub fn uniform(&self) -> Option<Basic> {
        self.uniform
    }

    /// Displacement of the data of `count` elements, if they are contiguous.
    pub(crate) fn dense(&self, count: usize) -> Option<isize> {
        let (disp, bytes) = self.flat.single()?;
        let is_dense = count <= 1 || bytes as isize == self.extent() || bytes == 0;
        is_dense.then_some(disp)
    }

    /// The elements at `base`, for packing.
    pub(crate) fn at(&self, base: *const u8) -> Typed<'_> {
        Typed { base: base.cast_mut(), flat: &self.flat, extent: self.extent() }
    }

    /// The memory that `count` elements span: displacement of its first byte, and its length in
    /// bytes.
    pub(crate) fn span(&self, count: usize) -> (isize, usize) {
        if count == 0 || self.size() == 0 {
            return (0, 0);
        }
        let far = self.extent() * (count as isize - 1);
        let low = self.bounds.true_lb + far.min(0);
        let high = self.bounds.true_ub + far.max(0);
        (low, (high - low) as usize)
    }
}
