//! Tests of pools of machines: the systems that support work and absences, and reports on work that can never run.

use super::master_worker::{background, diagnostics, machines, pool};
use super::scenario;
use crate::{Files, apply_overrides, build};
use serde_json::{Value, json};

fn warnings(value: &Value) -> String {
    let built =
        build(&scenario(value), 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
    built.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn absences_belong_in_the_background_of_a_pool() {
    let absences = json!({"absences": [{"machine": 0, "from_s": 4, "to_s": 20}]});
    let no_work = "machine absences cannot be a workload\n  \
                   Move it to \"background\", with one of these systems: batch, opportunistic, hierarchy.";
    let mut value = pool(&json!([]));
    value["workload"] = json!([absences, {"applications": []}]);
    assert_eq!(diagnostics(&value), format!("error: /workload/0: {no_work}"));
    let mut batch = super::base();
    batch["workload"] = json!([absences]);
    assert_eq!(diagnostics(&batch), format!("error: /workload/0: {no_work}"));
    let mut batch = super::base();
    batch["background"] = json!([absences]);
    assert_eq!(diagnostics(&batch), "");
    let mut bags = super::base();
    bags["system"] = json!({"kind": "bags"});
    bags["workload"] = json!([{"bags": []}]);
    bags["background"] = json!([absences]);
    assert_eq!(
        diagnostics(&bags),
        "error: /background: the system Bags of tasks cannot be combined with machine absences\n  \
         Leave it out. Systems that support it: batch, opportunistic, hierarchy."
    );
    let mut grid = super::base();
    grid["system"] = json!({"kind": "koala"});
    grid["background"] = json!([absences]);
    assert_eq!(
        diagnostics(&grid),
        "error: /background/0: this part contains machine absences, but the system (KOALA grid) supports only local jobs or background traffic in the background\n  Leave it out. Systems that support it: batch, opportunistic, hierarchy."
    );
    // Each compared system has to support the background.
    let mut both = super::base();
    both["background"] = json!([absences]);
    both["compare"] = json!([{"kind": "koala"}]);
    assert!(diagnostics(&both).starts_with(
        "error: /background/0: this part contains machine absences, but the system (KOALA grid)"
    ));
    let beside = "error: /background/0: this part contains";
    let pool = "the system (Opportunistic pool) supports only machine absences in the background";
    assert_eq!(
        diagnostics(&background(&json!({"jobs": {"submit_s": [0], "run_s": [1], "nodes": [1]}}))),
        format!("{beside} jobs, but {pool}\n  Leave it out. Systems that support it: workflow, koala.")
    );
    assert_eq!(
        diagnostics(&background(&json!({"applications": []}))),
        format!("{beside} master-worker applications, but {pool}\n  Move it to the workload.")
    );
    assert_eq!(
        diagnostics(&background(&json!({"grid_jobs": []}))),
        format!("{beside} grid jobs, but {pool}\n  Leave it out.")
    );
}

#[test]
fn applications_need_a_system_that_runs_them() {
    let mut value = super::base();
    value["workload"] = json!([{"applications": [{"tasks_s": [1]}]}]);
    assert_eq!(
        diagnostics(&value),
        "error: /workload/0: this part contains master-worker applications, but the system (Batch queues) runs jobs\n  \
         Systems that run master-worker applications: opportunistic."
    );
}

#[test]
fn applications_without_a_suitable_machine_are_reported() {
    let list = json!([
        {"kflops": 60_000, "mips": 220, "memory_mb": 128, "load": 0.5, "platform": "INTEL/LINUX"},
        {"kflops": 90_000, "mips": 600, "memory_mb": 64, "load": 0.75, "platform": "SUN4x/SOLARIS", "groups": ["friends"]},
    ]);
    let cases = [
        (json!({"memory_mb": 250}), "no machine available to it has 250 MB; the largest has 128"),
        (
            json!({"kflops": [80_000, null]}),
            "no machine available to it has 80000 KFlops; the fastest has 60000",
        ),
        (json!({"load": 0.3}), "no machine available to it has a load of 0.3 or less; the lowest is 0.5"),
        (
            json!({"platform": "ALPHA"}),
            "no machine available to it has the platform ALPHA; available: INTEL/LINUX",
        ),
        (
            json!({"group": "friends", "platform": "ALPHA"}),
            "no machine has the platform ALPHA; available: INTEL/LINUX, SUN4x/SOLARIS",
        ),
        (
            json!({"group": "friends", "kflops": [91_000, null]}),
            "no machine has 91000 KFlops; the fastest has 90000",
        ),
        (
            json!({"group": "friends", "mips": [null, 200]}),
            "no machine has at most 200 MIPS; the slowest has 220",
        ),
        (
            json!({"group": "friends", "kflops": [61_000, 89_000]}),
            "no machine has between 61000 and 89000 KFlops",
        ),
        (
            json!({"group": "friends", "kflops": [80_000, null], "memory_mb": 100}),
            "no machine meets all its requirements at once",
        ),
    ];
    let mut applications = vec![json!({"tasks_s": [1]})];
    for (needs, expected) in &cases {
        let mut value = machines(&list);
        value["workload"][0]["applications"] = json!([{"name": "fib", "tasks_s": [1], "needs": needs}]);
        let expected = format!(
            "warning: /workload: application 1 (fib) can never start: {expected}\n  \
             Relax its requirements, or add a suitable machine."
        );
        assert_eq!(warnings(&value), expected, "{needs}");
        applications.push(json!({"tasks_s": [1], "needs": needs}));
    }
    let mut value = machines(&list);
    value["workload"][0]["applications"] = json!(applications);
    let all = warnings(&value);
    assert!(
        all.ends_with(
            "\nwarning: /workload: 4 more find no machine that meets their requirements\n  \
             Relax its requirements, or add a suitable machine."
        ),
        "{all}"
    );
    // A pool for other groups.
    let mut value = machines(&json!([{"groups": ["friends"]}]));
    assert!(
        warnings(&value).contains("all machines are restricted to groups (friends), and it has no group")
    );
    value["workload"][0]["applications"][0]["needs"] = json!({"group": "foes"});
    assert!(warnings(&value).contains("no machine is available to group foes; available to: friends"));
    let mut value = machines(&json!([{"load": 0.5}]));
    value["system"]["parameters"] = json!({"load_limit": 0.4});
    assert!(warnings(&value).contains("can never start: all machines have a load above the load limit"));
}

#[test]
fn flocking_finds_machines_elsewhere() {
    let mut value = pool(&json!([
        {"tasks_s": [1], "needs": {"memory_mb": 64}},
        {"tasks_s": [1], "home": 1, "needs": {"memory_mb": 64}},
    ]));
    value["platform"] = json!({"clusters": [{"name": "North", "nodes": 2}, {"name": "South", "machines": [{"memory_mb": 64}]}]});
    let first = "warning: /workload: application 1 can never start: no machine has 64 MB; the largest has 0\n  \
                 Relax its requirements, or add a suitable machine.";
    assert_eq!(warnings(&value), first);
    value["system"]["parameters"] = json!({"flocking": true});
    assert_eq!(warnings(&value), "");
}

#[test]
fn workers_that_can_never_start_are_reported() {
    let mut value = pool(&json!([{"tasks_s": [1]}]));
    value["platform"]["clusters"]
        .as_array_mut()
        .expect("clusters")
        .push(json!({"name": "Other", "nodes": 3}));
    let fixed = |workers: u32, flocking: bool| {
        let parameters = json!({"workers": workers, "flocking": flocking});
        json!({"kind": "opportunistic", "policies": {"sizing": "fixed"}, "parameters": parameters})
    };
    value["system"] = fixed(3, false);
    assert_eq!(warnings(&value), "");
    value["system"] = fixed(4, false);
    let hint = "\n  Request fewer workers, or add machines.";
    assert_eq!(
        warnings(&value),
        format!(
            "warning: /system/parameters/workers: 4 workers are requested, but the largest pool has only 3 machines{hint}"
        )
    );
    value["compare"] = json!([fixed(6, true)]);
    let diagnostics = build(&scenario(&value), 1, &Files::new(), 0)
        .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
        .diagnostics;
    assert_eq!(
        diagnostics[0].to_string(),
        format!(
            "warning: /compare/0/parameters/workers: 6 workers are requested, but there are only 5 machines{hint}"
        )
    );
}

#[test]
fn too_many_applications_for_matching_are_rejected() {
    let mut value = pool(&json!(vec![json!({"tasks_s": [1]}); 21]));
    value["platform"] = json!({"preset": "one-cluster", "parameters": {"nodes": 1_000_000}});
    let diagnostics = build(&scenario(&value), 0, &Files::new(), 0).err().expect("a refusal");
    assert_eq!(
        diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "error: /workload: the scenario has 21 applications on 1000000 machines; at most 20 are allowed\n  \
          Use fewer machines, or fewer applications."
        ]
    );
}

#[test]
fn absences_of_missing_machines_are_reported_once() {
    let absence = |machine: u32| json!({"machine": machine, "from_s": 0, "to_s": 1});
    let list: Vec<Value> = [1, 2, 2, 7, 8, 9, 10, 11, 12].map(absence).to_vec();
    let all = warnings(&background(&json!({"absences": list})));
    let one = |machine: u32| {
        let at = machine % 2;
        format!(
            "warning: /background: there is no machine {machine} (the 2 machines are counted from 0): machine {at} is unavailable instead\n"
        )
    };
    let more = "warning: /background: 2 more absences name machines that do not exist\n  \
                Add machines, or leave out these absences.";
    assert_eq!(all, [2, 7, 8, 9, 10].map(one).concat() + more);
}

#[test]
fn differing_machines_in_a_system_of_equal_nodes_are_reported() {
    let mut value = super::base();
    value["platform"] = json!({"clusters": [
        {"name": "Alike", "machines": [{}, {}, {}]},
        {"name": "Pool", "speed": 2, "machines": [{}, {"speed": 1.5}]},
    ]});
    assert_eq!(
        warnings(&value),
        "warning: /platform: the machines of Pool differ, but the system (Batch queues) treats all as nodes of speed 2\n  \
         Systems that model different machines: opportunistic, hierarchy."
    );
}

/// A link cannot change the number of machines that are listed one by one.
#[test]
fn a_link_changes_what_can_be_changed() {
    let changes = |name: &str, word: &str| [(name.to_owned(), word.to_owned())].into();
    let before = scenario(&pool(&json!([{"tasks_s": [1]}])));
    let (after, diagnostics) = apply_overrides(&before, &changes("nodes", "16"));
    assert_eq!((after, diagnostics.len()), (before.clone(), 1));
    let (after, diagnostics) = apply_overrides(&before, &changes("loss_probability", "0.5"));
    assert_eq!(
        (after.to_value()["system"]["parameters"]["loss_probability"].as_f64(), diagnostics),
        (Some(0.5), vec![])
    );
}
