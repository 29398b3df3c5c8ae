//! Collectives. Those on teams return 0; an error ends the job. Those on active sets do the same
//! on the PEs of the set; `pWrk` is not used.

use crate::fault::{done, elements};
use libc::{c_int, c_long};
use skifch_shmem::Team;
use skifch_shmem::coll::{self, ActiveSet, Group, Scan, ops};
use skifch_shmem::rma::bytes;

#[inline]
pub(crate) fn barrier_all(call: &str) {
    done(call, coll::barrier(Group::Team(Team::WORLD)));
}

#[inline]
pub(crate) fn sync_all(call: &str) {
    done(call, coll::sync(Group::Team(Team::WORLD)));
}

/// An active set given by the C arguments.
fn active(start: c_int, log2_stride: c_int, size: c_int, p_sync: *mut c_long) -> Group {
    Group::Active(ActiveSet { start, log2_stride, size, p_sync })
}

pub(crate) unsafe fn barrier(
    call: &str,
    start: c_int,
    log2_stride: c_int,
    size: c_int,
    p_sync: *mut c_long,
) {
    done(call, coll::barrier(active(start, log2_stride, size, p_sync)));
}

pub(crate) unsafe fn sync(
    call: &str,
    start: c_int,
    log2_stride: c_int,
    size: c_int,
    p_sync: *mut c_long,
) {
    done(call, coll::sync(active(start, log2_stride, size, p_sync)));
}

#[inline]
pub(crate) fn team_sync(call: &str, team: Team) -> c_int {
    done(call, coll::sync(Group::Team(team)));
    0
}

pub(crate) unsafe fn broadcast<T>(
    call: &str,
    team: Team,
    dest: *mut T,
    source: *const T,
    nelems: usize,
    root: c_int,
) -> c_int {
    let group = Group::Team(team);
    let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
        // SAFETY: the standard's contract.
        unsafe { coll::broadcast(group, dest.cast(), source.cast(), bytes, root) }
    });
    done(call, outcome);
    0
}

#[expect(clippy::too_many_arguments, reason = "the standard has them")]
pub(crate) unsafe fn set_broadcast<T>(
    call: &str,
    dest: *mut T,
    source: *const T,
    nelems: usize,
    root: c_int,
    start: c_int,
    log2_stride: c_int,
    size: c_int,
    p_sync: *mut c_long,
) {
    let group = active(start, log2_stride, size, p_sync);
    let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
        // SAFETY: the standard's contract.
        unsafe { coll::broadcast(group, dest.cast(), source.cast(), bytes, root) }
    });
    done(call, outcome);
}

/// Collectives that move elements, over a team and over an active set.
macro_rules! moves {
    ($($name:ident $of_set:ident;)*) => { $(
        pub(crate) unsafe fn $name<T>(
            call: &str,
            team: Team,
            dest: *mut T,
            source: *const T,
            nelems: usize,
        ) -> c_int {
            let group = Group::Team(team);
            let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
                // SAFETY: the standard's contract.
                unsafe { coll::$name(group, dest.cast(), source.cast(), bytes) }
            });
            done(call, outcome);
            0
        }

        #[expect(clippy::too_many_arguments, reason = "the standard has them")]
        pub(crate) unsafe fn $of_set<T>(
            call: &str,
            dest: *mut T,
            source: *const T,
            nelems: usize,
            start: c_int,
            log2_stride: c_int,
            size: c_int,
            p_sync: *mut c_long,
        ) {
            let group = active(start, log2_stride, size, p_sync);
            let outcome = bytes(nelems, size_of::<T>()).and_then(|bytes| {
                // SAFETY: the standard's contract.
                unsafe { coll::$name(group, dest.cast(), source.cast(), bytes) }
            });
            done(call, outcome);
        }
    )* };
}

moves! {
    collect set_collect;
    fcollect set_fcollect;
    alltoall set_alltoall;
}

pub(crate) unsafe fn alltoalls<T>(
    call: &str,
    team: Team,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    nelems: usize,
) -> c_int {
    let (dest, source, size) = (dest.cast(), source.cast(), size_of::<T>());
    // SAFETY: the standard's contract.
    let outcome =
        unsafe { coll::alltoalls(Group::Team(team), dest, source, dst, sst, nelems, size) };
    done(call, outcome);
    0
}

#[expect(clippy::too_many_arguments, reason = "the standard has them")]
pub(crate) unsafe fn set_alltoalls<T>(
    call: &str,
    dest: *mut T,
    source: *const T,
    dst: isize,
    sst: isize,
    nelems: usize,
    start: c_int,
    log2_stride: c_int,
    size: c_int,
    p_sync: *mut c_long,
) {
    let group = active(start, log2_stride, size, p_sync);
    let (dest, source, size) = (dest.cast(), source.cast(), size_of::<T>());
    // SAFETY: the standard's contract.
    done(call, unsafe { coll::alltoalls(group, dest, source, dst, sst, nelems, size) });
}

/// Reductions over a team and over an active set.
macro_rules! reductions {
    ($($name:ident $of_set:ident $kind:ident $op:ident;)*) => { $(
        pub(crate) unsafe fn $name<T: ops::$kind>(
            call: &str,
            team: Team,
            dest: *mut T,
            source: *const T,
            nreduce: usize,
        ) -> c_int {
            let (dest, source, size) = (dest.cast(), source.cast(), size_of::<T>());
            // SAFETY: the standard's contract; the operation is on elements of `T`.
            let outcome = unsafe {
                coll::reduce(Group::Team(team), dest, source, nreduce, size, ops::$op::<T>)
            };
            done(call, outcome);
            0
        }

        #[expect(clippy::too_many_arguments, reason = "the standard has them")]
        pub(crate) unsafe fn $of_set<T: ops::$kind>(
            call: &str,
            dest: *mut T,
            source: *const T,
            nreduce: c_int,
            start: c_int,
            log2_stride: c_int,
            size: c_int,
            _work: *mut T,
            p_sync: *mut c_long,
        ) {
            let group = active(start, log2_stride, size, p_sync);
            let count = elements(call, "nreduce", nreduce);
            let (dest, source, size) = (dest.cast(), source.cast(), size_of::<T>());
            // SAFETY: the standard's contract; the operation is on elements of `T`.
            done(call, unsafe { coll::reduce(group, dest, source, count, size, ops::$op::<T>) });
        }
    )* };
}

reductions! {
    and_reduce set_and Bits and;
    or_reduce set_or Bits or;
    xor_reduce set_xor Bits xor;
    max_reduce set_max Ordered max;
    min_reduce set_min Ordered min;
    sum_reduce set_sum Number sum;
    prod_reduce set_prod Number product;
}

/// Prefix sums.
macro_rules! scans {
    ($($name:ident $kind:ident;)*) => { $(
        pub(crate) unsafe fn $name<T: ops::Number>(
            call: &str,
            team: Team,
            dest: *mut T,
            source: *const T,
            nelems: usize,
        ) -> c_int {
            let (dest, source, size) = (dest.cast(), source.cast(), size_of::<T>());
            let group = Group::Team(team);
            // SAFETY: the standard's contract; the operation is on elements of `T`.
            let outcome = unsafe {
                coll::scan(group, Scan::$kind, dest, source, nelems, size, ops::sum::<T>)
            };
            done(call, outcome);
            0
        }
    )* };
}

scans! {
    sum_inscan Inclusive;
    sum_exscan Exclusive;
}
