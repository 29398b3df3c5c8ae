//! `fault`: adverse behaviour that the contract allows, with a seed.
//!
//! Order and exactly-once delivery still hold; a correct program must work over this network. The
//! same seed gives the same decisions on each side of each channel.

use super::layer::Layer;
use super::{Middleware, Opened, layer, param};
use crate::refusal::too_long;
use crate::{Error, HostRef};
use skifch_abi::{Attr, LogLevel, NetAddr, Param, iovec};
use std::ffi::{CStr, c_int};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

const PARAMS: &[Param] = &[
    param(
        c"SEED",
        c"auto",
        c"seed of all decisions, logged at start; auto: a new seed in each run",
    ),
    param(c"SHORT_SEND", c"0.2", c"probability that a channel has half the maximum message size"),
    param(c"REFUSE_SEND", c"0.2", c"probability that a send or claim returns 0: no room now"),
    param(
        c"LATE_RECV",
        c"0.2",
        c"probability that a receive returns 0 a few times although there is a message",
    ),
    param(c"SPLIT", c"0.5", c"probability that a message is presented in more pieces, up to 3"),
    param(c"LATE_WAKE", c"0.05", c"probability that a wait returns up to 1 ms late"),
];

pub(super) const MIDDLEWARE: Middleware = Middleware {
    name: "fault",
    about: "injects legal but unusual behaviour: refused and partial sends, late and split \
            messages, late wake-ups",
    params: PARAMS,
    wrap: layer::wrap::<Fault>,
};

struct Fault {
    host: HostRef,
    seed: u64,
    short_send: f64,
    refuse_send: f64,
    late_recv: f64,
    split: f64,
    late_wake: f64,
    wakes: Mutex<Dice>,
}

pub(super) struct Sending {
    dice: Dice,
    /// The maximum message size that is reported.
    limit_bytes: usize,
}

pub(super) struct Held {
    dice: Dice,
    /// Number of receives that will still return 0.
    times: u64,
}

impl Layer for Fault {
    type Tx = Sending;
    type Rx = Held;

    fn new(host: HostRef, _inner: Opened) -> Result<Self, Error> {
        let seed = seed(&host)?;
        host.log(LogLevel::Warn, format_args!("fault: SKIFCH_FAULT_SEED={seed}"));
        let seed = seed ^ (u64::from(host.rank()) << 32);
        Ok(Self {
            host,
            seed,
            short_send: probability(&host, c"SHORT_SEND")?,
            refuse_send: probability(&host, c"REFUSE_SEND")?,
            late_recv: probability(&host, c"LATE_RECV")?,
            split: probability(&host, c"SPLIT")?,
            late_wake: probability(&host, c"LATE_WAKE")?,
            wakes: Mutex::new(Dice(seed | 1)),
        })
    }

    fn sides(&self, port: u32, attr: &Attr) -> (Sending, Held) {
        let tx = Sending { dice: self.dice(port, 2), limit_bytes: attr.max_message_bytes };
        (tx, Held { dice: self.dice(port, 4), times: 0 })
    }

    fn refuses(&self, tx: &mut Sending) -> bool {
        tx.dice.says(self.refuse_send)
    }

    fn shortens(&self, tx: &mut Sending, total: usize) -> usize {
        total.min(tx.limit_bytes)
    }

    fn allows(&self, tx: &mut Sending, dst: NetAddr, len: usize) -> c_int {
        if len <= tx.limit_bytes {
            return 0;
        }
        self.host.fail(&too_long(dst, len, tx.limit_bytes, "send it in parts"))
    }

    fn holds_back(&self, held: &mut Held) -> bool {
        if held.times == 0 && held.dice.says(self.late_recv) {
            held.times = 1 + held.dice.throw() % 8;
        }
        let holds = held.times > 0;
        held.times = held.times.saturating_sub(1);
        holds
    }

    fn reshapes(&self, held: &mut Held, cont: &mut [iovec; 3], count: &mut c_int) {
        while *count > 0 && *count < 3 && held.dice.says(self.split) {
            split(&mut held.dice, cont, count);
        }
    }

    fn woken(&self) {
        let mut dice = self.wakes.lock().unwrap_or_else(PoisonError::into_inner);
        if dice.says(self.late_wake) {
            let late = Duration::from_micros(dice.throw() % 1000);
            drop(dice);
            std::thread::sleep(late);
        }
    }

    fn reports(&self, port: u32, attr: &mut Attr) {
        if self.dice(port, 6).says(self.short_send) {
            let max = attr.max_message_bytes;
            attr.max_message_bytes = (max / 2).max(64).min(max);
        }
    }
}

impl Fault {
    /// The dice of one part of the channel on `port`.
    fn dice(&self, port: u32, part: u64) -> Dice {
        let mut dice = Dice((self.seed ^ u64::from(port) << 8 ^ part) | 1);
        // Seeds that differ little have similar first values.
        for _ in 0..8 {
            dice.throw();
        }
        dice
    }
}

/// Splits a segment of two bytes or more in two.
fn split(dice: &mut Dice, cont: &mut [iovec; 3], count: &mut c_int) {
    let used = *count as usize;
    let index = dice.throw() as usize % used;
    let whole = cont[index];
    if whole.iov_len < 2 {
        return;
    }
    let at = 1 + dice.throw() as usize % (whole.iov_len - 1);
    cont.copy_within(index + 1..used, index + 2);
    cont[index].iov_len = at;
    let rest = whole.iov_base.wrapping_byte_add(at);
    cont[index + 1] = iovec { iov_base: rest, iov_len: whole.iov_len - at };
    *count += 1;
}

fn seed(host: &HostRef) -> Result<u64, Error> {
    if host.param(c"SEED").is_none_or(|text| text == "auto") {
        use std::hash::{BuildHasher, RandomState};
        return Ok(RandomState::new().hash_one(std::process::id()));
    }
    host.param_as(c"SEED")
}

/// A probability between 0 and 0.95: above that, a program would hardly make progress.
fn probability(host: &HostRef, key: &CStr) -> Result<f64, Error> {
    let p: f64 = if host.param(key).is_some() { host.param_as(key)? } else { 0.0 };
    if (0.0..=0.95).contains(&p) {
        return Ok(p);
    }
    let key = key.to_string_lossy();
    Err(Error::new(libc::EINVAL, format!("SKIFCH_FAULT_{key}={p} must be between 0 and 0.95")))
}

/// xorshift64* (S. Vigna, 2016).
pub(super) struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn says(&mut self, probability: f64) -> bool {
        // Compares with 53 random bits, the precision of a double.
        (self.throw() as f64) < probability * (1u64 << 53) as f64
    }
}
