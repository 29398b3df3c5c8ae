//! Lower and upper bounds of datatypes.

use super::{Piece, Type};

/// Lower and upper bound, and true bounds (of the data), in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lb: isize,
    pub(crate) ub: isize,
    pub(crate) true_lb: isize,
    pub(crate) true_ub: isize,
    /// The lower bound was set explicitly, by a resize or a marker, here or in a component: then
    /// only such bounds count.
    pub(crate) is_lb_set: bool,
    /// The same for the upper bound.
    pub(crate) is_ub_set: bool,
}

impl Bounds {
    /// These bounds with an explicit lower and upper bound.
    pub(crate) fn set(self, lb: isize, ub: isize) -> Self {
        Self { lb, ub, is_lb_set: true, is_ub_set: true, ..self }
    }
}

/// A range that grows to include what is added.
#[derive(Clone, Copy, Default)]
struct Range(Option<(isize, isize)>);

impl Range {
    fn add(&mut self, low: isize, high: isize) {
        self.0 = Some(match self.0 {
            Some((a, b)) => (a.min(low), b.max(high)),
            None => (low, high),
        });
    }
}

/// The bounds of a datatype made of `pieces`.
pub(crate) fn of(pieces: &[Piece], children: &[std::sync::Arc<Type>]) -> Bounds {
    let [mut plain, mut least, mut greatest, mut data] = [Range::default(); 4];
    for piece in pieces.iter().filter(|piece| piece.blocks > 0 && piece.len > 0) {
        let child = &children[piece.child];
        let bounds = child.bounds;
        let last_block = (piece.blocks as isize - 1) * piece.stride;
        let last = (piece.len as isize - 1) * child.extent();
        let low = piece.disp + last_block.min(0) + last.min(0);
        let high = piece.disp + last_block.max(0) + last.max(0);
        if bounds.is_lb_set {
            least.add(low + bounds.lb, low + bounds.lb);
        }
        if bounds.is_ub_set {
            greatest.add(high + bounds.ub, high + bounds.ub);
        }
        if child.flat.bytes > 0 {
            plain.add(low + bounds.lb, high + bounds.ub);
            data.add(low + bounds.true_lb, high + bounds.true_ub);
        }
    }
    let (is_lb_set, is_ub_set) = (least.0.is_some(), greatest.0.is_some());
    let lb = least.0.or(plain.0).unwrap_or_default().0;
    let ub = greatest.0.or(plain.0).unwrap_or_default().1;
    let (true_lb, true_ub) = data.0.unwrap_or_default();
    Bounds { lb, ub, true_lb, true_ub, is_lb_set, is_ub_set }
}
