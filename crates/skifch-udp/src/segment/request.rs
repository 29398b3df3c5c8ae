//! Wire format of requests and replies, which follow one another in a message.
//!
//! | first byte            | item           | followed by                                        |
//! |-----------------------|----------------|----------------------------------------------------|
//! | 1                     | select         | segment 4: target of the rest of the message       |
//! | 2, 2 + `WIDE`         | put            | offset, length, the bytes                          |
//! | 3, 3 + `WIDE`         | get            | offset, length                                     |
//! | 4                     | token          | requests "done" once everything before it is done  |
//! | 8                     | data           | number 1, length 4, the bytes: reply to a get      |
//! | 9                     | old value      | number 1, value 8: reply to a fetching atomic      |
//! | 10                    | done           | number 1: reply to a token                         |
//! | 11                    | closed         | number 1: the segment was closed here              |
//! | `ATOMIC` + op + flags | atomic         | offset, operand, comparand for compare-swap        |
//!
//! Numbers are little-endian and unpadded. Offset and length are 4 and 2 bytes, with `WIDE` 8 and
//! 4; operands have the width of the word. Puts, and atomics without `FETCH`, have no reply; gets,
//! tokens and fetching atomics are answered in order, and the number is their count modulo 256. A
//! one-way xor of 8 bytes near the start of a segment takes 13 bytes.

use super::reader::{Malformed, Reader};
use skifch_backend::abi::AtomicOp;
use skifch_backend::word::Atomic;

const SELECT: u8 = 1;
const PUT: u8 = 2;
const GET: u8 = 3;
const TOKEN: u8 = 4;
const DATA: u8 = 8;
const OLD: u8 = 9;
const DONE: u8 = 10;
const CLOSED: u8 = 11;

/// Flag: a put or get with a wide offset and length.
const WIDE: u8 = 0x10;
/// An atomic, with the operation in the lowest three bits.
const ATOMIC: u8 = 0x80;
const ATOMIC_WIDE: u8 = 0x08;
const ATOMIC_EIGHT: u8 = 0x10;
const ATOMIC_FETCH: u8 = 0x20;
const ATOMIC_NOTHING: u8 = 0x40;

/// Size of a select in bytes.
pub(super) const SELECT_BYTES: usize = 5;
/// Maximum size of a put's header in bytes.
pub(super) const PUT_BYTES: usize = 13;
/// Size of the header of a data reply in bytes.
pub(super) const DATA_BYTES: usize = 6;

/// One request or reply. The data of a put or of a data reply stays in the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Select(u32),
    Put { offset: u64, len: usize },
    Get { offset: u64, len: usize },
    Token,
    Atomic { offset: u64, atomic: Atomic, is_fetching: bool },
    Data { number: u8, len: usize },
    Old { number: u8, value: u64 },
    Done { number: u8 },
    Closed { number: u8 },
}

impl Item {
    /// The next item of a message; `None` at its end.
    #[inline]
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Option<Self>, Malformed> {
        let Some(tag) = reader.byte() else { return Ok(None) };
        if tag & ATOMIC != 0 {
            return read_atomic(tag, reader).map(Some);
        }
        Ok(Some(match tag {
            SELECT => Self::Select(reader.u32()?),
            PUT => Self::Put { offset: reader.u32()?.into(), len: reader.u16()?.into() },
            GET => Self::Get { offset: reader.u32()?.into(), len: reader.u16()?.into() },
            WIDE_PUT => Self::Put { offset: reader.u64()?, len: reader.u32()? as usize },
            WIDE_GET => Self::Get { offset: reader.u64()?, len: reader.u32()? as usize },
            TOKEN => Self::Token,
            DATA => Self::Data { number: number(reader)?, len: reader.u32()? as usize },
            OLD => Self::Old { number: number(reader)?, value: reader.u64()? },
            DONE => Self::Done { number: number(reader)? },
            CLOSED => Self::Closed { number: number(reader)? },
            _ => return Err("an item of an unknown kind"),
        }))
    }
}

const WIDE_PUT: u8 = PUT | WIDE;
const WIDE_GET: u8 = GET | WIDE;

fn number(reader: &mut Reader<'_>) -> Result<u8, Malformed> {
    reader.array::<1>().map(|[number]| number)
}

#[inline]
fn read_atomic(tag: u8, reader: &mut Reader<'_>) -> Result<Item, Malformed> {
    if tag & ATOMIC_NOTHING != 0 {
        return Err("an unknown atomic operation");
    }
    // Three bits select one of eight operations.
    let op = AtomicOp::ALL[usize::from(tag & 7)];
    let offset = if tag & ATOMIC_WIDE != 0 { reader.u64()? } else { reader.u32()?.into() };
    let width = if tag & ATOMIC_EIGHT != 0 { 8 } else { 4 };
    let mut value = || if width == 8 { reader.u64() } else { reader.u32().map(u64::from) };
    let operand = value()?;
    let comparand = if op == AtomicOp::CompareSwap { value()? } else { 0 };
    let atomic = Atomic { op, width, operand, comparand };
    Ok(Item::Atomic { offset, atomic, is_fetching: tag & ATOMIC_FETCH != 0 })
}

/// The encoding of an item without the data of a put or of a data reply.
#[derive(Clone, Copy)]
pub(super) struct Short {
    bytes: [u8; 32],
    len: usize,
}

impl Short {
    #[inline]
    fn new(tag: u8) -> Self {
        let mut bytes = [0; 32];
        bytes[0] = tag;
        Self { bytes, len: 1 }
    }

    /// Appends a value; the longest item has 25 bytes.
    #[inline]
    fn with<const N: usize>(mut self, value: [u8; N]) -> Self {
        self.bytes[self.len..self.len + N].copy_from_slice(&value);
        self.len += N;
        self
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    #[inline]
    fn span(tag: u8, offset: u64, len: usize) -> Self {
        match (u32::try_from(offset), u16::try_from(len)) {
            (Ok(offset), Ok(len)) => {
                Self::new(tag).with(offset.to_le_bytes()).with(len.to_le_bytes())
            }
            // A message is shorter than 4 GiB, so its length fits into 32 bits.
            _ => Self::new(tag | WIDE).with(offset.to_le_bytes()).with((len as u32).to_le_bytes()),
        }
    }

    pub(super) fn select(segment: u32) -> Self {
        Self::new(SELECT).with(segment.to_le_bytes())
    }

    #[inline]
    pub(super) fn put(offset: u64, len: usize) -> Self {
        Self::span(PUT, offset, len)
    }

    pub(super) fn get(offset: u64, len: usize) -> Self {
        Self::span(GET, offset, len)
    }

    pub(super) fn token() -> Self {
        Self::new(TOKEN)
    }

    pub(super) fn data(number: u8, len: usize) -> Self {
        Self::new(DATA).with([number]).with((len as u32).to_le_bytes())
    }

    pub(super) fn old(number: u8, value: u64) -> Self {
        Self::new(OLD).with([number]).with(value.to_le_bytes())
    }

    pub(super) fn done(number: u8) -> Self {
        Self::new(DONE).with([number])
    }

    pub(super) fn closed(number: u8) -> Self {
        Self::new(CLOSED).with([number])
    }

    #[inline]
    pub(super) fn atomic(offset: u64, atomic: &Atomic, is_fetching: bool) -> Self {
        let Atomic { op, width, operand, comparand } = *atomic;
        let narrow = u32::try_from(offset);
        let mut tag = ATOMIC | op as u8;
        tag |= if narrow.is_err() { ATOMIC_WIDE } else { 0 };
        tag |= if width == 8 { ATOMIC_EIGHT } else { 0 };
        tag |= if is_fetching { ATOMIC_FETCH } else { 0 };
        let mut short = Self::new(tag);
        short = match narrow {
            Ok(offset) => short.with(offset.to_le_bytes()),
            Err(_) => short.with(offset.to_le_bytes()),
        };
        for (value, is_there) in [(operand, true), (comparand, op == AtomicOp::CompareSwap)] {
            short = match (is_there, width) {
                (false, _) => short,
                (true, 8) => short.with(value.to_le_bytes()),
                (true, _) => short.with((value as u32).to_le_bytes()),
            };
        }
        short
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Option<Item>, Malformed> {
        let pieces = [bytes];
        let mut reader = Reader::new(&pieces);
        let item = Item::read(&mut reader);
        assert!(item.is_err() || reader.byte().is_none(), "{item:?} has bytes left");
        item
    }

    fn items() -> Vec<(Short, Item)> {
        let far = 1 << 40;
        let mut all = vec![
            (Short::select(7), Item::Select(7)),
            (Short::put(9, 65535), Item::Put { offset: 9, len: 65535 }),
            (Short::put(9, 65536), Item::Put { offset: 9, len: 65536 }),
            (Short::get(far, 3), Item::Get { offset: far, len: 3 }),
            (Short::get(0, 0), Item::Get { offset: 0, len: 0 }),
            (Short::token(), Item::Token),
            (Short::data(255, 70_000), Item::Data { number: 255, len: 70_000 }),
            (Short::old(3, u64::MAX), Item::Old { number: 3, value: u64::MAX }),
            (Short::done(0), Item::Done { number: 0 }),
            (Short::closed(1), Item::Closed { number: 1 }),
        ];
        for op in AtomicOp::ALL {
            for (width, offset, is_fetching) in [(4, 8, false), (8, far, true), (8, 16, false)] {
                let operand = if width == 4 { 0xffff_fffe } else { u64::MAX - 1 };
                let comparand = if op == AtomicOp::CompareSwap { 5 } else { 0 };
                let atomic = Atomic { op, width, operand, comparand };
                let short = Short::atomic(offset, &atomic, is_fetching);
                all.push((short, Item::Atomic { offset, atomic, is_fetching }));
            }
        }
        all
    }

    #[test]
    fn items_come_back_as_they_were_and_no_beginning_of_one_is_one() {
        for (short, item) in items() {
            assert_eq!(read(short.bytes()), Ok(Some(item)));
            for cut in 1..short.bytes().len() {
                assert!(read(&short.bytes()[..cut]).is_err(), "{item:?} cut to {cut}");
            }
        }
        assert_eq!(read(&[]), Ok(None));
    }

    #[test]
    fn a_one_way_xor_takes_thirteen_bytes() {
        let xor = Atomic::new(AtomicOp::Xor, 8, u64::MAX, 0);
        assert_eq!(Short::atomic(4096, &xor, false).bytes().len(), 13);
    }

    #[test]
    fn first_bytes_that_mean_nothing_are_refused() {
        let known = [SELECT, PUT, GET, TOKEN, DATA, OLD, DONE, CLOSED, WIDE_PUT, WIDE_GET];
        for tag in (0..=u8::MAX).filter(|tag| tag & ATOMIC == 0 || tag & ATOMIC_NOTHING != 0) {
            let message = [[tag; 1].as_slice(), &[0; 31]].concat();
            let pieces = [&message[..]];
            let item = Item::read(&mut Reader::new(&pieces));
            assert_eq!(item.is_ok(), known.contains(&tag), "{tag:#x}: {item:?}");
        }
    }
}
