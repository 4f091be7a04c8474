//! Instrumentation: a copy of a wasm file that records which of its functions are executed.

use std::convert::Infallible;

use anyhow::{Context as _, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, ExportKind, ExportSection, GlobalSection, GlobalType, Instruction, Module,
    ValType,
};
use wasmparser::{ExportSectionReader, FunctionBody, GlobalSectionReader, Parser};

use crate::module::Wasm;

/// Prefix of the names of the exported globals, one for each function: 1 if it was executed. The rest of the name is
/// the index of the function.
pub const EXECUTED: &str = "executed ";

/// Adds to each defined function of a wasm file an exported global that is 1 after its execution; names begin with
/// [`EXECUTED`].
pub fn instrument(wasm: &[u8]) -> Result<Vec<u8>> {
    let wasm_file = Wasm::read(wasm).context("the compiler's wasm cannot be read")?;
    let (first, next) = (wasm_file.globals.len() as u32, wasm_file.imported as u32);
    let mut module = Module::new();
    Instrumented { wasm: wasm_file, first, next }
        .parse_core_module(&mut module, Parser::new(0), wasm)
        .context("the instrumented wasm cannot be written")?;
    Ok(module.finish())
}

struct Instrumented<'a> {
    wasm: Wasm<'a>,
    /// The first of the added globals.
    first: u32,
    /// The function that is written next.
    next: u32,
}

impl Instrumented<'_> {
    fn executed_global(&self, function: u32) -> u32 {
        self.first + function - self.wasm.imported as u32
    }
}

impl Reencode for Instrumented<'_> {
    type Error = Infallible;

    fn parse_global_section(
        &mut self,
        written: &mut GlobalSection,
        section: GlobalSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_global_section(self, written, section)?;
        for _ in self.wasm.defined() {
            let flag = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            written.global(flag, &ConstExpr::i32_const(0));
        }
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        written: &mut ExportSection,
        section: ExportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        utils::parse_export_section(self, written, section)?;
        for function in self.wasm.defined() {
            written.export(
                &format!("{EXECUTED}{function}"),
                ExportKind::Global,
                self.executed_global(function),
            );
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
        function.instruction(&Instruction::GlobalSet(self.executed_global(self.next)));
        self.next += 1;
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            function.instruction(&self.parse_instruction(&mut reader)?);
        }
        written.function(&function);
        Ok(())
    }
}
