//! Fuzzes text input: PMI-1, host lists, settings.

use skifch_boot::server::{Action, Server};
use skifch_boot::{LineBuffer, MAX_LINE_BYTES, Message, NodeMap};
use skifch_udp::Faults;
use std::hint::black_box;

// The host parsers are not part of skifch-launch's interface; their files need nothing else from
// it except this type.
#[path = "../../../crates/skifch-launch/src/hosts/ranges.rs"]
mod ranges;
#[path = "../../../crates/skifch-launch/src/hosts/syntax.rs"]
mod syntax;

#[allow(dead_code, reason = "what it is for is in the rest of its crate")]
#[derive(Debug)]
struct Host {
    name: String,
    slots: Option<u32>,
    max_slots: Option<u32>,
}

fn corpus(lines: &[&str]) -> Vec<Vec<u8>> {
    lines.iter().map(|line| line.as_bytes().to_vec()).collect()
}

pub(crate) fn pmi() -> Vec<Vec<u8>> {
    corpus(&[
        "cmd=init pmi_version=1 pmi_subversion=1\n",
        "cmd=get_maxes\ncmd=get_appnum\ncmd=get_my_kvsname\n",
        "cmd=init pmi_version=1\ncmd=put kvsname=skifch_f key=a value=b\ncmd=barrier_in\n",
        "cmd=init pmi_version=1\ncmd=get kvsname=skifch_f key=a\ncmd=finalize\n",
        "cmd=publish_name service=s port=p\ncmd=abort exitcode=1\n",
        "mcmd=spawn\nnprocs=1\nexecname=x\nendcmd\n",
    ])
}

pub(crate) fn pmi_line(bytes: &[u8]) {
    let mut buffer = LineBuffer::default();
    for piece in bytes.chunks(bytes.len() % 37 + 1) {
        buffer.push(piece);
        while let Some(line) = buffer.next_line() {
            let Ok(line) = line else { continue };
            assert!(line.len() < MAX_LINE_BYTES, "{} bytes", line.len());
            if let Ok(message) = Message::parse(&line) {
                assert!(!message.command().is_empty());
                black_box((message.field("key"), message.number::<u32>("rank")));
            }
        }
    }
}

/// One rank sends anything; its neighbour must get replies as if that rank were not there.
pub(crate) fn pmi_server(bytes: &[u8]) {
    let mut server = Server::new("f", vec![0; 2]);
    server.feed(1, b"cmd=init pmi_version=1\n");
    for piece in bytes.chunks(bytes.len() % 91 + 1) {
        for action in server.feed(0, piece) {
            let rank = match action {
                Action::Reply { rank, ref text } => {
                    assert!(text.ends_with('\n'), "{text:?}");
                    rank
                }
                Action::Abort { rank, .. } | Action::Fault { rank, .. } => rank,
            };
            assert_eq!(rank, 0);
        }
    }
    let put = server.feed(1, b"cmd=put kvsname=skifch_f key=mine value=v\n");
    let text = "cmd=put_result rc=0 msg=success\n".to_owned();
    assert_eq!(put, [Action::Reply { rank: 1, text }]);
}

pub(crate) fn maps() -> Vec<Vec<u8>> {
    corpus(&["(vector,(0,2,1),(7,1,4))", "(vector,(0,1,9))", ""])
}

pub(crate) fn node_map(bytes: &[u8]) {
    for size in [1, 9, 100_000] {
        black_box(NodeMap::parse(&String::from_utf8_lossy(bytes), size));
    }
}

pub(crate) fn hosts() -> Vec<Vec<u8>> {
    corpus(&[
        "a slots=4 max_slots=8",
        "node-1.example:2",
        "[::1]:4",
        "fe80::1%eth0",
        "n[01-03,7],gpu2",
        "rack[1-2]node[01-10]",
        "2(x3),1",
    ])
}

pub(crate) fn host_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(host) = syntax::line(&text) {
        let is_option = host.name.is_empty() || host.name.starts_with('-');
        assert!(!is_option && !host.name.contains([' ', ';', '$', '`', '\n']), "{:?}", host.name);
    }
    let names = ranges::names(&text).map_or(0, |all| all.len());
    let counts = ranges::counts(&text).map_or(0, |all| all.len());
    assert!(names.max(counts) <= 1 << 18, "{names} names, {counts} counts");
}

pub(crate) fn faults() -> Vec<Vec<u8>> {
    corpus(&[
        "loss=1%,dup=0.1%,reorder=1%,corrupt=0.5%,seed=7",
        "truncate=1%,delay=1ms,mtu=1300",
        "loss=0.5",
        "delay=10us..2ms",
    ])
}

pub(crate) fn fault_text(bytes: &[u8]) {
    let _ = black_box(Faults::parse(&String::from_utf8_lossy(bytes)));
}
