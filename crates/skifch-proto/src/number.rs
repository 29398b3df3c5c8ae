//! Packet numbers: 64 bits internally, the low 32 bits on the wire.

/// The number nearest to `expected` with the low bits `low`.
pub(crate) fn unwrap(expected: u64, low: u32) -> u64 {
    let ahead = low.wrapping_sub(expected as u32).cast_signed();
    expected.checked_add_signed(i64::from(ahead)).unwrap_or(u64::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn below_zero_there_is_nothing() {
        assert_eq!(unwrap(0, u32::MAX), u64::from(u32::MAX));
        assert_eq!(unwrap(1, 0), 0);
    }

    proptest! {
        #[test]
        fn a_number_near_the_expected_one_is_found(
            expected in 0x1_0000_0000_u64..1 << 48, off in -0x7fff_ffff_i64..0x7fff_ffff,
        ) {
            let number = expected.wrapping_add_signed(off);
            prop_assert_eq!(unwrap(expected, number as u32), number);
        }
    }
}
