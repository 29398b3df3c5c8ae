//! Collective communication.
