//! How one rank hands memory to others, over its process socket.

use crate::open::Names;
use crate::socket::{self, Connected, Packet};
use skifch_backend::Error;
use skifch_backend::fork::Guarded;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};

/// The answers of the rank that is asked: there is memory, or none.
const GRANT: &[u8] = b"granted";
const DENIAL: &[u8] = b"denied";
/// Longest sleep in a wait for another rank before it checks again, in ms.
const LOOK_AGAIN_MS: i32 = 100;

/// Ranks that ask for memory at a process socket.
#[derive(Default)]
pub(crate) struct Callers {
    waiting: Vec<OwnedFd>,
    /// Number of callers answered so far.
    pub(crate) answered: u32,
}

impl Callers {
    /// Accepts a waiting caller and answers those that have sent `request`, with the memory or with
    /// a denial. Returns the number answered by this call. One to which no answer can be sent
    /// counts too: the end of its connection tells it.
    ///
    /// # Errors
    /// No connection can be accepted, although none is left that an answer would close; a caller
    /// that lives cannot be answered.
    pub(crate) fn answer(
        &mut self,
        process: &Guarded,
        request: &[u8],
        memory: &mut Result<OwnedFd, Error>,
    ) -> Result<u32, Error> {
        let accepted = match socket::accept(process.owned()) {
            // Every process on the host can see the name: without this check, silent connections
            // from other users would use up all descriptors.
            Ok(Some(caller)) if socket::check_owner(&caller).is_ok() => {
                self.waiting.push(caller);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(error) if memory.is_err() || !is_shortage(&error) => Err(error),
            // This closes the memory's descriptor, which lets the others be accepted and told.
            Err(error) => {
                *memory = Err(error);
                Ok(())
            }
        };
        let (answer, pass) = match memory {
            Ok(fd) => (GRANT, Some(fd.as_raw_fd())),
            Err(_) => (DENIAL, None),
        };
        let before = self.answered;
        let mut failed = Ok(());
        self.waiting.retain(|caller| match answer_caller(caller, request, answer, pass) {
            Ok(Call::Answered) => {
                self.answered += 1;
                false
            }
            Ok(Call::NotYet) => true,
            // The process only asked who holds the name.
            Ok(Call::Gone) => false,
            Err(error) => {
                self.answered += 1;
                failed = Err(error.context("handing memory to another rank"));
                false
            }
        });
        failed?;
        match (accepted, self.answered - before) {
            (Err(error), 0) if self.waiting.is_empty() => Err(error),
            (_, answered) => Ok(answered),
        }
    }

    /// Sleeps until a caller connects or sends something, `other` is readable, or a time limit
    /// expires.
    pub(crate) fn sleep(&self, process: &Guarded, other: Option<RawFd>) {
        let fds = self.waiting.iter().map(AsRawFd::as_raw_fd);
        sleep_on(fds.chain([process.as_raw_fd()]).chain(other));
    }
}

/// Whether the error may be temporary. A sandbox that refuses a call keeps refusing it.
pub(crate) fn is_shortage(error: &Error) -> bool {
    matches!(error.errno(), libc::EMFILE | libc::ENFILE | libc::ENOMEM | libc::ENOBUFS)
}

enum Call {
    Answered,
    NotYet,
    Gone,
}

/// # Errors
/// The system refuses to send, although the caller lives.
fn answer_caller(
    caller: &OwnedFd,
    request: &[u8],
    answer: &[u8],
    pass: Option<RawFd>,
) -> Result<Call, Error> {
    let mut bytes = [0; 16];
    match socket::recv(caller.as_raw_fd(), &mut bytes) {
        Ok(Packet::Data(len, _)) if &bytes[..len] == request => {
            match send_all(caller, answer, pass) {
                Ok(()) => Ok(Call::Answered),
                Err(error) if error.errno() == libc::EPIPE => Ok(Call::Gone),
                Err(error) => Err(error),
            }
        }
        Ok(Packet::Nothing) => Ok(Call::NotYet),
        // What a caller sends cannot make this rank fail.
        Ok(Packet::Data(..) | Packet::End) | Err(_) => Ok(Call::Gone),
    }
}

/// Sends one packet on a connection that carries little: if there is no room for it, the system is
/// short of memory or the user has too many descriptors under way, which passes.
fn send_all(socket: &OwnedFd, bytes: &[u8], pass: Option<RawFd>) -> Result<(), Error> {
    while !socket::send(socket.as_raw_fd(), bytes, pass)? {
        std::thread::yield_now();
    }
    Ok(())
}

/// Asks a rank for memory by sending `request`; `None` if that rank has none to give.
pub(crate) fn ask(names: &Names, rank: u32, request: &[u8]) -> Result<Option<OwnedFd>, Error> {
    let gone = |how: &str| Error::new(libc::ECONNRESET, format!("rank {rank} is gone: {how}"));
    let socket = loop {
        match socket::connect(&names.process(rank))? {
            Connected::Yes(socket) => break socket,
            Connected::Nobody => return Err(gone("no process holds its name")),
            Connected::Later => std::thread::yield_now(),
        }
    };
    send_all(&socket, request, None)?;
    let mut bytes = [0; 16];
    loop {
        match socket::recv(socket.as_raw_fd(), &mut bytes)? {
            Packet::Data(len, Some(fd)) if &bytes[..len] == GRANT => return Ok(Some(fd)),
            Packet::Data(..) => return Ok(None),
            Packet::End => return Err(gone("it closed the connection without an answer")),
            Packet::Nothing => sleep_on([socket.as_raw_fd()]),
        }
    }
}

fn sleep_on(fds: impl IntoIterator<Item = RawFd>) {
    let mut fds: Vec<libc::pollfd> =
        fds.into_iter().map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
    // SAFETY: the array and its length are ours. The caller polls again whatever the result.
    unsafe { libc::poll(fds.as_mut_ptr(), fds.len() as libc::nfds_t, LOOK_AGAIN_MS) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::Name;
    use skifch_backend::fork;

    /// A connection that sends nothing, from the user that this thread runs as.
    fn silent(name: &str) -> OwnedFd {
        // SAFETY: integers only; then an address, which is plain integers, and its length.
        unsafe {
            let fd = libc::socket(libc::AF_UNIX, libc::SOCK_SEQPACKET, 0);
            let mut addr: libc::sockaddr_un = std::mem::zeroed();
            addr.sun_family = libc::AF_UNIX as libc::sa_family_t;
            let room = addr.sun_path[1..].iter_mut();
            room.zip(name.bytes()).for_each(|(to, from)| *to = from as libc::c_char);
            let len = std::mem::offset_of!(libc::sockaddr_un, sun_path) + 1 + name.len();
            let len = len as libc::socklen_t;
            assert_eq!(libc::connect(fd, (&raw const addr).cast(), len), 0, "nobody refuses");
            std::os::fd::FromRawFd::from_raw_fd(fd)
        }
    }

    /// The same from another user.
    fn foreign(name: String) -> Option<OwnedFd> {
        let become_nobody = move || {
            // SAFETY: integers only; the bare call changes this thread alone.
            let rc = unsafe { libc::syscall(libc::SYS_setresuid, 65534, 65534, 65534) };
            (rc == 0).then(|| silent(&name))
        };
        std::thread::spawn(become_nobody).join().expect("no panic")
    }

    /// With no descriptor left, closing theirs is what lets the others be accepted.
    #[test]
    fn who_has_been_accepted_is_answered_although_no_other_can_be() {
        let name = format!("skifch-few-{}", std::process::id());
        let process = fork::guard(socket::listen(&Name::new(&name)).expect("a free name"));
        let mut callers = Callers::default();
        let mut memory = Err(Error::new(libc::ENOMEM, "none"));
        let caller = silent(&name);
        let deaf = fork::guard(silent(&name));
        assert_eq!(callers.answer(&process, b"please", &mut memory).ok(), Some(0));
        assert_eq!(callers.answer(&deaf, b"please", &mut memory).ok(), Some(0), "it may yet ask");
        assert_eq!(socket::send(caller.as_raw_fd(), b"please", None).ok(), Some(true));
        assert_eq!(callers.answer(&deaf, b"please", &mut memory).ok(), Some(1));
        assert!(callers.answer(&deaf, b"please", &mut memory).is_err());
    }

    #[test]
    fn connections_of_other_users_are_not_kept() {
        let name = format!("skifch-callers-{}", std::process::id());
        let process = fork::guard(socket::listen(&Name::new(&name)).expect("a free name"));
        let mut callers = Callers::default();
        let mut memory = Err(Error::new(libc::ENOMEM, "none"));
        let Some(stranger) = foreign(name.clone()) else {
            return println!("SKIPPED: connections_of_other_users_are_not_kept: not root");
        };
        let own = silent(&name);
        for _ in 0..2 {
            callers.answer(&process, b"please", &mut memory).expect("they can be taken up");
        }
        assert_eq!(callers.waiting.len(), 1, "the other user's has been closed");
        assert_eq!(socket::send(own.as_raw_fd(), b"please", None).ok(), Some(true));
        assert_eq!(callers.answer(&process, b"please", &mut memory).ok(), Some(1));
        drop(stranger);
    }
}
