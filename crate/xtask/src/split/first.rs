//! The first file: without the functions that have gone over, and with stubs in their places of the table.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, ImportSection, Instruction, Module, TableType,
};
use wasmparser::{
    CodeSectionReader, ElementSectionReader, ExportSectionReader, FunctionBody, FunctionSectionReader,
    ImportSectionReader, Operator, Parser,
};

use super::parts::{FUNCTIONS, Parts, places};
use super::{WANTED, named};

/// What the first file is without, and where it finds that.
pub(super) struct Gone<'a> {
    /// Whether each function goes over.
    pub(super) over: &'a [bool],
    /// The functions that the second file calls.
    pub(super) asked: &'a BTreeSet<u32>,
    /// The places of the table in which functions stand that have gone over.
    pub(super) slots: &'a BTreeMap<u32, u32>,
    /// Whether an export goes over.
    pub(super) late: &'a dyn Fn(&str) -> bool,
}

/// Writes the file without what has gone over, and with those functions exported that are asked for.
pub(super) fn first(parts: &Parts<'_>, wasm: &[u8], gone: &Gone<'_>) -> Result<Vec<u8>> {
    let count = parts.type_of.len();
    let mut index = places(0..parts.imported as u32, 0, count);
    // What says that something is wanted is one more import.
    let wanted = parts.imported as u32;
    let kept: Vec<u32> = parts.own().filter(|&function| !gone.over[function as usize]).collect();
    let stubs: BTreeSet<u32> = gone.slots.values().copied().collect();
    let own = places(kept.iter().chain(&stubs).copied(), wanted + 1, count);
    for function in parts.own() {
        index[function as usize] = own[function as usize];
    }
    let slot_of: BTreeMap<u32, u32> =
        gone.slots.iter().rev().map(|(&slot, &function)| (function, slot)).collect();
    let said = parts.shapes.iter().position(|shape| shape.params().is_empty() && shape.results().is_empty());
    let nothing = said.context("no function takes and gives nothing")? as u32;
    let mut module = Module::new();
    First { parts, gone, index, kept, stubs, slot_of, wanted, nothing }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the first part of the wasm cannot be written")?;
    Ok(module.finish())
}

struct First<'a> {
    parts: &'a Parts<'a>,
    gone: &'a Gone<'a>,
    index: Vec<u32>,
    /// The functions that stay, in their order.
    kept: Vec<u32>,
    /// The functions that have a stub, in their order.
    stubs: BTreeSet<u32>,
    /// The first place in the table of each of them.
    slot_of: BTreeMap<u32, u32>,
    /// The function that is called before what has gone over, and its type.
    wanted: u32,
    nothing: u32,
}

impl First<'_> {
    /// Calls what stands in the table in place of a function.
    fn by_table(&self, function: u32) -> [Instruction<'static>; 2] {
        let type_index = self.parts.type_of[function as usize];
        [
            Instruction::I32Const(self.slot_of[&function] as i32),
            Instruction::CallIndirect { type_index, table_index: FUNCTIONS },
        ]
    }

    /// Asks for what has gone over, which then stands in the table, and calls it.
    fn stub(&self, function: u32) -> Function {
        let mut stub = Function::new([]);
        stub.instruction(&Instruction::Call(self.wanted));
        for place in 0..self.parts.shape(function).params().len() {
            stub.instruction(&Instruction::LocalGet(place as u32));
        }
        for instruction in self.by_table(function) {
            stub.instruction(&instruction);
        }
        stub.instruction(&Instruction::End);
        stub
    }
}

impl Reencode for First<'_> {
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
        written.import(WANTED.0, WANTED.1, EntityType::Function(self.nothing));
        Ok(())
    }

    fn parse_function_section(
        &mut self,
        written: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for &function in self.kept.iter().chain(&self.stubs) {
            written.function(self.parts.type_of[function as usize]);
        }
        Ok(())
    }

    fn table_type(&mut self, table: wasmparser::TableType) -> Result<TableType, Error<Infallible>> {
        let mut table = utils::table_type(self, table)?;
        if table.element_type == wasm_encoder::RefType::FUNCREF {
            let most = self.gone.slots.keys().next_back().map_or(0, |&slot| u64::from(slot) + 1);
            table.minimum = table.minimum.max(most);
            table.maximum = table.maximum.map(|maximum| maximum.max(most));
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
            if export.kind != wasmparser::ExternalKind::Func || !(self.gone.late)(export.name) {
                utils::parse_export(self, written, export)?;
            }
        }
        for (place, &function) in self.gone.asked.iter().enumerate() {
            written.export(&named('f', place), ExportKind::Func, self.index[function as usize]);
        }
        let Parts { memories, tables, globals, .. } = self.parts;
        for (letter, kind, count) in [
            ('m', ExportKind::Memory, memories.len()),
            ('t', ExportKind::Table, tables.len()),
            ('g', ExportKind::Global, globals.len()),
        ] {
            for place in 0..count {
                written.export(&named(letter, place), kind, place as u32);
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
        let held = self.parts.tables[FUNCTIONS as usize].initial as u32;
        let added: Vec<u32> =
            self.gone.slots.range(held..).map(|(_, &function)| self.index[function as usize]).collect();
        written.active(None, &ConstExpr::i32_const(held as i32), Elements::Functions(added.into()));
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        _: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for function in self.kept.clone() {
            self.parse_function_body(written, self.parts.body(function))?;
        }
        for &function in &self.stubs {
            written.function(&self.stub(function));
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
                && self.gone.over[function_index as usize]
            {
                reader.read()?;
                for instruction in self.by_table(function_index) {
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
