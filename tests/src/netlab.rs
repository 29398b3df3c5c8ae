//! A network laboratory: hosts are network namespaces joined by a switch, with links that can be
//! cut, limited or slowed down. Needs root and iproute2.
//!
//! The namespaces have no names. Each is kept alive by a descriptor of this process and by the
//! processes that run in it, which die with this one; when the last one is gone, the kernel
//! removes everything. So nothing can be left behind, not even after SIGKILL, and nothing needs
//! cleaning up. The machine's own network is never touched: links are created inside the
//! namespaces.

mod namespace;

use crate::{is_root, skip, wait_until};
use namespace::Namespace;
use std::ffi::OsStr;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Some hosts on one switch.
pub struct Lab {
    switch: Namespace,
    hosts: Vec<Host>,
}

/// A network namespace: a loopback interface, and in a laboratory also `eth0`.
pub struct Host {
    namespace: Namespace,
    number: u8,
}

impl Lab {
    /// A laboratory of `count` hosts, up to 200; `None`, with a skip message, if it is not
    /// possible here.
    ///
    /// # Panics
    /// If it is possible but fails.
    pub fn new(test: &str, count: u8) -> Option<Self> {
        if let Err(reason) = possible() {
            skip(test, &reason);
            return None;
        }
        assert!((1..=200).contains(&count), "{count} hosts");
        let switch = Namespace::new().expect("a namespace, for one could be made");
        switch.ip("link add name br0 type bridge mcast_snooping 0\nlink set br0 up\n");
        let lab = Self { switch, hosts: (0..count).map(Host::new).collect() };
        for host in 0..usize::from(count) {
            lab.plug(host);
        }
        lab.settle();
        Some(lab)
    }

    /// Waits until every link forwards packets: the kernel takes up to a second to notice that
    /// both ends are up.
    fn settle(&self) {
        for at in [Host::v4, Host::v6] {
            let bind = |host: &Host| {
                let socket = host.enter(|| UdpSocket::bind((at(host), 0))).expect("its address");
                socket.set_read_timeout(Some(Duration::from_millis(2))).expect("a time");
                socket
            };
            let first = bind(&self.hosts[0]);
            let to = first.local_addr().expect("it is bound");
            for host in &self.hosts[1..] {
                let from = bind(host);
                wait_until(&format!("the link of {}", at(host)), || {
                    let _ = from.send_to(b"?", to);
                    let (_, source) = first.recv_from(&mut [0; 8]).ok()?;
                    (source.ip() == at(host)).then_some(())
                });
            }
        }
    }

    /// Connects a host to the switch.
    fn plug(&self, host: usize) {
        let (other, end) = (self.hosts[host].namespace.path(), port(host));
        self.switch.ip(&format!(
            "link add name {end} type veth peer name eth0 netns {other}\n\
             link set {end} master br0\n\
             link set {end} up\n"
        ));
        let Host { namespace, .. } = &self.hosts[host];
        let (v4, v6) = (self.hosts[host].v4(), self.hosts[host].v6());
        namespace.ip(&format!(
            "addr add {v4}/24 dev eth0\naddr add {v6}/64 dev eth0 nodad\nlink set eth0 up\n"
        ));
    }

    /// The host with this number.
    pub fn host(&self, number: usize) -> &Host {
        &self.hosts[number]
    }

    /// The host of rank `rank` out of `size`, if they are spread evenly in blocks.
    pub fn host_of(&self, rank: usize, size: usize) -> &Host {
        &self.hosts[rank * self.hosts.len() / size]
    }

    /// `skifrun` on the first host, starting `ranks` ranks that are spread as in
    /// [`Self::host_of`].
    pub fn skifrun(&self, skifrun: &Path, ranks: u32) -> Command {
        let agent = concat!(env!("CARGO_MANIFEST_DIR"), "/src/netlab/agent.sh");
        let places = (0..ranks as usize).map(|rank| rank * self.hosts.len() / ranks as usize);
        let places: Vec<_> = places.collect();
        let count = |host| places.iter().filter(|&&place| place == host).count();
        let list =
            self.hosts.iter().enumerate().filter(|&(at, _)| count(at) > 0).map(|(at, host)| {
                let name = if at == 0 { "localhost".to_owned() } else { host.name() };
                format!("{name}:{}", count(at))
            });
        let mut command = self.hosts[0].command(skifrun);
        command.args(["--launch-agent", &format!("sh {agent}")]);
        command.args(["--host", &list.collect::<Vec<_>>().join(",")]);
        command
    }

    /// Disconnects or connects a host's link at the switch: what it sends meanwhile is lost.
    pub fn set_link(&self, host: usize, is_up: bool) {
        let state = if is_up { "up" } else { "down" };
        self.switch.ip(&format!("link set {} {state}\n", port(host)));
    }

    /// Switches the interface of a host off or on, inside the host: meanwhile it has no route to
    /// others.
    pub fn set_interface(&self, host: usize, is_up: bool) {
        let state = if is_up { "up" } else { "down" };
        self.hosts[host].namespace.ip(&format!("link set eth0 {state}\n"));
    }

    /// From now on a host sends from an address other than the one it advertises; the others can
    /// reach both.
    pub fn add_source(&self, host: usize) {
        let named = self.hosts[host].v4();
        let spoken = Ipv4Addr::new(10, 78, 0, self.hosts[host].number + 1);
        self.hosts[host].namespace.ip(&format!(
            "addr add {spoken}/32 dev eth0\nroute change 10.77.0.0/24 dev eth0 src {spoken}\n"
        ));
        let others = self.hosts.iter().enumerate().filter(|(at, _)| *at != host);
        others.for_each(|(_, other)| {
            other.namespace.ip(&format!("route add {spoken}/32 via {named}\n"));
        });
    }

    /// Sets the MTU of a host's link, in bytes. If it is reduced only at the switch (`is_hidden`),
    /// the host does not know, and larger packets are lost.
    pub fn set_mtu(&self, host: usize, bytes: u32, is_hidden: bool) {
        self.switch.ip(&format!("link set {} mtu {bytes}\n", port(host)));
        if !is_hidden {
            self.hosts[host].namespace.ip(&format!("link set eth0 mtu {bytes}\n"));
        }
    }

    /// Limits the rate of a host's link in each direction; packets that would wait longer than
    /// `queue_ms` are lost.
    ///
    /// # Errors
    /// If the kernel has no token bucket (`tbf`); the text is the reason for a skip.
    pub fn limit_rate(&self, host: usize, bits_per_s: u64, queue_ms: u64) -> Result<(), String> {
        let burst_bytes = (bits_per_s / 8 / 100).max(16 << 10);
        for (namespace, end) in
            [(&self.switch, port(host)), (&self.hosts[host].namespace, "eth0".to_owned())]
        {
            let words = format!(
                "qdisc replace dev {end} root tbf rate {bits_per_s}bit burst {burst_bytes}b \
                 latency {queue_ms}ms"
            );
            let mut tc = namespace.command("tc");
            let done = tc.args(words.split(' ')).output().map_err(|e| format!("no tc: {e}"))?;
            if !done.status.success() {
                return Err(format!("tc {words}: {}", String::from_utf8_lossy(&done.stderr)));
            }
        }
        Ok(())
    }

    /// The inode numbers of all namespaces, as [`uses_of`] takes them.
    pub fn ids(&self) -> Vec<u64> {
        self.hosts.iter().map(Host::id).chain([self.switch.id()]).collect()
    }
}

/// The name of the switch's end of a host's link.
fn port(host: usize) -> String {
    format!("port{host}")
}

impl Host {
    fn new(number: u8) -> Self {
        let namespace = Namespace::new().expect("a namespace, for one could be made");
        namespace.ip("link set lo up\n");
        Self { namespace, number }
    }

    /// A host without links: it has only its loopback interface. `None` if it is not possible
    /// here, as in [`Lab::new`].
    ///
    /// # Panics
    /// If it is possible but fails.
    pub fn alone(test: &str) -> Option<Self> {
        match possible() {
            Ok(()) => Some(Self::new(0)),
            Err(reason) => {
                skip(test, &reason);
                None
            }
        }
    }

    /// Its IPv4 address on the switch.
    pub fn v4(&self) -> IpAddr {
        Ipv4Addr::new(10, 77, 0, self.number + 1).into()
    }

    /// Its IPv6 address on the switch.
    pub fn v6(&self) -> IpAddr {
        Ipv6Addr::new(0xfd77, 0, 0, 0, 0, 0, 0, u16::from(self.number) + 1).into()
    }

    /// The name by which the launch agent `agent.sh` finds it.
    pub fn name(&self) -> String {
        self.namespace.name()
    }

    /// The inode number of its namespace.
    pub fn id(&self) -> u64 {
        self.namespace.id()
    }

    /// A command that runs on this host. It dies with the thread that starts it.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        self.namespace.command(program)
    }

    /// Makes a command run on this host. It dies with the thread that starts it.
    pub fn move_there(&self, command: &mut Command) {
        self.namespace.move_there(command);
    }

    /// Runs `work` in a thread on this host: sockets created there stay there, wherever they are
    /// used.
    ///
    /// # Panics
    /// If `work` panics.
    pub fn enter<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.namespace.enter(work)
    }
}

/// Checks whether a laboratory is possible here; the error is the reason if not.
fn possible() -> Result<(), String> {
    if !is_root() {
        return Err("network namespaces want root".into());
    }
    if let Err(error) = Command::new("ip").arg("-V").stdout(Stdio::null()).status() {
        return Err(format!("ip cannot be started ({error}); Debian: apt-get install iproute2"));
    }
    let namespace = Namespace::new().map_err(|error| format!("no network namespace: {error}"))?;
    let probe = "link add name br0 type bridge\nlink add name a0 type veth peer name a1\n";
    namespace.try_ip(probe).map_err(|words| format!("no virtual links: {words}"))
}

impl Namespace {
    fn ip(&self, lines: &str) {
        self.try_ip(lines).unwrap_or_else(|words| panic!("{words}"));
    }

    /// Runs `ip` commands here, one per line.
    fn try_ip(&self, lines: &str) -> Result<(), String> {
        let mut ip = self.command("ip");
        ip.args(["-batch", "-"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = ip.spawn().map_err(|error| format!("ip: {error}"))?;
        // The pipe is closed here, which ends the input. If `ip` has failed, it reads no more.
        let _ = child.stdin.take().map(|mut input| input.write_all(lines.as_bytes()));
        let done = child.wait_with_output().map_err(|error| format!("ip: {error}"))?;
        match done.status.success() {
            true => Ok(()),
            false => Err(format!("ip: {lines}{}", String::from_utf8_lossy(&done.stderr))),
        }
    }
}

/// Everything that keeps one of these namespaces alive: processes and threads in it, and
/// descriptors of it, as paths below `/proc`.
pub fn uses_of(ids: &[u64]) -> Vec<String> {
    let names: Vec<_> = ids.iter().map(|id| format!("net:[{id}]")).collect();
    let entries = |dir: String| {
        let read = std::fs::read_dir(dir).into_iter().flatten().flatten();
        read.map(|entry| entry.path().to_string_lossy().into_owned())
    };
    let is_process = |path: &String| path[6..].bytes().all(|byte| byte.is_ascii_digit());
    let places = entries("/proc".into()).filter(is_process).flat_map(|process| {
        let threads = entries(format!("{process}/task")).map(|thread| format!("{thread}/ns/net"));
        threads.chain(entries(format!("{process}/fd"))).collect::<Vec<_>>()
    });
    let holds = |place: &String| {
        let target = std::fs::read_link(place).unwrap_or_default();
        names.iter().any(|name| *name == target.to_string_lossy())
    };
    places.filter(holds).collect()
}
