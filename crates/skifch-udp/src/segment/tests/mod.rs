//! Engines joined by in-memory links of small capacity, against plain models and malicious peers.
//! Random tests print their seed.

mod baton;
mod death;
mod hostile;
mod making;
mod model;
mod semantics;
mod threads;
mod world;

/// Number of rounds; fifty times as many in the long tests.
fn rounds(usual: u64) -> u64 {
    if skifch_chance::is_long() { 50 * usual } else { usual }
}
