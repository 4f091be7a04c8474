//! Replication until claims are decided: complete looks, in blocks that a results file stores.

use crate::named_files::FileSource;
use crate::parallel::{self, ParallelOptions};
use crate::results_file::ResultsFile;
use crate::study_runs::{execute_batch, study_title};
use crate::{ReproduceArguments, UntilDecided, output, output_paths, reproduce_output, study_output};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::{Replication, Study};
use ganttlet_study::published::{self, ExperimentSummary};
use ganttlet_study::sequential::LookPlan;
use ganttlet_study::{Outcome, Plan, Target, judge_at_looks};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs of a study that replicates until its claims are decided.
pub(crate) struct Replicated {
    /// The numbers of each run; empty for runs that were not needed.
    pub(crate) numbers: Vec<Vec<f64>>,
    /// The execution time of this call.
    time: Duration,
    /// True if the time limit was reached before the claims were decided.
    out_of_time: bool,
}

/// Repeats the named experiments, or all, until their claims are decided. True if they were run, regardless of the
/// verdicts.
pub(crate) fn reproduce_until_decided(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let ReproduceArguments { experiment, others, until, shown, out, .. } = arguments;
    let named: Vec<String> = experiment.iter().chain(others).cloned().collect();
    let all =
        || published::experiment_summaries().into_iter().map(|ExperimentSummary { id, .. }| id).collect();
    let ids: Vec<String> = if named.is_empty() { all() } else { named };
    let studies = ids.iter().map(|id| study_with_looks(id, until)).collect::<Result<Vec<_>, _>>()?;
    if let ([_], [study]) = (&ids[..], &studies[..]) {
        output_paths::check_outputs(&[], &shown.output_file().collect::<Vec<_>>(), out.as_deref())?;
        let plan = plan_of(study, until)?;
        let replicated = replicate_until_decided(&plan, arguments, out.as_deref())?;
        let outcome = Outcome { plan: &plan, numbers: &replicated.numbers };
        let printed = study_output::print_study(outcome, shown, None, study_output::findings_text)?;
        output::print_error_line(&summary_line(&plan, &replicated, &judge_at_looks(outcome).0));
        return Ok(printed || replicated.out_of_time);
    }
    if shown.json || shown.output_file().next().is_some() {
        let message = "--json and --csv need exactly one experiment";
        return Err(vec![Diagnostic::error(message.to_owned())]);
    }
    let mut verdicts = Vec::new();
    for study in &studies {
        let plan = plan_of(study, until)?;
        let file: Option<PathBuf> = out.as_ref().map(|folder| folder.join(format!("{}.jsonl", study.id)));
        output_paths::check_outputs(&[], &[], file.as_deref())?;
        let replicated = replicate_until_decided(&plan, arguments, file.as_deref())?;
        let (targets, wrong) = judge_at_looks(Outcome { plan: &plan, numbers: &replicated.numbers });
        output::print_diagnostics(&wrong);
        let head = summary_line(&plan, &replicated, &targets);
        output::print_text(&format!("{head}\n{}", reproduce_output::targets_text(&targets)))?;
        verdicts.extend(targets);
    }
    output::print_text(&format!("\n{}\n", reproduce_output::target_totals(&verdicts))).map(|()| true)
}

/// The study of an experiment, with looks.
fn study_with_looks(id: &str, until: &UntilDecided) -> Result<Study, Vec<Diagnostic>> {
    let study = published::find_study(id).ok_or_else(|| reproduce_output::unknown_experiment(id))?;
    Ok(Study { replication: Some(Replication { looks: until.looks, ..Replication::default() }), ..study })
}

/// The plan of a study with replication until its claims are decided.
fn plan_of(study: &Study, until: &UntilDecided) -> Result<Plan, Vec<Diagnostic>> {
    Plan::new(study, false, Some(published::first_verdict_seed(&study.id, until.base)))
}

/// Runs a study look by look until all claims are decided or the last look is complete.
fn replicate_until_decided(
    plan: &Plan,
    arguments: &ReproduceArguments,
    out: Option<&Path>,
) -> Result<Replicated, Vec<Diagnostic>> {
    let budget = arguments.until.budget_s.map(Duration::from_secs);
    execute_until_decided(plan, FileSource::beside(Path::new("")), &arguments.parallel, out, budget)
}

/// Executes the runs of a study look by look until its claims are decided, the last look is complete or the time limit
/// is reached. Runs that a results file contains are not repeated.
pub(crate) fn execute_until_decided(
    plan: &Plan,
    source: FileSource<'_>,
    parallel: &ParallelOptions,
    out: Option<&Path>,
    budget: Option<Duration>,
) -> Result<Replicated, Vec<Diagnostic>> {
    let mut numbers = vec![Vec::new(); plan.count()];
    let mut results = out.map(|path| ResultsFile::open(path, plan, &mut numbers)).transpose()?;
    #[allow(clippy::disallowed_methods, reason = "a budget is a time of the machine, not of a simulation")]
    let start = Instant::now();
    let Some(looks) = plan.looks else {
        return Err(vec![Diagnostic::error("the study has no looks".to_owned())]);
    };
    let mut out_of_time = false;
    let mut seeds = 0;
    'looks: for look in 1..=looks.looks {
        while seeds < looks.runs(look) {
            let next = seeds + looks.first_look;
            let missing: Vec<usize> =
                plan.runs_of_seeds(seeds..next).into_iter().filter(|&run| numbers[run].is_empty()).collect();
            if !missing.is_empty() {
                // At least one block is run, so that repeated calls make progress.
                out_of_time = seeds > 0 && budget.is_some_and(|budget| start.elapsed() >= budget);
                if out_of_time {
                    break 'looks;
                }
                execute_batch(plan, source, parallel, &missing, &mut |run, made| {
                    if let Some(results) = &mut results {
                        results.add(run, &made)?;
                    }
                    numbers[run] = made;
                    Ok(())
                })?;
            }
            seeds = next;
        }
        let (targets, _) = judge_at_looks(Outcome { plan, numbers: &numbers });
        if parallel::is_reporting(parallel) {
            let time = start.elapsed();
            output::print_error_line(&look_line(plan, looks, look, time, &targets));
        }
        if !targets.iter().any(is_open) {
            break;
        }
    }
    Ok(Replicated { numbers, time: start.elapsed(), out_of_time })
}

/// True if a later look can change the verdict.
fn is_open(target: &Target) -> bool {
    target.looks.as_ref().is_some_and(|state| state.open)
}

/// A line about a look: `E2.9: look 1 of 6, 16 runs, 3.2 s, 1 of 2 claims open`.
fn look_line(plan: &Plan, looks: LookPlan, look: u32, time: Duration, targets: &[Target]) -> String {
    let open = targets.iter().filter(|target| is_open(target)).count();
    format!(
        "{}: look {look} of {}, {} runs, {:.1} s, {open} of {} claims open",
        study_title(plan),
        looks.looks,
        if look == 0 { 0 } else { looks.runs(look) },
        time.as_secs_f64(),
        targets.len()
    )
}

/// The last line about a study that replicated until its claims were decided.
fn summary_line(plan: &Plan, replicated: &Replicated, targets: &[Target]) -> String {
    let Some(looks) = plan.looks else { return String::new() };
    let outcome = Outcome { plan, numbers: &replicated.numbers };
    let text = look_line(plan, looks, outcome.last_look(), replicated.time, targets);
    if replicated.out_of_time {
        let seeds = outcome.complete_seeds();
        format!("{text}; budget spent at {seeds} of {} runs", looks.most_runs())
    } else {
        text
    }
}
