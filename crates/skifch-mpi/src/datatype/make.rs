//! The datatype constructors.

use super::bounds::{self, Bounds};
use super::darray::{self, Darray, Order};
use super::flat::Flat;
use super::{Basic, Piece, Type};
use crate::error::{Result, fail};
use std::sync::Arc;

/// A constructor call. Lengths and strides count elements of the old type; strides and
/// displacements of the `H…` constructors, and displacements of `Struct`, are in bytes.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the arguments are those of the standard's constructors")]
pub enum Make {
    Basic(Basic),
    Dup(Arc<Type>),
    Contiguous {
        count: usize,
        old: Arc<Type>,
    },
    Vector {
        count: usize,
        len: usize,
        stride: isize,
        old: Arc<Type>,
    },
    Hvector {
        count: usize,
        len: usize,
        stride: isize,
        old: Arc<Type>,
    },
    Indexed {
        lens: Vec<usize>,
        disps: Vec<isize>,
        old: Arc<Type>,
    },
    Hindexed {
        lens: Vec<usize>,
        disps: Vec<isize>,
        old: Arc<Type>,
    },
    IndexedBlock {
        len: usize,
        disps: Vec<isize>,
        old: Arc<Type>,
    },
    HindexedBlock {
        len: usize,
        disps: Vec<isize>,
        old: Arc<Type>,
    },
    Struct {
        lens: Vec<usize>,
        disps: Vec<isize>,
        olds: Vec<Arc<Type>>,
    },
    Subarray {
        sizes: Vec<usize>,
        subsizes: Vec<usize>,
        starts: Vec<usize>,
        order: Order,
        old: Arc<Type>,
    },
    Darray(Darray),
    Resized {
        lb: isize,
        extent: isize,
        old: Arc<Type>,
    },
    F90Real {
        precision: i32,
        range: i32,
        old: Arc<Type>,
    },
    F90Complex {
        precision: i32,
        range: i32,
        old: Arc<Type>,
    },
    F90Integer {
        range: i32,
        old: Arc<Type>,
    },
}

impl Type {
    /// A predefined datatype.
    pub(crate) fn of_basic(basic: Basic) -> Self {
        let row = basic.row();
        let (size, extent) = (usize::from(row.size), row.extent as isize);
        let (is_lb_set, is_ub_set) = (basic == Basic::Lb, basic == Basic::Ub);
        let bounds = Bounds { ub: extent, is_lb_set, is_ub_set, ..Bounds::default() };
        let mut made = Self {
            is_large: false,
            made: Make::Basic(basic),
            pieces: Vec::new(),
            children: Vec::new(),
            bounds: Bounds { true_ub: size as isize, ..bounds },
            align: usize::from(row.align).max(1),
            elements: u64::from(size > 0),
            uniform: Some(basic),
            flat: Arc::new(Flat::block(0, size)),
        };
        if let Some((first, second)) = row.parts {
            made.children = vec![Arc::new(Self::of_basic(first)), Arc::new(Self::of_basic(second))];
            let align = usize::from(second.row().align);
            let at = usize::from(first.row().size).next_multiple_of(align) as isize;
            made.pieces = vec![piece(0, 1, 0), piece(at, 1, 1)];
            made.elements = 2;
            made.flat = Arc::new(flatten(&made.pieces, &made.children));
            made.bounds.true_ub = at + second.row().size as isize;
        }
        made
    }

    /// The datatype that `make` describes.
    ///
    /// # Errors
    /// `Arg`, `Count` or `Type` for invalid arguments.
    pub fn new(make: Make) -> Result<Self> {
        let (pieces, children) = parts(&make)?;
        check_size(&pieces, &children)?;
        let mut bounds = bounds::of(&pieces, &children);
        let align = alignment(&pieces, &children);
        match make {
            Make::Resized { lb, extent, .. } => {
                let Some(ub) = lb.checked_add(extent) else {
                    return fail!(Arg, "an extent of {extent} bytes from {lb} on has no end");
                };
                bounds = bounds.set(lb, ub);
            }
            Make::Darray(Darray { ref sizes, ref old, .. })
            | Make::Subarray { ref sizes, ref old, .. } => {
                bounds = bounds.set(0, darray::extent(sizes, old)?);
            }
            // As in C: the extent is padded so that arrays of the structure keep their components
            // aligned.
            Make::Struct { .. } if !bounds.is_ub_set => {
                let extent = (bounds.ub - bounds.lb) as usize;
                bounds.ub = bounds.lb + extent.next_multiple_of(align) as isize;
            }
            _ => {}
        }
        let elements =
            pieces.iter().map(|p| (p.blocks * p.len) as u64 * children[p.child].elements);
        let elements = elements.sum();
        let flat = Arc::new(flatten(&pieces, &children));
        let uniform = uniform(&children);
        let is_large = false;
        Ok(Self { made: make, is_large, pieces, children, bounds, align, elements, uniform, flat })
    }
}

/// Sizes and spans are kept in machine words: larger ones are refused here, once.
fn check_size(pieces: &[Piece], children: &[Arc<Type>]) -> Result<()> {
    let mut total: i128 = 0;
    // The displacement of a piece without elements does not matter.
    for piece in pieces.iter().filter(|piece| piece.blocks > 0 && piece.len > 0) {
        let child = &children[piece.child];
        let (blocks, len) = (piece.blocks as i128, piece.len as i128);
        let reach = piece.disp.unsigned_abs() as i128
            + blocks * piece.stride.unsigned_abs() as i128
            + len
                * (child.extent().unsigned_abs() as i128 + child.bounds.lb.unsigned_abs() as i128);
        total += blocks * len * child.size() as i128;
        if reach.max(total) > i128::from(i64::MAX / 4) {
            return fail!(
                Arg,
                "a datatype of {total} bytes that spans {reach} fits no address space"
            );
        }
    }
    Ok(())
}

/// The strictest alignment of any element present.
fn alignment(pieces: &[Piece], children: &[Arc<Type>]) -> usize {
    let there = pieces.iter().filter(|piece| piece.blocks * piece.len > 0);
    there.map(|piece| children[piece.child].align).max().unwrap_or(1)
}

fn uniform(children: &[Arc<Type>]) -> Option<Basic> {
    // Bound markers are not elements.
    let is_mark = |child: &&Arc<Type>| matches!(child.basic(), Some(Basic::Lb | Basic::Ub));
    let mut all = children.iter().filter(|child| !is_mark(child)).map(|child| child.uniform);
    let first = all.next()??;
    all.all(|basic| basic == Some(first)).then_some(first)
}

fn piece(disp: isize, len: usize, child: usize) -> Piece {
    Piece { disp, stride: 0, blocks: 1, len, child }
}

/// `blocks` blocks of `len` children each, `stride` bytes apart.
pub(super) fn blocks(blocks: usize, len: usize, stride: isize) -> Piece {
    Piece { disp: 0, stride, blocks, len, child: 0 }
}

type Parts = (Vec<Piece>, Vec<Arc<Type>>);

fn parts(make: &Make) -> Result<Parts> {
    let one = |piece: Piece, old: &Arc<Type>| Ok((vec![piece], vec![old.clone()]));
    match make {
        Make::Basic(basic) => fail!(Type, "{} is made already", basic.row().name),
        Make::Dup(old)
        | Make::Resized { old, .. }
        | Make::F90Real { old, .. }
        | Make::F90Complex { old, .. }
        | Make::F90Integer { old, .. } => one(blocks(1, 1, 0), old),
        Make::Contiguous { count, old } => one(blocks(1, *count, 0), old),
        Make::Vector { count, len, stride, old } => {
            one(blocks(*count, *len, times(*stride, old)?), old)
        }
        Make::Hvector { count, len, stride, old } => one(blocks(*count, *len, *stride), old),
        Make::Indexed { lens, disps, old } => indexed(lens, disps, old, true),
        Make::Hindexed { lens, disps, old } => indexed(lens, disps, old, false),
        Make::IndexedBlock { len, disps, old } => {
            indexed(&vec![*len; disps.len()], disps, old, true)
        }
        Make::HindexedBlock { len, disps, old } => {
            indexed(&vec![*len; disps.len()], disps, old, false)
        }
        Make::Struct { lens, disps, olds } => {
            same_length(&[lens.len(), disps.len(), olds.len()])?;
            let pieces = lens.iter().zip(disps).enumerate();
            let pieces = pieces.map(|(at, (&len, &disp))| piece(disp, len, at)).collect();
            Ok((pieces, olds.clone()))
        }
        Make::Subarray { sizes, subsizes, starts, order, old } => {
            let (at, part) = darray::subarray(sizes, subsizes, starts, *order, old)?;
            Ok((vec![piece(at, 1, 0)], vec![part]))
        }
        Make::Darray(darray) => {
            let (at, part) = darray.build()?;
            Ok((vec![piece(at, 1, 0)], vec![part]))
        }
    }
}

fn times(count: isize, old: &Type) -> Result<isize> {
    match count.checked_mul(old.extent()) {
        Some(bytes) => Ok(bytes),
        None => fail!(Arg, "{count} times an extent of {} bytes is no address", old.extent()),
    }
}

fn same_length(lengths: &[usize]) -> Result<()> {
    match lengths.iter().all(|length| *length == lengths[0]) {
        true => Ok(()),
        false => fail!(Arg, "arrays of one datatype have different lengths: {lengths:?}"),
    }
}

fn indexed(lens: &[usize], disps: &[isize], old: &Arc<Type>, in_elements: bool) -> Result<Parts> {
    same_length(&[lens.len(), disps.len()])?;
    let place = |disp: isize| if in_elements { times(disp, old) } else { Ok(disp) };
    let pieces = lens.iter().zip(disps).map(|(&len, &disp)| Ok(piece(place(disp)?, len, 0)));
    Ok((pieces.collect::<Result<_>>()?, vec![old.clone()]))
}

fn flatten(pieces: &[Piece], children: &[Arc<Type>]) -> Flat {
    let mut flat = Flat::default();
    for piece in pieces {
        let child = &children[piece.child];
        if piece.blocks == 1 {
            flat.repeat(piece.disp, child.extent(), piece.len, &child.flat);
            continue;
        }
        let mut block = Flat::default();
        block.repeat(0, child.extent(), piece.len, &child.flat);
        flat.repeat(piece.disp, piece.stride, piece.blocks, &Arc::new(block.done()));
    }
    flat.done()
}
