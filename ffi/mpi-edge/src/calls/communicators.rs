//! Groups and communicators.
