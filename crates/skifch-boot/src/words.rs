//! Encoding of a text as the value of a field, which cannot contain spaces or `=`: a space becomes
//! an underscore, and other bytes that a field cannot contain become `%` and two hexadecimal
//! digits.

/// The mark at the end of a truncated text.
const MORE: &str = "...";

/// `text`, or as much of it as fits a field of `most_bytes`; control characters become spaces.
pub(crate) fn encode(text: &str, most_bytes: usize) -> String {
    let mut field = String::new();
    for c in text.chars() {
        let mut utf8 = [0; 4];
        let one = match c {
            ' ' => "_".to_owned(),
            c if c.is_ascii_graphic() && !"_=%".contains(c) => c.to_string(),
            c if c.is_control() && c != '\n' => "_".to_owned(),
            c => c.encode_utf8(&mut utf8).bytes().map(|byte| format!("%{byte:02X}")).collect(),
        };
        if field.len() + one.len() + MORE.len() > most_bytes {
            return field + MORE;
        }
        field.push_str(&one);
    }
    field
}

/// Whether [`encode`] truncates nothing.
pub(crate) fn fits(text: &str, most_bytes: usize) -> bool {
    // Whatever it ends with, there is room for what would follow.
    encode(text, usize::MAX - MORE.len()).len() + MORE.len() <= most_bytes
}

/// Decodes the text of a field.
pub(crate) fn decode(field: &str) -> String {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field.as_bytes();
    while let Some((&byte, more)) = rest.split_first() {
        rest = more;
        bytes.push(match (byte, hidden(rest)) {
            (b'_', _) => b' ',
            (b'%', Some(hidden)) => {
                rest = &rest[2..];
                hidden
            }
            _ => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The byte encoded by the first two digits, if [`encode`] escapes that byte.
fn hidden(digits: &[u8]) -> Option<u8> {
    let digit = |at: usize| digits.get(at).and_then(|&digit| char::from(digit).to_digit(16));
    let byte = (digit(0)? << 4 | digit(1)?) as u8;
    (b"_=%\n".contains(&byte) || !byte.is_ascii()).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_make_one_field() {
        for text in ["MPI_Abort(7): \"no\" luck", "A_B=lots\n100 %5F, 50%\u{e9}", "%", "%4", ""] {
            let field = encode(text, 200);
            assert!(!field.contains([' ', '=', '\n']), "{field}");
            assert_eq!(decode(&field), text);
            assert!(fits(text, 200) && !fits(text, text.len() + 2));
        }
        assert_eq!(decode(&encode("a\tb", 200)), "a b");
        assert_eq!(decode("100%41_%G1%"), "100%41 %G1%", "as others may say");
        assert_eq!(encode("abcdefgh", 9), "abcdef...");
        assert_eq!(encode("a_b_", 11), "a%5Fb%5F");
        assert_eq!(encode("____", 11), "%5F%5F...");
    }
}
