//! Measures of probes.

use crate::support::{diagnostics, plan, run_all, study_with_probe};
use ganttlet_study::{Outcome, Verdict, compute_findings};
use serde_json::{Value, json};

/// A measure of a probe needs no run; columns of its rows are axes; quantities refer to quantities.
#[test]
fn probes_need_no_run() {
    let plan = plan(&study_with_probe());
    let numbers = run_all(&plan);
    assert_eq!((numbers.len(), numbers[0].len()), (1, 11));
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &numbers });
    assert!(wrong.is_empty(), "{wrong:?}");
    let verdicts: Vec<(Verdict, &str)> =
        found.targets.iter().map(|target| (target.verdict, &*target.ours)).collect();
    assert_eq!(verdicts, [(Verdict::Held, "1, 2, 5, 10; exact"), (Verdict::Held, "10; exact")]);
    let (_, cells) = &found.tables[0].rows[0];
    assert_eq!(cells[0].ours.map(|ours| ours.mean), Some(5.0));
    assert_eq!(cells[1].text, "batches 1, workers 10");
    let line = &found.plots[0].lines[0];
    assert_eq!(
        (&line.x[..], &line.y[..]),
        (&[1.0, 2.0, 3.0, 5.0, 10.0][..], &[1.0, 2.0, 2.5, 5.0, 10.0][..])
    );
    // There are no numbers while runs are missing.
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &[] });
    assert!(wrong.is_empty() && found.targets.is_empty(), "{wrong:?}");
}

#[test]
fn mistakes_in_a_probe_are_reported_before_the_runs() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document = study_with_probe();
        change(&mut document["measures"][0]);
        diagnostics(&document)
    };
    let told = with(&|measure| measure["probe"] = "list-schedulin".into());
    assert!(told.contains("/measures/0/probe") && told.contains("Did you mean `list-scheduling`?"), "{told}");
    let told = with(&|measure| measure["value"] = "tiem".into());
    assert!(told.contains("/measures/0/value") && told.contains("Did you mean `time`?"), "{told}");
    let told = with(&|measure| measure["by"] = json!({"worker": [1]}));
    assert!(told.contains("/measures/0/by") && told.contains("Did you mean `workers`?"), "{told}");
    let told = with(&|measure| *measure = json!({"metric": "wait", "by": {"workers": [1]}}));
    assert!(told.contains("/measures/0/by"), "{told}");
}
