//! When queries are answered, and with what.

use super::member::Member;
use super::traffic::Traffic;
use super::{End, Machine, report};
use crate::call::round_up;
use crate::futex;
use crate::seat::{Answer, For, Kind, NEVER, Query};
use skifch_backend::abi::{NetAddr, port_of, rank_of};
use std::sync::atomic::Ordering::Release;

/// When a query will be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) at: u64,
    /// Time up to which all receptions must be known for `at` to be certain.
    pub(super) needs: u64,
}

impl Due {
    pub(super) fn sure(at: u64) -> Self {
        Self { at, needs: 0 }
    }

    /// When polls for the conditions of `query` would find the first one met, or give up; `when`
    /// gives the time at which a condition is met.
    pub(super) fn first(query: &Query, when: impl Fn(&For) -> Option<u64>) -> Self {
        let round = |begin: u64, at: u64| round_up(begin, at, query.period) - begin;
        let found = query.waits.iter().filter_map(|wait| {
            let at = when(&wait.what)?;
            Some(query.clock.saturating_add(round(query.clock.saturating_add(wait.offset), at)))
        });
        let at = found.min().unwrap_or(NEVER).min(query.deadline);
        if at == NEVER {
            return Self { at, needs: NEVER };
        }
        let needs = match &query.waits[..] {
            // Messages arrive in order, and so do accesses to memory: the first one known is the
            // first.
            [one] if !matches!(one.what, For::Room { .. }) && when(&one.what).is_some() => 0,
            // A condition not known to be met before a round begins is found in that round at the
            // earliest, whichever call checks it: offsets are less than the period.
            _ => at,
        };
        Self { at, needs }
    }
}

impl Machine {
    /// Answers all queries that can be answered; returns whether there was one.
    pub(super) fn answer_all(&mut self) -> Result<bool, End> {
        let horizon = self.horizon();
        let mut has_answered = false;
        for at in 0..self.members.len() {
            if self.members[at].due == NEVER {
                continue;
            }
            for seat in 0..self.members[at].queries.len() {
                let pending = self.members[at].queries[seat].as_ref();
                if pending.is_some_and(|it| it.due != NEVER && it.needs <= horizon) {
                    self.answer(at, seat)?;
                    has_answered = true;
                }
            }
            self.members[at].update_due();
        }
        Ok(has_answered)
    }

    fn answer(&mut self, at: usize, seat: usize) -> Result<(), End> {
        if let Some(due) = self.members[at].queries[seat].as_ref().map(|pending| pending.due) {
            self.settle(at, due.min(self.untouched_until(at)));
        }
        let Some(pending) = self.members[at].queries[seat].take() else { return Ok(()) };
        let (query, clock) = (pending.query, pending.due);
        let mut answer = Answer { clock, ..Answer::default() };
        match query.kind {
            Kind::Open => {
                let opened = self.traffic.open(&mut self.members[at], query.extra as u32, clock);
                opened.map_err(|error| End::Badly {
                    errno: error.errno(),
                    reason: format!("rank {at} cannot open port {}: {error}", query.extra),
                    report: format!("torus: rank {at}, port {}: {error}\n", query.extra),
                })?;
            }
            Kind::Leave => self.leave(at, &query),
            Kind::Segment => answer.is_gone = self.take_part(at, &query).is_err(),
            _ => {}
        }
        if let Some(wait) = query.waits.first() {
            let told = self.traffic.news(&mut self.members[at], &wait.what, clock);
            (answer.freed, answer.is_gone, answer.is_up) = told;
            if let For::Closed { dst } = wait.what {
                answer.is_gone = self.is_known_as_closed(dst, clock);
            }
        }
        if clock < query.deadline && matches!(query.kind, Kind::Poll | Kind::Wait) {
            self.active_at = self.active_at.max(clock);
        }
        let member = &mut self.members[at];
        if member.running == 0 {
            member.clock = member.clock.max(clock);
        }
        // A rank that has left does not run any more.
        member.running = if member.has_left { 0 } else { member.running + 1 };
        let map = &self.shared.map;
        let place = Answer::place(at, seat);
        answer.write(map, place);
        // SYNC answer: pairs with the acquire load of the rank.
        map.half(place).store(member.seen[seat], Release);
        futex::wake(map.half(place));
        Ok(())
    }

    /// Whether a channel has closed so long before `at` that the news can have come by then: what
    /// other ranks did later is not known yet in every run.
    fn is_known_as_closed(&self, dst: NetAddr, at: u64) -> bool {
        let way = self.traffic.lead_in + self.traffic.lead_out;
        let member = self.members.get(rank_of(dst) as usize);
        let channel = member.and_then(|member| member.channels.get(&port_of(dst)));
        let known_at = at.checked_sub(way);
        channel.zip(known_at).is_some_and(|(channel, at)| channel.is_closed_at(at))
    }

    fn leave(&mut self, at: usize, query: &Query) {
        let member = &mut self.members[at];
        member.has_left = true;
        member.trace = query.extra;
        member.clock = query.clock;
        self.traffic.leave(member, query.clock);
        self.meet();
        let is_told = self.config.is_reported || self.config.outputs.is_any();
        if is_told && self.members.iter().all(|member| member.has_left) {
            // Credits may be in flight; how far they have come by now varies between runs.
            while self.traffic.next_event().is_some() {
                self.traffic.advance(u64::MAX >> 2, &mut self.members);
            }
            if self.config.is_reported {
                report::say(&self.summary());
            }
            self.write_outputs("");
        }
    }

    /// Lets all ranks in a barrier continue, if the last one has arrived.
    pub(super) fn meet(&mut self) {
        let here = || self.members.iter().filter(|member| !member.has_left);
        if here().any(|member| member.meets_at().is_none()) {
            return;
        }
        let Some(at) = here().filter_map(Member::meets_at).max() else { return };
        for member in &mut self.members {
            for pending in member.queries.iter_mut().flatten() {
                if pending.query.kind == Kind::Meet {
                    (pending.due, pending.needs) = (at, 0);
                }
            }
            member.update_due();
        }
    }

    /// Whether all ranks have polled without success for so long that nothing will come.
    pub(super) fn is_at_rest(&self) -> bool {
        let patience = self.config.patience_s.saturating_mul(1_000_000_000);
        let patience = patience.saturating_mul(self.costs.ticks_per_ns);
        let is_idle = |query: &Query, due: u64| match query.kind {
            Kind::Poll | Kind::Wait => due == query.deadline && due > query.clock,
            _ => due == NEVER,
        };
        let here = || self.members.iter().filter(|member| !member.has_left);
        let first = here().map(|member| member.due).min().unwrap_or(0);
        first > self.active_at.saturating_add(patience)
            && self.traffic.next_event().is_none()
            && here().all(|member| {
                member.running == 0
                    && member.queries.iter().flatten().all(|it| is_idle(&it.query, it.due))
            })
    }
}

impl Traffic {
    /// When a query of a rank will be answered, as far as is known.
    pub(super) fn due(&self, member: &Member, query: &Query) -> Due {
        match query.kind {
            Kind::Flush | Kind::Open | Kind::Leave | Kind::Segment => Due::sure(query.clock),
            Kind::Settle => Due { at: query.clock, needs: query.clock },
            // What the thread sends must not be late for the network.
            Kind::Enter => {
                Due::sure(query.clock.max((self.frontier + 1).saturating_sub(self.lead_in)))
            }
            Kind::Meet => Due { at: NEVER, needs: NEVER },
            Kind::Poll | Kind::Wait => Due::first(query, |what| self.when(member, what)),
        }
    }

    /// When a condition is met, if that is known.
    fn when(&self, member: &Member, what: &For) -> Option<u64> {
        match *what {
            For::Message { port, index } => member.channels.get(&port)?.visible_at(index),
            For::Room { freed: 0, .. } => Some(0),
            For::Room { port, dst, freed } => {
                let lane = &self.lanes[*member.channels.get(&port)?.out.get(&dst)?];
                if lane.freed >= freed {
                    return Some(0);
                }
                let is_enough =
                    |(_, free, life): &&(u64, u64, u32)| *free >= freed || *life > lane.told;
                lane.news.iter().find(is_enough).map(|(at, ..)| *at)
            }
            _ => member.remote.when(what),
        }
    }

    /// Recomputes the answer times of a rank, for which something has arrived.
    pub(super) fn update(&self, member: &mut Member) {
        for seat in 0..member.queries.len() {
            let Some(pending) = &member.queries[seat] else { continue };
            if !matches!(pending.query.kind, Kind::Poll | Kind::Wait) {
                continue;
            }
            let due = self.due(member, &pending.query);
            if let Some(pending) = &mut member.queries[seat] {
                (pending.due, pending.needs) = (due.at, due.needs);
            }
        }
        member.update_due();
    }

    /// What a sender learns about a lane at `at`: bytes released, whether its receiver has closed
    /// since the last answer, and whether it has accepted anything.
    pub(super) fn news(&mut self, member: &mut Member, what: &For, at: u64) -> (u64, bool, bool) {
        let For::Room { port, dst, .. } = what else {
            let (bytes, is_closed) = member.remote.news(what, at);
            return (bytes, is_closed, false);
        };
        let lane = member.channels.get(port).and_then(|channel| channel.out.get(dst));
        let Some(lane) = lane.map(|lane| &mut self.lanes[*lane]) else { return (0, false, false) };
        let mut is_gone = false;
        while let Some((_, freed, life)) = lane.news.pop_front_if(|(time, ..)| *time <= at) {
            lane.freed = lane.freed.max(freed);
            if life > lane.told {
                lane.told = life;
                is_gone = true;
            }
        }
        (lane.freed, is_gone, lane.up_at <= at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Wait;

    fn query(clock: u64, deadline: u64, period: u64, offsets: &[u64]) -> Query {
        let wait = |(port, offset): (u32, &u64)| Wait {
            what: For::Message { port, index: 0 },
            offset: *offset,
        };
        let waits = (0..).zip(offsets).map(wait).collect();
        Query { kind: Kind::Poll, clock, deadline, period, extra: 0, waits }
    }

    fn due(query: &Query, visible: &[Option<u64>]) -> (u64, u64) {
        let Due { at, needs } = Due::first(query, |what| match what {
            For::Message { port, .. } => visible[*port as usize],
            _ => None,
        });
        (at, needs)
    }

    #[test]
    fn polls_are_passed_over_up_to_the_one_that_finds_something() {
        let one = query(100, 1100, 50, &[0]);
        assert_eq!(due(&one, &[None]), (1100, 1100), "in vain");
        assert_eq!(due(&one, &[Some(70)]), (100, 0), "there already");
        assert_eq!(due(&one, &[Some(300)]), (300, 0));
        assert_eq!(due(&one, &[Some(301)]), (350, 0));
        assert_eq!(due(&one, &[Some(9000)]), (1100, 0), "after the last poll");
        assert_eq!(due(&query(100, NEVER, 1, &[0]), &[None]), (NEVER, NEVER));
    }

    /// Compared with polls made one by one: two ports in turn.
    #[test]
    fn a_round_ends_where_its_first_poll_finds_something() {
        let (clock, period, offset) = (1000, 110, 50);
        let two = query(clock, clock + 100 * period, period, &[0, offset]);
        for (a, b) in (900..1500).flat_map(|a| [(a, 1300), (1300, a), (a, a)]) {
            let round = (0..=100).find(|round| {
                let begin = clock + round * period;
                begin >= a || begin + offset >= b
            });
            let begin = clock + round.unwrap_or(100) * period;
            assert_eq!(due(&two, &[Some(a), Some(b)]), (begin, begin), "{a} {b}");
        }
    }
}
