//! Generates the exported functions in Rust: each converts its arguments, calls the function of
//! the same name in the edge, and stores its results.

use super::library::Library;
use super::table::{Chapter, Function, Param, State, Table, Way};
use super::{kinds, large_callback, numbers};
use std::collections::BTreeSet;

/// The argument for reading through a pointer.
const READ: &str = "    // SAFETY: no NULL, and the standard's contract.\n";

/// The chapter of files.
const FILES: &str = "io";

/// All exported functions, one module per chapter.
pub(super) fn text(table: &Table, library: &Library) -> String {
    let translated = if library.translates { numbers::kinds_of(table) } else { BTreeSet::new() };
    let one = |one| chapter(table, one, library, &translated);
    let chapters: String = table.chapters.iter().map(one).collect();
    chapters + &all(table)
}

fn chapter(
    table: &Table,
    chapter: &Chapter,
    library: &Library,
    translated: &BTreeSet<String>,
) -> String {
    let mut text = String::new();
    for function in chapter.functions.iter().filter(|one| one.state != State::Alias) {
        for (form, name) in function.names().into_iter().enumerate() {
            let is_large = form == 1;
            let entry = Entry { table, chapter, library, translated, function, name, is_large };
            text += &entry.text();
        }
    }
    let (title, name, uses) = (&chapter.title, &chapter.name, uses(library, &text));
    format!("/// {title}.\npub mod {name} {{\n{uses}{text}}}\n\n")
}

/// The `use` lines for the functions.
fn uses(library: &Library, text: &str) -> String {
    let mut uses = String::new();
    if library.translates {
        // These shadow the edge's functions of the same name, whose codes are the standard's.
        let raised = ["failed", "later", "no_place", "not_given", "told"];
        let used = raised.into_iter().filter(|name| text.contains(&format!(" {name}(")));
        uses += &format!("use crate::raise::{{{}}};\n", used.collect::<Vec<_>>().join(", "));
        let modules = ["codes", "numbers", "sentinels"].into_iter();
        for module in modules.filter(|name| text.contains(&format!("{name}::"))) {
            uses += &format!("use crate::{module};\n");
        }
    }
    uses + "use crate::types::*;\nuse skifch_mpi_edge::edge::*;\n"
}

/// The module that re-exports every function.
fn all(table: &Table) -> String {
    let names: Vec<_> = table.chapters.iter().map(|one| format!("{}::*", one.name)).collect();
    let mut text = "/// Every function in one place.\npub mod all {\n".to_owned();
    text += &format!("pub use super::{{{}}};\n", names.join(", "));
    for function in table.functions() {
        let Some(of) = &function.alias_of else { continue };
        let is_there =
            |chapter: &&Chapter| chapter.functions.iter().any(|one| one.names().contains(of));
        if let Some(chapter) = table.chapters.iter().find(is_there) {
            text += &format!("pub use super::{}::{of} as {};\n", chapter.name, function.name);
        }
    }
    text + "}\n"
}

/// Types of the program's callback functions: opaque addresses here, called by the edge.
pub(super) fn callbacks(table: &Table) -> String {
    let mut text = "use libc::c_void;\n".to_owned();
    for callback in &table.callbacks {
        let name = &callback.name;
        text += &format!("\n/// The standard's `{name}`.\npub type {name} = *const c_void;\n");
    }
    text
}

/// One exported function being generated.
struct Entry<'a> {
    table: &'a Table,
    chapter: &'a Chapter,
    library: &'a Library,
    /// The kinds of numbers whose values differ from the standard's.
    translated: &'a BTreeSet<String>,
    function: &'a Function,
    name: String,
    is_large: bool,
}

impl Entry<'_> {
    fn text(&self) -> String {
        let body = match self.function.state {
            State::Done if self.function.answer.is_some() => self.plain(),
            State::Done => self.done(),
            State::Cast => self.cast(),
            _ => self.later(),
        };
        let answer = self.function.answer.as_deref().unwrap_or("int");
        let answer = kinds::rust(kinds::c_value(answer, false).unwrap_or(answer));
        format!(
            "\n/// The standard's `{0}`.\n#[unsafe(no_mangle)]\n\
             pub unsafe extern \"C\" fn {0}({1}) -> {answer} {{\n{body}}}\n",
            self.name,
            self.params()
        )
    }

    fn params(&self) -> String {
        let is_used = |param: &Param| {
            let is_made = is_answered(param) && kinds::handle(&param.kind).is_some();
            self.function.state != State::Later || self.object() == Some(param) || is_made
        };
        let typed = self.function.params.iter().filter(|param| param.kind != "...").map(|param| {
            let callback = large_callback(self.table, param, self.is_large);
            let mark = if is_used(param) { "" } else { "_" };
            let of = kinds::rust_param(param, self.is_large, callback.as_deref());
            format!("{mark}{}: {of}", param.name)
        });
        typed.collect::<Vec<_>>().join(", ")
    }

    /// The parameter whose error handler is called on an error: the handler itself, where there is
    /// no session yet. No communicator hears of the errors of files.
    fn object(&self) -> Option<&Param> {
        let kinds: &[&str] = match self.chapter.name.as_str() {
            FILES => &["file"],
            _ if self.function.name == "MPI_Session_init" => &["errhandler"],
            _ => &["comm", "win", "file", "session"],
        };
        let is_object =
            |param: &&Param| param.way == Way::In && kinds.contains(&param.kind.as_str());
        self.function.params.iter().find(is_object)
    }

    fn on(&self, is_converted: bool) -> String {
        let Some(param) = self.object() else {
            // Such errors belong to MPI_FILE_NULL (MPI 5.0, section 14.7).
            let on =
                if self.chapter.name == FILES { "On::File(File::NULL)" } else { "On::Nothing" };
            return on.to_owned();
        };
        let edge = kinds::handle(&param.kind).unwrap_or_default();
        match is_converted {
            true => format!("On::{edge}({})", param.name),
            false => format!("On::{edge}({edge}::from({}))", param.name),
        }
    }

    fn later(&self) -> String {
        let words = &self.chapter.words;
        let call = format!("later(\"{}\", {}, \"{words}\")", self.name, self.on(false));
        let nulls = self.null_handles(|name, null| format!("put({name}, {null});\n"));
        let nulls = match nulls.is_empty() {
            true => nulls,
            false => format!("    {}    unsafe {{\n{nulls}}}\n", safety(true)),
        };
        match self.function.answer.as_deref() {
            None | Some("int") => format!("{nulls}    {call}\n"),
            // There is no code to return: the call returns only if the error handler does.
            Some("double") => format!("    {call};\n    f64::NAN\n"),
            Some(kind) => {
                let edge = kinds::handle(kind).unwrap_or(kind);
                format!("    {call};\n    {edge}::NULL.into()\n")
            }
        }
    }

    /// Conversion of a handle to a number, or back.
    fn cast(&self) -> String {
        let name = self.function.params.first().map_or("", |param| &param.name);
        match self.function.answer.as_deref() {
            Some("int") | None => format!("    {name}.to_int()\n"),
            Some(kind) => {
                format!("    {}::from_int({name})\n", kinds::c_value(kind, false).unwrap_or(kind))
            }
        }
    }

    /// A function that cannot fail.
    fn plain(&self) -> String {
        let kind = self.function.answer.as_deref().unwrap_or_default();
        let value = match kind {
            _ if kinds::handle(kind).is_some() => "value.into()",
            "aint" => "value as MPI_Aint",
            _ => "value",
        };
        format!(
            "{}    // SAFETY: the standard's contract of the call.\n    \
             let value = unsafe {{ {} }};\n    {value}\n",
            self.taken(),
            self.call()
        )
    }

    /// The argument for reading and writing output parameters.
    fn safety(&self) -> &'static str {
        safety(self.may_be_null())
    }

    fn done(&self) -> String {
        let outs: Vec<_> = self.params_where(is_answered).collect();
        let values: Vec<_> = outs.iter().map(|param| format!("{}_value", param.name)).collect();
        let pattern = match &values[..] {
            [] => "()".to_owned(),
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        let stores = outs.iter().zip(&values).map(|(param, value)| self.store(param, value));
        let stores = stores.collect::<String>();
        let stores = match outs.is_empty() {
            true => String::new(),
            false => {
                format!("{}unsafe {{\n{stores}}}\n", self.safety())
            }
        };
        format!(
            "{}{}    // SAFETY: the standard's contract of the call.\n    \
             let outcome = unsafe {{ {} }}{};\n{}    match outcome {{\n\
             Ok({pattern}) => {{\n{stores}0\n}}\nErr(error) => {{\n{}    {}\n}}\n}}\n",
            self.null_checks(),
            self.taken(),
            self.call(),
            self.then(),
            self.given_back(),
            self.nothing_made(),
            self.failed(),
        )
    }

    /// Code after the call: a datatype records whether its constructor was the large-count form.
    fn then(&self) -> &'static str {
        let makes_type = |param: &Param| is_answered(param) && param.kind == "type";
        match self.is_large && self.function.params.iter().any(makes_type) {
            true => ".and_then(datatypes::made_large)",
            false => "",
        }
    }

    /// As in MPICH, on failure an output handle is set to the null handle instead of being left
    /// unchanged: programs that continue may wait on it or test it.
    fn nothing_made(&self) -> String {
        let stores = self.null_handles(|name, null| format!("*{name} = {null};\n"));
        match stores.is_empty() || self.function.is_for_tools() {
            true => String::new(),
            false => format!("{}unsafe {{\n{stores}}}\n", self.safety()),
        }
    }

    /// Stores the null handle in each output handle.
    fn null_handles(&self, store: fn(&str, &str) -> String) -> String {
        let handles = self.params_where(is_answered).filter_map(|param| {
            let edge = kinds::handle(&param.kind)?;
            Some(store(&param.name, &format!("{edge}::NULL.into()")))
        });
        handles.collect()
    }

    /// Error handling; no error handler is called for functions of the tool interface.
    fn failed(&self) -> String {
        match self.function.is_for_tools() {
            true => "told(error)".to_owned(),
            false => format!("failed(\"{}\", {}, error)", self.name, self.on(true)),
        }
    }

    fn params_where(&self, is: fn(&Param) -> bool) -> impl Iterator<Item = &Param> {
        self.function.params.iter().filter(move |param| is(param))
    }

    fn null_checks(&self) -> String {
        let needed =
            self.params_where(|param| is_answered(param) || is_place(param) || is_status(param));
        let one = |param: &Param| {
            let (name, on) = (&param.name, self.on(false));
            let told = match self.function.is_for_tools() {
                true => format!("not_given(\"{name}\")"),
                false => format!("no_place(\"{}\", {on}, \"{name}\")", self.name),
            };
            format!("    if {name}.is_null() {{\n        return {told};\n    }}\n")
        };
        if self.may_be_null() { String::new() } else { needed.map(one).collect() }
    }

    /// Conversion of the arguments to the edge's types.
    fn taken(&self) -> String {
        self.function.params.iter().filter_map(|param| self.take(param)).collect()
    }

    fn take(&self, param: &Param) -> Option<String> {
        let name = &param.name;
        if is_status(param) {
            return Some(format!("{READ}    let {name} = Status::from(unsafe {{ *{name} }});\n"));
        }
        if is_place(param) {
            let read = match self.may_be_null() {
                true => format!("unsafe {{ {name}.as_ref() }}.copied().unwrap_or_default()"),
                false => format!("unsafe {{ *{name} }}"),
            };
            let value = self.wide(param, &read);
            return Some(format!("    {}    let mut {name}_value = {value};\n", self.safety()));
        }
        let edge =
            kinds::handle(&param.kind).filter(|_| param.way == Way::In && param.depth == 0)?;
        Some(format!("    let {name} = {edge}::from({name});\n"))
    }

    /// Conversion of an ABI value to the edge's type.
    fn wide(&self, param: &Param, value: &str) -> String {
        if param.kind == "status" {
            return format!("Status::from({value})");
        }
        if let Some(edge) = kinds::handle(&param.kind) {
            return format!("{edge}::from({value})");
        }
        if self.translated.contains(&param.kind) {
            return format!("{}_in({value})", translator(&param.kind));
        }
        match kinds::c_value(&param.kind, self.is_large) {
            Some("int") if param.kind == "flag" => format!("{value} != 0"),
            Some("int") if kinds::is_sized(&param.kind) => format!("i64::from({value})"),
            Some("MPI_Aint") => format!("{value} as i64"),
            _ => value.to_owned(),
        }
    }

    /// Conversion of an edge value to the ABI type.
    fn narrow(&self, param: &Param, value: &str) -> String {
        if kinds::handle(&param.kind).is_some() || param.kind == "status" {
            return format!("{value}.into()");
        }
        if self.translated.contains(&param.kind) {
            return format!("{}_out({value})", translator(&param.kind));
        }
        match kinds::c_value(&param.kind, self.is_large) {
            Some("int") if param.kind == "flag" => format!("c_int::from({value})"),
            Some("int") if kinds::is_sized(&param.kind) => format!("int_or_undefined({value})"),
            Some("MPI_Aint") => format!("{value} as MPI_Aint"),
            _ => value.to_owned(),
        }
    }

    fn store(&self, param: &Param, value: &str) -> String {
        let name = &param.name;
        let value = self.narrow(param, value);
        match self.may_be_null() {
            true => format!("put({name}, {value});\n"),
            false => format!("*{name} = {value};\n"),
        }
    }

    /// Whether output pointers may be NULL, in which case nothing is stored.
    fn may_be_null(&self) -> bool {
        let asks = ["_get_info", "_get_item"].iter().any(|end| self.name.ends_with(end));
        self.function.is_for_tools() && asks
    }

    fn given_back(&self) -> String {
        let stores = self
            .params_where(is_place)
            .map(|param| self.store(param, &format!("{}_value", param.name)));
        let stores = stores.collect::<String>();
        if stores.is_empty() {
            return stores;
        }
        format!("    {}    unsafe {{\n{stores}}}\n", self.safety())
    }

    /// The call of the edge's function.
    fn call(&self) -> String {
        let name = self.function.name.trim_start_matches("MPI_").to_ascii_lowercase();
        // The callback of the large-count form has a different type.
        let form = if self.is_large && self.has_large_callback() { "_c" } else { "" };
        let args = self.function.params.iter().filter(|param| param.kind != "...");
        let args = args.filter(|param| !is_answered(param)).map(|param| self.argument(param));
        let abi = match self.function.takes_abi {
            true => format!("::<{}>", self.library.abi),
            false => String::new(),
        };
        let args = args.collect::<Vec<_>>().join(", ");
        format!("{}::{name}{form}{abi}({args})", self.chapter.name)
    }

    fn has_large_callback(&self) -> bool {
        let of = |param, is_large| large_callback(self.table, param, is_large);
        self.function.params.iter().any(|param| of(param, true) != of(param, false))
    }

    /// Whether a buffer may be MPI_IN_PLACE with a value that differs from the standard's.
    fn may_be_in_place(&self) -> bool {
        self.library.translates && self.chapter.name == "collectives"
    }

    fn argument(&self, param: &Param) -> String {
        let name = &param.name;
        if is_place(param) {
            return format!("&mut {name}_value");
        }
        let sized = kinds::is_sized(&param.kind) || param.kind == "aint";
        match (param.kind.as_str(), param.way, param.depth) {
            ("status", Way::In, 0) => format!("&{name}"),
            ("status", ..) => format!("StatusAt::new({name})"),
            (kind, Way::In, 1) if kinds::handle(kind).is_some() => {
                format!("Array::new({name}.cast_mut())")
            }
            (kind, _, 1) if kinds::handle(kind).is_some() => format!("Array::new({name})"),
            (_, Way::In, 1) if sized => format!("Ints::from({name})"),
            ("choice", way, _) if self.may_be_in_place() => {
                let form = if way == Way::In { "buffer" } else { "buffer_mut" };
                format!("sentinels::{form}({name})")
            }
            (kind, Way::In, 0) if kinds::handle(kind).is_none() => self.wide(param, name),
            _ => name.clone(),
        }
    }
}

/// The argument for reading and writing output parameters, which may or may not be NULL.
fn safety(may_be_null: bool) -> &'static str {
    match may_be_null {
        true => "// SAFETY: what is no NULL is as the standard asks.\n",
        false => "// SAFETY: no NULL, and the standard's contract.\n",
    }
}

/// The functions that translate a kind of numbers, without the suffix for the direction.
fn translator(kind: &str) -> String {
    let module = if kind == "error" { "codes" } else { "numbers" };
    format!("{module}::{kind}")
}

/// A scalar that the edge returns.
fn is_answered(param: &Param) -> bool {
    param.way == Way::Out && param.depth == 0 && is_value(param)
}

/// A scalar that the edge reads and writes.
fn is_place(param: &Param) -> bool {
    param.way == Way::InOut && param.depth == 0 && (is_value(param) || param.kind == "status")
}

/// A status that is only read.
fn is_status(param: &Param) -> bool {
    param.kind == "status" && param.way == Way::In
}

fn is_value(param: &Param) -> bool {
    kinds::c_value(&param.kind, false).is_some()
}
