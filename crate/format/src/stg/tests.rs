use crate::workflow::testing::{diagnostics_text, facts_text, read_text, workflow_text, workflow_text_with};
use ganttlet_core::entry::{Settings, Value};

#[test]
fn graphs_lose_their_dummies() {
    // The first line counts the dummies or not.
    for count in [3, 5] {
        let text = format!("  {count} \n 0 0 0 \n1\t4\t1\t0\n 3 2.5 1 1\n 2 6 1 1\n 4 0 2 2 3 \n# the end\n");
        assert_eq!(
            workflow_text(&text),
            "1() 4 1 <> in= out=\n3() 2.5 1 <1> in= out=\n2() 6 1 <1> in= out=\n"
        );
        assert_eq!(diagnostics_text(&text), "");
        assert!(facts_text(&text).contains("Dummy tasks removed: 2\n"));
        let kept = Settings::default().with("dummies", Value::Bool(true)).with("unit_s", Value::Number(2.0));
        let all = workflow_text_with(&text, &kept);
        assert!(
            all.starts_with("0() 0 1 <> in= out=\n1() 8 1 <0>") && all.ends_with("4() 0 1 <3,2> in= out=\n")
        );
    }
}

#[test]
fn the_prototype_form_has_processors() {
    let text = "   2   16\n   1   10   0\n   2   8   1   1\n   3   0   1   2";
    assert_eq!(workflow_text(text), "1() 10 1 <> in= out=\n2() 8 1 <1> in= out=\n");
    let report = read_text(text, &Settings::default()).expect("a graph").report;
    assert_eq!((report.processors, report.processors_from), (Some(16), "the first line of the graph"));
}

#[test]
fn communication_costs_become_files() {
    let text = "# a comment\n\t3\t2\n\t0\t3\t0\n\t1\t5\t1\n\t\t\t0\t2\n\t2\t4\t2\n\t\t0\t0\n\t\t1 4\n# end\n";
    let settings = Settings::default().with("cost_mb", Value::Number(1.0));
    let expected = "\
0() 3 1 <> in= out=0 to 1:2000000
1() 5 1 <0> in=0 to 1:2000000 out=1 to 2:4000000
2() 4 1 <0,1> in=1 to 2:4000000 out=
";
    assert_eq!(workflow_text_with(text, &settings), expected);
    // Some generators write each predecessor with its cost in the line of the task.
    let inline = "3\t2\n0 3 0\n1 5 1 0 2\n2 4 2 0 0 1 4\n";
    assert_eq!(workflow_text_with(inline, &settings), expected);
    assert!(
        diagnostics_text(text)
            .starts_with("note: cost_mb: communication costs become files of 125 MB per unit")
    );
}

#[test]
fn broken_graphs_are_refused_with_their_line() {
    let cases = [
        ("2\n1 5 0\n2 5 1 7\n", "error: line 3: predecessors: unknown task `7`"),
        ("2\n1 5 0\n1 5 0\n", "error: line 3: two tasks have the number 1; the first is in line 2"),
        ("1\n1 5 1 1\n", "error: line 2: the task 1 is its own predecessor"),
        ("2\n1 5 0\n2 5 2 1\n", "error: line 3: the task has 2 predecessors, but the line lists 1"),
        ("2\n1 5 0\n2 x 0\n", "error: line 3: the processing time is `x`, not a number"),
        ("2\n1 5 0\n2 5 1e9\n", "error: the file ends before all predecessors of its last task"),
        (
            "2\n1 5 0\n2 5\n",
            "error: line 3: a line of a task has its number, processing time and number of predecessors",
        ),
        (
            "3\n1 5 1 3\n2 5 1 1\n3 5 1 2\n",
            "error: the dependencies of the tasks form a cycle: 2 -> 3 -> 1 -> 2",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(diagnostics_text(text), expected, "{text}");
    }
    let cut = diagnostics_text("9\n1 -5 0\n2 5 1 1\n");
    let expected = "\
warning: 1 negative value replaced by 0 (processing time `-5`)
warning: line 1: the file declares 9 tasks, but contains 2 tasks";
    assert_eq!(cut, expected);
}
