//! Checks the length of functions.

use super::source::{Source, blanked};

/// Maximum length: a function should be readable at a glance.
const MAX_LINES: usize = 70;

pub(crate) fn check(source: &Source) -> Vec<String> {
    if source.is_test() {
        return Vec::new();
    }
    let code = blanked(&source.text);
    // Test modules are exempt; they are at the end of the file.
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let long = functions(code).into_iter().filter(|function| function.lines > MAX_LINES);
    long.map(|function| {
        let Function { name, line, lines } = function;
        format!("{}:{line}: fn {name} has {lines} lines, at most {MAX_LINES}", source.path)
    })
    .collect()
}

struct Function {
    name: String,
    line: usize,
    lines: usize,
}

/// Every function with a body, in code without comments and strings.
fn functions(code: &str) -> Vec<Function> {
    let starts = code.match_indices("fn ").filter(|(at, _)| {
        let before = code[..*at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    });
    starts.filter_map(|(at, _)| function(code, at)).collect()
}

fn function(code: &str, at: usize) -> Option<Function> {
    let rest = &code[at + 3..];
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    if name.is_empty() {
        return None;
    }
    let open = body(rest)?;
    let mut depth = 0usize;
    let close = rest[open..].find(|c| {
        depth = depth + usize::from(c == '{') - usize::from(c == '}');
        depth == 0
    })?;
    let lines = rest[..open + close].matches('\n').count() + 1;
    Some(Function { name, line: code[..at].matches('\n').count() + 1, lines })
}

/// The start of the body; `None` for a declaration. A semicolon in brackets is part of a type.
fn body(rest: &str) -> Option<usize> {
    let mut depth = 0usize;
    let at = rest.find(|c| {
        depth = depth + usize::from("([".contains(c)) - usize::from(")]".contains(c)).min(depth);
        depth == 0 && "{;".contains(c)
    })?;
    rest[at..].starts_with('{').then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_function_is_found_and_a_long_test_is_not() {
        let body = "    x();\n".repeat(MAX_LINES);
        let text = format!("fn short() {{ x() }}\nfn long(_: [u8; 4]) {{\n{body}}}\nfn decl();\n");
        let source = Source { path: "a.rs".into(), text: text.clone() };
        let faults = check(&source);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains("a.rs:2: fn long has 72 lines"), "{faults:?}");

        let tests = format!("#[cfg(test)]\nmod tests {{\n{text}}}");
        assert!(check(&Source { path: "a.rs".into(), text: tests }).is_empty());
        assert!(check(&Source { path: "a/tests/b.rs".into(), text }).is_empty());
    }
}
