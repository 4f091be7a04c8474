//! The common part of the readers of workflow formats: the draft that a parser fills, and its conversion to a workflow
//! with a report.
//!
//! A format fills a [`Draft`]: tasks, ids, files, uses of files and dependencies, with the runtimes and sizes in its
//! file. The rest is common: missing values get their defaults, unknown ids and cycles are errors, the size of a file
//! is that of its producer, and files are checked against dependencies.

mod build;
mod check;
mod copies;
mod data_edges;
mod draft;
mod facts;
#[cfg(test)]
pub(crate) mod testing;

pub(crate) use data_edges::{FileDependencies, PARAMETER as DATA_EDGES};
pub(crate) use draft::{Declared, Draft, FileUse, MAX_SIZE, TaskError};

use crate::number::MAX_TIME_S;
use crate::{Origin, Reading};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::Parameters;
use ganttlet_work::Work;

/// The texts of a format in messages and facts.
pub(crate) struct FormatTexts {
    /// Its id in the catalog.
    pub(crate) id: &'static str,
    /// Its name, which precedes the version.
    pub(crate) name: &'static str,
    /// Endings of its file names, outermost first; a workflow is named after its file without them.
    pub(crate) endings: &'static [&'static str],
    /// The word for a task, singular and plural.
    pub(crate) task: [&'static str; 2],
    /// The place where a file refers to tasks, and the valid values.
    pub(crate) reference: [&'static str; 2],
    /// The cause of dependencies that follow from files, as the end of a sentence: `, as in Pegasus 4.4 and later`.
    pub(crate) data_edges: &'static str,
    /// True if a dependency without a file deserves a note, because others have files.
    pub(crate) has_files: bool,
}

/// What can be set for every workflow.
#[derive(Parameters)]
pub(crate) struct Choices {
    /// Submit time of the workflow.
    #[parameter(name = "Submit time", unit = "s", min = 0, max = MAX_TIME_S, default = 0)]
    pub(crate) submit_s: f64,
    /// Runtime of tasks for which the file gives none.
    #[parameter(name = "Default runtime", unit = "s", min = 0, max = MAX_TIME_S, default = 10)]
    pub(crate) default_run_s: f64,
    /// Size of files for which the workflow gives none; a megabyte is 10⁶ bytes.
    #[parameter(name = "Default file size", unit = "MB", min = 0, max = 1e9, default = 1)]
    pub(crate) default_size_mb: f64,
    /// Factor applied to all runtimes.
    #[parameter(name = "Runtime factor", min = 0, max = 1e6, default = 1)]
    pub(crate) run_factor: f64,
    /// Factor applied to all file sizes.
    #[parameter(name = "File-size factor", min = 0, max = 1e6, default = 1)]
    pub(crate) size_factor: f64,
}

/// The workflow of a draft with its report, or the errors that make it impossible; `name` is that of the file.
pub(crate) fn finish_draft(
    name: &str,
    draft: Draft,
    texts: &FormatTexts,
    choices: &Choices,
    dependencies: Option<FileDependencies>,
) -> Result<Reading, Vec<Diagnostic>> {
    let mut built = build::build_workflow(name, draft, texts, choices, dependencies)?;
    let checks = check::check_consistency(&built.workflow, &built.producers);
    let report = facts::workflow_report(&built, &checks, texts);
    copies::split_copies(&mut built.workflow, &built.producers, &built.copies);
    Ok(Reading { work: Work::new(vec![built.workflow]), report, origin: Origin::default() })
}
