//! Tables in Parquet files: types and units, invalid rows, guesses, previews, rejections.

use crate::parquet::testing::{TestColumn, write_table};
use crate::{Reading, guess_columns, read, read_first_rows, recognise};
use TestColumn::{Annotated, Days, Flags, Lists, Reals, Smalls, Texts, Wholes};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Time;
use ganttlet_work::Job;

fn mapped(columns: &[(&str, &'static str, &'static str)]) -> Settings {
    let row = |&(column, meaning, unit): &(&str, &'static str, &'static str)| {
        Settings::default()
            .with("column", Value::Text(column.into()))
            .with("meaning", Value::Choice(meaning))
            .with("unit", Value::Choice(unit))
    };
    Settings::default().with("columns", Value::Table(columns.iter().map(row).collect()))
}

fn reading(bytes: &[u8], settings: &Settings) -> Reading {
    read("t", bytes, Some("table"), settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn problem(bytes: &[u8], settings: &Settings) -> Diagnostic {
    read("t", bytes, Some("table"), settings).expect_err("refused").swap_remove(0)
}

/// Number, name, submission, run, size and recorded start of each job, in seconds; -1 for no start.
fn rows(bytes: &[u8], settings: &Settings) -> Vec<(u32, String, [f64; 4])> {
    let jobs: Vec<Job> = reading(bytes, settings).work.take();
    let row = |job: &Job| {
        let start = job.recorded_start.map_or(-1.0, Time::seconds);
        let numbers = [job.submit.seconds(), job.run.seconds(), f64::from(job.nodes), start];
        (job.number, job.name.to_string(), numbers)
    };
    jobs.iter().map(row).collect()
}

fn messages(bytes: &[u8], settings: &Settings) -> String {
    let all = reading(bytes, settings).report.diagnostics;
    assert!(all.iter().all(|one| one.line == 0));
    all.iter().map(|one| format!("{}\n", one.message)).collect()
}

const NONE: fn() -> Settings = Settings::default;
const MICROS: &str = "TIMESTAMP(MICROS,true)";

/// A table as written by pandas: typed times, missing values, a flag, an index and a list.
fn site_table() -> Vec<(&'static str, TestColumn)> {
    let second = 1_509_840_000_000_000_i64;
    vec![
        ("job_id", Wholes(vec![(1 << 60) + 1, 12, 13, 14])),
        ("submit", Annotated(MICROS, vec![second, second + 1_500_000, second + 2_000_000, second + 1])),
        ("start_time", Annotated("TIMESTAMP(NANOS,true)", vec![second * 1_000 + 5_000_000_000; 4])),
        ("run_min", Reals(vec![Some(1.5), Some(0.5), None, Some(2.0)])),
        ("cores", Smalls(vec![4, 1, 2, 8])),
        ("user", Texts(vec![Some("ann"), Some("bob"), None, Some("ann")])),
        ("success", Flags(vec![true, false, true, true])),
        ("hosts", Lists(vec![vec![1, 2], vec![], vec![3], vec![4]])),
        ("__index_level_0__", Wholes(vec![0, 1, 2, 3])),
    ]
}

#[test]
fn a_table_with_types_is_recognised_and_read_without_a_mapping() {
    for group_rows in [1, 3, 4] {
        let bytes = write_table(&site_table(), group_rows);
        assert_eq!(recognise("t", &bytes).map(|format| format.entry.id), Ok("table"));
        let read = rows(&bytes, &NONE());
        let name = "1152921504606846977";
        let expected = [
            (1, name.to_owned(), [0.0, 90.0, 4.0, 5.0]),
            (14, String::new(), [1e-6, 120.0, 8.0, 5.0]),
            (12, String::new(), [1.5, 30.0, 1.0, 5.0]),
        ];
        assert_eq!(read, expected);
        let told = messages(&bytes, &NONE());
        assert!(
            told.contains("submit = \"submit\", start = \"start_time\", run = \"run_min\" in min"),
            "{told}"
        );
        assert!(told.contains("user = \"user\""), "{told}");
        // The third job started and has no runtime; messages name rows instead of lines.
        assert!(told.contains("1 job not in order of submission: the log was sorted (row 4)"), "{told}");
        assert!(told.contains("(row 1: `1152921504606846977`)"), "{told}");
        assert!(told.contains("the row number as job number"), "{told}");
    }
}

#[test]
fn flags_are_outcomes() {
    let bytes = write_table(&site_table(), 4);
    let columns =
        [("submit", "submit", "as-written"), ("run_min", "run", "min"), ("success", "status", "as-written")];
    let jobs: Vec<Job> = reading(&bytes, &mapped(&columns)).work.take();
    assert_eq!(jobs.iter().map(|job| job.failed).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn types_carry_their_units() {
    let time = |kind: TestColumn| write_table(&[("submit", kind), ("run", Wholes(vec![1, 2]))], 2);
    let submit = |bytes: &[u8], settings: &Settings| rows(bytes, settings)[1].2[0];
    let cases = [
        (Annotated("TIMESTAMP(MILLIS,true)", vec![1_509_840_000_000, 1_509_840_001_500]), 1.5),
        (Annotated("TIMESTAMP_MICROS", vec![1_509_840_000_000_000, 1_509_840_000_000_002]), 2e-6),
        (
            Annotated("TIMESTAMP(NANOS,false)", vec![1_509_840_000_000_000_000, 1_509_840_002_000_000_000]),
            2.0,
        ),
        (Annotated("DECIMAL(18,3)", vec![100_000, 100_250]), 0.25),
        (Days(vec![17_475, 17_477]), 172_800.0),
        (Wholes(vec![1_509_840_000_000, 1_509_840_001_500]), 1.5),
    ];
    for (kind, expected) in cases {
        let found = submit(&time(kind), &NONE());
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    }
    // Times of day, and durations.
    let bytes = write_table(
        &[("submit", Wholes(vec![0])), ("run", Annotated("TIME(MICROS,true)", vec![90_000_000]))],
        1,
    );
    assert_eq!(rows(&bytes, &NONE())[0].2[1].to_bits(), 90.0_f64.to_bits());
    // A second unit is an error of the mapping.
    let bytes = time(Annotated(MICROS, vec![1, 2]));
    let wrong = problem(&bytes, &mapped(&[("submit", "submit", "ms"), ("run", "run", "min")]));
    assert_eq!(wrong.message, "the times in \"submit\" have a unit in the file, and ms is another");
    assert_eq!(wrong.place, "columns/0/unit");
}

#[test]
fn local_times_move_with_the_zone() {
    let facts = |annotation: &'static str| {
        let times = Annotated(annotation, vec![1_509_840_014_000; 2]);
        let bytes = write_table(&[("submit", times), ("run", Wholes(vec![5, 5]))], 2);
        let settings = Settings::default().with("utc_offset_min", Value::Integer(60));
        let facts = reading(&bytes, &settings).report.facts;
        facts.iter().find(|fact| fact.label == "Log starts").map(|fact| fact.value.clone())
    };
    assert_eq!(facts("TIMESTAMP(MILLIS,true)").as_deref(), Some("2017-11-05 00:00:14 UTC"));
    assert_eq!(facts("TIMESTAMP(MILLIS,false)").as_deref(), Some("2017-11-04 23:00:14 UTC"));
}

#[test]
fn wrong_rows_are_named() {
    let texts = vec![Some("1"), Some("soon"), Some("3"), None, Some("5")];
    let bytes = write_table(&[("submit", Texts(texts)), ("run", Wholes(vec![1, 2, 3, 4, -1]))], 2);
    let told = messages(&bytes, &NONE());
    assert!(
        told.contains("1 row skipped: a field has an invalid value (row 2: column \"submit\" is `soon`"),
        "{told}"
    );
    assert!(told.contains("1 job skipped: the submit time (submit) is unknown (row 4)"), "{told}");
    assert!(told.contains("1 job skipped: the runtime (run) is unknown (row 5)"), "{told}");
    // Most rows: no table of jobs in this form.
    let texts = Texts(vec![Some("a line"), Some("b"), Some("line"), Some("1")]);
    let bytes = write_table(&[("when", texts), ("run", Wholes(vec![1; 4]))], 4);
    let columns = mapped(&[("when", "submit", "as-written"), ("run", "run", "as-written")]);
    let problems = read("t", &bytes, Some("table"), &columns).expect_err("refused");
    assert_eq!(problems[0].message, "3 of 4 rows are not valid rows of a log in this form");
    assert!(
        problems[1].message.contains("row 1: column \"when\" is `a line`, not a point in time"),
        "{problems:?}"
    );
}

#[test]
fn the_dialog_has_columns_doubts_and_a_preview() {
    let bytes = write_table(&site_table(), 3);
    let guess = guess_columns(&bytes, &NONE()).expect("a table");
    let names: Vec<&str> = guess.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names[..3], ["job_id", "submit", "start_time"]);
    assert_eq!(guess.columns[1].samples[0], "2017-11-05 00:00:00 UTC");
    assert_eq!(guess.columns[6].samples, ["true", "false", "true", "true"]);
    assert_eq!(guess.columns[7].samples, [""; 4]);
    assert!(guess.missing.is_empty() && guess.settings.get("separator").is_none());
    // The mapping as guessed reads the same.
    assert_eq!(rows(&bytes, &guess.settings), rows(&bytes, &NONE()));
    let many = |count: i64| {
        let columns = [("submit", Wholes((0..count).collect())), ("run", Wholes(vec![7; count as usize]))];
        write_table(&columns, 150)
    };
    let preview = read_first_rows("t", &many(1_000), &NONE()).expect("a preview");
    assert_eq!(preview.report.read, 200);
    assert_eq!(reading(&many(1_000), &NONE()).report.read, 1_000);
    let zstd = ruzstd::encoding::compress_to_vec(&bytes[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(guess_columns(&zstd, &NONE()), Some(guess));
    assert!(read_first_rows("t", &zstd, &NONE()).is_ok());
}

#[test]
fn unmappable_tables_are_rejected_with_the_reason() {
    let bytes = write_table(&site_table(), 3);
    let listed = mapped(&[
        ("submit", "submit", "as-written"),
        ("run_min", "run", "min"),
        ("hosts", "processors", "as-written"),
    ]);
    let message = problem(&bytes, &listed).message;
    assert_eq!(message, "the column \"hosts\" has lists, parts or values of a fixed number of bytes");
    let unknown = mapped(&[("submitted", "submit", "as-written"), ("run_min", "run", "min")]);
    assert_eq!(problem(&bytes, &unknown).message, "the table has no column \"submitted\"");
    let empty = write_table(&[("submit", Wholes(vec![])), ("run", Wholes(vec![]))], 1);
    assert!(recognise("t", &empty).is_err_and(|problem| problem.message.ends_with("and none of rows")));
    assert_eq!(problem(&empty, &NONE()).message, "the table contains no jobs");
    // A table of tasks can be read as jobs if its columns are chosen.
    let tasks = write_table(
        &[
            ("id", Wholes(vec![1, 2])),
            ("submission_time", Wholes(vec![1_000, 3_000])),
            ("duration", Wholes(vec![500, 1_500])),
            ("cpu_count", Wholes(vec![1, 2])),
        ],
        2,
    );
    let columns = mapped(&[
        ("submission_time", "submit", "ms"),
        ("duration", "run", "ms"),
        ("cpu_count", "processors", "as-written"),
    ]);
    assert_eq!(recognise("t", &tasks).map(|format| format.entry.id), Ok("opendc-tasks"));
    assert_eq!(format!("{:?}", rows(&tasks, &columns)[1].2), "[2.0, 1.5, 2.0, -1.0]");
}
