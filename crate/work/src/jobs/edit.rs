//! Edits of single jobs of a workload from any source: a generator, a log, a list.

use super::Job;
use ganttlet_core::entry::document::{Document, ID, NODES, SECONDS, Shape};
use ganttlet_core::time::{Span, Time};

/// Change to one job of the workload. Properties that are left out keep their values.
#[derive(Clone, Debug, Default, Document, PartialEq)]
#[document(name = "edit")]
pub struct JobEdit {
    /// Number of the job; of several with this number, the first submitted.
    #[field(is = ID, need = "Add \"job\": the number of the job.")]
    pub job: u32,
    /// Submit time, in seconds.
    #[field(is = Shape::OrNull(&SECONDS), optional)]
    pub submit_s: Option<f64>,
    /// Runtime on nodes of speed 1, in seconds.
    #[field(is = Shape::OrNull(&SECONDS), optional)]
    pub run_s: Option<f64>,
    /// User estimate of the runtime, in seconds.
    #[field(is = Shape::OrNull(&SECONDS), optional)]
    pub estimate_s: Option<f64>,
    /// Number of nodes.
    #[field(is = Shape::OrNull(&NODES), optional)]
    pub nodes: Option<u32>,
    /// True removes the job from the workload.
    #[field(default = false)]
    pub absent: bool,
}

impl JobEdit {
    /// Applies edits in their order to jobs in the order of submission. Returns the numbers of edits whose job does not
    /// exist (any more).
    pub fn apply_all(edits: &[Self], jobs: &mut Vec<Job>) -> Vec<u32> {
        let mut unknown = Vec::new();
        for edit in edits {
            match jobs.iter().position(|job| job.number == edit.job) {
                None => unknown.push(edit.job),
                Some(place) if edit.absent => drop(jobs.remove(place)),
                Some(place) => edit.apply(&mut jobs[place]),
            }
        }
        unknown
    }

    fn apply(&self, job: &mut Job) {
        if let Some(submit) = self.submit_s {
            job.submit = Time::from_seconds(submit);
        }
        if let Some(run) = self.run_s {
            job.run = Span::from_seconds(run);
        }
        if let Some(estimate) = self.estimate_s {
            job.estimate = Some(Span::from_seconds(estimate));
        }
        if let Some(nodes) = self.nodes {
            job.nodes = nodes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs() -> Vec<Job> {
        let job = |number, submit| Job { number, submit: Time::from_seconds(submit), ..Job::default() };
        vec![job(1, 0.0), job(2, 5.0), job(2, 9.0)]
    }

    #[test]
    fn an_edit_changes_only_what_it_names() {
        let mut changed = jobs();
        let edit = JobEdit { job: 1, run_s: Some(7.5), nodes: Some(3), ..JobEdit::default() };
        assert!(JobEdit::apply_all(&[edit], &mut changed).is_empty());
        let expected = Job { run: Span::from_seconds(7.5), nodes: 3, ..jobs()[0].clone() };
        assert_eq!(changed[0], expected);
        assert_eq!(changed[1..], jobs()[1..]);
    }

    #[test]
    fn the_first_job_of_a_number_is_removed_and_unknown_numbers_are_reported() {
        let mut changed = jobs();
        let absent = |job| JobEdit { job, absent: true, ..JobEdit::default() };
        assert_eq!(JobEdit::apply_all(&[absent(2), absent(4), absent(1), absent(1)], &mut changed), [4, 1]);
        assert_eq!(changed, jobs()[2..]);
    }
}
