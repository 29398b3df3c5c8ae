//! PEs write into each other's memory, increment a shared counter and compute sums.
//! Run: oshrun -np 4 ./shmem
use skifch_shmem::{Error, Shmem};

fn main() -> Result<(), Error> {
    let shmem = Shmem::start()?;
    let (me, pes) = (shmem.my_pe(), shmem.n_pes());
    let from = shmem.slice::<usize>(1)?;
    let count = shmem.slice::<u64>(1)?;
    let sums = shmem.slice::<usize>(1)?;
    from.put_one((me + 1) % pes, 0, me)?;
    count.fetch_add(0, 0, 1)?;
    shmem.barrier()?;
    shmem.world().sum(&sums, &from)?;
    let sum = sums.get_one(me, 0)?;
    shmem.barrier()?;
    if let Some(even) = shmem.world().split(0, 2, pes.div_ceil(2))? {
        even.sum(&sums, &from)?;
    }
    shmem.barrier()?;
    let (left, even) = (from.get_one(me, 0)?, sums.get_one(0, 0)?);
    println!("PE {me} of {}: from PE {left}, sum {sum}, of even PEs {even}", count.get_one(0, 0)?);
    Ok(())
}
