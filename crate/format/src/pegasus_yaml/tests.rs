use crate::workflow::testing::{diagnostics_text, facts_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

const WORKFLOW: &str = "\
x-pegasus: {apiLang: python}
pegasus: 5.0.4
name: two words
siteCatalog:
  $ref: \"https://example.org/sites.yml\"
replicaCatalog:
  replicas:
  - {lfn: f.a, pfns: [], metadata: {size: 100}}
jobDependencies:
- id: ID1
  children: [sub]
jobs:
- type: job
  id: ID1
  name: preprocess
  profiles: {pegasus: {runtime: '12.5', cores: 2}, env: {X: 1}}
  arguments: [-i, f.a, 1, 1.1]
  uses:
  - {lfn: f.a, type: input}
  - lfn: f.b
    metadata: {size: \"2048\"}
    type: output
- type: pegasusWorkflow
  id: sub
  file: inner.yml
  uses:
  - {lfn: f.b, type: input}
  - {lfn: f.c, type: output}
  - {lfn: c.pt, type: checkpoint}
- {type: job, id: ID3, name: wc, uses: [{lfn: f.c, type: input}]}
";

#[test]
fn workflows_of_pegasus_5() {
    let expected = "\
ID1(preprocess) 12.5 2 <> in=f.a:100 out=f.b:2048
sub(inner.yml) 10 1 <ID1> in=f.b:2048 out=f.c:1000000
ID3(wc) 10 1 <sub> in=f.c:1000000 out=
";
    assert_eq!(workflow_text(WORKFLOW), expected);
    let off = Settings::default().with("data_edges", Value::Bool(false));
    assert_eq!(workflow_text_with(WORKFLOW, &off), expected.replace("10 1 <sub>", "10 1 <>"));
    let expected = "\
note: default_run_s: 2 jobs without a runtime: 10 s is used
note: line 23: 1 nested workflow: each is treated as one task (line 23: `sub`)
note: line 29: 1 use of a file is neither input nor output: nothing is transferred (line 29: `c.pt`)
note: default_size_mb: 1 file without a size: 1 MB is used
note: data_edges: 1 time a task reads a file that another task writes, without a dependency in the workflow (sub to \
ID3): the dependency is added, as in Pegasus";
    assert_eq!(diagnostics_text(WORKFLOW), expected);
    assert!(facts_text(WORKFLOW).starts_with("Format: Pegasus 5.0.4\nName in the file: two words\n"));
}

#[test]
fn other_files_of_pegasus_are_refused_by_name() {
    let cases = [
        (
            "pegasus: \"5.0\"\nsites:\n- name: local\n",
            "error: the file is a site catalogue of Pegasus, not a workflow",
        ),
        (
            "pegasus: '5.0'\nreplicas: []\n",
            "error: the file is a replica catalogue of Pegasus, not a workflow",
        ),
        (
            "pegasus: '5.0'\ntransformations: []\n",
            "error: the file is a transformation catalogue of Pegasus, not a workflow",
        ),
        ("pegasus: '5.0'\nname: x\n", "error: there are no `jobs` in the workflow"),
        ("pegasus: '5.0'\njobs: []\n", "error: there is no job in the workflow"),
        ("pegasus: '5.0'\njobs: x\n", "error: line 2: `jobs` is no list"),
        ("pegasus: '5.0'\njobs:\n- name: x\n", "error: line 3: a job has no `id`"),
        (
            "pegasus: '5.0'\njobs:\n- id: a\n- id: a\n",
            "error: line 4: two jobs have the id `a`; the first is in line 3",
        ),
        (
            "pegasus: '5.0'\njobs:\n- id: a\njobDependencies:\n- id: a\n  children: [b]\n",
            "error: line 6: jobDependencies: unknown job `b`",
        ),
        (
            "pegasus: '5.0'\njobs:\n- id: a\njobDependencies:\n- id: a\n  children: [a]\n",
            "error: line 5: the job `a` depends on itself",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics_text(text), expected, "{text}");
    }
    let broken = diagnostics_text("pegasus: '5.0'\njobs: [\n- id: a\n");
    assert!(broken.contains("the YAML is broken: "), "{broken}");
}

/// Pegasus writes JSON as well.
#[test]
fn workflows_in_json_are_the_same() {
    let text = r#"{"pegasus": "5.0", "name": "w", "jobs": [{"type": "job", "name": "p", "id": "a", "arguments": [], "uses": []},
        {"type": "job", "name": "q", "id": "b", "arguments": [], "uses": []}], "jobDependencies": [{"id": "a", "children": ["b"]}]}"#;
    assert_eq!(crate::recognise("w", text.as_bytes()).map(|format| format.entry.id), Ok("pegasus-yaml"));
    let report = crate::workflow::testing::read_text(text, &Settings::default()).expect("a workflow").report;
    assert_eq!(report.read, 2);
}
