//! The server side of PMI-1, without any I/O: bytes from a rank in, replies for ranks out.
//!
//! The owner reads each rank's socket, passes the bytes to [`Server::feed`], sends the replies of
//! the returned [`Action`]s, and calls [`Server::gone`] when a rank's socket is closed. Ranks are
//! not trusted: a rank that violates the grammar or the order of calls gets an error reply, and the
//! owner gets an [`Action::Fault`] for its log; no other rank is affected.

mod space;

use crate::line::{LineBuffer, LineFault, Message};
use crate::mapping::NodeMap;
use crate::words;
use space::{Refused, Space};

/// The key under which clients find the node map.
const MAPPING: &str = "PMI_process_mapping";

/// The limits of PMI-1.1, as every known launcher states them.
const KVSNAME_CHARS: usize = 256;
const KEY_CHARS: usize = 64;
/// Values must be shorter than this.
pub const VALUE_CHARS: usize = 1024;

/// What the owner of a [`Server`] has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send this text, its newlines included, to that rank.
    Reply {
        /// The recipient.
        rank: u32,
        /// One or more whole lines.
        text: String,
    },
    /// The rank requests the end of the whole job.
    Abort {
        /// The requesting rank.
        rank: u32,
        /// The requested exit code, unchanged.
        code: i32,
        /// Its message; may be empty.
        message: String,
        /// This is not a failure but the end that the program wants.
        wanted: bool,
    },
    /// The rank violated the protocol. It has been answered; this is for the log.
    Fault {
        /// The rank.
        rank: u32,
        /// Its violation.
        what: String,
    },
}

/// The progress of a rank through the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// It has not called `init`; perhaps it never will, because not every program is parallel.
    #[default]
    Silent,
    /// Between `init` and `finalize`.
    Active,
    /// It has called `finalize`.
    Finalized,
}

/// The ranks that a barrier is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    World,
    /// The ranks of one node.
    Node(u32),
}

#[derive(Debug, Default)]
struct Rank {
    node: u32,
    phase: Phase,
    /// The number of times it has called `init`: a shell script may run one program after another.
    session: u32,
    in_barrier: Option<Scope>,
    in_spawn: bool,
    gone: bool,
    lines: LineBuffer,
}

/// The state of one job, independent of the kind of connection.
#[derive(Debug)]
pub struct Server {
    ranks: Vec<Rank>,
    appnums: Vec<u32>,
    universe_size: u32,
    kvsname: String,
    space: Space,
}

type Actions = Vec<Action>;

impl Server {
    /// A job with one rank per entry of `appnums`, which gives the program of an MPMD job that each
    /// rank belongs to. `job` becomes part of the name of the key space. All ranks share one node
    /// unless [`Server::set_nodes`] says otherwise.
    pub fn new(job: &str, appnums: Vec<u32>) -> Self {
        let size = count(appnums.len());
        let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let job: String = job.chars().take(KVSNAME_CHARS / 2).map(word).collect();
        let mut space = Space::default();
        space.set_built_in(MAPPING, NodeMap::text(&vec![0; appnums.len()]));
        Self {
            ranks: appnums.iter().map(|_| Rank::default()).collect(),
            appnums,
            universe_size: size,
            kvsname: format!("skifch_{job}"),
            space,
        }
    }

    /// Sets the node of each rank. A map that is too long for a value is not published; clients
    /// must then get it another way.
    pub fn set_nodes(&mut self, node_of: &[u32]) {
        for (rank, &node) in self.ranks.iter_mut().zip(node_of) {
            rank.node = node;
        }
        let text = Some(NodeMap::text(node_of)).filter(|text| text.len() < VALUE_CHARS);
        self.space.set_built_in(MAPPING, text.unwrap_or_default());
    }

    /// Whether any rank is waiting in a barrier.
    pub fn is_waited_in(&self) -> bool {
        self.ranks.iter().any(|rank| rank.in_barrier.is_some())
    }

    /// Sets the reply to `get_universe_size`; the default is the number of ranks.
    pub fn set_universe_size(&mut self, size: u32) {
        self.universe_size = size;
    }

    /// The progress of that rank.
    pub fn phase(&self, rank: u32) -> Phase {
        self.ranks.get(rank as usize).map_or(Phase::Silent, |rank| rank.phase)
    }

    /// Processes bytes received from that rank, in pieces of any length.
    pub fn feed(&mut self, rank: u32, bytes: &[u8]) -> Actions {
        let mut actions = Actions::new();
        if let Some(state) = self.ranks.get_mut(rank as usize) {
            state.lines.push(bytes);
        }
        while let Some(line) = self.next_line(rank) {
            match line {
                Ok(line) => actions.extend(self.feed_line(rank, &line)),
                Err(fault) => actions.extend(refuse(rank, "error", &fault.to_string())),
            }
        }
        actions
    }

    fn next_line(&mut self, rank: u32) -> Option<Result<Vec<u8>, LineFault>> {
        self.ranks.get_mut(rank as usize)?.lines.next_line()
    }

    /// Processes one line of that rank, with or without its newline.
    pub fn feed_line(&mut self, rank: u32, line: &[u8]) -> Actions {
        let Some(state) = self.ranks.get_mut(rank as usize) else { return Actions::new() };
        if state.in_spawn || line.starts_with(b"mcmd=") {
            return self.spawn_line(rank, line);
        }
        let message = match Message::parse(line) {
            Ok(message) => message,
            Err(fault) => return refuse(rank, "error", &fault.to_string()),
        };
        match (message.command(), state.phase) {
            ("initack", _) => self.initack(rank),
            ("init", _) => self.init(rank, &message),
            ("abort", _) => abort(rank, &message),
            (command, Phase::Active) => self.active(rank, command, &message),
            (command, _) => refuse(rank, answer_name(command), "this rank is not initialized"),
        }
    }

    /// The rank's socket has been closed. Ranks that wait in a barrier, or enter one later, get an
    /// error, because it can never complete.
    pub fn gone(&mut self, rank: u32) -> Actions {
        match self.ranks.get_mut(rank as usize) {
            Some(state) if !state.gone => {
                state.gone = true;
                state.in_barrier = None;
                let node = Scope::Node(state.node);
                let mut actions = self.fail_barrier(Scope::World);
                actions.extend(self.fail_barrier(node));
                actions
            }
            _ => Actions::new(),
        }
    }

    fn active(&mut self, rank: u32, command: &str, message: &Message) -> Actions {
        match command {
            "get_maxes" => reply(
                rank,
                format!(
                    "cmd=maxes kvsname_max={KVSNAME_CHARS} keylen_max={KEY_CHARS} \
                     vallen_max={VALUE_CHARS}"
                ),
            ),
            "get_appnum" => {
                let appnum = self.appnums.get(rank as usize).copied().unwrap_or_default();
                reply(rank, format!("cmd=appnum appnum={appnum}"))
            }
            "get_universe_size" => {
                reply(rank, format!("cmd=universe_size size={}", self.universe_size))
            }
            "get_my_kvsname" => reply(rank, format!("cmd=my_kvsname kvsname={}", self.kvsname)),
            "put" => self.put(rank, message),
            "get" => self.get(rank, message),
            "barrier_in" => self.barrier(rank, message),
            "publish_name" | "unpublish_name" | "lookup_name" => self.names(rank, command, message),
            "finalize" => self.finalize(rank),
            _ => refuse(rank, answer_name(command), "unknown command"),
        }
    }

    /// The three further lines tell a client that connected through `PMI_PORT` its identity.
    fn initack(&self, rank: u32) -> Actions {
        let size = self.ranks.len();
        let text =
            format!("cmd=initack\ncmd=set size={size}\ncmd=set rank={rank}\ncmd=set debug=0");
        reply(rank, text)
    }

    fn init(&mut self, rank: u32, message: &Message) -> Actions {
        let state = &mut self.ranks[rank as usize];
        let head = "cmd=response_to_init pmi_version=1 pmi_subversion=1";
        if message.number("pmi_version") != Some(1) {
            return refuse_with(rank, head, "only PMI version 1 is supported");
        }
        if state.phase == Phase::Active {
            return refuse_with(rank, head, "init twice without finalize");
        }
        state.phase = Phase::Active;
        state.session += 1;
        reply(rank, format!("{head} rc=0 {TELLS_WORDS}=1"))
    }

    fn finalize(&mut self, rank: u32) -> Actions {
        let state = &mut self.ranks[rank as usize];
        if state.in_barrier.is_some() {
            return refuse(rank, "finalize_ack", "this rank is waiting in a barrier");
        }
        state.phase = Phase::Finalized;
        reply(rank, "cmd=finalize_ack rc=0".to_owned())
    }

    fn put(&mut self, rank: u32, message: &Message) -> Actions {
        let (Some(key), Some(value)) = (message.field("key"), message.field("value")) else {
            return refuse(rank, "put_result", "put needs key and value");
        };
        if let Err(why) = self.check_kvsname(message) {
            return refuse(rank, "put_result", why);
        }
        if key.len() >= KEY_CHARS || value.len() >= VALUE_CHARS || key.starts_with("PMI_") {
            return refuse(rank, "put_result", "key or value too long, or a reserved key");
        }
        let session = self.ranks[rank as usize].session;
        match self.space.put(rank, session, key, value) {
            Ok(()) => reply(rank, "cmd=put_result rc=0 msg=success".to_owned()),
            Err(Refused::Duplicate) => refuse(rank, "put_result", &format!("duplicate_key {key}")),
            Err(Refused::Full) => {
                refuse(rank, "put_result", "this rank has exceeded its limit for put")
            }
        }
    }

    fn get(&self, rank: u32, message: &Message) -> Actions {
        let key = message.field("key").unwrap_or_default();
        if let Err(why) = self.check_kvsname(message) {
            return refuse(rank, "get_result", why);
        }
        match self.space.get(key) {
            Some(value) => reply(rank, format!("cmd=get_result rc=0 msg=success value={value}")),
            None => reply(
                rank,
                format!("cmd=get_result rc=-1 msg=key_{key:.120}_not_found value=unknown"),
            ),
        }
    }

    fn check_kvsname(&self, message: &Message) -> Result<(), &'static str> {
        let named = message.field("kvsname") == Some(&self.kvsname);
        if named { Ok(()) } else { Err("unknown kvsname") }
    }

    /// `group=` is PMI 1.2; lists are not supported.
    fn barrier(&mut self, rank: u32, message: &Message) -> Actions {
        let group = message.field("group").unwrap_or("WORLD");
        let group = group.split(':').next().unwrap_or_default();
        let state = &mut self.ranks[rank as usize];
        let scope = match group {
            "WORLD" => Scope::World,
            "NODE" => Scope::Node(state.node),
            _ => return refuse(rank, "barrier_out", "barriers of rank lists are not supported"),
        };
        if state.in_barrier.replace(scope).is_some() {
            return refuse(rank, "barrier_out", "this rank is already in the barrier");
        }
        if self.members(scope).any(|(_, rank)| rank.gone) {
            return self.fail_barrier(scope);
        }
        if self.members(scope).all(|(_, rank)| rank.in_barrier == Some(scope)) {
            return self.release(scope, "cmd=barrier_out rc=0");
        }
        Actions::new()
    }

    fn members(&self, scope: Scope) -> impl Iterator<Item = (u32, &Rank)> {
        let is_member = move |rank: &Rank| match scope {
            Scope::World => true,
            Scope::Node(node) => rank.node == node,
        };
        (0..).zip(&self.ranks).filter(move |(_, rank)| is_member(rank))
    }

    fn fail_barrier(&mut self, scope: Scope) -> Actions {
        let gone = self.members(scope).filter(|(_, rank)| rank.gone).map(|(rank, _)| rank);
        let list: Vec<_> = gone.take(8).map(|rank| rank.to_string()).collect();
        let who = match list.as_slice() {
            [one] => format!("rank_{one}_has"),
            several => format!("ranks_{}_have", several.join(",")),
        };
        self.release(scope, &format!("cmd=barrier_out rc=-1 msg={who}_left_the_job"))
    }

    fn release(&mut self, scope: Scope, line: &str) -> Actions {
        let mut actions = Actions::new();
        for (number, rank) in (0..).zip(&mut self.ranks) {
            if rank.in_barrier == Some(scope) {
                rank.in_barrier = None;
                actions.extend(reply(number, line.to_owned()));
            }
        }
        actions
    }

    fn names(&mut self, rank: u32, command: &str, message: &Message) -> Actions {
        let service = message.field("service").unwrap_or_default();
        let answer = answer_name(command);
        let done = match command {
            "publish_name" => {
                let port = message.field("port").unwrap_or_default();
                self.space.publish(rank, service, port).map(|()| String::new())
            }
            "unpublish_name" => self.space.unpublish(service).map(|()| String::new()),
            _ => self.space.lookup(service).map(|port| format!(" port={port}")),
        };
        match done {
            Ok(more) => reply(rank, format!("cmd={answer} info=ok rc=0 msg=success{more}")),
            Err(why) => {
                let why = words::encode(why, MAX_REASON_CHARS);
                reply(rank, format!("cmd={answer} info={why} rc=1 msg={why}"))
            }
        }
    }

    /// Spawning is not supported: the whole request is read and answered with an error.
    fn spawn_line(&mut self, rank: u32, line: &[u8]) -> Actions {
        let ended = line.trim_ascii_end() == b"endcmd";
        self.ranks[rank as usize].in_spawn = !ended;
        if !ended {
            return Actions::new();
        }
        refuse(rank, "spawn_result", "spawn is not supported")
    }
}

fn abort(rank: u32, message: &Message) -> Actions {
    let code = message.number("exitcode").unwrap_or(1);
    let wanted = message.field(WANTED) == Some("1");
    let message = words::decode(message.field("message").unwrap_or_default());
    vec![Action::Abort { rank, code, message, wanted }]
}

/// The name of the reply to `command`; the protocol has none for unknown commands.
fn answer_name(command: &str) -> &'static str {
    match command {
        "get_maxes" => "maxes",
        "get_appnum" => "appnum",
        "get_universe_size" => "universe_size",
        "get_my_kvsname" => "my_kvsname",
        "put" => "put_result",
        "get" => "get_result",
        "barrier_in" => "barrier_out",
        "publish_name" => "publish_result",
        "unpublish_name" => "unpublish_result",
        "lookup_name" => "lookup_result",
        "finalize" => "finalize_ack",
        "spawn" => "spawn_result",
        _ => "error",
    }
}

fn reply(rank: u32, line: String) -> Actions {
    vec![Action::Reply { rank, text: line + "\n" }]
}

fn refuse(rank: u32, answer: &str, why: &str) -> Actions {
    refuse_with(rank, &format!("cmd={answer}"), why)
}

fn refuse_with(rank: u32, head: &str, why: &str) -> Actions {
    let mut actions =
        reply(rank, format!("{head} rc=-1 msg={}", words::encode(why, MAX_REASON_CHARS)));
    actions.push(Action::Fault { rank, what: format!("{head}: {why}") });
    actions
}

/// A field in the reply to `init`: the launcher prints the messages of aborts, so the rank need
/// not.
pub(crate) const TELLS_WORDS: &str = "tells_words";

/// A field of `abort`: the end of the job is no failure.
pub(crate) const WANTED: &str = "wanted";

/// Short enough for any client's buffer.
const MAX_REASON_CHARS: usize = 120;

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "server_tests.rs"]
mod tests;
