//! Orderly close: what was accepted stays in memory that the peer has mapped, or has been handed
//! and will map, and the end of the socket follows it.

use crate::hello::{DOORBELL, GOODBYE};
use crate::recv::ShmRx;
use crate::send::ShmTx;
use crate::socket;
use std::os::fd::AsRawFd;

impl Drop for ShmTx {
    fn drop(&mut self) {
        for lane in self.lanes.iter_mut().flatten() {
            lane.producer.close();
            // Wakes a sleeping receiver to see the close; an error means that it is gone.
            let _ = socket::send(lane.socket.as_raw_fd(), &[DOORBELL], None);
        }
    }
}

impl Drop for ShmRx {
    fn drop(&mut self) {
        for lane in self.lanes.iter_mut().chain(&mut self.later) {
            lane.consumer.settle();
            if let Some(socket) = lane.socket.as_ref().filter(|_| lane.is_answered) {
                // Keeps the sender from taking this for a process failure.
                let _ = socket::send(socket.as_raw_fd(), &[GOODBYE], None);
            }
        }
    }
}
