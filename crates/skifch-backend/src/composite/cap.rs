//! The maximum message size of a composite is the least of its children's: a child with a greater
//! limit is given only the beginning of a longer message, so that the bytes taken do not depend on
//! the child.

use super::tx::SendFn;
use crate::iov::{self, IOV_MAX};
use skifch_abi::{NetAddr, iovec};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

/// A child whose messages may be longer than the composite's. The context of [`send`].
pub(super) struct Capped {
    pub(super) send: SendFn,
    pub(super) ctx: *mut c_void,
    pub(super) max_bytes: usize,
}

/// The child's send, limited to `max_bytes` bytes.
///
/// # Safety
/// The op table's promise, with a [`Capped`] in place of the channel.
pub(super) unsafe extern "C" fn send(
    capped: *mut c_void,
    dst: NetAddr,
    elements: *const iovec,
    count: c_int,
) -> isize {
    // SAFETY: this function's contract.
    let Capped { send, ctx, max_bytes } = *unsafe { &*capped.cast::<Capped>() };
    // SAFETY: not null, so one element is there.
    if count == 1 && !elements.is_null() && unsafe { (*elements).iov_len } <= max_bytes {
        // SAFETY: the op table's promise, passed on.
        return unsafe { send(ctx, dst, elements, count) };
    }
    // SAFETY: as above.
    unsafe { send_list(&Capped { send, ctx, max_bytes }, dst, elements, count) }
}

/// # Safety
/// As [`send`].
#[inline(never)]
unsafe fn send_list(capped: &Capped, dst: NetAddr, elements: *const iovec, count: c_int) -> isize {
    let is_list = !elements.is_null() && (1..=IOV_MAX as c_int).contains(&count);
    // SAFETY: `count` elements are there. What is no list is for the child to refuse.
    let list = is_list.then(|| unsafe { std::slice::from_raw_parts(elements, count as usize) });
    let mut room = [MaybeUninit::uninit(); IOV_MAX];
    let (elements, count) = match list.and_then(|all| beginning(all, capped.max_bytes, &mut room)) {
        Some(list) => (list.as_ptr(), list.len() as c_int),
        None => (elements, count),
    };
    // SAFETY: the op table's promise, passed on.
    unsafe { (capped.send)(capped.ctx, dst, elements, count) }
}

/// The first `max_bytes` bytes of a list that has more; `None` for other lists, including those
/// whose total exceeds the size of any object.
pub(super) fn beginning<'a>(
    list: &[iovec],
    max_bytes: usize,
    room: &'a mut [MaybeUninit<iovec>; IOV_MAX],
) -> Option<&'a [iovec]> {
    iov::total(list).filter(|&total| total > max_bytes)?;
    let (mut left, mut count) = (max_bytes, 0);
    for (element, place) in list.iter().zip(room.iter_mut()) {
        let iov_len = element.iov_len.min(left);
        place.write(iovec { iov_len, ..*element });
        (left, count) = (left - iov_len, count + 1);
        if left == 0 {
            break;
        }
    }
    // SAFETY: the first `count` elements have been written.
    Some(unsafe { std::slice::from_raw_parts(room.as_ptr().cast(), count) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The element lengths of the first `max_bytes` bytes of a list with these element lengths.
    fn cut(lens: &[usize], max_bytes: usize) -> Option<Vec<usize>> {
        let byte = 7_u8;
        let base = (&raw const byte).cast_mut().cast();
        let list: Vec<_> = lens.iter().map(|&iov_len| iovec { iov_base: base, iov_len }).collect();
        let mut room = [MaybeUninit::uninit(); IOV_MAX];
        let list = beginning(&list, max_bytes, &mut room)?;
        assert!(list.iter().all(|element| element.iov_base == base));
        Some(list.iter().map(|element| element.iov_len).collect())
    }

    #[test]
    fn what_is_longer_is_cut_and_what_fits_or_cannot_be_is_left_alone() {
        assert_eq!(cut(&[11], 10), Some(vec![10]));
        assert_eq!(cut(&[4, 0, 7, 3], 10), Some(vec![4, 0, 6]));
        assert_eq!(cut(&[10, 1], 10), Some(vec![10]));
        assert_eq!(cut(&[1; IOV_MAX], IOV_MAX - 1).map(|cut| cut.len()), Some(IOV_MAX - 1));
        for fits in [&[][..], &[0], &[10], &[4, 6, 0], &[usize::MAX], &[isize::MAX as usize, 1]] {
            assert_eq!(cut(fits, 10), None, "{fits:?}");
        }
    }
}
