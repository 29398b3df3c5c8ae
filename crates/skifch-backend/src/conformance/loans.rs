//! Messages from the program's memory, for networks that borrow it.

use super::chan::{Chan, same};
use super::pattern::Rng;
use super::{Case, Check, Outcome, PATIENCE, Stop, ensure};
use skifch_abi::{NetAddr, netaddr};
use std::time::Instant;

pub(super) const CHECKS: &[Check] = &[
    Check {
        name: "loans",
        rule: "lent bytes arrive; once the receiver has them and take_back says so, they may change",
        run: lent_bytes_arrive,
    },
    Check { name: "loan-args", rule: "nothing to lend, or to nobody: an error", run: arguments },
];

const MESSAGES: u64 = 200;
/// The number of the message, and how many bytes the body of the one before it has.
const HEAD_BYTES: usize = 16;
const MAX_BODY_BYTES: usize = 100_000;
/// Messages that may be under way at once, each from a buffer of its own.
const BUFFERS: usize = 4;

/// Opens the channel and finds out whether memory can be lent.
fn open<'a>(case: &Case<'a>) -> Result<Chan<'a>, Stop> {
    let table = case.net.table;
    if table.lend.is_none() {
        return Err(Stop::NotOffered("the backend has no lend".to_owned()));
    }
    ensure!(table.take_back.is_some(), "lend without take_back");
    case.open(0)
}

/// The body that a message from `rank` begins with.
fn body(case: &Case<'_>, rank: u32, number: u64) -> Vec<u8> {
    let mut rng = Rng::new(case.seed ^ u64::from(rank) << 40 ^ number);
    let mut bytes = vec![0; 1 + rng.below(MAX_BODY_BYTES)];
    rng.fill(&mut bytes);
    bytes
}

fn head(number: u64, bytes_before: usize) -> [u8; HEAD_BYTES] {
    (u128::from(number) << 64 | bytes_before as u128).to_le_bytes()
}

/// One rank's place in a ring, in which each lends to the next and receives from the one before.
struct Ring<'a> {
    case: &'a Case<'a>,
    chan: Chan<'a>,
    to: NetAddr,
    from: NetAddr,
    buffers: [Vec<u8>; BUFFERS],
    /// Messages sent, those of which the next rank has told that it has them, and received ones.
    sent: u64,
    told: u64,
    received: u64,
    bytes_sent: usize,
    bytes_received: usize,
}

/// A ring of ranks.
fn lent_bytes_arrive(case: &Case<'_>) -> Outcome {
    let (me, size) = (case.net.rank, case.net.size);
    let at = |rank: u32| netaddr(rank % size, case.port(0));
    let mut ring = Ring {
        case,
        chan: open(case)?,
        to: at(me + 1),
        from: at(me + size - 1),
        buffers: Default::default(),
        sent: 0,
        told: 0,
        received: 0,
        bytes_sent: 0,
        bytes_received: 0,
    };
    case.fence();
    let mut end = Instant::now() + PATIENCE;
    while ring.told < MESSAGES || ring.received < MESSAGES {
        ensure!(
            Instant::now() < end,
            "{} messages went and {} came, then none",
            ring.sent,
            ring.received
        );
        if ring.take()? | ring.give()? {
            end = Instant::now() + PATIENCE;
        } else {
            ring.chan.progress();
        }
    }
    case.fence();
    ring.chan.expect_nothing()
}

impl Ring<'_> {
    /// Receives what has come: a message of the rank before, of which it is told so, or such an
    /// answer of the next one, whose buffer may then change.
    fn take(&mut self) -> Result<bool, Stop> {
        let Some((src, got)) = self.chan.recv_now()? else { return Ok(false) };
        if got.len() < HEAD_BYTES {
            ensure!(src == self.to, "an answer came from {src:#x}");
            self.chan.take_back(src, self.told)?;
            self.buffers[self.told as usize % BUFFERS].fill(0xee);
            self.told += 1;
            return Ok(true);
        }
        ensure!(src == self.from, "a message came from {src:#x}");
        let (begin, rest) = got.split_at(HEAD_BYTES);
        same(begin, &head(self.received, self.bytes_received))?;
        let whole = body(self.case, skifch_abi::rank_of(src), self.received);
        ensure!((1..=whole.len()).contains(&rest.len()), "{} bytes of a body", rest.len());
        same(rest, &whole[..rest.len()])?;
        (self.received, self.bytes_received) = (self.received + 1, rest.len());
        self.chan.send_all(src, b"has come")?;
        Ok(true)
    }

    /// Lends the next message, if a buffer is free and there is room.
    fn give(&mut self) -> Result<bool, Stop> {
        if self.sent == MESSAGES || self.sent - self.told == BUFFERS as u64 {
            return Ok(false);
        }
        let buffer = &mut self.buffers[self.sent as usize % BUFFERS];
        *buffer = body(self.case, self.case.net.rank, self.sent);
        let head = head(self.sent, self.bytes_sent);
        let bytes = match self.chan.lend(self.to, &head, buffer, self.sent) {
            0 => return Ok(false),
            // Few bytes, or not to this peer.
            rc if rc == -(libc::ENOTSUP as isize) => {
                let few = buffer.len().min(MAX_COPIED_BYTES);
                self.chan.send_all(self.to, &[&head[..], &buffer[..few]].concat())?;
                few
            }
            rc => {
                ensure!((1..=buffer.len() as isize).contains(&rc), "lend answered {rc}");
                rc as usize
            }
        };
        (self.sent, self.bytes_sent) = (self.sent + 1, bytes);
        Ok(true)
    }
}

/// Of a body that is not lent. Every backend takes messages of this length.
const MAX_COPIED_BYTES: usize = 40;

fn arguments(case: &Case<'_>) -> Outcome {
    let chan = open(case)?;
    let wrong = [libc::EINVAL, libc::EHOSTUNREACH, libc::ENOTSUP].map(|errno| -(errno as isize));
    let nobody = netaddr(case.net.size, case.port(0));
    for (dst, bytes) in [(chan.addr, &b""[..]), (nobody, b"abc")] {
        let end = Instant::now() + PATIENCE;
        let mut rc = 0;
        while rc == 0 && Instant::now() < end {
            rc = chan.lend(dst, b"head", bytes, 0);
        }
        ensure!(wrong.contains(&rc), "lending {} bytes to {dst:#x} answered {rc}", bytes.len());
    }
    chan.expect_nothing()
}

impl Chan<'_> {
    fn lend(&self, dst: NetAddr, head: &[u8], body: &[u8], key: u64) -> isize {
        let Some(lend) = self.net.table.lend else { return -(libc::ENOTSUP as isize) };
        let (at, len) = (head.as_ptr().cast(), head.len());
        // SAFETY: readable; the checks change the body only when they have taken it back.
        unsafe { lend(self.ctx(), dst, at, len, body.as_ptr().cast(), body.len(), key) }
    }

    fn take_back(&self, dst: NetAddr, key: u64) -> Outcome {
        let Some(take_back) = self.net.table.take_back else { return Ok(()) };
        // SAFETY: one thread of the check sends.
        let rc = unsafe { take_back(self.ctx(), dst, key) };
        ensure!(rc == 0, "take_back answered {rc}");
        Ok(())
    }
}
