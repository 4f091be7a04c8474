//! Tests of studies that replicate until their claims are decided: from document and numbers to verdicts at looks.

use ganttlet_document::study::Study;
use ganttlet_study::{
    LookRemark, LookState, Outcome, Plan, Target, Verdict, compute_findings, judge_at_looks,
};
use serde_json::{Value, json};

/// A study of two policies; the test supplies the numbers of the runs.
fn document(claims: &Value) -> Value {
    json!({
        "base": {
            "version": 1, "seed": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 8}},
            "workload": [{"generator": "poisson", "parameters": {"jobs": 20, "load": 0.7}}], "system": {"kind": "batch"}
        },
        "axes": [{"name": "policy", "variants": [
            {"name": "FCFS", "set": {"local": "fcfs"}}, {"name": "EASY", "set": {"local": "easy"}}
        ]}],
        "seeds": 3, "quick_seeds": 3,
        "replication": {"looks": 4},
        "measures": [{"metric": "wait"}],
        "quantities": {
            "wait": {"value": "wait", "unit": "s"},
            "ratio": {"value": "easy / fcfs", "of_means": true, "with": {
                "easy": {"measure": "wait", "at": {"policy": "EASY"}}, "fcfs": {"measure": "wait", "at": {"policy": "FCFS"}}
            }},
            "largest": {"value": "wait", "along": {"axis": "policy", "take": "most"}}
        },
        "tables": [{"title": "Waits", "head": "policy", "columns": [{"name": "wait", "quantity": "wait"}], "rows": [
            {"name": "FCFS", "at": {"policy": "FCFS"}, "published": ["100"]},
            {"name": "EASY", "at": {"policy": "EASY"}, "published": ["70"]}
        ]}],
        "claims": claims
    })
}

fn study(document: &Value) -> Study {
    let (study, diagnostics) = Study::read(&document.to_string());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    study.expect("a study")
}

fn plan(document: &Value) -> Plan {
    Plan::new(&study(document), false, None).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// Waits with these means, and symmetric deviations of 10 that are the same for both policies.
fn waits(plan: &Plan, seeds: u32, fcfs: f64, easy: f64) -> Vec<Vec<f64>> {
    numbers(plan, seeds, |seed, point| {
        let common = if seed % 2 == 0 { 10.0 } else { -10.0 };
        let alone = [-1.0, 1.0, 1.0, -1.0][seed as usize % 4];
        [fcfs + common, easy + common + alone][point]
    })
}

/// The numbers of all runs: a function of the seed and the point.
fn numbers(plan: &Plan, seeds: u32, of: impl Fn(u32, usize) -> f64) -> Vec<Vec<f64>> {
    let number = |run: usize| {
        let place = plan.run_place(run).expect("there is such a run");
        if place.seed < seeds { vec![of(place.seed, place.point)] } else { Vec::new() }
    };
    (0..plan.count()).map(number).collect()
}

/// The targets after this number of seeds, for given means of both policies.
fn judged(claims: &Value, seeds: u32, fcfs: f64, easy: f64) -> Vec<Target> {
    let plan = plan(&document(claims));
    let numbers = waits(&plan, seeds, fcfs, easy);
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let (findings, wrong) = compute_findings(outcome);
    assert_eq!(wrong, []);
    assert_eq!(findings.targets, judge_at_looks(outcome).0);
    findings.targets
}

/// A claim with this judgement.
fn claim(judged: &Value) -> Value {
    json!({"id": "C", "claim": "as published", "published": "so", "judged": [judged]})
}

/// A claim about the mean wait time with EASY.
fn easy(judge: &Value) -> Value {
    claim(&json!({"quantity": "wait", "at": {"policy": "EASY"}, "judge": judge}))
}

/// The verdict on a claim with one judgement, and its state.
fn verdict(claim: &Value, seeds: u32, fcfs: f64, easy: f64) -> (Verdict, LookState) {
    let [target] = &judged(&json!([claim]), seeds, fcfs, easy)[..] else { panic!("one claim") };
    (target.verdict, target.looks.clone().expect("a study with looks"))
}

#[test]
fn the_plan_has_the_runs_of_the_last_look() {
    let document = document(&json!([]));
    let plan = plan(&document);
    assert_eq!((plan.count(), plan.blocks[0].seeds), (2 * 128, 128));
    assert_eq!(plan.runs_of_seeds(16..18), [32, 33, 34, 35]);
    let quick = Plan::new(&study(&document), true, None).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    assert_eq!((quick.count(), quick.looks), (2 * 3, None));
    assert_eq!(
        Study::read(&study(&document).to_text()).0,
        Some(study(&document)),
        "it is written and read again"
    );
}

#[test]
fn more_runs_than_an_experiment_has_seeds_are_refused() {
    let mut document = document(&json!([]));
    document["replication"] = json!({"first_look": 256, "looks": 3});
    let (study, diagnostics) = Study::read(&document.to_string());
    assert!(study.is_none());
    let told = diagnostics.iter().map(ToString::to_string).collect::<String>();
    assert!(
        told.contains("/replication/looks: 3 looks from 256 seeds end at 1024 seeds; at most 999"),
        "{told}"
    );
}

#[test]
fn verdicts_change_only_at_looks() {
    let near = easy(&json!({"near": {"published": 70.0, "by": 5.0}}));
    let at = |seeds: u32| {
        let (verdict, state) = verdict(&near, seeds, 100.0, 70.0);
        (verdict, state.look, state.open)
    };
    // 5 from either bound with a deviation of 10: t is 2 at 16 runs and 2.8 at 32.
    for (seeds, look) in [(0, 0), (15, 0), (16, 1), (31, 1)] {
        assert_eq!(at(seeds), (Verdict::Undecided, look, true), "{seeds} runs");
    }
    assert_eq!([at(32), at(127), at(128)], [2, 3, 4].map(|look| (Verdict::Held, look, false)));
}

#[test]
fn an_open_claim_gives_the_runs_that_it_needs() {
    let near = easy(&json!({"near": {"published": 70.0, "by": 5.0}}));
    let [target] = &judged(&json!([near]), 16, 100.0, 70.0)[..] else { panic!("one claim") };
    let needed = target.looks.as_ref().and_then(|state| state.needed).expect("an open bound");
    // With four looks, the first has a quantile of 3.29: (3.29 * 10.4 / 5)^2.
    assert!((44..=48).contains(&needed), "{needed}");
    assert!(target.ours.contains("s; 16 runs (look 1 of 4), needs about 4"), "{}", target.ours);
    assert!(target.ours.starts_with("70.0 [61."), "{}", target.ours);
    let (_, state) = verdict(&easy(&json!({"above": 70.0})), 128, 100.0, 70.0);
    assert_eq!((state.needed, state.open), (Some(1_000_001), false), "more than a million, and no look left");
}

#[test]
fn a_number_outside_its_bounds_may_have_the_published_direction() {
    let lower = |easy: f64| {
        let claim = claim(&json!({"quantity": "ratio", "judge": {"in_range": {"low": 0.5, "high": 0.6}},
            "direction_from": 1, "published": [0.55]}));
        let (verdict, state) = verdict(&claim, 32, 100.0, easy);
        (verdict, state.open, state.remarks.contains(&LookRemark::DirectionOpen))
    };
    assert_eq!(lower(80.0), (Verdict::DirectionOnly, false, false));
    assert_eq!(lower(130.0), (Verdict::NotHeld, false, false));
    assert_eq!(lower(100.05), (Verdict::NotHeld, true, true));
    assert_eq!(lower(55.0), (Verdict::Held, false, false));
}

/// The waits of both policies vary by 10 from seed to seed, their difference by 1.
#[test]
fn ratios_and_orders_are_paired_by_seed() {
    let ratio = claim(&json!({"quantity": "ratio", "judge": {"below": 0.99}}));
    assert_eq!(verdict(&ratio, 16, 100.0, 97.0).0, Verdict::Held);
    let order =
        claim(&json!({"quantity": "wait", "over": {"policy": ["FCFS", "EASY"]}, "judge": {"falls": true}}));
    assert_eq!(verdict(&order, 16, 100.0, 98.0).0, Verdict::Held);
    assert_eq!(verdict(&order, 16, 100.0, 100.1).0, Verdict::Undecided);
    assert_eq!(verdict(&order, 16, 100.0, 103.0).0, Verdict::NotHeld);
    let never = claim(
        &json!({"quantity": "wait", "over": {"policy": ["FCFS", "EASY"]}, "judge": {"never_rises": true}}),
    );
    assert_eq!(verdict(&never, 16, 100.0, 98.0).0, Verdict::Held);
}

#[test]
fn reductions_are_judged_by_pseudo_values() {
    let largest = claim(&json!({"quantity": "largest", "judge": {"near": {"published": 100.0, "by": 9.0}}}));
    let (verdict, state) = verdict(&largest, 64, 100.0, 70.0);
    assert_eq!((verdict, state.look), (Verdict::Held, 3));
}

#[test]
fn claims_of_several_numbers_hold_in_part() {
    let cells = claim(&json!({"table": "Waits", "judge": {"beside": 9.0}}));
    let at = |fcfs: f64, easy: f64| {
        let (verdict, state) = verdict(&cells, 32, fcfs, easy);
        (verdict, state.inside, state.outside, state.undecided, state.open)
    };
    assert_eq!(at(100.0, 70.0), (Verdict::Held, 2, 0, 0, false));
    assert_eq!(at(100.0, 90.0), (Verdict::HeldInPart, 1, 1, 0, false));
    assert_eq!(at(140.0, 90.0), (Verdict::NotHeld, 0, 2, 0, false));
    assert_eq!(at(100.0, 78.0), (Verdict::Undecided, 1, 0, 1, true));
    assert_eq!(at(140.0, 78.0), (Verdict::NotHeld, 0, 1, 1, true), "the open one may still hold");
}

#[test]
fn some_of_the_numbers_may_be_enough() {
    let mut one = claim(&json!({"table": "Waits", "judge": {"beside": 9.0}}));
    one["enough"] = json!(1);
    let at = |fcfs: f64, easy: f64| {
        let (verdict, state) = verdict(&one, 64, fcfs, easy);
        (verdict, state.open)
    };
    assert_eq!(at(100.0, 78.0), (Verdict::Held, false), "the other one does not matter");
    assert_eq!(at(140.0, 90.0), (Verdict::NotHeld, false));
    assert_eq!(at(140.0, 78.9), (Verdict::Undecided, true));
}

#[test]
fn a_fitted_claim_holds_by_construction() {
    let mut fitted = easy(&json!({"near": {"published": 70.0, "by": 5.0}}));
    fitted["fitted"] = json!(true);
    assert_eq!(verdict(&fitted, 64, 100.0, 70.0).0, Verdict::ByConstruction);
    assert_eq!(verdict(&fitted, 16, 100.0, 70.0).0, Verdict::Undecided);
    assert_eq!(verdict(&fitted, 64, 100.0, 90.0).0, Verdict::NotHeld);
}

#[test]
fn effects_that_must_be_observed_are_not_held_without_a_decision_at_the_last_look() {
    let mut surely = easy(&json!({"below": 70.5}));
    surely["surely"] = json!(true);
    assert_eq!(verdict(&surely, 64, 100.0, 70.0).0, Verdict::Undecided);
    assert_eq!(verdict(&surely, 128, 100.0, 70.0).0, Verdict::NotHeld);
}

#[test]
fn equal_numbers_decide_only_what_is_exact_by_declaration() {
    let claims = json!([easy(&json!({"at_most": 70.0}))]);
    let of = |exact: bool| {
        let mut document = document(&claims);
        if exact {
            (document["exact"], document["seeds"], document["quick_seeds"]) =
                (json!(true), json!(1), json!(1));
        }
        let plan = plan(&document);
        let numbers = numbers(&plan, 128, |_, _| 70.0);
        let (targets, wrong) = judge_at_looks(Outcome { plan: &plan, numbers: &numbers });
        assert_eq!(wrong, []);
        (plan.count(), targets[0].verdict)
    };
    assert_eq!(of(false), (256, Verdict::Undecided));
    assert_eq!(of(true), (2, Verdict::Held), "one run decides, and the bound belongs to the range");
}

/// A decision of an early look is kept, also if later runs contradict it.
#[test]
fn the_first_decision_counts() {
    let plan = plan(&document(&json!([easy(&json!({"below": 80.0}))])));
    let numbers = numbers(&plan, 128, |seed, _| {
        let deviation = if seed % 2 == 0 { 10.0 } else { -10.0 };
        deviation + if seed < 16 { 60.0 } else { 120.0 }
    });
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let target = &judge_at_looks(outcome).0[0];
    assert_eq!((target.verdict, target.looks.as_ref().map(|state| state.look)), (Verdict::Held, Some(4)));
    assert!(outcome.is_complete() && outcome.digest().is_some());
}

#[test]
fn a_law_is_broken_by_one_run() {
    let claims = json!([claim(
        &json!({"quantity": "wait", "at": {"policy": "EASY"}, "judge": {"at_most": 70.0}, "output": "law"})
    )]);
    let plan = plan(&document(&claims));
    let verdict = |broken: u32, seeds: u32| {
        let numbers = numbers(&plan, seeds, |seed, _| if seed == broken { 71.0 } else { 70.0 });
        let (targets, wrong) = judge_at_looks(Outcome { plan: &plan, numbers: &numbers });
        assert_eq!(wrong, []);
        (targets[0].verdict, targets[0].looks.as_ref().expect("looks").open)
    };
    assert_eq!(verdict(999, 16), (Verdict::Held, false));
    assert_eq!(verdict(40, 32), (Verdict::Held, false), "the run that breaks it is behind the look");
    assert_eq!(verdict(40, 64), (Verdict::NotHeld, false));
}

#[test]
fn events_are_judged_by_their_number() {
    let event = claim(
        &json!({"quantity": "wait", "at": {"policy": "EASY"}, "judge": {"at_least": 0.6}, "output": "event"}),
    );
    let plan = plan(&document(&json!([event])));
    let verdict = |seeds: u32| {
        let numbers = numbers(&plan, seeds, |_, _| 1.0);
        judge_at_looks(Outcome { plan: &plan, numbers: &numbers }).0[0].verdict
    };
    // 0.6^16 is 0.0003, less than half of the first of four shares of 5 %.
    assert_eq!([verdict(8), verdict(16)], [Verdict::Undecided, Verdict::Held]);
}
