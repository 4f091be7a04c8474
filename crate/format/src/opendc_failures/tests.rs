use crate::parquet::testing::{TestColumn, write_table};
use crate::{Reading, read};
use TestColumn::{Reals, Wholes};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Absence;

fn read_rows(rows: &[(i64, i64, f64)], hosts: i64) -> Result<Reading, Vec<Diagnostic>> {
    let columns = [
        ("failure_interval", Wholes(rows.iter().map(|row| row.0).collect())),
        ("failure_duration", Wholes(rows.iter().map(|row| row.1).collect())),
        ("failure_intensity", Reals(rows.iter().map(|row| Some(row.2)).collect())),
    ];
    let settings = Settings::default().with("hosts", Value::Integer(hosts));
    read("a", &write_table(&columns, 2), None, &settings)
}

#[test]
fn failures_take_hosts_in_turn_one_after_the_other() {
    let rows =
        [(300_000, 60_000, 0.5), (10_000, 5_000, 0.74), (0, 1_000, 0.01), (1_000, 0, 1.0), (0, 2_000, 0.25)];
    let reading = read_rows(&rows, 4).expect("a trace");
    let report = &reading.report;
    assert_eq!((report.format, report.read, report.processors), ("opendc-failures", 5, Some(4)));
    let told =
        |absence: &Absence| (absence.machine, absence.start.seconds(), absence.end.seconds(), absence.gone);
    let found: Vec<_> = reading.work.items::<Absence>().expect("absences").iter().map(told).collect();
    let expected = [
        (0, 300.0, 360.0, true),
        (1, 300.0, 360.0, true),
        (2, 370.0, 375.0, true),
        (3, 370.0, 375.0, true),
        (0, 377.0, 379.0, true),
    ];
    assert_eq!(found, expected);
    let messages: Vec<&str> = report.diagnostics.iter().map(|one| &*one.message).collect();
    assert_eq!(messages[0], "2 failures without effect: no duration, or less than one of 4 hosts");
    assert!(
        messages[1].starts_with("the trace names no hosts: failures take 4 hosts in turn"),
        "{messages:?}"
    );
}

#[test]
fn traces_without_failures_are_refused() {
    let message = |rows: &[(i64, i64, f64)]| read_rows(rows, 10).expect_err("refused")[0].message.clone();
    assert_eq!(message(&[]), "the table has no row: the trace contains no failure");
    assert_eq!(message(&[(1, 1, 0.05)]), "no failure affects one of 10 hosts");
    assert_eq!(message(&[(-1, 1, 0.5), (1, 1, 1.5)]), "no row of the table is a failure");
    assert_eq!(message(&[(i64::MAX / 4, 1, 0.5)]), "no row of the table is a failure");
    let long = 9_000_000_000_000;
    assert_eq!(message(&[(long, 1, 0.5), (long, 1, 0.5)]), "row 2: the failures last longer than 300 years");
    let many = read_rows(&[(0, 1_000, 1.0); 6], 1_000_000).expect_err("too many");
    assert_eq!(many[0].message, "there are more than 5,000,000 failures of hosts, which is the limit");
}
