//! What the standard would rather not have any more.

pub use super::info::{info_get, info_get_valuelen};
