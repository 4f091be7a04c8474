//! Rules by which a task must leave its queue.

use super::{MoveCause, Queue, Rules, Work};
use ganttlet_core::entry::{Entry, Parameters, Policies, PolicyEntry, Variants, catalog_text};
use ganttlet_core::time::Span;

/// The information about a task in a queue.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Its remaining work, if known; none during its estimation.
    pub remaining: Option<Work>,
    /// True during its estimation.
    pub estimating: bool,
    /// Time in the queue.
    pub in_queue: Span,
    /// Execution time in the queue.
    pub executing: Span,
    /// True if no other task is in the queue.
    pub alone: bool,
}

/// Why a task must leave, and the amounts in the order of the sentence: work, or time in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The cause.
    pub why: MoveCause,
    /// The amounts.
    pub amounts: [Work; 4],
}

/// The result for a task in a pass over its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stays and contributes this much work.
    Stays(Work),
    /// It must leave.
    Leaves(Finding),
}

/// Limits of queues.
pub trait LimitPolicy {
    /// The decision on a task that arrives at a queue with this much work.
    fn check_arrival(&self, queue: &Queue, work: Work) -> Option<Finding>;
    /// The decision on a task of this known size.
    fn check_size(&self, queue: &Queue, size: Work) -> Option<Finding>;
    /// The decision on a task in a pass, behind tasks with this much work in total.
    fn check_task(&self, queue: &Queue, task: &Task, before: Work) -> Verdict;
}

/// All limit policies. A new one is one item and one line here.
pub static LIMIT_POLICIES: Policies<dyn LimitPolicy> = Policies {
    id: "limit-policy",
    name: "limit policy",
    summary: catalog_text("Rules by which a task must leave a queue of a grid hierarchy."),
    members: &[GEH, ACTUAL_ONLY, NONE],
};

const GEH: PolicyEntry<dyn LimitPolicy> = PolicyEntry {
    entry: Entry::new("geh", "All rules")
        .summary(
            "Applies all rules: overload when a task arrives, mismatch when its size is known; overdue, task \
             potential overdue and queue potential overdue in each pass over the queue. Each rule can be \
             disabled per queue.",
        )
        .source("Silberstein et al. 2006, section 3.2, figures 1 and 2")
        .parameters(Set::LIST)
        .when_to_use(
            "Suited to mixes of short and very large tasks with estimated sizes. With loose estimates it \
             demotes tasks that would have completed in time.",
        )
        .pseudocode(concat!(
            "C_E, C_Q ← work that the queue can do in t_e_s, in t_q_s\n",
            "when a task arrives: if work in the queue > C_Q then it leaves\n",
            "when its size is estimated: if size > C_E then it leaves\n",
            "in each pass, before ← 0; for each task in the order of the queue\n",
            "  if time in queue > t_q_s or time executing > t_e_s then it leaves,\n",
            "    unless it is alone in the queue (see lonely)\n",
            "  if its size is unknown then before ← before + unknown_counts × C_E\n",
            "  else if remaining work > work possible in its remaining time\n",
            "      or before + remaining work > C_Q then it leaves\n",
            "  else before ← before + remaining work",
        )),
    make: |settings| {
        let all = Rules {
            overload: true,
            mismatch: true,
            overdue: true,
            task_potential: true,
            queue_potential: true,
        };
        Box::new(OverduePolicy { set: Set::read(settings), rules: all })
    },
};

const ACTUAL_ONLY: PolicyEntry<dyn LimitPolicy> = PolicyEntry {
    entry: Entry::new("actual-only", "Overdue only")
        .summary(
            "Demotes a task only when its time in the queue or in execution exceeds the limit. Needs no \
             knowledge of task sizes.",
        )
        .source("Silberstein et al. 2006, section 3.2.1")
        .parameters(Set::LIST)
        .when_to_use(
            "Choose it if sizes cannot be estimated: only time limits demote tasks. Large tasks waste work \
             in upper queues before they are demoted.",
        )
        .pseudocode(concat!(
            "in each pass, for each task in the order of the queue\n",
            "  if time in queue > t_q_s or time executing > t_e_s then\n",
            "    if the task is not alone in the queue, or lonely = none then\n",
            "      the task leaves the queue",
        )),
    make: |settings| {
        Box::new(OverduePolicy {
            set: Set::read(settings),
            rules: Rules { overdue: true, ..Rules::default() },
        })
    },
};

const NONE: PolicyEntry<dyn LimitPolicy> = PolicyEntry {
    entry: Entry::new("no-limits", "No limits")
        .summary("Keeps each task in its queue.")
        .source("for comparison: first come, first served")
        .parameters(Unknown::LIST)
        .when_to_use(
            "The baseline without feedback: a task remains in its first queue. Short tasks wait behind \
             large ones.",
        ),
    make: |settings| Box::new(OverduePolicy { set: Set::read(settings), rules: Rules::default() }),
};

/// Parameters of all policies.
#[derive(Parameters)]
struct Unknown {
    /// Work assumed for a task of unknown size, as a share of the largest task that its queue accepts; 0 to ignore it.
    #[parameter(name = "Weight of unknown tasks", min = 0, max = 2, default = 0.5)]
    unknown_counts: f64,
}

#[derive(Parameters)]
struct Set {
    #[parameter(all)]
    unknown: Unknown,
    /// Treatment of a task that is alone in its queue, in periodic passes.
    #[parameter(name = "Task alone in its queue", default = "overdue")]
    lonely: Lonely,
}

/// Treatment of an overdue task that is alone in its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Lonely {
    /// It stays until another task arrives; the other rules apply only to tasks that are not overdue.
    #[word("overdue")]
    Overdue,
    /// It is exempt from the rule "overdue" only; the potential rules still apply.
    #[word("first-step")]
    FirstStep,
    /// It stays, regardless of the rules of the periodic passes.
    #[word("all")]
    All,
    /// It leaves like all others.
    #[word("none")]
    None,
}

struct OverduePolicy {
    set: Set,
    rules: Rules,
}

fn finding<const N: usize>(why: MoveCause, said: [Work; N]) -> Finding {
    let mut amounts = [0; 4];
    amounts[..N].copy_from_slice(&said);
    Finding { why, amounts }
}

impl OverduePolicy {
    /// The remaining rules, for a task within its time.
    fn check_potentials(&self, queue: &Queue, task: &Task, before: Work) -> Verdict {
        let left = match task.remaining {
            Option::Some(left) if !task.estimating => left,
            _ => {
                let counts = libm::floor(queue.max_task_work() as f64 * self.set.unknown.unknown_counts);
                return Verdict::Stays(counts as Work);
            }
        };
        if task.alone && self.set.lonely == Lonely::All {
            return Verdict::Stays(left);
        }
        if self.rules.task_potential && queue.rules.task_potential {
            let executes = queue.work_capacity(queue.t_e - task.executing);
            let stays = queue.work_capacity(queue.t_q - task.in_queue);
            if left > executes || left > stays {
                return Verdict::Leaves(finding(MoveCause::TaskPotential, [left, executes, stays]));
            }
        }
        if self.rules.queue_potential && queue.rules.queue_potential && before + left > queue.max_queue_work()
        {
            return Verdict::Leaves(finding(
                MoveCause::QueuePotential,
                [before, left, queue.max_queue_work()],
            ));
        }
        Verdict::Stays(left)
    }
}

impl LimitPolicy for OverduePolicy {
    fn check_arrival(&self, queue: &Queue, work: Work) -> Option<Finding> {
        let over = self.rules.overload && queue.rules.overload && work > queue.max_queue_work();
        over.then(|| finding(MoveCause::Overload, [work, queue.max_queue_work()]))
    }

    fn check_size(&self, queue: &Queue, size: Work) -> Option<Finding> {
        let over = self.rules.mismatch && queue.rules.mismatch && size > queue.max_task_work();
        over.then(|| finding(MoveCause::Mismatch, [size, queue.max_task_work()]))
    }

    fn check_task(&self, queue: &Queue, task: &Task, before: Work) -> Verdict {
        let over = task.in_queue > queue.t_q || task.executing > queue.t_e;
        if self.rules.overdue && queue.rules.overdue && over {
            let times = [task.in_queue, queue.t_q, task.executing, queue.t_e].map(|time| Work::from(time.0));
            if !task.alone || self.set.lonely == Lonely::None {
                return Verdict::Leaves(finding(MoveCause::Overdue, times));
            }
            if self.set.lonely != Lonely::FirstStep {
                return Verdict::Stays(task.remaining.unwrap_or(0));
            }
        }
        self.check_potentials(queue, task, before)
    }
}
