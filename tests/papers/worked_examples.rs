//! Worked examples of Sonmez 2010, chapter 2: rows R2, R3 and R6 of the checklist.

use ganttlet_core::record::Trace;
use ganttlet_core::time::Span;
use ganttlet_document::{Files, build, read};
use ganttlet_sim::system::Budget;
use serde_json::{Value, json};

fn run_job(platform: &Value, job: &Value, background: &Value, placement: &str) -> Trace {
    let scenario = json!({
        "version": 1, "platform": platform, "workload": [{"grid_jobs": [job]}], "background": background,
        "system": {"kind": "koala", "policies": {"placement": placement}},
    });
    let reading = read(&scenario.to_string());
    let scenario = reading.scenario.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
    let mut built =
        build(&scenario, 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    assert!(built.run.advance(Budget::ALL).done);
    built.run.trace().clone()
}

/// The nodes of the first job in each cluster, with the cluster's name.
fn allocated_nodes(trace: &Trace) -> Vec<(&str, u32)> {
    let of = |band: &ganttlet_core::record::Band| -> u32 {
        let inside = |row: u32| row >= band.first_row && row < band.first_row + band.rows;
        trace.rows_of(0).filter(|&(row, _)| inside(row)).map(|(_, rows)| rows).sum()
    };
    trace.bands.iter().map(|band| (band.name.as_str(), of(band))).filter(|&(_, nodes)| nodes > 0).collect()
}

/// R2, figure 2.2: 24 nodes on three clusters of 16. Worst Fit puts each component on a cluster of its own, Flexible
/// Cluster Minimization needs two clusters.
#[test]
fn a_job_of_24_nodes_on_three_clusters_of_16() {
    let cluster = |name: &str| json!({"name": name, "nodes": 16});
    let platform = json!({"clusters": [cluster("A"), cluster("B"), cluster("C")]});
    let job = |request: Value| json!({"nodes": 24, "run_s": 60, "request": request});
    let components = job(json!({"components": [8, 8, 8]}));
    let trace = run_job(&platform, &components, &json!([]), "worst-fit");
    assert_eq!(allocated_nodes(&trace), [("A", 8), ("B", 8), ("C", 8)]);
    let trace = run_job(&platform, &job(json!("flexible")), &json!([]), "flexible-cluster-minimization");
    assert_eq!(allocated_nodes(&trace), [("A", 16), ("B", 8)]);
}

/// A flexible job on a part of DAS-3 of which local jobs leave so many nodes idle.
fn place_on_das3(part: &str, taken: [u32; 4], nodes: u32, placement: &str) -> Vec<(String, u32)> {
    let homes: Vec<usize> = (0..4).filter(|&cluster| taken[cluster] > 0).collect();
    let local: Vec<u32> = homes.iter().map(|&cluster| taken[cluster]).collect();
    let count = homes.len();
    let background = json!([{"jobs": {
        "submit_s": vec![0; count], "run_s": vec![1000; count], "nodes": local, "home": homes,
    }}]);
    let job = json!({"submit_s": 10, "nodes": nodes, "run_s": 60, "request": "flexible"});
    let platform = json!({"preset": "das3", "parameters": {"clusters": part}});
    let trace = run_job(&platform, &job, &background, placement);
    allocated_nodes(&trace).into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect()
}

/// R3: Communication-Aware fills Amsterdam, `MultimediaN`, the Vrije Universiteit and then Leiden or Delft; Flexible Cluster
/// Minimization goes where most is idle, Delft with its slow links first.
#[test]
fn links_decide_the_order_of_clusters() {
    let list = |expected: [(&str, u32); 4]| -> Vec<(String, u32)> {
        expected.iter().filter(|pair| pair.1 > 0).map(|&(name, nodes)| (name.to_owned(), nodes)).collect()
    };
    // Idle: VU 10, UvA 41, MMN 46, Leiden 32.
    let place = |placement: &str| place_on_das3("without-delft", [75, 0, 0, 0], 100, placement);
    assert_eq!(place("communication-aware"), list([("VU", 10), ("UvA", 41), ("MMN", 46), ("Leiden", 3)]));
    assert_eq!(
        place("flexible-cluster-minimization"),
        list([("VU", 0), ("UvA", 41), ("MMN", 46), ("Leiden", 13)])
    );
    // Idle: VU 20, UvA 25, Delft 60, MMN 30.
    let place = |placement: &str| place_on_das3("without-leiden", [65, 16, 8, 16], 64, placement);
    assert_eq!(place("communication-aware"), list([("VU", 9), ("UvA", 25), ("Delft", 0), ("MMN", 30)]));
    assert_eq!(
        place("flexible-cluster-minimization"),
        list([("VU", 0), ("UvA", 0), ("Delft", 60), ("MMN", 4)])
    );
}

/// R6: placement to start takes 10 s, on one cluster and on several; the nodes are held.
#[test]
fn starting_takes_ten_seconds() {
    let cluster = |name: &str| json!({"name": name, "nodes": 16});
    let platform = json!({"clusters": [cluster("A"), cluster("B")]});
    for nodes in [8, 32] {
        let job = json!({"nodes": nodes, "run_s": 60, "request": "flexible"});
        let trace = run_job(&platform, &job, &json!([]), "flexible-cluster-minimization");
        let table = &trace.subjects;
        assert_eq!(table.start[0] - table.sent_time(0), Span::from_seconds(10.0));
        let first = trace.intervals.start.iter().min().copied();
        assert_eq!(first, Some(table.sent_time(0)), "the nodes are held from the placement on");
        assert_eq!(table.end[0] - table.start[0], Span::from_seconds(60.0));
    }
}
