//! The protocol between launcher and agent.
//!
//! It uses one TCP connection, opened by the agent. First both sides prove that they know the job's
//! secret ([`auth`]); then frames follow, independently in both directions: `u32` length of the
//! rest, `u8` kind, the fields in order. Numbers are little-endian; bytes, texts and lists start
//! with a `u32` count. A frame that is longer than its reader allows, of unknown kind, too short,
//! or with bytes left over ends the connection.

pub(crate) mod auth;
mod field;

pub(crate) use field::Bytes;
use field::{Field, Reader};

/// Incremented whenever the meaning of anything here changes.
pub(crate) const PROTOCOL: u32 = 5;

/// The largest frame that an agent accepts: a program with its environment.
pub(crate) const TO_AGENT_BYTES_MAX: usize = 16 << 20;
/// The largest frame that the launcher accepts: a chunk of output.
pub(crate) const FROM_AGENT_BYTES_MAX: usize = 256 << 10;

/// The messages of one direction.
pub(crate) trait Wire: Sized {
    /// Appends the frame of this message.
    fn encode(&self, out: &mut Vec<u8>);
    /// The message of a frame without its length; `None` if it is invalid.
    fn decode(frame: &[u8]) -> Option<Self>;
}

macro_rules! messages {
    ($(#[$doc:meta])* $name:ident {
        $( $(#[$about:meta])* $kind:literal $message:ident { $($field:ident: $type:ty),* } )*
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum $name {
            $( $(#[$about])* $message { $($field: $type),* }, )*
        }

        impl Wire for $name {
            fn encode(&self, out: &mut Vec<u8>) {
                let begin = out.len();
                out.extend([0; 4]);
                match self {
                    $( Self::$message { $($field),* } => {
                        out.push($kind);
                        $( $field.put(out); )*
                    } )*
                }
                let bytes = field::count(out.len() - begin - 4);
                out[begin..begin + 4].copy_from_slice(&bytes.to_le_bytes());
            }

            fn decode(frame: &[u8]) -> Option<Self> {
                let (kind, rest) = frame.split_first()?;
                #[allow(unused_mut, reason = "messages without fields read nothing")]
                let mut reader = Reader(rest);
                let message = match kind {
                    $( $kind => Self::$message { $($field: Field::take(&mut reader)?),* }, )*
                    _ => return None,
                };
                reader.0.is_empty().then_some(message)
            }
        }
    };
}

messages! {
    /// From the launcher.
    ToAgent {
        /// A program of the job that runs here; programs are numbered in the order sent.
        1 Program { argv: Vec<Bytes>, env: Vec<Bytes>, wdir: Bytes, path: Bytes }
        /// A rank to start here, with the number of its program. `slots` are its cores if a rank
        /// file is used.
        2 Rank { rank: u32, program: u32, stdin: u8, slots: String }
        /// The description is complete: start the ranks, each bound to `cpus` units of `bind`
        /// within `cpu_set`, with stderr merged into stdout if `merge`; `gpus` is one more than the
        /// number per rank, or 0.
        3 Start {
            size: u32, bind: u8, cpus: u32, cpu_set: Vec<u32>, gpus: u32, merge: u8,
            report_bindings: u8
        }
        /// A reply of the PMI server.
        4 Pmi { rank: u32, bytes: Bytes }
        /// Input for a rank; no bytes mean end of file.
        5 Stdin { rank: u32, bytes: Bytes }
        /// A signal for the process groups of all ranks here.
        6 Signal { signal: i32 }
        /// 1: stop reading the ranks' stdout (0) or stderr (1) until told 0.
        7 Pause { stream: u8, on: u8 }
        /// Requests the time.
        8 AskClock {}
        /// The job is over: clean up, send the remaining output, and send `Bye`.
        9 Finish {}
        /// Requests what the ranks here are waiting for.
        10 AskWaits {}
        /// The reader of the ranks' stdout (0) or stderr (1) is gone: close the pipes.
        11 HangUp { stream: u8 }
    }
}

messages! {
    /// From an agent.
    FromAgent {
        /// The first message: a description of this host. `name` is its own name for itself.
        1 Ready { version: String, name: String, pid: u32, cpus: u32 }
        /// A rank is running.
        2 Started { rank: u32, pid: i32 }
        /// The ranks cannot be started; `code` is the exit code for the launcher.
        3 Failed { code: i32, text: String }
        /// What a rank wrote to stdout (0) or stderr (1).
        4 Output { rank: u32, stream: u8, bytes: Bytes }
        /// Bytes from a rank's PMI socket.
        5 Pmi { rank: u32, bytes: Bytes }
        /// A rank's PMI socket was closed.
        6 PmiEnd { rank: u32 }
        /// A rank has accepted this many bytes of its input.
        7 StdinTaken { rank: u32, bytes: u32 }
        /// A rank no longer reads its input.
        8 StdinClosed { rank: u32 }
        /// A rank has ended: by a signal (1) or by exit (0), with that number.
        9 Exit { rank: u32, signaled: u8, number: i32 }
        /// Nanoseconds since 1970.
        10 Clock { unix_ns: u64 }
        /// A message for the user.
        11 Note { text: String }
        /// Nothing of the job is left here; the last message.
        12 Bye {}
        /// A rank's report of its wait: the sequence number and the text.
        13 Waits { rank: u32, number: u64, text: Bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(message: &impl Wire) -> Vec<u8> {
        let mut out = Vec::new();
        message.encode(&mut out);
        let (length, rest) = out.split_first_chunk::<4>().unwrap();
        assert_eq!(u32::from_le_bytes(*length) as usize, rest.len());
        rest.to_vec()
    }

    fn to_agent() -> Vec<ToAgent> {
        let bytes = |text: &str| Bytes(text.as_bytes().to_vec());
        vec![
            ToAgent::Program {
                argv: vec![bytes("p"), bytes("a b")],
                env: vec![bytes("K=V")],
                wdir: bytes("/tmp"),
                path: bytes(""),
            },
            ToAgent::Rank { rank: 7, program: 0, stdin: 1, slots: "0:1-3".into() },
            ToAgent::Pmi { rank: 1, bytes: bytes("cmd=x\n") },
            ToAgent::Signal { signal: -3 },
            ToAgent::Finish {},
        ]
    }

    #[test]
    fn messages_come_back() {
        for message in to_agent() {
            assert_eq!(ToAgent::decode(&frame(&message)), Some(message));
        }
        let clock = FromAgent::Clock { unix_ns: u64::MAX - 1 };
        assert_eq!(FromAgent::decode(&frame(&clock)), Some(clock));
        let note = FromAgent::Note { text: "ü".into() };
        assert_eq!(FromAgent::decode(&frame(&note)), Some(note));
        let waits = FromAgent::Waits { rank: 3, number: 1 << 40, text: Bytes(vec![255, 0]) };
        assert_eq!(FromAgent::decode(&frame(&waits)), Some(waits));
    }

    /// Cut, lengthened and altered frames are refused or are another message; none panics or
    /// allocates what it does not hold.
    #[test]
    fn broken_frames() {
        for message in to_agent() {
            let whole = frame(&message);
            for end in 0..whole.len() {
                assert_eq!(ToAgent::decode(&whole[..end]), None, "{message:?} cut at {end}");
            }
            assert_eq!(ToAgent::decode(&[whole.as_slice(), &[0]].concat()), None);
            for at in 0..whole.len() {
                for value in [0, 1, 0x7f, 0xff] {
                    let mut altered = whole.clone();
                    altered[at] = value;
                    let _ = (ToAgent::decode(&altered), FromAgent::decode(&altered));
                }
            }
        }
        assert_eq!(ToAgent::decode(&[]), None);
        assert_eq!(ToAgent::decode(&[200]), None);
        let note = FromAgent::Note { text: "ab".into() };
        let mut not_text = frame(&note);
        *not_text.last_mut().unwrap() = 0xff;
        assert_eq!(FromAgent::decode(&not_text), None);
    }
}
