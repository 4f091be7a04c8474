//! Tests of the examples for clusters: shells and schedulers can read them, and their commands exist in this program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("cluster")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("an example")
}

/// All files but the README.
fn examples() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("a folder").map(|file| file.expect("a file").file_name());
    let mut names: Vec<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name != "README.md");
    names.sort_unstable();
    names
}

/// The lines without comments.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The arguments of a command, with the variables of each scheduler filled in.
fn command_arguments(command: &str) -> Vec<String> {
    let mut filled = command.replace("results-*.jsonl", "results-1.jsonl results-2.jsonl").replace('"', "");
    for variable in ["$SLURM_ARRAY_TASK_ID", "$OAR_ARRAY_INDEX", "{}", "$(shard)"] {
        filled = filled.replace(variable, "3");
    }
    let filled = filled.replace("$1", "study.json");
    assert!(!filled.contains(['$', '{', '*']), "a variable that nobody fills in: {filled}");
    filled.split_whitespace().take_while(|word| *word != ">").map(str::to_owned).collect()
}

/// Runs a command in an empty folder: its arguments are valid, and only the input is missing.
fn assert_arguments_valid(words: &[String]) {
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster");
    fs::create_dir_all(&empty).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ganttlet"));
    let output = command.args(words).current_dir(empty).output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.starts_with("error: cannot read "), "{words:?}: {told}");
}

#[test]
fn shells_can_read_them() {
    let mut found = 0;
    for name in
        examples().iter().filter(|name| name.rsplit_once('.').is_some_and(|(_, ending)| ending == "sh"))
    {
        let path = folder().join(name);
        let status = Command::new("bash").arg("-n").arg(&path).status().expect("bash is here");
        assert!(status.success(), "{name}");
        let text = text(name);
        assert!(text.starts_with("#!/bin/sh\n# "), "{name} says what it is");
        for line in code_lines(&text) {
            let command = line.split_once("ganttlet ").expect("each line is a command of the program").1;
            assert_arguments_valid(&command_arguments(command));
            found += 1;
        }
    }
    assert_eq!(found, 5);
}

#[test]
fn scheduler_options_are_passed_on() {
    let options = |name: &str, start: &str| -> Vec<String> {
        let text = text(name);
        text.lines().filter_map(|line| line.strip_prefix(start)).map(|line| line.trim().to_owned()).collect()
    };
    let known = ["--job-name=", "--array=1-16", "--cpus-per-task=", "--requeue"];
    for option in options("slurm.sh", "#SBATCH ") {
        assert!(known.iter().any(|known| option.starts_with(known)), "{option}");
    }
    for option in options("oar.sh", "#OAR ") {
        let known = ["-n ", "--array 16", "-l core=", "-t idempotent"];
        assert!(known.iter().any(|known| option.starts_with(known)), "{option}");
    }
    assert!(options("slurm.sh", "#SBATCH ").len() == 4 && options("oar.sh", "#OAR ").len() == 4);
}

#[test]
fn submit_files_and_graphs_have_required_fields() {
    let text = text("htcondor.sub");
    let (mut keys, mut queued) = (Vec::new(), Vec::new());
    for line in code_lines(&text) {
        match line.split_once('=') {
            Some((key, value)) => keys.push((key.trim(), value.trim())),
            None => queued.push(line),
        }
    }
    let known = [
        "executable",
        "arguments",
        "transfer_input_files",
        "should_transfer_files",
        "when_to_transfer_output",
        "request_cpus",
        "max_retries",
        "log",
    ];
    assert_eq!(keys.iter().map(|(key, _)| *key).collect::<Vec<_>>(), known);
    let of = |wanted: &str| keys.iter().find(|(key, _)| *key == wanted).expect("it is there").1;
    assert_arguments_valid(&command_arguments(of("arguments")));
    assert_eq!((of("executable"), of("when_to_transfer_output")), ("ganttlet", "ON_EXIT_OR_EVICT"));
    // Each shard once, as many as in the arguments.
    let all = (1..=16).map(|shard| shard.to_string()).collect::<Vec<_>>().join(", ");
    assert_eq!(queued, [format!("queue shard in ({all})")]);
    let graph = self::text("study.dag");
    for line in code_lines(&graph) {
        let parts: Vec<&str> = line.split(' ').collect();
        let file = match parts[..] {
            ["JOB", "shards", file] | ["SCRIPT", "POST", "shards", file] => file,
            ["RETRY", "shards", times] if times.parse::<u32>().is_ok() => continue,
            _ => panic!("{line} is no line of a graph"),
        };
        assert!(folder().join(file).is_file(), "{file} is there");
    }
    assert_eq!(code_lines(&graph).count(), 3);
}

#[test]
fn each_example_is_in_the_readme() {
    let text = text("README.md");
    for name in examples() {
        assert!(text.contains(&format!("`{name}`")), "{name}");
    }
}
