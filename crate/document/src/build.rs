//! Builds a run from a scenario and its files.

use super::model::{Grid, LogFile, Part, Scenario, system_pointer};
use super::{Files, another_file, job_homes};
use ganttlet_core::diagnostic::{Diagnostic, list_names};
use ganttlet_core::entry::limits;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::Streams;
use ganttlet_format::Origin;
use ganttlet_sim::model::{Model, ModelSchedule};
use ganttlet_sim::system::{Input, Run, RunOptions, SystemKind};
use ganttlet_work::generator::{GENERATORS, MOST};
use ganttlet_work::{JobEdit, Kind, Work, Works};
use std::borrow::Cow;
use std::cell::RefCell;

/// A run, and the diagnostics about it.
pub struct Built {
    /// The run, before its first event.
    pub run: Box<dyn Run>,
    /// The kind of work that the system runs.
    pub accepts: &'static Kind,
    /// The name of the variant within its comparison.
    pub name: String,
    /// The platform.
    pub platform: Platform,
    /// The work, if it has dependencies between tasks.
    pub kept: Option<Work>,
    /// Header fields (label and value) about machine and period, if the work is a single log.
    pub header: Vec<(String, String)>,
    /// Diagnostics on skipped or repaired input and on jobs that can never run.
    pub diagnostics: Vec<Diagnostic>,
}

/// The work and background of a run, and the inputs they were built from.
#[derive(Clone, Debug)]
struct RunWork {
    seed: u64,
    grid: Grid,
    workload: Vec<Part>,
    background: Vec<Part>,
    edits: Vec<JobEdit>,
    accepts: &'static Kind,
    work: Work,
    beside: Works,
    header: Vec<(String, String)>,
    diagnostics: Vec<Diagnostic>,
}

impl RunWork {
    fn new(scenario: &Scenario, accepts: &'static Kind, sources: &WorkSources) -> Self {
        let Scenario { seed, platform, workload, background, edits, .. } = scenario;
        let mut diagnostics = Vec::new();
        let (work, header) = gather_work(scenario, accepts, sources, &mut diagnostics);
        let (mut beside, _) = work_of_parts(background, ("background", accepts), sources, &mut diagnostics);
        beside.sort();
        let (grid, edits) = (platform.clone(), edits.clone());
        let (workload, background) = (workload.clone(), background.clone());
        Self { seed: *seed, grid, workload, background, edits, accepts, work, beside, header, diagnostics }
    }

    /// True if the work of a run of this scenario by a system that `accepts` this work is unchanged.
    fn is_same(&self, scenario: &Scenario, accepts: &Kind) -> bool {
        self.seed == scenario.seed
            && self.accepts == accepts
            && self.grid == scenario.platform
            && self.workload == scenario.workload
            && self.background == scenario.background
            && self.edits == scenario.edits
    }
}

/// The work of the latest run, for reuse by the next run if its work is the same. Many runs of a study differ in the
/// policy only.
#[derive(Debug, Default)]
pub struct WorkCache(RefCell<Option<RunWork>>);

impl WorkCache {
    /// Like [`build`], reusing the work of the latest run if it is the same.
    pub fn build(
        &self,
        scenario: &Scenario,
        variant: usize,
        files: &Files,
        decisions: usize,
    ) -> Result<Built, Vec<Diagnostic>> {
        build_with(scenario, variant, files, decisions, &|own, accepts, sources| {
            let mut latest = self.0.borrow_mut();
            // Old work is dropped before new work is built, to save memory. Work that failed is built again, as its
            // files may have arrived.
            latest.take_if(|latest| {
                !latest.is_same(own, accepts) || latest.diagnostics.iter().any(Diagnostic::is_error)
            });
            latest.get_or_insert_with(|| RunWork::new(own, accepts, sources)).clone()
        })
    }
}

/// Builds a run of a variant (counted from 0: `system`, then `compare`) that keeps the reasons of at most `decisions`
/// decisions. Errors: a file is missing or has another digest, or there is no such variant.
pub fn build(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
    decisions: usize,
) -> Result<Built, Vec<Diagnostic>> {
    build_with(scenario, variant, files, decisions, &RunWork::new)
}

fn build_with(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
    decisions: usize,
    happens: &dyn Fn(&Scenario, &'static Kind, &WorkSources) -> RunWork,
) -> Result<Built, Vec<Diagnostic>> {
    let own = variant_scenario(scenario, variant)?;
    let (names, scenario) = (scenario, &*own);
    let chosen = &scenario.variants[0];
    let platform = scenario.platform.to_platform();
    let system = chosen.system();
    let sources = WorkSources { platform: &platform, streams: Streams::new(scenario.seed), files };
    let RunWork { work, beside, header, mut diagnostics, .. } = happens(scenario, system.accepts, &sources);
    let kept = work.has_dependencies().then(|| work.clone());
    let input = Input {
        platform: platform.clone(),
        work,
        beside,
        policies: chosen.policies.clone(),
        settings: chosen.settings.clone(),
        run: RunOptions { seed: scenario.seed, horizon: scenario.horizon(), decisions },
        fork: chosen.fork.clone(),
    };
    let mut found = system.check(&input, &system_pointer(variant));
    // If some work is missing, findings about the rest are not reported.
    if diagnostics.iter().any(Diagnostic::is_error) {
        found.retain(Diagnostic::is_error);
    }
    diagnostics.extend(found);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let name = names.variant_names().swap_remove(variant);
    let run = (system.build)(input);
    Ok(Built { run, accepts: system.accepts, name, platform, kept, header, diagnostics })
}

/// The scheduling problem that a variant solves, or the reason why there is none. Errors as in [`build`].
pub fn build_model(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
) -> Result<Result<Model, String>, Vec<Diagnostic>> {
    let own = variant_scenario(scenario, variant)?;
    if own.horizon_s.is_some() {
        return Ok(Err("the simulation has a horizon, at which jobs may not have ended".to_owned()));
    }
    let (system, input) = model_input(&own, files)?;
    Ok(system.model(&input))
}

/// A run in which the jobs of a model start as in a schedule; `None` if the system cannot repeat schedules.
pub fn build_repeated(
    scenario: &Scenario,
    variant: usize,
    files: &Files,
    (model, schedule): (&Model, &ModelSchedule),
) -> Result<Option<Box<dyn Run>>, Vec<Diagnostic>> {
    let own = variant_scenario(scenario, variant)?;
    let (system, input) = model_input(&own, files)?;
    Ok(system.repeat(input, model, schedule))
}

/// The system and the input of the first variant of a scenario.
fn model_input(scenario: &Scenario, files: &Files) -> Result<(&'static SystemKind, Input), Vec<Diagnostic>> {
    let chosen = &scenario.variants[0];
    let (platform, system) = (scenario.platform.to_platform(), chosen.system());
    let sources = WorkSources { platform: &platform, streams: Streams::new(scenario.seed), files };
    let RunWork { work, beside, diagnostics, .. } = RunWork::new(scenario, system.accepts, &sources);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let input = Input {
        platform,
        work,
        beside,
        policies: chosen.policies.clone(),
        settings: chosen.settings.clone(),
        run: RunOptions { seed: scenario.seed, horizon: scenario.horizon(), decisions: 0 },
        // The schedule is fixed: there are no decisions to fork.
        fork: None,
    };
    Ok((system, input))
}

/// The work of a variant of a scenario, without a run. Errors as in [`build`].
pub fn build_work(scenario: &Scenario, variant: usize, files: &Files) -> Result<Work, Vec<Diagnostic>> {
    let own = variant_scenario(scenario, variant)?;
    let scenario = &*own;
    let accepts = scenario.accepted_work();
    let platform = scenario.platform.to_platform();
    let sources = WorkSources { platform: &platform, streams: Streams::new(scenario.seed), files };
    let mut diagnostics = Vec::new();
    let (work, _) = gather_work(scenario, accepts, &sources, &mut diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) { Err(diagnostics) } else { Ok(work) }
}

/// The scenario with the settings of a variant.
fn variant_scenario(scenario: &Scenario, variant: usize) -> Result<Cow<'_, Scenario>, Vec<Diagnostic>> {
    if variant < scenario.variants.len() {
        return scenario.for_variant(variant);
    }
    let message = format!("unknown variant {variant}; the scenario has {}", scenario.variants.len());
    Err(vec![Diagnostic::error(message)])
}

/// The sources of work.
struct WorkSources<'a> {
    platform: &'a Platform,
    streams: Streams,
    files: &'a Files,
}

/// The work of all parts, for a system that `accepts` it, in the order of submission; ties keep the order of the parts.
fn gather_work(
    scenario: &Scenario,
    accepts: &Kind,
    sources: &WorkSources,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Work, Vec<(String, String)>) {
    let (mut all, mut headers) =
        work_of_parts(&scenario.workload, ("workload", accepts), sources, diagnostics);
    if !scenario.edits.is_empty() {
        apply_edits(&scenario.edits, &mut all, diagnostics);
    }
    if all.tasks() == 0 && !diagnostics.iter().any(Diagnostic::is_error) {
        let warning = Diagnostic::warning(
            "the workload is empty: no part contains a job, a workflow or an application",
        );
        diagnostics.push(warning.place("/workload"));
    }
    let header = if scenario.workload.len() == 1 { headers.pop() } else { None };
    (accepts.collect_from(all), header.unwrap_or_default())
}

/// Changes single jobs of the workload. Unknown job numbers are reported.
fn apply_edits(edits: &[JobEdit], work: &mut Works, diagnostics: &mut Vec<Diagnostic>) {
    let mut unknown: Vec<u32> = edits.iter().map(|edit| edit.job).collect();
    work.change(|jobs| unknown = JobEdit::apply_all(edits, jobs));
    if !unknown.is_empty() {
        let numbers: Vec<String> = unknown.iter().map(ToString::to_string).collect();
        let numbers = list_names(numbers.iter().map(String::as_str));
        let message = format!("edits of jobs that the workload does not have were skipped: {numbers}");
        let hint = "Edits name rigid jobs by their numbers. Another seed or log has other jobs.";
        diagnostics.push(Diagnostic::warning(message).place("/edits").hint(hint));
    }
}

/// The work of each part of the `list`, in order, for a system that `accepts` such work; and the header fields of logs
/// about their machines.
///
/// # Panics
/// If a generator or format is not in the catalog, which the reader rules out.
fn work_of_parts(
    parts: &[Part],
    (list, accepts): (&str, &Kind),
    sources: &WorkSources,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Works, Vec<Vec<(String, String)>>) {
    let (mut given, mut headers) = (Works::default(), Vec::new());
    for (part, i) in parts.iter().zip(0..) {
        let place = format!("{list}/{i}");
        let work = match part {
            Part::Generator { id, settings } => {
                let generator = GENERATORS.get(id);
                let work = (generator.make)(settings, sources.platform, &sources.streams, &place);
                if work.is_cut() {
                    diagnostics
                        .push(truncation_warning(generator.entry.name, &work).place(format!("/{place}")));
                }
                Some(work)
            }
            Part::File { file, settings } => work_of_file(file, &place, settings, sources.files, diagnostics)
                .map(|(work, origin)| {
                    let on = (sources.platform, accepts);
                    let (work, told) =
                        job_homes::assign_homes(work, &origin, settings, on, &format!("/{place}"));
                    diagnostics.extend(told);
                    headers.push(origin.header);
                    work
                }),
            Part::Written { kind, said } => Some((kind.work)(said)),
        };
        if let Some(work) = work {
            given.add(work);
        }
        let size = given.tasks();
        if size > limits::WORK {
            let most = limits::WORK;
            let message = format!("the {list} has {size} jobs and tasks; at most {most} are allowed");
            diagnostics.push(Diagnostic::error(message).place(format!("/{place}")));
            break;
        }
    }
    (given, headers)
}

/// Reports that a generator produced less work than its parameters request.
fn truncation_warning(generator: &str, work: &Work) -> Diagnostic {
    let made = work.tasks();
    let message = format!(
        "{generator} stopped after {made} jobs, tasks or absences: its parameters request more than the limit of {MOST} per generator"
    );
    Diagnostic::warning(message).hint("Reduce the duration, the load or the amount of work.")
}

fn work_of_file(
    file: &LogFile,
    part: &str,
    settings: &ganttlet_core::entry::Settings,
    files: &Files,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(Work, Origin)> {
    let place = format!("/{part}/file");
    let Some(upload) = files.get(&file.sha256) else {
        let message = format!("{:?} is missing (SHA-256 {}…)", file.name, &file.sha256[..12]);
        let hint = match &file.url {
            Some(url) => format!("Drop the file on the page again, or download it from {url}."),
            None => "Drop the file on the page again.".to_owned(),
        };
        diagnostics.push(Diagnostic::error(message).place(place).hint(hint));
        return None;
    };
    let sha256 = upload.sha256();
    if sha256 != file.sha256 {
        let problem = another_file(upload.name(), sha256, &file.name, &file.sha256);
        diagnostics.push(problem.place(format!("{place}/sha256")));
        return None;
    }
    // Diagnostics about a parameter name its place in the scenario, because the same file may be read twice.
    let placed = |told: Diagnostic| match settings.get(&told.place) {
        Some(_) => Diagnostic { place: format!("/{part}/parameters/{}", told.place), ..told },
        None => told,
    };
    match upload.read(file.format, settings) {
        Ok((work, found, origin)) => {
            diagnostics.extend(found.into_iter().map(placed));
            Some((work, origin))
        }
        Err(found) => {
            diagnostics.extend(found.into_iter().map(placed));
            None
        }
    }
}
