//! Settings: read from TOML, completed from a preset, and checked; errors name the line.

mod clock;
mod collective;
mod fidelity;
mod preset;
mod settings;
mod values;

pub use clock::Clock;
pub use collective::Collective;
pub use fidelity::Fidelity;
pub use preset::{PRESETS, Preset};
pub use settings::Settings;
