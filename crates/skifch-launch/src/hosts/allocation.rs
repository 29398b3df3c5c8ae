//! The nodes that a batch system has allocated to this job.

use super::{Host, merged, ranges, some, syntax};
use crate::error::LaunchError;
use crate::sys;

/// Variables that name a host file for other launchers.
const HOST_FILES: [&str; 4] = [
    "HYDRA_HOST_FILE",
    "I_MPI_HYDRA_HOST_FILE",
    "OMPI_MCA_orte_default_hostfile",
    "PRTE_MCA_prte_default_hostfile",
];

/// Node files of batch systems: PBS, LSF and Cobalt list a node once per slot, SGE lists the
/// number.
const NODE_FILES: [&str; 4] =
    ["PBS_NODEFILE", "LSB_DJOB_HOSTFILE", "COBALT_NODEFILE", "PE_HOSTFILE"];

/// The nodes of the allocation described by the environment; empty if there is none.
pub(crate) fn find(env: impl Fn(&str) -> Option<String>) -> Result<Vec<Host>, LaunchError> {
    let get = |name: &str| env(name).filter(|value| !value.is_empty());
    if let Some((name, path)) = HOST_FILES.into_iter().find_map(|name| Some((name, get(name)?))) {
        return super::from_file(&path).map_err(|e| LaunchError::own(format!("{name}: {e}")));
    }
    for name in ["SLURM_JOB_NODELIST", "SLURM_NODELIST"] {
        if let Some(list) = get(name) {
            let sizes = ["SLURM_TASKS_PER_NODE", "SLURM_JOB_CPUS_PER_NODE"];
            let sizes = sizes.into_iter().find_map(|size| Some((size, get(size)?)));
            return slurm(name, &list, sizes);
        }
    }
    if let Some(list) = get("LSB_MCPU_HOSTS") {
        return lsf(&list);
    }
    match NODE_FILES.into_iter().find_map(|name| Some((name, get(name)?))) {
        Some((name, path)) => node_file(name, &path),
        None => Ok(Vec::new()),
    }
}

fn slurm(name: &str, list: &str, sizes: Option<(&str, String)>) -> Result<Vec<Host>, LaunchError> {
    let unread = |name: &str, text: &str| {
        let (bytes, names) = (ranges::NAME_MAX_BYTES, ranges::NAMES_MAX);
        LaunchError::own(format!(
            "{name}={text:.200}: cannot be parsed, or has more than {names} names or a name \
             longer than {bytes} bytes; give the hosts with -hosts"
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

/// `node slots node slots …`
fn lsf(list: &str) -> Result<Vec<Host>, LaunchError> {
    let words: Vec<&str> = list.split_whitespace().collect();
    let because = |why: &str| LaunchError::own(format!("LSB_MCPU_HOSTS={list:.200}: {why}"));
    let hosts = words.chunks(2).map(|pair| match pair {
        [name, slots] => node(name, Some(slots)).map_err(|why| because(&why)),
        _ => Err(because("a node without a number of slots")),
    });
    some(merged(hosts.collect::<Result<Vec<_>, _>>()?)).map_err(|why| because(&why))
}

/// One node per line; in SGE's file followed by its slots, its queue and its processors.
fn node_file(name: &str, path: &str) -> Result<Vec<Host>, LaunchError> {
    let because = |why: String| LaunchError::own(format!("{name}={path}: {why}"));
    let text = sys::read_text(path).map_err(|e| because(e.to_string()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let hosts = lines.map(|line| {
        let mut words = line.split_whitespace();
        let (host, slots) = (words.next().unwrap_or_default(), words.next());
        node(host, slots.filter(|_| name == "PE_HOSTFILE")).map_err(because)
    });
    some(merged(hosts.collect::<Result<Vec<_>, _>>()?)).map_err(because)
}

/// A node with its slots; 1 if no number is given.
fn node(name: &str, slots: Option<&str>) -> Result<Host, String> {
    let host = syntax::host(name)?;
    let count = |text: &str| text.parse().ok().filter(|&count| count > 0);
    let slots = slots.map_or(Ok(None), |text| {
        count(text).map(Some).ok_or_else(|| format!("{name} with {text} slots"))
    })?;
    Ok(Host { slots: slots.or(host.slots).or(Some(1)), ..host })
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
        assert!(empty.contains("PBS_NODEFILE=/dev/null: it names no host"), "{empty}");
    }

    #[test]
    fn other_batch_systems_and_launchers_name_hosts() {
        let path = std::env::temp_dir().join(format!("skifch-nodes-{}", std::process::id()));
        let of_file = |name: &str, text: &str| {
            std::fs::write(&path, text).unwrap();
            of(&[(name, &path.to_string_lossy())])
        };
        let expected = [("a".to_owned(), Some(2)), ("b".to_owned(), Some(3))];
        let sge = "a 2 all.q@a UNDEFINED\nb 3 all.q@b UNDEFINED\n";
        assert_eq!(of_file("PE_HOSTFILE", sge).unwrap(), expected);
        for name in ["LSB_DJOB_HOSTFILE", "COBALT_NODEFILE"] {
            assert_eq!(of_file(name, "a\na\nb\nb\nb\n").unwrap(), expected, "{name}");
        }
        for name in HOST_FILES {
            assert_eq!(of_file(name, "a:2\nb slots=3 # both\n").unwrap(), expected, "{name}");
        }
        let wrong = of_file("PE_HOSTFILE", "a many all.q@a UNDEFINED").unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        assert!(wrong.contains("PE_HOSTFILE=") && wrong.contains("a with many slots"), "{wrong}");
        assert_eq!(of(&[("LSB_MCPU_HOSTS", "a 2 b 3")]).unwrap(), expected);
        let wrong = of(&[("LSB_MCPU_HOSTS", "a 2 b")]).unwrap_err().to_string();
        assert!(
            wrong.contains("LSB_MCPU_HOSTS=a 2 b: a node without a number of slots"),
            "{wrong}"
        );
        let missing = of(&[("HYDRA_HOST_FILE", "/no/such/file")]).unwrap_err().to_string();
        assert!(missing.contains("HYDRA_HOST_FILE: -hostfile /no/such/file"), "{missing}");
    }
}
