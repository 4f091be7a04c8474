//! What holds for every generator: pinned work, independence of purposes, patience with odd settings.

use super::*;
use crate::entry::{Kind, Value};
use crate::platform::{Network, das2, das3, one_cluster};
use crate::time::Span;
use std::fmt::Write as _;

fn defaults(generator: &Generator) -> Settings {
    Settings::defaults(generator.entry.parameters)
}

/// The first three jobs or tasks, one a line.
fn beginning(work: &Work) -> String {
    let mut text = String::new();
    match work {
        Work::Jobs(jobs) => {
            for job in jobs.iter().take(3) {
                let estimate = job.estimate.map_or(-1, |span| span.0);
                let (submit, run) = (job.submit.0, job.run.0);
                let _ = writeln!(text, "{submit} {run} {estimate} {} {} {}", job.nodes, job.user, job.home);
            }
        }
        Work::GridJobs(jobs) => {
            for job in jobs.iter().take(3) {
                let (submit, run) = (job.job.submit.0, job.job.run.0);
                let _ = writeln!(text, "{submit} {run} {} {:?}", job.job.nodes, job.request);
            }
        }
        Work::MasterWorker(applications) => {
            for application in applications.iter().take(2) {
                for task in application.batches.iter().flatten().take(3) {
                    let _ = writeln!(text, "{} {} {}", application.submit.0, task.task, task.run.0);
                }
            }
        }
        Work::Absences(absences) => {
            for &Absence { machine, start, end, gone } in absences.iter().take(3) {
                let _ = writeln!(text, "{machine} {} {} {gone}", start.0, end.0);
            }
        }
        Work::Workflows(workflows) => {
            for task in workflows[0].tasks.iter().take(3) {
                let bytes: Vec<String> = task
                    .outputs
                    .iter()
                    .map(|&file| format!("{}", workflows[0].files[file as usize].bytes))
                    .collect();
                let _ = writeln!(text, "{} {} {} {}", task.name, task.program, task.run.0, bytes.join(" "));
            }
        }
    }
    text
}

/// The work of a generator as it is set by default.
fn work(generator: &Generator, seed: u64, purpose: &str) -> Work {
    (generator.make)(&defaults(generator), &das3(), &Streams::new(seed), purpose)
}

/// A change here changes every published link that uses the generator. What varies only if it is asked to is the same for
/// all seeds; that is pinned too. With `GANTTLET_UPDATE` set, the work is pinned anew.
#[test]
fn work_is_pinned() {
    let found: String = GENERATORS
        .members
        .iter()
        .map(|generator| {
            let pinned = work(generator, 7, "workload/0");
            let chance =
                if pinned == work(generator, 8, "workload/0") { ", the same for all seeds" } else { "" };
            format!("{}{chance}\n{}", generator.entry.id, beginning(&pinned))
        })
        .collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/workload/generator/golden.txt");
    if std::env::var_os("GANTTLET_UPDATE").is_some() {
        std::fs::write(file, &found).expect("the sources can be written");
    }
    assert_eq!(found, std::fs::read_to_string(file).expect("the pinned work"));
}

#[test]
fn the_same_seed_and_purpose_give_the_same_work() {
    for generator in GENERATORS.members {
        let made = work(generator, 1, "workload/0");
        let id = generator.entry.id;
        assert_eq!(made, work(generator, 1, "workload/0"), "{id}");
        // Who draws at all draws anew for another purpose.
        let chance = made != work(generator, 2, "workload/0");
        assert_eq!(made != work(generator, 1, "workload/1"), chance, "{id}");
    }
}

/// Numbers are finite, times do not go back, ids are those of the platform.
fn check(work: &Work, platform: &Platform, what: &str) {
    match work {
        Work::Jobs(jobs) => {
            assert!(jobs.windows(2).all(|pair| pair[0].submit <= pair[1].submit), "{what}");
            for job in jobs {
                assert!(
                    job.nodes >= 1 && job.run >= Span::ZERO && job.estimate.is_none_or(|e| e >= job.run),
                    "{what}"
                );
                assert!(
                    (job.home as usize) < platform.clusters.len().max(1)
                        || job.home == crate::workload::UNKNOWN
                );
            }
        }
        Work::GridJobs(jobs) => {
            assert!(jobs.windows(2).all(|pair| pair[0].job.submit <= pair[1].job.submit), "{what}");
            for job in jobs {
                assert!(job.job.nodes >= 1 && job.job.run >= Span::ZERO, "{what}");
            }
        }
        Work::MasterWorker(applications) => {
            assert!(applications.windows(2).all(|pair| pair[0].submit <= pair[1].submit), "{what}");
            for application in applications {
                assert!(application.expected.iter().all(|&run| run > Span::ZERO), "{what}");
                for batch in &application.batches {
                    assert!(batch.windows(2).all(|pair| pair[0].task < pair[1].task), "{what}");
                    let known = |task: u32| (task as usize) < application.expected.len();
                    assert!(batch.iter().all(|task| known(task.task) && task.run > Span::ZERO), "{what}");
                }
            }
        }
        Work::Absences(absences) => {
            assert!(absences.windows(2).all(|pair| pair[0].start <= pair[1].start), "{what}");
            assert!(absences.iter().all(|absence| absence.start < absence.end), "{what}");
        }
        Work::Workflows(workflows) => {
            assert!(workflows.windows(2).all(|pair| pair[0].submit <= pair[1].submit), "{what}");
            for workflow in workflows {
                assert!(workflow.topological().is_ok() && !workflow.tasks.is_empty(), "{what}");
                assert!(workflow.tasks.iter().all(|task| task.run >= Span::ZERO), "{what}");
                assert!(
                    workflow.files.iter().all(|file| file.bytes.is_finite() && file.bytes >= 0.0),
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn every_allowed_value_makes_work() {
    for generator in GENERATORS.members {
        for parameter in generator.entry.parameters {
            let values: Vec<Value> = match parameter.kind {
                Kind::Number { min, max, .. } => vec![Value::Number(min), Value::Number(max)],
                Kind::Integer { min, max, .. } => vec![Value::Integer(min), Value::Integer(max)],
                Kind::Bool { .. } => vec![Value::Bool(true), Value::Bool(false)],
                Kind::Choice { options, .. } => {
                    options.iter().map(|&(word, _)| Value::Choice(word)).collect()
                }
                Kind::Table { .. } => vec![parameter.kind.default_value()],
            };
            for value in values {
                let what = format!("{} {} {value:?}", generator.entry.id, parameter.id);
                let mut settings = defaults(generator);
                settings.set(parameter, value);
                let platform = one_cluster(33);
                let work = (generator.make)(&settings, &platform, &Streams::new(1), "w");
                check(&work, &platform, &what);
            }
        }
    }
}

/// Nothing set at all, everything upside down, and no machines: no panic, no endless loop.
#[test]
fn hostile_settings_do_no_harm() {
    let nothing = Platform { clusters: vec![], network: Network::uniform(0, 1.0, Span::ZERO) };
    for platform in [one_cluster(1), das2(), nothing] {
        for generator in GENERATORS.members {
            let hostile = defaults(generator)
                .with("nodes_min", Value::Integer(1_000_000))
                .with("nodes_max", Value::Integer(2))
                .with("run_cv", Value::Number(10.0))
                .with("run_mean_s", Value::Number(1e8))
                .with("load", Value::Number(0.0))
                .with("tasks", Value::Integer(-5))
                .with("layers", Value::Integer(900))
                .with("parents_mean", Value::Number(100.0))
                .with("ccr", Value::Number(100.0))
                .with("users", Value::Integer(i64::MAX));
            for settings in [hostile, Settings::default()] {
                let work = (generator.make)(&settings, &platform, &Streams::new(1), "w");
                check(&work, &platform, generator.entry.id);
            }
        }
    }
}

#[test]
fn the_catalog_is_in_order() {
    for generator in GENERATORS.members {
        let entry = &generator.entry;
        let ids: Vec<&str> = entry.parameters.iter().map(|parameter| parameter.id).collect();
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), ids.len(), "{}: {ids:?}", entry.id);
    }
}
