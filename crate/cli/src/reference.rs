//! `ganttlet reference`: what the build of the page makes the reference page from.

use crate::output;
use clap::Command;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::catalog;
use ganttlet_document::glossary::glossary;
use serde_json::{Value, json};

/// Prints the catalog, the glossary and the help of every command. Always true, as nothing can be incomplete.
pub(crate) fn print_reference(program: Command) -> Result<bool, Vec<Diagnostic>> {
    let document = json!({ "catalog": catalog(), "glossary": glossary(), "commands": command_help(program) });
    output::print_json(&document).map(|()| true)
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
