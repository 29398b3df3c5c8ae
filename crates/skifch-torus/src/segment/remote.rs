//! A rank's outstanding requests to the memory of others.

use super::landing::Landing;
use super::request_limit;
use crate::call::Call;
use crate::memory::Map;
use crate::record::{Kind as RecordKind, Record};
use crate::request::{BYTES, Request, encode_word};
use crate::seat::{For, Kind, NEVER, Query, Wait};
use skifch_backend::Error;
use skifch_backend::abi::{WordOp, iovec};
use skifch_backend::iov::Cursor;
use std::collections::HashSet;

/// Maximum bytes of data in one request.
pub(super) const CHUNK: usize = 1 << 14;

/// The part of a rank's state for remote memory access.
#[derive(Default)]
pub(crate) struct Remote {
    /// Number of open segments.
    pub(super) open: usize,
    segments: u32,
    agreements: u32,
    counters: u64,
    /// Bytes on the wire of requests issued, and of those known to have arrived.
    issued: u64,
    gone: u64,
    pub(super) landing: Landing,
    /// Counters of which an answer said that the target has closed its part.
    closed: HashSet<u64>,
}

impl Remote {
    /// Whether nobody can access this rank's memory: it has no open segment.
    pub(crate) fn is_idle(&self) -> bool {
        self.open == 0
    }

    pub(super) fn next_segment(&mut self) -> u32 {
        self.segments += 1;
        self.segments
    }

    pub(super) fn next_agreement(&mut self) -> u32 {
        self.agreements += 1;
        self.agreements
    }

    pub(super) fn next_counter(&mut self) -> u64 {
        self.counters += 1;
        self.counters
    }
}

impl Call<'_> {
    /// Waits for one condition without a deadline.
    fn wait_for(&mut self, what: For) -> Result<crate::seat::Answer, Error> {
        let clock = self.clock();
        let waits = vec![Wait { what, offset: 0 }];
        self.query(&Query { kind: Kind::Wait, clock, deadline: NEVER, period: 1, extra: 0, waits })
    }

    /// Waits until `bytes` more bytes on the wire may be outstanding.
    fn make_way(&mut self, bytes: u64) -> Result<(), Error> {
        let limit = request_limit(self.config());
        loop {
            let remote = &self.state().remote;
            let needed = (remote.issued + bytes).saturating_sub(limit);
            if needed <= remote.gone {
                break;
            }
            let answer = self.wait_for(For::Gone { bytes: needed })?;
            let remote = &mut self.state().remote;
            // Never more than was issued, whatever the model says.
            remote.gone = answer.freed.clamp(needed, remote.issued);
        }
        self.state().remote.issued += bytes;
        Ok(())
    }

    /// Issues a put, in requests of at most [`CHUNK`] bytes.
    ///
    /// # Safety
    /// `from` is readable for `len` bytes.
    pub(super) unsafe fn put(
        &mut self,
        (segment, rank, offset): (u32, u32, usize),
        from: *const u8,
        len: usize,
    ) -> Result<(), Error> {
        let mut done = 0;
        while done < len {
            let piece = (len - done).min(CHUNK);
            let at = (offset + done) as u64;
            let bytes = self.config().put_wire_bytes(at, piece);
            self.make_way(bytes)?;
            let record = Record {
                dst: rank,
                len: piece as u32,
                count: at,
                ..Record::new(RecordKind::Put, segment, self.clock())
            };
            // SAFETY: inside the range that our caller vouches for; it is only read.
            let from = unsafe { from.add(done) }.cast_mut().cast();
            let one = [iovec { iov_base: from, iov_len: piece }];
            // SAFETY: as above.
            unsafe { self.record(&record, Cursor::new(&one)) }?;
            done += piece;
        }
        Ok(())
    }

    /// Issues a get, an atomic or an echo.
    pub(super) fn request(
        &mut self,
        (segment, rank, offset): (u32, u32, usize),
        request: &Request,
    ) -> Result<(), Error> {
        let bytes = self.config().ask_wire_bytes(request);
        self.make_way(bytes)?;
        let record = Record {
            dst: rank,
            len: BYTES as u32,
            count: offset as u64,
            ..Record::new(RecordKind::Request, segment, self.clock())
        };
        let mut body = request.encode();
        let one = [iovec { iov_base: body.as_mut_ptr().cast(), iov_len: BYTES }];
        // SAFETY: bytes of ours.
        unsafe { self.record(&record, Cursor::new(&one)) }
    }

    /// Issues a batch of word operations, as many to a packet as it holds.
    pub(super) fn words(
        &mut self,
        (segment, rank): (u32, u32),
        ops: &[WordOp],
        (issue, own): (u64, u64),
    ) -> Result<(), Error> {
        for ops in ops.chunks(self.config().words_of_packet()) {
            let bytes = self.config().words_wire_bytes(ops.len());
            self.make_way(bytes)?;
            // The cost of recording each operation of the batch.
            self.spend(own * ops.len() as u64);
            let mut body: Vec<u8> = ops.iter().flat_map(encode_word).collect();
            let record = Record {
                dst: rank,
                len: body.len() as u32,
                ..Record::new(RecordKind::Words, segment, self.clock())
            };
            let one = [iovec { iov_base: body.as_mut_ptr().cast(), iov_len: body.len() }];
            // SAFETY: bytes of ours.
            unsafe { self.record(&record, Cursor::new(&one)) }?;
            self.spend(issue);
        }
        Ok(())
    }

    /// Reserves landing space for an answer of `len` bytes whose destination is `to`. If there is
    /// none, waits for the oldest answers.
    ///
    /// # Safety
    /// `to` is writable for `len` bytes until the counter has been waited for.
    pub(super) unsafe fn land(
        &mut self,
        counter: u64,
        to: *mut u8,
        len: usize,
        memory: &Map,
    ) -> Result<u32, Error> {
        loop {
            let landing = &mut self.state().remote.landing;
            if let Some(at) = landing.reserve(counter, to, len) {
                return Ok(at);
            }
            let Some(oldest) = landing.oldest() else {
                return Err(Error::new(libc::EMSGSIZE, format!("an answer of {len} bytes")));
            };
            self.collect(oldest, memory)?;
        }
    }

    /// Waits for all answers of a counter and copies them to their destinations.
    pub(super) fn collect(&mut self, counter: u64, memory: &Map) -> Result<(), Error> {
        // Requests that another thread issues meanwhile, even under this counter, may still be
        // unanswered.
        let end = self.state().remote.landing.end();
        let answer = self.wait_for(For::Answers { counter })?;
        let remote = &mut self.state().remote;
        if answer.is_gone {
            remote.closed.insert(counter);
        }
        // SAFETY: whoever reserved their space vouches for the destinations until then.
        unsafe { remote.landing.take(counter, end, memory) };
        Ok(())
    }

    /// Whether an answer of a counter said that the target has closed its part; reported once.
    pub(super) fn was_closed(&mut self, counter: u64) -> bool {
        self.state().remote.closed.remove(&counter)
    }
}
