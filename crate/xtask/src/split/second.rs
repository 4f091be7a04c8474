//! The second file: functions that have gone over, under other indices.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, FunctionSection,
    ImportSection, Module, TypeSection,
};
use wasmparser::Export;

use super::parts::{Parts, places};
use super::{FIRST, named};

/// Writes the functions that go over: `asked` is what they call in the first file, `slots` where they stand in the table,
/// and `gone` what they are to the outside.
pub(super) fn second(
    parts: &Parts<'_>,
    over: &[u32],
    asked: &BTreeSet<u32>,
    slots: &BTreeMap<u32, u32>,
    gone: &[&Export<'_>],
) -> Result<Vec<u8>> {
    let mut all = Second(places(asked.iter().chain(over).copied(), 0, parts.type_of.len()));
    let mut types = TypeSection::new();
    all.parse_type_section(&mut types, parts.types.clone().context("a file with functions has types")?)?;
    let mut imports = ImportSection::new();
    for (place, &function) in asked.iter().enumerate() {
        imports.import(FIRST, &named('f', place), EntityType::Function(parts.type_of[function as usize]));
    }
    for (place, memory) in parts.memories.iter().enumerate() {
        imports.import(FIRST, &named('m', place), EntityType::Memory(all.memory_type(*memory)?));
    }
    for (place, table) in parts.tables.iter().enumerate() {
        // The first file makes it as long as both need it.
        let table = wasm_encoder::TableType { maximum: None, ..all.table_type(*table)? };
        imports.import(FIRST, &named('t', place), EntityType::Table(table));
    }
    for (place, global) in parts.globals.iter().enumerate() {
        imports.import(FIRST, &named('g', place), EntityType::Global(all.global_type(*global)?));
    }
    let (mut functions, mut code, mut exports, mut elements) =
        (FunctionSection::new(), CodeSection::new(), ExportSection::new(), ElementSection::new());
    for &function in over {
        functions.function(parts.type_of[function as usize]);
        utils::parse_function_body(&mut all, &mut code, parts.body(function))?;
    }
    for export in gone {
        exports.export(export.name, ExportKind::Func, all.function_index(export.index)?);
    }
    let mut filled: Vec<(u32, Vec<u32>)> = Vec::new();
    for (&slot, &function) in slots {
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

struct Second(Vec<u32>);

impl Reencode for Second {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.0[function as usize])
    }
}
