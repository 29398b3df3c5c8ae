//! Start and end of the library, and queries about the job.

use crate::coll::{Joined, agree, know_hosts, meet};
use crate::error::{Result, fail};
use crate::state::{self, Part, Parts, State, state};
use crate::wait::is_virtual;
use crate::{Team, ended, pack, settings};
use skifch::Job;
use std::ffi::c_void;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The port of SHMEM on every rank.
pub(crate) const PORT: u32 = 0x53;

/// What a program promises about its threads, from least to most concurrency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreadLevel {
    /// One thread.
    Single = 0,
    /// Only the thread that started the library calls it.
    Funneled = 1,
    /// Calls do not overlap.
    Serialized = 2,
    /// Any thread calls at any time.
    Multiple = 3,
}

/// The version of the specification: major and minor number.
pub const VERSION: (i32, i32) = (1, 6);

/// The name of the library, for `shmem_info_get_name`: shorter than 256 bytes.
pub const NAME: &str = concat!("SkifCh OpenSHMEM ", env!("CARGO_PKG_VERSION"));

/// The library between the first start and the end of the process.
struct Life {
    /// The job, held beyond the last `finish` so that the library can be started again.
    job: Option<Job>,
    starts: usize,
    level: ThreadLevel,
    /// Number of heaps created so far.
    heaps: u32,
}

impl Life {
    /// Whether this process is not in the job, or is a forked child of a PE.
    fn is_elsewhere(&self) -> bool {
        self.job.as_ref().is_none_or(Job::is_forked)
    }

    fn leave(&mut self) -> Result<()> {
        match self.is_elsewhere() {
            true => Ok(()),
            false => Ok(self.job.take().map_or(Ok(()), Job::finalize)?),
        }
    }
}

static LIFE: Mutex<Life> =
    Mutex::new(Life { job: None, starts: 0, level: ThreadLevel::Single, heaps: 0 });

fn life() -> MutexGuard<'static, Life> {
    LIFE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Joins the job and creates the symmetric memory. Collective. Every call is matched by one of
/// [`finish`]; calls after the first only count, and raise the thread level if more is requested.
/// May be called again after the last `finish`. Returns the thread level provided: never less than
/// requested.
///
/// # Errors
/// An invalid setting; an error of the launcher or the network.
///
/// # Safety
/// No other thread is in a call of this crate, or writes globals of the executable: these become
/// shared memory.
pub unsafe fn start(level: ThreadLevel) -> Result<ThreadLevel> {
    let wants_data = settings::wants_data()?;
    // SAFETY: our caller's promise.
    unsafe { start_with(level, wants_data) }
}

/// [`start`] that does not make globals and statics of the program symmetric, if it is the first.
///
/// # Errors
/// As [`start`].
///
/// # Safety
/// As [`start`], except that threads which are in no call of this crate may run.
pub unsafe fn start_without_data(level: ThreadLevel) -> Result<ThreadLevel> {
    // SAFETY: our caller's promise.
    unsafe { start_with(level, false) }
}

unsafe fn start_with(level: ThreadLevel, wants_data: bool) -> Result<ThreadLevel> {
    let mut life = life();
    if life.starts == 0 {
        let bytes = settings::heap_bytes()?;
        let job = match &life.job {
            Some(job) => job.clone(),
            None => Job::init()?,
        };
        // Registered after the handler of `skifch`, so that in a child its globals become private
        // first.
        state::watch_forks();
        life.job = Some(job.clone());
        life.heaps += 1;
        let pack = settings::pack_from()?;
        let sizes = agree_on_sizes(&job, life.heaps, Sizes { bytes, pack })?;
        // SAFETY: our caller's promise.
        unsafe { begin(job, life.heaps, sizes, wants_data)? };
        life.level = level;
    }
    life.starts += 1;
    life.level = life.level.max(level);
    let state = state()?;
    state.pace.set_threads(life.level > ThreadLevel::Single);
    if life.level == ThreadLevel::Multiple {
        state.ahead.close();
    }
    Ok(life.level)
}

/// Sizes from the settings.
struct Sizes {
    bytes: usize,
    /// Small objects are packed in jobs of at least this many PEs.
    pack: u32,
}

/// Checks that the heaps of all PEs have the same size, since their offsets must agree; all PEs use
/// PE 0's threshold for packing.
fn agree_on_sizes(job: &Job, number: u32, sizes: Sizes) -> Result<Sizes> {
    if job.size() == 1 {
        return Ok(sizes);
    }
    let key = format!("shmem-heap-{number}");
    if job.rank() == 0 {
        let mut words = (sizes.bytes as u64).to_le_bytes().to_vec();
        words.extend(sizes.pack.to_le_bytes());
        job.put(&key, &words)?;
    }
    job.barrier()?;
    let words = job.get(&key)?;
    let first = words.first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    if first != sizes.bytes as u64 {
        return fail!(
            "PE {} asks for a heap of {} bytes and PE 0 for one of {first}: set \
             SHMEM_SYMMETRIC_SIZE to the same for all",
            job.rank(),
            sizes.bytes
        );
    }
    let pack = words.last_chunk().map_or(u32::MAX, |word| u32::from_le_bytes(*word));
    Ok(Sizes { pack, ..sizes })
}

/// # Safety
/// As [`start`].
unsafe fn begin(job: Job, number: u32, sizes: Sizes, wants_data: bool) -> Result<()> {
    let (bytes, skip) = (sizes.bytes, meet::control_bytes(job.size()));
    let Some(all) = bytes.checked_add(skip).and_then(|all| all.checked_next_multiple_of(4096))
    else {
        return fail!("a heap of {bytes} bytes is more than any memory has");
    };
    let channel = job.open(PORT)?;
    let heap = job.segment(all).map_err(|error| {
        error.context(format!("the symmetric heap of {bytes} bytes (SHMEM_SYMMETRIC_SIZE)"))
    })?;
    let heap = Part::new(heap, skip, &job, is_virtual(&channel))?;
    let packed = match job.size() > 1 && job.size() >= sizes.pack {
        true => pack::open(&job, &format!("shmem-packed-{number}"), &heap)?,
        false => None,
    };
    // SAFETY: our caller's promise.
    let state = unsafe { state::begin(State::new(Parts { job, channel, heap, packed })) };
    agree_on_pace(state)?;
    // SAFETY: our caller's promise.
    unsafe { share_data(state, wants_data)? };
    if state.me == 0 {
        let text = settings::banner(|| reach(state));
        if !text.is_empty() {
            eprint!("{text}");
        }
    }
    Ok(())
}

/// All PEs must wait for each other in the same way, so they agree on whether any of them share
/// processors, and on the alignment of their heaps.
fn agree_on_pace(state: &'static State) -> Result<()> {
    let world = Joined::of_team(state.teams.get(Team::WORLD)?);
    let heap = state.space().base().addr();
    let is_mixed = (2..state.pes as usize).contains(&state.near().len());
    let mine = [
        u64::from(state.pace.shares_cpus()),
        u64::from(u32::MAX - heap.trailing_zeros()),
        u64::from(is_mixed),
    ];
    let [shares, zeros, is_mixed] = agree(state, &world, mine, u64::max)?;
    state.pace.agree(shares != 0);
    state.space().set_alignment(1 << (u32::MAX - zeros as u32).min(30));
    if is_mixed != 0 { find_hosts(state) } else { Ok(()) }
}

/// All PEs tell each other which PEs they access directly. If that is a partition into hosts, one
/// PE of each host takes the steps between hosts; else every PE counts as remote.
fn find_hosts(state: &'static State) -> Result<()> {
    let team = state.teams.get(Team::WORLD)?;
    let world = Joined::of_team(team);
    let first_of = know_hosts(state, team)?;
    let own = first_of[state.me as usize];
    let beside_me = (0..state.pes).filter(|&pe| first_of[pe as usize] == own);
    let is_good = beside_me.eq(state.near().iter().copied());
    let [is_bad] = agree(state, &world, [u64::from(!is_good)], u64::max)?;
    if is_bad == 0 {
        team.find_hosts(&first_of);
        let _ = state.hosts.set(first_of);
    }
    Ok(())
}

/// Makes globals and statics symmetric, if all PEs want that and the network can do it.
///
/// # Safety
/// As [`start`].
unsafe fn share_data(state: &'static State, wants_data: bool) -> Result<()> {
    let data = match wants_data.then(skifch::program_data) {
        Some(Ok(Some(data))) => Ok(data),
        Some(Ok(None)) => Err("the program has none".to_owned()),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("SHMEM_SYMMETRIC_DATA is 0, or the program is one in Rust".to_owned()),
    };
    let [layout, bytes] = data.as_ref().map_or([0; 2], |data| [data.layout, data.bytes as u64]);
    let world = Joined::of_team(state.teams.get(Team::WORLD)?);
    let most = agree(state, &world, [layout, bytes, !layout, !bytes], u64::max)?;
    if [most[0], most[1]] != [!most[2], !most[3]] {
        return fail!(
            "PE {} runs a program with {bytes} bytes of globals and statics (layout {layout:#x}), \
             and not all PEs run the same: start one program on all, or set SHMEM_SYMMETRIC_DATA=0 \
             to have the heap alone in common",
            state.me
        );
    }
    let data = match data {
        Ok(data) => data,
        Err(why) => return Ok(_ = state.no_data.set(why)),
    };
    // SAFETY: our caller's promise; the executable is never unloaded.
    match unsafe { state.job.segment_over(data.base, data.bytes) } {
        Ok(segment) => {
            let part = Part::new(segment, 0, &state.job, state.pace.is_virtual())?;
            _ = state.data.set(part);
            state.publish();
        }
        Err(error) if error.errno() == libc::ENOTSUP => {
            _ = state.no_data.set(error.to_string());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// How PE 0 reaches the other PEs, as text for the user.
fn reach(state: &State) -> String {
    let near = (0..state.pes).filter(|&pe| state.is_near(pe)).count();
    let data = match (state.data.get(), state.no_data.get()) {
        (Some(part), _) => format!("{} bytes of globals and statics", part.segment.len()),
        (None, why) => format!("no globals and statics ({})", why.map_or("", |why| why)),
    };
    format!(
        "PE 0 reaches {near} of {} PEs by loads and stores, the others by {}; {data}\n",
        state.pes,
        state.job.backend_name()
    )
}

/// Undoes one [`start`]. The last one completes all operations of this PE, waits for all PEs, and
/// destroys symmetric memory, teams and contexts. Collective. The process stays in the job until
/// [`leave`].
///
/// # Errors
/// Not started; an error of the network.
///
/// # Safety
/// No other thread is in a call of this crate; symmetric memory is not used afterwards.
pub unsafe fn finish() -> Result<()> {
    let mut life = life();
    // SAFETY: our caller's promise.
    unsafe { finish_once(&mut life, false) }
}

/// `is_untold`: the program ends without having called [`finish`].
///
/// # Safety
/// As [`finish`].
unsafe fn finish_once(life: &mut Life, is_untold: bool) -> Result<()> {
    if life.starts != 1 {
        life.starts = life.starts.saturating_sub(1);
        return state().map(drop);
    }
    life.starts = 0;
    // Contexts without a quiet by the program are completed here too.
    let met = state().and_then(|state| {
        crate::order::quiet_all(state)?;
        ended::meet_last(state, is_untold)
    });
    // The other PEs wait for this PE's notifications of that barrier before they close anything.
    // SAFETY: our caller's promise.
    drop(unsafe { state::end() });
    met
}

/// Leaves the job at the end of the process (`atexit`). Calls [`finish`] first if the program has
/// not. Does nothing in a process that never started, and in a forked child of a PE. A job of
/// several PEs cannot be joined again: a later [`start`] is an error.
///
/// # Errors
/// An error of the network or the launcher; the job is left in any case.
///
/// # Safety
/// As [`finish`].
pub unsafe fn leave() -> Result<()> {
    let mut life = life();
    let mut finished = Ok(());
    if life.starts > 0 && !life.is_elsewhere() {
        life.starts = 1;
        // SAFETY: our caller's promise.
        finished = unsafe { finish_once(&mut life, true) };
    }
    finished.and(life.leave())
}

/// [`leave`] if the library is finished, and no thread is about to start or finish it: such a
/// thread may wait for other PEs while this one ends the process.
pub(crate) fn leave_finished() -> Result<()> {
    match LIFE.try_lock() {
        Ok(mut life) if life.starts == 0 => life.leave(),
        _ => Ok(()),
    }
}

/// Whether this process has not called [`finish`], and another library of it, such as MPI, has not
/// been finalized either.
pub fn is_in_use_with_others() -> bool {
    let life = life();
    let is_here = life.starts > 0 && life.job.as_ref().is_some_and(|job| !job.is_forked());
    is_here && skifch::others_are_active()
}

/// Number of calls of [`start`] not yet undone; above 0 the library can be used.
pub fn starts() -> usize {
    life().starts
}

/// The current thread level.
///
/// # Errors
/// Not started.
pub fn query_thread() -> Result<ThreadLevel> {
    state()?;
    Ok(life().level)
}

/// The number of this PE; -1 if not started.
#[inline]
pub fn my_pe() -> i32 {
    state().map_or(-1, |state| state.me as i32)
}

/// The number of PEs; -1 if not started.
#[inline]
pub fn n_pes() -> i32 {
    state().map_or(-1, |state| state.pes as i32)
}

/// Ends the whole job with this exit code. Any PE may call it alone. With an empty message it is an
/// end that the program wants, and status 0 is a success; with a message it is a failure. In a
/// process that has not started, only that process is ended.
pub fn global_exit(status: i32, message: &str) -> ! {
    // A thread that starts or finishes at the same time holds the lock, and may never release it.
    let job = LIFE.try_lock().ok().and_then(|life| life.job.clone());
    match job {
        Some(job) if !job.is_forked() => job.abort(status, message),
        _ => {
            if !message.is_empty() {
                eprintln!("{message}");
            }
            std::process::exit(status)
        }
    }
}

/// The local address of `addr` of `pe`; null if `addr` is not symmetric or the PE's memory is not
/// directly accessible.
///
/// # Errors
/// Not started, or no such PE.
#[inline(always)]
pub fn ptr(addr: *const c_void, pe: i32) -> Result<*mut c_void> {
    match crate::area::near(addr.cast(), 1, pe) {
        Some(near) => Ok(near.cast()),
        None => no_ptr(addr, pe),
    }
}

#[cold]
#[inline(never)]
fn no_ptr(addr: *const c_void, pe: i32) -> Result<*mut c_void> {
    let state = state()?;
    if let Some(near) = crate::area::reach(addr.cast(), 1, state.pe(pe)?) {
        return Ok(near.cast());
    }
    // In virtual time a PE's own memory is accessed by another path, but its address is valid.
    let is_own = pe.cast_unsigned() == state.me && state.find(addr.cast(), 1).is_ok();
    Ok(if is_own { addr.cast_mut() } else { std::ptr::null_mut() })
}

/// Whether `pe` exists: it runs this program and can be reached.
pub fn pe_accessible(pe: i32) -> bool {
    state().is_ok_and(|state| state.pe(pe).is_ok())
}

/// Whether `addr` is accessible at `pe`: it is in symmetric memory and the PE exists.
pub fn addr_accessible(addr: *const c_void, pe: i32) -> bool {
    state().is_ok_and(|state| state.pe(pe).is_ok() && state.find(addr.cast(), 1).is_ok())
}

/// The time of the job in nanoseconds since an arbitrary origin; virtual time if the network has
/// that.
///
/// # Errors
/// Not started.
pub fn time_ns() -> Result<u64> {
    Ok(state()?.job.time_ns())
}
