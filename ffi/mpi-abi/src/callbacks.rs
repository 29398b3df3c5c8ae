//! Types of callbacks as addresses, generated from the table of `ffi/mpi-edge`.

include!(concat!(env!("OUT_DIR"), "/callbacks.rs"));
