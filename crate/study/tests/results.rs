//! Files of results, as the page opens them.

use ganttlet_document::Files;
use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_study::{Plan, Results};
use serde_json::json;

/// A study of two points and two seeds.
fn plan(load: f64) -> Plan {
    let study = json!({
        "base": {
            "version": 1, "seed": 7, "platform": {"preset": "one-cluster"},
            "workload": [{"generator": "poisson", "parameters": {"jobs": 20, "load": load}}],
            "system": {"kind": "batch"}, "compare": [{"kind": "batch", "policies": {"local": "easy"}}],
        },
        "axes": [{"name": "system", "compare": true}], "seeds": 2, "measures": [{"metric": "wait"}],
    });
    Plan::new(&Study::read(&study.to_string()).0.expect("a study"), false, None).ok().expect("a plan")
}

fn head(plan: &Plan) -> String {
    let head = json!({
        "ganttlet": "results", "engine": ENGINE, "digest": plan.digest(), "quick": false, "study": plan.study.to_value(),
    });
    format!("{head}\n")
}

fn line(plan: &Plan, run: usize) -> String {
    let numbers = plan.run(run, &Files::new(), &Default::default()).expect("a run");
    format!("{}\n", json!({ "run": run, "label": plan.label(run), "numbers": numbers }))
}

fn wrong(text: &str) -> String {
    Results::read(text).err().expect("it is wrong")[0].to_string()
}

#[test]
fn runs_are_read_in_their_places_and_a_line_that_was_cut_off_is_missing() {
    let plan = plan(0.7);
    let text = format!("{}{}{}{}", head(&plan), line(&plan, 3), line(&plan, 0), line(&plan, 1).trim_end());
    let read = Results::read(&text).ok().expect("results");
    assert_eq!(read.plan.digest(), plan.digest());
    let known: Vec<bool> = read.numbers.iter().map(|numbers| !numbers.is_empty()).collect();
    assert_eq!(known, [true, false, false, true]);
    assert_eq!(Ok(&read.numbers[3]), plan.run(3, &Files::new(), &Default::default()).as_ref());
}

#[test]
fn shards_of_one_study_are_put_together_and_those_of_another_are_refused() {
    let (plan, other) = (plan(0.7), plan(0.8));
    let both = format!("{}{}{}{}", head(&plan), line(&plan, 0), head(&plan), line(&plan, 1));
    let read = Results::read(&both).ok().expect("results");
    assert_eq!(read.numbers.iter().filter(|numbers| !numbers.is_empty()).count(), 2);
    let mixed = format!("{}{}{}", head(&plan), line(&plan, 0), head(&other));
    assert_eq!(wrong(&mixed), "error: line 3: the results are those of another study");
}

#[test]
fn broken_files_are_refused_with_the_line() {
    let plan = plan(0.7);
    let head = head(&plan);
    let after = |line: &str| wrong(&format!("{head}{line}\n"));
    assert_eq!(after("nonsense"), "error: line 2: this is no run of a study");
    assert_eq!(
        after(r#"{"run": 9, "label": "x", "numbers": [1]}"#),
        "error: line 2: there is no run 9, the study has 4"
    );
    assert_eq!(
        after(r#"{"run": 0, "label": "x", "numbers": []}"#),
        "error: line 2: found 0 numbers, a run has 1"
    );
    assert_eq!(
        wrong(&head.replace(&plan.digest(), &"0".repeat(64))),
        "error: line 1: the study is not the one that the runs were made of"
    );
    assert_eq!(
        wrong(&head.replace(&format!("\"engine\":\"{ENGINE}\""), "\"engine\":\"0.0\"")),
        format!("error: line 1: the runs were made by version 0.0, this is {ENGINE}\n  Make them again.")
    );
    assert_eq!(wrong(""), "error: the file holds no whole line");
}
