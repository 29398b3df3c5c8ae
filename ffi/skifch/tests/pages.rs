//! The manual pages and completions of the installed tree, held against the programs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{has, run, tree};

/// The programs with a command line of their own.
const PROGRAMS: &[&str] = &["skifrun", "skif-perf", "skifch-info", "skifch-conformance"];

/// Every page, with its section.
fn pages(tree: &Path) -> Vec<PathBuf> {
    let entries = |dir: PathBuf| {
        let entries = std::fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
        entries.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    entries(tree.join("share/man")).into_iter().flat_map(entries).collect()
}

/// The source of a page, with dashes as they are seen.
fn source(tree: &Path, name: &str, section: u8) -> String {
    let path = tree.join(format!("share/man/man{section}/{name}.{section}"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.replace("\\-", "-")
}

/// What a program says to these words.
fn says(tree: &Path, program: &str, words: &[&str]) -> String {
    let output = run(Command::new(tree.join("bin").join(program)).args(words));
    String::from_utf8(output.stdout).unwrap()
}

/// The options that a help text lists: the words with dashes that lines begin with.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split(' ').take_while(|word| word.starts_with('-')));
    words.map(|word| word.trim_end_matches(',')).collect()
}

/// The sub-commands that a help text of clap lists.
fn commands(help: &str) -> Vec<&str> {
    let after = help.split("\nCommands:\n").nth(1).unwrap_or_default();
    let lines = after.lines().take_while(|line| line.starts_with("  "));
    lines.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

fn all_are_in(page: &str, name: &str, help: &str) {
    let options = options(help);
    assert!(options.iter().any(|option| option.ends_with("-help")), "{name}: {options:?}");
    for option in options {
        let is_there = page
            .split([' ', ',', '\n', '\\'])
            .any(|word| word.trim_start_matches("fB").trim_start_matches("fI") == option);
        assert!(is_there, "{option} of {name} --help is not in its page:\n{page}");
    }
}

#[test]
fn every_option_of_help_is_in_the_page() {
    let Some(tree) = tree("every_option_of_help_is_in_the_page") else { return };
    for program in PROGRAMS {
        let help = says(&tree, program, &["--help"]);
        all_are_in(&source(&tree, program, 1), program, &help);
        for command in commands(&help) {
            let name = format!("{program}-{command}");
            all_are_in(
                &source(&tree, &name, 1),
                &name,
                &says(&tree, program, &[command, "--help"]),
            );
        }
    }
    assert_eq!(commands(&says(&tree, "skif-perf", &["--help"])).len(), 10);
}

#[test]
fn every_function_and_every_setting_has_its_place() {
    let Some(tree) = tree("every_function_and_every_setting_has_its_place") else { return };
    let text = source(&tree, "skifch", 3);
    let header = std::fs::read_to_string(tree.join("include/skifch.h")).unwrap();
    let map = include_str!("../skifch.map");
    let names = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    for name in names.filter(|name| name.starts_with("SkifCh_")) {
        assert!(header.contains(name) && text.contains(&format!("{name}(")), "{name}");
        assert_eq!(source(&tree, name, 3), ".so man3/skifch.3\n");
    }
    let settings = source(&tree, "skifch", 7);
    let output = run(Command::new(tree.join("bin/skifch-info")).arg("-a").env_clear());
    let said = String::from_utf8(output.stdout).unwrap();
    let names: Vec<_> = said.lines().filter_map(|line| line.trim().split_once(" = ")).collect();
    assert!(names.len() > 10, "{said}");
    for (name, _) in names {
        assert!(settings.contains(name), "{name} is not in skifch(7)");
    }
}

#[test]
fn the_pages_are_set_without_a_warning() {
    let test = "the_pages_are_set_without_a_warning";
    let Some(tree) = tree(test) else { return };
    if !has(test, "groff") {
        return;
    }
    let pages = pages(&tree);
    assert!(pages.len() > 60, "{pages:?}");
    for page in pages {
        let mut groff = Command::new("groff");
        // Pages that stand for others name them from the folder of all sections.
        groff.args(["-man", "-Kutf8", "-Tutf8", "-ww"]).arg(&page);
        let output = run(groff.current_dir(tree.join("share/man")));
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", page.display());
        assert!(output.stdout.len() > 500, "{} is nearly empty", page.display());
    }
}

/// What bash offers at the end of a line.
fn offered(script: &Path, line: &str) -> Vec<String> {
    let (program, _) = line.split_once(' ').unwrap();
    let ask = "\
        set -u
        source \"$1\"
        line=$2
        read -ra COMP_WORDS <<< \"$line\"
        [[ $line == *' ' ]] && COMP_WORDS+=('')
        COMP_LINE=$line COMP_POINT=${#line} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        name=$(complete -p \"$3\" | sed 's/.* -F \\([^ ]*\\) .*/\\1/')
        before=${COMP_WORDS[COMP_CWORD - 1]}
        set +u
        \"$name\" \"$3\" \"${COMP_WORDS[COMP_CWORD]}\" \"$before\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    let output = run(bash.args(["--norc", "-c", ask, "bash"]).arg(script).args([line, program]));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{line}");
    let said = String::from_utf8(output.stdout).unwrap();
    said.lines().filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_completes_options() {
    let test = "bash_completes_options";
    let Some(tree) = tree(test) else { return };
    if !has(test, "bash") {
        return;
    }
    let scripts = tree.join("share/bash-completion/completions");
    for (line, expected) in [
        ("skifrun --timeo", &["--timeout"][..]),
        ("mpiexec -n 4 -report-b", &["-report-bindings"]),
        ("mpirun -genv A=1 -outfile-", &["-outfile-pattern"]),
        ("skifrun -genv A B --dry", &["--dry-run"]),
        ("skifrun -n 1 ./a --help : --dry", &["--dry-run"]),
        ("skifrun -n 2 skifrun-rank --timeo", &[]),
        ("skifrun -n -", &[]),
        ("skif-perf msgrate --sec", &["--seconds-per-point"]),
        ("skif-perf msgr", &["msgrate"]),
        ("skif-perf _", &[]),
        ("skifch-info --al", &["--all"]),
        ("skifch-conformance --plug", &["--plugin"]),
    ] {
        let script = scripts.join(line.split(' ').next().unwrap());
        run(Command::new("bash").arg("-n").arg(&script));
        assert_eq!(offered(&script, line), expected, "{line}");
    }
}
