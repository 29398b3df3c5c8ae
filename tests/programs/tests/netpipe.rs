//! NetPIPE from Debian, built against MPICH: data arrive intact at every size.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use skifch_programs::{Linked, Place, run};

const PACKAGE: &str = "apt-get download netpipe-mpich2 && dpkg-deb -x netpipe-mpich2_*.deb .";

#[test]
fn netpipe_finds_no_wrong_byte() {
    let Some(place) = Place::wanted("netpipe") else { return };
    let program = place.dir().join("usr/bin/NPmpich2");
    if !place.fetch(&program, "sh", &["-c", PACKAGE]) {
        return;
    }
    for (backend, limit) in [("shm", "1000000"), ("udp", "100000"), ("torus:2", "10000")] {
        let mut job = place.job(2, backend, Linked::Mpich);
        let text = run(job.arg(&program).args(["-i", "-u", limit]));
        let rows = text.lines().filter(|line| line.contains("Integrity check passed")).count();
        assert!(rows > 20 && !text.contains("failed"), "{backend}: {rows} sizes\n{text}");
    }
}

#[test]
fn netpipe_prints_its_table() {
    let Some(place) = Place::wanted("netpipe") else { return };
    let program = place.dir().join("usr/bin/NPmpich2");
    if !place.fetch(&program, "sh", &["-c", PACKAGE]) {
        return;
    }
    for backend in ["shm", "udp"] {
        let mut job = place.job(2, backend, Linked::Mpich);
        let text = run(job.arg(&program).args(["-u", "100000", "-o", &format!("np.{backend}")]));
        let rows = text.lines().filter(|line| line.contains("Mbps in")).count();
        assert!(rows > 60, "{backend}: {rows} rows\n{text}");
        println!("{}", text.lines().rfind(|line| line.contains("Mbps")).unwrap());
    }
}
