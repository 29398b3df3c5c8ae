//! Gather and scatter, linear: every rank exchanges directly with the root.

use super::builder::{Builder, Team};
use super::parts::Slots;
use crate::error::Result;
use crate::p2p::Buffer;

/// Gathers the parts at the root; its own part is copied, unless it is in place.
pub(crate) fn gather(
    b: &mut Builder,
    team: &Team,
    own: Option<Buffer>,
    slots: Option<&Slots>,
    root: usize,
) -> Result<()> {
    match slots {
        Some(slots) if team.rank == root => {
            for from in (0..team.size()).filter(|&from| from != root) {
                b.recv(team, slots.get(from), from);
            }
            if let Some(own) = own {
                b.copy(own, slots.get(root));
            }
        }
        _ => own.into_iter().for_each(|own| b.send(team, own, root)),
    }
    b.join();
    Ok(())
}

/// Scatters the parts from the root; its own part is copied, unless it stays in place.
pub(crate) fn scatter(
    b: &mut Builder,
    team: &Team,
    slots: Option<&Slots>,
    own: Option<Buffer>,
    root: usize,
) -> Result<()> {
    match slots {
        Some(slots) if team.rank == root => {
            for to in (0..team.size()).filter(|&to| to != root) {
                b.send(team, slots.get(to), to);
            }
            if let Some(own) = own {
                b.copy(slots.get(root), own);
            }
        }
        _ => own.into_iter().for_each(|own| b.recv(team, own, root)),
    }
    b.join();
    Ok(())
}
