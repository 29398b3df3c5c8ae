//! The settings of this backend.

use crate::Faults;
use skifch_backend::abi::Param;
use skifch_backend::{Error, Flag, HostRef};
use skifch_proto::Algorithm;
use std::ffi::CStr;
use std::ops::RangeInclusive;
use std::time::Duration;

macro_rules! params {
    ($($key:literal $default:literal $help:literal;)*) => {
        /// The settings table for `skifch-info -a`.
        pub(crate) const PARAMS: &[Param] = &[$(Param {
            key: $key.as_ptr(),
            default: $default.as_ptr(),
            help: $help.as_ptr(),
        },)*];
    };
}

params! {
    c"RING_BYTES" c"524288" c"size in bytes of the sender's window and of the receiver's ring for \
      one peer; a power of two";
    c"MAX_MESSAGE" c"67584" c"maximum message size in bytes, at least 64; the default is 64 KiB \
      and room for a library's header; two messages must fit into a ring; must be equal on all \
      ranks";
    c"IFACE" c"" c"interface, address or network (such as 10.1.0.0/16) by which others reach this \
      rank; empty: SKIFCH_IFACE";
    c"PORT_RANGE" c"" c"range of UDP ports to bind to, such as 5000-5010; empty: SKIFCH_PORT_RANGE";
    c"CONNECTED" c"8" c"maximum number of send-only sockets, each connected to a peer with much \
      traffic; 0: none, as with a PORT_RANGE";
    c"SPLICE" c"1" c"1: large datagrams to a peer with a connected socket leave without a copy by \
      the kernel, where it can do so; 0: they are copied";
    c"MTU" c"auto" c"maximum IP packet size in bytes, including headers; auto: the MTU of the \
      interface";
    c"CONGESTION" c"cubic" c"congestion control: cubic, newreno, or none for links that the job \
      does not share";
    c"MAC" c"auto" c"on: datagrams carry a message authentication code; auto: on unless all ranks \
      use the loopback interface and none injects faults";
    c"TIMEOUT" c"30" c"seconds without a reply after which a peer is considered dead; also the \
      maximum time to wait when leaving the job";
    c"HELPER" c"1" c"1: a helper thread serves the network while the program makes no calls; 0: \
      no helper thread";
    c"FAULTS" c"" c"faults to inject for tests, such as loss=1%,dup=0.1%,reorder=1%,seed=7; \
      empty: none";
}

/// When datagrams carry an authentication tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mac {
    Auto,
    On,
    Off,
}

/// The settings, parsed and checked.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) ring_bytes: usize,
    pub(crate) max_message: usize,
    /// Interface, address or network; none: all interfaces.
    pub(crate) iface: Option<String>,
    pub(crate) ports: RangeInclusive<u16>,
    /// Number of connected sockets in addition to the receiving one.
    pub(crate) connected: usize,
    /// Large datagrams are not copied by the kernel.
    pub(crate) splices: bool,
    /// Largest IP packet in bytes.
    pub(crate) mtu: Option<u32>,
    pub(crate) algorithm: Algorithm,
    pub(crate) mac: Mac,
    pub(crate) timeout: Duration,
    pub(crate) has_helper: bool,
    pub(crate) faults: Option<Faults>,
}

impl Config {
    /// Reads and checks the settings.
    pub(crate) fn read(host: &HostRef) -> Result<Self, Error> {
        let faults = text(host, c"FAULTS");
        let mtu = text(host, c"MTU").filter(|text| text != "auto");
        let ports = ports(host)?;
        Ok(Self {
            ring_bytes: host.param_as(c"RING_BYTES")?,
            max_message: max_message(host)?,
            iface: text(host, c"IFACE").or_else(|| text(host, c"JOB_IFACE")),
            connected: connected(host, &ports)?,
            ports,
            splices: host.param_as::<Flag>(c"SPLICE")?.0,
            mtu: mtu.map(|_| self::mtu(host)).transpose()?,
            algorithm: choice(host, c"CONGESTION", ALGORITHMS)?,
            mac: choice(host, c"MAC", MACS)?,
            timeout: timeout(host)?,
            has_helper: host.param_as::<Flag>(c"HELPER")?.0,
            faults: faults.as_deref().map(Faults::parse).transpose()?,
        })
    }
}

const ALGORITHMS: &[(&str, Algorithm)] =
    &[("cubic", Algorithm::Cubic), ("newreno", Algorithm::NewReno), ("none", Algorithm::None)];
const MACS: &[(&str, Mac)] = &[("auto", Mac::Auto), ("on", Mac::On), ("off", Mac::Off)];

/// The setting's text, or none if empty.
fn text(host: &HostRef, key: &CStr) -> Option<String> {
    host.param(key).filter(|text| !text.is_empty())
}

fn choice<T: Copy>(host: &HostRef, key: &CStr, words: &[(&str, T)]) -> Result<T, Error> {
    let said: String = host.param_as(key)?;
    let found = words.iter().find(|(word, _)| *word == said);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let text =
            format!("SKIFCH_UDP_{}={said}: give {}", key.to_string_lossy(), known.join(", "));
        Error::new(libc::EINVAL, text)
    })
}

/// With a restricted port range all datagrams leave from the published port: no connected sockets.
fn connected(host: &HostRef, ports: &RangeInclusive<u16>) -> Result<usize, Error> {
    let said: usize = host.param_as(c"CONNECTED")?;
    if said > 1024 {
        let text = format!("SKIFCH_UDP_CONNECTED={said}: give 0 to 1024 sockets");
        return Err(Error::new(libc::EINVAL, text));
    }
    Ok(if *ports == (0..=0) { said } else { 0 })
}

/// Segments need messages of 64 bytes; the protocol checks that two of the largest fit into a ring.
fn max_message(host: &HostRef) -> Result<usize, Error> {
    const MOST: usize = 1 << 29;
    let said: usize = host.param_as(c"MAX_MESSAGE")?;
    if !(64..=MOST).contains(&said) {
        let text = format!("SKIFCH_UDP_MAX_MESSAGE={said}: give 64 to {MOST} bytes");
        return Err(Error::new(libc::EINVAL, text));
    }
    Ok(said)
}

/// The minimum is the packet size that every IPv4 host accepts (RFC 791).
fn mtu(host: &HostRef) -> Result<u32, Error> {
    const LEAST: u32 = 576;
    let said: u32 = host.param_as(c"MTU")?;
    if said < LEAST {
        let text = format!("SKIFCH_UDP_MTU={said}: give {LEAST} bytes or more, or auto");
        return Err(Error::new(libc::EINVAL, text));
    }
    Ok(said)
}

fn timeout(host: &HostRef) -> Result<Duration, Error> {
    let seconds: f64 = host.param_as(c"TIMEOUT")?;
    if !(0.1..=1e6).contains(&seconds) {
        let text = format!("SKIFCH_UDP_TIMEOUT={seconds}: give 0.1 to 1000000 seconds");
        return Err(Error::new(libc::EINVAL, text));
    }
    Ok(Duration::from_secs_f64(seconds))
}

fn ports(host: &HostRef) -> Result<RangeInclusive<u16>, Error> {
    let said = text(host, c"PORT_RANGE").or_else(|| text(host, c"JOB_PORT_RANGE"));
    let Some(said) = said else { return Ok(0..=0) };
    let (first, last) = said.split_once('-').unwrap_or((&said, &said));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first @ 1..), Ok(last)) if first <= last => Ok(first..=last),
        _ => {
            let text =
                format!("the port range {said:?}: give two ports from 1 on, as in 5000-5010");
            Err(Error::new(libc::EINVAL, text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_backend::test_host::TestHost;
    use std::ffi::CStr;

    fn read(changed: &[(&str, &str)]) -> Result<Config, Error> {
        let text = |text| {
            // SAFETY: the table holds constant C strings.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        };
        let all: Vec<_> = PARAMS.iter().map(|p| (text(p.key), text(p.default))).collect();
        let mut all: Vec<_> = all.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        all.extend(changed);
        let hosts = TestHost::job(1, &all);
        // SAFETY: the host lives longer.
        Config::read(&unsafe { HostRef::new(hosts[0].table()) })
    }

    #[test]
    fn the_defaults_can_be_read() {
        let config = read(&[]).expect("defaults");
        assert_eq!((config.ports, config.mtu, config.iface), (0..=0, None, None));
        assert_eq!((config.mac, config.timeout), (Mac::Auto, Duration::from_secs(30)));
        assert!(config.faults.is_none() && config.has_helper);
        assert_eq!(config.connected, 8);
    }

    #[test]
    fn own_settings_come_before_those_of_the_job() {
        let job = [("JOB_IFACE", "eth0"), ("JOB_PORT_RANGE", "5000-5010")];
        let config = read(&job).expect("settings");
        assert_eq!((config.iface.as_deref(), config.ports), (Some("eth0"), 5000..=5010));
        let own = [job[0], job[1], ("IFACE", "ib0"), ("PORT_RANGE", "7000"), ("MTU", "9000")];
        let config = read(&own).expect("settings");
        assert_eq!((config.iface.as_deref(), config.ports), (Some("ib0"), 7000..=7000));
        assert_eq!((config.mtu, config.connected), (Some(9000), 0));
        assert_eq!(read(&[("CONNECTED", "3")]).expect("a setting").connected, 3);
    }

    #[test]
    fn nonsense_is_refused_with_its_name() {
        for (key, value) in [
            ("CONGESTION", "bbr"),
            ("MAC", "maybe"),
            ("HELPER", "2"),
            ("TIMEOUT", "0"),
            ("TIMEOUT", "soon"),
            ("PORT_RANGE", "0-5"),
            ("PORT_RANGE", "9-5"),
            ("MTU", "large"),
            ("MTU", "575"),
            ("MAX_MESSAGE", "0"),
            ("MAX_MESSAGE", "63"),
            ("MAX_MESSAGE", "18446744073709551608"),
            ("CONNECTED", "1025"),
            ("CONNECTED", "all"),
            ("FAULTS", "loss"),
        ] {
            let error = read(&[(key, value)]).expect_err(value);
            assert_eq!(error.errno(), libc::EINVAL, "{error}");
            assert!(error.text().contains(value), "{error}");
        }
    }
}
