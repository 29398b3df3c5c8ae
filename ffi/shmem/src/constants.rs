//! Constants of the header, generated from the table in `table/`.

include!(concat!(env!("OUT_DIR"), "/constants.rs"));
