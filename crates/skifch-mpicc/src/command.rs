//! Turns the words of the command line into a command to run or a text to print.

use crate::choices;
use crate::kit::{Kit, Language};
use crate::tree::Tree;

/// The result: a command to run, or a text to print.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    Run(Vec<String>),
    Say(String),
}

/// Options with which the compiler does not link.
const NO_LINK: &[&str] = &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"];

/// Makes the plan. `given` is the compiler named by the environment, if any.
pub(crate) fn plan(
    kit: &Kit,
    language: Language,
    tree: &Tree,
    given: Option<String>,
    words: Vec<String>,
) -> Plan {
    let mut compiler = given.unwrap_or_else(|| language.compiler().to_owned());
    let mut rest = Vec::new();
    let mut show = None;
    for word in words {
        // Open MPI's wrappers also accept these options with two dashes.
        let word = if word.starts_with("--show") { word[1..].to_owned() } else { word };
        let named = language.options().iter().find_map(|option| word.strip_prefix(option));
        if let Some(name) = named {
            name.clone_into(&mut compiler);
        } else if word.starts_with("-show") || word == "-compile_info" || word == "-link_info" {
            show.get_or_insert(word);
        } else {
            rest.push(word);
        }
    }
    let mut compiler: Vec<_> = compiler.split_whitespace().map(str::to_owned).collect();
    if language == Language::Fortran {
        compiler.extend(choices::options(&compiler));
    }
    let libraries = kit.libraries(language);
    match show {
        Some(show) => shown(&show, kit, &libraries, tree, &compiler, &rest),
        None => Plan::Run(command(&libraries, tree, &compiler, &rest)),
    }
}

/// The complete command. Libraries come last, after the objects that need them.
fn command(libraries: &[&str], tree: &Tree, compiler: &[String], rest: &[String]) -> Vec<String> {
    let links = rest.iter().any(|word| !word.starts_with('-'))
        && !rest.iter().any(|word| NO_LINK.contains(&word.as_str()));
    let mut link = if links { tree.link(libraries) } else { Vec::new() };
    // A static-pie program with a run path fails at startup (glibc).
    if rest.iter().any(|word| word == "-static-pie") {
        link.retain(|word| !word.starts_with("-Wl,-rpath"));
    }
    [compiler, &tree.compile(), rest, &link].concat()
}

fn shown(
    show: &str,
    kit: &Kit,
    libraries: &[&str],
    tree: &Tree,
    compiler: &[String],
    rest: &[String],
) -> Plan {
    let whole = |parts: &[&[String]]| parts.concat().join(" ");
    let (compile, link) = (tree.compile(), tree.link(libraries));
    Plan::Say(match show {
        // Without other words it shows everything; otherwise the command that they would give.
        "-show" | "-showme" if rest.is_empty() => whole(&[compiler, &compile, &link]),
        "-show" | "-showme" => command(libraries, tree, compiler, rest).join(" "),
        "-compile_info" => whole(&[compiler, &compile]),
        "-link_info" => whole(&[compiler, &link]),
        "-showme:compile" => whole(&[&compile]),
        "-showme:link" => whole(&[&link]),
        "-showme:incdirs" => tree.include(),
        "-showme:libdirs" => tree.lib(),
        "-showme:libs" => libraries.join(" "),
        "-showme:command" => whole(&[compiler]),
        "-showme:version" => format!("SkifCh {}, {}", env!("CARGO_PKG_VERSION"), kit.version),
        // Unknown here: passed on to the compiler, which reports it as unknown too.
        other => return Plan::Run([compiler, &[other.to_owned()], rest].concat()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{MPI, SHMEM};

    fn of(words: &[&str]) -> Plan {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        plan(&MPI, Language::C, &Tree::at("/x"), None, words)
    }

    fn run(words: &[&str]) -> Plan {
        Plan::Run(words.iter().map(|&word| word.to_owned()).collect())
    }

    const LINK: [&str; 3] = ["-L/x/lib", "-Wl,-rpath,/x/lib", "-lmpi_abi"];

    #[test]
    fn libraries_come_last_and_only_where_something_is_linked() {
        let linked = [&["cc", "-I/x/include", "a.c", "-o", "a"][..], &LINK].concat();
        assert_eq!(of(&["a.c", "-o", "a"]), run(&linked));
        assert_eq!(of(&["-c", "a.c"]), run(&["cc", "-I/x/include", "-c", "a.c"]));
        assert_eq!(of(&["-v"]), run(&["cc", "-I/x/include", "-v"]));
    }

    #[test]
    fn what_is_static_and_moves_has_no_path_for_shared_libraries() {
        let words = ["cc", "-I/x/include", "-static-pie", "a.c", "-L/x/lib", "-lmpi_abi"];
        assert_eq!(of(&["-static-pie", "a.c"]), run(&words));
    }

    #[test]
    fn what_is_asked_for_is_shown() {
        let say = |text: &str| Plan::Say(text.to_owned());
        let link = LINK.join(" ");
        assert_eq!(of(&["-show"]), say(&format!("cc -I/x/include {link}")));
        assert_eq!(of(&["-show", "-c", "a.c"]), say("cc -I/x/include -c a.c"));
        assert_eq!(of(&["-showme:compile"]), say("-I/x/include"));
        assert_eq!(of(&["-showme:link"]), say(&link));
        assert_eq!(of(&["-showme:incdirs"]), say("/x/include"));
        assert_eq!(of(&["-showme:libdirs"]), say("/x/lib"));
        assert_eq!(of(&["-compile_info"]), say("cc -I/x/include"));
        assert_eq!(of(&["-link_info"]), say(&format!("cc {link}")));
        assert_eq!(of(&["-showme:nothing"]), run(&["cc", "-showme:nothing"]));
        assert_eq!(of(&["--showme:version"]), of(&["-showme:version"]));
        assert_eq!(of(&["--showme"]), of(&["-show"]));
    }

    #[test]
    fn another_compiler_may_be_named_with_words() {
        let Plan::Run(words) = of(&["-cc=ccache gcc", "-c", "a.c"]) else { panic!("nothing runs") };
        assert_eq!(words[..2], ["ccache", "gcc"]);
        let given = Some("clang".to_owned());
        let plan = plan(&MPI, Language::Cxx, &Tree::at("/usr"), given, vec!["-show".to_owned()]);
        assert_eq!(plan, Plan::Say("clang -lmpi_abi".to_owned()));
    }

    #[test]
    fn fortran_has_a_library_of_its_own() {
        let words = ["-f90=flang", "a.f", "-o", "a"].map(str::to_owned).to_vec();
        let Plan::Run(words) = plan(&MPI, Language::Fortran, &Tree::at("/usr"), None, words) else {
            panic!("nothing runs")
        };
        assert_eq!(words, ["flang", "a.f", "-o", "a", "-lmpifort_abi", "-lmpi_abi"]);
    }

    #[test]
    fn each_kit_has_its_library() {
        let words = vec!["-showme:libs".to_owned()];
        let of = |words| plan(&SHMEM, Language::C, &Tree::at("/x"), None, words);
        assert_eq!(of(words), Plan::Say("sma".to_owned()));
        let Plan::Say(version) = of(vec!["--showme:version".to_owned()]) else { panic!("it runs") };
        assert!(version.starts_with("SkifCh ") && version.ends_with("OpenSHMEM 1.6"), "{version}");
    }
}
