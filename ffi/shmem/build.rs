//! Makes the Rust that comes from the table.

use skifch_generate::shmem;

fn main() -> Result<(), String> {
    shmem::build()
}
