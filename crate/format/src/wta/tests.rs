use crate::parquet::testing::{TestColumn, write_table};
use crate::{Reading, read};
use TestColumn::{Lists, RealLists, Reals, Texts, Wholes};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Workflow;

/// Ids that floating-point numbers cannot distinguish.
const LONG: i64 = 900_719_925_474_099_301;

type Columns = Vec<(&'static str, TestColumn)>;

/// Two workflows with columns as in the archive; the ids of the second are long.
fn table() -> Columns {
    let (a, b) = (LONG, LONG + 1);
    vec![
        ("children", Lists(vec![vec![2, 3], vec![], vec![], vec![b], vec![]])),
        ("id", Wholes(vec![1, 2, 3, a, b])),
        ("parents", Lists(vec![vec![], vec![1], vec![1, 2], vec![], vec![]])),
        ("resource_amount_requested", Reals(vec![Some(1.0), Some(2.0), Some(-1.0), Some(0.5), None])),
        ("runtime", Wholes(vec![7_184, 9_171, -1, 100, 250])),
        ("ts_submit", Wholes(vec![16_000, 16_500, 16_000, 4_000, 4_000])),
        ("type", Texts(vec![Some("composite"); 5])),
        ("workflow_id", Wholes(vec![7, 7, 7, LONG + 9, LONG + 9])),
    ]
}

fn read_columns(columns: &Columns, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("a", &write_table(columns, 2), None, settings)
}

/// The workflows as `name submit: task run nodes <parents; ...`, `|` between them.
fn as_text(reading: Reading) -> String {
    let mut work = reading.work;
    let one = |workflow: &Workflow| {
        let tasks = workflow.tasks.iter().map(|task| {
            let parents: Vec<&str> =
                task.parents.iter().map(|&parent| workflow.tasks[parent as usize].name.as_str()).collect();
            format!("{} {} {} <{}", task.name, task.run.seconds(), task.nodes, parents.join(" "))
        });
        let tasks: Vec<String> = tasks.collect();
        format!("{} {}: {}", workflow.name, workflow.submit.seconds(), tasks.join("; "))
    };
    work.take::<Workflow>().iter().map(one).collect::<Vec<_>>().join(" | ")
}

const EXPECTED: &str = "workflow 900719925474099310 0: 900719925474099301 0.1 1 <; 900719925474099302 0.25 1 \
                        <900719925474099301 | workflow 7 12: 1 7.184 1 <; 2 9.171 2 <1; 3 0 1 <1 2";

#[test]
fn either_list_gives_the_dependencies() {
    let reading = read_columns(&table(), &Settings::default()).expect("a trace");
    assert_eq!((reading.report.format, reading.report.read, reading.report.skipped), ("wta", 5, 0));
    let messages: Vec<&str> = reading.report.diagnostics.iter().map(|one| &*one.message).collect();
    assert_eq!(
        messages,
        [
            "1 task with an unknown runtime: 0 s is used",
            "2 tasks with an unknown number of processors: 1 is assumed",
            "1 task with a part of a processor: rounded up",
            "times are read as milliseconds; the sizes of files and the machines of the trace are not in this table",
            "all submit times were shifted by 4 s, so that the first workflow arrives at time 0",
        ]
    );
    assert_eq!(as_text(reading), EXPECTED);
    let one = Settings::default().with("first_workflows", Value::Integer(1));
    assert!(!as_text(read_columns(&table(), &one).expect("a trace")).contains('|'));
}

#[test]
fn names_in_camel_case_are_read() {
    let renamed = |(name, column): (&'static str, TestColumn)| match name {
        "ts_submit" => ("submitTime", column),
        "workflow_id" => ("workflowId", column),
        "resource_amount_requested" => ("resourceAmountRequested", column),
        _ => (name, column),
    };
    let columns: Columns = table().into_iter().map(renamed).collect();
    assert_eq!(as_text(read_columns(&columns, &Settings::default()).expect("a trace")), EXPECTED);
}

/// Ids in a list of floating-point numbers are used if they are exact.
#[test]
fn inexact_ids_are_left_out() {
    let mut columns = table();
    columns[0].1 = RealLists(vec![vec![2.0, 3.0], vec![], vec![2.5], vec![(LONG + 1) as f64], vec![]]);
    let reading = read_columns(&columns, &Settings::default()).expect("a trace");
    assert_eq!(
        reading.report.diagnostics[0].message,
        "2 dependencies left out: the id is not an exact whole number"
    );
    let text = as_text(reading);
    assert!(text.contains("3 0 1 <1 2") && text.contains("900719925474099302 0.25 1 < |"), "{text}");
}

#[test]
fn invalid_rows_are_skipped() {
    let mut columns = table();
    columns[1].1 = Wholes(vec![1, 1, -3, LONG, LONG + 1]);
    columns[2].1 = Lists(vec![vec![99], vec![], vec![], vec![], vec![]]);
    let reading = read_columns(&columns, &Settings::default()).expect("a trace");
    let messages: Vec<&str> = reading.report.diagnostics.iter().map(|one| &*one.message).collect();
    assert_eq!(messages[0], "1 row skipped: invalid (row 3: id is not a whole number from 0)");
    assert!(
        messages.contains(&"1 row skipped: duplicate task in the same workflow (task 1)"),
        "{messages:?}"
    );
    assert!(
        messages.contains(&"1 dependency on tasks of other workflows: left out (task 99)"),
        "{messages:?}"
    );
    let none = read(
        "a",
        &write_table(&table().into_iter().map(emptied).collect::<Vec<_>>(), 1),
        None,
        &Settings::default(),
    );
    assert_eq!(none.expect_err("no task")[0].message, "the table has no row: the trace contains no task");
}

fn emptied((name, column): (&'static str, TestColumn)) -> (&'static str, TestColumn) {
    let column = match column {
        Lists(_) => Lists(vec![]),
        RealLists(_) => RealLists(vec![]),
        Reals(_) => Reals(vec![]),
        Texts(_) => Texts(vec![]),
        _ => Wholes(vec![]),
    };
    (name, column)
}
