//! Closing in good order: what was accepted stays in memory that the peer has mapped, or has been
//! handed and will map, and the socket's end comes after it.

use crate::hello::{DOORBELL, GOODBYE};
use crate::recv::ShmRx;
use crate::send::ShmTx;
use crate::socket;
use std::os::fd::AsRawFd;

impl Drop for ShmTx {
    fn drop(&mut self) {
        for lane in self.lanes.iter_mut().flatten() {
            lane.producer.close();
            // A receiver that sleeps shall see the close; one that is gone need not.
            let _ = socket::send(lane.socket.as_raw_fd(), &[DOORBELL], None);
        }
    }
}

impl Drop for ShmRx {
    fn drop(&mut self) {
        for lane in self.lanes.iter_mut().chain(&mut self.later) {
            lane.consumer.settle();
            if let Some(socket) = &lane.socket {
                // So that the sender does not take this for a death.
                let _ = socket::send(socket.as_raw_fd(), &[GOODBYE], None);
            }
        }
    }
}
