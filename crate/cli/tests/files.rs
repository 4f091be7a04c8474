//! Tests of several files that become one scenario, separately or in an archive.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const LOG: &str = "; MaxProcs: 8\n1 0 0 60 2 -1 -1 2 60 -1 1 1 1 -1 -1 -1 -1 -1\n2 5 0 30 4 -1 -1 4 60 -1 1 1 1 -1 -1 -1 -1 -1\n";
const OTHER_LOG: &str = "; MaxProcs: 4\n1 0 0 10 1 -1 -1 1 60 -1 1 1 1 -1 -1 -1 -1 -1\n";
const PLATFORM: &str = "<platform version=\"4.1\"><zone id=\"z\" routing=\"Full\">\
    <cluster id=\"a\" prefix=\"a-\" suffix=\"\" radical=\"0-5\" speed=\"1Gf\" bw=\"125MBps\" lat=\"50us\"/>\
    <cluster id=\"b\" prefix=\"b-\" suffix=\"\" radical=\"0-3\" speed=\"2Gf\" bw=\"125MBps\" lat=\"50us\"/>\
    </zone></platform>";
const TASKS: &str = "iteration,task,seconds\n1,0,15\n1,1,25\n2,0,15\n2,1,25\n";
const TRACE: &str = "1 1 0 1 node 0 10 20\n2 1 1 1 other 1 0 99\n";

/// An empty folder of a test with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (name, content) in files {
        fs::write(folder.join(name), content).expect("a file");
    }
    folder
}

/// Runs the command in a folder; also returns its error output.
fn ganttlet(folder: &Path, arguments: &[&str]) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    let output = command.args(arguments).current_dir(folder).output().expect("the program runs");
    let told = String::from_utf8(output.stderr.clone()).expect("text");
    (output, told)
}

/// The JSON and the error output of a run of these files.
fn run(folder: &Path, files: &[&str]) -> (Value, String) {
    let (output, told) = ganttlet(folder, &[&["run", "--json"], files].concat());
    assert_eq!(output.status.code(), Some(0), "{told}");
    (serde_json::from_slice(&output.stdout).expect("one JSON document"), told)
}

/// The error output of a command that must fail.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let (output, told) = ganttlet(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{told}");
    told
}

/// A gzipped archive of these files.
fn tar_gz(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    for (name, content) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive.append_data(&mut header, name, content.as_bytes()).expect("memory never fails");
    }
    archive.into_inner().and_then(GzEncoder::finish).expect("memory never fails")
}

#[test]
fn a_platform_and_logs_are_one_scenario_in_any_order() {
    let folder = folder("order", &[("a.swf", LOG), ("b.swf", OTHER_LOG), ("p.xml", PLATFORM)]);
    let (first, told) = run(&folder, &["a.swf", "p.xml", "b.swf"]);
    let (second, _) = run(&folder, &["p.xml", "a.swf", "b.swf"]);
    assert_eq!(first["digest"], second["digest"]);
    let scenario = &first["scenario"];
    let clusters = json!([{ "name": "a", "nodes": 6, "speed": 1 }, { "name": "b", "nodes": 4, "speed": 2 }]);
    assert_eq!((&scenario["name"], &scenario["platform"]["clusters"]), (&json!("a.swf, b.swf"), &clusters));
    assert!(told.contains("a.swf, b.swf run together, as one workload"), "{told}");
    assert!(!told.contains("no platform was given"), "{told}");
    // Without a platform, the one of the largest log.
    let (alone, told) = run(&folder, &["b.swf", "a.swf"]);
    assert_eq!(alone["scenario"]["platform"]["parameters"]["nodes"], 8);
    assert!(told.contains("no platform was given"), "{told}");
}

#[test]
fn failure_traces_are_used_by_systems_that_support_them() {
    let dag = "JOB A a.sub\nJOB B b.sub\nPARENT A CHILD B\n";
    let files = [("tasks.csv", TASKS), ("event_trace.tab", TRACE), ("a.swf", LOG), ("w.dag", dag)];
    let folder = folder("failures", &files);
    let (found, _) = run(&folder, &["event_trace.tab", "tasks.csv"]);
    let background = &found["scenario"]["background"];
    assert_eq!(background[0]["file"]["name"], "event_trace.tab");
    // A node is down while jobs wait: they start later.
    let (found, _) = run(&folder, &["event_trace.tab", "a.swf"]);
    assert_eq!(found["scenario"]["background"][0]["file"]["name"], "event_trace.tab");
    let (without, _) = run(&folder, &["a.swf"]);
    assert_ne!(found["digest"], without["digest"]);
    let (found, told) = run(&folder, &["event_trace.tab", "w.dag"]);
    assert_eq!(found["scenario"]["background"].as_array().map_or(0, Vec::len), 0);
    assert!(
        told.contains("warning: event_trace.tab: left out: the system workflow has no place for"),
        "{told}"
    );
}

/// The clusters of Alea's failures are those of its list of machines.
#[test]
fn a_log_of_alea_runs_with_its_machines_and_failures() {
    let machines = "0\tbig\t3\t2\t1.0\t1024\n1\tsmall\t1\t2\t1.0\t1024\n";
    let failures = "0\tsmall\t100\n10\tbig\t60\t0 2\n";
    let files = [("log.swf", LOG), ("log.swf.machines", machines), ("log.swf.failures", failures)];
    let folder = folder("alea", &files);
    let names = ["log.swf", "log.swf.machines", "log.swf.failures"];
    let (found, told) = run(&folder, &names);
    assert_eq!(found["scenario"]["platform"]["clusters"][0]["nodes"], 6);
    assert_eq!(found["scenario"]["background"][0]["file"]["format"], "alea-failures");
    assert!(!told.contains("assigned in turn"), "{told}");
}

#[test]
fn an_archive_is_read_as_its_files() {
    let folder = folder("archive", &[("a.swf", LOG), ("p.xml", PLATFORM)]);
    let members = [("day/a.swf", LOG), ("README", "Jobs of a day."), ("day/p.xml", PLATFORM)];
    fs::write(folder.join("day.tar.gz"), tar_gz(&members)).expect("an archive");
    let (packed, told) = run(&folder, &["day.tar.gz"]);
    let (plain, _) = run(&folder, &["a.swf", "p.xml"]);
    assert_eq!(packed["digest"], plain["digest"]);
    assert!(told.contains("warning: day.tar.gz/README: left out: the file looks like"), "{told}");
    let (output, _) = ganttlet(&folder, &["inspect", "day.tar.gz"]);
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.starts_with("day.tar.gz/a.swf: Standard Workload Format (SWF)"), "{printed}");
    assert!(printed.contains("\nday.tar.gz/p.xml: SimGrid platform (XML), format id simgrid\n"), "{printed}");
    fs::write(folder.join("nested.tar.gz"), tar_gz(&[("a.swf", LOG), ("b.zip", "PK\u{3}\u{4}")]))
        .expect("an archive");
    let told = refused(&folder, &["run", "nested.tar.gz"]);
    assert!(told.contains("nested.tar.gz: the archive holds another archive: b.zip"), "{told}");
}

#[test]
fn several_files_are_inspected_one_after_the_other() {
    let folder = folder("inspect", &[("a.swf", LOG), ("p.xml", PLATFORM), ("x.txt", "nothing known")]);
    let (output, _) = ganttlet(&folder, &["inspect", "--json", "p.xml", "a.swf"]);
    let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
    assert_eq!(
        (&found["files"][0]["platform"]["nodes"], &found["files"][1]["read"]),
        (&json!(10), &json!(2))
    );
    let (output, told) = ganttlet(&folder, &["inspect", "x.txt", "a.swf"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.starts_with(b"a.swf: ") && told.contains("x.txt: "), "{told}");
}

#[test]
fn a_scenario_is_combined_with_a_platform_and_its_files() {
    let scenario = r#"{"version": 1, "platform": {"preset": "das2"}, "workload": [{"generator": "poisson", "parameters": {"jobs": 3}}],
        "system": {"kind": "batch"}}"#;
    let folder =
        folder("scenario", &[("s.json", scenario), ("p.xml", PLATFORM), ("a.swf", LOG), ("q.xml", PLATFORM)]);
    let (found, _) = run(&folder, &["s.json", "p.xml"]);
    assert_eq!(found["scenario"]["platform"]["clusters"][1]["nodes"], 4);
    for (files, part) in [
        (&["s.json", "a.swf"][..], "a.swf is not named by s.json"),
        (&["p.xml", "a.swf", "q.xml"], "2 platforms were given: p.xml, q.xml"),
        (&["p.xml"], "p.xml: there is nothing to run on the platform"),
        (
            &["p.xml", "a.swf", "--processors", "4"],
            "p.xml is a platform, and --platform or --processors gives another",
        ),
        (&["s.json", "s.json"], "2 scenarios were given"),
    ] {
        let told = refused(&folder, &[&["run"], files].concat());
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn platforms_survive_conversion_to_simgrid_and_back() {
    let scenario =
        r#"{"version": 1, "platform": {"preset": "das2"}, "workload": [], "system": {"kind": "batch"}}"#;
    let table = "name,nodes,cores,speed\nA,2,4,1\nB,3,1,0.5\n";
    let folder = folder("simgrid", &[("s.json", scenario), ("m.csv", table)]);
    for (input, nodes) in [("s.json", 200), ("m.csv", 11)] {
        let (output, told) = ganttlet(&folder, &["convert", input, "out.xml"]);
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(told.contains("a node of speed 1 is written with 1 Gflop/s (our assumption)"), "{told}");
        let (output, _) = ganttlet(&folder, &["inspect", "out.xml", "--json"]);
        let found: Value = serde_json::from_slice(&output.stdout).expect("one JSON document");
        assert_eq!(found["platform"]["nodes"], nodes, "{found}");
    }
    let (output, _) = ganttlet(&folder, &["convert", "m.csv", "-", "--to", "simgrid"]);
    assert!(output.stdout.starts_with(b"<?xml"));
    let told = refused(&folder, &["convert", "m.csv", "out.swf"]);
    assert!(told.contains("a platform is written as JSON or for SimGrid (XML)"), "{told}");
}
