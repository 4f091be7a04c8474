use crate::workflow::testing::{diagnostics_text, read_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

fn format(text: &str) -> &'static str {
    read_text(text, &Settings::default()).expect("a workflow").report.format
}

#[test]
fn workflows_of_the_cloud_workflow_simulator() {
    let text = "# files\nFILE x 100\nFILE y 2000\n\nINPUTS b y z\nTASK a split 2.5\nTASK b work 40\nEDGE a b\nOUTPUTS a y\nINPUTS a x";
    let expected = "\
a(split) 2.5 1 <> in=x:100 out=y:2000
b(work) 40 1 <a> in=y:2000,z:1000000 out=
";
    assert_eq!((format(text), workflow_text(text)), ("cws-dag", expected.to_owned()));
    assert_eq!(diagnostics_text(text), "note: default_size_mb: 1 file without a size: 1 MB is used");
    // Without EDGE lines, the files determine the graph.
    let files = text.replace("EDGE a b\n", "");
    assert_eq!(workflow_text(&files), expected);
    let off = Settings::default().with("data_edges", Value::Bool(false));
    assert!(workflow_text_with(&files, &off).contains("b(work) 40 1 <> in="));
}

#[test]
fn workflows_of_dagman() {
    let text = "# a diamond\nConfig dag.config\nJob  A  a.sub DIR x\nJOB B b.sub NOOP\njob C {\n executable = /bin/c\n}\n\
                SUBDAG EXTERNAL D inner.dag\nFINAL end end.sub\nPARENT A CHILD B C\nparent B C child D\nRETRY A 3\nSCRIPT PRE A x.sh\n";
    let expected = "\
A(a.sub) 10 1 <> in= out=
B(b.sub) 0 1 <A> in= out=
C() 10 1 <A> in= out=
D(inner.dag) 10 1 <B,C> in= out=
end(end.sub) 10 1 <D> in= out=
";
    assert_eq!((format(text), workflow_text(text)), ("dagman", expected.to_owned()));
    let expected = "\
note: default_run_s: 4 jobs without a runtime: 10 s is used
note: line 8: 1 nested workflow: each is treated as one task (line 8: `D`)
note: line 2: 3 lines are not used, because the key word has no effect here (line 2: CONFIG; line 12: RETRY; line 13: SCRIPT)";
    assert_eq!(diagnostics_text(text), expected);
}

#[test]
fn workflows_of_pegasus_mpi_cluster() {
    let text = "#NODES\nTASK a -c 2 -m 100 bash -c \"x -c 9\"\nTASK b /bin/echo one\nTASK c --request-cpus two run\nEDGE a b\nEDGE b c\n";
    let expected = "a(bash) 10 2 <> in= out=\nb(/bin/echo) 10 1 <a> in= out=\nc(run) 10 1 <b> in= out=\n";
    assert_eq!((format(text), workflow_text(text)), ("pmc-dag", expected.to_owned()));
    let expected = "\
note: default_run_s: 3 tasks without a runtime: 10 s is used
warning: line 4: 1 value is invalid and ignored (line 4: cores `two`)";
    assert_eq!(diagnostics_text(text), expected);
}

#[test]
fn broken_workflows_are_refused_with_their_line() {
    let cases = [
        ("FILE a 1\nTASK t\n", "error: line 2: the line is incomplete: it needs `TASK id name runtime`"),
        ("FILE a 1\nTASK t x 1\nINPUTS u a\n", "error: line 3: unknown task `u`"),
        (
            "FILE a 1\nTASK t x 1\nTASK t x 1\n",
            "error: line 3: two tasks have the name `t`; the first task is in line 2",
        ),
        ("FILE a 1\n", "error: there is no task in the file"),
        ("JOB A a.sub\nPARENT A CHILD A\n", "error: line 2: `A` depends on itself"),
        ("JOB A a.sub\nPARENT A\n", "error: line 2: the line is incomplete: it needs `PARENT .. CHILD ..`"),
        ("JOB A a.sub\nPARENT A CHILD B\n", "error: line 2: unknown job `B`"),
        (
            "JOB A a.sub\nJOB B b.sub\nPARENT A CHILD B\nPARENT B CHILD A\n",
            "error: the dependencies of the tasks form a cycle: B -> A -> B",
        ),
        ("TASK a run it now\nEDGE a b\n", "error: line 2: EDGE needs"),
    ];
    for (text, expected) in cases {
        let found = diagnostics_text(text);
        if expected.ends_with("EDGE needs") {
            assert_eq!(found, "error: line 2: unknown task `b`");
        } else {
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[test]
fn large_products_of_parents_and_children_are_refused() {
    let names: String = (0..4_000).map(|i| format!(" n{i}")).collect();
    let text = format!("JOB A a.sub\nPARENT{names} CHILD{names}\n").replace("CHILD n0", "CHILD m0");
    assert_eq!(
        diagnostics_text(&text),
        "error: line 2: there are more than 10,000,000 dependencies, which is the limit"
    );
}
