//! The interface that segments need from the network.

use super::Engine;
use skifch_backend::Error;

/// An ordered reliable link of messages to every other rank.
pub trait Link {
    /// Maximum message size in bytes; at least 64, and the same on every rank.
    fn max_message(&self) -> usize;

    /// Sends one message made of `parts`; false if there is no room now. Never sends a part of it.
    ///
    /// # Errors
    /// If the rank is lost; nothing may be sent to it afterwards.
    fn try_send(&mut self, rank: u32, parts: &[&[u8]]) -> Result<bool, Error>;

    /// Whether nothing is in flight to `rank`: then waiting to coalesce gains nothing.
    fn is_idle(&self, rank: u32) -> bool;

    /// Sets whether a call waits for `rank`; if so, its death must be noticed even if nothing is in
    /// flight to it.
    fn watch(&mut self, rank: u32, is_watched: bool);
}

/// Moves the messages: implemented by the program's threads and the helper, which share one lock.
///
/// The holder of the lock passes arriving messages to [`Engine::on_message`] and lost ranks to
/// [`Engine::on_lost`], then calls [`Engine::pump`]. As long as `pump` returns that something is
/// left, it must be called again when there is room or a moment has passed. Incoming messages must
/// always be accepted, even when there is no room to send: this is why ranks that all wait for room
/// do not deadlock.
pub trait Driver: Send + Sync + 'static {
    /// The type that provides the links.
    type Link: Link;

    /// Runs `act` under the lock.
    fn with<T>(&self, act: impl FnOnce(&mut Engine, &mut Self::Link) -> T) -> T;

    /// Makes progress; returns whether anything arrived. `idle` is the number of consecutive
    /// fruitless calls by a waiting caller: a driver first spins, then yields, then sleeps briefly.
    ///
    /// # Errors
    /// If the network is unusable; the death of a rank is not an error.
    fn progress(&self, idle: u32) -> Result<bool, Error>;

    /// Requests were held back for coalescing; make sure that they are sent soon.
    fn nudge(&self);
}
