//! Measures with one value per workflow.

use super::Measure::{OfGroup, OfGroups};
use super::{Metric, lower_is_better};
use ganttlet_core::record::Trace;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Item, Kind, Workflow};

pub(crate) const WORKFLOWS: &[&Kind] = &[Workflow::KIND];

/// Time from the submission of a workflow to the end of its last task.
pub(crate) fn makespan(trace: &Trace, members: &[usize]) -> Option<Span> {
    let end = members.iter().map(|&task| trace.subjects.end[task]).max()?;
    let submit = members.iter().map(|&task| trace.subjects.submit[task]).min()?;
    (end != Time::MAX).then(|| end - submit)
}

pub(crate) const WORKFLOW_MAKESPAN: Metric =
    lower_is_better(WORKFLOWS, "workflow-makespan", "Workflow makespan", "s")
        .summary("Time from the submission of a workflow to the end of its last task.")
        .formula("end of the last task − submit time of the workflow")
        .source("Sonmez 2010, section 6.2.4 (MS)")
        .measured_by(OfGroup(|trace, _, members| makespan(trace, members).map(Span::seconds)));

pub(crate) const NSL: Metric = lower_is_better(WORKFLOWS, "nsl", "Normalised schedule length", "")
    .summary(
        "Workflow makespan divided by the length of the critical path on the fastest nodes, without file \
         transfers (also: NSL).",
    )
    .formula("makespan / (longest path of runtimes / highest speed)")
    .source("Sonmez 2010, section 6.2.4 (NSL)")
    .measured_by(OfGroup(|trace, group, members| {
        let path = trace.group_critical_path.get(group).copied().filter(|&path| path > Span::ZERO)?;
        Some(makespan(trace, members)?.seconds() / path.seconds())
    }));

pub(crate) const TRANSFERS: Metric = lower_is_better(WORKFLOWS, "transfers", "File transfers", "")
    .summary(
        "Number of file transfers between clusters per workflow. Data already present at a cluster is not \
         transferred again.",
    )
    .formula("number of transfers between clusters")
    .source("Sonmez 2010, section 6.2.4 (NFT)")
    .measured_by(OfGroups(|trace, groups| {
        let mut counts = vec![0.0; groups];
        for transfer in &trace.transfers {
            if let Some(count) = counts.get_mut(trace.subjects.group[transfer.subject as usize] as usize) {
                *count += 1.0;
            }
        }
        counts
    }));
