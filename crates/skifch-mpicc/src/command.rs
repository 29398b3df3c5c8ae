//! What is to be done: from the words of the command line to a command or a text.

use crate::tree::{LIBRARY, Tree};

/// The languages, by the compiler and the variables that name another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    C,
    Cxx,
}

impl Language {
    /// By the name that the program was called with.
    pub(crate) fn of(program: &str) -> Self {
        let name = program.rsplit('/').next().unwrap_or(program);
        if ["mpicxx", "mpic++", "mpiCC"].contains(&name) { Self::Cxx } else { Self::C }
    }

    fn compiler(self) -> &'static str {
        if self == Self::C { "cc" } else { "c++" }
    }

    /// Variables of other wrappers that scripts set.
    pub(crate) fn variables(self) -> [&'static str; 2] {
        if self == Self::C { ["MPICH_CC", "OMPI_CC"] } else { ["MPICH_CXX", "OMPI_CXX"] }
    }

    fn option(self) -> &'static str {
        if self == Self::C { "-cc=" } else { "-cxx=" }
    }
}

/// What comes out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    Run(Vec<String>),
    Say(String),
}

/// Options after which the compiler does not link.
const NO_LINK: &[&str] = &["-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"];

/// Makes the plan. `given` is the compiler that the environment names.
pub(crate) fn plan(
    language: Language,
    tree: &Tree,
    given: Option<String>,
    words: Vec<String>,
) -> Plan {
    let mut compiler = given.unwrap_or_else(|| language.compiler().to_owned());
    let mut rest = Vec::new();
    let mut show = None;
    for word in words {
        if let Some(name) = word.strip_prefix(language.option()) {
            name.clone_into(&mut compiler);
        } else if word.starts_with("-show") || word == "-compile_info" || word == "-link_info" {
            show.get_or_insert(word);
        } else {
            rest.push(word);
        }
    }
    let compiler: Vec<_> = compiler.split_whitespace().map(str::to_owned).collect();
    match show {
        Some(show) => shown(&show, tree, &compiler, &rest),
        None => Plan::Run(command(tree, &compiler, &rest)),
    }
}

/// The whole command. Libraries stand last, after those that need them.
fn command(tree: &Tree, compiler: &[String], rest: &[String]) -> Vec<String> {
    let links = rest.iter().any(|word| !word.starts_with('-'))
        && !rest.iter().any(|word| NO_LINK.contains(&word.as_str()));
    let link = if links { tree.link() } else { Vec::new() };
    [compiler, &tree.compile(), rest, &link].concat()
}

fn shown(show: &str, tree: &Tree, compiler: &[String], rest: &[String]) -> Plan {
    let whole = |parts: &[&[String]]| parts.concat().join(" ");
    let (compile, link) = (tree.compile(), tree.link());
    Plan::Say(match show {
        // Alone it shows everything; with words what would be done with them.
        "-show" | "-showme" if rest.is_empty() => whole(&[compiler, &compile, &link]),
        "-show" | "-showme" => command(tree, compiler, rest).join(" "),
        "-compile_info" => whole(&[compiler, &compile]),
        "-link_info" => whole(&[compiler, &link]),
        "-showme:compile" => whole(&[&compile]),
        "-showme:link" => whole(&[&link]),
        "-showme:incdirs" => tree.include(),
        "-showme:libdirs" => tree.lib(),
        "-showme:libs" => LIBRARY.to_owned(),
        "-showme:command" => whole(&[compiler]),
        "-showme:version" => {
            let version = env!("CARGO_PKG_VERSION");
            format!("SkifCh {version}, MPI 5.0 (standard binary interface 1.0)")
        }
        // The compiler does not know it either, and says so.
        other => return Plan::Run([compiler, &[other.to_owned()], rest].concat()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(words: &[&str]) -> Plan {
        let words = words.iter().map(|&word| word.to_owned()).collect();
        plan(Language::C, &Tree::at("/x"), None, words)
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
    }

    #[test]
    fn another_compiler_may_be_named_with_words() {
        let Plan::Run(words) = of(&["-cc=ccache gcc", "-c", "a.c"]) else { panic!("nothing runs") };
        assert_eq!(words[..2], ["ccache", "gcc"]);
        let given = Some("clang".to_owned());
        let plan = plan(Language::Cxx, &Tree::at("/usr"), given, vec!["-show".to_owned()]);
        assert_eq!(plan, Plan::Say("clang -lmpi_abi".to_owned()));
    }

    #[test]
    fn the_name_of_the_program_is_the_language() {
        assert_eq!(Language::of("/a/b/mpicxx"), Language::Cxx);
        assert_eq!(Language::of("mpic++"), Language::Cxx);
        assert_eq!(Language::of("mpicc"), Language::C);
    }
}
