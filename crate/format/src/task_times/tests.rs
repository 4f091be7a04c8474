use crate::{read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::master_worker::MasterWorker;

const LONG: &str = "\
# measured on one machine
Task;iteration;key;seconds
1;1;;8
3;1;2,5;4,25
7;1;;1
3;2;9;5
1;2;1;0
";

const WIDE: &str = "iteration,task 1,task 2,\"task 3\"\n1,8,4.25,1\n\n2,,5,\n3,1e1,,2\n";

fn application(text: &str, settings: &Settings) -> MasterWorker {
    read("my.csv", text.as_bytes(), Some("task-times"), settings).expect("a table").work.take().remove(0)
}

/// Batches as task indices and seconds.
fn batches(application: &MasterWorker) -> Vec<Vec<(u32, f64)>> {
    let batch = |batch: &Vec<ganttlet_work::master_worker::BatchTask>| {
        batch.iter().map(|task| (task.task, task.run.seconds())).collect()
    };
    application.batches.iter().map(batch).collect()
}

fn expected(application: &MasterWorker) -> Vec<f64> {
    application.expected.iter().map(|run| run.seconds()).collect()
}

#[test]
fn a_line_for_every_task() {
    let found = application(LONG, &Settings::default());
    assert_eq!(batches(&found), [vec![(0, 8.0), (1, 4.25), (2, 1.0)], vec![(0, 0.000_001), (1, 5.0)]]);
    assert_eq!((found.name.as_str(), found.keys.as_slice()), ("my", &[1.0, 2.5, 0.0][..]));
    assert_eq!(expected(&found), [8.0, 4.25, 1.0]);
    let report = read("my.csv", LONG.as_bytes(), None, &Settings::default()).expect("a table").report;
    assert_eq!((report.read, report.repaired, report.processors), (5, 1, Some(3)));
    let diagnostics: Vec<String> = report.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(
        diagnostics,
        [
            "warning: my.csv:7: 1 time below 1 microsecond: 1 microsecond is used",
            "warning: my.csv: 1 task without a key: 0 is used"
        ]
    );
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(facts, ["2", "2 to 3", "18.25 s", "8 s"]);
}

#[test]
fn a_line_for_every_iteration() {
    let found = application(WIDE, &Settings::default());
    let expected_batches = [vec![(0, 8.0), (1, 4.25), (2, 1.0)], vec![(1, 5.0)], vec![(0, 10.0), (2, 2.0)]];
    assert_eq!(batches(&found), expected_batches);
    assert!(found.keys.is_empty());
    let mean = Settings::default()
        .with("expected", Value::Choice("mean"))
        .with("factor", Value::Number(2.0))
        .with("sequential_s", Value::Number(3.0));
    let found = application(WIDE, &mean);
    assert_eq!(expected(&found), [18.0, 9.25, 3.0]);
    assert!((found.sequential.seconds() - 3.0).abs() < 1e-9);
    // Without names, with decimal commas, a byte order mark and the line ends of Windows.
    let found = application("\u{feff}1,5;2\r\n;4\r\n", &Settings::default());
    assert_eq!(batches(&found), [vec![(0, 1.5), (1, 2.0)], vec![(1, 4.0)]]);
}

#[test]
fn named_columns_are_recognised() {
    let id = |text: &str| recognise("x.csv", text.as_bytes()).map(|format| format.entry.id).ok();
    for text in [LONG, WIDE, "task1\ttask2\n1\t2\n", "\u{feff}\"Iteration\",\"Seconds\",\"Task\"\n1,2,3\n"] {
        assert_eq!(id(text), Some("task-times"), "{text}");
    }
    for text in ["1,2\n3,4\n", "a,b\n1,2\n", "iteration\n1\n", "tasks,runs\n1,2\n"] {
        assert_eq!(id(text), None, "{text}");
    }
}

#[test]
fn errors_have_a_line_and_a_column() {
    let problems = |text: &str| -> Vec<String> {
        let found = read("t", text.as_bytes(), Some("task-times"), &Settings::default());
        found.expect_err("wrong").iter().map(|problem| problem.message.clone()).collect()
    };
    let head = "iteration,task,seconds,key\n";
    for (line, expected) in [
        ("1,1", "line 2: column 3, `seconds`, is ``, not a number"),
        ("x,1,2", "line 2: column 1, `iteration`, is `x`, not a number"),
        ("1,1.5,2", "line 2: column 2, `task`, is `1.5`, not a whole number"),
        ("1,1,-2", "line 2: column 3, `seconds`, is `-2`, negative"),
        ("1,1,1e11", "line 2: column 3, `seconds`, is `1e11`, too large a number"),
        ("1,1,2,k", "line 2: column 4, `key`, is `k`, not a number"),
        ("1,1,\"2", "line 2: a quotation mark is not closed"),
        ("1,1,2\n1,1,3", "line 3: task 1 of iteration 1 is in line 2"),
        ("", "the table contains no times"),
    ] {
        let found = problems(&format!("{head}{line}\n"));
        assert!(found[0].contains(expected), "{found:?}");
    }
    assert!(problems("1;2\n3;x\n")[0].contains("line 2: column 2 is `x`, not a number"));
    assert!(problems("iteration,task,secs\n1,1,1\n")[0].contains("no column `seconds`"));
    let many = format!("{}1\n", "1,".repeat(10_000));
    assert!(problems(&many)[0].contains("10,001 tasks; at most 10,000 are allowed"));
    let long = format!("1,{}\n", " ".repeat(70_000));
    assert!(problems(&format!("1,2\n{long}"))[0].contains("longer than 64 KiB"));
    let times = "1,".repeat(9_999) + "1\n";
    assert!(problems(&times.repeat(101))[0].contains("more than 1,000,000 times"));
}
