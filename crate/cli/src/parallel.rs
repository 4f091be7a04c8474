//! Executes runs on all threads of a machine, with a progress display.

use crate::output::{self, escape_control};
use crate::progress_bar::ProgressBarGuard;
use clap::Args;
use ganttlet_core::diagnostic::Diagnostic;
use indicatif::HumanDuration;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How runs are executed.
#[derive(Args)]
pub(crate) struct ParallelOptions {
    /// Number of threads. Default: the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Report progress even if the standard error is not a terminal.
    #[arg(long)]
    progress: bool,
}

/// True if progress is reported in lines instead of a bar.
pub(crate) fn is_reporting(parallel: &ParallelOptions) -> bool {
    parallel.progress
}

/// Executes a run and returns its numbers.
pub(crate) type RunFunction<'a> = Box<dyn Fn(usize) -> Result<Vec<f64>, Vec<Diagnostic>> + 'a>;

/// Independent runs.
pub(crate) struct RunBatch<'a> {
    /// The title of all runs.
    pub(crate) title: &'a str,
    /// The numbers of the runs.
    pub(crate) runs: &'a [usize],
    /// The label of a run.
    pub(crate) label: &'a dyn Fn(usize) -> String,
    /// Creates the run function of a thread, which may keep shared work.
    pub(crate) maker: &'a (dyn Fn() -> Result<RunFunction<'a>, Vec<Diagnostic>> + Sync),
}

/// Executes the runs, and passes on the numbers of each as soon as it ends. The first error stops all runs.
pub(crate) fn execute_runs(
    batch: &RunBatch,
    parallel: &ParallelOptions,
    take: &mut dyn FnMut(usize, Vec<f64>) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    let RunBatch { title, runs, label, maker } = *batch;
    let threads = parallel.threads.map_or_else(
        || thread::available_parallelism().map_or(1, std::num::NonZero::get),
        |threads| threads as usize,
    );
    let watch = ProgressReport::new(title, runs.len(), parallel.progress);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.min(runs.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let maker = maker();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&run) = runs.get(place) else { break };
                    let made = maker.as_ref().map_err(Clone::clone).and_then(|maker| maker(run));
                    // After an error the receiver is closed.
                    if sender.send((place, made)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut failed: Option<(usize, Vec<Diagnostic>)> = None;
        for (place, made) in receiver {
            match made {
                Ok(numbers) => {
                    take(runs[place], numbers)?;
                    watch.advance();
                }
                Err(diagnostics) => {
                    // Runs are started in order, so that all earlier runs are already started.
                    next.store(runs.len(), Ordering::Relaxed);
                    if failed.as_ref().is_none_or(|(first, _)| place < *first) {
                        failed = Some((place, diagnostics));
                    }
                }
            }
        }
        drop(watch);
        match failed {
            None => Ok(()),
            Some((place, mut diagnostics)) => {
                diagnostics.push(Diagnostic::error(format!("the run {:?} failed", label(runs[place]))));
                Err(diagnostics)
            }
        }
    })
}

/// The progress of runs on the standard error: a bar on a terminal; elsewhere a line for each tenth, if requested.
struct ProgressReport {
    bar: ProgressBarGuard,
    lines: Option<(String, u64)>,
}

impl ProgressReport {
    fn new(title: &str, runs: usize, lines: bool) -> Self {
        let bar = ProgressBarGuard::new(title, runs as u64, " runs");
        let lines = (lines && bar.is_hidden()).then(|| (escape_control(title), runs as u64));
        Self { bar, lines }
    }

    /// Counts a completed run and draws the progress.
    fn advance(&self) {
        self.bar.inc(1);
        let done = self.bar.position();
        if let Some((title, all)) = &self.lines
            && (done * 10 / all != (done - 1) * 10 / all)
        {
            let left = if done < *all {
                format!(", about {} left", HumanDuration(self.bar.eta()))
            } else {
                String::new()
            };
            output::print_error_line(&format!("{title}: {done} of {all} runs{left}"));
        }
    }
}
