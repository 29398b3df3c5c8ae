//! Which network namespace a process is in.

/// The network namespace of this thread, as `lsns` and `/proc` name it; `None` where the system
/// does not tell. The number in it is valid within one kernel.
pub fn network_namespace() -> Option<String> {
    let link = std::fs::read_link("/proc/thread-self/ns/net").ok()?;
    Some(link.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_has_the_form_of_proc_if_it_is_told() {
        let name = super::network_namespace();
        assert!(name.as_ref().is_none_or(|name| name.starts_with("net:[")), "{name:?}");
        assert_eq!(name.is_some(), std::fs::read_link("/proc/self/ns/net").is_ok());
    }
}
