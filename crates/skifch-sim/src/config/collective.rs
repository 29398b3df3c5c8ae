//! Collective operations that the network performs itself.

/// How barriers, broadcasts and reductions are performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collective {
    /// By programs, with messages.
    None,
    /// By units in the routers, over the rings and dimensions of the torus.
    Rings,
    /// By a separate tree of switches.
    Tree,
}

impl Collective {
    pub(crate) const NAMES: &[(&str, Self)] =
        &[("none", Self::None), ("rings", Self::Rings), ("tree", Self::Tree)];
}
