//! Several hosts with network stacks of their own: two namespaces joined by a cable.

mod support;

use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use support::{RANK, SKIFRUN, greet, launcher, skip, sorted, start};

/// Two namespaces, `near` and `far`, at 10.213.7.1 and .2; gone when dropped.
struct Cable {
    near: String,
    far: String,
    ip: String,
}

const NEAR: &str = "10.213.7.1";

fn run(program: &str, words: &[&str]) -> Result<Output, String> {
    let output = Command::new(program).args(words).output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{words:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

impl Cable {
    fn new(ip: &str) -> Result<Self, String> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{count}", std::process::id());
        let (near, far) = (format!("skn{id}"), format!("skf{id}"));
        let cable = Self { near, far, ip: ip.to_owned() };
        let (near, far) = (cable.near.as_str(), cable.far.as_str());
        let steps: [&[&str]; 9] = [
            &["netns", "add", near],
            &["netns", "add", far],
            &["-n", near, "link", "add", near, "type", "veth", "peer", "name", far, "netns", far],
            &["-n", near, "addr", "add", "10.213.7.1/24", "dev", near],
            &["-n", far, "addr", "add", "10.213.7.2/24", "dev", far],
            &["-n", near, "link", "set", near, "up"],
            &["-n", far, "link", "set", far, "up"],
            &["-n", near, "link", "set", "lo", "up"],
            &["-n", far, "link", "set", "lo", "up"],
        ];
        for step in steps {
            run(ip, step)?;
        }
        Ok(cable)
    }

    /// skifrun in the near namespace; other hosts are namespaces.
    fn skifrun(&self, words: &[&str]) -> Command {
        let agent = format!("{} netns exec", self.ip);
        let all =
            [&["netns", "exec", &self.near, SKIFRUN, "--launch-agent", &agent][..], words].concat();
        launcher(&self.ip, &all)
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for name in [&self.near, &self.far] {
            let _ = run(&self.ip, &["netns", "del", name]);
        }
    }
}

fn cable(test: &str) -> Option<Cable> {
    let ip = support::tool(test, "ip")?;
    // SAFETY: no memory involved.
    if unsafe { libc::geteuid() } != 0 {
        skip(test, "network namespaces need root");
        return None;
    }
    match Cable::new(&ip.to_string_lossy()) {
        Ok(cable) => Some(cable),
        Err(why) => {
            skip(test, &format!("network namespaces: {why}"));
            None
        }
    }
}

/// Not a test: what the ranks of the tests below run.
#[test]
fn rank() {
    greet::if_rank();
}

/// Ranks that share nothing but the cable: the channel goes over it, whatever was asked for.
#[test]
fn channels_over_a_cable() {
    let Some(cable) = cable("channels_over_a_cable") else { return };
    let list = format!("localhost:2,{}:2", cable.far);
    for settings in [&[][..], &["-genv", "SKIFCH_UDP_IFACE=10.213.7.0/24"]] {
        let words = greet::words();
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let words = [&["-H", &list, "-genv", "SKIFCH_LOG=info"], settings, &words].concat();
        let ended = start(cable.skifrun(&words)).wait();
        assert_eq!(ended.code, Some(0), "{ended:?}");
        let greeted = ended.out.lines().filter(|line| line.starts_with("greeted"));
        assert_eq!(greeted.count(), 4, "{ended:?}");
        assert!(
            ended.err.contains("backend route") || ended.err.contains("backend udp"),
            "{ended:?}"
        );
    }
}

#[test]
fn two_network_stacks() {
    let Some(cable) = cable("two_network_stacks") else { return };
    let far = cable.far.as_str();
    let list = format!("localhost:2,{far}:2");
    let ended = start(cable.skifrun(&["-H", &list, RANK, "exchange"])).wait();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(sorted(&ended.out).len(), 4, "{ended:?}");
    let check = start(cable.skifrun(&["--check", far])).wait();
    assert_eq!(check.code, Some(0), "{check:?}");
    assert!(check.out.contains("10.213.7.2 ("), "over the cable: {check:?}");
    let words = ["--iface", NEAR, "-H", far, RANK, "start-stop"];
    assert_eq!(start(cable.skifrun(&words)).wait().code, Some(0));
    // An address that the far side has too, where nobody listens.
    let words = ["--iface", "lo", "--connect-timeout", "0.6", "-H", far, "true"];
    let ended = start(cable.skifrun(&words)).wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("127.0.0.1:") && ended.err.contains("refused"), "{ended:?}");
    the_cable_is_cut(&cable);
}

#[test]
fn without_an_address_no_agent_is_started() {
    let test = "without_an_address_no_agent_is_started";
    let Some(unshare) = support::tool(test, "unshare") else { return };
    let in_new = |words: &[&str]| {
        start(launcher(&unshare.to_string_lossy(), &[&["-n"], words].concat())).wait()
    };
    let possible = in_new(&["true"]);
    if possible.code != Some(0) {
        return skip(test, &format!("unshare -n: {}", possible.err.trim()));
    }
    let ended = in_new(&[SKIFRUN, "--launch-agent", "/no/agent", "-H", "a", "true"]);
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains("no interface with an address is up"), "{ended:?}");
}

/// Neither side hears that the other is gone; the silence is noticed.
fn the_cable_is_cut(cable: &Cable) {
    let words = ["--silence-timeout", "3", "-H", &cable.far, RANK, "wait"];
    let job = start(cable.skifrun(&words));
    job.wait_for(support::RANK_COMM, 1);
    run(&cable.ip, &["-n", &cable.near, "link", "set", &cable.near, "down"]).expect("cut");
    let ended = job.wait();
    assert_eq!(ended.code, Some(213), "{ended:?}");
    assert!(ended.err.contains(&format!("host {}: the connection failed", cable.far)), "{ended:?}");
}
