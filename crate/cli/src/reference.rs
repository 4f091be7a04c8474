//! `ganttlet reference`: what the build of the page makes the reference page from.

use crate::output;
use clap::Command;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::catalog;
use ganttlet_document::glossary::glossary;
use serde_json::{Value, json};

/// Prints the catalog, the glossary and the help of every command. True, as nothing can be incomplete.
pub(crate) fn print(program: Command) -> Result<bool, Vec<Diagnostic>> {
    let document = json!({ "catalog": catalog(), "glossary": glossary(), "commands": commands(program) });
    output::print_json(&document).map(|()| true)
}

/// Name and full help of each command that is not hidden.
fn commands(mut program: Command) -> Vec<Value> {
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
