//! SIPHT: the search for genes of small RNAs in bacteria.

use super::draft::{WorkflowDraft, near_equal_parts};
use super::{Application, application_workflows};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const SIPHT: Generator = Generator {
    entry: Entry::new("sipht", "SIPHT")
        .summary(
            "Bioinformatics: one independent search per genome, each with a few very long tasks and many \
             tiny ones that all feed one annotation task. Strongly compute-intensive; five levels.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Application::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        application_workflows(settings, streams, purpose, "Sipht", add_tasks)
    },
};

/// Number of genomes of a workflow of about `tasks` tasks, and total number of Patsers. The public generator counts 13
/// further tasks per genome although there are 12, so its workflows are a little smaller than requested; so are these.
pub(super) fn task_counts(tasks: u32) -> (u32, u32) {
    let genomes = ((f64::from(tasks) / 31.0 + 0.5) as u32).max(1);
    (genomes, tasks.saturating_sub(13 * genomes).max(genomes))
}

pub(super) fn add_tasks(draft: &mut WorkflowDraft, tasks: u32) {
    let (genomes, patsers) = task_counts(tasks);
    for (patsers, genome) in near_equal_parts(draft.stream(), patsers, genomes, 0.2).into_iter().zip(0..) {
        add_genome_search(draft, &format!("NC_{genome:04}"), patsers);
    }
}

/// Adds the search in one genome.
fn add_genome_search(draft: &mut WorkflowDraft, stem: &str, patsers: u32) {
    let genome = draft.add_external_file(format!("{stem}.fna"), 6.9e6);
    let tables = draft.add_external_file(format!("{stem}.ptt"), 327_256.0);
    let blast_tools = draft.add_external_file(format!("{stem}_blast_tools"), 1.18e6);
    let partners = draft.add_external_file(format!("{stem}_IGR_partners"), 2.48e8);

    let mut hits = Vec::new();
    for i in 0..patsers {
        let run = draft.truncated_normal(1.27, 0.11);
        let patser = draft.add_task("Patser", run);
        let matrix = draft.add_external_file(format!("{stem}_{i:02}_matrix.txt"), 170_917.0);
        draft.add_inputs(patser, [genome, matrix]);
        let bytes = draft.truncated_normal(91_780.0, 6.2e10);
        hits.push(draft.add_output(patser, format!("{stem}_Patser_{i:02}.txt"), bytes));
    }
    let run = draft.truncated_normal(0.08, 0.01);
    let bytes = hits.iter().map(|&hit| draft.file_bytes(hit)).sum();
    let concat = draft.add_task("Patser_concate", run);
    draft.add_inputs(concat, hits);
    let all_hits = draft.add_output(concat, format!("{stem}_Patser.txt"), bytes);

    let run = draft.truncated_normal(1_349.47, 635_206.0);
    let find_terminators = draft.add_task("Findterm", run);
    draft.add_inputs(find_terminators, [genome]);
    let mut candidates = Vec::new();
    for (name, bytes) in [
        ("term.txt", 16.5e6),
        ("vienna_output", 7.7e6),
        ("vienna_index", 5.8e6),
        ("vienna_input", 4.0e6),
        ("candidates", 0.4e6),
    ] {
        candidates.push(draft.add_output(find_terminators, format!("{stem}_{name}"), bytes));
    }
    let run = draft.truncated_normal(36.42, 78.2);
    let motif = draft.add_task("RNAMotif", run);
    draft.add_inputs(motif, [genome]);
    candidates.push(draft.add_output(motif, format!("{stem}_rnamotif.out"), 1.05e6));
    let run = draft.truncated_normal(55.78, 2_356.0);
    let terminators = draft.add_task("Transterm", run);
    draft.add_inputs(terminators, [genome, tables]);
    candidates.push(draft.add_output(terminators, format!("{stem}_transterm.out"), 0.44e6));
    let run = draft.truncated_normal(2_350.58, 1_033_835.0);
    let blast = draft.add_task("Blast", run);
    draft.add_inputs(blast, [blast_tools, partners]);
    let bytes = draft.truncated_normal(5.27e6, 1.19e13);
    candidates.push(draft.add_output(blast, format!("{stem}_blast.out"), bytes));

    let run = draft.truncated_normal(361.33, 117_451.0);
    let srna = draft.add_task("SRNA", run);
    draft.add_inputs(srna, [genome, tables]);
    draft.add_inputs(srna, candidates);
    let sequences = draft.add_output(srna, format!("Seq_{stem}"), 84_000.0);
    let predicted = draft.add_output(srna, format!("{stem}_srna.out"), 0.33e6);
    let bytes = draft.stream().uniform_between(5.0e6, 6.5e6);
    draft.add_output(srna, format!("{stem}_srna_own.out"), bytes);

    let run = draft.truncated_normal(1.64, 0.06);
    let parse = draft.add_task("FFN_Parse", run);
    draft.add_inputs(parse, [tables, sequences]);
    let parsed = draft.add_output(parse, format!("{stem}_parsed.ffn"), 0.80e6);

    let mut findings = vec![all_hits, sequences, predicted];
    let run = draft.truncated_normal(5.18, 0.99);
    let candidate = draft.add_task("Blast_candidate", run);
    draft.add_inputs(candidate, [blast_tools, sequences]);
    findings.push(draft.add_output(candidate, format!("{stem}_candidate.out"), 14_000.0));
    let run = draft.truncated_normal(1_412.09, 9_702.0);
    let qrna = draft.add_task("Blast_QRNA", run);
    draft.add_inputs(qrna, [blast_tools, partners, sequences]);
    findings.push(draft.add_output(qrna, format!("{stem}_qrna.out"), 0.175e6));
    draft.add_output(qrna, format!("{stem}_qrna_own.out"), 4.0e6);
    let synteny = draft.add_task("Blast_synteny", 33.0);
    draft.add_inputs(synteny, [blast_tools, sequences, parsed]);
    let bytes = draft.truncated_normal(1.147e6, 4.5e11);
    findings.push(draft.add_output(synteny, format!("{stem}_synteny.txt"), bytes));
    let run = draft.truncated_normal(4.99, 1.32);
    let paralogues = draft.add_task("Blast_paralogues", run);
    draft.add_inputs(paralogues, [blast_tools, sequences]);
    let bytes = draft.truncated_normal(690_732.0, 3.6e11);
    findings.push(draft.add_output(paralogues, format!("{stem}_paralogues.txt"), bytes));

    let run = draft.truncated_normal(1.68, 0.92);
    let annotate = draft.add_task("SRNA_annotate", run);
    draft.add_inputs(annotate, findings);
    draft.add_output(annotate, format!("{stem}_annotated.out"), 1.31e6);
}
