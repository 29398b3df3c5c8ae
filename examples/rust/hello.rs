//! Each rank greets the next. Run: skifrun -n 4 ./hello
use skifch::{Error, Events, Job, netaddr};

fn main() -> Result<(), Error> {
    let job = Job::init()?;
    let mut channel = job.open(0)?;
    let next = netaddr((job.rank() + 1) % job.size(), 0);
    while channel.send(next, b"hello")? == 0 {
        channel.wait(Events::SEND, next, None)?;
    }
    channel.wait(Events::RECV, next, None)?;
    let message = channel.recv()?.expect("one was waited for").to_vec();
    println!("rank {}: {}", job.rank(), String::from_utf8_lossy(&message));
    job.barrier()
}
