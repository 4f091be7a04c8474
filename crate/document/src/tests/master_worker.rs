//! Master-worker applications, machines, and absences of these: documents, diagnostics and the work built from them.

use super::scenario;
use crate::{Files, Part, build_work, decode_link, encode_link, read};
use ganttlet_core::platform::{Machine, Requirements};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::master_worker::{BatchTask, MasterWorker};
use ganttlet_work::{Absence, UNKNOWN, Work};
use serde_json::{Value, json};

/// A scenario of a pool of two machines with these applications.
pub(super) fn pool(applications: &Value) -> Value {
    json!({
        "version": 1,
        "platform": {"clusters": [{"name": "Pool", "machines": [{"name": "a"}, {"name": "b"}]}]},
        "workload": [{"applications": applications}],
        "system": {"kind": "opportunistic"},
    })
}

/// The scenario with these machines.
pub(super) fn machines(machines: &Value) -> Value {
    let mut value = pool(&json!([{"tasks_s": [1]}]));
    value["platform"]["clusters"][0]["machines"] = machines.clone();
    value
}

/// The scenario with another background.
pub(super) fn background(part: &Value) -> Value {
    let mut value = pool(&json!([{"tasks_s": [1]}]));
    value["background"] = json!([part]);
    value
}

pub(super) fn diagnostics(scenario: &Value) -> String {
    let diagnostics = read(&scenario.to_string()).diagnostics;
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The applications in the form of the engine.
fn applications(value: &Value) -> Vec<MasterWorker> {
    build_work(&scenario(&pool(value)), 0, &Files::new()).expect("work").take()
}

#[test]
fn machines_are_converted_for_the_engine() {
    let owned = json!({
        "name": "aows10", "speed": 1.5, "kflops": 150_000, "mips": 600, "memory_mb": 500, "load": 0.5,
        "platform": "INTEL/LINUX", "owner": "uab", "groups": ["friend_research"], "hours": [14, 10], "cost": 2,
    });
    let mut value = machines(&json!([{}, owned]));
    value["platform"]["clusters"][0]["speed"] = json!(2);
    let platform = scenario(&value).platform.to_platform();
    let cluster = &platform.clusters[0];
    assert_eq!((cluster.nodes, cluster.node_speed(0), cluster.node_speed(1)), (2, 2.0, 3.0));
    let expected = Machine {
        name: "aows10".into(),
        speed: 1.5,
        kflops: 150_000.0,
        mips: 600.0,
        memory_mb: 500.0,
        load: 0.5,
        platform: "INTEL/LINUX".into(),
        owner: "uab".into(),
        groups: vec!["friend_research".into()],
        hours: (14.0, 10.0),
        cost: 2.0,
    };
    assert_eq!(cluster.machines, [Machine::default(), expected]);
    // 24 h is the same as 0 h.
    let day = scenario(&machines(&json!([{"hours": [0, 24]}, {"hours": [22, 24]}]))).platform.to_platform();
    assert_eq!(day.clusters[0].machines[0], Machine::default());
    assert_eq!(day.clusters[0].machines[1].hours, (22.0, 0.0));
}

#[test]
fn machines_are_written_without_defaults() {
    let machine = crate::machine_value;
    assert_eq!(machine(&Machine::default()), json!({}));
    let one = Machine {
        name: "c20".into(),
        speed: 1.5,
        groups: vec!["theses".into()],
        hours: (14.0, 10.0),
        ..Machine::default()
    };
    assert_eq!(machine(&one), json!({"name": "c20", "speed": 1.5, "groups": ["theses"], "hours": [14, 10]}));
}

#[test]
fn applications_are_converted_for_the_engine() {
    let all = applications(&json!([
        {"submit_s": 9, "tasks_s": [8, 0, 5], "iterations": 2},
        {
            "name": "fib", "user": 3, "number": 7, "home": 0, "batches_s": [[null, 4, 2], [6, null, 1]],
            "sequential_s": 0.5, "priority": -2,
            "needs": {"kflops": [88_000, null], "mips": [null, 700], "memory_mb": 250, "load": 0.3,
                      "platform": "INTEL/LINUX", "group": "friends"},
        },
        {"tasks_s": [3, 1], "expected_s": [0, 2], "keys": [-1, 2.5]},
    ]));
    let second = Span::from_seconds;
    let run = |task, run_s: f64| BatchTask { task, run: second(run_s) };
    // In the order of submission.
    assert_eq!(all.iter().map(|one| one.number).collect::<Vec<_>>(), [7, 3, 1]);
    let fib = MasterWorker {
        name: "fib".into(),
        number: 7,
        user: 3,
        submit: Time::ZERO,
        home: 0,
        // The expected time of a task is its first runtime.
        expected: vec![second(6.0), second(4.0), second(2.0)],
        keys: vec![],
        batches: vec![vec![run(1, 4.0), run(2, 2.0)], vec![run(0, 6.0), run(2, 1.0)]],
        sequential: Span(500_000),
        needs: Requirements {
            kflops: (Some(88_000.0), None),
            mips: (None, Some(700.0)),
            memory_mb: 250.0,
            load: Some(0.3),
            platform: "INTEL/LINUX".into(),
            group: "friends".into(),
        },
        priority: -2,
    };
    assert_eq!(all[0], fib);
    assert_eq!((&all[1].expected[..], &all[1].keys[..]), (&[Span(1), second(2.0)][..], &[-1.0, 2.5][..]));
    let tasks = vec![run(0, 8.0), BatchTask { task: 1, run: Span(1) }, run(2, 5.0)];
    assert_eq!((all[2].user, all[2].home, all[2].submit.0), (UNKNOWN, UNKNOWN, 9_000_000));
    assert_eq!(all[2].batches, [tasks.clone(), tasks]);
    assert_eq!(all[2].expected, [second(8.0), Span(1), second(5.0)]);
}

#[test]
fn absences_are_converted_for_the_engine() {
    let mut value = background(&json!({"absences": [{"machine": 1, "from_s": 4, "to_s": 20}]}));
    let both = json!([{"machine": 0, "from_s": 0, "to_s": 0.5, "gone": true}]);
    value["background"][0]["absences"].as_array_mut().expect("a list").push(both[0].clone());
    match &scenario(&value).background[0] {
        Part::Written { kind, said } => {
            let absence =
                |machine, start, end, gone| Absence { machine, start: Time(start), end: Time(end), gone };
            let expected = [absence(1, 4_000_000, 20_000_000, false), absence(0, 0, 500_000, true)];
            assert_eq!((kind.work)(said), Work::new(expected.to_vec()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_canonical_form_fills_in_defaults() {
    let mut said = machines(&json!([{"name": "a", "load": 0.92, "hours": [14, 10]}, {"cost": 0}]));
    said["workload"][0]["applications"] = json!([
        {"tasks_s": [8, 5.5]},
        {"name": "fib", "batches_s": [[1, null]], "expected_s": [1, 1], "needs": {"kflops": [1, null], "load": 0}},
    ]);
    said["background"] = json!([{"absences": [{"machine": 0, "from_s": 4, "to_s": 20}]}]);
    let whole = scenario(&said);
    assert_eq!(whole.to_compact(), said);
    let full = whole.to_value();
    // The number of machines is written, default values of a machine are not.
    let cluster = &said["platform"]["clusters"][0];
    assert_eq!(
        full["platform"]["clusters"],
        json!([{"name": "Pool", "nodes": 2, "speed": 1, "machines": cluster["machines"]}])
    );
    assert_eq!(
        full["workload"][0]["applications"],
        json!([
            {"submit_s": 0, "tasks_s": [8, 5.5], "iterations": 1, "sequential_s": 0, "priority": 0},
            {
                "name": "fib", "submit_s": 0, "batches_s": [[1, null]], "expected_s": [1, 1], "sequential_s": 0,
                "priority": 0, "needs": {"kflops": [1, null], "load": 0},
            },
        ])
    );
    assert_eq!(
        full["background"][0]["absences"],
        json!([{"machine": 0, "from_s": 4, "to_s": 20, "gone": false}])
    );
    let link = decode_link(&encode_link(&full.to_string(), &[], ""));
    assert_eq!(read(&link.scenario.expect("a scenario")).scenario, Some(whole));
}

#[test]
fn errors_in_machines_are_reported() {
    let at = "error: /platform/clusters/0";
    let numbers = "allowed are numbers from 0 to 1e15";
    for (list, expected) in [
        (json!([]), format!("{at}/machines: found no machines; at least one is required")),
        (json!(20), format!("{at}/machines: found 20, allowed is a list of machines")),
        (
            json!(vec![json!({}); 100_001]),
            format!("{at}/machines: found 100001 machines; at most 100000 are allowed"),
        ),
        (
            json!([{"name": "c20"}, {}, {"name": "c20"}]),
            "warning: /platform/clusters/0/machines/2/name: the name \"c20\" is already used by machine 1\n  \
             Give each machine a different name."
                .to_owned(),
        ),
        (
            json!([{"speed": 0}]),
            format!(
                "{at}/machines/0/speed: found 0, allowed are numbers from 0.001 to 1000\n  The smallest allowed value is 0.001."
            ),
        ),
        (
            json!([{"kflops": -1, "load": 1e16, "cost": "1"}]),
            format!(
                "{at}/machines/0/kflops: found -1, {numbers}\n  The smallest allowed value is 0.\n\
                 {at}/machines/0/load: found 1e+16, {numbers}\n  The largest allowed value is 1e15.\n\
                 {at}/machines/0/cost: found \"1\", {numbers}\n  Write 1 without quotes."
            ),
        ),
        (
            json!([{"hours": [14, 25]}, {"hours": 8}, {"hours": [1, 2, 3]}]),
            format!(
                "{at}/machines/0/hours/1: found 25, allowed are numbers from 0 to 24\n  The largest allowed value is 24.\n\
                 {at}/machines/1/hours: found 8, allowed is a pair of numbers\n\
                 {at}/machines/2/hours: found a list, allowed is a pair of numbers"
            ),
        ),
        (
            json!([{"name": "", "groups": "friends"}]),
            format!(
                "{at}/machines/0/name: found an empty text, allowed are 1 to 200 characters\n\
                 {at}/machines/0/groups: found \"friends\", allowed is a list of groups"
            ),
        ),
    ] {
        assert_eq!(diagnostics(&machines(&list)), expected, "{list}");
    }
    let unknown = diagnostics(&machines(&json!([{"kflop": 1}])));
    assert!(unknown.starts_with("warning: /platform/clusters/0/machines/0/kflop: unknown key \"kflop\""));
    assert!(unknown.ends_with("Did you mean `kflops`?"), "{unknown}");
    let mut value = machines(&json!([{}, {}]));
    value["platform"]["clusters"][0]["nodes"] = json!(2);
    assert_eq!(diagnostics(&value), "");
    value["platform"]["clusters"][0]["nodes"] = json!(3);
    assert_eq!(
        diagnostics(&value),
        format!("{at}/nodes: found 3, but the cluster has 2 machines\n  Leave it out.")
    );
}

#[test]
fn errors_in_an_application_are_reported() {
    let at = "error: /workload/0/applications/0";
    let seconds = "allowed are numbers from 0 to 10000000000";
    for (application, expected) in [
        (json!({}), format!("{at}: one of tasks_s, batches_s is required")),
        (
            json!({"tasks_s": [1], "batches_s": [[1]]}),
            format!("{at}: found tasks_s and batches_s; only one of them is allowed"),
        ),
        (
            json!({"iterations": 2, "batches_s": [[1]]}),
            format!(
                "{at}/iterations: \"iterations\" is not allowed together with \"batches_s\"\n  \
                 Leave it out: each batch lists its tasks."
            ),
        ),
        (json!({"tasks_s": []}), format!("{at}/tasks_s: found no tasks; at least one is required")),
        (
            json!({"tasks_s": [1, -1], "iterations": 0, "sequential_s": -2}),
            format!(
                "{at}/tasks_s/1: found -1, {seconds}\n  The smallest allowed value is 0.\n\
                 {at}/iterations: found 0, allowed are whole numbers from 1 to 200000\n  The smallest allowed value is 1.\n\
                 {at}/sequential_s: found -2, {seconds}\n  The smallest allowed value is 0."
            ),
        ),
        (json!({"tasks_s": [null]}), format!("{at}/tasks_s/0: found null, {seconds}")),
        (json!({"batches_s": []}), format!("{at}/batches_s: found no batches; at least one is required")),
        (
            json!({"batches_s": [[1, 2], [null, null], []]}),
            format!(
                "{at}/batches_s/1: at least one task is required\n  Leave the batch out.\n\
                 {at}/batches_s/2: at least one task is required\n  Leave the batch out."
            ),
        ),
        (
            json!({"batches_s": [[1, 2], [null, 1, 2]], "expected_s": [1]}),
            format!(
                "{at}/batches_s/1: found 3 tasks, but the first batch has 2\n  \
                 Write null for a task that is not in this batch.\n\
                 {at}/expected_s: found 1 values; 2 are required, one for each task"
            ),
        ),
        (
            json!({"tasks_s": [1, 2], "keys": [1, 2, 3], "expected_s": []}),
            format!(
                "{at}/expected_s: found no tasks; at least one is required\n\
                 {at}/keys: found 3 values; 2 are required, one for each task"
            ),
        ),
        (
            json!({"tasks_s": [1], "priority": 1.5, "home": 1}),
            format!(
                "{at}/priority: found 1.5, allowed are whole numbers from -1000000 to 1000000\n  Write a whole number."
            ),
        ),
        (json!({"tasks_s": [1], "home": 1}), format!("{at}/home: there is no cluster 1; the only one is 0")),
        (
            json!({"tasks_s": [1], "needs": {"kflops": [93000, 88000], "mips": 600, "group": 7}}),
            format!(
                "{at}/needs/kflops: found 93000 to 88000\n  Write the smaller number first.\n\
                 {at}/needs/mips: found 600, allowed is a pair of numbers\n\
                 {at}/needs/group: found 7, allowed is a text of 1 to 200 characters"
            ),
        ),
    ] {
        assert_eq!(diagnostics(&pool(&json!([application]))), expected, "{application}");
    }
    let unknown = diagnostics(&pool(&json!([{"tasks_s": [1], "need": {}}])));
    assert!(unknown.starts_with("warning: /workload/0/applications/0/need: unknown key \"need\""));
    assert!(unknown.ends_with("Did you mean `needs`?"), "{unknown}");
}

#[test]
fn tasks_of_all_batches_count_towards_the_limit() {
    assert_eq!(diagnostics(&pool(&json!([{"tasks_s": vec![1; 200], "iterations": 1000}]))), "");
    assert_eq!(
        diagnostics(&pool(
            &json!([{"tasks_s": vec![1; 200], "iterations": 1000}, {"batches_s": [[null, 1, null]]}])
        )),
        "error: /workload: the scenario contains 200001 jobs and tasks; at most 200000 are allowed\n  \
         Put them into a separate file and reference it."
    );
}

#[test]
fn errors_in_an_absence_are_reported() {
    let at = "error: /background/0/absences/0";
    for (absence, expected) in [
        (
            json!({}),
            format!(
                "{at}: \"machine\" is missing\n  Add \"machine\": 0 (the first machine).\n\
                 {at}: \"from_s\" is missing\n  Add \"from_s\": 3600.\n\
                 {at}: \"to_s\" is missing\n  Add \"to_s\": 7200."
            ),
        ),
        (
            json!({"machine": 0, "from_s": 4, "to_s": 4}),
            format!("{at}/to_s: found 4, but the absence starts at 4\n  Make it later than from_s."),
        ),
        (
            json!({"machine": "a", "from_s": 0, "to_s": 1, "gone": "true"}),
            format!(
                "{at}/machine: found \"a\", allowed are whole numbers from 0 to 4294967294\n\
                 {at}/gone: found \"true\", allowed are true and false\n  Write true without quotes."
            ),
        ),
    ] {
        assert_eq!(diagnostics(&background(&json!({"absences": [absence]}))), expected, "{absence}");
    }
}
