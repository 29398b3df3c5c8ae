//! Segments: put, get, atomics, bounds, and visibility between ranks.

use super::{Case, Check, Net, Outcome, Stop, ensure};
use crate::memfd;
use skifch_abi::{AtomicOp, Caps, WordOp};
use std::cell::UnsafeCell;
use std::ffi::{c_int, c_void};

pub(super) const CHECKS: &[Check] = &[
    Check { name: "seg-zeroed", rule: "a new segment is zeroed on every rank", run: zeroed },
    Check {
        name: "seg-put-get",
        rule: "a get returns what was put, on every rank, at every offset",
        run: put_get,
    },
    Check {
        name: "seg-bounds",
        rule: "ranges outside a part and invalid ranks: EINVAL",
        run: bounds,
    },
    Check {
        name: "seg-atomics",
        rule: "every atomic operation is correct in both widths",
        run: atomics,
    },
    Check {
        name: "seg-tickets",
        rule: "concurrent atomics on one word lose no update",
        run: tickets,
    },
    Check {
        name: "seg-pointer",
        rule: "a direct pointer and put and get access the same memory",
        run: pointer,
    },
    Check {
        name: "seg-over",
        rule: "existing memory of the process becomes a segment, at its address and with its \
               contents",
        run: over,
    },
];

const BYTES: usize = 8192;

/// An atomic operation: the arguments of the op table's `atomic`.
#[derive(Clone, Copy)]
struct Atomic {
    rank: u32,
    offset: usize,
    op: c_int,
    width: c_int,
    args: [u64; 2],
}

impl Atomic {
    /// An operation on a word of 8 bytes, without a comparand.
    fn new(rank: u32, offset: usize, op: AtomicOp, operand: u64) -> Self {
        Self { rank, offset, op: op as c_int, width: 8, args: [operand, 0] }
    }
}

/// A segment; dropping it closes it, which is collective.
struct Seg<'a> {
    net: &'a Net<'a>,
    ctx: *mut c_void,
}

// SAFETY: a segment may be used from any thread by the op table's rules.
unsafe impl Sync for Seg<'_> {}

impl<'a> Seg<'a> {
    fn open(case: &Case<'a>, bytes: usize) -> Result<Self, Stop> {
        case.needs(Caps::SEGMENT)?;
        let net = case.net;
        let Some(seg_open) = net.table.seg_open else {
            return Err(Stop::Failed("the table offers SEGMENT, but has no seg_open".to_owned()));
        };
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; `ctx` is a place for a pointer.
        let rc = unsafe { seg_open(net.domain, bytes, &raw mut ctx) };
        ensure!(rc == 0, "seg_open of {bytes} bytes answered {rc}: {}", (net.last_error)());
        Ok(Self { net, ctx })
    }

    fn put(&self, rank: u32, offset: usize, bytes: &[u8]) -> c_int {
        // SAFETY: `bytes` is readable for its length.
        self.net.table.put.map_or(-libc::ENOTSUP, |put| unsafe {
            put(self.ctx, rank, offset, bytes.as_ptr().cast(), bytes.len())
        })
    }

    fn get(&self, rank: u32, offset: usize, bytes: &mut [u8]) -> c_int {
        // SAFETY: `bytes` is writable for its length.
        self.net.table.get.map_or(-libc::ENOTSUP, |get| unsafe {
            get(self.ctx, rank, offset, bytes.as_mut_ptr().cast(), bytes.len())
        })
    }

    fn get_async(&self, rank: u32, offset: usize, bytes: &mut [u8]) -> c_int {
        // SAFETY: `bytes` is writable for its length, and the checks call syncreads before they
        // look.
        self.net.table.get_async.map_or(-libc::ENOTSUP, |get| unsafe {
            get(self.ctx, rank, offset, bytes.as_mut_ptr().cast(), bytes.len())
        })
    }

    fn call(&self, entry: Option<unsafe extern "C" fn(*mut c_void) -> c_int>) -> c_int {
        // SAFETY: the segment is open.
        entry.map_or(-libc::ENOTSUP, |entry| unsafe { entry(self.ctx) })
    }

    fn atomic(&self, it: Atomic) -> (c_int, u64) {
        let mut old = 0;
        // SAFETY: `old` is writable.
        let rc = unsafe { self.atomic_to(it, &raw mut old) };
        (rc, old)
    }

    fn atomic_oneway(&self, it: Atomic) -> c_int {
        // SAFETY: null asks for no old value.
        unsafe { self.atomic_to(it, std::ptr::null_mut()) }
    }

    /// # Safety
    /// `old` is writable, or null.
    unsafe fn atomic_to(&self, it: Atomic, old: *mut u64) -> c_int {
        let Atomic { rank, offset, op, width, args: [operand, comparand] } = it;
        // SAFETY: the caller's promise.
        self.net.table.atomic.map_or(-libc::ENOTSUP, |atomic| unsafe {
            atomic(self.ctx, rank, offset, op, width, operand, comparand, old)
        })
    }

    /// Batches the operation with a second one that has no effect; falls back to
    /// [`atomic_oneway`](Self::atomic_oneway) if the network has no such call, or cannot batch this
    /// operation.
    fn atomic_many(&self, it: Atomic) -> c_int {
        let compares = it.op == AtomicOp::CompareSwap as c_int;
        let Some(atomic_many) = self.net.table.atomic_many.filter(|_| !compares) else {
            return self.atomic_oneway(it);
        };
        let one = WordOp { offset: it.offset, operand: it.args[0], op: it.op, width: it.width };
        let ops = [one, WordOp { operand: 0, op: AtomicOp::Or as c_int, ..one }];
        // SAFETY: both are readable.
        unsafe { atomic_many(self.ctx, it.rank, ops.as_ptr(), ops.len()) }
    }

    /// Falls back to [`atomic`](Self::atomic) if the network has no such call.
    fn atomic_async(&self, it: Atomic, dst: *mut u64) -> c_int {
        let Some(atomic_async) = self.net.table.atomic_async else {
            let (rc, old) = self.atomic(it);
            // SAFETY: the checks keep `dst` until they have called syncreads, here and below.
            unsafe { crate::word::keep(dst.cast(), it.width as usize, old) };
            return rc;
        };
        let Atomic { rank, offset, op, width, args: [operand, comparand] } = it;
        // SAFETY: as above.
        unsafe { atomic_async(self.ctx, rank, offset, op, width, operand, comparand, dst.cast()) }
    }

    fn ptr(&self, rank: u32) -> *mut u8 {
        // SAFETY: the segment is open.
        self.net
            .table
            .seg_ptr
            .map_or(std::ptr::null_mut(), |ptr| unsafe { ptr(self.ctx, rank) }.cast())
    }

    fn quiet(&self) {
        self.call(self.net.table.seg_quiet);
    }
}

impl Drop for Seg<'_> {
    fn drop(&mut self) {
        self.call(self.net.table.seg_close);
    }
}

fn zeroed(case: &Case<'_>) -> Outcome {
    // The second segment may reuse memory of the first one.
    for _ in 0..2 {
        let seg = Seg::open(case, BYTES)?;
        let mut bytes = vec![1; BYTES];
        for rank in 0..case.net.size {
            let rc = seg.get(rank, 0, &mut bytes);
            ensure!(rc == 0 && bytes.iter().all(|&byte| byte == 0), "rank {rank}: {rc}, not zero");
        }
        case.fence();
        ensure!(seg.put(case.net.rank, 0, &vec![0xFF; BYTES]) == 0, "put failed");
        seg.quiet();
        case.fence();
    }
    Ok(())
}

fn put_get(case: &Case<'_>) -> Outcome {
    let seg = Seg::open(case, BYTES)?;
    let (me, size) = (case.net.rank as usize, case.net.size as usize);
    // Every rank writes its own stripe of every rank's part.
    let stripe = BYTES / size;
    let mut rng = case.own_rng();
    let mut model = vec![0u8; stripe];
    for _ in 0..200 {
        let offset = rng.below(stripe);
        let len = rng.below(stripe - offset + 1);
        rng.fill(&mut model[offset..offset + len]);
        for rank in 0..size {
            let at = me * stripe + offset;
            let rc = seg.put(rank as u32, at, &model[offset..offset + len]);
            ensure!(rc == 0, "put of {len} bytes at {at} to rank {rank}: {rc}");
        }
        ensure!(seg.call(case.net.table.seg_fence) == 0, "fence failed");
    }
    ensure!(seg.call(case.net.table.seg_quiet) == 0, "quiet failed");
    case.fence();
    let (mut mine, mut theirs) = (vec![1; BYTES], vec![2; BYTES]);
    ensure!(seg.get(case.net.rank, 0, &mut mine) == 0, "get failed");
    ensure!(mine[me * stripe..][..stripe] == model, "what was put is not what is got");
    for rank in 0..size {
        theirs.fill(2);
        let rc = seg.get_async(rank as u32, 0, &mut theirs);
        let sync = seg.call(case.net.table.syncreads);
        ensure!((rc, sync) == (0, 0), "get_async {rc}, syncreads {sync}");
        ensure!(theirs == mine, "rank {rank} has not what everybody put");
    }
    case.fence();
    Ok(())
}

fn bounds(case: &Case<'_>) -> Outcome {
    let seg = Seg::open(case, 100)?;
    let (me, size) = (case.net.rank, case.net.size);
    let mut two = [0; 2];
    let mut bad = |rank, offset| -> Outcome {
        let put = seg.put(rank, offset, &two);
        let get = seg.get(rank, offset, &mut two);
        let later = seg.get_async(rank, offset, &mut two);
        let all = [put, get, later];
        ensure!(all == [-libc::EINVAL; 3], "rank {rank} offset {offset}: {all:?}, not EINVAL");
        ensure!(!(case.net.last_error)().is_empty(), "refused without words");
        Ok(())
    };
    for offset in [99, 100, 101, 1 << 40, usize::MAX - 1, usize::MAX] {
        bad(me, offset)?;
    }
    bad(size, 0)?;
    bad(u32::MAX, 0)?;
    ensure!(seg.put(me, 98, &[1; 2]) == 0, "the last two bytes cannot be written");
    ensure!(seg.put(me, 100, &[]) == 0, "a put of nothing at the end is refused");
    let add = AtomicOp::Add as c_int;
    for (offset, op, width) in [
        (100, add, 4),
        (92, add, 16),
        (97, add, 4),
        (4, add, 8),
        (0, 8, 8),
        (0, -1, 8),
        (0, add, 0),
        (usize::MAX - 7, add, 8),
    ] {
        let it = Atomic { rank: me, offset, op, width, args: [1, 0] };
        let all = [seg.atomic(it).0, seg.atomic_oneway(it), seg.atomic_many(it)];
        ensure!(
            all == [-libc::EINVAL; 3],
            "atomic {op} of width {width} at {offset}: {all:?}, not EINVAL"
        );
    }
    let (rc, _) = seg.atomic(Atomic::new(size, 0, AtomicOp::Add, 1));
    ensure!(rc == -libc::EINVAL, "an atomic on rank {size}: {rc}, not EINVAL");
    ensure!(
        seg.atomic(Atomic::new(me, 88, AtomicOp::Add, 1)).0 == 0,
        "the last aligned word is refused"
    );
    Ok(())
}

/// The new value of a word after an operation; the caller masks the bits above the width.
fn model(op: AtomicOp, old: u64, operand: u64, comparand: u64) -> u64 {
    match op {
        AtomicOp::Load => old,
        AtomicOp::Store | AtomicOp::Swap => operand,
        AtomicOp::CompareSwap if old == comparand => operand,
        AtomicOp::CompareSwap => old,
        AtomicOp::Add => old.wrapping_add(operand),
        AtomicOp::Xor => old ^ operand,
        AtomicOp::And => old & operand,
        AtomicOp::Or => old | operand,
    }
}

fn atomics(case: &Case<'_>) -> Outcome {
    let seg = Seg::open(case, 64 * case.net.size as usize)?;
    let mut rng = case.own_rng();
    // Every rank uses its own 64 bytes of each part.
    let first = 64 * case.net.rank as usize;
    for target in 0..case.net.size {
        let mut words = [0u64; 2];
        // Old values that arrive with the next syncreads, and their expected values.
        let mut counted = [[0u64; 2]; 400];
        for [place, due] in &mut counted {
            let wide = rng.below(2);
            let (width, mask) = [(4, u64::from(u32::MAX)), (8, u64::MAX)][wide];
            let op = AtomicOp::ALL[rng.below(8)];
            let operand = rng.next() & mask;
            let old = words[wide];
            let comparand = if rng.below(2) == 0 { old } else { rng.next() & mask };
            let offset = first + [20, 40][wide];
            let args = [operand, comparand];
            let it = Atomic { rank: target, offset, op: op as c_int, width, args };
            let (rc, got) = match rng.below(4) {
                0 => (seg.atomic_oneway(it), old),
                1 => seg.atomic(it),
                2 => (seg.atomic_many(it), old),
                _ => {
                    let mut unwanted = 0;
                    let dst = if op == AtomicOp::Store { &mut unwanted } else { place };
                    let dst = std::ptr::from_mut(dst);
                    *due = if op == AtomicOp::Store { 0 } else { old };
                    let rc = seg.atomic_async(it, dst);
                    if op == AtomicOp::Store || rng.below(8) == 0 {
                        seg.call(case.net.table.syncreads);
                    }
                    (rc, old)
                }
            };
            ensure!(rc == 0, "{op:?} of width {width} answered {rc}");
            // A store need not return the old value.
            ensure!(
                op == AtomicOp::Store || got == old,
                "{op:?}: old value {got:#x}, not {old:#x}"
            );
            words[wide] = model(op, old, operand, comparand) & mask;
        }
        seg.quiet();
        let synced = seg.call(case.net.table.syncreads);
        ensure!(synced == 0, "syncreads answered {synced}");
        for [got, wanted] in counted {
            ensure!(got == wanted, "a counted atomic: old value {got:#x}, not {wanted:#x}");
        }
        let mut bytes = [0xEE; 64];
        ensure!(seg.get(target, first, &mut bytes) == 0, "get failed");
        let mut wanted = [0u8; 64];
        wanted[20..24].copy_from_slice(&(words[0] as u32).to_ne_bytes());
        wanted[40..48].copy_from_slice(&words[1].to_ne_bytes());
        ensure!(bytes == wanted, "atomics left {bytes:02x?}, not {wanted:02x?}");
    }
    case.fence();
    Ok(())
}

fn tickets(case: &Case<'_>) -> Outcome {
    const EACH: u64 = 2000;
    let seg = Seg::open(case, 64)?;
    let take = || -> Result<u64, Stop> {
        let mut last = None;
        for _ in 0..EACH {
            let (rc, ticket) = seg.atomic(Atomic::new(0, 8, AtomicOp::Add, 1));
            ensure!(rc == 0, "Add answered {rc}");
            ensure!(last.is_none_or(|last| last < ticket), "ticket {ticket} after {last:?}");
            last = Some(ticket);
            let (rc, _) =
                seg.atomic(Atomic { width: 4, ..Atomic::new(0, 16, AtomicOp::Xor, ticket) });
            ensure!(rc == 0, "Xor answered {rc}");
        }
        Ok(EACH)
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(take);
        take()?;
        other.join().unwrap_or_else(|_| Err(Stop::Failed("a thread panicked".to_owned())))
    })?;
    seg.quiet();
    case.fence();
    let total = EACH * 2 * u64::from(case.net.size);
    let (_, count) = seg.atomic(Atomic::new(0, 8, AtomicOp::Load, 0));
    let (_, xor) = seg.atomic(Atomic { width: 4, ..Atomic::new(0, 16, AtomicOp::Load, 0) });
    let wanted = (0..total).fold(0, |xor, ticket| xor ^ (ticket & u64::from(u32::MAX)));
    ensure!(count == total, "{count} tickets were taken instead of {total}");
    ensure!(xor == wanted, "a ticket was taken twice: {xor:#x}, not {wanted:#x}");
    case.fence();
    Ok(())
}

fn pointer(case: &Case<'_>) -> Outcome {
    case.needs(Caps::SEGMENT_PTR)?;
    let seg = Seg::open(case, BYTES)?;
    let me = case.net.rank;
    let mine = seg.ptr(me);
    ensure!(!mine.is_null(), "no pointer to the rank's own part");
    ensure!(seg.ptr(case.net.size).is_null(), "a pointer to a rank that does not exist");
    // SAFETY: our own part has BYTES bytes, and nobody else writes this word now.
    unsafe { mine.add(16).cast::<u64>().write_volatile(0x1234_5678_9abc_def0 + u64::from(me)) };
    case.fence();
    for rank in 0..case.net.size {
        let mut bytes = [0; 8];
        ensure!(seg.get(rank, 16, &mut bytes) == 0, "get failed");
        let wanted = 0x1234_5678_9abc_def0 + u64::from(rank);
        ensure!(u64::from_ne_bytes(bytes) == wanted, "get does not see what the pointer wrote");
        let theirs = seg.ptr(rank);
        if !theirs.is_null() {
            // SAFETY: as above; nobody writes it any more.
            let seen = unsafe { theirs.add(16).cast::<u64>().read_volatile() };
            ensure!(seen == wanted, "the pointer to rank {rank} shows {seen:#x}, not {wanted:#x}");
        }
    }
    case.fence();
    Ok(())
}

/// Maximum number of ranks that may be threads of one process, each with a page of its own.
const PAGES: usize = 8;

/// A page of the process that holds nothing else. It stays shared once it was.
#[repr(C, align(4096))]
struct Page(UnsafeCell<[u8; memfd::PAGE_BYTES]>);

// SAFETY: accessed only by raw accesses of the one check that a rank runs at a time.
unsafe impl Sync for Page {}

static PAGE: [Page; PAGES] = [const { Page(UnsafeCell::new([0; memfd::PAGE_BYTES])) }; PAGES];

fn over(case: &Case<'_>) -> Outcome {
    case.needs(Caps::SEGMENT)?;
    let net = case.net;
    let Some(seg_over) = net.table.seg_over else {
        return Err(Stop::NotOffered("seg_over".to_owned()));
    };
    let (me, size) = (net.rank, net.size);
    let Some(page) = PAGE.get(me as usize).filter(|_| size as usize <= PAGES) else {
        return Err(Stop::NotOffered(format!("there are no pages for more than {PAGES} ranks")));
    };
    let base = page.0.get().cast::<u8>();
    // SAFETY: memory of this process, here and below; other ranks that write it use other bytes.
    let byte = |at: usize| unsafe { base.add(at).read_volatile() };
    // Clears what an earlier run left.
    // SAFETY: as above.
    unsafe { base.write_bytes(0, memfd::PAGE_BYTES) };
    let open = |base: *mut u8, bytes: usize| {
        let mut ctx = std::ptr::null_mut();
        // SAFETY: the domain is open; the page is whole, and nobody else writes it.
        let rc = unsafe { seg_over(net.domain, base.cast(), bytes, &raw mut ctx) };
        (rc, Seg { net, ctx })
    };
    for (at, bytes) in [(base.wrapping_add(64), 4096), (base, 100), (base, 0)] {
        let (rc, seg) = open(at, bytes);
        std::mem::forget(seg);
        ensure!(rc == -libc::EINVAL, "{bytes} bytes at {at:p}: {rc}, not EINVAL");
    }
    // Twice: memory that was shared once may be shared again.
    for turn in 1..=2_u8 {
        let before = byte(0).wrapping_add(me as u8 + turn);
        // SAFETY: as above.
        unsafe { base.write_volatile(before) };
        let (rc, seg) = open(base, 4096);
        ensure!(rc == 0, "seg_over answered {rc}: {}", (net.last_error)());
        let direct = seg.ptr(me);
        ensure!(direct.is_null() || direct == base, "the own part moved to {direct:p}");
        ensure!(byte(0) == before, "what was there is gone");
        for rank in 0..size {
            let rc = seg.put(rank, 8 * (1 + me as usize), &[turn, me as u8]);
            ensure!(rc == 0, "put to rank {rank}: {rc}");
            let (rc, _) = seg.atomic(Atomic::new(rank, 4088, AtomicOp::Add, 1));
            ensure!(rc == 0, "an atomic on rank {rank}: {rc}");
        }
        seg.quiet();
        case.fence();
        for rank in 0..size {
            let at = 8 * (1 + rank as usize);
            let got = [byte(at), byte(at + 1)];
            ensure!(got == [turn, rank as u8], "rank {rank} put {got:?} in turn {turn}");
            let mut first = [0];
            ensure!(seg.get(rank, 0, &mut first) == 0, "get failed");
            let wanted = (1..=turn).map(|turn| rank as u8 + turn).sum::<u8>();
            ensure!(first == [wanted], "rank {rank} has {first:?}, not {wanted}");
        }
        let count = u64::from_ne_bytes(std::array::from_fn(|at| byte(4088 + at)));
        ensure!(count == u64::from(turn) * u64::from(size), "{count} additions arrived");
        case.fence();
    }
    Ok(())
}
