//! Tests of results files, as the page opens them.

use ganttlet_document::catalog::ENGINE;
use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::results::{self, header_line};
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
    let plan = Plan::new(&Study::read(&study.to_string()).0.expect("a study"), false, None);
    plan.unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The line of an executed run.
fn line(plan: &Plan, run: usize) -> String {
    results::run_line(plan, run, &plan.execute_run(run, &Files::new(), &WorkCache::default()).expect("a run"))
}

/// A line without a checksum, as in older files.
fn without_sum(line: &str) -> String {
    format!("{}}}\n", line.rsplit_once(",\"sum\":").expect("a checksum").0)
}

fn read(text: &str) -> Results {
    Results::read(text).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn errors(text: &str) -> String {
    Results::read(text).err().expect("it is wrong")[0].to_string()
}

fn number_bits(results: &Results) -> Vec<Vec<u64>> {
    let of = |run: &Vec<f64>| run.iter().map(|number| number.to_bits()).collect();
    results.numbers.iter().map(of).collect()
}

#[test]
fn runs_are_read_into_their_places_and_a_truncated_line_is_missing() {
    let plan = plan(0.7);
    let text =
        format!("{}{}{}{}", header_line(&plan), line(&plan, 3), line(&plan, 0), line(&plan, 1).trim_end());
    let found = read(&text);
    assert_eq!(found.plan.digest(), plan.digest());
    let known: Vec<bool> = found.numbers.iter().map(|numbers| !numbers.is_empty()).collect();
    assert_eq!(known, [true, false, false, true]);
    assert_eq!(Ok(&found.numbers[3]), plan.execute_run(3, &Files::new(), &WorkCache::default()).as_ref());
    assert!(found.told.is_empty(), "{:?}", found.told);
}

#[test]
fn lines_without_checksums_are_read_with_a_warning() {
    let plan = plan(0.7);
    let text = without_sum(&header_line(&plan)) + &without_sum(&line(&plan, 1));
    let found = read(&text);
    assert!(found.numbers[0].is_empty() && !found.numbers[1].is_empty());
    assert!(found.told[0].to_string().starts_with("warning: line 1: the lines have no checksums"));
}

#[test]
fn shards_of_one_study_are_merged_and_those_of_another_are_rejected() {
    let (plan, other) = (plan(0.7), plan(0.8));
    let both = format!("{}{}\n{}{}", header_line(&plan), line(&plan, 0), header_line(&plan), line(&plan, 1));
    let found = read(&both);
    assert_eq!(found.numbers.iter().filter(|numbers| !numbers.is_empty()).count(), 2);
    let mixed = format!("{}{}{}", header_line(&plan), line(&plan, 0), header_line(&other));
    assert!(errors(&mixed).starts_with("error: line 3: the file contains the results of another study"));
}

#[test]
fn damaged_files_are_rejected_with_the_line() {
    let plan = plan(0.7);
    let head = without_sum(&header_line(&plan));
    let after = |line: &str| errors(&format!("{head}{line}\n"));
    assert!(after("nonsense").starts_with("error: line 2: not a run of a study: "));
    assert_eq!(
        after(r#"{"run": 9, "label": "x", "numbers": [1]}"#),
        "error: line 2: unknown run 9; the study has 4"
    );
    let label = plan.label(0);
    assert_eq!(
        after(r#"{"run": 0, "label": "x", "numbers": [1]}"#),
        format!("error: line 2: run 0 has the label \"x\" instead of {label:?}")
    );
    assert_eq!(
        after(&json!({"run": 0, "label": label, "numbers": []}).to_string()),
        "error: line 2: found 0 numbers; a run has 1"
    );
    assert_eq!(
        errors(&head.replace(&plan.digest(), &"0".repeat(64))),
        "error: line 1: the study has changed since these runs were made"
    );
    assert_eq!(
        errors(&head.replace(&format!("\"engine\":\"{ENGINE}\""), "\"engine\":\"0.0\"")),
        format!(
            "error: line 1: the runs were made by engine version 0.0, this is version {ENGINE}\n  Repeat the runs."
        )
    );
    assert!(errors("").starts_with("error: line 1: not a results file"));
}

/// For each bit of a small file: the damage is rejected, or at most the last run is missing.
#[test]
fn a_flipped_bit_is_never_another_result() {
    let plan = plan(0.7);
    let lines = [0.1, 1e-7, 12.5, f64::NAN].into_iter().zip(0..);
    let text = header_line(&plan)
        + &lines.map(|(number, run)| results::run_line(&plan, run, &[number])).collect::<String>();
    let right = number_bits(&read(&text));
    assert_eq!(right.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 1, 1]);
    let (mut refused, mut short) = (0, 0);
    for bit in 0..text.len() * 8 {
        let mut bytes = text.clone().into_bytes();
        bytes[bit / 8] ^= 1 << (bit % 8);
        match Results::read(results::whole_lines(&bytes)) {
            Err(_) => refused += 1,
            Ok(held) => {
                let found = number_bits(&held);
                assert_eq!(found[..3], right[..3], "bit {bit}");
                assert!(found[3].is_empty() && bit / 8 == text.len() - 1, "bit {bit}");
                short += 1;
            }
        }
    }
    assert_eq!((short, refused), (8, text.len() * 8 - 8));
}

#[test]
fn lines_without_the_numbers_for_the_steady_state_are_read() {
    let plan = plan(0.7);
    let run = plan.execute_run(0, &Files::new(), &WorkCache::default()).expect("it can run");
    let measured = plan.run_place(0).expect("a run").block.column_count();
    let older = ganttlet_study::results::run_line(&plan, 0, &run[..measured]);
    assert!(!older.contains("steady"), "{older}");
    let found = read(&format!("{}{older}", header_line(&plan)));
    assert_eq!(found.numbers[0].len(), measured);
    // The same run from a newer file completes it.
    let found = read(&format!("{}{older}{}", header_line(&plan), line(&plan, 0)));
    assert_eq!(found.numbers[0].len(), run.len());
}
