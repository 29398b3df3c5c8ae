//! The few calls that a measuring kernel needs, and their implementations.

pub mod fd;
#[cfg(test)]
pub(crate) mod local;
pub mod rust;
pub mod so;
pub mod udp;

use std::io;

/// One rank's end of a transport that carries messages between ranks.
///
/// The calls have the meaning of the three channel calls: a send takes all of the bytes or a
/// prefix, and the bytes that one send took arrive as one message. Kernels are monomorphised for
/// each implementation, so only the calls themselves are measured.
pub trait Link {
    /// This rank, from 0.
    fn rank(&self) -> u32;

    /// Number of ranks.
    fn size(&self) -> u32;

    /// Blocks until every rank has called it. Not timed.
    ///
    /// # Errors
    /// When the job can no longer synchronise.
    fn barrier(&mut self) -> io::Result<()>;

    /// Sends `bytes` or a prefix of them; returns the number of bytes taken, 0 if there is no room
    /// now.
    ///
    /// # Errors
    /// When nothing can be sent to `dst` any more.
    fn try_send(&mut self, dst: u32, bytes: &[u8]) -> io::Result<usize>;

    /// Receives the next message in place and releases it without reading its bytes; returns its
    /// size, 0 if there is none.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    fn try_recv(&mut self) -> io::Result<usize>;

    /// Receives the next message into the front of `to`; returns its size, 0 if there is none.
    /// Links that copy anyway copy directly there.
    ///
    /// # Errors
    /// As [`Link::try_recv`]; and when the message is longer than `to`.
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize>;

    /// Blocks, in the kernel if necessary, until there is probably a message.
    ///
    /// # Errors
    /// When nothing can arrive any more.
    fn wait(&mut self) -> io::Result<()> {
        std::thread::yield_now();
        Ok(())
    }

    /// Announces the length of the next transfers, for links that keep no message boundaries.
    fn frame(&mut self, _bytes: usize) {}
}

#[cold]
fn too_long(bytes: usize, room: usize) -> io::Error {
    io::Error::other(format!("a message of {bytes} bytes where at most {room} were due"))
}
