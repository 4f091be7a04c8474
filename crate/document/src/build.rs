//! A scenario and its files into a run.

use super::Files;
use super::model::{LogFile, Part, Scenario, Variant};
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_engine::entry::{Accepts, limits};
use ganttlet_engine::order;
use ganttlet_engine::platform::Platform;
use ganttlet_engine::rng::Streams;
use ganttlet_engine::system::{Input, Run};
use ganttlet_engine::workload::Absence;
use ganttlet_engine::workload::application::Application;
use ganttlet_engine::workload::generator::{GENERATORS, Work};
use ganttlet_engine::workload::grid::GridJob;
use ganttlet_engine::workload::master_worker::MasterWorker;
use ganttlet_engine::workload::{Job, Workflow};

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

/// Makes a run of a variant (counted from 0: `system`, then `compare`) that keeps the reasons of at most `decisions`
/// decisions. Errors: a file is missing or is not the one that was meant, or there is no such variant.
pub fn build(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
    decisions: usize,
) -> Result<Built, Vec<Diagnostic>> {
    let chosen = variant_of(scenario, variant)?;
    let platform = scenario.platform.platform();
    let system = chosen.system();
    let sources = Sources { platform: &platform, streams: Streams::new(scenario.seed), files };
    let mut told = Vec::new();
    let work = gathered(scenario, system.accepts, &sources, &mut told);
    let (background, absences) = background(scenario, &sources, &mut told);
    let workflows = match &work {
        Work::Workflows(workflows) => workflows.clone(),
        _ => Vec::new(),
    };
    let input = Input {
        platform: platform.clone(),
        work,
        background,
        absences,
        policies: chosen.policies.clone(),
        settings: chosen.settings.clone(),
        seed: scenario.seed,
        horizon: scenario.horizon(),
        decisions,
    };
    let place = variant.checked_sub(1).map_or("/system".to_owned(), |i| format!("/compare/{i}"));
    let mut found = system.check(&input, &place);
    // Where work is missing, what the rest cannot do is of no interest yet.
    if told.iter().any(Diagnostic::is_error) {
        found.retain(Diagnostic::is_error);
    }
    told.extend(found);
    if told.iter().any(Diagnostic::is_error) {
        return Err(told);
    }
    let name = scenario.variant_names().swap_remove(variant);
    let run = (system.build)(input);
    Ok(Built { run, accepts: system.accepts, name, platform, workflows, diagnostics: told })
}

/// The work of a scenario as a variant of it gets it, without a run. Errors as those of [`build`].
pub fn work(scenario: &Scenario, variant: usize, files: &Files) -> Result<Work, Vec<Diagnostic>> {
    let accepts = variant_of(scenario, variant)?.system().accepts;
    let platform = scenario.platform.platform();
    let sources = Sources { platform: &platform, streams: Streams::new(scenario.seed), files };
    let mut told = Vec::new();
    let work = gathered(scenario, accepts, &sources, &mut told);
    if told.iter().any(Diagnostic::is_error) { Err(told) } else { Ok(work) }
}

fn variant_of(scenario: &Scenario, variant: usize) -> Result<&Variant, Vec<Diagnostic>> {
    scenario.variants.get(variant).ok_or_else(|| {
        let message = format!("there is no variant {variant}, the scenario has {}", scenario.variants.len());
        vec![Diagnostic::error(message)]
    })
}

/// What work is made from.
struct Sources<'a> {
    platform: &'a Platform,
    streams: Streams,
    files: &'a Files,
}

/// What some parts give.
#[derive(Default)]
struct Given {
    jobs: Vec<Job>,
    workflows: Vec<Workflow>,
    grid: Vec<GridJob>,
    applications: Vec<MasterWorker>,
    absences: Vec<Absence>,
}

impl Given {
    fn add(&mut self, work: Work) {
        match work {
            Work::Jobs(more) => self.jobs.extend(more),
            Work::Workflows(more) => self.workflows.extend(more),
            Work::GridJobs(more) => self.grid.extend(more),
            Work::MasterWorker(more) => self.applications.extend(more),
            Work::Absences(more) => self.absences.extend(more),
        }
    }

    /// Jobs, tasks and absences.
    fn size(&self) -> usize {
        let tasks = self.workflows.iter().map(|workflow| workflow.tasks.len());
        let grid = self.grid.iter().map(|job| match &job.application {
            Application::Sweep { tasks } => tasks.len(),
            Application::Rigid { .. } | Application::Flexible { .. } => 1,
        });
        let applications = self.applications.iter().map(MasterWorker::tasks);
        let others = self.jobs.len() + self.absences.len();
        others + tasks.sum::<usize>() + grid.sum::<usize>() + applications.sum::<usize>()
    }
}

/// The work of all parts together, as a system that `accepts` it gets it: in the order of submission; at one instant,
/// earlier parts first. Tells errors of every file that is missing.
fn gathered(scenario: &Scenario, accepts: Accepts, sources: &Sources, told: &mut Vec<Diagnostic>) -> Work {
    let all = given(&scenario.workload, "workload", sources, told);
    let nothing = all.size() == 0;
    let Given { mut jobs, mut workflows, mut grid, mut applications, mut absences } = all;
    if nothing && !told.iter().any(Diagnostic::is_error) {
        let warning =
            Diagnostic::warning("there is no work: no part gave a job, a workflow or an application");
        told.push(warning.place("/workload"));
    }
    match accepts {
        Accepts::Jobs => {
            order::sort(&mut jobs, |job| job.submit.0);
            Work::Jobs(jobs)
        }
        Accepts::Workflows => {
            order::sort(&mut workflows, |workflow| workflow.submit.0);
            Work::Workflows(workflows)
        }
        Accepts::GridJobs => {
            grid.extend(jobs.into_iter().map(GridJob::rigid));
            order::sort(&mut grid, |job| job.job.submit.0);
            Work::GridJobs(grid)
        }
        Accepts::MasterWorker => {
            order::sort(&mut applications, |application| application.submit.0);
            Work::MasterWorker(applications)
        }
        Accepts::Absences => {
            order::sort(&mut absences, |absence| absence.start.0);
            Work::Absences(absences)
        }
    }
}

/// What happens past the system, of all parts together: local jobs in the order of submission, each at home in a cluster
/// (one that has no home there goes to the clusters in turn, by its number), and absences in the order of their
/// beginnings.
fn background(
    scenario: &Scenario,
    sources: &Sources,
    told: &mut Vec<Diagnostic>,
) -> (Vec<Job>, Vec<Absence>) {
    let Given { mut jobs, mut absences, .. } = given(&scenario.background, "background", sources, told);
    let clusters = sources.platform.clusters.len() as u32;
    for job in jobs.iter_mut().filter(|job| job.home >= clusters) {
        job.home = job.number.saturating_sub(1) % clusters.max(1);
    }
    order::sort(&mut jobs, |job| job.submit.0);
    order::sort(&mut absences, |absence| absence.start.0);
    (jobs, absences)
}

/// What the parts of the `list` give, in their order.
///
/// # Panics
/// If a generator or format is not in the catalog, which the reader has ruled out.
fn given(parts: &[Part], list: &str, sources: &Sources, told: &mut Vec<Diagnostic>) -> Given {
    let mut given = Given::default();
    for (part, i) in parts.iter().zip(0..) {
        let place = format!("{list}/{i}");
        let work = match part {
            Part::Generator { id, settings } => {
                let generator = GENERATORS.known(id);
                Some((generator.make)(settings, sources.platform, &sources.streams, &place))
            }
            Part::File { file, settings } => from_file(file, &place, settings, sources.files, told),
            Part::Written { kind, said } => Some((kind.work)(said)),
        };
        if let Some(work) = work {
            given.add(work);
        }
        let size = given.size();
        if size > limits::WORK {
            let most = limits::WORK;
            let message = format!("the {list} has {size} jobs and tasks, allowed are at most {most}");
            told.push(Diagnostic::error(message).place(format!("/{place}")));
            break;
        }
    }
    given
}

fn from_file(
    file: &LogFile,
    part: &str,
    settings: &ganttlet_engine::entry::Settings,
    files: &Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Work> {
    let place = format!("/{part}/file");
    let Some(upload) = files.get(&file.sha256) else {
        let message = format!("{:?} is not here (SHA-256 {}…)", file.name, &file.sha256[..12]);
        let hint = match &file.url {
            Some(url) => format!("Drop the file on the page again, or get it from {url}."),
            None => "Drop the file on the page again.".to_owned(),
        };
        diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
        return None;
    };
    let sha256 = upload.sha256();
    if sha256 != file.sha256 {
        let message = format!(
            "{:?} is another file: found SHA-256 {}…, needed is {}…",
            upload.name(),
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
    match upload.read(file.format, settings) {
        Ok((work, told)) => {
            diagnostics.extend(told);
            Some(work)
        }
        Err(told) => {
            diagnostics.extend(told);
            None
        }
    }
}
