//! Progress of the endpoint: datagrams in and out, timers, connections that open and end. It is
//! made by whichever thread holds the lock: a call that has nothing better to do, or the helper.

use crate::channel::{End, Gone, Lane};
use crate::lost::Why;
use crate::memory::{is_memory, owner_of};
use crate::net::State;
use crate::{Addr, Sent, SentRun, clock, mtu};
use skifch_backend::Error;
use skifch_backend::abi::{LogLevel, NetAddr, PeerState, rank_of};
use skifch_proto::{ConnectionId, Event, Link, Reason};
use std::io::IoSlice;

/// Receive system calls per poll at most, so that the lock is released soon.
const ROUNDS: usize = 8;
/// Minimum interval in ns between two queries for network events (ICMP reports).
const HEAR_NS: u64 = 500_000;
/// Connection attempts, each as long as the timeout, before a channel counts as gone: it may open
/// late.
const ATTEMPTS: u32 = 10;
/// Retry interval in ns for a full socket: a 10 Gbit/s link drains 125 KB of its queue in that
/// time.
const RETRY_NS: u64 = 100_000;
/// Maximum slices of one burst: header, two pieces and padding for each datagram.
const MAX_SLICES: usize = 4 * 64;

impl State {
    /// Polls clock, socket and protocol, and does all work that is due. Returns whether anything
    /// arrived.
    ///
    /// # Errors
    /// If the socket is broken.
    pub(crate) fn look(&mut self) -> Result<bool, Error> {
        // Datagrams that arrived while this process was stopped are processed before timeouts are
        // checked.
        let came = self.receive()?;
        match came {
            0 => self.tick(),
            // After a single datagram skip the clock reading: what is sent now answers that
            // datagram.
            1 => self.ticks = clock::ticks(),
            _ => (),
        }
        self.looked_ns = self.now_ns;
        self.note_call();
        // In a ping-pong exchange, timers can wait until the next poll.
        if came == 0 || !self.inbox.is_exchange() {
            self.on_time();
        }
        if self.now_ns >= self.heard_ns + HEAR_NS {
            self.hear_events()?;
            self.note_strangers();
        }
        self.transmit()?;
        self.settle();
        self.pump_memory_if_due();
        Ok(came > 0)
    }

    /// Makes all progress that can be made now, and sends all that was held back for coalescing:
    /// the caller has nothing else to do. Returns whether anything arrived.
    ///
    /// # Errors
    /// As [`look`](Self::look).
    pub(crate) fn advance(&mut self) -> Result<bool, Error> {
        self.flush()?;
        let has_come = self.look()?;
        self.pump_memory();
        self.flush()?;
        Ok(has_come)
    }

    /// [`look`](Self::look), unless that was done a moment ago: both sides of a channel make
    /// progress one after the other.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn look_again(&mut self) -> Result<(), Error> {
        self.tick();
        if self.now_ns == self.looked_ns { Ok(()) } else { self.look().map(drop) }
    }

    /// Reads the clock, unless it was read a moment ago.
    #[inline(always)]
    pub(crate) fn tick(&mut self) {
        let ticks = clock::ticks();
        if ticks.wrapping_sub(self.ticks) > clock::FEW_TICKS {
            (self.ticks, self.now_ns) = (ticks, clock::now_ns());
            self.note_call();
        }
    }

    /// Time in ns of the next deadline, if any.
    pub(crate) fn deadline_ns(&mut self) -> Option<u64> {
        // Compare plain numbers: when comparing options, the optimiser reads their contents before
        // checking that they hold a value, which valgrind reports.
        const NEVER: u64 = u64::MAX;
        let due = [
            self.endpoint.next_deadline(),
            self.port.due_ns(),
            self.memory.due_ns(),
            self.retry_ns,
            self.held_ns,
            self.shortage.due_ns(),
        ];
        let due = due.into_iter().map(|at| at.unwrap_or(NEVER)).min();
        due.filter(|&at| at != NEVER)
    }

    #[inline(always)]
    fn on_time(&mut self) {
        if self.endpoint.is_due(self.now_ns) {
            self.endpoint.on_timer(self.now_ns);
        }
    }

    #[inline(always)]
    fn receive(&mut self) -> Result<usize, Error> {
        if self.shortage.is_on() && self.is_too_soon() {
            return Ok(0);
        }
        let mut came = 0;
        for _ in 0..ROUNDS {
            let Self { inbox, endpoint, port, now_ns, .. } = self;
            let received = match inbox.receive(now_ns, &**port, endpoint) {
                Ok(received) => received,
                Err(error) => return self.fail_to_receive(error).map(|()| came),
            };
            came += received.count;
            if !received.is_full {
                break;
            }
        }
        Ok(came)
    }

    /// Sends everything that may leave now.
    #[inline(always)]
    pub(crate) fn transmit(&mut self) -> Result<(), Error> {
        if self.retry_ns.is_none() && !self.endpoint.has_some_to_send() {
            return Ok(());
        }
        self.transmit_some()
    }

    #[inline(never)]
    fn transmit_some(&mut self) -> Result<(), Error> {
        self.held_ns = None;
        if self.retry_ns.is_some() && !self.retry()? {
            return Ok(());
        }
        while self.endpoint.poll_transmit(self.now_ns, &mut self.burst) {
            if !self.send_burst()? {
                break;
            }
        }
        Ok(())
    }

    /// Retries the rest of a burst that found the socket full. Returns whether it was sent or is
    /// obsolete.
    #[cold]
    fn retry(&mut self) -> Result<bool, Error> {
        if self.retry_ns.is_some_and(|at| self.now_ns < at) {
            return Ok(false);
        }
        self.retry_ns = None;
        if !self.endpoint.is_current(&self.burst) {
            return Ok(true);
        }
        self.send_burst()
    }

    /// Sends the burst. `false`: the socket is full, and the rest of the burst is kept for a retry.
    fn send_burst(&mut self) -> Result<bool, Error> {
        let to = self.burst.to().into();
        if !self.burst.is_routine() {
            self.port.unconnect(&to);
        }
        let (segments, end) = if self.burst.count() == 1 {
            let slices = self.endpoint.only_parts(&self.burst).map(IoSlice::new);
            (0, self.port.send_kept(&to, &slices)?)
        } else {
            let run = self.send_run(&to)?;
            (run.segments, run.end)
        };
        match end {
            Sent::Full => {
                self.burst.advance(segments);
                self.retry_ns = Some(self.now_ns + RETRY_NS);
            }
            Sent::TooBig => self.endpoint.on_too_big(&self.burst),
            // A datagram that could not be sent counts as lost on the network.
            Sent::Unreachable(errno) => self.shortage.on_send(errno),
            Sent::Yes => {}
        }
        Ok(end != Sent::Full)
    }

    /// A separate stack frame, since the slice array is large.
    #[inline(never)]
    fn send_run(&self, to: &Addr) -> Result<SentRun, Error> {
        let mut slices = [IoSlice::new(&[]); MAX_SLICES];
        let mut count = 0;
        for (slice, part) in slices.iter_mut().zip(self.endpoint.parts(&self.burst)) {
            *slice = IoSlice::new(part);
            count += 1;
        }
        self.port.send_run(to, &slices[..count], self.burst.segment_bytes())
    }

    /// Sends small messages that were held back for coalescing.
    #[inline(always)]
    pub(crate) fn flush(&mut self) -> Result<(), Error> {
        if let Some(id) = self.unflushed.take() {
            self.endpoint.flush(self.now_ns, id);
            self.transmit()?;
        }
        Ok(())
    }

    /// Processes events and readable connections reported by the protocol.
    #[inline(always)]
    pub(crate) fn settle(&mut self) {
        if self.endpoint.has_some_to_tell() {
            self.settle_some();
        }
    }

    #[inline(never)]
    fn settle_some(&mut self) {
        // Reading a connection may detect a violation, which then becomes an event: loop until both
        // are empty.
        loop {
            if let Some(event) = self.endpoint.poll_event() {
                self.on_event(event);
            } else if let Some(id) = self.endpoint.poll_readable() {
                self.on_readable(id);
            } else {
                break;
            }
        }
    }

    fn on_event(&mut self, event: Event) {
        match event {
            Event::Opened { id, link, .. } if is_memory(link.local) => {
                self.on_memory_opened(id, link);
            }
            Event::Opened { id, link, .. } => self.on_opened(id, link),
            Event::Writable { id } if self.memory_link(id).is_some() => self.pump_memory(),
            Event::Writable { id } => {
                if let Some(lane) = self.lanes.get(&id)
                    && let (peer, Some(owner)) = (lane.peer, lane.owner)
                    && let Some(channel) = self.channel(owner)
                {
                    channel.wake_sender(peer);
                }
            }
            Event::Closed { id, link } => self.on_closed(id, link),
            Event::Lost { id, link, reason } => self.on_given_up(id, link, reason),
        }
    }

    /// The protocol has given up a connection.
    fn on_given_up(&mut self, id: ConnectionId, link: Link, reason: Reason) {
        if reason == Reason::Narrow
            && let Some(to) = self.endpoint.address(id)
        {
            let words = mtu::too_narrow(owner_of(link.remote), &to.into());
            self.host.log(LogLevel::Warn, words);
        }
        match self.memory_link(id) {
            Some(_) => self.on_memory_lost(id, link, End::Lost(reason)),
            None => self.on_lost(id, link, End::Lost(reason)),
        }
    }

    /// Registers a new connection of the channel at index `owner`.
    pub(crate) fn add_lane(&mut self, id: ConnectionId, owner: usize, peer: NetAddr) {
        let lane = Lane { owner: Some(owner), peer, is_open: false, is_ready: false, end: None };
        self.lanes.insert(id, lane);
        self.helper.is_needed = true;
        if let Some(channel) = self.channel(owner) {
            channel.peer(peer).streams.push_back(id);
        }
    }

    fn on_opened(&mut self, id: ConnectionId, link: Link) {
        let owner = self
            .channels
            .iter()
            .position(|channel| channel.as_ref().is_some_and(|channel| channel.addr == link.local));
        let Some(owner) = owner else {
            // The channel was closed in the meantime.
            self.endpoint.close(self.now_ns, id);
            self.endpoint.forget(id);
            return;
        };
        if !self.lanes.contains_key(&id) {
            self.add_lane(id, owner, link.remote);
        }
        let Some(lane) = self.lanes.get_mut(&id) else { return };
        lane.is_open = true;
        let Some(channel) = self.channels[owner].as_mut() else { return };
        let is_watching = channel.is_watching;
        channel.counters.lanes_in.add(1);
        let peer = channel.peer(link.remote);
        (peer.way, peer.gone, peer.attempts) = (Some((id, true)), None, 0);
        channel.wake_sender(link.remote);
        if is_watching {
            self.endpoint.watch(self.now_ns, id, true);
        }
    }

    /// The peer has acknowledged everything that a closed connection sent.
    fn on_closed(&mut self, id: ConnectionId, link: Link) {
        if self.lanes.get(&id).is_some_and(|lane| lane.owner.is_some()) {
            // The peer closed first, and its data is still being received.
            return;
        }
        self.lanes.remove(&id);
        if self.closing.get(&link) == Some(&id) {
            self.closing.remove(&link);
            // If the peer sends on it from now on, it is told that the connection is unknown.
            self.part(id);
        }
    }

    pub(crate) fn on_lost(&mut self, id: ConnectionId, link: Link, end: End) {
        let unacked = self.endpoint.stats(id).map_or(0, |stats| stats.unacked_bytes);
        let (has_closed, lost) = (self.has_closed(id, end), self.lost_bytes(id, end));
        let Some(lane) = self.lanes.get_mut(&id) else { return self.endpoint.forget(id) };
        let (is_open, peer_addr) = (lane.is_open, lane.peer);
        let Some(owner) = lane.owner else {
            self.lost_while_closing(id, link, end, lost);
            return;
        };
        if lane.end.is_some() {
            return;
        }
        lane.end = Some(end);
        let Some(channel) = self.channels[owner].as_mut() else { return };
        let peer = channel.peer(peer_addr);
        if is_open && lost > 0 {
            peer.lost = Some((lost, end));
        }
        if peer.way.is_some_and(|(way, _)| way == id) {
            peer.way = None;
            peer.attempts += 1;
            let may_open_late = !is_open && peer.gone.is_none() && peer.attempts < ATTEMPTS;
            if !may_open_late || end != End::Lost(Reason::Silent) {
                let state = end.state(has_closed);
                let is_unheard = !is_open && end == End::Lost(Reason::Silent);
                let end = if is_unheard { End::Unheard } else { end };
                peer.gone.get_or_insert(Gone { state, end: Some(end) });
                peer.is_unreported |= unacked > 0 || !is_open;
            }
        }
        channel.wake_sender(peer_addr);
        if is_open {
            self.on_readable(id);
        } else {
            channel.peer(peer_addr).streams.retain(|stream| *stream != id);
            self.lanes.remove(&id);
            self.endpoint.forget(id);
            if end == End::Lost(Reason::Silent) {
                self.note_unheard(peer_addr);
            }
        }
    }

    fn lost_while_closing(&mut self, id: ConnectionId, link: Link, end: End, lost: u64) {
        // Requests whose execution in the memory of a rank that has left is unconfirmed do not
        // count.
        if lost > 0 && !is_memory(link.local) {
            self.losses.add(rank_of(link.remote), lost, Why::End(end));
        }
        self.lanes.remove(&id);
        if self.closing.get(&link) == Some(&id) {
            self.closing.remove(&link);
        }
        self.endpoint.forget(id);
    }

    /// A connection has data to receive, or has ended.
    fn on_readable(&mut self, id: ConnectionId) {
        if let Some(link) = self.memory_link(id) {
            return self.on_memory_readable(id, link);
        }
        let Some(lane) = self.lanes.get_mut(&id) else {
            // Its channel is closed; the connection finishes without it.
            return self.discard(id);
        };
        let Some(owner) = lane.owner else { return self.discard(id) };
        let Some(channel) = self.channels.get_mut(owner).and_then(Option::as_mut) else { return };
        if !lane.is_ready && channel.peer(lane.peer).streams.front() == Some(&id) {
            channel.ready.push_back(id);
            lane.is_ready = true;
        }
        channel.wake_receiver();
    }

    /// Drops incoming messages that nobody will read, so that the peer's close can arrive.
    fn discard(&mut self, id: ConnectionId) {
        let mut has_taken = false;
        while let skifch_proto::Turn::Message(_) = self.endpoint.take(self.now_ns, id) {
            has_taken = true;
        }
        if has_taken {
            self.endpoint.release(self.now_ns, id);
        }
    }

    /// Probes the peers periodically while the program receives on the channel.
    #[inline(always)]
    pub(crate) fn watch_peers(&mut self, index: usize, is_watching: bool) {
        if self.channel(index).is_some_and(|channel| channel.is_watching != is_watching) {
            self.change_watch(index, is_watching);
        }
    }

    #[cold]
    fn change_watch(&mut self, index: usize, is_watching: bool) {
        let Some(channel) = self.channels.get_mut(index).and_then(Option::as_mut) else { return };
        channel.is_watching = is_watching;
        for peer in channel.peers.values() {
            for id in &peer.streams {
                self.endpoint.watch(self.now_ns, *id, is_watching);
            }
        }
    }

    /// Stops probing for channels on which the program no longer receives.
    pub(crate) fn stop_watching(&mut self) {
        for index in 0..self.channels.len() {
            let is_awake = |channel: &crate::channel::Channel| !channel.rx.is_asleep;
            if self.channels[index].as_ref().is_some_and(|it| it.is_watching && is_awake(it)) {
                self.watch_peers(index, false);
            }
        }
    }

    /// Sets the peer's final state once all its data has been received.
    pub(crate) fn set_gone(&mut self, owner: usize, addr: NetAddr, id: ConnectionId, gone: Gone) {
        let Some(channel) = self.channel(owner) else { return };
        match gone.state {
            PeerState::Dead => channel.counters.dead.add(1),
            PeerState::Broken => channel.counters.broken.add(1),
            _ => {}
        }
        let peer = channel.peer(addr);
        if peer.way.is_some_and(|(way, _)| way == id) {
            peer.way = None;
        }
        if peer.way.is_none_or(|(_, is_open)| !is_open) {
            peer.gone = Some(gone);
        }
    }
}
