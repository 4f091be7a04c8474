//! Tests of the gallery's scenarios: each is valid, runs to its end, and its results match its question.

use ganttlet_document::{Files, build, read};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report;
use ganttlet_sim::system::Budget;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const GALLERY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/gallery");

fn entries() -> Vec<Value> {
    let text = fs::read_to_string(format!("{GALLERY}/index.json")).expect("an index");
    let index: Value = serde_json::from_str(&text).expect("JSON");
    index["examples"].as_array().expect("examples").clone()
}

fn word<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().expect("a text")
}

fn scenario(id: &str) -> ganttlet_document::Scenario {
    let text = fs::read_to_string(format!("{GALLERY}/{id}.json")).expect("a scenario of the index");
    let reading = read(&text);
    assert!(reading.diagnostics.is_empty(), "{id}: {:?}", reading.diagnostics);
    reading.scenario.expect("a scenario without errors")
}

/// The space beside the chart, in the plots and in the overview is limited to a few words.
#[test]
fn names_of_variants_are_short() {
    for entry in entries() {
        let id = word(&entry, "id");
        for name in scenario(id).variant_names() {
            assert!(name.chars().count() <= 32, "{id}: {name}");
        }
    }
}

/// The values of a metric, one per variant; with `worst`, its largest value instead of the mean.
fn values(id: &str, measure: &str, worst: bool) -> Vec<f64> {
    values_of(id, &scenario(id), measure, worst)
}

fn values_of(id: &str, scenario: &ganttlet_document::Scenario, measure: &str, worst: bool) -> Vec<f64> {
    (0..scenario.variants.len())
        .map(|variant| {
            let mut built = build(scenario, variant, &Files::new(), 0).expect("a run");
            assert!(built.diagnostics.is_empty(), "{id}: {:?}", built.diagnostics);
            let progress = built.run.advance(Budget::ALL);
            let report = report::report(
                built.run.trace(),
                built.accepts,
                (&[measure], &scenario.measure_settings),
                &Scope::ALL,
                progress.done,
            );
            assert!(report.complete || scenario.horizon_s.is_some(), "{id} {variant}: not all ends");
            let row = &report.rows[0];
            match (&row.statistics, worst) {
                (Some(statistics), true) => statistics.max,
                _ => row.value.expect("a value"),
            }
        })
        .collect()
}

#[test]
fn every_scenario_is_in_the_index_and_runs_to_its_end() {
    let mut ids = BTreeSet::new();
    for entry in entries() {
        let id = word(&entry, "id").to_owned();
        assert!(word(&entry, "question").ends_with('?'), "{id} asks nothing");
        let scenario = scenario(&id);
        assert_eq!(scenario.name, word(&entry, "title"), "{id}");
        assert!(scenario.variants.len() > 1, "{id} compares nothing");
        let ends = values(&id, "makespan", false);
        assert!(ends.iter().all(|&end| end > 0.0), "{id}: {ends:?}");
        ids.insert(format!("{id}.json"));
    }
    let files =
        fs::read_dir(GALLERY).expect("a folder").filter_map(|file| file.ok()?.file_name().into_string().ok());
    let files: BTreeSet<String> = files.filter(|name| name != "index.json").collect();
    assert_eq!(files, ids, "files and index differ");
}

/// The results in the first view match its question.
#[test]
fn backfilling_halves_the_wait_in_the_first_view() {
    let waits = values("fcfs-vs-easy", "wait", false);
    assert!(waits[0] > 2.0 * waits[1], "{waits:?}");
    let ends = values("fcfs-vs-easy", "makespan", false);
    assert!((5_000.0..6_500.0).contains(&(ends[0] - ends[1])), "an hour and a half: {ends:?}");
}

#[test]
fn questions_about_batch_queues_match_the_runs() {
    let promises = values("easy-vs-conservative", "wait", false);
    let longest = values("easy-vs-conservative", "wait", true);
    assert!(promises[0] < 0.9 * promises[1] && longest[0] > 1.1 * longest[1], "{promises:?} {longest:?}");
    let starving = (values("sjf-starvation", "wait", false), values("sjf-starvation", "wait", true));
    assert!(starving.0[0] > 4.5 * starving.0[1] && starving.1[0] < 0.7 * starving.1[1], "{starving:?}");
    let estimates = values("estimates-matter", "wait", false);
    assert!(estimates[0] > 1.2 * estimates[1], "{estimates:?}");
    let lublin = values("lublin-easy-sjbf", "bounded-slowdown", false);
    assert!(lublin[0] > 2.0 * lublin[1], "{lublin:?}");
    let routing = values("das2-routing", "wait", false);
    assert!(routing[0] > 2.0 * routing[2] && routing[1] > routing[2], "{routing:?}");
    let speeds = values("das3-speeds", "response", false);
    assert!(speeds[0] > 1.05 * speeds[1], "{speeds:?}");
    let known = values("das3-predictions", "wait", false);
    assert!(known[1] > 1.2 * known[0] && known[2] > 1.2 * known[1], "{known:?}");
    // Theory: 0.8 / (1 - 0.8) mean runtimes of 60 s.
    let server = values("one-server", "wait", false);
    assert!((server[0] / 240.0 - 1.0).abs() < 0.1 && server[1] < 0.6 * server[0], "{server:?}");
    let mosaic = values("das3-montage", "workflow-makespan", false);
    assert!(mosaic[0] > 1.25 * mosaic[1], "{mosaic:?}");
    let data = values("das3-cybershake", "workflow-makespan", false);
    assert!(data[0] > 1.15 * data[1] && data[1] > 1.15 * data[2], "{data:?}");
    let stream = values("das3-stream", "workflow-makespan", false);
    assert!(stream[0] > 1.3 * stream[1] && stream[1] > stream[2], "{stream:?}");
    let files = values("random-graph", "workflow-makespan", false);
    assert!(files[1] > 1.5 * files[0] && files[0] > files[2], "{files:?}");
}

/// The questions about a KOALA grid: co-allocation pays off with little communication; it shortens waits in a busy
/// grid; equal shares of each cluster are fair to scavenging applications.
#[test]
fn questions_about_a_grid_match_the_runs() {
    let spread = values("das3-co-allocation", "response", false);
    assert!(spread[1] < 0.97 * spread[0] && spread[2] < 0.97 * spread[0], "{spread:?}");
    let mixed = values("das3-mixed", "wait", false);
    assert!(mixed[0] > 1.3 * mixed[1], "{mixed:?}");
    for shown in ["co-allocated-jobs", "manager-activity", "local-wait", "sweep-throughput", "preemptions"] {
        assert!(values("das3-mixed", shown, false)[1] > 0.0, "{shown}");
    }
    let flows = values("das3-flows", "workflow-makespan", false);
    assert!(flows[0] > 1.3 * flows[1], "{flows:?}");
    let moved = values("das3-flows", "transfers", false);
    assert!(moved[0] > 10.0 * moved[1], "{moved:?}");
    let shares = values("das3-scavengers", "fairness", false);
    assert!(shares[0] < 0.98 && shares[1] > 0.999, "{shares:?}");
}

/// The questions about opportunistic pools: fewer workers need little more time; a policy that knows speeds is not
/// slower; flocking helps, and so does releasing idle workers.
#[test]
fn questions_about_pools_match_the_runs() {
    let (workers, times) = (
        values("pool-thinning", "average-workers", false),
        values("pool-thinning", "application-time", false),
    );
    assert!(workers[1] < 0.7 * workers[0] && times[1] < 1.15 * times[0], "{workers:?} {times:?}");
    let efficiency = values("pool-thinning", "efficiency", false);
    assert!(efficiency[0] < 0.5 && efficiency[1] > 0.8, "{efficiency:?}");
    let speeds = values("pool-mixed-speeds", "application-time", false);
    assert!(speeds[1] < speeds[0], "{speeds:?}");
    let users = values("pool-users", "application-time", false);
    assert!(users[1] < 0.9 * users[0] && users[2] < 0.9 * users[1], "{users:?}");
}

/// With one second of notice, the slow launcher requests too late; hosts that it keeps are wasted.
#[test]
fn a_slow_launcher_needs_more_hosts() {
    assert_eq!(values("slow-launcher", "late-requests", false), [0.0, 1.0, 0.0]);
    assert_eq!(values("slow-launcher", "waste", false), [80.0, 16.0, 0.0]);
    assert_eq!(values("slow-launcher", "response", false), [22.25, 20.5, 18.25]);
}

/// Views need far fewer configurations and manager operations than lists, but transfer more bytes.
#[test]
fn views_need_fewer_configurations_than_lists() {
    let pair = |measure: &str| <[f64; 2]>::try_from(values("views-or-lists", measure, false)).expect("two");
    let [views, lists] = pair("configurations");
    assert!(10.0 * views < lists, "{views} and {lists} configurations");
    let [views, lists] = pair("manager-operations");
    assert!(2.0 * views < lists, "{views} and {lists} operations");
    let [views, lists] = pair("bytes");
    assert!(views > 2.0 * lists, "{views} and {lists} MB");
}

/// In bag order, most bags end much earlier than if the largest task is always next.
#[test]
fn bag_order_shortens_small_bags() {
    let makespans = values("bags-whom-first", "bag-makespan", false);
    assert!(2.0 * makespans[1] < makespans[0], "{makespans:?}");
    let lengths = values("bags-whom-first", "bag-nsl", false);
    assert!(3.0 * lengths[1] < lengths[0], "{lengths:?}");
}

/// Users restricted to their clusters wait longest; longest-first is not slower than arbitrary order; replicas of long
/// tasks cost time.
#[test]
fn selection_and_placement_matter_to_bags() {
    let who = values("bags-who-decides", "bag-makespan", false);
    assert!(2.0 * who[0] < who[2] && 2.0 * who[2] < who[1], "{who:?}");
    let which = values("bags-which-processor", "bag-makespan", false);
    assert!(which[1] < which[0] && 1.1 * which[0] < which[2], "{which:?}");
    let copies = values("bags-which-processor", "copies-per-task", false);
    assert!(copies[0] == 0.0 && copies[1] == 0.0 && copies[2] > 0.0, "{copies:?}");
}

/// Predicted runtimes of local jobs are worth less than actual ones; throttling of tasks avoids overloaded head nodes.
#[test]
fn local_jobs_and_head_nodes_matter_to_workflows() {
    let beside = values("workflows-beside-jobs", "workflow-makespan", false);
    assert!(1.1 * beside[0] < beside[1] && beside[1] < beside[2], "{beside:?}");
    let heads = values("head-nodes", "workflow-makespan", false);
    assert!(1.1 * heads[1] < heads[0], "{heads:?}");
    assert!(values("head-nodes", "hold-time", false)[1] > 0.0);
}

/// The more similar the jobs, the more accurate the prediction; the mean of all jobs is the worst.
#[test]
fn predictions_from_similar_jobs_are_best() {
    let alike = values("which-jobs-alike", "run-time-accuracy", false);
    assert!(alike[3] > alike[2] && alike[2] > alike[0], "{alike:?}");
    let ways = values("mean-or-last", "run-time-accuracy", false);
    assert!(ways[1..].iter().all(|&way| way > ways[0]), "{ways:?}");
}
