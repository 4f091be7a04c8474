use super::{base, with};
use crate::read;
use ganttlet_work::{Item, Workflow};
use serde_json::{Value, json};

fn diagnostics(scenario: &Value) -> String {
    let texts: Vec<String> =
        read(&scenario.to_string()).diagnostics.iter().map(ToString::to_string).collect();
    texts.join("\n")
}

fn assert_diagnostics(cases: &[(Value, &str)]) {
    for (scenario, expected) in cases {
        assert_eq!(diagnostics(scenario), *expected, "{scenario}");
        let refused = read(&scenario.to_string()).scenario.is_none();
        assert_eq!(refused, expected.contains("error: "), "{scenario}");
    }
}

fn without(key: &str) -> Value {
    let mut scenario = base();
    scenario.as_object_mut().expect("an object").shift_remove(key);
    scenario
}

#[test]
fn valid_scenarios_have_no_diagnostics() {
    assert_diagnostics(&[
        (base(), ""),
        (with("/horizon_s", Value::Null), ""),
        (with("/background", json!([])), ""),
    ]);
}

#[test]
fn a_tree_is_read_like_its_text() {
    for value in [base(), with("/seed", json!(-1)), with("/horizon_s", json!(1e5))] {
        let (of_text, of_tree) = (read(&value.to_string()), crate::read_value(value));
        assert_eq!((of_text.scenario, of_text.diagnostics), (of_tree.scenario, of_tree.diagnostics));
    }
}

#[test]
fn mistakes_at_the_top_level() {
    assert_diagnostics(&[
        (json!([]), "error: found a list, allowed is an object with version, platform, workload, system"),
        (without("version"), "error: \"version\" is missing\n  Add \"version\": 1."),
        (
            with("/version", json!(2)),
            "error: /version: made by a newer version of Ganttlet: version 2, supported is up to 1\n  \
             Reload the page, or update the program.",
        ),
        (
            with("/version", json!("1")),
            "error: /version: found \"1\", allowed is 1\n  Write 1 without quotes.",
        ),
        (
            with("/sead", json!(7)),
            "warning: /sead: unknown key \"sead\", ignored; available: version, name, seed, platform, \
             workload, background, edits, system, compare, horizon_s, warm_up_s, measures and 1 more\n  Did you mean `seed`?",
        ),
        (
            with("/seed", json!(-1)),
            "error: /seed: found -1, allowed are whole numbers from 0 to 9007199254740991\n  \
             The smallest allowed value is 0.",
        ),
        (
            with("/seed", json!(1.5)),
            "error: /seed: found 1.5, allowed are whole numbers from 0 to 9007199254740991\n  Write a whole number.",
        ),
        (with("/name", json!("x".repeat(201))), "error: /name: found 201 characters, allowed are 1 to 200"),
        (
            with("/background", json!({"generator": "poisson"})),
            "error: /background: found an object, allowed is a list of parts",
        ),
        (
            with("/horizon_s", json!("3600")),
            "error: /horizon_s: found \"3600\", allowed are numbers from 0 to 10000000000\n  \
             Write 3600 without quotes.",
        ),
        (
            with("/measures", json!("mean-wait")),
            "error: /measures: found \"mean-wait\", allowed is a list of metrics",
        ),
    ]);
}

#[test]
fn mistakes_in_the_platform() {
    let own = |clusters: Value, network: Value| {
        with("/platform", json!({"clusters": clusters, "network": network}))
    };
    assert_diagnostics(&[
        (
            with("/platform/preset", json!("das4")),
            "error: /platform/preset: found \"das4\"; allowed platform presets are das3, das2, auver, das2-measured, das3-g5k, one-cluster, wisconsin-20, \
             opportunistic-pool, superlink-online, federation\n  \
             Did you mean `das3`?",
        ),
        (
            with("/platform/parameters/nodes", json!(0)),
            "error: /platform/parameters/nodes: found 0, allowed are whole numbers from 1 to 1000000\n  \
             The smallest allowed value is 1.",
        ),
        (
            with("/platform/parameters/node", json!(8)),
            "warning: /platform/parameters/node: unknown parameter, ignored; available: nodes\n  Did you mean `nodes`?",
        ),
        (
            with("/platform/clusters", json!([])),
            "error: /platform/clusters: \"clusters\" is not allowed in a platform with \"preset\"\n  \
             Leave out \"preset\", or leave out \"clusters\" and \"network\".",
        ),
        (
            with("/platform", json!({})),
            "error: /platform: \"clusters\" is missing\n  Write \"preset\": \"one-cluster\", or \
             \"clusters\": [{\"name\": \"A\", \"nodes\": 32}].",
        ),
        (
            own(json!([{"name": "A", "nodes": 3}, {"name": "A", "nodes": 2}]), json!({})),
            "error: /platform/clusters/1/name: the name \"A\" is already used by cluster 1\n  \
             Give each cluster a different name.",
        ),
        (
            own(json!([{"nodes": 600_000}, {"nodes": 600_000}]), json!({})),
            "error: /platform/clusters: the clusters have 1200000 nodes in total; at most 1000000 are allowed",
        ),
        (
            own(json!(vec![json!({"nodes": 1}); 1001]), json!({})),
            "error: /platform/clusters: found 1001 clusters; at most 1000 are allowed",
        ),
        (
            own(json!([{"nodes": 4, "speed": 0}]), json!({"latency_ms": [[0.1, 2]]})),
            "error: /platform/clusters/0/speed: found 0, allowed are numbers from 0.001 to 1000\n  \
             The smallest allowed value is 0.001.",
        ),
        (
            own(
                json!([{"nodes": 4}, {"nodes": 4}]),
                json!({"bandwidth_mb_s": [[1, 2], [1]], "latency_ms": [[1, 2]]}),
            ),
            "error: /platform/network/bandwidth_mb_s/1: found a row of length 1 for 2 clusters\n\
             error: /platform/network/latency_ms: found a list of 1 for 2 clusters; one row of numbers per cluster is required\n  \
             Write one number if all values are equal.",
        ),
    ]);
}

#[test]
fn mistakes_in_the_workload() {
    let file = |sha256: &str| json!({"file": {"name": "a.swf", "sha256": sha256, "format": "swf"}});
    assert_diagnostics(&[
        (
            with("/workload", json!([])),
            "error: /workload: found no part; at least one is required\n  Add {\"generator\": \"poisson\"}.",
        ),
        (
            with("/workload/0", json!({})),
            "error: /workload/0: one of generator, file, jobs, grid_jobs, hoc_workflows, workflow, bags, applications, \
             divisible, launchers, absences, traffic is required",
        ),
        (
            with("/workload/0/generator", json!("poisson")),
            "error: /workload/0: found generator and jobs; only one of them is allowed\n  Use a separate part for each.",
        ),
        (
            with("/workload/0/parameters", json!({})),
            "warning: /workload/0/parameters: unknown key \"parameters\", ignored; available: jobs",
        ),
        (
            with("/workload/0/jobs/run_s", json!([1, 2])),
            "error: /workload/0/jobs/run_s: found 2 values; 3 are required, as many as in submit_s",
        ),
        (
            with("/workload/0/jobs/nodes", json!([1, 0, 2.5])),
            "error: /workload/0/jobs/nodes/1: found 0, allowed are whole numbers from 1 to 1000000\n\
             error: /workload/0/jobs/nodes/2: found 2.5, allowed are whole numbers from 1 to 1000000",
        ),
        (
            with("/workload/0/jobs/estimate_s", json!([null, -1, 1e300])),
            "error: /workload/0/jobs/estimate_s/1: found -1, allowed are numbers from 0 to 10000000000 and null\n\
             error: /workload/0/jobs/estimate_s/2: found 1e+300, allowed are numbers from 0 to 10000000000 and null",
        ),
        (
            with("/workload/0/jobs/user", json!([[], {}, "a", "b", "c"])),
            "error: /workload/0/jobs/user/0: found a list, allowed are whole numbers from 0 to 4294967294 and null\n\
             error: /workload/0/jobs/user/1: found an object, allowed are whole numbers from 0 to 4294967294 and null\n\
             error: /workload/0/jobs/user/2: found \"a\", allowed are whole numbers from 0 to 4294967294 and null\n\
             error: /workload/0/jobs/user: 2 more values are not allowed",
        ),
        (
            with("/workload/0/jobs/nodes", json!(vec![1; 200_001])),
            "error: /workload/0/jobs/nodes: found 200001 jobs; at most 200000 are allowed",
        ),
        (
            with("/workload/0", file("abc")),
            "error: /workload/0/file/sha256: found 3 digits, allowed are 64 hexadecimal digits\n  \
             Use the output of `sha256sum` for the file.",
        ),
    ]);
}

#[test]
fn mistakes_in_workflows() {
    let workflow =
        |tasks: Value| with("/workload/0", json!({"workflow": {"tasks": tasks, "files": {"x": 1}}}));
    assert_diagnostics(&[
        (
            workflow(json!([{"id": "a", "run_s": 1}, {"id": "a", "run_s": 1}])),
            "error: /workload/0/workflow/tasks/1/id: the id \"a\" is already used by task 1\n  \
             Give each task a different id.",
        ),
        (
            workflow(
                json!([{"id": "first", "run_s": 1}, {"id": "b", "run_s": 1, "parents": ["fisrt", "b"]}]),
            ),
            "error: /workload/0/workflow/tasks/1/parents/0: there is no task \"fisrt\"\n  Did you mean `first`?\n\
             error: /workload/0/workflow/tasks/1/parents/1: a task cannot depend on itself",
        ),
        (
            workflow(json!([{"id": "a", "run_s": 1, "inputs": ["data.fits"], "outputs": ["x"]}])),
            "error: /workload/0/workflow/tasks/0/inputs/0: there is no file \"data.fits\" in \"files\"\n  \
             Add it to \"files\" with its bytes.",
        ),
        (
            workflow(json!([{"run_s": -1}])),
            "error: /workload/0/workflow/tasks/0: \"id\" is missing\n  Add \"id\": \"a\".\n\
             error: /workload/0/workflow/tasks/0/run_s: found -1, allowed are numbers from 0 to 10000000000\n  \
             The smallest allowed value is 0.",
        ),
    ]);
}

#[test]
fn mistakes_in_the_system() {
    assert_diagnostics(&[
        (
            with("/system/policies", json!({"local": "esay"})),
            "error: /system/policies/local: found \"esay\"; allowed local policies are fcfs, easy, easy-sjbf, \
             conservative, sjf, ljf, easy-node-exact, as-recorded, played, written\n  Did you mean `easy`?",
        ),
        (
            with("/system/policies", json!({"locl": "easy"})),
            "warning: /system/policies/locl: unknown key \"locl\", ignored; available: local, routing, prediction, bound\n  \
             Did you mean `local`?",
        ),
        (
            with(
                "/system",
                json!({
                    "kind": "batch", "policies": {"local": "written", "routing": "written"},
                    "parameters": {"queue_rank": "Area: nods * estimate", "cluster_score": 1},
                }),
            ),
            "error: /system/parameters/queue_rank: unknown name \"nods\" (column 7); available: nodes, estimate, submit, \
             wait\n  Did you mean `nodes`?\n\
             error: /system/parameters/cluster_score: found 1, allowed is an expression over nodes, home, size, free, \
             queued, speed, backlog, place\n  Write it in quotes.",
        ),
        (
            with("/system", json!({"kind": "opportunistic", "policies": {"loss": "written"}})),
            "error: /system/policies/loss: found \"written\"; allowed loss policies are no-replication, \
             single-replication, complete-replication, partial-replication, automatic-replication\n  An expression can be \
             the local policy, the routing policy, the workflow policy, the placement policy, the ordering policy.",
        ),
        (
            with("/system/parameters", json!({"kill_at_estimate": "true"})),
            "error: /system/parameters/kill_at_estimate: found \"true\", allowed are true and false\n  \
             Write true without quotes.",
        ),
        (
            with("/system/parameters", json!({"estimates": "exakt"})),
            "error: /system/parameters/estimates: found \"exakt\"; allowed words are user, exact\n  \
             Did you mean `exact`?",
        ),
        (
            with("/system", json!({"kind": "batch", "policies": {"local": 3}, "name": 5, "set": 7})),
            "error: /system/policies/local: found 3; allowed local policies are fcfs, easy, easy-sjbf, conservative, \
             sjf, ljf, easy-node-exact, as-recorded, played, written\n\
             error: /system/name: found 5, allowed is a text of 1 to 200 characters\n\
             error: /system/set: found 7, allowed is an object of values\n  Example: {\"seed\": 2}.",
        ),
        (
            with("/compare", json!(vec![json!({"kind": "batch"}); 9])),
            "error: /compare: found 9 systems to compare with; at most 8 are allowed",
        ),
        (
            with("/system", json!("batch")),
            "error: /system: found \"batch\", allowed is an object with kind, policies, parameters, name, platform, set, edits, fork",
        ),
        (with("/system", json!({})), "error: /system: \"kind\" is missing\n  Add \"kind\": \"batch\"."),
    ]);
}

#[test]
fn contradictions_between_fields() {
    let mut late = with("/warm_up_s", json!(100));
    late["horizon_s"] = json!(50);
    let task = |parents: Value| json!({"id": "a", "run_s": 1, "parents": parents});
    let other = json!({"id": "b", "run_s": 1, "parents": ["a"]});
    let circle = json!({"workflow": {"tasks": [task(json!(["b"])), other]}});
    let dax = json!({"file": {"name": "a.dax", "sha256": "0".repeat(64), "format": "dax"}});
    let systems = crate::catalog::systems_for(Workflow::KIND).join(", ");
    let hint = format!("Systems that run workflows: {}.", if systems.is_empty() { "none" } else { &systems });
    let wrong = "this part contains workflows, but the system (Batch queues) runs jobs";
    assert_diagnostics(&[
        (
            late,
            "error: /warm_up_s: the warm-up of 100 s does not end before the horizon of 50 s: nothing would be measured\n  \
             Set it below horizon_s.",
        ),
        (with("/workload/0", dax), &format!("error: /workload/0: {wrong}\n  {hint}")),
        (
            with("/workload/0", circle),
            &format!(
                "error: /workload/0: {wrong}\n  {hint}\nerror: /workload/0/workflow/tasks: the dependencies of the tasks form a cycle: b -> a -> b\n  Remove one of these dependencies."
            ),
        ),
        (
            with("/measures", json!(["workflow-makespan"])),
            "warning: /measures/0: workflow-makespan is a metric of workflows, but the system runs jobs\n  Leave it out.",
        ),
    ]);
}

#[test]
fn all_mistakes_are_reported_up_to_a_limit() {
    let mut scenario = with("/seed", json!("x"));
    scenario["platform"]["preset"] = json!("moon");
    scenario["system"]["kind"] = json!("bach");
    let places: Vec<String> = read(&scenario.to_string()).diagnostics.into_iter().map(|d| d.place).collect();
    assert_eq!(places, ["/seed", "/platform/preset", "/system/kind"]);

    let tasks: Vec<Value> = (0..500).map(|_| json!({})).collect();
    let diagnostics =
        read(&with("/workload/0", json!({"workflow": {"tasks": tasks}})).to_string()).diagnostics;
    assert_eq!(diagnostics.len(), 101);
    assert_eq!(diagnostics[100].to_string(), "note: and 900 more like these");
}

/// Suggestions for 200,000 wrong names would take minutes.
#[test]
fn many_mistakes_take_no_time() {
    let keys: serde_json::Map<String, Value> =
        (0..100_000).map(|i| (format!("{i:060}"), Value::Null)).collect();
    let parents: Vec<String> = (0..1000).map(|i| format!("{i:060}")).collect();
    let tasks: Vec<Value> =
        (0..100).map(|i| json!({"id": format!("t{i:060}"), "run_s": 1, "parents": parents})).collect();
    let mut scenario = with("/workload/0", json!({"workflow": {"tasks": tasks}}));
    scenario["system"]["parameters"] = Value::Object(keys);
    let diagnostics = read(&scenario.to_string()).diagnostics;
    assert_eq!(diagnostics[100].to_string(), "note: and 199900 more like these");
}

#[test]
fn errors_are_reported_after_many_warnings() {
    let unknown: String = (0..200).map(|i| format!("\"unknown {i}\": 1, \"unknown {i}\": 2, ")).collect();
    let reading = crate::read(&format!("{{{unknown}\"version\": 1}}"));
    assert!(reading.scenario.is_none());
    assert!(reading.diagnostics.iter().any(ganttlet_core::diagnostic::Diagnostic::is_error));
}

#[test]
fn json_of_other_tools_is_named() {
    let text = r#"{"nb_res": 4, "jobs": [], "profiles": {}}"#;
    let diagnostics = crate::read(text).diagnostics;
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].message, "this is a workload of Batsim (JSON), not a scenario");
}
