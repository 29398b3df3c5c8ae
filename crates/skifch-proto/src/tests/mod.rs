//! Tests of whole endpoints over a simulated network.

mod again;
mod ends;
mod faults;
mod hostile;
mod lives;
mod many;
mod net;
mod share;
mod sizes;
mod soak;
mod world;
