//! A wasm file that notes which of its functions have run.

use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, Instruction, Module,
    ValType,
};
use wasmparser::{ExportSectionReader, FunctionBody, GlobalSectionReader, Parser};

use super::parts::Parts;

/// The start of the names under which [`watched`] exports a number for each function: 1 if it has run. The rest is its index.
const RAN: &str = "ran ";

/// The same file, with a number for each function that is not imported: its name is that of `RAN`.
pub(crate) fn watched(wasm: &[u8]) -> Result<Vec<u8>> {
    let parts = Parts::read(wasm).context("the compiler's wasm cannot be read")?;
    let (first, next) = (parts.globals.len() as u32, parts.imported as u32);
    let mut module = Module::new();
    Watched { parts, first, next }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the watched wasm cannot be written")?;
    Ok(module.finish())
}

struct Watched<'a> {
    parts: Parts<'a>,
    /// The first of the numbers.
    first: u32,
    /// The function that comes next.
    next: u32,
}

impl Watched<'_> {
    fn number(&self, function: u32) -> u32 {
        self.first + function - self.parts.imported as u32
    }
}

impl Reencode for Watched<'_> {
    type Error = Infallible;

    fn parse_global_section(
        &mut self,
        written: &mut GlobalSection,
        section: GlobalSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_global_section(self, written, section)?;
        for _ in self.parts.own() {
            let number = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            written.global(number, &ConstExpr::i32_const(0));
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        written: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_export_section(self, written, section)?;
        for function in self.parts.own() {
            written.export(&format!("{RAN}{function}"), ExportKind::Global, self.number(function));
        }
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        written: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), Error<Infallible>> {
        let mut function = self.new_function_with_parsed_locals(&body)?;
        function.instruction(&Instruction::I32Const(1));
        function.instruction(&Instruction::GlobalSet(self.number(self.next)));
        self.next += 1;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            function.instruction(&self.parse_instruction(&mut reader)?);
        }
        written.function(&function);
        Ok(())
    }
}
