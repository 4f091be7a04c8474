//! Results files: one line per completed run of a study, so that a sweep can be interrupted and continued. The results
//! of several shards can be merged.
//!
//! The first line identifies the study. Each other line is `{"run": 3, "label": "load 0.5, EASY, seed 1", "numbers":
//! [..], "sum": "0123abcd"}`, in any order. `null` is NaN, and `sum` is the CRC-32 of the line before it, because
//! files are copied over networks and from scratch disks. Older files have no sums. An incomplete last line is
//! ignored.

use crate::Plan;
use crate::steady_state;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::checksum;
use ganttlet_document::study::Study;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The first line of a results file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ResultsHeader {
    /// The kind of the file: [`WORD`].
    ganttlet: String,
    /// The version of the engine that made the runs.
    engine: String,
    /// The digest of the runs.
    digest: String,
    /// True for a quick run, with fewer values and seeds.
    quick: bool,
    /// The study.
    study: Value,
    #[serde(skip_serializing)]
    sum: Option<String>,
}

/// The line with the numbers of one run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunLine {
    run: usize,
    label: String,
    numbers: Vec<Option<f64>>,
    /// The numbers of the steady-state test; none in older files and where no jobs wait.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steady: Vec<Option<f64>>,
    #[serde(skip_serializing)]
    sum: Option<String>,
}

/// The value that identifies a results file.
const DOCUMENT_NAME: &str = "results";

/// The runs of a study in results files.
pub struct Results {
    /// The study.
    pub plan: Plan,
    /// The numbers of each run, in the order of the runs; empty for missing runs.
    pub numbers: Vec<Vec<f64>>,
    /// Warnings about the files.
    pub told: Vec<Diagnostic>,
}

impl Results {
    /// Reads one results file, or several of one study, concatenated. An incomplete last line is ignored.
    ///
    /// # Errors
    ///
    /// If the text is not a results file, a line is damaged or contradicts another one, or the runs belong to another
    /// study or another version of the engine.
    pub fn read(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let text = whole_lines(text.trim_start_matches('\u{feff}').as_bytes());
        let ResultsHeader { study, quick, .. } =
            parse_header(text.lines().next().unwrap_or_default()).map_err(with_first_line)?;
        let (study, diagnostics) = Study::read(&study.to_string());
        let plan = Plan::new(&study.ok_or(diagnostics)?, quick, None)?;
        let mut numbers = vec![Vec::new(); plan.count()];
        let told = insert_runs(&plan, &mut numbers, text)?;
        Ok(Self { plan, numbers, told })
    }
}

/// The complete lines; empty if the bytes are not text.
pub fn whole_lines(bytes: &[u8]) -> &str {
    let end = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// The first line of a results file for the runs of a study.
pub fn header_line(plan: &Plan) -> String {
    checksummed_line(&ResultsHeader {
        ganttlet: DOCUMENT_NAME.to_owned(),
        engine: ENGINE.to_owned(),
        digest: plan.digest(),
        quick: plan.quick,
        study: plan.study.to_value(),
        sum: None,
    })
}

/// The line of a run.
pub fn run_line(plan: &Plan, run: usize, numbers: &[f64]) -> String {
    let columns = plan.run_place(run).map_or(0, |place| place.block.column_count());
    let known =
        |numbers: &[f64]| numbers.iter().map(|&number| number.is_finite().then_some(number)).collect();
    let (measured, steady) = numbers.split_at(columns.min(numbers.len()));
    let (numbers, steady) = (known(measured), known(steady));
    checksummed_line(&RunLine { run, label: plan.label(run), numbers, steady, sum: None })
}

/// A value on a line, with its checksum.
fn checksummed_line(value: &impl Serialize) -> String {
    let object = serde_json::to_string(value).expect("it has words for keys, and numbers that are finite");
    let said = object.strip_suffix('}').expect("it is an object");
    format!("{said}{}\n", line_checksum(said))
}

/// The checksum of the content of a line.
fn line_checksum(said: &str) -> String {
    format!(",\"sum\":\"{}\"}}", checksum(said))
}

/// Fails if the checksum of a line is missing or wrong; `advice` is the hint.
fn check_checksum(line: &str, advice: &str) -> Result<(), Diagnostic> {
    let at = line.len().checked_sub(line_checksum("").len());
    let parts = at.and_then(|at| line.split_at_checked(at));
    if parts.is_some_and(|(said, sum)| sum == line_checksum(said)) {
        return Ok(());
    }
    Err(Diagnostic::error("the line is damaged: it does not match its checksum").hint(advice))
}

/// Parses the first line of a results file.
fn parse_header(line: &str) -> Result<ResultsHeader, Diagnostic> {
    let head = serde_json::from_str(line).ok().filter(|head: &ResultsHeader| head.ganttlet == DOCUMENT_NAME);
    let head = head.ok_or_else(not_results_error)?;
    if head.sum.is_some() {
        check_checksum(line, "Copy the file again, or repeat the runs.")?;
    }
    if head.engine != ENGINE {
        let message =
            format!("the runs were made by engine version {}, this is version {ENGINE}", head.engine);
        return Err(Diagnostic::error(message).hint("Repeat the runs."));
    }
    Ok(head)
}

/// Fails if the runs of a file belong to another study.
fn check_same_study(head: &ResultsHeader, plan: &Plan) -> Result<(), Diagnostic> {
    let ResultsHeader { digest, quick, study, .. } = head;
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

/// Inserts the runs of complete lines, from one file or several concatenated ones, at their places.
///
/// # Errors
///
/// If a line is not a result of the study, is damaged, or contradicts an earlier one.
pub fn insert_runs(
    plan: &Plan,
    numbers: &mut [Vec<f64>],
    text: &str,
) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let (mut summed, mut told) = (false, Vec::new());
    if text.is_empty() {
        return Err(with_first_line(not_results_error()));
    }
    for (text, number) in text.lines().zip(1..) {
        let here = |wrong: Diagnostic| vec![wrong.line(number)];
        if number == 1 || text.starts_with("{\"ganttlet\"") {
            let head = parse_header(text).map_err(here)?;
            check_same_study(&head, plan).map_err(here)?;
            summed = head.sum.is_some();
            if !summed {
                let hint = "The file was written by an older version of Ganttlet; damage cannot be detected.";
                told.push(Diagnostic::warning("the lines have no checksums").line(number).hint(hint));
            }
            continue;
        }
        // The boundary of concatenated files.
        if text.trim().is_empty() {
            continue;
        }
        let (run, found) = parse_run(plan, text, summed).map_err(here)?;
        let known = &mut numbers[run];
        let bits = |numbers: &[f64]| numbers.iter().map(|number| number.to_bits()).collect::<Vec<_>>();
        // A file of an older version lacks the numbers of the steady-state test.
        let both = known.len().min(found.len());
        if bits(&known[..both]) != bits(&found[..both]) {
            let label = plan.label(run);
            return Err(here(Diagnostic::error(format!(
                "run {run} ({label}) occurs twice with different numbers"
            ))));
        }
        if found.len() > known.len() {
            *known = found;
        }
    }
    Ok(told)
}

/// Parses the line of a run. `summed`: whether the line must have a checksum.
fn parse_run(plan: &Plan, text: &str, summed: bool) -> Result<(usize, Vec<f64>), Diagnostic> {
    let line: RunLine = serde_json::from_str(text)
        .map_err(|error| Diagnostic::error(format!("not a run of a study: {error}")))?;
    if summed || line.sum.is_some() {
        check_checksum(text, "Copy the file again, or delete the line and repeat the command.")?;
    }
    let wrong = |message: String| Err(Diagnostic::error(message));
    let RunLine { run, label, numbers, steady, .. } = line;
    let Some(spot) = plan.run_place(run) else {
        return wrong(format!("unknown run {run}; the study has {}", plan.count()));
    };
    let needed = plan.label(run);
    if label != needed {
        return wrong(format!("run {run} has the label {label:?} instead of {needed:?}"));
    }
    let (found, needed) = (numbers.len(), spot.block.column_count());
    if found != needed {
        return wrong(format!("found {found} numbers; a run has {needed}"));
    }
    if !steady.is_empty() && steady.len() != steady_state::NUMBERS {
        let needed = steady_state::NUMBERS;
        return wrong(format!(
            "found {} numbers for the test for a steady state; it has {needed}",
            steady.len()
        ));
    }
    Ok((run, numbers.into_iter().chain(steady).map(|number| number.unwrap_or(f64::NAN)).collect()))
}

/// The error about a file that is not a results file.
fn not_results_error() -> Diagnostic {
    Diagnostic::error("not a results file").hint("Results files are written by `ganttlet sweep --out`.")
}

/// An error with the place of the first line.
fn with_first_line(wrong: Diagnostic) -> Vec<Diagnostic> {
    vec![wrong.line(1)]
}
