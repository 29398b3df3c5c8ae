//! `single`: one process, no launcher. Put and get work within the process.

use crate::{BootError, BootErrorKind};
use std::collections::HashMap;

pub(crate) const NAME: &str = "single";

/// The key-value space of a job of one rank. Values become visible after the fence, as elsewhere,
/// so that a missing fence is noticed here too.
#[derive(Debug, Default)]
pub(crate) struct Single {
    put: HashMap<String, Vec<u8>>,
    visible: HashMap<String, Vec<u8>>,
}

impl Single {
    pub(crate) fn put(&mut self, key: &str, value: &[u8]) -> Result<(), BootError> {
        if self.put.contains_key(key) || self.visible.contains_key(key) {
            let text = format!("boot: put {key}: this key has been put before");
            return Err(BootError::new(BootErrorKind::Protocol, text));
        }
        self.put.insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    pub(crate) fn fence(&mut self) {
        self.visible.extend(self.put.drain());
    }

    pub(crate) fn get(&self, key: &str) -> Result<Vec<u8>, BootError> {
        self.visible.get(key).cloned().ok_or_else(|| {
            let text = format!("boot: get {key}: no rank has put this key before a fence");
            BootError::new(BootErrorKind::NoSuchKey, text)
        })
    }
}
