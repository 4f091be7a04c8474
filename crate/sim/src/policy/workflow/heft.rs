//! HEFT as in the grid experiments: clusters instead of processors, one task at a time.

use super::{Information, PlacementQuestion, TaskPlacement, WorkflowPolicy};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};
use ganttlet_core::rule::Rule;

static RULE: Rule =
    Rule::new("place", "Task {job} was sent to {cluster}: earliest estimated completion time.");

/// Highest upward rank first, to the cluster with the earliest estimated completion.
pub(super) const HEFT: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("heft", "HEFT")
        .summary(
            "Schedules the ready task with the highest upward rank first, on the cluster with the earliest \
             expected finish time. Ranks add runtimes and transfer times at the mean bandwidth, without \
             overhead and latency. Uses the true runtimes of all running and waiting tasks.",
        )
        .source("Sonmez 2010, section 6.1.3, after Topcuoglu, Hariri, Wu 2002")
        .parameters(Heft::LIST)
        .when_to_use(
            "The usual choice for known runtimes and clusters of different speeds: tasks on long paths are \
             scheduled first, and transfers are considered. Real brokers rarely know all runtimes.",
        )
        .pseudocode(concat!(
            "for each task t, last tasks of the workflow first\n",
            "  rank(t) ← run(t) + max over successors s of (mean transfer(t, s)\n",
            "    + rank(s))\n",
            "for each ready task t, highest rank first\n",
            "  for each cluster c with nodes(c) ≥ nodes(t)\n",
            "    if finish_time = sum then\n",
            "      finish(c) ← start(c) + transfer(c) + run(t) / speed(c)\n",
            "    else\n",
            "      finish(c) ← max(start(c), now + transfer(c)) + run(t) / speed(c)\n",
            "  send t to the cluster with the earliest finish\n",
            "  ties: shortest transfer, then first cluster",
        )),
    make: |settings| Box::new(Heft::read(settings)),
};

/// The same with predicted runtimes of local jobs.
pub(super) const HEFT_PREDICTED: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("heft-predicted", "HEFT-P")
        .summary(
            "HEFT with predicted runtimes of local jobs: the mean of the last two jobs of the same user and \
             size on that cluster. Equals HEFT without local jobs.",
        )
        .source("Sonmez 2010, section 6.1.3")
        .parameters(Heft::LIST)
        .when_to_use(
            "A realistic variant of HEFT for clusters whose local jobs have unknown runtimes. Compare it \
             with HEFT to measure the cost of prediction errors.",
        )
        .pseudocode(concat!(
            "for each local job j\n",
            "  run(j) ← mean of the last two completed jobs of the same user and size\n",
            "    on its cluster\n",
            "for each ready task t, highest upward rank first\n",
            "  start(c) ← start of t on each cluster c with these runtimes\n",
            "  send t to the cluster with the earliest finish, as in HEFT",
        )),
    make: |settings| Box::new(PredictedHeft(Heft::read(settings))),
};

#[derive(Parameters)]
struct Heft {
    /// Computation of the expected finish time from node availability, file transfer and runtime of a task.
    #[parameter(name = "Expected finish time", default = "sum")]
    finish_time: FinishTime,
}

#[derive(Clone, Copy, Variants)]
enum FinishTime {
    /// Start + transfer + runtime, as published.
    #[word("sum")]
    Sum,
    /// Later of start and transfer, plus runtime: files move while the task waits for nodes.
    #[word("overlap")]
    Overlap,
}

impl TaskPlacement for Heft {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn required_information(&self) -> Information {
        Information::Starts
    }

    fn is_ranked(&self) -> bool {
        true
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        question.cluster_with_least(scores, |site| {
            let run = question.run.scaled_to_speed(site.speed);
            let start = match self.finish_time {
                FinishTime::Sum => site.start + site.delay,
                FinishTime::Overlap => site.start.max(question.now + site.delay),
            };
            (site.nodes >= question.nodes).then(|| ((start + run).seconds(), site.delay.seconds()))
        })
    }
}

struct PredictedHeft(Heft);

impl TaskPlacement for PredictedHeft {
    fn rule(&self) -> &Rule {
        self.0.rule()
    }

    fn required_information(&self) -> Information {
        Information::Predicted
    }

    fn is_ranked(&self) -> bool {
        self.0.is_ranked()
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        self.0.choose_cluster(question, scores)
    }
}
