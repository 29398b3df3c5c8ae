//! Mutual authentication: both sides prove that they know the job's secret, and neither sends it.
//!
//! ```text
//! launcher → agent   magic[8] protocol:u32 nonce[16]
//! agent → launcher   magic[8] protocol:u32 host:u32 nonce[16] proof[8]
//! launcher → agent   proof[8]
//! ```
//!
//! A proof is SipHash-2-4, keyed with the secret, of the prover's role, both nonces and, for the
//! agent, the host's number (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012). It
//! keeps strangers out; it does not encrypt what follows.

use super::PROTOCOL;

pub(crate) type Secret = [u8; 16];
pub(crate) type Nonce = [u8; 16];
pub(crate) type Proof = [u8; 8];

const MAGIC: [u8; 8] = *b"skifagt\n";
pub(crate) const HELLO_BYTES: usize = 28;
pub(crate) const ANSWER_BYTES: usize = 40;
pub(crate) const PROOF_BYTES: usize = 8;

/// Unpredictable bytes.
pub(crate) fn random() -> std::io::Result<[u8; 16]> {
    let mut bytes = [0; 16];
    // SAFETY: writes at most 16 bytes into this array. So few are given whole or not at all.
    let count = unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if count == 16 { Ok(bytes) } else { Err(std::io::Error::last_os_error()) }
}

/// The launcher's first message.
pub(crate) fn hello(nonce: &Nonce) -> Vec<u8> {
    [&MAGIC[..], &PROTOCOL.to_le_bytes(), nonce].concat()
}

/// The launcher's nonce.
pub(crate) fn read_hello(hello: &[u8; HELLO_BYTES]) -> Result<Nonce, String> {
    let (head, nonce) = hello.split_at(12);
    check_head(head)?;
    nonce.try_into().map_err(|_| "too short".to_owned())
}

/// The agent's reply to it.
pub(crate) fn answer(secret: &Secret, host: u32, theirs: &Nonce, own: &Nonce) -> Vec<u8> {
    let proof = agent_proof(secret, host, theirs, own);
    [&MAGIC[..], &PROTOCOL.to_le_bytes(), &host.to_le_bytes(), own, &proof].concat()
}

/// The host's number and the agent's nonce, if the agent knows the secret.
pub(crate) fn read_answer(
    secret: &Secret,
    own: &Nonce,
    answer: &[u8; ANSWER_BYTES],
) -> Result<(u32, Nonce), String> {
    let (head, rest) = answer.split_at(12);
    check_head(head)?;
    let (Some(host), Some(nonce), Some(proof)) =
        (rest.first_chunk(), rest[4..].first_chunk(), rest.last_chunk::<PROOF_BYTES>())
    else {
        return Err("too short".to_owned());
    };
    let host = u32::from_le_bytes(*host);
    if *proof == agent_proof(secret, host, own, nonce) {
        return Ok((host, *nonce));
    }
    Err("it does not know this job's secret".to_owned())
}

fn agent_proof(secret: &Secret, host: u32, launcher: &Nonce, agent: &Nonce) -> Proof {
    prove(secret, &[&b"agent"[..], launcher, agent, &host.to_le_bytes()].concat())
}

/// The launcher's last message.
pub(crate) fn launcher_proof(secret: &Secret, launcher: &Nonce, agent: &Nonce) -> Proof {
    prove(secret, &[&b"launcher"[..], agent, launcher].concat())
}

fn check_head(head: &[u8]) -> Result<(), String> {
    let Some(rest) = head.strip_prefix(&MAGIC) else {
        return Err("it is not an agent of skifrun".to_owned());
    };
    match rest.first_chunk().map(|number| u32::from_le_bytes(*number)) {
        Some(PROTOCOL) => Ok(()),
        other => {
            let other = other.unwrap_or(0);
            Err(format!("it speaks agent protocol {other}, and we speak {PROTOCOL}"))
        }
    }
}

/// The secret of the ranks, which never crosses the network between hosts: derived from the secret
/// that each agent was given at its start, as hex.
pub(crate) fn rank_secret(secret: &Secret) -> String {
    let parts = (0..4_u8).flat_map(|part| prove(secret, &[&b"rank"[..], &[part]].concat()));
    parts.map(|byte| format!("{byte:02x}")).collect()
}

/// SipHash-2-4.
fn prove(key: &Secret, message: &[u8]) -> Proof {
    let half = |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let (k0, k1) = (half(&key[..8]), half(&key[8..]));
    let mut v = [
        k0 ^ 0x736f_6d65_7073_6575,
        k1 ^ 0x646f_7261_6e64_6f6d,
        k0 ^ 0x6c79_6765_6e65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    let mut absorb = |word: u64| {
        v[3] ^= word;
        round(&mut v);
        round(&mut v);
        v[0] ^= word;
    };
    let (words, rest) = message.as_chunks::<8>();
    words.iter().for_each(|word| absorb(u64::from_le_bytes(*word)));
    absorb((message.len() as u64) << 56 | half(rest));
    v[2] ^= 0xff;
    (0..4).for_each(|_| round(&mut v));
    (v[0] ^ v[1] ^ v[2] ^ v[3]).to_le_bytes()
}

fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[2] = v[2].rotate_left(32);
}

/// The secret in the form in which the agent receives it.
pub(crate) fn to_hex(secret: &Secret) -> String {
    secret.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn from_hex(text: &str) -> Option<Secret> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    let bytes = pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?));
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    if odd.is_empty() { bytes.try_into().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the paper's appendix A.
    #[test]
    fn siphash_as_published() {
        let key: Secret = std::array::from_fn(|i| i as u8);
        let message: Vec<u8> = (0..15).collect();
        assert_eq!(u64::from_le_bytes(prove(&key, &message)), 0xa129_ca61_49be_45e5);
    }

    #[test]
    fn only_who_knows_the_secret() {
        let (secret, ours, theirs) = (random().unwrap(), random().unwrap(), random().unwrap());
        assert_ne!(ours, theirs);
        let hello: [u8; HELLO_BYTES] = hello(&ours).try_into().unwrap();
        assert_eq!(read_hello(&hello).unwrap(), ours);
        let good: [u8; ANSWER_BYTES] = answer(&secret, 3, &ours, &theirs).try_into().unwrap();
        assert_eq!(read_answer(&secret, &ours, &good).unwrap(), (3, theirs));
        for at in 0..ANSWER_BYTES {
            let mut bad = good;
            bad[at] ^= 1;
            assert!(read_answer(&secret, &ours, &bad).is_err(), "byte {at}");
        }
        let mut other = secret;
        other[5] ^= 1;
        assert!(read_answer(&other, &ours, &good).unwrap_err().contains("secret"));
        assert!(read_answer(&secret, &theirs, &good).is_err(), "an answer said again");
        let mut newer = hello;
        newer[8] += 1;
        let next = format!("protocol {}", PROTOCOL + 1);
        assert!(read_hello(&newer).unwrap_err().contains(&next));
    }

    #[test]
    fn secrets_as_text() {
        let secret = random().unwrap();
        assert_eq!(from_hex(&to_hex(&secret)), Some(secret));
        for bad in ["", "00", "zz", &"0".repeat(31), &"0".repeat(34), &"é".repeat(16)] {
            assert_eq!(from_hex(bad), None);
        }
    }
}
