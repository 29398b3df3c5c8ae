//! Alltoall: all messages at once. Each rank begins with the next one, so that not all send to the
//! same rank at first.

use super::builder::{Builder, Team};
use super::parts::Slots;
use super::peers;
use crate::error::Result;
use crate::p2p::Buffer;

pub(crate) fn spread(b: &mut Builder, team: &Team, from: &Slots, to: &Slots) -> Result<()> {
    let (rank, size) = (team.rank, team.size());
    for peer in peers::before(rank, size) {
        b.recv(team, to.get(peer), peer);
    }
    for peer in peers::after(rank, size) {
        b.send(team, from.get(peer), peer);
    }
    b.copy(from.get(rank), to.get(rank));
    b.join();
    Ok(())
}

/// `MPI_IN_PLACE`: each part is copied before it is sent.
pub(crate) fn in_place(b: &mut Builder, team: &Team, slots: &Slots) -> Result<()> {
    let (rank, size) = (team.rank, team.size());
    let mut copies = Vec::new();
    for peer in (0..size).filter(|&peer| peer != rank) {
        let part = slots.get(peer);
        let copy = Buffer::dense(b.memory(part.bytes), part.bytes);
        b.copy(part, copy.clone());
        copies.push((peer, copy));
    }
    for (peer, copy) in copies {
        b.recv(team, slots.get(peer), peer);
        b.send(team, copy, peer);
    }
    b.join();
    Ok(())
}

/// On an intercommunicator: a part from each rank to each rank of the other side.
pub(crate) fn across(b: &mut Builder, remote: &Team, from: &Slots, to: &Slots) -> Result<()> {
    for peer in 0..remote.size() {
        b.recv(remote, to.get(peer), peer);
        b.send(remote, from.get(peer), peer);
    }
    b.join();
    Ok(())
}
