//! The flattened form of a datatype: its bytes in order.
//!
//! A flat type is a list of items. An item is a run of equal blocks at equal distances or, where
//! listing all runs would take much memory, a flat type repeated at equal distances.

use std::sync::Arc;

/// A repetition that would list more items than this is stored as a repetition.
const MAX_LISTED: usize = 64;

/// `count` blocks of `block` bytes, each `stride` bytes after the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) disp: isize,
    pub(crate) block: usize,
    pub(crate) stride: isize,
    pub(crate) count: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Item {
    Run(Run),
    /// `flat` at displacements `disp`, `disp + stride`, and so on, `count` times.
    Repeat {
        disp: isize,
        stride: isize,
        count: usize,
        flat: Arc<Flat>,
    },
}

impl Item {
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Run(run) => run.block * run.count,
            Self::Repeat { count, flat, .. } => count * flat.bytes,
        }
    }
}

/// A flattened type; see the module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flat {
    pub(crate) items: Vec<Item>,
    /// Offset in the packed stream at which each item ends.
    pub(crate) ends: Vec<usize>,
    pub(crate) bytes: usize,
}

impl Flat {
    pub(crate) fn block(disp: isize, bytes: usize) -> Self {
        let mut flat = Self::default();
        flat.push(Run { disp, block: bytes, stride: 0, count: 1 });
        flat.done()
    }

    /// Displacement and bytes, if the type is a single block.
    pub(crate) fn single(&self) -> Option<(isize, usize)> {
        match self.items[..] {
            [] => Some((0, 0)),
            [Item::Run(Run { disp, block, count: 1, .. })] => Some((disp, block)),
            _ => None,
        }
    }

    /// Appends a run, merged with the last one if together they are one run.
    pub(crate) fn push(&mut self, mut run: Run) {
        if run.block == 0 || run.count == 0 {
            return;
        }
        if run.stride == run.block as isize {
            // The blocks are adjacent: merge them.
            (run.block, run.count) = (run.block * run.count, 1);
        }
        if run.count == 1 {
            run.stride = 0;
        }
        if let Some(Item::Run(last)) = self.items.last_mut()
            && join(last, &run)
        {
            return;
        }
        self.items.push(Item::Run(run));
    }

    /// Appends `of` at `disp`, `disp + stride` and so on, `count` times.
    pub(crate) fn repeat(&mut self, disp: isize, stride: isize, count: usize, of: &Arc<Self>) {
        if count == 0 || of.bytes == 0 {
            return;
        }
        if let [Item::Run(run)] = of.items[..]
            && run.count == 1
        {
            return self.push(Run { disp: disp + run.disp, stride, count, ..run });
        }
        if count.saturating_mul(of.items.len()) > MAX_LISTED && count > 1 {
            self.items.push(Item::Repeat { disp, stride, count, flat: of.clone() });
            return;
        }
        for at in 0..count as isize {
            self.shifted(disp + at * stride, of);
        }
    }

    fn shifted(&mut self, by: isize, of: &Self) {
        for item in &of.items {
            match item {
                Item::Run(run) => self.push(Run { disp: run.disp + by, ..*run }),
                Item::Repeat { disp, stride, count, flat } => {
                    let flat = flat.clone();
                    let (stride, count) = (*stride, *count);
                    self.items.push(Item::Repeat { disp: disp + by, stride, count, flat });
                }
            }
        }
    }

    /// Computes the sizes, once all items are present.
    pub(crate) fn done(mut self) -> Self {
        self.ends.clear();
        self.bytes = 0;
        for item in &self.items {
            self.bytes += item.bytes();
            self.ends.push(self.bytes);
        }
        self
    }
}

/// Merges `run` into `last` if together they are one run.
fn join(last: &mut Run, run: &Run) -> bool {
    if last.count == 1 && run.count == 1 && last.disp + last.block as isize == run.disp {
        last.block += run.block;
        return true;
    }
    if last.block != run.block {
        return false;
    }
    let gap = run.disp - (last.disp + last.stride * (last.count as isize - 1));
    let fits = (last.count == 1 || last.stride == gap) && (run.count == 1 || run.stride == gap);
    if fits {
        (last.stride, last.count) = (gap, last.count + run.count);
    }
    fits
}
