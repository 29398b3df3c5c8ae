//! Reads the headers with bindgen and generates code that compares them with the Rust side.

#[path = "src/generate.rs"]
mod generate;

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

const HEADERS: &str = "../../ffi/skifch/include";

const MPI: &str = "../../ffi/mpi-abi/include/mpi.h";

/// Names that refer to the Rust side's own types in the code generated from the headers.
const SHARED: &[&str] = &["netaddr_t", "iovec", "SkifCh", "skifch_.*_t"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_libclang)");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/generate.rs");
    println!("cargo::rerun-if-changed={HEADERS}");
    println!("cargo::rerun-if-changed={MPI}");
    let Some(bindings) = made(channel()) else { return };
    let Some(mpi) = made(mpi()) else { return };
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    write(&out.join("bindings.rs"), &bindings);
    write(&out.join("checks.rs"), &generate::checks(&bindings));
    write(&out.join("mpi_bindings.rs"), &mpi);
    write(&out.join("mpi_checks.rs"), &generate::mpi_checks(&mpi));
    println!("cargo::rustc-cfg=has_libclang");
}

/// The channel's headers.
fn channel() -> bindgen::Builder {
    let mut builder = bindgen::Builder::default()
        .header(format!("{HEADERS}/skifch_plugin.h"))
        .allowlist_file(".*/skifch(_plugin)?\\.h")
        .layout_tests(false)
        .derive_debug(false)
        .derive_copy(false);
    for name in SHARED {
        builder = builder.blocklist_type(name);
    }
    builder
}

/// The functions of `mpi.h`, with the types of the Rust side; without the variadic one.
fn mpi() -> bindgen::Builder {
    bindgen::Builder::default()
        .header(MPI)
        .allowlist_function("MPI_.*")
        .blocklist_function("MPI_Pcontrol")
        .blocklist_type("MPI_.*")
        .layout_tests(false)
}

/// A header translated to Rust; `None` if there is no libclang.
fn made(builder: bindgen::Builder) -> Option<String> {
    let made = std::panic::catch_unwind(AssertUnwindSafe(|| builder.generate()));
    match made {
        Ok(bindings) => Some(bindings.expect("the headers can be read").to_string()),
        // Bindgen panics with a message naming libclang if it cannot load it.
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
