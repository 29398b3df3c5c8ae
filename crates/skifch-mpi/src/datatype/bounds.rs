//! Bounds of datatypes: where elements begin and end.

use super::{Piece, Type};

/// Lower and upper bound, and the bounds of the data, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) lb: isize,
    pub(crate) ub: isize,
    pub(crate) true_lb: isize,
    pub(crate) true_ub: isize,
    /// The bounds were set by a resize, here or in a part: only such bounds count then.
    pub(crate) is_set: bool,
}

/// A range that grows.
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

/// The bounds of what `pieces` put together.
pub(crate) fn of(pieces: &[Piece], children: &[std::sync::Arc<Type>]) -> Bounds {
    let (mut plain, mut set, mut data) = (Range::default(), Range::default(), Range::default());
    for piece in pieces.iter().filter(|piece| piece.blocks > 0 && piece.len > 0) {
        let child = &children[piece.child];
        let bounds = child.bounds;
        let last_block = (piece.blocks as isize - 1) * piece.stride;
        let last = (piece.len as isize - 1) * child.extent();
        let low = piece.disp + last_block.min(0) + last.min(0);
        let high = piece.disp + last_block.max(0) + last.max(0);
        let marks = if bounds.is_set { &mut set } else { &mut plain };
        if bounds.is_set || child.flat.bytes > 0 {
            marks.add(low + bounds.lb, high + bounds.ub);
        }
        if child.flat.bytes > 0 {
            data.add(low + bounds.true_lb, high + bounds.true_ub);
        }
    }
    let is_set = set.0.is_some();
    let (lb, ub) = set.0.or(plain.0).unwrap_or_default();
    let (true_lb, true_ub) = data.0.unwrap_or_default();
    Bounds { lb, ub, true_lb, true_ub, is_set }
}
