//! Tests of the lessons: each step can be run, and the run matches the text. The page determines the right choice from
//! the run; these tests check that there is exactly one, and that the answer explains it.

mod support;

use ganttlet_document::{Files, Judgement, Prediction, Scenario, Stories, build, read};
use ganttlet_sim::metric::Scope;
use ganttlet_sim::report::{self, Report};
use ganttlet_sim::system::Budget;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use support::sentences::{assert_words_fit, facts, literal_number, plain_text};

const LESSONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static/lessons");

/// Maximum number of events of a step over all its systems, so that a browser runs it without noticeable delay.
const MOST_EVENTS: u64 = 200_000;

fn json(name: &str) -> Value {
    let text = fs::read_to_string(format!("{LESSONS}/{name}.json")).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

fn ids() -> Vec<String> {
    let index = json("index");
    list(&index, "lessons").iter().map(|entry| word(entry, "id").to_owned()).collect()
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} is no text in {value}"))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], |list| list)
}

/// Sets one place of a document, as the page does: null removes it.
fn set_place(document: &mut Value, path: &[&str], value: &Value) {
    let (step, rest) = path.split_first().expect("a place");
    match document {
        Value::Array(items) => {
            let at: usize = step.parse().expect("a number");
            if at == items.len() {
                items.push(Value::Null);
            }
            match (rest.is_empty(), value.is_null()) {
                (true, true) => drop(items.remove(at)),
                (true, false) => items[at] = value.clone(),
                (false, _) => set_place(&mut items[at], rest, value),
            }
        }
        Value::Object(map) if rest.is_empty() && value.is_null() => drop(map.remove(*step)),
        Value::Object(map) if rest.is_empty() => drop(map.insert((*step).to_owned(), value.clone())),
        Value::Object(map) => {
            set_place(map.entry((*step).to_owned()).or_insert_with(|| serde_json::json!({})), rest, value);
        }
        other => panic!("there is no {step} in {other}"),
    }
}

/// The scenarios of a lesson's steps, in their order.
fn scenarios(id: &str, lesson: &Value) -> Vec<Scenario> {
    let mut text = lesson["scenario"].clone();
    let mut all = Vec::new();
    for step in list(lesson, "steps") {
        for (place, value) in step["changes"].as_object().into_iter().flatten() {
            let path: Vec<&str> = place.strip_prefix('/').expect("a JSON pointer").split('/').collect();
            set_place(&mut text, &path, value);
        }
        let reading = read(&text.to_string());
        assert!(reading.diagnostics.is_empty(), "{id}: {:?}", reading.diagnostics);
        all.push(reading.scenario.expect("a scenario without errors"));
    }
    all
}

/// The reports of all systems, as on the page, and the number of their events.
fn reports(id: &str, scenario: &Scenario) -> (Vec<Report>, u64) {
    let mut events = 0;
    let mut report = |variant| {
        let mut built = build(scenario, variant, &Files::new(), 0).expect("a run");
        assert!(built.diagnostics.is_empty(), "{id}: {:?}", built.diagnostics);
        let progress = built.run.advance(Budget::ALL);
        events += progress.events;
        let measures = (&scenario.measures[..], &scenario.measure_settings);
        report::report(built.run.trace(), built.accepts, measures, &Scope::ALL, progress.done)
    };
    ((0..scenario.variants.len()).map(&mut report).collect(), events)
}

fn value(report: &Report, measure: &str, statistic: Option<&str>) -> f64 {
    let row = report.rows.iter().find(|row| row.id == measure);
    let row = row.unwrap_or_else(|| panic!("{measure} is not measured"));
    let of = |name| {
        let statistics = row.statistics.as_ref().expect("a measure with statistics");
        match name {
            "mean" => statistics.mean,
            "median" => statistics.median,
            "p90" => statistics.p90,
            "p95" => statistics.p95,
            "p99" => statistics.p99,
            "max" => statistics.max,
            "min" => statistics.min,
            _ => panic!("there is no statistic {name}"),
        }
    };
    statistic.map_or_else(|| row.value.expect("a value"), of)
}

#[test]
fn the_index_names_every_lesson() {
    let index = json("index");
    let groups: Vec<&str> = list(&index, "groups").iter().map(|group| word(group, "id")).collect();
    let mut last = 0;
    for entry in list(&index, "lessons") {
        let (id, lesson) = (word(entry, "id"), json(word(entry, "id")));
        assert_eq!(entry["title"], lesson["title"], "{id}");
        assert_eq!(entry["question"], lesson["question"], "{id}");
        assert!(word(&lesson, "question").ends_with('?'), "{id} asks nothing");
        assert_eq!(entry["steps"], list(&lesson, "steps").len(), "{id}");
        let group = groups.iter().position(|&group| group == word(entry, "group")).expect("a group");
        assert!(group >= last, "{id} is in a group that is over");
        last = group;
        assert!((1..=3).contains(&entry["level"].as_u64().expect("a level")), "{id}");
        assert!((2..=15).contains(&entry["minutes"].as_u64().expect("minutes")), "{id}");
    }
    let files = fs::read_dir(LESSONS).expect("a folder");
    let files = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    let files: BTreeSet<String> = files.filter(|name| name != "index.json").collect();
    assert_eq!(files, ids().iter().map(|id| format!("{id}.json")).collect(), "files and index differ");
}

#[test]
fn every_step_is_short_valid_and_fast() {
    for id in ids() {
        let lesson = json(&id);
        let steps = list(&lesson, "steps");
        assert!((3..=5).contains(&steps.len()), "{id} has {} steps", steps.len());
        assert!(steps.iter().any(|step| !step["predict"].is_null()), "{id} asks for no prediction");
        for (scenario, step) in scenarios(&id, &lesson).iter().zip(steps) {
            assert!(word(step, "text").len() <= 480, "{id}: {} letters", word(step, "text").len());
            // The texts for the screen and for links contain the scenario of the step unchanged.
            assert_eq!(read(&scenario.to_text()).scenario.as_ref(), Some(scenario), "{id}");
            assert_eq!(read(&scenario.to_compact().to_string()).scenario.as_ref(), Some(scenario), "{id}");
            let (reports, events) = reports(&id, scenario);
            assert!(events <= MOST_EVENTS, "{id}: {events} events");
            let over = scenario.horizon_s.is_some() || reports.iter().all(|report| report.complete);
            assert!(over, "{id}: not all ends");
            if let Some(measure) = step["measure"].as_str() {
                for report in &reports {
                    let _ = value(report, measure, step["statistic"].as_str());
                }
            }
        }
    }
}

/// The prediction about the run on screen; predictions over many seeds are tested in `crate/study`.
fn prediction(place: &str, step: &Value) -> Option<Prediction> {
    if step["seeds"] == true {
        return None;
    }
    read_prediction(place, step.get("predict")?)
}

fn read_prediction(place: &str, said: &Value) -> Option<Prediction> {
    let (prediction, diagnostics) = Prediction::read(&said.to_string());
    assert!(diagnostics.is_empty(), "{place}: {diagnostics:?}");
    prediction
}

/// The scenario with some changed values, as a reader could change them.
fn changed_scenario(place: &str, scenario: &Scenario, changes: &Value) -> Scenario {
    let mut text = scenario.to_value();
    for (pointer, value) in changes.as_object().expect("places") {
        let path: Vec<&str> = pointer.strip_prefix('/').expect("a JSON pointer").split('/').collect();
        set_place(&mut text, &path, value);
    }
    let reading = read(&text.to_string());
    assert!(reading.diagnostics.is_empty(), "{place}: {:?}", reading.diagnostics);
    reading.scenario.expect("a scenario without errors")
}

/// A task is not done at first, its solution does it, and both answers are true, also with other seeds.
#[test]
fn tasks_are_open_and_can_be_done() {
    let mut tasks = 0;
    for id in ids() {
        let lesson = json(&id);
        for (scenario, (step, at)) in
            scenarios(&id, &lesson).iter().zip(list(&lesson, "steps").iter().zip(1..))
        {
            let Some(task) = step.get("task") else { continue };
            let place = format!("{id}, step {at}");
            assert!(step.get("predict").is_none(), "{place} asks two things");
            assert!(!word(task, "hint").is_empty(), "{place}");
            let prediction = read_prediction(&place, &task["predict"]).expect("a task");
            let judged = |scenario: &Scenario| {
                let Judgement { right, answer } = prediction.judge(&facts(scenario));
                assert!(plain_text(&answer).contains('<'), "{place}: {answer:?}");
                assert_words_fit(&place, &answer);
                right
            };
            let solved = changed_scenario(&place, scenario, &task["solution"]);
            assert_eq!(judged(scenario), [1], "{place} is done before it begins");
            assert_eq!(judged(&solved), [0], "{place} cannot be done as it says");
            for seed in (1..).filter(|&seed| seed != scenario.seed).take(20) {
                let right = judged(&Scenario { seed, ..scenario.clone() });
                assert_eq!(right.len(), 1, "{place}, seed {seed}: {right:?}");
            }
            tasks += 1;
        }
    }
    assert!(tasks >= 5, "{tasks} tasks");
    assert!(ids().len() >= 18, "{} lessons", ids().len());
}

/// Exactly one choice is right, and an answer explains it.
#[test]
fn lesson_statements_hold_in_their_runs() {
    for id in ids() {
        let lesson = json(&id);
        for (scenario, (step, at)) in
            scenarios(&id, &lesson).iter().zip(list(&lesson, "steps").iter().zip(1..))
        {
            let place = format!("{id}, step {at}");
            let Some(prediction) = prediction(&place, step) else { continue };
            assert!(prediction.question.ends_with('?'), "{place}");
            assert!(prediction.choices.iter().all(|choice| !choice.only.is_empty()), "{place}");
            assert!(prediction.answer.iter().all(|answer| !answer.only.is_empty()), "{place}");
            let Judgement { right, answer } = prediction.judge(&facts(scenario));
            assert_eq!(right.len(), 1, "{place}: {right:?}");
            assert!(plain_text(&answer).ends_with('.'), "{place}: {answer:?}");
            assert_words_fit(&place, &answer);
        }
    }
}

/// With another seed only true answers are given: the explanation of one choice is not shown where another is right.
#[test]
fn lesson_statements_hold_for_twenty_seeds() {
    for id in ids() {
        let lesson = json(&id);
        for (scenario, (step, at)) in
            scenarios(&id, &lesson).iter().zip(list(&lesson, "steps").iter().zip(1..))
        {
            let Some(prediction) = prediction(&id, step) else { continue };
            let own = prediction.judge(&facts(scenario)).right;
            for seed in (1..).filter(|&seed| seed != scenario.seed).take(20) {
                let place = format!("{id}, step {at}, seed {seed}");
                let facts = facts(&Scenario { seed, ..scenario.clone() });
                let Judgement { right, answer } = prediction.judge(&facts);
                assert!(right.len() < 2, "{place}: {right:?}");
                assert!(answer.is_empty() || right == own, "{place}: {right:?} {}", plain_text(&answer));
                assert_words_fit(&place, &answer);
            }
        }
    }
}

/// Results in the texts of steps are computed from the run: there is a text at the seed of the step, only true texts at
/// twenty other seeds, and no literal number.
#[test]
fn results_in_steps_come_from_the_run() {
    let mut saying = 0;
    for id in ids() {
        let lesson = json(&id);
        for (scenario, (step, at)) in
            scenarios(&id, &lesson).iter().zip(list(&lesson, "steps").iter().zip(1..))
        {
            let Some(says) = step.get("says") else { continue };
            let place = format!("{id}, step {at}");
            let (stories, wrong) =
                Stories::read(&serde_json::json!({"stories": [{"answer": says}]}).to_string());
            let stories = stories.unwrap_or_else(|| panic!("{place}: {wrong:?}"));
            for sentence in &stories.stories[0].answer {
                assert_eq!(literal_number(&sentence.text), None, "{place}: {}", sentence.text);
                assert!(!sentence.only.is_empty(), "{place}: {}", sentence.text);
            }
            let said = |seed: u64| {
                let said = stories.select_texts(&facts(&Scenario { seed, ..scenario.clone() })).answer;
                assert_words_fit(&format!("{place}, seed {seed}"), &said);
                plain_text(&said)
            };
            let own = said(scenario.seed);
            assert!(own.ends_with('.') && own.contains('<'), "{place}: {own}");
            for seed in (1..).filter(|&seed| seed != scenario.seed).take(20) {
                said(seed);
            }
            saying += 1;
        }
    }
    assert!(saying >= 5, "{saying} steps say what came out");
}

/// Numbers in the text of a step are those of its scenario, of the previous step, or of the machines and models named
/// below: the text states nothing that a run could contradict.
#[test]
fn numbers_in_texts_are_those_of_the_scenario() {
    let given = [
        ("certain", ["95", "100", "0"].as_slice()), // an interval, and the difference it may hold
        ("co-allocation", &["204", "8", "16", "32", "3.75"]), // nodes of DAS-3, sizes of jobs, the model of the wave equation
        ("how-long-at-most", &["95", "100", "4.5"]), // the quantile, in per cent, and the factor of Chebyshev's bound
        ("how-busy", &["1.6"]),                      // one load by the other
        ("idle-cycles", &["1000"]),                  // tasks of a user
        ("latency", &["0.03"]),                      // ms between clusters of DAS-3
        ("malleability", &["2", "46", "30"]),        // sizes that a job can have, and s that a change costs
        ("one-wrong-estimate", &["5", "6", "7"]),    // numbers of jobs
        ("sweep", &["95"]),                          // of the interval
        ("unknown-sizes", &["4", "31"]),             // the first bounds by the work: 1 + looseness
        ("what-backfilling-cannot-see", &["3", "5"]), // numbers of jobs
    ];
    for id in ids() {
        let lesson = json(&id);
        let steps = list(&lesson, "steps");
        let mut known = lesson["scenario"].to_string();
        for (step, at) in steps.iter().zip(1..) {
            known += &step["changes"].to_string();
            let numbers: BTreeSet<&str> = known.split(|c: char| !c.is_ascii_digit() && c != '.').collect();
            let digits = |c: char| !c.is_ascii_alphanumeric() && c != '.';
            let mine = given.iter().filter(|(of, _)| *of == id).flat_map(|(_, numbers)| *numbers);
            let mine: Vec<&str> = mine.copied().collect();
            for word in word(step, "text").split(digits).map(|word| word.trim_end_matches('.')) {
                let number = word.starts_with(|c: char| c.is_ascii_digit());
                assert!(!number || numbers.contains(word) || mine.contains(&word), "{id}, step {at}: {word}");
            }
        }
    }
}

/// The space beside a chart is limited to a few words: names contain only the differences.
#[test]
fn names_of_variants_are_short() {
    for id in ids() {
        let lesson = json(&id);
        for (scenario, at) in scenarios(&id, &lesson).iter().zip(1..) {
            for name in scenario.variant_names() {
                assert!(name.chars().count() <= 40, "{id}, step {at}: {name}");
            }
        }
    }
}
