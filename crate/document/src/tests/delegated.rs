//! Scenarios in which applications select their resources.

use super::scenario;
use crate::{Files, build};
use serde_json::{Value, json};

/// A scenario with this number of clusters of the federation, one code that may span them, and a manager that takes
/// lists.
fn with_lists(clusters: u32) -> Value {
    json!({
        "version": 1,
        "platform": {"preset": "federation", "parameters": {"clusters": clusters}},
        "workload": [{"launchers": [{"hosts": 4, "run_s": 20}, {"complex": {"work_s": 1000}}]}],
        "system": {"kind": "delegated", "policies": {"rule": "oar-greedy"}}
    })
}

/// Lists of all configurations of a code that may span clusters are rejected with their length and size (Klein and
/// Pérez 2010: 2,146,689 on three clusters, 613,490 TB on eight).
#[test]
fn lists_that_are_too_long_are_rejected() {
    let refused = |clusters| {
        let diagnostics =
            build(&scenario(&with_lists(clusters)), 0, &Files::new(), 0).err().expect("a refusal");
        diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        refused(3),
        "error: /system/policies/rule: an application that may span clusters cannot list all its configurations: there are \
         2,146,689 of them, 17 MB of hosts and walltimes\n  Choose another rule, or leave out complex-moldable applications."
    );
    assert!(refused(8).contains("613,490 TB"), "{}", refused(8));
    let mut views = with_lists(8);
    views["system"]["policies"]["rule"] = json!("fcfs-repeated");
    assert!(build(&scenario(&views), 0, &Files::new(), 0).is_ok());
}
