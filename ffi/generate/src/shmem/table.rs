//! The table of OpenSHMEM: types and sets of types, families of functions, constants, read from
//! `ffi/shmem/table`.

use super::parse;
use crate::Res;
use crate::made;

/// The folder of the table below the root.
pub(crate) const FOLDER: &str = "ffi/shmem/table";

pub(crate) struct Table {
    pub(crate) types: Vec<Type>,
    pub(crate) sets: Vec<Set>,
    pub(crate) chapters: Vec<Chapter>,
    pub(crate) constants: Vec<Section>,
    /// Names in Fortran.
    pub(crate) fortran: Vec<String>,
}

#[derive(Clone)]
pub(crate) struct Type {
    pub(crate) name: String,
    pub(crate) c: String,
    pub(crate) rust: String,
    /// The name of the type with the same C type, whose functions generics call.
    pub(crate) same_as: Option<String>,
}

pub(crate) struct Set {
    pub(crate) name: String,
    /// Not part of the standard.
    pub(crate) is_beyond: bool,
    pub(crate) types: Vec<String>,
}

pub(crate) struct Chapter {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) is_beyond: bool,
    /// The error text of functions that are not implemented.
    pub(crate) words: String,
    pub(crate) families: Vec<Family>,
}

#[derive(Clone)]
pub(crate) struct Family {
    pub(crate) is_done: bool,
    /// The function of the edge.
    pub(crate) call: String,
    pub(crate) has_ctx: bool,
    pub(crate) generic: Option<Generic>,
    pub(crate) is_old: bool,
    pub(crate) is_noreturn: bool,
    pub(crate) patterns: Vec<String>,
    pub(crate) params: Vec<Param>,
    pub(crate) answer: Option<String>,
}

/// How C11 and C++ name a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Generic {
    /// By its names without the type.
    Own,
    Named(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Param {
    /// Its C type, in which `T` stands for a type of the set; `...` for variable arguments.
    pub(crate) c: String,
    pub(crate) name: String,
}

/// A group of constants of one sort.
pub(crate) struct Section {
    pub(crate) sort: String,
    pub(crate) words: String,
    pub(crate) constants: Vec<Constant>,
}

pub(crate) struct Constant {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) has_old: bool,
}

/// One function of a family.
pub(crate) struct Function<'a> {
    pub(crate) name: String,
    pub(crate) family: &'a Family,
    /// The type from its set; `None` if it is for bytes or has no type.
    pub(crate) of: Option<&'a Type>,
    pub(crate) is_ctx: bool,
    pub(crate) is_beyond: bool,
}

impl Table {
    /// Reads the table from its files.
    pub(crate) fn read() -> Res<Self> {
        let read = |name: &str| made::read(format!("{FOLDER}/{name}"));
        let (types, sets) = parse::types(&read("types.txt")?)?;
        let chapters = parse::chapters(&read("functions.txt")?)?;
        let constants = parse::sections(&read("constants.txt")?)?;
        let fortran = super::fortran::names(&read("fortran.txt")?);
        let table = Self { types, sets, chapters, constants, fortran };
        table.check()?;
        Ok(table)
    }

    /// Checks that every named set and type exists.
    fn check(&self) -> Res {
        let has = |name: &String| self.types.iter().any(|of| of.name == *name);
        let named = self.sets.iter().flat_map(|set| &set.types);
        let same = self.types.iter().filter_map(|of| of.same_as.as_ref());
        if let Some(name) = named.chain(same).find(|name| !has(name)) {
            return Err(format!("types.txt: there is no type {name}"));
        }
        let families = self.chapters.iter().flat_map(|chapter| &chapter.families);
        for pattern in families.flat_map(|family| &family.patterns) {
            if let Some(name) = set_name(pattern).filter(|name| self.set(name).is_none()) {
                return Err(format!("functions.txt: there is no set {name}"));
            }
        }
        Ok(())
    }

    pub(crate) fn set(&self, name: &str) -> Option<&Set> {
        self.sets.iter().find(|set| set.name == name)
    }

    /// The types of a set.
    pub(crate) fn types_of<'a>(&'a self, set: &'a Set) -> impl Iterator<Item = &'a Type> {
        set.types.iter().filter_map(|name| self.types.iter().find(|of| of.name == *name))
    }

    /// Every function of a family, those without a context first.
    pub(crate) fn functions_of<'a>(&'a self, family: &'a Family) -> Vec<Function<'a>> {
        let with = |is_ctx: bool| {
            let of = move |pattern: &String| self.instances(family, pattern, is_ctx);
            family.patterns.iter().flat_map(of).collect::<Vec<_>>()
        };
        let mut functions = with(false);
        if family.has_ctx {
            functions.extend(with(true));
        }
        functions
    }

    fn instances<'a>(
        &'a self,
        family: &'a Family,
        pattern: &str,
        is_ctx: bool,
    ) -> Vec<Function<'a>> {
        let pattern = if is_ctx { with_ctx(pattern) } else { pattern.to_owned() };
        let Some(set) = set_name(&pattern).and_then(|name| self.set(name)) else {
            return vec![Function { name: pattern, family, of: None, is_ctx, is_beyond: false }];
        };
        let mark = format!("<{}>", set.name);
        let one = |of: &'a Type| {
            let name = pattern.replace(&mark, &of.name);
            Function { name, family, of: Some(of), is_ctx, is_beyond: set.is_beyond }
        };
        self.types_of(set).map(one).collect()
    }

    /// Every function, in the order of the table.
    pub(crate) fn functions(&self) -> Vec<Function<'_>> {
        let of = |chapter| self.functions_in(chapter);
        self.chapters.iter().flat_map(of).collect()
    }

    /// Every function of a chapter.
    pub(crate) fn functions_in<'a>(&'a self, chapter: &'a Chapter) -> Vec<Function<'a>> {
        let of = |family: &'a Family| {
            let mut functions = self.functions_of(family);
            functions.iter_mut().for_each(|one| one.is_beyond |= chapter.is_beyond);
            functions
        };
        chapter.families.iter().flat_map(of).collect()
    }
}

impl Family {
    /// The type-generic name in C11 and C++, if there is one.
    pub(crate) fn generic_name(&self) -> Option<String> {
        match self.generic.as_ref()? {
            Generic::Named(name) => Some(name.clone()),
            Generic::Own => {
                let pattern = self.patterns.first()?;
                Some(set_name(pattern).map_or_else(
                    || pattern.clone(),
                    |set| pattern.replace(&format!("<{set}>_"), ""),
                ))
            }
        }
    }

    /// The sets of types that the generic name covers.
    pub(crate) fn generic_sets(&self) -> Vec<&str> {
        let is_typed = |pattern: &&String| pattern.contains("_<");
        self.patterns.iter().filter(is_typed).filter_map(|one| set_name(one)).collect()
    }
}

impl Function<'_> {
    /// Its parameters, with the context first.
    pub(crate) fn params(&self) -> Vec<Param> {
        let ctx = Param { c: "shmem_ctx_t".to_owned(), name: "ctx".to_owned() };
        let ctx = self.is_ctx.then_some(ctx);
        ctx.into_iter().chain(self.family.params.iter().cloned()).collect()
    }

    /// The name of its profiling twin.
    pub(crate) fn twin(&self) -> String {
        format!("p{}", self.name)
    }

    /// A C type of the table, with `T` replaced by this function's type.
    pub(crate) fn c(&self, c: &str) -> String {
        let of = self.of.map_or("void", |of| of.c.as_str());
        let words = c.split(' ').map(|word| if word == "T" { of } else { word });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The set named in a pattern of names.
pub(crate) fn set_name(pattern: &str) -> Option<&str> {
    let (_, rest) = pattern.split_once('<')?;
    rest.split_once('>').map(|(name, _)| name)
}

/// The name of the form that takes a context.
fn with_ctx(pattern: &str) -> String {
    match pattern.split_once('_') {
        Some((prefix, rest)) => format!("{prefix}_ctx_{rest}"),
        None => pattern.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn table() -> Table {
        Table::read().unwrap()
    }

    #[test]
    fn the_table_has_every_function_of_the_standard_once() {
        let table = table();
        let functions = table.functions();
        let names: BTreeSet<_> = functions.iter().map(|function| &function.name).collect();
        assert_eq!(names.len(), functions.len(), "a function stands twice");
        assert_eq!(functions.iter().filter(|function| !function.is_beyond).count(), 1864);
    }

    /// By chapter of the standard: number of functions, and of deprecated ones.
    #[test]
    fn chapters_have_as_many_functions_as_the_standard() {
        let table = table();
        let count = |chapter: &Chapter| {
            let functions = table.functions_in(chapter);
            let of_it: Vec<_> = functions.iter().filter(|one| !one.is_beyond).collect();
            let old = of_it.iter().filter(|function| function.family.is_old).count();
            (chapter.name.clone(), of_it.len(), old)
        };
        let counted: Vec<_> = table.chapters.iter().map(count).collect();
        let expected = [
            ("setup", 13, 1),
            ("threads", 2, 0),
            ("memory", 6, 0),
            ("teams", 7, 0),
            ("contexts", 4, 0),
            ("rma", 568, 0),
            ("amo", 560, 102),
            ("signals", 126, 0),
            ("sessions", 2, 0),
            ("coll", 378, 56),
            ("p2p", 188, 16),
            ("order", 6, 0),
            ("locks", 3, 0),
            ("profiling", 1, 0),
            ("legacy", 0, 0),
            ("extensions", 0, 0),
        ]
        .map(|(name, all, old)| (name.to_owned(), all, old));
        assert_eq!(counted, expected);
    }

    /// 73 generics select by type or context; the 74th C11 synopsis only says that
    /// `shmem_global_exit` does not return.
    #[test]
    fn there_is_every_generic_of_the_standard() {
        let table = table();
        let chapters = table.chapters.iter().filter(|chapter| !chapter.is_beyond);
        let families = chapters.flat_map(|chapter| &chapter.families);
        let names: BTreeSet<_> = families.filter_map(Family::generic_name).collect();
        assert_eq!(names.len(), 73);
        for name in
            ["shmem_put", "shmem_wait_until", "shmem_sync", "shmem_signal_add", "shmem_finc"]
        {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn a_context_stands_after_the_prefix() {
        assert_eq!(with_ctx("shmem_<rma>_put"), "shmem_ctx_<rma>_put");
        assert_eq!(with_ctx("shmem_quiet"), "shmem_ctx_quiet");
        assert_eq!(with_ctx("shmemx_syncreads"), "shmemx_ctx_syncreads");
    }
}
