//! The client side of PMI-1, the same for both ways of reaching the launcher.
//!
//! Strictly request and reply: there is never a second request before the reply. Replies are
//! matched by command; `rc` may be missing (as in Hydra's `barrier_out`), which means 0.

use crate::abort::Aborter;
use crate::conn::Conn;
use crate::line::Message;
use crate::server::TELLS_WORDS;
use crate::{BootError, BootErrorKind, value, words};

/// The limits of PMI-1.1. A launcher may state smaller ones; larger ones are not used.
const KEY_CHARS_MAX: usize = 64;
const VALUE_CHARS_MAX: usize = 1024;
const KVSNAME_CHARS_MAX: usize = 1024;
/// Less would not hold the header of a split value and some bytes.
const VALUE_CHARS_MIN: usize = 32;

/// Rank and size, checked for consistency.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Identity {
    pub(crate) rank: u32,
    pub(crate) size: u32,
}

impl Identity {
    pub(crate) fn new(rank: u32, size: u32) -> Result<Self, BootError> {
        if rank >= size {
            let text =
                format!("boot: the launcher reports rank {rank} of {size}, which is impossible");
            return Err(BootError::new(BootErrorKind::Environment, text));
        }
        Ok(Self { rank, size })
    }
}

/// The connection of a process that has completed the initial exchange with its launcher.
#[derive(Debug)]
pub(crate) struct Client {
    conn: Conn,
    pub(crate) identity: Identity,
    pub(crate) protocol: &'static str,
    pub(crate) appnum: Option<u32>,
    pub(crate) universe_size: Option<u32>,
    pub(crate) mapping: Option<String>,
    kvsname: String,
    key_chars: usize,
    value_chars: usize,
    /// The launcher prints the messages of aborts.
    tells_words: bool,
}

impl Client {
    /// The initial exchange: `init` and everything that is asked only once, which are the limits,
    /// the name of the key space, the application number of an MPMD job, the universe size, and the
    /// mapping of ranks to nodes.
    pub(crate) fn greet(
        conn: Conn,
        identity: Identity,
        protocol: &'static str,
    ) -> Result<Self, BootError> {
        let mut client = Self {
            conn,
            identity,
            protocol,
            appnum: None,
            universe_size: None,
            mapping: None,
            kvsname: String::new(),
            key_chars: KEY_CHARS_MAX,
            value_chars: VALUE_CHARS_MAX,
            tells_words: false,
        };
        client.init()?;
        client.ask_limits()?;
        client.ask_kvsname()?;
        let appnum = client.request("init", "cmd=get_appnum\n", "appnum")?;
        client.appnum = appnum.number("appnum");
        client.ask_universe_size()?;
        client.mapping = client.get_part("init", "PMI_process_mapping")?;
        Ok(client)
    }

    fn init(&mut self) -> Result<(), BootError> {
        let line = "cmd=init pmi_version=1 pmi_subversion=1\n";
        let answer = self.request("init", line, "response_to_init")?;
        if answer.number("pmi_version") != Some(1) {
            let version = answer.field("pmi_version").unwrap_or("nothing");
            return Err(protocol(format!("init: asked for PMI version 1, got {version}")));
        }
        self.tells_words = answer.number(TELLS_WORDS) == Some(1);
        Ok(())
    }

    fn ask_limits(&mut self) -> Result<(), BootError> {
        let answer = self.request("init", "cmd=get_maxes\n", "maxes")?;
        let limit = |field, default| answer.number::<usize>(field).unwrap_or(default).min(default);
        // One less than the stated limit, because launchers count the terminating zero of C
        // strings.
        self.key_chars = limit("keylen_max", KEY_CHARS_MAX).saturating_sub(1);
        self.value_chars = limit("vallen_max", VALUE_CHARS_MAX).saturating_sub(1);
        if self.value_chars < VALUE_CHARS_MIN {
            let chars = self.value_chars;
            return Err(protocol(format!("init: values of {chars} characters are too short")));
        }
        Ok(())
    }

    fn ask_kvsname(&mut self) -> Result<(), BootError> {
        let answer = self.request("init", "cmd=get_my_kvsname\n", "my_kvsname")?;
        let name = answer.field("kvsname").unwrap_or_default();
        if name.is_empty() || name.len() > KVSNAME_CHARS_MAX {
            return Err(protocol(format!("init: kvsname of {} bytes", name.len())));
        }
        self.kvsname = name.to_owned();
        Ok(())
    }

    /// Launchers that do not know it say so, with a negative number or an `rc`.
    fn ask_universe_size(&mut self) -> Result<(), BootError> {
        self.conn.send("init", "cmd=get_universe_size\n")?;
        let answer = self.conn.receive("init", "to answer with universe_size")?;
        expect_command("init", &answer, "universe_size")?;
        self.universe_size = answer.number("size").filter(|&size| size > 0);
        Ok(())
    }

    pub(crate) fn put(&mut self, key: &str, value: &[u8]) -> Result<(), BootError> {
        let parts = value::encode(value, self.value_chars);
        let last_key = value::part_key(key, parts.len() - 1);
        if last_key.len() > self.key_chars {
            let text = format!(
                "boot: put: the key {last_key:?} has {} characters, this launcher allows {}",
                last_key.len(),
                self.key_chars
            );
            return Err(BootError::new(BootErrorKind::Argument, text));
        }
        for (index, part) in parts.iter().enumerate() {
            let key = value::part_key(key, index);
            let line = format!("cmd=put kvsname={} key={key} value={part}\n", self.kvsname);
            self.request(&format!("put {key}"), &line, "put_result")?;
        }
        Ok(())
    }

    pub(crate) fn fence(&mut self) -> Result<(), BootError> {
        let Identity { rank, size } = self.identity;
        let awaited = format!(
            "to release the fence: at least one of the {} other ranks has not reached it (this is \
             rank {rank})",
            size - 1
        );
        self.conn.send("fence", "cmd=barrier_in\n")?;
        let answer = self.conn.receive("fence", &awaited)?;
        check("fence", &answer, "barrier_out")
    }

    pub(crate) fn get(&mut self, key: &str) -> Result<Vec<u8>, BootError> {
        let call = format!("get {key}");
        let missing = || {
            let text = format!("boot: {call}: no rank has put this key before the last fence");
            BootError::new(BootErrorKind::NoSuchKey, text)
        };
        let broken = || protocol(format!("{call}: the value was not put by this library"));
        let first = self.get_part(&call, key)?.ok_or_else(missing)?;
        let (part_count, value_bytes, mut all) = value::decode_first(&first).ok_or_else(broken)?;
        for index in 1..part_count {
            let part = self.get_part(&call, &value::part_key(key, index))?.ok_or_else(broken)?;
            all.extend(value::decode_rest(&part).ok_or_else(broken)?);
            if all.len() > value_bytes {
                break;
            }
        }
        if all.len() == value_bytes { Ok(all) } else { Err(broken()) }
    }

    /// The text under one key; `None` if the launcher reports that there is none. All known
    /// launchers report it with a non-zero `rc`; some add `found=FALSE`.
    fn get_part(&mut self, call: &str, key: &str) -> Result<Option<String>, BootError> {
        let line = format!("cmd=get kvsname={} key={key}\n", self.kvsname);
        self.conn.send(call, &line)?;
        let answer = self.conn.receive(call, "to answer get")?;
        expect_command(call, &answer, "get_result")?;
        let found = rc(&answer) == Some(0) && answer.field("found") != Some("FALSE");
        Ok(answer.field("value").filter(|_| found).map(str::to_owned))
    }

    /// The way to end the job.
    pub(crate) fn aborter(&self) -> Aborter {
        Aborter::over(self.conn.wire(), self.identity, self.tells_words)
    }

    pub(crate) fn finalize(&mut self) -> Result<(), BootError> {
        self.request("finalize", "cmd=finalize\n", "finalize_ack").map(|_| ())
    }

    fn request(&mut self, call: &str, line: &str, expected: &str) -> Result<Message, BootError> {
        self.conn.send(call, line)?;
        let answer = self.conn.receive(call, &format!("to answer with {expected}"))?;
        check(call, &answer, expected)?;
        Ok(answer)
    }
}

/// The result code: 0 if the launcher sends none, `None` if it is not a number.
fn rc(answer: &Message) -> Option<i32> {
    if answer.field("rc").is_none() { Some(0) } else { answer.number("rc") }
}

fn expect_command(call: &str, answer: &Message, expected: &str) -> Result<(), BootError> {
    if answer.command() == expected {
        return Ok(());
    }
    let got = answer.command();
    Err(protocol(format!("{call}: expected cmd={expected} from the launcher, got cmd={got:.80}")))
}

fn check(call: &str, answer: &Message, expected: &str) -> Result<(), BootError> {
    expect_command(call, answer, expected)?;
    if rc(answer) == Some(0) {
        return Ok(());
    }
    let rc = answer.field("rc").unwrap_or_default();
    let why = words::decode(answer.field("msg").unwrap_or("no reason given"));
    Err(protocol(format!("{call}: the launcher refused: rc={rc:.20} ({why:.200})")))
}

fn protocol(what: String) -> BootError {
    BootError::new(BootErrorKind::Protocol, format!("boot: {what}"))
}

#[cfg(test)]
#[path = "client_tests.rs"]
pub(crate) mod tests;
