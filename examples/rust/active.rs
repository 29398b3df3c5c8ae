//! Active messages: each message names the handler that runs at its receiver, and a handler may
//! reply.
//! Run: skifrun -n 4 --torus 2x2 ./active
//!
//! A channel needs nothing more for this: a received message is shown in place, with its sender.
use skifch::{Channel, Error, Events, Job, NetAddr, netaddr};
use std::collections::VecDeque;

/// State that the handlers work on.
#[derive(Default)]
struct Node {
    sum: u64,
    told: Vec<u64>,
    done: u32,
    /// Messages waiting for room in the channel, replies included.
    out: VecDeque<(NetAddr, [u8; 9])>,
}

const ADD: u8 = 0;
const ASK: u8 = 1;
const TELL: u8 = 2;
const DONE: u8 = 3;

type Handler = fn(&mut Node, NetAddr, u64);

const HANDLERS: [Handler; 4] = [
    |node, _, number| node.sum += number,
    |node, from, _| node.post(from, TELL, node.sum),
    |node, _, number| node.told.push(number),
    |node, _, _| node.done += 1,
];

impl Node {
    /// Queues a call of `handler` at rank `to`. It is sent when there is room: handlers do not
    /// block.
    fn post(&mut self, to: NetAddr, handler: u8, number: u64) {
        let mut message = [handler; 9];
        message[1..].copy_from_slice(&number.to_le_bytes());
        self.out.push_back((to, message));
    }

    /// Sends what the channel has room for and runs the handlers of all received messages.
    fn go_on(&mut self, channel: &mut Channel) -> Result<(), Error> {
        while let Some((to, message)) = self.out.front() {
            if channel.send(*to, message)? == 0 {
                break;
            }
            self.out.pop_front();
        }
        while let Some(message) = channel.recv()? {
            let (from, bytes) = (message.src(), message.to_vec());
            drop(message);
            if let [handler, number @ ..] = &bytes[..]
                && let Some(handler) = HANDLERS.get(usize::from(*handler))
                && let Ok(number) = number.try_into()
            {
                handler(self, from, u64::from_le_bytes(number));
            }
        }
        Ok(())
    }

    /// Makes progress until `is_so` holds.
    fn until(&mut self, channel: &mut Channel, is_so: impl Fn(&Self) -> bool) -> Result<(), Error> {
        loop {
            self.go_on(channel)?;
            if is_so(self) {
                return Ok(());
            }
            let (events, to) = match self.out.front() {
                Some((to, _)) => (Events::RECV.with(Events::SEND), *to),
                None => (Events::RECV, 0),
            };
            channel.wait(events, to, None)?;
        }
    }
}

fn main() -> Result<(), Error> {
    let job = Job::init()?;
    let mut channel = job.open(0)?;
    let (me, size, mut node) = (job.rank(), job.size(), Node::default());
    job.barrier()?;
    for rank in 0..size {
        node.post(netaddr(rank, 0), ADD, u64::from(me) + 1);
        node.post(netaddr(rank, 0), DONE, 0);
    }
    node.until(&mut channel, |node| node.done == size && node.out.is_empty())?;
    job.barrier()?;
    let begin = job.time_ns();
    if me == 0 {
        for round in 1..=10 {
            node.post(netaddr(1 % size, 0), ASK, 0);
            node.until(&mut channel, |node| node.told.len() == round)?;
        }
        let (takes, told) = ((job.time_ns() - begin) / 10, node.told[0]);
        println!("rank 0: an answer takes {takes} ns, and is {told}");
        (0..size).for_each(|rank| node.post(netaddr(rank, 0), DONE, 0));
    }
    node.until(&mut channel, |node| node.done > size && node.out.is_empty())?;
    println!("rank {me}: the sum is {}", node.sum);
    job.barrier()
}
