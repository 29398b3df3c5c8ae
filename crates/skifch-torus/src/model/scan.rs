//! Reading what ranks write. None of it is trusted.

use super::answers::Due;
use super::member::{Member, PendingQuery};
use super::traffic::Traffic;
use super::{End, Machine};
use crate::layout::{SEATS, model, rank};
use crate::record::{HEADER, Kind as RecordKind, Record};
use crate::seat::{For, Kind, LATEST, NEVER, Query};
use skifch_backend::abi::{MAX_PORT, rank_of};
use std::sync::atomic::Ordering::{Acquire, Release};

impl Machine {
    /// Reads all new records and queries; returns whether there was a query.
    pub(super) fn scan(&mut self) -> Result<bool, End> {
        let mut has_news = false;
        for at in 0..self.members.len() {
            let member = &mut self.members[at];
            if member.has_left || (member.running == 0 && !member.has_news()) {
                continue;
            }
            // SYNC clock, exit, post: what the rank put into its ring before that is read below.
            let exits = member.own.word(rank::EXITS).load(Acquire);
            let clock = member.own.word(rank::CLOCK).load(Acquire);
            let posts = member.own.word(rank::POSTS).load(Acquire);
            // SYNC join: loaded after anything that threads that joined may have written since.
            let joins = member.own.word(rank::JOINS).load(Acquire);
            self.read_ring(at)?;
            let member = &mut self.members[at];
            member.clock = member.clock.max(clock);
            let exited = exits.wrapping_sub(std::mem::replace(&mut member.exits, exits));
            let joined = joins.wrapping_sub(std::mem::replace(&mut member.joins, joins));
            let running = u64::from(member.running).checked_add(joined);
            let running = running.and_then(|running| running.checked_sub(exited));
            let Some(running) = running.and_then(|running| u32::try_from(running).ok()) else {
                return Err(broken(member, "withdraws more threads than it has"));
            };
            member.running = running;
            if posts != member.posts {
                let count = posts.wrapping_sub(std::mem::replace(&mut member.posts, posts));
                has_news = true;
                self.read_seats(at, count)?;
            }
        }
        Ok(has_news)
    }

    fn read_ring(&mut self, at: usize) -> Result<(), End> {
        let member = &self.members[at];
        // SYNC ring-put: pairs with the release store of the rank.
        let tail = member.own.word(rank::TAIL).load(Acquire);
        if tail == member.head {
            return Ok(());
        }
        if tail.wrapping_sub(member.head) > rank::RING_BYTES as u64 {
            return Err(broken(member, "reports more bytes in its ring than fit"));
        }
        while self.members[at].head != tail {
            let member = &self.members[at];
            let left = tail - member.head;
            let mut bytes = [0; HEADER];
            if left < HEADER as u64 {
                return Err(broken(member, "put a truncated record into its ring"));
            }
            member.ring.read(member.head, &mut bytes);
            let record = Record::decode(&bytes).filter(|record| record.bytes() as u64 <= left);
            let Some(record) = record else {
                return Err(broken(member, "put an invalid record header into its ring"));
            };
            let is_of_port = matches!(
                record.kind,
                RecordKind::Send | RecordKind::Comp | RecordKind::Close | RecordKind::Join
            );
            if record.at > LATEST {
                return Err(self.over(at));
            }
            if is_of_port && record.port > MAX_PORT {
                return Err(broken(
                    member,
                    &format!("put an invalid record into its ring, {record:?}"),
                ));
            }
            if record.kind != RecordKind::Call {
                self.active_at = self.active_at.max(record.at);
            }
            self.take(at, &record)?;
            self.members[at].head += record.bytes() as u64;
        }
        let head = model::SLOT + at * model::SLOT_BYTES + model::HEAD;
        // SYNC ring-taken: what was read may be overwritten.
        self.shared.map.word(head).store(tail, Release);
        Ok(())
    }

    fn take(&mut self, at: usize, record: &Record) -> Result<(), End> {
        let (traffic, members) = (&mut self.traffic, &mut self.members);
        let done = match record.kind {
            RecordKind::Send if rank_of(record.dst) as usize >= members.len() => {
                Err("sends to a rank that does not exist")
            }
            RecordKind::Send => traffic.send(&mut members[at], record),
            RecordKind::Comp => traffic.release(&mut members[at], record),
            RecordKind::Close => traffic.close(&mut members[at], record),
            RecordKind::Put | RecordKind::Request | RecordKind::Words
                if record.dst as usize >= members.len() =>
            {
                Err("requests memory of a rank that does not exist")
            }
            RecordKind::Put | RecordKind::Request | RecordKind::Words => {
                traffic.request(&mut members[at], record)
            }
            RecordKind::CloseSegment => Traffic::close_segment(&mut members[at], record.port),
            RecordKind::Join => {
                return self.traffic.join(&mut self.members[at], record).map_err(|reason| {
                    let report = format!("torus: {reason}\n");
                    End::Badly { errno: libc::EINVAL, reason, report }
                });
            }
            RecordKind::Call => {
                traffic.call(&members[at], record);
                Ok(())
            }
        };
        done.map_err(|what| broken(&self.members[at], what))
    }

    /// Reads `count` queries, which are in the first seats that were free.
    fn read_seats(&mut self, at: usize, mut count: u64) -> Result<(), End> {
        for seat in 0..SEATS {
            if count == 0 {
                break;
            }
            let member = &mut self.members[at];
            // SYNC seat: pairs with the release store of the rank.
            let number = member.own.half(rank::SEAT + seat * rank::SEAT_BYTES).load(Acquire);
            // A query later than the last one counted is left for the next scan: the ring has not
            // been read up to it.
            if number == member.seen[seat] || Query::post(&member.own, seat) > member.posts {
                continue;
            }
            member.seen[seat] = number;
            count -= 1;
            let Some(query) = Query::read(&member.own, seat) else {
                return Err(broken(member, "put an undecodable query into its seat"));
            };
            if query.clock > LATEST {
                return Err(self.over(at));
            }
            if !is_possible(&query) {
                return Err(broken(
                    member,
                    &format!("put an invalid query into its seat, {query:?}"),
                ));
            }
            if query.kind != Kind::Enter {
                // The thread does not run until it is answered.
                let Some(running) = member.running.checked_sub(1) else {
                    return Err(broken(member, "waits with more threads than it has"));
                };
                member.running = running;
            }
            // Waiting for a while is like polling.
            let is_timed = query.kind == Kind::Wait && query.deadline != NEVER;
            if !is_timed && !matches!(query.kind, Kind::Poll | Kind::Flush | Kind::Settle) {
                self.active_at = self.active_at.max(query.clock);
            }
            self.put(at, seat, query);
        }
        Ok(())
    }

    /// The clock of a rank has passed the last time that there is.
    #[cold]
    fn over(&self, at: usize) -> End {
        let end = self.time(LATEST);
        let reason = format!("virtual time is over: the clock of rank {at} has passed {end}");
        End::Badly { errno: libc::EOVERFLOW, report: format!("torus: {reason}\n"), reason }
    }

    fn put(&mut self, at: usize, seat: usize, query: Query) {
        let is_meeting = query.kind == Kind::Meet;
        let member = &mut self.members[at];
        let Due { at: due, needs } = self.traffic.due(member, &query);
        member.put(seat, PendingQuery { query, due, needs });
        if is_meeting {
            self.meet();
        }
    }
}

/// Whether all values of a query are in range.
fn is_possible(query: &Query) -> bool {
    let port = |what: &For| match what {
        For::Message { port, .. } | For::Room { port, .. } => *port,
        _ => 0,
    };
    let is_possible =
        query.waits.iter().all(|wait| port(&wait.what) <= MAX_PORT && wait.offset < query.period);
    is_possible
        && (1..=LATEST).contains(&query.period)
        && (query.kind != Kind::Open || query.extra <= u64::from(MAX_PORT))
}

#[cold]
fn broken(member: &Member, what: &str) -> End {
    let reason = format!("rank {} broke the protocol: it {what}", member.number);
    End::Badly { errno: libc::EPROTO, report: format!("torus: {reason}\n"), reason }
}
