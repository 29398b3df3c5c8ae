//! Parser of the table.

use super::table::{Chapter, Constant, Family, Generic, Param, Section, Set, Type};
use crate::Res;

/// The lines that are neither empty nor comments.
fn telling(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Splits `[name] words` into its two parts; the flag is whether a `+` precedes it.
fn heading(line: &str) -> Option<(bool, &str, &str)> {
    let (is_beyond, line) = line.strip_prefix('+').map_or((false, line), |rest| (true, rest));
    let (name, words) = line.strip_prefix('[')?.split_once(']')?;
    Some((is_beyond, name, words.trim()))
}

/// Parses types and sets of types.
pub(super) fn types(text: &str) -> Res<(Vec<Type>, Vec<Set>)> {
    let (mut types, mut sets) = (Vec::new(), Vec::new());
    for line in telling(text) {
        match heading(line) {
            Some((is_beyond, name, of)) => {
                let types = of.split_whitespace().map(str::to_owned).collect();
                sets.push(Set { name: name.to_owned(), is_beyond, types });
            }
            None => types.push(one_type(line).ok_or_else(|| format!("not a type: {line}"))?),
        }
    }
    Ok((types, sets))
}

fn one_type(line: &str) -> Option<Type> {
    let (head, tail) = line.split_once(" / ")?;
    let (name, c) = head.trim_end().split_once(' ')?;
    let (rust, same_as) = match tail.split_once('=') {
        Some((rust, same_as)) => (rust, Some(same_as.trim().to_owned())),
        None => (tail, None),
    };
    let owned = |text: &str| text.trim().to_owned();
    Some(Type { name: owned(name), c: owned(c), rust: owned(rust), same_as })
}

/// Parses chapters with their families.
pub(super) fn chapters(text: &str) -> Res<Vec<Chapter>> {
    let mut found: Vec<Chapter> = Vec::new();
    for line in telling(text) {
        if let Some((is_beyond, name, title)) = heading(line) {
            let (name, title) = (name.to_owned(), title.to_owned());
            let words = "this function is not in this version".to_owned();
            found.push(Chapter { name, title, is_beyond, words, families: Vec::new() });
            continue;
        }
        let chapter = found.last_mut().ok_or("a function before the first chapter")?;
        match line.strip_prefix("; ") {
            Some(words) => words.clone_into(&mut chapter.words),
            None => chapter.families.push(family(line).map_err(|why| format!("{why}: {line}"))?),
        }
    }
    Ok(found)
}

fn family(line: &str) -> Res<Family> {
    let (head, rest) = line.split_once('(').ok_or("no parameters")?;
    let (params, tail) = rest.split_once(')').ok_or("the parameters do not end")?;
    let mut words = head.split_whitespace();
    let is_done = match words.next() {
        Some("done") => true,
        Some("later") => false,
        other => return Err(format!("the state {other:?}")),
    };
    let call = words.next().ok_or("no call")?.to_owned();
    let mut family = Family {
        is_done,
        call,
        has_ctx: false,
        generic: None,
        is_old: false,
        is_noreturn: false,
        patterns: Vec::new(),
        params: Vec::new(),
        answer: tail.trim().strip_prefix("-> ").map(str::to_owned),
    };
    for word in words {
        match word.split_once(':') {
            Some(("generic", name)) => family.generic = Some(Generic::Named(name.to_owned())),
            _ => mark(&mut family, word),
        }
    }
    if family.patterns.is_empty() {
        return Err("no name".to_owned());
    }
    for text in params.split(", ").filter(|text| !text.is_empty()) {
        family.params.push(param(text).ok_or_else(|| format!("the parameter {text:?}"))?);
    }
    Ok(family)
}

/// Applies a word that is a mark, or else a name.
fn mark(family: &mut Family, word: &str) {
    match word {
        "ctx" => family.has_ctx = true,
        "generic" => family.generic = Some(Generic::Own),
        "old" => family.is_old = true,
        "noreturn" => family.is_noreturn = true,
        name => family.patterns.push(name.to_owned()),
    }
}

fn param(text: &str) -> Option<Param> {
    if text == "..." {
        return Some(Param { c: text.to_owned(), name: String::new() });
    }
    let at = text.rfind([' ', '*'])? + 1;
    let (c, name) = text.split_at(at);
    Some(Param { c: c.trim().to_owned(), name: name.to_owned() })
}

/// Parses constants by sort.
pub(super) fn sections(text: &str) -> Res<Vec<Section>> {
    let mut found: Vec<Section> = Vec::new();
    for line in telling(text) {
        if let Some((_, sort, words)) = heading(line) {
            let (sort, words) = (sort.to_owned(), words.to_owned());
            found.push(Section { sort, words, constants: Vec::new() });
            continue;
        }
        let section = found.last_mut().ok_or("a constant before the first section")?;
        let constant = constant(line).ok_or_else(|| format!("not a constant: {line}"))?;
        section.constants.push(constant);
    }
    Ok(found)
}

fn constant(line: &str) -> Option<Constant> {
    let mut words = line.split_whitespace();
    let (name, value) = (words.next()?.to_owned(), words.next()?.to_owned());
    let has_old = words.next() == Some("old");
    Some(Constant { name, value, has_old })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_understood() {
        let line = "later put ctx generic shmem_<rma>_put shmem_putmem  (T *dest, const T *s, \
                    size_t n, ...) -> int";
        let family = family(line).unwrap();
        assert!(!family.is_done && family.has_ctx && !family.is_old);
        assert_eq!(family.call, "put");
        assert_eq!(family.patterns, ["shmem_<rma>_put", "shmem_putmem"]);
        assert_eq!(family.generic_name().as_deref(), Some("shmem_put"));
        assert_eq!(family.answer.as_deref(), Some("int"));
        let params: Vec<_> =
            family.params.iter().map(|one| (one.c.as_str(), one.name.as_str())).collect();
        assert_eq!(params, [("T *", "dest"), ("const T *", "s"), ("size_t", "n"), ("...", "")]);
    }

    #[test]
    fn what_is_no_family_is_refused() {
        for line in
            ["done put shmem_put", "maybe put shmem_put ()", "done put ()", "done x y (int)"]
        {
            assert!(family(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_type_has_a_name_in_c_and_in_rust() {
        let found = one_type("uint8    uint8_t   / u8  = uchar").unwrap();
        assert_eq!((found.name.as_str(), found.c.as_str()), ("uint8", "uint8_t"));
        assert_eq!((found.rust.as_str(), found.same_as.as_deref()), ("u8", Some("uchar")));
        assert_eq!(one_type("longdouble  long double / LongDouble").unwrap().c, "long double");
    }
}
