//! Whole endpoints over a simulated network.

mod ends;
mod faults;
mod hostile;
mod net;
mod random;
mod share;
mod soak;
mod world;
