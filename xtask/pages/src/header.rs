//! Section 3 pages from the C headers. A header is a sequence of comments at the margin, each
//! followed by the declarations it describes; a comment with dashes begins a section.

use crate::{Share, page};
use clap_mangen::roff::{Roff, bold, roman};
use std::io;

const CHANNEL: &str = include_str!("../../../ffi/skifch/include/skifch.h");
const PLUGIN: &str = include_str!("../../../ffi/skifch/include/skifch_plugin.h");

pub(crate) fn write(share: &Share) -> io::Result<()> {
    share.page("skifch", 3, &manual("skifch", CHANNEL))?;
    share.page("skifch_plugin", 3, &manual("skifch_plugin", PLUGIN))?;
    functions(CHANNEL).into_iter().try_for_each(|name| share.page(name, 3, ".so man3/skifch.3\n"))
}

/// A part of a header.
#[derive(Debug, PartialEq)]
enum Part<'a> {
    Section(&'a str),
    /// The lines without comment marks; on continuation lines, the text after the asterisk.
    Comment(Vec<&'a str>),
    Code(Vec<&'a str>),
}

fn manual(name: &str, header: &str) -> String {
    let mut parts = parts(header).into_iter().peekable();
    let head = parts.next_if(|part| matches!(part, Part::Comment(_)));
    let Some(Part::Comment(head)) = head else { return String::new() };
    let about = head.first().map_or("", |line| line.trim_start_matches("SkifCh: "));
    let mut page = page(name, 3, about.trim_end_matches('.'));
    page.control("SH", ["SYNOPSIS"]);
    code(&mut page, &[&format!("#include <{name}.h>")]);
    page.control("SH", ["DESCRIPTION"]);
    comment(&mut page, &head);
    while let Some(part) = parts.next() {
        match part {
            Part::Section(title) => {
                page.control("SH", [title.to_uppercase().as_str()]);
            }
            Part::Code(lines) => code(&mut page, &lines),
            Part::Comment(lines) => {
                if let Some(Part::Code(below)) = parts.next_if(|part| matches!(part, Part::Code(_)))
                {
                    code(&mut page, &below);
                }
                page.control("RS", []);
                comment(&mut page, &lines);
                page.control("RE", []);
            }
        }
    }
    page.control("SH", ["SEE ALSO"]).text([roman("skifch(3), skifch_plugin(3), skifch(7)")]);
    page.render()
}

fn parts(header: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = header.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("/*") {
            let mut text = vec![rest];
            while !text.last().is_some_and(|last| last.contains("*/")) {
                let Some(line) = lines.next() else { break };
                text.push(line.strip_prefix(" *").filter(|rest| *rest != "/").unwrap_or(line));
            }
            parts.push(said(text));
        } else if !line.is_empty() {
            let mut code = vec![line];
            while let Some(more) = lines.next_if(|line| !line.is_empty()) {
                code.push(more);
            }
            if !is_guard(&code) {
                parts.push(Part::Code(code));
            }
        }
    }
    parts
}

/// Parses a comment or a section title.
fn said(lines: Vec<&str>) -> Part<'_> {
    let mut lines: Vec<_> = lines
        .into_iter()
        .map(|line| line.split("*/").next().unwrap_or_default().trim_end())
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    lines.retain(|line| !line.is_empty());
    match lines[..] {
        [title] if title.starts_with("----") => Part::Section(title.trim_matches(['-', ' '])),
        _ => Part::Comment(lines),
    }
}

/// Whether the lines are only for the compiler: guards and includes.
fn is_guard(code: &[&str]) -> bool {
    let marks = ["#ifndef SKIFCH_", "#include ", "#ifdef __cplusplus", "#endif"];
    marks.iter().any(|mark| code[0].starts_with(mark))
}

fn code(page: &mut Roff, lines: &[&str]) {
    page.control("PP", []).control("nf", []);
    for line in lines {
        page.text([bold(*line)]);
    }
    page.control("fi", []);
}

/// Running text and list items, whose lines are indented.
fn comment(page: &mut Roff, lines: &[&str]) {
    let mut is_item = false;
    for line in lines {
        let text = line.trim_start();
        if let Some((mark, rest)) = item(line) {
            page.control("TP", ["6"]).text([roman(mark)]).text([roman(rest)]);
            is_item = true;
            continue;
        }
        if is_item && text.len() == line.len() {
            page.control("PP", []);
            is_item = false;
        }
        page.text([roman(text)]);
    }
}

/// Splits a line that begins a list item into its mark and text.
fn item(line: &str) -> Option<(&str, &str)> {
    let text = line.trim_start();
    if text.len() == line.len() {
        return None;
    }
    let mark = ["- ", "> 0: ", "0: ", "-1: "].into_iter().find(|mark| text.starts_with(mark))?;
    Some((mark.trim_end(), &text[mark.len()..]))
}

/// The functions that a header declares.
fn functions(header: &str) -> Vec<&str> {
    let parts = parts(header);
    let code = parts.iter().filter_map(|part| match part {
        Part::Code(lines) => Some(lines),
        _ => None,
    });
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let calls = code.flatten().filter_map(|line| line.split_once('('));
    calls
        .map(|(before, _)| &before[before.rfind(|c| !is_name(c)).map_or(0, |at| at + 1)..])
        .filter(|name| name.starts_with("SkifCh_"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "/*\n * SkifCh: small.\n * Rules:\n *  - One\n *    more.\n */\n\
        #ifndef SKIFCH_X\n#define SKIFCH_X\n\n/* ---- Part one ---- */\n\n\
        /* Sends.\n *  > 0: bytes.\n *   -1: failure.\n * Order. */\n\
        int SkifCh_One(int a,\n               int b);\n";

    #[test]
    fn a_header_is_taken_apart() {
        let Part::Comment(head) = &parts(SMALL)[0] else { panic!("no comment") };
        assert_eq!(head[..], ["SkifCh: small.", "Rules:", " - One", "   more."]);
        assert_eq!(parts(SMALL)[1], Part::Section("Part one"));
        assert_eq!(parts(SMALL).len(), 4);
        assert_eq!(functions(SMALL), ["SkifCh_One"]);
    }

    #[test]
    fn declarations_come_before_what_is_said_of_them() {
        let page = manual("small", SMALL);
        let at = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text} in\n{page}"));
        assert!(at("PART ONE") < at("SkifCh_One(int a,") && at("SkifCh_One(int a,") < at("Sends."));
        assert!(page.contains(".TP 6\n> 0:\nbytes.\n") && page.contains(".PP\nOrder.\n"), "{page}");
    }

    #[test]
    fn every_function_has_a_page() {
        let names = functions(CHANNEL);
        assert!(
            ["SkifCh_Send", "SkifCh_RecvComp", "SkifCh_CompareSwap64"]
                .iter()
                .all(|name| { names.contains(name) })
        );
        assert!(names.len() > 50, "{names:?}");
    }
}
