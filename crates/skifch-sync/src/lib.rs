//! Atomics, cells and waiting for the SkifCh crates: std, or loom under `--cfg skifch_loom`
