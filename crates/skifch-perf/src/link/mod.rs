//! The few calls that a measuring kernel needs, and the ways to make them.

pub mod fd;
#[cfg(test)]
pub(crate) mod local;
pub mod rust;
pub mod so;
pub mod udp;

use std::io;

/// One rank's end of something that carries messages between ranks.
///
/// The calls have the meaning of the channel's three: a send takes all of the bytes or a prefix,
/// and what one send took arrives as one message. Kernels are monomorphised for each
/// implementation, so what is measured is the calls and nothing besides.
pub trait Link {
    /// This rank, from 0.
    fn rank(&self) -> u32;

    /// Number of ranks.
    fn size(&self) -> u32;

    /// Waits until every rank has called it. Not timed.
    ///
    /// # Errors
    /// When the job can no longer meet.
    fn barrier(&mut self) -> io::Result<()>;

    /// Sends `bytes` or a prefix of them; how many were taken, 0 when there is no room now.
    ///
    /// # Errors
    /// When nothing can be sent to `dst` any more.
    fn try_send(&mut self, dst: u32, bytes: &[u8]) -> io::Result<usize>;

    /// Takes the next message, if there is one, where it lies, and releases it without looking at
    /// its bytes; its size, 0 when there is none.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    fn try_recv(&mut self) -> io::Result<usize>;

    /// Receives the next message into the front of `to`. Links that copy anyway copy straight
    /// there.
    ///
    /// # Errors
    /// As [`Link::try_recv`]; and when the message is longer than `to`.
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize>;

    /// Waits, asleep if need be, until there is probably a message.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    fn wait(&mut self) -> io::Result<()> {
        std::thread::yield_now();
        Ok(())
    }

    /// Says how long the next transfers are. Only links that keep no boundaries need to know.
    fn frame(&mut self, _bytes: usize) {}
}

#[cold]
fn too_long(bytes: usize, room: usize) -> io::Error {
    io::Error::other(format!("a message of {bytes} bytes where at most {room} were due"))
}
