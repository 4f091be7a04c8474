//! What is asked and said above the charts, of every example at its own seed and at twenty others: there is something to say,
//! it is true, and it names numbers.

mod support;

use ganttlet_document::{Scenario, Stories, read};
use serde_json::Value;
use std::fs;
use support::sentences::{check, facts, plain, written_out};

const STATIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static");
/// How many seeds beside its own each example is tried at.
const SEEDS: u64 = 20;

fn text(path: &str) -> String {
    fs::read_to_string(format!("{STATIC}/{path}")).unwrap_or_else(|wrong| panic!("{path}: {wrong}"))
}

fn stories() -> Stories {
    let (stories, diagnostics) = Stories::read(&text("sentences.json"));
    stories.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn examples() -> Vec<(String, Scenario)> {
    let index: Value = serde_json::from_str(&text("gallery/index.json")).expect("JSON");
    let of = |entry: &Value| {
        let id = entry["id"].as_str().expect("an id").to_owned();
        let scenario = read(&text(&format!("gallery/{id}.json"))).scenario.expect("a scenario");
        (id, scenario)
    };
    index["examples"].as_array().expect("a list").iter().map(of).collect()
}

fn tell(place: &str, stories: &Stories, scenario: &Scenario) -> (String, String) {
    let told = stories.tell(&facts(scenario));
    check(place, &told.question);
    check(place, &told.answer);
    (plain(&told.question), plain(&told.answer))
}

#[test]
fn every_example_asks_and_answers_with_numbers_at_its_own_seed() {
    let stories = stories();
    for (id, scenario) in examples() {
        let (question, answer) = tell(&id, &stories, &scenario);
        println!("{id}\n  {question}\n  {answer}");
        assert!(question.ends_with('?'), "{id}: {question}");
        assert!(answer.ends_with('.') && answer.matches('<').count() >= 3, "{id}: {answer}");
    }
}

#[test]
fn what_is_said_is_true_at_twenty_other_seeds() {
    let stories = stories();
    for (id, scenario) in examples() {
        for seed in (1..).filter(|&seed| seed != scenario.seed).take(SEEDS as usize) {
            let place = format!("{id} at {seed}");
            let (question, answer) = tell(&place, &stories, &Scenario { seed, ..scenario.clone() });
            println!("{place}\n  {question}\n  {answer}");
            assert!(answer.ends_with('.'), "{place}: {answer}");
        }
    }
}

/// In another order the systems are other ones: then only what is true of any comparison is said.
#[test]
fn comparisons_that_no_example_makes_are_told_as_well() {
    let stories = stories();
    for (id, scenario) in examples() {
        let mut turned = scenario.clone();
        turned.variants.reverse();
        let (question, answer) = tell(&id, &stories, &turned);
        println!("{id}\n  {question}\n  {answer}");
        assert_eq!(question, "", "{id}");
        let told = ["wait", "response", "makespan", "workflow-makespan", "application-time"];
        assert_eq!(
            answer.is_empty(),
            !told.iter().any(|&id| scenario.measures.contains(&id)),
            "{id}: {answer}"
        );
    }
}

/// Numbers stand in places, where they are those of the run.
#[test]
fn no_number_is_written_out() {
    for story in stories().stories {
        for sentence in [story.question, story.answer, story.because].concat() {
            assert_eq!(written_out(&sentence.text), None, "{}", sentence.text);
        }
    }
}
