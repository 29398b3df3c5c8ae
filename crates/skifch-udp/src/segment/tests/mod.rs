//! Ends joined by links in memory that hold little, against plain models and against peers that
//! mean harm. Random tests print their seed.

mod baton;
mod death;
mod hostile;
mod making;
mod model;
mod semantics;
mod threads;
mod world;

/// How many rounds: many where the long tests are asked for.
fn rounds(usual: u64) -> u64 {
    if skifch_chance::is_long() { 50 * usual } else { usual }
}
