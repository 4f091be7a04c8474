//! `ganttlet reference`: the data for the reference page and its text files.

use crate::output;
use clap::Command;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::TableKind;
use ganttlet_document::catalog::catalog;
use ganttlet_document::glossary::glossary;
use ganttlet_sim::system::SYSTEMS;
use serde_json::{Map, Value, json};

/// Prints the catalog, the glossary, the texts of tables, and the help of every command. Always true: there is no
/// incomplete result.
pub(crate) fn print_reference(program: Command) -> Result<bool, Vec<Diagnostic>> {
    let document = json!({ "catalog": catalog(), "glossary": glossary(), "tables": table_texts(), "commands": command_help(program) });
    output::print_json(&document).map(|()| true)
}

/// The texts of the tables of all systems, and of their columns.
fn table_texts() -> Value {
    let tables = SYSTEMS.members.iter().flat_map(|system| system.tables);
    let text = |table: &&TableKind| {
        let columns: Map<String, Value> =
            table.columns.iter().map(|column| (column.id.to_owned(), json!(column.doc.trim()))).collect();
        (table.id.to_owned(), json!({ "doc": table.doc.trim(), "columns": columns }))
    };
    tables.map(text).collect::<Map<String, Value>>().into()
}

/// The name and the full help of each visible command.
fn command_help(mut program: Command) -> Vec<Value> {
    program.build();
    let shown = program.get_subcommands().filter(|command| !command.is_hide_set());
    shown
        .filter(|command| command.get_name() != "help")
        .map(|command| {
            let help = command.clone().term_width(100).render_long_help().to_string();
            json!({ "name": command.get_name(), "help": help })
        })
        .collect()
}
