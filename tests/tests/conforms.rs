//! The conformance program as a job, over the network selected for the tests.

use skifch_tests::{Watchdog, locate, over};

const RANK: &str = env!("CARGO_BIN_EXE_fault-rank");

#[test]
fn a_network_conforms() {
    let watch = Watchdog::new("a_network_conforms", 240);
    let skifrun = locate("skifch-launch", "skifrun", RANK);
    let program = locate("skifch-tools", "skifch-conformance", RANK);
    let backend = over::backend().unwrap_or_else(|| "shm".to_owned());
    for ranks in [1, 2, 5] {
        watch.step(format!("{ranks} ranks"));
        let mut command = over::skifrun(&skifrun, ranks);
        command.args(["--timeout", "120"]).arg(&program).args(["--backend", &backend]);
        let output = command.env_remove("SKIFCH_BACKEND").output().expect("skifrun starts");
        let said = String::from_utf8_lossy(&output.stdout);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}\n{said}\n{words}", output.status);
        assert!(said.contains(&format!(", ranks {ranks}")) && said.contains(" 0 failed"), "{said}");
    }
}
