//! Settings: read from TOML, filled up from a preset, checked, with lines in what is refused.

mod clock;
mod preset;
mod settings;
mod values;

pub use clock::Clock;
pub use preset::{PRESETS, Preset};
pub use settings::Settings;
