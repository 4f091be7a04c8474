//! The schedule recorded in a log, for comparison with the policies.

use super::in_order::HEAD;
use super::{LocalManager, LocalPolicy, ReservationKind, Waiting};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// Recorded starts.
pub(super) const AS_RECORDED: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("as-recorded", "As recorded")
        .summary(
            "Repeats the schedule of the log: each job starts at its recorded start. If too few nodes are \
             free then, it starts as soon as enough are. No job is killed at its estimate.",
        )
        .source(
            "Feitelson, Tsafrir, Krakov 2014, Experience with using the Parallel Workloads Archive, \
             fields 2 and 3 of the Standard Workload Format",
        )
        .when_to_use(
            "The reference for logs: what the real scheduler did, with priorities, reservations and \
             failures that a log does not mention. Jobs without a recorded start begin as soon as they fit.",
        )
        .pseudocode(concat!(
            "sort the queue by recorded start; jobs without one by arrival\n",
            "for each job whose recorded start has come\n",
            "  if nodes(job) ≤ free nodes then start it\n",
            "look again at the next recorded start",
        )),
    make: |_| Box::new(AsRecorded),
};

/// Reason of a start at the recorded time.
static RECORDED: Rule = Rule::with_values(
    "as-recorded",
    &["nodes", "free"],
    "Job {job} started at its recorded start, on {nodes|1 node|# nodes}; {free|1 was|# were} free.",
);

/// Reason of a start after the recorded time.
static DELAYED: Rule = Rule::with_values(
    "recorded-late",
    &["nodes", "delay"],
    "Job {job} started {delay:duration} after its recorded start: {nodes|1 free node was|# free nodes were} \
     not available earlier.",
);

struct AsRecorded;

/// The start of a job: its recorded start, or its arrival if the log has none.
fn due(job: &Waiting) -> Time {
    if job.recorded_start == Time::MAX { job.submitted } else { job.recorded_start }
}

impl LocalPolicy for AsRecorded {
    fn overtaking_clause(&self) -> &'static str {
        "each job waits for its recorded start"
    }

    fn reservations(&self) -> ReservationKind {
        ReservationKind::Recorded
    }

    fn rank(&self, job: &Waiting, _: Time) -> i128 {
        due(job).0.into()
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        let mut index = 0;
        while let Some(&job) = manager.queue().get(index) {
            if due(&job) > now {
                return Some(due(&job));
            }
            if job.nodes > manager.free_count() {
                index += 1;
                continue;
            }
            let [nodes, free] = [job.nodes, manager.free_count()].map(i64::from);
            if job.recorded_start == Time::MAX {
                manager.start(index, now, &HEAD, [nodes, free, 0, 0]);
            } else if job.recorded_start < now {
                let delay = (now - job.recorded_start).seconds().to_bits() as i64;
                manager.start(index, now, &DELAYED, [nodes, delay, 0, 0]);
            } else {
                manager.start(index, now, &RECORDED, [nodes, free, 0, 0]);
            }
        }
        None
    }
}
