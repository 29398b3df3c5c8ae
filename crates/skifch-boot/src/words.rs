//! Words for a person as the value of a field, which holds no blank and no `=`: a blank is an
//! underline there, and an underline `%5F`.

const UNDERLINE: &str = "%5F";

/// What follows words that are cut off.
const MORE: &str = "...";

/// `text`, or as much of it as makes a field of `most_bytes`; what a field cannot hold becomes a
/// blank.
pub(crate) fn encode(text: &str, most_bytes: usize) -> String {
    let mut field = String::new();
    for c in text.chars() {
        if field.len() + UNDERLINE.len() + MORE.len() > most_bytes {
            return field + MORE;
        }
        match c {
            '_' => field.push_str(UNDERLINE),
            '=' | '%' => field.push('_'),
            c if c.is_ascii_graphic() => field.push(c),
            _ => field.push('_'),
        }
    }
    field
}

/// The words of a field.
pub(crate) fn decode(field: &str) -> String {
    field.replace('_', " ").replace(UNDERLINE, "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_and_make_one_field() {
        let field = encode("MPI_Abort(7): \"no\" luck", 200);
        assert!(!field.contains([' ', '=']), "{field}");
        assert_eq!(decode(&field), "MPI_Abort(7): \"no\" luck");
        assert_eq!(decode(&encode("a=b\n100 %\u{e9}", 200)), "a b 100   ");
        assert_eq!(encode("abcdefgh", 9), "abcd...");
        assert_eq!(encode("a_b_", 11), "a%5Fb%5F");
        assert_eq!(encode("____", 11), "%5F%5F...");
    }
}
