//! The level of detail of the simulation.

/// What is modelled. All levels agree on times without contention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// Every packet in every router.
    Exact,
    /// Messages as flows that share links and interfaces fairly (max-min).
    Fluid,
    /// Messages that share only the interfaces at both ends: latency, overhead, gap (Culler et al.
    /// 1993), with a time per byte.
    LogP,
}

impl Fidelity {
    pub(crate) const NAMES: &[(&str, Self)] =
        &[("exact", Self::Exact), ("fluid", Self::Fluid), ("logp", Self::LogP)];
}
