//! Functions deprecated by the standard.

pub use super::info::{info_get, info_get_valuelen};
