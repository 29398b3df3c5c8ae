//! The comparison was made, and the constants agree.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_abi::{
    ABI_MAJOR, ABI_MINOR, AtomicOp, CONT_SIZE, Caps, Events, HOST_PART, JOIN_MAX_BYTES, JoinOp,
    LogLevel, MAX_PORT, MAX_RANK, PLUGIN_SYMBOL, PORT_BITS, PeerState, RANK_BITS, STAT_NAMES,
    SendFlags,
};
use std::collections::BTreeMap;

const CHANNEL: &str = include_str!("../../../ffi/skifch/include/skifch.h");
const PLUGIN: &str = include_str!("../../../ffi/skifch/include/skifch_plugin.h");

#[test]
fn types_and_prototypes_are_the_same() {
    if let Err(why) = skifch_abi_check::COMPARED {
        println!("SKIPPED: types_and_prototypes_are_the_same: {why}");
    }
}

#[test]
fn every_function_of_mpi_was_compared() {
    if let Err(why) = skifch_abi_check::COMPARED {
        println!("SKIPPED: every_function_of_mpi_was_compared: {why}");
        return;
    }
    let map = include_str!("../../../ffi/mpi-abi/mpi_abi.map");
    let names = map.lines().filter_map(|line| line.trim().strip_suffix(';'));
    // Names outside the standard are macros in the header.
    let extra = include_str!("../../../ffi/mpi-edge/table/extra.txt");
    let is_own = |name: &&str| name.starts_with("MPI_") && !extra.contains(&format!("\n{name} "));
    let own: Vec<_> = names.filter(is_own).collect();
    assert_eq!(own.len(), 664);
    for name in own.into_iter().filter(|name| *name != "MPI_Pcontrol") {
        assert!(skifch_abi_check::MPI_CHECKS.contains(&format!("c::{name},")), "{name}");
    }
}

#[test]
fn constants_are_the_same() {
    let mut header = defines(CHANNEL);
    header.extend(defines(PLUGIN));
    assert_eq!(header, ours());
}

#[test]
fn the_plugin_symbol_is_the_same() {
    let symbol = PLUGIN_SYMBOL.to_str().unwrap();
    assert!(PLUGIN.contains(&format!("#define SKIFCH_PLUGIN_SYMBOL \"{symbol}\"")));
    assert!(PLUGIN.contains(&format!("*{symbol}(const skifch_host_v1_t *host);")));
}

#[test]
fn every_counter_is_in_the_header() {
    let body = CHANNEL.split("typedef struct skifch_stats {").nth(1).unwrap();
    let fields = body.split('}').next().unwrap().matches("uint64_t ").count();
    assert_eq!(fields, STAT_NAMES.len());
    for (name, _) in STAT_NAMES {
        assert!(body.contains(&format!("uint64_t {name};")), "{name}");
    }
}

/// Every `#define` with a numeric value.
fn defines(header: &str) -> BTreeMap<String, i64> {
    let lines = header.lines().filter_map(|line| line.strip_prefix("#define "));
    lines
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            Some((words.next()?.to_owned(), number(words.next()?)?))
        })
        .collect()
}

fn number(word: &str) -> Option<i64> {
    let word = word.trim_end_matches('u');
    match word.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None => word.parse().ok(),
    }
}

/// The same constants from the Rust side.
fn ours() -> BTreeMap<String, i64> {
    let mut all = BTreeMap::new();
    let mut add = |prefix: &str, name: &str, value: i64| {
        assert!(all.insert(format!("SKIFCH_{prefix}{name}"), value).is_none(), "{name} twice");
    };
    let version = env!("CARGO_PKG_VERSION").split('.');
    for (name, value) in ["MAJOR", "MINOR", "PATCH"].into_iter().zip(version) {
        add("VERSION_", name, value.parse().unwrap());
    }
    add("", "CONT_SIZE", CONT_SIZE as i64);
    add("", "ADDR_NONE", skifch_abi::ADDR_NONE.into());
    add("", "RANK_BITS", RANK_BITS.into());
    add("", "PORT_BITS", PORT_BITS.into());
    add("", "MAX_RANK", MAX_RANK.into());
    add("", "MAX_PORT", MAX_PORT.into());
    add("ABI_", "MAJOR", ABI_MAJOR.into());
    add("ABI_", "MINOR", ABI_MINOR.into());
    add("HOST_", "PART", HOST_PART as i64);
    for (bit, name) in Caps::NAMES {
        add("CAP_", name, bit.0 as i64);
    }
    for (bit, name) in Events::NAMES {
        add("EV_", name, bit.0.into());
    }
    for (bit, name) in SendFlags::NAMES {
        add("SEND_", name, bit.0.into());
    }
    for op in AtomicOp::ALL {
        add("ATOMIC_", &upper(op), op as i64);
    }
    add("JOIN_", "MAX_BYTES", JOIN_MAX_BYTES as i64);
    for op in JoinOp::ALL {
        add("JOIN_", &upper(op), op as i64);
    }
    use PeerState::{Broken, Closed, Connecting, Dead, Unknown, Up};
    for state in [Unknown, Connecting, Up, Closed, Dead, Broken] {
        add("PEER_", &upper(state), state as i64);
    }
    for level in [LogLevel::Error, LogLevel::Warn, LogLevel::Info, LogLevel::Debug] {
        add("LOG_", &upper(level), level as i64);
    }
    all
}

/// Converts `CompareSwap` to `COMPARE_SWAP`.
fn upper(name: impl std::fmt::Debug) -> String {
    let mut text = String::new();
    for (index, c) in format!("{name:?}").chars().enumerate() {
        if c.is_uppercase() && index > 0 {
            text.push('_');
        }
        text.push(c.to_ascii_uppercase());
    }
    text
}
