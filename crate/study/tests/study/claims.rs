//! Claims, tables and plots.

use crate::support::{SEEDS, findings_for, plan, run_all, small_study, study_with_claims};
use ganttlet_study::{Findings, Interval, Outcome, Verdict, compute_findings};
use serde_json::json;

#[test]
fn claims_tables_and_plots_are_computed_from_the_numbers() {
    let plan = plan(&study_with_claims());
    let numbers = run_all(&plan);
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let (Findings { targets, tables, plots }, told) = compute_findings(outcome);
    assert!(told.is_empty(), "{told:?}");
    // By hand: runs 0, 4, 8 are FCFS at 0.5 and runs 1, 5, 9 shortest first, seed by seed.
    let change: Vec<f64> =
        [0, 4, 8].map(|run| 100.0 * (numbers[run + 1][0] - numbers[run][0]) / numbers[run][0]).into();
    let cells = &tables[0].rows[0].1;
    assert_eq!(cells[1].ours, Interval::from_values(&change));
    assert_eq!(cells[0].published.as_deref(), Some("60"));
    let waits: Vec<f64> = [2, 6, 10].map(|run| numbers[run][0]).into();
    let mean = Interval::from_values(&waits).expect("three").mean;
    assert_eq!((plots[0].lines[0].y[1].to_bits(), plots[0].lines[0].x[1]), (mean.to_bits(), 0.9));
    assert_eq!((plots[0].lines[1].y[0].is_nan(), plots[0].lines[1].y[1]), (true, 540.0));
    let ids: Vec<(&str, &str)> = targets.iter().map(|target| (&*target.id, &*target.tolerance)).collect();
    assert_eq!(
        ids,
        [("C1", "sign"), ("C2", "one step of 0"), ("C3", "order, seed by seed"), ("C4", "1000 s")]
    );
    assert_eq!(targets[3].verdict, Verdict::ByConstruction);
    let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &[] });
    assert!(found.targets.is_empty(), "nothing is claimed of runs that have not been made");
}

/// Waits differ more by the seed than by the load: their intervals overlap, but with each seed the higher load has the
/// longer wait, and the difference is printed.
#[test]
fn an_order_is_judged_seed_by_seed_where_seeds_are_shared() {
    let mut document = small_study();
    document["base"]["compare"] = json!([]);
    document["axes"] = json!([{"name": "load", "knob": "load", "values": [0.7, 0.75]}]);
    (document["seeds"], document["quick_seeds"]) = (json!(12), json!(3));
    document["quantities"] = json!({
        "wait": {"value": "wait"}, "mean": {"value": "wait", "of_means": true},
    });
    let claim = |quantity: &str| {
        let judged = json!([{"quantity": quantity, "over": {"load": [0.7, 0.75]}, "judge": {"rises": true}}]);
        json!({"id": "1", "claim": quantity, "published": "", "judged": judged})
    };
    document["claims"] = json!([claim("wait"), claim("mean")]);
    let plan = plan(&document);
    let numbers = run_all(&plan);
    let outcome = Outcome { plan: &plan, numbers: &numbers };
    let (Findings { targets, .. }, wrong) = compute_findings(outcome);
    assert!(wrong.is_empty(), "{wrong:?}");
    let [less, more] = [0, 1].map(|point| outcome.values(&plan.blocks[0], point, 0));
    let interval = |values: &[f64]| Interval::from_values(values).expect("values");
    assert!(interval(&less).high > interval(&more).low, "the intervals overlap");
    let step = ganttlet_study::statistics::paired_difference(&less, &more).expect("pairs");
    assert!(step.low > 0.0, "{step:?}");
    assert_eq!((targets[0].verdict, &*targets[0].tolerance), (Verdict::Held, "order, seed by seed"));
    let told = format!("; from each to the next {}", step.text());
    assert!(targets[0].ours.ends_with(&told), "{}", targets[0].ours);
    // Means without values of seeds are compared as independent samples.
    assert_eq!((&*targets[1].tolerance, targets[1].ours.contains("from each")), ("order", false));
}

/// Waits above 45 s begin at 0.9 by the mean of all seeds (50), of the second and third (55), and of the first and
/// third (50), but not by the mean of the first and second (45).
#[test]
fn an_onset_that_depends_on_one_seed_is_undecided() {
    let quantities = json!({"long": {"value": "wait > 45", "of_means": true, "at": {"system": "FCFS"}}});
    let claims = json!([{"id": "1", "claim": "c", "published": "p", "judged": [
        {"quantity": "long", "over": {"load": [0.5, 0.9]}, "judge": {"begins": {"from": 0.5, "to": 0.9}}}]}]);
    let found = findings_for(&quantities, &claims, &SEEDS);
    assert_eq!(
        (found.targets[0].verdict, &*found.targets[0].ours),
        (Verdict::Undecided, "0.5 - 0.9 (95 % interval: all values)")
    );
    let mut clear = SEEDS;
    clear[0][2] = 49.0;
    let found = findings_for(&quantities, &claims, &clear);
    assert_eq!((found.targets[0].verdict, &*found.targets[0].ours), (Verdict::Held, "0.5 - 0.9"));
}

/// 20 lies between the means 8 and 50, also without any one of the seeds: 11 and 55, 10 and 50, 3 and 45. 10.5 does not
/// lie between 11 and 55.
#[test]
fn a_curve_passes_a_number_if_it_does_without_each_seed() {
    let quantities = json!({"wait": {"value": "wait", "at": {"system": "FCFS"}}});
    let passes = |published: f64| {
        json!({"id": "1", "claim": "c", "published": "p", "judged": [{"quantity": "wait", "over": {"load": [0.5, 0.9]},
            "judge": {"passes": {"published": published, "by": 0.1}}}]})
    };
    let found = findings_for(&quantities, &json!([passes(20.0), passes(10.5), passes(1000.0)]), &SEEDS);
    let verdicts: Vec<Verdict> = found.targets.iter().map(|target| target.verdict).collect();
    assert_eq!(verdicts, [Verdict::Held, Verdict::Undecided, Verdict::NotHeld]);
}

#[test]
fn parts_are_counted_and_own_checks_are_marked() {
    let quantities = json!({"wait": {"value": "wait"}});
    let over = json!({"load": [0.5, 0.9], "system": ["FCFS", "Shortest job first"]});
    let claims = json!([
        {"id": "1", "claim": "c", "published": "p", "tolerance_set_after": true, "judged": [
            {"quantity": "wait", "over": over, "judge": {"below": 30}}]},
        {"id": "2", "claim": "c", "contradicts": "It rounds.", "note": "So be it.", "judged": [
            {"quantity": "wait", "at": {"system": "FCFS", "load": 0.5}, "judge": {"below": 30}}]},
    ]);
    let waits = [[1.0, 1.0, 40.0, 29.0], [1.0, 2.0, 41.0, 31.0], [2.0, 2.0, 42.0, 30.0]];
    let found = findings_for(&quantities, &claims, &waits);
    let [first, second] = &found.targets[..] else { panic!("two claims") };
    assert_eq!((first.verdict, first.held, first.parts), (Verdict::HeldInPart, 2, 4));
    assert_eq!(first.verdict_words(), "held in part: 2 of 4");
    assert!(first.tolerance_set_after && !first.own);
    assert!(second.own && !second.tolerance_set_after);
    assert_eq!(second.note, "It rounds. So be it.");
}
