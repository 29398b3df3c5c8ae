//! `skifch-info`: which networks there are, why others are not, and every setting.

mod args;

use args::Args;
use clap::Parser;
use skifch::settings::{Kind, SETTINGS, Setting};
use skifch::{
    BackendSetting, COMPOSITES, Caps, Error, Found, Job, Origin, Registry, middleware, settings_of,
    settings_of_composite,
};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    if args.reach {
        return match print_reach() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("skifch-info: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let registry = Registry::all();
    println!("skifch {}", env!("CARGO_PKG_VERSION"));
    println!("\nBackends (SKIFCH_BACKEND):");
    registry.found.iter().for_each(print_backend);
    println!("\nMiddleware (in front of a backend, as in trace+fault+loopback):");
    for layer in middleware::ALL {
        println!("  {:<12} {}", layer.name, layer.about);
    }
    println!("\nMade of several (as in route:shm,NAME):");
    for composite in COMPOSITES {
        println!("  {:<12} {}", composite.name, composite.about);
    }
    if !registry.refused.is_empty() {
        println!("\nFound, but not usable:");
        for (what, why) in &registry.refused {
            println!("  {what}\n               {why}");
        }
    }
    if args.all {
        print_settings(&registry);
    }
    ExitCode::SUCCESS
}

/// One line of this rank.
fn print_reach() -> Result<(), Error> {
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
    println!("{}: rank {} reaches {}", job.backend_name(), job.rank(), words.join(", "));
    job.finalize()
}

fn print_backend(found: &Found) {
    let origin = match &found.origin {
        Origin::BuiltIn => "built in".to_owned(),
        Origin::File(path) => path.display().to_string(),
    };
    println!("  {:<12} {}", found.name(), found.about());
    println!("               version {}, {origin}", found.version());
    match found.probe() {
        Ok(()) => {}
        Err(error) => println!("               cannot work here: {error}"),
    }
    let names: Vec<String> = Caps::NAMES
        .iter()
        .filter(|(bit, _)| found.caps().has(*bit))
        .map(|(_, name)| name.to_lowercase().replace('_', "-"))
        .collect();
    println!("               can: {}", names.join(" "));
    match found.attr() {
        Ok(attr) => println!(
            "               greatest message {} bytes, window {} bytes, latency {} ns, {} MB/s",
            attr.max_message_bytes,
            attr.window_bytes,
            unknown_if_zero(attr.latency_ns),
            unknown_if_zero(attr.bandwidth_bytes_per_s / 1_000_000)
        ),
        Err(error) => println!("               limits: not to be had alone: {error}"),
    }
}

fn unknown_if_zero(value: u64) -> String {
    if value == 0 { "?".to_owned() } else { value.to_string() }
}

fn print_settings(registry: &Registry) {
    println!("\nSettings of the library:");
    for setting in SETTINGS {
        print_setting(setting);
    }
    let of_backends = registry.found.iter().map(|found| (found.name(), found.settings()));
    let of_middleware =
        middleware::ALL.iter().map(|layer| (layer.name.to_owned(), settings_of(layer)));
    let of_composites = COMPOSITES
        .iter()
        .map(|composite| (composite.name.to_owned(), settings_of_composite(composite)));
    let all = of_backends.chain(of_middleware).chain(of_composites);
    for (name, settings) in all.filter(|(_, list)| !list.is_empty()) {
        println!("\nSettings of {name}:");
        settings.iter().for_each(print_backend_setting);
    }
}

fn print_setting(setting: &Setting) {
    let kind = match setting.kind {
        Kind::Text => String::new(),
        Kind::Number => " (a number)".to_owned(),
        Kind::Flag => " (0 or 1)".to_owned(),
        Kind::Choice(words) => format!(" ({})", words.join(", ")),
    };
    print_value(setting.name, &setting.text(), setting.default, setting.from_env().is_some());
    println!("      {}{kind}", setting.help);
}

fn print_backend_setting(setting: &BackendSetting) {
    let is_set = std::env::var_os(&setting.name).is_some_and(|text| !text.is_empty());
    print_value(&setting.name, &setting.text(), &setting.default, is_set);
    println!("      {}", setting.help);
}

fn print_value(name: &str, text: &str, default: &str, is_set: bool) {
    let from = match is_set {
        true => format!("from the environment; default \"{default}\""),
        false => "default".to_owned(),
    };
    println!("  {name} = \"{text}\"  [{from}]");
}
