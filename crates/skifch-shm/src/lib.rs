//! The shared-memory network of SkifCh
