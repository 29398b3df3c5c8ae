//! Fetches third-party programs and runs them as jobs over the installed tree.
//!
//! Nothing is fetched unless `SKIFCH_PROGRAMS` names a folder for it, as `cargo xtask programs`
//! does. What is already there is not fetched again.

pub mod unittest;

pub use skifch_tests::skip;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Time limit for one download, in seconds.
const FETCH_S: &str = "300";

/// Fetches the source of a Debian package and unpacks one of its folders under a name. Most
/// machines have no source entries configured, so the same mirrors are used with our own source
/// lists.
const SOURCE: &str = r#"
set -e
package=$1 folder=$2 name=$3
rm -rf apt && mkdir -p apt/lists/partial apt/parts && : > apt/list
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    test ! -e "$list" || sed -n 's/^deb /deb-src /p' "$list" >> apt/list
done
for list in /etc/apt/sources.list.d/*.sources; do
    test ! -e "$list" || sed 's/^Types:.*/Types: deb-src/' "$list" > "apt/parts/${list##*/}"
done
apt() {
    apt-get -q -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Etc::SourceList="$PWD/apt/list" \
        -o Dir::Etc::SourceParts="$PWD/apt/parts" "$@"
}
apt update
apt source --download-only --tar-only "$package"
rm -rf part && mkdir part && tar -xf "$package"_*.orig.tar.* -C part --strip-components=1
mv "part/$folder" "$name" && rm -rf part
"#;

/// Numbers of ranks and networks for MPI programs that run with any number of ranks.
pub const MATRIX: [(u32, &str); 10] = [
    (1, "shm"),
    (2, "shm"),
    (3, "shm"),
    (4, "shm"),
    (8, "shm"),
    (2, "udp"),
    (3, "udp"),
    (4, "udp"),
    (8, "udp"),
    (4, "torus:2x2"),
];

/// The folder of fetched programs and the installed tree.
pub struct Place {
    test: &'static str,
    dir: PathBuf,
    tree: PathBuf,
}

/// The MPI library that a program uses at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linked {
    /// The one it was linked with by our wrapper.
    Ours,
    /// The one with the MPICH ABI, whatever it was linked with.
    Mpich,
}

impl Place {
    /// A folder for the test; `None`, with a message, if third-party programs are not requested.
    ///
    /// # Panics
    /// If they are requested and there is no tree, or the folder cannot be created.
    pub fn wanted(test: &'static str) -> Option<Self> {
        let Some(given) = std::env::var_os("SKIFCH_PROGRAMS") else {
            skip(test, "programs of others are not asked for: `cargo xtask programs`");
            return None;
        };
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let tree = std::env::var_os("SKIFCH_TREE").map(PathBuf::from);
        let tree = tree.unwrap_or_else(|| here.join("../../target/tree"));
        assert!(tree.join("lib/libmpi.so.12").exists(), "no MPI in {}", tree.display());
        let dir = Path::new(&given).join(test);
        std::fs::create_dir_all(&dir)
            .unwrap_or_else(|cause| panic!("making {}: {cause}", dir.display()));
        Some(Self { test, dir, tree })
    }

    /// The folder of fetched files.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The installed tree.
    pub fn tree(&self) -> &Path {
        &self.tree
    }

    /// `PATH` with the tree first.
    pub fn path(&self) -> String {
        let rest = std::env::var("PATH").unwrap_or_default();
        format!("{}:{rest}", self.tree.join("bin").display())
    }

    /// Runs `program` with a time limit to obtain `what`, unless it exists. Returns whether it
    /// exists; if not, prints a skip message.
    pub fn fetch(&self, what: &Path, program: &str, words: &[&str]) -> bool {
        if what.exists() {
            return true;
        }
        let mut command = Command::new("timeout");
        command.args([FETCH_S, program]).args(words).current_dir(&self.dir);
        let told = match command.output() {
            Ok(output) if output.status.success() && what.exists() => return true,
            Ok(output) => last_line(&String::from_utf8_lossy(&output.stderr)),
            Err(cause) => cause.to_string(),
        };
        let name = what.file_name().unwrap_or_default().to_string_lossy().into_owned();
        skip(self.test, &format!("{name} cannot be fetched: {program}: {told}"));
        false
    }

    /// The source of a Debian package, or a folder of it, if it is available.
    pub fn source(&self, package: &str, folder: &str) -> Option<PathBuf> {
        let source = self.dir.join(format!("{package}.source"));
        let name = source.to_string_lossy();
        let words = ["-c", SOURCE, "sh", package, folder, &name];
        self.fetch(&source, "sh", &words).then_some(source)
    }

    /// A job over a network. The launcher ends it if it hangs.
    pub fn job(&self, ranks: u32, backend: &str, linked: Linked) -> Command {
        let mut skifrun = Command::new(self.tree.join("bin/skifrun"));
        skifrun.args(["-n", &ranks.to_string(), "--timeout", "600"]);
        skifrun.env("SKIFCH_BACKEND", backend).current_dir(&self.dir);
        if linked == Linked::Mpich {
            skifrun.env("LD_LIBRARY_PATH", self.tree.join("lib"));
        }
        skifrun
    }
}

fn last_line(text: &str) -> String {
    text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("no words").to_owned()
}

/// Runs the command to its end; returns both of its outputs, which are shown if it fails.
///
/// # Panics
/// If it cannot be started or fails.
pub fn run(command: &mut Command) -> String {
    let output = done(command);
    let text = both(&output);
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    text
}

/// Runs the command to its end, whatever its exit status.
///
/// # Panics
/// If it cannot be started.
pub fn done(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|cause| panic!("{command:?}: {cause}"))
}

/// Its output on both streams.
pub fn both(output: &Output) -> String {
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}\n{err}")
}
