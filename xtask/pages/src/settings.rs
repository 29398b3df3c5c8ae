//! The page skifch(7): every setting, from the tables that the library reads.

use crate::{Share, entry, page};
use clap_mangen::roff::{Roff, roman};
use skifch::settings::{Kind, SETTINGS, Setting};
use skifch::{
    BackendSetting, COMPOSITES, Origin, Registry, middleware, settings_of, settings_of_composite,
};
use std::io;

const INTRODUCTION: &str = "Every setting is an environment variable, read when a process joins \
    its job. An empty variable counts as one that is not set. A variable SKIFCH_... that nobody \
    reads is warned of. skifch-info -a shows those of the backends that are installed, with the \
    values in force.";

pub(crate) fn write(share: &Share) -> io::Result<()> {
    share.page("skifch", 7, &manual())
}

fn manual() -> String {
    let mut page = page("skifch", 7, "settings of the message interface SkifCh");
    page.control("SH", ["DESCRIPTION"]).text([roman(INTRODUCTION)]);
    page.control("SH", ["SETTINGS OF THE LIBRARY"]);
    for setting in SETTINGS {
        of_library(&mut page, setting);
    }
    // Plugins found on the build machine are not part of the tree.
    let registry = Registry::all();
    let built_in = registry.found.iter().filter(|found| found.origin == Origin::BuiltIn);
    for backend in built_in {
        of_part(&mut page, "BACKEND", &backend.name(), &backend.about(), &backend.settings());
    }
    for layer in middleware::ALL {
        of_part(&mut page, "MIDDLEWARE", layer.name, layer.about, &settings_of(layer));
    }
    for composite in COMPOSITES {
        let settings = settings_of_composite(composite);
        of_part(&mut page, "COMPOSITE", composite.name, composite.about, &settings);
    }
    page.control("SH", ["SEE ALSO"]).text([roman("skifrun(1), skifch-info(1), skifch(3)")]);
    page.render()
}

fn of_library(page: &mut Roff, setting: &Setting) {
    let kind = match setting.kind {
        Kind::Text => String::new(),
        Kind::Number => " (a number)".to_owned(),
        Kind::Flag => " (0 or 1)".to_owned(),
        Kind::Choice(words) => format!(" ({})", words.join(", ")),
    };
    let secure = match setting.is_path {
        true => ". Ignored in a process with more privileges than its user",
        false => "",
    };
    let text = format!("{}{kind}{secure}. Default: {}", setting.help, named(setting.default));
    entry(page, setting.name, &text);
}

fn of_part(page: &mut Roff, what: &str, name: &str, about: &str, settings: &[BackendSetting]) {
    page.control("SH", [what, name]).text([roman(format!("{about}."))]);
    for setting in settings {
        let text = format!("{}. Default: {}", setting.help, named(&setting.default));
        entry(page, &setting.name, &text);
    }
}

fn named(default: &str) -> &str {
    if default.is_empty() { "none" } else { default }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_there() {
        let page = manual().replace("\\-", "-");
        for setting in SETTINGS {
            assert!(page.contains(setting.name) && page.contains(setting.help), "{setting:?}");
        }
        for name in ["SKIFCH_SHM_RING_BYTES", "SKIFCH_TRACE_FILE"] {
            assert!(page.contains(name), "{name} is not in\n{page}");
        }
    }
}
