//! Splits a wasm module in two: the code needed for the first view, and the rest, loaded on first use.
//!
//! The README describes the format of both modules and their invariants.

mod deferred_module;
pub mod function_order;
pub mod glue;
mod instrument;
mod module;
mod primary_module;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, Result, ensure};
use wasmparser::{Export, ExternalKind};

use module::{FUNCTIONS, Wasm};

pub use instrument::{EXECUTED, instrument};

/// The name of the primary module in the imports of the deferred one.
const PRIMARY: &str = "m";

/// Module and name of the function that the primary module imports and calls before a deferred function: it returns
/// after the deferred module has filled its slots.
const LOAD: (&str, &str) = ("deferred", "load");

/// Maximum length of the code of a function, in bytes, that is not longer than a placeholder with its export and so
/// never deferred.
const PLACEHOLDER_BYTES: usize = 32;

/// Both modules of a split.
pub struct Split {
    /// The module that is loaded first.
    pub primary: Vec<u8>,
    /// The module that is loaded on first use.
    pub deferred: Vec<u8>,
}

/// The deferred functions, and the references between both modules.
struct Plan<'a> {
    /// Whether each function is deferred.
    is_deferred: Vec<bool>,
    /// The deferred functions.
    functions: Vec<u32>,
    /// The functions of the primary module that they call.
    imports: BTreeSet<u32>,
    /// The slots of the table with deferred functions.
    slots: BTreeMap<u32, u32>,
    /// The deferred exports.
    exports: Vec<&'a Export<'a>>,
}

/// Splits a wasm file. Defers the exports selected by `is_deferred`, and all functions that were not `executed`, unless
/// they are exported or as short as a placeholder.
///
/// Fails if no export is deferred, or if the file has constructs that rustc does not emit.
pub fn split(bytes: &[u8], is_deferred: impl Fn(&str) -> bool, executed: &BTreeSet<u32>) -> Result<Split> {
    let wasm = Wasm::read(bytes).context("the compiler's wasm cannot be read")?;
    let plan = plan_split(&wasm, is_deferred, executed)?;
    Ok(Split {
        primary: primary_module::write_primary(bytes, &wasm, &plan)?,
        deferred: deferred_module::write_deferred(&wasm, &plan)?,
    })
}

fn plan_split<'a>(
    wasm: &'a Wasm<'a>,
    is_deferred: impl Fn(&str) -> bool,
    executed: &BTreeSet<u32>,
) -> Result<Plan<'a>> {
    let exported = wasm.exports.iter().filter(|export| export.kind == ExternalKind::Func);
    let (exports, kept): (Vec<&Export<'_>>, Vec<_>) = exported.partition(|export| is_deferred(export.name));
    ensure!(!exports.is_empty(), "there is no export to defer");
    let count = wasm.type_of.len() as u32;
    let is_long = |function: u32| wasm.body(function).as_bytes().len() > PLACEHOLDER_BYTES;
    let mut is_deferred: Vec<bool> = (0..count)
        .map(|function| {
            wasm.defined().contains(&function) && !executed.contains(&function) && is_long(function)
        })
        .collect();
    for function in kept.iter().map(|export| export.index).chain(wasm.start) {
        is_deferred[function as usize] = false;
    }
    for export in &exports {
        is_deferred[export.index as usize] = true;
    }
    let (functions, kept): (Vec<u32>, Vec<u32>) =
        (0..count).partition(|&function| is_deferred[function as usize]);
    let called = |callers: &[u32], deferred: bool| -> BTreeSet<u32> {
        let calls = callers.iter().flat_map(|&function| wasm.calls[function as usize].iter().copied());
        calls.filter(|&function| is_deferred[function as usize] == deferred).collect()
    };
    let in_table = wasm.slots.iter().copied();
    let mut slots: BTreeMap<u32, u32> =
        in_table.filter(|&(_, function)| is_deferred[function as usize]).collect();
    let placed: BTreeSet<u32> = slots.values().copied().collect();
    let length = wasm.tables.get(FUNCTIONS as usize).map_or(0, |table| table.initial as u32);
    slots.extend((length..).zip(called(&kept, true).difference(&placed).copied()));
    ensure!(slots.is_empty() || !wasm.slots.is_empty(), "there is no table for the deferred functions");
    Ok(Plan { imports: called(&functions, false), functions, slots, exports, is_deferred })
}

/// The name of an item that the primary module exports for the deferred one; the binding generator uses no such names.
fn shared_name(kind: char, number: usize) -> String {
    format!("{kind}{number}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{
        CodeSection, ConstExpr, ElementSection, Elements, ExportKind, ExportSection, Function,
        FunctionSection, ImportSection, MemorySection, Module, RefType, TableSection, TypeSection,
    };
    use wasmparser::{ElementItems, ElementKind, Operator, Parser, Payload};

    /// The exports `kept` and `late`: both call 0, `late` also calls 1, and `kept` calls 4, which is not executed.
    /// Function 5 is in the table.
    fn module() -> Vec<u8> {
        let (mut types, mut functions, mut code) =
            (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        for calls in [&[][..], &[], &[0, 4], &[0, 1], &[], &[]] {
            functions.function(0);
            let mut body = Function::new([]);
            for _ in 0..PLACEHOLDER_BYTES {
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
        // Like the output of the binding generator, it has an import section, which is empty here.
        let imports = ImportSection::new();
        module.section(&types).section(&imports).section(&functions).section(&table).section(&memory);
        module.section(&exports).section(&elements).section(&code);
        module.finish()
    }

    fn module_names(wasm: &[u8]) -> (Vec<&str>, Vec<&str>, usize) {
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

    /// The slots of the table that a file fills, and with which functions.
    fn table_slots(wasm: &[u8]) -> Vec<(i32, Vec<u32>)> {
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
    fn functions_not_executed_are_deferred_and_have_placeholders() {
        let split = split(&module(), |name| name == "late", &BTreeSet::from([0, 2])).unwrap();
        // The executed functions, and placeholders for 4 and 5.
        assert_eq!(module_names(&split.primary), (vec!["load"], vec!["kept", "f0", "m0", "t0"], 4));
        assert_eq!(module_names(&split.deferred), (vec!["f0", "m0", "t0"], vec!["late"], 4));
        let primary = Wasm::read(&split.primary).unwrap();
        assert_eq!(primary.tables[0].initial, 3);
        assert_eq!(primary.slots, [(1, 4), (2, 3)]);
        // The deferred module fills the same slots: its import comes first, then 1, 3, 4 and 5.
        assert_eq!(table_slots(&split.deferred), [(1, vec![4, 3])]);
    }

    #[test]
    fn an_instrumented_copy_has_a_global_for_each_function() {
        let copy = instrument(&module()).unwrap();
        let (_, exports, bodies) = module_names(&copy);
        assert_eq!(bodies, 6);
        assert_eq!(exports[..4], ["kept", "late", "executed 0", "executed 1"]);
    }

    #[test]
    fn a_split_without_a_deferred_export_is_refused() {
        assert!(split(&module(), |name| name == "later", &BTreeSet::new()).is_err());
    }
}
