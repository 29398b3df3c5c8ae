//! Settings of the library and of every available network, as control variables.

use skifch::settings::{Flag, Kind, SETTINGS};
use skifch::{
    BackendSetting, COMPOSITES, Registry, middleware, settings_of, settings_of_composite,
};
use std::sync::OnceLock;

/// Type of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Text.
    Text,
    /// 0 or 1.
    Flag,
    /// One of these words; its value is the index of the word.
    Words(&'static [&'static str]),
}

/// One setting; it cannot be changed while the program runs.
#[derive(Debug)]
pub struct Setting {
    /// The environment variable.
    pub name: String,
    /// Description with unit and default.
    pub help: String,
    /// Type of its value.
    pub of: Of,
    /// Whether it belongs to the library itself, not to a network.
    pub is_own: bool,
    /// Its value as text, when it was first looked for: what a program does to its environment
    /// later has no effect, and tools have been told the length.
    pub text: String,
}

impl Setting {
    /// Its value as a number; 0 for a text, -1 for an unknown word.
    pub fn number(&self) -> i32 {
        match self.of {
            Of::Text => 0,
            Of::Flag => i32::from(self.text.parse() == Ok(Flag(true))),
            Of::Words(words) => {
                words.iter().position(|word| *word == self.text).map_or(-1, |at| at as i32)
            }
        }
    }

    fn of_library(setting: &skifch::settings::Setting) -> Self {
        let of = match setting.kind {
            Kind::Text | Kind::Number => Of::Text,
            Kind::Flag => Of::Flag,
            Kind::Choice(words) => Of::Words(words),
        };
        let help = with_default(setting.help, setting.default);
        Self { name: setting.name.to_owned(), help, of, is_own: true, text: setting.text() }
    }

    fn of_network(setting: BackendSetting) -> Self {
        let help = with_default(&setting.help, &setting.default);
        let text = setting.text();
        Self { name: setting.name, help, of: Of::Text, is_own: false, text }
    }
}

fn with_default(help: &str, default: &str) -> String {
    match default {
        "" => help.to_owned(),
        default => format!("{help} (default: {default})"),
    }
}

/// A group of settings: name, description, and the indices of its [`settings`].
#[derive(Debug)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) settings: std::ops::Range<usize>,
}

/// All settings and their groups.
struct All {
    settings: Vec<Setting>,
    parts: Vec<Part>,
}

impl All {
    /// Looks for networks once, so that indices and values are fixed while the process runs.
    fn find() -> Self {
        let mut all = Self { settings: Vec::new(), parts: Vec::new() };
        all.add("library", "settings of the library", SETTINGS.iter().map(Setting::of_library));
        let of_network = |list: Vec<BackendSetting>| list.into_iter().map(Setting::of_network);
        for found in Registry::all().found {
            all.add(&found.name(), &found.about(), of_network(found.settings()));
        }
        for layer in middleware::ALL {
            all.add(layer.name, layer.about, of_network(settings_of(layer)));
        }
        for composite in COMPOSITES {
            all.add(composite.name, composite.about, of_network(settings_of_composite(composite)));
        }
        all
    }

    fn add(&mut self, name: &str, about: &str, settings: impl Iterator<Item = Setting>) {
        let from = self.settings.len();
        self.settings.extend(settings);
        let settings = from..self.settings.len();
        if !settings.is_empty() {
            self.parts.push(Part { name: name.to_owned(), about: about.to_owned(), settings });
        }
    }

    fn get() -> &'static Self {
        static ALL: OnceLock<All> = OnceLock::new();
        ALL.get_or_init(Self::find)
    }
}

/// Every setting, by index.
pub fn settings() -> &'static [Setting] {
    &All::get().settings
}

pub(super) fn parts() -> &'static [Part] {
    &All::get().parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_setting_has_a_name_of_its_own_and_words() {
        let names: BTreeSet<_> = settings().iter().map(|setting| &setting.name).collect();
        assert_eq!(names.len(), settings().len());
        for setting in settings() {
            assert!(setting.name.starts_with("SKIFCH_") && !setting.help.is_empty(), "{setting:?}");
        }
        assert!(settings().iter().any(|setting| setting.name.starts_with("SKIFCH_UDP_")));
    }

    #[test]
    fn a_word_is_its_number() {
        let log = settings().iter().find(|setting| setting.name == "SKIFCH_LOG").unwrap();
        let Of::Words(words) = log.of else { panic!("{log:?}") };
        assert_eq!(words[log.number() as usize], log.text);
    }

    #[test]
    fn each_setting_is_in_one_part() {
        let mut next = 0;
        for part in parts() {
            assert_eq!(part.settings.start, next, "{}", part.name);
            next = part.settings.end;
        }
        assert_eq!(next, settings().len());
    }
}
