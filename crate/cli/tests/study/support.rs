//! Runs the command with studies.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) const EXAMPLE: &str = "static/studies/load-against-policy.json";

/// The folder of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The command with these arguments, in the repository.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(repository());
    command
}

/// Exit status, standard output and standard error.
pub(crate) fn ganttlet(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(arguments).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (status.code(), text(stdout), text(stderr))
}

/// The JSON output of a successful run.
pub(crate) fn run_json(arguments: &[&str]) -> Value {
    let (status, printed, told) = ganttlet(arguments);
    assert_eq!(status, Some(0), "{told}");
    serde_json::from_str(&printed).expect("one JSON document")
}

/// The error output of a failed run.
pub(crate) fn run_error(arguments: &[&str]) -> String {
    let (status, _, told) = ganttlet(arguments);
    assert_eq!(status, Some(2), "{arguments:?}: {told}");
    told
}

/// The digest of the result in the last printed line.
pub(crate) fn result_digest(printed: &str) -> &str {
    printed.lines().last().and_then(|line| line.strip_prefix("result ")).expect("a result")
}

/// A separate, empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes a file; returns its path.
pub(crate) fn file(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_string_lossy().into_owned()
}

/// The path of a file in a folder.
pub(crate) fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}

/// 12 runs of 200 jobs: two loads, two policies, three seeds. With 3 jobs, half of the values of `longest wait` are
/// missing.
pub(crate) fn small_study(jobs: u32) -> Value {
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
