//! The contents of a wasm file that a split needs.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use wasmparser::{
    ElementItems, ElementKind, Export, FuncType, FunctionBody, GlobalType, MemoryType, Operator, Parser,
    Payload, TableType, TypeRef, TypeSectionReader,
};

/// The table of the functions that are called indirectly.
pub(crate) const FUNCTIONS: u32 = 0;

/// A parsed wasm file.
#[derive(Default)]
pub(crate) struct Wasm<'a> {
    pub(crate) types: Option<TypeSectionReader<'a>>,
    /// The signatures, by type index.
    pub(crate) signatures: Vec<FuncType>,
    /// Number of imported functions, which have the lowest indices.
    pub(crate) imported: usize,
    /// The type index of each function.
    pub(crate) type_of: Vec<u32>,
    pub(crate) bodies: Vec<FunctionBody<'a>>,
    /// The functions that each function calls directly.
    pub(crate) calls: Vec<BTreeSet<u32>>,
    pub(crate) exports: Vec<Export<'a>>,
    /// The start function.
    pub(crate) start: Option<u32>,
    /// The filled slots of the table [`FUNCTIONS`], each with its function.
    pub(crate) slots: Vec<(u32, u32)>,
    pub(crate) memories: Vec<MemoryType>,
    pub(crate) tables: Vec<TableType>,
    pub(crate) globals: Vec<GlobalType>,
}

impl<'a> Wasm<'a> {
    /// Parses a file. Fails on constructs that rustc does not emit, such as references to functions outside the table.
    pub(crate) fn read(wasm: &'a [u8]) -> Result<Self> {
        let mut all = Self::default();
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    all.signatures = section.clone().into_iter_err_on_gc_types().collect::<Result<_, _>>()?;
                    all.types = Some(section);
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let TypeRef::Func(of) = import?.ty else { bail!("only functions can be imported") };
                        all.type_of.push(of);
                    }
                    all.imported = all.type_of.len();
                }
                Payload::FunctionSection(section) => {
                    for of in section {
                        all.type_of.push(of?);
                    }
                }
                Payload::TableSection(section) => {
                    for table in section {
                        all.tables.push(table?.ty);
                    }
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        all.memories.push(memory?);
                    }
                }
                Payload::GlobalSection(section) => {
                    for global in section {
                        all.globals.push(global?.ty);
                    }
                }
                Payload::ExportSection(section) => {
                    all.exports = section.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::StartSection { func, .. } => all.start = Some(func),
                Payload::ElementSection(section) => {
                    for element in section {
                        let element = element?;
                        let (
                            ElementItems::Functions(functions),
                            ElementKind::Active { table_index: None | Some(FUNCTIONS), offset_expr },
                        ) = (element.items, element.kind)
                        else {
                            bail!("element segments have to fill the first table with functions")
                        };
                        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                            bail!("the offset of an element segment has to be a constant")
                        };
                        for (offset, function) in functions.into_iter().enumerate() {
                            all.slots.push((value as u32 + offset as u32, function?));
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => all.bodies.push(body),
                _ => {}
            }
        }
        all.calls.resize(all.imported, BTreeSet::new());
        for body in &all.bodies {
            let mut called = BTreeSet::new();
            for operator in body.get_operators_reader()? {
                match operator? {
                    Operator::Call { function_index } => {
                        called.insert(function_index);
                    }
                    Operator::RefFunc { .. } | Operator::ReturnCall { .. } => {
                        bail!("references to functions are supported in tables only")
                    }
                    _ => {}
                }
            }
            all.calls.push(called);
        }
        Ok(all)
    }

    /// The indices of the functions that are defined in the file.
    pub(crate) fn defined(&self) -> std::ops::Range<u32> {
        self.imported as u32..self.type_of.len() as u32
    }

    /// The code of a defined function.
    pub(crate) fn body(&self, function: u32) -> FunctionBody<'a> {
        self.bodies[function as usize - self.imported].clone()
    }

    /// The signature of a function.
    pub(crate) fn signature(&self, function: u32) -> &FuncType {
        &self.signatures[self.type_of[function as usize] as usize]
    }
}

/// The new index of each of `count` functions, numbered in `order` from `first` on; other functions have no index.
pub(crate) fn renumbered(order: impl IntoIterator<Item = u32>, first: u32, count: usize) -> Vec<u32> {
    let mut index = vec![u32::MAX; count];
    for (new, old) in (first..).zip(order) {
        index[old as usize] = new;
    }
    index
}
