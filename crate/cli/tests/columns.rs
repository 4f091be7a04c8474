//! Tests of tables of jobs on the command line: the mapping that `inspect` prints, and `--columns`.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A table whose columns cannot be guessed, and one whose columns can.
const STRANGE: &str = "wann;wie lange;wie viele\n0;1,5;2\n60;0,5;1\n";
const PLAIN: &str =
    "dt;job_id;wall_time;wall_limit;n_tasks\n0;1001;15;7;12\n49;1002;1201;30;1\n60;1003;-1;25;2\n";
const MAPPING: &str = r#"{
  "columns": [
    { "column": "wann", "meaning": "submit" },
    { "column": "2", "meaning": "run", "unit": "min" },
    { "column": "wie viele", "meaning": "processors" }
  ],
  "decimal_comma": true
}"#;

/// An empty folder of a test with the tables and the mapping.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("columns").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in [("strange.csv", STRANGE), ("plain.csv", PLAIN), ("mapping.json", MAPPING)] {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Runs the command in a folder.
fn ganttlet(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(folder).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

#[test]
fn a_mapping_makes_a_table_readable() {
    let folder = folder("mapping");
    let refused = ganttlet(&folder, &["inspect", "strange.csv"]);
    assert_eq!(refused.status.code(), Some(2));
    let output = ganttlet(&folder, &["inspect", "strange.csv", "--columns", "mapping.json", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!((&found["format"]["id"], &found["read"]), (&"table".into(), &2.into()));
    assert_eq!(found["columns"], Value::Null);
    let output =
        ganttlet(&folder, &["convert", "strange.csv", "-", "--to", "swf", "--columns", "mapping.json"]);
    let jobs: Vec<String> = text(&output.stdout)
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|line| line.split_whitespace().take(8).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(jobs, ["2 0 -1 90 2 -1 -1 2", "3 60 -1 30 1 -1 -1 1"]);
    let output = ganttlet(&folder, &["run", "strange.csv", "--columns", "mapping.json", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let output =
        ganttlet(&folder, &["run", "strange.csv", "--columns", "mapping.json", "--jobs", "jobs.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("jobs.csv")).expect("a table").lines().count(), 3);
}

#[test]
fn the_printed_mapping_reads_the_same() {
    let folder = folder("printed");
    let output = ganttlet(&folder, &["inspect", "plain.csv"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    let (_, mapping) = printed.split_once("Mapping of the columns, for --columns:\n").expect("a mapping");
    let document: Value = serde_json::from_str(mapping).expect("JSON");
    assert_eq!(document["columns"][0]["column"], "job_id");
    assert_eq!((&document["separator"], &document["at_limit"]), (&"semicolon".into(), &"-1".into()));
    fs::write(folder.join("own.json"), mapping).expect("a file");
    let swf = |arguments: &[&str]| {
        let all = [&["convert", "plain.csv", "-", "--to", "swf"][..], arguments].concat();
        let output = ganttlet(&folder, &all);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert_eq!(swf(&["--columns", "own.json"]), swf(&[]));
    let warned = text(&ganttlet(&folder, &["inspect", "plain.csv"]).stderr);
    assert!(warned.contains("\"wall_limit\" is read in min"), "{warned}");
    let runs = |arguments: &[&str]| {
        let output = ganttlet(&folder, &[&["run", "plain.csv", "--json"][..], arguments].concat());
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        found["digest"].clone()
    };
    assert_eq!(runs(&["--columns", "own.json"]), runs(&[]));
}

#[test]
fn wrong_mappings_are_refused() {
    let folder = folder("wrong");
    let refused = |mapping: &str, file: &str| {
        fs::write(folder.join("wrong.json"), mapping).expect("a file");
        let output = ganttlet(&folder, &["run", file, "--columns", "wrong.json"]);
        assert_eq!(output.status.code(), Some(2), "{mapping}");
        text(&output.stderr)
    };
    let list = r#"[{ "column": "wann", "meaning": "submit" }, { "column": "wie lang", "meaning": "run" }]"#;
    let said = refused(list, "strange.csv");
    assert!(said.contains("no column \"wie lang\"") && said.contains("wie lange"), "{said}");
    let said = refused(r#"{ "columns": [{ "column": "wann", "meaning": "sumbit" }] }"#, "strange.csv");
    assert!(said.contains("sumbit"), "{said}");
    let said = refused(r#"{ "colums": [] }"#, "strange.csv");
    assert!(said.contains("colums"), "{said}");
    let said = refused("7", "strange.csv");
    assert!(said.contains("a mapping is an object"), "{said}");
    fs::write(folder.join("scenario.json"), r#"{ "version": 1, "workload": [] }"#).expect("a file");
    let said = refused(MAPPING, "scenario.json");
    assert!(said.contains("--columns is for a table of jobs"), "{said}");
}
