//! Writing and collecting files of results, whose lines are described in `ganttlet_study::results`.

use crate::{failure, input, output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_study::{Plan, Results, results};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// A file of results that is written.
pub(crate) struct ResultsFile<'a> {
    path: &'a Path,
    plan: &'a Plan,
    file: File,
}

impl<'a> ResultsFile<'a> {
    /// Opens a file for the runs of a study, and puts those that it holds into `numbers`. What is there is kept, as far as its
    /// lines are whole; a file of something else is refused.
    pub(crate) fn open(
        path: &'a Path,
        plan: &'a Plan,
        numbers: &mut [Vec<f64>],
    ) -> Result<Self, Vec<Diagnostic>> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut results = Self { path, plan, file: file.map_err(|error| cannot_write(path, &error))? };
        // Where files cannot be locked, nobody is kept out.
        if let Err(TryLockError::WouldBlock) = results.file.try_lock() {
            let message = format!("{} is in use by another process", path.display());
            return Err(vec![Diagnostic::error(message).hint("Use a separate file for each shard.")]);
        }
        let mut bytes = Vec::new();
        results
            .file
            .read_to_end(&mut bytes)
            .map_err(|error| failure(format!("cannot read {}: {error}", path.display())))?;
        let (head, whole) = (results::head(plan), results::whole_lines(&bytes));
        if whole.is_empty() && head.as_bytes().starts_with(&bytes) {
            results.cut(0)?;
            results.write(&head)?;
        } else {
            put(path, plan, numbers, whole)?;
            results.cut(whole.len())?;
        }
        Ok(results)
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, run: usize, numbers: &[f64]) -> Result<(), Vec<Diagnostic>> {
        self.write(&results::line(self.plan, run, numbers))
    }

    /// In one piece, so that whoever is killed leaves at most one line that is cut off.
    fn write(&mut self, line: &str) -> Result<(), Vec<Diagnostic>> {
        self.file.write_all(line.as_bytes()).map_err(|error| cannot_write(self.path, &error))
    }

    /// Takes away what comes after so many bytes; what is written next comes there.
    fn cut(&mut self, bytes: usize) -> Result<(), Vec<Diagnostic>> {
        let cut = self.file.set_len(bytes as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(drop).map_err(|error| cannot_write(self.path, &error))
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Vec<Diagnostic> {
    failure(format!("cannot write {}: {error}", path.display()))
}

/// Puts the runs of a file in their places, and tells what there is to tell.
fn put(path: &Path, plan: &Plan, numbers: &mut [Vec<f64>], text: &str) -> Result<(), Vec<Diagnostic>> {
    let told = results::put(plan, numbers, text).map_err(|wrong| in_file(path, wrong))?;
    output::tell(&in_file(path, told));
    Ok(())
}

fn in_file(path: &Path, told: Vec<Diagnostic>) -> Vec<Diagnostic> {
    told.into_iter().map(|one| one.file(path.display().to_string())).collect()
}

/// The runs of all these files together, in whichever order.
pub(crate) fn collect(paths: &[PathBuf]) -> Result<(Plan, Vec<Vec<f64>>), Vec<Diagnostic>> {
    let (first, others) = paths.split_first().expect("the command line wants at least one file");
    let bytes = input::bytes(first)?;
    let text = results::whole_lines(&bytes);
    let Results { plan, mut numbers, told } = Results::read(text).map_err(|wrong| in_file(first, wrong))?;
    output::tell(&in_file(first, told));
    for path in others {
        put(path, &plan, &mut numbers, results::whole_lines(&input::bytes(path)?))?;
    }
    Ok((plan, numbers))
}
