//! A scenario and its files into a run.

use super::model::{LogFile, Part, Scenario};
use super::read::limits;
use super::{catalog, engine};
use crate::diagnostic::Diagnostic;
use crate::entry::Accepts;
use crate::format;
use crate::order;
use crate::platform::Platform;
use crate::rng::Streams;
use crate::system::{Input, Run};
use crate::workload::generator::Work;
use crate::workload::grid::GridJob;
use crate::workload::{Job, Workflow};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// The files that have been handed over, by the SHA-256 of their bytes.
pub type Files = BTreeMap<String, Upload>;

/// A file that has been handed over.
#[derive(Clone, Debug)]
pub struct Upload {
    /// What it was called.
    pub name: String,
    /// Its bytes as they were: packed, if it was.
    pub bytes: Arc<[u8]>,
}

/// A run, and what people are told about it.
pub struct Built {
    /// The run, at its start.
    pub run: Box<dyn Run>,
    /// The work it does.
    pub accepts: Accepts,
    /// The name of the variant among those it is compared with.
    pub name: String,
    /// The machines.
    pub platform: Platform,
    /// The workflows, in the order of submission; empty if it runs jobs.
    pub workflows: Vec<Workflow>,
    /// What was skipped, repaired or can never run.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many jobs that are too large are named one by one.
const NAMED: usize = 5;

/// Makes a run of a variant (counted from 0: `system`, then `compare`) that keeps the reasons of at most `decisions`
/// decisions. Errors: a file is missing or is not the one that was meant, or there is no such variant.
pub fn build(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
    decisions: usize,
) -> Result<Built, Vec<Diagnostic>> {
    let Some(chosen) = scenario.variants.get(variant) else {
        let message = format!("there is no variant {variant}, the scenario has {}", scenario.variants.len());
        return Err(vec![Diagnostic::error(message)]);
    };
    let platform = scenario.platform.platform();
    let (work, mut diagnostics) = work(scenario, &platform, files)?;
    diagnostics.extend(too_large(&work, &platform));
    let workflows = match &work {
        Work::Workflows(workflows) => workflows.clone(),
        Work::Jobs(_) | Work::GridJobs(_) => Vec::new(),
    };
    let system = chosen.system();
    let input = Input {
        platform: platform.clone(),
        work,
        background: Vec::new(),
        policies: chosen.policies.clone(),
        settings: chosen.settings.clone(),
        seed: scenario.seed,
        horizon: scenario.horizon(),
        decisions,
    };
    let name = scenario.variant_names().swap_remove(variant);
    let run = (system.build)(input);
    Ok(Built { run, accepts: system.accepts, name, platform, workflows, diagnostics })
}

/// The work of all parts together, in the order of submission: at one instant, earlier parts first. Errors name every
/// file that is missing.
///
/// # Panics
/// If a generator or format is not in the catalog, which the reader has ruled out.
pub fn work(
    scenario: &Scenario,
    platform: &Platform,
    files: &Files,
) -> Result<(Work, Vec<Diagnostic>), Vec<Diagnostic>> {
    let streams = Streams::new(scenario.seed);
    let (mut jobs, mut workflows, mut grid): (Vec<Job>, Vec<Workflow>, Vec<GridJob>) = Default::default();
    let mut diagnostics = Vec::new();
    for (part, i) in scenario.workload.iter().zip(0..) {
        let work = match part {
            Part::Generator { id, settings } => {
                let generator =
                    catalog::generator(id).expect("the reader takes generators of the catalog only");
                Some((generator.make)(settings, platform, &streams, &format!("workload/{i}")))
            }
            Part::File { file, settings } => from_file(file, i, settings, files, &mut diagnostics),
            Part::Jobs(columns) => Some(Work::Jobs(engine::jobs(columns))),
            Part::Workflow(part) => Some(Work::Workflows(vec![engine::workflow(part)])),
        };
        match work {
            Some(Work::Jobs(more)) => jobs.extend(more),
            Some(Work::Workflows(more)) => workflows.extend(more),
            Some(Work::GridJobs(more)) => grid.extend(more),
            None => {}
        }
        let size =
            jobs.len() + grid.len() + workflows.iter().map(|workflow| workflow.tasks.len()).sum::<usize>();
        if size > limits::WORK {
            let message =
                format!("the workload has {size} jobs and tasks, allowed are at most {}", limits::WORK);
            diagnostics.push(Diagnostic::error(message).place(format!("/workload/{i}")));
            return Err(diagnostics);
        }
    }
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    order::sort(&mut jobs, |job| job.submit.0);
    order::sort(&mut workflows, |workflow| workflow.submit.0);
    if jobs.is_empty() && workflows.is_empty() && grid.is_empty() {
        diagnostics.push(
            Diagnostic::warning("there is no work: no part gave a job or a workflow").place("/workload"),
        );
    }
    let work = match scenario.accepts() {
        Accepts::Jobs => Work::Jobs(jobs),
        Accepts::Workflows => Work::Workflows(workflows),
        Accepts::GridJobs => {
            grid.extend(jobs.into_iter().map(GridJob::rigid));
            order::sort(&mut grid, |job| job.job.submit.0);
            Work::GridJobs(grid)
        }
    };
    Ok((work, diagnostics))
}

fn from_file(
    file: &LogFile,
    part: usize,
    settings: &crate::entry::Settings,
    files: &Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Work> {
    let place = format!("/workload/{part}/file");
    let Some(upload) = files.get(&file.sha256) else {
        let message = format!("{:?} is not here (SHA-256 {}…)", file.name, &file.sha256[..12]);
        let hint = match &file.url {
            Some(url) => format!("Drop the file on the page again, or get it from {url}."),
            None => "Drop the file on the page again.".to_owned(),
        };
        diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
        return None;
    };
    let sha256 = sha256(&upload.bytes);
    if sha256 != file.sha256 {
        let message = format!(
            "{:?} is another file: found SHA-256 {}…, needed is {}…",
            upload.name,
            &sha256[..12],
            &file.sha256[..12]
        );
        diagnostics.push(
            Diagnostic::error(message)
                .place(format!("{place}/sha256"))
                .hint("Drop the right file on the page."),
        );
        return None;
    }
    match format::read(&upload.name, &upload.bytes, Some(file.format), settings) {
        Ok(format::Reading { work, report }) => {
            diagnostics.extend(report.diagnostics);
            Some(work)
        }
        Err(told) => {
            diagnostics.extend(told);
            None
        }
    }
}

/// The SHA-256 of some bytes, 64 lower-case hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Warns of what needs more nodes than any cluster has.
fn too_large(work: &Work, platform: &Platform) -> Vec<Diagnostic> {
    let largest = platform.largest();
    let large: Vec<(String, u32)> = match work {
        Work::Jobs(jobs) => {
            let large = jobs.iter().filter(|job| job.nodes > largest);
            large.map(|job| (format!("job {}", job.number), job.nodes)).collect()
        }
        Work::Workflows(workflows) => {
            let tasks = workflows.iter().flat_map(|workflow| &workflow.tasks);
            let large = tasks.filter(|task| task.nodes > largest);
            large.map(|task| (format!("task {}", task.name), task.nodes)).collect()
        }
        // Which grid jobs can be placed depends on the policies: the system says it.
        Work::GridJobs(_) => Vec::new(),
    };
    let mut told: Vec<Diagnostic> = Vec::new();
    for (name, nodes) in large.iter().take(NAMED) {
        let message =
            format!("{name} needs {nodes} nodes, the largest cluster has {largest}: it is rejected");
        told.push(Diagnostic::warning(message).place("/workload"));
    }
    if large.len() > NAMED {
        let message = format!("{} more need more nodes than the largest cluster has", large.len() - NAMED);
        told.push(Diagnostic::warning(message).place("/workload"));
    }
    if let Some(last) = told.last_mut() {
        "Make a cluster larger.".clone_into(&mut last.hint);
    }
    told
}
