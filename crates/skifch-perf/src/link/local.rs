//! Ranks as threads of one process, joined by locked queues: for testing kernels without a channel.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Barrier, Mutex};

use super::Link;

const QUEUE_MESSAGES: usize = 8;
/// Small and odd, so that larger transfers go in several messages that end nowhere special.
const MAX_MESSAGE_BYTES: usize = 1001;

type Queue = Mutex<VecDeque<Vec<u8>>>;

/// One rank of a local job.
pub(crate) struct LocalLink {
    rank: u32,
    queues: Arc<Vec<Queue>>,
    barrier: Arc<Barrier>,
}

/// All ranks of a local job of `size` ranks.
pub(crate) fn local_job(size: u32) -> Vec<LocalLink> {
    let queues: Arc<Vec<Queue>> = Arc::new((0..size).map(|_| Queue::default()).collect());
    let barrier = Arc::new(Barrier::new(size as usize));
    let link = |rank| LocalLink { rank, queues: queues.clone(), barrier: barrier.clone() };
    (0..size).map(link).collect()
}

impl Link for LocalLink {
    fn rank(&self) -> u32 {
        self.rank
    }

    fn size(&self) -> u32 {
        self.queues.len() as u32
    }

    fn barrier(&mut self) -> io::Result<()> {
        self.barrier.wait();
        Ok(())
    }

    fn try_send(&mut self, dst: u32, bytes: &[u8]) -> io::Result<usize> {
        let mut queue =
            self.queues[dst as usize].lock().map_err(|_| io::Error::other("poisoned"))?;
        if queue.len() == QUEUE_MESSAGES {
            return Ok(0);
        }
        let taken = bytes.len().min(MAX_MESSAGE_BYTES);
        queue.push_back(bytes[..taken].to_vec());
        Ok(taken)
    }

    fn try_recv(&mut self, mut take: impl FnMut(&[u8])) -> io::Result<usize> {
        let mut queue =
            self.queues[self.rank as usize].lock().map_err(|_| io::Error::other("poisoned"))?;
        let Some(message) = queue.pop_front() else { return Ok(0) };
        let (front, back) = message.split_at(message.len() / 2);
        take(front);
        take(back);
        Ok(message.len())
    }
}
