//! Ranks as threads of one process, connected by locked queues: tests kernels without a channel.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Barrier, Mutex};

use super::{Link, too_long};

const QUEUE_MESSAGES: usize = 8;
/// Small and odd, so that larger transfers are split into messages with unaligned ends.
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

    fn try_recv(&mut self) -> io::Result<usize> {
        Ok(self.pop()?.map_or(0, |message| message.len()))
    }

    fn try_recv_into(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Some(message) = self.pop()? else { return Ok(0) };
        let room = to.len();
        let place = to.get_mut(..message.len()).ok_or_else(|| too_long(message.len(), room))?;
        place.copy_from_slice(&message);
        Ok(message.len())
    }
}

impl LocalLink {
    fn pop(&self) -> io::Result<Option<Vec<u8>>> {
        let queue = self.queues[self.rank as usize].lock();
        Ok(queue.map_err(|_| io::Error::other("poisoned"))?.pop_front())
    }
}
