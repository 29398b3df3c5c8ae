//! Ranks that leave before everything accepted has arrived, or can arrive.

use crate::{Done, join};
use skifch::{Channel, Events, Job, netaddr};
use std::time::{Duration, Instant};

/// A channel without room for this long is full and stays full.
const FULL: Duration = Duration::from_millis(200);

/// Rank 0 sends until there is no more room, and leaves after `pause` in the way `how` says. Rank
/// 1 receives one message and then nothing: it closes (if `how` is "alone") or is killed.
pub(crate) fn undelivered(how: &str, pause: Duration) -> Done {
    let (job, mut channel) = join()?;
    if job.rank() == 1 {
        println!("here");
        channel.wait(Events::RECV, 0, None)?;
        drop(channel.recv()?);
        if how == "alone" {
            std::thread::sleep(2 * FULL);
            return leave(job, channel, "close");
        }
        std::thread::sleep(Duration::from_secs(600));
        return Err("nobody has killed this rank".into());
    }
    fill(&mut channel)?;
    println!("full");
    std::thread::sleep(pause);
    leave(job, channel, how)
}

fn fill(channel: &mut Channel) -> Result<(), skifch::Error> {
    let mut accepted = Instant::now();
    while accepted.elapsed() < FULL {
        if channel.send(netaddr(1, 0), &[7; 4096])? > 0 {
            accepted = Instant::now();
        }
    }
    Ok(())
}

fn leave(job: Job, channel: Channel, how: &str) -> Done {
    match how {
        "drop" => return Ok(()),
        "exit" => std::process::exit(0),
        _ => channel.close()?,
    }
    match job.finalize() {
        Ok(()) => println!("told nothing"),
        Err(error) => println!("told {} {error}", error.errno()),
    }
    Ok(())
}
