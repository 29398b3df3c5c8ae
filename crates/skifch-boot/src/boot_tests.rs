use super::*;

fn boot(pairs: &[(&str, &str)]) -> Result<Boot, BootError> {
    Boot::from(&Env::of_pairs(pairs))
}

#[test]
fn alone() {
    let mut boot = boot(&[]).unwrap();
    assert_eq!((boot.protocol(), boot.rank(), boot.size()), ("single", 0, 1));
    assert_eq!(boot.local_ranks().unwrap(), [0]);
    boot.put("k", b"v").unwrap();
    assert_eq!(boot.get("k").unwrap_err().kind(), BootErrorKind::NoSuchKey);
    boot.fence().unwrap();
    assert_eq!(boot.get("k").unwrap(), b"v");
    assert_eq!(boot.put("k", b"w").unwrap_err().kind(), BootErrorKind::Protocol);
    boot.finalize().unwrap();
}

#[test]
fn the_size_before_the_greeting() {
    let size = |pairs: &[(&str, &str)]| Boot::size_of(&Env::of_pairs(pairs));
    assert_eq!(size(&[]), Some(1));
    assert_eq!(size(&[("PMI_FD", "9"), ("PMI_RANK", "0"), ("PMI_SIZE", "3")]), Some(3));
    assert_eq!(size(&[("PMI_FD", "9")]), None);
    assert_eq!(size(&[("PMI_PORT", "a:1"), ("PMI_ID", "0")]), None, "only the launcher knows");
    assert_eq!(size(&[("PMI_RANK", "0")]), None);
}

#[test]
fn never_a_silent_single() {
    let error = boot(&[("OMPI_COMM_WORLD_SIZE", "2")]).unwrap_err();
    assert_eq!(error.kind(), BootErrorKind::ForeignLauncher);
    assert!(boot(&[("OMPI_COMM_WORLD_SIZE", "2"), ("SKIFCH_BOOT", "single")]).is_ok());
}

#[test]
fn half_an_environment() {
    for (pairs, word) in [
        (&[("PMI_FD", "9"), ("PMI_RANK", "0")][..], "PMI_SIZE"),
        (&[("PMI_FD", "9"), ("PMI_SIZE", "2")], "PMI_RANK"),
        (&[("PMI_FD", "x"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], "PMI_FD"),
        (&[("PMI_FD", "9"), ("PMI_RANK", "2"), ("PMI_SIZE", "2")], "rank 2 of 2"),
        (&[("PMI_FD", "-1"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], "PMI_FD=-1"),
        (&[("PMI_FD", "1"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], "not a socket"),
        (&[("PMI_FD", "999999"), ("PMI_RANK", "0"), ("PMI_SIZE", "2")], "not a socket"),
        (&[("PMI_PORT", "127.0.0.1:1")], "PMI_ID"),
        (&[("SKIFCH_BOOT", "pmi1-fd")], "PMI_FD"),
        (&[("SKIFCH_BOOT", "pmix")], "pmi1-fd, pmi1-port, single"),
    ] {
        let text = boot(pairs).unwrap_err().to_string();
        assert!(text.contains(word), "{pairs:?}: {text}");
    }
}

#[test]
fn limits_of_keys_and_values() {
    let mut boot = boot(&[]).unwrap();
    for key in ["", "a b", "a=b", "a~1", "PMI_x", "ключ", "a\n"] {
        assert_eq!(boot.put(key, b"").unwrap_err().kind(), BootErrorKind::Argument, "{key:?}");
        assert_eq!(boot.get(key).unwrap_err().kind(), BootErrorKind::Argument, "{key:?}");
    }
    let long = vec![0; value::MAX_VALUE_BYTES + 1];
    assert_eq!(boot.put("k", &long).unwrap_err().kind(), BootErrorKind::Argument);
}

fn local(mapping: Option<&str>, slurm_nodes: Option<&str>) -> Result<Vec<u32>, BootError> {
    let (stream, launcher) = std::os::unix::net::UnixStream::pair().unwrap();
    let answers = "cmd=response_to_init pmi_version=1 rc=0\ncmd=maxes\n\
                   cmd=my_kvsname kvsname=k\ncmd=appnum appnum=3\n\
                   cmd=universe_size size=7\ncmd=get_result rc=1\n";
    std::io::Write::write_all(&mut &launcher, answers.as_bytes()).unwrap();
    let conn = crate::conn::Conn::new(stream.into(), std::time::Duration::from_secs(20));
    let identity = crate::client::Identity::new(1, 4).unwrap();
    let client = Client::greet(conn, identity, "pmi1-fd").unwrap();
    let mut env = vec![];
    env.extend(mapping.map(|text| ("SKIFCH_BOOT_MAPPING", text)));
    env.extend(slurm_nodes.map(|text| ("SLURM_STEP_NUM_NODES", text)));
    let boot = Boot::over(Backing::Pmi1(client), &Env::of_pairs(&env));
    assert_eq!((boot.appnum(), boot.universe_size()), (Some(3), Some(7)));
    boot.local_ranks()
}

#[test]
fn who_is_local() {
    assert_eq!(local(Some("(vector,(0,2,1))"), None).unwrap(), [1, 3]);
    assert_eq!(local(None, Some("1")).unwrap(), [0, 1, 2, 3]);
    for unknown in [local(None, None), local(None, Some("2")), local(Some("?"), None)] {
        let error = unknown.unwrap_err();
        assert_eq!(error.kind(), BootErrorKind::Unknown);
        assert!(error.to_string().contains("SKIFCH_BOOT_MAPPING"), "{error}");
    }
}
