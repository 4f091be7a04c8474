//! `ganttlet optimum`: lower bounds, the best schedule, and the gaps of all variants.

use crate::optimum_output::{Report, VariantValue, bounds_text, report_document, report_text};
use crate::progress_bar::ProgressBarGuard;
use crate::{OptimumArguments, error_without_place, input, output, output_paths, run};
use clap::ValueEnum;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::record::Trace;
use ganttlet_core::time::Time;
use ganttlet_document::{Files, Scenario, build, build_model, build_repeated};
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::placement::Placement;
use ganttlet_optimum::{Bound, Limits, Objective, Optimizer, Problem};
use ganttlet_sim::model::{Model, ModelSchedule};
use ganttlet_sim::system::Budget;

/// Nodes or schedules between two updates of the progress bar.
const SLICE: u64 = 2_000;

/// What is minimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ObjectiveArgument {
    /// The end of the last job, from the first submission.
    Makespan,
    /// The sum of response times; its optimum is also that of the mean wait time on one cluster.
    Flow,
}

impl From<ObjectiveArgument> for Objective {
    fn from(argument: ObjectiveArgument) -> Self {
        match argument {
            ObjectiveArgument::Makespan => Self::Makespan,
            ObjectiveArgument::Flow => Self::TotalFlow,
        }
    }
}

/// The variants with the same jobs and nodes.
struct Group {
    model: Model,
    digest: String,
    variants: Vec<usize>,
}

/// Prints bounds, the best schedule and gaps.
pub(crate) fn find_optimum(arguments: &OptimumArguments) -> Result<bool, Vec<Diagnostic>> {
    let reading = ProgressBarGuard::spinner(&arguments.run.title());
    let input::Input { scenario, files, mut diagnostics, paths, .. } = input::read_input(&arguments.run)?;
    drop(reading);
    let written: Vec<_> = arguments.output.iter().map(|path| ("--output".to_owned(), path.clone())).collect();
    output_paths::check_outputs(&paths, &written, None)?;
    let names = scenario.variant_names();
    let only = arguments.system.as_deref().map(|name| run::find_variant(name, &names)).transpose()?;
    let objective = Objective::from(arguments.objective);
    let groups = group_by_problem(&scenario, &files, &names, only, objective, &mut diagnostics)?;
    if arguments.output.is_some() && groups.len() > 1 {
        return Err(vec![
            Diagnostic::error(
                "the systems have different jobs or platforms: one certificate cannot hold all",
            )
            .hint("Choose one with --system NAME."),
        ]);
    }
    let mut reports = Vec::new();
    for group in &groups {
        let report = report_group(arguments, &scenario, &files, &names, group, objective, &mut diagnostics)?;
        if let (Some(path), Some(certificate)) = (&arguments.output, &report.certificate) {
            output::write_file(path, &certificate_text(certificate))?;
        }
        reports.push(report);
    }
    output::print_diagnostics(&diagnostics);
    if arguments.json {
        output::print_json(&report_document(&reports, &diagnostics))?;
    } else {
        for report in &reports {
            output::print_text(&bounds_text(report))?;
            output::print_text(&report_text(report))?;
        }
    }
    Ok(true)
}

/// A certificate as JSON.
fn certificate_text(certificate: &Certificate) -> String {
    let value = serde_json::to_value(certificate).unwrap_or_default();
    ganttlet_document::format_json(&value.to_string()).unwrap_or_else(|_| value.to_string())
}

/// Groups the variants by problem. Variants without a problem are reported; it is an error if none has one.
fn group_by_problem(
    scenario: &Scenario,
    files: &Files,
    names: &[String],
    only: Option<usize>,
    objective: Objective,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<Group>, Vec<Diagnostic>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut without = Vec::new();
    for variant in (0..names.len()).filter(|&variant| only.is_none_or(|only| only == variant)) {
        let name = &names[variant];
        let model = match build_model(scenario, variant, files)? {
            Ok(model) => model,
            Err(why) => {
                without.push(Diagnostic::warning(format!("no bounds for {name}: {why}")));
                continue;
            }
        };
        if !model.problem.has_objective(objective) {
            let message =
                format!("no bounds of response times for {name}: only jobs without dependencies have them");
            without.push(Diagnostic::warning(message));
            continue;
        }
        let digest = model.problem.digest();
        match groups.iter_mut().find(|group| group.digest == digest) {
            Some(group) => group.variants.push(variant),
            None => groups.push(Group { model, digest, variants: vec![variant] }),
        }
    }
    if groups.is_empty() {
        let error = |found: Diagnostic| Diagnostic::error(found.message);
        return Err(without.into_iter().map(error).collect());
    }
    diagnostics.extend(without);
    for group in groups.iter().filter(|group| group.model.left_out > 0) {
        let count = group.model.left_out;
        let jobs = if count == 1 { "job is" } else { "jobs are" };
        let message =
            format!("{count} {jobs} too large for every cluster, and left out of bounds and optima");
        diagnostics.push(Diagnostic::note(message));
    }
    Ok(groups)
}

/// Reports the bounds and gaps of a group, and the best schedule unless only bounds are requested.
fn report_group(
    arguments: &OptimumArguments,
    scenario: &Scenario,
    files: &Files,
    names: &[String],
    group: &Group,
    objective: Objective,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Report, Vec<Diagnostic>> {
    let model = &group.model;
    let problem = &model.problem;
    let mut variants = Vec::new();
    let mut known = Vec::new();
    let mut numbers = Vec::new();
    for &variant in &group.variants {
        let progress = ProgressBarGuard::spinner(&names[variant]);
        let mut run = build(scenario, variant, files, 0)?.run;
        let complete = run.advance(Budget::ALL).done;
        drop(progress);
        let trace = run.trace();
        numbers = model.subjects.iter().map(|&id| trace.subjects.number[id as usize]).collect();
        let value = complete.then(|| objective_of_run(model, trace, objective)).flatten();
        known.extend(value.is_some().then(|| placement_of_run(model, trace)));
        variants.push(VariantValue { name: names[variant].clone(), value });
    }
    let bounds = problem.bounds(objective);
    let without_search = if model.has_background {
        Some("other work uses the nodes or links, too")
    } else if matches!(problem, Problem::Placed(..)) {
        Some("transfers between clusters depend on more than an order of tasks")
    } else if !problem.has_local_search() {
        Some("there are more than 2,000 jobs")
    } else {
        None
    };
    let searches = !arguments.bounds_only && without_search.is_none();
    let mut certificate = None;
    let mut progress = None;
    if searches {
        let (nodes, evaluations) = (arguments.nodes, arguments.evaluations);
        let limits = Limits { nodes, evaluations, seed: scenario.seed };
        let bar = ProgressBarGuard::new("Search", 1_000_000, "");
        let optimizer = Optimizer::new(problem.clone(), objective, limits, known);
        if let Some(mut optimizer) = optimizer {
            loop {
                let moment = optimizer.advance(SLICE);
                bar.set_position(moment.millionths);
                if moment.done {
                    progress = Some(moment);
                    break;
                }
            }
            certificate = optimizer.certificate();
        }
    } else if let Some(why) = without_search.filter(|_| !arguments.bounds_only) {
        diagnostics.push(Diagnostic::note(format!("bounds only, without a search: {why}")));
    }
    if let Some(certificate) = &mut certificate {
        certificate.digest = repeated_digest(scenario, files, group, certificate)?;
    }
    let best = Bound::best(&bounds).map_or(0, |bound| bound.value);
    Ok(Report {
        objective,
        problem: problem.clone(),
        numbers,
        bounds,
        lower: certificate.as_ref().map_or(best, |certificate| certificate.lower.into()),
        certificate,
        progress,
        variants,
    })
}

/// The objective of a run; `None` if a job has not ended.
fn objective_of_run(model: &Model, trace: &Trace, objective: Objective) -> Option<i128> {
    let subjects = &trace.subjects;
    let mut sum = 0;
    let mut last = 0;
    for &id in &model.subjects {
        let (end, submit) = (subjects.end[id as usize], subjects.submit[id as usize]);
        if end == Time::MAX {
            return None;
        }
        sum += i128::from(end.0 - submit.0);
        last = last.max(i128::from(end.0 - model.origin));
    }
    Some(match objective {
        Objective::Makespan => last,
        Objective::TotalFlow => sum,
    })
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
        // Runs name the cluster of a task, not its processor.
        Problem::Bag(_) => Placement::default(),
        Problem::Single(instance) => {
            let starts: Vec<i64> = (0..order.len()).map(|place| start(&place).0).collect();
            Placement { order: ganttlet_optimum::schedule::start_order(instance, &starts), clusters }
        }
        _ => Placement { order, clusters },
    }
}

/// The digest of a run with the starts of a certificate; `None` if the system cannot repeat them, or does not.
pub(crate) fn repeated_digest_of(
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

/// The digest of the run that repeats a certificate; `None` if it cannot be repeated.
fn repeated_digest(
    scenario: &Scenario,
    files: &Files,
    group: &Group,
    certificate: &Certificate,
) -> Result<Option<String>, Vec<Diagnostic>> {
    let Some(&variant) = group.variants.first() else { return Err(error_without_place("no variant")) };
    repeated_digest_of(scenario, files, variant, &group.model, certificate)
}
