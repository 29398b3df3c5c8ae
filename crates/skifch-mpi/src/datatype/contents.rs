//! Envelope and contents of a datatype: how it was made.

use super::darray::{Darray, Distribution, Order};
use super::{Make, Type};
use std::sync::Arc;

/// The constructor of a datatype.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the standard")]
pub enum Combiner {
    Named,
    Dup,
    Contiguous,
    Vector,
    Hvector,
    Indexed,
    Hindexed,
    IndexedBlock,
    HindexedBlock,
    Struct,
    Subarray,
    Darray,
    Resized,
    F90Real,
    F90Complex,
    F90Integer,
}

/// The arguments of a constructor, in the order of MPI 5.0, table of section 5.1.13. Orders and
/// distributions are encoded as [`Contents::ORDER_C`] and the constants below it.
#[derive(Clone, Debug)]
pub struct Contents {
    /// The constructor.
    pub combiner: Combiner,
    /// Whether it was called in the large-count form.
    pub is_large: bool,
    /// Arguments that are counts, displacements in elements, orders or distributions.
    pub integers: Vec<i64>,
    /// Arguments that are addresses.
    pub addresses: Vec<isize>,
    /// Arguments that are datatypes.
    pub datatypes: Vec<Arc<Type>>,
}

impl Contents {
    /// Array order C: the last index varies fastest.
    pub const ORDER_C: i64 = 0;
    /// Array order Fortran: the first index varies fastest.
    pub const ORDER_FORTRAN: i64 = 1;
    /// Block distribution of a dimension.
    pub const BLOCK: i64 = 2;
    /// Cyclic distribution of a dimension.
    pub const CYCLIC: i64 = 3;
    /// A dimension that is not distributed.
    pub const NONE: i64 = 4;
    /// The default argument of a distribution.
    pub const DEFAULT_ARGUMENT: i64 = -1;
}

fn ints(values: &[usize]) -> impl Iterator<Item = i64> + '_ {
    values.iter().map(|&value| value as i64)
}

fn order(order: Order) -> i64 {
    match order {
        Order::C => Contents::ORDER_C,
        Order::Fortran => Contents::ORDER_FORTRAN,
    }
}

fn distribution(of: Distribution) -> (i64, i64) {
    let argument = |given: Option<usize>| given.map_or(Contents::DEFAULT_ARGUMENT, |n| n as i64);
    match of {
        Distribution::Block(given) => (Contents::BLOCK, argument(given)),
        Distribution::Cyclic(given) => (Contents::CYCLIC, argument(given)),
        Distribution::None => (Contents::NONE, Contents::DEFAULT_ARGUMENT),
    }
}

fn darray(made: &Darray) -> Vec<i64> {
    let dealt = || made.distributions.iter().map(|&of| distribution(of));
    [made.size as i64, made.rank as i64, made.sizes.len() as i64]
        .into_iter()
        .chain(ints(&made.sizes))
        .chain(dealt().map(|(kind, _)| kind))
        .chain(dealt().map(|(_, argument)| argument))
        .chain(ints(&made.processes))
        .chain([order(made.order)])
        .collect()
}

impl Type {
    /// How it was made.
    pub fn contents(&self) -> Contents {
        let of = |combiner, integers: Vec<i64>, addresses: &[isize], olds: &[Arc<Self>]| Contents {
            combiner,
            is_large: self.is_large,
            integers,
            addresses: addresses.to_vec(),
            datatypes: olds.to_vec(),
        };
        let one = std::slice::from_ref::<Arc<Self>>;
        let listed = |lens: &[usize]| [lens.len() as i64].into_iter().chain(ints(lens)).collect();
        let mixed = |lens: Vec<i64>, disps: &[isize]| {
            let disps = disps.iter().map(|&disp| disp as i64);
            lens.into_iter().chain(disps).collect::<Vec<_>>()
        };
        match &self.made {
            Make::Basic(_) => of(Combiner::Named, vec![], &[], &[]),
            Make::Dup(old) => of(Combiner::Dup, vec![], &[], one(old)),
            Make::Contiguous { count, old } => {
                of(Combiner::Contiguous, vec![*count as i64], &[], one(old))
            }
            Make::Vector { count, len, stride, old } => {
                let integers = vec![*count as i64, *len as i64, *stride as i64];
                of(Combiner::Vector, integers, &[], one(old))
            }
            Make::Hvector { count, len, stride, old } => {
                of(Combiner::Hvector, vec![*count as i64, *len as i64], &[*stride], one(old))
            }
            Make::Indexed { lens, disps, old } => {
                of(Combiner::Indexed, mixed(listed(lens), disps), &[], one(old))
            }
            Make::Hindexed { lens, disps, old } => {
                of(Combiner::Hindexed, listed(lens), disps, one(old))
            }
            Make::IndexedBlock { len, disps, old } => {
                let integers = mixed(vec![disps.len() as i64, *len as i64], disps);
                of(Combiner::IndexedBlock, integers, &[], one(old))
            }
            Make::HindexedBlock { len, disps, old } => {
                let integers = vec![disps.len() as i64, *len as i64];
                of(Combiner::HindexedBlock, integers, disps, one(old))
            }
            Make::Struct { lens, disps, olds } => of(Combiner::Struct, listed(lens), disps, olds),
            Make::Subarray { sizes, subsizes, starts, order: by, old } => {
                let integers = [sizes.len() as i64].into_iter().chain(ints(sizes));
                let integers = integers.chain(ints(subsizes)).chain(ints(starts));
                of(Combiner::Subarray, integers.chain([order(*by)]).collect(), &[], one(old))
            }
            Make::Darray(made) => of(Combiner::Darray, darray(made), &[], one(&made.old)),
            Make::Resized { lb, extent, old } => {
                of(Combiner::Resized, vec![], &[*lb, *extent], one(old))
            }
            Make::F90Real { precision, range, .. } => {
                of(Combiner::F90Real, vec![i64::from(*precision), i64::from(*range)], &[], &[])
            }
            Make::F90Complex { precision, range, .. } => {
                of(Combiner::F90Complex, vec![i64::from(*precision), i64::from(*range)], &[], &[])
            }
            Make::F90Integer { range, .. } => {
                of(Combiner::F90Integer, vec![i64::from(*range)], &[], &[])
            }
        }
    }
}
