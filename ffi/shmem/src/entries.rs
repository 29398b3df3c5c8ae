//! The exported functions, by chapter, generated from the table in `table/`.
#![allow(clippy::too_many_arguments, reason = "the standard has them")]

include!(concat!(env!("OUT_DIR"), "/entries.rs"));
