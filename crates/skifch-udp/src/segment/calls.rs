//! Calls that wait for replies of other ranks.

use skifch_backend::Error;
use std::sync::Arc;

/// Why a request to a rank failed.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The rank.
    pub rank: u32,
    /// The errno, positive.
    pub errno: i32,
    /// The reason as text.
    pub why: Arc<str>,
}

impl Fault {
    pub(super) fn new(rank: u32, errno: i32, why: &str) -> Self {
        Self { rank, errno, why: why.into() }
    }

    /// Converts the fault to an error of the operation `what`.
    #[cold]
    pub(super) fn into_error(self, what: &str) -> Error {
        Error::new(self.errno, format!("{what}: rank {}: {}", self.rank, self.why))
    }
}

/// Identifies a call uniquely, even after the call has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallId {
    index: u32,
    serial: u32,
}

#[derive(Default)]
struct Call {
    serial: u32,
    /// Number of outstanding replies.
    left: u32,
    value: u64,
    fault: Option<Fault>,
}

/// All active calls: at most one per thread and one per segment.
#[derive(Default)]
pub(super) struct Calls {
    all: Vec<Call>,
    free: Vec<u32>,
}

impl Calls {
    pub(super) fn begin(&mut self) -> CallId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.all.push(Call::default());
            self.all.len() as u32 - 1
        });
        CallId { index, serial: self.all[index as usize].serial }
    }

    fn get(&mut self, id: CallId) -> Option<&mut Call> {
        self.all.get_mut(id.index as usize).filter(|call| call.serial == id.serial)
    }

    /// Ends a call; replies that still arrive for it are discarded.
    pub(super) fn end(&mut self, id: CallId) {
        if let Some(call) = self.get(id) {
            *call = Call { serial: id.serial.wrapping_add(1), ..Call::default() };
            self.free.push(id.index);
        }
    }

    /// Whether the call is still active.
    pub(super) fn is_wanted(&mut self, id: CallId) -> bool {
        self.get(id).is_some()
    }

    /// Expects one more reply.
    pub(super) fn expect(&mut self, id: CallId) {
        if let Some(call) = self.get(id) {
            call.left += 1;
        }
    }

    /// Records one reply, or that it will never come.
    pub(super) fn answer(&mut self, id: CallId, answer: Result<u64, Fault>) {
        let Some(call) = self.get(id) else { return };
        call.left = call.left.saturating_sub(1);
        match answer {
            Ok(value) => call.value = value,
            Err(fault) => call.fault = call.fault.take().or(Some(fault)),
        }
    }

    /// The value of the last reply once all have come, or the first fault, which is then cleared.
    pub(super) fn outcome(&mut self, id: CallId) -> Option<Result<u64, Fault>> {
        let call = self.get(id).filter(|call| call.left == 0)?;
        Some(call.fault.take().map_or(Ok(call.value), Err))
    }
}
