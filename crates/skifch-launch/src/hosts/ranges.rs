//! Abbreviated lists of batch systems: `n[01-03,7],gpu2` and `2(x3),1`.

/// More names than in any intended list; keeps an invalid one from filling memory.
pub(super) const NAMES_MAX: usize = 1 << 16;
/// More bytes than any host name has; otherwise that many long names would fill memory as well.
pub(super) const NAME_MAX_BYTES: usize = 255;

/// The names of a Slurm node list; `None` outside the grammar.
pub(super) fn names(text: &str) -> Option<Vec<String>> {
    let mut all = Vec::new();
    for item in items(text)? {
        all.extend(expand(item)?);
        if all.len() > NAMES_MAX {
            return None;
        }
    }
    Some(all)
}

/// Splits at commas outside brackets.
fn items(text: &str) -> Option<Vec<&str>> {
    let (mut items, mut begin, mut inside) = (Vec::new(), 0, false);
    for (at, c) in text.char_indices() {
        match c {
            '[' if inside => return None,
            '[' => inside = true,
            ']' if !inside => return None,
            ']' => inside = false,
            ',' if !inside => {
                items.push(&text[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    items.push(&text[begin..]);
    (!inside && items.iter().all(|item| !item.is_empty())).then_some(items)
}

/// `rack[1-2]node[01-10]`: every combination, the last bracket fastest.
fn expand(item: &str) -> Option<Vec<String>> {
    let Some((head, rest)) = item.split_once('[') else {
        return (item.len() <= NAME_MAX_BYTES).then(|| vec![item.to_owned()]);
    };
    let (list, tail) = rest.split_once(']')?;
    let tails = expand(tail)?;
    let mut names = Vec::new();
    for range in list.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (from, to): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        let width = first.len();
        let count = usize::try_from(to.checked_sub(from)?).ok()?.checked_add(1)?;
        let longest = tails.iter().map(String::len).max()? + head.len() + width.max(last.len());
        if count.checked_mul(tails.len())? > NAMES_MAX - names.len() || longest > NAME_MAX_BYTES {
            return None;
        }
        for number in from..=to {
            names.extend(tails.iter().map(|tail| format!("{head}{number:0width$}{tail}")));
        }
    }
    Some(names)
}

/// The numbers of `2(x3),1`; `None` outside the grammar.
pub(super) fn counts(text: &str) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    for item in text.split(',') {
        let (count, times) = match item.split_once("(x") {
            Some((count, times)) => (count, times.strip_suffix(')')?.parse().ok()?),
            None => (item, 1),
        };
        if times > NAMES_MAX - all.len().min(NAMES_MAX) {
            return None;
        }
        all.extend(std::iter::repeat_n(count.parse::<u32>().ok()?, times));
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_lists() {
        let names = |text: &str| names(text).map(|names| names.join(" "));
        assert_eq!(names("n1").as_deref(), Some("n1"));
        assert_eq!(names("n[01-03,7],gpu2").as_deref(), Some("n01 n02 n03 n7 gpu2"));
        assert_eq!(names("n[9-11]").as_deref(), Some("n9 n10 n11"));
        assert_eq!(names("r[1-2]n[1-2]x").as_deref(), Some("r1n1x r1n2x r2n1x r2n2x"));
        for bad in
            ["", "n[", "n]", "n[1", "n[]", "n[a-b]", "n[3-1]", "n[[1]]", "a,,b", "n[0-999999]"]
        {
            assert_eq!(names(bad), None, "{bad}");
        }
        assert_eq!(names("n[0-60000]m[0-60000]"), None);
        assert_eq!(names("n[0-65535]").map(|names| names.len() > 300_000), Some(true));
        assert_eq!(names("n[0-65536]"), None);
        // Each of these would be 65536 names of a megabyte.
        let (wide, long) = ("0".repeat(1 << 20), "n".repeat(1 << 20));
        for bad in [format!("n[{wide}-65535]"), format!("{long}[0-65535]"), long] {
            assert_eq!(names(&bad), None);
        }
        let just = format!("n[{}7]", "0".repeat(253));
        assert_eq!(names(&just).map(|name| name.len()), Some(255));
    }

    #[test]
    fn counts_per_node() {
        assert_eq!(counts("2(x3),1"), Some(vec![2, 2, 2, 1]));
        assert_eq!(counts("4"), Some(vec![4]));
        for bad in ["", "x", "2(x", "2(3)", "2(x99999999)"] {
            assert_eq!(counts(bad), None, "{bad}");
        }
    }
}
