//! Whether the ranks can find each other's sockets: abstract names belong to a network namespace
//! and are not visible from another.

use skifch_backend::{Error, HostRef, network_namespace};

/// The key under which rank 0 publishes its network namespace.
const KEY: &str = "skifch-shm-netns";
/// The value for a namespace that the system does not tell: without `/proc` there is no check.
const UNKNOWN: &str = "unknown";

/// The network namespace of this thread.
fn own() -> String {
    network_namespace().unwrap_or_else(|| UNKNOWN.to_owned())
}

/// Publishes rank 0's namespace; called before the fence at which all ranks have joined.
pub(crate) fn publish(host: &HostRef) -> Result<(), Error> {
    if host.rank() > 0 || host.job_size() == 1 {
        return Ok(());
    }
    host.kvs_put(KEY, own().as_bytes())
}

/// Called after that fence: a rank in another network namespace than rank 0 cannot take part.
pub(crate) fn check(host: &HostRef) -> Result<(), Error> {
    if host.rank() == 0 {
        return Ok(());
    }
    let first = host.kvs_get(KEY)?;
    agree(host.rank(), &own(), &String::from_utf8_lossy(&first))
}

fn agree(rank: u32, own: &str, first: &str) -> Result<(), Error> {
    if own == first || own == UNKNOWN || first == UNKNOWN {
        return Ok(());
    }
    let text = format!(
        "rank {rank} is in the network namespace {own} and rank 0 in {first}: the Unix sockets \
         over which ranks exchange memory do not reach across network namespaces; start all ranks \
         in one (containers can share that of the host)"
    );
    Err(Error::new(libc::EHOSTUNREACH, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_two_names_that_differ_are_a_difference() {
        assert!(own().starts_with("net:[") || own() == UNKNOWN, "{}", own());
        for (own, first) in [("net:[1]", "net:[1]"), (UNKNOWN, "net:[1]"), ("net:[1]", UNKNOWN)] {
            agree(1, own, first).expect("no difference is known");
        }
        let error = agree(3, "net:[2]", "net:[1]").expect_err("a difference");
        assert_eq!(error.errno(), libc::EHOSTUNREACH);
        assert!(["rank 3", "net:[1]", "net:[2]"].iter().all(|word| error.text().contains(word)));
    }
}
