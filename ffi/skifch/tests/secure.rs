//! A set-uid program takes no file from its user: not from the environment, not from the name that
//! it is called by.
//!
//! The program is copied, set-uid for a user without rights, into a folder of the test, and run as
//! another such user. Each case runs an ordinary copy first, which must do what the set-uid one
//! must not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{Build, CHECKS, STRICT, build, finish};

/// Nobody's numbers: who owns the program, and who runs it.
const OWNER: u32 = 64_321;
const USER: u32 = 64_322;

/// What a run said.
struct Said {
    out: String,
    err: String,
}

/// The two copies and what they could be led to.
struct Stage {
    build: Build,
    plain: PathBuf,
    set_uid: PathBuf,
}

impl Stage {
    /// `None`, with words, where no program can be set-uid.
    fn new(test: &str) -> Option<Self> {
        // SAFETY: takes nothing and cannot fail.
        if unsafe { libc::geteuid() } != 0 {
            println!("SKIPPED: {test}: only root can make a program set-uid for others");
            return None;
        }
        let build = build(test)?;
        let stage = Self {
            plain: build.dir.path().join("bin/plain"),
            set_uid: build.dir.path().join("bin/set-uid"),
            build,
        };
        stage.fill();
        if let Some(why) = stage.obstacle() {
            println!("SKIPPED: {test}: {why}");
            return None;
        }
        let said = stage.run(&stage.set_uid, &stage.set_uid, &[]);
        if said.out.starts_with("secure 0\n") {
            println!("SKIPPED: {test}: set-uid has no effect here (nosuid, or no new rights)");
            return None;
        }
        assert_eq!(said.out, "secure 1\njoined\n", "{}", said.err);
        Some(stage)
    }

    fn dir(&self) -> &Path {
        self.build.dir.path()
    }

    /// Programs in `bin`, the plugin in `lib/skifch`, and `open`, where everybody may write.
    fn fill(&self) {
        let dir = self.dir();
        for folder in ["bin", "lib/skifch", "open"] {
            std::fs::create_dir_all(dir.join(folder)).unwrap();
        }
        allow(dir, 0o755);
        allow(&dir.join("open"), 0o777);
        let cc = [&["cc"], STRICT].concat();
        let source = |name| Path::new(CHECKS).join(name);
        // Static, so that nothing of the tree must be open to others.
        let program = self.build.compile(&source("secure.c"), &cc, &self.build.static_flags());
        let shared = ["-shared", "-fPIC"].map(str::to_owned);
        let plugin = self.build.compile(&source("foreign.c"), &cc, &shared);
        std::fs::copy(plugin, self.plugins().join("libskifch-foreign.so")).unwrap();
        for copy in [&self.plain, &self.set_uid] {
            skifch_tests::install(&program, copy);
        }
    }

    /// Why another user cannot be given the program here.
    fn obstacle(&self) -> Option<String> {
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        if let Some(closed) = self.dir().ancestors().find(|dir| mode(dir) & 0o001 == 0) {
            return Some(format!("{} is closed to other users", closed.display()));
        }
        for (copy, mode) in [(&self.plain, 0o755), (&self.set_uid, 0o4755)] {
            if let Err(error) = chown(copy, Some(OWNER), Some(OWNER)) {
                return Some(format!("no file can be given to user {OWNER}: {error}"));
            }
            // After the change of owner, which takes the mark away.
            allow(copy, mode);
        }
        None
    }

    fn plugins(&self) -> PathBuf {
        self.dir().join("lib/skifch")
    }

    /// Runs a copy as the user, called by the name given.
    fn run(&self, program: &Path, name: &Path, env: &[(&str, &str)]) -> Said {
        let mut command = Command::new(program);
        command.arg0(name).uid(USER).gid(USER).env_clear().envs(env.iter().copied());
        command.current_dir(self.dir().join("open"));
        let output = finish(&mut command);
        assert!(output.status.success(), "{command:?}: {output:?}");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Said { out: text(output.stdout), err: text(output.stderr) }
    }

    /// What the ordinary copy and the set-uid one say.
    fn both(&self, env: &[(&str, &str)]) -> [Said; 2] {
        let said = [&self.plain, &self.set_uid].map(|program| self.run(program, program, env));
        let [plain, set_uid] = &said;
        assert!(plain.out.starts_with("secure 0\n"), "{}", plain.out);
        assert!(set_uid.out.starts_with("secure 1\n"), "{}", set_uid.out);
        said
    }
}

fn allow(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

const SPOKE: &str = "foreign code runs";

#[test]
fn a_set_uid_program_loads_no_plugin_that_the_environment_names() {
    let test = "a_set_uid_program_loads_no_plugin_that_the_environment_names";
    let Some(stage) = Stage::new(test) else { return };
    let file = stage.plugins().join("libskifch-foreign.so");
    for path in [stage.plugins(), file] {
        let path = path.to_str().unwrap();
        let env = [("SKIFCH_PLUGIN_PATH", path), ("SKIFCH_BACKEND", "foreign")];
        let [plain, set_uid] = stage.both(&env);
        assert!(plain.out.contains(SPOKE), "{}", plain.out);
        assert!(!set_uid.out.contains(SPOKE), "{}", set_uid.out);
        assert!(set_uid.out.contains("refused: ") && set_uid.out.contains("AT_SECURE"));
        assert_eq!(set_uid.err.lines().count(), 1, "{}", set_uid.err);
        assert!(set_uid.err.contains("SKIFCH_PLUGIN_PATH: ignored"), "{}", set_uid.err);
    }
}

#[test]
fn a_set_uid_program_loads_no_plugin_from_beside_where_it_seems_to_be() {
    let test = "a_set_uid_program_loads_no_plugin_from_beside_where_it_seems_to_be";
    let Some(stage) = Stage::new(test) else { return };
    let env = [("SKIFCH_BACKEND", "foreign")];
    let [plain, set_uid] = stage.both(&env);
    assert!(plain.out.contains(SPOKE), "{}", plain.out);
    assert!(!set_uid.out.contains(SPOKE), "{}", set_uid.out);
    // The plugin of somebody else's folder, by the name that the program is called by.
    let elsewhere = stage.dir().join("open/tree");
    std::fs::create_dir_all(elsewhere.join("lib/skifch")).unwrap();
    std::fs::create_dir(elsewhere.join("bin")).unwrap();
    std::fs::rename(
        stage.plugins().join("libskifch-foreign.so"),
        elsewhere.join("lib/skifch/libskifch-foreign.so"),
    )
    .unwrap();
    let name = elsewhere.join("bin/plain");
    skifch_tests::install(&stage.plain, &name);
    assert!(stage.run(&stage.plain, &name, &env).out.contains(SPOKE));
    let said = stage.run(&stage.set_uid, &name, &env);
    assert!(!said.out.contains(SPOKE) && said.out.contains("AT_SECURE"), "{}", said.out);
}

#[test]
fn a_set_uid_program_writes_no_file_that_the_environment_names() {
    let test = "a_set_uid_program_writes_no_file_that_the_environment_names";
    let Some(stage) = Stage::new(test) else { return };
    let file = stage.dir().join("open/trace");
    let named = [("SKIFCH_BACKEND", "trace+shm"), ("SKIFCH_TRACE_FILE", file.to_str().unwrap())];
    for env in [&named[..], &named[..1]] {
        let written = || {
            let entries = std::fs::read_dir(stage.dir().join("open")).unwrap();
            let paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
            paths.iter().for_each(|path| std::fs::remove_file(path).unwrap());
            paths.len()
        };
        let plain = stage.run(&stage.plain, &stage.plain, env);
        assert!(plain.out.contains("joined") && written() == 1, "{}{}", plain.out, plain.err);
        let set_uid = stage.run(&stage.set_uid, &stage.set_uid, env);
        assert_eq!(written(), 0, "{}", set_uid.out);
        assert!(set_uid.out.contains("refused: ") && set_uid.out.contains("AT_SECURE"));
    }
}
