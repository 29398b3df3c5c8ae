//! `skifch-info`: which networks there are, why others are not, and every setting.

mod args;
mod trial;

use args::Args;
use clap::Parser;
use skifch::settings::{Kind, SETTINGS, Setting};
use skifch::{
    BackendSetting, COMPOSITES, Caps, Found, Job, Origin, Registry, middleware, settings_of,
    settings_of_composite,
};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    if let [step, path] = &args.try_plugin[..] {
        return trial::go_to(step, path.as_ref());
    }
    let told = match args.reach {
        true => reach().and_then(|line| Ok(writeln!(io::stdout(), "{line}")?)),
        false => tell(&mut io::stdout().lock(), args.all).map_err(Into::into),
    };
    match told {
        Err(error) if !is_unread(&*error) => {
            eprintln!("skifch-info: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Whether the reader, such as `head`, has closed the output.
fn is_unread(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn tell(out: &mut impl Write, all: bool) -> io::Result<()> {
    let registry = Registry::all_tried(trial::in_another_process);
    writeln!(out, "skifch {}", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "\nBackends (SKIFCH_BACKEND):")?;
    registry.found.iter().try_for_each(|found| tell_backend(out, found))?;
    writeln!(out, "\nMiddleware (in front of a backend, as in trace+fault+loopback):")?;
    for layer in middleware::ALL {
        writeln!(out, "  {:<12} {}", layer.name, layer.about)?;
    }
    writeln!(out, "\nComposites of several networks (as in route:shm,NAME):")?;
    for composite in COMPOSITES {
        writeln!(out, "  {:<12} {}", composite.name, composite.about)?;
    }
    if !registry.refused.is_empty() {
        writeln!(out, "\nFound, but not usable:")?;
    }
    for (what, why) in &registry.refused {
        writeln!(out, "  {what}\n               {why}")?;
    }
    if all { tell_settings(out, &registry) } else { Ok(()) }
}

/// The line of this rank.
fn reach() -> Result<String, Box<dyn std::error::Error>> {
    let job = Job::init()?;
    let mut runs: Vec<(u32, u32, String)> = Vec::new();
    for rank in 0..job.size() {
        let via = job.via(rank).unwrap_or_else(|| "?".to_owned());
        match runs.last_mut() {
            Some((_, end, name)) if *name == via => *end = rank,
            _ => runs.push((rank, rank, via)),
        }
    }
    let word = |(from, to, via): &(u32, u32, String)| match from == to {
        true => format!("{from} by {via}"),
        false => format!("{from}-{to} by {via}"),
    };
    let words: Vec<_> = runs.iter().map(word).collect();
    let line = format!("{}: rank {} reaches {}", job.backend_name(), job.rank(), words.join(", "));
    job.finalize()?;
    Ok(line)
}

fn tell_backend(out: &mut impl Write, found: &Found) -> io::Result<()> {
    let origin = match &found.origin {
        Origin::BuiltIn => "built in".to_owned(),
        Origin::File(path) => path.display().to_string(),
    };
    writeln!(out, "  {:<12} {}", found.name(), found.about())?;
    writeln!(out, "               version {}, {origin}", found.version())?;
    match found.probe() {
        Ok(()) => {}
        Err(error) => writeln!(out, "               cannot work here: {error}")?,
    }
    let names: Vec<String> = Caps::NAMES
        .iter()
        .filter(|(bit, _)| found.caps().has(*bit))
        .map(|(_, name)| name.to_lowercase().replace('_', "-"))
        .collect();
    writeln!(out, "               can: {}", names.join(" "))?;
    match found.attr() {
        Ok(attr) => writeln!(
            out,
            "               maximum message {} bytes, window {} bytes, latency {} ns, {} MB/s",
            attr.max_message_bytes,
            attr.window_bytes,
            unknown_if_zero(attr.latency_ns),
            unknown_if_zero(attr.bandwidth_bytes_per_s / 1_000_000)
        ),
        Err(error) => writeln!(out, "               limits: not available outside a job: {error}"),
    }
}

fn unknown_if_zero(value: u64) -> String {
    if value == 0 { "?".to_owned() } else { value.to_string() }
}

fn tell_settings(out: &mut impl Write, registry: &Registry) -> io::Result<()> {
    writeln!(out, "\nSettings of the library:")?;
    for setting in SETTINGS {
        tell_setting(out, setting)?;
    }
    let of_backends = registry.found.iter().map(|found| (found.name(), found.settings()));
    let of_middleware =
        middleware::ALL.iter().map(|layer| (layer.name.to_owned(), settings_of(layer)));
    let of_composites = COMPOSITES
        .iter()
        .map(|composite| (composite.name.to_owned(), settings_of_composite(composite)));
    let all = of_backends.chain(of_middleware).chain(of_composites);
    for (name, settings) in all.filter(|(_, list)| !list.is_empty()) {
        writeln!(out, "\nSettings of {name}:")?;
        settings.iter().try_for_each(|setting| tell_backend_setting(out, setting))?;
    }
    Ok(())
}

fn tell_setting(out: &mut impl Write, setting: &Setting) -> io::Result<()> {
    let kind = match setting.kind {
        Kind::Text => String::new(),
        Kind::Number => " (a number)".to_owned(),
        Kind::Flag => " (1 or on, 0 or off)".to_owned(),
        Kind::Choice(words) => format!(" ({})", words.join(", ")),
    };
    tell_value(out, setting.name, &setting.text(), setting.default, setting.from_env().is_some())?;
    writeln!(out, "      {}{kind}", setting.help)
}

fn tell_backend_setting(out: &mut impl Write, setting: &BackendSetting) -> io::Result<()> {
    let is_set = std::env::var_os(&setting.name).is_some_and(|text| !text.is_empty());
    tell_value(out, &setting.name, &setting.text(), &setting.default, is_set)?;
    writeln!(out, "      {}", setting.help)
}

fn tell_value(
    out: &mut impl Write,
    name: &str,
    text: &str,
    default: &str,
    is_set: bool,
) -> io::Result<()> {
    let from = match is_set {
        true => format!("from the environment; default \"{default}\""),
        false => "default".to_owned(),
    };
    writeln!(out, "  {name} = \"{text}\"  [{from}]")
}
