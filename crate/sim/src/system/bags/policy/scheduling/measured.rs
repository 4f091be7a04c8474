//! Sends the largest task to the processor with the highest recently measured speed.

use super::{ClusterView, CompletedTask, Scheduling, VALUES, end_if_started_now};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// The policy in the catalog.
pub(super) const LARGEST_FIRST_MEASURED: PolicyEntry<dyn Scheduling> = PolicyEntry {
    entry: Entry::new("largest-on-measured", "Dynamic fastest processor, largest task (DFPLT)")
        .summary(
            "FPLT with processor speeds of each cluster learned from completed tasks; the last task has \
             weight one half. Equals FPLT while speeds do not change.",
        )
        .source(
            "Sonmez 2010, section 5.1.4 (DFPLT: processors are known from history); the averaging is our \
             assumption",
        )
        .when_to_use(
            "Choose it where actual speeds differ from nominal ones or change over time. Until a task \
             completes on a cluster, its nominal speed is used.",
        )
        .pseudocode(concat!(
            "when a task that ran for at least 1 s completes on cluster c:\n",
            "  new ← its runtime on a processor of speed 1 / its runtime on c\n",
            "  speed(c) ← new at first, later the mean of speed(c) and new\n",
            "while a selected task waits and some processor is idle\n",
            "  t ← selected task with the longest runtime; ties: oldest task\n",
            "  c ← cluster with idle processors and the highest speed(c)\n",
            "  ties: highest nominal speed, then first cluster\n",
            "  send t to c",
        )),
    make: |_| Box::new(MeasuredSpeeds::default()),
};

static RULE: Rule = Rule::with_values(
    "largest-on-measured",
    &VALUES,
    "Task {job} is the largest, {work:duration} at speed 1, and goes to {cluster}, whose idle processors \
     were measured to be the fastest recently.",
)
.scored("estimated completion", true);

/// The measured speeds of processors, by cluster.
#[derive(Default)]
pub(super) struct MeasuredSpeeds {
    /// The measured speed of each cluster, if there is one.
    speeds: Vec<Option<f64>>,
}

impl MeasuredSpeeds {
    /// Measured speed of the processors of a cluster; the nominal speed before the first measurement.
    pub(super) fn speed(&self, place: usize, seen: &ClusterView) -> f64 {
        let measured = self.speeds.get(place).copied().flatten().unwrap_or(seen.speed);
        // A task of one second, timed in microseconds, determines a speed to this many digits only.
        libm::round(measured * 1e4) / 1e4
    }

    /// The minimum and maximum measured speed; none before the first measurement.
    pub(super) fn speed_range(&self) -> Option<(f64, f64)> {
        let wider = |range: Option<(f64, f64)>, &speed: &f64| {
            let (least, most) = range.unwrap_or((speed, speed));
            Some((least.min(speed), most.max(speed)))
        };
        self.speeds.iter().flatten().fold(None, wider)
    }

    /// Records the speed of a completed task.
    pub(super) fn learn(&mut self, done: &CompletedTask) {
        // A task of less than a second is too short for a measurement.
        if done.took.0 < 1_000_000 {
            return;
        }
        if self.speeds.len() <= done.cluster {
            self.speeds.resize(done.cluster + 1, None);
        }
        let new = done.reference.0 as f64 / done.took.0 as f64;
        let old = self.speeds[done.cluster].unwrap_or(new);
        self.speeds[done.cluster] = Some(f64::midpoint(old, new));
    }
}

impl Scheduling for MeasuredSpeeds {
    fn task_order_key(&self, estimate: Span) -> i64 {
        -estimate.0
    }

    fn cluster_score(&self, _: Span, place: usize, seen: &ClusterView, _: Time) -> f64 {
        self.speed(place, seen)
    }

    fn displayed_score(&self, task: Span, place: usize, seen: &ClusterView, now: Time) -> f64 {
        end_if_started_now(task, self.speed(place, seen), now)
    }

    fn prefers_highest(&self) -> bool {
        true
    }

    fn note_completed(&mut self, done: &CompletedTask) {
        self.learn(done);
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
