//! Everything that can be measured: the channel through its different interfaces, and its
//! references.

pub mod bare;
pub mod mpi;
pub mod skifch;
pub mod ucx;

use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::process;
use crate::row::{Kernel, Row};

/// The role of a subject in comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The channel.
    Skifch,
    /// Another library with the same purpose.
    Peer,
    /// A mechanism of the kernel.
    System,
    /// The bare hardware.
    Bare,
}

/// Description of a subject, known before it is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Info {
    /// The name in commands and results.
    pub id: String,
    /// The display name, short enough for a table heading.
    pub title: String,
    /// The release, and how it is run.
    pub how: String,
    /// Its side of the comparison.
    pub role: Role,
}

impl Info {
    /// From its four parts.
    pub fn new(id: &str, title: &str, how: impl Into<String>, role: Role) -> Self {
        Self { id: id.into(), title: title.into(), how: how.into(), role }
    }
}

/// The points of one kernel that are measured in one job.
#[derive(Clone, Debug)]
pub struct Task {
    /// The kernel.
    pub kernel: Kernel,
    /// The sizes, each one point.
    pub sizes: Vec<u64>,
    /// Number of ranks.
    pub ranks: u32,
    /// How long a point should take.
    pub seconds: f64,
    /// The cores that the ranks share.
    pub cores: Vec<usize>,
}

impl Task {
    /// Time limit after which the task counts as failed.
    pub fn limit(&self) -> Duration {
        Duration::from_secs_f64(10.0 + 30.0 * self.seconds * self.sizes.len() as f64)
    }

    /// The arguments that all our measuring programs accept.
    pub fn arguments(&self) -> Vec<String> {
        let list =
            |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
        let pairs = [
            ("--kernel", self.kernel.name().to_string()),
            ("--sizes", list(&mut self.sizes.iter().map(u64::to_string))),
            ("--seconds", self.seconds.to_string()),
            ("--cores", list(&mut self.cores.iter().map(usize::to_string))),
        ];
        pairs.into_iter().flat_map(|(key, value)| [key.to_string(), value]).collect()
    }
}

/// One thing that can be measured.
pub trait Subject {
    /// The description.
    fn info(&self) -> &Info;

    /// Whether it can run `kernel` with this many ranks at all.
    fn can(&self, kernel: Kernel, ranks: u32) -> bool;

    /// Measures; returns fewer rows than sizes if it does not support a size.
    ///
    /// # Errors
    /// When it fails or does not end within the task's limit.
    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>>;
}

/// The result of looking for a subject.
pub enum Found {
    /// It can be measured.
    Here(Box<dyn Subject>),
    /// It cannot be measured; says why and what would help.
    Absent(Absent),
}

/// A subject that cannot be measured here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absent {
    /// The name in commands and results.
    pub id: String,
    /// The display name.
    pub title: String,
    /// The reason, and the Debian package or command that provides it.
    pub reason: String,
}

impl Found {
    /// A subject that is not available.
    pub fn absent(id: &str, title: &str, reason: impl Into<String>) -> Self {
        Self::Absent(Absent { id: id.into(), title: title.into(), reason: reason.into() })
    }

    /// The name in commands and results.
    pub fn id(&self) -> &str {
        match self {
            Self::Here(subject) => &subject.info().id,
            Self::Absent(absent) => &absent.id,
        }
    }
}

/// The subjects that a run measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All that are found.
    Auto,
    /// No other library.
    NoPeers,
    /// These and the channel; `auto` among them adds all that are found.
    Only(Vec<String>),
}

impl Selection {
    /// Parses `auto`, `none`, or ids separated by commas, one of which may be `auto`.
    pub fn parse(text: &str) -> Self {
        match text {
            "auto" => Self::Auto,
            "none" => Self::NoPeers,
            list => Self::Only(list.split(',').map(|id| id.trim().to_string()).collect()),
        }
    }

    fn wants(&self, id: &str, role: Role) -> bool {
        match self {
            Self::Auto => true,
            Self::NoPeers => role != Role::Peer,
            Self::Only(_) => role == Role::Skifch || self.names(id) || self.names("auto"),
        }
    }

    /// Whether it was requested by name.
    fn names(&self, id: &str) -> bool {
        matches!(self, Self::Only(ids) if ids.iter().any(|wanted| wanted == id))
    }
}

/// Looks for every subject of the selection. Programs are built in `scratch`.
///
/// # Errors
/// When the selection names something unknown.
pub fn find_all(selection: &Selection, scratch: &Path) -> io::Result<Vec<Found>> {
    let mut known = vec!["auto"];
    let mut found = Vec::new();
    let mut consider = |id: &'static str, role, look: &dyn Fn() -> Found| {
        known.push(id);
        if selection.wants(id, role) {
            found.push(look());
        }
    };
    consider("skifch-c", Role::Skifch, &|| skifch::find_c_program(scratch));
    consider("skifch", Role::Skifch, &skifch::find_rust);
    consider("skifch-so", Role::Skifch, &|| skifch::find_so(scratch));
    consider("skifch-mpi", Role::Skifch, &|| skifch::find_mpi(scratch));
    consider("ucx", Role::Peer, &|| ucx::find(scratch));
    consider("openmpi", Role::Peer, &|| mpi::find(&mpi::OPEN_MPI, scratch));
    consider("openmpi-yield", Role::Peer, &|| mpi::find(&mpi::OPEN_MPI_YIELD, scratch));
    consider("mpich", Role::Peer, &|| mpi::find(&mpi::MPICH, scratch));
    consider("pipe", Role::System, &|| bare::find_pair("pipe"));
    consider("socket", Role::System, &|| bare::find_pair("socket"));
    consider("ring256", Role::Bare, &|| bare::ring("ring256", 256));
    consider("ring1024", Role::Bare, &|| bare::ring("ring1024", 1024));
    consider("lines", Role::Bare, &bare::two_lines);
    consider("memcpy", Role::Bare, &bare::memcpy);
    // Subjects that make sense only in comparison with a network other than shared memory.
    let mut only_named = |id: &'static str, look: &dyn Fn() -> Found| {
        known.push(id);
        if selection.names(id) {
            found.push(look());
        }
    };
    for over in &skifch::OVER {
        only_named(over.id, &|| skifch::find_over(over, scratch));
    }
    only_named("openmpi-tcp", &|| mpi::find(&mpi::OPEN_MPI_TCP, scratch));
    only_named("mpich-tcp", &|| mpi::find(&mpi::MPICH_TCP, scratch));
    for way in ["udp", "udp-gso"] {
        only_named(way, &|| bare::find_pair(way));
    }
    if let Selection::Only(ids) = selection
        && let Some(unknown) = ids.iter().find(|id| !known.contains(&id.as_str()))
    {
        let known = known.join(", ");
        return Err(io::Error::other(format!("--peers: {unknown:?} is none of {known}, none")));
    }
    Ok(found)
}

/// A program of ours that prints rows, and how its ranks are started.
pub struct Launched {
    info: Info,
    /// The launcher with its arguments; `{ranks}` is replaced by the number of ranks. Empty: no
    /// launcher.
    launcher: Vec<String>,
    /// The program with its first arguments.
    program: Vec<String>,
    kernels: &'static [Kernel],
    /// The numbers of ranks worth measuring.
    ranks: std::ops::RangeInclusive<u32>,
}

impl Subject for Launched {
    fn info(&self) -> &Info {
        &self.info
    }

    fn can(&self, kernel: Kernel, ranks: u32) -> bool {
        self.kernels.contains(&kernel) && self.ranks.contains(&ranks)
    }

    fn measure(&mut self, task: &Task) -> io::Result<Vec<Row>> {
        let ranks = task.ranks.to_string();
        let words: Vec<String> =
            self.launcher.iter().map(|word| word.replace("{ranks}", &ranks)).collect();
        let mut words = words.iter().chain(&self.program);
        let program = words.next().ok_or_else(|| io::Error::other("no program to start"))?;
        let mut command = Command::new(program);
        command.args(words).args(task.arguments());
        let output = process::run(&mut command, task.limit())?;
        let rows: Vec<Row> = output.lines().filter_map(Row::parse).collect();
        if rows.len() == task.sizes.len() {
            return Ok(rows);
        }
        let (got, due) = (rows.len(), task.sizes.len());
        Err(io::Error::other(format!("{program} gave {got} of {due} figures and no error")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selections_are_read() {
        assert_eq!(Selection::parse("auto"), Selection::Auto);
        assert_eq!(Selection::parse("none"), Selection::NoPeers);
        let only = Selection::parse("ucx, mpich");
        assert!(only.wants("ucx", Role::Peer) && only.wants("mpich", Role::Peer));
        assert!(only.wants("skifch-c", Role::Skifch) && !only.wants("pipe", Role::System));
        assert!(!Selection::NoPeers.wants("ucx", Role::Peer));
        assert!(Selection::NoPeers.wants("pipe", Role::System));
        let more = Selection::parse("auto,udp");
        assert!(more.wants("ucx", Role::Peer) && more.names("udp") && !more.names("udp-gso"));
        assert!(!Selection::Auto.names("udp"), "only when asked for");
        let over = find_all(&Selection::parse("skifch-udp,skifch-shm"), Path::new("/nonexistent"));
        let ids: Vec<_> = over.expect("known").iter().map(|found| found.id().to_string()).collect();
        let end = ["skifch-shm", "skifch-udp"].map(str::to_owned);
        assert!(ids.ends_with(&end) && ids.len() > 2, "beside the channel as it is set: {ids:?}");
    }

    #[test]
    fn an_unknown_peer_is_named() {
        let wrong = find_all(&Selection::parse("no-such"), Path::new("/nonexistent"));
        let words = wrong.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(words.contains("no-such") && words.contains("openmpi"), "{words}");
    }

    #[test]
    fn a_program_that_prints_too_little_is_an_error() {
        let mut silent = Launched {
            info: Info::new("x", "x", "", Role::Peer),
            launcher: vec![],
            program: vec!["echo".into(), "nothing".into()],
            kernels: &[Kernel::Msgrate],
            ranks: 2..=2,
        };
        let task =
            Task { kernel: Kernel::Msgrate, sizes: vec![8], ranks: 2, seconds: 0.0, cores: vec![] };
        let words = silent.measure(&task).expect_err("no row came").to_string();
        assert!(words.contains("0 of 1"), "{words}");
        assert!(silent.can(Kernel::Msgrate, 2) && !silent.can(Kernel::Msgrate, 3));
    }
}
