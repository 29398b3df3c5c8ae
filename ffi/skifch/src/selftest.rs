//! `SkifCh_AlltoallTest`: sends a small message between all pairs of ranks and checks it.

use crate::SkifCh;
use crate::failure::done;
use crate::job;
use libc::{c_int, iovec};
use skifch::Job;
use skifch::error::{self, Aim, Error};
use skifch_abi::{Events, Message, SendFlags, netaddr};

/// Without any message for this long, a message counts as lost.
const PATIENCE_NS: i64 = 30_000_000_000;
const CALL: &str = "SkifCh_AlltoallTest";
/// A magic number, the sender and the receiver.
type Words = [u32; 4];
const MARK: [u32; 2] = [0x536b_6966, 0x4368_0a2a];

/// See `skifch.h`.
#[unsafe(no_mangle)]
pub extern "C" fn SkifCh_AlltoallTest() -> c_int {
    let found = job::read(CALL, |joined| Ok((joined.job.clone(), joined.first())));
    done(found.and_then(|(job, channel)| {
        exchange(&job, channel)?;
        // Keeps messages of consecutive tests apart.
        job.barrier()
    }))
}

fn exchange(job: &Job, channel: &SkifCh) -> Result<(), Error> {
    let size = job.size();
    let mut is_heard = vec![false; size as usize];
    let (mut sent, mut heard) = (0, 0);
    while sent < size || heard < size {
        let is_sent = sent < size && send(channel, job.rank(), sent)?;
        let from = receive(channel, job.rank())?;
        sent += u32::from(is_sent);
        if let Some(from) = from {
            match is_heard.get_mut(from as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(wrong(format!("a second message from rank {from}"))),
            }
            heard += 1;
        }
        if !is_sent && from.is_none() && !wait(channel, sent.min(size - 1), sent < size)? {
            let missing = is_heard.iter().position(|seen| !seen).unwrap_or(0);
            let why = format!("{CALL}: no message from rank {missing} within 30 s");
            return Err(Error::new(libc::ETIMEDOUT, why));
        }
    }
    Ok(())
}

fn send(channel: &SkifCh, me: u32, to: u32) -> Result<bool, Error> {
    let words: Words = [MARK[0], MARK[1], me, to];
    let part = iovec {
        iov_base: std::ptr::from_ref(&words).cast_mut().cast(),
        iov_len: size_of::<Words>(),
    };
    let mut taken = 0;
    // SAFETY: `part` names `words`; the header asks that nothing else is under way on port 0.
    let rc = unsafe {
        channel.send_ex(netaddr(to, 0), &raw const part, 1, SendFlags::WHOLE.0, &raw mut taken)
    };
    match rc {
        0.. => Ok(rc == 1),
        _ => Err(error::failed(CALL, Aim::Bytes(netaddr(to, 0), size_of::<Words>()), rc as isize)),
    }
}

fn receive(channel: &SkifCh, me: u32) -> Result<Option<u32>, Error> {
    let mut message = Message::EMPTY;
    // SAFETY: `message` is writable; the receiving side is ours as in `send`.
    let rc = unsafe { channel.recv_ex(&raw mut message) };
    match rc {
        0 => return Ok(None),
        1.. => {}
        _ => return Err(error::failed(CALL, Aim::None, rc as isize)),
    }
    let bytes = bytes(&message);
    // SAFETY: what was received is copied out.
    unsafe { channel.recv_comp() };
    let from = message.src;
    let expected: Words = [MARK[0], MARK[1], from, me];
    if bytes != expected.map(u32::to_ne_bytes).concat() {
        return Err(wrong(format!("{bytes:?} from rank {from}")));
    }
    Ok(Some(from))
}

fn bytes(message: &Message) -> Vec<u8> {
    let count = usize::try_from(message.cont_count).unwrap_or(0);
    let mut bytes = Vec::new();
    for segment in message.cont.iter().take(count) {
        let at = bytes.len();
        bytes.resize(at + segment.iov_len, 0);
        // SAFETY: the segment is readable until RecvComp, and there is room. The copy is by
        // pointers, since a sender may be changing the bytes.
        unsafe {
            let from = segment.iov_base.cast::<u8>();
            from.copy_to_nonoverlapping(bytes.as_mut_ptr().add(at), segment.iov_len);
        }
    }
    bytes
}

/// Whether the event occurred before the time limit.
fn wait(channel: &SkifCh, to: u32, is_sending: bool) -> Result<bool, Error> {
    let (table, ctx) = channel.parts()?;
    let events = if is_sending { Events::RECV.with(Events::SEND) } else { Events::RECV };
    // SAFETY: the channel is open.
    let rc = unsafe { (table.wait)(ctx, events.0, netaddr(to, 0), PATIENCE_NS) };
    if rc < 0 { Err(error::failed(CALL, Aim::None, rc as isize)) } else { Ok(rc > 0) }
}

fn wrong(what: String) -> Error {
    Error::new(
        libc::EPROTO,
        format!("{CALL}: received {what}; is port 0 in use for other messages?"),
    )
}
