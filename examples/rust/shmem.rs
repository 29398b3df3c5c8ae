//! PEs write into each other's memory, increment a shared counter and compute a sum.
//! Run: skifrun -n 4 ./shmem
use skifch_shmem::{Error, Shmem};

fn main() -> Result<(), Error> {
    let shmem = Shmem::start()?;
    let (me, pes) = (shmem.my_pe(), shmem.n_pes());
    let from = shmem.slice::<usize>(1)?;
    let count = shmem.slice::<u64>(1)?;
    from.put_one((me + 1) % pes, 0, me)?;
    count.fetch_add(0, 0, 1)?;
    shmem.barrier()?;
    let all = shmem.slice::<usize>(1)?;
    shmem.world().sum(&all, &from)?;
    let (from, all) = (from.get_one(me, 0)?, all.get_one(me, 0)?);
    println!("PE {me} of {}: from PE {from}, sum {all}", count.get_one(0, 0)?);
    Ok(())
}
