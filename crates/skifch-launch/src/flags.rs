//! The table of options, in both dialects. The parser, `--help`, the manual page and the
//! completion of shells are made from it.
//!
//! One dash or two is the same; `--name=value` is `--name value`. A flag table rather than a
//! general argument parser: the single-dash long names, the options with two values and the
//! per-program sections between `:` are the larger part of what people type.

use std::fmt::Write;

/// What an option is, for the parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    Ranks,
    PerHost,
    Hosts,
    HostFile,
    Env,
    EnvList,
    EnvNone,
    EnvAll,
    GlobalEnv,
    GlobalEnvList,
    GlobalEnvNone,
    GlobalEnvAll,
    Export,
    Wdir,
    Path,
    ConfigFile,
    MapBy,
    ByNode,
    PerNode,
    PerSocket,
    NoLocal,
    CpusPerRank,
    RankBy,
    BindTo,
    BindToCore,
    BindToSocket,
    BindToNone,
    ReportBindings,
    Label,
    Pattern,
    Merge,
    Tag,
    Timestamp,
    OutFile,
    ErrFile,
    OutputFilename,
    Stdin,
    Timeout,
    Explain,
    ExplainAfter,
    Verbose,
    Version,
    Help,
    DisplayMap,
    RankMap,
    Allocation,
    Display,
    Output,
    DryRun,
    UniverseSize,
    NoCleanup,
    ExitCodes,
    Backend,
    Torus,
    Probe,
    ProbeRank,
    LaunchAgent,
    AgentPath,
    Iface,
    PortRange,
    AgentLimit,
    ConnectLimit,
    StartLimit,
    ContactLimit,
    SilenceLimit,
    Check,
    Agent,
    /// Accepted, and without meaning on one host: `-v` says so.
    Ignored,
    /// Settings of another launcher: a warning says so.
    Foreign,
}

/// One row.
#[derive(Debug)]
pub struct Flag {
    pub(crate) id: Id,
    /// Without dashes; the first is the one that messages use.
    pub names: &'static [&'static str],
    /// What stands for each value that follows.
    pub values: &'static [&'static str],
    /// What it does.
    pub help: &'static str,
    /// The variable that says the same when the option is absent; empty when there is none.
    pub env: &'static str,
}

impl Flag {
    const fn or_env(self, env: &'static str) -> Self {
        Self { env, ..self }
    }

    /// What it does, and its variable in brackets.
    pub fn text(&self) -> String {
        if self.env.is_empty() {
            self.help.to_owned()
        } else {
            format!("{} [{}]", self.help, self.env)
        }
    }
}

const fn flag(
    id: Id,
    names: &'static [&'static str],
    values: &'static [&'static str],
    help: &'static str,
) -> Flag {
    Flag { id, names, values, help, env: "" }
}

/// Every option.
pub const FLAGS: &[Flag] = &[
    flag(Id::Ranks, &["n", "np", "c"], &["N"], "ranks of this program (1)"),
    flag(
        Id::PerHost,
        &["ppn", "perhost", "npernode", "N"],
        &["N"],
        "ranks on each host before the next gets any; their number when -n is absent",
    ),
    flag(Id::PerNode, &["pernode"], &[], "-ppn 1"),
    flag(
        Id::PerSocket,
        &["npersocket"],
        &["N"],
        "-map-by ppr:N:socket: ranks for each socket of this machine",
    ),
    flag(
        Id::Hosts,
        &["hosts", "host", "H"],
        &["A,B:2"],
        "hosts with their slots (1); they give the number of ranks when -n is absent; without \
         hosts the nodes of a Slurm or PBS allocation, else this machine",
    ),
    flag(
        Id::HostFile,
        &["f", "hostfile", "machinefile"],
        &["FILE"],
        "the same from a file: host, host:4, or host slots=4 max_slots=8 per line",
    ),
    flag(Id::NoLocal, &["nolocal", "skip-launch-node"], &[], "no rank on this machine"),
    flag(Id::Env, &["env"], &["K", "V"], "set a variable for this program"),
    flag(Id::EnvList, &["envlist"], &["A,B"], "inherit only these for this program"),
    flag(Id::EnvNone, &["envnone"], &[], "inherit nothing for this program"),
    flag(Id::EnvAll, &["envall"], &[], "inherit everything for this program (default)"),
    flag(Id::GlobalEnv, &["genv"], &["K", "V"], "set a variable for all programs"),
    flag(Id::GlobalEnvList, &["genvlist"], &["A,B"], "inherit only these"),
    flag(Id::GlobalEnvNone, &["genvnone"], &[], "inherit nothing"),
    flag(Id::GlobalEnvAll, &["genvall"], &[], "inherit everything (default)"),
    flag(
        Id::Export,
        &["x"],
        &["K[=V]"],
        "set a variable, or pass it on where nothing is inherited",
    ),
    flag(Id::Wdir, &["wdir", "wd"], &["DIR"], "working directory of this program"),
    flag(Id::Path, &["path"], &["DIRS"], "where to look for this program before PATH"),
    flag(
        Id::ConfigFile,
        &["configfile", "app"],
        &["FILE"],
        "one program with its options per line",
    ),
    flag(Id::Backend, &["backend"], &["NAME"], "set SKIFCH_BACKEND for all ranks"),
    flag(
        Id::Torus,
        &["torus"],
        &["WHAT"],
        "in virtual time on a simulated torus, as in 4x4x4,preset=m3: SKIFCH_BACKEND=torus:WHAT",
    ),
    flag(
        Id::MapBy,
        &["map-by"],
        &["WHAT"],
        "slot (default): fill a host before the next; node: hosts in turn; ppr:N:node: \
         like -ppn N; ppr:N:socket: N for each socket; core, socket: like slot; with :PE=N behind \
         it like --cpus-per-rank N",
    ),
    flag(Id::ByNode, &["bynode"], &[], "-map-by node"),
    flag(Id::RankBy, &["rank-by"], &["WHAT"], "slot, core: ranks are numbered as they are placed"),
    flag(
        Id::BindTo,
        &["bind-to", "binding"],
        &["WHAT"],
        "none (default), hwthread, core, socket; rank r gets the r-th, round robin",
    ),
    flag(Id::BindToCore, &["bind-to-core"], &[], "--bind-to core"),
    flag(Id::BindToSocket, &["bind-to-socket"], &[], "--bind-to socket"),
    flag(Id::BindToNone, &["bind-to-none"], &[], "--bind-to none"),
    flag(
        Id::CpusPerRank,
        &["cpus-per-rank", "cpus-per-proc"],
        &["N"],
        "bind each rank to N of what --bind-to says, core (default) or hwthread",
    ),
    flag(
        Id::ReportBindings,
        &["report-bindings"],
        &[],
        "print the processors of each rank on stderr",
    ),
    flag(Id::Label, &["l", "prepend-rank"], &[], "begin lines with [rank]"),
    flag(
        Id::Pattern,
        &["prepend-pattern"],
        &["P"],
        "begin lines with P; %r rank, %h host, %p number of the host, %g group (0), \
         %t seconds since the start, %% percent",
    ),
    flag(
        Id::Merge,
        &["merge-stderr-to-stdout", "stderr-to-stdout"],
        &[],
        "what ranks say on stderr comes on stdout, in their order",
    ),
    flag(Id::Tag, &["tag-output"], &[], "begin lines with [1,rank]<stdout>:"),
    flag(Id::Timestamp, &["timestamp-output"], &[], "begin lines with the time (UTC)"),
    flag(
        Id::OutFile,
        &["outfile-pattern", "outfile"],
        &["P"],
        "stdout of each rank into its file, %r and so on as for -prepend-pattern",
    ),
    flag(Id::ErrFile, &["errfile-pattern", "errfile"], &["P"], "stderr likewise"),
    flag(
        Id::OutputFilename,
        &["output-filename"],
        &["P"],
        "both: P.<rank>.out and P.<rank>.err (P with %r: P.out, P.err)",
    ),
    flag(
        Id::Stdin,
        &["stdin", "s"],
        &["WHO"],
        "who reads stdin: 0 (default), another rank, all, none",
    ),
    flag(Id::Timeout, &["timeout"], &["S"], "end the job after S seconds, exit code 124"),
    flag(
        Id::ExplainAfter,
        &["explain-after"],
        &["S"],
        "when nothing has moved for S seconds, say what each rank waits for",
    )
    .or_env("SKIFCH_RUN_EXPLAIN_AFTER"),
    flag(
        Id::Explain,
        &["explain"],
        &["JOB"],
        "let the skifrun with that number say what its ranks wait for",
    ),
    flag(
        Id::UniverseSize,
        &["usize"],
        &["N"],
        "what ranks are told as universe size (number of ranks)",
    ),
    flag(Id::NoCleanup, &["disable-auto-cleanup"], &[], "let the others run on when a rank fails"),
    flag(
        Id::ExitCodes,
        &["print-all-exitcodes"],
        &[],
        "print the exit code of every rank at the end",
    ),
    flag(Id::DisplayMap, &["display-map"], &[], "print which rank is which program on stderr"),
    flag(
        Id::RankMap,
        &["print-rank-map"],
        &[],
        "print the ranks of each host on stdout, as in (host:0,1)",
    ),
    flag(Id::Allocation, &["display-allocation"], &[], "print the hosts and their slots on stderr"),
    flag(
        Id::Display,
        &["display"],
        &["WHAT"],
        "map, bind, allocation, with commas: --display-map, --report-bindings, \
         --display-allocation",
    ),
    flag(
        Id::Output,
        &["output"],
        &["WHAT"],
        "tag, rank, timestamp, merge, with commas: --tag-output, -l, --timestamp-output, \
         --merge-stderr-to-stdout",
    ),
    flag(Id::DryRun, &["dry-run"], &[], "like --display-map, and start nothing"),
    flag(
        Id::Verbose,
        &["v", "verbose"],
        &[],
        "say more, among it which options have no effect here",
    ),
    flag(Id::Probe, &["probe"], &[], "measure start-up instead of starting a program"),
    flag(
        Id::ProbeRank,
        &["probe-rank"],
        &[],
        "be one rank of that, under any launcher: mpiexec.hydra -n 4 skifrun --probe-rank",
    ),
    flag(Id::Version, &["version", "info", "V"], &[], "print the version"),
    flag(Id::Help, &["help", "h"], &[], "print this"),
    flag(
        Id::Ignored,
        &["oversubscribe", "nooversubscribe"],
        &[],
        "accepted; more ranks than cores are always allowed",
    ),
    flag(Id::Ignored, &["allow-run-as-root"], &[], "accepted; root is never refused"),
    flag(
        Id::LaunchAgent,
        &["launch-agent", "launcher-exec"],
        &["CMD"],
        "how to start a command elsewhere: CMD host command … (ssh, without passwords)",
    )
    .or_env("SKIFCH_RUN_LAUNCH_AGENT"),
    flag(Id::AgentPath, &["agent-path"], &["FILE"], "where skifrun is on other hosts (as here)")
        .or_env("SKIFCH_RUN_AGENT_PATH"),
    flag(
        Id::Iface,
        &["iface"],
        &["NAME"],
        "the interface, address or network of this machine that agents connect to (all)",
    )
    .or_env("SKIFCH_IFACE"),
    flag(
        Id::PortRange,
        &["port-range"],
        &["A-B"],
        "ports of this machine that agents may be asked to connect to (any)",
    )
    .or_env("SKIFCH_PORT_RANGE"),
    flag(Id::AgentLimit, &["agent-timeout"], &["S"], "seconds until an agent runs (30)")
        .or_env("SKIFCH_RUN_AGENT_TIMEOUT"),
    flag(
        Id::ConnectLimit,
        &["connect-timeout"],
        &["S"],
        "seconds from there until it has connected to us (15)",
    )
    .or_env("SKIFCH_RUN_CONNECT_TIMEOUT"),
    flag(
        Id::StartLimit,
        &["start-timeout"],
        &["S"],
        "seconds until all ranks of other hosts run (60)",
    )
    .or_env("SKIFCH_RUN_START_TIMEOUT"),
    flag(
        Id::ContactLimit,
        &["contact-timeout"],
        &["S"],
        "over several hosts, seconds from the first rank that says init to the last (300)",
    )
    .or_env("SKIFCH_RUN_CONTACT_TIMEOUT"),
    flag(
        Id::SilenceLimit,
        &["silence-timeout"],
        &["S"],
        "seconds until a host that does not answer any more counts as dead (30)",
    )
    .or_env("SKIFCH_RUN_SILENCE_TIMEOUT"),
    flag(
        Id::Check,
        &["check"],
        &[],
        "start no program: skifrun --check A,B says whether these hosts can be used",
    ),
    flag(Id::Agent, &["agent"], &[], "be the agent of a launcher elsewhere; not for people"),
    flag(Id::Ignored, &["launcher", "bootstrap"], &["NAME"], "accepted; see --launch-agent"),
    flag(Id::Ignored, &["rmk"], &["NAME"], "accepted; Slurm and PBS are recognized without it"),
    flag(
        Id::Ignored,
        &["byslot", "bycore", "bysocket"],
        &[],
        "accepted; ranks fill a host before the next",
    ),
    flag(
        Id::Ignored,
        &["use-hwthread-cpus"],
        &[],
        "accepted; every hardware thread counts as a processor",
    ),
    flag(Id::Ignored, &["quiet", "q"], &[], "accepted; what is said is one line for each cause"),
    flag(Id::Ignored, &["prefix"], &["DIR"], "accepted; see --agent-path"),
    flag(Id::Ignored, &["soft"], &["RANGE"], "accepted; exactly -n ranks are started"),
    flag(Id::Ignored, &["arch"], &["NAME"], "accepted; no effect"),
    flag(Id::Ignored, &["initial-errhandler"], &["NAME"], "accepted; no effect"),
    flag(Id::Ignored, &["memory-alloc-kinds"], &["LIST"], "accepted; no effect"),
    flag(
        Id::Foreign,
        &["mca", "gmca", "omca", "prtemca", "pmixmca"],
        &["K", "V"],
        "settings of Open MPI: ignored with a warning",
    ),
];

/// The row of a name as typed, dashes and `=value` removed.
pub(crate) fn find(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.names.contains(&name))
}

/// `-n2`: a number of ranks that stands right behind its option; the row, name and number.
pub(crate) fn joined(typed: &str) -> Option<(&'static Flag, &str, Option<&str>)> {
    let (name, number) = typed.split_at(typed.find(|c: char| c.is_ascii_digit())?);
    let counts = |flag: &&Flag| matches!(flag.id, Id::Ranks | Id::PerHost | Id::PerSocket);
    let flag = find(name).filter(counts)?;
    Some((flag, name, Some(number)))
}

/// The command line as a whole.
pub const USAGE: &str = "skifrun [options] program [arguments] [: [options] program [arguments] …]";
/// What the program is for.
pub const ABOUT: &str = "Starts the ranks of a job on this machine or others.";
/// How options are written.
pub const DASHES: &str = "One dash or two is the same; --name=value is --name value. A \
     variable in brackets says the same when the option is absent.";
/// What the exit code says.
pub const EXIT_CODE: &str = "that of the first rank that failed (128 + number for a signal); \
    124 timeout, 126 not executable, 127 not found, 213 launcher failure.";

/// The text of `--help`.
pub(crate) fn help() -> String {
    let mut text = format!("{USAGE}\n{ABOUT} {DASHES}\n\n");
    for flag in FLAGS {
        let names: Vec<_> = flag.names.iter().map(|name| dashed(name)).collect();
        let left = format!("{} {}", names.join(" "), flag.values.join(" "));
        // Writing to a String does not fail.
        let _ = writeln!(text, "  {left:<34} {}", flag.text());
    }
    text + "\nExit code: " + EXIT_CODE + "\n"
}

/// The name with the dashes that people give it.
pub fn dashed(name: &str) -> String {
    let two = name.contains('-') && name.len() > 8
        || ["help", "version", "timeout", "check", "agent"].contains(&name);
    format!("{}{name}", if two { "--" } else { "-" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = FLAGS.iter().flat_map(|flag| flag.names).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn help_shows_every_option() {
        let help = help();
        for flag in FLAGS {
            assert!(help.contains(flag.names[0]) && help.contains(flag.help), "{flag:?}");
        }
    }
}
