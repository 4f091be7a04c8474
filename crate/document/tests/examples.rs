//! The examples of this crate run, and print the output that their headers describe.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The output of an example. `cargo test` builds the examples; `cargo test --test examples` alone does not.
fn example(name: &str, arguments: &[&str]) -> String {
    let test = std::env::current_exe().expect("the system knows what runs");
    let folder = test.ancestors().nth(2).expect("tests are two folders down").join("examples");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn run_scenario_prints_metrics_and_digest_of_each_system() {
    let printed = example("run_scenario", &[]);
    let systems: Vec<&str> = printed.lines().filter(|line| line.contains("digest")).collect();
    assert!(
        systems.len() == 2 && systems[0].starts_with("FCFS: ") && systems[1].starts_with("EASY: "),
        "{printed}"
    );
    assert_eq!(printed.matches("Wait time").count(), 2, "{printed}");
}

#[test]
fn rust_policy_runs_beside_easy() {
    let printed = example("rust_policy", &[]);
    let names: Vec<&str> = printed.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(names, ["Widest fit", "EASY"], "{printed}");
}

#[test]
fn log_to_svg_draws_a_bar_for_each_job() {
    let chart = Path::new(env!("CARGO_TARGET_TMPDIR")).join("log-to-svg.svg");
    let printed = example("log_to_svg", &[chart.to_str().expect("a path in UTF-8")]);
    assert!(printed.starts_with("four-jobs.swf: 4 jobs in the format swf, 0 skipped"), "{printed}");
    let drawing = fs::read_to_string(chart).expect("the example writes it");
    assert!(drawing.starts_with("<svg") && drawing.contains("4 bars are drawn"), "{drawing}");
}

#[test]
fn sweep_load_shows_that_backfilling_shortens_waits_at_each_load() {
    let printed = example("sweep_load", &[]);
    let rows = printed.lines().skip(2).map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows: Vec<Vec<f64>> =
        rows.map(|row| row.into_iter().map(|word| word.parse().expect("a number")).collect()).collect();
    assert!(rows.len() == 4 && rows.iter().all(|row| row[2] < row[1]), "{printed}");
}

#[test]
fn step_by_step_says_why_jobs_wait() {
    let printed = example("step_by_step", &[]);
    assert!(printed.starts_with("  300 s: 2 of 4 jobs ended, 8 nodes in use\n"), "{printed}");
    assert!(printed.contains("job 4 waits: Job 4 is at the head of the queue"), "{printed}");
    assert!(printed.lines().last().is_some_and(|line| line.starts_with("digest ")), "{printed}");
}

#[test]
fn decide_makes_each_choice_of_a_run() {
    let printed = example("decide", &[]);
    let (choices, rest) = printed.split_once('\n').expect("two lines");
    let choices = choices.strip_prefix("60 choices: ").unwrap_or_else(|| panic!("{printed}"));
    assert!(choices.len() == 60 && choices.contains('1') && choices.contains('2'), "{printed}");
    assert!(rest.starts_with("makespan "), "{printed}");
}
