//! Executes runs of a study in parallel.

use crate::named_files::{FileSource, files_of_study};
use crate::parallel::{self, ParallelOptions, RunBatch, RunFunction};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::WorkCache;
use ganttlet_study::Plan;

/// The title of a study.
pub(crate) fn study_title(plan: &Plan) -> &str {
    if plan.study.id.is_empty() { &plan.study.name } else { &plan.study.id }
}

/// Executes some runs of a study, and passes on the numbers of each as soon as it ends.
pub(crate) fn execute_batch(
    plan: &Plan,
    source: FileSource<'_>,
    parallel: &ParallelOptions,
    runs: &[usize],
    take: &mut dyn FnMut(usize, Vec<f64>) -> Result<(), Vec<Diagnostic>>,
) -> Result<(), Vec<Diagnostic>> {
    let batch = RunBatch {
        title: study_title(plan),
        runs,
        label: &|run| plan.label(run),
        maker: &|| {
            let files = files_of_study(plan, source)?;
            let latest = WorkCache::default();
            Ok(Box::new(move |run| plan.execute_run(run, &files, &latest)) as RunFunction)
        },
    };
    parallel::execute_runs(&batch, parallel, take)
}
