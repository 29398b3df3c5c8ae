//! Reports what this process waits for: text for people, and lines for the launcher, which combines
//! those of all ranks and looks for a deadlock.
//!
//! The lines: `call NAME`; `peer RANK` for each rank of the job without which some operation under
//! way cannot continue, or `peer *` for any rank; `free` if the process has a thread that may call
//! MPI and does not wait; `still` if the network knows that nothing can come; `text WORDS` for
//! people.

use super::{Engine, ThreadLevel};
use crate::coll::{COUNT_MASK, Which};
use crate::comm::{Communicator, part};
use crate::p2p::{ANY_SOURCE, ANY_TAG, Body, Key, Operating, PROC_NULL, Phase, What};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Most messages or receives that are listed individually.
const LISTED: usize = 8;

impl Engine {
    /// The lines that describe a wait in `call`.
    pub(super) fn explanation(&mut self, call: &str) -> String {
        let (mut peers, mut lines) = (BTreeSet::new(), Vec::new());
        for key in self.waited_for() {
            match self.joining(&key) {
                Some(others) => peers.extend(others),
                None => _ = peers.insert(key.source),
            }
        }
        lines.extend(self.under_way().map(|request| self.operation(request)));
        lines.extend(self.missing().map(|key| format!("waits{}", self.in_words(&key, "for"))));
        if let Some(wanted) = self.probed {
            lines.push(format!("waits for a message{} to look at", self.in_words(&wanted, "from")));
        }
        let early = self.unexpected.oldest();
        let came = early.iter().map(|early| {
            let kind = match early.body {
                Body::Bytes(..) => "here",
                Body::Announced { .. } | Body::Own { .. } => "announced",
            };
            format!(
                "unexpected: {} bytes{}, {kind}",
                early.len(),
                self.in_words(&early.key, "from")
            )
        });
        let mut text = format!("call {call}\n");
        if self.has_free_threads() {
            text.push_str("free\ntext another thread of it does not wait in MPI\n");
        }
        for peer in peers {
            // Writing to a String cannot fail, here and below.
            let _ = match peer {
                ANY_SOURCE => writeln!(text, "peer *"),
                peer => writeln!(text, "peer {peer}"),
            };
        }
        shortened(&mut text, lines.len(), lines.into_iter());
        shortened(&mut text, early.len(), came);
        text
    }

    /// The keys this process waits for: of messages to receive, and of messages that others are to
    /// receive.
    pub(super) fn waited_for(&self) -> Vec<Key> {
        let key = |request: &Operating| {
            let Operating { context, world, tag, .. } = *request;
            Key { context, source: world, tag }
        };
        self.under_way().map(key).chain(self.missing()).chain(self.probed).collect()
    }

    /// Whether there are threads of the program, which may call MPI, and do not wait. If in doubt
    /// there are.
    fn has_free_threads(&self) -> bool {
        let waiting = self.waiting.long.len().max(1);
        self.level == ThreadLevel::Multiple && threads().is_none_or(|threads| threads > waiting)
    }

    fn under_way(&self) -> impl Iterator<Item = &Operating> {
        self.requests.iter().map(|(_, request)| request).filter(|r| is_message_under_way(r))
    }

    /// The other ranks of the job, if this rank waits for its own message of a call that the
    /// network performs for all: it comes when all have joined.
    fn joining(&self, key: &Key) -> Option<impl Iterator<Item = i32> + use<>> {
        let own = self.rank as i32;
        let is_joining = self.joins && key.source == own && key.context & 3 == part::COLLECTIVE;
        is_joining.then(|| (0..self.size as i32).filter(move |rank| *rank != own))
    }

    /// The ranks that have not arrived at the board.
    fn missing(&self) -> impl Iterator<Item = Key> + '_ {
        self.board.iter().flat_map(|board| {
            board.missing().map(|source| Key { context: board.context, source, tag: 0 })
        })
    }

    /// The communicator of a message; the two low bits of a context are the kind of message.
    pub(super) fn comm_of(&self, context: u64) -> Option<&Communicator> {
        let is_it = |comm: &&Communicator| comm.context >> 2 == context >> 2;
        self.comms.iter().map(|(_, comm)| comm).find(is_it)
    }

    /// Describes one operation.
    fn operation(&self, request: &Operating) -> String {
        let Operating { context, world, tag, buffer, .. } = request;
        let key = Key { context: *context, source: *world, tag: *tag };
        let is_receive = matches!(request.what, What::Recv);
        let (verb, way) = if is_receive { ("receives", "from") } else { ("sends", "to") };
        let state = match request.phase {
            Phase::Posted => "posted, nothing has come",
            Phase::Receiving => "its parts are coming",
            Phase::Eager | Phase::Announce => "waits for room on the way",
            Phase::Answer => "told, waits for the receive",
            Phase::Parts => "its parts are going",
            Phase::Lent => "all parts have gone, not all have come",
            _ => "under way",
        };
        format!("{verb} {} bytes{}: {state}", buffer.bytes, self.in_words(&key, way))
    }

    /// Describes peer, tag and communicator.
    fn in_words(&self, key: &Key, way: &str) -> String {
        let peer = match key.source {
            ANY_SOURCE => "any rank".to_owned(),
            _ if self.joining(key).is_some() => "the network, for all ranks,".to_owned(),
            rank => format!("rank {rank}"),
        };
        let comm =
            self.comm_of(key.context).map_or("a communicator".to_owned(), ToString::to_string);
        match (key.context & 3, key.tag) {
            (0, ANY_TAG) => format!(" {way} {peer}, any tag, {comm}"),
            (0, tag) => format!(" {way} {peer}, tag {tag}, {comm}"),
            (1 | 3, tag) if tag > COUNT_MASK => {
                format!(" {way} {peer} in a collective call, {comm}, {}", Which::name(tag))
            }
            _ => format!(" {way} {peer} in a collective call, {comm}"),
        }
    }
}

/// Number of threads of this process except those of our libraries, which bear their names.
fn threads() -> Option<usize> {
    let tasks = std::fs::read_dir("/proc/self/task").ok()?;
    let names = tasks.map(|task| std::fs::read(task.ok()?.path().join("comm")).ok());
    let names: Option<Vec<_>> = names.collect();
    Some(names?.iter().filter(|name| !name.starts_with(b"skifch-")).count())
}

/// Whether the request is a single message to or from a rank and is not complete.
fn is_message_under_way(request: &Operating) -> bool {
    let is_message = matches!(request.what, What::Send(_) | What::Recv);
    let is_over = matches!(request.phase, Phase::Inactive | Phase::Done);
    is_message && !is_over && request.world != PROC_NULL
}

/// Writes the first lines, and how many more there are.
fn shortened(text: &mut String, count: usize, lines: impl Iterator<Item = String>) {
    for line in lines.take(LISTED) {
        let _ = writeln!(text, "text {line}");
    }
    if count > LISTED {
        let _ = writeln!(text, "text and {} more", count - LISTED);
    }
}
