//! Barrier by dissemination: in round k each rank sends to the rank 2^k further on. After log2(n)
//! rounds each rank has heard, directly or indirectly, of every other (Hensgen, Finkel, Manber
//! 1988).

use super::bcast;
use super::builder::{Builder, Team};
use crate::error::Result;
use crate::p2p::Buffer;

/// A message with no payload.
pub(crate) fn nothing() -> Buffer {
    Buffer::dense(std::ptr::null_mut(), 0)
}

pub(crate) fn dissemination(b: &mut Builder, team: &Team) {
    let (rank, size) = (team.rank, team.size());
    let mut step = 1;
    while step < size {
        // Sends before it receives: a message that has arrived by then needs no posted receive.
        b.send(team, nothing(), (rank + step) % size);
        b.recv(team, nothing(), (rank + size - step) % size);
        b.join();
        step *= 2;
    }
}

/// Tells the root, up a binomial tree, that all ranks have arrived.
pub(crate) fn gather(b: &mut Builder, team: &Team, root: usize) {
    let (above, below) = bcast::around(team, root);
    below.for_each(|rank| b.recv(team, nothing(), rank));
    b.join();
    if let Some(above) = above {
        b.send(team, nothing(), above);
        b.join();
    }
}

/// On an intercommunicator: a barrier on each side, an exchange between the two leaders, and a
/// broadcast on each side.
pub(crate) fn two_sided(b: &mut Builder, remote: &Team) -> Result<()> {
    let own = b.own.clone();
    dissemination(b, &own);
    if own.rank == 0 {
        b.recv(remote, nothing(), 0);
        b.send(remote, nothing(), 0);
        b.join();
    }
    bcast::binomial(b, &own, &nothing(), 0);
    Ok(())
}
