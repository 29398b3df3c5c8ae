//! Presets: published networks.

/// A named network.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name in `preset = "…"`.
    pub name: &'static str,
    /// Its settings, each with its source.
    pub text: &'static str,
}

/// All presets.
pub const PRESETS: &[Preset] = &[
    Preset { name: "m2", text: include_str!("../../presets/m2.toml") },
    Preset { name: "m3", text: include_str!("../../presets/m3.toml") },
    Preset { name: "m4", text: include_str!("../../presets/m4.toml") },
    Preset { name: "angara", text: include_str!("../../presets/angara.toml") },
];
