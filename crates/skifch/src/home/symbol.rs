//! The one location in a process that stores its home.
//!
//! Each of our shared objects defines this symbol. As a *unique* symbol it is the same memory in
//! all of them, even if they were opened with `RTLD_LOCAL` (as Python does with its extensions),
//! and the objects are never unloaded.

use super::Home;
use std::sync::atomic::AtomicPtr;

std::arch::global_asm!(
    ".pushsection .bss.skifch_process_home,\"aw\",%nobits",
    ".balign 8",
    ".globl skifch_process_home",
    ".type skifch_process_home, %gnu_unique_object",
    ".size skifch_process_home, 8",
    "skifch_process_home:",
    ".zero 8",
    ".popsection",
);

unsafe extern "C" {
    /// Null until a copy of this library is used.
    #[link_name = "skifch_process_home"]
    safe static HOME: AtomicPtr<Home>;
}

const _: () = assert!(size_of::<AtomicPtr<Home>>() == 8);

/// The location that stores the home of this process.
pub(super) fn place() -> &'static AtomicPtr<Home> {
    &HOME
}
