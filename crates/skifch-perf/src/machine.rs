//! Describes the machine on which the measurements were made.

use std::fs;

use serde::{Deserialize, Serialize};

/// The properties of the machine on which the figures depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The CPU model name.
    pub cpu: String,
    /// Cores that this process may use.
    pub usable_cores: usize,
    /// The two cores used for the measurement.
    pub cores: Vec<usize>,
    /// Caches of the first of them, as reported by the kernel.
    pub caches: String,
    /// The kernel's release.
    pub kernel: String,
    /// The name of the distribution.
    pub system: String,
    /// Whether it runs under a hypervisor.
    pub virtual_machine: bool,
    /// Total memory in 10^6 bytes.
    pub memory_mb: u64,
}

impl Machine {
    /// Describes this machine; `cores` are those measured on.
    pub fn describe(cores: &[usize]) -> Self {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let cpuinfo = read("/proc/cpuinfo");
        let memory_kb = value_of(&read("/proc/meminfo"), "MemTotal", ':');
        let kilobytes = memory_kb.split_whitespace().next().and_then(|n| n.parse::<u64>().ok());
        Self {
            cpu: value_of(&cpuinfo, "model name", ':'),
            usable_cores: crate::pin::allowed_cores().map_or(0, |cores| cores.len()),
            cores: cores.to_vec(),
            caches: caches(cores.first().copied().unwrap_or(0)),
            kernel: read("/proc/sys/kernel/osrelease").trim().to_string(),
            system: value_of(&read("/etc/os-release"), "PRETTY_NAME", '=')
                .trim_matches('"')
                .to_string(),
            virtual_machine: cpuinfo.split_whitespace().any(|word| word == "hypervisor"),
            memory_mb: kilobytes.unwrap_or(0) * 1024 / 1_000_000,
        }
    }

    /// A summary in one line.
    pub fn summary(&self) -> String {
        let Self { cpu, cores, kernel, system, caches, .. } = self;
        let virtual_machine = if self.virtual_machine { ", virtual machine" } else { "" };
        format!(
            "{cpu}, cores {cores:?} of {}{virtual_machine}; {caches}; {system}, Linux {kernel}",
            self.usable_cores
        )
    }
}

/// The value after `key` and `separator` on its line.
fn value_of(text: &str, key: &str, separator: char) -> String {
    let pair = |line: &str| {
        let (name, value) = line.split_once(separator)?;
        (name.trim() == key).then(|| value.trim().to_string())
    };
    text.lines().find_map(pair).unwrap_or_else(|| "unknown".into())
}

fn caches(core: usize) -> String {
    let dir = format!("/sys/devices/system/cpu/cpu{core}/cache");
    let cache = |index: usize| {
        let read = |name| fs::read_to_string(format!("{dir}/index{index}/{name}")).ok();
        let (level, kind, size) = (read("level")?, read("type")?, read("size")?);
        let letter = match kind.trim() {
            "Data" => "d",
            "Instruction" => "i",
            _ => "",
        };
        Some(format!("L{}{letter} {}", level.trim(), size.trim()))
    };
    (0..8).map_while(cache).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_key() {
        assert_eq!(value_of("a : 1\nmodel name\t: Fast CPU\n", "model name", ':'), "Fast CPU");
        assert_eq!(value_of("", "model name", ':'), "unknown");
    }

    #[test]
    fn this_machine_can_be_described() {
        let machine = Machine::describe(&[0]);
        assert!(machine.usable_cores > 0 && machine.memory_mb > 0, "{machine:?}");
        assert!(machine.summary().contains(&machine.kernel));
    }
}
