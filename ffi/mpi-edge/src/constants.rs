//! Every constant of the standard ABI, from the table beside this crate.

include!(concat!(env!("OUT_DIR"), "/constants.rs"));
