//! Encoding of arbitrary bytes as one or more PMI values in plain hex.
//!
//! The first part contains `<parts>.<bytes>.<hex>`, the further ones only hex, under the keys
//! `key~1`, `key~2`, …; `~` is therefore not allowed in callers' keys.

use std::fmt::Write;

/// The largest value that can be put. Addresses are small, and the launcher's space is limited.
pub(crate) const MAX_VALUE_BYTES: usize = 64 * 1024;

/// Room for `<parts>.<bytes>.` in the first part.
const HEADER_CHARS: usize = 16;

/// The key of part `index`.
pub(crate) fn part_key(key: &str, index: usize) -> String {
    if index == 0 { key.to_owned() } else { format!("{key}~{index}") }
}

/// The parts of `value`, each at most `part_chars` long.
pub(crate) fn encode(value: &[u8], part_chars: usize) -> Vec<String> {
    let part_bytes = part_chars.saturating_sub(HEADER_CHARS).max(2) / 2;
    let part_count = value.len().div_ceil(part_bytes).max(1);
    let mut parts: Vec<String> = value.chunks(part_bytes).map(hex).collect();
    parts.resize(part_count, String::new());
    parts[0] = format!("{part_count}.{}.{}", value.len(), parts[0]);
    parts
}

/// Decodes the first part: the number of parts, the total number of bytes, and its own bytes.
pub(crate) fn decode_first(text: &str) -> Option<(usize, usize, Vec<u8>)> {
    let mut pieces = text.splitn(3, '.');
    let part_count: usize = pieces.next()?.parse().ok()?;
    let value_bytes: usize = pieces.next()?.parse().ok()?;
    let sane = part_count >= 1 && part_count <= value_bytes.max(1);
    if !sane || value_bytes > MAX_VALUE_BYTES {
        return None;
    }
    Some((part_count, value_bytes, unhex(pieces.next()?)?))
}

/// Decodes a further part.
pub(crate) fn decode_rest(text: &str) -> Option<Vec<u8>> {
    unhex(text)
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a String does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).and_then(|d| u8::try_from(d).ok());
    let (pairs, odd) = text.as_bytes().as_chunks::<2>();
    if !odd.is_empty() {
        return None;
    }
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(value: &[u8], part_chars: usize) -> Vec<u8> {
        let parts = encode(value, part_chars);
        assert!(parts.iter().all(|part| part.len() <= part_chars));
        let (count, bytes, mut all) = decode_first(&parts[0]).unwrap();
        assert_eq!((count, bytes), (parts.len(), value.len()));
        for part in &parts[1..] {
            all.extend(decode_rest(part).unwrap());
        }
        all
    }

    #[test]
    fn every_length_comes_back() {
        for bytes in [0, 1, 2, 23, 24, 25, 48, 49, 1000, MAX_VALUE_BYTES] {
            let value: Vec<u8> = (0..bytes).map(|i| (i * 7 % 251) as u8).collect();
            assert_eq!(round(&value, 64), value);
            assert_eq!(round(&value, 1023), value);
        }
    }

    #[test]
    fn outside_the_grammar() {
        for text in ["", "1", "1.2", "0.0.", "2.1.00", "1.99999999.00", "x.1.00", "1.1.0", "1.1.0g"]
        {
            assert_eq!(decode_first(text), None, "{text}");
        }
        assert_eq!(decode_rest("éé"), None);
    }
}
