//! Tests of `ganttlet inspect`: exact outputs on small files, rejections, and counts of real files.

use serde_json::Value;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `ganttlet inspect` with these bytes as standard input.
fn inspect(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.arg("inspect").args(arguments).current_dir(repository());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    // The program does not read the pipe if it rejects its arguments.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

fn inspect_json(arguments: &[&str], input: &[u8]) -> Value {
    let output = inspect(&[arguments, &["--json"]].concat(), input);
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// Four jobs, one of them cancelled in the queue, and a line that is not a job.
const LOG: &str = "; MaxProcs: 4\n\
    1 0 -1 30 1 -1 -1 1 60 -1 1 7 1 -1 -1 -1 -1 -1\n\
    2 100 -1 60 2 -1 -1 2 120 -1 1 7 1 -1 -1 -1 -1 -1\n\
    3 8000 -1 7200 4 -1 -1 4 3600 -1 1 9 1 -1 -1 -1 -1 -1\n\
    4 8100 20 -1 3 -1 -1 3 -1 -1 5 9 1 -1 -1 -1 -1 -1\n\
    not a job\n";

#[test]
fn a_log_is_described_in_words_and_histograms() {
    let output = inspect(&["-"], LOG.as_bytes());
    let expected = "\
standard input: Standard Workload Format (SWF), format id swf, 225 B
  Processors                         4
  Jobs                               3
  Submission period                  2:13:20
  Largest job                        4 processors
  Load                               0.905 (submitted work / capacity of 4
                                     processors)
  Users                              2
  Estimates                          all jobs have one
  Runtime above estimate             1 job
  Recorded starts                    no job has one
  Cancelled jobs                     1 (in the whole log)
  Jobs cancelled in the queue        1
  First submission                   0 s
  Last submission                    2 h 13 min
  Longest period without submission  2 h 12 min, from 1 min 40 s
  Median runtime / estimate          0.500
  Most active user                   66.7 % of the jobs
  Skipped lines or jobs              1

Runtime: 30 s to 2 h
  mean 40 min 30 s, median 1 min, 90 % up to 2 h
    from 30 s  1  ██████████████████████████████████████████████████
   from 1 min  1  ██████████████████████████████████████████████████
   from 3 min  0
  from 10 min  0
  from 30 min  0
     from 1 h  1  ██████████████████████████████████████████████████

Processors: 1 to 4
  mean 2.33, median 2, 90 % up to 4
       1  1  ██████████████████████████████████████████████████
       2  1  ██████████████████████████████████████████████████
  3 to 4  1  ██████████████████████████████████████████████████

Submissions over time: columns of 1 min 51 s, the highest is 2
  █
  █
  █                                                                      █
  █                                                                      █
";
    let found = text(&output.stdout);
    assert!(found.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(found, expected);
    let told = text(&output.stderr);
    assert!(
        told.contains("warning: standard input:6: 1 line skipped: a line must have 18 columns"),
        "{told}"
    );
}

#[test]
fn a_summary_is_one_json_document() {
    let found = inspect_json(&["-", "--processors", "8", "--set", "first_jobs=2"], LOG.as_bytes());
    assert_eq!((&found["format"]["id"], &found["packed"]), (&Value::from("swf"), &Value::from(false)));
    assert_eq!((&found["read"], &found["skipped"], &found["cancelled"]), (&2.into(), &1.into(), &1.into()));
    assert_eq!(found["summary"]["load"]["load"], 150.0 / 800.0);
    assert_eq!(found["summary"]["submissions"]["longest_gap"]["to_s"], 100.0);
    assert!(
        found["facts"]
            .as_array()
            .is_some_and(|facts| facts.contains(&serde_json::json!({ "label": "Jobs", "value": "2" })))
    );
    assert_eq!(found["diagnostics"][0]["line"], 6);
}

#[test]
fn examples_of_all_formats_can_be_inspected() {
    let workflow = inspect_json(&["static/example/montage-50.dax"], b"");
    let graph = &workflow["summary"]["graph"];
    assert_eq!((&graph["tasks"], &graph["edges"], &graph["levels"]), (&50.into(), &112.into(), &9.into()));
    for entry in std::fs::read_dir(repository().join("static/example")).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.file_name().is_some_and(|name| name == "index.json") {
            continue;
        }
        let output = inspect(&[&path.to_string_lossy()], b"");
        assert!(output.status.success(), "{}: {}", path.display(), text(&output.stderr));
        let lines = text(&output.stdout);
        // A mapping of columns at the end is JSON to save.
        let mut told = lines.lines().skip(1).take_while(|line| !line.starts_with("Mapping of the columns"));
        let long = told.find(|line| line.chars().count() > 80);
        assert_eq!(long, None, "{}", path.display());
    }
}

#[test]
fn faults_are_refused_in_sentences() {
    let refused = |arguments: &[&str], input: &str| {
        let output = inspect(arguments, input.as_bytes());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        text(&output.stderr)
    };
    assert!(refused(&["missing.swf"], "").contains("cannot read missing.swf"));
    assert!(refused(&["-"], "").starts_with("error: standard input: "));
    let unknown = refused(&["-", "--set", "hom=queue"], LOG);
    assert!(unknown.contains("hom: the format swf has no parameter of this name; available: processors,"));
    assert!(unknown.contains("Did you mean `home`?"), "{unknown}");
    let value = refused(&["-", "--set", "home=quee"], LOG);
    assert!(value.contains("home: found \"quee\", allowed are none, partition, queue"), "{value}");
    assert!(refused(&["static/gallery/das3-montage.json"], "").contains("a scenario (JSON)"));
}

/// The sum of read, skipped and cancelled jobs equals the number in the index.
#[test]
#[ignore = "needs the reference data"]
fn counts_of_real_files_agree_with_their_index() {
    let beside = repository().join("../shared/data");
    let folder = std::env::var_os("GANTTLET_DATA").map_or(beside, PathBuf::from);
    let index = std::fs::read(folder.join("index.json")).expect("the index");
    let index: Vec<Value> = serde_json::from_slice(&index).expect("a list");
    let mut checked = 0;
    for file in &index {
        let path = file["path"].as_str().expect("a path");
        let log = path.starts_with("swf/") || path.starts_with("gwf/");
        let Some(count) = file["count"].as_u64().filter(|&count| log && count > 0) else { continue };
        let found = inspect_json(&[&folder.join(path).to_string_lossy()], b"");
        let sum: u64 = ["read", "skipped", "cancelled"].iter().filter_map(|key| found[key].as_u64()).sum();
        assert_eq!(sum, count, "{path}");
        assert_eq!(found["summary"]["count"], found["read"], "{path}");
        assert_eq!(
            found["packed"],
            Path::new(path).extension().is_some_and(|ending| ending == "gz"),
            "{path}"
        );
        checked += 1;
    }
    assert!(checked >= 14, "{checked} files");
}

/// Values of the facts with these labels.
fn facts(found: &Value, labels: &[&str]) -> Vec<String> {
    let all = found["facts"].as_array().expect("facts");
    let value = |label: &&str| {
        let fact = all.iter().find(|fact| fact["label"] == **label);
        fact.map_or_else(String::new, |fact| fact["value"].as_str().unwrap_or_default().to_owned())
    };
    labels.iter().map(value).collect()
}

#[test]
fn jobs_are_filtered_and_the_load_is_scaled() {
    let filtered = inspect_json(&["-", "--set", "size_from=2", "--set", "run_to_s=100"], LOG.as_bytes());
    assert_eq!(filtered["read"], 1);
    assert_eq!(facts(&filtered, &["Left out by the options"]), ["2 jobs (1 by job size, 1 by runtime)"]);
    let scaled = inspect_json(&["-", "--set", "load_factor=2"], LOG.as_bytes());
    assert_eq!(
        facts(&scaled, &["Load scaled", "Submission period"]),
        ["by 2: gaps between submissions divided by 2", "1:06:40"]
    );
    assert_eq!(scaled["summary"]["load"]["load"], (30.0 + 120.0 + 28_800.0) / (4.0 * 4_000.0));
    let sizes = inspect_json(&["-", "--set", "load_factor=2", "--set", "load_by=sizes"], LOG.as_bytes());
    assert_eq!(sizes["summary"]["load"]["work_s"], 60.0 + 240.0 + 28_800.0);
    let completed = inspect_json(&["-", "--set", "status=completed"], LOG.as_bytes());
    assert_eq!(completed["read"], 3);
    for (set, words) in
        [("load_factor=0", "load_factor"), ("status=done", "status"), ("load_by=time", "load_by")]
    {
        let refused = inspect(&["-", "--set", set], LOG.as_bytes());
        assert!(!refused.status.success() && text(&refused.stderr).contains(words), "{set}");
    }
}

#[test]
fn a_long_log_has_a_busiest_tenth() {
    let job = |number: u32| {
        let run = if (100..120).contains(&number) { 90 } else { 10 };
        format!("{number} {} -1 {run} 1 -1 -1 1 -1 -1 1 7 1 -1 -1 -1 -1 -1\n", number * 10)
    };
    let log: String = (1..=201).map(job).collect();
    let found = inspect_json(&["-"], log.as_bytes());
    assert_eq!(found["summary"]["busiest"]["from_s"], 980.0);
    let output = text(&inspect(&["-"], log.as_bytes()).stdout);
    let words: String = output.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("Busiest tenth 16 min 20 s to 19 min 40 s: 21 jobs, 50.1 % of the submitted work"),
        "{output}"
    );
    let short: String = (1..=199).map(job).collect();
    assert!(!text(&inspect(&["-"], short.as_bytes()).stdout).contains("Busiest"));
}
