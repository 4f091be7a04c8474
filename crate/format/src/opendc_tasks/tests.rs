use crate::parquet::testing::{TestColumn, write_table};
use crate::read;
use TestColumn::{Lists, Reals, Smalls, Texts, Wholes};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Job;

fn table() -> Vec<(&'static str, TestColumn)> {
    vec![
        ("id", Smalls(vec![5, 6, 7, 8])),
        ("submission_time", Wholes(vec![1_706_612_566_062, 1_704_297_380_184, 1_704_297_381_184, -1])),
        ("duration", Wholes(vec![3_600_000, 1_500, 60_000, 1])),
        ("cpu_count", Smalls(vec![4, 1, 2, 1])),
        ("cpu_capacity", Reals(vec![Some(2_926.000_135); 4])),
        ("mem_capacity", Wholes(vec![181_352; 4])),
    ]
}

#[test]
fn rows_are_jobs_in_the_order_of_submission() {
    let reading = read("a", &write_table(&table(), 3), None, &Settings::default()).expect("a workload");
    let report = &reading.report;
    assert_eq!(
        (report.format, report.read, report.skipped, report.processors),
        ("opendc-tasks", 3, 1, Some(4))
    );
    let messages: Vec<&str> = report.diagnostics.iter().map(|one| &*one.message).collect();
    assert_eq!(messages[0], "1 row skipped: invalid (row 4: submission_time is unknown or invalid)");
    assert!(messages[2].starts_with("the jobs were not in the order of submission"), "{messages:?}");
    assert!(
        messages[3].starts_with("a job uses all of its processors for its whole duration"),
        "{messages:?}"
    );
    let told = |job: &Job| (job.number, job.submit.seconds(), job.run.seconds(), job.nodes);
    let jobs: Vec<_> = reading.work.items::<Job>().expect("jobs").iter().map(told).collect();
    assert_eq!(jobs, [(6, 0.0, 1.5, 1), (7, 1.0, 60.0, 2), (5, 2_315_185.878, 3_600.0, 4)]);
}

#[test]
fn the_window_applies() {
    let bytes = write_table(&table(), 4);
    let count = |settings: &Settings| read("a", &bytes, None, settings).map(|reading| reading.report.read);
    assert_eq!(count(&Settings::default().with("first_jobs", Value::Integer(2))), Ok(2));
    assert_eq!(count(&Settings::default().with("from_s", Value::Number(0.5))), Ok(2));
    let none = count(&Settings::default().with("from_s", Value::Number(1e8))).expect_err("no job");
    assert_eq!(none[0].message, "no job is submitted in the selected window");
}

#[test]
fn long_ids_and_texts_are_names() {
    let mut columns = table();
    columns[0] = ("id", Texts(vec![Some("vm-5"), None, Some("vm-7"), None]));
    columns.push(("parents", Lists(vec![vec![], vec![], vec![6], vec![]])));
    let reading = read("a", &write_table(&columns, 4), None, &Settings::default()).expect("a workload");
    let told = |job: &Job| (job.number, job.name.to_string());
    let jobs: Vec<_> = reading.work.items::<Job>().expect("jobs").iter().map(told).collect();
    assert_eq!(jobs, [(2, String::new()), (3, "vm-7".to_owned()), (1, "vm-5".to_owned())]);
    let messages: Vec<&str> = reading.report.diagnostics.iter().map(|one| &*one.message).collect();
    assert!(messages.contains(&"dependencies of 1 task are omitted"), "{messages:?}");
}
