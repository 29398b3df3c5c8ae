//! Reads the headers with bindgen and writes the code that compares them with the Rust side.

#[path = "src/generate.rs"]
mod generate;

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

const HEADERS: &str = "../../ffi/skifch/include";

/// Names that mean the Rust side's own types in the code made from the headers.
const SHARED: &[&str] = &["netaddr_t", "iovec", "SkifCh", "skifch_.*_t"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_libclang)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generate.rs");
    println!("cargo::rerun-if-changed={HEADERS}");
    let Some(bindings) = bindings() else { return };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    write(&out.join("bindings.rs"), &bindings);
    write(&out.join("checks.rs"), &generate::checks(&bindings));
    println!("cargo::rustc-cfg=has_libclang");
}

/// What the headers say, as Rust; `None` where there is no libclang.
fn bindings() -> Option<String> {
    let mut builder = bindgen::Builder::default()
        .header(format!("{HEADERS}/skifch_plugin.h"))
        .allowlist_file(".*/skifch(_plugin)?\\.h")
        .layout_tests(false)
        .derive_debug(false)
        .derive_copy(false);
    for name in SHARED {
        builder = builder.blocklist_type(name);
    }
    let made = std::panic::catch_unwind(AssertUnwindSafe(|| builder.generate()));
    match made {
        Ok(bindings) => Some(bindings.expect("the headers can be read").to_string()),
        // Bindgen panics when it cannot load libclang, and says so.
        Err(why) => {
            let text = why.downcast_ref::<String>().map_or("", String::as_str);
            assert!(text.contains("libclang"), "bindgen failed: {text}");
            None
        }
    }
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).expect("the output folder can be written");
}
