//! The exported functions, by chapter, from the table beside this crate.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]

include!(concat!(env!("OUT_DIR"), "/entries.rs"));
