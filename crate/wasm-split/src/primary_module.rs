//! Writes the primary module, with placeholders in the table slots of deferred functions.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, ImportSection, Instruction, Module, TableType,
};
use wasmparser::{
    CodeSectionReader, ElementSectionReader, ExportSectionReader, FuncType, FunctionBody,
    FunctionSectionReader, ImportSectionReader, Operator, Parser,
};

use crate::module::{FUNCTIONS, Wasm, renumbered};
use crate::{LOAD, Plan, shared_name};

/// Writes the primary module.
pub(crate) fn write_primary(bytes: &[u8], wasm: &Wasm<'_>, plan: &Plan<'_>) -> Result<Vec<u8>> {
    let count = wasm.type_of.len();
    let mut index = renumbered(0..wasm.imported as u32, 0, count);
    // The function that loads the deferred module is an additional import.
    let load = wasm.imported as u32;
    let kept: Vec<u32> = wasm.defined().filter(|&function| !plan.is_deferred[function as usize]).collect();
    let placeholders: BTreeSet<u32> = plan.slots.values().copied().collect();
    let defined = renumbered(kept.iter().chain(&placeholders).copied(), load + 1, count);
    for function in wasm.defined() {
        index[function as usize] = defined[function as usize];
    }
    let slot_of = plan.slots.iter().rev().map(|(&slot, &function)| (function, slot)).collect();
    let is_action = |signature: &FuncType| signature.params().is_empty() && signature.results().is_empty();
    let load_type = wasm.signatures.iter().position(is_action);
    let load_type = load_type.context("no function has neither parameters nor results")? as u32;
    let mut module = Module::new();
    Primary { wasm, plan, index, kept, placeholders, slot_of, load, load_type }
        .parse_core_module(&mut module, Parser::new(0), bytes)
        .context("the primary module cannot be written")?;
    Ok(module.finish())
}

struct Primary<'a> {
    wasm: &'a Wasm<'a>,
    plan: &'a Plan<'a>,
    /// The new index of each function; for a deferred function, that of its placeholder.
    index: Vec<u32>,
    /// The defined functions that are not deferred, in their order.
    kept: Vec<u32>,
    /// The deferred functions with a placeholder, in their order.
    placeholders: BTreeSet<u32>,
    /// The first table slot of each placeholder.
    slot_of: BTreeMap<u32, u32>,
    /// The imported function that loads the deferred module, and its type.
    load: u32,
    load_type: u32,
}

impl Primary<'_> {
    /// Calls the function in the slot of a deferred function.
    fn indirect_call(&self, function: u32) -> [Instruction<'static>; 2] {
        let type_index = self.wasm.type_of[function as usize];
        [
            Instruction::I32Const(self.slot_of[&function] as i32),
            Instruction::CallIndirect { type_index, table_index: FUNCTIONS },
        ]
    }

    /// Loads the deferred module, which replaces the placeholder in its slot, and calls the function there.
    fn placeholder(&self, function: u32) -> Function {
        let mut body = Function::new([]);
        body.instruction(&Instruction::Call(self.load));
        for parameter in 0..self.wasm.signature(function).params().len() {
            body.instruction(&Instruction::LocalGet(parameter as u32));
        }
        for instruction in self.indirect_call(function) {
            body.instruction(&instruction);
        }
        body.instruction(&Instruction::End);
        body
    }
}

impl Reencode for Primary<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index[function as usize])
    }

    fn parse_import_section(
        &mut self,
        written: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_import_section(self, written, section)?;
        written.import(LOAD.0, LOAD.1, EntityType::Function(self.load_type));
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        written: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for &function in self.kept.iter().chain(&self.placeholders) {
            written.function(self.wasm.type_of[function as usize]);
        }
        Ok(())
    }

    fn table_type(&mut self, table: wasmparser::TableType) -> Result<TableType, Error<Infallible>> {
        let mut table = utils::table_type(self, table)?;
        if table.element_type == wasm_encoder::RefType::FUNCREF {
            let length = self.plan.slots.keys().next_back().map_or(0, |&slot| u64::from(slot) + 1);
            table.minimum = table.minimum.max(length);
            table.maximum = table.maximum.map(|maximum| maximum.max(length));
        }
        Ok(table)
    }

    fn parse_export_section(
        &mut self,
        written: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for export in section {
            let export = export?;
            if export.kind != wasmparser::ExternalKind::Func
                || !self.plan.exports.iter().any(|deferred| deferred.name == export.name)
            {
                utils::parse_export(self, written, export)?;
            }
        }
        for (number, &function) in self.plan.imports.iter().enumerate() {
            written.export(&shared_name('f', number), ExportKind::Func, self.index[function as usize]);
        }
        let Wasm { memories, tables, globals, .. } = self.wasm;
        for (letter, kind, count) in [
            ('m', ExportKind::Memory, memories.len()),
            ('t', ExportKind::Table, tables.len()),
            ('g', ExportKind::Global, globals.len()),
        ] {
            for number in 0..count {
                written.export(&shared_name(letter, number), kind, number as u32);
            }
        }
        Ok(())
    }

    fn parse_element_section(
        &mut self,
        written: &mut ElementSection,
        section: ElementSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_element_section(self, written, section)?;
        let length = self.wasm.tables[FUNCTIONS as usize].initial as u32;
        let added: Vec<u32> =
            self.plan.slots.range(length..).map(|(_, &function)| self.index[function as usize]).collect();
        written.active(None, &ConstExpr::i32_const(length as i32), Elements::Functions(added.into()));
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        _: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for function in self.kept.clone() {
            self.parse_function_body(written, self.wasm.body(function))?;
        }
        for &function in &self.placeholders {
            written.function(&self.placeholder(function));
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        written: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Infallible>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            if let Operator::Call { function_index } = reader.clone().read()?
                && self.plan.is_deferred[function_index as usize]
            {
                reader.read()?;
                for instruction in self.indirect_call(function_index) {
                    function.instruction(&instruction);
                }
            } else {
                function.instruction(&self.parse_instruction(&mut reader)?);
            }
        }
        written.function(&function);
        Ok(())
    }
}
