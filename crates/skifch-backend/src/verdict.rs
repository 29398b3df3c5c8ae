//! A check on which all ranks agree before any of them continues.

use crate::{Error, HostRef};

/// Rank 0's answer when there is no objection.
const AGREED: &str = "agreed";

/// Publishes the short text `said` to the job and returns rank 0's objection, if any: rank 0 calls
/// `objection` for every rank in turn, and the first text it returns is the result on all ranks.
/// Collective, with two fences; `name` must be the same on every rank and used only once.
///
/// # Errors
/// The launcher's error.
pub fn verdict(
    host: &HostRef,
    name: &str,
    said: &str,
    objection: impl Fn(u32, &str) -> Option<String>,
) -> Result<Option<String>, Error> {
    if host.job_size() == 1 {
        return Ok(objection(0, said));
    }
    let (key, answer) = (|rank| format!("{name}.{rank}"), format!("{name}.verdict"));
    host.kvs_put(&key(host.rank()), said.as_bytes())?;
    host.fence()?;
    if host.rank() == 0 {
        let text_of = |rank| match host.kvs_get(&key(rank)) {
            Ok(said) => String::from_utf8_lossy(&said).into_owned(),
            Err(error) => error.to_string(),
        };
        let object = |rank| objection(rank, &text_of(rank));
        let found = (0..host.job_size()).find_map(object);
        host.kvs_put(&answer, found.as_deref().unwrap_or(AGREED).as_bytes())?;
    }
    host.fence()?;
    let said = host.kvs_get(&answer)?;
    Ok((said != AGREED.as_bytes()).then(|| String::from_utf8_lossy(&said).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_host::TestHost;

    /// What each rank learns if rank `r` says `said[r]` and anything but "yes" is objected to.
    fn learnt(said: &[&str]) -> Vec<Option<String>> {
        let hosts = TestHost::job(said.len() as u32, &[]);
        let object = |rank, said: &str| (said != "yes").then(|| format!("rank {rank}: {said}"));
        std::thread::scope(|scope| {
            let ranks = hosts.iter().zip(said).map(|(host, said)| {
                scope.spawn(move || {
                    // SAFETY: the host lives longer than the thread.
                    let host = unsafe { HostRef::new(host.table()) };
                    verdict(&host, "test", said, object).expect("a host of the tests")
                })
            });
            let ranks: Vec<_> = ranks.collect();
            ranks.into_iter().map(|rank| rank.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn all_learn_of_the_first_objection() {
        assert_eq!(learnt(&["yes", "yes", "yes"]), [None, None, None]);
        assert_eq!(learnt(&["yes"]), [None]);
        let objection = Some("rank 1: no".to_owned());
        assert_eq!(learnt(&["yes", "no", "never"]), vec![objection; 3]);
    }
}
