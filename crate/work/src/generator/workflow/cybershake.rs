//! `CyberShake`: the ground motion at a place, for every rupture that could affect it.

use super::draft::{WorkflowDraft, near_equal_parts};
use super::{Collecting, collecting_workflows};
use crate::generator::Generator;
use crate::{Item, Workflow};
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const CYBERSHAKE: Generator = Generator {
    entry: Entry::new("cybershake", "CyberShake")
        .summary(
            "Seismology: a few extractions of large files feed many short synthesis tasks, whose results go \
             into two archives. Communication-intensive; four levels.",
        )
        .source("Bharathi et al. 2008; Sonmez 2010, section 6.2.2")
        .parameters(Collecting::LIST),
    makes: Workflow::KIND,
    make: |settings, _, &streams, purpose| {
        collecting_workflows(settings, streams, purpose, "CyberShake", add_tasks)
    },
};

/// Number of extractions and seismograms of a workflow of about `tasks` tasks: as published for the published sizes, by
/// the public generator's rule for others.
fn task_counts(draft: &mut WorkflowDraft, tasks: u32) -> (u32, u32) {
    match tasks {
        30 => (2, 13),
        50 => (4, 22),
        100 => (8, 45),
        1000 => (4, 497),
        _ => {
            let others = tasks.max(8) - 2;
            let share = 0.0081 * f64::from(others);
            let extractions = (libm::round(draft.uniform_around(share, 0.5)) as u32).max(2);
            let extractions = extractions + (others - extractions) % 2;
            (extractions, (others - extractions) / 2)
        }
    }
}

pub(super) fn add_tasks(draft: &mut WorkflowDraft, tasks: u32) {
    let (extractions, seismograms) = task_counts(draft, tasks);
    let mut shares = near_equal_parts(draft.stream(), seismograms, extractions, 0.25);
    shares.sort_unstable();
    let (mut records, mut peaks) = (Vec::new(), Vec::new());
    for (share, site) in shares.into_iter().zip(0..) {
        let run = draft.truncated_normal(137.45, 42_681.0);
        let extract = draft.add_task("ExtractSGT", run);
        let volume = draft.truncated_normal(19.96e9, 9.4e16);
        let x = draft.add_external_file(format!("FFI_{site}_fx.sgt"), volume);
        let y = draft.add_external_file(format!("FFI_{site}_fy.sgt"), volume);
        draft.add_inputs(extract, [x, y]);
        let part = draft.truncated_normal(231.72e6, 2.708e16);
        let parts = [
            draft.add_output(extract, format!("FFI_{site}_subfx.sgt"), part),
            draft.add_output(extract, format!("FFI_{site}_subfy.sgt"), part),
        ];
        for rupture in 0..share {
            let run = draft.truncated_normal(43.40, 984.36);
            let synthesis = draft.add_task("SeismogramSynthesis", run);
            let bytes = draft.truncated_normal(3.7086e6, 1.016e13);
            let variation = draft.add_external_file(format!("FFI_{site}_txt.variation-{rupture:05}"), bytes);
            draft.add_inputs(synthesis, [variation]);
            draft.add_inputs(synthesis, parts);
            let record =
                draft.add_output(synthesis, format!("Seismogram_FFI_{site}_{rupture:05}.grm"), 24_000.0);
            records.push(record);
            let run = draft.truncated_normal(1.09, 3.71);
            let peak = draft.add_task("PeakValCalcOkaya", run);
            draft.add_inputs(peak, [record]);
            peaks.push(draft.add_output(peak, format!("PeakVals_FFI_{site}_{rupture:05}.bsa"), 216.0));
        }
    }
    let all = f64::from(seismograms);
    for (program, inputs, archive, each, bytes_a_second) in [
        ("ZipSeis", records, "Cybershake_Seismograms.zip", 24_000.0, 228_180.52),
        ("ZipPSA", peaks, "Cybershake_PSA.zip", 216.0, 2_782.0),
    ] {
        let bytes = draft.uniform_around(each * all / 6.0, 0.25);
        let zip = draft.add_task(program, bytes / bytes_a_second);
        draft.add_collected(zip, inputs);
        draft.add_output(zip, archive, bytes);
    }
}
