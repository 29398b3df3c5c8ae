//! Teams and their collective calls.

use super::{Plain, Shmem, Slice, pe};
use crate::Team;
use crate::coll::ops::{self, Bits, Number, Ordered};
use crate::coll::{self, Combine, Group, Joined, Scan, agree};
use crate::error::{Error, Result, fail};
use crate::state::state;
use crate::team::{self, Split};
use std::marker::PhantomData;

/// A team that this PE is in. All members make its collective calls in the same order.
#[derive(Debug)]
pub struct Members<'s> {
    team: Team,
    shmem: PhantomData<&'s Shmem>,
}

/// Generates the reductions.
macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident: $trait:ident;)*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        /// `dest` is shorter than `source`; as [`sync`](Self::sync).
        pub fn $name<T: Plain + $trait>(
            &self,
            dest: &Slice<'_, T>,
            source: &Slice<'_, T>,
        ) -> Result<()> {
            self.reduce(dest, source, ops::$name::<T>)
        }
    )* };
}

impl<'s> Members<'s> {
    pub(super) fn new(team: Team) -> Self {
        Self { team, shmem: PhantomData }
    }

    fn group(&self) -> Group {
        Group::Team(self.team)
    }

    /// The handle, for the calls that take handles.
    pub fn handle(&self) -> Team {
        self.team
    }

    /// The number of this PE in the team.
    ///
    /// # Errors
    /// The library is finished.
    pub fn my_pe(&self) -> Result<usize> {
        Ok(team::my_pe(self.team)? as usize)
    }

    /// The number of PEs in the team.
    ///
    /// # Errors
    /// The library is finished.
    pub fn n_pes(&self) -> Result<usize> {
        Ok(team::n_pes(self.team)? as usize)
    }

    /// The number in `to` of the PE that has number `of` here; `None` if it is not a member of
    /// both.
    ///
    /// # Errors
    /// The library is finished.
    pub fn translate(&self, of: usize, to: &Members<'_>) -> Result<Option<usize>> {
        Ok(usize::try_from(team::translate(self.team, pe(of)?, to.team)?).ok())
    }

    /// Creates a team of `size` PEs of this one: `start`, `start + stride` and so on; `None` on the
    /// other PEs. Collective over this team.
    ///
    /// # Errors
    /// The numbers do not describe a team; there are too many teams; an error of the network.
    pub fn split(&self, start: usize, stride: isize, size: usize) -> Result<Option<Self>> {
        let number = |number: usize| i32::try_from(number).unwrap_or(-1);
        let step = i32::try_from(stride).unwrap_or(i32::MAX);
        match team::split_strided(self.team, number(start), step, number(size), 0)? {
            Split::Member(team) => Ok(Some(Self::new(team))),
            Split::Outside => Ok(None),
            Split::NoTeam => {
                fail!("{size} PEs from {start} with stride {stride} are no PEs of the team")
            }
            Split::NoRoom => {
                fail!("there is no room for a team of {size} PEs beside the others: destroy some")
            }
        }
    }

    /// Destroys the team. Collective over it.
    ///
    /// # Errors
    /// The predefined teams cannot be destroyed; an error of the network.
    pub fn destroy(self) -> Result<()> {
        team::destroy(self.team)
    }

    /// Waits until all members have called it.
    ///
    /// # Errors
    /// An error of the network. The same for all calls below.
    pub fn sync(&self) -> Result<()> {
        coll::sync(self.group())
    }

    /// Copies `source` of the team's PE `root` to `dest` of all members.
    ///
    /// # Errors
    /// `dest` is shorter than `source`; as [`sync`](Self::sync).
    pub fn broadcast<T: Plain>(
        &self,
        dest: &Slice<'_, T>,
        source: &Slice<'_, T>,
        root: usize,
    ) -> Result<()> {
        fits(dest, source.len())?;
        let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast());
        // SAFETY: both are symmetric and long enough.
        unsafe { coll::broadcast(self.group(), to, from, bytes(source), pe(root)?) }
    }

    /// Concatenates `source` of all members, of the same length, in `dest` of all.
    ///
    /// # Errors
    /// `dest` is too short; as [`sync`](Self::sync).
    pub fn fcollect<T: Plain>(&self, dest: &Slice<'_, T>, source: &Slice<'_, T>) -> Result<()> {
        fits(dest, source.len().saturating_mul(self.n_pes()?))?;
        let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast());
        // SAFETY: both are symmetric and long enough.
        unsafe { coll::fcollect(self.group(), to, from, bytes(source)) }
    }

    /// Concatenates the first `count` elements of `source` of all members in `dest` of all; `count`
    /// may differ between PEs.
    ///
    /// # Errors
    /// `source` has fewer elements, or `dest` is too short; as [`sync`](Self::sync).
    pub fn collect<T: Plain>(
        &self,
        dest: &Slice<'_, T>,
        source: &Slice<'_, T>,
        count: usize,
    ) -> Result<()> {
        let from = source.place(0, count)?;
        let to = dest.as_ptr().cast();
        // Only all members together know the total; without room, the excess would overwrite the
        // memory behind `dest`.
        let state = state()?;
        let team = Joined::of_team(state.teams.get(self.team)?);
        let [all] = agree(state, &team, [count as u64], u64::saturating_add)?;
        fits(dest, usize::try_from(all).unwrap_or(usize::MAX))?;
        // SAFETY: both are symmetric and long enough.
        unsafe { coll::collect(self.group(), to, from.cast(), count * size_of::<T>()) }
    }

    /// Splits `source` into as many equal blocks as there are PEs, and sends block `i` to PE `i`.
    ///
    /// # Errors
    /// The length of `source` is not a multiple of the number of PEs, or `dest` is shorter than
    /// `source`; as [`sync`](Self::sync).
    pub fn alltoall<T: Plain>(&self, dest: &Slice<'_, T>, source: &Slice<'_, T>) -> Result<()> {
        let (block, rest) = (source.len() / self.n_pes()?, source.len() % self.n_pes()?);
        if rest > 0 {
            let (len, n) = (source.len(), self.n_pes()?);
            return fail!("{len} elements are not {n} blocks of the same length");
        }
        fits(dest, source.len())?;
        let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast());
        // SAFETY: both are symmetric and long enough.
        unsafe { coll::alltoall(self.group(), to, from, block * size_of::<T>()) }
    }

    reductions! {
        /// The element-wise sums over all members, wrapping; `dest` may be `source`, here and
        /// below.
        sum: Number;
        /// The element-wise products, wrapping.
        product: Number;
        /// The element-wise minima.
        min: Ordered;
        /// The element-wise maxima.
        max: Ordered;
        /// The element-wise bitwise and.
        and: Bits;
        /// The element-wise bitwise or.
        or: Bits;
        /// The element-wise bitwise exclusive or.
        xor: Bits;
    }

    fn reduce<T: Plain>(
        &self,
        dest: &Slice<'_, T>,
        source: &Slice<'_, T>,
        combine: Combine,
    ) -> Result<()> {
        fits(dest, source.len())?;
        let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast());
        // SAFETY: both are symmetric and long enough; `combine` is for their type.
        unsafe { coll::reduce(self.group(), to, from, source.len(), size_of::<T>(), combine) }
    }

    /// The element-wise sums over the PEs up to this one, or before it.
    ///
    /// # Errors
    /// `dest` is shorter than `source`; as [`sync`](Self::sync).
    pub fn sum_scan<T: Plain + Number>(
        &self,
        kind: Scan,
        dest: &Slice<'_, T>,
        source: &Slice<'_, T>,
    ) -> Result<()> {
        fits(dest, source.len())?;
        let (to, from) = (dest.as_ptr().cast(), source.as_ptr().cast());
        let (len, size) = (source.len(), size_of::<T>());
        // SAFETY: both are symmetric and long enough; the operation is for their type.
        unsafe { coll::scan(self.group(), kind, to, from, len, size, ops::sum::<T>) }
    }
}

fn bytes<T: Plain>(slice: &Slice<'_, T>) -> usize {
    slice.len() * size_of::<T>()
}

fn fits<T: Plain>(dest: &Slice<'_, T>, len: usize) -> Result<()> {
    if dest.len() < len {
        return Err(Error::new(format!("{len} elements do not fit a slice of {}", dest.len())));
    }
    Ok(())
}
