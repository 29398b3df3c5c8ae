//! The network and traffic options of the command line.

use clap::Args;
use skifch_sim::config::Settings;
use skifch_sim::engine::Model;
use skifch_sim::route::Fault;
use skifch_sim::run::{Phases, Workload};
use skifch_sim::small_file;
use skifch_sim::traffic::Pattern;
use std::path::{Path, PathBuf};

/// The default preset.
const PRESET: &str = "m3";

#[derive(Args, Clone, Debug)]
pub(crate) struct NetworkArgs {
    /// Preset, a published network: m2, m3, m4 or angara [default: m3]
    #[arg(long)]
    preset: Option<String>,
    /// Level of detail: exact, fluid or logp [default: exact]
    #[arg(long)]
    fidelity: Option<String>,
    /// Settings file in TOML; overrides the preset
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A single setting, as in router.slots=2; overrides the file
    #[arg(long = "set", value_name = "KEY=VALUE")]
    sets: Vec<String>,
}

impl NetworkArgs {
    /// The settings, with the given sizes and routing if any.
    pub(crate) fn settings(
        &self,
        torus: Option<&str>,
        routing: Option<&str>,
    ) -> Result<Settings, String> {
        let named = self.preset.as_ref().map(|name| format!("preset = {name:?}"));
        let mut texts = vec![format!("preset = {PRESET:?}")];
        if let Some(path) = &self.config {
            let name = path.display();
            let text = small_file::read(path).map_err(|error| format!("{name}: {error}"))?;
            texts.push(text);
            // Read once without the rest: an error found here is in the file.
            let texts: Vec<_> = texts.iter().chain(&named).map(String::as_str).collect();
            Settings::read(&texts).map_err(|error| format!("{name}: {error}"))?;
        }
        texts.extend(named);
        texts.extend(self.fidelity.as_ref().map(|name| format!("fidelity = {name:?}")));
        texts.extend(torus.map(|torus| format!("torus = {torus:?}")));
        texts.extend(routing.map(|routing| format!("router.routing = {routing:?}")));
        for set in &self.sets {
            texts.push(setting(set)?);
        }
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        // These texts are one line each, so a line number is of no use.
        let said = |error: skifch_sim::Error| {
            let said = error.to_string();
            said.strip_prefix("line 1: ").map_or(said.clone(), str::to_owned)
        };
        Settings::read(&texts).map_err(said)
    }
}

/// Converts `key=value` to TOML; a value that is not a number becomes a string.
fn setting(text: &str) -> Result<String, String> {
    let Some((key, value)) = text.split_once('=') else {
        return Err(format!("--set {text}: write KEY=VALUE, as in router.slots=2"));
    };
    let (key, value) = (key.trim(), value.trim());
    let is_number = value.parse::<u64>().is_ok();
    Ok(if is_number { format!("{key} = {value}") } else { format!("{key} = {value:?}") })
}

/// Reads the list of failures from a file.
pub(crate) fn faults(path: Option<&Path>, model: &Model) -> Result<Vec<Fault>, String> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let name = path.display();
    let text = small_file::read(path).map_err(|error| format!("{name}: {error}"))?;
    Fault::read(&text, &model.torus).map_err(|error| format!("{name}: {error}"))
}

#[derive(Args, Clone, Debug)]
pub(crate) struct TrafficArgs {
    /// Payload bytes; of several sizes each packet gets a random one [default: the maximum]
    #[arg(long, value_delimiter = ',')]
    payload: Vec<u16>,
    /// Answers every packet with one of this size on the other subnetwork
    #[arg(long, value_name = "BYTES")]
    reply: Option<u16>,
    /// Virtual time before the measurement, in microseconds
    #[arg(long, default_value_t = 50, value_name = "US")]
    warm_up_us: u64,
    /// Virtual time of the measurement, in microseconds
    #[arg(long, default_value_t = 200, value_name = "US")]
    measure_us: u64,
    /// Seed of all random choices; equal seeds give equal runs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl TrafficArgs {
    pub(crate) fn phases(&self) -> Phases {
        Phases { warm_up_ns: self.warm_up_us * 1000, measure_ns: self.measure_us * 1000 }
    }

    pub(crate) fn workload(
        &self,
        model: &Model,
        pattern: &str,
        load: f64,
    ) -> Result<Workload, String> {
        let pattern = Pattern::new(pattern, &model.torus, self.seed);
        let payload_bytes = match self.payload.is_empty() {
            true => vec![model.payload_bytes],
            false => self.payload.clone(),
        };
        Ok(Workload {
            pattern: pattern.map_err(|error| error.to_string())?,
            load,
            payload_bytes,
            reply_bytes: self.reply,
            seed: self.seed,
        })
    }
}
