//! The runs of a study: points, seeds, labels, digests.

use crate::support::{
    diagnostics, measures_of, plan, queue_scenario, run_all, small_study, study, study_with_claims,
};
use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::{Outcome, Plan, Verdict, compute_findings};
use serde_json::{Value, json};

#[test]
fn runs_are_all_combinations_of_values_and_seeds() {
    let plan = plan(&small_study());
    assert_eq!((plan.count(), plan.blocks[0].point_count()), (12, 4));
    let labels: Vec<String> = [0, 1, 2, 3, 4, 11].map(|run| plan.label(run)).into();
    let expected = [
        "load 0.5, FCFS, seed 7",
        "load 0.5, Shortest job first, seed 7",
        "load 0.9, FCFS, seed 7",
        "load 0.9, Shortest job first, seed 7",
        "load 0.5, FCFS, seed 8",
        "load 0.9, Shortest job first, seed 9",
    ];
    assert_eq!(labels, expected);
    let quick = Plan::new(&study(&small_study()), true, Some(20)).expect("it can be planned");
    assert_eq!((quick.count(), quick.label(3)), (4, "load 0.9, Shortest job first, seed 21".to_owned()));
}

/// A run gives the same numbers as its scenario, opened separately.
#[test]
fn a_run_is_a_scenario_that_can_be_opened() {
    use ganttlet_sim::metric::Scope;
    use ganttlet_sim::report::METRICS;
    let plan = plan(&small_study());
    let (scenario, variant) = plan.scenario(7);
    let mut built = ganttlet_document::build(&scenario, variant, &Files::new(), 0).expect("it can be built");
    built.run.advance(ganttlet_sim::system::Budget::ALL);
    let wait = METRICS.find("wait").expect("a metric");
    let row = wait.report_row(built.run.trace(), &scenario.measure_settings, &Scope::ALL);
    let longest = row.statistics.map(|statistics| statistics.max);
    assert_eq!(measures_of(&plan, 7).ok(), Some(vec![row.value.expect("jobs"), longest.expect("jobs")]));
}

/// Shared work equals the work that each run would generate, in any order of the runs, and no run changes it for the
/// next.
#[test]
fn shared_work_does_not_change_runs() {
    let mut workflows = small_study();
    workflows["base"]["platform"] = json!({"preset": "das3"});
    workflows["base"]["workload"] =
        json!([{"generator": "published-workflows", "parameters": {"next": "any"}}]);
    workflows["base"]["background"] =
        json!([{"generator": "bursty-jobs", "parameters": {"duration_s": 40_000, "share": 0.5}}]);
    workflows["base"]["system"] = json!({"kind": "workflow", "policies": {"mapping": "round-robin"}});
    workflows["base"]["compare"] = json!([{"kind": "workflow", "policies": {"mapping": "heft"}}]);
    workflows["axes"][0] = json!({"name": "set", "knob": "set", "values": ["small1", "small2"]});
    workflows["measures"] =
        json!([{"metric": "workflow-makespan"}, {"metric": "transfers"}, {"metric": "queue-wait"}]);
    for document in [small_study(), workflows] {
        let plan = plan(&document);
        let latest = WorkCache::default();
        let runs = (0..plan.count()).chain((0..plan.count()).rev());
        for run in runs {
            let alone = plan.execute_run(run, &Files::new(), &WorkCache::default());
            assert_eq!(plan.execute_run(run, &Files::new(), &latest), alone, "run {run}");
        }
    }
}

#[test]
fn a_complete_result_has_a_digest() {
    let plan = plan(&small_study());
    let mut numbers = run_all(&plan);
    let digest = Outcome { plan: &plan, numbers: &numbers }.digest();
    assert_eq!(digest.as_ref().map(String::len), Some(16));
    let other = &mut numbers[3][0];
    *other += f64::EPSILON * *other;
    assert_ne!(Outcome { plan: &plan, numbers: &numbers }.digest(), digest, "one bit differs");
    numbers[3].clear();
    assert_eq!(Outcome { plan: &plan, numbers: &numbers }.digest(), None, "a run is missing");
}

/// Each seed draws a new pool, regardless of the first seed; numbers past the end of their range wrap around.
#[test]
fn seed_parameters_vary_with_the_seed() {
    let of = |draw: u32| {
        json!({
            "base": {
                "version": 1, "seed": 7,
                "platform": {"preset": "opportunistic-pool", "parameters": {"draw": draw}},
                "workload": [{"generator": "fibonacci"}], "system": {"kind": "opportunistic"},
            },
            "axes": [{"name": "machines", "variants": [
                {"name": "drawn"},
                {"name": "alike", "change": {"platform": {"preset": "one-cluster", "parameters": null}}},
            ]}],
            "seeds": 2, "with_seed": ["draw"], "measures": [{"metric": "makespan"}],
        })
    };
    let drawn = |plan: &Plan, run| plan.scenario(run).0.to_value()["platform"]["parameters"]["draw"].clone();
    let of_both = |draw, seed| {
        let plan = Plan::new(&study(&of(draw)), false, seed).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        [drawn(&plan, 0), drawn(&plan, 2)]
    };
    assert_eq!(of_both(5, None), [5, 6]);
    assert_eq!(of_both(5, Some(9)), [7, 8]);
    assert_eq!(of_both(5, Some(4)), [2, 3]);
    assert_eq!(of_both(1_000_000, None), [1_000_000, 1]);
    let mut strange = of(5);
    strange["with_seed"] = json!(["draws"]);
    assert_eq!(
        diagnostics(&strange),
        "error: /with_seed/0: the scenario has no integer parameter \"draws\"\n"
    );
}

/// A knob may be written in % and set several places; a variant with a numeric name has a position on an axis.
#[test]
fn axis_values_have_readable_labels() {
    let document = json!({
        "base": queue_scenario(20, 0.7), "seeds": 1, "measures": [{"metric": "response"}],
        "axes": [
            {"name": "load", "knob": "load", "values": [50, 90], "divided_by": 100, "unit": "%"},
            {"name": "seconds", "knob": "run_mean_s", "values": [60], "also": ["threshold_s"]},
            {"name": "jobs", "variants": [{"name": "20"}, {"name": "30", "set": {"jobs": 30}}]},
        ],
        "quantities": {"response": {"value": "response", "unit": "s", "at": {"seconds": 60}}},
        "claims": [
            {"id": "C1", "claim": "It passes 230 s", "judged": [{
                "quantity": "response", "at": {"jobs": 20}, "over": {"load": [50, 90]}, "judge": {"passes": {"published": 230, "by": 0.1}}
            }]},
            {"id": "C2", "claim": "It passes 1000 s", "judged": [{
                "quantity": "response", "at": {"jobs": 20}, "over": {"load": [50, 90]}, "judge": {"passes": {"published": 1000, "by": 0.1}}
            }]},
        ],
    });
    let plan = plan(&document);
    assert_eq!(
        (plan.label(3), plan.blocks[0].axes[2].values[1]),
        ("load 90, seconds 60, jobs 30, seed 7".to_owned(), 30.0)
    );
    let set = plan.scenario(3).0.to_text();
    assert!(
        set.contains("\"load\": 0.9") && set.contains("\"threshold_s\": 60") && set.contains("\"jobs\": 30"),
        "{set}"
    );
    let numbers = run_all(&plan);
    assert!(numbers[0][0] < 229.0 && (231.0..999.0).contains(&numbers[2][0]), "{numbers:?}");
    let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &numbers });
    let verdicts: Vec<Verdict> = found.targets.iter().map(|target| target.verdict).collect();
    assert_eq!(verdicts, [Verdict::Undecided, Verdict::Undecided], "one seed has no interval");
}

/// A merge patch of a part or a variant changes what it names and nothing else (RFC 7396, appendix A).
#[test]
fn merge_patches_are_those_of_the_standard() {
    for (target, patch, merged) in [
        (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
        (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
        (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
        (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
        (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
        (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
        (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
    ] {
        let mut ours = target;
        ganttlet_study::merge_patch(&mut ours, patch);
        assert_eq!(ours, merged);
    }
}

#[test]
fn a_study_survives_a_round_trip() {
    let study = study(&study_with_claims());
    assert_eq!(Study::read(&study.to_text()), (Some(study.clone()), vec![]));
    assert_eq!(Study::read(&study.to_line()), (Some(study), vec![]));
}

#[test]
fn rows_without_runs_in_a_quick_run_are_left_out() {
    let plan = Plan::new(&study(&study_with_claims()), true, None).expect("a plan");
    let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
    let heads: Vec<&str> = found.tables[0].rows.iter().map(|(head, _)| &**head).collect();
    assert_eq!(heads, ["0.9"], "0.5 is not run");
    let mut document = study_with_claims();
    document["quantities"]["wait"]["at"] = json!({"load": 0.5});
    document["claims"] = json!([]);
    let plan = Plan::new(&study(&document), true, None).expect("a plan");
    let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
    let cells: Vec<&str> = found.tables[0].rows.iter().map(|(_, cells)| &*cells[0].text).collect();
    assert_eq!(cells, ["not run"]);
}

#[test]
fn a_quick_run_without_intervals_is_reported() {
    let mut document = study_with_claims();
    document["quick_seeds"] = json!(1);
    let (read, told) = Study::read(&document.to_string());
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    let expected = "warning: /quick_seeds: 1 seed gives no interval, which is required to decide a claim\n  Use 3 or more.";
    assert_eq!((read.is_some(), told), (true, vec![expected.to_owned()]));
    // Without claims, without randomness, or if every value has an effect, there is nothing to report.
    let nothing_told = |change: fn(&mut Value)| {
        let mut document = document.clone();
        change(&mut document);
        Study::read(&document.to_string()).1.is_empty()
    };
    assert!(nothing_told(|study| study["claims"] = json!([])));
    assert!(nothing_told(|study| study["exact"] = json!(true)));
    assert!(nothing_told(|study| study["measures"] = json!([{"metric": "wait", "statistic": "each"}])));
    assert!(nothing_told(|study| study["seeds"] = json!(1)));
}
