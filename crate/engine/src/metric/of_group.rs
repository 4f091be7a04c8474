//! Measures that every workflow has one of.

use super::Measure::{OfGroup, OfGroups};
use super::{Metric, lower};
use crate::record::Trace;
use crate::time::{Span, Time};
use crate::workload::{Item, Kind, Workflow};

pub(super) const WORKFLOWS: &[&Kind] = &[Workflow::KIND];

/// From the submission of a workflow to the end of its last task.
pub(super) fn makespan(trace: &Trace, members: &[usize]) -> Option<Span> {
    let end = members.iter().map(|&task| trace.subjects.end[task]).max()?;
    let submit = members.iter().map(|&task| trace.subjects.submit[task]).min()?;
    (end != Time::MAX).then(|| end - submit)
}

pub(super) const WORKFLOW_MAKESPAN: Metric = lower(WORKFLOWS, "workflow-makespan", "Workflow makespan", "s")
    .summary("How long a workflow takes, from its submission to the end of its last task.")
    .formula("end of the last task - submission of the workflow")
    .source("Sonmez 2010, section 6.2.4 (MS)")
    .by(OfGroup(|trace, _, members| makespan(trace, members).map(Span::seconds)));

pub(super) const NSL: Metric = lower(WORKFLOWS, "nsl", "Normalised schedule length", "")
    .summary(
        "How many times longer a workflow takes than its critical path would on the fastest nodes, with all \
         files at hand.",
    )
    .formula("makespan / (longest path of run times / highest speed)")
    .source("Sonmez 2010, section 6.2.4 (NSL)")
    .by(OfGroup(|trace, group, members| {
        let path = trace.group_critical_path.get(group).copied().filter(|&path| path > Span::ZERO)?;
        Some(makespan(trace, members)?.seconds() / path.seconds())
    }));

pub(super) const TRANSFERS: Metric = lower(WORKFLOWS, "transfers", "File transfers", "")
    .summary(
        "How many times a workflow moves data from one cluster to another; data that is there already counts \
         once.",
    )
    .formula("number of transfers between clusters")
    .source("Sonmez 2010, section 6.2.4 (NFT)")
    .by(OfGroups(|trace, groups| {
        let mut counts = vec![0.0; groups];
        for transfer in &trace.transfers {
            if let Some(count) = counts.get_mut(trace.subjects.group[transfer.subject as usize] as usize) {
                *count += 1.0;
            }
        }
        counts
    }));
