//! A laboratory whose process will be killed.

use crate::Done;
use skifch_tests::netlab::Lab;

/// Prints the namespaces it holds and a process in one of them, then waits.
pub(crate) fn hold() -> Done {
    let lab = Lab::new("laboratory", 2).ok_or("no laboratory")?;
    let child = lab.host(0).command("sleep").arg("1000").spawn()?;
    let mut words: Vec<_> = lab.ids().iter().map(u64::to_string).collect();
    words.push(child.id().to_string());
    println!("holds {}", words.join(" "));
    loop {
        std::thread::park();
    }
}
