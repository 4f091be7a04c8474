//! Writes the deferred module: the deferred functions, with new indices, and with imports of everything else.

use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, FunctionSection,
    ImportSection, Module, TypeSection,
};

use crate::module::{Wasm, renumbered};
use crate::{PRIMARY, Plan, shared_name};

/// Writes the deferred module.
pub(crate) fn write_deferred(wasm: &Wasm<'_>, plan: &Plan<'_>) -> Result<Vec<u8>> {
    let functions_in_order = plan.imports.iter().chain(&plan.functions).copied();
    let mut all = DeferredIndices(renumbered(functions_in_order, 0, wasm.type_of.len()));
    let mut types = TypeSection::new();
    all.parse_type_section(&mut types, wasm.types.clone().context("a file with functions has types")?)?;
    let mut imports = ImportSection::new();
    for (number, &function) in plan.imports.iter().enumerate() {
        imports.import(
            PRIMARY,
            &shared_name('f', number),
            EntityType::Function(wasm.type_of[function as usize]),
        );
    }
    for (number, memory) in wasm.memories.iter().enumerate() {
        imports.import(PRIMARY, &shared_name('m', number), EntityType::Memory(all.memory_type(*memory)?));
    }
    for (number, table) in wasm.tables.iter().enumerate() {
        // The primary module allocates it in the size that both need.
        let table = wasm_encoder::TableType { maximum: None, ..all.table_type(*table)? };
        imports.import(PRIMARY, &shared_name('t', number), EntityType::Table(table));
    }
    for (number, global) in wasm.globals.iter().enumerate() {
        imports.import(PRIMARY, &shared_name('g', number), EntityType::Global(all.global_type(*global)?));
    }
    let (mut functions, mut code, mut exports, mut elements) =
        (FunctionSection::new(), CodeSection::new(), ExportSection::new(), ElementSection::new());
    for &function in &plan.functions {
        functions.function(wasm.type_of[function as usize]);
        utils::parse_function_body(&mut all, &mut code, wasm.body(function))?;
    }
    for export in &plan.exports {
        exports.export(export.name, ExportKind::Func, all.function_index(export.index)?);
    }
    let mut filled: Vec<(u32, Vec<u32>)> = Vec::new();
    for (&slot, &function) in &plan.slots {
        let function = all.function_index(function)?;
        match filled.last_mut() {
            Some((first, run)) if *first + run.len() as u32 == slot => run.push(function),
            _ => filled.push((slot, vec![function])),
        }
    }
    for (first, run) in filled {
        elements.active(None, &ConstExpr::i32_const(first as i32), Elements::Functions(run.into()));
    }
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&elements);
    module.section(&code);
    Ok(module.finish())
}

/// The new index of each function.
struct DeferredIndices(Vec<u32>);

impl Reencode for DeferredIndices {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.0[function as usize])
    }
}
