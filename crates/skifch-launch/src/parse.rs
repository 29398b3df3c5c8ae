//! The command line: options from the table in `flags`, programs separated by `:`.

use crate::error::LaunchError;
use crate::flags::{self, Flag, Id, dashed};
use crate::hosts::Host;
use crate::options::{App, BindTo, EnvChange, Inherit, Label, Options, Wish};
use crate::rankfile::RankFile;
use crate::{hosts, options::Limits, pattern, sys};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use values::{bad_value, bind_to, cpu_list, gpus, joined_lines, list, order, port_range, positive};
use values::{seconds, split_words, stdin, universe_size, with_rank};

mod mapping;
mod values;

pub(crate) use values::MAX_RANKS;

type Parsed<T> = Result<T, LaunchError>;

/// Parses the arguments after the program name.
pub(crate) fn parse(arguments: &[OsString]) -> Parsed<(Wish, Options)> {
    let (options, wish) = (Options::default(), Wish::Run);
    let (bind, unused) = (None, None);
    let mut parser = Parser { options, wish, probe: false, in_file: false, bind, unused };
    parser.variables()?;
    parser.programs(arguments)?;
    parser.settle_rank_file()?;
    parser.settle_binding()?;
    parser.settle_output()?;
    if parser.wish == Wish::Check {
        parser.named_as_programs()?;
    }
    if let (Wish::Run, Some(option)) = (parser.wish, &parser.unused) {
        return Err(LaunchError::own(format!(
            "no program for {option}, which is an option of the program that follows it: up to a \
             \":\", or in the same line of a file"
        )));
    }
    if parser.wish == Wish::Run && parser.options.apps.is_empty() {
        return Err(LaunchError::own(
            "no program given; usage: skifrun -n N program [arguments], see skifrun --help",
        ));
    }
    Ok((parser.wish, parser.options))
}

struct Parser {
    options: Options,
    wish: Wish,
    /// The next section without a program runs the probe.
    probe: bool,
    /// The arguments being parsed come from a file.
    in_file: bool,
    /// The requested binding, if any.
    bind: Option<BindTo>,
    /// An option of a program that does not follow.
    unused: Option<String>,
}

/// The arguments not yet consumed.
struct Words<'a> {
    rest: &'a [OsString],
}

impl Words<'_> {
    fn next(&mut self) -> Option<OsString> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }
}

impl Parser {
    /// Applies options given by environment variables; the command line comes later and overrides
    /// them.
    fn variables(&mut self) -> Parsed<()> {
        let value = |name| Some((name, std::env::var_os(name).filter(|v| !v.is_empty())?));
        for flag in flags::FLAGS {
            if let Some((variable, value)) = flag.env.iter().copied().find_map(value)
                && !(flag.id == Id::Timeout && means_no_limit(&value))
            {
                let because = |e| LaunchError::own(format!("{variable}: {e}"));
                self.apply(flag, flag.names[0], &[value], &mut App::default()).map_err(because)?;
            }
        }
        self.options.notes_of_one_host.clear();
        Ok(())
    }

    /// `--check A,B`: the words in the place of programs are hosts.
    fn named_as_programs(&mut self) -> Parsed<()> {
        for word in self.options.apps.drain(..).flat_map(|app| app.argv) {
            self.options.hosts.extend(hosts::from_list(&word.to_string_lossy())?);
        }
        Ok(())
    }

    fn programs(&mut self, arguments: &[OsString]) -> Parsed<()> {
        for section in arguments.split(|word| word == ":") {
            let app = self.section(section)?;
            match option_of_program(&app) {
                _ if !app.argv.is_empty() => self.options.apps.push(app),
                Some(option) => _ = self.unused.get_or_insert(option),
                None => {}
            }
        }
        Ok(())
    }

    /// Options, then one program with its arguments. A section with options only is allowed if they
    /// are those of the whole job (`-configfile`), or if no job is wanted (`--version`). The hosts
    /// of `--check` have no arguments, so options may follow them.
    fn section(&mut self, words: &[OsString]) -> Parsed<App> {
        let mut words = Words { rest: words };
        let mut app = App::default();
        while let Some(word) = words.rest.first() {
            if word == "--" {
                // As with getopt, the next word is the program, even if it looks like an option.
                words.next();
                break;
            }
            match option_name(word) {
                Some(name) => {
                    words.next();
                    self.option(&name, &mut words, &mut app)?;
                }
                None if self.wish == Wish::Check => app.argv.extend(words.next()),
                None => break,
            }
        }
        app.argv.extend_from_slice(words.rest);
        if app.argv.is_empty() && std::mem::take(&mut self.probe) {
            app.argv = probe_command()?;
        }
        Ok(app)
    }

    fn option(&mut self, typed: &str, words: &mut Words<'_>, app: &mut App) -> Parsed<()> {
        let (name, inline) = match typed.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (typed, None),
        };
        let joined = || inline.is_none().then(|| flags::joined(name)).flatten();
        let known = flags::find(name).map(|flag| (flag, name, inline));
        let (flag, name, inline) = known.or_else(joined).ok_or_else(|| {
            LaunchError::own(format!("unknown option {}; see skifrun --help", dashed(name)))
        })?;
        let values = take_values(flag, name, inline, words)?;
        self.apply(flag, name, &values, app)
    }

    fn apply(&mut self, flag: &Flag, name: &str, values: &[OsString], app: &mut App) -> Parsed<()> {
        let text = values.first().map(|value| value.to_string_lossy()).unwrap_or_default();
        let text = text.as_ref();
        let o = &mut self.options;
        match flag.id {
            Id::Ranks => app.ranks = Some(positive(name, text)?),
            Id::PerHost => o.per_host = Some(positive(name, text)?),
            Id::Hosts => set_hosts(&mut o.hosts, hosts::from_list(text)?, &o.apps, name)?,
            Id::HostFile => set_hosts(&mut o.host_file, hosts::from_file(text)?, &o.apps, name)?,
            Id::Env => set_variable(&mut app.env, values),
            Id::GlobalEnv => set_variable(&mut o.env, values),
            Id::Export => export(&mut o.env, values),
            Id::Backend => o.env.set.push(("SKIFCH_BACKEND".to_owned(), text.into())),
            Id::Torus => {
                o.env.set.push(("SKIFCH_BACKEND".to_owned(), format!("torus:{text}").into()));
            }
            Id::EnvList => app.env.inherit = Some(Inherit::List(list(text))),
            Id::EnvNone => app.env.inherit = Some(Inherit::None),
            Id::EnvAll => app.env.inherit = Some(Inherit::All),
            Id::GlobalEnvList => o.env.inherit = Some(Inherit::List(list(text))),
            Id::GlobalEnvNone => o.env.inherit = Some(Inherit::None),
            Id::GlobalEnvAll => o.env.inherit = Some(Inherit::All),
            Id::InitialErrhandler => app.env.set.push(initial_errhandler(name, text)?),
            Id::Wdir => app.wdir = values.first().cloned(),
            Id::Path => app.path = values.first().cloned(),
            Id::ConfigFile => return self.config_file(Path::new(&values[0])),
            Id::MapBy => self.map_by(text)?,
            Id::RankBy => self.rank_by(text)?,
            Id::Display => self.each(name, text, DISPLAYS)?,
            Id::Output => self.each(name, text, OUTPUTS)?,
            Id::BindTo => self.bind = Some(bind_to(text)?),
            Id::PerSocket => o.per_socket = Some(positive(name, text)?),
            Id::CpuSet => o.cpu_set = cpu_list(name, text)?,
            Id::RankFile => o.rank_file = Some(RankFile::read(text)?),
            Id::OrderNodes => o.order = Some(order(name, text)?),
            Id::LocalHost => o.local_name = Some(text.to_owned()),
            Id::Gpus => o.gpus = gpus(name, text)?,
            Id::MemBind => self.mem_bind(name, text)?,
            Id::Demux => self.demux(name, text, flag.help)?,
            Id::CpusPerRank => o.cpus_per_rank = Some(positive(name, text)?),
            Id::Pattern => o.label = Label::Pattern(checked_pattern(name, text)?),
            Id::Stdin => o.stdin = stdin(text)?,
            Id::Timeout => o.timeout = Some(seconds(name, text)?),
            Id::ExplainAfter => o.explain_after = Some(seconds(name, text)?),
            Id::Explain => {
                o.explain = Some(text.to_owned());
                self.wish = Wish::Explain;
            }
            Id::UniverseSize => o.universe_size = universe_size(text)?,
            Id::OutFile => o.outfile = Some(with_rank(&checked_pattern(name, text)?, "")),
            Id::ErrFile => o.errfile = Some(with_rank(&checked_pattern(name, text)?, "")),
            Id::OutputFilename => {
                let both = checked_pattern(name, text)?;
                (o.outfile, o.output_filename) = (Some(with_rank(&both, ".out")), true);
                o.errfile = Some(with_rank(&both, ".err"));
            }
            Id::Foreign => say!(
                "warning: {} {text} {} has no meaning here and is ignored",
                dashed(name),
                values.get(1).map(|value| value.to_string_lossy()).unwrap_or_default()
            ),
            Id::Ignored => self.no_effect(name, flag.help),
            Id::Refused => {
                return Err(LaunchError::own(format!("option {}: {}", dashed(name), flag.help)));
            }
            _ if !flag.values.is_empty() => self.reach(flag.id, name, &values[0])?,
            _ => self.switch(flag.id),
        }
        Ok(())
    }

    /// Options of jobs on several hosts.
    fn reach(&mut self, id: Id, name: &str, value: &OsString) -> Parsed<()> {
        let (text, reach) = (value.to_string_lossy(), &mut self.options.reach);
        let Limits { agent, connect, start, contact, silence } = &mut reach.limits;
        match id {
            Id::LaunchAgent => {
                let words = split_words(&text).filter(|words| !words.is_empty());
                let wanted = "a command, quoted as for a shell";
                reach.launch_agent = words.ok_or_else(|| bad_value(name, &text, wanted))?;
            }
            Id::LaunchWords => {
                let words = split_words(&text);
                reach.launch_words = words.ok_or_else(|| bad_value(name, &text, "words"))?;
            }
            Id::AgentPath => reach.agent_path = Some(value.clone()),
            Id::Iface => reach.iface = Some(text.into_owned()),
            Id::PortRange => reach.ports = Some(port_range(name, &text)?),
            Id::AgentLimit => *agent = seconds(name, &text)?,
            Id::ConnectLimit => *connect = seconds(name, &text)?,
            Id::StartLimit => *start = seconds(name, &text)?,
            Id::ContactLimit => *contact = seconds(name, &text)?,
            Id::SilenceLimit => *silence = seconds(name, &text)?,
            // `apply` handles all others.
            _ => unreachable!("{id:?} is another kind of option"),
        }
        let note = format!("{}: no effect on one host", dashed(name));
        self.options.notes_of_one_host.push(note);
        Ok(())
    }

    /// Options without a value.
    fn switch(&mut self, id: Id) {
        let o = &mut self.options;
        match id {
            Id::ReportBindings => o.report_bindings = true,
            Id::Label => o.label = Label::Rank,
            Id::Tag => o.label = Label::Tag,
            Id::Timestamp => o.timestamps = true,
            Id::NoCleanup => o.auto_cleanup = false,
            Id::ExitCodes => o.print_exit_codes = true,
            Id::DisplayMap => o.display_map = true,
            Id::ByNode => o.by_node = true,
            Id::PerNode => o.per_host = Some(1),
            Id::NoLocal => o.no_local = true,
            Id::BindToCore => self.bind = Some(BindTo::Core),
            Id::BindToSocket => self.bind = Some(BindTo::Socket),
            Id::BindToNone => self.bind = Some(BindTo::None),
            Id::Merge => o.merge = true,
            Id::RankMap => o.print_rank_map = true,
            Id::Allocation => o.display_allocation = true,
            Id::DryRun => (o.dry_run, o.display_map) = (true, true),
            Id::Verbose => o.verbose = true,
            Id::Progress => o.progress = true,
            Id::Version => self.wish = Wish::Version,
            Id::Help => self.wish = Wish::Help,
            Id::Probe => self.probe = true,
            Id::ProbeRank => self.wish = Wish::ProbeRank,
            Id::Check => self.wish = Wish::Check,
            Id::Agent => self.wish = Wish::Agent,
            // `apply` handles all others.
            _ => unreachable!("{id:?} takes values"),
        }
    }

    /// Switches given as a comma-separated value, as in Open MPI 5.
    fn each(&mut self, name: &str, text: &str, words: &[(&str, Id)]) -> Parsed<()> {
        for word in text.split(',') {
            let known = words.iter().find(|(known, _)| *known == word);
            let all: Vec<_> = words.iter().map(|(known, _)| *known).collect();
            let &(_, id) = known.ok_or_else(|| bad_value(name, word, &all.join(", ")))?;
            self.switch(id);
        }
        Ok(())
    }

    /// If both streams are merged, stderr has no file of its own.
    fn settle_output(&mut self) -> Parsed<()> {
        let o = &mut self.options;
        if o.merge && o.errfile.take().is_some() && !o.output_filename {
            let text =
                "option --merge-stderr-to-stdout: the file of -errfile-pattern would stay empty";
            return Err(LaunchError::own(text));
        }
        Ok(())
    }

    fn no_effect(&mut self, name: &str, why: &str) {
        self.options.notes.push(format!("{}: {why}", dashed(name)));
    }

    /// One section per line; `#` starts a comment; quotes as in a shell, without expansion.
    fn config_file(&mut self, path: &Path) -> Parsed<()> {
        let text = sys::read_text(path)
            .map_err(|e| LaunchError::own(format!("-configfile {}: {e}", path.display())))?;
        if std::mem::replace(&mut self.in_file, true) {
            let path = path.display();
            let text = format!("-configfile {path}: such a file cannot refer to another one");
            return Err(LaunchError::own(text));
        }
        for line in joined_lines(&text) {
            let words = split_words(&line).ok_or_else(|| {
                let path = path.display();
                let text = format!("-configfile {path}: unterminated quote or line: {line}");
                LaunchError::own(text)
            })?;
            let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
            self.programs(&words)?;
        }
        self.in_file = false;
        Ok(())
    }
}

/// The values of `--display`.
const DISPLAYS: &[(&str, Id)] =
    &[("map", Id::DisplayMap), ("bind", Id::ReportBindings), ("allocation", Id::Allocation)];
/// The values of `--output`.
const OUTPUTS: &[(&str, Id)] =
    &[("tag", Id::Tag), ("rank", Id::Label), ("timestamp", Id::Timestamp), ("merge", Id::Merge)];

/// In Hydra's variable, not as an option.
fn means_no_limit(value: &OsStr) -> bool {
    value.to_str().and_then(|text| text.parse::<f64>().ok()).is_some_and(|seconds| seconds <= 0.0)
}

/// One of the options that are of this program and not of the whole job.
fn option_of_program(app: &App) -> Option<String> {
    let App { ranks, env, wdir, path, argv: _ } = app;
    let others = [
        (wdir.is_some(), "-wdir"),
        (path.is_some(), "-path"),
        (*env != EnvChange::default(), "-env, -envlist or the like"),
    ];
    let other = || others.iter().find(|(is_given, _)| *is_given).map(|(_, name)| (*name).into());
    ranks.map(|ranks| format!("-n {ranks}")).or_else(other)
}

fn checked_pattern(name: &str, text: &str) -> Parsed<String> {
    let wanted = || format!("a pattern with {}", pattern::LETTERS);
    pattern::is_known(text).then(|| text.to_owned()).ok_or_else(|| bad_value(name, text, &wanted()))
}

/// The command that runs this launcher itself as a rank.
fn probe_command() -> Parsed<Vec<OsString>> {
    let own = std::env::current_exe().map_err(|e| LaunchError::system("--probe", &e))?;
    Ok(vec![own.into(), "--probe-rank".into()])
}

/// The name of an option as typed, without dashes; `None` if the word is a program.
fn option_name(word: &OsString) -> Option<String> {
    let text = word.to_str()?;
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Takes the values that the table lists. `-env K=V` has one word where `-env K V` has two.
fn take_values(
    flag: &Flag,
    name: &str,
    inline: Option<&str>,
    words: &mut Words<'_>,
) -> Parsed<Vec<OsString>> {
    if inline.is_some() && flag.values.is_empty() {
        return Err(LaunchError::own(format!("option {} takes no value", dashed(name))));
    }
    let mut values: Vec<OsString> = inline.map(OsString::from).into_iter().collect();
    let sets_variable = matches!(flag.id, Id::Env | Id::GlobalEnv);
    while values.len() < flag.values.len() {
        let whole = values.first().is_some_and(|value| value.to_string_lossy().contains('='));
        if sets_variable && whole {
            break;
        }
        values.push(words.next().ok_or_else(|| {
            let wanted = flag.values.join(" ");
            LaunchError::own(format!("option {} needs {wanted}", dashed(name)))
        })?);
    }
    Ok(values)
}

/// The hosts belong to the whole job: after a program they may only be repeated.
fn set_hosts(all: &mut Vec<Host>, said: Vec<Host>, apps: &[App], name: &str) -> Parsed<()> {
    if !apps.is_empty() && *all != said {
        return Err(LaunchError::own(format!(
            "option {}: a job has one list of hosts for all its programs; give it before the \
             first program",
            dashed(name)
        )));
    }
    *all = said;
    Ok(())
}

fn set_variable(env: &mut EnvChange, values: &[OsString]) {
    env.set.extend(match values {
        [name, value] => Some((name.to_string_lossy().into_owned(), value.clone())),
        [both, ..] => {
            let (name, value) = assignment(both);
            Some((name, value.unwrap_or_default()))
        }
        [] => None,
    });
}

/// The parts of `NAME=VALUE`; a value may have any bytes.
fn assignment(text: &OsStr) -> (String, Option<OsString>) {
    let bytes = text.as_bytes();
    let at = bytes.iter().position(|&byte| byte == b'=');
    let name = String::from_utf8_lossy(&bytes[..at.unwrap_or(bytes.len())]).into_owned();
    (name, at.map(|at| OsStr::from_bytes(&bytes[at + 1..]).to_owned()))
}

/// The environment variable through which the MPI library reads it.
fn initial_errhandler(name: &str, text: &str) -> Parsed<(String, OsString)> {
    const WORDS: [&str; 3] = ["mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"];
    match WORDS.contains(&text.to_ascii_lowercase().as_str()) {
        true => Ok(("SKIFCH_MPI_INITIAL_ERRHANDLER".to_owned(), text.into())),
        false => Err(LaunchError::own(format!(
            "{} {text}: expected {}, {} or {}",
            dashed(name),
            WORDS[0],
            WORDS[1],
            WORDS[2]
        ))),
    }
}

/// `-x K=V` sets a variable; `-x K` passes it on.
fn export(env: &mut EnvChange, values: &[OsString]) {
    match values.first().map(|text| assignment(text)) {
        Some((name, Some(value))) => env.set.push((name, value)),
        Some((name, None)) => env.pass.push(name),
        None => {}
    }
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
