//! Upper bounds on wait times, quoted at submission (Sonmez 2010, section 7.3.2).

use crate::system::batch::policy::bound::{BoundMethod, BoundPolicy};
use ganttlet_core::entry::{Factory, Parameters, Variants};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// Parameters of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub(super) struct BoundOptions {
    /// Time at which a wait time enters the history from which bounds are computed.
    #[parameter(name = "Waits observed at", default = "at-the-end")]
    bound_history: History,
    /// Share of the jobs, in order of arrival, used for training only. Their wait times are recorded, but no bound is
    /// quoted for them.
    #[parameter(name = "Training share", min = 0, max = 1, default = 0.1)]
    bound_training: f64,
}

/// When a wait time enters the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum History {
    /// End of the job; logs record only completed jobs.
    #[word("at-the-end")]
    AtTheEnd,
    /// Start of the job.
    #[word("at-the-start")]
    AtTheStart,
}

/// The bound quoted for a job.
pub(super) enum JobBound {
    /// No bound.
    None,
    /// The job waits no longer than this.
    Wait(Span),
    /// The job waits no longer than user estimates imply.
    ByEstimates,
}

/// The bounds of a run.
pub(super) struct WaitBounds {
    policy: Factory<dyn BoundPolicy>,
    options: BoundOptions,
    /// An instance that gives the groups of jobs and the method of the bounds.
    any: Box<dyn BoundPolicy>,
    /// The instances by cluster and group.
    known: BTreeMap<(u32, u32), Box<dyn BoundPolicy>>,
    /// The first job with a quoted bound.
    first: SubjectId,
}

impl WaitBounds {
    pub(super) fn new(policy: Factory<dyn BoundPolicy>, options: BoundOptions) -> Self {
        let any = policy.make();
        Self { policy, options, any, known: BTreeMap::new(), first: 0 }
    }

    /// Sets the number of jobs.
    pub(super) fn reserve_jobs(&mut self, jobs: usize) {
        self.first = libm::ceil(jobs as f64 * self.options.bound_training) as SubjectId;
    }

    /// True if bounds are quoted for some jobs.
    pub(super) fn bounds_any(&self) -> bool {
        self.any.method() != BoundMethod::None
    }

    /// The bound quoted for a job that arrives at a cluster.
    pub(super) fn bound_of(&self, id: SubjectId, job: &Job, cluster: u32) -> JobBound {
        if id < self.first {
            return JobBound::None;
        }
        match self.any.method() {
            BoundMethod::None => JobBound::None,
            BoundMethod::Estimates => JobBound::ByEstimates,
            BoundMethod::Waits => {
                let known = self.known.get(&(cluster, self.any.job_group(job.nodes)));
                let bound = known.and_then(|policy| policy.wait_bound());
                bound.map_or(JobBound::None, |bound| JobBound::Wait(Span::from_seconds(bound)))
            }
        }
    }

    /// Records that a job, with or without a bound, has started after this wait time.
    pub(super) fn note_start(&mut self, job: &Job, cluster: u32, waited: (Span, Option<Span>)) {
        if self.options.bound_history == History::AtTheStart {
            self.observe_wait(job, cluster, waited);
        }
    }

    /// Records that a job has ended.
    pub(super) fn note_end(&mut self, job: &Job, cluster: u32, waited: (Span, Option<Span>)) {
        if self.options.bound_history == History::AtTheEnd {
            self.observe_wait(job, cluster, waited);
        }
    }

    fn observe_wait(&mut self, job: &Job, cluster: u32, (waited, bound): (Span, Option<Span>)) {
        if self.any.method() == BoundMethod::Waits {
            let policy = self.known.entry((cluster, self.any.job_group(job.nodes)));
            let policy = policy.or_insert_with(|| self.policy.make());
            policy.observe_wait(waited.seconds(), bound.map(|bound| waited > bound));
        }
    }
}
