use crate::workflow::testing::{diagnostics_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

const WORKFLOW: &str = "\
# A chain.
inputs:
  - name: x
    size: 500
tasks:
  - name: A
    flops: 100
    memory: 1000
    inputs: [x]
    outputs:
      - name: y
        size: 1.5
  - name: B
    flops: 200
    min_cores: 2
    max_cores: 10
    cores_dependency: 0.1
    inputs: [y, z]
    outputs: []
";

#[test]
fn data_gives_the_dependencies() {
    let expected = "\
A() 100 1 <> in=x:500000000 out=y:1500000
B() 110 2 <A> in=y:1500000,z:1000000 out=
";
    assert_eq!(workflow_text(WORKFLOW), expected);
    let faster = Settings::default().with("speed_gflops", Value::Number(10.0));
    assert!(workflow_text_with(WORKFLOW, &faster).starts_with("A() 10 1"));
    let expected = "\
note: line 13: 1 task may use more cores than `min_cores`: the minimum is simulated (line 13: `B`)
note: default_size_mb: 1 file without a size: 1 MB is used";
    assert_eq!(diagnostics_text(WORKFLOW), expected);
}

#[test]
fn impossible_workflows_are_refused() {
    let task = |name: &str, inputs: &str, outputs: &str| {
        format!("- {{name: {name}, inputs: [{inputs}], outputs: [{outputs}],\n  flops: 1}}\n")
    };
    let text = |tasks: &[String]| format!("tasks:\n{}flops: 1\n", tasks.concat());
    let cases = [
        (text(&[task("a", "x", "{name: x}")]), "error: line 2: a task reads what it writes itself"),
        (
            text(&[task("a", "y", "{name: x}"), task("b", "x", "{name: y}")]),
            "error: the dependencies of the tasks form a cycle: b -> a -> b",
        ),
        (
            text(&[task("a", "", "{name: x}"), task("b", "", "{name: x}")]),
            "error: line 4: two tasks write the same data item",
        ),
        (
            text(&[task("a", "", ""), task("a", "", "")]),
            "error: line 4: two tasks have the name `a`; the first is in line 2",
        ),
        ("tasks: []\nflops: 1\n".to_owned(), "error: there is no task in the workflow"),
        ("tasks:\n- {x: 1}\nflops: 1\n".to_owned(), "error: line 2: a task has no `name`"),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics_text(&text), expected, "{text}");
    }
}
