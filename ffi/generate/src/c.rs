//! C text as it appears in the headers.

const MAX_COLUMNS: usize = 100;

/// A declaration, wrapped into as few lines as possible.
pub(crate) fn wrapped(head: &str, params: &str) -> String {
    wrapped_to(MAX_COLUMNS, head, params) + ";\n"
}

/// The same in lines of at most `columns` columns, without the final semicolon.
pub(crate) fn wrapped_to(columns: usize, head: &str, params: &str) -> String {
    let mut text = head.to_owned();
    let mut column = head.len();
    for (index, param) in params.split(", ").enumerate() {
        let needed = param.len() + 3;
        if index > 0 && column + needed > columns {
            text += ",\n    ";
            column = 4;
        } else if index > 0 {
            text += ", ";
        }
        text += param;
        column += needed;
    }
    text + ")"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_declarations_are_broken_between_parameters() {
        let params = ["MPI_Datatype datatype"; 9].join(", ");
        let text = wrapped("int MPI_X(", &params);
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= MAX_COLUMNS));
        assert_eq!(text.matches("MPI_Datatype datatype").count(), 9);
        assert_eq!(wrapped("int MPI_Y(", "void"), "int MPI_Y(void);\n");
    }
}
