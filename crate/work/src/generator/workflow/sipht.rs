//! SIPHT: genes for small RNAs, looked for in bacteria.

use super::draft::{Draft, near_equal_parts};
use super::{Application, application};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

/// The generator in the catalog.
pub(in super::super) const SIPHT: Generator = Generator {
    entry: Entry::new("sipht", "SIPHT")
        .summary(
            "Bioinformatics: one independent search per genome, each with a few very long tasks and many \
             tiny ones that all feed one annotation task. Strongly compute-intensive; five levels.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Application::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| application(settings, streams, purpose, "Sipht", shape),
};

/// How many genomes a workflow of about `tasks` tasks has, and how many Patsers in all. The public generator counts 13
/// tasks a genome beside these although there are 12, so its workflows are a little smaller than asked for; so
/// are these.
pub(super) fn counts(tasks: u32) -> (u32, u32) {
    let genomes = ((f64::from(tasks) / 31.0 + 0.5) as u32).max(1);
    (genomes, tasks.saturating_sub(13 * genomes).max(genomes))
}

pub(super) fn shape(draft: &mut Draft, tasks: u32) {
    let (genomes, patsers) = counts(tasks);
    for (patsers, genome) in near_equal_parts(draft.chance(), patsers, genomes, 0.2).into_iter().zip(0..) {
        search(draft, &format!("NC_{genome:04}"), patsers);
    }
}

/// The search in one genome.
fn search(draft: &mut Draft, stem: &str, patsers: u32) {
    let genome = draft.external(format!("{stem}.fna"), 6.9e6);
    let tables = draft.external(format!("{stem}.ptt"), 327_256.0);
    let blast_tools = draft.external(format!("{stem}_blast_tools"), 1.18e6);
    let partners = draft.external(format!("{stem}_IGR_partners"), 2.48e8);

    let mut hits = Vec::new();
    for i in 0..patsers {
        let run = draft.normal(1.27, 0.11);
        let patser = draft.task("Patser", run);
        let matrix = draft.external(format!("{stem}_{i:02}_matrix.txt"), 170_917.0);
        draft.read(patser, [genome, matrix]);
        let bytes = draft.normal(91_780.0, 6.2e10);
        hits.push(draft.write(patser, format!("{stem}_Patser_{i:02}.txt"), bytes));
    }
    let run = draft.normal(0.08, 0.01);
    let bytes = hits.iter().map(|&hit| draft.bytes(hit)).sum();
    let concat = draft.task("Patser_concate", run);
    draft.read(concat, hits);
    let all_hits = draft.write(concat, format!("{stem}_Patser.txt"), bytes);

    let run = draft.normal(1_349.47, 635_206.0);
    let find_terminators = draft.task("Findterm", run);
    draft.read(find_terminators, [genome]);
    let mut candidates = Vec::new();
    for (name, bytes) in [
        ("term.txt", 16.5e6),
        ("vienna_output", 7.7e6),
        ("vienna_index", 5.8e6),
        ("vienna_input", 4.0e6),
        ("candidates", 0.4e6),
    ] {
        candidates.push(draft.write(find_terminators, format!("{stem}_{name}"), bytes));
    }
    let run = draft.normal(36.42, 78.2);
    let motif = draft.task("RNAMotif", run);
    draft.read(motif, [genome]);
    candidates.push(draft.write(motif, format!("{stem}_rnamotif.out"), 1.05e6));
    let run = draft.normal(55.78, 2_356.0);
    let terminators = draft.task("Transterm", run);
    draft.read(terminators, [genome, tables]);
    candidates.push(draft.write(terminators, format!("{stem}_transterm.out"), 0.44e6));
    let run = draft.normal(2_350.58, 1_033_835.0);
    let blast = draft.task("Blast", run);
    draft.read(blast, [blast_tools, partners]);
    let bytes = draft.normal(5.27e6, 1.19e13);
    candidates.push(draft.write(blast, format!("{stem}_blast.out"), bytes));

    let run = draft.normal(361.33, 117_451.0);
    let srna = draft.task("SRNA", run);
    draft.read(srna, [genome, tables]);
    draft.read(srna, candidates);
    let sequences = draft.write(srna, format!("Seq_{stem}"), 84_000.0);
    let predicted = draft.write(srna, format!("{stem}_srna.out"), 0.33e6);
    let bytes = draft.chance().between(5.0e6, 6.5e6);
    draft.write(srna, format!("{stem}_srna_own.out"), bytes);

    let run = draft.normal(1.64, 0.06);
    let parse = draft.task("FFN_Parse", run);
    draft.read(parse, [tables, sequences]);
    let parsed = draft.write(parse, format!("{stem}_parsed.ffn"), 0.80e6);

    let mut findings = vec![all_hits, sequences, predicted];
    let run = draft.normal(5.18, 0.99);
    let candidate = draft.task("Blast_candidate", run);
    draft.read(candidate, [blast_tools, sequences]);
    findings.push(draft.write(candidate, format!("{stem}_candidate.out"), 14_000.0));
    let run = draft.normal(1_412.09, 9_702.0);
    let qrna = draft.task("Blast_QRNA", run);
    draft.read(qrna, [blast_tools, partners, sequences]);
    findings.push(draft.write(qrna, format!("{stem}_qrna.out"), 0.175e6));
    draft.write(qrna, format!("{stem}_qrna_own.out"), 4.0e6);
    let synteny = draft.task("Blast_synteny", 33.0);
    draft.read(synteny, [blast_tools, sequences, parsed]);
    let bytes = draft.normal(1.147e6, 4.5e11);
    findings.push(draft.write(synteny, format!("{stem}_synteny.txt"), bytes));
    let run = draft.normal(4.99, 1.32);
    let paralogues = draft.task("Blast_paralogues", run);
    draft.read(paralogues, [blast_tools, sequences]);
    let bytes = draft.normal(690_732.0, 3.6e11);
    findings.push(draft.write(paralogues, format!("{stem}_paralogues.txt"), bytes));

    let run = draft.normal(1.68, 0.92);
    let annotate = draft.task("SRNA_annotate", run);
    draft.read(annotate, findings);
    draft.write(annotate, format!("{stem}_annotated.out"), 1.31e6);
}
