//! The torus: nodes, directions, and where links lead.

mod direction;
mod torus;

pub use direction::{Direction, MAX_DIMS};
pub use torus::{MAX_NODES, MAX_SIZE, Torus};
