use super::*;

fn parse(line: &str) -> Message {
    Message::parse(line.as_bytes()).unwrap()
}

/// Answers as four launchers wrote them on the wire.
#[test]
fn answers_of_known_launchers() {
    let hydra4 = parse("cmd=get_result rc=-1 msg=key_x_not_found value=unknown\n");
    assert_eq!(hydra4.command(), "get_result");
    assert_eq!(hydra4.number::<i32>("rc"), Some(-1));
    assert_eq!(parse("cmd=barrier_out tag=0").number::<i32>("rc"), None);
    assert_eq!(parse("cmd=barrier_out rc=0").number::<i32>("rc"), Some(0));
    let found = parse("cmd=get_result rc=0 value=(vector,(0,1,2)) found=TRUE");
    assert_eq!(found.field("value"), Some("(vector,(0,1,2))"));
    assert_eq!(parse("cmd=my_kvsname kvsname=ƒr1w9nu5").field("kvsname"), Some("ƒr1w9nu5"));
}

#[test]
fn words_and_fields() {
    let odd = parse("cmd=x  a=1   b c==2 a=3\r\n");
    assert_eq!(odd.field("a"), Some("1"));
    assert_eq!(odd.field("b"), Some(""));
    assert_eq!(odd.field("c"), Some("=2"));
    assert_eq!(odd.field("d"), None);
    assert_eq!(odd.number::<u8>("c"), None);
}

#[test]
fn what_is_refused() {
    assert_eq!(Message::parse(b""), Err(LineFault::NoCommand));
    assert_eq!(Message::parse(b"cmd="), Err(LineFault::NoCommand));
    assert_eq!(Message::parse(b"a=1 cmd=put"), Err(LineFault::NoCommand));
    assert_eq!(Message::parse(b"cmd=\xff\xfe"), Err(LineFault::NotText));
    assert_eq!(Message::parse(b"cmd=put key=\0"), Err(LineFault::NotText));
    assert_eq!(Message::parse(b"cmd=put\ncmd=put"), Err(LineFault::NotText));
    assert_eq!(Message::parse(&[b'x'; MAX_LINE_BYTES + 1]), Err(LineFault::TooLong));
}

#[test]
fn lines_in_pieces() {
    let mut buffer = LineBuffer::default();
    buffer.push(b"cmd=a\ncm");
    assert_eq!(buffer.next_line(), Some(Ok(b"cmd=a".to_vec())));
    assert_eq!(buffer.next_line(), None);
    assert!(!buffer.is_empty());
    buffer.push(b"d=b\n");
    assert_eq!(buffer.next_line(), Some(Ok(b"cmd=b".to_vec())));
    assert!(buffer.is_empty());
}

#[test]
fn a_long_line_is_reported_once_and_skipped() {
    let mut buffer = LineBuffer::default();
    let mut faults = 0;
    for _ in 0..40 {
        buffer.push(&[b'x'; 1000]);
        while let Some(line) = buffer.next_line() {
            assert_eq!(line, Err(LineFault::TooLong));
            faults += 1;
        }
        assert!(buffer.bytes.len() <= MAX_LINE_BYTES + 1000);
    }
    buffer.push(b"tail\ncmd=after\n");
    assert_eq!(buffer.next_line(), Some(Ok(b"cmd=after".to_vec())));
    assert_eq!(faults, 1);
}

#[test]
fn a_long_line_in_one_piece_with_its_newline() {
    let mut buffer = LineBuffer::default();
    let mut bytes = vec![b'x'; MAX_LINE_BYTES];
    bytes.extend_from_slice(b"\ncmd=after\n");
    buffer.push(&bytes);
    assert_eq!(buffer.next_line(), Some(Err(LineFault::TooLong)));
    assert_eq!(buffer.next_line(), Some(Ok(b"cmd=after".to_vec())));
}
