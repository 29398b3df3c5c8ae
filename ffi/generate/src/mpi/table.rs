//! The table of MPI: functions, constants, callbacks and extra names, read from
//! `ffi/mpi-edge/table`.

use crate::Res;
use crate::made;

/// The folder of the table below the root.
pub(crate) const FOLDER: &str = "ffi/mpi-edge/table";

pub(crate) struct Table {
    pub(crate) chapters: Vec<Chapter>,
    pub(crate) constants: Vec<Section>,
    pub(crate) callbacks: Vec<Callback>,
    /// Names outside the standard, each with the function that it stands for.
    pub(crate) extras: Vec<(String, String)>,
    /// Additional exports of libraries with the MPICH ABI: functions, and data without profiling
    /// aliases.
    pub(crate) mpich_functions: Vec<String>,
    pub(crate) mpich_data: Vec<String>,
}

pub(crate) struct Chapter {
    pub(crate) name: String,
    pub(crate) title: String,
    /// The error text of functions that are not implemented.
    pub(crate) words: String,
    pub(crate) functions: Vec<Function>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Done,
    Later,
    /// Returns the argument as a number or the other way round, implemented by a library's types.
    Cast,
    Alias,
}

pub(crate) struct Function {
    pub(crate) state: State,
    /// The first version of the standard that has it.
    pub(crate) since: String,
    pub(crate) name: String,
    pub(crate) has_large: bool,
    /// Whether the edge's function takes the ABI as a type parameter.
    pub(crate) takes_abi: bool,
    pub(crate) params: Vec<Param>,
    /// The kind of the return value, if it is not an error code.
    pub(crate) answer: Option<String>,
    pub(crate) alias_of: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    In,
    Out,
    InOut,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Param {
    pub(crate) way: Way,
    pub(crate) kind: String,
    /// Number of bracket pairs after the kind.
    pub(crate) depth: usize,
    pub(crate) name: String,
}

/// A group of constants of one sort.
pub(crate) struct Section {
    pub(crate) sort: String,
    /// The word after the sort: a type or a kind.
    pub(crate) of: String,
    pub(crate) words: String,
    pub(crate) constants: Vec<Constant>,
}

pub(crate) struct Constant {
    pub(crate) name: String,
    /// As written: its value in the standard ABI, or another name.
    pub(crate) value: String,
    pub(crate) is_alias: bool,
    /// Its value in the MPICH ABI, if it exists there.
    pub(crate) mpich: Option<String>,
    /// The C type of a pointer constant.
    pub(crate) c_type: String,
}

pub(crate) struct Callback {
    pub(crate) name: String,
    pub(crate) answer: String,
    pub(crate) params: String,
}

impl Table {
    /// Reads the table from its files.
    pub(crate) fn read() -> Res<Self> {
        let read = |name: &str| made::read(format!("{FOLDER}/{name}"));
        let of_mpich = lines(&read("mpich.txt")?, pair)?;
        let mpich = |sort: &str| {
            let of_it = of_mpich.iter().filter(|(of, _)| of == sort);
            of_it.map(|(_, name)| name.clone()).collect()
        };
        Ok(Self {
            chapters: chapters(&read("functions.txt")?)?,
            constants: sections(&read("constants.txt")?)?,
            callbacks: lines(&read("callbacks.txt")?, callback)?,
            extras: lines(&read("extra.txt")?, pair)?,
            mpich_functions: mpich("function"),
            mpich_data: mpich("data"),
        })
    }

    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.chapters.iter().flat_map(|chapter| &chapter.functions)
    }

    /// Every name of the standard, including large-count forms, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.functions().flat_map(Function::names).collect();
        names.sort_unstable();
        names
    }

    pub(crate) fn has_callback(&self, name: &str) -> bool {
        self.callbacks.iter().any(|callback| callback.name == name)
    }
}

impl Function {
    /// Whether it belongs to the tool interface.
    pub(crate) fn is_for_tools(&self) -> bool {
        self.since == "T"
    }

    /// Its name, and the name of its large-count form.
    pub(crate) fn names(&self) -> Vec<String> {
        let large = self.has_large.then(|| format!("{}_c", self.name));
        std::iter::once(self.name.clone()).chain(large).collect()
    }
}

/// The lines that are neither empty nor comments.
fn telling(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn lines<T>(text: &str, parse: fn(&str) -> Option<T>) -> Res<Vec<T>> {
    let wrong = |line: &str| format!("{FOLDER}: not understood: {line}");
    telling(text).map(|line| parse(line).ok_or_else(|| wrong(line))).collect()
}

fn pair(line: &str) -> Option<(String, String)> {
    let (name, of) = line.split_once(' ')?;
    Some((name.to_owned(), of.trim().to_owned()))
}

fn callback(line: &str) -> Option<Callback> {
    let (name, rest) = line.split_once(' ')?;
    let (answer, params) = rest.trim().split_once(" (")?;
    let params = params.strip_suffix(')')?.to_owned();
    Some(Callback { name: name.to_owned(), answer: answer.to_owned(), params })
}

/// Splits `[name] words` into its two parts.
fn heading(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.split_once(']').map(|(name, words)| (name, words.trim()))
}

fn chapters(text: &str) -> Res<Vec<Chapter>> {
    let mut found: Vec<Chapter> = Vec::new();
    for line in telling(text) {
        if let Some((name, title)) = heading(line) {
            let (name, title) = (name.to_owned(), title.to_owned());
            let words = "this function is not in this version".to_owned();
            found.push(Chapter { name, title, words, functions: Vec::new() });
            continue;
        }
        let chapter = found.last_mut().ok_or("a function before the first chapter")?;
        match line.strip_prefix("; ") {
            Some(words) => words.clone_into(&mut chapter.words),
            None => chapter.functions.push(function(line).map_err(|why| format!("{why}: {line}"))?),
        }
    }
    Ok(found)
}

fn function(line: &str) -> Res<Function> {
    let (head, rest) = line.split_once('(').ok_or("no parameters")?;
    let (params, tail) = rest.rsplit_once(')').ok_or("the parameters do not end")?;
    let words: Vec<_> = head.split_whitespace().collect();
    let (state, since, name, marks) = match words[..] {
        [state, since, name, ref marks @ ..] => (state, since, name, marks),
        _ => return Err("not `state version name [+c] [+a]`".to_owned()),
    };
    if let Some(mark) = marks.iter().find(|mark| !["+c", "+a"].contains(mark)) {
        return Err(format!("the mark {mark:?}"));
    }
    let after = |sign: &str| {
        let (_, word) = tail.split_once(sign)?;
        word.split_whitespace().next().map(str::to_owned)
    };
    Ok(Function {
        state: match state {
            "done" => State::Done,
            "later" => State::Later,
            "cast" => State::Cast,
            "alias" => State::Alias,
            _ => return Err(format!("the state {state:?}")),
        },
        since: since.to_owned(),
        name: name.to_owned(),
        has_large: marks.contains(&"+c"),
        takes_abi: marks.contains(&"+a"),
        params: params.split(", ").filter(|param| !param.is_empty()).map(param).collect(),
        answer: after("-> "),
        alias_of: after("= "),
    })
}

fn param(text: &str) -> Param {
    let (way, rest) = match text.split_once(' ') {
        Some(("out", rest)) => (Way::Out, rest),
        Some(("inout", rest)) => (Way::InOut, rest),
        _ => (Way::In, text),
    };
    let (kind, name) = rest.split_once(' ').unwrap_or((rest, rest));
    let depth = kind.matches("[]").count();
    Param { way, kind: kind.replace("[]", ""), depth, name: name.replace("[]", "") }
}

fn sections(text: &str) -> Res<Vec<Section>> {
    let mut found: Vec<Section> = Vec::new();
    for line in telling(text) {
        if let Some((name, words)) = heading(line) {
            let (sort, of) = name.split_once(' ').unwrap_or((name, ""));
            let (sort, of, words) = (sort.to_owned(), of.to_owned(), words.to_owned());
            found.push(Section { sort, of, words, constants: Vec::new() });
            continue;
        }
        let section = found.last_mut().ok_or("a constant before the first section")?;
        section.constants.push(constant(line).ok_or_else(|| format!("not a constant: {line}"))?);
    }
    Ok(found)
}

fn constant(line: &str) -> Option<Constant> {
    let mut words = line.split_whitespace();
    let name = words.next()?.to_owned();
    let value = words.next()?;
    let is_alias = value == "=";
    let value = if is_alias { words.next()? } else { value }.to_owned();
    let mpich = words.next().filter(|word| *word != "-").map(str::to_owned);
    let c_type = words.next().unwrap_or_default().to_owned();
    Some(Constant { name, value, is_alias, mpich, c_type })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_understood() {
        let line =
            "later 1.1 MPI_Recv +c  (out choice buf, count, int[] x, inout request[] r) -> aint";
        let function = function(line).unwrap();
        assert_eq!((function.state, function.has_large), (State::Later, true));
        assert_eq!(function.names(), ["MPI_Recv", "MPI_Recv_c"]);
        assert_eq!(function.answer.as_deref(), Some("aint"));
        let param = |way, kind: &str, depth, name: &str| {
            let (kind, name) = (kind.to_owned(), name.to_owned());
            Param { way, kind, depth, name }
        };
        let params = [
            param(Way::Out, "choice", 0, "buf"),
            param(Way::In, "count", 0, "count"),
            param(Way::In, "int", 1, "x"),
            param(Way::InOut, "request", 1, "r"),
        ];
        assert_eq!(function.params, params);
    }

    #[test]
    fn what_is_no_function_is_refused() {
        for line in
            ["done 1.1 MPI_X", "maybe 1.1 MPI_X ()", "done MPI_X ()", "done 1.1 MPI_X +d ()"]
        {
            assert!(function(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_constant_has_its_values_or_another_name() {
        let found = constant("MPI_IN_PLACE   1  -1 void*").unwrap();
        assert_eq!((found.value.as_str(), found.mpich.as_deref()), ("1", Some("-1")));
        assert_eq!(found.c_type, "void*");
        let found = constant("MPI_C_COMPLEX = MPI_C_FLOAT_COMPLEX").unwrap();
        assert!(found.is_alias && found.value == "MPI_C_FLOAT_COMPLEX");
        assert!(constant("MPI_UNWEIGHTED 10 - int*").unwrap().mpich.is_none());
    }

    #[test]
    fn the_table_has_every_function_of_the_standard_once() {
        let table = Table::read().unwrap();
        let mut names = table.names();
        assert_eq!(names.len(), 664);
        names.dedup();
        assert_eq!(names.len(), 664, "a function stands twice");
        let is_known = |name: &String| names.contains(name);
        for function in table.functions() {
            let of = function.alias_of.as_ref();
            assert_eq!(of.is_some(), function.state == State::Alias, "{}", function.name);
            assert!(of.is_none_or(is_known), "{}", function.name);
        }
        for (name, of) in &table.extras {
            assert!(is_known(of) && !is_known(name), "{name}");
        }
    }
}
