//! Rust types of the table's C types in the exported functions.

use super::table::{Function, Param};

/// Types that are not pointers.
const PLAIN: &[(&str, &str)] = &[
    ("int", "c_int"),
    ("long", "c_long"),
    ("char", "c_char"),
    ("void", "c_void"),
    ("double", "f64"),
    ("size_t", "usize"),
    ("ptrdiff_t", "isize"),
    ("uint64_t", "u64"),
    ("shmem_ctx_t", "Ctx"),
    ("shmem_team_t", "Team"),
    ("shmem_team_config_t", "TeamConfig"),
    ("shmem_ctx_session_config_t", "SessionConfig"),
];

/// The Rust type of a C type in the table.
pub(super) fn rust(c: &str, function: &Function<'_>) -> String {
    if let Some(to) = c.strip_suffix('*') {
        let to = to.trim_end();
        return match to.strip_prefix("const ") {
            Some(to) => format!("*const {}", rust(to, function)),
            None => format!("*mut {}", rust(to, function)),
        };
    }
    if c == "T" {
        return function.of.map_or("u8", |of| of.rust.as_str()).to_owned();
    }
    let plain = PLAIN.iter().find(|(name, _)| *name == c);
    plain.map_or(c, |(_, rust)| rust).to_owned()
}

/// Whether the call accesses the program's memory through this parameter.
pub(super) fn is_pointer(param: &Param) -> bool {
    param.c.ends_with('*')
}

/// Whether a value is passed or returned for which Rust has no type: those functions are
/// hand-written.
pub(super) fn is_by_hand(function: &Function<'_>) -> bool {
    let is_long_double = function.of.is_some_and(|of| of.c == "long double");
    let is_value = |c: &str| c == "T";
    let mut params = function.family.params.iter();
    let answer = function.family.answer.as_deref();
    is_long_double && (params.any(|param| is_value(&param.c)) || answer.is_some_and(is_value))
}
