//! Tests of output files: none overwrites an input or result, and no control character reaches a terminal.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A separate folder for a test, with a scenario and a study.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outputs").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("in.json"), scenario().to_string()).expect("a scenario");
    let study = json!({"base": scenario(), "seeds": 2, "measures": [{"metric": "wait"}],
        "axes": [{"name": "load", "knob": "load", "values": [0.5, 0.9]}]});
    fs::write(folder.join("study.json"), study.to_string()).expect("a study");
    folder
}

fn scenario() -> Value {
    json!({
        "version": 1, "seed": 5,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 16}},
        "workload": [{"generator": "poisson", "parameters": {"jobs": 20, "load": 0.7}}],
        "system": {"kind": "batch", "policies": {"local": "easy"}},
    })
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// Exit status, standard output and standard error.
fn ganttlet(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(folder, arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// All files of a folder with their contents.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut files: Vec<_> = paths
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read(path).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
#[cfg(unix)]
fn no_output_is_written_over_an_input_or_another_output() {
    let folder = folder("over");
    let file = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    fs::create_dir(folder.join("sub")).expect("a folder");
    fs::hard_link(folder.join("in.json"), folder.join("hard.json")).expect("a link");
    std::os::unix::fs::symlink("in.json", folder.join("soft.json")).expect("a link");
    std::os::unix::fs::symlink("new.csv", folder.join("dangling.csv")).expect("a link");
    std::os::unix::fs::symlink(".", folder.join("here")).expect("a link");
    fs::copy(folder.join("in.json"), folder.join("named.json")).expect("a copy");
    file("platform.json", &scenario()["platform"].to_string());
    let log =
        "1 0 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 1 -1 -1 -1\n2 5 -1 10 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1\n";
    file("log.swf", log);
    let mut of_log = scenario();
    let named = json!([{"file": {"name": "log.swf", "sha256": ganttlet_document::sha256(log.as_bytes()), "format": "swf"}}]);
    of_log["workload"] = named.clone();
    file("of-log.json", &of_log.to_string());
    let of_log = json!({"base": of_log, "seeds": 1, "measures": [{"metric": "wait"}]});
    file("of-log-study.json", &of_log.to_string());
    let made = ganttlet(&folder, &["sweep", "study.json", "--out", "r.jsonl"]);
    assert_eq!(made.0, Some(0), "{}", made.2);
    let absolute = folder.join("in.json").to_string_lossy().into_owned();
    let before = files(&folder);
    let mut refused: Vec<Vec<&str>> = Vec::new();
    for option in ["--jobs", "--svg"] {
        for path in [
            "in.json",
            "./in.json",
            "sub/../in.json",
            "here/in.json",
            "hard.json",
            "soft.json",
            &absolute,
            "IN.json",
        ] {
            refused.push(vec!["run", "in.json", option, path]);
        }
    }
    refused.extend([
        vec!["run", "soft.json", "--table", "intervals=in.json"],
        vec!["run", "in.json", "--table", "swf=./here/hard.json"],
        vec!["run", "in.json", "--platform", "platform.json", "--svg", "platform.json"],
        vec!["run", "of-log.json", "--jobs", "log.swf"],
        vec!["run", "log.swf", "--jobs", "log.swf"],
        vec!["run", "in.json", "--jobs", "x", "--svg", "x"],
        vec!["run", "in.json", "--jobs", "x", "--svg", "here/X"],
        vec!["run", "in.json", "--jobs", "new.csv", "--svg", "dangling.csv"],
        vec!["run", "in.json", "--jobs", "x", "--table", "intervals=./x"],
        vec!["run", "in.json", "--table", "marks=x", "--table", "intervals=x"],
        vec!["run", "in.json", "--jobs", "r.jsonl"],
        vec!["compare", "in.json", "--study", "in.json"],
        vec!["compare", "in.json", "--csv", "hard.json"],
        vec!["compare", "in.json", "--out", "in.json"],
        vec!["compare", "in.json", "--out", "o.jsonl", "--study", "o.jsonl"],
        vec!["compare", "in.json", "--csv", "o.csv", "--study", "sub/../o.csv"],
        vec!["sweep", "study.json", "--csv", "study.json"],
        vec!["sweep", "study.json", "--svg", "study.json"],
        vec!["sweep", "study.json", "--out", "study.json"],
        vec!["sweep", "study.json", "--out", "r.jsonl", "--csv", "r.jsonl"],
        vec!["sweep", "study.json", "--out", "n.jsonl", "--svg", "./n.jsonl"],
        vec!["sweep", "study.json", "--csv", "o", "--svg", "o"],
        // Results are protected even if the command does not read them: they may have taken days.
        vec!["sweep", "study.json", "--csv", "r.jsonl"],
        vec!["sweep", "of-log-study.json", "--csv", "log.swf"],
        vec!["sweep", "of-log-study.json", "--out", "log.swf"],
        vec!["collect", "r.jsonl", "--csv", "r.jsonl"],
        vec!["collect", "r.jsonl", "--svg", "here/r.jsonl"],
        vec!["collect", "r.jsonl", "--csv", "o", "--svg", "o"],
        vec!["reproduce", "E2.9", "--quick", "--out", "o", "--csv", "o"],
        vec!["reproduce", "E2.9", "--quick", "--csv", "r.jsonl"],
        vec!["reproduce", "E2.9", "--quick", "--all", "sub", "--out", "sub/E2.9.json"],
    ]);
    for arguments in refused {
        let (status, printed, told) = ganttlet(&folder, &arguments);
        assert_eq!((status, &*printed), (Some(2), ""), "{arguments:?}: {told}");
        assert!(
            told.contains("is the same file as") || told.contains("would overwrite"),
            "{arguments:?}: {told}"
        );
        assert_eq!(files(&folder), before, "{arguments:?}");
    }
    let gallery = folder.join("gallery");
    fs::create_dir(&gallery).expect("a folder");
    fs::write(gallery.join("index.json"), r#"{"examples": [{"id": "shown", "measure": "wait"}]}"#)
        .expect("an index");
    fs::write(gallery.join("shown.json"), scenario().to_string()).expect("an example");
    let (status, _, told) = ganttlet(&folder, &["gallery", "gallery", "here/gallery"]);
    assert!(status == Some(2) && told.contains("is the same file as the input"), "{told}");
}

#[test]
fn unwritable_outputs_are_reported_before_any_run() {
    let folder = folder("nowhere");
    for (path, why) in [("no/such/a.csv", "does not exist"), (".", "it is a directory")] {
        let (status, printed, told) = ganttlet(&folder, &["run", "in.json", "--jobs", path]);
        assert_eq!((status, &*printed), (Some(2), ""), "{told}");
        assert!(told.contains(&format!("cannot write {path}: ")) && told.contains(why), "{told}");
    }
    let (status, _, told) = ganttlet(&folder, &["run", "in.json", "--table", "jobs"]);
    assert!(status == Some(2) && told.contains("--table requires TABLE=FILE"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_and_terminals_are_valid_outputs() {
    let folder = folder("special");
    let null = ["--jobs", "/dev/null", "--svg", "/dev/null", "--table", "intervals=/dev/null"];
    let (status, _, told) = ganttlet(&folder, &[&["run", "in.json"], &null[..]].concat());
    assert_eq!(status, Some(0), "{told}");
    let to_output = ["run", "in.json", "--jobs", "/dev/stdout", "--table", "intervals=/dev/fd/1"];
    let (status, piped, told) = ganttlet(&folder, &to_output);
    assert_eq!(status, Some(0), "{told}");
    assert!(piped.starts_with("id,") && piped.contains("Wait time"), "{piped}");
    // A file as standard output gets the same text, in the same order.
    let file = fs::File::create(folder.join("all.txt")).expect("a file");
    assert!(command(&folder, &to_output).stdout(file).status().expect("it runs").success());
    assert_eq!(fs::read_to_string(folder.join("all.txt")).expect("text"), piped);
    // Runs are read back from the results, so a regular file is required.
    for path in ["/dev/stdout", "/dev/full", "/dev/null", "/dev/zero"] {
        for arguments in
            [vec!["sweep", "study.json"], vec!["compare", "in.json"], vec!["reproduce", "E2.9", "--quick"]]
        {
            let (status, _, told) = ganttlet(&folder, &[&arguments[..], &["--out", path]].concat());
            assert_eq!(status, Some(2), "{told}");
            assert!(told.contains(&format!("--out {path}: a regular file is required")), "{told}");
        }
    }
    let (status, _, told) = ganttlet(&folder, &["run", "in.json", "--jobs", "/dev/full"]);
    assert!(status == Some(2) && told.contains("cannot write /dev/full: No space left"), "{told}");
    let appended = fs::OpenOptions::new().append(true).open(folder.join("in.json")).expect("a file");
    let output = command(&folder, &["run", "in.json"]).stdout(appended).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        output.status.code() == Some(2) && told.contains("the standard output is the input in.json"),
        "{told}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_are_inputs_and_devices_are_not() {
    let folder = folder("devices");
    for arguments in [
        vec!["run", "/dev/zero"],
        vec!["run", "in.json", "--platform", "/dev/zero"],
        vec!["compare", "/dev/urandom"],
        vec!["sweep", "/dev/zero"],
        vec!["collect", "/dev/zero"],
    ] {
        let (status, _, told) = ganttlet(&folder, &arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {told}");
        assert!(told.contains("it is a device, not a file"), "{arguments:?}: {told}");
    }
    let piped = fs::File::open(folder.join("in.json")).expect("a file");
    let mut cat = Command::new("cat").stdin(piped).stdout(Stdio::piped()).spawn().expect("cat");
    let from = cat.stdout.take().expect("a pipe");
    let status = command(&folder, &["run", "/dev/stdin"]).stdin(from).stdout(Stdio::null()).status();
    assert!(status.expect("it runs").success());
    cat.wait().expect("it ends");
    // Files above the limit are not read.
    let huge = fs::File::create(folder.join("huge.swf")).expect("a file");
    huge.set_len(1 << 40).expect("a file with a hole");
    let (status, _, told) = ganttlet(&folder, &["run", "huge.swf"]);
    assert!(status == Some(2) && told.contains("it is larger than the limit of 4096 MB"), "{told}");
    let (_, _, told) = ganttlet(&folder, &["sweep", "huge.swf"]);
    assert!(told.contains("it is larger than the limit of 16 MB"), "{told}");
}

/// A name with characters that clear or colour a terminal, break a line, or reverse the text direction.
const HOSTILE_NAME: &str = "\u{1b}[2Jclear\u{9b}31m\n\r\t\u{8}\u{7f}\u{202e}back\u{2028}\u{1b}]0;title\u{7}";

/// The scenario and study in a folder, with hostile names everywhere.
fn write_hostile_names(folder: &Path) {
    let mut scenario = scenario();
    scenario["name"] = json!(HOSTILE_NAME);
    scenario["platform"] = json!({"clusters": [{"name": HOSTILE_NAME, "nodes": 16}]});
    scenario["system"]["name"] = json!(HOSTILE_NAME);
    scenario["compare"] =
        json!([{"kind": "batch", "policies": {"local": "fcfs"}, "name": format!("{HOSTILE_NAME}2")}]);
    fs::write(folder.join("in.json"), scenario.to_string()).expect("a scenario");
    let study = json!({
        "name": HOSTILE_NAME, "question": HOSTILE_NAME, "base": scenario, "seeds": 2, "measures": [{"metric": "wait", "name": HOSTILE_NAME}],
        "axes": [{"name": HOSTILE_NAME, "variants": [{"name": HOSTILE_NAME}, {"name": format!("{HOSTILE_NAME}2"), "set": {"load": 0.9}}]}],
        "quantities": {"q": {"value": "w", "unit": HOSTILE_NAME, "with": {"w": {"measure": HOSTILE_NAME, "at": {HOSTILE_NAME: HOSTILE_NAME}}}}},
        "tables": [{"title": HOSTILE_NAME, "head": HOSTILE_NAME, "columns": [{"name": HOSTILE_NAME, "quantity": "q"}], "rows": [{"name": HOSTILE_NAME}]}],
        "claims": [{"id": HOSTILE_NAME, "claim": HOSTILE_NAME, "judged": [{"quantity": "q", "judge": {"sign": 1}}]}],
    });
    fs::write(folder.join("study.json"), study.to_string()).expect("a study");
}

#[test]
fn control_characters_never_reach_the_terminal() {
    let folder = folder("terminal");
    write_hostile_names(&folder);
    let calm = |text: &str, what: &str| {
        let obeyed = |c: char| c != '\n' && (c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c));
        assert!(!text.contains(obeyed), "{what}: {text:?}");
    };
    for arguments in [
        vec!["run", "in.json"],
        vec!["run", "in.json", "--json"],
        vec!["run", "in.json", "--set", "horizon_s=1", "--jobs", "jobs.csv"],
        vec!["compare", "in.json", "--seeds", "2", "--progress"],
        vec!["compare", "in.json", "--seeds", "2", "--json"],
        vec!["sweep", "study.json", "--progress", "--out", "r.jsonl"],
        vec!["sweep", "study.json", "--json", "--csv", "runs.csv"],
        vec!["collect", "r.jsonl"],
    ] {
        let (status, printed, told) = ganttlet(&folder, &arguments);
        assert!(!printed.is_empty(), "{arguments:?}: {status:?} {told}");
        calm(&printed, &format!("{arguments:?}"));
        calm(&told, &format!("{arguments:?}"));
        if arguments.contains(&"--json") {
            let document: Value = serde_json::from_str(&printed).expect("one JSON document");
            assert!(
                document.to_string().contains(&json!(HOSTILE_NAME).to_string()),
                "names stay as they are"
            );
        }
    }
    // One line per measure, for any names.
    let (_, printed, _) = ganttlet(&folder, &["run", "in.json"]);
    assert!(
        printed.lines().next().is_some_and(|heads| heads.matches(r"\u{1b}[2Jclear").count() == 2),
        "{printed}"
    );
    assert!(printed.lines().skip(1).all(|line| !line.contains("clear")), "{printed}");
    let csv = fs::read_to_string(folder.join("runs.csv")).expect("a table");
    assert!(csv.contains(&format!("\"{HOSTILE_NAME}\"")), "files hold names as they are, quoted: {csv:?}");
    // The error messages about an invalid scenario contain names.
    let mut broken: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("in.json")).expect("text")).expect("JSON");
    broken["platform"]["clusters"] =
        json!([{"name": HOSTILE_NAME, "nodes": 1}, {"name": HOSTILE_NAME, "nodes": 1}]);
    broken["workload"] = json!([{"file": {"name": HOSTILE_NAME, "sha256": "0".repeat(64), "format": "swf"}}]);
    fs::write(folder.join("broken.json"), broken.to_string()).expect("a scenario");
    for input in ["broken.json", HOSTILE_NAME] {
        let (_, _, told) = ganttlet(&folder, &["run", input]);
        calm(&told, input);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn progress_is_shown_on_a_terminal() {
    let folder = folder("progress");
    write_hostile_names(&folder);
    for arguments in
        ["run in.json", "compare in.json --seeds 2", "sweep study.json", "run in.json --jobs /dev/stdout"]
    {
        let program = format!("{} {arguments}", env!("CARGO_BIN_EXE_ganttlet"));
        let output =
            Command::new("script").args(["-qec", &program, "/dev/null"]).current_dir(&folder).output();
        let output = output.expect("script makes a terminal");
        let seen = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{seen}");
        assert!(seen.contains("0/20 0s") || seen.contains("0/4 runs 0s"), "{arguments}: {seen:?}");
        assert!(!seen.contains("\u{1b}[2Jclear") && !seen.contains("\u{1b}]0;"), "{arguments}: {seen:?}");
    }
    // Without a terminal, progress is shown only on request.
    assert_eq!(ganttlet(&folder, &["run", "in.json"]).2, "");
}

#[test]
fn equal_diagnostics_are_printed_once_and_counted() {
    let folder = folder("folded");
    let clusters: Vec<Value> = (0..90).map(|_| json!({"name": "A", "nodes": 1})).collect();
    let mut many = scenario();
    many["platform"] = json!({"clusters": clusters});
    many["sede"] = json!(1);
    fs::write(folder.join("many.json"), many.to_string()).expect("a scenario");
    let (status, _, told) = ganttlet(&folder, &["run", "many.json"]);
    assert_eq!(status, Some(2));
    assert_eq!(told.matches("Give each cluster a different name.").count(), 3, "{told}");
    assert!(told.contains("\n  and 86 more of this kind\n") && told.contains("sede"), "{told}");
    assert!(told.len() < 1_000, "{told}");
}

#[test]
fn missing_files_are_reported() {
    let folder = folder("words");
    let mut named = scenario();
    let file = json!({"name": "log.swf", "sha256": "0".repeat(64), "format": "swf", "url": "https://example.org/log.swf"});
    named["workload"] = json!([{"file": file}]);
    let parent = json!({"file": {"name": "..", "sha256": "1".repeat(64), "format": "swf"}});
    named["workload"].as_array_mut().expect("a list").push(parent);
    fs::write(folder.join("named.json"), named.to_string()).expect("a scenario");
    let study = json!({"base": named, "seeds": 1, "measures": [{"metric": "wait"}]});
    fs::write(folder.join("named-study.json"), study.to_string()).expect("a study");
    let mut newer = scenario();
    newer["version"] = json!(99);
    fs::write(folder.join("newer.json"), newer.to_string()).expect("a scenario");
    let mut bare = named.clone();
    bare["workload"][0]["file"].as_object_mut().expect("an object").remove("sha256");
    fs::write(folder.join("bare.json"), bare.to_string()).expect("a scenario");
    let commands =
        [vec!["run", "named.json"], vec!["sweep", "named-study.json"], vec!["compare", "named.json"]];
    for arguments in &commands {
        let (status, _, told) = ganttlet(&folder, arguments);
        assert_eq!(status, Some(2), "{told}");
        assert!(
            told.contains("\"log.swf\" is missing") && told.contains("Put the file into the directory ."),
            "{told}"
        );
        assert!(told.contains(", from https://example.org/log.swf."), "{told}");
    }
    fs::write(folder.join("log.swf"), "; nothing\n").expect("a file");
    for arguments in commands.into_iter().chain([vec!["run", "newer.json"], vec!["run", "bare.json"]]) {
        let (status, _, told) = ganttlet(&folder, &arguments);
        assert!(status == Some(2) && !told.contains("Drop") && !told.contains("Refresh"), "{told}");
    }
    let (_, _, told) = ganttlet(&folder, &["run", "named.json"]);
    assert!(told.contains("log.swf is not the file of the scenario: its SHA-256 is"), "{told}");
}
