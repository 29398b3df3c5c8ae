//! Ancillary data (control messages): written for segmentation, read for everything else.

/// A buffer for one message's control data, made of words for the alignment of its headers.
#[derive(Clone, Copy)]
pub(crate) struct Control([u64; WORDS]);

/// Enough for three integers, or one extended error with its sender's address.
const WORDS: usize = 12;

impl Control {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    pub(crate) const BYTES: usize = WORDS * 8;

    pub(crate) fn as_mut_ptr(&mut self) -> *mut libc::c_void {
        self.0.as_mut_ptr().cast()
    }

    /// Attaches the segment size (`UDP_SEGMENT`) with which the kernel is to split `message`.
    pub(crate) fn put_segment(&mut self, message: &mut libc::msghdr, segment_bytes: u16) {
        message.msg_control = self.as_mut_ptr();
        // SAFETY: CMSG_SPACE and CMSG_LEN only compute; the buffer is larger than the space of one
        // integer, so the first header exists and its data lies in the buffer.
        unsafe {
            message.msg_controllen = libc::CMSG_SPACE(2) as usize;
            let header = libc::CMSG_FIRSTHDR(message);
            (*header).cmsg_level = libc::SOL_UDP;
            (*header).cmsg_type = libc::UDP_SEGMENT;
            (*header).cmsg_len = libc::CMSG_LEN(2) as usize;
            libc::CMSG_DATA(header).cast::<u16>().write_unaligned(segment_bytes);
        }
    }
}

/// One control message.
pub(crate) struct Entry {
    pub(crate) level: i32,
    pub(crate) kind: i32,
    data: *const u8,
    bytes: usize,
}

impl Entry {
    /// The value, if the data is at least as long as a `T`.
    ///
    /// # Safety
    /// Any bit pattern is a valid `T`, and the message is still as the kernel left it.
    pub(crate) unsafe fn value<T>(&self) -> Option<T> {
        // SAFETY: the kernel's header gives the data this length; the rest is the caller's promise.
        (self.bytes >= size_of::<T>()).then(|| unsafe { self.data.cast::<T>().read_unaligned() })
    }
}

/// All control messages of a message.
///
/// # Safety
/// The kernel filled `message`, and its control buffer has been neither moved nor changed.
pub(crate) unsafe fn entries(message: &libc::msghdr) -> impl Iterator<Item = Entry> {
    // SAFETY: the caller's promise.
    let mut header = unsafe { libc::CMSG_FIRSTHDR(message) };
    std::iter::from_fn(move || {
        if header.is_null() {
            return None;
        }
        // SAFETY: a header that the kernel wrote, followed by its data.
        unsafe {
            let at = header;
            header = libc::CMSG_NXTHDR(message, at);
            let bytes = (*at).cmsg_len.saturating_sub(libc::CMSG_LEN(0) as usize);
            let (level, kind) = ((*at).cmsg_level, (*at).cmsg_type);
            Some(Entry { level, kind, data: libc::CMSG_DATA(at), bytes })
        }
    })
}
