//! Bounds, optima and certificates on the command line.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the command in the repository.
fn ganttlet(arguments: &[&str]) -> Output {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(repository).output().expect("the program runs")
}

/// The JSON output of a successful run.
fn run_json(arguments: &[&str]) -> Value {
    let output = ganttlet(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Writes a file into the folder of these tests; returns its path.
fn scratch(name: &str, content: &str) -> String {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a scratch file");
    path.to_string_lossy().into_owned()
}

const THREE_WIDE_JOBS: &str = "crate/cli/tests/optimum/three-wide-jobs.json";
const FOURTEEN_JOBS: &str = "crate/cli/tests/optimum/fourteen-jobs.json";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

fn assert_near(value: &Value, wanted: f64, tolerance: f64) {
    assert!((number(value) - wanted).abs() <= tolerance, "{value} is not {wanted}");
}

/// The mean waits of the variants in minutes, their minimum in seconds, and the minimum makespan in minutes.
fn check_board(file: &str, waits: [f64; 4], mean_wait_s: f64, makespan_min: f64) {
    let flow = run_json(&["optimum", file, "--objective", "flow", "--json"]);
    assert_eq!((&flow["status"], &flow["problem"]), (&json!("proven"), &json!("R")));
    assert_near(&flow["best"]["mean_wait_s"], mean_wait_s, 0.001);
    let variants = flow["variants"].as_array().expect("a list");
    for (variant, wanted) in variants.iter().zip(waits) {
        assert_near(&json!(number(&variant["mean_wait_s"]) / 60.0), wanted, 0.006);
        assert!(number(&variant["gap_pct"]) > 0.0);
    }
    let makespan = run_json(&["optimum", file, "--json"]);
    assert_eq!(makespan["status"], "proven");
    assert_near(&makespan["best"]["value_s"], 60.0 * makespan_min, 0.001);
    for bound in makespan["bounds"].as_array().expect("a list") {
        assert!(number(&bound["value_s"]) <= 60.0 * makespan_min);
    }
    // The simulator repeats the schedules.
    assert_eq!(flow["certificate"]["digest"].as_str().map(str::len), Some(16));
    assert_eq!(makespan["certificate"]["digest"].as_str().map(str::len), Some(16));
}

#[test]
fn twelve_jobs_wait_at_least_20_minutes_50_seconds() {
    check_board(THREE_WIDE_JOBS, [61.83, 33.0, 42.25, 33.42], 1250.0, 189.0);
}

#[test]
fn fourteen_jobs_wait_at_least_60_minutes_12_seconds() {
    check_board(FOURTEEN_JOBS, [112.57, 72.71, 90.43, 74.0], 3612.857, 275.0);
}

#[test]
fn bounds_have_formulas_sources_and_reasons() {
    let output = ganttlet(&["optimum", THREE_WIDE_JOBS, "--bounds-only"]);
    let printed = text(&output);
    assert!(output.status.success());
    assert!(printed.contains("Lower bounds of the makespan of 12 jobs"), "{printed}");
    assert!(printed.contains("preemptive") && printed.contains("McNaughton 1959; Horn 1974"), "{printed}");
    assert!(printed.contains("EASY") && printed.contains("at most 36.7 % above the optimum"), "{printed}");
    assert!(!printed.contains("Proven"), "{printed}");
    let flow = text(&ganttlet(&["optimum", THREE_WIDE_JOBS, "--objective", "flow"]));
    assert!(flow.contains("Proven: no schedule has a total response time below 11:40:00"), "{flow}");
    assert!(flow.contains("20.9 % above the optimum"), "{flow}");
}

#[test]
fn certificates_are_verified_and_changed_ones_refused() {
    let path = scratch("three-wide-jobs.certificate.json", "");
    assert!(ganttlet(&["optimum", THREE_WIDE_JOBS, "--objective", "flow", "-o", &path]).status.success());
    let valid = ganttlet(&["verify", &path, THREE_WIDE_JOBS, "--repeat"]);
    assert!(valid.status.success(), "{}", text(&valid));
    assert!(text(&valid).starts_with("Valid: total response time 42000000000 us, proven optimal"));
    let document = run_json(&["verify", &path, THREE_WIDE_JOBS, "--json"]);
    assert_eq!((&document["valid"], &document["status"]), (&json!(true), &json!("proven")));
    let refused = |name: &str, change: &dyn Fn(&mut Value)| {
        let written = std::fs::read_to_string(&path).expect("a certificate");
        let mut certificate: Value = serde_json::from_str(&written).expect("JSON");
        change(&mut certificate);
        let changed = scratch(name, &certificate.to_string());
        let output = ganttlet(&["verify", &changed, THREE_WIDE_JOBS, "--repeat"]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        text(&output)
    };
    let value = refused("value.json", &|c| c["value"] = json!(41_000_000_000_i64));
    assert!(value.contains("the schedule has the value 42000000000"), "{value}");
    let trail = refused("trail.json", &|c| c["search"]["trail"] = json!("0000000000000000"));
    assert!(trail.contains("the repeated search visits other nodes"), "{trail}");
    let digest = refused("digest.json", &|c| c["digest"] = json!("0000000000000000"));
    assert!(digest.contains("another digest"), "{digest}");
    let other = ganttlet(&["verify", &path, FOURTEEN_JOBS]);
    assert_eq!(other.status.code(), Some(1));
    assert!(text(&other).contains("other jobs or another platform"), "{}", text(&other));
    let none = ganttlet(&["verify", THREE_WIDE_JOBS, THREE_WIDE_JOBS]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn a_stopped_search_leaves_a_valid_gap() {
    let arguments =
        ["optimum", FOURTEEN_JOBS, "--objective", "flow", "--nodes", "50", "--evaluations", "0", "--json"];
    let document = run_json(&arguments);
    assert_eq!((&document["status"], &document["nodes"]), (&json!("best-known"), &json!(50)));
    let (lower, best) = (number(&document["lower_s"]), number(&document["best"]["value_s"]));
    assert!(lower <= 79_980.0 && 79_980.0 <= best, "{lower} {best}");
}

fn scenario(jobs: &Value, system: &Value) -> Value {
    json!({
        "version": 1,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": jobs}],
        "system": system,
    })
}

/// Bounds depend on executed runtimes, which estimates change only if they kill jobs.
#[test]
fn estimates_do_not_change_bounds_unless_they_kill_jobs() {
    let lower = |name: &str, estimates: Value, kills: bool| {
        let jobs =
            json!({"submit_s": [0, 1, 2], "run_s": [10, 3, 4], "nodes": [2, 4, 3], "estimate_s": estimates});
        let system = json!({"kind": "batch", "parameters": {"kill_at_estimate": kills}});
        let path = scratch(name, &scenario(&jobs, &system).to_string());
        number(&run_json(&["optimum", &path, "--bounds-only", "--json"])["lower_s"])
    };
    let exact = lower("exact.json", json!([10, 3, 4]), true);
    assert!((exact - lower("long.json", json!([99, 30, 5]), true)).abs() < 1e-9);
    assert!((exact - lower("short.json", json!([5, 3, 4]), false)).abs() < 1e-9);
    assert!(exact > lower("killed.json", json!([5, 3, 4]), true));
}

#[test]
fn scenarios_without_bounds_are_refused_with_the_reason() {
    let jobs = json!({"submit_s": [0], "run_s": [10], "nodes": [2]});
    let mut cut = scenario(&jobs, &json!({"kind": "batch"}));
    cut["horizon_s"] = json!(5);
    let path = scratch("horizon.json", &cut.to_string());
    let output = ganttlet(&["optimum", &path]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("no bounds for") && error.contains("horizon"), "{error}");
    let output = ganttlet(&["optimum", "static/gallery/das3-scavengers.json", "--bounds-only"]);
    assert_eq!(output.status.code(), Some(2));
}

/// Workflows, bags and several clusters: no run is below a bound.
#[test]
fn runs_of_examples_are_not_below_their_bounds() {
    for file in ["random-graph", "bags-which-processor", "das2-routing", "sjf-starvation"] {
        let path = format!("static/gallery/{file}.json");
        let document = run_json(&["optimum", &path, "--bounds-only", "--json"]);
        let lower = number(&document["lower_s"]);
        assert!(lower > 0.0, "{file}");
        for variant in document["variants"].as_array().expect("a list") {
            assert!(number(&variant["value_s"]) >= lower, "{file}: {variant}");
        }
    }
}
