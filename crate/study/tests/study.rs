//! Tests of studies from document to numbers: which runs they have, and whether their intervals are correct.

use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_document::study::Study;
use ganttlet_document::{Files, WorkCache};
use ganttlet_study::{Findings, Interval, Outcome, Plan, Verdict, compute_findings};
use serde_json::{Value, json};

/// The study of a document, with nothing to tell of it.
fn study(document: &Value) -> Study {
    let (study, diagnostics) = Study::read(&document.to_string());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    study.expect("a study")
}

fn plan(document: &Value) -> Plan {
    Plan::new(&study(document), false, None).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The diagnostics of a study, one per line.
fn diagnostics(document: &Value) -> String {
    let (study, diagnostics) = Study::read(&document.to_string());
    let told = match study {
        Some(study) => Plan::new(&study, false, None).map_or_else(|wrong| wrong, |_| Vec::new()),
        None => diagnostics,
    };
    told.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}

fn run_all(plan: &Plan) -> Vec<Vec<f64>> {
    (0..plan.count()).map(|run| measures_of(plan, run).expect("it can be made")).collect()
}

/// The numbers of the measures of a run, without those for the test for a steady state.
fn measures_of(plan: &Plan, run: usize) -> Result<Vec<f64>, Vec<Diagnostic>> {
    let columns = plan.run_place(run).expect("there is such a run").block.column_count();
    let mut numbers = plan.execute_run(run, &Files::new(), &WorkCache::default())?;
    numbers.truncate(columns);
    Ok(numbers)
}

/// One node with random arrivals.
fn queue_scenario(jobs: u32, load: f64) -> Value {
    json!({
        "version": 1, "seed": 7,
        "platform": {"preset": "one-cluster", "parameters": {"nodes": 1}},
        "workload": [{"generator": "poisson", "parameters": {
            "jobs": jobs, "load": load, "run_times": "exponential", "run_mean_s": 60, "sizes": "constant", "users": 0
        }}],
        "system": {"kind": "batch", "policies": {"local": "fcfs"}},
        "compare": [{"kind": "batch", "policies": {"local": "sjf"}}],
    })
}

/// A study of two loads, both systems, three seeds.
fn small_study() -> Value {
    json!({
        "base": queue_scenario(50, 0.7),
        "axes": [{"name": "load", "knob": "load", "values": [0.5, 0.9], "quick": [0.9]}, {"name": "system", "compare": true}],
        "seeds": 3, "quick_seeds": 2,
        "measures": [{"metric": "wait"}, {"metric": "wait", "name": "longest", "statistic": "max"}],
    })
}

#[test]
fn runs_are_each_value_with_each_other_and_each_seed() {
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

/// What a run gives is what anybody gets who opens its scenario.
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

/// Work that runs share is the work that each would make, in whichever order they come, and none changes it for the next.
#[test]
fn runs_that_share_their_work_are_those_that_do_not() {
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

/// A study with claims on its wait times.
fn study_with_claims() -> Value {
    let mut document = small_study();
    document["quick_seeds"] = json!(3);
    document["quantities"] = json!({
        "change": {
            "value": "100 * (short - first) / first", "unit": "%",
            "with": {
                "first": {"measure": "wait", "at": {"system": "FCFS"}},
                "short": {"measure": "wait", "at": {"system": "Shortest job first"}},
            },
        },
        "long": {"value": "wait > 200", "of_means": true, "at": {"system": "FCFS"}},
        "wait": {"value": "wait", "unit": "s"},
    });
    document["claims"] = json!([
        {"id": "C1", "claim": "Shortest first waits less", "published": "less",
         "judged": [{"quantity": "change", "over": {"load": [0.5, 0.9]}, "judge": {"sign": -1}}]},
        {"id": "C2", "claim": "Waits are long from 0.9 on",
         "judged": [{"quantity": "long", "over": {"load": [0.5, 0.9]}, "judge": {"begins": {"from": 0.5, "to": 0.9}}}]},
        {"id": "C3", "claim": "FCFS waits more as the load grows",
         "judged": [{"quantity": "wait", "at": {"system": "FCFS"}, "over": {"load": [0.5, 0.9]}, "judge": {"rises": true}}]},
        {"id": "C4", "claim": "A match by construction", "fitted": true,
         "judged": [{"quantity": "wait", "at": {"system": "FCFS", "load": 0.5}, "judge": {"near": {"published": 60, "by": 1000}}}]},
    ]);
    document["tables"] = json!([{
        "title": "Waits", "head": "load",
        "columns": [{"name": "FCFS", "quantity": "wait", "at": {"system": "FCFS"}}, {"name": "change", "quantity": "change"}],
        "rows": [{"name": "0.5", "at": {"load": 0.5}, "published": ["60"]}, {"name": "0.9", "at": {"load": 0.9}}],
    }]);
    document["plots"] = json!([{
        "title": "Waits", "x": "load", "y": "s", "axis": "load",
        "lines": [{"name": "FCFS", "quantity": "wait", "at": {"system": "FCFS"}, "published": [{"x": 0.9, "y": 540}]}],
    }]);
    document
}

#[test]
fn claims_tables_and_plots_come_from_the_numbers() {
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

#[test]
fn mistakes_in_a_study_are_reported_with_their_place() {
    let with = |change: fn(&mut Value)| {
        let mut document = small_study();
        change(&mut document);
        diagnostics(&document)
    };
    let told = with(|study| study["measures"][0]["metric"] = json!("wiat"));
    assert!(
        told.contains("/measures/0/metric: unknown metric \"wiat\"") && told.contains("Did you mean `wait`?"),
        "{told}"
    );
    let told = with(|study| study["axes"][0]["knob"] = json!("laod"));
    assert!(
        told.contains("/axes: load 0.5, FCFS: laod: the scenario has no parameter of this name"),
        "{told}"
    );
    let told = with(|study| study["base"]["workload"][0]["generator"] = json!("posson"));
    assert!(told.contains("/base/workload/0/generator: found \"posson\""), "{told}");
    let told = with(|study| study["axes"][0]["quick"] = json!([0.7]));
    assert!(told.contains("/axes/0/quick/0: unknown value \"0.7\"; available: 0.5, 0.9"), "{told}");
    let told = with(|study| study["seeds"] = json!(0));
    assert!(told.contains("/seeds: found 0, allowed are whole numbers from 1"), "{told}");
    let told = with(|study| study["axes"][0]["values"] = json!([]));
    assert!(told.contains("the axis \"load\" has no value"), "{told}");
    let many: Vec<u32> = (0..1000).collect();
    let told = diagnostics(&json!({
        "base": queue_scenario(50, 0.7), "measures": [{"metric": "wait"}],
        "axes": [{"name": "a", "knob": "jobs", "values": many}, {"name": "b", "knob": "run_mean_s", "values": many}],
    }));
    assert!(told.contains("the axes have 1000000 points; at most 20000 are allowed"), "{told}");
}

/// A study that contradicts itself, repeats a name or varies without effect is refused.
#[test]
fn contradictions_and_repetitions_are_reported_with_their_place() {
    let told = |expected: &str, change: fn(&mut Value)| {
        let mut document = small_study();
        change(&mut document);
        let told = diagnostics(&document);
        assert!(told.contains(expected), "{expected:?} is missing in {told}");
    };
    let load = || json!({"name": "load", "knob": "load", "values": [0.5, 0.9]});
    assert_eq!(diagnostics(&small_study()), "");
    told("/axes/1/name: two axes have the name \"load\"", |study| {
        study["axes"][1] = json!({"name": "load", "knob": "jobs", "values": [10, 20]});
    });
    told("/axes/1: \"load\" is also set by the axis \"load\"", |study| {
        study["axes"][1] = json!({"name": "again", "knob": "load", "values": [0.6, 0.8]});
    });
    told("/axes/1: \"load\" is also set by the axis \"load\"", |study| {
        study["axes"][1] = json!({"name": "jobs", "knob": "jobs", "also": ["load"], "values": [1, 2]});
    });
    // The same place by another name: what is set later counts alone.
    told("/axes/0: the axis \"load\" has no effect", |study| {
        study["axes"][1] =
            json!({"name": "again", "knob": "/workload/0/parameters/load", "values": [0.6, 0.8]});
    });
    told("/axes/1: the axis \"policy\" has no effect", |study| {
        study["axes"][1] = json!({"name": "policy", "variants": [{"name": "A"}, {"name": "B"}]});
    });
    told("/axes/1/variants/1: two variants have the name \"A\"", |study| {
        let sjf = json!({"name": "A", "set": {"local": "sjf"}});
        study["axes"][1] = json!({"name": "policy", "variants": [{"name": "A"}, sjf]});
    });
    // Each of the compared systems has its policy, whatever another axis sets.
    for name in ["local", "policy", "/system/policies/local", "/compare/0/policies/local"] {
        for place in [0, 1] {
            let mut document = small_study();
            let variants = json!([{"name": "EASY", "set": {name: "easy"}}, {"name": "EASY-SJBF", "set": {name: "easy-sjbf"}}]);
            document["axes"] = json!([{"name": "system", "compare": true}]);
            let axes = document["axes"].as_array_mut().expect("axes");
            axes.insert(place, json!({"name": "local policy", "variants": variants}));
            let told = diagnostics(&document);
            let expected = format!(
                "/axes/{place}: the axis \"local policy\" has no effect: the axis \"system\" sets the policy \"local\""
            );
            assert!(told.contains(&expected), "{name}: {told}");
        }
    }
    for values in [json!([0.5, 0.9, 0.5]), json!([0.5, 0.9, "0.5"]), json!([1, 0.5, 1.0]), json!([0.5, 5e-1])]
    {
        let mut document = small_study();
        document["axes"] = json!([load()]);
        document["axes"][0]["values"] = values;
        let told = diagnostics(&document);
        assert!(told.contains("/axes/0/values/") && told.contains("found twice"), "{told}");
    }
    told("/axes/0/quick/1: found \"0.9\" twice", |study| study["axes"][0]["quick"] = json!([0.9, 0.9]));
    told("/axes/0/name: found an empty text", |study| study["axes"][0]["name"] = json!(""));
    told("/with_seed/1: \"nodes\" is listed twice", |study| study["with_seed"] = json!(["nodes", "nodes"]));
    told("/parts/1/name: two parts have the name \"long\"", |study| {
        let part = json!({"name": "long", "seeds": 1, "measures": [{"metric": "wait"}]});
        study["parts"] = json!([part, part]);
    });
    told("/measures/0/to_s: found 5, which is not later than \"from_s\"", |study| {
        study["measures"][0] = json!({"metric": "wait", "from_s": 5, "to_s": 5});
    });
    // All whole numbers up to the largest seed are told apart; none begins anew.
    told("/base/seed: 3 seeds from 9007199254740990 exceed the largest seed, 9007199254740991", |study| {
        study["base"]["seed"] = json!(9_007_199_254_740_990_u64);
    });
    let mut last = small_study();
    last["base"]["seed"] = json!(9_007_199_254_740_989_u64);
    assert_eq!(diagnostics(&last), "");
    let beyond = Plan::new(&study(&small_study()), false, Some(9_007_199_254_740_991));
    assert!(beyond.is_err_and(|wrong| wrong[0].message.contains("exceed the largest seed")));
}

/// Quantities that nothing uses are checked like those that are shown.
#[test]
fn quantities_with_unknown_names_are_reported() {
    let told = |quantities: Value| {
        let mut document = small_study();
        document["quantities"] = quantities;
        let wrong = compute_findings(Outcome { plan: &plan(&document), numbers: &[] }).1;
        wrong.iter().map(|wrong| format!("{wrong}\n")).collect::<String>()
    };
    let of = |selection: Value| json!({"value": "x", "with": {"x": selection}});
    assert_eq!(told(json!({"a": {"value": "2 * wait"}, "b": of(json!({"quantity": "a"}))})), "");
    for (quantities, expected) in [
        (
            json!({"a": {"value": "nope * 2"}}),
            "/quantities/a: unknown name \"nope\" (column 1); available: wait",
        ),
        (json!({"a": {"value": "b"}, "b": {"value": "wait"}}), "\"with\": {\"b\": {\"quantity\": \"b\"}}"),
        (json!({"a": of(json!({"measure": "nope"}))}), "unknown measure \"nope\"; available: wait, longest"),
        (json!({"a": of(json!({"quantity": "nope"}))}), "unknown quantity \"nope\"; available: a"),
        (json!({"a": of(json!({"quantity": "a"}))}), "the quantity \"a\" depends on itself"),
        (
            json!({"a": of(json!({"quantity": "b"})), "b": {"value": "wait"}}),
            "unknown quantity \"b\"; defined before it: none",
        ),
        (
            json!({"a": of(json!({"quantity": "c"})), "b": of(json!({"quantity": "a"})), "c": of(json!({"quantity": "b"}))}),
            "the quantity \"c\" depends on itself",
        ),
        (
            json!({"a/b": {"value": "wait", "part": "nope"}}),
            "/quantities/a~1b: unknown part \"nope\"; available: none",
        ),
        (
            json!({"a": {"value": "wait", "ahead": {"of": "nope", "runs": 1}}}),
            "unknown quantity \"nope\"; available: a",
        ),
        (
            json!({"a": {"value": "wait", "along": {"axis": "nope", "take": "most"}}}),
            "unknown axis \"nope\"; available: load",
        ),
        (json!({"a": {"value": "wait", "pooled": {"where": "nope > 1"}}}), "unknown name \"nope\""),
    ] {
        let told = told(quantities);
        assert!(told.contains(expected), "{expected:?} is missing in {told}");
    }
}

#[test]
fn a_study_survives_a_round_trip() {
    let study = study(&study_with_claims());
    assert_eq!(Study::read(&study.to_text()), (Some(study.clone()), vec![]));
    assert_eq!(Study::read(&study.to_line()), (Some(study), vec![]));
    assert!(
        Study::is_study(&small_study().to_string()) && !Study::is_study(&queue_scenario(1, 0.5).to_string())
    );
}

/// A pool is drawn anew with each seed, whichever is the first; past the end of their range numbers begin again.
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

/// Of three seeds with each system three pairs are chosen for each; SJF is far ahead.
#[test]
fn probability_of_all_below_is_a_share_of_selections() {
    let mut document = small_study();
    document["base"] = queue_scenario(400, 0.9);
    document["axes"] = json!([{"name": "system", "compare": true}]);
    document["quantities"] = json!({
        "first": {"value": "wait", "at": {"system": "FCFS"}},
        "shortest": {"value": "wait", "at": {"system": "Shortest job first"}},
        "ahead": {"value": "wait", "at": {"system": "Shortest job first"}, "ahead": {"of": "first", "runs": 2}},
        "behind": {"value": "wait", "at": {"system": "FCFS"}, "ahead": {"of": "shortest", "runs": 2}},
        "of four": {"value": "wait", "at": {"system": "Shortest job first"}, "ahead": {"of": "first", "runs": 4}},
    });
    document["tables"] = json!([{"title": "Ahead", "columns": [{"name": "%"}], "rows": [
        {"name": "SJF", "quantity": "ahead"}, {"name": "FCFS", "quantity": "behind"}, {"name": "of four", "quantity": "of four"}
    ]}]);
    let plan = plan(&document);
    let numbers = run_all(&plan);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &numbers });
    assert!(wrong.is_empty(), "{wrong:?}");
    let cells = found.tables[0].rows.iter().map(|(_, cells)| cells[0].ours.map(|ours| ours.mean));
    assert_eq!(cells.collect::<Vec<_>>(), [Some(100.0), Some(0.0), None]);
}

/// Two jobs on four nodes: 0-10 on all, then 10-20 on two; the second comes at 4 s.
fn two_jobs() -> Value {
    json!({
        "version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 4}},
        "workload": [{"jobs": {"submit_s": [0, 4], "run_s": [10, 10], "nodes": [4, 2]}}],
        "system": {"kind": "batch"},
    })
}

/// The numbers of a measure in a run of [`two_jobs`].
fn measured(measure: &Value) -> Vec<f64> {
    let document = json!({"base": two_jobs(), "seeds": 1, "measures": [measure]});
    measures_of(&plan(&document), 0).expect("it can be made")
}

#[test]
fn measures_can_be_limited_to_the_arrival_period() {
    let held =
        |while_arriving: bool| measured(&json!({"metric": "utilisation", "while_arriving": while_arriving}));
    assert_eq!((held(true), held(false)), (vec![100.0], vec![75.0]));
}

#[test]
fn a_measure_can_be_taken_in_one_stretch_of_time_after_the_other() {
    let held = |so_far: bool| {
        let series = json!({"step_s": 5, "count": 4, "so_far": so_far});
        measured(&json!({"metric": "utilisation", "series": series}))
    };
    assert_eq!(held(false), [100.0, 100.0, 50.0, 50.0]);
    assert_eq!(held(true), [100.0, 100.0, 250.0 / 3.0, 75.0]);
    // Of jobs it is those that come in a stretch, whenever they start.
    let longest =
        json!({"metric": "wait", "statistic": "max", "from_s": 4, "series": {"step_s": 3, "count": 2}});
    let waits = measured(&longest);
    assert!(waits[0].total_cmp(&6.0).is_eq() && waits[1].is_nan(), "{waits:?}");
    let plotted = json!({
        "base": two_jobs(), "seeds": 1,
        "measures": [{"metric": "utilisation", "name": "held", "from_s": 10, "series": {"step_s": 4, "count": 2}}],
        "quantities": {"held": {"value": "held"}},
        "plots": [{"title": "Held", "x": "min", "y": "%", "divided_by": 60, "lines": [{"name": "all", "quantity": "held"}]}],
    });
    let plan = plan(&plotted);
    let (found, diagnostics) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let line = &found.plots[0].lines[0];
    assert_eq!((&line.x[..], &line.y[..]), (&[0.2, 16.0 / 60.0][..], &[50.0, 50.0][..]));
}

#[test]
fn a_series_has_one_number_a_stretch() {
    let series = json!({"step_s": 5, "count": 2});
    let many = json!({"metric": "wait", "statistic": {"first": 2}, "series": series});
    let rows = json!({"table": "rounds", "value": "start", "series": series});
    let told = diagnostics(&json!({"base": two_jobs(), "measures": [many, rows]}));
    let expected = "error: /measures/0/series: this statistic is not available for a series, which has one number per interval; choose another statistic\n\
                    error: /measures/1/series: a series is not available for tables, because all their rows are included\n";
    assert_eq!(told, expected);
}

/// Worked by hand: FCFS lets the jobs of one node wait 0, 6, 12, .. s.
#[test]
fn one_long_run_has_an_interval_by_batch_means() {
    let mut base = two_jobs();
    base["platform"] = json!({"preset": "one-cluster", "parameters": {"nodes": 1}});
    base["workload"] = json!([{"jobs": {"submit_s": [0, 4, 8, 12, 16], "run_s": [10, 10, 10, 10, 10], "nodes": [1, 1, 1, 1, 1]}}]);
    let document =
        json!({"base": base, "seeds": 1, "measures": [{"metric": "wait", "statistic": {"batches": 2}}]});
    let plan = plan(&document);
    let numbers = run_all(&plan);
    // The first of five jobs is left over: 6 and 12, 18 and 24.
    assert_eq!(numbers, [vec![15.0, 2.0, 72.0]]);
    let whole = ganttlet_study::summarize(Outcome { plan: &plan, numbers: &numbers });
    let point = &whole.parts[0].measures[0].points[0];
    let Interval { mean, low, high, count } = point.interval.expect("two batches");
    assert_eq!((mean, count, &point.values[..]), (15.0, 2, &[Some(15.0)][..]));
    // Student's quantile of one degree is 12.706, the standard error 6.
    assert!(
        (high - 15.0 - 12.706 * 6.0).abs() < 0.01 && (15.0 - low - 12.706 * 6.0).abs() < 0.01,
        "{low} {high}"
    );
}

#[test]
fn jobs_of_one_type_can_be_measured_alone() {
    let amdahl = json!({"single_s": 100, "serial": 0});
    let malleable = json!({"submit_s": 0, "malleable": {"min": 4, "max": 8, "amdahl": amdahl}});
    let rigid = json!({"submit_s": 0, "run_s": 10, "nodes": 2});
    let waits = |of_type: &str| {
        let document = json!({
            "base": {
                "version": 1, "platform": {"preset": "one-cluster", "parameters": {"nodes": 16}},
                "workload": [{"grid_jobs": [malleable, rigid, rigid]}], "system": {"kind": "koala"},
            },
            "seeds": 1, "measures": [{"metric": "wait", "statistic": "count", "type": of_type}],
        });
        measures_of(&plan(&document), 0)
    };
    assert_eq!([waits("malleable"), waits("rigid")], [Ok(vec![1.0]), Ok(vec![2.0])]);
    assert_eq!(waits("moldable"), Ok(vec![0.0]));
    let told = waits("elastic").expect_err("nobody is that");
    let expected = "unknown job type \"elastic\"; available: rigid, co-allocated, malleable, moldable";
    assert_eq!(told[0].message, expected);
}

/// The second job waits for 6 s on four nodes and not at all on eight; the first never waits.
#[test]
fn jobs_are_compared_with_themselves_in_other_runs() {
    let longer = |pooled: Value| {
        json!({"value": "wait - wide", "at": {"nodes": 4}, "with": {"wide": {"measure": "wait", "at": {"nodes": 8}}},
            "pooled": pooled})
    };
    let document = json!({
        "base": two_jobs(), "seeds": 3, "axes": [{"name": "nodes", "knob": "nodes", "values": [4, 8]}],
        "measures": [{"metric": "wait", "statistic": {"first": 5}}],
        "quantities": {
            "all": longer(json!({})),
            "of those that waited": longer(json!({"where": "wait > wide"})),
            "median": longer(json!({"statistic": {"percentile": 50}})),
            "shares": longer(json!({"statistic": {"distribution": {"step": 3, "count": 3}}})),
        },
        "tables": [{"title": "Longer", "columns": [{"name": "s"}], "rows": [
            {"name": "all", "quantity": "all"}, {"name": "waited", "quantity": "of those that waited"},
            {"name": "median", "quantity": "median"}, {"name": "3 s or less", "quantity": "shares", "item": 2},
        ]}],
        "plots": [{"title": "Longer", "x": "s", "y": "%", "lines": [{"name": "all", "quantity": "shares"}]}],
    });
    let plan = plan(&document);
    let mut numbers = run_all(&plan);
    let found = |numbers: &[Vec<f64>]| {
        let (found, diagnostics) = compute_findings(Outcome { plan: &plan, numbers });
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        found
    };
    let cells = |found: &Findings| -> Vec<(f64, u32)> {
        let rows = found.tables[0].rows.iter();
        rows.filter_map(|(_, cells)| cells[0].ours).map(|ours| (ours.mean, ours.count)).collect()
    };
    let whole = found(&numbers);
    assert_eq!(cells(&whole), [(3.0, 6), (6.0, 3), (0.0, 3), (50.0, 3)]);
    let line = &whole.plots[0].lines[0];
    assert_eq!((&line.x[..], &line.y[..]), (&[0.0, 3.0, 6.0][..], &[50.0, 50.0, 100.0][..]));
    // One of the two runs of a seed is not enough.
    numbers[1].clear();
    assert_eq!(cells(&found(&numbers)), [(3.0, 4), (6.0, 2), (0.0, 3), (50.0, 3)]);
    assert!(cells(&found(&[])).is_empty());
}

/// A knob may be written in per cent and set several places; a variant whose name is a number has a place on an axis.
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

/// The true mean wait of M/M/1 at a load of 0.8 is four service times, 240 s. Of a thousand studies of five seeds each,
/// about 95 % must have it in their interval.
#[test]
fn intervals_cover_the_true_mean_in_95_percent() {
    const STUDIES: usize = 1_000;
    const SEEDS: usize = 5;
    let document = json!({
        "base": queue_scenario(3_000, 0.8), "seeds": STUDIES * SEEDS,
        "measures": [{"metric": "wait", "from_s": 30_000}],
    });
    let plan = plan(&document);
    let half = plan.count() / 2;
    let run = |runs: std::ops::Range<usize>| -> Vec<f64> {
        let latest = WorkCache::default();
        runs.map(|run| plan.execute_run(run, &Files::new(), &latest).expect("it can be made")[0]).collect()
    };
    let waits = std::thread::scope(|scope| {
        let second = scope.spawn(|| run(half..plan.count()));
        let mut waits = run(0..half);
        waits.extend(second.join().expect("no run panics"));
        waits
    });
    let covers = |waits: &&[f64]| {
        let Interval { low, high, .. } = Interval::from_values(waits).expect("five");
        (low..=high).contains(&240.0)
    };
    let share = waits.chunks(SEEDS).filter(covers).count() as f64 / STUDIES as f64;
    println!("{share}");
    assert!((0.93..=0.97).contains(&share), "{share}");
}

/// Batches of ten tasks of equal run time on dedicated machines.
fn study_with_probe() -> Value {
    json!({
        "base": {
            "version": 1, "seed": 1,
            "platform": {"clusters": [{"name": "Pool", "nodes": 10}]},
            "workload": [{"generator": "master-worker-batches", "parameters": {
                "tasks": 10, "iterations": 2, "workload_percent": 20, "large": "similar", "small": "similar",
                "variation_percent": 0,
            }}],
            "system": {"kind": "opportunistic", "policies": {"ordering": "fifo", "sizing": "fixed"}},
        },
        "seeds": 1, "exact": true,
        "measures": [
            {"probe": "list-scheduling", "value": "time / 3600", "name": "hours", "by": {"batches": [1, 2], "workers": [1, 2, 3, 5, 10]}},
            {"probe": "list-scheduling", "value": "workers", "name": "perfect", "where": "perfect and batches == 2"},
        ],
        "quantities": {
            "hours": {"value": "hours", "at": {"batches": 2}},
            "alone": {"value": "hours", "at": {"batches": 2, "workers": 1}},
            "speed-up": {"value": "alone / hours", "with": {"alone": {"quantity": "alone"}, "hours": {"quantity": "hours"}}},
            "fastest": {"value": "hours", "along": {"axis": "workers", "over": {"batches": []}, "take": "least"}},
            "perfect": {"value": "perfect"},
        },
        "claims": [
            {"id": "S", "claim": "More workers are faster",
             "judged": [{"quantity": "speed-up", "over": {"workers": [1, 2, 5, 10]}, "judge": {"rises": true}}]},
            {"id": "P", "claim": "All ten are worth having",
             "judged": [{"quantity": "perfect", "judge": {"near": {"published": 10, "by": 0}}}]},
        ],
        "tables": [{"title": "T", "columns": [
            {"name": "speed-up of 5", "quantity": "speed-up", "at": {"workers": 5}},
            {"name": "fastest", "quantity": "fastest", "place": true},
        ], "rows": [{"name": "all"}]}],
        "plots": [{"title": "P", "x": "workers", "y": "", "axis": "workers",
                   "lines": [{"name": "speed-up", "quantity": "speed-up"}]}],
    })
}

/// A measure of a probe needs no run; columns of its rows are axes; quantities are made of quantities.
#[test]
fn probes_need_no_run() {
    let plan = plan(&study_with_probe());
    let numbers = run_all(&plan);
    assert_eq!((numbers.len(), numbers[0].len()), (1, 11));
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &numbers });
    assert!(wrong.is_empty(), "{wrong:?}");
    let verdicts: Vec<(Verdict, &str)> =
        found.targets.iter().map(|target| (target.verdict, &*target.ours)).collect();
    assert_eq!(verdicts, [(Verdict::Held, "1, 2, 5, 10; exact"), (Verdict::Held, "10; exact")]);
    let (_, cells) = &found.tables[0].rows[0];
    assert_eq!(cells[0].ours.map(|ours| ours.mean), Some(5.0));
    assert_eq!(cells[1].text, "batches 1, workers 10");
    let line = &found.plots[0].lines[0];
    assert_eq!(
        (&line.x[..], &line.y[..]),
        (&[1.0, 2.0, 3.0, 5.0, 10.0][..], &[1.0, 2.0, 2.5, 5.0, 10.0][..])
    );
    // Nothing is known while runs are missing.
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &[] });
    assert!(wrong.is_empty() && found.targets.is_empty(), "{wrong:?}");
}

#[test]
fn mistakes_in_a_probe_are_reported_before_the_runs() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut document = study_with_probe();
        change(&mut document["measures"][0]);
        diagnostics(&document)
    };
    let told = with(&|measure| measure["probe"] = "list-schedulin".into());
    assert!(told.contains("/measures/0/probe") && told.contains("Did you mean `list-scheduling`?"), "{told}");
    let told = with(&|measure| measure["value"] = "tiem".into());
    assert!(told.contains("/measures/0/value") && told.contains("Did you mean `time`?"), "{told}");
    let told = with(&|measure| measure["by"] = json!({"worker": [1]}));
    assert!(told.contains("/measures/0/by") && told.contains("Did you mean `workers`?"), "{told}");
    let told = with(&|measure| *measure = json!({"metric": "wait", "by": {"workers": [1]}}));
    assert!(told.contains("/measures/0/by"), "{told}");
}

/// No quantity is made of itself.
#[test]
fn a_quantity_refers_to_earlier_quantities_only() {
    let mut document = study_with_probe();
    document["quantities"]["hours"]["with"] = json!({"hours": {"quantity": "speed-up"}});
    let plan = plan(&document);
    let (_, wrong) = compute_findings(Outcome { plan: &plan, numbers: &[] });
    assert!(wrong.iter().any(|wrong| wrong.message.contains("defined before it:")), "{wrong:?}");
}

/// Waits differ more by the seed than by the load: their intervals overlap, but with each seed the higher load has the longer
/// wait, and by how much is printed.
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
    // Means of which the seeds are not known are compared as they stand.
    assert_eq!((&*targets[1].tolerance, targets[1].ours.contains("from each")), ("order", false));
}

/// The numbers of all runs, given pairs of waits per seed at the loads 0.5 and 0.9.
fn run_numbers(plan: &Plan, seeds: &[[f64; 4]]) -> Vec<Vec<f64>> {
    assert_eq!(plan.count(), 4 * seeds.len());
    seeds.iter().flatten().map(|&wait| vec![wait, 0.0]).collect()
}

/// The findings of a study with these quantities and claims for given numbers of three seeds.
fn findings_for(quantities: &Value, claims: &Value, seeds: &[[f64; 4]]) -> Findings {
    let mut document = small_study();
    document["quick_seeds"] = json!(3);
    document["seeds"] = json!(seeds.len());
    document["quantities"] = quantities.clone();
    document["claims"] = claims.clone();
    let plan = plan(&document);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &run_numbers(&plan, seeds) });
    assert!(wrong.is_empty(), "{wrong:?}");
    found
}

/// FCFS and shortest first at 0.5 and at 0.9, with three seeds.
const SEEDS: [[f64; 4]; 3] = [[2.0, 1.0, 40.0, 10.0], [4.0, 3.0, 50.0, 20.0], [18.0, 8.0, 60.0, 45.0]];

/// At 0.5 the means are 8 and 4: their ratio is 2, by the jackknife 2 +- 1.837801 (`statistics.rs`).
#[test]
fn a_ratio_of_means_has_the_interval_of_the_jackknife() {
    let quantities = json!({"ratio": {
        "value": "first / short", "of_means": true, "at": {"load": 0.5},
        "with": {
            "first": {"measure": "wait", "at": {"system": "FCFS"}},
            "short": {"measure": "wait", "at": {"system": "Shortest job first"}},
        },
    }});
    let claim = |id: &str, judge: Value| json!({"id": id, "claim": "c", "published": "p", "judged": [{"quantity": "ratio", "judge": judge}]});
    let claims = json!([
        claim("at most 4", json!({"at_most": 4})),
        claim("above 1", json!({"above": 1})),
        claim("above 4", json!({"above": 4})),
    ]);
    let found = findings_for(&quantities, &claims, &SEEDS);
    let verdicts: Vec<Verdict> = found.targets.iter().map(|target| target.verdict).collect();
    assert_eq!(verdicts, [Verdict::Held, Verdict::Undecided, Verdict::NotHeld]);
    assert_eq!(found.targets[0].ours, "2.00 ± 1.84");
    // Of one seed nothing is known.
    let found = findings_for(&quantities, &claims, &SEEDS[..1]);
    let all: Vec<(Verdict, &str)> =
        found.targets.iter().map(|target| (target.verdict, &*target.ours)).collect();
    assert_eq!(all, [(Verdict::Undecided, "2; 1 seed: no interval"); 3]);
}

/// The largest of the means 8 and 50 is that at 0.9 with every seed: its interval is that of 40, 50, 60, Student's 50 +- 24.84.
/// The range is 42: of 38, 46, 42 a seed, 42 +- 9.94, narrower than those of its ends.
#[test]
fn a_number_along_an_axis_has_the_interval_of_the_jackknife() {
    let along = |take: Value| json!({"value": "wait", "at": {"system": "FCFS"}, "along": {"axis": "load", "take": take}});
    let quantities = json!({
        "most": along(json!("most")), "range": along(json!("range")), "most at": along(json!("most_at")),
        "third": along(json!({"percentile": 50})),
    });
    let rows = ["most", "range", "most at", "third"].map(|name| json!({"name": name, "quantity": name}));
    let mut document = small_study();
    document["quantities"] = quantities;
    document["tables"] = json!([{"title": "T", "columns": [{"name": "wait"}], "rows": rows}]);
    let plan = plan(&document);
    let (found, wrong) = compute_findings(Outcome { plan: &plan, numbers: &run_numbers(&plan, &SEEDS) });
    assert!(wrong.is_empty(), "{wrong:?}");
    let cells = found.tables[0].rows.iter().map(|(_, cells)| cells[0].ours.expect("a number").text());
    assert_eq!(cells.collect::<Vec<_>>(), ["50.0 ± 24.8", "42.0 ± 9.9", "0.90 ± 0.00", "8.00 ± 21.66"]);
}

/// Waits above 45 s begin at 0.9 by the mean of all seeds (50), of the second and third (55), and of the first and third
/// (50), but not by that of the first and second (45).
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

/// The means 8 and 50 have 20 between them, as have those without any of the seeds: 11 and 55, 10 and 50, 3 and 45. 10.5 is
/// not between 11 and 55.
#[test]
fn a_curve_passes_a_number_if_it_does_without_any_of_the_seeds() {
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

/// Of a part in which nothing is drawn one seed says all, also beside others.
#[test]
fn a_part_without_randomness_is_exact_with_one_seed() {
    let mut document = json!({
        "base": two_jobs(), "seeds": 1, "exact": true, "measures": [{"metric": "wait"}],
        "quantities": {"wait": {"value": "wait"}, "mean": {"value": "wait", "of_means": true}},
        "claims": [
            {"id": "1", "claim": "c", "published": "3", "judged": [{"quantity": "wait", "judge": {"near": {"published": 3, "by": 0}}}]},
            {"id": "2", "claim": "c", "published": "3", "judged": [{"quantity": "mean", "judge": {"near": {"published": 3, "by": 0}}}]},
        ],
    });
    let ours = |document: &Value| {
        let plan = plan(document);
        let (found, _) = compute_findings(Outcome { plan: &plan, numbers: &run_all(&plan) });
        found.targets.iter().map(|target| (target.verdict, target.ours.clone())).collect::<Vec<_>>()
    };
    assert_eq!(ours(&document), vec![(Verdict::Held, "3; exact".to_owned()); 2]);
    document["exact"] = json!(false);
    assert_eq!(ours(&document), vec![(Verdict::Undecided, "3; 1 seed: no interval".to_owned()); 2]);
    document["exact"] = json!(true);
    document["seeds"] = json!(2);
    assert!(
        diagnostics(&document).contains("/seeds: runs with \"exact\" need exactly one seed"),
        "{}",
        diagnostics(&document)
    );
}

#[test]
fn a_quick_run_without_intervals_is_reported() {
    let mut document = study_with_claims();
    document["quick_seeds"] = json!(1);
    let (read, told) = Study::read(&document.to_string());
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    let expected = "warning: /quick_seeds: 1 seed gives no interval, which is required to decide a claim\n  Use 3 or more.";
    assert_eq!((read.is_some(), told), (true, vec![expected.to_owned()]));
    // Nothing is claimed, nothing is drawn, or each value counts: then nothing is to be told.
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
    // A number that stands only in words judges nothing.
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
    // A bound is published, and the judge has it.
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

#[test]
fn jobs_that_are_submitted_at_once_are_not_tested_for_a_steady_state() {
    let mut base = two_jobs();
    let document = |base: &Value| json!({"base": base, "seeds": 1, "measures": [{"metric": "wait"}]});
    let count = |base: &Value| {
        let made = plan(&document(base)).execute_run(0, &Files::new(), &WorkCache::default());
        made.expect("it can be made").len()
    };
    assert_eq!(count(&base), 14);
    base["workload"] = json!([{"jobs": {"submit_s": [0, 0], "run_s": [10, 10], "nodes": [4, 2]}}]);
    assert_eq!(count(&base), 1);
}
