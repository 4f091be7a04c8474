//! Master-worker applications, machines, and absences of these: what is written, what is told, and what becomes of it.

use super::scenario;
use crate::platform::{Machine, Needs};
use crate::scenario::{Files, Part, apply_overrides, build, decode, encode, engine, read, work};
use crate::time::{Span, Time};
use crate::workload::UNKNOWN;
use crate::workload::generator::Work;
use crate::workload::master_worker::{Absence, BatchTask, MasterWorker};
use serde_json::{Value, json};

/// A pool of two machines with these applications.
fn pool(applications: &Value) -> Value {
    json!({
        "version": 1,
        "platform": {"clusters": [{"name": "Pool", "machines": [{"name": "a"}, {"name": "b"}]}]},
        "workload": [{"applications": applications}],
        "system": {"kind": "opportunistic"},
    })
}

/// The same with these machines.
fn machines(machines: &Value) -> Value {
    let mut value = pool(&json!([{"tasks_s": [1]}]));
    value["platform"]["clusters"][0]["machines"] = machines.clone();
    value
}

/// The same with something else past the system.
fn background(part: &Value) -> Value {
    let mut value = pool(&json!([{"tasks_s": [1]}]));
    value["background"] = json!([part]);
    value
}

fn told(scenario: &Value) -> String {
    let told = read(&scenario.to_string()).diagnostics;
    told.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn warnings(value: &Value) -> String {
    let built = build(&scenario(value), 0, &Files::new(), 0).unwrap_or_else(|told| panic!("{told:?}"));
    built.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The applications as the engine gets them.
fn applications(value: &Value) -> Vec<MasterWorker> {
    match work(&scenario(&pool(value)), 0, &Files::new()) {
        Ok(Work::MasterWorker(applications)) => applications,
        other => panic!("{other:?}"),
    }
}

#[test]
fn machines_become_those_of_the_engine() {
    let owned = json!({
        "name": "aows10", "speed": 1.5, "kflops": 150_000, "mips": 600, "memory_mb": 500, "load": 0.5,
        "platform": "INTEL/LINUX", "owner": "uab", "groups": ["friend_research"], "hours": [14, 10], "cost": 2,
    });
    let mut value = machines(&json!([{}, owned]));
    value["platform"]["clusters"][0]["speed"] = json!(2);
    let platform = scenario(&value).platform.platform();
    let cluster = &platform.clusters[0];
    assert_eq!((cluster.nodes, cluster.speed_of(0), cluster.speed_of(1)), (2, 2.0, 3.0));
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
    // The day ends where it begins.
    let day = scenario(&machines(&json!([{"hours": [0, 24]}, {"hours": [22, 24]}]))).platform.platform();
    assert_eq!(day.clusters[0].machines[0], Machine::default());
    assert_eq!(day.clusters[0].machines[1].hours, (22.0, 0.0));
}

#[test]
fn applications_become_those_of_the_engine() {
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
        // As long as each runs when it comes first.
        expected: vec![second(6.0), second(4.0), second(2.0)],
        keys: vec![],
        batches: vec![vec![run(1, 4.0), run(2, 2.0)], vec![run(0, 6.0), run(2, 1.0)]],
        sequential: Span(500_000),
        needs: Needs {
            kflops: (88_000.0, f64::INFINITY),
            mips: (0.0, 700.0),
            memory_mb: 250.0,
            load: 0.3,
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
fn absences_become_those_of_the_engine() {
    let mut value = background(&json!({"absences": [{"machine": 1, "from_s": 4, "to_s": 20}]}));
    let both = json!([{"machine": 0, "from_s": 0, "to_s": 0.5, "gone": true}]);
    value["background"][0]["absences"].as_array_mut().expect("a list").push(both[0].clone());
    match &scenario(&value).background[0] {
        Part::Absences(parts) => {
            let absence =
                |machine, start, end, gone| Absence { machine, start: Time(start), end: Time(end), gone };
            let expected = [absence(1, 4_000_000, 20_000_000, false), absence(0, 0, 500_000, true)];
            assert_eq!(engine::absences(parts), expected);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(warnings(&value), "");
}

#[test]
fn the_canonical_form_fills_in_what_is_not_said() {
    let mut said = machines(&json!([{"name": "a", "load": 0.92, "hours": [14, 10]}, {"cost": 0}]));
    said["workload"][0]["applications"] = json!([
        {"tasks_s": [8, 5.5]},
        {"name": "fib", "batches_s": [[1, null]], "expected_s": [1, 1], "needs": {"kflops": [1, null], "load": 0}},
    ]);
    said["background"] = json!([{"absences": [{"machine": 0, "from_s": 4, "to_s": 20}]}]);
    let read = scenario(&said);
    assert_eq!(read.to_compact(), said);
    let full = read.to_value();
    // The number of machines is told, what is as usual with a machine is not.
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
    let link = decode(&encode(&full.to_string(), &[], ""));
    assert_eq!(super::super::read(&link.scenario.expect("a scenario")).scenario, Some(read));
}

#[test]
fn what_is_wrong_with_machines_is_told() {
    let at = "error: /platform/clusters/0";
    let numbers = "allowed are numbers from 0 to 1e15";
    for (list, expected) in [
        (json!([]), format!("{at}/machines: found no machines, needed is at least one")),
        (json!(20), format!("{at}/machines: found 20, allowed is a list of machines")),
        (
            json!(vec![json!({}); 100_001]),
            format!("{at}/machines: found 100001 machines, allowed are at most 100000"),
        ),
        (
            json!([{"name": "c20"}, {}, {"name": "c20"}]),
            "warning: /platform/clusters/0/machines/2/name: found \"c20\", which is also the name of machine 1\n  \
             Give each machine a name of its own, to tell them apart."
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
                "{at}/machines/0/name: found nothing, allowed are 1 to 200 characters\n\
                 {at}/machines/0/groups: found \"friends\", allowed is a list of groups"
            ),
        ),
    ] {
        assert_eq!(told(&machines(&list)), expected, "{list}");
    }
    let unknown = told(&machines(&json!([{"kflop": 1}])));
    assert!(unknown.starts_with("warning: /platform/clusters/0/machines/0/kflop: \"kflop\" is not known"));
    assert!(unknown.ends_with("Did you mean `kflops`?"), "{unknown}");
    let mut value = machines(&json!([{}, {}]));
    value["platform"]["clusters"][0]["nodes"] = json!(2);
    assert_eq!(told(&value), "");
    value["platform"]["clusters"][0]["nodes"] = json!(3);
    assert_eq!(told(&value), format!("{at}/nodes: found 3, but the cluster has 2 machines\n  Leave it out."));
}

#[test]
fn what_is_wrong_with_an_application_is_told() {
    let at = "error: /workload/0/applications/0";
    let seconds = "allowed are numbers from 0 to 10000000000";
    for (application, expected) in [
        (json!({}), format!("{at}: found none of tasks_s, batches_s, needed is one of them")),
        (
            json!({"tasks_s": [1], "batches_s": [[1]]}),
            format!("{at}: found tasks_s and batches_s, allowed is one of them"),
        ),
        (
            json!({"iterations": 2, "batches_s": [[1]]}),
            format!(
                "{at}/iterations: found \"iterations\" beside \"batches_s\"\n  \
                 Leave it out: each batch is written by itself."
            ),
        ),
        (json!({"tasks_s": []}), format!("{at}/tasks_s: found no tasks, needed is at least one")),
        (
            json!({"tasks_s": [1, -1], "iterations": 0, "sequential_s": -2}),
            format!(
                "{at}/tasks_s/1: found -1, {seconds}\n  The smallest allowed value is 0.\n\
                 {at}/iterations: found 0, allowed are whole numbers from 1 to 200000\n  The smallest allowed value is 1.\n\
                 {at}/sequential_s: found -2, {seconds}\n  The smallest allowed value is 0."
            ),
        ),
        (json!({"tasks_s": [null]}), format!("{at}/tasks_s/0: found null, {seconds}")),
        (json!({"batches_s": []}), format!("{at}/batches_s: found no batches, needed is at least one")),
        (
            json!({"batches_s": [[1, 2], [null, null], []]}),
            format!(
                "{at}/batches_s/1: found no task, needed is at least one\n  Leave the batch out.\n\
                 {at}/batches_s/2: found no task, needed is at least one\n  Leave the batch out."
            ),
        ),
        (
            json!({"batches_s": [[1, 2], [null, 1, 2]], "expected_s": [1]}),
            format!(
                "{at}/batches_s/1: found 3 tasks, the first batch has 2\n  \
                 Write null for a task that does not come in a batch.\n\
                 {at}/expected_s: found 1 values, needed are 2: one for each task"
            ),
        ),
        (
            json!({"tasks_s": [1, 2], "keys": [1, 2, 3], "expected_s": []}),
            format!(
                "{at}/expected_s: found no tasks, needed is at least one\n\
                 {at}/keys: found 3 values, needed are 2: one for each task"
            ),
        ),
        (
            json!({"tasks_s": [1], "priority": 1.5, "home": 1}),
            format!(
                "{at}/priority: found 1.5, allowed are whole numbers from -1000000 to 1000000\n  Leave out the fraction."
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
        assert_eq!(told(&pool(&json!([application]))), expected, "{application}");
    }
    let unknown = told(&pool(&json!([{"tasks_s": [1], "need": {}}])));
    assert!(unknown.starts_with("warning: /workload/0/applications/0/need: \"need\" is not known"));
    assert!(unknown.ends_with("Did you mean `needs`?"), "{unknown}");
}

#[test]
fn tasks_of_all_batches_count_among_what_is_written() {
    assert_eq!(told(&pool(&json!([{"tasks_s": vec![1; 200], "iterations": 1000}]))), "");
    assert_eq!(
        told(&pool(
            &json!([{"tasks_s": vec![1; 200], "iterations": 1000}, {"batches_s": [[null, 1, null]]}])
        )),
        "error: /workload: found 200001 jobs and tasks written in the scenario, allowed are at most 200000\n  \
         Put them into a file of their own and name it."
    );
}

#[test]
fn what_is_wrong_with_an_absence_is_told() {
    let at = "error: /background/0/absences/0";
    for (absence, expected) in [
        (
            json!({}),
            format!(
                "{at}: \"machine\" is missing\n  Add \"machine\": 0, which is the first one.\n\
                 {at}: \"from_s\" is missing\n  Add \"from_s\": 3600.\n\
                 {at}: \"to_s\" is missing\n  Add \"to_s\": 7200."
            ),
        ),
        (
            json!({"machine": 0, "from_s": 4, "to_s": 4}),
            format!("{at}/to_s: found 4, but the absence begins at 4\n  Make it later than from_s."),
        ),
        (
            json!({"machine": "a", "from_s": 0, "to_s": 1, "gone": "true"}),
            format!(
                "{at}/machine: found \"a\", allowed are whole numbers from 0 to 4294967294\n\
                 {at}/gone: found \"true\", allowed are true and false\n  Write true without quotes."
            ),
        ),
    ] {
        assert_eq!(told(&background(&json!({"absences": [absence]}))), expected, "{absence}");
    }
}

#[test]
fn absences_belong_into_the_background_of_a_pool() {
    let absences = json!({"absences": [{"machine": 0, "from_s": 4, "to_s": 20}]});
    let no_work = "absences of machines are no work\n  \
                   Put it into \"background\", of a system that has a place for it: opportunistic.";
    let mut value = pool(&json!([]));
    value["workload"] = json!([absences, {"applications": []}]);
    assert_eq!(told(&value), format!("error: /workload/0: {no_work}"));
    let mut batch = super::base();
    batch["workload"] = json!([absences]);
    assert_eq!(told(&batch), format!("error: /workload/0: {no_work}"));
    let mut batch = super::base();
    batch["background"] = json!([absences]);
    assert_eq!(
        told(&batch),
        "error: /background: the system Batch queues has no place for absences of machines\n  \
         Leave it out. Systems that can: opportunistic."
    );
    let mut grid = super::base();
    grid["system"] = json!({"kind": "koala"});
    grid["background"] = json!([absences]);
    assert_eq!(
        told(&grid),
        "error: /background/0: this part has absences of machines, but what can happen past the system (KOALA grid) are \
         local jobs\n  Leave it out. Systems that they can happen past: opportunistic."
    );
    let beside = "error: /background/0: this part has";
    let pool = "what can happen past the system (Opportunistic pool) are absences of machines";
    assert_eq!(
        told(&background(&json!({"jobs": {"submit_s": [0], "run_s": [1], "nodes": [1]}}))),
        format!("{beside} jobs, but {pool}\n  Leave it out. Systems that they can happen past: koala.")
    );
    assert_eq!(
        told(&background(&json!({"applications": []}))),
        format!("{beside} master-worker applications, but {pool}\n  Make it a part of the workload.")
    );
    assert_eq!(
        told(&background(&json!({"grid_jobs": []}))),
        format!("{beside} grid jobs, but {pool}\n  Leave it out.")
    );
}

#[test]
fn applications_are_for_systems_that_run_them() {
    let mut value = super::base();
    value["workload"] = json!([{"applications": [{"tasks_s": [1]}]}]);
    assert_eq!(
        told(&value),
        "error: /workload/0: this part has master-worker applications, but the system (Batch queues) runs jobs\n  \
         Systems that run master-worker applications: opportunistic."
    );
}

#[test]
fn applications_that_no_machine_suits_are_told() {
    let machines = json!([
        {"kflops": 60_000, "mips": 220, "memory_mb": 128, "load": 0.5, "platform": "INTEL/LINUX"},
        {"kflops": 90_000, "mips": 600, "memory_mb": 64, "load": 0.75, "platform": "SUN4x/SOLARIS", "groups": ["friends"]},
    ]);
    let cases = [
        (json!({"memory_mb": 250}), "no machine that it may use has 250 MB; the largest has 128"),
        (
            json!({"kflops": [80_000, null]}),
            "no machine that it may use has 80000 KFlops; the fastest has 60000",
        ),
        (json!({"load": 0.3}), "no machine that it may use has a load of 0.3 or less; the lowest is 0.5"),
        (json!({"platform": "ALPHA"}), "no machine that it may use is ALPHA; found are INTEL/LINUX"),
        (
            json!({"group": "friends", "platform": "ALPHA"}),
            "no machine is ALPHA; found are INTEL/LINUX, SUN4x/SOLARIS",
        ),
        (
            json!({"group": "friends", "kflops": [91_000, null]}),
            "no machine has 91000 KFlops; the fastest has 90000",
        ),
        (
            json!({"group": "friends", "mips": [null, 200]}),
            "no machine has as few as 200 MIPS; the slowest has 220",
        ),
        (
            json!({"group": "friends", "kflops": [61_000, 89_000]}),
            "no machine has between 61000 and 89000 KFlops",
        ),
        (
            json!({"group": "friends", "kflops": [80_000, null], "memory_mb": 100}),
            "no machine has all that it asks for at once",
        ),
    ];
    let mut applications = vec![json!({"tasks_s": [1]})];
    for (needs, expected) in &cases {
        let mut value = self::machines(&machines);
        value["workload"][0]["applications"] = json!([{"name": "fib", "tasks_s": [1], "needs": needs}]);
        let expected = format!(
            "warning: /workload: application 1 (fib) waits for ever: {expected}\n  \
             Ask for less, or add a machine that has it."
        );
        assert_eq!(warnings(&value), expected, "{needs}");
        applications.push(json!({"tasks_s": [1], "needs": needs}));
    }
    let mut value = self::machines(&machines);
    value["workload"][0]["applications"] = json!(applications);
    let all = warnings(&value);
    assert!(
        all.ends_with(
            "\nwarning: /workload: 4 more find no machine that has what they ask for\n  \
             Ask for less, or add a machine that has it."
        ),
        "{all}"
    );
    // A pool that is there for others.
    let mut value = self::machines(&json!([{"groups": ["friends"]}]));
    assert!(
        warnings(&value).contains("all machines are for groups, and it names none; they are for friends")
    );
    value["workload"][0]["applications"][0]["needs"] = json!({"group": "foes"});
    assert!(warnings(&value).contains("no machine is for the group foes; they are for friends"));
    let mut value = self::machines(&json!([{"load": 0.5}]));
    value["system"]["parameters"] = json!({"load_limit": 0.4});
    assert!(warnings(&value).contains("waits for ever: the load of every machine is above the load limit"));
}

#[test]
fn flocking_finds_machines_elsewhere() {
    let mut value = pool(&json!([
        {"tasks_s": [1], "needs": {"memory_mb": 64}},
        {"tasks_s": [1], "home": 1, "needs": {"memory_mb": 64}},
    ]));
    value["platform"] = json!({"clusters": [{"name": "North", "nodes": 2}, {"name": "South", "machines": [{"memory_mb": 64}]}]});
    let first = "warning: /workload: application 1 waits for ever: no machine has 64 MB; the largest has 0\n  \
                 Ask for less, or add a machine that has it.";
    assert_eq!(warnings(&value), first);
    value["system"]["parameters"] = json!({"flocking": true});
    assert_eq!(warnings(&value), "");
}

#[test]
fn workers_that_never_come_are_told() {
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
    let hint = "the others never come\n  Ask for fewer, or add machines.";
    assert_eq!(
        warnings(&value),
        format!(
            "warning: /system/parameters/workers: 4 workers are asked for, the largest pool has 3 machines: {hint}"
        )
    );
    value["compare"] = json!([fixed(6, true)]);
    let told =
        build(&scenario(&value), 1, &Files::new(), 0).unwrap_or_else(|told| panic!("{told:?}")).diagnostics;
    assert_eq!(
        told[0].to_string(),
        format!(
            "warning: /compare/0/parameters/workers: 6 workers are asked for, there are 5 machines: {hint}"
        )
    );
}

#[test]
fn more_applications_than_machines_can_be_held_against_are_refused() {
    let mut value = pool(&json!(vec![json!({"tasks_s": [1]}); 21]));
    value["platform"] = json!({"preset": "one-cluster", "parameters": {"nodes": 1_000_000}});
    let told = build(&scenario(&value), 0, &Files::new(), 0).err().expect("a refusal");
    assert_eq!(
        told.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["error: /workload: found 21 applications on 1000000 machines, allowed are at most 20\n  \
          Take fewer machines, or fewer applications."]
    );
}

#[test]
fn absences_of_machines_that_are_not_there_are_told_once() {
    let absence = |machine: u32| json!({"machine": machine, "from_s": 0, "to_s": 1});
    let list: Vec<Value> = [1, 2, 2, 7, 8, 9, 10, 11, 12].map(absence).to_vec();
    let all = warnings(&background(&json!({"absences": list})));
    let one = |machine: u32| {
        let at = machine % 2;
        format!(
            "warning: /background: there is no machine {machine}, the 2 machines are counted from 0: machine {at} is away \
             instead\n"
        )
    };
    let more = "warning: /background: 2 more machines that are away are not there\n  \
                Add machines, or leave these absences out.";
    assert_eq!(all, [2, 7, 8, 9, 10].map(one).concat() + more);
}

#[test]
fn machines_that_a_system_cannot_tell_apart_are_told() {
    let mut value = super::base();
    value["platform"] = json!({"clusters": [
        {"name": "Alike", "machines": [{}, {}, {}]},
        {"name": "Pool", "speed": 2, "machines": [{}, {"speed": 1.5}]},
    ]});
    assert_eq!(
        warnings(&value),
        "warning: /platform: the machines of Pool differ, but the system (Batch queues) takes all as nodes of speed 2\n  \
         Systems that tell machines apart: opportunistic."
    );
}

/// The number of machines that are written one by one cannot be changed by a word.
#[test]
fn a_link_changes_what_can_be_changed() {
    let changes = |name: &str, word: &str| [(name.to_owned(), word.to_owned())].into();
    let before = scenario(&pool(&json!([{"tasks_s": [1]}])));
    let (after, told) = apply_overrides(&before, &changes("nodes", "16"));
    assert_eq!((after, told.len()), (before.clone(), 1));
    let (after, told) = apply_overrides(&before, &changes("loss_probability", "0.5"));
    assert_eq!(
        (after.to_value()["system"]["parameters"]["loss_probability"].as_f64(), told),
        (Some(0.5), vec![])
    );
}
