//! Tests of studies on the command line: the result does not depend on interruptions, shards and threads; unusable
//! files are refused with a sentence.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const EXAMPLE: &str = "static/studies/load-against-policy.json";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(repository());
    command
}

/// Exit status, standard output and standard error.
fn ganttlet(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

fn run_json(arguments: &[&str]) -> Value {
    let (status, printed, told) = ganttlet(arguments);
    assert_eq!(status, Some(0), "{told}");
    serde_json::from_str(&printed).expect("one JSON document")
}

fn run_error(arguments: &[&str]) -> String {
    let (status, _, told) = ganttlet(arguments);
    assert_eq!(status, Some(2), "{arguments:?}: {told}");
    told
}

/// The digest of the result in the last printed line.
fn result_digest(printed: &str) -> &str {
    printed.lines().last().and_then(|line| line.strip_prefix("result ")).expect("a result")
}

/// An empty folder of a test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_string_lossy().into_owned()
}

fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// 12 runs of 200 jobs: two loads, two policies, three seeds. With 3 jobs, half of the values of `longest wait` are
/// missing.
fn small_study(jobs: u32) -> Value {
    json!({
        "name": "Small",
        "base": {
            "version": 1, "seed": 5,
            "platform": {"preset": "one-cluster", "parameters": {"nodes": 16}},
            "workload": [{"generator": "poisson", "parameters": {"jobs": jobs, "load": 0.7}}],
            "system": {"kind": "batch", "policies": {"local": "easy"}},
        },
        "axes": [
            {"name": "load", "knob": "load", "values": [0.6, 0.9], "quick": [0.9]},
            {"name": "policy", "variants": [{"name": "FCFS, \"plain\"", "set": {"local": "fcfs"}}, {"name": "=EASY"}]},
        ],
        "seeds": 3,
        "measures": [{"metric": "wait"}, {"metric": "bounded-slowdown"},
            {"metric": "wait", "name": "late", "statistic": "variation", "from_s": 1e9}],
    })
}

#[test]
fn the_result_is_the_same_however_the_runs_are_made() {
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
        // What several have made does no harm.
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
    // A line that was cut off in the middle of a letter.
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
    // Nothing is left to do.
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

/// An object on a line, with its checksum.
fn with_checksum(object: &str) -> String {
    let said = object.strip_suffix('}').expect("an object");
    let mut sum = flate2::Crc::new();
    sum.update(said.as_bytes());
    format!("{said},\"sum\":\"{:08x}\"}}", sum.sum())
}

/// A line without its checksum.
fn without_checksum(line: &str) -> String {
    format!("{}}}", line.rsplit_once(",\"sum\":").expect("a checksum").0)
}

#[test]
fn results_without_checksums_are_read_with_a_warning() {
    let folder = folder("older");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = path_in(&folder, "out.jsonl");
    let (_, right, _) = ganttlet(&["sweep", &study, "--out", &out]);
    let text = fs::read_to_string(&out).expect("results");
    let older: String = text.lines().map(|line| without_checksum(line) + "\n").collect();
    let older = file(&folder, "older.jsonl", &older);
    for arguments in [vec!["collect", &older], vec!["sweep", &study, "--out", &older]] {
        let (status, printed, told) = ganttlet(&arguments);
        assert_eq!((status, result_digest(&printed)), (Some(0), result_digest(&right)));
        assert!(told.contains("older.jsonl:1: the lines have no checksums"), "{told}");
    }
}

/// Runs of another first seed have the same labels and other numbers: they are no results of the study.
#[test]
fn results_of_other_seeds_are_refused() {
    let folder = folder("seeds");
    let out = path_in(&folder, "out.jsonl");
    let (status, ..) = ganttlet(&["reproduce", "E2.9", "--quick", "--seed", "7", "--out", &out]);
    assert_eq!(status, Some(0));
    let told = run_error(&["reproduce", "E2.9", "--quick", "--seed", "8", "--out", &out]);
    assert!(told.contains(":2: run ") && told.contains("seed 8"), "{told}");
}

#[test]
fn an_experiment_is_repeated_until_it_is_decided_and_continued_from_its_file() {
    let folder = folder("until");
    let out = path_in(&folder, "out.jsonl");
    let arguments = ["reproduce", "E2.9", "--until-decided", "--looks", "2", "--progress", "--out", &out];
    let (status, printed, told) = ganttlet(&arguments);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("at most 128 runs, first seed 118001."), "{printed}");
    assert!(printed.contains("s; 32 runs (look 2 of 2)"), "{printed}");
    for look in 1..=2 {
        assert!(told.contains(&format!("E2.9: look {look} of 2, {} runs, ", 16 * look)), "{told}");
    }
    // Half of the runs are missing, and the last line was cut off.
    let text = fs::read_to_string(&out).expect("results");
    assert_eq!(text.lines().count(), 1 + 4 * 32);
    fs::write(&out, &text[..text.len() / 2]).expect("written");
    assert_eq!(ganttlet(&arguments).1, printed);
    let told = run_error(&["reproduce", "E2.9", "--until-decided", "--looks", "3", "--out", &out]);
    assert!(told.contains("another study"), "the number of looks is fixed before the first one: {told}");
}

#[test]
fn several_experiments_are_repeated_until_they_are_decided() {
    let folder = folder("until-several");
    let to = path_in(&folder, "");
    let (status, printed, told) =
        ganttlet(&["reproduce", "E2.2", "e2.3", "--until-decided", "--looks", "1", "--out", &to]);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("E2.2: look 1 of 1, "), "{printed}");
    assert!(printed.contains("6 targets: "), "{printed}");
    assert!(folder.join("E2.2.jsonl").exists() && folder.join("E2.3.jsonl").exists());
    let refused: [(&[&str], &str); 4] = [
        (&["E2.2", "E2.3", "--until-decided", "--json"], "exactly one experiment"),
        (&["E2.2", "E2.3"], "--until-decided"),
        (&["E2.2", "--until-decided", "--looks", "7"], "--looks"),
        (&["E2.2", "--until-decided", "--quick"], "--quick"),
    ];
    for (arguments, expected) in refused {
        let told = run_error(&[&["reproduce"], arguments].concat());
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn sweeps_replicate_until_claims_are_decided() {
    let folder = folder("replication");
    let mut study = small_study(50);
    study["replication"] = json!({"first_look": 8, "looks": 2});
    study["quantities"] = json!({"wait": {"value": "wait"}});
    study["claims"] = json!([{"id": "C", "claim": "jobs wait", "judged": [
        {"quantity": "wait", "at": {"load": 0.9, "policy": "=EASY"}, "judge": {"at_least": -1e6}}]}]);
    let study = file(&folder, "study.json", &study.to_string());
    let (status, printed, told) = ganttlet(&["sweep", &study]);
    assert_eq!(status, Some(0), "{told}");
    assert!(printed.contains("8 runs (look 1 of 2)") && printed.contains("1 of 1 held"), "{printed}");
    let told = run_error(&["sweep", &study, "--shard", "1/2", "--out", &path_in(&folder, "never.jsonl")]);
    assert!(told.contains("has no shards"), "{told}");
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

#[test]
fn results_of_something_else_are_refused() {
    let folder = folder("refused");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let mut other = small_study(3);
    other["name"] = json!("Other");
    let other = file(&folder, "other.json", &other.to_string());
    let out = path_in(&folder, "out.jsonl");
    ganttlet(&["sweep", &study, "--out", &out]);
    let text = fs::read_to_string(&out).expect("results");
    let told = run_error(&["sweep", &other, "--out", &out]);
    assert!(told.contains("out.jsonl:1: the file contains the results of another study (Small)"), "{told}");
    let told = run_error(&["sweep", &study, "--quick", "--out", &out]);
    assert!(
        told.contains("out.jsonl:1: the file contains all runs of the study, requested are the quick runs"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&out).expect("results"), text, "a refusal changes nothing");
    let (head, lines) = text.split_once('\n').expect("lines");
    let refused = |content: String, expected: &str| {
        let path = file(&folder, "bad.jsonl", &content);
        for told in [run_error(&["sweep", &study, "--out", &path]), run_error(&["collect", &path])] {
            assert!(told.contains(expected), "{told}");
        }
        assert_eq!(fs::read_to_string(&path).expect("results"), content);
    };
    refused("my thesis\n".to_owned(), "bad.jsonl:1: not a results file");
    let older = with_checksum(&without_checksum(head).replace("\"engine\":\"", "\"engine\":\"0.0."));
    refused(format!("{older}\n"), "were made by engine version 0.0.");
    let called = |run: u32, label: &str, numbers: &str| {
        with_checksum(&format!("{{\"run\":{run},\"label\":{},\"numbers\":{numbers}}}", json!(label)))
    };
    let line = |run: u32, numbers: &str| {
        let label = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
        let label =
            label.filter(|line| line["run"] == run).map(|line| line["label"].as_str().map(str::to_owned));
        format!("{head}\n{}\n", called(run, &label.flatten().next().unwrap_or_default(), numbers))
    };
    refused(line(12, "[1,2,3]"), "bad.jsonl:2: unknown run 12; the study has 12");
    refused(line(1, "[1,2]"), ":2: found 2 numbers; a run has 3");
    refused(line(1, "[1,2,\"3\"]"), ":2: ");
    let wrong = format!("{head}\n{}\n", called(1, "load 0.1", "[1,2,3]"));
    refused(wrong, ":2: run 1 has the label \"load 0.1\" instead of \"load 0.6, =EASY, seed 5\"");
    let twice = format!("{text}{}", line(3, "[1,2,3]").split_once('\n').expect("lines").1);
    refused(twice, ":14: run 3 (load 0.9, =EASY, seed 5) occurs twice with different numbers");
    let contradicting = file(&folder, "contradicting.jsonl", &line(3, "[1,2,3]"));
    let told = run_error(&["collect", &out, &contradicting]);
    assert!(
        told.contains(":2: run 3 (load 0.9, =EASY, seed 5) occurs twice with different numbers"),
        "{told}"
    );
    let different = path_in(&folder, "different.jsonl");
    ganttlet(&["sweep", &other, "--out", &different]);
    assert!(
        run_error(&["collect", &out, &different])
            .contains("the file contains the results of another study (Other)")
    );
    assert_eq!(lines.lines().count(), 12);
    for (arguments, expected) in [
        (vec!["sweep", &study, "--shard", "5/4", "--out", &out], "expected I/N, for example 1/4"),
        (vec!["sweep", &study, "--shard", "1/4"], "--out"),
        (vec!["sweep", &study, "--shard", "1/4", "--out", &out, "--csv", "a.csv"], "cannot be used with"),
        (vec!["sweep", "no-such-study.json"], "cannot read no-such-study.json"),
        (vec!["sweep", "static/gallery/fcfs-vs-easy.json"], "Add \"base\": and a scenario."),
        (vec!["sweep", &study, "--out", "/no/such/folder/a.jsonl"], "cannot write /no/such/folder/a.jsonl"),
        (vec!["collect", "no-such-results.jsonl"], "cannot read no-such-results.jsonl"),
    ] {
        let told = run_error(&arguments);
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
}

#[test]
fn a_results_file_is_locked() {
    let folder = folder("locked");
    let study = file(&folder, "study.json", &small_study(3).to_string());
    let out = file(&folder, "out.jsonl", "");
    let held = fs::File::open(&out).expect("a file");
    held.lock().expect("a lock");
    let told = run_error(&["sweep", &study, "--out", &out]);
    assert!(told.contains("is in use by another process") && told.contains("a separate file"), "{told}");
}

/// The numbers of the CSV and of the file of results are those of the runs, to the last bit.
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
    // Nothing to draw over.
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
    // Both runs fail; the first is told, whichever thread was faster.
    for _ in 0..20 {
        let told = run_error(&["sweep", &study, "--threads", "2"]);
        assert!(told.contains("log.swf") && told.contains("the run \"seed 5\" failed"), "{told}");
    }
}

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
    // Two policies that are the same are not certainly different.
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
    // One system has nobody to be compared with.
    let (status, printed, _) = ganttlet(&["compare", scenario, "--policy", "sjf", "--seeds", "3"]);
    assert!(status == Some(0) && !printed.contains("certain") && printed.contains('±'), "{printed}");
    assert!(run_error(&["compare", scenario, "--measure", "wiat"]).contains("wait"));
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
