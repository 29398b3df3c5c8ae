//! The client against our server over socket pairs, and against launchers that misbehave.

use super::*;
use crate::server::{Action, Server};
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(20);

/// Serves `size` ranks, one thread each; gives the ranks' ends of the sockets.
pub(crate) fn serve(size: u32) -> Vec<UnixStream> {
    let pairs: Vec<_> = (0..size).map(|_| UnixStream::pair().unwrap()).collect();
    let (theirs, ours): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
    let server = Arc::new(Mutex::new(Server::new("test", vec![0; size as usize])));
    let ours = Arc::new(ours);
    for rank in 0..size {
        let (server, ours) = (server.clone(), ours.clone());
        spawn(move || {
            let mut chunk = [0; 7];
            let mut own = &ours[rank as usize];
            while let Ok(count @ 1..) = own.read(&mut chunk) {
                for action in server.lock().unwrap().feed(rank, &chunk[..count]) {
                    if let Action::Reply { rank, text } = action {
                        (&ours[rank as usize]).write_all(text.as_bytes()).unwrap();
                    }
                }
            }
        });
    }
    theirs
}

fn greet(stream: UnixStream, rank: u32, size: u32) -> Result<Client, BootError> {
    let conn = Conn::new(stream.into(), LIMIT);
    Client::greet(conn, Identity::new(rank, size)?, "pmi1-fd")
}

#[test]
fn values_cross_between_ranks() {
    let body = |(rank, stream): (u32, UnixStream)| {
        let mut client = greet(stream, rank, 5).unwrap();
        assert_eq!(client.mapping.as_deref(), Some("(vector,(0,1,5))"));
        let long = vec![rank as u8; 5000 * rank as usize];
        client.put(&format!("card.{rank}"), &long).unwrap();
        client.fence().unwrap();
        for peer in 0..5 {
            let value = client.get(&format!("card.{peer}")).unwrap();
            assert_eq!(value, vec![peer as u8; 5000 * peer as usize]);
        }
        assert_eq!(client.get("nothing").unwrap_err().kind(), BootErrorKind::NoSuchKey);
        client.finalize().unwrap();
    };
    let ranks: Vec<JoinHandle<()>> =
        (0..).zip(serve(5)).map(|rank| spawn(move || body(rank))).collect();
    ranks.into_iter().for_each(|rank| rank.join().unwrap());
}

/// A launcher that gives these answers, whatever is asked, then closes.
pub(crate) fn scripted(answers: Vec<Vec<u8>>) -> UnixStream {
    let (theirs, mut ours) = UnixStream::pair().unwrap();
    spawn(move || {
        let mut chunk = [0; 4096];
        for answer in answers {
            if !matches!(ours.read(&mut chunk), Ok(1..)) || ours.write_all(&answer).is_err() {
                return;
            }
        }
    });
    theirs
}

/// The answers of a launcher to a greeting, one put, one fence, one get, one finalize.
pub(crate) fn good_answers(dialect: [&str; 4]) -> Vec<Vec<u8>> {
    let [init, missing, barrier, get] = dialect;
    let lines = [
        init,
        "cmd=maxes kvsname_max=256 keylen_max=64 vallen_max=1024",
        "cmd=my_kvsname kvsname=ƒr1w9nu5",
        "cmd=appnum appnum=-1",
        "cmd=universe_size rc=0 size=-1",
        "cmd=get_result rc=0 value=(vector,(0,1,1))",
        "cmd=put_result rc=0",
        barrier,
        get,
        missing,
        "cmd=finalize_ack",
    ];
    lines.iter().map(|line| format!("{line}\n").into_bytes()).collect()
}

pub(crate) const HYDRA4: [&str; 4] = [
    "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
    "cmd=get_result rc=-1 msg=key_x_not_found value=unknown",
    "cmd=barrier_out",
    "cmd=get_result rc=0 msg=success value=1.2.abcd found=TRUE",
];
const HYDRA5: [&str; 4] = [
    "cmd=response_to_init pmi_version=1 pmi_subversion=2 rc=0",
    "cmd=get_result rc=1",
    "cmd=barrier_out tag=0",
    "cmd=get_result rc=0 value=1.2.abcd",
];
const SLURM: [&str; 4] = [
    "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0",
    "cmd=get_result rc=1",
    "cmd=barrier_out rc=0",
    "cmd=get_result rc=0 value=1.2.abcd",
];

pub(crate) fn converse(answers: Vec<Vec<u8>>) -> Result<Vec<u8>, BootError> {
    let mut client = greet(scripted(answers), 1, 2)?;
    client.put("k", b"v")?;
    client.fence()?;
    let value = client.get("k")?;
    match client.get("x") {
        Err(e) if e.kind() == BootErrorKind::NoSuchKey => {}
        other => return other,
    }
    client.finalize().map(|()| value)
}

#[test]
fn observed_dialects() {
    for dialect in [HYDRA4, HYDRA5, SLURM] {
        assert_eq!(converse(good_answers(dialect)).unwrap(), [0xab, 0xcd], "{dialect:?}");
    }
}

/// A launcher that says so prints the words of an abort, as far as they go over the wire; others
/// may, and then the rank does.
#[test]
fn words_of_an_abort_are_left_to_a_launcher_that_tells_them() {
    let mut ours = greet(serve(1).swap_remove(0), 0, 1).unwrap();
    let told = ours.aborter();
    assert!(told.tells("no luck: A_B=7 %") && !told.tells(&"long ".repeat(300)));
    ours.finalize().unwrap();
    for dialect in [HYDRA4, HYDRA5, SLURM] {
        let other = greet(scripted(good_answers(dialect)), 0, 1).unwrap();
        assert!(!other.aborter().tells("no luck"), "{dialect:?}");
    }
}

#[test]
fn refusals_and_deaths_have_words() {
    let with = |index: usize, line: &str| {
        let mut answers = good_answers(HYDRA4);
        answers[index] = line.as_bytes().to_vec();
        converse(answers).unwrap_err()
    };
    let refused = with(6, "cmd=put_result rc=-1 msg=duplicate_key\n");
    assert!(refused.to_string().contains("put k") && refused.to_string().contains("duplicate"));
    assert_eq!(
        with(0, "cmd=response_to_init pmi_version=2 rc=0\n").kind(),
        BootErrorKind::Protocol
    );
    assert_eq!(with(7, "cmd=put_result rc=0\n").kind(), BootErrorKind::Protocol);
    assert_eq!(with(8, "cmd=get_result rc=0 value=2.9.00\n").kind(), BootErrorKind::Protocol);
    assert_eq!(with(8, "cmd=get_result rc=0 value=zz\n").kind(), BootErrorKind::Protocol);
    let died = converse(good_answers(HYDRA4)[..7].to_vec()).unwrap_err();
    assert_eq!(died.kind(), BootErrorKind::Connection);
    assert!(died.to_string().contains("fence"), "{died}");
}

#[test]
fn a_silent_launcher_ends_in_words() {
    let (stream, _held) = UnixStream::pair().unwrap();
    let conn = Conn::new(stream.into(), Duration::from_millis(50));
    let error = Client::greet(conn, Identity { rank: 0, size: 2 }, "pmi1-fd").unwrap_err();
    assert_eq!(error.kind(), BootErrorKind::Timeout);
    assert!(error.to_string().contains("response_to_init"), "{error}");
}

#[test]
fn a_fence_that_others_miss_names_who_waits() {
    let mut streams = serve(2).into_iter();
    let conn = Conn::new(streams.next().unwrap().into(), Duration::from_millis(50));
    let mut client = Client::greet(conn, Identity { rank: 0, size: 2 }, "pmi1-fd").unwrap();
    let text = client.fence().unwrap_err().to_string();
    assert!(text.contains("fence") && text.contains("1 other rank"), "{text}");
    assert!(text.contains("SKIFCH_BOOT_TIMEOUT"), "{text}");
}
