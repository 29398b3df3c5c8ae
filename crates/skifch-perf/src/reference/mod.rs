//! What the bare hardware does: the roof that no message interface can break through.

pub mod cacheline;
pub mod memcpy;
pub mod spsc;

use std::io;
use std::thread;

use crate::pin;

/// Runs `near` on the first and `far` on the second of `cores`, each on a thread of its own that is
/// pinned there; what `far` gave.
fn on_two_cores<T: Send>(
    cores: &[usize],
    near: impl FnOnce() + Send,
    far: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    let (Some(first), Some(second)) = (cores.first(), cores.get(1)) else {
        return Err(io::Error::other("two cores are needed"));
    };
    // Both find out that they are where they should be before either starts to wait for the other.
    pin_check(&[*first, *second])?;
    thread::scope(|scope| {
        scope.spawn(|| pin::pin_to(&[*first]).map(|()| near()));
        let far = scope.spawn(|| pin::pin_to(&[*second]).map(|()| far()));
        far.join().unwrap_or_else(|_| Err(io::Error::other("a measuring thread panicked")))
    })
}

fn pin_check(cores: &[usize]) -> io::Result<()> {
    let allowed = pin::allowed_cores()?;
    match cores.iter().find(|core| !allowed.contains(core)) {
        None => Ok(()),
        Some(core) => {
            Err(io::Error::other(format!("core {core} is not available to this process")))
        }
    }
}
