//! Mutated bytes against everything that reads the wire. `SKIFCH_TEST_SEED=n` repeats a run,
//! `SKIFCH_FUZZ_ROUNDS=n` makes it longer.

use crate::client::tests::{HYDRA4, converse, good_answers};
use crate::line::{LineBuffer, MAX_LINE_BYTES, Message};
use crate::mapping::NodeMap;
use crate::server::{Action, Phase, Server};
use crate::value;
use skifch_chance::{Random, seed};

/// What chance does to bytes.
struct Mutation(Random);

impl Mutation {
    fn seeded(test: &str) -> Self {
        Self(Random::new(seed(test)))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0.index(limit)
    }

    /// One to three of: a byte changed, removed, doubled, a piece repeated many times.
    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len());
            match self.below(5) {
                _ if bytes.is_empty() => bytes.push(b'\n'),
                0 => bytes[at] = self.below(256) as u8,
                1 => bytes[at] = b" =\n(),.0-"[self.below(9)],
                2 => drop(bytes.remove(at)),
                3 => bytes.insert(at, bytes[at]),
                _ => {
                    let piece = bytes[at..(at + 9).min(bytes.len())].repeat(self.below(300));
                    bytes.splice(at..at, piece);
                }
            }
        }
    }
}

fn rounds(default: usize) -> usize {
    std::env::var("SKIFCH_FUZZ_ROUNDS").ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

#[test]
fn parsers_take_anything() {
    let mut random = Mutation::seeded("parsers_take_anything");
    for _ in 0..rounds(20_000) {
        let mut bytes = b"cmd=put kvsname=k key=a value=2.3.00ff\n".to_vec();
        random.mutate(&mut bytes);
        let mut buffer = LineBuffer::default();
        for piece in bytes.chunks(1 + random.below(50)) {
            buffer.push(piece);
            while let Some(line) = buffer.next_line() {
                if let Ok(line) = line {
                    assert!(line.len() < MAX_LINE_BYTES);
                    let _ = Message::parse(&line);
                }
            }
        }
        let mut text = b"(vector,(0,2,1),(7,1,4))".to_vec();
        random.mutate(&mut text);
        let _ = NodeMap::parse(&String::from_utf8_lossy(&text), 9);
        let mut text = b"2.3.00ff".to_vec();
        random.mutate(&mut text);
        let _ = value::decode_first(&String::from_utf8_lossy(&text));
    }
}

const CONVERSATION: &[u8] = b"cmd=init pmi_version=1 pmi_subversion=1\ncmd=get_maxes\n\
    cmd=get_appnum\ncmd=get_universe_size\ncmd=get_my_kvsname\n\
    cmd=put kvsname=skifch_f key=a value=b\ncmd=barrier_in\ncmd=get kvsname=skifch_f key=a\ncmd=publish_name service=s port=p\n\
    mcmd=spawn\nnprocs=1\nendcmd\ncmd=abort exitcode=1\ncmd=finalize\n";

/// One rank says anything; its neighbour is answered as if it were not there.
#[test]
fn the_server_keeps_the_others_whole() {
    let mut random = Mutation::seeded("the_server_keeps_the_others_whole");
    for _ in 0..rounds(3_000) {
        let mut server = Server::new("f", vec![0; 2]);
        let mut bytes = CONVERSATION.to_vec();
        random.mutate(&mut bytes);
        server.feed(1, b"cmd=init pmi_version=1\n");
        for piece in bytes.chunks(1 + random.below(200)) {
            for action in server.feed(0, piece) {
                let about = match action {
                    Action::Reply { rank, ref text } => (rank, text.ends_with('\n')),
                    Action::Abort { rank, .. } | Action::Fault { rank, .. } => (rank, true),
                };
                assert_eq!(about, (0, true));
            }
        }
        assert_eq!(server.phase(1), Phase::Active);
        let put = server.feed(1, b"cmd=put kvsname=skifch_f key=mine value=v\n");
        let ok = "cmd=put_result rc=0 msg=success\n".to_owned();
        assert_eq!(put, [Action::Reply { rank: 1, text: ok }]);
    }
}

/// A launcher that answers anything: the client ends in a value or in an error with words.
#[test]
fn the_client_survives_any_launcher() {
    let mut random = Mutation::seeded("the_client_survives_any_launcher");
    for _ in 0..rounds(1_000) {
        let mut answers = good_answers(HYDRA4);
        let victim = random.below(answers.len());
        random.mutate(&mut answers[victim]);
        // A newline that got lost would make the client wait for more, as it must.
        answers[victim].push(b'\n');
        if let Err(error) = converse(answers) {
            assert!(error.to_string().starts_with("boot: "), "{error}");
        }
    }
}
