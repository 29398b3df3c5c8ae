//! The parser accepts arbitrary bytes, and decodes what was encoded.

use super::*;
use proptest::prelude::*;

fn decode(bytes: &[u8]) -> Result<Header, Fault> {
    let head = bytes.first_chunk().ok_or(Fault::Magic)?;
    Header::decode(head, bytes.len())
}

fn header() -> impl Strategy<Value = Header> {
    let ack = (any::<u64>(), any::<u32>(), any::<u32>(), any::<u16>(), any::<u16>());
    let ack = ack.prop_map(|(position, credit, largest, run, delay_us)| {
        let position = position >> 1;
        Ack { position, credit, largest, run, delay_us }
    });
    let rest = (1_u64.., any::<u32>(), any::<u64>(), any::<u16>(), 0_u8..=32, 0_u8..8);
    (ack, rest).prop_map(|(ack, (to, number, position, len, runs, flags))| {
        let flags = flags | FLAG_ACK;
        Header { kind: Kind::Data, flags, runs, to, number, position: position >> 1, ack, len }
    })
}

fn hello() -> impl Strategy<Value = Hello> {
    let words = (1_u64.., any::<u64>(), any::<u32>(), any::<u32>());
    let sizes = (any::<u32>(), any::<u32>(), LEAST_DATAGRAM_BYTES as u32..);
    (words, sizes).prop_map(|((token, job, source, target), (credit, max_message, most))| {
        let credit = credit & !7;
        Hello { token, job, source, target, credit, max_message, max_datagram: most }
    })
}

proptest! {
    #[test]
    fn a_header_survives_the_wire(header in header()) {
        let total = header.payload().end;
        prop_assert_eq!(Header::decode(&header.encode(), total), Ok(header));
        prop_assert_eq!(Header::decode(&header.encode(), total + 1), Err(Fault::Malformed));
        prop_assert_eq!(Header::decode(&header.encode(), total - 1), Err(Fault::Malformed));
    }

    #[test]
    fn a_run_is_taken_apart_by_its_first_header(header in header(), count in 1_usize..4, rest: u8) {
        let bytes = header.payload().end;
        let mut one = header.encode().to_vec();
        one.resize(bytes, 0);
        let mut run = one.repeat(count);
        let short = if count > 1 { usize::from(rest) % HEADER_BYTES } else { 0 };
        run.truncate(run.len() - short);
        prop_assert_eq!(first_bytes(&run), bytes);
        run[2] |= FLAG_PADDED;
        prop_assert_eq!(first_bytes(&run), run.len());
    }

    #[test]
    fn any_bytes_begin_with_some_of_them(bytes: Vec<u8>) {
        let first = first_bytes(&bytes);
        prop_assert!(first <= bytes.len() && (first > 0 || bytes.is_empty()));
    }

    #[test]
    fn a_hello_survives_the_wire(hello in hello()) {
        prop_assert_eq!(Hello::decode(&hello.encode()), Some(hello));
        prop_assert_eq!(Hello::decode(&hello.encode()[1..]), None);
    }

    /// Accepted bytes are exactly what the encoder would produce: each datagram has one encoding.
    #[test]
    fn any_bytes_are_refused_or_mean_one_thing(
        mut bytes in prop::collection::vec(any::<u8>(), 0..200),
        kind in 0_u8..5, flags in 0_u8..20, sparse in any::<bool>(), len in 0_u16..200,
    ) {
        if bytes.len() >= HEADER_BYTES {
            bytes[0] = MAGIC;
            bytes[1] = VERSION << 4 | kind;
            bytes[2] = flags;
            bytes[3] &= 3;
            bytes[44..48].copy_from_slice(&[len as u8, 0, 0, 0]);
            if sparse {
                bytes[12..44].fill(0);
            }
        }
        if let Ok(header) = decode(&bytes) {
            let mut again = header.encode();
            again[TAG].copy_from_slice(&bytes[TAG]);
            prop_assert_eq!(&again[..], &bytes[..HEADER_BYTES]);
            prop_assert!(header.payload().end <= bytes.len());
            if header.kind == Kind::Hello {
                let body = &bytes[header.payload()];
                if let Some(hello) = Hello::decode(body) {
                    prop_assert_eq!(&hello.encode()[..], body);
                }
            }
        }
    }
}

#[test]
fn runs_that_touch_are_refused() {
    let bytes = [Run { gap: 1, run: 0 }.encode(), Run { gap: 7, run: 9 }.encode()].concat();
    let runs: Vec<_> = Run::decode(&bytes).expect("sound").collect();
    assert_eq!(runs, [Run { gap: 1, run: 0 }, Run { gap: 7, run: 9 }]);
    assert!(Run::decode(&Run { gap: 0, run: 3 }.encode()).is_none());
}

/// Each line has the expected verdict and the datagram in hex. A comment says what is special about
/// it.
#[test]
fn the_corpus_is_read_as_it_says() {
    let text = include_str!("../corpus/datagrams.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut count = 0;
    for line in lines {
        let (verdict, hex) = line.split_once(' ').expect("verdict and hex");
        let hex = hex.replace(' ', "");
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        assert_eq!(read(&bytes), verdict, "{line}");
        count += 1;
    }
    assert!(count >= 20, "{count} datagrams");
}

/// Decodes as the endpoint does: the header, then the body according to its kind.
fn read(bytes: &[u8]) -> &'static str {
    let header = match decode(bytes) {
        Err(Fault::Magic) => return "magic",
        Err(Fault::Malformed) => return "malformed",
        Ok(header) => header,
    };
    let body = &bytes[header.payload()];
    let runs = &bytes[HEADER_BYTES..header.payload().start];
    match header.kind {
        Kind::Hello if Hello::decode(body).is_none() => "malformed",
        Kind::Hello => "hello",
        Kind::Reset => "reset",
        Kind::Data if Run::decode(runs).is_none() => "malformed",
        Kind::Data => "data",
    }
}
