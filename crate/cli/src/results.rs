//! Files of results: the runs of a study that have been made, a line each, so that whoever makes runs can stop and go on,
//! and what many have made is put together.
//!
//! The first line says which study it is, each other one
//! `{"run": 3, "label": "load 0.5, EASY, seed 1", "numbers": [..], "sum": "0123abcd"}`, in any order; `null` stands for what is
//! no number, and `sum` is the CRC-32 of what stands before it in the line: files come over networks and from scratch disks.
//! Older files have no sums. A last line that does not end was cut off, and does not count.

use crate::{failure, input, output};
use flate2::Crc;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_study::Plan;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    #[serde(skip_serializing)]
    sum: Option<String>,
}

/// A run that has been made.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    run: usize,
    label: String,
    numbers: Vec<Option<f64>>,
    #[serde(skip_serializing)]
    sum: Option<String>,
}

/// What files of results say that they are.
const WORD: &str = "results";
const DAMAGED: &str = "the line was damaged: it does not fit its checksum";

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
        self.write(&line_of(&Line { run, label: self.plan.label(run), numbers, sum: None }))
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
        sum: None,
    })
}

fn line_of(value: &impl Serialize) -> String {
    let object = serde_json::to_string(value).expect("it has words for keys, and numbers that are finite");
    let said = object.strip_suffix('}').expect("it is an object");
    format!("{said}{}\n", sum_of(said))
}

/// What stands behind what a line says.
fn sum_of(said: &str) -> String {
    let mut sum = Crc::new();
    sum.update(said.as_bytes());
    format!(",\"sum\":\"{:08x}\"}}", sum.sum())
}

/// True if the sum of a line is there and right.
fn is_whole(line: &str) -> bool {
    let length = sum_of("").len();
    line.len()
        .checked_sub(length)
        .and_then(|at| line.split_at_checked(at))
        .is_some_and(|(said, sum)| sum == sum_of(said))
}

/// What a file of results says.
struct Lines<'a> {
    path: &'a Path,
    head: Head,
    text: &'a str,
}

impl<'a> Lines<'a> {
    /// `text` has whole lines only. Tells of files without checksums.
    fn of(path: &'a Path, text: &'a str) -> Result<Self, Vec<Diagnostic>> {
        let first = text.lines().next().unwrap_or_default();
        let head = serde_json::from_str(first).ok().filter(|head: &Head| head.ganttlet == WORD);
        let head = head.ok_or_else(|| {
            let message = format!("{} is no file of results", path.display());
            vec![Diagnostic::error(message).hint("Files of results are written by `ganttlet sweep --out`.")]
        })?;
        if head.sum.is_some() && !is_whole(first) {
            let message = format!("{}, line 1: {DAMAGED}", path.display());
            return Err(vec![
                Diagnostic::error(message).hint("Copy the file again, or make the runs again."),
            ]);
        }
        if head.engine != ENGINE {
            let message = format!(
                "the runs in {} were made by version {}, this is {ENGINE}",
                path.display(),
                head.engine
            );
            return Err(vec![Diagnostic::error(message).hint("Make them again.")]);
        }
        if head.sum.is_none() {
            let message = format!("the lines of {} have no checksums", path.display());
            let hint = "An older Ganttlet has written it; damage to it is not noticed.";
            output::tell(&[Diagnostic::warning(message).hint(hint)]);
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
            if (self.head.sum.is_some() || line.sum.is_some()) && !is_whole(text) {
                let hint = "Copy the file again, or take the line out: the same command makes the run again.";
                return Err(wrong(DAMAGED.to_owned()).into_iter().map(|one| one.hint(hint)).collect());
            }
            let spot = plan.spot(line.run).ok_or_else(|| {
                wrong(format!("there is no run {}, the study has {}", line.run, plan.count()))
            })?;
            let label = plan.label(line.run);
            if line.label != label {
                let found = line.label;
                return Err(wrong(format!("found run {} called {found:?}, it is {label:?}", line.run)));
            }
            if line.numbers.len() != spot.block.width() {
                let (found, needed) = (line.numbers.len(), spot.block.width());
                return Err(wrong(format!("found {found} numbers, a run has {needed}")));
            }
            let found: Vec<f64> = line.numbers.iter().map(|number| number.unwrap_or(f64::NAN)).collect();
            let known = &mut numbers[line.run];
            let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
            if !known.is_empty() && bits(known) != bits(&found) {
                return Err(wrong(format!("the run {} ({label}) has other numbers elsewhere", line.run)));
            }
            *known = found;
        }
        Ok(())
    }
}

/// What files of results hold together: the study, and the numbers of each run that one of them has.
type Collected = (Plan, Vec<Vec<f64>>);

/// The runs of all these files together, in whichever order.
pub(crate) fn collect(paths: &[PathBuf]) -> Result<Collected, Vec<Diagnostic>> {
    let mut all = None;
    for path in paths {
        all = Some(join(all, path, &input::bytes(path)?)?);
    }
    Ok(all.expect("the command line wants at least one file"))
}

/// The same, with those of one file more.
fn join(all: Option<Collected>, path: &Path, bytes: &[u8]) -> Result<Collected, Vec<Diagnostic>> {
    let lines = Lines::of(path, whole(bytes))?;
    let (plan, mut numbers) = if let Some(all) = all {
        all
    } else {
        let (study, diagnostics) = Study::read(&lines.head.study.to_string());
        let plan = Plan::new(&study.ok_or(diagnostics)?, lines.head.quick, None)?;
        let numbers = vec![Vec::new(); plan.count()];
        (plan, numbers)
    };
    lines.agree(&plan)?;
    lines.put(&plan, &mut numbers)?;
    Ok((plan, numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each bit of a small file: the damage is refused, or makes no difference but that the last run is missing.
    #[test]
    fn a_flipped_bit_is_never_another_result() {
        let study = r#"{"name": "Small", "base": {"version": 1, "platform": {"preset": "one-cluster"},
            "workload": [{"generator": "poisson"}], "system": {"kind": "batch"}},
            "seeds": 3, "measures": [{"metric": "wait"}, {"metric": "utilisation"}]}"#;
        let plan = Plan::new(&Study::read(study).0.expect("a study"), false, None);
        let plan = plan.unwrap_or_else(|wrong| panic!("{wrong:?}"));
        let lines = [[Some(0.1), Some(99.0)], [Some(1e-7), None], [Some(12.5), Some(3.0)]];
        let mut text = head(&plan);
        for (run, numbers) in lines.into_iter().enumerate() {
            text += &line_of(&Line { run, label: plan.label(run), numbers: numbers.to_vec(), sum: None });
        }
        let path = Path::new("results.jsonl");
        let bits = |runs: &[Vec<f64>]| -> Vec<Vec<u64>> {
            runs.iter().map(|run| run.iter().map(|number| number.to_bits()).collect()).collect()
        };
        let right = join(None, path, text.as_bytes()).map(|(_, runs)| bits(&runs));
        let right = right.unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert_eq!(right.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2, 2]);
        let (mut refused, mut short) = (0, 0);
        for bit in 0..text.len() * 8 {
            let mut bytes = text.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            match join(None, path, &bytes) {
                Err(_) => refused += 1,
                Ok((_, runs)) => {
                    let found = bits(&runs);
                    assert_eq!(found[..2], right[..2], "bit {bit}");
                    assert!(found[2].is_empty() && bit / 8 == text.len() - 1, "bit {bit}");
                    short += 1;
                }
            }
        }
        assert_eq!((short, refused), (8, text.len() * 8 - 8));
    }
}
