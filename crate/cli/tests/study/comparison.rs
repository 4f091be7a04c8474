//! `ganttlet compare`.

use crate::support::{file, folder, ganttlet, path_in, result_digest, run_error};
use serde_json::json;
use std::fs;

#[test]
fn a_comparison_marks_significant_differences() {
    let folder = folder("compare");
    let (study, csv) = (path_in(&folder, "study.json"), path_in(&folder, "runs.csv"));
    let scenario = "static/gallery/fcfs-vs-easy.json";
    let arguments = [
        "compare",
        scenario,
        "--seeds",
        "6",
        "--measure",
        "wait",
        "--measure",
        "utilisation",
        "--csv",
        &csv,
        "--study",
        &study,
    ];
    let (status, printed, told) = ganttlet(&arguments);
    assert_eq!((status, &*told), (Some(0), ""));
    let heads = printed.lines().next().expect("a head");
    for head in ["mean of 6 seeds", "FCFS", "EASY", "EASY - FCFS", "seeds for ± 10 %"] {
        assert!(heads.contains(head), "{head} is missing in\n{printed}");
    }
    let (_, again, _) = ganttlet(&["sweep", &study]);
    assert_eq!(
        result_digest(&again),
        result_digest(&printed),
        "the study that is written is the one that ran"
    );
    assert_eq!(fs::read_to_string(csv).expect("a table").lines().count(), 13);
    // Two equal policies do not differ significantly.
    let twins = json!({
        "version": 1, "platform": {"preset": "one-cluster"},
        "workload": [{"generator": "poisson", "parameters": {"jobs": 30}}],
        "system": {"kind": "batch", "policies": {"local": "fcfs"}},
        "compare": [{"kind": "batch", "policies": {"local": "fcfs"}}],
    });
    let twins = file(&folder, "twins.json", &twins.to_string());
    let (_, printed, _) =
        ganttlet(&["compare", &twins, "--seeds", "3", "--set", "load=0.9", "--measure", "wait"]);
    assert!(printed.contains("  0, not significant"), "{printed}");
    // A single system has no comparison.
    let (status, printed, _) = ganttlet(&["compare", scenario, "--policy", "sjf", "--seeds", "3"]);
    assert!(status == Some(0) && !printed.contains("certain") && printed.contains('±'), "{printed}");
    assert!(run_error(&["compare", scenario, "--measure", "wiat"]).contains("wait"));
}
