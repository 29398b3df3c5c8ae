//! Callbacks as addresses, from the table of `ffi/mpi-edge`.

include!(concat!(env!("OUT_DIR"), "/callbacks.rs"));
