//! Silberstein et al. 2006: rows R3 to R15, R18 to R20 and R23 of the checklist, within their bands; R16, R17 and R24 are
//! claims of H5 and H10, with their verdicts beside them in `static/results`.

use super::{assert_verdicts, experiment_plan, run_findings, run_on_two_threads, target_texts};
use ganttlet_document::study::Study;
use ganttlet_study::Verdict::{ByConstruction, Held, NotHeld, Undecided};
use ganttlet_study::{Outcome, Plan, published, summarize};
use serde_json::Value;

/// Seeds of the deployment: a part of those that ship.
const SEEDS: u32 = 10;

/// R3 to R7, with all runs: they take milliseconds. Our interpretation of FCFS+H takes as long as FCFS: it does not have the
/// published tenth less, and whether it has any advantage is open. The short task under MQ+H takes what is set.
#[test]
fn four_schemes_of_the_publication() {
    let found = run_findings(&experiment_plan("H1", false));
    let ours: Vec<_> = found.targets.iter().map(|target| (&*target.id, target.verdict)).collect();
    let expected = [
        ("R3", ByConstruction),
        ("R4", ByConstruction),
        ("R4", NotHeld),
        ("H1", Undecided),
        ("R5", Held),
        ("R6", ByConstruction),
        ("R7", Held),
        ("R7", Held),
        ("R7", Held),
        ("H1", Held),
    ];
    assert_eq!(ours, expected, "{}", target_texts(&found.targets));
}

/// A grid that fails for an hour sends tasks down.
#[test]
fn an_hour_without_a_grid() {
    assert_verdicts("H14", &[("H14", &[Held, Held])]);
}

/// The measures of some experiments on the deployment in common runs: means over seeds by name, for each variant.
fn deployment_measures(ids: &[&str]) -> Vec<impl Fn(&str) -> f64> {
    let mut all = experiment_json(ids[0]);
    let measures = all["measures"].as_array_mut().expect("a list");
    for id in &ids[1..] {
        for measure in experiment_json(id)["measures"].as_array().expect("a list") {
            if measures.iter().all(|known| known["name"] != measure["name"]) {
                measures.push(measure.clone());
            }
        }
    }
    study_means(all)
}

/// An experiment as JSON.
fn experiment_json(id: &str) -> Value {
    let line = published::find_study(id).expect("an experiment").to_line();
    serde_json::from_str(&line).expect("a study is JSON")
}

/// The means of the measures of a study, for each point of its axes, without its claims.
fn study_means(mut all: Value) -> Vec<impl Fn(&str) -> f64> {
    for key in ["claims", "quantities", "tables", "plots", "parts", "quick_set", "quick_seeds"] {
        all.as_object_mut().expect("an object").remove(key);
    }
    all["seeds"] = SEEDS.into();
    let (study, wrong) = Study::read(&all.to_string());
    let plan = Plan::new(&study.unwrap_or_else(|| panic!("{wrong:?}")), false, None);
    let plan = plan.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let numbers = run_on_two_threads(&plan);
    let summary = summarize(Outcome { plan: &plan, numbers: &numbers });
    let part = &summary.parts[0];
    let point = |point: usize| {
        let known = part.measures.iter().map(|measure| {
            let interval = measure.points[point].interval.expect("all runs are made");
            (measure.name.to_owned(), interval.mean)
        });
        let known: Vec<(String, f64)> = known.collect();
        move |name: &str| {
            known.iter().find(|(one, _)| one == name).unwrap_or_else(|| panic!("{name} is not measured")).1
        }
    };
    (0..part.points).map(point).collect()
}

/// R8 to R15, R18 to R20. With the fit table3, the shares of R8b are judged where the other rules are tried on a lonely task.
#[test]
fn the_deployment_is_within_its_bands() {
    let of = deployment_measures(&["H2", "H3", "H4", "H6", "H8"]);
    let [load, table3, first_step] = &of[..] else { panic!("three ways to draw sizes") };
    let bands = [
        ("R8, level 1", load("time_1"), 0.2, 1.0),
        ("R8, level 2", load("time_2") + load("time_3"), 15.0, 27.0),
        ("R8, level 3", load("time_4"), 72.0, 85.0),
        ("R8b, level 2", first_step("cpu_2") + first_step("cpu_3"), 13.0, 25.0),
        ("R8b, level 3", first_step("cpu_4"), 75.0, 87.0),
        ("R9", load("cpu_1").max(table3("cpu_1")), 0.0, 0.06),
        ("R10", load("stay_1"), 62.0, 80.0),
        ("R11", load("stay_4") / load("stay_3"), 5.0, f64::INFINITY),
        ("R12", 100.0 * load("waiting_4") / load("overhead_4"), 70.0, 100.0),
        ("R13, estimation", load("estimation_1"), 10.0, 11.5),
        ("R13, detection", load("detection_1"), 4.0, 4.0),
        ("R13, allocation", load("allocation_1"), 0.0, 0.0),
        ("R13, share", 100.0 * (load("estimation_1") + load("detection_1")) / load("stay_1"), 0.0, 25.0),
        ("R14", 100.0 * (load("estimation_4") + load("allocation_4")) / load("execution_4"), 1.5, 5.0),
        ("R15, Q2", load("allocation_2"), 10.0, 22.0),
        ("R15, Q3", load("allocation_3"), 70.0, 240.0),
        ("R15, ratio", load("allocation_3") / load("allocation_2"), 4.5, f64::INFINITY),
        ("R18, lost, Q2", load("lost_2"), 0.5, 2.0),
        ("R18, lost, Q3", load("lost_3"), 5.0, 9.0),
        ("R18, lost, Q4", load("lost_4"), 5.0, 9.0),
        ("R18, evicted, Q2", load("evicted_2"), 0.5, 2.0),
        ("R18, evicted, Q3", load("evicted_3"), 8.0, 14.0),
        ("R18, evicted, Q4", load("evicted_4"), 8.0, 14.0),
        ("R19, jobs, Q2", table3("jobs_2"), 70.0, 110.0),
        ("R19, jobs, Q3", table3("jobs_3"), 190.0, 400.0),
        ("R19, jobs, Q4", table3("jobs_4"), 1200.0, 2000.0),
        ("R19, length, Q2", table3("length_2"), 9.0, 11.0),
        ("R19, length, Q3", table3("length_3"), 13.0, 15.5),
        ("R19, length, Q4", table3("length_4"), 14.0, 16.5),
        ("R19, met, Q2", table3("met_2"), 40.0, 55.0),
        ("R19, met, Q3", table3("met_3"), 38.0, 60.0),
        ("R20, load", load("factor"), 3.5, 6.0),
        ("R20, table3", table3("factor"), 3.5, 6.0),
    ];
    for (row, ours, low, high) in bands {
        assert!((low..=high).contains(&ours), "{row}: {ours} is not within {low} to {high}");
    }
    let counts = [load("count_1"), load("count_2") + load("count_3"), load("count_4")];
    assert!(counts.is_sorted_by(|a, b| a > b), "R8, tasks: {counts:?}");
    let stays = [1, 2, 3, 4].map(|queue| load(&format!("stay_{queue}")));
    assert!(stays.is_sorted_by(|a, b| a < b), "R11: {stays:?}");
}

/// R10, its second half: the stay of those served by Q1 is the same whether large tasks load the lower queues or not.
#[test]
fn the_first_queue_is_independent_of_lower_queues() {
    let mut all = experiment_json("H3");
    let part = all["parts"][0].clone();
    all["axes"] = part["axes"].clone();
    all["axes"][0]["variants"][1]["change"] = part["change"].clone();
    all["measures"] = part["measures"].clone();
    let of = study_means(all);
    let [none, some, twice] = &of[..] else {
        panic!("without large tasks, with as many, with twice as many")
    };
    for (name, ours) in [("none", none("stay_1")), ("twice as many", twice("stay_1"))] {
        assert!((ours - some("stay_1")).abs() <= 3.0, "R10, {name}: {ours} against {}", some("stay_1"));
    }
}

/// R23: the rule saves CPU time, and waiting stays the main overhead.
#[test]
fn potential_overdue_saves_time_and_not_waiting() {
    let of = deployment_measures(&["H7"]);
    let [off, on, real] = &of[..] else { panic!("off, on, on with the machines that are there") };
    let unfinished = [off, on, real].map(|of| of("unfinished"));
    assert!(unfinished.is_sorted_by(|a, b| a > b), "R23: {unfinished:?} % of the CPU time");
    for (name, of) in [("off", off), ("on", on), ("on, N = 141", real)] {
        let waiting = 100.0 * of("waiting") / of("overhead");
        assert!(waiting >= 70.0, "R23, {name}: {waiting} % of the overhead");
    }
}
