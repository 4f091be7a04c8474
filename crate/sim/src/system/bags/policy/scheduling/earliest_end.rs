//! The cluster with the earliest estimated completion of the task, its queue included.

use super::{ClusterView, CompletedTask, Scheduling, TaskInfo, VALUES};
use crate::policy::prediction::{PREDICTION_POLICIES, PredictionPolicy};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const EARLIEST_END: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("earliest-end", "Earliest completion time (ECT)")
        .summary(
            "Sends each task to the cluster with the earliest estimated completion time, where it joins the \
             queue. Uses the runtimes known to the scheduler for all running and waiting tasks.",
        )
        .source("Sonmez 2010, section 5.1.4 (ECT: tasks and processors are known)")
        .when_to_use(
            "Suited to known runtimes on processors of different speeds, and a usual baseline for mapping \
             heuristics. Wrong runtimes send tasks to unexpectedly long queues.",
        )
        .pseudocode(concat!(
            "for each selected task t in order\n",
            "  for each cluster c\n",
            "    free(c) ← time at which c has a processor for one more task\n",
            "    completion(c) ← free(c) + runtime(t) / speed(c)\n",
            "  send t to the queue of the cluster with the earliest completion\n",
            "  ties: fastest cluster, then first cluster",
        )),
    make: |_| Box::new(EarliestEnd { foreseen: None }),
};

/// The policy in the catalog.
pub(super) const EARLIEST_END_FORESEEN: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("earliest-end-foreseen", "Earliest completion time, predicted (ECT-P)")
        .summary(
            "ECT with predicted runtimes: the mean of the user's last two completed tasks. Without these, \
             the mean of all completed tasks; before any has completed, 60 s.",
        )
        .source(
            "Sonmez 2010, section 5.1.4 (ECT-P: tasks are known from history); the prediction without history \
             is our assumption")
        .when_to_use(
            "A realistic variant of ECT that needs no runtimes from users. Predictions are poor for users \
             whose tasks differ much.",
        )
        .pseudocode(concat!(
            "for each selected task t in order\n",
            "  if the user of t has completed tasks then\n",
            "    runtime(t) ← mean of the last two completed tasks of the user\n",
            "  else if any task has completed then\n",
            "    runtime(t) ← mean of all completed tasks\n",
            "  else\n",
            "    runtime(t) ← 60 s\n",
            "  send t to the cluster with the earliest completion, as in ECT",
        )),
    make: |_| Box::new(EarliestEnd { foreseen: Some(PredictedRunTimes::default()) }),
};

static RULE: Rule = Rule::with_values(
    "earliest-end",
    &VALUES,
    "Task {job} is sent to {cluster}: earliest estimated completion time, {end:time}, with a runtime of \
     {work:duration} at speed 1.",
)
.scored("estimated completion", true);

/// Predicted runtime before any task has completed.
const FIRST: Span = Span(60_000_000);

/// Estimated completion time of a task on a cluster, in seconds.
pub(super) fn expected_end(task: Span, seen: &ClusterView) -> f64 {
    (seen.free + task.scaled_to_speed(seen.speed)).seconds()
}

struct EarliestEnd {
    /// Statistics of users, if task runtimes are unknown.
    foreseen: Option<PredictedRunTimes>,
}

#[derive(Default)]
struct PredictedRunTimes {
    /// The runtime predictor of each user.
    users: Vec<Option<Box<dyn PredictionPolicy>>>,
    /// All completed tasks: their number and total runtime at speed 1.
    all: (u32, Span),
}

impl PredictedRunTimes {
    fn expected_run_time(&self, user: u32) -> Span {
        let own = self.users.get(user as usize).and_then(Option::as_ref).and_then(|one| one.predict());
        match own {
            Some(seconds) => Span::from_seconds(seconds),
            None if self.all.0 > 0 => Span(self.all.1.0 / i64::from(self.all.0)),
            None => FIRST,
        }
    }

    fn observe(&mut self, done: &CompletedTask) {
        let place = done.user as usize;
        if self.users.len() <= place {
            self.users.resize_with(place + 1, || None);
        }
        // It has no parameters.
        let new =
            || (PREDICTION_POLICIES.get("last-two-runs").make)(&ganttlet_core::entry::Settings::default());
        self.users[place].get_or_insert_with(new).observe(done.reference);
        self.all = (self.all.0 + 1, self.all.1 + done.reference);
    }
}

impl Scheduling for EarliestEnd {
    fn cluster_score(&self, task: Span, _: usize, seen: &ClusterView, _: Time) -> f64 {
        expected_end(task, seen)
    }

    fn expected_run_time(&self, task: &TaskInfo) -> Span {
        self.foreseen.as_ref().map_or(task.estimate, |foreseen| foreseen.expected_run_time(task.user))
    }

    fn sends_to_queues(&self) -> bool {
        true
    }

    fn note_completed(&mut self, done: &CompletedTask) {
        if let Some(foreseen) = &mut self.foreseen {
            foreseen.observe(done);
        }
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
