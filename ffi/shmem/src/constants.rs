//! Constants of the header, from the table beside this crate.

include!(concat!(env!("OUT_DIR"), "/constants.rs"));
