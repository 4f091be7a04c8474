//! Bounds and optima of a scenario: its variants grouped by problem, their values, and a search in slices.

mod bars;
mod progress;
mod report;

pub use bars::ScheduleBar;
pub use progress::{OptimumProgress, OptimumReports};
pub use report::{OptimumReport, Report, ReportedBound, ReportedValue, ReportedVariant, VariantValue};

use crate::build::{build, build_model, build_repeated};
use crate::model::Scenario;
use crate::upload::Files;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::placement::Placement;
use ganttlet_optimum::{Bound, Limits, Objective, Optimizer, Problem};
use ganttlet_sim::model::{Model, ModelSchedule};
use ganttlet_sim::system::Budget;

/// Variants with the same jobs and nodes.
struct Group {
    model: Model,
    digest: String,
    variants: Vec<usize>,
    runs: Vec<VariantRun>,
    /// The number of each job, as shown.
    numbers: Vec<u32>,
}

/// The complete run of a variant.
struct VariantRun {
    name: String,
    /// Makespan and total response time; `None` if a job has not ended.
    values: Option<(i128, i128)>,
    placement: Placement,
}

/// The search for one objective in one group.
struct Part {
    /// Index of the group.
    group: usize,
    report: Report,
    optimizer: Option<Optimizer>,
    done: bool,
}

/// Bounds of a scenario, and the searches for its optima.
pub struct OptimumSearch {
    groups: Vec<Group>,
    parts: Vec<Part>,
    diagnostics: Vec<Diagnostic>,
}

impl OptimumSearch {
    /// Runs the variants, or one of them, and computes the bounds of these objectives. Errors: as in [`build`], or if
    /// no variant has bounds.
    pub fn new(
        scenario: &Scenario,
        files: &Files,
        only: Option<usize>,
        objectives: &[Objective],
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let groups = group_by_problem(scenario, files, only, objectives, &mut diagnostics)?;
        let mut parts = Vec::new();
        for &objective in objectives {
            for (at, group) in groups.iter().enumerate() {
                if group.model.problem.has_objective(objective) {
                    let report = report_bounds(group, objective);
                    parts.push(Part { group: at, report, optimizer: None, done: false });
                }
            }
        }
        Ok(Self { groups, parts, diagnostics })
    }

    /// Number of different problems.
    pub fn problems(&self) -> usize {
        self.groups.len()
    }

    /// Diagnostics about the variants.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The reports of all objectives and groups.
    pub fn reports(&self) -> impl Iterator<Item = &Report> {
        self.parts.iter().map(|part| &part.report)
    }

    /// Begins the searches for an objective in all sufficiently small groups.
    pub fn begin(&mut self, objective: Objective, limits: Limits) {
        for part in self.parts.iter_mut().filter(|part| part.report.objective == objective) {
            let group = &self.groups[part.group];
            part.optimizer = if part.report.without_search.is_none() {
                let known = group.runs.iter().filter(|run| run.values.is_some());
                let known = known.map(|run| run.placement.clone()).collect();
                Optimizer::new(group.model.problem.clone(), objective, limits, known)
            } else {
                None
            };
            part.done = part.optimizer.is_none();
        }
    }

    /// Continues the first search that is not complete: at most `budget` partial schedules or evaluations. `None` if
    /// all are complete, otherwise the report and its index. `scenario` and `files` must be those passed to
    /// [`Self::new`].
    pub fn advance(
        &mut self,
        budget: u64,
        scenario: &Scenario,
        files: &Files,
    ) -> Result<Option<(usize, &Report)>, Vec<Diagnostic>> {
        let is_open = |(_, part): &(usize, &mut Part)| part.optimizer.is_some() && !part.done;
        let Some((at, part)) = self.parts.iter_mut().enumerate().find(is_open) else {
            return Ok(None);
        };
        let Some(optimizer) = &mut part.optimizer else { return Ok(None) };
        let progress = optimizer.advance(budget);
        part.done = progress.done;
        part.report.progress = Some(progress);
        let mut certificate = optimizer.certificate();
        if let (true, Some(certificate)) = (part.done, &mut certificate) {
            let group = &self.groups[part.group];
            let variant = group.variants.first().copied().unwrap_or_default();
            certificate.digest = repeated_digest(scenario, files, variant, &group.model, certificate)?;
        }
        part.report.set_certificate(certificate);
        Ok(Some((at, &part.report)))
    }
}

/// Groups the variants by problem and runs them. Variants without a problem are reported; it is an error if none has
/// one.
fn group_by_problem(
    scenario: &Scenario,
    files: &Files,
    only: Option<usize>,
    objectives: &[Objective],
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<Group>, Vec<Diagnostic>> {
    let names = scenario.variant_names();
    let mut groups: Vec<Group> = Vec::new();
    let mut without = Vec::new();
    for (variant, name) in names.iter().enumerate() {
        if only.is_some_and(|only| only != variant) {
            continue;
        }
        let model = match build_model(scenario, variant, files)? {
            Ok(model) => model,
            Err(why) => {
                without.push(Diagnostic::warning(format!("no bounds for {name}: {why}")));
                continue;
            }
        };
        if !model.problem.has_objective(Objective::TotalFlow) && objectives.contains(&Objective::TotalFlow) {
            let message =
                format!("no bounds of response times for {name}: only jobs without dependencies have them");
            without.push(Diagnostic::warning(message));
            if objectives.len() == 1 {
                continue;
            }
        }
        let digest = model.problem.digest();
        match groups.iter_mut().find(|group| group.digest == digest) {
            Some(group) => group.variants.push(variant),
            None => groups.push(Group {
                model,
                digest,
                variants: vec![variant],
                runs: Vec::new(),
                numbers: Vec::new(),
            }),
        }
    }
    if groups.is_empty() {
        let error = |found: Diagnostic| Diagnostic::error(found.message);
        return Err(without.into_iter().map(error).collect());
    }
    diagnostics.extend(without);
    for group in &mut groups {
        run_variants(scenario, files, &names, group)?;
        let count = group.model.left_out;
        if count > 0 {
            let jobs = if count == 1 { "job is" } else { "jobs are" };
            let message =
                format!("{count} {jobs} too large for every cluster, and left out of bounds and optima");
            diagnostics.push(Diagnostic::note(message));
        }
    }
    Ok(groups)
}

/// Runs the variants of a group.
fn run_variants(
    scenario: &Scenario,
    files: &Files,
    names: &[String],
    group: &mut Group,
) -> Result<(), Vec<Diagnostic>> {
    let model = &group.model;
    for &variant in &group.variants {
        let mut run = build(scenario, variant, files, 0)?.run;
        let complete = run.advance(Budget::ALL).done;
        let trace = run.trace();
        group.numbers = model.subjects.iter().map(|&id| trace.subjects.number[id as usize]).collect();
        let values = complete.then(|| values_of_run(model, trace)).flatten();
        let placement = if values.is_some() { placement_of_run(model, trace) } else { Placement::default() };
        group.runs.push(VariantRun { name: names[variant].clone(), values, placement });
    }
    Ok(())
}

/// The bounds of an objective and the values of the variants.
fn report_bounds(group: &Group, objective: Objective) -> Report {
    let problem = &group.model.problem;
    let without_search = if group.model.has_background {
        Some("other work uses the nodes or links, too")
    } else if matches!(problem, Problem::Placed(..)) {
        Some("transfers between clusters depend on more than an order of tasks")
    } else if !problem.has_local_search() {
        Some("there are more than 2,000 jobs")
    } else {
        None
    };
    let value = |run: &VariantRun| {
        run.values.map(|(makespan, flow)| match objective {
            Objective::Makespan => makespan,
            Objective::TotalFlow => flow,
        })
    };
    let variants = group.runs.iter().map(|run| VariantValue { name: run.name.clone(), value: value(run) });
    let bounds = problem.bounds(objective);
    Report {
        objective,
        problem: problem.clone(),
        numbers: group.numbers.clone(),
        lower: Bound::best(&bounds).map_or(0, |bound| bound.value),
        bounds,
        without_search,
        certificate: None,
        progress: None,
        variants: variants.collect(),
    }
}

/// Makespan and total response time of a run; `None` if a job has not ended.
fn values_of_run(model: &Model, trace: &Trace) -> Option<(i128, i128)> {
    let subjects = &trace.subjects;
    let (mut last, mut sum) = (0, 0);
    for &id in &model.subjects {
        let (end, submit) = (subjects.end[id as usize], subjects.submit[id as usize]);
        if end == Time::MAX {
            return None;
        }
        sum += i128::from(end.0 - submit.0);
        last = last.max(i128::from(end.0 - model.origin));
    }
    Some((last, sum))
}

/// The order of starts in a run, and the cluster of each job.
fn placement_of_run(model: &Model, trace: &Trace) -> Placement {
    let subjects = &trace.subjects;
    let start = |&place: &usize| subjects.start[model.subjects[place] as usize];
    let mut order: Vec<usize> = (0..model.subjects.len()).collect();
    order.sort_by_key(|place| (start(place), *place));
    let cluster = |&id: &u32| usize::from(subjects.cluster[id as usize]);
    let clusters = model.subjects.iter().map(cluster).collect();
    match &model.problem {
        // The trace has the cluster of a task, not its processor.
        Problem::Bag(_) => Placement::default(),
        Problem::Single(instance) => {
            let starts: Vec<i64> = (0..order.len()).map(|place| start(&place).0).collect();
            Placement { order: ganttlet_optimum::schedule::start_order(instance, &starts), clusters }
        }
        _ => Placement { order, clusters },
    }
}

/// The digest of a run with the starts of a certificate; `None` if the system cannot repeat them, or its digest
/// differs.
pub fn repeated_digest(
    scenario: &Scenario,
    files: &Files,
    variant: usize,
    model: &Model,
    certificate: &Certificate,
) -> Result<Option<String>, Vec<Diagnostic>> {
    let Ok(starts) = certificate.starts(&model.problem) else { return Ok(None) };
    let schedule = ModelSchedule { starts, clusters: certificate.place.clone() };
    let Some(mut run) = build_repeated(scenario, variant, files, (model, &schedule))? else {
        return Ok(None);
    };
    run.advance(Budget::ALL);
    let trace = run.trace();
    let is_same = model
        .subjects
        .iter()
        .zip(&schedule.starts)
        .all(|(&id, &start)| trace.subjects.start[id as usize].0 == start);
    Ok(is_same.then(|| trace.digest().whole))
}
