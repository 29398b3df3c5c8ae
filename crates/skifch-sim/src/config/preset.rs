//! Networks that are described in print.

/// A network by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What `preset = "…"` says.
    pub name: &'static str,
    /// Its settings, each with its source.
    pub text: &'static str,
}

/// Every preset.
pub const PRESETS: &[Preset] = &[
    Preset { name: "m2", text: include_str!("../../presets/m2.toml") },
    Preset { name: "m3", text: include_str!("../../presets/m3.toml") },
    Preset { name: "m4", text: include_str!("../../presets/m4.toml") },
    Preset { name: "angara", text: include_str!("../../presets/angara.toml") },
];
