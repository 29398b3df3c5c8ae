//! How closely a network is looked at.

/// What of a network is modelled. All agree on what takes its time alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fidelity {
    /// Every packet in every router.
    Exact,
    /// Messages as flows that share links and interfaces, each as fast as is fair (max-min).
    Fluid,
    /// Messages that share the interfaces at their ends and nothing else: latency, overhead, gap
    /// (Culler et al. 1993), with the time that bytes take.
    LogP,
}

impl Fidelity {
    pub(crate) const NAMES: &[(&str, Self)] =
        &[("exact", Self::Exact), ("fluid", Self::Fluid), ("logp", Self::LogP)];
}
