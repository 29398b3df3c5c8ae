//! What segments need of the network under them.

use super::Engine;
use skifch_backend::Error;

/// An ordered reliable link of messages to every other rank.
pub trait Link {
    /// Bytes of the greatest message, at least 64 and the same on every rank.
    fn max_message(&self) -> usize;

    /// Takes one message made of `parts`, all of it, or says that there is no room now.
    ///
    /// # Errors
    /// When the rank is gone; nothing is sent to it afterwards.
    fn try_send(&mut self, rank: u32, parts: &[&[u8]]) -> Result<bool, Error>;

    /// Whether nothing is on its way to `rank`: then waiting for more to send with it gains
    /// nothing.
    fn is_idle(&self, rank: u32) -> bool;

    /// Whether somebody waits for `rank`, whose death must then be noticed although nothing is on
    /// its way to it.
    fn watch(&mut self, rank: u32, is_watched: bool);
}

/// What moves the messages: the threads of the program and a helper, who share one lock.
///
/// Whoever holds it hands arriving messages to [`Engine::on_message`] and gone ranks to
/// [`Engine::on_lost`], calls [`Engine::pump`] after that, and sees to it that as long as `pump`
/// says that something is left it is called again, once there is room or a moment has passed. A
/// message is always taken, whatever there is no room for: this is why ranks that all wait for room
/// do not wait for each other.
pub trait Driver: Send + Sync + 'static {
    /// Its links.
    type Link: Link;

    /// Does `act` alone.
    fn with<T>(&self, act: impl FnOnce(&mut Engine, &mut Self::Link) -> T) -> T;

    /// Moves what can be moved, and says whether anything came in. `idle` is how often in a row the
    /// caller has done this, nothing came in, and it still waits: a driver spins, then yields, then
    /// sleeps for a moment.
    ///
    /// # Errors
    /// When the network is of no use any more; the death of a rank is none.
    fn progress(&self, idle: u32) -> Result<bool, Error>;

    /// Something was left to be sent with what may follow; see that it goes within a moment.
    fn nudge(&self);
}
