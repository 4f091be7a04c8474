//! WFP: the queue is ordered by a score that grows with the wait time, so that no job waits forever.

use super::{LocalManager, LocalPolicy, Waiting};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::order;
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// The policy in the catalog.
pub(super) const WFP: PolicyEntry<dyn LocalPolicy> = PolicyEntry {
    entry: Entry::new("wfp", "WFP")
        .summary(
            "Sorts the queue by (wait time / estimated runtime)³ × nodes, highest first. The head of the \
             queue blocks all other jobs.",
        )
        .source(
            "Tang, Lan, Desai, Buettner 2009, Fault-aware, utility-based job scheduling on Blue Gene/P \
             systems",
        )
        .parameters(Options::LIST)
        .when_to_use(
            "Favours short and wide jobs without starvation: the score of each job grows while it waits. A \
             wide head still leaves nodes idle.",
        )
        .pseudocode(concat!(
            "sort the queue by (wait / estimate)^exponent × nodes, highest first; ties by arrival\n",
            "while the queue is not empty and nodes(head) ≤ free nodes\n",
            "  start the head",
        )),
    make: |settings| Box::new(Wfp(Options::read(settings))),
};

/// The parameters: forms, `--set`, links and validation follow from them.
#[derive(Parameters)]
struct Options {
    /// Exponent of the wait time relative to the estimate. If 0, the widest jobs start first.
    #[parameter(name = "Exponent of relative wait time", min = 0, max = 10, default = 3)]
    wait_exponent: u32,
}

/// The reason of a start. Its id is that of the policy; any other id needs a line in `crate/document/src/reasons.rs`.
static SCORE: Rule = Rule::with_values(
    "wfp",
    &["nodes", "free", "score"],
    "Job {job} started with the highest score, {score:number}: it needs {nodes|1 node|# nodes}, and {free|1 \
     node was|# nodes were} free.",
);

struct Wfp(Options);

impl Wfp {
    fn score(&self, job: &Waiting, now: Time) -> f64 {
        // The relative wait time of a job without a runtime would be infinite.
        let estimate = job.estimate.seconds().max(1.0);
        let relative = (now - job.submitted).seconds() / estimate;
        // Multiplication has the same result on each platform; a power function may not.
        (0..self.0.wait_exponent).fold(f64::from(job.nodes), |score, _| score * relative)
    }

    /// The place in the queue: lowest first.
    fn key(&self, job: &Waiting, now: Time) -> i64 {
        order::float_key(-self.score(job, now))
    }
}

impl LocalPolicy for Wfp {
    fn overtaking_clause(&self) -> &'static str {
        "WFP starts no job ahead of the head"
    }

    fn rank(&self, job: &Waiting, now: Time) -> i128 {
        self.key(job, now).into()
    }

    fn schedule_pass(&mut self, manager: &mut LocalManager, now: Time) -> Option<Time> {
        // Scores grow at different rates, so the order changes while jobs wait.
        manager.sort_queue(&|job| self.key(job, now));
        while let Some(head) = manager.queue().front()
            && head.nodes <= manager.free_count()
        {
            let score = self.score(head, now).to_bits() as i64;
            let values = [head.nodes.into(), manager.free_count().into(), score, 0];
            manager.start(0, now, &SCORE, values);
        }
        None
    }
}
