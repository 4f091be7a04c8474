//! An alternative continuation of a run: from a given time on, another local policy decides, or jobs are held back at
//! one decision.
//!
//! Until that time the run is identical to the original, event by event, so both can be compared start by start.

use super::reasons;
use crate::policy::local::{LOCAL_POLICIES, LocalPolicy, Waiting};
use crate::system::parts::Site;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::document::{Document, ID, List, SECONDS, Shape, non_empty_list};
use ganttlet_core::entry::{Factory, Settings, limits};
use ganttlet_core::record::Recorder;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Time;
use ganttlet_work::Job;
use std::collections::VecDeque;

/// Change of the scheduling decisions of a variant from a moment on. Until then the run is the same as without it.
#[derive(Clone, Debug, Document, PartialEq)]
#[document(name = "fork")]
pub struct Fork {
    /// Time of the change, in seconds. It takes effect with the first scheduling pass at or after this time.
    #[field(is = SECONDS, need = "Add \"at_s\": the time of a decision.")]
    pub at_s: f64,
    /// Numbers of jobs that may not start in that pass; they wait until the next event of their cluster.
    #[field(is = HELD, optional)]
    pub hold: Vec<u32>,
    /// Local policy from that pass on, with the parameters of the variant. Reservations are made anew.
    #[field(is = Shape::OrNull(&Shape::Id(&LOCAL_POLICIES)), optional)]
    pub local: Option<&'static str>,
}

const HELD: Shape = Shape::List(&List { least: 0, ..non_empty_list(ID, limits::EDITS, "jobs") });

/// A fork and its progress.
pub(super) struct Departure {
    at: Time,
    /// The time of the first pass at or after `at`.
    began: Option<Time>,
    hold: Vec<SubjectId>,
    /// Jobs that a pass has held back.
    held: Vec<SubjectId>,
    /// Numbers of the jobs to hold, for messages.
    numbers: Vec<u32>,
    local: Option<Factory<dyn LocalPolicy>>,
    /// The policies before the change, which explain the decisions until then.
    former: Vec<Box<dyn LocalPolicy>>,
}

impl Departure {
    /// The fork of a run of `jobs`, which are in the order of submission.
    pub(super) fn new(fork: &Fork, jobs: &[Job], settings: &Settings) -> Self {
        let subject =
            |number: &u32| jobs.iter().position(|job| job.number == *number).map(|id| id as SubjectId);
        Self {
            at: Time::from_seconds(fork.at_s),
            began: None,
            hold: fork.hold.iter().filter_map(subject).collect(),
            held: Vec::new(),
            numbers: fork.hold.clone(),
            local: fork.local.map(|id| Factory::new(LOCAL_POLICIES.get(id), settings)),
            former: Vec::new(),
        }
    }

    /// Prepares for the scheduling passes at a time: the first at or after the change replaces the policies.
    pub(super) fn begin_pass(
        &mut self,
        now: Time,
        local: &mut Vec<Box<dyn LocalPolicy>>,
        sites: &mut [Site],
    ) {
        if now < self.at || self.began.is_some() {
            return;
        }
        self.began = Some(now);
        let Some(next) = &self.local else { return };
        let of_cluster = |cluster: usize| {
            let mut policy = next.make();
            policy.set_cluster(cluster);
            policy
        };
        let policies = (0..local.len()).map(of_cluster).collect();
        self.former = std::mem::replace(local, policies);
        for (site, policy) in sites.iter_mut().zip(local) {
            site.manager.change_policy(&**policy, now);
            site.touched = true;
        }
    }

    /// True if jobs are held back in passes at this time.
    pub(super) fn holds_jobs(&self, now: Time) -> bool {
        self.began == Some(now) && !self.hold.is_empty()
    }

    /// The jobs that are held back.
    pub(super) fn hold(&self) -> &[SubjectId] {
        &self.hold
    }

    /// Records which jobs of a queue a pass has held back.
    pub(super) fn note_held(&mut self, queue: &VecDeque<Waiting>, record: &mut Recorder, now: Time) {
        for job in queue.iter().map(|waiting| waiting.job).filter(|job| self.hold.contains(job)) {
            if !self.held.contains(&job) {
                self.held.push(job);
                reasons::record_held(record, job, now);
            }
        }
    }

    /// The policy that decided at a time, if it is not the current one.
    pub(super) fn former_policy(&self, time: Time) -> Option<&dyn LocalPolicy> {
        self.began.filter(|&began| time < began).and_then(|_| self.former.first()).map(|policy| &**policy)
    }

    /// A note if the fork changed nothing.
    pub(super) fn finding(&self) -> Option<Diagnostic> {
        let idle = self.local.is_none() && self.held.is_empty() && !self.numbers.is_empty();
        let message = match self.began {
            None => "the run ended before the fork: nothing was changed",
            Some(_) if idle => "no job to be held back was waiting at the fork: nothing was changed",
            Some(_) => return None,
        };
        Some(Diagnostic::note(message).hint("Choose the time of a start, and the job that starts then."))
    }
}
