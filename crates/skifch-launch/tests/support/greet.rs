//! What ranks do that only want to see each other.

use skifch::{Error, Events, Job, netaddr};

/// What tells a test program that it is a rank, and no test.
pub(crate) const IS_RANK: &str = "SKIFCH_TEST_IS_RANK";

/// Greets the next rank if this process is one; ends it where that fails.
pub(crate) fn if_rank() {
    if std::env::var_os(IS_RANK).is_none() {
        return;
    }
    if let Err(error) = ring() {
        eprintln!("{error}");
        std::process::exit(9);
    }
}

/// What to start so, of this very program: its test `rank` calls [`if_rank`].
pub(crate) fn words() -> Vec<String> {
    let own = std::env::current_exe().expect("this test").to_string_lossy().into_owned();
    let variable = format!("{IS_RANK}=1");
    let words = ["-genv", &variable, &own, "rank", "--exact", "--nocapture", "-q"];
    words.map(str::to_owned).to_vec()
}

/// Each rank greets the next.
fn ring() -> Result<(), Error> {
    let job = Job::init()?;
    let mut channel = job.open(0)?;
    let (rank, size) = (job.rank(), job.size());
    let next = netaddr((rank + 1) % size, 0);
    while channel.send(next, &rank.to_le_bytes())? == 0 {
        channel.wait(Events::SEND, next, None)?;
    }
    channel.wait(Events::RECV, next, None)?;
    let message = channel.recv()?.expect("it was waited for").to_vec();
    assert_eq!(message, ((rank + size - 1) % size).to_le_bytes());
    println!("greeted {rank} of {size}");
    job.barrier()
}
