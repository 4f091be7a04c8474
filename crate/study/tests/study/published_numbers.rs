//! Published numbers in claims are checked with their judges.

use crate::support::{study, study_with_claims};
use serde_json::{Value, json};

#[test]
fn published_numbers_meet_their_own_judges() {
    let unmet = |published: &str, judged: Value| {
        let mut document = study_with_claims();
        document["claims"] = json!([{"id": "R1", "claim": "c", "published": published, "judged": [judged]}]);
        document["tables"][0]["rows"][0]["published"] = json!(["60", "50"]);
        document["id"] = json!("E");
        ganttlet_study::published::unmet_claims(&study(&document))
    };
    let with = |numbers: Value, judge: Value| {
        unmet("25", json!({"quantity": "wait", "published": numbers, "judge": judge}))
    };
    assert_eq!(with(json!([30, 70]), json!({"in_range": {"low": 30, "high": 70}})), [""; 0]);
    let outside = ["E, R1 (c): published 25 is outside"];
    assert_eq!(with(json!([25]), json!({"in_range": {"low": 30, "high": 70}})), outside);
    assert_eq!(with(json!([25]), json!({"at_most": 24})), outside);
    assert_eq!(with(json!([25]), json!({"sign": -1})), outside);
    assert_eq!(with(json!([25, 24]), json!({"rises": true})), ["E, R1 (c): published 25, 24 is outside"]);
    // A number that is only in the text judges nothing.
    assert_eq!(
        with(json!([]), json!({"sign": -1})),
        ["E, R1 (c): no judge has the published number of \"25\""]
    );
    assert_eq!(unmet("less", json!({"quantity": "wait", "judge": {"sign": -1}})), [""; 0]);
    assert_eq!(with(json!([]), json!({"near": {"published": 25, "by": 1}})), [""; 0]);
    // Cells of a table.
    assert_eq!(unmet("2 cells", json!({"table": "Waits", "judge": {"beside": 1}})), [""; 0]);
    let cells = unmet("2 cells", json!({"table": "Waits", "judge": {"above": 55}}));
    assert_eq!(cells, ["E, R1 (c): published 50 is outside"]);
}

#[test]
fn names_and_bounds_are_not_mistaken_for_published_numbers() {
    let with = |published: &str, judge: Value| {
        let mut document = study_with_claims();
        document["axes"].as_array_mut().expect("axes").push(json!({
            "name": "shape",
            "variants": [{"name": "0-0", "set": {}}, {"name": "0-1", "set": {}}],
        }));
        let judged = json!([{"quantity": "wait", "judge": judge}]);
        document["claims"] = json!([{"id": "R1", "claim": "c", "published": published, "judged": judged}]);
        ganttlet_study::published::unmet_claims(&study(&document)).len()
    };
    let sign = || json!({"sign": 1});
    let names = ["Q1, Q2", "levels 1 and 2 served more", "Section 2: more", "at load 0.9 %, 0-1"];
    assert_eq!(names.map(|text| with(text, sign())), [0; 4]);
    let numbers = ["0.9", "load 0.8", "levels more by 2", "level 2: 7", "7 to 9", "7-9", "12,000 s"];
    assert_eq!(numbers.map(|text| with(text, sign())), [1; 7]);
    // The published number is the bound of the judge.
    let below = || json!({"below": 25});
    assert_eq!(["less than 25 %", "less than 24 %"].map(|text| with(text, below())), [0, 1]);
}

#[test]
fn published_numbers_may_have_as_many_exceptions_as_their_claim() {
    let unmet = |enough: u32| {
        let mut document = study_with_claims();
        let judged = json!([{"quantity": "wait", "published": [8, 17, 16], "judge": {"at_most": 16}}]);
        document["claims"] =
            json!([{"id": "R1", "claim": "c", "published": "2 of 3", "judged": judged, "enough": enough}]);
        ganttlet_study::published::unmet_claims(&study(&document)).len()
    };
    assert_eq!((unmet(2), unmet(3)), (0, 1));
}
