//! The nodes that a batch system has given to this job.

use super::{Host, merged, ranges, some, syntax};
use crate::error::LaunchError;

/// The nodes of the allocation that the environment tells of; empty when there is none.
pub(crate) fn find(env: impl Fn(&str) -> Option<String>) -> Result<Vec<Host>, LaunchError> {
    let get = |name: &str| env(name).filter(|value| !value.is_empty());
    for name in ["SLURM_JOB_NODELIST", "SLURM_NODELIST"] {
        if let Some(list) = get(name) {
            let sizes = ["SLURM_TASKS_PER_NODE", "SLURM_JOB_CPUS_PER_NODE"];
            let sizes = sizes.into_iter().find_map(|size| Some((size, get(size)?)));
            return slurm(name, &list, sizes);
        }
    }
    match get("PBS_NODEFILE") {
        Some(path) => pbs(&path),
        None => Ok(Vec::new()),
    }
}

fn slurm(name: &str, list: &str, sizes: Option<(&str, String)>) -> Result<Vec<Host>, LaunchError> {
    let unread = |name: &str, text: &str| {
        let (bytes, names) = (ranges::NAME_MAX_BYTES, ranges::NAMES_MAX);
        LaunchError::own(format!(
            "{name}={text:.200}: not understood, or more than {names} names or {bytes} bytes in \
             one; give the hosts with -hosts"
        ))
    };
    let names = ranges::names(list).ok_or_else(|| unread(name, list))?;
    let counts = match &sizes {
        Some((size, text)) => ranges::counts(text).ok_or_else(|| unread(size, text))?,
        None => Vec::new(),
    };
    let counts = counts.into_iter().map(Some).chain(std::iter::repeat(None));
    let host = |(word, slots): (String, Option<u32>)| {
        let host = syntax::host(&word).map_err(|why| LaunchError::own(format!("{name}: {why}")))?;
        Ok(Host { slots, ..host })
    };
    names.into_iter().zip(counts).map(host).collect::<Result<Vec<_>, _>>().map(merged)
}

/// One line per slot.
fn pbs(path: &str) -> Result<Vec<Host>, LaunchError> {
    let because = |why: String| LaunchError::own(format!("PBS_NODEFILE={path}: {why}"));
    let text = std::fs::read_to_string(path).map_err(|e| because(e.to_string()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let hosts = lines.map(|line| {
        let host = syntax::host(line).map_err(because)?;
        Ok(Host { slots: host.slots.or(Some(1)), ..host })
    });
    some(merged(hosts.collect::<Result<Vec<_>, _>>()?)).map_err(because)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(vars: &[(&str, &str)]) -> Result<Vec<(String, Option<u32>)>, LaunchError> {
        let value = |name: &str| vars.iter().find(|var| var.0 == name).map(|var| var.1.to_owned());
        find(value).map(|hosts| hosts.into_iter().map(|host| (host.name, host.slots)).collect())
    }

    #[test]
    fn slurm_nodes_with_tasks() {
        assert_eq!(of(&[]).unwrap(), []);
        let nodes = [("SLURM_JOB_NODELIST", "n[1-2],m"), ("SLURM_TASKS_PER_NODE", "2(x2),1")];
        let host = |name: &str, slots| (name.to_owned(), slots);
        let expected = [host("n1", Some(2)), host("n2", Some(2)), host("m", Some(1))];
        assert_eq!(of(&nodes).unwrap(), expected);
        assert_eq!(of(&[("SLURM_NODELIST", "a")]).unwrap(), [host("a", None)]);
        let broken = of(&[("SLURM_JOB_NODELIST", "n[1")]).unwrap_err().to_string();
        assert!(broken.contains("SLURM_JOB_NODELIST=n[1"), "{broken}");
        let broken = of(&[nodes[0], ("SLURM_TASKS_PER_NODE", "two")]).unwrap_err().to_string();
        assert!(broken.contains("SLURM_TASKS_PER_NODE=two"), "{broken}");
    }

    #[test]
    fn pbs_names_a_node_once_per_slot() {
        let path = std::env::temp_dir().join(format!("skifch-pbs-{}", std::process::id()));
        std::fs::write(&path, "n1\nn1\nn2\n").unwrap();
        let found = of(&[("PBS_NODEFILE", &path.to_string_lossy())]);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(found.unwrap(), [("n1".to_owned(), Some(2)), ("n2".to_owned(), Some(1))]);
        assert!(of(&[("PBS_NODEFILE", "/no/such/file")]).is_err());
        let empty = of(&[("PBS_NODEFILE", "/dev/null")]).unwrap_err().to_string();
        assert!(empty.contains("PBS_NODEFILE=/dev/null: no host"), "{empty}");
    }
}
