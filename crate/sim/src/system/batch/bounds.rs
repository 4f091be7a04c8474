//! What is said of how long jobs wait at most (Sonmez 2010, section 7.3.2).

use crate::system::batch::policy::bound::{BoundPolicy, Way};
use ganttlet_core::entry::{Factory, Parameters, Variants};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::Job;
use std::collections::BTreeMap;

/// What can be set of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub(super) struct Bounding {
    /// Time at which a wait time enters the history from which bounds are computed.
    #[parameter(name = "Waits observed at", default = "at-the-end")]
    bound_history: History,
    /// Share of the jobs, in order of arrival, used for training only. Their wait times are recorded, but no bound is
    /// quoted for them.
    #[parameter(name = "Training share", min = 0, max = 1, default = 0.1)]
    bound_training: f64,
}

/// When a wait becomes known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum History {
    /// End of the job; logs record only completed jobs.
    #[word("at-the-end")]
    AtTheEnd,
    /// Start of the job.
    #[word("at-the-start")]
    AtTheStart,
}

/// What is said of a job.
pub(super) enum Bound {
    /// Nothing.
    None,
    /// That it waits no longer than this.
    Wait(Span),
    /// That it waits no longer than estimates have it.
    ByEstimates,
}

/// The bounds of a run.
pub(super) struct Bounds {
    policy: Factory<dyn BoundPolicy>,
    options: Bounding,
    /// The policy that tells the group of a job and what it goes by.
    any: Box<dyn BoundPolicy>,
    /// By cluster and group.
    known: BTreeMap<(u32, u32), Box<dyn BoundPolicy>>,
    /// The first job of which something is said.
    first: SubjectId,
}

impl Bounds {
    pub(super) fn new(policy: Factory<dyn BoundPolicy>, options: Bounding) -> Self {
        let any = policy.make();
        Self { policy, options, any, known: BTreeMap::new(), first: 0 }
    }

    /// So many jobs will come.
    pub(super) fn start(&mut self, jobs: usize) {
        self.first = libm::ceil(jobs as f64 * self.options.bound_training) as SubjectId;
    }

    /// True if something is said of some jobs.
    pub(super) fn is_any(&self) -> bool {
        self.any.way() != Way::None
    }

    /// What is said of a job that comes to a cluster.
    pub(super) fn of(&self, id: SubjectId, job: &Job, cluster: u32) -> Bound {
        if id < self.first {
            return Bound::None;
        }
        match self.any.way() {
            Way::None => Bound::None,
            Way::Estimates => Bound::ByEstimates,
            Way::Waits => {
                let known = self.known.get(&(cluster, self.any.group(job.nodes)));
                let bound = known.and_then(|policy| policy.bound());
                bound.map_or(Bound::None, |bound| Bound::Wait(Span::from_seconds(bound)))
            }
        }
    }

    /// A job that was bounded, if it was, has started after that wait.
    pub(super) fn started(&mut self, job: &Job, cluster: u32, waited: (Span, Option<Span>)) {
        if self.options.bound_history == History::AtTheStart {
            self.learn(job, cluster, waited);
        }
    }

    /// It has ended.
    pub(super) fn ended(&mut self, job: &Job, cluster: u32, waited: (Span, Option<Span>)) {
        if self.options.bound_history == History::AtTheEnd {
            self.learn(job, cluster, waited);
        }
    }

    fn learn(&mut self, job: &Job, cluster: u32, (waited, bound): (Span, Option<Span>)) {
        if self.any.way() == Way::Waits {
            let policy = self.known.entry((cluster, self.any.group(job.nodes)));
            let policy = policy.or_insert_with(|| self.policy.make());
            policy.observe(waited.seconds(), bound.map(|bound| waited > bound));
        }
    }
}
