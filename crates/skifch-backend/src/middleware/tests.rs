//! Middleware over loopback, through the conformance suite.

use super::{FAULT, Middleware, Opened, TRACE};
use crate::HostRef;
use crate::conformance;
use crate::loopback::Loopback;
use crate::test_host::TestHost;
use skifch_abi::SendFlags;

fn open(host: &'static TestHost, layers: &[Middleware]) -> Opened {
    let table = crate::table::<Loopback>();
    let mut domain = std::ptr::null_mut();
    // SAFETY: the host lives as long as the process.
    let rc = unsafe { (table.domain_open)(host.table(), &raw mut domain) };
    assert_eq!(rc, 0);
    let inner = Opened { table, domain };
    layers.iter().fold(inner, |inner, layer| {
        // SAFETY: `inner` is used no more but through what wraps it.
        unsafe { layer.wrap(HostRef::new(host.table()), inner) }.unwrap()
    })
}

fn host(params: &[(&str, &str)]) -> &'static TestHost {
    Box::leak(Box::new(TestHost::job(1, params).remove(0)))
}

fn conforms(host: &TestHost, opened: Opened) {
    let (fence, last_error) = (|| (), || host.last_error());
    let net = conformance::Net {
        table: opened.table,
        domain: opened.domain,
        rank: 0,
        size: 1,
        fence: &fence,
        last_error: &last_error,
    };
    let mut failed = Vec::new();
    conformance::run(&net, 7, "", &mut |line| {
        if matches!(line.verdict, conformance::Verdict::Failed(_)) {
            failed.push(line.to_string());
        }
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    // SAFETY: all is closed; the last use.
    assert_eq!(unsafe { (opened.table.domain_close)(opened.domain) }, 0);
}

#[test]
fn a_faulty_network_conforms() {
    for seed in ["1", "2", "3"] {
        let p = "0.3";
        let settings = [
            ("SEED", seed),
            ("SHORT_SEND", p),
            ("REFUSE_SEND", p),
            ("LATE_RECV", p),
            ("SPLIT", "0.7"),
            ("LATE_WAKE", "0.1"),
        ];
        let host = host(&settings);
        conforms(host, open(host, &[FAULT]));
    }
}

#[test]
fn faults_happen() {
    let settings = [("SEED", "5"), ("REFUSE_SEND", "0.5"), ("LATE_RECV", "0.5"), ("SPLIT", "0.9")];
    let opened = open(host(&settings), &[FAULT]);
    let (table, mut channel) = (opened.table, std::ptr::null_mut());
    let (mut refused, mut late, mut split) = (0, 0, 0);
    // SAFETY: one thread that keeps the op table's rules.
    unsafe {
        assert_eq!((table.open)(opened.domain, 0, &raw mut channel), 0);
        let iov = crate::iov::iovec_of(b"0123456789");
        for _ in 0..200 {
            while (table.send)(channel, 0, &raw const iov, 1) == 0 {
                refused += 1;
            }
            let mut message = skifch_abi::Message::EMPTY;
            while (table.recv_ex)(channel, &raw mut message) == 0 {
                late += 1;
            }
            split += usize::from(message.cont_count > 1);
            let shown: usize =
                message.cont[..message.cont_count as usize].iter().map(|s| s.iov_len).sum();
            assert_eq!((message.len, shown), (10, 10));
            assert_eq!((table.recv_comp)(channel), 0);
        }
        (table.close)(channel);
        (table.domain_close)(opened.domain);
    }
    assert!(refused > 50 && late > 100 && split > 100, "{refused} {late} {split}");
}

/// A channel takes no more than it reports, in any way.
#[test]
fn what_exceeds_the_reported_limit_is_cut_or_refused() {
    let settings = [("SEED", "5"), ("SHORT_SEND", "0.5"), ("REFUSE_SEND", "0"), ("SPLIT", "0")];
    let opened = open(host(&settings), &[FAULT]);
    let (table, mut limits) = (opened.table, Vec::new());
    for port in 0..20 {
        let (mut channel, mut attr) = (std::ptr::null_mut(), skifch_abi::Attr::new());
        // SAFETY: one thread that keeps the op table's rules.
        unsafe {
            assert_eq!((table.open)(opened.domain, port, &raw mut channel), 0);
            assert_eq!((table.query)(channel, &raw mut attr), 0);
            let limit = attr.max_message_bytes;
            let bytes = vec![0; limit + 1];
            let (iov, dst) = (crate::iov::iovec_of(&bytes), skifch_abi::netaddr(0, port));
            let send_ex = |flags: SendFlags| {
                let mut taken = 0;
                let rc = (table.send_ex)(channel, dst, &raw const iov, 1, flags.0, &raw mut taken);
                (rc, taken)
            };
            assert_eq!((table.send)(channel, dst, &raw const iov, 1), limit as isize);
            assert_eq!(send_ex(SendFlags::MORE), (1, limit));
            assert_eq!(send_ex(SendFlags::WHOLE), (-libc::EMSGSIZE, 0));
            let (mut cont, mut count) = (skifch_abi::Message::EMPTY.cont, 0);
            let claim = table.claim.unwrap();
            let rc = claim(channel, dst, limit + 1, cont.as_mut_ptr(), &raw mut count);
            assert_eq!(rc, -libc::EMSGSIZE);
            (table.close)(channel);
            limits.push(limit);
        }
    }
    // SAFETY: all is closed; the last use.
    unsafe { (table.domain_close)(opened.domain) };
    let most = limits.iter().max().unwrap();
    let halved = limits.iter().filter(|limit| *limit * 2 == *most).count();
    assert!((5..16).contains(&halved), "{limits:?}");
}

#[test]
fn settings_that_cannot_be_are_refused() {
    let table = crate::table::<Loopback>();
    for (key, value) in [("SPLIT", "1"), ("SPLIT", "-0.1"), ("SEED", "x"), ("LATE_RECV", "often")] {
        let host = host(&[(key, value)]);
        let inner = Opened { table, domain: std::ptr::null_mut() };
        // SAFETY: the layer is refused before it touches what is inside.
        let error = unsafe { FAULT.wrap(HostRef::new(host.table()), inner) }.err().unwrap();
        assert!(error.text().contains(key) && error.text().contains(value), "{error}");
    }
}

#[test]
fn a_traced_network_conforms_and_tells_every_call() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("trace.%r");
    let host = host(&[("FILE", file.to_str().unwrap())]);
    conforms(host, open(host, &[FAULT, TRACE]));
    let text = std::fs::read_to_string(directory.path().join("trace.0")).unwrap();
    assert!(text.lines().all(|line| line.starts_with('{') && line.ends_with('}')));
    let told = |what: &str| text.lines().any(|line| line.contains(what));
    assert!(told("\"op\":\"send\",\"port\":") && told("\"peer_rank\":0,\"peer_port\":"));
    assert!(told("\"bytes\":1,\"result\":1,\"took_ns\":"));
    assert!(told("\"times\":") && told("\"op\":\"claim\"") && told("\"op\":\"close\""));
    assert!(text.lines().last().unwrap().starts_with("{\"summary\":{"));
}
