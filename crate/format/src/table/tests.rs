//! Tables and their mappings: exact jobs, each trap, rejections, hostile input.

use super::*;
use crate::{Reading, read, recognise};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;

fn column(column: &str, meaning: &'static str, unit: &'static str) -> Settings {
    Settings::default()
        .with("column", Value::Text(column.into()))
        .with("meaning", Value::Choice(meaning))
        .with("unit", Value::Choice(unit))
}

fn mapped(columns: &[(&str, &'static str, &'static str)]) -> Settings {
    let rows = columns.iter().map(|&(name, meaning, unit)| self::column(name, meaning, unit)).collect();
    Settings::default().with("columns", Value::Table(rows))
}

fn reading(text: &str, settings: &Settings) -> Reading {
    read("t", text.as_bytes(), Some("table"), settings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn problem(text: &str, settings: &Settings) -> String {
    let problems = read("t", text.as_bytes(), Some("table"), settings).expect_err("refused");
    format!("{} {}", problems[0].message, problems[0].hint)
}

/// Submission, run, estimate, size and recorded start of each job, in seconds; -1 for nothing.
fn rows(text: &str, settings: &Settings) -> Vec<[f64; 5]> {
    let jobs: Vec<Job> = reading(text, settings).work.take();
    let row = |job: &Job| {
        [
            job.submit.seconds(),
            job.run.seconds(),
            job.estimate.map_or(-1.0, Span::seconds),
            f64::from(job.nodes),
            job.recorded_start.map_or(-1.0, Time::seconds),
        ]
    };
    jobs.iter().map(row).collect()
}

fn notes(text: &str, settings: &Settings) -> String {
    let all = reading(text, settings).report.diagnostics;
    all.iter().map(|one| format!("{}\n", one.message)).collect()
}

/// The guess as text: `submit=dt, ..`.
fn guess(text: &str) -> String {
    let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).filter(|line| !line.is_empty()).collect();
    let guess = TableGuess::of(&lines, Separator::Detect, None);
    let one = |column: &ColumnChoice| match column.unit {
        cells::Unit::AsWritten => format!("{}={}", column.meaning.word(), column.column),
        unit => format!("{}={} {}", column.meaning.word(), column.column, unit.word()),
    };
    guess.columns.iter().map(one).collect::<Vec<_>>().join(", ")
}

const NONE: fn() -> Settings = Settings::default;

#[test]
fn a_mapping_gives_exact_jobs() {
    let text = "who;when;ran;asked;n\nann;100;1,5;2;3\nbob;40;0,25;1;1\n";
    let settings = mapped(&[
        ("who", "user", "as-written"),
        ("when", "submit", "as-written"),
        ("ran", "run", "min"),
        ("4", "limit", "h"),
        ("N", "processors", "as-written"),
    ])
    .with("decimal_comma", Value::Bool(true));
    assert_eq!(rows(text, &settings), [[0.0, 15.0, 3_600.0, 1.0, -1.0], [60.0, 90.0, 7_200.0, 3.0, -1.0]]);
    let jobs: Vec<Job> = reading(text, &settings).work.take();
    assert_eq!(jobs.iter().map(|job| (job.user, job.number)).collect::<Vec<_>>(), [(1, 3), (0, 2)]);
    assert!(notes(text, &settings).contains("columns, as chosen: submit = \"when\", run = \"ran\" in min"));
}

#[test]
fn the_start_is_recorded_where_start_or_wait_is_mapped() {
    let text = "submit,start,end\n10,15,45\n20,,\n30,50,50\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 30.0, -1.0, 1.0, 5.0], [20.0, 0.0, -1.0, 1.0, 40.0]]);
    let text = "submit,wait,run\n10,5,30\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 30.0, -1.0, 1.0, 5.0]]);
    let text = "start,wait,run\n15,5,30\n16,1,2\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 30.0, -1.0, 1.0, 5.0], [5.0, 2.0, -1.0, 1.0, 6.0]]);
    // An end alone does not give the start.
    let text = "submit,end,run\n10,60,30\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 30.0, -1.0, 1.0, -1.0]]);
    // Without submit times, jobs did not wait, and this is reported.
    let text = "start_time,end_time,cores\n10,15,2\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 5.0, -1.0, 2.0, 0.0]]);
    assert!(notes(text, &NONE()).contains("no column says when jobs were submitted"));
}

#[test]
fn times_are_read_in_all_units() {
    let cases: &[(&str, &str, [f64; 2])] = &[
        // Unix seconds, milliseconds and microseconds.
        ("submit,run\n1509840014,60\n1509840015,60\n", "", [1.0, 60.0]),
        (
            "submit,run_ms\n1509840014000,500\n1509840015500,60000\n",
            "submit=submit ms, run=run_ms ms",
            [1.5, 60.0],
        ),
        ("submit,run\n1509840014000000,1\n1509840014000001,2\n", "submit=submit us", [1e-6, 2.0]),
        // ISO, German, American and spreadsheet dates.
        ("submit,run\n2017-11-05T00:00:14,00:01:00\n2017-11-05 00:00:15.5,1:00\n", "", [1.5, 60.0]),
        ("submit;run\n05.11.2017 00:00;60\n06.11.2017;90\n", "", [86_400.0, 90.0]),
        (
            "submit,run\n13/11/2017 00:00,60\n14/11/2017 00:01,61\n",
            "submit=submit day-first",
            [86_460.0, 61.0],
        ),
        (
            "submit,run\n11/13/2017 00:00,60\n11/14/2017 00:01,61\n",
            "submit=submit month-first",
            [86_460.0, 61.0],
        ),
        ("submit,run\n43044.25,1\n43044.5,2\n", "submit=submit excel", [21_600.0, 2.0]),
        // Durations with days, as in Slurm and pandas.
        ("submit,elapsed\n0,1\n1,1-02:03:04\n", "", [1.0, 93_784.0]),
        ("submit,elapsed\n0,1\n1,1 days 02:03:04.5\n", "", [1.0, 93_784.5]),
        ("submit,elapsed\n0,1\n1,168:00:00\n", "", [1.0, 604_800.0]),
        ("submit,run_hours\n0,1\n1,0.5\n", "run=run_hours h", [1.0, 1_800.0]),
    ];
    for (text, guessed, [submit, run]) in cases {
        assert!(guess(text).contains(guessed), "{}", guess(text));
        let last = *rows(text, &NONE()).last().expect("a job");
        assert_eq!(last[..2], [*submit, *run], "{text}");
    }
    // A zone shifts only local times.
    let facts = |text: &str| {
        let settings = Settings::default().with("utc_offset_min", Value::Integer(60));
        reading(text, &settings)
            .report
            .facts
            .iter()
            .find(|fact| fact.label == "Log starts")
            .map(|fact| fact.value.clone())
    };
    assert_eq!(facts("submit,run\n2017-11-05T00:00:14,5\n").as_deref(), Some("2017-11-04 23:00:14 UTC"));
    assert_eq!(facts("submit,run\n2017-11-05T00:00:14Z,5\n").as_deref(), Some("2017-11-05 00:00:14 UTC"));
}

#[test]
fn sizes_come_from_several_columns() {
    let size = |text: &str, settings: &Settings| format!("{}", rows(text, settings)[0][3]);
    assert_eq!(size("submit,run,cores,nodes\n0,1,8,2\n", &NONE()), "8");
    assert_eq!(size("submit,run,nodes,cores_per_node\n0,1,3,4\n", &NONE()), "12");
    assert_eq!(size("submit,run,nodes\n0,1,3\n", &NONE()), "3");
    let with = Settings::default().with("processors_per_node", Value::Integer(16));
    assert_eq!(size("submit,run,nodes\n0,1,3\n", &with), "48");
    assert_eq!(size("submit,run,cpu_milli\n0,1,2500\n", &NONE()), "3");
    assert_eq!(size("submit,run,plan_cpu\n0,1,250\n", &NONE()), "3");
    assert_eq!(size("submit,run,plan_cpu\n0,1,300\n", &NONE()), "3");
    assert!(notes("submit,run\n0,1\n", &NONE()).contains("each has 1"));
    assert!(notes("submit,run,nodes\n0,1,2\n", &NONE()).contains("a node counts as one processor"));
    // 12 node-hours on 4 nodes are 3 hours.
    assert_eq!(rows("submit,node_hours,nodes\n0,12,4\n", &NONE()), [[0.0, 10_800.0, -1.0, 4.0, -1.0]]);
    assert_eq!(rows("submit,core_hours,cores\n0,12,8\n", &NONE()), [[0.0, 5_400.0, -1.0, 8.0, -1.0]]);
}

#[test]
fn a_runtime_may_mean_the_limit() {
    let text = "dt;job_id;wall_time;wall_limit;n_tasks\n0;1;15;7;12\n49;2;1201;30;1\n60;3;-1;25;2\n";
    assert_eq!(
        rows(text, &NONE()),
        [
            [0.0, 15.0, 420.0, 12.0, -1.0],
            [49.0, 1_201.0, 1_800.0, 1.0, -1.0],
            [60.0, 1_500.0, 1_500.0, 2.0, -1.0],
        ]
    );
    let said = notes(text, &NONE());
    assert!(said.contains("\"wall_limit\" is read in min: in seconds, most jobs would exceed it"), "{said}");
    assert!(said.contains("1 job has the runtime -1, which means until the time limit"), "{said}");
    let reading = reading("submit,run,limit\n0,-1,\n1,5,6\n", &NONE());
    assert_eq!((reading.report.read, reading.report.skipped), (1, 1));
    assert!(reading.report.diagnostics.iter().any(|one| one.message.contains("there is none")));
}

#[test]
fn a_status_decides_whether_a_job_ran() {
    let text = "submit,start,end,status\n0,1,2,FAILED\n0,1,2,COMPLETED\n5,,9,CANCELLED by 7\n0,1,,RUNNING\n0,,,pending\n0,1,2,odd\n";
    let reading = reading(text, &NONE());
    let jobs: Vec<(f64, bool, bool)> = reading
        .clone()
        .work
        .take::<Job>()
        .iter()
        .map(|job| (job.submit.seconds(), job.failed, job.leaves == Time::MAX))
        .collect();
    assert_eq!(jobs, [(0.0, true, true), (0.0, false, true), (0.0, false, true), (5.0, false, false)]);
    let fact = reading.report.facts.iter().find(|fact| fact.label == "Other records");
    assert_eq!(fact.map(|fact| fact.value.as_str()), Some("2 unfinished jobs"));
    assert!(
        notes(text, &NONE()).contains("1 job with an unknown status: treated as completed (line 7: `odd`)")
    );
    let failed = |text: &str| super::tests::reading(text, &NONE()).work.take::<Job>()[0].failed;
    assert!(failed("submit,run,exit_status\n0,1,32512\n") && !failed("submit,run,exit_code\n0,1,0\n"));
    assert!(!failed("submit,run,status\n0,1,4\n"));
}

#[test]
fn copies_and_totals_and_missing_values() {
    let text = "submit,run,cores,instances\n0,5,1,3\n1,5,2,1\n2,5,1,0\nTotal,,,4\n";
    let reading = reading(text, &NONE());
    assert_eq!(reading.report.read, 4);
    let fact = reading.report.facts.iter().find(|fact| fact.label == "Other records");
    assert_eq!(fact.map(|fact| fact.value.as_str()), Some("1 empty row, 1 totals row"));
    assert!(notes(text, &NONE()).contains("1 row describes several jobs, 3 in all"));
    // R writes NA, and no name for the column of row names.
    let text = "submit,run,limit\nr1,0,5,NA\nr2,7,6,10\n";
    assert_eq!(rows(text, &NONE()), [[0.0, 5.0, -1.0, 1.0, -1.0], [7.0, 6.0, 10.0, 1.0, -1.0]]);
    let many = "submit,run,copies\n0,1,4294967294\n";
    assert!(problem(many, &NONE()).contains("more than 5,000,000 jobs"));
}

#[test]
fn cells_may_be_quoted_and_hold_ends_of_lines() {
    let text =
        "\"submit\",\"run\",\"job name\",\"user\"\n0,5,\"a \"\"b\"\", c\nd\",ann\n1,6,\"5\"\" disk\",bob\n";
    let jobs: Vec<Job> = reading(text, &NONE()).work.take();
    assert_eq!(
        jobs.iter().map(|job| (job.run.seconds(), job.user)).collect::<Vec<_>>(),
        [(5.0, 0), (6.0, 1)]
    );
    // An unclosed quotation loses a hundred lines, not the whole table.
    let rows: String = (0..300).map(|row| format!("{row},5,x\n")).collect();
    let text = format!("submit,run,name\n{}0,5,\"open\n{rows}", "0,5,x\n".repeat(200));
    let reading = reading(&text, &NONE());
    assert_eq!((reading.report.read, reading.report.skipped), (400, 1));
    assert!(reading.report.diagnostics.iter().any(|one| one.message.contains("does not end")));
}

#[test]
fn mistakes_are_named_by_row_and_column() {
    let text = "submit,run,cores\n0,5,1\n1,x5,1\n2,5,many\nlater,5,1\n3,5,1\n4,5,1\n5,5,1\n";
    let reading = reading(text, &NONE());
    assert_eq!((reading.report.read, reading.report.skipped), (4, 3));
    let said = notes(text, &NONE());
    for part in [
        "line 3: column \"run\" is `x5`, not a length of time",
        "line 4: column \"cores\" is `many`, not a number",
        "line 5: column \"submit\" is `later`, not a point in time",
    ] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn errors_name_missing_columns() {
    let said = problem("duration\n121\n122\n", &NONE());
    assert!(said.contains("the table has no column of submit times") && said.contains("duration"), "{said}");
    let said = problem("a,b\n1,2\n", &NONE());
    assert!(said.contains("no column of submit times and none of runtimes"), "{said}");
    let said = problem(
        "submit,walltme\n1,2\n",
        &mapped(&[("submit", "submit", "as-written"), ("walltime", "run", "as-written")]),
    );
    assert!(said.contains("no column \"walltime\"") && said.contains("walltme"), "{said}");
    let said = problem("1,2\n", &mapped(&[("3", "run", "as-written")]));
    assert!(said.contains("no column \"3\"") && said.contains("2 columns"), "{said}");
    let twice = mapped(&[("a", "run", "as-written"), ("b", "run", "as-written")]);
    assert!(problem("a,b\n1,2\n", &twice).contains("both have the meaning run"));
    let message = |text: &str| recognise("t", text.as_bytes()).map(|_| ()).expect_err("refused").message;
    assert_eq!(
        message("duration\n121\n122\n"),
        "the file looks like a table of 1 column (duration) without submit times"
    );
    assert!(message("id,start,cpus\n1,2,3\n").contains("without runtimes"));
}

#[test]
fn tables_are_recognised_by_their_columns() {
    let id = |text: &str| recognise("t", text.as_bytes()).map(|format| format.entry.id).map_err(|_| ());
    assert_eq!(id("job,submit_time,run_time,nodes\n1,2,3,4\n"), Ok("table"));
    assert_eq!(id("# exported\n#job|submit_time|run_time\n1|2|3\n"), Ok("table"));
    assert_eq!(id("Submit Time\tWall Time [s]\tNodes\n0\t5\t1\n"), Ok("table"));
    assert_eq!(id("submit,run\n"), Err(()));
    assert_eq!(id("name,colour\na,b\n"), Err(()));
    assert_eq!(id("1,2,3\n4,5,6\n"), Err(()));
    assert_eq!(
        guess("Submit Time\tWall Time [s]\tNodes\n0\t5\t1\n"),
        "submit=Submit Time, run=Wall Time [s], nodes=Nodes"
    );
}

#[test]
fn of_several_columns_the_exact_one_is_used_and_others_are_named() {
    let text = "submit,submit_ts,run,real_duration\n2017-01-01 00:01:26,1483246886,5,5\n";
    assert_eq!(guess(text), "submit=submit_ts, run=run");
    let said = notes(text, &NONE());
    assert!(said.contains("\"submit_ts\" is used as submit, and \"submit\" as well could be"), "{said}");
    assert!(said.contains("\"run\" is used as run, and \"real_duration\" as well could be"), "{said}");
}

/// The same jobs as with blanks; a runtime of -1 means the limit, as in other tables.
#[test]
fn logs_with_other_separators_than_blanks_are_tables() {
    let log = "1;0;;10;4;-1;-1;8;20;-1;1;ann;g1;-1;normal;p;;-1;\n2;5;3;-1;2;-1;-1;-1;60;-1;-1;bob;g1;-1;normal;p;;-1;\n";
    for separator in [";", ",", "|"] {
        let text = log.replace(';', separator);
        assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok("table"), "{separator}");
        assert_eq!(rows(&text, &NONE()), [[0.0, 10.0, 20.0, 4.0, -1.0], [5.0, 60.0, 60.0, 2.0, 8.0]]);
        let jobs: Vec<Job> = reading(&text, &NONE()).work.take();
        assert_eq!(jobs.iter().map(|job| (job.number, job.user)).collect::<Vec<_>>(), [(1, 0), (2, 1)]);
        assert!(notes(&text, &NONE()).contains("its status (field 11) is not read"));
    }
    // Other numbers without a header are not a log.
    let numbers = log.replace(";1;ann", ";77;ann");
    assert!(recognise("t", numbers.as_bytes()).is_err());
}

#[test]
fn tables_of_alibaba_are_recognised_without_header() {
    let text = "6459,6524,3,4,157,Terminated,50,0.0079\n6036,6046,4,7,393,Waiting,,\n6036,6050,4,8,2,Failed,150,0.1\n";
    assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok("table"));
    let mut reading = reading(text, &NONE());
    assert_eq!((reading.report.read, reading.report.skipped), (159, 0));
    let jobs: Vec<Job> = reading.work.take();
    assert_eq!((jobs[0].nodes, jobs[0].run.seconds(), jobs[0].failed), (2, 14.0, true));
    assert_eq!((jobs[2].nodes, jobs[2].run.seconds(), jobs[2].user), (1, 65.0, UNKNOWN));
}

#[test]
fn settings_of_a_guess_read_the_same_jobs() {
    let text = "dt;wall_time;wall_limit;n_tasks\n0;15;7;12\n49;1201;30;1\n60;-1;25;2\n";
    let guess = guess_columns(text.as_bytes(), &NONE()).expect("a table");
    assert_eq!(rows(text, &guess.settings), rows(text, &NONE()));
    let names: Vec<(&str, &[String])> =
        guess.columns.iter().map(|column| (column.name.as_str(), &column.samples[..])).collect();
    assert_eq!(names[1], ("wall_time", &["15".to_owned(), "1201".to_owned(), "-1".to_owned()][..]));
    assert!(guess.missing.is_empty() && guess.doubts.len() == 2, "{:?}", guess.doubts);
}

/// Typed columns, as in a binary file.
struct TypedRow([f64; 3]);

impl mapping::Row for TypedRow {
    fn cell(&self, place: usize) -> cells::Cell<'_> {
        self.0.get(place).map_or(cells::Cell::Text(b""), |&value| cells::Cell::Number(value))
    }
}

#[test]
fn rows_need_not_be_text() {
    let rows = [("ts", "submit", "ms"), ("t", "run", "min"), ("cpu", "processors", "hundredths")];
    let choices: Vec<ColumnChoice> =
        rows.iter().map(|&(name, meaning, unit)| ColumnChoice::read(&column(name, meaning, unit))).collect();
    let names = ["ts", "t", "cpu"].map(str::to_owned);
    let mut mapping = Mapping::new(&choices, &names, 3, ValueRules::default()).expect("complete");
    let mut log = RecordLog::default();
    mapping.add_row(1, &TypedRow([5_000.0, 2.0, 250.0]), &mut log);
    let records = log.take_records();
    assert_eq!(accounting::rows_of(&records), [(String::new(), [5.0, -1.0, 120.0, 3.0, 0.0])]);
}

#[test]
fn pieces_of_a_file_do_not_matter() {
    let text = "submit,run,name\n0,5,\"a\nb\"\n1,6,c\n";
    let whole = reading(text, &NONE());
    for size in [1, 3, 7] {
        let mut reader = (READER.reader)("t", &NONE());
        text.as_bytes().chunks(size).for_each(|piece| reader.push(piece));
        assert_eq!(reader.finish().expect("a table").work, whole.work);
    }
}

#[test]
fn hostile_tables_neither_panic_nor_hang() {
    let wide = format!("submit,run{}\n0,5\n", ",x".repeat(5_000));
    let texts = [
        ",,,,\n,,,,\n",
        "\"\n",
        "submit,run\n\"\n\"",
        "submit,run\n1e308,1e308\n",
        "submit,run\n-5,-5\n",
        "submit,run\n0,5,6,7,8\n0\n",
        "#\n#\n",
        "submit,run\n0,99999999999999999999\n",
        ";;;\n|||\n\t\t\t\n",
        &wide,
        "submit,submit\n1,2\n",
        "submit,run\n9999-99-99,0 days\n",
        "submit,run\n0,é days\n",
        "submit,end,start\n5,1,3\n",
    ];
    for text in texts {
        let _ = read("t", text.as_bytes(), None, &NONE());
        let _ = read("t", text.as_bytes(), Some("table"), &NONE());
        let _ = guess_columns(text.as_bytes(), &NONE());
    }
    assert!(guess_columns(b"\x00\x01", &NONE()).is_none() && guess_columns(b"", &NONE()).is_none());
}

/// Tables as written by spreadsheets, R and simulators.
#[test]
fn spreadsheets_and_simulators_are_read_without_a_mapping() {
    let plain = [[0.0, 10.0, -1.0, 2.0, -1.0], [5.0, 10.0, -1.0, 4.0, -1.0]];
    for text in [
        "sep=;\nid;submit;runtime;procs\n1;0;10;2\n2;5;10;4\n",
        "id submit runtime procs\n1 0 10 2\n2 5 10 4\n",
        "id   submit runtime  procs\n 1      0      10      2\n 2      5      10      4\n",
        "id,submission_time,execution_time,requested_number_of_resources\n1,0,10,2\n2,5,10,4\n",
        "id,submission_time,duration,cpu_count\n1,0,10,2\n2,5,10,4\n",
    ] {
        assert_eq!(recognise("t", text.as_bytes()).map(|format| format.entry.id), Ok("table"), "{text}");
        assert_eq!(rows(text, &Settings::default()), plain, "{text}");
    }
    let clock = "Job,Submit,Start,End,Cores\n1,02/13/2024 11:59:50 AM,02/13/2024 12:00:00 PM,02/13/2024 1:00:00 PM,4\n\
        2,02/14/2024 12:00:00 AM,02/14/2024 12:00:10 AM,02/14/2024 01:00:10 AM,4\n";
    let expected = [[0.0, 3600.0, -1.0, 4.0, 10.0], [43_210.0, 3600.0, -1.0, 4.0, 43_220.0]];
    assert_eq!(rows(clock, &Settings::default()), expected);
}
