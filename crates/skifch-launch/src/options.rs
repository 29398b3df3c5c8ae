//! What the command line asked for, after both dialects have become one.

use crate::bind::Cpus;
use crate::hosts::Host;
use crate::net::PortRange;
use crate::rankfile::RankFile;
use std::ffi::OsString;
use std::time::Duration;

/// What to do at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Run,
    Help,
    Version,
    /// Be a rank of the probe.
    ProbeRank,
    /// Be the agent of a launcher on another host.
    Agent,
    /// Look whether hosts can be used.
    Check,
    Explain,
}

/// How long each phase of a start may take, and a silence after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// From the launch agent's start to the first word of the agent.
    pub(crate) agent: Duration,
    /// From there to the connection that it makes.
    pub(crate) connect: Duration,
    /// From the order to start ranks to the last of them.
    pub(crate) start: Duration,
    /// From the first rank that says `init` to the last.
    pub(crate) contact: Duration,
    /// How long the other end of a connection may be silent before it counts as dead.
    pub(crate) silence: Duration,
}

/// What jobs over several hosts need to know.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// The words before the host's name; ssh when there are none.
    pub(crate) launch_agent: Vec<String>,
    /// What is typed to ssh besides.
    pub(crate) launch_words: Vec<String>,
    /// Where skifrun is on other hosts; where it is here when absent.
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

/// How lines of ranks are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Label {
    #[default]
    None,
    /// `[0] text`
    Rank,
    /// `[1,0]<stdout>:text`
    Tag,
    /// As [`crate::pattern`] has it.
    Pattern(String),
}

/// Which ranks read the launcher's standard input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdin {
    None,
    All,
    Rank(u32),
}

/// What a rank is bound to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BindTo {
    #[default]
    None,
    Hwthread,
    Core,
    Socket,
}

/// In which order hosts are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Ascending,
    Descending,
}

/// Which variables of the launcher's environment a rank gets before settings are applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Inherit {
    #[default]
    All,
    None,
    List(Vec<String>),
}

/// Environment of ranks: what is inherited, then what is set.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnvChange {
    pub(crate) inherit: Option<Inherit>,
    /// `-x K` names variables that are passed on even when nothing else is.
    pub(crate) pass: Vec<String>,
    pub(crate) set: Vec<(String, OsString)>,
}

/// One program of the job (MPMD jobs have several, divided by `:`).
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
    /// `-hosts`, then what `-hostfile` says.
    pub(crate) hosts: Vec<Host>,
    pub(crate) host_file: Vec<Host>,
    /// Hosts with many slots come first, or those with few.
    pub(crate) order: Option<Order>,
    /// What this machine is called beside its name.
    pub(crate) local_name: Option<String>,
    /// Where each rank runs and on which cores.
    pub(crate) rank_file: Option<RankFile>,
    pub(crate) per_host: Option<u32>,
    /// Ranks for each socket of this host.
    pub(crate) per_socket: Option<u32>,
    /// No rank on this host.
    pub(crate) no_local: bool,
    /// Ranks go to hosts in turn, not host by host.
    pub(crate) by_node: bool,
    pub(crate) reach: Reach,
    pub(crate) label: Label,
    pub(crate) timestamps: bool,
    pub(crate) outfile: Option<String>,
    pub(crate) errfile: Option<String>,
    /// Both of them come from one option.
    pub(crate) output_filename: bool,
    /// What ranks say on stderr comes on stdout, in the order in which they say it.
    pub(crate) merge: bool,
    pub(crate) stdin: Stdin,
    pub(crate) bind: BindTo,
    /// How many of those a rank gets; 1 where not said.
    pub(crate) cpus_per_rank: Option<u32>,
    /// The processors that ranks may use; all where there are none.
    pub(crate) cpu_set: Cpus,
    /// How many graphics processors each rank is told to use.
    pub(crate) gpus: Option<u32>,
    pub(crate) report_bindings: bool,
    pub(crate) timeout: Option<Duration>,
    /// The job to be explained.
    pub(crate) explain: Option<String>,
    /// The silence that is explained.
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
    /// Options that were accepted and have no effect here; said with `-v`.
    pub(crate) notes: Vec<String>,
    /// The same where all hosts are this one.
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
