//! Tests of `ganttlet fmt`: one layout of JSON for users and for the files of this repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Large files written by programs, with one record per line.
const WRITTEN_BY_PROGRAMS: [&str; 3] =
    ["static/results", "static/example/batsim-100.json", "static/example/epigenomics.json"];

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `ganttlet fmt`.
fn run_fmt(arguments: &[&Path]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    command.arg("fmt").args(arguments).output().expect("the program runs")
}

/// The JSON files below a folder.
fn json_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            json_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "json") {
            found.push(path);
        }
    }
}

/// Writes a file into the folder of these tests.
fn scratch(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("a scratch file");
    path
}

#[test]
fn files_of_this_repository_have_the_layout() {
    let mut files = Vec::new();
    for folder in ["static", "crate", "tests/recipes"] {
        json_files(&repository().join(folder), &mut files);
    }
    files
        .retain(|path| !WRITTEN_BY_PROGRAMS.iter().any(|folder| path.starts_with(repository().join(folder))));
    assert!(files.len() > 100, "{} files", files.len());
    let mut arguments: Vec<&Path> = vec![Path::new("--check")];
    arguments.extend(files.iter().map(PathBuf::as_path));
    let output = run_fmt(&arguments);
    let differing = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "run `ganttlet fmt` on\n{differing}");
}

#[test]
fn a_check_lists_the_files_and_changes_nothing() {
    let text = "{\"name\":\"x\", \"seeds\":[1,\n2]}";
    let path = scratch("layout.json", text);
    let checked = run_fmt(&[Path::new("--check"), &path]);
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&checked.stdout), format!("{}\n", path.display()));
    assert_eq!(fs::read_to_string(&path).expect("text"), text);
    assert!(run_fmt(&[&path]).status.success());
    assert_eq!(fs::read_to_string(&path).expect("text"), "{\n  \"name\": \"x\",\n  \"seeds\": [1, 2]\n}\n");
    assert!(run_fmt(&[Path::new("--check"), &path]).status.success());
}

#[test]
fn invalid_json_is_rejected_with_its_line() {
    let path = scratch("no-json.json", "{\n  \"name\": \"x\"\n  \"seeds\": 1\n}");
    let refused = run_fmt(&[&path]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("no-json.json:3"), "{message}");
}
