//! Generates the Rust code that comes from the table.

use skifch_generate::mpi;

fn main() -> Result<(), String> {
    mpi::build(mpi::Crate::Mpich)
}
