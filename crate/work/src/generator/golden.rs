//! Properties of every generator: pinned work, independence of purposes, robustness against extreme settings.

use super::*;
use ganttlet_core::entry::{Kind, Value};
use ganttlet_core::platform::{Network, das2, das3, one_cluster};
use ganttlet_core::time::Span;

fn defaults(generator: &Generator) -> Settings {
    Settings::defaults(generator.entry.parameters)
}

/// The work of a generator with its default settings.
fn default_work(generator: &Generator, seed: u64, purpose: &str) -> Work {
    (generator.make)(&defaults(generator), &das3(), &Streams::new(seed), purpose)
}

/// A change here changes every published link that uses the generator. Generators that vary only on request give the
/// same work for all seeds, which is pinned too. With `GANTTLET_UPDATE` set, the work is pinned again.
#[test]
fn generated_work_never_changes() {
    let found: String = GENERATORS
        .members
        .iter()
        .map(|generator| {
            let pinned = default_work(generator, 7, "workload/0");
            let chance = if pinned == default_work(generator, 8, "workload/0") {
                ", the same for all seeds"
            } else {
                ""
            };
            format!("{}{chance}\n{}", generator.entry.id, pinned.pinned_text())
        })
        .collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/generator/golden.txt");
    if std::env::var_os("GANTTLET_UPDATE").is_some() {
        std::fs::write(file, &found).expect("the sources can be written");
    }
    assert_eq!(found, std::fs::read_to_string(file).expect("the pinned work"));
}

#[test]
fn the_same_seed_and_purpose_give_the_same_work() {
    for generator in GENERATORS.members {
        let made = default_work(generator, 1, "workload/0");
        let id = generator.entry.id;
        assert_eq!(made, default_work(generator, 1, "workload/0"), "{id}");
        // A generator with random numbers draws others for another purpose.
        let chance = made != default_work(generator, 2, "workload/0");
        assert_eq!(made != default_work(generator, 1, "workload/1"), chance, "{id}");
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
                Kind::Expression { .. } | Kind::Text { .. } | Kind::Table { .. } => {
                    vec![parameter.kind.default_value()]
                }
            };
            for value in values {
                let what = format!("{} {} {value:?}", generator.entry.id, parameter.id);
                let mut settings = defaults(generator);
                settings.set(parameter, value);
                let platform = one_cluster(33);
                let work = (generator.make)(&settings, &platform, &Streams::new(1), "w");
                assert!(work.is_sound(&platform), "{what}");
            }
        }
    }
}

/// No settings, inverted ranges, and no machines: no panic and no endless loop.
#[test]
fn extreme_settings_neither_panic_nor_hang() {
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
                assert!(work.is_sound(&platform), "{}", generator.entry.id);
            }
        }
    }
}

/// For each generator with a limit; the others are bounded by their parameters.
#[test]
fn a_generator_that_stops_at_a_million_reports_it() {
    let cut = |id: &str, given: &[(&'static str, f64)], platform: &Platform| {
        let generator = GENERATORS.get(id);
        let made = |given: &[(&'static str, f64)], platform: &Platform| {
            let mut settings = defaults(generator);
            for &(id, number) in given {
                let known = generator.entry.parameters.iter().find(|known| known.id == id);
                let known = known.unwrap_or_else(|| panic!("{id} is a parameter"));
                settings.set(
                    known,
                    match known.kind {
                        Kind::Integer { .. } => Value::Integer(number as i64),
                        _ => Value::Number(number),
                    },
                );
            }
            (generator.make)(&settings, platform, &Streams::new(1), "w")
        };
        assert!(!made(&[], &das3()).is_cut(), "{id} as it is by default");
        let work = made(given, platform);
        assert!(work.is_cut() && work.tasks() <= MOST as usize, "{id}: {}", work.tasks());
    };
    let (short, long) = (("run_s", 0.001), ("duration_s", 1e8));
    cut("grid-parallel", &[short, long], &das3());
    cut("grid-blocks", &[short, long], &das3());
    cut("local-load", &[("run_mean_s", 0.001), long], &das3());
    cut("bursty-jobs", &[("share", 0.5), ("duration_s", 259_200.0)], &one_cluster(1_000_000));
    cut("das3-like", &[("share", 2.0), ("run_mean_s", 1.0), ("duration_s", 1e7)], &das3());
    cut("auver-like", &[("share", 2.0), ("run_mean_s", 1.0), ("duration_s", 1e7)], &das3());
    cut("grid-sweep", &[("users", 2.0), ("tasks", 500_001.0)], &das3());
    cut("fork-join", &[("width", 1_000.0), ("stages", 100.0), ("workflows", 1_000.0)], &das3());
    cut("bag-model", &[("days", 31.0), ("load", 2.0), ("run_mean_s", 1.0)], &das3());
    let batches = [("tasks", 1_000.0), ("iterations", 1_000.0), ("applications", 2.0)];
    cut("master-worker-batches", &batches, &das2());
    cut("owner-sessions", &[("available_mean_s", 1.0), ("away_mean_s", 1.0), long], &one_cluster(5));
    cut("office-hours", &[("days", 3_650.0), ("presence", 1.0)], &one_cluster(1_000));
}

#[test]
fn catalog_entries_are_complete() {
    for generator in GENERATORS.members {
        let entry = &generator.entry;
        let ids: Vec<&str> = entry.parameters.iter().map(|parameter| parameter.id).collect();
        let mut different = ids.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), ids.len(), "{}: {ids:?}", entry.id);
    }
}
