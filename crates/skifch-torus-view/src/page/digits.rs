//! Compact text encoding of rows of numbers: fixed-point digits to base 64.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Fractions from 0 to 1, in two digits each; empty if all are 0.
pub(super) fn shares(values: &[f32]) -> String {
    row(values, 4095.0, 2)
}

/// Numbers times `scale`, in `digits` digits each, most significant first; values that are too
/// large are clamped. Empty if all are 0.
pub(super) fn row(values: &[f32], scale: f32, digits: u32) -> String {
    if values.iter().all(|value| *value == 0.0) {
        return String::new();
    }
    let most = 64u32.pow(digits) - 1;
    let mut text = String::with_capacity(values.len() * digits as usize);
    for value in values {
        let number = ((value * scale).round().max(0.0) as u32).min(most);
        let digit = |place: u32| DIGITS[(number >> (6 * place)) as usize % 64] as char;
        text.extend((0..digits).rev().map(digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_digits_and_idle_rows_are_empty() {
        assert_eq!(shares(&[0.0, 1.0, 1.0 / 4095.0]), "AA__AB");
        assert_eq!(shares(&[0.0; 9]), "");
        assert_eq!(row(&[1.0, 1e9], 16.0, 3), "AAQ___");
    }
}
