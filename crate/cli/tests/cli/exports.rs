//! Files that `ganttlet run` writes.

use crate::support::{LOG, ganttlet, read_lines, run_error, run_json, scratch};
use serde_json::Value;

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
fn drawings_of_one_scenario_have_one_scale_of_waits() {
    let scenario = r#"{
        "version": 1,
        "platform": { "preset": "one-cluster", "parameters": { "nodes": 1 } },
        "workload": [{ "jobs": { "submit_s": [0, 0, 0, 0], "run_s": [20000, 5000, 5000, 5000], "nodes": [1, 1, 1, 1] } }],
        "system": { "kind": "batch", "policies": { "local": "fcfs" } },
        "compare": [{ "kind": "batch", "policies": { "local": "sjf" } }]
    }"#;
    let (from, to) = (scratch("waits.json", scenario), scratch("waits.svg", ""));
    run_json(&["run", &from.to_string_lossy(), "--svg", &to.to_string_lossy(), "--json"]);
    let drawn = |name: &str| std::fs::read_to_string(to.with_file_name(name)).expect("a drawing");
    // Classes from 0, 15 min, 1 h and 4 h: those of the waits under both policies.
    let classes = ["#e4ebf4", "#c2d2e8", "#94b1d7", "#6089c1", "#38629f", "#1c3b6e"];
    let used = |text: &str| classes.map(|colour| text.contains(&format!("fill=\"{colour}\"")));
    assert_eq!(used(&drawn("waits.svg")), [true, false, false, true, false, false]);
    // Alone, it would have the classes of 1 and 2 h.
    assert_eq!(used(&drawn("waits.shortest-job-first.svg")), [true, false, true, true, false, false]);
}

#[test]
fn drawings_show_transfers() {
    let drawn = |id: &str| {
        let (from, to) = (format!("static/gallery/{id}.json"), scratch(&format!("{id}.svg"), ""));
        run_json(&["run", &from, "--svg", &to.to_string_lossy(), "--json"]);
        std::fs::read_to_string(to).expect("a drawing")
    };
    // The file that delayed the critical path longest, and lines from task to task of that path.
    let montage = drawn("das3-montage");
    assert!(montage.contains(">181 MB, Delft to MMN: 18.1 s</text>"), "no file is told of");
    assert!(montage.contains("<path fill=\"none\" stroke=\"#1b1d21\" d=\"M"), "no path is drawn");
    // Messages in the colours of the sending clusters.
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

/// Costs are recorded with the reasons of decisions, so a request for their table records them. Reused nodes have no
/// costs.
#[test]
fn costs_of_placements_are_written() {
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
