//! What of a wasm file a first view does not need, as a second file that is fetched with its first use.
//!
//! The second file has no memory, no tables and no data of its own: it is given those of the first one, and calls its
//! functions. So nothing is in both. What stays is what ran when a watched copy of the file ([`watched`]) did what a first
//! view does; all else goes over. What the first file calls of it stands in a table, and there a stub holds its place
//! until the second file fills it: the stub says that this is [`WANTED`], then calls what has come.

mod first;
mod parts;
mod second;
mod watch;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use wasmparser::{Export, ExternalKind};

use parts::{FUNCTIONS, Parts};

pub(crate) use watch::watched;

/// What the second file calls the first one, in its imports.
const FIRST: &str = "m";

/// The module and the name of the function that the first file calls before what has gone over: when it returns, the second
/// file has taken its places.
pub(crate) const WANTED: (&str, &str) = ("late", "wanted");

/// The length of a function, in bytes, up to which it is no longer than its stub would be, with what the second file says of
/// it: it stays.
const STUB: usize = 32;

/// Both files.
pub(crate) struct Split {
    /// The file without what goes over; what the second one needs of it is exported too, under short names.
    pub(crate) first: Vec<u8>,
    /// What goes over.
    pub(crate) second: Vec<u8>,
}

/// Splits a wasm file: the exports that `late` says go over, and all other functions that have not `ran` and are not
/// exported themselves nor as short as a stub.
///
/// Fails if no export goes over.
pub(crate) fn by_use(wasm: &[u8], late: impl Fn(&str) -> bool, ran: &BTreeSet<u32>) -> Result<Split> {
    let parts = Parts::read(wasm).context("the compiler's wasm cannot be read")?;
    let (gone, stays): (Vec<&Export<'_>>, Vec<_>) =
        parts.exports.iter().partition(|export| export.kind == ExternalKind::Func && late(export.name));
    ensure!(!gone.is_empty(), "there is no export to split off");
    let mut over: Vec<bool> = (0..parts.type_of.len() as u32)
        .map(|function| {
            parts.own().contains(&function)
                && !ran.contains(&function)
                && parts.body(function).as_bytes().len() > STUB
        })
        .collect();
    for export in stays.iter().filter(|export| export.kind == ExternalKind::Func) {
        over[export.index as usize] = false;
    }
    if let Some(start) = parts.start {
        over[start as usize] = false;
    }
    for export in &gone {
        over[export.index as usize] = true;
    }
    let (late_ones, kept): (Vec<u32>, Vec<u32>) =
        (0..parts.type_of.len() as u32).partition(|&function| over[function as usize]);
    let asked: BTreeSet<u32> = late_ones
        .iter()
        .flat_map(|&function| parts.calls[function as usize].iter().copied())
        .filter(|&function| !over[function as usize])
        .collect();
    let mut slots: BTreeMap<u32, u32> =
        parts.held.iter().copied().filter(|&(_, function)| over[function as usize]).collect();
    let placed: BTreeSet<u32> = slots.values().copied().collect();
    let called: BTreeSet<u32> = kept
        .iter()
        .flat_map(|&function| parts.calls[function as usize].iter().copied())
        .filter(|function| over[*function as usize] && !placed.contains(function))
        .collect();
    let held = parts.tables.get(FUNCTIONS as usize).map_or(0, |table| table.initial as u32);
    slots.extend((held..).zip(called));
    ensure!(slots.is_empty() || !parts.held.is_empty(), "there is no table for what goes over");
    let gone_over = first::Gone { over: &over, asked: &asked, slots: &slots, late: &late };
    Ok(Split {
        first: first::first(&parts, wasm, &gone_over)?,
        second: second::second(&parts, &late_ones, &asked, &slots, &gone)?,
    })
}

/// A name for what both files share, which no name of the binding generator is like.
fn named(kind: char, place: usize) -> String {
    format!("{kind}{place}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function,
        FunctionSection, ImportSection, MemorySection, Module, RefType, TableSection, TypeSection,
    };
    use wasmparser::{ElementItems, ElementKind, Operator, Parser, Payload};

    /// The exports `kept` and `late`: both call 0, `late` calls 1 too, and `kept` calls 4, which no first view needs. Function 5
    /// stands in the table.
    fn module() -> Vec<u8> {
        let (mut types, mut functions, mut code) =
            (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        for calls in [&[][..], &[], &[0, 4], &[0, 1], &[], &[]] {
            functions.function(0);
            let mut body = Function::new([]);
            for _ in 0..STUB {
                body.instructions().nop();
            }
            for &function in calls {
                body.instructions().call(function);
            }
            body.instructions().end();
            code.function(&body);
        }
        let mut memory = MemorySection::new();
        let pages = wasm_encoder::MemoryType {
            minimum: 1,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        memory.memory(pages);
        let mut table = TableSection::new();
        table.table(wasm_encoder::TableType {
            element_type: RefType::FUNCREF,
            minimum: 2,
            maximum: Some(2),
            table64: false,
            shared: false,
        });
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(1), Elements::Functions([5][..].into()));
        let mut exports = ExportSection::new();
        exports.export("kept", ExportKind::Func, 2).export("late", ExportKind::Func, 3);
        let mut module = Module::new();
        // As the binding generator does, it imports; here nothing.
        let imports = ImportSection::new();
        module.section(&types).section(&imports).section(&functions).section(&table).section(&memory);
        module.section(&exports).section(&elements).section(&code);
        module.finish()
    }

    fn names(wasm: &[u8]) -> (Vec<&str>, Vec<&str>, usize) {
        let (mut imports, mut exports, mut bodies) = (Vec::new(), Vec::new(), 0);
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.unwrap() {
                Payload::ImportSection(section) => {
                    imports.extend(section.into_imports().map(|import| import.unwrap().name));
                }
                Payload::ExportSection(section) => {
                    exports.extend(section.into_iter().map(|export| export.unwrap().name));
                }
                Payload::CodeSectionEntry(_) => bodies += 1,
                _ => {}
            }
        }
        (imports, exports, bodies)
    }

    /// The places of the table that a file fills, and with which functions.
    fn filled(wasm: &[u8]) -> Vec<(i32, Vec<u32>)> {
        let mut all = Vec::new();
        for payload in Parser::new(0).parse_all(wasm) {
            let Payload::ElementSection(section) = payload.unwrap() else { continue };
            for element in section {
                let element = element.unwrap();
                let ElementKind::Active { offset_expr, .. } = element.kind else {
                    panic!("it is filled at once")
                };
                let ElementItems::Functions(functions) = element.items else { panic!("with functions") };
                let Operator::I32Const { value } = offset_expr.get_operators_reader().read().unwrap() else {
                    panic!("from a place on")
                };
                all.push((value, functions.into_iter().map(Result::unwrap).collect()));
            }
        }
        all
    }

    #[test]
    fn what_did_not_run_goes_over_and_a_stub_holds_its_place() {
        let split = by_use(&module(), |name| name == "late", &BTreeSet::from([0, 2])).unwrap();
        // Those that ran, and stubs for 4 and 5.
        assert_eq!(names(&split.first), (vec!["wanted"], vec!["kept", "f0", "m0", "t0"], 4));
        assert_eq!(names(&split.second), (vec!["f0", "m0", "t0"], vec!["late"], 4));
        let first = Parts::read(&split.first).unwrap();
        assert_eq!(first.tables[0].initial, 3);
        assert_eq!(first.held, [(1, 4), (2, 3)]);
        // The second file puts its own there: what it imports comes first, then 1, 3, 4 and 5.
        assert_eq!(filled(&split.second), [(1, vec![4, 3])]);
    }

    #[test]
    fn a_watched_copy_has_a_number_for_each_function() {
        let watched = watched(&module()).unwrap();
        let (_, exports, bodies) = names(&watched);
        assert_eq!(bodies, 6);
        assert_eq!(exports[..4], ["kept", "late", "ran 0", "ran 1"]);
    }

    #[test]
    fn a_name_that_is_no_export_is_told() {
        assert!(by_use(&module(), |name| name == "later", &BTreeSet::new()).is_err());
    }
}
