//! `ganttlet sweep` and `collect`.

use crate::support::{
    EXAMPLE, command, file, folder, ganttlet, path_in, repository, result_digest, run_error, run_json,
    small_study,
};
use serde_json::{Value, json};
use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn the_result_does_not_depend_on_the_execution_of_runs() {
    let folder = folder("same");
    let study = file(&folder, "study.json", &small_study(200).to_string());
    let (status, alone, told) = ganttlet(&["sweep", &study, "--threads", "1"]);
    assert_eq!((status, &*told), (Some(0), ""));
    let (_, seven, _) = ganttlet(&["sweep", &study, "--threads", "7"]);
    assert_eq!(alone, seven);
    let shards: Vec<String> = (1..=5).map(|i| path_in(&folder, &format!("shard-{i}.jsonl"))).collect();
    for (i, shard) in shards.iter().enumerate().rev() {
        let part = format!("{}/5", i + 1);
        let (status, printed, _) = ganttlet(&["sweep", &study, "--shard", &part, "--out", shard]);
        let runs = if i < 2 { 3 } else { 2 };
        assert_eq!(
            (status, printed),
            (Some(0), format!("shard {part} is complete: {shard} has {runs} of 12 runs\n"))
        );
    }
    for order in [[0, 1, 2, 3, 4], [3, 0, 4, 2, 1]] {
        let mut arguments = vec!["collect"];
        arguments.extend(order.map(|i| &*shards[i]));
        // Runs that occur in several shards are allowed.
        arguments.push(&shards[2]);
        assert_eq!(ganttlet(&arguments), (Some(0), alone.clone(), String::new()), "{order:?}");
        arguments.push("--json");
        assert_eq!(run_json(&arguments)["digest"], result_digest(&alone));
    }
    let quick = ganttlet(&["sweep", &study, "--quick"]).1;
    assert_ne!(result_digest(&quick), result_digest(&alone));
}

/// Starts the study and kills it once its results file has this many lines.
fn kill_after_lines(study: &str, out: &str, lines: usize) {
    let mut child = command(&["sweep", study, "--threads", "2", "--out", out])
        .stdout(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut looks = 0;
    while fs::read_to_string(out).map_or(0, |text| text.lines().count()) < lines {
        assert!(child.try_wait().expect("a child").is_none(), "it ended before it was killed");
        looks += 1;
        assert!(looks < 10_000, "no runs are made");
        sleep(Duration::from_millis(5));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
}

#[test]
fn a_killed_sweep_resumes() {
    let folder = folder("killed");
    let mut slow = small_study(4_000);
    slow["seeds"] = json!(40);
    let study = file(&folder, "study.json", &slow.to_string());
    let out = path_in(&folder, "results.jsonl");
    kill_after_lines(&study, &out, 5);
    let first = fs::read(&out).expect("results");
    kill_after_lines(&study, &out, 15);
    // A line that was truncated inside a character.
    let whole = fs::read(&out).expect("results");
    assert!(whole.starts_with(&first[..first.len() - 100]), "what is there stays");
    fs::write(&out, [&whole[..], b"{\"run\":159,\"label\":\"\xc3"].concat()).expect("a file");
    let (status, printed, told) = ganttlet(&["sweep", &study, "--out", &out, "--progress"]);
    assert_eq!(status, Some(0), "{told}");
    let made: usize =
        told.lines().last().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("progress");
    assert!(made < 160 - 12, "{made} runs are made again");
    assert_eq!(fs::read_to_string(&out).expect("results").lines().count(), 161);
    let (_, alone, _) = ganttlet(&["sweep", &study, "--threads", "1"]);
    assert_eq!(result_digest(&printed), result_digest(&alone));
    assert_eq!(result_digest(&ganttlet(&["collect", &out]).1), result_digest(&alone));
    // No runs are missing.
    let (status, again, told) = ganttlet(&["sweep", &study, "--out", &out, "--progress"]);
    assert_eq!((status, &*told, again), (Some(0), "", printed));
}

#[test]
fn missing_runs_are_reported() {
    let folder = folder("missing");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = path_in(&folder, "one.jsonl");
    ganttlet(&["sweep", &study, "--shard", "2/2", "--out", &out]);
    let (status, printed, told) = ganttlet(&["collect", &out, "--json"]);
    assert_eq!(status, Some(1));
    assert!(
        told.contains("6 of 12 runs are missing: 0 (load 0.6, FCFS, \"plain\", seed 5), 2 (load 0.9"),
        "{told}"
    );
    assert!(told.contains(") and 1 more"), "{told}");
    let printed: Value = serde_json::from_str(&printed).expect("one JSON document");
    assert_eq!((&printed["digest"], &printed["missing"]), (&Value::Null, &json!([0, 2, 4, 6, 8, 10])));
}

#[test]
fn contradictory_studies_are_refused() {
    let folder = folder("senseless");
    let refused = |name: &str, change: fn(&mut Value), expected: &str| {
        let mut study = small_study(3);
        change(&mut study);
        let study = file(&folder, name, &study.to_string());
        let told = run_error(&["sweep", &study, "--out", &path_in(&folder, "never.jsonl")]);
        assert!(told.contains(expected), "{name}: {told}");
        assert!(!folder.join("never.jsonl").exists(), "{name}");
    };
    refused("axis", |study| study["axes"][1] = study["axes"][0].clone(), "two axes have the name \"load\"");
    let cyclic = |study: &mut Value| study["quantities"] = json!({"a": {"value": "b"}, "b": {"value": "a"}});
    refused("cyclic", cyclic, "/quantities/a: unknown name \"b\" (column 1); available: wait");
    let itself = |study: &mut Value| {
        let of = |name: &str| json!({"value": "x", "with": {"x": {"quantity": name}}});
        study["quantities"] = json!({"a": of("b"), "b": of("a")});
    };
    refused("itself", itself, "the quantity \"a\" depends on itself");
    let told = run_error(&[
        "compare",
        "static/gallery/fcfs-vs-easy.json",
        "--seed",
        "9007199254740991",
        "--seeds",
        "2",
    ]);
    assert!(
        told.contains("2 seeds from 9007199254740991 exceed the largest seed, 9007199254740991"),
        "{told}"
    );
}

/// The numbers in the CSV and in the results file equal those of the runs, to the last bit.
#[test]
fn csv_has_a_row_for_each_run() {
    let folder = folder("tables");
    let study = file(&folder, "study.json", &small_study(200).to_string());
    let (csv, svg, out) =
        (path_in(&folder, "runs.csv"), path_in(&folder, "plot.svg"), path_in(&folder, "out.jsonl"));
    let printed = run_json(&["sweep", &study, "--csv", &csv, "--svg", &svg, "--out", &out, "--json"]);
    let csv = fs::read_to_string(csv).expect("a table");
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("run,part,load,policy,seed,wait,bounded-slowdown,late"));
    assert_eq!(lines.clone().count(), 12);
    let mut waits = Vec::new();
    for line in lines.filter(|line| line.contains(",0.9,\"'=EASY\",")) {
        let wait: f64 = line.split(',').nth(5).and_then(|wait| wait.parse().ok()).expect("a number");
        assert!(line.ends_with(','), "what has no value is empty: {line}");
        waits.push(wait);
    }
    assert_eq!(waits.len(), 3, "{csv}");
    let results = fs::read_to_string(out).expect("results");
    for (seed, wait) in (5..).zip(&waits) {
        let line = results
            .lines()
            .find(|line| line.contains(&format!("=EASY, seed {seed}")) && line.contains("load 0.9"));
        let line: Value = serde_json::from_str(line.expect("a run")).expect("a line of JSON");
        assert_eq!(line["numbers"][0].as_f64().map(f64::to_bits), Some(wait.to_bits()));
        assert_eq!(line["numbers"][2], Value::Null);
    }
    let points = printed["parts"][0]["points"].as_array().expect("points");
    let at = |policy: &str| {
        let wanted = json!({"load": 0.9, "policy": policy});
        &points.iter().find(|point| point["at"] == wanted).expect("a point")["measures"]["wait"]
    };
    let (fcfs, easy) = (at("FCFS, \"plain\""), at("=EASY"));
    waits.sort_by(f64::total_cmp);
    assert_eq!((easy["median"].as_f64(), easy["count"].as_u64()), (Some(waits[1]), Some(3)));
    let mean = |of: &Value| of["mean"].as_f64().expect("a mean");
    assert!((mean(easy) - waits.iter().sum::<f64>() / 3.0).abs() < 1e-9);
    let difference = mean(&easy["difference"]["interval"]);
    assert!((difference - (mean(easy) - mean(fcfs))).abs() < 1e-9 && difference < 0.0);
    assert_eq!(printed["parts"][0]["compared_with"], json!({"axis": "policy", "value": "FCFS, \"plain\""}));
    assert!(fcfs.get("difference").is_none());
    let svg = fs::read_to_string(svg).expect("a drawing");
    assert!(svg.starts_with("<svg") && svg.contains(">wait [s]<") && svg.contains(">=EASY<"), "{svg}");
    // No axis to draw lines over.
    let mut flat = small_study(3);
    flat["axes"] = json!([]);
    let flat = file(&folder, "flat.json", &flat.to_string());
    assert!(
        run_error(&["sweep", &flat, "--svg", "a.svg"]).contains("a numeric axis, and this study has none")
    );
}

#[test]
fn file_names_are_relative_to_the_study() {
    let folder = folder("beside");
    let log = fs::read(repository().join("static/example/lublin-256-1000.swf")).expect("a log");
    fs::write(folder.join("log.swf"), &log).expect("a log");
    let mut study = small_study(3);
    study["base"]["workload"] =
        json!([{"file": {"name": "log.swf", "sha256": ganttlet_document::sha256(&log), "format": "swf"}}]);
    study["base"]["platform"]["parameters"]["nodes"] = json!(256);
    study["axes"] = json!([]);
    study["seeds"] = json!(2);
    let study = file(&folder, "study.json", &study.to_string());
    let printed = run_json(&["sweep", &study, "--json"]);
    assert_eq!(printed["parts"][0]["points"][0]["measures"]["wait"]["count"], 2);
    fs::remove_file(folder.join("log.swf")).expect("it is there");
    // Both runs fail; the first one is reported, regardless of the order of threads.
    for _ in 0..20 {
        let told = run_error(&["sweep", &study, "--threads", "2"]);
        assert!(told.contains("log.swf") && told.contains("the run \"seed 5\" failed"), "{told}");
    }
}

/// `ganttlet sweep .. | head -1`
#[test]
fn a_closed_pipe_is_no_error() {
    let folder = folder("pipe");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = path_in(&folder, "out.jsonl");
    ganttlet(&["sweep", &study, "--out", &out]);
    for arguments in [
        vec!["sweep", &study],
        vec!["sweep", &study, "--json"],
        vec!["collect", &out],
        vec!["compare", "static/gallery/fcfs-vs-easy.json", "--seeds", "1"],
        vec!["schema", "--study"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output =
            command(&arguments).stdout(writer).stderr(Stdio::piped()).output().expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.is_empty(), "{arguments:?} says\n{told}");
        assert_eq!(output.status.code(), Some(141), "{arguments:?}");
    }
}

#[test]
fn the_study_schema_covers_all_fields() {
    let schema = run_json(&["schema", "--study"]);
    let text = fs::read_to_string(repository().join(EXAMPLE)).expect("an example");
    let study: Value = serde_json::from_str(&text).expect("JSON");
    for key in study.as_object().expect("an object").keys() {
        assert!(schema["properties"][key].is_object(), "{key}");
    }
    assert_eq!(schema["required"], json!(["base"]));
    let axes = schema["properties"]["axes"]["items"]["anyOf"].as_array().expect("the ways to vary");
    let has = |key: &str| axes.iter().any(|axis| axis["properties"].get(key).is_some());
    assert!(["knob", "variants", "compare"].into_iter().all(has), "{axes:?}");
    for target in schema.to_string().split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(schema["$defs"].get(target).is_some(), "{target}");
    }
}
