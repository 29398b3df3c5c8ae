//! The conformance program over every backend, alone and as a job, and over the plugin in C.

use skifch_tests::{finish, skifrun_for};
use std::path::Path;
use std::process::{Command, Output};

const CONFORMANCE: &str = env!("CARGO_BIN_EXE_skifch-conformance");

/// Runs it to its end with no backend that somebody else chose.
fn run(mut command: Command) -> Output {
    finish(command.env_remove("SKIFCH_BACKEND"))
}

fn passes(command: Command) -> String {
    let name = format!("{command:?}");
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {}\n{text}\n{words}", output.status);
    assert!(text.contains(" 0 failed"), "{name}: no summary\n{text}");
    text
}

fn alone(args: &[&str]) -> Command {
    let mut command = Command::new(CONFORMANCE);
    command.args(args);
    command
}

fn job(test: &str, ranks: u32, args: &[&str]) -> Option<Command> {
    let mut command = Command::new(skifrun_for(test, CONFORMANCE)?);
    command.args(["-n", &ranks.to_string(), CONFORMANCE]).args(args);
    Some(command)
}

/// The plugin in C, compiled as strictly as its README says it can be.
fn plugin(directory: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let object = directory.join("libskifch-unixdgram.so");
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-shared", "-fPIC"])
        .arg("-I")
        .arg(root.join("ffi/skifch/include"))
        .arg("-o")
        .arg(&object)
        .arg(root.join("examples/plugin-c/unix_dgram.c"))
        .output()
        .expect("a C compiler named cc");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    object.to_str().expect("a path of a temporary directory").to_owned()
}

#[test]
fn loopback_alone() {
    let text = passes(alone(&["--backend", "loopback"]));
    assert!(text.contains("backend loopback, ranks 1"), "{text}");
}

#[test]
fn loopback_with_faults_and_trace() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut command = alone(&["--backend", "trace+fault+loopback", "--seed", "3"]);
    command.env("SKIFCH_TRACE_FILE", directory.path().join("%r")).env("SKIFCH_FAULT_SEED", "11");
    let text = passes(command);
    assert!(text.contains("backend trace+fault+loopback"), "{text}");
    let trace = std::fs::read_to_string(directory.path().join("0")).expect("a trace of rank 0");
    assert!(trace.contains("\"summary\""));
}

#[test]
fn shm_with_faults_as_a_job() {
    let args = ["--backend", "fault+shm", "--seed", "5"];
    let Some(mut command) = job("shm_with_faults_as_a_job", 3, &args) else { return };
    command.env("SKIFCH_FAULT_SEED", "5");
    passes(command);
}

#[test]
fn the_plugin_in_c() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let object = plugin(directory.path());
    let text = passes(alone(&["--plugin", &object]));
    assert!(text.contains("backend unixdgram, ranks 1"), "{text}");
    let Some(command) = job("the_plugin_in_c", 4, &["--plugin", &object]) else { return };
    let text = passes(command);
    assert!(text.contains("ok           all-to-all"), "{text}");
    let args = ["--plugin", &object, "--under", "fault"];
    let Some(mut command) = job("the_plugin_in_c", 3, &args) else { return };
    command.env("SKIFCH_FAULT_SEED", "7");
    passes(command);
}

/// Shared memory and the plugin at once, each for some of the ranks.
#[test]
fn the_composite() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    plugin(directory.path());
    let with = |mut command: Command, apart: &str| {
        command.env("SKIFCH_PLUGIN_PATH", directory.path()).env("SKIFCH_ROUTE_APART", apart);
        command
    };
    let args = ["--backend", "route:shm,unixdgram"];
    for (ranks, apart) in [(1, "1"), (2, "1"), (4, "2")] {
        let Some(command) = job("the_composite", ranks, &args) else { return };
        let text = passes(with(command, apart));
        assert!(text.contains(&format!("backend route:shm,unixdgram, ranks {ranks}")), "{text}");
    }
    // With the children that it has by itself.
    let Some(command) = job("the_composite", 4, &["--backend", "route"]) else { return };
    let text = passes(with(command, "2"));
    assert!(text.contains("backend route:shm,udp, ranks 4"), "{text}");
    let args = ["--backend", "fault+route:fault+shm,unixdgram", "--seed", "5"];
    let Some(mut command) = job("the_composite", 3, &args) else { return };
    command.env("SKIFCH_FAULT_SEED", "5");
    passes(with(command, "2"));
}

#[test]
fn info_tells_which_network_reaches_which_rank() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    plugin(directory.path());
    let test = "info_tells_which_network_reaches_which_rank";
    let Some(skifrun) = skifrun_for(test, CONFORMANCE) else { return };
    let mut command = Command::new(skifrun);
    command.args(["-n", "3", "-genv", "SKIFCH_BACKEND=route:shm,unixdgram"]);
    command.args([env!("CARGO_BIN_EXE_skifch-info"), "--reach"]);
    command.env("SKIFCH_PLUGIN_PATH", directory.path()).env("SKIFCH_ROUTE_APART", "2");
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stdout);
    for words in
        ["rank 0 reaches 0-1 by shm, 2 by unixdgram", "2 reaches 0-1 by unixdgram, 2 by shm"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn what_cannot_be_used_is_said() {
    let fails = |args: &[&str], words: &[&str]| {
        let output = run(alone(args));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
        for word in words {
            assert!(text.contains(word), "{args:?} does not say {word}: {text}");
        }
    };
    fails(&["--backend", "nonesuch"], &["nonesuch", "available backends", "loopback: "]);
    fails(&["--backend", "route:loopback,nonesuch"], &["nonesuch: there is no such backend"]);
    fails(&["--backend", "shiny+loopback"], &["\"shiny\" is not a middleware", "fault, trace"]);
    fails(&["--backend", "loopback:4x4"], &["it takes no arguments, but there is \"4x4\" after"]);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let file = directory.path().join("libskifch-x.so");
    std::fs::write(&file, "not an object").expect("a writable directory");
    let file = file.to_str().expect("a path of a temporary directory");
    fails(&["--plugin", file], &["cannot be loaded"]);
    fails(&["--plugin", "/nonexistent.so"], &["/nonexistent.so"]);
}

#[test]
fn a_filter_that_matches_nothing_proves_nothing() {
    let output = run(alone(&["--backend", "loopback", "--only", "no such check"]));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn info_tells_what_is_there_and_what_is_not() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    plugin(directory.path());
    std::fs::write(directory.path().join("libskifch-bad.so"), "no object").expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skifch-info"));
    command.arg("-a").env("SKIFCH_PLUGIN_PATH", directory.path()).env("SKIFCH_YIELDS", "9");
    let output = run(command);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for words in [
        "loopback",
        "unixdgram    Unix datagram sockets",
        "maximum message 16384 bytes",
        "libskifch-bad.so",
        "cannot be loaded",
        "SKIFCH_YIELDS = \"9\"  [from the environment; default \"auto\"]",
        "SKIFCH_FAULT_SPLIT = \"0.5\"  [default]",
    ] {
        assert!(text.contains(words), "skifch-info does not say {words:?}: {text}");
    }
}

/// Plugins that can be loaded, and what one of their functions does then.
const BROKEN_TABLES: &[(&str, &str, &str)] = &[
    ("probe", "int probe(const skifch_host_v1_t *", "*(volatile int *)8 = 1;"),
    ("slow", "int probe(const skifch_host_v1_t *", "for (;;) pause();"),
    ("open", "int domain_open(const skifch_host_v1_t *, void **", "_exit(0);"),
];

/// The example with one function replaced.
fn broken_table(directory: &Path, name: &str, function: &str, body: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (head, types) = function.split_once('(').expect("a function");
    let member = head.trim_start_matches("int ");
    let named = types.replace(", ", " a, ");
    let example = root.join("examples/plugin-c/unix_dgram.c");
    let text = format!(
        "#define skifch_plugin_v1 sound\n#include \"{}\"\n#undef skifch_plugin_v1\n\
         static int broken({named}z) {{ {body} return 0; }}\n\
         const skifch_plugin_v1_t *skifch_plugin_v1(const skifch_host_v1_t *host) {{\n\
         static skifch_plugin_v1_t copy; copy = table; copy.name = \"{name}\";\n\
         copy.{member} = broken; return sound(host) ? &copy : 0; }}\n",
        example.display()
    );
    let source = directory.join("broken.c");
    std::fs::write(&source, text).expect("writable");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-w", "-I"]).arg(root.join("ffi/skifch/include"));
    compiler.arg("-o").args([&directory.join(format!("libskifch-{name}.so")), &source]);
    assert!(compiler.status().expect("a C compiler named cc").success());
}

/// What a plugin does that ends or stops who loads it, or asks it.
#[test]
fn info_survives_plugins_that_its_process_would_not() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("plugin.c");
    for (name, body) in
        [("crash", "*(volatile int *)8 = 1;"), ("exit", "_exit(0);"), ("wait", "for (;;) pause();")]
    {
        let text = format!(
            "#include <unistd.h>\nstatic __attribute__((constructor)) void f(void){{ {body} }}"
        );
        std::fs::write(&source, text).expect("writable");
        let object = directory.path().join(format!("libskifch-{name}.so"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-o"]).args([&object, &source]);
        assert!(compiler.status().expect("a C compiler named cc").success());
    }
    for (name, member, body) in BROKEN_TABLES {
        broken_table(directory.path(), name, member, body);
    }
    plugin(directory.path());
    let whole = std::fs::read(directory.path().join("libskifch-unixdgram.so")).expect("made");
    let cut = &whole[..whole.len() / 2];
    std::fs::write(directory.path().join("libskifch-cut.so"), cut).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_skifch-info"));
    let output = run({
        command.env("SKIFCH_PLUGIN_PATH", directory.path());
        command
    });
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    let why = |name: &str| {
        let mut lines = text.lines().skip_while(|line| !line.ends_with(name));
        lines.nth(1).unwrap_or_default().to_owned()
    };
    assert!(why("libskifch-crash.so").contains("terminates the process: signal: 11"), "{text}");
    assert!(why("libskifch-exit.so").contains("terminates the process: exit status: 0"), "{text}");
    assert!(why("libskifch-wait.so").contains("loading it takes more than 5 s"), "{text}");
    let why_probe = why("libskifch-probe.so");
    assert!(why_probe.contains("probing it terminates the process: signal: 11"), "{text}");
    let why_open = why("libskifch-open.so");
    assert!(why_open.contains("a channel on it terminates the process: exit status: 0"), "{text}");
    assert!(why("libskifch-slow.so").contains("probing it takes more than 5 s"), "{text}");
    assert!(!why("libskifch-cut.so").is_empty(), "{text}");
    assert!(text.contains("unixdgram    Unix datagram sockets"), "{text}");
}

#[test]
fn a_misspelt_setting_is_warned_of() {
    let mut command = alone(&["--backend", "loopback", "--only", "attr"]);
    command.env("SKIFCH_BACKENT", "x");
    let text = String::from_utf8_lossy(&run(command).stderr).into_owned();
    assert!(text.contains("SKIFCH_BACKENT is set") && text.contains("SKIFCH_BACKEND"), "{text}");
}

#[test]
fn shm_as_threads() {
    // Ranks that are threads of one process: what sanitizers can follow.
    let registry = skifch::Registry::all();
    let shm = registry.get("shm").expect("shm is built in");
    let failures = skifch::conformance::in_threads(shm.table, 2, &[], 0x7ead);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
