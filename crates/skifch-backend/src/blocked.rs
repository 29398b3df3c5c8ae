//! Calls that wait for other ranks by other means than a network, such as a launcher's fence. A
//! rank may get there only after this one has answered it or has sent something again. A network
//! that has no thread for this gets one for the time of the call.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

/// A network that makes progress in the program's calls only.
pub trait Served: Send + Sync {
    /// Makes progress, or sleeps briefly if there is nothing to do. Returns whether the network is
    /// usable.
    fn serve(&self) -> bool;
}

static NETWORKS: Mutex<Vec<Weak<dyn Served>>> = Mutex::new(Vec::new());

/// Has a network served during all later calls of [`blocked`], for as long as it exists.
pub fn serve_when_blocked(network: Weak<dyn Served>) {
    NETWORKS.lock().unwrap_or_else(PoisonError::into_inner).push(network);
}

fn networks() -> Vec<Arc<dyn Served>> {
    let mut networks = NETWORKS.lock().unwrap_or_else(PoisonError::into_inner);
    networks.retain(|network| network.strong_count() > 0);
    networks.iter().filter_map(Weak::upgrade).collect()
}

/// Runs `call`, which waits for other ranks, and serves the networks meanwhile.
pub fn blocked<T>(call: impl FnOnce() -> T) -> T {
    let networks = networks();
    if networks.is_empty() {
        return call();
    }
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let _over = Over(&is_over);
        for network in &networks {
            let thread = thread::Builder::new().name("skifch-fence".into());
            // Without a thread, others wait as they do while the program computes.
            let _ = thread.spawn_scoped(scope, || serve(&**network, &is_over));
        }
        call()
    })
}

fn serve(network: &dyn Served, is_over: &AtomicBool) {
    while !is_over.load(Ordering::Relaxed) {
        if !network.serve() {
            return;
        }
    }
}

/// Ends the threads, also if the call panics.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watchdog::Watchdog;
    use std::sync::atomic::AtomicU32;
    use std::time::Duration;

    /// Counts its turns; unusable after `most` of them.
    struct Turns {
        count: AtomicU32,
        most: u32,
    }

    impl Served for Turns {
        fn serve(&self) -> bool {
            thread::yield_now();
            self.count.fetch_add(1, Ordering::Relaxed) + 1 < self.most
        }
    }

    #[test]
    fn networks_that_exist_are_served_during_the_call_and_not_after_it() {
        let _watchdog = Watchdog::new("a blocked call", Duration::from_secs(60));
        assert_eq!(blocked(|| 7), 7, "nothing to serve");
        let network = |most| Arc::new(Turns { count: AtomicU32::new(0), most });
        let (sound, broken, gone) = (network(u32::MAX), network(3), network(u32::MAX));
        for network in [&sound, &broken, &gone] {
            serve_when_blocked(Arc::downgrade(network) as Weak<dyn Served>);
        }
        drop(gone);
        let turns = |network: &Turns| network.count.load(Ordering::Relaxed);
        blocked(|| {
            while turns(&sound) < 100 || turns(&broken) < 3 {
                thread::yield_now();
            }
        });
        let after = turns(&sound);
        thread::sleep(Duration::from_millis(5));
        assert_eq!((turns(&sound), turns(&broken)), (after, 3));
    }
}
