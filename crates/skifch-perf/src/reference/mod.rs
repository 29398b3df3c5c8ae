//! The limits of the bare hardware, which no message interface can exceed.

pub mod cacheline;
pub mod memcpy;
pub mod spsc;

use std::io;
use std::thread;

use crate::pin;

/// Runs `near` on the first and `far` on the second of `cores`, each on its own pinned thread;
/// returns the result of `far`.
fn on_two_cores<T: Send>(
    cores: &[usize],
    near: impl FnOnce() + Send,
    far: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    let (Some(first), Some(second)) = (cores.first(), cores.get(1)) else {
        return Err(io::Error::other("two cores are needed"));
    };
    // Check that both cores are available before either thread starts to wait for the other.
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
