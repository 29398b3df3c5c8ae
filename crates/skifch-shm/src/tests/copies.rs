//! Single-copy transfers. All ranks are in this process, which may read its own memory.

use super::{Open, SMALL, USUAL, addr, next, ranks, send};
use skifch_backend::Rx;
use skifch_backend::abi::{Caps, NetAddr, iovec};

/// Bytes of the sender's memory, if they could be copied.
fn copy(to: &mut Open, src: NetAddr, address: usize, len: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; len];
    let (from, place) = (piece(address, len), piece(bytes.as_mut_ptr().expose_provenance(), len));
    // SAFETY: the bytes are ours.
    let is_done = unsafe { to.rx.copy_from(src, &[from], &[place]) };
    is_done.then_some(bytes)
}

fn piece(address: usize, len: usize) -> iovec {
    iovec { iov_base: std::ptr::with_exposed_provenance_mut(address), iov_len: len }
}

/// Whether the bytes could be copied to an address in the other rank's memory.
fn write(from: &mut Open, dst: NetAddr, address: u64, bytes: &[u8]) -> bool {
    // SAFETY: the bytes are ours, and so is the memory at an address that is one.
    unsafe { from.rx.copy_to(dst, address, bytes.as_ptr().cast(), bytes.len()) }
}

#[test]
fn what_a_sender_has_can_be_copied_while_it_is_there() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert!(b.attr.caps.has(Caps::SINGLE_COPY));
    let data: Vec<_> = (0..3_000_001_u32).map(|at| (at % 251) as u8).collect();
    let there = data.as_ptr().expose_provenance();
    assert_eq!(copy(&mut b, addr(0), there, data.len()), None, "nothing has come from there");
    assert_eq!(send(&mut a.tx, addr(1), b"here it is").expect("sent"), 10);
    next(&mut b.rx);
    assert!(copy(&mut b, addr(0), there, data.len()).is_some_and(|bytes| bytes == data));
    assert_eq!(copy(&mut b, addr(0), 8, 100), None, "nothing is there");
    assert!(copy(&mut b, addr(0), there, 1).is_some(), "one wrong address spoils nothing");
    drop(a);
    assert_eq!(copy(&mut b, addr(0), there, 100), None, "who was there is gone");
}

#[test]
fn pieces_are_copied_together_or_not_at_all() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"here they are").expect("sent"), 13);
    next(&mut b.rx);
    let data: Vec<_> = (0..10_000_u32).map(|at| (at % 251) as u8).collect();
    let mut room = vec![0_u8; data.len()];
    let (there, here) = (data.as_ptr().expose_provenance(), room.as_mut_ptr().expose_provenance());
    // Swaps the two parts of the data.
    let from = [piece(there, 4000), piece(there + 4000, 6000)];
    let to = [piece(here + 6000, 4000), piece(here, 6000)];
    // SAFETY: the places are ours.
    unsafe {
        assert!(b.rx.copy_from(addr(0), &from, &to));
        assert!(!b.rx.copy_from(addr(0), &[from[0], piece(8, 6000)], &to), "nothing is there");
        assert!(!b.rx.copy_from(addr(0), &from, &to[..1]), "one has no place");
        assert!(b.rx.copy_from(addr(0), &from, &to), "a wrong address spoils nothing");
    }
    drop(a);
    // SAFETY: as above.
    assert!(!unsafe { b.rx.copy_from(addr(0), &from, &to) }, "who was there is gone");
    // SAFETY: `room` was written through its address.
    let room = unsafe { std::slice::from_raw_parts(room.as_ptr(), room.len()) };
    assert_eq!((&room[..6000], &room[6000..]), (&data[4000..], &data[..4000]));
}

#[test]
fn what_a_receiver_allows_can_be_written_while_it_is_there() {
    let all = ranks(2, SMALL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"write here").expect("sent"), 10);
    let mut room = vec![0_u8; 100_000];
    let there = room.as_mut_ptr().expose_provenance() as u64;
    let data: Vec<_> = (0..100_000_u32).map(|at| (at % 251) as u8).collect();
    assert!(!write(&mut b, addr(0), there, &data), "nothing has come from there");
    next(&mut b.rx);
    assert!(write(&mut b, addr(0), there, &data));
    assert!(!write(&mut b, addr(0), 8, &data) && !write(&mut b, addr(7), there, &data));
    drop(a);
    assert!(!write(&mut b, addr(0), there, &data), "who was there is gone");
    assert!(room == data);
}

#[test]
fn a_process_that_may_not_be_read_is_asked_once() {
    let all = ranks(2, USUAL);
    let (mut a, mut b) = (all[0].open(0), all[1].open(0));
    assert_eq!(send(&mut a.tx, addr(1), b"x").expect("sent"), 1);
    next(&mut b.rx);
    // No process has this id: the system answers as for a process that is gone.
    b.rx.lanes[0].process = Some(libc::pid_t::MAX);
    let there = (&raw const all).expose_provenance();
    assert_eq!(copy(&mut b, addr(0), there, 8), None);
    assert_eq!(b.rx.lanes[0].process, None);
}

#[test]
fn it_can_be_switched_off() {
    let all = ranks(2, &[SMALL, &[("SINGLE_COPY", "off")]].concat());
    assert!(!all[0].open(0).attr.caps.has(Caps::SINGLE_COPY));
}
