//! `ganttlet sweep`: all runs of a study, on as many threads as there are, or one shard of them.

use crate::{SweepArguments, failure, input, output, reproduce_output};
use ganttlet_document::study::Study;
use ganttlet_engine::diagnostic::Diagnostic;
use ganttlet_study::{Effort, Findings, Outcome, Plan, findings};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Runs a study and prints what came of it.
pub(crate) fn sweep(arguments: &SweepArguments) -> Result<bool, Vec<Diagnostic>> {
    let text = std::fs::read_to_string(&arguments.study)
        .map_err(|error| failure(format!("cannot read {}: {error}", arguments.study.display())))?;
    let (study, diagnostics) = Study::read(&text);
    let study = study.ok_or_else(|| diagnostics.clone())?;
    output::tell(&diagnostics);
    let plan = Plan::new(&study, arguments.quick, None)?;
    let threads = arguments.threads.map_or_else(
        || thread::available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let mut numbers = vec![Vec::new(); plan.count()];
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(plan.count()) {
            let (sender, next, plan) = (sender.clone(), &next, &plan);
            scope.spawn(move || {
                let files = input::files_of(plan, &arguments.study);
                loop {
                    let run = next.fetch_add(1, Ordering::Relaxed);
                    if run >= plan.count() {
                        break;
                    }
                    let made = files.as_ref().map_err(Clone::clone).and_then(|files| plan.run(run, files));
                    if sender.send((run, made)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (run, made) in receiver {
            numbers[run] = made.map_err(|mut diagnostics: Vec<Diagnostic>| {
                diagnostics.push(Diagnostic::error(format!("the run {:?} cannot be made", plan.label(run))));
                diagnostics
            })?;
        }
        Ok::<(), Vec<Diagnostic>>(())
    })?;
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let (found, wrong) = findings(outcome);
    output::tell(&wrong);
    if found != Findings::default() {
        let effort = Effort { seed: 1, quick: arguments.quick };
        output::print(&reproduce_output::study_report(&study, effort, plan.count(), &found))?;
    }
    output::print(&report(outcome))?;
    Ok(true)
}

fn report(outcome: Outcome) -> String {
    let mut text = String::new();
    for block in &outcome.plan.blocks {
        for point in 0..block.points() {
            let _ = write!(text, "{}", outcome.plan.label(block.first + point));
            for measure in block.measures() {
                let column = block.column(measure).map_or(0, |column| column.start);
                let values = outcome.values(block, point, column);
                if let Some(interval) = ganttlet_study::Interval::of(&values) {
                    let _ = write!(text, "  {measure} {}", interval.words());
                }
            }
            text.push('\n');
        }
    }
    if let Some(digest) = outcome.digest() {
        let _ = writeln!(text, "result {digest}");
    }
    text
}
