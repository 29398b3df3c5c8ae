//! Datagrams sent together.

use crate::seal::Seal;
use crate::wire::{HEADER_BYTES, TAG};
use std::net::SocketAddr;
use std::ops::Range;

/// Padding of size probes.
pub(crate) static ZEROS: [u8; 1 << 16] = [0; 1 << 16];

/// One datagram: header and control bytes, a range of the stream, padding.
#[derive(Clone, Debug)]
pub(crate) struct Segment {
    pub(crate) head: Range<usize>,
    pub(crate) start: u64,
    pub(crate) len: usize,
    pub(crate) padding: usize,
}

impl Segment {
    pub(crate) fn size(&self) -> usize {
        self.head.len() + self.len + self.padding
    }
}

/// Datagrams to one address, all of the same size except that the last may be shorter: the input of
/// one system call with segmentation offload. Reused from call to call; the payload stays in the
/// send ring, see `Endpoint::parts`.
#[derive(Debug)]
pub struct Burst {
    pub(crate) to: SocketAddr,
    /// Index and token of the connection: the slot may have been reused since.
    pub(crate) connection: Option<(usize, u64)>,
    pub(crate) is_routine: bool,
    pub(crate) heads: Vec<u8>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) total: usize,
}

impl Default for Burst {
    fn default() -> Self {
        Self::new()
    }
}

impl Burst {
    /// An empty burst.
    pub fn new() -> Self {
        let to = SocketAddr::from(([0, 0, 0, 0], 0));
        let (heads, segments) = (Vec::with_capacity(8192), Vec::with_capacity(64));
        Self { to, connection: None, is_routine: false, heads, segments, total: 0 }
    }

    /// The destination address.
    pub fn to(&self) -> SocketAddr {
        self.to
    }

    /// Whether the peer has answered in time so far, so that its replies go to the address of the
    /// connection, not to the source of these datagrams. Datagrams that are not routine must leave
    /// from the receiving address: they may reach a restarted peer, or a host without one, which
    /// reply to their source. If routine datagrams are not answered in time, such ones follow.
    pub fn is_routine(&self) -> bool {
        self.is_routine
    }

    /// Number of datagrams.
    pub fn count(&self) -> usize {
        self.segments.len()
    }

    /// Size of each datagram but the last in bytes.
    pub fn segment_bytes(&self) -> usize {
        self.segments.first().map_or(0, Segment::size)
    }

    /// Total size of all datagrams in bytes.
    pub fn total_bytes(&self) -> usize {
        self.total
    }

    /// Removes the first `count` datagrams, which have been sent; the rest can be sent later, if
    /// `Endpoint::is_current` still holds then.
    pub fn advance(&mut self, count: usize) {
        let left = self.segments.drain(..count.min(self.segments.len()));
        self.total -= left.map(|segment| segment.size()).sum::<usize>();
    }

    pub(crate) fn clear(&mut self, to: SocketAddr, connection: Option<(usize, u64)>) {
        self.to = to;
        self.connection = connection;
        self.is_routine = false;
        self.heads.clear();
        self.segments.clear();
        self.total = 0;
    }

    /// Adds a datagram; `control` goes between the header and the payload, whose bytes are
    /// `pieces`.
    pub(crate) fn push(
        &mut self,
        seal: &Seal,
        head: [u8; HEADER_BYTES],
        control: &[u8],
        (start, pieces): (u64, [&[u8]; 2]),
        padding: usize,
    ) {
        let parts = [control, pieces[0], pieces[1], &ZEROS[..padding]];
        let tag = seal.tag(&head, parts);
        let at = self.heads.len();
        self.heads.extend_from_slice(&head);
        self.heads[at..][TAG].copy_from_slice(&tag);
        self.heads.extend_from_slice(control);
        let len = pieces[0].len() + pieces[1].len();
        let segment = Segment { head: at..self.heads.len(), start, len, padding };
        self.total += segment.size();
        self.segments.push(segment);
    }
}
