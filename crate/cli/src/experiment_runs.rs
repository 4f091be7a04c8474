//! The runs of published experiments: selection, numbers, and results files.

use crate::named_files::FileSource;
use crate::{ReproduceArguments, error_without_place, output, sweep};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_study::Plan;
use std::path::Path;

/// True if this experiment is selected: all are if none is named.
pub(crate) fn is_selected(arguments: &ReproduceArguments, id: &str) -> bool {
    arguments.experiment.as_ref().is_none_or(|named| named.eq_ignore_ascii_case(id))
}

/// The numbers of all runs of an experiment, from its results file or new ones.
pub(crate) fn run_numbers(
    arguments: &ReproduceArguments,
    plan: &Plan,
    file: Option<&Path>,
) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    sweep::execute_missing_runs(plan, FileSource::beside(Path::new("")), &arguments.parallel, None, file)
}

/// Writes a value as formatted JSON.
pub(crate) fn write_json(path: &Path, what: &impl serde::Serialize) -> Result<(), Vec<Diagnostic>> {
    let text = serde_json::to_string(what).map_err(|error| error_without_place(error.to_string()))?;
    output::write_file(path, &(text + "\n"))
}
