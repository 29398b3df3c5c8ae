//! Connecting ranks and model: a rank proves that it belongs to the job, and receives its memory.

use super::Shared;
use super::member::Member;
use crate::config::Config;
use crate::layout::{inbox, rank};
use crate::memory::{self, Access, Map};
use crate::socket;
use skifch_backend::{Error, HostRef};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::time::{Duration, Instant};

/// How long all ranks of a job may take to connect.
const LIMIT: Duration = Duration::from_secs(300);
const MAGIC: &[u8; 8] = b"SKTORUS2";
const WELCOME: &[u8] = b"welcome";
const HELLO_BYTES: usize = 8 + 4 + 32 + 8;

/// The first packet of a rank: its number, the secret of the job, and a digest of its settings.
fn hello(host: &HostRef, config: &Config) -> Result<[u8; HELLO_BYTES], Error> {
    let lacks = || {
        Error::new(
            libc::EPROTO,
            "this SkifCh library provides no job secret to backends: update it",
        )
    };
    let mut bytes = [0; HELLO_BYTES];
    bytes[..8].copy_from_slice(MAGIC);
    bytes[8..12].copy_from_slice(&host.rank().to_le_bytes());
    bytes[12..44].copy_from_slice(host.job_secret().ok_or_else(lacks)?);
    bytes[44..].copy_from_slice(&digest(config).to_le_bytes());
    Ok(bytes)
}

/// Hash of the settings: equal settings have equal digests.
fn digest(config: &Config) -> u64 {
    let text = format!("{config:?}");
    text.bytes().fold(0, |sum, byte| crate::call::mix(sum ^ u64::from(byte)))
}

/// Joins as a rank; returns the memory that the model hands over.
pub(crate) fn join(
    host: &HostRef,
    config: &Config,
    socket: &OwnedFd,
) -> Result<Vec<OwnedFd>, Error> {
    socket::send(socket, &hello(host, config)?, &[])?;
    let mut bytes = [0; 512];
    let (len, fds) = socket::recv(socket, &mut bytes)?;
    match &bytes[..len] {
        WELCOME => Ok(fds),
        b"" => {
            Err(Error::new(libc::ECONNRESET, "the network model process ended during its start"))
        }
        refusal => Err(Error::new(libc::EINVAL, String::from_utf8_lossy(refusal))),
    }
}

/// Accepts all ranks of the job and releases them together.
pub(super) fn accept_all(
    host: &HostRef,
    config: &Config,
    listener: &OwnedFd,
    shared: &Shared,
) -> Result<Vec<Member>, Error> {
    let ranks = host.job_size() as usize;
    let mut members: Vec<Option<Member>> = (0..ranks).map(|_| None).collect();
    let start = Instant::now();
    while members.iter().any(Option::is_none) {
        let mut fds = vec![listener.as_raw_fd()];
        fds.extend(members.iter().flatten().map(|member| member.socket.as_raw_fd()));
        let ready = socket::ready(&fds, LIMIT.saturating_sub(start.elapsed()));
        if ready[1..].contains(&true) {
            return Err(Error::new(libc::ECONNRESET, "a rank ended while the job was starting"));
        }
        if !ready[0] {
            let missing = members.iter().position(Option::is_none).unwrap_or(0);
            let text = format!("rank {missing} did not connect within {LIMIT:?}");
            return Err(Error::new(libc::ETIMEDOUT, text));
        }
        // A stranger does not harm the job.
        if let Ok(socket) = socket::accept(listener.as_raw_fd())
            && let Some(rank) = greet(host, config, &socket, &members)
        {
            members[rank] = Some(Member::new(rank, socket)?);
        }
    }
    let members: Vec<Member> = members.into_iter().flatten().collect();
    for member in &members {
        welcome(member, shared)?;
    }
    Ok(members)
}

/// The number of the rank that connects; `None` if it is no rank of the job or is refused. A rank
/// with different settings is told so.
fn greet(
    host: &HostRef,
    config: &Config,
    socket: &OwnedFd,
    members: &[Option<Member>],
) -> Option<usize> {
    let mut bytes = [0; HELLO_BYTES + 1];
    if !socket::ready(&[socket.as_raw_fd()], Duration::from_secs(5))[0] {
        return None;
    }
    let (len, _) = socket::recv(socket, &mut bytes).ok()?;
    let own = hello(host, config).ok()?;
    let said = bytes.get(..len).filter(|said| said.len() == HELLO_BYTES)?;
    if said[..8] != own[..8] || said[12..44] != own[12..44] {
        return None;
    }
    let rank = u32::from_le_bytes([said[8], said[9], said[10], said[11]]) as usize;
    if !members.get(rank).is_some_and(Option::is_none) {
        return None;
    }
    if said[44..] != own[44..] {
        let text = format!(
            "rank {rank} has different torus settings than rank 0; set them the same on all ranks"
        );
        // It may be gone; then the job ends anyway.
        let _ = socket::send(socket, text.as_bytes(), &[]);
        return None;
    }
    Some(rank)
}

fn welcome(member: &Member, shared: &Shared) -> Result<(), Error> {
    let fds =
        [member.own_fd.as_fd(), shared.answers.as_fd(), member.inbox.as_fd(), shared.bell.as_fd()];
    socket::send(&member.socket, WELCOME, &fds)
}

/// Creates the memory of a rank: its own, also mapped, and its inbox.
pub(super) fn memory() -> Result<(OwnedFd, Map, OwnedFd), Error> {
    let own = memory::create(c"skifch-torus-rank", rank::BYTES)?;
    let map = Map::new(own.as_fd(), 0, rank::BYTES, Access::Read)?;
    let inbox = memory::create(c"skifch-torus-inbox", inbox::BYTES)?;
    Ok((own, map, inbox))
}
