//! All settings of a network, in the units of the configuration files.

use super::preset::PRESETS;
use super::values::{self, Entry};
use super::{Clock, Collective, Fidelity, Preset};
use crate::Error;
use crate::route::{Order, Ties};
use crate::topology::Torus;

/// The description of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The nodes and links.
    pub torus: Torus,
    /// The level of detail.
    pub fidelity: Fidelity,
    /// The order in which a packet uses directions.
    pub routing: Order,
    /// Packets may use directions in any order; `routing` is then that of the escape channel.
    pub is_adaptive: bool,
    /// Which direction to take half way round a ring.
    pub ties: Ties,
    /// How barriers, broadcasts and reductions are performed.
    pub collective: Collective,
    /// Links down from a switch of the collective tree.
    pub tree_arity: u64,
    /// From the head of a packet leaving a node or switch of that tree to its leaving the next.
    pub tree_hop_ns: u64,
    /// Rate of that tree's links, in Mbit/s.
    pub tree_mbit_s: u64,
    /// Rate of a link in each direction, in Mbit/s.
    pub link_mbit_s: u64,
    /// Propagation time of a bit along a wire.
    pub wire_ns: u64,
    /// Bit errors per 10^9 bits on a link. A damaged packet is retransmitted.
    pub errors_per_gbit: u64,
    /// From the head of a packet at an input to the earliest time at which it can leave.
    pub router_ns: u64,
    /// Packet slots of each virtual channel of an input.
    pub slots: u64,
    /// Bytes of a packet besides its payload, checksum included.
    pub header_bytes: u64,
    /// Maximum payload of a packet in bytes.
    pub payload_bytes: u64,
    /// Rate between a node's memory and its network interface in each direction, in Mbit/s.
    pub host_mbit_s: u64,
    /// Packets per second that the interface can start, and that it can receive.
    pub host_packets_per_s: u64,
    /// From the program to the router: a constant part of every packet's latency.
    pub send_ns: u64,
    /// From the interface to the program.
    pub receive_ns: u64,
    /// Packet slots of the interface for packets on their way to memory.
    pub receive_slots: u64,
    /// Bytes that the interface gathers before it writes them to memory at once; 0: no gathering.
    pub aggregate_bytes: u64,
    /// Maximum time for which the first of them waits.
    pub aggregate_ns: u64,
    /// Time of an active message's handler before it replies; the handlers of a node run one by
    /// one.
    pub handler_ns: u64,
    /// From a failure to when the service processors have noticed it and stopped all injection.
    pub notice_ns: u64,
    /// Time to compute and install new routing tables once the network is empty.
    pub tables_ns: u64,
}

/// A numeric setting and its range.
struct Number {
    key: &'static str,
    least: u64,
    most: u64,
    field: fn(&mut Settings) -> &mut u64,
}

/// Upper limit of times: longer than anything in a router takes.
const SECOND_NS: u64 = 1_000_000_000;

#[rustfmt::skip]
const NUMBERS: &[Number] = &[
    Number { key: "link.mbit_s", least: 1, most: 10_000_000, field: |s| &mut s.link_mbit_s },
    Number { key: "link.wire_ns", least: 0, most: SECOND_NS, field: |s| &mut s.wire_ns },
    Number { key: "link.errors_per_gbit", least: 0, most: 100_000_000,
             field: |s| &mut s.errors_per_gbit },
    Number { key: "router.delay_ns", least: 0, most: SECOND_NS, field: |s| &mut s.router_ns },
    // A ring with the bubble rule deadlocks with one slot; more than six do not fit
    // (engine/credit.rs).
    Number { key: "router.slots", least: 2, most: 6, field: |s| &mut s.slots },
    Number { key: "packet.header_bytes", least: 0, most: 1024, field: |s| &mut s.header_bytes },
    Number { key: "packet.payload_bytes", least: 1, most: 32_768, field: |s| &mut s.payload_bytes },
    Number { key: "host.mbit_s", least: 1, most: 10_000_000, field: |s| &mut s.host_mbit_s },
    Number { key: "host.packets_per_s", least: 1, most: SECOND_NS,
             field: |s| &mut s.host_packets_per_s },
    Number { key: "host.send_ns", least: 1, most: SECOND_NS, field: |s| &mut s.send_ns },
    Number { key: "host.receive_ns", least: 1, most: SECOND_NS, field: |s| &mut s.receive_ns },
    Number { key: "host.receive_slots", least: 1, most: 6, field: |s| &mut s.receive_slots },
    Number { key: "host.aggregate_bytes", least: 0, most: 65_536,
             field: |s| &mut s.aggregate_bytes },
    Number { key: "host.aggregate_ns", least: 1, most: 1_000_000, field: |s| &mut s.aggregate_ns },
    Number { key: "host.handler_ns", least: 0, most: 1_000_000, field: |s| &mut s.handler_ns },
    Number { key: "tree.arity", least: 2, most: 64, field: |s| &mut s.tree_arity },
    Number { key: "tree.hop_ns", least: 1, most: SECOND_NS, field: |s| &mut s.tree_hop_ns },
    Number { key: "tree.mbit_s", least: 1, most: 10_000_000, field: |s| &mut s.tree_mbit_s },
    Number { key: "service.notice_ns", least: 1, most: SECOND_NS, field: |s| &mut s.notice_ns },
    Number { key: "service.tables_ns", least: 1, most: SECOND_NS, field: |s| &mut s.tables_ns },
];

/// Values of `router.routing`.
const ROUTINGS: &[(&str, (Order, bool))] = &[
    ("direction", (Order::Direction, false)),
    ("dimension", (Order::Dimension, false)),
    ("adaptive", (Order::Direction, true)),
];

const WORDS: &[&str] = &["torus", "router.routing", "router.ties"];

/// Settings that no publication describes; their defaults are assumed.
const ASSUMED: &[&str] = &["host.aggregate_", "host.handler_", "tree.", "service."];

/// Settings that a preset may omit: they describe the model rather than the network, or default to
/// none.
const MORE: &[&str] = &["fidelity", "collective.network"];

impl Settings {
    /// The settings of a preset.
    ///
    /// # Errors
    /// There is no such preset; the error lists those that exist.
    pub fn preset(name: &str) -> Result<Self, Error> {
        Self::read(&[&format!("preset = {name:?}")])
    }

    /// Reads settings from TOML texts; later ones override earlier ones. `preset = "m3"` supplies
    /// the settings that none of them contains.
    ///
    /// # Errors
    /// A setting is unknown, out of range or missing; the error has its line.
    pub fn read(texts: &[&str]) -> Result<Self, Error> {
        let mut entries = Vec::new();
        for text in texts {
            entries.extend(values::read(text)?);
        }
        let mut all = match entries.iter().rfind(|entry| entry.key == "preset") {
            Some(entry) => values::read(find(entry)?.text)?,
            None => Vec::new(),
        };
        entries.retain(|entry| entry.key != "preset");
        all.extend(entries);
        let mut settings = Self::blank()?;
        let mut missing: Vec<_> =
            NUMBERS.iter().map(|number| number.key).chain(WORDS.to_vec()).collect();
        missing.retain(|key| !ASSUMED.iter().any(|part| key.starts_with(part)));
        for entry in &all {
            settings.take(entry)?;
            missing.retain(|key| *key != entry.key);
        }
        match missing.first() {
            None => settings.checked(),
            Some(key) => Err(Error::new(format!("{key} is not set, neither here nor by a preset"))),
        }
    }

    /// Placeholders for required settings, and the defaults of the others.
    fn blank() -> Result<Self, Error> {
        Ok(Self {
            torus: Torus::new(&[2])?,
            fidelity: Fidelity::Exact,
            routing: Order::Direction,
            is_adaptive: false,
            ties: Ties::Split,
            collective: Collective::None,
            tree_arity: 8,
            tree_hop_ns: 110,
            tree_mbit_s: 13_000,
            link_mbit_s: 0,
            wire_ns: 0,
            errors_per_gbit: 0,
            router_ns: 0,
            slots: 0,
            header_bytes: 0,
            payload_bytes: 0,
            host_mbit_s: 0,
            host_packets_per_s: 0,
            send_ns: 0,
            receive_ns: 0,
            receive_slots: 0,
            aggregate_bytes: 0,
            aggregate_ns: 500,
            handler_ns: 0,
            notice_ns: 10_000,
            tables_ns: 100_000,
        })
    }

    fn take(&mut self, entry: &Entry) -> Result<(), Error> {
        match entry.key.as_str() {
            "torus" => {
                self.torus = Torus::parse(entry.word()?).map_err(|error| error.at(entry.line))?;
            }
            "fidelity" => self.fidelity = choice(entry, Fidelity::NAMES)?,
            "collective.network" => self.collective = choice(entry, Collective::NAMES)?,
            "router.routing" => (self.routing, self.is_adaptive) = choice(entry, ROUTINGS)?,
            "router.ties" => self.ties = choice(entry, Ties::NAMES)?,
            key => {
                let number = NUMBERS.iter().find(|number| number.key == key);
                let Some(number) = number else {
                    let words = WORDS.iter().chain(MORE).copied();
                    let keys: Vec<_> =
                        NUMBERS.iter().map(|number| number.key).chain(words).collect();
                    return Err(
                        entry.refuse(format!("no such setting; known: {}", keys.join(", ")))
                    );
                };
                *(number.field)(self) = entry.number(number.least, number.most)?;
            }
        }
        Ok(())
    }

    fn checked(self) -> Result<Self, Error> {
        if self.wire_ns + self.router_ns == 0 {
            return Err(Error::new(
                "link.wire_ns and router.delay_ns are both 0: a hop must take time",
            ));
        }
        if self.fidelity != Fidelity::Exact && self.errors_per_gbit > 0 {
            let why = "link.errors_per_gbit needs fidelity = \"exact\": the others do not model single \
                       packets";
            return Err(Error::new(why));
        }
        if self.fidelity != Fidelity::Exact && self.aggregate_bytes > 0 {
            let why =
                "host.aggregate_bytes needs fidelity = \"exact\": the others do not model packets";
            return Err(Error::new(why));
        }
        if self.fidelity != Fidelity::Exact && self.is_adaptive {
            let why = "adaptive routing needs fidelity = \"exact\": the others use one route for each \
                       pair";
            return Err(Error::new(why));
        }
        self.clock()?;
        Ok(self)
    }

    /// The unit of time in which this network's byte times are exact.
    ///
    /// # Errors
    /// The rates have no common unit.
    pub fn clock(&self) -> Result<Clock, Error> {
        match self.collective {
            Collective::Tree => Clock::new(&[self.link_mbit_s, self.host_mbit_s, self.tree_mbit_s]),
            _ => Clock::new(&[self.link_mbit_s, self.host_mbit_s]),
        }
    }
}

fn find(entry: &Entry) -> Result<&'static Preset, Error> {
    let name = entry.word()?;
    let names = || PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
    PRESETS
        .iter()
        .find(|preset| preset.name == name)
        .ok_or_else(|| entry.refuse(format!("no preset {name:?}; known: {}", names())))
}

fn choice<T: Copy>(entry: &Entry, names: &[(&str, T)]) -> Result<T, Error> {
    let word = entry.word()?;
    let found = names.iter().find(|(name, _)| *name == word);
    let known = || names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found
        .map(|(_, value)| *value)
        .ok_or_else(|| entry.refuse(format!("{word:?} is not one of {}", known())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_says_everything() {
        for preset in PRESETS {
            let alone =
                Settings::read(&[preset.text]).unwrap_or_else(|e| panic!("{}: {e}", preset.name));
            assert_eq!(Settings::preset(preset.name).unwrap(), alone);
        }
    }

    #[test]
    fn a_file_overrides_its_preset_and_a_later_text_the_file() {
        let file = "torus = \"8x8\"\npreset = \"m3\"\n[link]\nwire_ns = 20\n";
        let settings = Settings::read(&[file, "link.wire_ns = 30"]).unwrap();
        assert_eq!((settings.torus.nodes(), settings.wire_ns), (64, 30));
        assert_eq!(settings.link_mbit_s, 13_000);
    }

    #[test]
    fn what_is_wrong_is_refused_with_line_and_reason() {
        for (text, line, what) in [
            ("preset = \"m9\"", Some(1), "no preset \"m9\"; known: m2, m3, m4, angara"),
            ("preset = \"m3\"\ntorus = \"4x1\"", Some(2), "a size of 1"),
            ("preset = \"m3\"\n[link]\nwire_us = 1", Some(3), "link.wire_us: no such setting"),
            ("preset = \"m3\"\n[router]\n\nslots = 1", Some(4), "router.slots: 1, must be 2 to 6"),
            ("preset = \"m3\"\nrouter.ties = \"left\"", Some(2), "not one of split, plus"),
            ("preset = \"m3\"\nfidelity = \"rough\"", Some(2), "not one of exact, fluid, logp"),
            (
                "preset = \"m3\"\nfidelity = \"logp\"\nrouter.routing = \"adaptive\"",
                None,
                "adaptive routing needs fidelity",
            ),
            (
                "preset = \"m3\"\nfidelity = \"fluid\"\nlink.errors_per_gbit = 1",
                None,
                "link.errors_per_gbit needs fidelity",
            ),
            (
                "preset = \"m3\"\nrouter.routing = \"some\"",
                Some(2),
                "not one of direction, dimension, adaptive",
            ),
            ("preset = \"m3\"\nrouter.slots = \"4\"", Some(2), "must be a number"),
            ("torus = \"4\"", None, "link.mbit_s is not set, neither here nor by a preset"),
            (
                "preset = \"m3\"\nlink.wire_ns = 0\nrouter.delay_ns = 0",
                None,
                "a hop must take time",
            ),
        ] {
            let error = Settings::read(&[text]).unwrap_err();
            assert_eq!(error.line(), line, "{text}: {error}");
            assert!(error.to_string().contains(what), "{text}: {error}");
        }
    }
}
