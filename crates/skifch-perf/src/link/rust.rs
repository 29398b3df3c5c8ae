//! The channel through the Rust API.

use std::io;

use skifch::{Channel, Error, Events, Job, netaddr};

use super::{Link, too_long};

/// The port of the channel that C programs get at start-up.
const PORT: u32 = 0;

/// This process's end of the job.
pub struct RustLink {
    channel: Channel,
    job: Job,
}

impl RustLink {
    /// Joins the job described by the environment.
    ///
    /// # Errors
    /// When that fails, with the library's error text.
    pub fn join() -> io::Result<Self> {
        let job = Job::init().map_err(io::Error::other)?;
        let channel = job.open(PORT).map_err(io::Error::other)?;
        // A barrier, so that no rank sends to a port that is not open yet.
        job.barrier().map_err(io::Error::other)?;
        Ok(Self { channel, job })
    }

    /// Leaves the job together with all other ranks.
    ///
    /// # Errors
    /// When that fails, with the library's error text.
    pub fn leave(self) -> io::Result<()> {
        self.job.barrier().map_err(io::Error::other)?;
        self.channel.close().map_err(io::Error::other)?;
        self.job.finalize().map_err(io::Error::other)
    }
}

#[cold]
fn failed(error: Error) -> io::Error {
    io::Error::other(error)
}

impl Link for RustLink {
    fn rank(&self) -> u32 {
        self.job.rank()
    }

    fn size(&self) -> u32 {
        self.job.size()
    }

    fn barrier(&mut self) -> io::Result<()> {
        self.job.barrier().map_err(failed)
    }

    #[inline(always)]
    fn try_send(&mut self, dst: u32, bytes: &[u8]) -> io::Result<usize> {
        self.channel.send(netaddr(dst, PORT), bytes).map_err(failed)
    }

    #[inline(always)]
    fn try_recv(&mut self) -> io::Result<usize> {
        let message = self.channel.recv().map_err(failed)?;
        Ok(message.map_or(0, |message| message.len()))
    }

    #[inline(always)]
    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(message) = self.channel.recv().map_err(failed)? else { return Ok(0) };
        match message.len() {
            bytes if bytes <= to.len() => Ok(message.copy_to(to)),
            bytes => Err(too_long(bytes, to.len())),
        }
    }

    fn wait(&mut self) -> io::Result<()> {
        self.channel.wait(Events::RECV, netaddr(0, PORT), None).map(drop).map_err(failed)
    }
}
