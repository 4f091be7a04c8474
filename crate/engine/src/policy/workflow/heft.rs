//! HEFT as the grid experiments use it: clusters instead of processors, one task at a time.

use super::{Dynamic, Knows, Way, WorkflowPolicy};
use crate::entry::{Entry, Kind, Parameter};
use crate::rule::Rule;

const RULE: Rule =
    Rule { id: "place", sentence: "Task {job} went to {cluster}: there it is expected to end first." };

const FINISH_TIME: Parameter = Parameter {
    id: "finish_time",
    name: "Expected end",
    doc: "How the expected end of a task on a cluster is made of its start by the nodes, the transfer of its files and its \
          run time.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("sum", "Start + transfer + run, as the publication has it."),
            ("overlap", "The later of start and transfer, + run: files move while the task waits for nodes."),
        ],
        default: "sum",
    },
};

/// Highest upward rank first, to the cluster where it ends first.
pub(super) const HEFT: WorkflowPolicy = WorkflowPolicy {
    entry: Entry {
        id: "heft",
        name: "HEFT",
        summary: "Of the tasks that can run, the one with the longest way to the end of the workflow first; each to the \
                  cluster where it is expected to end first, by the true run times of all running and waiting tasks.",
        source: "Sonmez 2010, section 6.1.3, after Topcuoglu, Hariri, Wu 2002",
        parameters: &[FINISH_TIME],
    },
    way: Way::Dynamic(Dynamic {
        rule: &RULE,
        knows: Knows::Starts,
        ranked: true,
        pick: |question, _, scores| {
            question.least(scores, |site| {
                let run = question.run.at_speed(site.speed);
                let start = if question.options.overlap {
                    site.start.max(question.now + site.delay)
                } else {
                    site.start + site.delay
                };
                (site.nodes >= question.nodes).then(|| ((start + run).seconds(), site.delay.seconds()))
            })
        },
    }),
};
