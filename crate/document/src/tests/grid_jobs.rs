//! Jobs of a grid, and local jobs: documents, diagnostics and the work built from them.

use super::scenario;
use crate::{Built, Files, Part, Scenario, build, read};
use ganttlet_core::time::Span;
use ganttlet_sim::system::Budget;
use ganttlet_work::application::{Application, CoAllocationOverhead, SizeConstraint, SpeedUp};
use ganttlet_work::grid::{GridJob, Request};
use serde_json::{Value, json};

/// A grid of 32 and 16 nodes with these jobs.
fn grid(jobs: &Value) -> Value {
    json!({
        "version": 1,
        "platform": {"clusters": [{"name": "North", "nodes": 32}, {"name": "South", "nodes": 16}]},
        "workload": [{"grid_jobs": jobs}],
        "system": {"kind": "koala"},
    })
}

fn diagnostics(scenario: &Value) -> String {
    let diagnostics = read(&scenario.to_string()).diagnostics;
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn built(scenario: &Scenario) -> Built {
    build(scenario, 0, &Files::new(), 0).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

fn warnings(scenario: &Value) -> String {
    let diagnostics = built(&super::scenario(scenario)).diagnostics;
    diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The jobs in the form of the engine.
fn engine(jobs: &Value) -> Vec<GridJob> {
    match &scenario(&grid(jobs)).workload[0] {
        Part::Written { kind, said } => (kind.work)(said).take(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_rigid_job_has_one_component_by_default() {
    let jobs = engine(&json!([
        {"nodes": 8, "run_s": 60},
        {"submit_s": 5, "nodes": 8, "run_s": 60, "user": 3, "number": 7, "request": "flexible", "spread": "prime"},
        {"run_s": 60, "request": {"components": [8, 4]}, "spread": {"table": [1, 2, 3, 4]}},
        {"run_s": 60, "request": {"fixed": [[1, 8], [0, 2]]}, "spread": {"latency": {"k": 0.6, "q": 2}}},
        {"run_s": 60, "request": {"splits": [[24], [12, 12]]}, "spread": {"chain": {"k": 2.93}}},
        {"nodes": 8, "spread": {"collective": {"operations": 1e6, "bytes": 1e4}}, "inputs": [{"bytes": 5, "sites": [1, 0, 1]}]},
    ]));
    let first =
        |job: &GridJob| (job.job.number, job.job.submit.rounded_seconds(), job.job.nodes, job.job.run);
    let minute = Span(60_000_000);
    let expected = [
        (1, 0, 8, minute),
        (7, 5, 8, minute),
        (3, 0, 12, minute),
        (4, 0, 10, minute),
        (5, 0, 24, minute),
        (6, 0, 8, Span::ZERO),
    ];
    assert_eq!(jobs.iter().map(first).collect::<Vec<_>>(), expected);
    assert_eq!((jobs[0].job.user, jobs[1].job.user), (ganttlet_work::UNKNOWN, 3));
    let requests: Vec<&Request> = jobs.iter().map(|job| &job.request).collect();
    let expected = [
        Request::NonFixed(vec![8]),
        Request::Flexible,
        Request::NonFixed(vec![8, 4]),
        Request::Fixed(vec![(1, 8), (0, 2)]),
        Request::Splits(vec![vec![24], vec![12, 12]]),
        Request::NonFixed(vec![8]),
    ];
    assert_eq!(requests, expected.iter().collect::<Vec<_>>());
    let spreads = [
        CoAllocationOverhead::None,
        CoAllocationOverhead::PRIME,
        CoAllocationOverhead::Table([1.0, 2.0, 3.0, 4.0]),
        CoAllocationOverhead::Latency { k: 0.6, q: 2.0 },
        CoAllocationOverhead::Chain { k: 2.93 },
        CoAllocationOverhead::Collective { operations: 1e6, bytes: 1e4, processes_per_node: 2 },
    ];
    for (job, spread) in jobs.iter().zip(spreads) {
        assert_eq!(job.application, Application::Rigid { spread });
    }
    assert_eq!((jobs[5].inputs[0].bytes, &jobs[5].inputs[0].sites[..]), (5.0, &[1, 0][..]));
}

#[test]
fn sizes_and_tasks_become_applications() {
    let jobs = engine(&json!([
        {"malleable": {"min": 2, "max": 32, "powers_of_two": true, "amdahl": {"single_s": 100, "serial": 0.5}}},
        {"moldable": {"min": 1, "max": 9, "run_times_s": [[2, 600], [24, 240]]}},
        {"malleable": {"min": 2, "max": 4, "downey": {"single_s": 100, "parallelism": 16, "sigma": 0.5}}},
        {"malleable": {"min": 2, "max": 4, "fitted": {"a_s": 40, "b_s": 156, "c_s": 0.5}}},
        {"sweep": {"tasks_s": [1, 2.5]}},
        {"sweep": {"tasks": 3, "run_s": 2}},
    ]));
    let second = |n: f64| Span::from_seconds(n);
    let amdahl = SpeedUp::Amdahl { single: second(100.0), serial: 0.5 };
    let flexible =
        |(min, max), step, malleable, speed_up| Application::Flexible { min, max, speed_up, step, malleable };
    let table = SpeedUp::Table(vec![(2, second(600.0)), (24, second(240.0))]);
    let downey = SpeedUp::Downey { single: second(100.0), parallelism: 16.0, sigma: 0.5 };
    let expected = [
        flexible((2, 32), SizeConstraint::PowersOfTwo, true, amdahl),
        flexible((1, 9), SizeConstraint::Any, false, table),
        flexible((2, 4), SizeConstraint::Any, true, downey),
        flexible((2, 4), SizeConstraint::Any, true, SpeedUp::Fitted { a: 40.0, b: 156.0, c: 0.5 }),
        Application::Sweep { tasks: vec![second(1.0), second(2.5)] },
        Application::Sweep { tasks: vec![second(2.0); 3] },
    ];
    assert_eq!(jobs.iter().map(|job| job.application.clone()).collect::<Vec<_>>(), expected);
    let nodes_and_run = |i: usize| (jobs[i].job.nodes, jobs[i].job.run);
    assert_eq!([0, 1, 5].map(nodes_and_run), [(2, second(75.0)), (1, second(600.0)), (1, second(6.0))]);
}

#[test]
fn the_canonical_form_fills_in_defaults() {
    let said = json!([
        {"nodes": 8, "run_s": 60},
        {"user": 1, "malleable": {"min": 2, "max": 9, "amdahl": {"single_s": 100, "serial": 0.5}}},
        {"sweep": {"tasks": 3, "run_s": 2}},
        {"nodes": 8, "spread": {"collective": {"operations": 1, "bytes": 1}}, "inputs": [{"bytes": 1}]},
    ]);
    let full = json!([
        {"submit_s": 0, "nodes": 8, "run_s": 60, "request": {"components": [8]}, "spread": "none", "inputs": []},
        {
            "submit_s": 0, "user": 1,
            "malleable": {"min": 2, "max": 9, "powers_of_two": false, "amdahl": {"single_s": 100, "serial": 0.5}},
            "inputs": [],
        },
        {"submit_s": 0, "sweep": {"tasks": 3, "run_s": 2}},
        {
            "submit_s": 0, "nodes": 8, "run_s": 0, "request": {"components": [8]},
            "spread": {"collective": {"operations": 1, "bytes": 1, "processes_per_node": 2}},
            "inputs": [{"bytes": 1, "sites": []}],
        },
    ]);
    let read = scenario(&grid(&said));
    assert_eq!(read.to_value()["workload"][0]["grid_jobs"], full);
    assert_eq!(read.to_compact()["workload"][0]["grid_jobs"], said);
}

#[test]
fn errors_in_a_job_are_reported() {
    let at = "error: /workload/0/grid_jobs/0";
    let node_range = "allowed are whole numbers from 1 to 1000000";
    for (job, expected) in [
        (json!({"run_s": 60}), format!("{at}: \"nodes\" is missing\n  Add \"nodes\": 8.")),
        (json!({"nodes": 8}), format!("{at}: \"run_s\" is missing\n  Add \"run_s\": 600.")),
        (
            json!({"nodes": 9, "run_s": 1, "request": {"components": [4, 4]}}),
            format!("{at}/nodes: found 9 nodes, but the request has 8\n  Leave it out."),
        ),
        (
            json!({"nodes": 9, "run_s": 1, "request": "flexibel"}),
            format!(
                "{at}/request: found \"flexibel\", allowed are flexible and an object with one of components, fixed, \
                 splits\n  Did you mean `flexible`?"
            ),
        ),
        (
            json!({"run_s": 1, "request": {}}),
            format!("{at}/request: one of components, fixed, splits is required"),
        ),
        (
            json!({"run_s": 1, "request": {"components": [1], "splits": [[1]]}}),
            format!("{at}/request: found components and splits; only one of them is allowed"),
        ),
        (
            json!({"run_s": 1, "request": {"components": []}}),
            format!("{at}/request/components: found no components; at least one is required"),
        ),
        (
            json!({"run_s": 1, "request": {"components": [0]}}),
            format!("{at}/request/components/0: found 0, {node_range}\n  The smallest allowed value is 1."),
        ),
        (
            json!({"run_s": 1, "request": {"components": [1_000_000, 1]}}),
            format!(
                "{at}/request/components: the components have 1000001 nodes in total; at most 1000000 are allowed"
            ),
        ),
        (
            json!({"run_s": 1, "request": {"fixed": [[0, 1, 2], 3]}}),
            format!(
                "{at}/request/fixed/0: found a list, allowed is a pair of numbers\n\
                 {at}/request/fixed/1: found 3, allowed is a pair of numbers"
            ),
        ),
        (
            json!({"run_s": 1, "request": {"splits": [[8], [4, 4], [3, 3]]}}),
            format!(
                "{at}/request/splits/2: found 6 nodes, but the first split has 8\n  Give all splits the same number of nodes."
            ),
        ),
        (
            json!({"nodes": 1, "run_s": 1, "spread": {"table": [1, 2]}}),
            format!(
                "{at}/spread/table: found 2 factors; 4 are required: for 1, 2, 3, and 4 or more clusters\n  \
                 Write [1, 1.5, 2.4, 3.75]."
            ),
        ),
        (
            json!({"nodes": 1, "run_s": 1, "spread": {"chain": {"k": -1}}}),
            format!(
                "{at}/spread/chain/k: found -1, allowed are numbers from 0 to 1000000\n  The smallest allowed value is 0."
            ),
        ),
        (
            json!({"malleable": {"min": 4, "max": 2, "amdahl": {"single_s": 1, "serial": 0}}}),
            format!("{at}/malleable/max: found 2, but min is 4\n  Set it to min or more."),
        ),
        (
            json!({"malleable": {"min": 3, "max": 8, "powers_of_two": true, "amdahl": {"single_s": 1, "serial": 0}}}),
            format!("{at}/malleable/min: found 3, allowed are powers of 2\n  Write 2 or 4."),
        ),
        (
            json!({"moldable": {"min": 1, "max": 2}}),
            format!("{at}/moldable: one of amdahl, downey, fitted, run_times_s is required"),
        ),
        (
            json!({"moldable": {"min": 1, "max": 2, "run_times_s": [[2, 9], [2, 8]]}}),
            format!("{at}/moldable/run_times_s/1/0: found 2 nodes after 2; sizes must be in ascending order"),
        ),
        (
            json!({"nodes": 4, "malleable": {"min": 1, "max": 2, "run_times_s": [[2, 9]]}}),
            format!(
                "{at}/nodes: \"nodes\" is not allowed in a job with \"malleable\"\n  \
                 Leave it out: the job runs in one cluster; its sizes and runtimes are given there."
            ),
        ),
        (
            json!({"sweep": {"tasks": 1, "run_s": 1}, "moldable": {}}),
            format!("{at}: found moldable and sweep; only one of them is allowed"),
        ),
        (
            json!({"sweep": {"tasks_s": [1], "tasks": 1}}),
            format!(
                "{at}/sweep/tasks: \"tasks\" is not allowed together with \"tasks_s\"\n  Leave out one of them."
            ),
        ),
        (
            json!({"run_s": 1, "request": {"fixed": [[2, 1], [1, 10], [1, 10]]}, "inputs": [{"bytes": 1, "sites": [0, 7]}]}),
            format!(
                "{at}/request/fixed/0/0: there is no cluster 2; the 2 clusters are counted from 0\n\
                 {at}/request/fixed/2/1: 20 nodes are requested in cluster 1 (South), which has 16\n  \
                 Request fewer nodes, or make the cluster larger.\n\
                 {at}/inputs/0/sites/1: there is no cluster 7; the 2 clusters are counted from 0"
            ),
        ),
    ] {
        assert_eq!(diagnostics(&grid(&json!([job]))), expected, "{job}");
    }
    let unknown = diagnostics(&grid(&json!([{"nodes": 1, "run_s": 1, "moldabel": 1}])));
    assert!(unknown.starts_with("warning: /workload/0/grid_jobs/0/moldabel"), "{unknown}");
    assert!(unknown.ends_with("Did you mean `moldable`?"), "{unknown}");
}

#[test]
fn tasks_count_towards_the_limit_of_listed_jobs() {
    let sweep = json!({"sweep": {"tasks": 200_000, "run_s": 1}});
    assert_eq!(diagnostics(&grid(&json!([sweep]))), "");
    assert_eq!(
        diagnostics(&grid(&json!([sweep, {"nodes": 1, "run_s": 1}]))),
        "error: /workload: the scenario contains 200001 jobs and tasks; at most 200000 are allowed\n  \
         Put them into a separate file and reference it."
    );
    let wrong = vec![json!({"nodes": 0, "run_s": 1}); 1000];
    let all = read(&grid(&json!(wrong)).to_string()).diagnostics;
    assert_eq!((all.len(), all[100].to_string().as_str()), (101, "note: and 900 more like these"));
}

#[test]
fn jobs_that_no_idle_grid_can_place_are_reported() {
    let flexible = json!({"nodes": 40, "run_s": 1, "request": "flexible"});
    assert_eq!(
        warnings(&grid(&json!([
            {"nodes": 32, "run_s": 1},
            {"nodes": 33, "run_s": 1},
            {"run_s": 1, "request": {"components": [32, 16]}},
            flexible,
            {"malleable": {"min": 64, "max": 64, "run_times_s": [[1, 1]]}},
            {"sweep": {"tasks": 1000, "run_s": 1}},
        ]))),
        "warning: /workload: job 2 needs 33 nodes, and Worst Fit cannot place it even on an idle grid: it is rejected\n\
         warning: /workload: job 4 needs 40 nodes, and Worst Fit cannot place it even on an idle grid: it is rejected\n\
         warning: /workload: job 5 needs 64 nodes, and Worst Fit cannot place it even on an idle grid: it is rejected\n  \
         Make a cluster larger, or choose another placement policy."
    );
}

#[test]
fn too_many_computations_of_components_are_rejected() {
    let single = |workflows: u32| {
        let parameters = json!({"units": 1_000, "messages": 100, "workflows": workflows});
        let mut value = grid(&json!([]));
        value["workload"] = json!([
            {"generator": "hoc-single", "parameters": parameters},
            {"hoc_workflows": [{"hocs": [{"pattern": "farm", "units": 1, "messages": 1, "message_mb": 1}]}]},
        ]);
        build(&scenario(&value), 0, &Files::new(), 0).err()
    };
    let told = single(100).expect("a refusal");
    assert_eq!(
        told.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "error: /workload: the components have 10000001 computations (units times messages); at most 10000000 are allowed\n  Use fewer workflows, or fewer messages."
        ]
    );
    assert!(single(99).is_none());
}

/// A home that does not exist is an error, not the same as no home.
#[test]
fn a_home_beyond_the_clusters_is_rejected() {
    let clusters = grid(&json!([]))["platform"]["clusters"].as_array().map_or(0, Vec::len);
    let told = |home: usize| {
        let mut value = grid(&json!([]));
        let parameters = json!({"units": 2, "messages": 1, "home": home});
        value["workload"] = json!([{"generator": "hoc-single", "parameters": parameters}]);
        let refused = build(&scenario(&value), 0, &Files::new(), 0).err().unwrap_or_default();
        refused.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!((told(0), told(clusters)), (vec![], vec![]));
    let refused = format!(
        "error: /workload: the home of workflow 1 is cluster {} (counted from 1), but there are {clusters} clusters\n  \
         Use an existing cluster as home, or 0 for none.",
        clusters + 1
    );
    assert_eq!(told(clusters + 1), [refused]);
}

/// Two systems that both run plain jobs, the second one as jobs of a grid.
#[test]
fn plain_jobs_run_on_a_grid_too() {
    let mut value = super::base();
    value["compare"] = json!([{"kind": "koala", "parameters": {"startup_s": 5}}]);
    let compared = scenario(&value);
    assert_eq!(compared.variant_names(), ["Batch queues, EASY", "KOALA grid, Worst Fit"]);
    let starts = |variant| {
        let mut built = build(&compared, variant, &Files::new(), 0)
            .unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
        assert!(built.run.advance(Budget::ALL).done);
        built.run.trace().subjects.start.iter().map(|start| start.rounded_seconds()).collect::<Vec<i64>>()
    };
    // 3, 2 and 1 of 4 nodes for 10, 10 and 1 s: EASY backfills the gap, and so does the scan of the placement queue.
    assert_eq!((starts(0), starts(1)), (vec![0, 10, 1], vec![5, 20, 6]));
}

#[test]
fn systems_that_cannot_run_the_same_work_are_reported() {
    let mut value = grid(&json!([{"nodes": 1, "run_s": 1}]));
    value["compare"] = json!([{"kind": "batch"}, {"kind": "workflow"}]);
    assert_eq!(
        diagnostics(&value),
        "error: /compare/0/kind: this system runs jobs, but the workload contains grid jobs: all systems of a scenario run the same workload\n  Use a separate scenario.\n\
         error: /compare/1/kind: this system runs workflows, but the workload contains grid jobs: all systems of a scenario run the same workload\n  Use a separate scenario."
    );
    value["compare"] = json!([]);
    value["system"] = json!({"kind": "batch"});
    assert_eq!(
        diagnostics(&value),
        "error: /workload/0: this part contains grid jobs, but the system (Batch queues) runs jobs\n  \
         Systems that run grid jobs: koala."
    );
}

#[test]
fn background_needs_plain_jobs_and_a_system_that_supports_it() {
    let local = json!([{"jobs": {"submit_s": [0], "run_s": [1], "nodes": [1]}}]);
    let mut value = super::base();
    value["background"] = local.clone();
    assert_eq!(
        diagnostics(&value),
        "error: /background/0: this part contains jobs, but the system (Batch queues) supports only machine absences in the background\n  \
         Move it to the workload."
    );
    let mut value = grid(&json!([{"nodes": 1, "run_s": 1}]));
    value["background"] = json!([local[0], {"grid_jobs": []}, {"generator": "grid-sweep"}]);
    assert_eq!(
        diagnostics(&value),
        "error: /background/1: this part contains grid jobs, but the system (KOALA grid) supports only local jobs or background traffic in the background\n  \
         Move it to the workload.\n\
         error: /background/2: this part contains grid jobs, but the system (KOALA grid) supports only local jobs or background traffic in the background\n  \
         Move it to the workload."
    );
    value["background"] = json!([{"jobs": {"submit_s": [0], "run_s": [], "nodes": [0]}}]);
    assert_eq!(
        diagnostics(&value),
        "error: /background/0/jobs/nodes/0: found 0, allowed are whole numbers from 1 to 1000000"
    );
}

#[test]
fn local_jobs_run_at_home_or_round_robin() {
    let mut value = grid(&json!([{"nodes": 1, "run_s": 1}]));
    value["background"] = json!([
        {"jobs": {"submit_s": [9, 0, 0, 0, 0], "run_s": [1, 1, 1, 1, 1], "nodes": [1, 2, 3, 4, 17], "home": [1, null, null, 7, 1]}},
        {"generator": "poisson", "parameters": {"jobs": 3}},
    ]);
    let read = scenario(&value);
    let mut built = built(&read);
    assert_eq!(
        built.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "warning: /background: local job 5 needs 17 nodes, but its cluster South has 16: it is rejected\n  Make a cluster larger."
        ]
    );
    built.run.advance(Budget::ALL);
    let subjects = &built.run.trace().subjects;
    // The one grid job, then the local jobs in order of arrival: 2, 3, 4, (5) and, among those of the generator, 1.
    let of = |i: usize| (subjects.number[i], subjects.nodes[i], subjects.cluster[i]);
    assert_eq!([1, 2, 3].map(of), [(2, 2, 1), (3, 3, 0), (4, 4, 1)]);
    let submitted = &subjects.submit[1..];
    assert!(submitted.len() == 8 && submitted.is_sorted());
    // Another random stream than that of the same generator in the workload.
    value["workload"] = json!([value["background"][1]]);
    value["background"] = json!([value["workload"][0]]);
    let mut twice = self::built(&scenario(&value)).run;
    twice.advance(Budget::ALL);
    let subjects = &twice.trace().subjects;
    assert_ne!(subjects.submit[..3], subjects.submit[3..]);
}

#[test]
fn links_and_overrides_support_background_load() {
    let mut value = grid(&json!([{"nodes": 1, "run_s": 1}]));
    value["background"] = json!([{"generator": "poisson", "parameters": {"jobs": 3}}]);
    let before = scenario(&value);
    let link = crate::decode_link(&crate::encode_link(&value.to_string(), &[], ""));
    assert_eq!(read(&link.scenario.expect("a scenario")).scenario.as_ref(), Some(&before));
    let changes = [("jobs".to_owned(), "5".to_owned())].into();
    let (changed, diagnostics) = crate::apply_overrides(&before, &changes);
    assert_eq!(
        (changed.to_value()["background"][0]["parameters"]["jobs"].as_u64(), diagnostics),
        (Some(5), vec![])
    );
}

/// Background traffic exists only on shared links.
#[test]
fn background_traffic_without_shared_links_is_reported() {
    let idle = "warning: /background: background traffic has no effect: it occupies shared links only, and links are not shared here\n  \
                Enable Shared links (shared_links), or leave out the traffic.";
    let workflow = json!([{"generator": "fork-join"}]);
    for (kind, workload) in [("workflow", workflow), ("koala", super::base()["workload"].clone())] {
        let mut value = super::base();
        (value["workload"], value["system"]) = (workload, json!({"kind": kind}));
        assert_eq!(warnings(&value), "");
        value["background"] = json!([{"generator": "background-traffic"}]);
        assert_eq!(warnings(&value), idle, "{kind}");
        value["system"]["parameters"] = json!({"shared_links": true});
        assert_eq!(warnings(&value), "");
    }
}

/// Limits use the assumed speed of machines, runtimes use the actual speed.
#[test]
fn a_queue_that_assumes_another_machine_speed_is_reported() {
    let mut value = super::base();
    value["platform"] = json!({"preset": "superlink-online"});
    value["workload"] = json!([{"generator": "divisible-two"}]);
    value["system"] = json!({"kind": "hierarchy"});
    assert_eq!(warnings(&value), "");
    value["system"]["parameters"] = json!({"queues": [
        {"grid": 1, "t_q_s": 360, "t_e_s": 180, "kflops": 630_000},
        {"level": 2, "grid": 2, "t_q_s": 9_600, "t_e_s": 9_600, "kflops": 1_100_000},
    ]});
    assert_eq!(
        warnings(&value),
        "warning: /system/parameters/queues/1/kflops: queue 2 assumes machines of 1100000 KFlop/s, but those of its grids have 775251 KFlop/s on average\n  Limits use P (kflops), runtimes use the machine speeds: set P to their mean."
    );
    value["system"]["parameters"]["scheme"] = json!("fcfs");
    assert_eq!(warnings(&value), "", "a scheme that makes its queues asks for none of that");
}
