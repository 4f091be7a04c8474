//! Epigenomics: pieces of the genome, mapped to a reference.

use super::draft::{WorkflowDraft, near_equal_parts};
use super::{Application, application_workflows};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const EPIGENOMICS: Generator = Generator {
    entry: Entry::new("epigenomics", "Epigenomics")
        .summary(
            "Genetics: the data of each lane is split, each piece passes through a filter pipeline and a \
             long mapping task, and the results are merged. Strongly compute-intensive.",
        )
        .source("Bharathi et al. 2008")
        .parameters(Application::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        application_workflows(settings, streams, purpose, "Epigenomics", add_tasks)
    },
};

/// Number of pieces in each lane of a workflow of about `tasks` tasks. A lane of k pieces has 4 k + 2 tasks; two tasks
/// are at the end, and one more if there are several lanes. Uses the maximum number of lanes of at least five pieces
/// with at most three tasks left over. If there is none, uses the number of lanes with the fewest left over, and adds
/// pieces to them.
pub(super) fn pieces_by_lane(tasks: u32) -> Vec<u32> {
    let tasks = tasks.max(8);
    let split = |lanes: u32| {
        let ends = 2 * lanes + 2 + u32::from(lanes > 1);
        let pieces = tasks.saturating_sub(ends) / (4 * lanes);
        (pieces, tasks.saturating_sub(ends + 4 * lanes * pieces))
    };
    let possible = || (1..=tasks / 4).rev().filter(|&lanes| split(lanes).0 > 0);
    let even = possible().find(|&lanes| split(lanes).0 >= 5 && split(lanes).1 <= 3);
    let lanes = even.or_else(|| possible().min_by_key(|&lanes| split(lanes).1)).unwrap_or(1);
    let (pieces, over) = split(lanes);
    (0..lanes).map(|lane| pieces.max(1) + u32::from(lane < over / 4)).collect()
}

/// The common stem of all file names of the original.
const CHROMOSOME: &str = "chr21";

fn program_name(name: &str) -> String {
    format!("{name}_{CHROMOSOME}")
}

fn add_tasks(draft: &mut WorkflowDraft, tasks: u32) {
    let genome = draft.uniform_around(4.0 * 1024.0 * 1024.0 * 1024.0, 0.25);
    let reference = draft.add_external_file(format!("{CHROMOSOME}.BS.bfa"), genome);
    let lanes = pieces_by_lane(tasks);
    let several = lanes.len() > 1;
    let mut merged = Vec::new();
    for (pieces, lane) in lanes.into_iter().zip(0..) {
        let mapped = add_lane(draft, lane, pieces, reference);
        merged.push(if several {
            add_merge(draft, mapped, format!("{CHROMOSOME}_{lane}.nocontam.map"))
        } else {
            add_last_merge(draft, mapped)
        });
    }
    let all = if several { add_last_merge(draft, merged) } else { merged[0] };

    let bytes = draft.file_bytes(all) / draft.truncated_normal(64.25, 645.17);
    let run = bytes / draft.truncated_normal(17_679_204.35, 2.232e13);
    let index = draft.add_task(&program_name("maqindex"), run);
    draft.add_inputs(index, [all]);
    let indexed = draft.add_output(index, format!("{CHROMOSOME}.nocontam.chr.map"), bytes);

    let run = genome / draft.truncated_normal(881_356.45, 8.956e9);
    let pileup = draft.add_task(&program_name("pileup"), run);
    let other_reference = draft.add_external_file(format!("{CHROMOSOME}.BSnull.bfa"), genome);
    draft.add_inputs(pileup, [other_reference, indexed]);
    let bytes = bytes * draft.stream().uniform_between(0.0, 10.0);
    draft.add_output(pileup, format!("{CHROMOSOME}.nocontam.chr.pileup"), bytes);
}

/// Adds one lane: its data is split into pieces, each of which is filtered and mapped. Returns the maps.
fn add_lane(draft: &mut WorkflowDraft, lane: u32, pieces: u32, reference: u32) -> Vec<u32> {
    let bytes = draft.truncated_normal(351_024_865.91, 2.187e16);
    let run = bytes / draft.truncated_normal(7_663_927.38, 5.641e12);
    let split = draft.add_task(&program_name("fastqSplit"), run);
    let data = draft.add_external_file(format!("{CHROMOSOME}{lane}.sfq"), bytes);
    draft.add_inputs(split, [data]);
    // Parts in thousandths of the data: sizes are integer multiples of these.
    let parts = near_equal_parts(draft.stream(), 1_000 * pieces, pieces, 0.1);
    let mut maps = Vec::new();
    for (part, piece) in parts.into_iter().zip(0..) {
        let stem = format!("{CHROMOSOME}.{lane}.{piece}");
        let bytes = bytes * f64::from(part) / f64::from(1_000 * pieces);
        let raw = draft.add_output(split, format!("{stem}.sfq"), bytes);

        let run = bytes / draft.truncated_normal(8_474_776.63, 2.502e13);
        let filter = draft.add_task(&program_name("filterContams"), run);
        draft.add_inputs(filter, [raw]);
        let clean = draft.uniform_around(0.5 * bytes, 0.1);
        let filtered = draft.add_output(filter, format!("{stem}.nocontam.sfq"), clean);
        draft.add_output(filter, format!("{stem}.contam.sfq"), bytes - clean);

        let run = clean / draft.truncated_normal(15_073_990.10, 1.265e13);
        let convert = draft.add_task(&program_name("sol2sanger"), run);
        draft.add_inputs(convert, [filtered]);
        let bytes = clean / draft.truncated_normal(1.32, 0.1);
        let converted = draft.add_output(convert, format!("{stem}.nocontam.fq"), bytes);

        let run = bytes / draft.truncated_normal(6_797_390.86, 1.233e12);
        let pack = draft.add_task(&program_name("fastq2bfq"), run);
        draft.add_inputs(pack, [converted]);
        let bytes = bytes / draft.truncated_normal(4.24, 0.16);
        let packed = draft.add_output(pack, format!("{stem}.nocontam.bfq"), bytes);

        let run = draft.file_bytes(reference) / draft.truncated_normal(369_551.55, 1.305e10);
        let map = draft.add_task(&program_name("map"), run);
        draft.add_inputs(map, [reference, packed]);
        maps.push(draft.add_output(map, format!("{stem}.nocontam.map"), bytes / 0.92));
    }
    maps
}

fn add_merge(draft: &mut WorkflowDraft, maps: Vec<u32>, name: String) -> u32 {
    let bytes: f64 = maps.iter().map(|&map| draft.file_bytes(map)).sum();
    let run = bytes / draft.truncated_normal(2_267_233.18, 1.082e11);
    let merge = draft.add_task(&program_name("mapMerge"), run);
    draft.add_inputs(merge, maps);
    draft.add_output(merge, name, bytes / 1.06)
}

/// Adds the last merge, which also writes two small files that no task reads.
fn add_last_merge(draft: &mut WorkflowDraft, maps: Vec<u32>) -> u32 {
    let all = add_merge(draft, maps, format!("{CHROMOSOME}.nocontam.map"));
    let bytes = draft.file_bytes(all);
    let task = draft.last_task();
    for (ending, share) in [("zr", 0.05), ("vm", 0.005)] {
        let bytes = draft.uniform_around(share * bytes, 0.25);
        draft.add_output(task, format!("{CHROMOSOME}.nocontam.map.{ending}"), bytes);
    }
    all
}
