//! Ancillary data of messages: written for segmentation, read for everything else.

/// Room for what comes with one message. The words give it the alignment of a header.
#[derive(Clone, Copy)]
pub(crate) struct Control([u64; WORDS]);

/// Three integers, or one extended error with the address of its sender.
const WORDS: usize = 12;

impl Control {
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    pub(crate) const BYTES: usize = WORDS * 8;

    pub(crate) fn as_mut_ptr(&mut self) -> *mut libc::c_void {
        self.0.as_mut_ptr().cast()
    }

    /// Makes `message` carry the size of the segments that the kernel is to cut it into.
    pub(crate) fn put_segment(&mut self, message: &mut libc::msghdr, segment_bytes: u16) {
        message.msg_control = self.as_mut_ptr();
        // SAFETY: CMSG_SPACE and CMSG_LEN compute; the buffer is larger than the space of one
        // integer, so that the first header exists and its data lies in the buffer.
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

/// One entry that came with a message.
pub(crate) struct Entry {
    pub(crate) level: i32,
    pub(crate) kind: i32,
    data: *const u8,
    bytes: usize,
}

impl Entry {
    /// The value, if it is as long as a `T`.
    ///
    /// # Safety
    /// Any bits are a `T`, and the message is still as the kernel left it.
    pub(crate) unsafe fn value<T>(&self) -> Option<T> {
        // SAFETY: the data has that many bytes, by the kernel's header; the rest is the caller's.
        (self.bytes >= size_of::<T>()).then(|| unsafe { self.data.cast::<T>().read_unaligned() })
    }
}

/// Everything that came with a message.
///
/// # Safety
/// The kernel filled `message`, and its control buffer is where and as the kernel left it.
pub(crate) unsafe fn entries(message: &libc::msghdr) -> impl Iterator<Item = Entry> {
    // SAFETY: the caller's.
    let mut header = unsafe { libc::CMSG_FIRSTHDR(message) };
    std::iter::from_fn(move || {
        if header.is_null() {
            return None;
        }
        // SAFETY: a header that the kernel wrote, and its data behind it.
        unsafe {
            let at = header;
            header = libc::CMSG_NXTHDR(message, at);
            let bytes = (*at).cmsg_len.saturating_sub(libc::CMSG_LEN(0) as usize);
            let (level, kind) = ((*at).cmsg_level, (*at).cmsg_type);
            Some(Entry { level, kind, data: libc::CMSG_DATA(at), bytes })
        }
    })
}
