//! Any text as a study: reading says what is wrong, what was read can be written and read again, and its runs have names.
#![no_main]

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::{Study, Varied};
use ganttlet_study::{Outcome, Plan, compute_findings, summarize};
use libfuzzer_sys::fuzz_target;

/// More points only take longer: each has a scenario of its own.
const POINTS: usize = 64;

fuzz_target!(|text: &str| {
    let (study, diagnostics) = Study::read(text);
    let Some(study) = study else {
        assert!(diagnostics.iter().any(Diagnostic::is_error), "a refusal says why");
        return;
    };
    let written = study.to_text();
    let again = Study::read(&written).0.expect("what was written can be read");
    assert_eq!(again.to_text(), written, "writing is stable");
    if points(&study) > POINTS {
        return;
    }
    let plan = match Plan::new(&study, false, None) {
        Ok(plan) => plan,
        Err(wrong) => return assert!(wrong.iter().any(Diagnostic::is_error), "a refusal says why"),
    };
    for run in [0, plan.count() / 2, plan.count() - 1] {
        assert!(!plan.label(run).is_empty(), "each run has a name");
    }
    let nothing = Outcome { plan: &plan, numbers: &[] };
    let (_, wrong) = compute_findings(nothing);
    assert!(wrong.iter().all(|one| !one.message.is_empty()), "what is wrong with it is told");
    assert_eq!(summarize(nothing).digest, None, "nothing has been run");
});

/// At most so many points, all parts together.
fn points(study: &Study) -> usize {
    let parts = std::iter::once(&study.runs.axes).chain(study.parts.iter().map(|part| &part.runs.axes));
    let values = |axis: &ganttlet_document::study::Axis| match &axis.of {
        Varied::Knob(knob) => knob.values.len(),
        Varied::Variants(variants) => variants.variants.len(),
        Varied::Systems(_) => 16,
    };
    parts.map(|axes| axes.iter().map(values).product::<usize>()).sum()
}
