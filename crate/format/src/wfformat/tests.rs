use crate::Question;
use crate::workflow::testing::{diagnostics_text, facts_text, read_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

const NEW: &str = r#"{"name": "run", "schemaVersion": "1.5", "workflow": {
  "specification": {"tasks": [
    {"name": "split", "id": "split_1", "parents": [], "children": ["work_2"], "inputFiles": ["x"], "outputFiles": ["y"]},
    {"name": "work", "id": "work_2", "parents": ["split_1"], "children": [], "inputFiles": ["y"], "outputFiles": null}],
    "files": [{"id": "x", "sizeInBytes": 10}, {"id": "y", "sizeInBytes": 20}]},
  "execution": {"makespanInSeconds": 9, "tasks": [
    {"id": "work_2", "runtimeInSeconds": 2.5, "coreCount": 2.0, "machines": ["m"], "command": {"program": "w.sh", "arguments": []}},
    {"id": "split_1", "runtimeInSeconds": "1", "machines": ["m"], "command": {"program": "a long\nscript"}},
    {"id": "stage_3", "runtimeInSeconds": 4}],
    "machines": [{"nodeName": "m", "cpu": {"coreCount": 4, "speedInMHz": 1200}}]}},
  "runtimeSystem": {"name": "Pegasus", "version": "5.0"}}"#;

#[test]
fn version_1_5_joins_specification_and_execution() {
    let expected = "split_1(split) 1 1 <> in=x:10 out=y:20\nwork_2(w.sh) 2.5 2 <split_1> in=y:20 out=\n";
    assert_eq!(workflow_text(NEW), expected);
    assert_eq!(
        diagnostics_text(NEW),
        "warning: 1 executed task is not in the specification: ignored (`stage_3`)"
    );
    let facts = facts_text(NEW);
    for fact in [
        "Format: WfFormat 1.5\n",
        "Name in the file: run\n",
        "Recorded makespan: 9 s\n",
        "Runtime system: Pegasus 5.0\n",
        "Recorded machines: m (4 cores of 1200 MHz)\n",
        "Recorded placement of tasks: 2 on m\n",
    ] {
        assert!(facts.contains(fact), "{facts}");
    }
    let report = read_text(NEW, &Settings::default()).expect("a workflow").report;
    assert_eq!((report.processors, report.processors_from), (Some(4), "the cores of the recorded machines"));
}

/// A workflow of version 1.3 of these tasks.
fn old(tasks: &str) -> String {
    format!(r#"{{"schemaVersion": "1.3", "workflow": {{"tasks": [{tasks}]}}}}"#)
}

#[test]
fn old_versions_name_their_parents() {
    let task = |name: &str, rest: &str| format!(r#"{{"name": "{name}", "type": "compute", {rest}}}"#);
    let text = old(&[
        task("split_ID01", r#""id": "ID01", "runtime": 3, "runtimeInSeconds": 4, "parents": [], "files": [{"link": "output", "name": "y", "size": 7, "sizeInBytes": 8}]"#),
        task("work_ID02", r#""id": "ID02", "category": "w", "runtime": 5.5, "cores": 1.0, "memory": 5, "parents": ["split_ID01"], "files": [{"link": "input", "name": "y", "size": 7}, {"link": "log", "name": "z"}]"#),
        task("end", r#""runtime": 0, "parents": ["ID02"], "children": [], "command": null"#),
    ]
    .join(","));
    let expected = "\
split_ID01(split) 4 1 <> in= out=y:8
work_ID02(w) 5.5 1 <split_ID01> in=y:8 out=
end(end) 0 1 <work_ID02> in= out=
";
    assert_eq!(workflow_text(&text), expected);
    let expected = "\
note: 1 use of a file is neither input nor output: nothing is transferred (`z`)
note: 1 file has different sizes in different tasks: the size given by the producer is used (`y`)
note: 1 dependency without a file: nothing is transferred there (work_ID02 to end)";
    assert_eq!(diagnostics_text(&text), expected);
    assert_eq!(workflow_text(&text.replace("\"tasks\"", "\"jobs\"")), workflow_text(&text));
}

#[test]
fn parents_and_children_are_united() {
    let text = old(
        r#"{"name": "a", "runtime": 1, "children": ["b", "c"]}, {"name": "b", "runtime": 1, "parents": ["a"], "childrens": ["b", "d"]},
        {"name": "c", "runtime": 1, "children": ["b"]}, {"name": "d", "runtime": 1, "parents": ["c"], "children": ["c"]}"#,
    );
    let expected = "\
a(a) 1 1 <> in= out=
b(b) 1 1 <a,c> in= out=
c(c) 1 1 <a> in= out=
d(d) 1 1 <b,c> in= out=
";
    assert_eq!(workflow_text(&text), expected);
    let expected = "\
warning: 2 dependencies in `children` left out: contrary to `parents` (b to b; d to c)
note: 4 dependencies are listed in only one of `parents` and `children`: used
note: 5 dependencies without a file: nothing is transferred there (a to b; c to b; a to c; b to d; c to d)";
    assert_eq!(diagnostics_text(&text), expected);
}

/// Files of Nextflow in version 1.4: no dependencies, and names that repeat.
#[test]
fn files_give_the_graph_if_nothing_else_does() {
    let text = old(
        r#"{"name": "N", "id": "1", "runtime": 1, "parents": [], "files": [{"link": "output", "name": "y", "size": 1}]},
        {"name": "N", "id": 2, "runtime": 1, "parents": [], "files": [{"link": "input", "name": "y", "size": 1}]}"#,
    );
    assert_eq!(workflow_text(&text), "1(N) 1 1 <> in= out=y:1\n2(N) 1 1 <1> in=y:1 out=\n");
    let question = Question { parameter: "data_edges", answer: true };
    assert_eq!(read_text(&text, &Settings::default()).expect("a workflow").report.question, Some(question));
    assert_eq!(
        diagnostics_text(&text),
        "note: data_edges: 1 time a task reads a file that another task writes, without a dependency in the workflow \
         (1 to 2): the dependency is added"
    );
    let off = Settings::default().with("data_edges", Value::Bool(false));
    assert_eq!(workflow_text_with(&text, &off), "1(N) 1 1 <> in= out=y:1\n2(N) 1 1 <> in=y:1 out=\n");
    // With one dependency declared, files add none.
    let one = text.replace(
        "\"id\": 2, \"runtime\": 1, \"parents\": []",
        "\"id\": 2, \"runtime\": 1, \"parents\": [\"1\"]",
    );
    let question = read_text(&one, &Settings::default()).expect("a workflow").report.question;
    assert_eq!(question, None);
}

#[test]
fn impossible_workflows_are_refused_by_name() {
    let cases = [
        (old(""), "error: there is no task in the workflow"),
        (
            r#"{"workflow": null, "schemaVersion": "1.5"}"#.to_owned(),
            "error: there is no `workflow` in the file",
        ),
        (old(r#"{"name": "a", "parents": ["b"]}"#), "error: parents: unknown task `b`"),
        (old(r#"{"name": "a", "parents": ["a"]}"#), "error: the task `a` depends on itself"),
        (old(r#"{"name": "a"}, {"name": "a"}"#), "error: two tasks have the id `a`"),
        (old(r#"{"runtime": 1}"#), "error: a task has no name and no id"),
        (
            old(r#"{"name": "a", "id": 1}, {"name": "a", "id": 2}, {"name": "b", "parents": ["a"]}"#),
            "error: several tasks have the name `a`, which a dependency refers to",
        ),
        (
            old(
                r#"{"name": "a", "parents": ["b"]}, {"name": "b", "children": ["a"], "parents": ["c"]}, {"name": "c", "parents": ["a"]}"#,
            ),
            "error: the dependencies of the tasks form a cycle: c -> b -> a -> c",
        ),
        (
            old("{\"name\": \"a\",\n \"parents\": 5}"),
            "error: line 2: the JSON is no workflow in the WfFormat: invalid type: integer `5`, expected a list (column 13)",
        ),
        (
            old("{\"name\": \"a\", \"runtime\": \"soon\"}"),
            "error: line 1: the JSON is no workflow in the WfFormat: invalid type: string \"soon\", expected a number (column 79)",
        ),
        (
            old("{\"files\": [{}]}"),
            "error: line 1: the JSON is no workflow in the WfFormat: missing field `name` (column 61)",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics_text(&text), expected, "{text}");
    }
    let cut = diagnostics_text(&NEW[..NEW.len() / 2]);
    assert!(cut.contains("the JSON ends in column "), "{cut}");
}

#[test]
fn invalid_values_are_replaced() {
    let text = old(
        r#"{"name": "a", "runtime": -1, "cores": 0, "files": [{"name": "f", "link": "input", "size": 1e30}]}"#,
    );
    assert_eq!(workflow_text(&text), "a(a) 0 1 <> in=f:1000000 out=\n");
    let expected = "\
warning: 1 negative value replaced by 0 (runtime `-1`)
warning: 2 values are invalid and ignored (cores `0`; size `1000000000000000000000000000000`)
note: default_size_mb: 1 file without a size: 1 MB is used";
    assert_eq!(diagnostics_text(&text), expected);
}

/// The same workflow in both formats of Pegasus.
#[test]
fn a_dax_of_the_same_workflow_gives_the_same() {
    let dax = r#"<adag><job id="split_1" name="split" runtime="1"><uses file="x" link="input" size="10"/><uses file="y" link="output" size="20"/></job>
<job id="work_2" name="w.sh" runtime="2.5" cores="2"><uses file="y" link="input" size="20"/></job>
<child ref="work_2"><parent ref="split_1"/></child></adag>"#;
    assert_eq!(workflow_text(NEW), workflow_text(dax));
}

#[test]
fn deep_and_long_files_are_refused() {
    let deep = format!(r#"{{"schemaVersion": "1.5", "workflow": {{"x": {}"#, "[".repeat(5_000_000));
    let told = diagnostics_text(&deep);
    assert!(told.contains("the JSON ends in column "), "{told}");
    let many = old(&vec!["{}"; 1_000_001].join(","));
    assert!(diagnostics_text(&many).contains("a list has more than 1,000,000 entries"));
}
