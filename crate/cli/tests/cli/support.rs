//! Runs the command.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of the repository.
pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the command in the repository.
pub(crate) fn ganttlet(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.args(arguments).current_dir(repository()).output().expect("the program runs")
}

/// The JSON output of a successful run.
pub(crate) fn run_json(arguments: &[&str]) -> Value {
    let output = ganttlet(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

/// The error output of a failed run.
pub(crate) fn run_error(arguments: &[&str]) -> String {
    let output = ganttlet(arguments);
    assert!(!output.status.success(), "{arguments:?} is refused");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) const LOG: &str = "static/example/lublin-256-1000.swf";

/// A file in a separate folder of this test.
pub(crate) fn scratch(name: &str, content: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(name);
    std::fs::write(&path, content).expect("a scratch file");
    path
}

/// The lines of a file beside another one.
pub(crate) fn read_lines(path: &Path, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path.with_file_name(name)).expect("a file");
    text.lines().map(str::to_owned).collect()
}
