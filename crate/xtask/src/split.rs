//! What of a wasm file few people use, as a second file that is fetched with its first use.
//!
//! The second file has no memory, no tables and no data of its own: it is given those of the first one, and calls its
//! functions. So nothing is in both: what only the named exports reach goes over, all else stays.

use std::collections::BTreeSet;
use std::convert::Infallible;

use anyhow::{Context as _, Result, bail, ensure};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, FunctionSection, ImportSection, Module, TypeSection,
};
use wasmparser::{
    CodeSectionReader, ElementItems, Export, ExportSectionReader, ExternalKind, FunctionBody,
    FunctionSectionReader, GlobalType, MemoryType, Operator, Parser, Payload, TableType, TypeRef,
    TypeSectionReader,
};

/// What the second file calls the first one, in its imports.
const FIRST: &str = "m";

/// Both files.
pub(crate) struct Split {
    /// The file without what goes over; what the second one needs of it is exported too, under short names.
    pub(crate) first: Vec<u8>,
    /// What goes over: the named exports, and what only they reach.
    pub(crate) second: Vec<u8>,
}

/// Splits a wasm file by its exports: those that `late` says go over.
///
/// Fails if there is no such export.
pub(crate) fn by_exports(wasm: &[u8], late: impl Fn(&str) -> bool) -> Result<Split> {
    let parts = Parts::read(wasm).context("the compiler's wasm cannot be read")?;
    let (gone, stays): (Vec<&Export<'_>>, Vec<_>) =
        parts.exports.iter().partition(|export| export.kind == ExternalKind::Func && late(export.name));
    ensure!(!gone.is_empty(), "there is no export to split off");
    let stays = stays.iter().filter(|export| export.kind == ExternalKind::Func).map(|export| export.index);
    // What is imported is there for both: the first part hands it on.
    let first = parts.reached(stays.chain(parts.held.iter().copied()).chain(0..parts.imported as u32));
    let mut second = parts.reached(gone.iter().map(|export| export.index));
    second.iter_mut().zip(first).for_each(|(over, stays)| *over &= !stays);
    let asked: BTreeSet<u32> = (0..second.len())
        .filter(|&function| second[function])
        .flat_map(|function| parts.calls[function].iter().copied())
        .chain(gone.iter().map(|export| export.index))
        .filter(|&function| !second[function as usize])
        .collect();
    Ok(Split {
        first: parts.first(wasm, &second, &asked, &late)?,
        second: parts.second(&second, &asked, &gone)?,
    })
}

/// A wasm file as far as a split has to know it.
#[derive(Default)]
struct Parts<'a> {
    types: Option<TypeSectionReader<'a>>,
    /// How many functions are imported: the first ones.
    imported: usize,
    /// The type of each function.
    type_of: Vec<u32>,
    bodies: Vec<FunctionBody<'a>>,
    /// The functions that each function calls.
    calls: Vec<BTreeSet<u32>>,
    exports: Vec<Export<'a>>,
    /// The functions that stand in tables, and the one that runs first.
    held: Vec<u32>,
    memories: Vec<MemoryType>,
    tables: Vec<TableType>,
    globals: Vec<GlobalType>,
}

impl<'a> Parts<'a> {
    fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut parts = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => parts.types = Some(section),
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let TypeRef::Func(of) = import?.ty else { bail!("what is imported is a function") };
                        parts.type_of.push(of);
                    }
                    parts.imported = parts.type_of.len();
                }
                Payload::FunctionSection(section) => {
                    for of in section {
                        parts.type_of.push(of?);
                    }
                }
                Payload::TableSection(section) => {
                    for table in section {
                        parts.tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        parts.memories.push(memory?);
                    }
                }
                Payload::GlobalSection(section) => {
                    for global in section {
                        parts.globals.push(global?.ty);
                    }
                }
                Payload::ExportSection(section) => {
                    parts.exports = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::StartSection { func, .. } => parts.held.push(func),
                Payload::ElementSection(section) => {
                    for element in section {
                        let ElementItems::Functions(functions) = element?.items else {
                            bail!("a table is filled with functions")
                        };
                        for function in functions {
                            parts.held.push(function?);
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => parts.bodies.push(body),
                _ => {}
            }
        }
        parts.calls.resize(parts.imported, BTreeSet::new());
        for body in &parts.bodies {
            let mut called = BTreeSet::new();
            for operator in body.get_operators_reader()? {
                match operator? {
                    Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                        called.insert(function_index);
                    }
                    Operator::RefFunc { function_index } => parts.held.push(function_index),
                    _ => {}
                }
            }
            parts.calls.push(called);
        }
        Ok(parts)
    }

    /// Which functions these are, or are called from them.
    fn reached(&self, from: impl IntoIterator<Item = u32>) -> Vec<bool> {
        let mut reached = vec![false; self.calls.len()];
        let mut waiting: Vec<u32> = from.into_iter().collect();
        while let Some(function) = waiting.pop() {
            if !std::mem::replace(&mut reached[function as usize], true) {
                waiting.extend(&self.calls[function as usize]);
            }
        }
        reached
    }

    /// The file without the functions that go over, and with those exported that are asked for.
    fn first(
        &self,
        wasm: &[u8],
        second: &[bool],
        asked: &BTreeSet<u32>,
        late: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<u8>> {
        let kept = (0..self.type_of.len() as u32).filter(|&function| !second[function as usize]);
        let index = places(kept, self.type_of.len());
        let mut module = Module::new();
        First { parts: self, second, index, asked, late }
            .parse_core_module(&mut module, Parser::new(0), wasm)
            .context("the first part of the wasm cannot be written")?;
        Ok(module.finish())
    }

    /// The functions that go over.
    fn second(&self, second: &[bool], asked: &BTreeSet<u32>, gone: &[&Export<'_>]) -> Result<Vec<u8>> {
        let own: Vec<u32> = (self.imported as u32..self.type_of.len() as u32)
            .filter(|&function| second[function as usize])
            .collect();
        let mut all = Second(places(asked.iter().chain(&own).copied(), self.type_of.len()));
        let mut types = TypeSection::new();
        all.parse_type_section(&mut types, self.types.clone().context("a file with functions has types")?)?;
        let mut imports = ImportSection::new();
        for (place, &function) in asked.iter().enumerate() {
            imports.import(FIRST, &named('f', place), EntityType::Function(self.type_of[function as usize]));
        }
        for (place, memory) in self.memories.iter().enumerate() {
            imports.import(FIRST, &named('m', place), EntityType::Memory(all.memory_type(*memory)?));
        }
        for (place, table) in self.tables.iter().enumerate() {
            imports.import(FIRST, &named('t', place), EntityType::Table(all.table_type(*table)?));
        }
        for (place, global) in self.globals.iter().enumerate() {
            imports.import(FIRST, &named('g', place), EntityType::Global(all.global_type(*global)?));
        }
        let (mut functions, mut code, mut exports) =
            (FunctionSection::new(), CodeSection::new(), ExportSection::new());
        for &function in &own {
            functions.function(self.type_of[function as usize]);
            let body = self.bodies[function as usize - self.imported].clone();
            utils::parse_function_body(&mut all, &mut code, body)?;
        }
        for export in gone {
            exports.export(export.name, ExportKind::Func, all.function_index(export.index)?);
        }
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
        Ok(module.finish())
    }
}

/// The new index of each of `count` functions, by the order in which they come; what does not come is asked for by nobody.
fn places(order: impl IntoIterator<Item = u32>, count: usize) -> Vec<u32> {
    let mut index = vec![u32::MAX; count];
    for (new, old) in order.into_iter().enumerate() {
        index[old as usize] = new as u32;
    }
    index
}

/// A name for what both parts share, which no name of the binding generator is like.
fn named(kind: char, place: usize) -> String {
    format!("{kind}{place}")
}

/// The second part: the same functions under other indices.
struct Second(Vec<u32>);

impl Reencode for Second {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.0[function as usize])
    }
}

/// The first part.
struct First<'a> {
    parts: &'a Parts<'a>,
    second: &'a [bool],
    index: Vec<u32>,
    asked: &'a BTreeSet<u32>,
    late: &'a dyn Fn(&str) -> bool,
}

impl Reencode for First<'_> {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.index[function as usize])
    }

    fn parse_function_section(
        &mut self,
        written: &mut FunctionSection,
        _: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for function in self.parts.imported..self.second.len() {
            if !self.second[function] {
                written.function(self.parts.type_of[function]);
            }
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        written: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for export in section {
            let export = export?;
            if export.kind != ExternalKind::Func || !(self.late)(export.name) {
                utils::parse_export(self, written, export)?;
            }
        }
        for (place, &function) in self.asked.iter().enumerate() {
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

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for (place, body) in section.into_iter().enumerate() {
            if !self.second[self.parts.imported + place] {
                utils::parse_function_body(self, written, body?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{Function, MemorySection};

    /// The exports `kept` and `late`, which both call `both`; `late` calls `own` too.
    fn module() -> Vec<u8> {
        let (mut types, mut functions, mut code) =
            (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        for calls in [&[][..], &[], &[0], &[0, 1]] {
            functions.function(0);
            let mut body = Function::new([]);
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
        let mut exports = ExportSection::new();
        exports.export("kept", ExportKind::Func, 2).export("late", ExportKind::Func, 3);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&memory).section(&exports).section(&code);
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

    #[test]
    fn what_only_a_late_export_reaches_goes_over_and_nothing_is_in_both() {
        let split = by_exports(&module(), |name| name == "late").unwrap();
        assert_eq!(names(&split.first), (vec![], vec!["kept", "f0", "m0"], 2));
        assert_eq!(names(&split.second), (vec!["f0", "m0"], vec!["late"], 2));
    }

    #[test]
    fn a_name_that_is_no_export_is_told() {
        assert!(by_exports(&module(), |name| name == "later").is_err());
    }
}
