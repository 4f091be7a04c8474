//! Results files: one line per completed run of a study, so that a sweep can be interrupted and continued, and the results of
//! several shards can be merged.
//!
//! The first line identifies the study. Each other line is
//! `{"run": 3, "label": "load 0.5, EASY, seed 1", "numbers": [..], "sum": "0123abcd"}`, in any order. `null` stands for
//! NaN, and `sum` is the CRC-32 of the line up to it: files come over networks and from scratch disks. Older files have no sums.
//! A last line without a line feed was cut off and is ignored.

use crate::Plan;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::checksum;
use ganttlet_document::study::Study;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    /// What the file is: [`WORD`].
    ganttlet: String,
    /// The version of the engine that made the runs.
    engine: String,
    /// The digest of what is run.
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

/// The runs of a study that files of results hold.
pub struct Results {
    /// The study.
    pub plan: Plan,
    /// The numbers of each run, in the order of the runs; empty for those that are missing.
    pub numbers: Vec<Vec<f64>>,
    /// What there is to tell of the files, though they can be used.
    pub told: Vec<Diagnostic>,
}

impl Results {
    /// Reads one file, or several of one study, one behind the other. A last line that does not end was cut off, and does not
    /// count.
    ///
    /// # Errors
    ///
    /// If the text is no file of results, a line is damaged or contradicts another one, or the runs are those of another study
    /// or another version of the engine.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let text = whole_lines(text.trim_start_matches('\u{feff}').as_bytes());
        let Head { study, quick, .. } = head_of(text.lines().next().unwrap_or_default()).map_err(first)?;
        let (study, diagnostics) = Study::read(&study.to_string());
        let plan = Plan::new(&study.ok_or(diagnostics)?, quick, None)?;
        let mut numbers = vec![Vec::new(); plan.count()];
        let told = put(&plan, &mut numbers, text)?;
        Ok(Self { plan, numbers, told })
    }
}

/// The lines that end; nothing of what is no text.
pub fn whole_lines(bytes: &[u8]) -> &str {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// The first line of a file for the runs of a study.
pub fn head(plan: &Plan) -> String {
    line_of(&Head {
        ganttlet: WORD.to_owned(),
        engine: ENGINE.to_owned(),
        digest: plan.digest(),
        quick: plan.quick,
        study: plan.study.to_value(),
        sum: None,
    })
}

/// The line of a run.
pub fn line(plan: &Plan, run: usize, numbers: &[f64]) -> String {
    let numbers = numbers.iter().map(|&number| number.is_finite().then_some(number)).collect();
    line_of(&Line { run, label: plan.label(run), numbers, sum: None })
}

fn line_of(value: &impl Serialize) -> String {
    let object = serde_json::to_string(value).expect("it has words for keys, and numbers that are finite");
    let said = object.strip_suffix('}').expect("it is an object");
    format!("{said}{}\n", sum_of(said))
}

/// What stands behind what a line says.
fn sum_of(said: &str) -> String {
    format!(",\"sum\":\"{}\"}}", checksum(said))
}

/// Fails if the sum of a line is not there or wrong; `advice` is what to do then.
fn check(line: &str, advice: &str) -> Result<(), Diagnostic> {
    let at = line.len().checked_sub(sum_of("").len());
    let parts = at.and_then(|at| line.split_at_checked(at));
    if parts.is_some_and(|(said, sum)| sum == sum_of(said)) {
        return Ok(());
    }
    Err(Diagnostic::error("the line is damaged: it does not match its checksum").hint(advice))
}

/// What the first line of a file says.
fn head_of(line: &str) -> Result<Head, Diagnostic> {
    let head = serde_json::from_str(line).ok().filter(|head: &Head| head.ganttlet == WORD);
    let head = head.ok_or_else(no_results)?;
    if head.sum.is_some() {
        check(line, "Copy the file again, or repeat the runs.")?;
    }
    if head.engine != ENGINE {
        let message =
            format!("the runs were made by engine version {}, this is version {ENGINE}", head.engine);
        return Err(Diagnostic::error(message).hint("Repeat the runs."));
    }
    Ok(head)
}

/// Fails if the runs of a file are not those of a study.
fn agree(head: &Head, plan: &Plan) -> Result<(), Diagnostic> {
    let Head { digest, quick, study, .. } = head;
    if *digest == plan.digest() {
        return Ok(());
    }
    let same = *study == plan.study.to_value();
    if same && plan.quick != *quick {
        let [theirs, ours] =
            [*quick, plan.quick].map(|quick| if quick { "the quick runs" } else { "all runs" });
        return Err(Diagnostic::error(format!(
            "the file contains {theirs} of the study, requested are {ours}"
        )));
    }
    if same {
        return Err(Diagnostic::error("the study has changed since these runs were made"));
    }
    let name = study["name"].as_str().unwrap_or("unnamed");
    let message = format!("the file contains the results of another study ({name})");
    Err(Diagnostic::error(message).hint("Use a separate file for each study."))
}

/// Puts the runs of whole lines, those of one file or of several one behind the other, in their places.
///
/// Returns what there is to tell of them, though they can be used.
///
/// # Errors
///
/// If a line is none of a file of results of the study, is damaged or contradicts what is there.
pub fn put(plan: &Plan, numbers: &mut [Vec<f64>], text: &str) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let (mut summed, mut told) = (false, Vec::new());
    if text.is_empty() {
        return Err(first(no_results()));
    }
    for (text, number) in text.lines().zip(1..) {
        let here = |wrong: Diagnostic| vec![wrong.line(number)];
        if number == 1 || text.starts_with("{\"ganttlet\"") {
            let head = head_of(text).map_err(here)?;
            agree(&head, plan).map_err(here)?;
            summed = head.sum.is_some();
            if !summed {
                let hint = "The file was written by an older version of Ganttlet; damage cannot be detected.";
                told.push(Diagnostic::warning("the lines have no checksums").line(number).hint(hint));
            }
            continue;
        }
        // Between files that were put one behind the other.
        if text.trim().is_empty() {
            continue;
        }
        let (run, found) = run_of(plan, text, summed).map_err(here)?;
        let known = &mut numbers[run];
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        if !known.is_empty() && bits(known) != bits(&found) {
            let label = plan.label(run);
            return Err(here(Diagnostic::error(format!(
                "run {run} ({label}) occurs twice with different numbers"
            ))));
        }
        *known = found;
    }
    Ok(told)
}

/// The run that a line holds. `summed`: whether it must have a checksum.
fn run_of(plan: &Plan, text: &str, summed: bool) -> Result<(usize, Vec<f64>), Diagnostic> {
    let line: Line = serde_json::from_str(text)
        .map_err(|error| Diagnostic::error(format!("not a run of a study: {error}")))?;
    if summed || line.sum.is_some() {
        check(text, "Copy the file again, or delete the line and repeat the command.")?;
    }
    let wrong = |message: String| Err(Diagnostic::error(message));
    let Line { run, label, numbers, .. } = line;
    let Some(spot) = plan.spot(run) else {
        return wrong(format!("unknown run {run}; the study has {}", plan.count()));
    };
    let needed = plan.label(run);
    if label != needed {
        return wrong(format!("run {run} has the label {label:?} instead of {needed:?}"));
    }
    let (found, needed) = (numbers.len(), spot.block.width());
    if found != needed {
        return wrong(format!("found {found} numbers; a run has {needed}"));
    }
    Ok((run, numbers.into_iter().map(|number| number.unwrap_or(f64::NAN)).collect()))
}

fn no_results() -> Diagnostic {
    Diagnostic::error("not a results file").hint("Results files are written by `ganttlet sweep --out`.")
}

fn first(wrong: Diagnostic) -> Vec<Diagnostic> {
    vec![wrong.line(1)]
}
