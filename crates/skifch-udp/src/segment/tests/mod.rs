//! Ends joined by links in memory that hold little, against plain models and against peers that
//! mean harm. Random tests print their seed.

mod baton;
mod death;
mod hostile;
mod making;
mod model;
mod random;
mod semantics;
mod threads;
mod world;
