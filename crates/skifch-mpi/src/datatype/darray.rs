//! Parts of multidimensional arrays: subarrays, and block and cyclic distributions.

use super::{Make, Type};
use crate::error::{Result, fail};
use std::sync::Arc;

/// Which index of an array varies fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The last one.
    C,
    /// The first one.
    Fortran,
}

/// Distribution of one dimension over the processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// One block per process: of the given number of indices, or of equal size.
    Block(Option<usize>),
    /// Blocks of the given number of indices, or of one, dealt out cyclically.
    Cyclic(Option<usize>),
    /// Not distributed.
    None,
}

/// The arguments of `MPI_Type_create_darray`.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the arguments are those of the standard's constructor")]
pub struct Darray {
    pub size: usize,
    pub rank: usize,
    pub sizes: Vec<usize>,
    pub distributions: Vec<Distribution>,
    pub processes: Vec<usize>,
    pub order: Order,
    pub old: Arc<Type>,
}

/// The dimensions from the fastest-varying to the slowest.
fn fastest_first(dims: usize, order: Order) -> Box<dyn Iterator<Item = usize>> {
    match order {
        Order::C => Box::new((0..dims).rev()),
        Order::Fortran => Box::new(0..dims),
    }
}

/// Bytes of a whole array.
pub(super) fn extent(sizes: &[usize], old: &Type) -> Result<isize> {
    let longer = |all: isize, &size: &usize| all.checked_mul(isize::try_from(size).ok()?);
    match sizes.iter().try_fold(old.extent(), longer) {
        Some(bytes) => Ok(bytes),
        None => {
            let each = old.extent();
            fail!(Arg, "an array of {sizes:?} elements of {each} bytes fits no address space")
        }
    }
}

fn check_places(sizes: &[usize], subsizes: &[usize], starts: &[usize]) -> Result<()> {
    if sizes.is_empty() || subsizes.len() != sizes.len() || starts.len() != sizes.len() {
        let (a, b, c) = (sizes.len(), subsizes.len(), starts.len());
        return fail!(Arg, "a subarray has {a} sizes, {b} subsizes and {c} starts");
    }
    for dim in 0..sizes.len() {
        let (size, sub, start) = (sizes[dim], subsizes[dim], starts[dim]);
        if size == 0 || sub == 0 || start + sub > size {
            return fail!(
                Arg,
                "dimension {dim} of a subarray: {sub} indices from {start} on are not in {size}"
            );
        }
    }
    Ok(())
}

/// The subarray, and its displacement in bytes.
pub(super) fn subarray(
    sizes: &[usize],
    subsizes: &[usize],
    starts: &[usize],
    order: Order,
    old: &Arc<Type>,
) -> Result<(isize, Arc<Type>)> {
    check_places(sizes, subsizes, starts)?;
    // Nothing in the array is further away, so the products below are not checked again.
    extent(sizes, old)?;
    let (mut part, mut at, mut stride) = (old.clone(), 0, old.extent());
    for (step, dim) in fastest_first(sizes.len(), order).enumerate() {
        let (size, sub, start) = (sizes[dim], subsizes[dim], starts[dim]);
        let make = match step {
            0 => Make::Contiguous { count: sub, old: part },
            _ => Make::Hvector { count: sub, len: 1, stride, old: part },
        };
        part = Arc::new(Type::new(make)?);
        at += start as isize * stride;
        stride *= size as isize;
    }
    Ok((at, part))
}

impl Darray {
    /// The coordinates of the process in the grid, which is in C order whatever the array order.
    fn coordinates(&self) -> Vec<usize> {
        let mut rest = self.rank;
        let mut coordinates: Vec<_> = self
            .processes
            .iter()
            .rev()
            .map(|&count| {
                let here = rest % count;
                rest /= count;
                here
            })
            .collect();
        coordinates.reverse();
        coordinates
    }

    fn check(&self) -> Result<()> {
        let dims = self.sizes.len();
        if dims == 0 || self.distributions.len() != dims || self.processes.len() != dims {
            let (b, c) = (self.distributions.len(), self.processes.len());
            return fail!(Arg, "a darray has {dims} sizes, {b} distributions and {c} grid sizes");
        }
        let grid = self.processes.iter().try_fold(1, |all: usize, &n| all.checked_mul(n));
        if grid != Some(self.size) || self.rank >= self.size || self.sizes.contains(&0) {
            let (rank, size) = (self.rank, self.size);
            let (sizes, grid) = (&self.sizes, &self.processes);
            return fail!(
                Arg,
                "a darray of {sizes:?} for rank {rank} of {size}: the grid is {grid:?} processes"
            );
        }
        extent(&self.sizes, &self.old).map(drop)
    }

    /// This process's part of the array, and its displacement in bytes.
    pub(super) fn build(&self) -> Result<(isize, Arc<Type>)> {
        self.check()?;
        let coordinates = self.coordinates();
        let (mut part, mut at, mut stride) = (self.old.clone(), 0, self.old.extent());
        for dim in fastest_first(self.sizes.len(), self.order) {
            let (offset, next) = self.dimension(dim, coordinates[dim], stride, &part)?;
            part = next;
            at += offset;
            stride *= self.sizes[dim] as isize;
        }
        Ok((at, part))
    }

    /// The process's share of one dimension, whose indices are `stride` bytes apart.
    fn dimension(
        &self,
        dim: usize,
        here: usize,
        stride: isize,
        part: &Arc<Type>,
    ) -> Result<(isize, Arc<Type>)> {
        let (size, grid) = (self.sizes[dim], self.processes[dim]);
        let block = match self.distributions[dim] {
            Distribution::None if grid == 1 => size,
            Distribution::None => {
                return fail!(Arg, "dimension {dim} is not distributed, but has {grid} processes");
            }
            Distribution::Block(None) => size.div_ceil(grid),
            Distribution::Block(Some(block)) if block * grid >= size && block > 0 => block,
            Distribution::Cyclic(block) if block != Some(0) => block.unwrap_or(1),
            wrong => {
                return fail!(Arg, "dimension {dim}: {wrong:?} of {size} over {grid} processes");
            }
        };
        let (period, first) = (block.saturating_mul(grid), block.saturating_mul(here));
        // From the first index of this process on; none if there are fewer blocks than processes.
        let left = size.saturating_sub(first);
        let at = if left > 0 { first as isize * stride } else { 0 };
        let (rounds, rest) = (left / period, left % period);
        let (full, short) = if rest < block { (rounds, rest) } else { (rounds + 1, 0) };
        let share = Share { block, period: period.min(size), full, short };
        Ok((at, share.build(stride, part)?))
    }
}

/// A process's blocks of one dimension: `full` of `block` indices each, `period` indices apart, and
/// a last one of `short` indices, perhaps none.
struct Share {
    block: usize,
    period: usize,
    full: usize,
    short: usize,
}

impl Share {
    /// These blocks as a datatype, whose description is of the same size however many they are.
    fn build(&self, stride: isize, part: &Arc<Type>) -> Result<Arc<Type>> {
        let repeated = |count: usize, stride: isize, old: &Arc<Type>| {
            let make = Make::Hvector { count, len: 1, stride, old: old.clone() };
            Type::new(make).map(Arc::new)
        };
        let far = self.period as isize * stride;
        let (mut disps, mut olds) = (Vec::new(), Vec::new());
        if self.full > 0 {
            disps.push(0);
            olds.push(repeated(self.full, far, &repeated(self.block, stride, part)?)?);
        }
        if self.short > 0 {
            disps.push(self.full as isize * far);
            olds.push(repeated(self.short, stride, part)?);
        }
        let make = Make::Struct { lens: vec![1; olds.len()], disps, olds };
        Type::new(make).map(Arc::new)
    }
}
