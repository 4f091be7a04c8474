//! `ganttlet reproduce`: a published experiment is repeated, and its numbers stand beside ours.

use crate::reproduce_output;
use crate::{ReproduceArguments, output};
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_study::paper::{EXPERIMENTS, Experiment, find};
use ganttlet_study::{Case, Effort};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// What came of one case: its numbers, or why it could not run.
type Outcome = Result<Vec<f64>, Vec<Diagnostic>>;

/// Runs an experiment and prints what came of it. True if it could be run, whatever the verdicts are.
pub(crate) fn reproduce(arguments: &ReproduceArguments) -> Result<bool, Vec<Diagnostic>> {
    let Some(id) = arguments.experiment.as_deref().filter(|_| !arguments.list) else {
        output::print(&if arguments.json {
            reproduce_output::list_document()
        } else {
            reproduce_output::list()
        })?;
        return Ok(true);
    };
    let experiment = find(id).ok_or_else(|| unknown(id))?;
    let effort = Effort { seed: arguments.seed, quick: arguments.quick };
    let cases = (experiment.cases)(effort);
    let outcomes = run_all(experiment, &cases, arguments)?;
    let findings = (experiment.findings)(effort, &outcomes);
    output::print(&if arguments.json {
        reproduce_output::document(experiment, effort, &cases, &outcomes, &findings)? + "\n"
    } else {
        reproduce_output::report(experiment, effort, cases.len(), &findings)
    })?;
    Ok(true)
}

fn unknown(id: &str) -> Vec<Diagnostic> {
    let ids = EXPERIMENTS.iter().map(|experiment| experiment.id);
    // Names of experiments are short, so that those with the same beginning are near as well.
    let chapter = id.split('.').next().unwrap_or_default();
    let beside = ids
        .clone()
        .find(|known| known.split('.').next().is_some_and(|start| start.eq_ignore_ascii_case(chapter)));
    let hint = match nearest(id, ids.clone()).or(beside) {
        Some(name) => format!("Did you mean {name}? All are: {}.", ids.collect::<Vec<_>>().join(", ")),
        None => format!("All are: {}.", ids.collect::<Vec<_>>().join(", ")),
    };
    vec![Diagnostic::error(format!("there is no experiment {id:?}")).hint(hint)]
}

/// Runs all cases on as many threads as asked for; their numbers in the order of the cases. The first case that cannot
/// run ends it all.
fn run_all(
    experiment: &Experiment,
    cases: &[Case],
    arguments: &ReproduceArguments,
) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    let threads = arguments.threads.map_or_else(
        || thread::available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let watch = Watch::new(experiment, cases.len(), arguments.progress);
    let next = AtomicUsize::new(0);
    let mut outcomes = vec![Vec::new(); cases.len()];
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(usize, Outcome)>();
        for _ in 0..threads.min(cases.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, case)) = take(cases, next) {
                    // Nobody listens any more once a case has failed.
                    if sender.send((at, case.run())).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (at, outcome) in receiver {
            outcomes[at] = outcome.map_err(|mut diagnostics| {
                diagnostics.push(Diagnostic::error(format!("the run {:?} cannot be made", cases[at].label)));
                diagnostics
            })?;
            watch.one_more();
        }
        watch.bar.finish_and_clear();
        Ok(outcomes)
    })
}

/// The next case that nobody has taken yet, with its place.
fn take<'a>(cases: &'a [Case], next: &AtomicUsize) -> Option<(usize, &'a Case)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    cases.get(at).map(|case| (at, case))
}

/// How far the runs have come, on the standard error: a bar on a terminal; elsewhere a line a tenth, if asked for.
struct Watch {
    bar: ProgressBar,
    lines: Option<(&'static str, u64)>,
}

impl Watch {
    fn new(experiment: &Experiment, cases: usize, lines: bool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} runs {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        // It draws only if the standard error is a terminal.
        let bar = ProgressBar::new(cases as u64).with_style(style).with_message(experiment.id);
        let lines = (lines && bar.is_hidden()).then_some((experiment.id, cases as u64));
        Self { bar, lines }
    }

    fn one_more(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        if let Some((id, all)) = self.lines
            && (done * 10 / all != (done - 1) * 10 / all)
        {
            output::tell_line(&format!("{id}: {done} of {all} runs"));
        }
    }
}
