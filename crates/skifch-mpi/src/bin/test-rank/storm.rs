//! Random messages of all sizes between all ranks, compared with a model that matches them in
//! order.

use crate::kit::{Random, WORLD, irecv, isend_mode, pattern, rank_of, recv, send, size_of};
use skifch_mpi::p2p::{self, ANY_SOURCE, ANY_TAG, Mode, Status};
use skifch_mpi::{Comm, Request, coll, comm};
use std::collections::HashMap;
use std::time::Instant;

struct Planned {
    number: u64,
    from: usize,
    to: usize,
    tag: i32,
    on_second: bool,
    len: usize,
    mode: Mode,
}

fn plan(random: &mut Random, size: usize) -> Vec<Planned> {
    let lens = [0, 1, 8, 100, 240, 1000, 16_000, 16_400, 70_000, 300_000];
    (0..400)
        .map(|number| Planned {
            number,
            from: random.index(size),
            to: random.index(size),
            tag: random.below(3) as i32,
            on_second: random.below(3) == 0,
            len: lens[random.index(lens.len())].min(if number % 20 == 0 {
                usize::MAX
            } else {
                20_000
            }),
            mode: [Mode::Standard, Mode::Standard, Mode::Synchronous][random.index(3)],
        })
        .collect()
}

/// A posted receive, and the message it must get if its pattern leaves no choice.
struct Posted {
    bytes: Vec<u8>,
    comm: Comm,
    wanted: Option<u64>,
}

/// Every rank makes the same plan, so it knows which messages arrive, and in which order.
pub(crate) fn storm(random: &mut Random) {
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let second = comm::dup(WORLD).expect("a communicator");
    for _ in 0..5 {
        let plan = plan(random, size);
        let mut own = Random::new(random.below(1 << 40) + rank as u64);
        let out: Vec<_> = plan.iter().filter(|planned| planned.from == rank).collect();
        let datas: Vec<_> = out.iter().map(|out| pattern(out.len, out.number)).collect();
        let mut come: Vec<_> = plan.iter().filter(|planned| planned.to == rank).collect();
        // One stream is received with wildcards only, the others with exact keys, in a random order
        // of streams.
        let wild = own.below(2) == 0;
        let mut posted = Vec::new();
        let mut sends: Vec<Request> = Vec::new();
        let mut receives = Vec::new();
        let mut next = 0;
        while next < out.len() || !come.is_empty() {
            if next < out.len() && (come.is_empty() || own.below(2) == 0) {
                let (planned, data) = (out[next], &datas[next]);
                let comm = if planned.on_second { second } else { WORLD };
                sends.push(isend_mode(planned.mode, data, planned.to, planned.tag, comm));
                next += 1;
            } else {
                let at = own.index(come.len());
                let stream = |of: &Planned| (of.from, of.tag, of.on_second);
                let wanted = stream(come[at]);
                let first = come.iter().position(|of| stream(of) == wanted).expect("itself");
                let planned = come.remove(first);
                let comm = if planned.on_second { second } else { WORLD };
                let is_wild = wild && planned.on_second;
                let room = if is_wild { 300_000 } else { planned.len + own.index(3) };
                let mut bytes = vec![0xaa; room];
                let (from, tag) = if is_wild {
                    (ANY_SOURCE, ANY_TAG)
                } else {
                    (planned.from as i32, planned.tag)
                };
                receives.push(irecv(&mut bytes, from, tag, comm));
                let wanted = (!is_wild).then_some(planned.number);
                posted.push(Posted { bytes, comm, wanted });
            }
        }
        let mut statuses = vec![Status::EMPTY; receives.len()];
        let mut order: Vec<_> = (0..receives.len()).collect();
        while let Some(at) = (!order.is_empty()).then(|| own.index(order.len())) {
            let at = order.swap_remove(at);
            statuses[at] = p2p::wait(&mut receives[at]).expect("a message");
        }
        p2p::waitall(&mut sends, None).expect("all is sent");
        check(&plan, rank, &posted, &statuses);
        // Without a barrier, a wildcard could match the next round's message of a rank that is
        // ahead.
        coll::barrier(WORLD).expect("everybody comes");
    }
    comm::free(second).expect("ours");
}

fn check(plan: &[Planned], rank: usize, posted: &[Posted], statuses: &[Status]) {
    let mut streams: HashMap<(i32, i32), Vec<&Planned>> = HashMap::new();
    for planned in plan.iter().filter(|planned| planned.to == rank && planned.on_second).rev() {
        streams.entry((planned.from as i32, planned.tag)).or_default().push(planned);
    }
    for (posted, status) in posted.iter().zip(statuses) {
        let planned = match posted.wanted {
            Some(number) => &plan[number as usize],
            None => streams
                .get_mut(&(status.source, status.tag))
                .and_then(Vec::pop)
                .expect("a stream that was sent"),
        };
        let data = pattern(planned.len, planned.number);
        let number = planned.number;
        assert_eq!((status.source, status.tag), (planned.from as i32, planned.tag), "{number}");
        assert_eq!(status.bytes, planned.len as u64, "message {number} on {:?}", posted.comm);
        assert!(posted.bytes[..planned.len] == data[..], "message {number} has other bytes");
        assert!(posted.bytes[planned.len..].iter().all(|&byte| byte == 0xaa), "{number}");
    }
}

/// Thousands of receives, matched in the worst order, for each wildcard pattern.
pub(crate) fn many(_: &mut Random) {
    const COUNT: usize = 20_000;
    let (rank, size) = (rank_of(WORLD), size_of(WORLD));
    let (next, previous) = ((rank + 1) % size, (rank + size - 1) % size);
    let begin = Instant::now();
    for is_early in [true, false] {
        let mut bytes = vec![0u8; COUNT];
        let mut receives = Vec::new();
        let mut post = |bytes: &mut [u8]| {
            for (tag, place) in bytes.iter_mut().enumerate() {
                let from = if tag % 2 == 0 { previous as i32 } else { ANY_SOURCE };
                receives.push(irecv(std::slice::from_mut(place), from, tag as i32, WORLD));
            }
        };
        if is_early {
            post(&mut bytes);
        }
        coll::barrier(WORLD).expect("a barrier");
        let data: Vec<_> = (0..COUNT).map(|tag| tag as u8).collect();
        let mut sends: Vec<_> = (0..COUNT)
            .rev()
            .map(|tag| isend_mode(Mode::Standard, &data[tag..=tag], next, tag as i32, WORLD))
            .collect();
        if !is_early {
            p2p::waitall(&mut sends, None).expect("all is sent");
            coll::barrier(WORLD).expect("a barrier");
            post(&mut bytes);
        }
        p2p::waitall(&mut receives, None).expect("all is there");
        p2p::waitall(&mut sends, None).expect("all is sent");
        assert!(bytes == data);
    }
    let took = begin.elapsed();
    assert!(took.as_secs() < 10, "{COUNT} receives took {took:?}: matching is not linear");
}

/// Prints how many 8-byte messages per second rank 0 sends to rank 1, and half the round-trip time.
pub(crate) fn rate(random: &mut Random) {
    let (rank, count) = (rank_of(WORLD), 1_000_000 + random.below(2));
    let mut bytes = [0; 8];
    for round in 0..3 {
        coll::barrier(WORLD).expect("a barrier");
        let begin = Instant::now();
        for _ in 0..count {
            match rank {
                0 => send(&bytes, 1, 5).expect("a send"),
                1 => drop(recv(&mut bytes, 0, 5).expect("a receive")),
                _ => {}
            }
        }
        coll::barrier(WORLD).expect("a barrier");
        let took = begin.elapsed();
        let begin = Instant::now();
        for _ in 0..count / 10 {
            if rank == 0 {
                send(&bytes, 1, 5).expect("a send");
                recv(&mut bytes, 1, 5).expect("a receive");
            } else if rank == 1 {
                recv(&mut bytes, 0, 5).expect("a receive");
                send(&bytes, 0, 5).expect("a send");
            }
        }
        let half = begin.elapsed() / (2 * (count / 10) as u32);
        if rank == 0 {
            println!(
                "round {round}: {:.1} M/s, {half:?} one way",
                count as f64 / took.as_secs_f64() / 1e6
            );
        }
    }
}
