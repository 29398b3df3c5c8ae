//! Turns the words of the command line into a command to run or a text to print.

use crate::choices;
use crate::kit::{Kit, Language};
use crate::links;
use crate::tree::Tree;
use crate::words::{behind, divided};
use std::ffi::{OsStr, OsString};

/// The result: a command to run, or a text to print.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    Run(Vec<OsString>),
    Say(OsString),
}

/// Makes the plan. `given` is the compiler named by the environment, if any.
pub(crate) fn plan(
    kit: &Kit,
    language: Language,
    tree: &Tree,
    given: Option<OsString>,
    words: Vec<OsString>,
) -> Plan {
    let mut compiler = given.unwrap_or_default();
    let mut rest = Vec::new();
    let mut show = None;
    for word in words {
        let named = language.options().iter().find_map(|option| behind(&word, option));
        if let Some(name) = named {
            name.clone_into(&mut compiler);
        } else if let Some(shown) = asks(&word) {
            show.get_or_insert(shown);
        } else {
            rest.push(word);
        }
    }
    let parts = Parts::of(kit, language, tree, &compiler);
    match show {
        Some(show) => parts.shown(&show, kit, tree, &rest),
        None => Plan::Run(parts.command(&rest)),
    }
}

/// The word that asks to show something, as it is called here. Open MPI's wrappers also accept two
/// dashes, and those of MPICH a dash inside.
fn asks(word: &OsStr) -> Option<String> {
    let word = word.to_string_lossy();
    match &*word {
        "-compile-info" | "-compile_info" => Some("-compile_info".to_owned()),
        "-link-info" | "-link_info" => Some("-link_info".to_owned()),
        show if show.starts_with("--show") => Some(show[1..].to_owned()),
        show => show.starts_with("-show").then(|| show.to_owned()),
    }
}

/// The parts of a command.
struct Parts {
    compiler: Vec<OsString>,
    compile: Vec<OsString>,
    link: Vec<OsString>,
    /// The part of linking that says where the program finds the libraries.
    run: Vec<OsString>,
    libraries: Vec<&'static str>,
}

impl Parts {
    /// A compiler without a name is the usual one.
    fn of(kit: &Kit, language: Language, tree: &Tree, compiler: &OsStr) -> Self {
        let mut compiler = divided(compiler);
        if compiler.is_empty() {
            compiler.push(language.compiler().into());
        }
        let mut compile = tree.compile();
        if language == Language::Fortran {
            compile.extend(choices::options(&compiler));
        }
        let mut link = tree.link();
        link.extend(kit.words(language).iter().map(OsString::from));
        Self { compiler, compile, link, run: tree.run(), libraries: kit.libraries(language) }
    }

    fn link(&self, run: &[OsString]) -> Vec<OsString> {
        let names = self.libraries.iter().map(|library| format!("-l{library}").into());
        self.link.iter().chain(run).cloned().chain(names).collect()
    }

    /// The complete command. Libraries come last, after the objects that need them.
    fn command(&self, rest: &[OsString]) -> Vec<OsString> {
        // A static-pie program with a run path fails at startup (glibc).
        let is_moving = rest.iter().any(|word| word == "-static-pie");
        let run = if is_moving { &[][..] } else { &self.run };
        let link = if links::is_so(rest) { self.link(run) } else { Vec::new() };
        [&self.compiler, &self.compile, rest, &link].concat()
    }

    fn shown(&self, show: &str, kit: &Kit, tree: &Tree, rest: &[OsString]) -> Plan {
        let (compiler, compile) = (&self.compiler[..], &self.compile[..]);
        let link = &self.link(&self.run)[..];
        let whole = |parts: &[&[OsString]]| parts.concat().join(OsStr::new(" "));
        Plan::Say(match show {
            // Without other words it shows everything; otherwise the command that they would give.
            "-show" | "-showme" if rest.is_empty() => whole(&[compiler, compile, link]),
            "-show" | "-showme" => whole(&[&self.command(rest)]),
            "-compile_info" => whole(&[compiler, compile]),
            "-link_info" => whole(&[compiler, link]),
            "-showme:compile" => whole(&[compile]),
            "-showme:link" => whole(&[link]),
            "-showme:incdirs" => tree.include(),
            "-showme:libdirs" => tree.lib(),
            "-showme:libs" => self.libraries.join(" ").into(),
            "-showme:command" => whole(&[compiler]),
            "-showme:version" => {
                format!("SkifCh {}, {}", env!("CARGO_PKG_VERSION"), kit.version).into()
            }
            // Unknown here: passed on to the compiler, which reports it as unknown too.
            other => return Plan::Run([compiler, &[other.into()], rest].concat()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::{MPI, SHMEM};
    use std::os::unix::ffi::OsStrExt;

    fn of(words: &[&str]) -> Plan {
        at("/x", words)
    }

    fn at(tree: &str, words: &[&str]) -> Plan {
        plan(&MPI, Language::C, &Tree::at(tree), None, owned(words))
    }

    fn owned(words: &[&str]) -> Vec<OsString> {
        words.iter().map(OsString::from).collect()
    }

    fn run(words: &[&str]) -> Plan {
        Plan::Run(owned(words))
    }

    fn say(text: &str) -> Plan {
        Plan::Say(text.into())
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
        assert_eq!(of(&["-compile-info"]), of(&["-compile_info"]));
        assert_eq!(of(&["-link-info"]), of(&["-link_info"]));
    }

    #[test]
    fn another_compiler_may_be_named_with_words() {
        let Plan::Run(words) = of(&["-cc=ccache gcc", "-c", "a.c"]) else { panic!("nothing runs") };
        assert_eq!(words[..2], ["ccache", "gcc"]);
        let given = Some("clang".into());
        let plan = plan(&MPI, Language::Cxx, &Tree::at("/usr"), given, owned(&["-show"]));
        assert_eq!(plan, say("clang -lmpi_abi"));
    }

    #[test]
    fn a_compiler_without_a_name_is_the_usual_one() {
        assert_eq!(at("/usr", &["-cc="]), run(&["cc"]));
        assert_eq!(of(&["-cc= ", "-c", "a.c"]), of(&["-c", "a.c"]));
    }

    #[test]
    fn words_may_be_any_bytes() {
        let name: OsString = OsStr::from_bytes(b"a\xff.c").to_owned();
        let words = vec!["-c".into(), name.clone()];
        let Plan::Run(words) = plan(&MPI, Language::C, &Tree::at("/x"), None, words) else {
            panic!("nothing runs")
        };
        assert_eq!(words.last(), Some(&name));
    }

    #[test]
    fn a_comma_in_the_path_divides_nothing() {
        let text = "-L/a,b/lib -Xlinker -rpath -Xlinker /a,b/lib -lmpi_abi";
        assert_eq!(at("/a,b", &["-showme:link"]), say(text));
    }

    #[test]
    fn fortran_has_a_library_of_its_own() {
        let words = owned(&["-f90=flang", "a.f", "-o", "a"]);
        let plan = plan(&MPI, Language::Fortran, &Tree::at("/usr"), None, words);
        assert_eq!(plan, run(&["flang", "a.f", "-o", "a", "-lmpifort_abi", "-lmpi_abi"]));
    }

    #[test]
    fn what_compiling_fortran_needs_is_no_part_of_the_compiler() {
        let of = |word| plan(&MPI, Language::Fortran, &Tree::at("/x"), None, owned(&[word]));
        let need = [owned(&["-I/x/include"]), choices::options(&owned(&["gfortran"]))].concat();
        assert_eq!(of("-showme:compile"), Plan::Say(need.join(OsStr::new(" "))));
        assert_eq!(of("-showme:command"), say("gfortran"));
    }

    #[test]
    fn each_kit_has_its_library() {
        let of = |word| plan(&SHMEM, Language::C, &Tree::at("/x"), None, owned(&[word]));
        assert_eq!(of("-showme:libs"), say("sma"));
        let Plan::Say(version) = of("--showme:version") else { panic!("it runs") };
        let version = version.to_string_lossy();
        let fortran =
            plan(&SHMEM, Language::Fortran, &Tree::at("/usr"), None, owned(&["-showme:link"]));
        assert_eq!(fortran, say("-Wl,-u,_gfortran_flush_i4 -lsma"));
        assert!(version.starts_with("SkifCh ") && version.ends_with("OpenSHMEM 1.6"), "{version}");
    }
}
