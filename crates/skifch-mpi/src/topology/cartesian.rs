//! Cartesian topologies.

use super::{Topology, call, shaped};
use crate::Comm;
use crate::engine::{Engine, attempt};
use crate::error::{Result, fail};

/// A grid of ranks in row-major (C) order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartesian {
    /// Number of ranks in each dimension.
    pub dims: Vec<usize>,
    /// Whether each dimension is periodic.
    pub is_periodic: Vec<bool>,
}

impl Cartesian {
    /// Number of ranks in the grid.
    pub fn size(&self) -> usize {
        self.dims.iter().product()
    }

    /// The coordinates of a rank.
    pub fn coords(&self, rank: usize) -> Vec<usize> {
        let mut rest = rank;
        let mut coords = vec![0; self.dims.len()];
        for (at, &size) in coords.iter_mut().zip(&self.dims).rev() {
            (*at, rest) = (rest % size, rest / size);
        }
        coords
    }

    /// The rank at given coordinates, which wrap around in periodic dimensions.
    pub fn rank(&self, coords: &[i64]) -> Option<usize> {
        let mut rank = 0;
        for (dim, (&size, &at)) in self.dims.iter().zip(coords).enumerate() {
            let at = if self.is_periodic[dim] { at.rem_euclid(size as i64) } else { at };
            let at = usize::try_from(at).ok().filter(|&at| at < size)?;
            rank = rank * size + at;
        }
        Some(rank)
    }

    /// The ranks `step` positions before and after a rank in a dimension.
    pub fn shift(&self, rank: usize, dim: usize, step: i64) -> (Option<usize>, Option<usize>) {
        let coords: Vec<_> = self.coords(rank).into_iter().map(|at| at as i64).collect();
        let moved = |by: i64| {
            let mut there = coords.clone();
            there[dim] += by;
            self.rank(&there)
        };
        (moved(-step), moved(step))
    }
}

fn grid(engine: &Engine, comm: Comm) -> Result<&Cartesian> {
    match engine.comm(comm)?.topology.as_deref() {
        Some(Topology::Cartesian(grid)) => Ok(grid),
        _ => fail!(Topology, "{} is no grid", engine.comm(comm)?),
    }
}

fn check(grid: &Cartesian, size: usize) -> Result<()> {
    let count = grid.dims.iter().try_fold(1usize, |all, &size| all.checked_mul(size));
    let is_right = count.is_some_and(|count| (1..=size).contains(&count));
    match is_right && grid.is_periodic.len() == grid.dims.len() {
        true => Ok(()),
        false => fail!(Dims, "a grid of {:?} over {size} ranks", grid.dims),
    }
}

/// Creates a grid of the first ranks (collective); the other ranks get none.
///
/// # Errors
/// `Comm` for an invalid handle; `Dims` for a grid with more ranks than there are.
pub fn cart_create(comm: Comm, grid: Cartesian) -> Result<Option<Comm>> {
    make(comm, grid).map_err(|error| error.context("MPI_Cart_create"))
}

fn make(comm: Comm, grid: Cartesian) -> Result<Option<Comm>> {
    check(&grid, attempt(|engine| engine.comm(comm).map(|comm| comm.local.len()))?)?;
    let size = grid.size();
    shaped(comm, size, Topology::Cartesian(grid))
}

/// The grid, and this rank's coordinates.
///
/// # Errors
/// `Topology` for a communicator without a grid; so do all calls below.
pub fn cart_get(comm: Comm) -> Result<(Cartesian, Vec<usize>)> {
    call("MPI_Cart_get", |engine| {
        let grid = grid(engine, comm)?;
        Ok((grid.clone(), grid.coords(engine.comm(comm)?.rank as usize)))
    })
}

/// The coordinates of a rank.
///
/// # Errors
/// As [`cart_get`]; `Rank` for a rank that is not in the grid.
pub fn cart_coords(comm: Comm, rank: usize) -> Result<Vec<usize>> {
    call("MPI_Cart_coords", |engine| {
        let grid = grid(engine, comm)?;
        match rank < grid.size() {
            true => Ok(grid.coords(rank)),
            false => fail!(Rank, "rank {rank} is not in a grid of {:?}", grid.dims),
        }
    })
}

/// The rank at given coordinates.
///
/// # Errors
/// As [`cart_get`]; `Arg` for coordinates outside the grid.
pub fn cart_rank(comm: Comm, coords: &[i64]) -> Result<usize> {
    call("MPI_Cart_rank", |engine| {
        let grid = grid(engine, comm)?;
        match grid.rank(coords) {
            Some(rank) if coords.len() >= grid.dims.len() => Ok(rank),
            _ => fail!(Arg, "{coords:?} is not in a grid of {:?}", grid.dims),
        }
    })
}

/// The ranks `step` positions before and after this one in a dimension, if they exist.
///
/// # Errors
/// As [`cart_get`]; `Arg` for an invalid dimension.
pub fn cart_shift(comm: Comm, dim: usize, step: i64) -> Result<(Option<usize>, Option<usize>)> {
    call("MPI_Cart_shift", |engine| {
        let grid = grid(engine, comm)?;
        match dim < grid.dims.len() {
            true => Ok(grid.shift(engine.comm(comm)?.rank as usize, dim, step)),
            false => fail!(Arg, "dimension {dim} of {}", grid.dims.len()),
        }
    })
}

/// The subgrid of the kept dimensions that contains this rank (collective).
///
/// # Errors
/// As [`cart_get`]; `Arg` if `is_kept` has fewer entries than dimensions.
pub fn cart_sub(comm: Comm, is_kept: &[bool]) -> Result<Comm> {
    let (whole, coords) = cart_get(comm)?;
    if is_kept.len() < whole.dims.len() {
        return fail!(Arg, "MPI_Cart_sub: {} of {} dimensions", is_kept.len(), whole.dims.len());
    }
    let (mut color, mut key) = (0, 0);
    let mut part = Cartesian { dims: Vec::new(), is_periodic: Vec::new() };
    for (dim, &size) in whole.dims.iter().enumerate() {
        if is_kept[dim] {
            key = key * size + coords[dim];
            part.dims.push(size);
            part.is_periodic.push(whole.is_periodic[dim]);
        } else {
            color = color * size + coords[dim];
        }
    }
    let made = crate::comm::divide(comm, Some(color as u32), key as i32);
    let Some(made) = made.map_err(|error| error.context("MPI_Cart_sub"))? else {
        return fail!(Intern, "MPI_Cart_sub: a colored rank got no communicator");
    };
    attempt(|engine| {
        engine.comm_mut(made)?.topology = Some(Topology::Cartesian(part).into());
        Ok(made)
    })
}

/// The rank this process would have in a grid, if any.
///
/// # Errors
/// As [`cart_create`].
pub fn cart_map(comm: Comm, grid: &Cartesian) -> Result<Option<usize>> {
    call("MPI_Cart_map", |engine| {
        let found = engine.comm(comm)?;
        check(grid, found.local.len())?;
        let rank = found.rank as usize;
        Ok((rank < grid.size()).then_some(rank))
    })
}
