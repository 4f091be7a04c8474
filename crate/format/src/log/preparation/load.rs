//! Changes of the offered load: of gaps between submissions, runtimes or sizes.

use crate::finding_list::count_text;
use crate::number::MAX_TIME_S;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Job;

/// A time in microseconds, limited to the maximum of logs.
fn limited(microseconds: f64) -> i64 {
    (microseconds.round() as i64).min(Span::from_seconds(MAX_TIME_S).0)
}

/// Divides the gaps between submissions; cancelled jobs leave the queue after the same wait.
pub(super) fn scale_gaps(jobs: &mut [Job], factor: f64) -> String {
    let first = jobs[0].submit;
    for job in jobs.iter_mut() {
        let patience = job.leaves.0.saturating_sub(job.submit.0);
        job.submit = first + Span(limited((job.submit - first).0 as f64 / factor));
        if job.leaves != Time::MAX {
            job.leaves = job.submit + Span(patience);
        }
    }
    format!("gaps between submissions divided by {factor}")
}

pub(super) fn scale_runtimes(jobs: &mut [Job], factor: f64) -> String {
    let scaled = |span: Span| Span(limited(span.0 as f64 * factor));
    for job in jobs.iter_mut() {
        job.run = scaled(job.run);
        job.estimate = job.estimate.map(scaled);
    }
    format!("runtimes and estimates multiplied by {factor}")
}

/// Multiplies sizes, between 1 and the size of the machine; a job larger than the machine never grows.
pub(super) fn scale_sizes(jobs: &mut [Job], factor: f64, processors: u32) -> String {
    let work = |jobs: &[Job]| jobs.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum::<f64>();
    let before = work(jobs);
    for job in jobs.iter_mut() {
        let most = f64::from(processors.max(job.nodes));
        job.nodes = (f64::from(job.nodes) * factor).round().clamp(1.0, most) as u32;
    }
    let machine = count_text(processors, "processor", "processors");
    let rounded = format!("job sizes multiplied by {factor} and rounded, from 1 to {machine}");
    if before > 0.0 {
        format!("{rounded}; submitted work multiplied by {:.3}", work(jobs) / before)
    } else {
        rounded
    }
}
