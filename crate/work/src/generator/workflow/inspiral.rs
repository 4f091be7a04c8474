//! Inspiral (LIGO): the search for gravitational waves of merging stars in detector data.

use super::draft::{WorkflowDraft, near_equal_parts};
use super::{Application, application_workflows};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const INSPIRAL: Generator = Generator {
    entry: Entry::new("inspiral", "Inspiral (LIGO)")
        .summary(
            "Gravitational physics: two rounds of long filter tasks, each followed by coincidence tests. \
             Strongly compute-intensive; six levels in separate groups.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Application::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        application_workflows(settings, streams, purpose, "Inspiral", add_tasks)
    },
};

/// Number of templates, groups and triggers of a workflow of about `tasks` tasks: as published for the published sizes,
/// by the public generator's rule for others. There are at least as many triggers as templates.
fn task_counts(draft: &mut WorkflowDraft, tasks: u32) -> (u32, u32, u32) {
    match tasks {
        30 => (7, 1, 7),
        50 => (12, 1, 12),
        100 => (23, 3, 24),
        1000 => (229, 20, 251),
        _ => {
            let half = tasks.max(8) / 2;
            let most = (tasks / 20).max(3).min(half - 2);
            let groups = 1 + draft.stream().uniform_below(most - 1);
            let parts = near_equal_parts(draft.stream(), half - groups, 2, 0.1);
            let (few, many) = (parts[0].min(parts[1]), parts[0].max(parts[1]));
            // No group has more triggers than templates.
            if groups == 1 { (few, 1, few) } else { (few, groups.min(few), many) }
        }
    }
}

/// The start of each block, when blocks of these sizes cover `places` in order and overlap if they are too large in
/// total.
fn block_starts(blocks: &[u32], places: u32) -> Vec<u32> {
    let mut over = blocks.iter().sum::<u32>().saturating_sub(places);
    let mut borders = blocks.len().saturating_sub(1) as u32;
    let mut end = 0_u32;
    let mut starts = Vec::new();
    for &block in blocks {
        let overlap = if starts.is_empty() {
            0
        } else {
            let share = over.div_ceil(borders.max(1)).min(block.saturating_sub(1));
            borders -= 1;
            share
        };
        over -= overlap;
        let start = end.saturating_sub(overlap).min(places.saturating_sub(block));
        starts.push(start);
        end = start + block;
    }
    starts
}

pub(super) fn add_tasks(draft: &mut WorkflowDraft, tasks: u32) {
    let (templates, groups, triggers) = task_counts(draft, tasks);
    let calibration = [
        draft.add_external_file("H-CAL_FAC_DARM_ERR.gwf", 8_415_922.0),
        draft.add_external_file("H-CAL_REF_DARM_ERR.gwf", 902_334.0),
    ];
    let injections = draft.add_external_file("HL-INJECTIONS.xml", 2_421_423.0);
    let frames = |draft: &mut WorkflowDraft, i: u32| {
        let mut frame = |part: &str| draft.add_external_file(format!("H-H1_RDS_L4-{i:05}{part}.gwf"), 15.6e6);
        [frame("a"), frame("b")]
    };
    let filter = |draft: &mut WorkflowDraft, frames: [u32; 2], bank: u32, name: String| {
        let run = draft.truncated_normal(460.21, 297_397.0);
        let task = draft.add_task("Inspiral", run);
        draft.add_inputs(task, [injections]);
        draft.add_inputs(task, calibration);
        draft.add_inputs(task, frames);
        draft.add_inputs(task, [bank]);
        let bytes = draft.truncated_normal(312_936.0, 3.36e11);
        draft.add_output(task, name, bytes)
    };

    let mut banks = Vec::new();
    for i in 0..templates {
        let frames = frames(draft, i);
        let run = draft.truncated_normal(18.14, 0.18);
        let task = draft.add_task("TmpltBank", run);
        draft.add_inputs(task, calibration);
        draft.add_inputs(task, frames);
        let bytes = draft.truncated_normal(986_917.0, 3.59e8);
        banks.push((frames, draft.add_output(task, format!("H1-TMPLTBANK-{i:05}.xml"), bytes)));
    }
    let mut found = Vec::new();
    for (&(frames, bank), i) in banks.iter().zip(0..) {
        found.push(filter(draft, frames, bank, format!("H1-INSPIRAL-{i:05}.xml")));
    }
    let coincidence = |draft: &mut WorkflowDraft, inputs: &[u32], name: String| {
        let run = draft.truncated_normal(5.37, 0.06);
        let task = draft.add_task("Thinca", run);
        draft.add_inputs(task, inputs.iter().copied());
        let bytes = draft.truncated_normal(33_821.0, 1.89e9);
        draft.add_output(task, name, bytes)
    };

    let blocks = near_equal_parts(draft.stream(), triggers, groups, 0.2);
    let starts = block_starts(&blocks, templates);
    let mut trigger = 0;
    let mut lower = Vec::new();
    for ((&block, &start), group) in blocks.iter().zip(&starts).zip(0..) {
        let end = (start + block).min(templates);
        let inputs = &found[start as usize..end as usize];
        let both = coincidence(draft, inputs, format!("H1-THINCA-{group:05}.xml"));
        let mut again = Vec::new();
        for _ in 0..block {
            let run = draft.truncated_normal(5.11, 0.10);
            let task = draft.add_task("TrigBank", run);
            draft.add_inputs(task, [both]);
            let bytes = draft.truncated_normal(12_780.0, 1.38e8);
            let bank = draft.add_output(task, format!("H1-TRIGBANK-{trigger:05}.xml"), bytes);
            let frames = banks[(trigger % templates) as usize].0;
            again.push(filter(draft, frames, bank, format!("H1-INSPIRAL-T{trigger:05}.xml")));
            trigger += 1;
        }
        lower.push(again);
    }
    for (inputs, group) in lower.into_iter().zip(0..) {
        coincidence(draft, &inputs, format!("H1-THINCA-T{group:05}.xml"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_all_places() {
        for (blocks, places) in
            [(vec![8, 7, 9], 23), (vec![12], 12), (vec![3, 3, 3, 3], 9), (vec![5, 1, 5], 6)]
        {
            let starts = block_starts(&blocks, places);
            let mut covered = vec![false; places as usize];
            for (&start, &block) in starts.iter().zip(&blocks) {
                covered[start as usize..(start + block) as usize].fill(true);
            }
            assert!(covered.iter().all(|&c| c), "{blocks:?} on {places}: {starts:?}");
        }
    }
}
