//! Tests of the command line: real arguments, exit status, both outputs.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn ganttlet(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(repository()).output().expect("the program runs")
}

fn run_json(arguments: &[&str]) -> Value {
    let output = ganttlet(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn run_error(arguments: &[&str]) -> String {
    let output = ganttlet(arguments);
    assert!(!output.status.success(), "{arguments:?} is refused");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const LOG: &str = "static/example/lublin-256-1000.swf";

/// A file in a folder of this test's own.
fn scratch(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a scratch file");
    path
}

#[test]
fn a_log_gives_digest_metrics_and_diagnostics() {
    let printed = run_json(&["run", LOG, "--json"]);
    assert_eq!(printed["digest"].as_str().map(str::len), Some(16));
    assert!(printed["metrics"]["wait"]["value"].as_f64().is_some_and(|wait| wait >= 0.0));
    assert!(printed["diagnostics"].is_array());
    assert_eq!(printed["complete"], Value::Bool(true));
    // Another policy, another schedule; the same policy, the same schedule.
    let fcfs = run_json(&["run", LOG, "--json", "--policy", "fcfs"]);
    assert_ne!(fcfs["digest"], printed["digest"]);
    assert_eq!(run_json(&["run", LOG, "--json", "--policy", "easy"])["digest"], printed["digest"]);
}

#[test]
fn custom_policy_values_that_are_not_numbers_are_reported() {
    let scenario = serde_json::json!({
        "version": 1,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": {"submit_s": [0, 0], "run_s": [10, 10], "nodes": [3, 2]}}],
        "system": {"kind": "batch", "policies": {"local": "written"}, "parameters": {"queue_rank": "Mine: 0 / 0"}},
    });
    let path = scratch("not-a-number.json", &scenario.to_string());
    let path = path.to_string_lossy();
    let sentence = "run of Mine: the rank in the queue (0 / 0) is not a number for 2 of 2 jobs; the order of arrival is used";
    assert_eq!(run_json(&["run", &path, "--json"])["diagnostics"][0]["message"], sentence);
    let output = ganttlet(&["run", &path]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains(sentence));
}

#[test]
fn the_schedule_can_be_written_and_drawn() {
    let (csv, svg) = (scratch("jobs.csv", ""), scratch("schedule.svg", ""));
    let (csv, svg) = (csv.to_string_lossy().into_owned(), svg.to_string_lossy().into_owned());
    run_json(&["run", LOG, "--processors", "300", "--jobs", &csv, "--svg", &svg, "--json"]);
    let text = std::fs::read_to_string(csv).expect("a table");
    let header = text.lines().next().expect("a header");
    for column in
        ["id", "user", "submit_s", "start_s", "finish_s", "estimate_s", "slowdown", "processors", "nodes"]
    {
        assert!(header.split(',').any(|name| name == column), "{column} is missing in {header}");
    }
    assert_eq!(text.lines().count(), 1001);
    assert!(std::fs::read_to_string(svg).expect("a drawing").starts_with("<svg"));
}

#[test]
fn drawings_show_transfers() {
    let drawn = |id: &str| {
        let (from, to) = (format!("static/gallery/{id}.json"), scratch(&format!("{id}.svg"), ""));
        run_json(&["run", &from, "--svg", &to.to_string_lossy(), "--json"]);
        std::fs::read_to_string(to).expect("a drawing")
    };
    // The file that the critical path waited for longest, and lines from task to task of that path.
    let montage = drawn("das3-montage");
    assert!(montage.contains(">181 MB, Delft to MMN: 18.1 s</text>"), "no file is told of");
    assert!(montage.contains("<path fill=\"none\" stroke=\"#1b1d21\" d=\"M"), "no path is drawn");
    // Messages in the colours of the clusters they come from.
    let messages = drawn("das2-wavefront").matches("height=\"2\" fill=\"#").count();
    assert!(messages > 100, "{messages} messages");
}

#[test]
fn a_schedule_is_a_log_that_can_be_run_again() {
    let (log, steps) = (scratch("schedule.swf", ""), scratch("steps.csv", ""));
    let (log, steps) = (log.to_string_lossy().into_owned(), steps.to_string_lossy().into_owned());
    let tables = [format!("swf={log}"), format!("series={steps}")];
    let first = run_json(&[
        "run",
        LOG,
        "--processors",
        "300",
        "--table",
        &tables[0],
        "--table",
        &tables[1],
        "--json",
    ]);
    let again = run_json(&["run", &log, "--json"]);
    assert_eq!(again["digest"], first["digest"]);
    let text = std::fs::read_to_string(steps).expect("a table");
    assert!(text.starts_with("time_s,queued,running,busy_nodes\r\n"), "{text}");
    assert!(text.ends_with(",0,0,0\r\n"), "at the end nobody waits or runs");
}

/// The table of a schedule in Parquet is a table of jobs: its columns are guessed, or chosen by a mapping.
#[test]
fn a_schedule_in_parquet_is_a_table_of_jobs() {
    let scenario = r#"{"version": 1, "platform": {"clusters": [{"name": "A", "nodes": 4}]},
        "workload": [{"jobs": {"submit_s": [0, 10, 20.5], "run_s": [100, 40, 7.25], "nodes": [3, 4, 1],
        "estimate_s": [120, 60, 60], "user": [1, 2, 1]}}], "system": {"kind": "batch"}}"#;
    let input = scratch("typed.json", scenario).to_string_lossy().into_owned();
    let table = scratch("typed.parquet", "").to_string_lossy().into_owned();
    run_json(&["run", &input, "--table", &format!("jobs={table}"), "--json"]);
    let inspect = |arguments: &[&str]| -> serde_json::Value {
        let output = ganttlet(&[&["inspect", "--json"], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("a document")
    };
    let found = inspect(&[&table]);
    assert_eq!(
        (&found["format"]["id"], &found["read"], &found["skipped"]),
        (&"table".into(), &3.into(), &0.into())
    );
    let columns = found["columns"]["columns"].as_array().expect("a mapping");
    let meaning = |column: &str| {
        columns
            .iter()
            .find(|row| row["column"] == column)
            .map(|row| row["meaning"].as_str().unwrap_or_default())
    };
    for (column, expected) in [
        ("submit_s", "submit"),
        ("start_s", "start"),
        ("run_s", "run"),
        ("processors", "processors"),
        ("user", "user"),
    ] {
        assert_eq!(meaning(column), Some(expected), "{columns:?}");
    }
    assert_eq!(meaning("nodes"), None, "the names of nodes are no number of nodes");
    let mapping = scratch("typed-mapping.json", &found["columns"].to_string()).to_string_lossy().into_owned();
    let chosen = inspect(&[&table, "--columns", &mapping]);
    assert_eq!(chosen["summary"], found["summary"]);
    let first = run_json(&["run", &input, "--json"]);
    let again = run_json(&["run", &table, "--columns", &mapping, "--processors", "4", "--json"]);
    assert_eq!(again["digest"], first["digest"]);
}

#[test]
fn schedules_are_exported_for_other_tools() {
    let scenario = r#"{"version": 1, "platform": {"clusters": [{"name": "A", "nodes": 3}]},
        "workload": [{"jobs": {"submit_s": [0, 1, 2], "run_s": [10, 4, 4.5], "nodes": [2, 2, 1]}}],
        "system": {"kind": "batch"}}"#;
    let input = scratch("for-tools.json", scenario).to_string_lossy().into_owned();
    let export = |id: &str| {
        let file = scratch(&format!("for-tools.{id}"), "");
        run_json(&["run", &input, "--table", &format!("{id}={}", file.display()), "--json"]);
        std::fs::read_to_string(file).expect("an export")
    };
    let expected = "\
job_id,workload_name,submission_time,requested_number_of_resources,requested_time,success,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,consumed_energy,allocated_resources
1,w0,0.000000,2,10.000000,1,0.000000,10.000000,10.000000,0.000000,10.000000,1.000000,-1,0-1
2,w0,1.000000,2,4.000000,1,10.000000,4.000000,14.000000,9.000000,13.000000,3.250000,-1,0-1
3,w0,2.000000,1,4.500000,1,2.000000,4.500000,6.500000,0.000000,4.500000,1.000000,-1,2
";
    assert_eq!(export("batsim-jobs"), expected);
    let expected = "\
consumed_joules,makespan,max_slowdown,max_turnaround_time,max_waiting_time,mean_slowdown,mean_turnaround_time,mean_waiting_time,nb_computing_machines,nb_jobs,nb_jobs_finished,nb_jobs_killed,nb_jobs_success,scheduling_time,simulation_time,success_rate,time_computing,time_idle,time_sleeping,time_switching_off,time_switching_on
-1,14.000000,3.250000,13.000000,9.000000,1.750000,9.166667,3.000000,3,3,3,0,3,-1,-1,1.000000,32.500000,9.500000,0.000000,0.000000,0.000000
";
    assert_eq!(export("batsim-schedule"), expected);
    let trace: Value = serde_json::from_str(&export("chrome-trace")).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("a list");
    let bars: Vec<_> = events.iter().filter(|event| event["ph"] == "X").collect();
    assert_eq!(bars.len(), 3);
    assert_eq!((&bars[1]["ts"], &bars[1]["dur"]), (&Value::from(2_000_000), &Value::from(4_500_000)));
    let told = run_error(&["run", &input, "--table", "perfetto=x"]);
    assert!(told.contains("series, swf, paje, batsim-jobs, batsim-schedule, chrome-trace"), "{told}");
}

#[test]
fn rounds_of_applications_can_be_written() {
    let scenario = r#"{"version": 1, "platform": {"clusters": [{"name": "Pool", "nodes": 4}]},
        "workload": [{"applications": [{"tasks_s": [8, 5, 5, 4, 3, 2, 1, 1], "iterations": 2}]}],
        "system": {"kind": "opportunistic"}}"#;
    let (input, csv) = (scratch("pool.json", scenario), scratch("rounds.csv", ""));
    let (input, csv) = (input.to_string_lossy().into_owned(), csv.to_string_lossy().into_owned());
    let printed = run_json(&["run", &input, "--table", &format!("rounds={csv}"), "--json"]);
    assert_eq!(printed["metrics"]["application-time"]["value"], 16.0);
    assert_eq!(printed["metrics"]["efficiency"]["value"], 29.0 / 32.0);
    assert_eq!(printed["metrics"]["perfect-number"]["value"], 4.0);
    let text = std::fs::read_to_string(csv).expect("a table");
    let finish = |line: &str| line.split(',').nth(5).map(str::to_owned);
    assert_eq!(
        text.lines().map(finish).collect::<Vec<_>>(),
        ["finish_s", "8", "16"].map(|it| Some(it.to_owned()))
    );
}

/// Costs are kept with the reasons of decisions: who asks for their table gets them. Nodes that are kept leave nothing open.
#[test]
fn costs_of_placements_can_be_written() {
    let scenario = r#"{"version": 1, "platform": {"clusters": [{"name": "A", "nodes": 2}, {"name": "B", "nodes": 2}]},
        "workload": [{"hoc_workflows": [{"hocs": [{"pattern": "pipeline", "units": 3, "messages": 2, "message_mb": 1}]}]}],
        "system": {"kind": "koala", "parameters": {"reuse": "resources"}}}"#;
    let (input, csv) = (scratch("components.json", scenario), scratch("costs.csv", ""));
    let (input, csv) = (input.to_string_lossy().into_owned(), csv.to_string_lossy().into_owned());
    let printed = run_json(&["run", &input, "--table", &format!("component-costs={csv}"), "--json"]);
    assert_eq!(printed["complete"], true);
    let text = std::fs::read_to_string(csv).expect("a table");
    let cell = |line: &str| line.split(',').skip(4).take(2).map(str::to_owned).collect::<Vec<_>>().join(" ");
    let told: Vec<String> = text.lines().skip(1).map(cell).collect();
    assert_eq!(told, ["1 A", "1 B", "2 A", "2 B", "3 B"]);
}

#[test]
fn parameters_are_set_in_their_places() {
    let printed = run_json(&[
        "run",
        LOG,
        "--json",
        "--set",
        "estimates=exact",
        "--set",
        "first_jobs=10",
        "--seed",
        "5",
    ]);
    assert_eq!(printed["scenario"]["system"]["parameters"]["estimates"], "exact");
    assert_eq!(printed["scenario"]["workload"][0]["parameters"]["first_jobs"], 10);
    assert_eq!((&printed["scenario"]["seed"], &printed["subjects"]), (&Value::from(5), &Value::from(10)));
}

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

/// Without other settings, the sites of the log are the clusters, each with the nodes that the log shows; settings for
/// homes are followed.
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

#[test]
fn measures_have_parameters() {
    let slowdown = |threshold: &str| {
        let printed = run_json(&["run", LOG, "--json", "--set", threshold]);
        printed["metrics"]["bounded-slowdown"]["value"].as_f64().expect("a value")
    };
    assert!(slowdown("threshold_s=600") < slowdown("threshold_s=10"));
}

#[test]
fn a_scenario_of_the_gallery_is_compared_side_by_side() {
    let output = ganttlet(&["run", "static/gallery/fcfs-vs-easy.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("FCFS") && text.contains("EASY"), "{text}");
}

#[test]
fn a_grid_with_every_kind_of_job_is_run() {
    let golden = "crate/document/tests/golden/scenario-v1-koala.json";
    let printed =
        run_json(&["run", golden, "--json", "--policy", "sjf", "--set", "startup_s=0", "--set", "jobs=30"]);
    let scenario = &printed["scenario"];
    assert_eq!(scenario["system"]["policies"]["local"], "sjf");
    assert_eq!(scenario["system"]["parameters"]["startup_s"], 0);
    // The model is in the background, and its jobs come past the grid.
    assert_eq!(scenario["background"][1]["parameters"]["jobs"], 30);
    assert_eq!(printed["complete"], Value::Bool(true));
    let catalog = run_json(&["catalog", "koala", "--json"]);
    assert_eq!(catalog["entries"][0]["accepts"], "grid-jobs");
    let pool = run_json(&["catalog", "opportunistic", "--json"]);
    assert_eq!(pool["entries"][0]["beside"], serde_json::json!(["absences"]));
}

#[test]
fn task_times_run_on_a_pool_of_machines() {
    let table = scratch("times.csv", "iteration,task 1,task 2,task 3\n1,8,5,1\n2,8,,2\n");
    let table = table.to_string_lossy();
    let printed = run_json(&["run", &table, "--json", "--set", "reference_kflops=0", "--set", "losses=no"]);
    let scenario = &printed["scenario"];
    assert_eq!(scenario["system"]["kind"], "opportunistic");
    assert_eq!(scenario["platform"]["preset"], "opportunistic-pool");
    // As many machines as the widest batch has tasks: two batches of eight seconds each.
    assert_eq!(scenario["platform"]["parameters"]["machines"], 3);
    assert_eq!(
        (&printed["complete"], printed["metrics"]["makespan"]["value"].as_f64()),
        (&Value::Bool(true), Some(16.0))
    );
    let fixed = run_json(&[
        "run",
        &table,
        "--json",
        "--policy",
        "fixed",
        "--set",
        "workers=2",
        "--platform",
        "wisconsin-20",
    ]);
    assert_eq!(fixed["scenario"]["system"]["policies"]["sizing"], "fixed");
    assert_eq!(fixed["complete"], Value::Bool(true));
}

/// Machine absences are no workload, but background of a scenario.
#[test]
fn failure_traces_are_background() {
    let trace = "0 0 0 1 n0 1 0 10\n1 0 0 1 n0 0 10 45\n2 0 1 1 n1 1 0 60\n";
    let path = scratch("event_trace.tab", trace);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("event_trace.tab: this file contains machine absences, not work"), "{printed}");
    assert!(printed.contains("Write a scenario with the file in its \"background\"."), "{printed}");
    let sha256 = ganttlet_document::sha256(trace.as_bytes());
    let file = serde_json::json!({"name": "event_trace.tab", "sha256": sha256, "format": "event-trace"});
    let scenario = serde_json::json!({
        "version": 1,
        "platform": {"clusters": [{"machines": [{}, {}]}]},
        "workload": [{"applications": [{"tasks_s": [30, 20]}]}],
        "background": [{"file": file}],
        "system": {"kind": "opportunistic", "parameters": {"suspend_limit_s": 0}},
    });
    let path = scratch("away.json", &scenario.to_string());
    let printed = run_json(&["run", &path.to_string_lossy(), "--json"]);
    // The longer task loses its machine after ten seconds, and goes to the other one when that is done.
    assert_eq!(printed["metrics"]["makespan"]["value"].as_f64(), Some(50.0));
    assert_eq!(printed["diagnostics"].as_array().map(Vec::len), Some(0), "{printed}");
}

#[test]
fn mistakes_get_a_sentence_and_a_status() {
    let cases = [
        (vec!["run", "no-such-file.swf"], "cannot read no-such-file.swf"),
        (vec!["run", LOG, "--policy", "esay"], "Did you mean easy?"),
        (vec!["run", LOG, "--policy", "heft"], "heft belongs to the system workflow"),
        (vec!["run", LOG, "--set", "estimtes=exact"], "Did you mean `estimates`?"),
        (vec!["run", LOG, "--set", "estimates"], "expected KEY=VALUE"),
        (vec!["run", LOG, "--set", "estimates=often"], "/system/parameters/estimates"),
        (vec!["run", LOG, "--platform", "das9"], "neither a preset nor a file"),
        (vec!["run", LOG, "--processors", "0"], "/platform/parameters/nodes"),
        (vec!["run", LOG, "--jobs", "/no/such/folder/jobs.csv"], "cannot write"),
        (vec!["catalog", "nothing-of-this-name"], "no catalog entry matches"),
    ];
    for (arguments, expected) in cases {
        let printed = run_error(&arguments);
        assert!(printed.contains(expected), "{arguments:?} says\n{printed}instead of\n{expected}");
    }
}

#[test]
fn unknown_files_are_refused() {
    for (name, content, expected) in [
        ("table.txt", "# a b c d\n1 2 3 4\n2 3 4 5\n", "4 columns"),
        ("page.html", "<!DOCTYPE html><html><body>404</body></html>", "HTML"),
        ("empty.swf", "", "empty"),
        ("circle.dax", CIRCLE, "circle"),
        ("broken.json", "{\"version\": 1,\n \"seed\": }", "broken.json:2"),
        ("wrong.json", r#"{"version": 1, "seed": -1}"#, "/seed"),
    ] {
        let path = scratch(name, content);
        let printed = run_error(&["run", &path.to_string_lossy()]);
        assert!(printed.contains(expected), "{name} says\n{printed}instead of\n{expected}");
    }
}

/// JSON of others is no scenario with mistakes.
#[test]
fn json_of_other_tools_is_called_by_its_name() {
    let path = scratch("dslab.json", r#"{"resources": [], "graph": {"tasks": []}, "events": []}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    let expected = ["DSLab", "which is not supported yet", "Supported: scenarios (JSON), logs"];
    assert!(expected.iter().all(|text| printed.contains(text)), "{printed}");
}

/// JSON is a scenario, unless it is a file of work.
#[test]
fn workflows_in_json_run() {
    let run = run_json(&["run", "static/example/epigenomics.json", "--json"]);
    assert!(run["digest"].is_string(), "{run}");
    let path =
        scratch("empty.json", r#"{"schemaVersion": "1.5", "workflow": {"specification": {"tasks": []}}}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("there is no task in the workflow"), "{printed}");
}

#[test]
fn a_workload_of_batsim_is_a_file_with_jobs() {
    let run = run_json(&["run", "static/example/batsim-100.json", "--json"]);
    assert!(run["digest"].is_string(), "{run}");
    let path = scratch("batsim.json", r#"{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0}], "profiles": {}}"#);
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(printed.contains("the workload contains no valid job"), "{printed}");
}

#[test]
fn a_byte_order_mark_does_no_harm() {
    let text =
        std::fs::read_to_string(repository().join("static/gallery/fcfs-vs-easy.json")).expect("an example");
    let path = scratch("marked.json", &format!("\u{feff}{text}"));
    let marked = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(marked["digest"], run_json(&["run", "static/gallery/fcfs-vs-easy.json", "--json"])["digest"]);
}

#[test]
fn duplicate_keys_are_reported() {
    let scenario = r#"{"version": 1, "seed": 1, "seed": 2, "platform": {"preset": "one-cluster"},
        "workload": [{"generator": "poisson", "parameters": {"jobs": 5}}], "system": {"kind": "batch"}}"#;
    let path = scratch("twice.json", scenario);
    let printed = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(printed["diagnostics"][0]["message"], "\"seed\" occurs twice; the last one is used");
}

/// `ganttlet catalog | head -1`
#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in
        [vec!["catalog"], vec!["schema"], vec!["reproduce"], vec!["run", LOG, "--json"], vec!["--help"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        command.args(&arguments).current_dir(repository()).stdout(writer);
        let output = command.stderr(std::process::Stdio::piped()).output().expect("the program runs");
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!printed.contains("panicked"), "{arguments:?} says\n{printed}");
        assert!(matches!(output.status.code(), Some(0 | 141)), "{arguments:?}: {}", output.status);
    }
}

/// One task needs more nodes than there are, another waits for it: what is left is not the workflow.
#[test]
fn a_workflow_that_lost_tasks_is_not_complete() {
    let workflow = r#"<adag><job id="a" name="p" runtime="1"/><job id="b" name="q" runtime="1" cores="3"/>
        <job id="c" name="r" runtime="1"/><child ref="c"><parent ref="b"/></child></adag>"#;
    let path = scratch("wide.dax", workflow);
    let arguments = ["run", &path.to_string_lossy(), "--processors", "2", "--json"];
    let output = ganttlet(&arguments);
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        printed.contains("is not complete: 2 tasks can never run and were dropped (q b, r c)"),
        "{printed}"
    );
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(document["complete"], Value::Bool(false));
    assert_eq!(document["rejected"], serde_json::json!({"count": 2, "first": ["q b", "r c"]}));
    assert!(document["diagnostics"].to_string().contains("2 tasks can never run"), "{document:#}");
}

/// Plans hold tasks of one node: each wider task is reported, for every variant with a plan.
#[test]
fn tasks_too_wide_for_a_plan_are_reported() {
    let workflow =
        r#"<adag><job id="a" name="p" runtime="1"/><job id="b" name="q" runtime="1" cores="3"/></adag>"#;
    let path = scratch("planned.dax", workflow);
    let arguments = ["run", &path.to_string_lossy(), "--processors", "4", "--policy", "heft-static"];
    let said = "task b needs 3 nodes, but HEFT (static plan) plans single-node tasks only: it is rejected";
    let printed = run_error(&arguments);
    assert!(printed.contains(said) && printed.contains("1 task can never run and was dropped"), "{printed}");
    let inline = r#"{"version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"workflow": {"tasks": [{"id": "b", "run_s": 1, "nodes": 3}]}}],
        "system": {"kind": "workflow"}, "compare": [{"kind": "workflow", "policies": {"mapping": "heft-static"}}]}"#;
    let printed = run_error(&["run", &scratch("planned.json", inline).to_string_lossy()]);
    assert!(printed.contains(said), "{printed}");
}

/// DAX 3 means dependencies that only files show, as Pegasus does; a scenario means what it says.
#[test]
fn data_dependencies_follow_the_schema_unless_set() {
    let workflow = r#"<adag version="3.6"><job id="a" runtime="3"><uses name="f" link="output" size="1"/></job>
        <job id="b" runtime="2"><uses name="f" link="input" size="1"/></job></adag>"#;
    let run = |arguments: &[&str]| {
        let output = ganttlet(arguments);
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        (
            document["metrics"]["makespan"]["value"].as_f64().expect("a makespan").to_string(),
            printed,
            document,
        )
    };
    for (name, workflow, default) in
        [("three.dax", workflow.to_owned(), "5"), ("two.dax", workflow.replace("3.6", "2.1"), "3")]
    {
        let path = scratch(name, &workflow);
        let arguments = ["run", &path.to_string_lossy(), "--processors", "2", "--json"];
        let (makespan, printed, document) = run(&arguments);
        assert_eq!(makespan, default, "{name}");
        assert!(printed.contains("without a dependency in the workflow (a to b): "), "{printed}");
        for (answer, expected) in [("true", "5"), ("false", "3")] {
            let change = format!("data_edges={answer}");
            assert_eq!(run(&[&arguments[..], &["--set", &change]].concat()).0, expected, "{name} {answer}");
        }
        // What it made of the file says it; a scenario that does not means what it always did.
        let mut scenario = document["scenario"].clone();
        let path = scratch(&format!("{name}.json"), &scenario.to_string());
        assert_eq!(run(&["run", &path.to_string_lossy(), "--json"]).0, default, "{name}");
        scenario["workload"][0].as_object_mut().expect("a part").remove("parameters");
        let path = scratch(&format!("{name}-before.json"), &scenario.to_string());
        assert_eq!(run(&["run", &path.to_string_lossy(), "--json"]).0, "3", "{name}");
    }
}

/// Most logs have jobs that are too large for a smaller machine; the others do not need them.
#[test]
fn too_large_jobs_are_reported_and_not_a_failure() {
    let output = ganttlet(&["run", LOG, "--processors", "64", "--json"]);
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    let count = document["rejected"]["count"].as_u64().expect("a count");
    assert!(count > 5 && document["rejected"]["first"].as_array().is_some_and(|first| first.len() == 5));
    // Told before the run, so not again behind it.
    let more = format!("{} more need more nodes than the largest cluster has", count - 5);
    assert!(printed.contains(&more) && !printed.contains("runs without"), "{printed}");
}

/// The lines of a file beside another one.
fn read_lines(path: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path.with_file_name(name)).expect("a file");
    text.lines().map(str::to_owned).collect()
}

/// The schedule of a log on one cluster: `id start finish` for each job, `|` between them.
fn schedule_of_log(name: &str, log: &str, more: &[&str]) -> (String, String) {
    let (log, csv) = (scratch(name, log), scratch(&format!("{name}.csv"), ""));
    let (input, output) = (log.to_string_lossy().into_owned(), csv.to_string_lossy().into_owned());
    let printed = ganttlet(&[&["run", &input, "--jobs", &output], more].concat());
    let told = String::from_utf8_lossy(&printed.stderr).into_owned();
    let rows = read_lines(&csv, &format!("{name}.csv"));
    let row = |line: &String| {
        let cells: Vec<&str> = line.split(',').collect();
        [cells[0], cells[7], cells[8]].join(" ")
    };
    (rows.iter().skip(1).map(row).collect::<Vec<_>>().join(" | "), told)
}

#[test]
fn cancelled_jobs_are_left_out_by_default() {
    let log = "; MaxProcs: 8\n1 0 0 100 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n\
               2 10 30 0 0 -1 -1 8 3600 -1 5 2 1 1 1 1 -1 -1\n3 20 0 50 2 -1 -1 2 60 -1 1 3 1 1 1 1 -1 -1\n";
    let (rows, told) = schedule_of_log("cancelled.swf", log, &["--policy", "fcfs"]);
    assert_eq!(rows, "1 0 100 | 3 20 70");
    assert!(told.contains("1 job cancelled in the queue (status 5 or 0, no runtime): left out"), "{told}");
    let leaves = ["--policy", "fcfs", "--set", "cancelled=leave-queue"];
    assert_eq!(schedule_of_log("cancelled.swf", log, &leaves).0, "1 0 100 | 2 40 40 | 3 40 90");
    let kept = ["--policy", "fcfs", "--set", "cancelled=keep"];
    assert_eq!(schedule_of_log("cancelled.swf", log, &kept).0, "1 0 100 | 2 100 100 | 3 100 150");
}

/// With the setting that scenarios have that do not say it, the schedule is as it always was.
#[test]
fn scenarios_without_a_setting_keep_cancelled_jobs() {
    let log =
        "; MaxProcs: 2\n1 0 0 9 2 -1 -1 2 9 -1 1 1 1 1 1 1 -1 -1\n2 1 1 0 0 -1 -1 2 9 -1 5 2 1 1 1 1 -1 -1\n";
    let path = scratch("kept.swf", log);
    let opened = run_json(&["run", &path.to_string_lossy(), "--json"]);
    assert_eq!(opened["scenario"]["workload"][0]["parameters"]["cancelled"], "leave-out");
    let mut scenario = opened["scenario"].clone();
    scenario["workload"][0]["parameters"].as_object_mut().expect("parameters").remove("cancelled");
    let scenario = scratch("kept.json", &scenario.to_string());
    assert_eq!(run_json(&["run", &scenario.to_string_lossy(), "--json"])["subjects"], 2);
}

#[test]
fn missing_fields_of_a_log_are_reported() {
    let job = |number: u32, partition: u32| {
        format!("{number} 0 -1 10 1 -1 -1 1 -1 -1 1 1 1 1 1 {partition} -1 -1\n")
    };
    let log = format!("; MaxProcs: 2\n{}{}", job(1, 1), job(2, 2));
    let (_, told) = schedule_of_log("partitions.swf", &log, &["--set", "home=partition"]);
    assert!(told.contains("no job has an estimate"), "{told}");
    assert!(told.contains("`home` has no effect: the platform has only one cluster"), "{told}");
    assert!(told.contains("one cluster of 2 nodes"), "{told}");
    let (_, told) = schedule_of_log("one.swf", &job(1, 1), &[]);
    assert!(told.contains("one cluster of 1 node\n"), "{told}");
}

#[test]
fn each_compared_system_has_its_own_file() {
    let csv = scratch("compared.csv", "");
    let path = csv.to_string_lossy().into_owned();
    let gallery = "static/gallery/fcfs-vs-easy.json";
    let swf = format!("swf={}", csv.with_extension("swf").display());
    let printed = ganttlet(&["run", gallery, "--jobs", &path, "--table", &swf]);
    let told = String::from_utf8_lossy(&printed.stderr).into_owned();
    assert!(told.contains("one file per system: ") && told.contains("compared.easy.csv (EASY)"), "{told}");
    let [fcfs, easy] = ["compared.csv", "compared.easy.csv"].map(|name| read_lines(&csv, name));
    assert!(fcfs.len() == easy.len() && fcfs != easy);
    assert!(read_lines(&csv, "compared.easy.swf").contains(&"; Note: system: EASY".to_owned()));
    ganttlet(&["run", gallery, "--jobs", &path, "--system", "easy"]);
    assert_eq!(read_lines(&csv, "compared.csv"), easy);
    assert!(
        run_error(&["run", gallery, "--system", "sjf"]).contains("unknown system; available: FCFS, EASY")
    );
}

#[test]
fn a_log_is_the_same_with_every_seed() {
    let printed = ganttlet(&["compare", LOG, "--seeds", "3", "--measure", "wait", "--set", "first_jobs=200"]);
    let told = String::from_utf8_lossy(&printed.stderr).into_owned();
    assert!(told.contains("all 3 seeds give the same numbers: the scenario has no randomness"), "{told}");
    let table = String::from_utf8_lossy(&printed.stdout).into_owned();
    assert!(!table.contains('±'), "{table}");
}

#[test]
fn a_name_sets_all_places_and_a_pointer_one() {
    let part = r#"{"generator": "poisson", "parameters": {"jobs": 5}}"#;
    let scenario = format!(
        r#"{{"version": 1, "platform": {{"preset": "one-cluster"}}, "workload": [{part}, {part}],
        "system": {{"kind": "batch"}}, "compare": [{{"kind": "batch"}}]}}"#
    );
    let path = scratch("two.json", &scenario);
    let path = path.to_string_lossy();
    let printed = run_json(&[
        "run",
        &path,
        "--json",
        "--set",
        "/workload/1/parameters/load=0.8",
        "--set",
        "load=0.5",
        "--set",
        "estimates=exact",
    ]);
    let load = |i: usize| printed["scenario"]["workload"][i]["parameters"]["load"].as_f64();
    assert_eq!([load(0), load(1)], [Some(0.5), Some(0.8)]);
    assert_eq!(printed["scenario"]["compare"][0]["parameters"]["estimates"], "exact");
    assert!(
        printed["diagnostics"].to_string().contains("set in 2 places: /workload/0/parameters/load"),
        "{printed:#}"
    );
    let refused = run_error(&["run", &path, "--set", "/workload/2/parameters/load=0.8"]);
    assert!(refused.contains("the scenario has no parameter of this name"), "{refused}");
}

#[test]
fn policy_option_runs_a_single_system() {
    let printed = run_json(&["run", "static/gallery/fcfs-vs-easy.json", "--policy", "sjf", "--json"]);
    assert_eq!(
        (&printed["compare"], &printed["scenario"]["compare"]),
        (&Value::Null, &serde_json::json!([]))
    );
    assert_eq!(printed["scenario"]["system"]["policies"]["local"], "sjf");
    let expected = "variants left out: 1; --policy selects what to run";
    assert_eq!(printed["diagnostics"][0]["message"], expected);
}

const CIRCLE: &str = r#"<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" name="circle">
  <job id="A" name="a" runtime="1"/><job id="B" name="b" runtime="1"/>
  <child ref="A"><parent ref="B"/></child><child ref="B"><parent ref="A"/></child>
</adag>"#;

#[test]
fn an_incomplete_run_has_exit_status_1() {
    let text =
        std::fs::read_to_string(repository().join("static/gallery/fcfs-vs-easy.json")).expect("an example");
    let mut scenario: Value = serde_json::from_str(&text).expect("JSON");
    scenario["horizon_s"] = Value::from(600);
    let path = scratch("cut-off.json", &scenario.to_string());
    let printed = run_error(&["run", &path.to_string_lossy()]);
    assert!(
        printed.contains("the run of FCFS is not complete: at its end, 68 jobs or tasks were still"),
        "{printed}"
    );
}

#[test]
fn catalog_and_schema_are_json() {
    let catalog = run_json(&["catalog", "--json"]);
    let entries = catalog["entries"].as_array().expect("entries");
    assert!(entries.iter().any(|entry| entry["id"] == "easy" && entry["family"] == "local-policy"));
    assert!(run_json(&["schema"])["properties"].is_object());
    let output = ganttlet(&["catalog", "local-policy"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("easy-sjbf"));
}

#[test]
fn experiments_are_listed_with_their_questions() {
    let output = ganttlet(&["reproduce", "--list"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && text.contains("E2.3  ") && text.contains('?'), "{text}");
    assert_eq!(ganttlet(&["reproduce"]).stdout, output.stdout, "without a name, all are listed");
    let list = run_json(&["reproduce", "--list", "--json"]);
    let list = list.as_array().expect("a list");
    let listed = text.lines().skip(2).take_while(|line| !line.is_empty());
    assert_eq!(list.len(), listed.count());
    let meaning = "held in part: some parts are within the tolerance, at least one is clearly outside.";
    assert!(text.contains(meaning), "{text}");
    // The totals that ship, first: each target has one verdict.
    let numbers = |line: &str| -> Vec<usize> {
        line.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let first = text.lines().next().and_then(|line| line.split(';').next()).expect("a line");
    let [targets, counts @ ..] = &numbers(first)[..] else { panic!("{first}") };
    assert!(first.contains(" targets: ") && first.ends_with(" fitted and not held"), "{first}");
    assert_eq!((counts.iter().sum::<usize>(), counts.len()), (*targets, 7), "{first}");
    assert!(list.iter().all(|one| one["runs"].as_u64() >= one["quick_runs"].as_u64()));
}

#[test]
fn an_experiment_prints_published_and_own_numbers() {
    let output = ganttlet(&["reproduce", "E2.3"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    for expected in
        ["35.5 (published 35)", "R4: ", ": held", "1 of 2 held, ", "Notes:", "Source: Sonmez 2010"]
    {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    assert!(output.stderr.is_empty(), "progress is drawn on terminals only");
    let printed = run_json(&["reproduce", "e2.3", "--json"]);
    assert_eq!(printed["findings"]["targets"][1]["verdict"], "held");
    assert_eq!((printed["runs"].as_u64(), printed["missing"].as_array().map(Vec::len)), (Some(5), Some(0)));
    assert_eq!(
        (printed["verdicts"]["held"].as_u64(), printed["verdicts"]["undecided"].as_u64()),
        (Some(1), Some(0))
    );
    // What the model was made of is no evidence for it.
    let printed = run_json(&["reproduce", "E2.1", "--json"]);
    assert_eq!(printed["verdicts"]["by-construction"], 3);
}

/// Of one experiment only its own result is written, and its own line of the list.
#[test]
fn one_experiment_updates_the_list_of_all() {
    let folder = std::env::temp_dir().join(format!("ganttlet-one-experiment-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let list = folder.join("index.json");
    std::fs::write(&list, r#"[{"id": "E2.2", "title": "as it was"}]"#).expect("a list");
    let output = ganttlet(&["reproduce", "e2.1", "--all", folder.to_str().expect("a name")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let totals =
        "3 targets: 0 held, 0 held in part, 0 direction only, 0 not held, 0 undecided, 3 by construction\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), totals);
    let listed: Value = serde_json::from_str(&std::fs::read_to_string(&list).expect("a list")).expect("JSON");
    assert_eq!((&listed[0]["id"], &listed[0]["runs"]), (&"E2.1".into(), &15.into()));
    assert_eq!((&listed[1]["title"], listed.as_array().map(Vec::len)), (&"as it was".into(), Some(2)));
    assert!(folder.join("E2.1.json").exists() && !folder.join("E2.2.json").exists());
    std::fs::remove_dir_all(&folder).expect("it was ours");
}

/// A verdict against us is no failure, and neither threads nor the watching change a number.
#[test]
fn the_number_of_threads_changes_nothing() {
    let run = |threads: &str| {
        let output =
            ganttlet(&["reproduce", "E2.9", "--quick", "--seed", "7", "--threads", threads, "--progress"]);
        assert!(output.status.success());
        let progress = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(progress.contains("E2.9: 24 of 24 runs"), "{progress}");
        output.stdout
    };
    assert_eq!(run("1"), run("3"));
}

#[test]
fn an_unknown_experiment_gets_suggestions() {
    for (name, expected) in [
        ("E2.33", "Did you mean E2.3?"),
        ("E2.99", "Did you mean E2."),
        ("tables", "Available: B1a, B1b, B2, B3, B4, B5, C1, C2"),
    ] {
        let printed = run_error(&["reproduce", name]);
        assert!(printed.contains("unknown experiment") && printed.contains(expected), "{name}: {printed}");
    }
    assert!(run_error(&["reproduce", "E2.3", "--threads", "0"]).contains("--threads"));
}

/// The command writes a played schedule only if its digest is that of the run, so success is what is to be shown.
#[test]
fn all_examples_of_batch_queues_are_repeated_by_their_choices() {
    let out = scratch("played.json", "");
    std::fs::remove_file(&out).expect("the scratch file");
    let out = out.to_string_lossy().into_owned();
    let mut played = 0;
    for entry in std::fs::read_dir(repository().join("static/gallery")).expect("the examples") {
        let path = entry.expect("an example").path();
        let text = std::fs::read_to_string(&path).expect("an example");
        let example: Value = serde_json::from_str(&text).expect("JSON");
        if example["system"]["kind"] != "batch" {
            continue;
        }
        let from = path.to_string_lossy().into_owned();
        let ran = run_json(&["run", &from, "--json", "--played", &out, "--system", "1"]);
        let again = run_json(&["run", &out, "--json"]);
        let of_first = if ran["runs"].is_array() { &ran["runs"][0]["digest"] } else { &ran["digest"] };
        assert_eq!(&again["digest"], of_first, "{from}");
        played += 1;
    }
    assert!(played >= 13, "{played} examples");
    let message = run_error(&["run", "static/gallery/das2-wavefront.json", "--played", &out]);
    assert!(message.contains("records no choices"), "{message}");
}

/// The stars of a board depend on its best known mean wait: where it is said to be proven, the search proves it again.
#[test]
fn the_optima_of_boards_are_proven() {
    let folder = repository().join("static/boards");
    let text = std::fs::read_to_string(folder.join("index.json")).expect("the list of boards");
    let boards: Vec<Value> = serde_json::from_str(&text).expect("JSON");
    let small =
        |board: &&Value| board["proven"] == true && board["jobs"].as_u64().is_some_and(|jobs| jobs <= 12);
    let mut proven = 0;
    for board in boards.iter().filter(small) {
        let id = board["id"].as_str().expect("an id");
        let path = folder.join(format!("{id}.json"));
        let scenario: Value =
            serde_json::from_str(&std::fs::read_to_string(&path).expect("a board")).expect("JSON");
        let runs = scenario["workload"][0]["jobs"]["run_s"].as_array().expect("runtimes");
        let total: f64 = runs.iter().filter_map(Value::as_f64).sum();
        let path = path.to_string_lossy().into_owned();
        let found = run_json(&["optimum", &path, "--objective", "flow", "--system", "1", "--json"]);
        assert_eq!(found["status"], "proven", "{id}");
        let wait = (found["best"]["value_s"].as_f64().expect("a value") - total) / runs.len() as f64;
        let known = board["best_s"].as_f64().expect("a mean wait");
        assert!((wait - known).abs() < 0.001, "{id}: {wait} s, not {known} s");
        proven += 1;
    }
    assert_eq!(proven, 7);
}
