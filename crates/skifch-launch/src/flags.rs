//! The table of options, in both dialects. The parser, `--help`, the manual page and the shell
//! completion are generated from it.
//!
//! One dash and two dashes are equivalent, and so are `--name=value` and `--name value`. A table
//! rather than a general argument parser, because most of what people type are single-dash long
//! names, options with two values, and per-program sections separated by `:`.

mod table;

use std::fmt::Write;

pub use table::FLAGS;

/// Identifies an option for the parser.
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
    OrderNodes,
    LocalHost,
    CpusPerRank,
    CpuSet,
    RankFile,
    MemBind,
    Gpus,
    InitialErrhandler,
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
    Progress,
    Demux,
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
    LaunchWords,
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
    /// Accepted without effect; `-v` reports it.
    Ignored,
    /// Settings of another launcher: ignored with a warning.
    Foreign,
    /// Not supported: its help text names an alternative.
    Refused,
}

/// One row.
#[derive(Debug)]
pub struct Flag {
    pub(crate) id: Id,
    /// Without dashes; error messages use the first.
    pub names: &'static [&'static str],
    /// A placeholder for each value that follows.
    pub values: &'static [&'static str],
    /// Description.
    pub help: &'static str,
    /// Environment variables that apply if the option is absent: ours first, then those of other
    /// launchers.
    pub env: &'static [&'static str],
}

impl Flag {
    const fn or_env(self, env: &'static [&'static str]) -> Self {
        Self { env, ..self }
    }

    /// The description, followed by the environment variables in brackets.
    pub fn text(&self) -> String {
        if self.env.is_empty() {
            self.help.to_owned()
        } else {
            format!("{} [{}]", self.help, self.env.join(", "))
        }
    }
}

const fn flag(
    id: Id,
    names: &'static [&'static str],
    values: &'static [&'static str],
    help: &'static str,
) -> Flag {
    Flag { id, names, values, help, env: &[] }
}

/// The row for a name, given without dashes and `=value`.
pub(crate) fn find(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.names.contains(&name))
}

/// `-n2`: a number of ranks directly behind its option. Returns the row, the name and the number.
pub(crate) fn joined(typed: &str) -> Option<(&'static Flag, &str, Option<&str>)> {
    let (name, number) = typed.split_at(typed.find(|c: char| c.is_ascii_digit())?);
    let counts = |flag: &&Flag| matches!(flag.id, Id::Ranks | Id::PerHost | Id::PerSocket);
    let flag = find(name).filter(counts)?;
    Some((flag, name, Some(number)))
}

/// The command line in outline.
pub const USAGE: &str = "skifrun [options] program [arguments] [: [options] program [arguments] …]";
/// The purpose of the program.
pub const ABOUT: &str = "Starts the ranks of a parallel job on this machine or on others.";
/// How options are written.
pub const DASHES: &str = "One dash and two dashes are equivalent, and so are --name=value and \
     --name value. An environment variable in brackets applies if the option is absent.";
/// The meaning of the exit code.
pub const EXIT_CODE: &str = "that of the first rank that failed (128 + n if killed by signal n); \
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

/// The name with the usual number of dashes.
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
