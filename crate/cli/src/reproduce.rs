//! `ganttlet reproduce`: a published experiment is repeated, and its numbers stand beside ours.

use crate::reproduce_output;
use crate::{ReproduceArguments, output};
use ganttlet_engine::diagnostic::{Diagnostic, nearest};
use ganttlet_study::Effort;
use ganttlet_study::published::{self, About, Runs};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// What came of one run: its numbers, or why it could not run.
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
    let all = published::all();
    let about =
        all.iter().find(|about| about.id.eq_ignore_ascii_case(id)).ok_or_else(|| unknown(id, &all))?;
    let effort = Effort { seed: arguments.seed, quick: arguments.quick };
    let runs = published::open(&about.id, effort).ok_or_else(|| unknown(id, &all))?;
    let outcomes = run_all(about, &*runs, arguments)?;
    let findings = runs.findings(&outcomes);
    output::print(&if arguments.json {
        reproduce_output::document(about, effort, &*runs, &outcomes, &findings)? + "\n"
    } else {
        reproduce_output::report(about, effort, runs.count(), &findings)
    })?;
    Ok(true)
}

fn unknown(id: &str, all: &[About]) -> Vec<Diagnostic> {
    let ids = all.iter().map(|about| &*about.id);
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

/// Makes all runs on as many threads as asked for; their numbers in the order of the runs. The first that cannot
/// run ends it all.
fn run_all(
    about: &About,
    runs: &(dyn Runs + Sync),
    arguments: &ReproduceArguments,
) -> Result<Vec<Vec<f64>>, Vec<Diagnostic>> {
    let threads = arguments.threads.map_or_else(
        || thread::available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let watch = Watch::new(&about.id, runs.count(), arguments.progress);
    let next = AtomicUsize::new(0);
    let mut outcomes = vec![Vec::new(); runs.count()];
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel::<(usize, Outcome)>();
        for _ in 0..threads.min(runs.count()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(at) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&at| at < runs.count())
                {
                    // Nobody listens any more once a run has failed.
                    if sender.send((at, runs.run(at))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (at, outcome) in receiver {
            outcomes[at] = outcome.map_err(|mut diagnostics| {
                diagnostics.push(Diagnostic::error(format!("the run {:?} cannot be made", runs.label(at))));
                diagnostics
            })?;
            watch.one_more();
        }
        watch.bar.finish_and_clear();
        Ok(outcomes)
    })
}

/// How far the runs have come, on the standard error: a bar on a terminal; elsewhere a line a tenth, if asked for.
struct Watch {
    bar: ProgressBar,
    lines: Option<(String, u64)>,
}

impl Watch {
    fn new(id: &str, runs: usize, lines: bool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} runs {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        // It draws only if the standard error is a terminal.
        let bar = ProgressBar::new(runs as u64).with_style(style).with_message(id.to_owned());
        let lines = (lines && bar.is_hidden()).then(|| (id.to_owned(), runs as u64));
        Self { bar, lines }
    }

    fn one_more(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        if let Some((id, all)) = &self.lines
            && (done * 10 / all != (done - 1) * 10 / all)
        {
            output::tell_line(&format!("{id}: {done} of {all} runs"));
        }
    }
}
