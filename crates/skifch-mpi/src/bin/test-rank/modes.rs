//! One small check for each guarantee of the point-to-point calls.

use crate::kit::{
    Random, WORLD, byte, irecv, isend, isend_mode, pattern, rank_of, receiving, recv, send,
    sending, size_of,
};
use skifch_mpi::coll::barrier;
use skifch_mpi::datatype::{self, Basic, Make};
use skifch_mpi::error::Class;
use skifch_mpi::p2p::{
    self, ANY_SOURCE, ANY_TAG, Any, Mode, PROC_NULL, Receiving, Sending, Status, TAG_UB,
};
use skifch_mpi::{Comm, Message, Request, comm};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

pub(crate) fn all(_: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    to_self();
    // Otherwise a wildcard receive could match a message of a neighbour that is ahead.
    barrier(WORLD).expect("a barrier");
    nobody();
    errors();
    neighbours(next, previous);
    synchronous(next, previous);
    buffered(next, previous);
    probing(next, previous);
    cancelling(next, previous);
    stale(next, previous);
    persistent(next, previous);
    families(next, previous);
    exchanges(next, previous);
    owned_exchanges();
    wrong_exchanges(next, previous);
    generalized();
    barrier(WORLD).expect("a barrier");
}

fn to_self() {
    let me = rank_of(WORLD);
    for len in [0, 8, 5000, 200_000] {
        let data = pattern(len, 3);
        let mut bytes = vec![0; len];
        let mut receive = irecv(&mut bytes, me as i32, 9, WORLD);
        send(&data, me, 9).expect("a send to oneself");
        p2p::wait(&mut receive).expect("a message of one's own");
        assert!(bytes == data);
        let mut late = isend(&data, me, TAG_UB, WORLD);
        let mut sync = isend_mode(Mode::Synchronous, &data, me, 4, WORLD);
        assert_eq!(p2p::test(&mut sync).expect("a test"), None);
        let mut bytes = vec![0; len];
        assert_eq!(recv(&mut bytes, ANY_SOURCE, TAG_UB).expect("a message").bytes, len as u64);
        assert!(bytes == data);
        recv(&mut bytes, me as i32, 4).expect("a message");
        p2p::wait(&mut sync).expect("matched");
        p2p::wait(&mut late).expect("sent");
    }
}

/// The arguments of a send of one byte that is not there.
fn nowhere(to: i32) -> Sending {
    let buf = std::ptr::null();
    Sending { buf, count: 1, datatype: byte(), peer: to, tag: 0, comm: WORLD }
}

fn nobody() {
    // SAFETY: no element is touched.
    unsafe { p2p::send(Sending { count: 7, ..nowhere(PROC_NULL) }) }.expect("nothing");
    let status = recv(&mut [], PROC_NULL, ANY_TAG).expect("nothing");
    assert_eq!(status, Status::NO_PROC);
    let (mut message, status) = p2p::mprobe(PROC_NULL, 1, WORLD).expect("nothing");
    assert_eq!((message, status), (Message::NO_PROC, Status::NO_PROC));
    // SAFETY: no element is touched.
    let status = unsafe { p2p::mrecv(std::ptr::null_mut(), 0, byte(), &mut message) };
    assert_eq!((status.expect("nothing"), message), (Status::NO_PROC, Message::NULL));
}

fn errors() {
    let (me, size) = (rank_of(WORLD), size_of(WORLD));
    let error = send(&[1, 2], size, 3).expect_err("a rank that is not there");
    assert_eq!(error.class(), Class::Rank);
    for words in ["MPI_Send of 2 MPI_BYTE", &format!("rank {size}, tag 3"), "MPI_COMM_WORLD"] {
        assert!(error.text().contains(words), "{error} does not say {words}");
    }
    assert_eq!(send(&[], me, -7).expect_err("a tag").class(), Class::Tag);
    assert_eq!(recv(&mut [], -9, 1).expect_err("a rank").class(), Class::Rank);
    // SAFETY: refused before anything is touched.
    let error = unsafe { p2p::send(Sending { comm: Comm(99), ..nowhere(0) }) };
    let error = error.expect_err("a communicator");
    assert_eq!(error.class(), Class::Comm);
    assert!(error.text().contains("tag 0: there is no communicator"), "{error}");
    // SAFETY: as above.
    let error = unsafe { p2p::send(Sending { comm: Comm::NULL, ..nowhere(0) }) };
    let error = error.expect_err("no communicator");
    assert!(error.text().ends_with(": the communicator is MPI_COMM_NULL"), "{error}");
    let made = Make::Contiguous { count: 2, old: datatype::get(byte()).expect("predefined") };
    let made = datatype::create(made).expect("a datatype");
    // SAFETY: as above.
    let error = unsafe { p2p::send(Sending { count: 3, datatype: made, ..nowhere(me as i32) }) };
    let error = error.expect_err("not committed");
    assert!(error.text().starts_with("MPI_Send of 3 of a datatype without a name to"), "{error}");
    datatype::free(made).expect("ours");
    assert_eq!(p2p::wait(&mut Request(77)).expect_err("a request").class(), Class::Request);
    for len in [100, 60_000] {
        let data = pattern(len, 1);
        let mut request = isend(&data, me, 0, WORLD);
        let mut bytes = [0; 10];
        let error = recv(&mut bytes, me as i32, 0).expect_err("no room");
        assert_eq!(error.class(), Class::Truncate);
        assert!(error.text().contains(&format!("{len} bytes")), "{error}");
        assert!(bytes == data[..10]);
        p2p::wait(&mut request).expect("sent all the same");
    }
}

fn neighbours(next: usize, previous: usize) {
    for len in [0, 1, 8, 255, 256, 257, 4096, 16_384, 16_385, 100_000, 3_000_000] {
        for tag in [0, TAG_UB] {
            let data = pattern(len, next as u64);
            let mut request = isend(&data, next, tag, WORLD);
            let mut bytes = vec![0; len];
            let status = recv(&mut bytes, previous as i32, ANY_TAG).expect("a message");
            assert_eq!((status.source, status.tag), (previous as i32, tag));
            assert!(bytes == pattern(len, rank_of(WORLD) as u64), "{len} bytes");
            p2p::wait(&mut request).expect("sent");
        }
        if len > 20 {
            // Truncation, on every path.
            let data = pattern(len, 5);
            let mut request = isend(&data, next, 2, WORLD);
            let error = recv(&mut [0; 20], previous as i32, 2).expect_err("no room");
            assert_eq!(error.class(), Class::Truncate);
            p2p::wait(&mut request).expect("sent all the same");
        }
    }
}

fn synchronous(next: usize, previous: usize) {
    for len in [0, 10, 50_000] {
        let data = pattern(len, 8);
        let mut request = isend_mode(Mode::Synchronous, &data, next, 6, WORLD);
        barrier(WORLD).expect("a barrier");
        assert_eq!(p2p::test(&mut request).expect("a test"), None, "matched by nobody");
        barrier(WORLD).expect("a barrier");
        let mut bytes = vec![0; len];
        recv(&mut bytes, previous as i32, 6).expect("a message");
        p2p::wait(&mut request).expect("matched");
        assert!(bytes == data);
    }
}

fn buffered(next: usize, previous: usize) {
    let data = pattern(1000, 2);
    // SAFETY: the bytes are readable.
    let bsend = |to: usize| unsafe { p2p::send_mode(Mode::Buffered, sending(&data, to, 1)) };
    let room = 1000 + p2p::BSEND_OVERHEAD;
    assert_eq!(bsend(next).expect_err("no buffer").class(), Class::Buffer);
    p2p::attach_buffer(None, 4096, room).expect("a buffer");
    assert_eq!(p2p::attach_buffer(None, 1, 1).expect_err("there is one").class(), Class::Buffer);
    bsend(next).expect("the first");
    let mut first = p2p::iflush_buffer(None).expect("a request");
    // The communicator's buffer takes precedence over the process's.
    p2p::attach_buffer(Some(WORLD), 8192, room - 1).expect("a buffer");
    assert_eq!(bsend(next).expect_err("too small").class(), Class::Buffer);
    assert_eq!(p2p::detach_buffer(Some(WORLD)).expect("a buffer"), (8192, room - 1));
    p2p::attach_buffer(Some(WORLD), 8192, room).expect("a buffer");
    bsend(next).expect("the second");
    let mut bytes = vec![0; 1000];
    for _ in 0..2 {
        recv(&mut bytes, previous as i32, 1).expect("a message");
        assert!(bytes == data);
    }
    // An announced message is sent when it is received: not before this point.
    p2p::wait(&mut first).expect("it has gone");
    p2p::flush_buffer(Some(WORLD)).expect("so has the second");
    for (of, address) in [(Some(WORLD), 8192), (None, 4096)] {
        assert_eq!(p2p::detach_buffer(of).expect("a buffer"), (address, room));
        assert_eq!(p2p::detach_buffer(of).expect_err("none").class(), Class::Buffer);
    }
}

fn probing(next: usize, previous: usize) {
    assert_eq!(p2p::iprobe(ANY_SOURCE, ANY_TAG, WORLD).expect("a probe"), None);
    barrier(WORLD).expect("a barrier");
    for len in [3, 40_000] {
        let (first, second) = (pattern(len, 1), pattern(len + 1, 2));
        let mut sends = [isend(&first, next, 5, WORLD), isend(&second, next, 5, WORLD)];
        let status = p2p::probe(ANY_SOURCE, 5, WORLD).expect("a message");
        assert_eq!((status.source, status.bytes), (previous as i32, len as u64));
        let (mut message, status) =
            p2p::mprobe(previous as i32, ANY_TAG, WORLD).expect("a message");
        assert_eq!((status.tag, status.bytes), (5, len as u64));
        // The message taken by the probe no longer matches the next receive.
        let mut bytes = vec![0; len + 1];
        let status = recv(&mut bytes, ANY_SOURCE, 5).expect("the second");
        assert_eq!(status.bytes, len as u64 + 1);
        assert!(bytes == second);
        // SAFETY: the bytes are writable.
        let refused =
            unsafe { p2p::mrecv(bytes.as_mut_ptr(), len, Basic::Null.into(), &mut message) };
        // A call that is refused leaves the message.
        assert_eq!(refused.expect_err("no datatype").class(), Class::Type);
        // SAFETY: as above.
        let status = unsafe { p2p::mrecv(bytes.as_mut_ptr(), len, byte(), &mut message) };
        assert_eq!(message, Message::NULL);
        assert_eq!(status.expect("the first").source, previous as i32);
        assert!(bytes[..len] == first);
        p2p::waitall(&mut sends, None).expect("sent");
    }
    assert!(p2p::improbe(ANY_SOURCE, ANY_TAG, WORLD).expect("a probe").is_none());
    barrier(WORLD).expect("a barrier");
}

fn cancelling(next: usize, previous: usize) {
    let mut bytes = [0; 4];
    let mut request = irecv(&mut bytes, ANY_SOURCE, 70, WORLD);
    p2p::cancel(request).expect("a cancel");
    assert!(p2p::wait(&mut request).expect("complete").is_cancelled);
    let mut request = irecv(&mut bytes, previous as i32, 7, WORLD);
    send(&[1, 2, 3, 4], next, 7).expect("a send");
    while p2p::request_get_status(request).expect("a status").is_none() {}
    p2p::cancel(request).expect("too late");
    let status = p2p::wait(&mut request).expect("complete");
    assert!(!status.is_cancelled && status.bytes == 4 && bytes == [1, 2, 3, 4]);
    let mut freed = isend(&[9; 3], next, 8, WORLD);
    p2p::request_free(&mut freed).expect("ours");
    assert_eq!(freed, Request::NULL);
    recv(&mut bytes, previous as i32, 8).expect("a message");
}

/// Freed handles identify no request, and do no harm to valid ones.
fn stale(next: usize, previous: usize) {
    let mut places = [[0u8; 4]; 9];
    let [first, second, late, soon @ ..] = &mut places;
    for tag in 50..58 {
        send(&[tag as u8; 4], next, tag).expect("a send");
    }
    barrier(WORLD).expect("a barrier");
    let from = previous as i32;
    let mut request = irecv(first, from, 50, WORLD);
    let (old, other) = (request, irecv(second, from, 51, WORLD));
    p2p::wait(&mut request).expect("a message");
    for refused in [
        p2p::wait(&mut { old }).map(drop),
        p2p::test(&mut { old }).map(drop),
        p2p::waitall(&mut [old], None),
        p2p::testall(&mut [old], None).map(drop),
        p2p::waitany(&mut [old]).map(drop),
        p2p::request_get_status(old).map(drop),
        p2p::cancel(old),
        p2p::request_free(&mut { old }),
    ] {
        assert_eq!(refused.expect_err("it is over").class(), Class::Request);
    }
    while p2p::request_get_status(other).expect("a status").is_none() {}
    let (some, result) = p2p::waitsome(&mut [other, old]).expect("one is over").expect("active");
    assert!(result.is_ok() && some.len() == 1 && some[0].0 == 0, "{some:?}");
    // One pending request and several complete ones, of which one is freed.
    let mut waits = irecv(late, from, 60, WORLD);
    let come = soon.iter_mut().zip(52..).map(|(place, tag)| irecv(place, from, tag, WORLD));
    let mut come: Vec<_> = come.collect();
    assert!(come.iter().enumerate().all(|(at, one)| *one != waits && !come[..at].contains(one)));
    while p2p::request_get_status(come[0]).expect("a status").is_none() {}
    p2p::cancel(come[0]).expect("too late");
    p2p::request_free(&mut come[0]).expect("ours");
    p2p::waitall(&mut come, None).expect("messages");
    assert_eq!(p2p::test(&mut waits).expect("a test"), None);
    barrier(WORLD).expect("a barrier");
    send(&[60; 4], next, 60).expect("a send");
    assert_eq!(p2p::wait(&mut waits).expect("a message").tag, 60);
    assert!(places.iter().zip([50, 51, 60, 52, 53, 54, 55, 56, 57]).all(|(p, tag)| *p == [tag; 4]));
}

fn persistent(next: usize, previous: usize) {
    for len in [16, 30_000] {
        let (mut data, mut bytes) = (vec![0; len], vec![0; len]);
        // SAFETY: both live until the requests are freed.
        let mut requests = unsafe {
            [
                p2p::recv_init(receiving(&mut bytes, ANY_SOURCE, 3)),
                p2p::send_init(Mode::Standard, sending(&data, next, 3)),
            ]
        }
        .map(|request| request.expect("a request"));
        assert_eq!(p2p::wait(&mut requests[0]).expect("inactive"), Status::EMPTY);
        for round in 0..4 {
            data.copy_from_slice(&pattern(len, round));
            // SAFETY: as above.
            unsafe { p2p::startall(&requests) }.expect("a start");
            // SAFETY: the call is refused.
            let again = unsafe { p2p::start(requests[0]) };
            assert_eq!(again.expect_err("active").class(), Class::Request);
            let mut statuses = [Status::EMPTY; 2];
            p2p::waitall(&mut requests, Some(&mut statuses)).expect("complete");
            assert_eq!(statuses[0].source, previous as i32);
            assert!(bytes == data && !requests.contains(&Request::NULL));
        }
        requests.iter_mut().for_each(|request| p2p::request_free(request).expect("ours"));
    }
}

fn families(next: usize, previous: usize) {
    let mut places = [[0u8; 8]; 6];
    let post = |places: &mut [[u8; 8]; 6]| {
        let receive =
            |(tag, place): (usize, &mut [u8; 8])| irecv(place, previous as i32, tag as i32, WORLD);
        places.iter_mut().enumerate().map(receive).collect::<Vec<_>>()
    };
    assert_eq!(p2p::waitany(&mut [Request::NULL]).expect("none"), None);
    assert_eq!(p2p::testany(&mut []).expect("none"), Any::NoneActive);
    let mut receives = post(&mut places);
    assert_eq!(p2p::testany(&mut receives).expect("a test"), Any::Pending);
    assert!(!p2p::testall(&mut receives, None).expect("a test"));
    barrier(WORLD).expect("a barrier");
    for tag in [4, 2, 0, 5, 1, 3] {
        send(&[tag as u8; 8], next, tag).expect("a send");
    }
    let mut seen = Vec::new();
    while let Some((at, status)) = p2p::waitany(&mut receives).expect("one") {
        assert_eq!(status.tag as usize, at);
        seen.push(at);
    }
    seen.sort_unstable();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
    assert!((0..6).all(|tag| places[tag] == [tag as u8; 8]));
    let mut receives = post(&mut places);
    for tag in 0..6 {
        send(&[tag as u8 + 1; 8], next, tag).expect("a send");
    }
    let mut count = 0;
    while let Some((some, result)) = p2p::waitsome(&mut receives).expect("some") {
        result.expect("no error");
        assert!(!some.is_empty());
        count += some.len();
    }
    assert_eq!(count, 6);
    assert!(p2p::testsome(&mut receives).expect("none").is_none());
    // Errors are in the statuses, and the other requests are complete all the same.
    let mut receives = post(&mut places);
    for tag in 0..6 {
        let data = [7; 9];
        send(&data[..if tag == 3 { 9 } else { 8 }], next, tag).expect("a send");
    }
    let mut statuses = [Status::EMPTY; 6];
    let error = p2p::waitall(&mut receives, Some(&mut statuses)).expect_err("one fails");
    assert_eq!(error.class(), Class::InStatus);
    let wrong: Vec<_> = (0..6).filter(|&at| statuses[at].error != Class::Success).collect();
    assert_eq!((wrong, statuses[3].error), (vec![3], Class::Truncate));
}

fn exchanges(next: usize, previous: usize) {
    for len in [0, 8, 256, 4096, 16_384, 100_000] {
        let data = pattern(len, next as u64);
        let mut bytes = vec![0; len];
        let send = sending(&data, next, 1);
        let recv = receiving(&mut bytes, previous as i32, 1);
        // SAFETY: the buffers have this length and do not overlap.
        let status = unsafe { p2p::sendrecv(send, recv) }.expect("an exchange");
        assert_eq!(status.source, previous as i32);
        assert!(bytes == pattern(len, rank_of(WORLD) as u64));
        // SAFETY: as above.
        let mut request = unsafe { p2p::isendrecv(send, recv) }.expect("an exchange");
        assert_eq!(p2p::wait(&mut request).expect("complete").bytes, len as u64);
        let mut own = pattern(len, next as u64);
        let both = receiving(&mut own, next as i32, 2);
        // SAFETY: as above.
        unsafe { p2p::sendrecv_replace(both, previous as i32, 2) }.expect("an exchange");
        assert!(own == bytes);
    }
}

/// The requests of exchanges, also of those with nobody, belong to their communicator.
fn owned_exchanges() {
    let (data, mut own, mut other) = ([1; 8], [0; 8], [2; 8]);
    let comm = comm::dup(Comm::SELF).expect("a communicator");
    for peer in [0, PROC_NULL] {
        let send = Sending { peer, comm, ..sending(&data, 0, 1) };
        let recv = Receiving { peer, comm, ..receiving(&mut own, 0, 1) };
        let both = Receiving { peer, comm, ..receiving(&mut other, 0, 2) };
        // SAFETY: the buffers have this length and do not overlap.
        let begun = unsafe { [p2p::isendrecv(send, recv), p2p::isendrecv_replace(both, peer, 2)] };
        let mut requests = begun.map(|begun| begun.expect("an exchange"));
        assert_eq!(requests.map(|request| p2p::comm_of(&[request])), [Some(comm); 2]);
        p2p::waitall(&mut requests, None).expect("complete");
    }
    comm::free(comm).expect("ours");
}

/// All calls refuse the exchange, and their errors name the side.
fn refuse_exchange(send: Sending, recv: Receiving, aim: &str) {
    let both = Receiving { peer: send.peer, tag: send.tag, ..recv };
    // SAFETY: the buffers have this length and do not overlap.
    let errors = unsafe {
        [
            p2p::sendrecv(send, recv).map(drop),
            p2p::sendrecv_replace(both, recv.peer, recv.tag).map(drop),
            p2p::isendrecv(send, recv).map(drop),
            p2p::isendrecv_replace(both, recv.peer, recv.tag).map(drop),
        ]
    };
    let calls = ["Sendrecv", "Sendrecv_replace", "Isendrecv", "Isendrecv_replace"];
    for (call, error) in calls.into_iter().zip(errors) {
        let error = error.expect_err("no such message").to_string();
        let begin = format!("MPI_{call} of 8 MPI_BYTE {aim}");
        assert!(error.contains(&begin), "{error}; expected: {begin}");
    }
}

/// Exchanges with an invalid argument on one side.
fn wrong_exchanges(next: usize, previous: usize) {
    let (data, mut bytes) = (pattern(8, 5), [0; 8]);
    let out = sending(&data, next, 3);
    // If the receive is invalid, nothing is sent.
    let into = receiving(&mut bytes, previous as i32, 3);
    for (send, recv, aim) in [
        (out, Receiving { tag: -7, ..into }, format!("from rank {previous}, tag -7")),
        (out, Receiving { peer: 1000, ..into }, "from rank 1000, tag 3".into()),
        (Sending { peer: 1001, ..out }, into, "to rank 1001, tag 3".into()),
        (Sending { tag: -8, ..out }, into, format!("to rank {next}, tag -8")),
    ] {
        refuse_exchange(send, recv, &aim);
    }
    barrier(WORLD).expect("a barrier");
    assert!(p2p::iprobe(previous as i32, 3, WORLD).expect("a probe").is_none());
    barrier(WORLD).expect("a barrier");
    // A message that has already arrived, even one that is too long, is received all the same.
    for len in [8, 4] {
        send(&data, next, 4).expect("a send");
        p2p::probe(previous as i32, 4, WORLD).expect("it has come");
        let into = receiving(&mut bytes[..len], previous as i32, 4);
        // SAFETY: as above.
        let got = unsafe { p2p::sendrecv(out, into) };
        match got {
            Ok(status) => assert_eq!((len, status.bytes), (8, 8)),
            Err(error) => {
                assert_eq!((len, error.class()), (4, Class::Truncate));
                assert!(error.to_string().contains("MPI_Sendrecv"), "{error}");
            }
        }
        assert!(bytes[..len] == data[..len]);
        // The message sent meanwhile has arrived behind it.
        let sent = recv(&mut bytes, previous as i32, ANY_TAG).expect("the other one");
        assert_eq!((sent.tag, sent.bytes), (3, 8));
    }
}

fn generalized() {
    let query = || Ok(Status { tag: 77, ..Status::EMPTY });
    let mut request = p2p::grequest_start(query, || Ok(()), |_| Ok(())).expect("a request");
    assert_eq!(p2p::comm_of(&[request]), Some(Comm::NULL));
    assert_eq!(p2p::test(&mut request).expect("a test"), None);
    p2p::grequest_complete(request).expect("ours");
    assert_eq!(p2p::request_get_status(request).expect("a status").map(|s| s.tag), Some(77));
    assert_eq!(p2p::wait(&mut request).expect("complete").tag, 77);
    completed_by_its_function();
}

/// The functions of a generalized request may make calls on it themselves.
fn completed_by_its_function() {
    static OWN: OnceLock<Request> = OnceLock::new();
    static FREED: AtomicU32 = AtomicU32::new(0);
    let own = || *OWN.get().expect("started");
    let query = || Ok(Status { tag: 78, ..Status::EMPTY });
    let free = || {
        FREED.fetch_add(1, Relaxed);
        Ok(())
    };
    let cancel = move |_| {
        p2p::grequest_complete(own())?;
        assert_eq!(p2p::request_get_status(own())?.map(|status| status.tag), Some(78));
        // It is removed while its function runs.
        assert_eq!(p2p::wait(&mut own())?.tag, 78);
        Ok(())
    };
    let request = p2p::grequest_start(query, free, cancel).expect("a request");
    OWN.set(request).expect("the first");
    p2p::cancel(request).expect("its function completes it");
    assert_eq!(FREED.load(Relaxed), 1);
}
