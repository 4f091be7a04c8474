//! Files of results: the runs of a study that have been made, a line each, so that whoever makes runs can stop and go on,
//! and what many have made is put together.
//!
//! The first line says which study it is, each other one `{"run": 3, "label": "load 0.5, EASY, seed 1", "numbers": [..]}`,
//! in any order; `null` stands for what is no number. A last line that does not end was cut off, and does not count.

use crate::failure;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_study::Plan;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    /// What the file is: [`WORD`].
    ganttlet: String,
    /// The version of the engine that made the runs.
    engine: String,
    /// The name of what is run.
    digest: String,
    /// True if only those runs are made that are enough for an impression.
    quick: bool,
    /// The study.
    study: Value,
}

/// A run that has been made.
#[derive(Serialize, Deserialize)]
struct Line {
    run: usize,
    label: String,
    numbers: Vec<Option<f64>>,
}

/// What files of results say that they are.
const WORD: &str = "results";

/// A file of results that is written.
pub(crate) struct Results<'a> {
    path: &'a Path,
    plan: &'a Plan,
    file: File,
}

impl<'a> Results<'a> {
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
            let message = format!("another program is writing {}", path.display());
            return Err(vec![Diagnostic::error(message).hint("Give each shard a file of its own.")]);
        }
        let mut bytes = Vec::new();
        results.file.read_to_end(&mut bytes).map_err(|error| cannot_read(path, &error))?;
        let (head, whole) = (head(plan), whole(&bytes));
        if whole.is_empty() && head.as_bytes().starts_with(&bytes) {
            results.cut(0)?;
            results.write(&head)?;
        } else {
            let lines = Lines::of(path, whole)?;
            lines.agree(plan)?;
            lines.put(plan, numbers)?;
            results.cut(whole.len())?;
        }
        Ok(results)
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, run: usize, numbers: &[f64]) -> Result<(), Vec<Diagnostic>> {
        let numbers = numbers.iter().map(|&number| number.is_finite().then_some(number)).collect();
        self.write(&line_of(&Line { run, label: self.plan.label(run), numbers }))
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

fn cannot_read(path: &Path, error: &std::io::Error) -> Vec<Diagnostic> {
    failure(format!("cannot read {}: {error}", path.display()))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Vec<Diagnostic> {
    failure(format!("cannot write {}: {error}", path.display()))
}

/// The lines that end; nothing of what is no text.
fn whole(bytes: &[u8]) -> &str {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

fn head(plan: &Plan) -> String {
    line_of(&Head {
        ganttlet: WORD.to_owned(),
        engine: ENGINE.to_owned(),
        digest: plan.digest(),
        quick: plan.quick,
        study: plan.study.to_value(),
    })
}

fn line_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has words for keys, and numbers that are finite") + "\n"
}

/// What a file of results says.
struct Lines<'a> {
    path: &'a Path,
    head: Head,
    text: &'a str,
}

impl<'a> Lines<'a> {
    /// `text` has whole lines only.
    fn of(path: &'a Path, text: &'a str) -> Result<Self, Vec<Diagnostic>> {
        let first = text.lines().next().unwrap_or_default();
        let head = serde_json::from_str(first).ok().filter(|head: &Head| head.ganttlet == WORD);
        let head = head.ok_or_else(|| {
            let message = format!("{} is no file of results", path.display());
            vec![Diagnostic::error(message).hint("Files of results are written by `ganttlet sweep --out`.")]
        })?;
        if head.engine != ENGINE {
            let message = format!(
                "the runs in {} were made by version {}, this is {ENGINE}",
                path.display(),
                head.engine
            );
            return Err(vec![Diagnostic::error(message).hint("Make them again.")]);
        }
        Ok(Self { path, head, text })
    }

    /// Fails if the runs are those of another study.
    fn agree(&self, plan: &Plan) -> Result<(), Vec<Diagnostic>> {
        let Head { digest, quick, study, .. } = &self.head;
        if *digest == plan.digest() {
            return Ok(());
        }
        let path = self.path.display();
        if plan.quick != *quick && *study == plan.study.to_value() {
            let [theirs, ours] =
                [*quick, plan.quick].map(|quick| if quick { "the quick runs" } else { "all runs" });
            return Err(failure(format!("{path} is for {theirs} of the study, asked for are {ours}")));
        }
        let name = study["name"].as_str().unwrap_or("of no name");
        let message = format!("{path} holds the results of another study ({name})");
        Err(vec![Diagnostic::error(message).hint("Give each study a file of its own.")])
    }

    /// Puts the numbers of the runs in their places. Fails if a line is none, or contradicts what is there.
    fn put(&self, plan: &Plan, numbers: &mut [Vec<f64>]) -> Result<(), Vec<Diagnostic>> {
        for (text, number) in self.text.lines().zip(1..).skip(1) {
            let wrong = |what: String| failure(format!("{}, line {number}: {what}", self.path.display()));
            let line: Line = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
            let spot = plan.spot(line.run).ok_or_else(|| {
                wrong(format!("there is no run {}, the study has {}", line.run, plan.count()))
            })?;
            if line.numbers.len() != spot.block.width() {
                let (found, needed) = (line.numbers.len(), spot.block.width());
                return Err(wrong(format!("found {found} numbers, a run has {needed}")));
            }
            let found: Vec<f64> = line.numbers.iter().map(|number| number.unwrap_or(f64::NAN)).collect();
            let known = &mut numbers[line.run];
            let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            if !known.is_empty() && bits(known) != bits(&found) {
                let label = plan.label(line.run);
                return Err(wrong(format!("the run {} ({label}) has other numbers elsewhere", line.run)));
            }
            *known = found;
        }
        Ok(())
    }
}

/// The runs of all these files together, in whichever order: the study, and the numbers of each run that one of them has.
pub(crate) fn collect(paths: &[PathBuf]) -> Result<(Plan, Vec<Vec<f64>>), Vec<Diagnostic>> {
    let mut all: Option<(Plan, Vec<Vec<f64>>)> = None;
    for path in paths {
        let bytes = fs::read(path).map_err(|error| cannot_read(path, &error))?;
        let lines = Lines::of(path, whole(&bytes))?;
        let (plan, numbers) = if let Some(all) = &mut all {
            all
        } else {
            let (study, diagnostics) = Study::read(&lines.head.study.to_string());
            let plan = Plan::new(&study.ok_or(diagnostics)?, lines.head.quick, None)?;
            let numbers = vec![Vec::new(); plan.count()];
            all.insert((plan, numbers))
        };
        lines.agree(plan)?;
        lines.put(plan, numbers)?;
    }
    Ok(all.expect("the command line wants at least one file"))
}
