//! The parsed command line, independent of the dialect.

use crate::bind::Cpus;
use crate::hosts::Host;
use crate::net::PortRange;
use crate::rankfile::RankFile;
use std::ffi::OsString;
use std::time::Duration;

/// The mode of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Run,
    Help,
    Version,
    /// Act as a rank of the probe.
    ProbeRank,
    /// Act as the agent of a launcher on another host.
    Agent,
    /// Check whether hosts can be used.
    Check,
    Explain,
}

/// Time limits of the phases of a start, and the limit on silence afterwards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// From the start of the launch agent to the agent's first line.
    pub(crate) agent: Duration,
    /// From there to its connection to the launcher.
    pub(crate) connect: Duration,
    /// From the request to start ranks until the last one runs.
    pub(crate) start: Duration,
    /// From the first rank that calls `init` to the last.
    pub(crate) contact: Duration,
    /// How long the other end of a connection may be silent before it is considered dead.
    pub(crate) silence: Duration,
}

/// Options of jobs on several hosts.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The command before the host's name; ssh if empty.
    pub(crate) launch_agent: Vec<String>,
    /// Additional options for ssh.
    pub(crate) launch_words: Vec<String>,
    /// The path of skifrun on other hosts; if absent, the same as here.
    pub(crate) agent_path: Option<OsString>,
    pub(crate) iface: Option<String>,
    pub(crate) ports: Option<PortRange>,
    pub(crate) limits: Limits,
}

impl Default for Reach {
    fn default() -> Self {
        let limits = Limits {
            agent: Duration::from_secs(30),
            connect: Duration::from_secs(15),
            start: Duration::from_secs(60),
            contact: Duration::from_secs(300),
            silence: Duration::from_secs(30),
        };
        Self {
            launch_agent: Vec::new(),
            launch_words: Vec::new(),
            agent_path: None,
            iface: None,
            ports: None,
            limits,
        }
    }
}

/// The prefix of output lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Label {
    #[default]
    None,
    /// `[0] text`
    Rank,
    /// `[1,0]<stdout>:text`
    Tag,
    /// See [`crate::pattern`].
    Pattern(String),
}

/// Which ranks read the launcher's standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    None,
    All,
    Rank(u32),
}

/// The processors that a rank is bound to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BindTo {
    #[default]
    None,
    Hwthread,
    Core,
    Socket,
}

/// The order in which hosts are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Ascending,
    Descending,
}

/// The environment variables that a rank inherits from the launcher before others are set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Inherit {
    #[default]
    All,
    None,
    List(Vec<String>),
}

/// Environment of ranks: what is inherited, then what is set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EnvChange {
    pub(crate) inherit: Option<Inherit>,
    /// `-x K`: variables that are passed on even if nothing else is inherited.
    pub(crate) pass: Vec<String>,
    pub(crate) set: Vec<(String, OsString)>,
}

/// One program of the job (MPMD jobs have several, separated by `:`).
#[derive(Clone, Debug, Default)]
pub(crate) struct App {
    pub(crate) ranks: Option<u32>,
    pub(crate) env: EnvChange,
    pub(crate) wdir: Option<OsString>,
    pub(crate) path: Option<OsString>,
    /// Program and arguments; never empty after parsing.
    pub(crate) argv: Vec<OsString>,
}

/// The whole command line.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) apps: Vec<App>,
    pub(crate) env: EnvChange,
    /// The hosts of `-hosts`, then those of `-hostfile`.
    pub(crate) hosts: Vec<Host>,
    pub(crate) host_file: Vec<Host>,
    /// Order of the hosts by their number of slots.
    pub(crate) order: Option<Order>,
    /// Another name of this machine.
    pub(crate) local_name: Option<String>,
    /// The host and cores of each rank.
    pub(crate) rank_file: Option<RankFile>,
    pub(crate) per_host: Option<u32>,
    /// Ranks per socket of this host.
    pub(crate) per_socket: Option<u32>,
    /// Start no ranks on this host.
    pub(crate) no_local: bool,
    /// Assign ranks to hosts round robin instead of filling one host after another.
    pub(crate) by_node: bool,
    pub(crate) reach: Reach,
    pub(crate) label: Label,
    pub(crate) timestamps: bool,
    pub(crate) outfile: Option<String>,
    pub(crate) errfile: Option<String>,
    /// Both patterns come from `--output-filename`.
    pub(crate) output_filename: bool,
    /// Send the ranks' stderr to stdout, in the order written.
    pub(crate) merge: bool,
    pub(crate) stdin: Stdin,
    pub(crate) bind: BindTo,
    /// The number of such units per rank; 1 if not given.
    pub(crate) cpus_per_rank: Option<u32>,
    /// The processors that ranks may use; all if empty.
    pub(crate) cpu_set: Cpus,
    /// The number of GPUs assigned to each rank.
    pub(crate) gpus: Option<u32>,
    pub(crate) report_bindings: bool,
    pub(crate) timeout: Option<Duration>,
    /// The job that `--explain` refers to.
    pub(crate) explain: Option<String>,
    /// Time without progress after which the job is explained.
    pub(crate) explain_after: Option<Duration>,
    pub(crate) universe_size: Option<u32>,
    pub(crate) auto_cleanup: bool,
    pub(crate) print_exit_codes: bool,
    pub(crate) display_map: bool,
    pub(crate) display_allocation: bool,
    pub(crate) print_rank_map: bool,
    pub(crate) dry_run: bool,
    pub(crate) verbose: bool,
    pub(crate) progress: bool,
    /// Accepted options that have no effect, reported with `-v`.
    pub(crate) notes: Vec<String>,
    /// The same, for options without effect if all ranks run on this host.
    pub(crate) notes_of_one_host: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            apps: Vec::new(),
            env: EnvChange::default(),
            hosts: Vec::new(),
            host_file: Vec::new(),
            order: None,
            local_name: None,
            rank_file: None,
            per_host: None,
            per_socket: None,
            no_local: false,
            by_node: false,
            reach: Reach::default(),
            label: Label::None,
            timestamps: false,
            outfile: None,
            errfile: None,
            output_filename: false,
            merge: false,
            stdin: Stdin::Rank(0),
            bind: BindTo::None,
            cpus_per_rank: None,
            cpu_set: Cpus::new(),
            gpus: None,
            report_bindings: false,
            timeout: None,
            explain: None,
            explain_after: None,
            universe_size: None,
            auto_cleanup: true,
            print_exit_codes: false,
            display_map: false,
            display_allocation: false,
            print_rank_map: false,
            dry_run: false,
            verbose: false,
            progress: false,
            notes: Vec::new(),
            notes_of_one_host: Vec::new(),
        }
    }
}
