//! The settings: network settings come from `skifch-sim`, those of the backend are declared here.

use crate::outputs::Outputs;
use crate::request::{ADDRESS_BYTES, Request, WORD_WIRE_BYTES};
use skifch_backend::abi::Param;
use skifch_backend::{Error, HostRef};
use skifch_sim::config::{Collective, Fidelity, Settings};
use skifch_sim::engine::Model;
use skifch_sim::route::Fault;
use skifch_sim::small_file;
use std::ffi::CStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

macro_rules! params {
    ($($key:literal $default:literal $help:literal;)*) => {
        /// Declared for `skifch-info -a`.
        pub(crate) const PARAMS: &[Param] = &[$(Param {
            key: $key.as_ptr(), default: $default.as_ptr(), help: $help.as_ptr(),
        }),*];
        const KEYS: &[&CStr] = &[$($key),*];
    };
}

params! {
    c"CONFIG" c"" c"configuration file of the network (TOML), as for skif-torus";
    c"PRESET" c"m3" c"published network to model: m2, m3, m4 or angara";
    c"FAULTS" c"" c"file of failures, one per line: 20us link 5 +X, or 1ms node 9";
    c"COMPUTE" c"zero" c"virtual time between calls: zero; measured (CPU time x SCALE); annotated \
      (declared with SkifCh_Compute); recorded (replayed from RECORDING)";
    c"RECORDING" c"" c"files NAME.RANK, one per rank, with the times between calls: \
      COMPUTE=measured writes them, COMPUTE=recorded replays them";
    c"SCALE" c"1" c"virtual seconds per second of CPU time, for COMPUTE=measured";
    c"SEED" c"1" c"seed of all random numbers";
    c"FUZZ" c"0" c"how many of 1000 sends and messages get unusual but legal results: a send \
      returns 0, a small maximum message size, a message arrives late or in several pieces";
    c"SEND_NS" c"50" c"time of a send on the sender (assumed)";
    c"RECV_NS" c"50" c"time of a receive, whether or not it finds a message (assumed)";
    c"COMP_NS" c"10" c"time of a release, RecvComp (assumed)";
    c"TIME_NS" c"10" c"time of reading the clock (assumed)";
    c"ISSUE_NS" c"50" c"time of issuing a put, get or atomic on the caller (assumed)";
    c"OWN_NS" c"10" c"time of a put, get or atomic on the rank's own memory (assumed)";
    c"TARGET_NS" c"20" c"time of performing one at the target's network interface, in addition to \
      the packet's path (assumed)";
    c"REQUESTS" c"65536" c"bytes on the wire that a rank's puts, gets and atomics may have in \
      flight";
    c"MAX_MESSAGE" c"16384" c"maximum message size in bytes";
    c"WINDOW" c"65536" c"bytes on the wire that a sender may have unreleased at one receiver";
    c"PATIENCE_S" c"100" c"virtual seconds of unsuccessful polls, or waits with a timeout, by all \
      ranks after which the job counts as hung";
    c"STANDSTILL_S" c"30" c"seconds of real time that such polls, or waits of processes with more \
      threads, must last as well";
    c"HTML" c"" c"output file: HTML page with the torus in 3D and its link loads over time";
    c"TRACE" c"" c"output file: trace of all calls of all ranks, for ui.perfetto.dev";
    c"LINKS" c"" c"output file: statistics of each link, CSV";
    c"TIMELINE" c"" c"output file: network activity per time interval, CSV";
    c"LATENCIES" c"" c"output file: histogram of packet latencies, CSV";
    c"TRAFFIC" c"" c"output file: traffic matrix of the ranks, CSV";
    c"REPORT" c"0" c"1: print a summary of the run and the hash of its trace on stderr at the end";
}

/// How the time that a program computes between calls is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compute {
    /// Computing takes no virtual time.
    Zero,
    /// CPU time of the thread, scaled by this many thousandths.
    Measured { scale_milli: u64 },
    /// The time that the program states with `SkifCh_Compute`.
    Annotated,
    /// The time recorded in an earlier run with `Measured`.
    Recorded,
}

/// All settings, read and checked. Equal on all ranks.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) network: Settings,
    /// Links and nodes that fail during the run.
    pub(crate) faults: Vec<Fault>,
    pub(crate) compute: Compute,
    /// File name prefix of the recordings; each rank appends its number.
    pub(crate) recording: Option<PathBuf>,
    pub(crate) seed: u64,
    pub(crate) fuzz_milli: u32,
    pub(crate) send_ns: u64,
    pub(crate) recv_ns: u64,
    pub(crate) comp_ns: u64,
    pub(crate) time_ns: u64,
    pub(crate) issue_ns: u64,
    pub(crate) own_ns: u64,
    pub(crate) target_ns: u64,
    pub(crate) requests: u64,
    pub(crate) max_message: usize,
    pub(crate) window: u64,
    pub(crate) patience_s: u64,
    pub(crate) standstill_s: u64,
    pub(crate) is_reported: bool,
    pub(crate) outputs: Outputs,
}

impl Config {
    /// Reads the environment and the arguments after `torus:`; the arguments take precedence.
    pub(crate) fn read(host: &HostRef) -> Result<Self, Error> {
        let args = Args::read(&host.param(c"ARGS").unwrap_or_default())?;
        let text = |key: &CStr| args.own(key).or_else(|| host.param(key)).unwrap_or_default();
        let network = network(&text(c"CONFIG"), &text(c"PRESET"), &args)?;
        let config = Self {
            faults: faults(&text(c"FAULTS"), &network)?,
            network,
            compute: compute(&text(c"COMPUTE"), &text(c"SCALE"))?,
            recording: Some(text(c"RECORDING")).filter(|name| !name.is_empty()).map(PathBuf::from),
            seed: number(c"SEED", &text(c"SEED"), 0, u64::MAX)?,
            fuzz_milli: number(c"FUZZ", &text(c"FUZZ"), 0, 900)?,
            send_ns: number(c"SEND_NS", &text(c"SEND_NS"), 1, 1_000_000)?,
            recv_ns: number(c"RECV_NS", &text(c"RECV_NS"), 1, 1_000_000)?,
            comp_ns: number(c"COMP_NS", &text(c"COMP_NS"), 0, 1_000_000)?,
            time_ns: number(c"TIME_NS", &text(c"TIME_NS"), 1, 1_000_000)?,
            issue_ns: number(c"ISSUE_NS", &text(c"ISSUE_NS"), 1, 1_000_000)?,
            own_ns: number(c"OWN_NS", &text(c"OWN_NS"), 1, 1_000_000)?,
            target_ns: number(c"TARGET_NS", &text(c"TARGET_NS"), 0, 1_000_000)?,
            requests: number(c"REQUESTS", &text(c"REQUESTS"), 1024, 1 << 20)?,
            max_message: number(c"MAX_MESSAGE", &text(c"MAX_MESSAGE"), 64, 32_768)?,
            window: number(c"WINDOW", &text(c"WINDOW"), 1024, 1 << 20)?,
            patience_s: number(c"PATIENCE_S", &text(c"PATIENCE_S"), 1, 1_000_000)?,
            standstill_s: number(c"STANDSTILL_S", &text(c"STANDSTILL_S"), 0, 1_000_000)?,
            outputs: outputs(text),
            is_reported: number::<u8>(c"REPORT", &text(c"REPORT"), 0, 1)? == 1,
        };
        config.checked(host.job_size())
    }

    fn checked(self, ranks: u32) -> Result<Self, Error> {
        let nodes = self.network.torus.nodes();
        if ranks > nodes {
            return Err(refused(format!(
                "a torus {} has {nodes} nodes, but the job has {ranks} ranks",
                self.network.torus
            )));
        }
        self.outputs.check().map_err(refused)?;
        match (self.compute, &self.recording) {
            (Compute::Recorded, None) => {
                return Err(refused(
                    "COMPUTE=recorded needs the RECORDING that COMPUTE=measured has written".into(),
                ));
            }
            (Compute::Zero | Compute::Annotated, Some(name)) => {
                let name = name.display();
                return Err(refused(format!(
                    "RECORDING={name}: only for COMPUTE=measured or COMPUTE=recorded"
                )));
            }
            _ => {}
        }
        let greatest = self.wire_bytes(self.max_message);
        if 2 * greatest > self.window {
            return Err(refused(format!(
                "WINDOW={} must hold two messages of the maximum size, {greatest} bytes on the \
                 wire each",
                self.window
            )));
        }
        Ok(self)
    }

    /// How the network performs collective operations. Router units need packet-level simulation
    /// (`fidelity = "exact"`) and cannot route around failures; otherwise programs use messages
    /// instead.
    pub(crate) fn collective(&self) -> Collective {
        let is_plain = self.network.fidelity == Fidelity::Exact && self.faults.is_empty();
        match self.network.collective {
            Collective::Rings if !is_plain => Collective::None,
            how => how,
        }
    }

    /// Number of packets of a message of `len` bytes.
    pub(crate) fn packets(&self, len: usize) -> usize {
        len.div_ceil(self.network.payload_bytes as usize).max(1)
    }

    /// How many of `len` bytes written at `offset` go into the first packet: 8-byte words are never
    /// split.
    pub(crate) fn put_piece(&self, offset: u64, len: usize) -> usize {
        let room = (self.network.payload_bytes as usize).saturating_sub(ADDRESS_BYTES);
        let words = (room / 8 * 8).saturating_sub(offset as usize % 8);
        words.max(1).min(len)
    }

    /// Bytes on the wire of a put, headers and addresses included.
    pub(crate) fn put_wire_bytes(&self, offset: u64, len: usize) -> u64 {
        let (mut packets, mut done) = (0, 0);
        while done < len {
            done += self.put_piece(offset + done as u64, len - done);
            packets += 1;
        }
        packets * (self.network.header_bytes + ADDRESS_BYTES as u64) + len as u64
    }

    /// Bytes on the wire of a get, atomic or echo request.
    pub(crate) fn ask_wire_bytes(&self, request: &Request) -> u64 {
        self.network.header_bytes + request.wire_bytes() as u64
    }

    /// Maximum number of word operations in one packet.
    pub(crate) fn words_of_packet(&self) -> usize {
        (self.network.payload_bytes as usize / WORD_WIRE_BYTES).max(1)
    }

    /// Bytes on the wire of a packet of `count` word operations.
    pub(crate) fn words_wire_bytes(&self, count: usize) -> u64 {
        self.network.header_bytes + (count * WORD_WIRE_BYTES) as u64
    }

    /// Bytes of a message on the wire, headers included; at least 1.
    pub(crate) fn wire_bytes(&self, len: usize) -> u64 {
        let headers = self.packets(len) as u64 * self.network.header_bytes;
        (len as u64 + headers).max(1)
    }
}

/// The arguments after `torus:`, as in `4x4x4,preset=m3,link.wire_ns=20,seed=7`.
struct Args {
    own: Vec<(String, String)>,
    /// Network settings, as lines of TOML.
    network: String,
}

impl Args {
    fn read(text: &str) -> Result<Self, Error> {
        let mut args = Self { own: Vec::new(), network: String::new() };
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or(("torus", part));
            let (key, value) = (key.trim(), value.trim());
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._".contains(&byte);
            if !key.bytes().all(is_name) {
                return Err(refused(format!(
                    "torus:{part}: the key {key:?} may have letters, digits, dots and underscores"
                )));
            } else if is_own(key) {
                args.own.push((key.to_uppercase(), value.to_owned()));
            } else if value.contains(['"', '\n', '\\']) {
                return Err(refused(format!(
                    "torus:{part}: the value of {key} has a quote, newline or backslash"
                )));
            } else if key != "torus" && value.parse::<u64>().is_ok() {
                args.network.push_str(&format!("{key} = {value}\n"));
            } else {
                args.network.push_str(&format!("{key} = \"{value}\"\n"));
            }
        }
        Ok(args)
    }

    fn own(&self, key: &CStr) -> Option<String> {
        let found = self.own.iter().rfind(|(name, _)| name.as_bytes() == key.to_bytes());
        found.map(|(_, value)| value.clone())
    }
}

fn is_own(key: &str) -> bool {
    KEYS.iter().any(|own| own.to_bytes() == key.to_uppercase().as_bytes())
}

fn network(file: &str, preset: &str, args: &Args) -> Result<Settings, Error> {
    let text = match file {
        "" => String::new(),
        file => small_file::read(Path::new(file))
            .map_err(|cause| refused(format!("CONFIG={file}: {cause}")))?,
    };
    // Later settings override earlier ones, and everything overrides the preset.
    if !text.is_empty() {
        Settings::read(&["preset = \"m3\"", &text])
            .map_err(|error| refused(format!("CONFIG={file}: {error}")))?;
    }
    let preset = format!("preset = \"{preset}\"");
    let read = Settings::read(&[&preset, &text, &args.network]);
    read.map_err(|error| {
        let args = args.network.trim_end().replace('\n', ", ");
        refused(format!("{preset}, {args}: {error}"))
    })
}

fn faults(file: &str, network: &Settings) -> Result<Vec<Fault>, Error> {
    if file.is_empty() {
        return Ok(Vec::new());
    }
    let wrong = |cause: &dyn Display| refused(format!("FAULTS={file}: {cause}"));
    let text = small_file::read(Path::new(file)).map_err(|cause| wrong(&cause))?;
    Model::new(network).and_then(|model| model.check_faults()).map_err(|cause| wrong(&cause))?;
    Fault::read(&text, &network.torus).map_err(|cause| wrong(&cause))
}

fn outputs(text: impl Fn(&CStr) -> String) -> Outputs {
    let file = |key: &CStr| Some(text(key)).filter(|path| !path.is_empty()).map(PathBuf::from);
    Outputs {
        html: file(c"HTML"),
        trace: file(c"TRACE"),
        links: file(c"LINKS"),
        timeline: file(c"TIMELINE"),
        latencies: file(c"LATENCIES"),
        traffic: file(c"TRAFFIC"),
    }
}

fn compute(name: &str, scale: &str) -> Result<Compute, Error> {
    let is_scaled = !matches!(scale, "" | "1");
    if is_scaled && matches!(name, "zero" | "annotated" | "recorded") {
        return Err(refused(format!("SCALE={scale}: only for COMPUTE=measured, not {name}")));
    }
    match name {
        "zero" => Ok(Compute::Zero),
        "annotated" => Ok(Compute::Annotated),
        "recorded" => Ok(Compute::Recorded),
        "measured" => {
            let scale: f64 = parse(c"SCALE", scale)?;
            match (0.001..=1000.0).contains(&scale) {
                true => Ok(Compute::Measured { scale_milli: (scale * 1000.0).round() as u64 }),
                false => Err(refused(format!("SCALE={scale}: must be 0.001 to 1000"))),
            }
        }
        _ => Err(refused(format!("COMPUTE={name}: must be zero, measured, annotated or recorded"))),
    }
}

fn number<T>(key: &CStr, text: &str, least: T, most: T) -> Result<T, Error>
where
    T: FromStr<Err: Display> + PartialOrd + Display,
{
    let value: T = parse(key, text)?;
    match (&least..=&most).contains(&&value) {
        true => Ok(value),
        false => {
            let key = key.to_string_lossy();
            Err(refused(format!("{key}={value}: must be {least} to {most}")))
        }
    }
}

fn parse<T: FromStr<Err: Display>>(key: &CStr, text: &str) -> Result<T, Error> {
    text.parse().map_err(|cause| refused(format!("{}={text}: {cause}", key.to_string_lossy())))
}

#[cold]
fn refused(text: String) -> Error {
    Error::new(libc::EINVAL, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skifch_backend::test_host::TestHost;

    fn read(args: &str, ranks: u32) -> Result<Config, String> {
        // SAFETY: a table lists settings whose texts are C strings.
        let text = |text| unsafe { CStr::from_ptr(text) }.to_str().unwrap_or_default();
        let mut params: Vec<_> = PARAMS.iter().map(|p| (text(p.key), text(p.default))).collect();
        params.push(("ARGS", args));
        let hosts = TestHost::job(ranks, &params);
        // SAFETY: the host lives through the call.
        let host = unsafe { HostRef::new(hosts[0].table()) };
        Config::read(&host).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_count_more_than_the_preset() {
        let config = read("2x3,preset=m2,link.wire_ns=20,seed=9,compute=measured,scale=2.5", 6);
        let config = config.expect("good settings");
        let network = &config.network;
        assert_eq!((network.torus.to_string(), network.wire_ns), ("2x3".to_owned(), 20));
        assert_eq!((network.link_mbit_s, config.seed), (6250, 9));
        assert_eq!(config.compute, Compute::Measured { scale_milli: 2500 });
        assert_eq!((config.packets(0), config.packets(236), config.packets(237)), (1, 1, 2));
        // 228 bytes remain beside the address; words are not split.
        assert_eq!([0, 3, 8].map(|offset| config.put_piece(offset, 1000)), [224, 221, 224]);
        assert_eq!([0, 3].map(|offset| config.put_wire_bytes(offset, 224)), [252, 280]);
    }

    #[test]
    fn what_is_wrong_is_refused_with_words() {
        for (args, words) in [
            ("4x1", "a size of 1"),
            ("4x4,preset=m9", "known: m2, m3, m4, angara"),
            ("4x4,link.speed=1", "link.speed: no such setting"),
            ("4x4,compute=some", "must be zero, measured, annotated or recorded"),
            ("4x4,compute=recorded", "needs the RECORDING that COMPUTE=measured has written"),
            ("4x4,recording=x", "RECORDING=x: only for COMPUTE=measured or"),
            ("4x4,#seed=9", "the key \"#seed\" may have letters"),
            ("4x4,compute=annotated,scale=2", "SCALE=2: only for COMPUTE=measured, not annotated"),
            ("4x4,scale=2", "SCALE=2: only for COMPUTE=measured, not zero"),
            ("4x4,html=o.x,trace=o.x", "o.x is the name of two output files"),
            ("4x4,html=o.x,links=./o.x", "./o.x is the name of two output files"),
            ("4x4,config=/dev/zero", "CONFIG=/dev/zero: more than 1048576 bytes"),
            ("4x4,faults=/dev/zero", "FAULTS=/dev/zero: more than 1048576 bytes"),
            ("4x4,fuzz=1000", "FUZZ=1000: must be 0 to 900"),
            ("4x4,max_message=32768,window=60000", "must hold two messages of the maximum size"),
            ("4x4,seed=x", "SEED=x: invalid digit"),
            ("4x4,config=/nowhere/at/all", "CONFIG=/nowhere/at/all: No such file"),
            ("4x4,faults=/nowhere/at/all", "FAULTS=/nowhere/at/all: No such file"),
            ("4x4,fidelity=logp,faults=/dev/null", "they need fidelity = \"exact\""),
            ("2x2", "has 4 nodes, but the job has 5 ranks"),
        ] {
            let said = read(args, 5).expect_err(args);
            assert!(said.contains(words), "{args}: {said}");
        }
    }
}
