//! Restarts a rank whose process has ended. PMI-1 has no concept of this: a separate server gives
//! the newcomer what the other ranks have put, and lets it through every fence that they have
//! already passed.

use super::lock;
use skifch_boot::server::{Action, Server};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::Mutex;

/// Everything that the ranks of a job have sent to their PMI server.
pub(super) type Said = Mutex<Vec<Vec<u8>>>;

/// Records what a rank has sent.
pub(super) fn note(said: &Said, rank: u32, bytes: &[u8]) {
    lock(said)[rank as usize].extend_from_slice(bytes);
}

/// A server for `rank` alone, in which the others have their earlier state.
fn server_of(said: &Said, rank: u32) -> Server {
    let said = lock(said);
    let mut server = Server::new(super::JOB, vec![0; said.len()]);
    for (other, text) in (0..).zip(said.iter()).filter(|(other, _)| *other != rank) {
        let lines = text.split(|&byte| byte == b'\n');
        let is_kept = |line: &&[u8]| line.starts_with(b"cmd=init") || line.starts_with(b"cmd=put");
        lines.filter(is_kept).for_each(|line| drop(server.feed_line(other, line)));
    }
    server
}

/// Serves a restarted rank until it ends.
pub(super) fn serve(said: &Said, rank: u32, mut end: UnixStream) {
    let mut server = server_of(said, rank);
    let size = lock(said).len() as u32;
    let mut bytes = [0; 4096];
    while let Ok(got @ 1..) = end.read(&mut bytes) {
        let mut actions = server.feed(rank, &bytes[..got]);
        if server.is_waited_in() {
            for other in (0..size).filter(|other| *other != rank) {
                actions.extend(server.feed_line(other, b"cmd=barrier_in"));
            }
        }
        for action in actions {
            match action {
                Action::Reply { rank: to, text } if to == rank => {
                    let _ = end.write_all(text.as_bytes());
                }
                Action::Reply { .. } => {}
                other => eprintln!("launcher of a test: {other:?}"),
            }
        }
    }
}
