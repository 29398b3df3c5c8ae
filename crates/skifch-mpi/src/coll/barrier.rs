//! Barrier by dissemination: in round k everybody tells the rank 2^k further on. After log2(n)
//! rounds everybody has heard of everybody (Hensgen, Finkel, Manber 1988).

use super::builder::{Builder, Team};
use crate::error::Result;
use crate::p2p::Buffer;

pub(crate) fn dissemination(b: &mut Builder, team: &Team) {
    let (rank, size) = (team.rank, team.size());
    let nothing = Buffer::dense(std::ptr::null_mut(), 0);
    let mut step = 1;
    while step < size {
        b.recv(team, nothing.clone(), (rank + size - step) % size);
        b.send(team, nothing.clone(), (rank + step) % size);
        b.join();
        step *= 2;
    }
}

/// With two sides: everybody of a side is there, the leaders tell each other, and their sides.
pub(crate) fn two_sided(b: &mut Builder, remote: &Team) -> Result<()> {
    let own = b.own.clone();
    dissemination(b, &own);
    let nothing = Buffer::dense(std::ptr::null_mut(), 0);
    if own.rank == 0 {
        b.recv(remote, nothing.clone(), 0);
        b.send(remote, nothing.clone(), 0);
        b.join();
    }
    super::bcast::binomial(b, &own, &nothing, 0);
    Ok(())
}
