//! What a network does by itself when all nodes do something together.

/// Where barriers, broadcasts and reductions are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// By programs alone.
    None,
    /// By units in the routers, over the rings and dimensions of the torus.
    Rings,
    /// By a tree of switches that is a network of its own.
    Tree,
}

impl Collective {
    pub(crate) const NAMES: &[(&str, Self)] =
        &[("none", Self::None), ("rings", Self::Rings), ("tree", Self::Tree)];
}
