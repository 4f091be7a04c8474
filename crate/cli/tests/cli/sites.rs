//! Logs of several sites.

use crate::support::{ganttlet, run_json};
use serde_json::Value;

/// Sites of a log become clusters, in the order of their names.
#[test]
fn a_log_of_a_grid_runs_where_its_jobs_were_submitted() {
    let log = "static/example/grid-5-sites-1000.gwf";
    let at_home = run_json(&["run", log, "--json", "--platform", "das2", "--set", "home=site"]);
    assert_eq!((&at_home["subjects"], &at_home["complete"]), (&Value::from(1_000), &Value::Bool(true)));
    assert_eq!(at_home["scenario"]["workload"][0]["parameters"]["home"], "site");
    let anywhere = run_json(&["run", log, "--json", "--platform", "das2"]);
    assert_ne!(at_home["digest"], anywhere["digest"]);
}

/// Without other settings, the sites of the log are the clusters, each with the number of nodes in use in the log;
/// settings for homes are respected.
#[test]
fn the_sites_of_a_log_become_clusters() {
    let log = "static/example/grid-5-sites-1000.gwf";
    let proposed = run_json(&["run", log, "--json"]);
    let scenario = &proposed["scenario"];
    let clusters = scenario["platform"]["clusters"].as_array().expect("clusters");
    let names: Vec<&str> = clusters.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["Delft", "Leiden", "Utrecht", "UvA", "VU"]);
    assert!(clusters.iter().all(|one| one["nodes"].as_u64().is_some_and(|nodes| (16..=72).contains(&nodes))));
    assert_eq!(scenario["workload"][0]["parameters"]["home"], "last-site");
    let bags = run_json(&["run", log, "--json", "--as", "bags"]);
    assert_eq!(
        (&bags["scenario"]["system"]["kind"], &bags["complete"]),
        (&Value::from("bags"), &Value::Bool(true))
    );
    let refused = ganttlet(&["run", log, "--as", "workflows"]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        told.contains("--as workflows: this file can be run as jobs, bags, grid-jobs, launchers"),
        "{told}"
    );
}
