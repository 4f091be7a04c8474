//! Measures that every workflow has one of.

use super::{Better, Measure, Metric};
use crate::entry::{Accepts, Entry};
use crate::record::Trace;
use crate::time::{Span, Time};

/// From the submission of a workflow to the end of its last task.
fn makespan(trace: &Trace, members: &[usize]) -> Option<Span> {
    let end = members.iter().map(|&task| trace.subjects.end[task]).max()?;
    let submit = members.iter().map(|&task| trace.subjects.submit[task]).min()?;
    (end != Time::MAX).then(|| end - submit)
}

/// Of one workflow.
pub(super) const WORKFLOW_MAKESPAN: Metric = Metric {
    entry: Entry {
        id: "workflow-makespan",
        name: "Workflow makespan",
        summary: "How long a workflow takes, from its submission to the end of its last task.",
        source: "Sonmez 2010, section 6.2.4 (MS)",
        parameters: &[],
    },
    unit: "s",
    formula: "end of the last task - submission of the workflow",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfGroup(|trace, _, members| makespan(trace, members).map(Span::seconds)),
};

/// Makespan over critical path.
pub(super) const NSL: Metric = Metric {
    entry: Entry {
        id: "nsl",
        name: "Normalised schedule length",
        summary: "How many times longer a workflow takes than its critical path would on the fastest nodes, with all \
                  files at hand.",
        source: "Sonmez 2010, section 6.2.4 (NSL)",
        parameters: &[],
    },
    unit: "",
    formula: "makespan / (longest path of run times / highest speed)",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfGroup(|trace, group, members| {
        let path = trace.group_critical_path.get(group).copied().filter(|&path| path > Span::ZERO)?;
        Some(makespan(trace, members)?.seconds() / path.seconds())
    }),
};

/// Files moved between clusters.
pub(super) const TRANSFERS: Metric = Metric {
    entry: Entry {
        id: "transfers",
        name: "File transfers",
        summary: "How many times a workflow moves data from one cluster to another; data that is there already counts \
                  once.",
        source: "Sonmez 2010, section 6.2.4 (NFT)",
        parameters: &[],
    },
    unit: "",
    formula: "number of transfers between clusters",
    better: Better::Lower,
    of: Some(Accepts::Workflows),
    measure: Measure::OfGroup(|trace, group, _| {
        let of_group = |subject: u32| trace.subjects.group[subject as usize] as usize == group;
        Some(trace.transfers.iter().filter(|transfer| of_group(transfer.subject)).count() as f64)
    }),
};
