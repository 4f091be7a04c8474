//! Writes and collects results files, whose lines are described in `ganttlet_study::results`.

use crate::{error_without_place, file_bytes, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_study::{Plan, Results, results};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// A results file that is being written.
pub(crate) struct ResultsFile<'a> {
    path: &'a Path,
    plan: &'a Plan,
    file: File,
}

impl<'a> ResultsFile<'a> {
    /// Opens a file for the runs of a study, and inserts its runs into `numbers`. Complete lines are kept.
    pub(crate) fn open(
        path: &'a Path,
        plan: &'a Plan,
        numbers: &mut [Vec<f64>],
    ) -> Result<Self, Vec<Diagnostic>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut results = Self { path, plan, file: file.map_err(|error| cannot_write(path, &error))? };
        // If the file system has no locks, the file is used without one.
        if let Err(TryLockError::WouldBlock) = results.file.try_lock() {
            let message = format!("{} is in use by another process", path.display());
            return Err(vec![Diagnostic::error(message).hint("Use a separate file for each shard.")]);
        }
        let mut bytes = Vec::new();
        results
            .file
            .read_to_end(&mut bytes)
            .map_err(|error| error_without_place(format!("cannot read {}: {error}", path.display())))?;
        let (head, whole) = (results::header_line(plan), results::whole_lines(&bytes));
        if whole.is_empty() && head.as_bytes().starts_with(&bytes) {
            results.truncate(0)?;
            results.write_line(&head)?;
        } else {
            insert_runs(path, plan, numbers, whole)?;
            results.truncate(whole.len())?;
        }
        Ok(results)
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, run: usize, numbers: &[f64]) -> Result<(), Vec<Diagnostic>> {
        self.write_line(&results::run_line(self.plan, run, numbers))
    }

    /// Writes a line with one call, so that an interruption leaves at most one incomplete line.
    fn write_line(&mut self, line: &str) -> Result<(), Vec<Diagnostic>> {
        self.file.write_all(line.as_bytes()).map_err(|error| cannot_write(self.path, &error))
    }

    /// Truncates the file to this number of bytes.
    fn truncate(&mut self, bytes: usize) -> Result<(), Vec<Diagnostic>> {
        let cut = self.file.set_len(bytes as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop).map_err(|error| cannot_write(self.path, &error))
    }
}

/// The error about a file that cannot be written.
fn cannot_write(path: &Path, error: &std::io::Error) -> Vec<Diagnostic> {
    error_without_place(format!("cannot write {}: {error}", path.display()))
}

/// Inserts the runs of a file at their places, and prints its diagnostics.
fn insert_runs(
    path: &Path,
    plan: &Plan,
    numbers: &mut [Vec<f64>],
    text: &str,
) -> Result<(), Vec<Diagnostic>> {
    let told = results::insert_runs(plan, numbers, text).map_err(|wrong| with_file_name(path, wrong))?;
    output::print_diagnostics(&with_file_name(path, told));
    Ok(())
}

/// The diagnostics with the name of the file.
fn with_file_name(path: &Path, told: Vec<Diagnostic>) -> Vec<Diagnostic> {
    told.into_iter().map(|one| one.file(path.display().to_string())).collect()
}

/// The runs of all these files together, in any order.
pub(crate) fn collect_runs(paths: &[PathBuf]) -> Result<(Plan, Vec<Vec<f64>>), Vec<Diagnostic>> {
    let (first, others) = paths.split_first().expect("the command line wants at least one file");
    let bytes = file_bytes::read_bytes(first)?;
    let text = results::whole_lines(&bytes);
    let Results { plan, mut numbers, told } =
        Results::read(text).map_err(|wrong| with_file_name(first, wrong))?;
    output::print_diagnostics(&with_file_name(first, told));
    for path in others {
        insert_runs(path, &plan, &mut numbers, results::whole_lines(&file_bytes::read_bytes(path)?))?;
    }
    Ok((plan, numbers))
}
