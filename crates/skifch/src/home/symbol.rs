//! The one place of a process where its home is written down.
//!
//! Each of our shared objects defines this symbol. As a *unique* one it is the same memory in all
//! of them, also when each was opened with `RTLD_LOCAL` (as Python does with its extensions), and
//! the objects stay loaded for good.

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
    /// Null until some copy of this library is used.
    #[link_name = "skifch_process_home"]
    safe static HOME: AtomicPtr<Home>;
}

const _: () = assert!(size_of::<AtomicPtr<Home>>() == 8);

/// Where the home of this process is written down.
pub(super) fn place() -> &'static AtomicPtr<Home> {
    &HOME
}
