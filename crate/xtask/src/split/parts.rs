//! A wasm file as far as a split has to know it.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use wasmparser::{
    ElementItems, ElementKind, Export, FuncType, FunctionBody, GlobalType, MemoryType, Operator, Parser,
    Payload, TableType, TypeRef, TypeSectionReader,
};

/// The table in which functions stand that are not called by their index.
pub(super) const FUNCTIONS: u32 = 0;

/// What is in a wasm file.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub(super) types: Option<TypeSectionReader<'a>>,
    /// The types, by their index.
    pub(super) shapes: Vec<FuncType>,
    /// How many functions are imported: the first ones.
    pub(super) imported: usize,
    /// The type of each function.
    pub(super) type_of: Vec<u32>,
    pub(super) bodies: Vec<FunctionBody<'a>>,
    /// The functions that each function calls by their index.
    pub(super) calls: Vec<BTreeSet<u32>>,
    pub(super) exports: Vec<Export<'a>>,
    /// The function that runs first.
    pub(super) start: Option<u32>,
    /// The places of [`FUNCTIONS`] that are filled, and with which function.
    pub(super) held: Vec<(u32, u32)>,
    pub(super) memories: Vec<MemoryType>,
    pub(super) tables: Vec<TableType>,
    pub(super) globals: Vec<GlobalType>,
}

impl<'a> Parts<'a> {
    /// Fails if the file does what the compiler's files do not.
    pub(super) fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut parts = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    parts.shapes = section.clone().into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
                    parts.types = Some(section);
                }
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
                Payload::StartSection { func, .. } => parts.start = Some(func),
                Payload::ElementSection(section) => {
                    for element in section {
                        let element = element?;
                        let (
                            ElementItems::Functions(functions),
                            ElementKind::Active { table_index: None | Some(FUNCTIONS), offset_expr },
                        ) = (element.items, element.kind)
                        else {
                            bail!("the first table is filled with functions")
                        };
                        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                            bail!("the place of functions in a table is a number")
                        };
                        for (place, function) in functions.into_iter().enumerate() {
                            parts.held.push((value as u32 + place as u32, function?));
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
                    Operator::Call { function_index } => {
                        called.insert(function_index);
                    }
                    Operator::RefFunc { .. } | Operator::ReturnCall { .. } => {
                        bail!("functions are called, or stand in a table")
                    }
                    _ => {}
                }
            }
            parts.calls.push(called);
        }
        Ok(parts)
    }

    /// The indices of the functions that are not imported.
    pub(super) fn own(&self) -> std::ops::Range<u32> {
        self.imported as u32..self.type_of.len() as u32
    }

    /// The code of a function that is not imported.
    pub(super) fn body(&self, function: u32) -> FunctionBody<'a> {
        self.bodies[function as usize - self.imported].clone()
    }

    /// What the type of a function is.
    pub(super) fn shape(&self, function: u32) -> &FuncType {
        &self.shapes[self.type_of[function as usize] as usize]
    }
}

/// The new index of each of `count` functions, by the order in which they come, from `first` on; what does not come is
/// asked for by nobody.
pub(super) fn places(order: impl IntoIterator<Item = u32>, first: u32, count: usize) -> Vec<u32> {
    let mut index = vec![u32::MAX; count];
    for (new, old) in (first..).zip(order) {
        index[old as usize] = new;
    }
    index
}
