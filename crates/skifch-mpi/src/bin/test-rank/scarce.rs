//! A process without a free file descriptor, which its first message to a peer needs.

use super::kit::{Random, WORLD, irecv, rank_of, receiving, recv, send, sending};
use skifch_mpi::error::Class;
use skifch_mpi::p2p::{self, Mode, Status};
use std::fs::File;

/// Rank 0 waits for an answer, and what is to be answered cannot be sent.
pub(crate) fn all(_: &mut Random) {
    if rank_of(WORLD) == 1 {
        recv(&mut [0], 0, 1).expect("sent when descriptors are free");
        return send(&[7], 0, 2).expect("an answer");
    }
    let (question, mut answer) = ([6], [0]);
    let received = irecv(&mut answer, 1, 2, WORLD);
    // SAFETY: the bytes live until the request is complete.
    let sent = unsafe { p2p::send_init(Mode::Standard, sending(&question, 1, 1)) };
    let mut both = [received, sent.expect("not started yet")];
    let (received, sent) = (both[0], both[1]);
    let held: Vec<_> = std::iter::from_fn(|| File::open("/dev/null").ok()).collect();
    // SAFETY: as above.
    let failed = unsafe { p2p::isend(Mode::Standard, sending(&question, 1, 1)) };
    let error = failed.expect_err("no descriptor is free");
    assert!(error.text().contains("MPI_Isend") && error.text().contains("open files"), "{error}");
    // SAFETY: as above; the buffers do not overlap.
    let failed = unsafe { p2p::isendrecv(sending(&question, 1, 1), receiving(&mut [0; 4], 1, 2)) };
    let error = failed.expect_err("no descriptor is free");
    assert!(error.text().contains("MPI_Isendrecv"), "{error}");
    for failing in [1, 0] {
        both = if failing == 1 { [received, sent] } else { [sent, received] };
        // SAFETY: as above.
        unsafe { p2p::start(sent) }.expect("its end tells whether it was sent");
        let (before, mut statuses) = (both, [Status::EMPTY; 2]);
        let error = p2p::waitall(&mut both, Some(&mut statuses)).expect_err("nothing was sent");
        assert_eq!(error.class(), Class::InStatus, "{error}");
        let [(at, cause)] = error.causes() else { panic!("the send has failed alone: {error}") };
        assert_eq!((*at, statuses[failing].error), (failing, cause.class()), "{error}");
        assert_eq!(statuses[1 - failing].error, Class::Pending);
        assert_eq!(both, before, "neither is freed");
    }
    drop(held);
    // SAFETY: as above.
    unsafe { p2p::start(sent) }.expect("descriptors are free");
    p2p::waitall(&mut both, None).expect("sent and answered");
    p2p::request_free(&mut both[0]).expect("not active");
    assert_eq!(answer, [7]);
}
