//! The state of the library in this process, from start to end.

use crate::ahead::Ahead;
use crate::area::{self, FAR, LEAST, NOWHERE};
use crate::coll::Network;
use crate::coll::meet::{self, Pair, SLEEP_AT, Split};
use crate::control::Control;
use crate::ctx::Contexts;
use crate::error::{Result, fail};
use crate::heap::Space;
use crate::library;
use crate::team::Teams;
use crate::wait::Pace;
use skifch::{Channel, Job, Segment};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock, PoisonError};

/// Kinds of symmetric memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Heap = 0,
    Data = 1,
    /// Small objects, in jobs that pack them. All PEs then access each other's directly.
    Packed = 2,
}

/// A region of symmetric memory, with a part on each PE.
pub(crate) struct Part {
    pub(crate) segment: Segment,
    /// Bytes at the start of the segment that programs do not see.
    pub(crate) skip: usize,
    /// For each PE: the delta as in [`area`].
    pub(crate) deltas: Arc<[usize]>,
}

/// The state of the library between `begin` and `end`.
pub(crate) struct State {
    pub(crate) me: u32,
    pub(crate) pes: u32,
    near: Box<[u32]>,
    /// For each PE: [`FAR`], used for memory that does not exist.
    nowhere: Box<[usize]>,
    /// For each PE: the first PE of its host. Set if the job has several hosts and some share PEs.
    pub(crate) hosts: OnceLock<Box<[u32]>>,
    /// The words by which PEs synchronise.
    pub(crate) control: Control,
    pub(crate) teams: Teams,
    pub(crate) contexts: Contexts,
    pub(crate) ahead: Ahead,
    space: Mutex<Space>,
    pub(crate) split: Split,
    pub(crate) pace: Pace,
    pub(crate) network: Network,
    /// This PE is in its last barrier.
    is_ending: AtomicBool,
    /// What this PE has told the others about its end: the bits of `ended.rs`.
    fate: AtomicU64,
    channel: Mutex<Channel>,
    pub(crate) heap: Part,
    packed: Option<Part>,
    pub(crate) data: OnceLock<Part>,
    /// Why globals and statics are not symmetric.
    pub(crate) no_data: OnceLock<String>,
    /// Declared last, so that it is dropped last.
    pub(crate) job: Job,
}

static STATE: AtomicPtr<State> = AtomicPtr::new(std::ptr::null_mut());

/// The state of the library.
///
/// # Errors
/// Not started.
#[inline]
pub(crate) fn state() -> Result<&'static State> {
    // SYNC state-made: pairs with the release store in `begin`.
    // SAFETY: it lives until `end`, whose caller promises that no thread is in a call.
    match unsafe { STATE.load(Acquire).as_ref() } {
        Some(state) => Ok(state),
        None => not_started(),
    }
}

#[cold]
fn not_started<T>() -> Result<T> {
    fail!(
        "the library is not started, or finished already, or this process was forked from a PE: \
         call shmem_init first"
    )
}

/// Publishes the state.
///
/// # Safety
/// No other thread is in a call.
pub(crate) unsafe fn begin(state: State) -> &'static State {
    let place = Box::into_raw(Box::new(state));
    // SAFETY: it lives until `end`.
    let state = unsafe { &*place };
    state.publish();
    // SYNC state-made: pairs with the acquire load in `state`.
    STATE.store(place, Release);
    state
}

/// Makes calls fail in a forked child, which is not a PE and does not have its memory.
pub(crate) fn watch_forks() {
    unsafe extern "C" fn in_child() {
        area::end();
        meet::forget_sleepers();
        STATE.store(std::ptr::null_mut(), Relaxed);
    }
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the handler only stores to atomics, which is allowed in a child after fork. If
        // the registration fails for lack of memory, calls of a child are not refused.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

/// Removes the state; calls fail from now on.
///
/// # Safety
/// No other thread is in a call, and nothing of the state is used afterwards.
pub(crate) unsafe fn end() -> Option<Box<State>> {
    area::end();
    meet::forget_sleepers();
    // SYNC state-made: pairs with the release store in `begin`.
    let state = STATE.swap(std::ptr::null_mut(), Acquire);
    // SAFETY: it came from a box in `begin`.
    (!state.is_null()).then(|| unsafe { Box::from_raw(state) })
}

impl Part {
    /// A part whose first `skip` bytes are hidden from programs. `is_virtual`: the job runs in
    /// virtual time.
    ///
    /// # Errors
    /// The network gives no pointer to this PE's own memory.
    pub(crate) fn new(segment: Segment, skip: usize, job: &Job, is_virtual: bool) -> Result<Self> {
        let own = segment.ptr(job.rank());
        if own.is_null() {
            return fail!(
                "{} gives no pointer to a rank's own part of a segment, which symmetric memory \
                 needs: use another SKIFCH_BACKEND",
                job.backend_name()
            );
        }
        // In virtual time accesses to this PE's own memory must take time as well: otherwise a
        // program that polls a word by atomics would poll for ever.
        let is_own = |pe| pe == job.rank();
        let delta = |pe| match segment.ptr(pe) {
            at if at.is_null() || (is_virtual && is_own(pe)) => FAR,
            at => at.addr().wrapping_sub(own.addr()),
        };
        let deltas = (0..job.size()).map(delta).collect();
        Ok(Self { segment, skip, deltas })
    }

    /// The address of this PE's part.
    pub(crate) fn base(&self, me: u32) -> *mut u8 {
        self.segment.ptr(me)
    }
}

impl State {
    /// Makes the existing memory visible to the hot paths.
    pub(crate) fn publish(&'static self) {
        area::begin(&self.kinds().map(|kind| self.extent(kind)), self.control.mine(SLEEP_AT));
        meet::find_sleepers(self, self.near()[0]);
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.is_ending.load(Relaxed)
    }

    pub(crate) fn set_ending(&self) {
        self.is_ending.store(true, Relaxed);
    }

    /// What this PE has told the others about its end; 0 before.
    pub(crate) fn fate(&self) -> u64 {
        self.fate.load(Relaxed)
    }

    pub(crate) fn set_fate(&self, fate: u64) {
        self.fate.store(fate, Relaxed);
    }

    /// The PEs whose symmetric memory this one accesses directly, itself included.
    pub(crate) fn near(&self) -> &[u32] {
        &self.near
    }

    /// The local address of a word of `width` bytes at an offset of `pe`'s memory, if it is
    /// directly accessible, inside and aligned.
    pub(crate) fn near_word(
        &self,
        kind: Kind,
        offset: usize,
        width: usize,
        pe: u32,
    ) -> Option<*const u8> {
        let part = self.part(kind)?;
        let is_inside = offset.checked_add(width).is_some_and(|end| end <= part.segment.len());
        let delta = part.deltas[pe as usize];
        let is_word = width.is_power_of_two() && offset.is_multiple_of(width);
        (is_inside && is_word && delta != FAR)
            .then(|| part.base(self.me).wrapping_add(offset).wrapping_byte_add(delta).cast_const())
    }

    pub(crate) fn part(&self, kind: Kind) -> Option<&Part> {
        match kind {
            Kind::Heap => Some(&self.heap),
            Kind::Data => self.data.get(),
            Kind::Packed => self.packed.as_ref(),
        }
    }

    /// The order in which the hot paths search the areas.
    fn kinds(&self) -> [Kind; 3] {
        match self.packed {
            None => [Kind::Heap, Kind::Data, Kind::Packed],
            Some(_) => [Kind::Packed, Kind::Heap, Kind::Data],
        }
    }

    fn extent(&self, kind: Kind) -> area::Extent<'_> {
        match self.part(kind) {
            None => area::Extent { base: NOWHERE, bytes: LEAST, deltas: &self.nowhere },
            Some(part) => area::Extent {
                base: part.base(self.me).addr() + part.skip,
                bytes: part.segment.len() - part.skip,
                deltas: &part.deltas,
            },
        }
    }

    /// Whether `pe` and this PE access each other's memory directly.
    pub(crate) fn is_near(&self, pe: u32) -> bool {
        pe == self.me || self.heap.deltas[pe as usize] != FAR
    }

    /// Checks a world number of a PE.
    ///
    /// # Errors
    /// There is no such PE.
    #[inline]
    pub(crate) fn pe(&self, pe: i32) -> Result<u32> {
        match u32::try_from(pe) {
            Ok(pe) if pe < self.pes => Ok(pe),
            _ => fail!("PE {pe}: the job has the PEs 0 to {}", self.pes - 1),
        }
    }

    /// The kind of memory and the offset of `addr`.
    ///
    /// # Errors
    /// The bytes are not, or not all, in symmetric memory.
    pub(crate) fn find(&self, addr: *const u8, bytes: usize) -> Result<(Kind, usize)> {
        for (kind, area) in self.kinds().into_iter().zip(area::areas()) {
            if let (Some(offset), Some(part)) = (area.offset(addr, bytes), self.part(kind)) {
                return Ok((kind, offset + part.skip));
            }
        }
        self.not_symmetric(addr, bytes)
    }

    #[cold]
    fn not_symmetric<T>(&self, addr: *const u8, bytes: usize) -> Result<T> {
        let says = |kind: Kind| {
            let extent = self.extent(kind);
            format!("{:#x} to {:#x}", extent.base, extent.base + extent.bytes)
        };
        let data = match (self.data.get(), self.no_data.get()) {
            (Some(_), _) => format!("the program's globals and statics at {}", says(Kind::Data)),
            (None, Some(why)) => format!("its globals and statics are not symmetric ({why})"),
            (None, None) => "its globals and statics are not symmetric".to_owned(),
        };
        let packed = match self.packed {
            Some(_) => format!(" and {}", says(Kind::Packed)),
            None => String::new(),
        };
        let library = match library::name_at(addr) {
            Some(name) => format!(
                "; they are in {name}: globals and statics of shared libraries are not symmetric, \
                 take memory of shmem_malloc, or have them in the program itself"
            ),
            None => String::new(),
        };
        fail!(
            "{bytes} bytes at {addr:p} are not in symmetric memory: the heap of this PE is at \
             {}{packed}, {data}{library}",
            says(Kind::Heap)
        )
    }

    /// The channel, unless another thread is using it.
    pub(crate) fn try_channel(&self) -> Option<MutexGuard<'_, Channel>> {
        match self.channel.try_lock() {
            Ok(channel) => Some(channel),
            Err(std::sync::TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => None,
        }
    }

    pub(crate) fn space(&self) -> MutexGuard<'_, Space> {
        self.space.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The components of a new state.
pub(crate) struct Parts {
    pub(crate) job: Job,
    pub(crate) channel: Channel,
    pub(crate) heap: Part,
    pub(crate) packed: Option<Part>,
}

impl State {
    pub(crate) fn new(parts: Parts) -> Self {
        let Parts { job, channel, heap, packed } = parts;
        let (me, pes) = (job.rank(), job.size());
        let is_near = |&pe: &u32| pe == me || heap.deltas[pe as usize] != FAR;
        let near: Vec<u32> = (0..pes).filter(is_near).collect();
        let control = Control::new(me, &heap, packed.as_ref());
        let mut teams = Teams::new(me, pes, near.clone());
        teams.find_pairs(|team| Pair::of(&control, team));
        Self {
            me,
            pes,
            near: near.into(),
            nowhere: vec![FAR; pes as usize].into(),
            hosts: OnceLock::new(),
            control,
            teams,
            contexts: Contexts::new(),
            ahead: Ahead::new(),
            space: Mutex::new(Space::new(me, &heap, packed.as_ref())),
            split: Split::default(),
            pace: Pace::new(&job, &channel),
            network: Network::new(&channel),
            is_ending: AtomicBool::new(false),
            fate: AtomicU64::new(0),
            channel: Mutex::new(channel),
            heap,
            packed,
            data: OnceLock::new(),
            no_data: OnceLock::new(),
            job,
        }
    }
}
