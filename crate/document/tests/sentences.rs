//! Tests of the texts above the charts, for every example at its seed and at twenty others: they exist, are true, and
//! contain numbers.

mod support;

use ganttlet_document::{Scenario, Stories, read};
use serde_json::Value;
use std::fs;
use support::sentences::{assert_words_fit, facts, literal_number, plain_text};

const STATIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../static");
/// Number of additional seeds for each example.
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

fn texts_of(place: &str, stories: &Stories, scenario: &Scenario) -> (String, String) {
    let told = stories.select_texts(&facts(scenario));
    assert_words_fit(place, &told.question);
    assert_words_fit(place, &told.answer);
    (plain_text(&told.question), plain_text(&told.answer))
}

#[test]
fn every_example_has_a_question_and_an_answer_with_numbers() {
    let stories = stories();
    for (id, scenario) in examples() {
        let (question, answer) = texts_of(&id, &stories, &scenario);
        println!("{id}\n  {question}\n  {answer}");
        assert!(question.ends_with('?'), "{id}: {question}");
        assert!(answer.ends_with('.') && answer.matches('<').count() >= 3, "{id}: {answer}");
    }
}

#[test]
fn sentences_are_true_at_twenty_other_seeds() {
    let stories = stories();
    for (id, scenario) in examples() {
        for seed in (1..).filter(|&seed| seed != scenario.seed).take(SEEDS as usize) {
            let place = format!("{id} at {seed}");
            let (question, answer) = texts_of(&place, &stories, &Scenario { seed, ..scenario.clone() });
            println!("{place}\n  {question}\n  {answer}");
            assert!(answer.ends_with('.'), "{place}: {answer}");
        }
    }
}

/// In another order the comparison is another one: only texts that are true of any comparison remain.
#[test]
fn unusual_comparisons_have_texts() {
    let stories = stories();
    for (id, scenario) in examples() {
        let mut turned = scenario.clone();
        turned.variants.reverse();
        let (question, answer) = texts_of(&id, &stories, &turned);
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

/// Numbers are placeholders that the run fills.
#[test]
fn templates_contain_no_numbers() {
    for story in stories().stories {
        for sentence in [story.question, story.answer, story.because].concat() {
            assert_eq!(literal_number(&sentence.text), None, "{}", sentence.text);
        }
    }
}
