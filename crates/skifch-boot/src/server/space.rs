//! What ranks store in the launcher: keys with values, and published names. Limited per rank.

use std::collections::HashMap;

/// Limit of what one rank may store in total; addresses of many channels fit many times over.
const BYTES_PER_RANK: usize = 16 << 20;

#[derive(Debug)]
struct Entry {
    value: String,
    rank: u32,
    session: u32,
}

#[derive(Debug, Default)]
pub(super) struct Space {
    entries: HashMap<String, Entry>,
    names: HashMap<String, String>,
    bytes: HashMap<u32, usize>,
}

/// Why a put was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    Duplicate,
    Full,
}

impl Space {
    pub(super) fn set_built_in(&mut self, key: &str, value: String) {
        self.entries.insert(key.to_owned(), Entry { value, rank: u32::MAX, session: u32::MAX });
    }

    /// A key can be put once. A later program of the same rank (a shell script may run several) may
    /// put it again.
    pub(super) fn put(
        &mut self,
        rank: u32,
        session: u32,
        key: &str,
        value: &str,
    ) -> Result<(), Refused> {
        if let Some(old) = self.entries.get(key)
            && (old.rank != rank || old.session >= session)
        {
            return Err(Refused::Duplicate);
        }
        if !self.charge(rank, key.len() + value.len()) {
            return Err(Refused::Full);
        }
        self.entries.insert(key.to_owned(), Entry { value: value.to_owned(), rank, session });
        Ok(())
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.entries.get(key).map(|entry| entry.value.as_str())
    }

    pub(super) fn publish(
        &mut self,
        rank: u32,
        service: &str,
        port: &str,
    ) -> Result<(), &'static str> {
        if service.is_empty() || self.names.contains_key(service) {
            return Err("service missing or already published");
        }
        if !self.charge(rank, service.len() + port.len()) {
            return Err("this rank has exceeded its limit for publish");
        }
        self.names.insert(service.to_owned(), port.to_owned());
        Ok(())
    }

    pub(super) fn unpublish(&mut self, service: &str) -> Result<(), &'static str> {
        self.names.remove(service).map(|_| ()).ok_or("service not found")
    }

    pub(super) fn lookup(&self, service: &str) -> Result<&str, &'static str> {
        self.names.get(service).map(String::as_str).ok_or("service not found")
    }

    fn charge(&mut self, rank: u32, bytes: usize) -> bool {
        let used = self.bytes.entry(rank).or_default();
        *used += bytes + size_of::<Entry>();
        *used <= BYTES_PER_RANK
    }
}
