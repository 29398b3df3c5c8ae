//! Generates the type-generic names: C11 selections and C++ overloads.

use super::header::{params, spaced};
use super::table::{Family, Function, Param, Table, Type};
use crate::c::wrapped_to;
use std::collections::BTreeMap;

/// Macros that return the first, second or third of their arguments.
const ARGUMENTS: &str = "
#define SHMEM_INTERNAL_FIRST_(a, ...) a
#define SHMEM_INTERNAL_SECOND_(a, b, ...) b
#define SHMEM_INTERNAL_THIRD_(a, b, c, ...) c
#define SHMEM_INTERNAL_1(...) SHMEM_INTERNAL_FIRST_(__VA_ARGS__, 0)
#define SHMEM_INTERNAL_2(...) SHMEM_INTERNAL_SECOND_(__VA_ARGS__, 0, 0)
#define SHMEM_INTERNAL_3(...) SHMEM_INTERNAL_THIRD_(__VA_ARGS__, 0, 0, 0)

/* A pointer to T that is written through, or only read. */
#define SHMEM_INTERNAL_WRITTEN(T, function) T *: function, volatile T *: function
#define SHMEM_INTERNAL_READ(T, function) \\
    SHMEM_INTERNAL_WRITTEN(T, function), const T *: function, const volatile T *: function
";

/// Leaves room for a `\\` at the end.
const MAX_COLUMNS: usize = 98;

/// A type that generics distinguish, and its name in the selected functions.
struct Case {
    c: String,
    name: String,
    /// The type that C++ accepts in addition.
    in_cpp: Option<String>,
}

/// The generic part of a header. The first header also has the definitions that the others use.
pub(super) fn text(table: &Table, families: &[&Family], is_first: bool) -> String {
    let families: Vec<_> =
        families.iter().copied().filter(|family| family.generic.is_some()).collect();
    let mut text = "\n/* Type-generic names. */\n\
                    #if defined(__cplusplus)\n\nextern \"C++\" {\n"
        .to_owned();
    let mut lists = BTreeMap::new();
    let overloads: String =
        families.iter().map(|family| overloads(table, family, &mut lists)).collect();
    if is_first {
        text += &of_language(table);
    }
    for (name, cases) in &lists {
        text += &list(name, cases);
    }
    text += &overloads;
    for name in lists.keys() {
        text += &format!("#undef SHMEM_INTERNAL_EACH_{name}\n");
    }
    text += "} /* extern \"C++\" */\n\n\
             #elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n";
    if is_first {
        text += ARGUMENTS;
    }
    for (name, cases) in selections(table, &families, is_first) {
        text += &selection_list(&name, &cases);
    }
    text += &families.iter().map(|family| selection(family)).collect::<String>();
    text + "\n#endif\n"
}

/// The name in C++ of the compiler's C type that corresponds to the class.
fn in_language(of: &Type) -> Option<String> {
    of.name.starts_with("complex").then(|| format!("SHMEM_INTERNAL_{}", of.name.to_uppercase()))
}

/// In C++ a complex number is a class, which the functions take; the C type, which compilers also
/// have there and which has the same representation, is accepted too.
fn of_language(table: &Table) -> String {
    let mut text = "\n/* Complex numbers of C. */\n\
                    __extension__ typedef double _Complex SHMEM_INTERNAL_COMPLEXD;\n\
                    __extension__ typedef float _Complex SHMEM_INTERNAL_COMPLEXF;\n"
        .to_owned();
    for function in table.functions() {
        let Some((of, c)) = function.of.and_then(|of| Some((of, in_language(of)?))) else {
            continue;
        };
        let name = &function.name;
        let of_c = Type { c, ..of.clone() };
        let casts = |param: &Param| match param.c.ends_with("T *") {
            true => format!("reinterpret_cast<{}>({})", function.c(&param.c), param.name),
            false => param.name.clone(),
        };
        let (family, is_ctx, is_beyond) = (function.family, false, false);
        let of_c = Function { name: name.clone(), family, of: Some(&of_c), is_ctx, is_beyond };
        text += &format!("\n{}\n", overload(name, &of_c, name, &casts));
    }
    text
}

/// The types of a family that differ in C.
fn cases(table: &Table, family: &Family) -> Vec<Case> {
    let mut found: Vec<Case> = Vec::new();
    let sets = family.generic_sets().into_iter().filter_map(|name| table.set(name));
    for of in sets.flat_map(|set| table.types_of(set)) {
        let c = base(table, of).c.clone();
        if !found.iter().any(|case| case.c == c) {
            found.push(Case { c, name: of.name.clone(), in_cpp: in_language(of) });
        }
    }
    found
}

/// The type with the same C type that generics use.
fn base<'a>(table: &'a Table, of: &'a Type) -> &'a Type {
    let same = of.same_as.as_ref();
    same.and_then(|name| table.types.iter().find(|one| one.name == *name)).unwrap_or(of)
}

/// The name of a family's list of types.
fn list_name(family: &Family) -> String {
    family.generic_sets().join("_").to_uppercase()
}

/// The text before and after the type in the names of a family.
fn around(family: &Family) -> Option<(&str, &str)> {
    let (head, rest) = family.patterns.first()?.split_once('<')?;
    rest.split_once('>').map(|(_, tail)| (head, tail))
}

/// The lists of types by which the families select. The second header uses those of the first.
fn selections(table: &Table, families: &[&Family], is_first: bool) -> BTreeMap<String, Vec<Case>> {
    let typed = families.iter().filter(|family| around(family).is_some() && is_first);
    typed.map(|family| (list_name(family), cases(table, family))).collect()
}

fn selection_list(name: &str, cases: &[Case]) -> String {
    let lines: Vec<_> = cases
        .iter()
        .map(|case| format!("    SHMEM_INTERNAL_##pointer({}, head##{}##tail)", case.c, case.name))
        .collect();
    let list = lines.join(", \\\n");
    format!("\n#define SHMEM_INTERNAL_{name}(pointer, head, tail) \\\n{list}\n")
}

/// A selection by the argument that points to the type.
fn selection(family: &Family) -> String {
    let name = family.generic_name().unwrap_or_default();
    let Some((head, tail)) = around(family) else { return by_handle(family, &name) };
    let list = list_name(family);
    let pointer = family.params.iter().position(|param| param.c.ends_with("T *")).unwrap_or(0);
    let at = pointer + 1;
    let is_read = family.params.get(pointer).is_some_and(|param| param.c.starts_with("const"));
    let access = if is_read { "READ" } else { "WRITTEN" };
    let plain = format!("\\\n        SHMEM_INTERNAL_{list}({access}, {head}, {tail})");
    let selected = match family.has_ctx {
        false => plain,
        true => format!(
            "\\\n        shmem_ctx_t: _Generic((SHMEM_INTERNAL_{}(__VA_ARGS__)), \\\n            \
             SHMEM_INTERNAL_{list}({access}, {head}ctx_, {tail}), default: 0), {plain}",
            at + 1
        ),
    };
    format!(
        "\n#define {name}(...) \\\n    _Generic((SHMEM_INTERNAL_{at}(__VA_ARGS__)), \
         {selected}) \\\n    (__VA_ARGS__)\n"
    )
}

/// A selection between an untyped function and its form with a handle as the first argument.
fn by_handle(family: &Family, name: &str) -> String {
    let first = family.params.first().map_or("", |param| param.c.as_str());
    let (handle, function) = match family.has_ctx {
        true => ("shmem_ctx_t", name.replacen("shmem_", "shmem_ctx_", 1)),
        false => (first, family.patterns.first().cloned().unwrap_or_default()),
    };
    format!(
        "\n#define {name}(...) \\\n    _Generic((SHMEM_INTERNAL_1(__VA_ARGS__)), \\\n        \
         {handle}: {function}, default: {name}) \\\n    (__VA_ARGS__)\n"
    )
}

fn list(name: &str, cases: &[Case]) -> String {
    let line = |c: &str, name: &str| format!("    F({c}, {name})");
    let mut lines: Vec<_> = cases.iter().map(|case| line(&case.c, &case.name)).collect();
    lines.extend(cases.iter().filter_map(|case| Some(line(case.in_cpp.as_ref()?, &case.name))));
    format!("\n#define SHMEM_INTERNAL_EACH_{name}(F) \\\n{}\n", lines.join(" \\\n"))
}

/// The family as seen by C++: variables to wait on may be volatile, as in existing programs.
fn in_cpp(family: &Family) -> Family {
    let mut family = family.clone();
    for param in family.params.iter_mut().filter(|param| param.name.starts_with("ivar")) {
        param.c = format!("volatile {}", param.c);
    }
    family
}

fn without_volatile(param: &Param) -> String {
    match param.c.strip_prefix("volatile ") {
        Some(c) => format!("const_cast<{c}>({})", param.name),
        None => param.name.clone(),
    }
}

/// The overloads of a family; adds the lists of types they need to `lists`.
fn overloads(table: &Table, family: &Family, lists: &mut BTreeMap<String, Vec<Case>>) -> String {
    let name = family.generic_name().unwrap_or_default();
    if around(family).is_none() {
        let function = table.functions_of(family).pop();
        return function.map_or_else(String::new, |one| {
            format!("\n{}\n", overload(&name, &one, &one.name, &without_volatile))
        });
    }
    let list = list_name(family);
    lists.entry(list.clone()).or_insert_with(|| cases(table, family));
    let family = &in_cpp(family);
    let forms = if family.has_ctx { &[false, true][..] } else { &[false][..] };
    let lines: Vec<_> = forms.iter().map(|&is_ctx| typed_overload(family, &name, is_ctx)).collect();
    format!(
        "\n#define SHMEM_INTERNAL_F(T, name) \\\n{}\n\
         SHMEM_INTERNAL_EACH_{list}(SHMEM_INTERNAL_F)\n#undef SHMEM_INTERNAL_F\n",
        lines.join("\n").replace('\n', " \\\n")
    )
}

/// An overload with `T` and `name` as macro parameters.
fn typed_overload(family: &Family, name: &str, is_ctx: bool) -> String {
    let (head, tail) = around(family).unwrap_or_default();
    let ctx = if is_ctx { "ctx_" } else { "" };
    let of = Type { name: String::new(), c: "T".to_owned(), rust: String::new(), same_as: None };
    let function =
        Function { name: String::new(), family, of: Some(&of), is_ctx, is_beyond: false };
    overload(name, &function, &format!("{head}{ctx}##name##{tail}"), &without_volatile)
}

/// An overload that calls a function; `casts` converts a parameter to the argument.
fn overload(
    name: &str,
    function: &Function<'_>,
    calls: &str,
    casts: &dyn Fn(&Param) -> String,
) -> String {
    let answer = function.family.answer.as_deref();
    let params_of = function.params();
    let names: Vec<_> = params_of.iter().map(casts).collect();
    let head = format!("inline {}{name}(", spaced(&function.c(answer.unwrap_or("void"))));
    let calls = format!("{}{calls}(", if answer.is_some() { "return " } else { "" });
    let call = wrapped_to(MAX_COLUMNS - 4, &calls, &names.join(", ")).replace('\n', "\n    ");
    format!("{}\n{{\n    {call};\n}}", wrapped_to(MAX_COLUMNS, &head, &params(function)))
}
