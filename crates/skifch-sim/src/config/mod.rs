//! Settings: read from TOML, filled up from a preset, checked, with lines in what is refused.

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
