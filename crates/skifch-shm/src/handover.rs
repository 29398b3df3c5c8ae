//! How one rank hands memory to others, over its process socket.

use crate::open::Names;
use crate::socket::{self, Connected, Packet};
use skifch_backend::Error;
use skifch_backend::fork::Guarded;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// How the rank that is asked says that there is memory, or none.
const GRANT: &[u8] = b"granted";
const DENIAL: &[u8] = b"denied";
/// How long a wait for another rank sleeps before it looks again.
const LOOK_AGAIN_MS: i32 = 100;

/// Those that ask for memory at a process socket.
#[derive(Default)]
pub(crate) struct Callers {
    waiting: Vec<OwnedFd>,
    /// How many have been answered.
    pub(crate) answered: u32,
}

impl Callers {
    /// Takes up who has come, and answers those that have said `request` with the memory, or that
    /// there is none: how many.
    ///
    /// # Errors
    /// Nobody can be taken up, and so not be answered either.
    pub(crate) fn answer(
        &mut self,
        process: &Guarded,
        request: &[u8],
        memory: &mut Result<OwnedFd, Error>,
    ) -> Result<u32, Error> {
        match socket::accept(process.owned()) {
            Ok(Some(caller)) => self.waiting.push(caller),
            Ok(None) => {}
            Err(error) if memory.is_err() || !is_shortage(&error) => return Err(error),
            // That gives a descriptor back, by which the others are told.
            Err(error) => *memory = Err(error),
        }
        let (answer, pass) = match memory {
            Ok(fd) => (GRANT, Some(fd.as_raw_fd())),
            Err(_) => (DENIAL, None),
        };
        let before = self.answered;
        self.waiting.retain(|caller| match answer_caller(caller, request, answer, pass) {
            Call::Answered => {
                self.answered += 1;
                false
            }
            Call::NotYet => true,
            // Somebody who only asked whose the name is.
            Call::Gone => false,
        });
        Ok(self.answered - before)
    }

    /// Sleeps until somebody comes or says something, `other` is readable, or some time is over.
    pub(crate) fn sleep(&self, process: &Guarded, other: Option<RawFd>) {
        let fds = self.waiting.iter().map(AsRawFd::as_raw_fd);
        sleep_on(fds.chain([process.as_raw_fd()]).chain(other));
    }
}

/// What may pass. A sandbox that refuses calls goes on to refuse them.
fn is_shortage(error: &Error) -> bool {
    matches!(error.errno(), libc::EMFILE | libc::ENFILE | libc::ENOMEM | libc::ENOBUFS)
}

enum Call {
    Answered,
    NotYet,
    Gone,
}

fn answer_caller(caller: &OwnedFd, request: &[u8], answer: &[u8], pass: Option<RawFd>) -> Call {
    let mut bytes = [0; 16];
    match socket::recv(caller.as_raw_fd(), &mut bytes) {
        Ok(Packet::Data(len, _)) if &bytes[..len] == request => {
            match socket::check_owner(caller)
                .and_then(|()| socket::send(caller.as_raw_fd(), answer, pass))
            {
                Ok(true) => Call::Answered,
                _ => Call::Gone,
            }
        }
        Ok(Packet::Nothing) => Call::NotYet,
        _ => Call::Gone,
    }
}

/// Asks a rank with the words `request` for memory; `None`: it says that it has none.
pub(crate) fn ask(names: &Names, rank: u32, request: &[u8]) -> Result<Option<OwnedFd>, Error> {
    let gone = || Error::new(libc::ECONNRESET, format!("rank {rank} is gone"));
    let socket = loop {
        match socket::connect(&names.process(rank))? {
            Connected::Yes(socket) => break socket,
            Connected::Nobody => return Err(gone()),
            Connected::Later => std::thread::yield_now(),
        }
    };
    if !socket::send(socket.as_raw_fd(), request, None)? {
        return Err(gone());
    }
    let mut bytes = [0; 16];
    loop {
        match socket::recv(socket.as_raw_fd(), &mut bytes)? {
            Packet::Data(len, Some(fd)) if &bytes[..len] == GRANT => return Ok(Some(fd)),
            Packet::Data(..) => return Ok(None),
            Packet::End => return Err(gone()),
            Packet::Nothing => sleep_on([socket.as_raw_fd()]),
        }
    }
}

fn sleep_on(fds: impl IntoIterator<Item = RawFd>) {
    let mut fds: Vec<libc::pollfd> =
        fds.into_iter().map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
    // SAFETY: the array and its length are ours. The caller looks again whatever the answer.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, LOOK_AGAIN_MS) };
}
