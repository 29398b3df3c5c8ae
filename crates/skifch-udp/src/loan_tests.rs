//! Messages sent from the program's memory: it is the program's again as soon as it is told so.

use crate::memory_tests::members;
use crate::open::UdpDomain;
use crate::recv::UdpRx;
use crate::send::UdpTx;
use skifch_backend::abi::{NetAddr, SendFlags, iovec, netaddr};
use skifch_backend::{Domain, Port, Rx, Tx};
use skifch_chance::Random;
use std::mem::MaybeUninit;
use std::sync::Barrier;
use std::time::{Duration, Instant};

const PEER: NetAddr = netaddr(1, 0);
const HEAD_BYTES: usize = 16;
const MESSAGES: u64 = 600;
/// As long is a body that is not lent: that is so at first, until the path is known to carry large
/// datagrams.
const FEW_BYTES: usize = 40;

/// What message `number` holds.
fn body(number: u64, len: usize) -> Vec<u8> {
    (0..len as u64).map(|at| (at ^ (number * 37)) as u8).collect()
}

/// Sends a beginning of the body, which is lent if that is possible; returns how many bytes of it
/// went, and whether they are lent.
fn send(tx: &mut UdpTx, head: [u8; HEAD_BYTES], body: &[u8], key: u64) -> (usize, bool) {
    loop {
        // SAFETY: the callers leave the body alone until the peer has answered.
        match unsafe { tx.lend(PEER, &head, body.as_ptr(), body.len(), key) } {
            Ok(None) => {}
            Ok(Some(bytes)) => return (bytes, true),
            Err(error) => {
                assert_eq!(error.errno(), libc::ENOTSUP, "{error}");
                let few = body.len().min(FEW_BYTES);
                copy(tx, PEER, &[&head[..], &body[..few]].concat());
                return (few, false);
            }
        }
    }
}

/// Sends a message in the usual way.
fn copy(tx: &mut UdpTx, dst: NetAddr, bytes: &[u8]) {
    let list = [iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() }];
    // SAFETY: readable.
    let mut attempt = || unsafe { tx.send(dst, &list, bytes.len(), SendFlags::WHOLE) };
    while attempt().expect("a peer").is_none() {}
}

/// The next message.
fn receive(rx: &mut UdpRx) -> Vec<u8> {
    let mut cont = [const { MaybeUninit::uninit() }; 3];
    loop {
        if let Some(shown) = rx.recv(&mut cont, false).expect("a peer") {
            let bytes = cont[..shown.count].iter().flat_map(|piece| {
                // SAFETY: the receive has set so many pieces, readable until it is released.
                unsafe {
                    let piece = piece.assume_init();
                    std::slice::from_raw_parts(piece.iov_base.cast::<u8>(), piece.iov_len).to_vec()
                }
            });
            let bytes = bytes.collect();
            rx.recv_comp().expect("a message");
            return bytes;
        }
    }
}

/// Rank 0 sends messages of all lengths from a few buffers, which it overwrites as soon as the peer
/// has answered.
fn sends(seed: u64, Port { mut tx, mut rx, .. }: Port<UdpTx, UdpRx>) {
    let mut random = Random::new(seed);
    let mut buffers = [const { Vec::new() }; 5];
    let mut lent_count = 0;
    for number in 0..MESSAGES + 5 {
        let buffer: &mut Vec<u8> = &mut buffers[number as usize % 5];
        if let Some(first) = number.checked_sub(5) {
            assert_eq!(receive(&mut rx), first.to_le_bytes());
            tx.take_back(PEER, first);
            buffer.fill(0xee);
        }
        if number < MESSAGES {
            let most = if random.happens(500_000) { 100_000 } else { 60_000 };
            *buffer = body(number, 1 + random.index(most));
            let (bytes, is_lent) = send(&mut tx, u128::from(number).to_le_bytes(), buffer, number);
            assert!((1..=buffer.len()).contains(&bytes), "{bytes}");
            lent_count += u64::from(is_lent);
        }
    }
    assert!(lent_count > MESSAGES / 2, "{lent_count} of {MESSAGES} were lent");
}

fn receives(Port { mut tx, mut rx, .. }: Port<UdpTx, UdpRx>) {
    for number in 0..MESSAGES {
        let got = receive(&mut rx);
        let (head, rest) = got.split_at(HEAD_BYTES);
        assert_eq!(head, u128::from(number).to_le_bytes());
        assert!(rest == body(number, rest.len()), "message {number} of {} bytes", rest.len());
        copy(&mut tx, netaddr(0, 0), &number.to_le_bytes());
    }
    // The last answers leave, and are acknowledged, when the channel is closed.
}

fn all_come(changed: &[(&str, &str)]) {
    let seed = skifch_chance::seed("loans");
    let met = Barrier::new(2);
    members(2, changed, |rank, domain: UdpDomain| {
        let port = domain.open(0).expect("a free port");
        met.wait();
        if rank == 0 { sends(seed, port) } else { receives(port) }
    });
}

#[test]
fn what_is_lent_comes_and_may_be_overwritten_when_it_is_not() {
    all_come(&[]);
    all_come(&[("SPLICE", "0")]);
}

#[test]
fn what_is_lent_comes_through_losses_too() {
    all_come(&[("FAULTS", "loss=3%,dup=2%,reorder=2%,corrupt=1%,seed=5")]);
}

/// Sends until a body was lent, of which so many bytes should go, or often if none should.
fn sent_with(settings: &[(&str, &str)], lent: Option<usize>) {
    members(2, settings, |rank, domain: UdpDomain| {
        let Port { mut tx, mut rx, .. } = domain.open(0).expect("a free port");
        let all = body(1, 60_000);
        for round in 1.. {
            let is_last = if rank == 0 {
                let (bytes, is_lent) = send(&mut tx, [0; 16], &all, 0);
                assert_eq!(bytes, lent.filter(|_| is_lent).unwrap_or(FEW_BYTES));
                assert_eq!(receive(&mut rx), [1]);
                is_lent
            } else {
                let got = receive(&mut rx);
                assert!(got[HEAD_BYTES..] == all[..got.len() - HEAD_BYTES]);
                copy(&mut tx, netaddr(0, 0), &[1]);
                got.len() > HEAD_BYTES + FEW_BYTES
            };
            if is_last || lent.is_none() && round == 1000 {
                break;
            }
        }
    });
}

/// No message is longer than the setting says.
#[test]
fn a_limit_of_messages_holds_for_lent_ones() {
    sent_with(&[("MAX_MESSAGE", "20000")], Some(20_000 - HEAD_BYTES));
    sent_with(&[("MAX_MESSAGE", "64")], None);
}

#[test]
fn nothing_is_lent_where_datagrams_are_small() {
    sent_with(&[("MTU", "9000")], None);
    sent_with(&[("MTU", "60000"), ("MAC", "on")], Some(60_000 - 28 - 4 - 64 - 8 - HEAD_BYTES));
    sent_with(&[], Some(60_000));
}

/// The receiver's ring is full, and the sender unmaps the memory: what has not left was copied.
#[test]
fn a_loan_to_who_does_not_receive_can_be_taken_back() {
    let met = Barrier::new(2);
    members(2, &[], |rank, domain: UdpDomain| {
        let Port { mut tx, mut rx, .. } = domain.open(0).expect("a free port");
        if rank == 0 {
            let (all, mut at, mut begin) = (Pages::of(7), 0, None::<Instant>);
            // Until nothing is taken for a while, once the first is.
            while begin.is_none_or(|begin| begin.elapsed() < Duration::from_millis(300)) {
                // SAFETY: the memory is left alone until the loans are taken back.
                match unsafe { tx.lend(PEER, &[0; 16], all.0.add(at), Pages::BYTES - at, 5) } {
                    Ok(Some(bytes)) => (at, begin) = (at + bytes, Some(Instant::now())),
                    Ok(None) => {}
                    Err(_) => {
                        // Not so many that they fill the ring before large datagrams are found to
                        // be carried: nobody receives them yet.
                        copy(&mut tx, PEER, &[7; 17]);
                        std::thread::sleep(Duration::from_millis(1));
                    }
                }
            }
            assert!(at < Pages::BYTES, "{at} bytes");
            tx.take_back(PEER, 5);
            drop(all);
            met.wait();
        } else {
            met.wait();
            let mut count = 0;
            while count < 1 << 19 {
                let got = receive(&mut rx);
                assert!(got[HEAD_BYTES..].iter().all(|byte| *byte == 7));
                count += got.len();
            }
        }
    });
}

/// Memory that is unmapped when it is dropped.
struct Pages(*mut u8);

impl Pages {
    const BYTES: usize = 3 << 20;

    fn of(byte: u8) -> Self {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, anywhere.
        let at = unsafe { libc::mmap(std::ptr::null_mut(), Self::BYTES, protection, flags, -1, 0) };
        assert_ne!(at, libc::MAP_FAILED);
        // SAFETY: so many bytes were mapped.
        unsafe { at.cast::<u8>().write_bytes(byte, Self::BYTES) };
        Self(at.cast())
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: mapped in `of`.
        unsafe { libc::munmap(self.0.cast(), Self::BYTES) };
    }
}
