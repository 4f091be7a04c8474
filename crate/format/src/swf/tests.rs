use super::READER;
use crate::Reading;
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::{Span, Time};
use ganttlet_work::{Job, UNKNOWN};

fn read(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let mut reader = (READER.reader)("a.swf", settings);
    reader.push(text.as_bytes());
    reader.finish()
}

fn choice(id: &'static str, word: &'static str) -> Settings {
    Settings::default().with(id, Value::Choice(word))
}

fn jobs(reading: &Reading) -> &[Job] {
    reading.work.items().expect("jobs")
}

/// The jobs as `number submit run nodes estimate user home`, `?` for unknown, `|` between them.
fn read_as_text(text: &str, settings: &Settings) -> String {
    let id = |id: u32| if id == UNKNOWN { "?".to_owned() } else { id.to_string() };
    let reading = read(text, settings).expect("a log");
    let line = |job: &Job| {
        let estimate = job.estimate.map_or("?".to_owned(), |span| span.seconds().to_string());
        let (submit, run) = (job.submit.seconds(), job.run.seconds());
        format!("{} {submit} {run} {} {estimate} {} {}", job.number, job.nodes, id(job.user), id(job.home))
    };
    jobs(&reading).iter().map(line).collect::<Vec<_>>().join(" | ")
}

/// The diagnostics of a log, one per line, without hints.
fn diagnostics(text: &str) -> String {
    let diagnostics = match read(text, &Settings::default()) {
        Ok(reading) => reading.report.diagnostics,
        Err(problems) => problems,
    };
    let lines = diagnostics
        .into_iter()
        .map(|diagnostics| Diagnostic { hint: String::new(), ..diagnostics }.to_string());
    lines.collect::<Vec<_>>().join("\n")
}

/// A line with these fields: number, submit, run, allocated, requested, estimate, status, user, queue, partition.
fn line(fields: [&str; 10]) -> String {
    let [number, submit, run, allocated, requested, estimate, status, user, queue, partition] = fields;
    format!(
        "{number} {submit} -1 {run} {allocated} -1 -1 {requested} {estimate} -1 {status} {user} 1 -1 {queue} {partition} -1 -1\n"
    )
}

/// A job of one processor for 10 s.
fn job_line(number: &str, submit: &str) -> String {
    line([number, submit, "10", "1", "-1", "-1", "1", "-1", "-1", "-1"])
}

#[test]
fn a_line_is_a_job() {
    let text = line(["7", "0", "60", "4", "8", "3600", "1", "3", "2", "1"]);
    assert_eq!(read_as_text(&text, &Settings::default()), "7 0 60 8 3600 3 ?");
    assert_eq!(
        diagnostics(&text),
        "note: line 1: processors: 1 job with different numbers of processors requested and allocated: field 8 is used"
    );
    assert_eq!(read_as_text(&text, &choice("processors", "allocated")), "7 0 60 4 3600 3 ?");
    // If the chosen number is unknown, the other one is used.
    let unknown = line(["7", "0", "60", "4", "-1", "-1", "1", "-1", "2", "1"]);
    assert_eq!(read_as_text(&unknown, &Settings::default()), "7 0 60 4 ? ? ?");
    let unknown = line(["7", "0", "60", "0", "8", "0", "1", "3", "2", "1"]);
    assert_eq!(read_as_text(&unknown, &choice("processors", "allocated")), "7 0 60 8 ? 3 ?");
}

#[test]
fn ends_of_lines_tabs_blanks_and_comments_do_not_matter() {
    let plain = format!("{}{}", job_line("1", "0"), job_line("2", "5"));
    let expected = "1 0 10 1 ? ? ? | 2 5 10 1 ? ? ?";
    assert_eq!(read_as_text(&plain, &Settings::default()), expected);
    let variants = [
        plain.replace('\n', "\r\n"),
        plain.replace(' ', "\t"),
        plain.replacen('\n', "\r\n", 1).replace(' ', "   "),
        plain.trim_end().to_owned(),
        format!(";Caf\u{e9}: x\n\n   ; Note\n{}\n;\n{}  \r\n", job_line("1", "0"), job_line("2", "5")),
    ];
    for text in variants {
        assert_eq!(read_as_text(&text, &Settings::default()), expected, "{text:?}");
    }
    // A comment in another encoding.
    let mut reader = (READER.reader)("a.swf", &Settings::default());
    reader.push(b"; Computer: caf\xe9\n");
    reader.push(plain.as_bytes());
    let reading = reader.finish().expect("a log");
    assert_eq!(reading.report.facts[0].value, "caf\u{fffd}");
}

#[test]
fn decimals_and_zeros_are_numbers() {
    let text = line(["0007", "0.5", "1e1", "4.0", "0000", "12.25", "1", "-1.0", "-1", "-1"]);
    let expected = "7 0.5 10 4 12.25 ? ?";
    let keep = Settings::default().with("shift_to_zero", Value::Bool(false));
    assert_eq!(read_as_text(&text, &keep), expected);
}

/// The cleaning rule of published results: runtimes of at least 1 s and at most the estimate.
#[test]
fn short_runs_can_be_made_longer() {
    let text = [
        line(["1", "0", "0", "4", "-1", "60", "1", "1", "1", "1"]),
        line(["2", "1", "5", "4", "-1", "0.5", "1", "1", "1", "1"]),
        line(["3", "2", "0", "4", "-1", "-1", "1", "1", "1", "1"]),
    ]
    .concat();
    let least = Settings::default().with("min_run_s", Value::Number(1.0));
    assert_eq!(read_as_text(&text, &least), "1 0 1 4 60 1 ? | 2 1 5 4 1 1 ? | 3 2 1 4 ? 1 ?");
    assert_eq!(read_as_text(&text, &Settings::default()), "1 0 0 4 60 1 ? | 2 1 5 4 0.5 1 ? | 3 2 0 4 ? 1 ?");
    let report = read(&text, &least).expect("a log").report;
    assert_eq!(report.repaired, 2);
    let expected = "note: min_run_s: 2 jobs with a runtime below 1 s: 1 s is used";
    assert!(
        report.diagnostics.iter().any(|diagnostics| diagnostics.to_string() == expected),
        "{:?}",
        report.diagnostics
    );
}

#[test]
fn an_invalid_size_is_reported() {
    let text = format!("; MaxProcs: 99999999999\n{}", job_line("1", "0"));
    assert_eq!(
        diagnostics(&text),
        "warning: MaxProcs: `99999999999` is not a valid machine size: treated as unknown"
    );
}

#[test]
fn jobs_that_never_ran_are_counted() {
    let text = [
        line(["1", "0", "-1", "4", "4", "60", "0", "1", "1", "1"]),
        line(["2", "1", "10", "-1", "0", "60", "5", "1", "1", "1"]),
        line(["3", "-1", "10", "4", "4", "60", "1", "1", "1", "1"]),
        line(["4", "7", "0", "4", "4", "60", "5", "1", "1", "1"]),
    ]
    .concat();
    // A cancelled job with a runtime of 0 is work of length zero.
    assert_eq!(read_as_text(&text, &Settings::default()), "4 0 0 4 60 1 ?");
    let reading = read(&text, &Settings::default()).expect("a log");
    assert_eq!((reading.report.read, reading.report.skipped, reading.report.repaired), (1, 3, 0));
    let expected = "\
warning: line 3: 1 job skipped: the submit time (field 2) is unknown
warning: line 1: 1 job skipped: the runtime (field 4) is unknown
warning: line 2: 1 job skipped: the number of processors (fields 5 and 8) is unknown
note: line 4: cancelled: 1 job cancelled in the queue (status 5 or 0, no runtime): kept as jobs with zero runtime that wait for their processors
note: all submit times were shifted by 7 s, so that the first job arrives at time 0";
    assert_eq!(diagnostics(&text), expected);
}

#[test]
fn unsorted_logs_are_sorted_and_ties_keep_their_order() {
    let text = [job_line("1", "20"), job_line("2", "10"), job_line("3", "20"), job_line("4", "10")].concat();
    let keep = Settings::default().with("shift_to_zero", Value::Bool(false));
    let expected = "2 10 10 1 ? ? ? | 4 10 10 1 ? ? ? | 1 20 10 1 ? ? ? | 3 20 10 1 ? ? ?";
    assert_eq!(read_as_text(&text, &keep), expected);
    assert_eq!(read(&text, &Settings::default()).expect("a log").report.repaired, 2);
    assert!(
        diagnostics(&text)
            .starts_with("note: line 2: 2 jobs not in order of submission: the log was sorted (lines 2, 4)")
    );
}

#[test]
fn absolute_times_are_moved_to_zero_exactly() {
    let text = [job_line("1", "1400749079.25"), job_line("2", "1400749080")].concat();
    assert_eq!(read_as_text(&text, &Settings::default()), "1 0 10 1 ? ? ? | 2 0.75 10 1 ? ? ?");
}

#[test]
fn a_window_of_the_log() {
    let text =
        [job_line("1", "100"), job_line("2", "150"), job_line("3", "160"), job_line("4", "200")].concat();
    let number = |id, x| Settings::default().with(id, Value::Number(x));
    let ids = |settings: &Settings| {
        let reading = read(&text, settings).expect("a log");
        jobs(&reading).iter().map(|job| (job.number, job.submit.seconds() as u32)).collect::<Vec<_>>()
    };
    assert_eq!(ids(&number("from_s", 50.0)), [(2, 0), (3, 10), (4, 50)]);
    assert_eq!(ids(&number("to_s", 60.0)), [(1, 0), (2, 50)]);
    let first = number("from_s", 50.0).with("first_jobs", Value::Integer(1));
    assert_eq!(ids(&first), [(2, 0)]);
    let none = read(&text, &number("from_s", 101.0)).expect_err("nothing left");
    assert_eq!(none[0].message, "none of the 4 jobs is in the selected window");
}

#[test]
fn homes_are_numbered_by_id() {
    let job = |queue, partition| line(["1", "0", "10", "1", "1", "-1", "1", "1", queue, partition]);
    let text = [job("0", "30"), job("2", "-1"), job("0", "7")].concat();
    let homes = |settings: &Settings| {
        let reading = read(&text, settings).expect("a log");
        jobs(&reading).iter().map(|job| job.home).collect::<Vec<_>>()
    };
    assert_eq!(homes(&choice("home", "partition")), [1, UNKNOWN, 0]);
    assert_eq!(homes(&choice("home", "queue")), [0, 1, 0]);
    assert_eq!(homes(&Settings::default()), [UNKNOWN; 3]);
    let text = format!("; Partition: 30 big one\n{text}");
    let reading = read(&text, &choice("home", "partition")).expect("a log");
    let fact = reading.report.facts.iter().find(|fact| fact.label.starts_with("Clusters")).expect("a fact");
    assert_eq!(fact.value, "7, 30 (big one)");
}

#[test]
fn a_bad_line_is_skipped() {
    let good: String = (1..=8).map(|i| job_line(&i.to_string(), "0")).collect();
    let bad = [
        "1 2 3\n".to_owned(),
        line(["9", "x", "10", "1", "1", "-1", "1", "1", "1", "1"]),
        line(["9", "0", "NaN", "1", "1", "-1", "1", "1", "1", "1"]),
        line(["9", "0", "1", "1", "1.5", "-1", "1", "1", "1", "1"]),
        line(["9", "0", "20000000000", "1", "1", "-1", "1", "1", "1", "1"]),
        line(["9", "0", "1", "1", "4294967295", "-1", "1", "1", "1", "1"]),
        line(["9", "0", "1", "1", "1", "-1", "1", "inf", "1", "1"]),
    ]
    .concat();
    let expected = "\
warning: line 9: 1 line skipped: a line must have 18 columns (line 9: 3 columns)
warning: line 10: 5 lines skipped: a field has an invalid value (line 10: field 2, the submit time, is `x`, not a \
number; line 11: field 4, the runtime, is `NaN`, not a number; line 12: field 8, the requested processors, is \
`1.5`, not a whole number; line 13: field 4, the runtime, is `20000000000`, longer than 300 years; line 14: field \
8, the requested processors, is `4294967295`, too large a number)
note: line 15: 1 job with an invalid value in an optional field: ignored (line 15: field 12, the user, is \
`inf`, a word or a long number)";
    assert_eq!(diagnostics(&format!("{good}{bad}")), expected);
    // More invalid lines than valid ones: not a log.
    let diagnostics = diagnostics(&format!("{}{bad}", job_line("1", "0")));
    assert!(
        diagnostics.starts_with(
            "error: 6 of 8 lines are not valid lines of a log in the Standard Workload Format\n"
        ),
        "{diagnostics}"
    );
}

#[test]
fn nothing_to_run_is_an_error() {
    assert_eq!(diagnostics("; MaxProcs: 4\n\n"), "error: the log contains only comments and no jobs");
    assert_eq!(diagnostics(""), "error: the log contains only comments and no jobs");
    let never = line(["1", "0", "-1", "4", "4", "60", "5", "1", "1", "1"]);
    assert!(
        diagnostics(&never)
            .starts_with("error: none of the 1 job of the log has run\nwarning: line 1: 1 job skipped")
    );
}

#[test]
fn job_ids_may_be_words_or_repeat() {
    let text = [
        "; x\n",
        &job_line("5000000000", "0"),
        &job_line("-1", "0"),
        &job_line("7", "0"),
        &job_line("7", "0"),
    ]
    .concat();
    assert!(read_as_text(&text, &Settings::default()).starts_with("2 0 10 1 ? ? ? | 3 0 10"));
    let expected = "\
note: line 3: 1 job without a number (field 1): the line number is used
note: line 2: 1 job with a word or a long number as id (field 1): it is used as name, the line number as job number (line 2: \
`5000000000`)
note: 1 job with the number of another job: distinguished by their position in the log";
    assert_eq!(diagnostics(&text), expected);
}

#[test]
fn logs_of_alea_have_a_head_and_more_columns() {
    let names = "id\tsubmit\twait\trun\tcpus\ta\tb\tc\td\te\tf\tg\th\ti\tj\tk\tl\tm\tDAG_name\tTask_ID\r\n";
    let row = "1\t20\t0\t1200\t5\t-1\t3\t5\t1200\t3\t1\t1\t1\t1\t1\t1\t3&4\t0\tDAG-1\t1\r\n";
    assert_eq!(read_as_text(&format!("{names}{row}"), &Settings::default()), "1 0 1200 5 1200 1 ?");
    let expected = "\
note: line 1: the first line contains column names: skipped
note: line 2: 1 job with a preceding job or think time (fields 17, 18): ignored
note: line 2: 1 line with more than 18 columns: the additional ones are ignored
note: all submit times were shifted by 20 s, so that the first job arrives at time 0";
    assert_eq!(diagnostics(&format!("{names}{row}")), expected);
}

#[test]
fn the_machine_is_that_of_the_header_or_of_the_largest_job() {
    let job = line(["1", "0", "10", "16", "16", "-1", "1", "1", "1", "1"]);
    let machine = |header: &str| {
        let report = read(&format!("{header}{job}"), &Settings::default()).expect("a log").report;
        (report.processors, report.processors_from.split(' ').next().unwrap_or_default())
    };
    assert_eq!(machine("; MaxNodes: 29\n; MaxProcs: 352\n"), (Some(352), "MaxProcs"));
    assert_eq!(machine("; MaxNodes: 29\n"), (Some(29), "MaxNodes"));
    // Nodes of several processors: jobs are counted in processors.
    assert_eq!(machine("; MaxNodes: 8\n"), (Some(16), "the"));
    assert_eq!(machine(""), (Some(16), "the"));
    let report = read(&format!("; MaxProcs: 8\n{job}"), &Settings::default()).expect("a log").report;
    let fact = report.facts.iter().find(|fact| fact.label == "Jobs larger than the machine").expect("a fact");
    assert_eq!(fact.value, "1 job; job 1 needs 16");
}

#[test]
fn piece_boundaries_do_not_matter() {
    let mut text = String::from("; MaxProcs: 9\r\n");
    for i in 0..40_u32 {
        text += &job_line(&i.to_string(), &(i * 7 % 30).to_string());
        text += if i % 5 == 0 { "; note\n\n" } else { "" };
        text += if i == 9 { "1 2 3\n" } else { "" };
        text += if i == 20 { "; note\r; note\r\r\n" } else { "" };
    }
    text += &" ".repeat(70_000);
    text.push('\n');
    text += &job_line("99", "3");
    let whole = read(&text, &Settings::default()).expect("a log");
    assert_eq!(whole.report.skipped, 2);
    for size in [1, 2, 3, 7, 64, 1_000, 65_536] {
        let mut reader = (READER.reader)("a.swf", &Settings::default());
        text.as_bytes().chunks(size).for_each(|piece| reader.push(piece));
        assert_eq!(reader.finish().as_ref(), Ok(&whole), "pieces of {size}");
    }
}

/// The numbers of the jobs with their runtimes.
fn runs(text: &str, settings: &Settings) -> Vec<(u32, f64)> {
    let reading = read(text, settings).expect("a log");
    jobs(&reading).iter().map(|job| (job.number, job.run.seconds())).collect()
}

/// A job that was swapped out has a line for the whole job and one for each burst; later bursts mostly have no submit
/// time.
#[test]
fn partial_executions_are_no_jobs_beside_the_whole_job() {
    let part = |submit, run, status| line(["1", submit, run, "4", "4", "1000", status, "1", "1", "1"]);
    let other = line(["2", "10", "60", "2", "2", "100", "1", "2", "1", "1"]);
    for submits in [["0", "-1", "-1"], ["0", "150", "280"]] {
        let bursts =
            [part(submits[0], "100", "2"), part(submits[1], "120", "2"), part(submits[2], "80", "3")];
        let (whole, bursts) = (part("0", "300", "1"), bursts.concat());
        for text in [[whole.as_str(), &bursts, &other].concat(), [&bursts, whole.as_str(), &other].concat()] {
            assert_eq!(runs(&text, &Settings::default()), [(1, 300.0), (2, 60.0)], "{text}");
            let told = diagnostics(&text);
            let expected = "3 lines left out: partial executions (status 2 to 4) of jobs that also have a line for the whole job";
            assert!(told.contains(expected), "{told}");
            assert!(!told.contains("unknown") && !told.contains("sorted"), "{told}");
        }
    }
    // A last burst that failed, of a job with a word as id.
    let named =
        [part("0", "300", "0"), part("0", "100", "2"), part("-1", "200", "4")].map(|line| format!("a{line}"));
    assert_eq!(runs(&named.concat(), &Settings::default()), [(1, 300.0)]);
}

#[test]
fn partial_executions_without_the_whole_job_are_jobs() {
    let part =
        |number, submit, run, status| line([number, submit, run, "4", "4", "-1", status, "1", "1", "1"]);
    let text = [
        part("1", "0", "5", "1"),
        part("2", "0", "10", "2"),
        part("2", "-1", "20", "3"),
        part("3", "0", "7", "1"),
    ]
    .concat();
    assert_eq!(runs(&text, &Settings::default()), [(1, 5.0), (2, 10.0), (3, 7.0)]);
    let expected = "\
warning: line 3: 1 job skipped: the submit time (field 2) is unknown
note: line 2: 1 partial execution (status 2 to 4) without a line for the whole job: treated as a job";
    assert_eq!(diagnostics(&text), expected);
}

/// A job and another one, with this value in a field of the first.
fn with_field(field: usize, value: &str) -> String {
    let mut cells: Vec<&str> = "7 0 3 100 4 -1 -1 4 200 -1 1 5 6 7 2 3 -1 -1".split(' ').collect();
    cells[field - 1] = value;
    format!("{}\n8 1 3 20 2 -1 -1 2 30 -1 1 5 6 7 2 3 -1 -1\n", cells.join(" "))
}

#[test]
fn invalid_optional_fields_never_lose_a_job() {
    let values = [
        "UNLIMITED",
        "TIMEOUT",
        "3f2a9c",
        "4294967295",
        "4294967296",
        "8274920174920",
        "99999999999",
        "1e300",
        "NaN",
        "1.5",
        "01:00:00",
        "Partition_Limit",
    ];
    for field in [1, 3, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16] {
        for value in values {
            for home in ["none", "partition", "queue"] {
                let reading = read(&with_field(field, value), &choice("home", home)).expect("a log");
                let found: Vec<f64> = jobs(&reading).iter().map(|job| job.run.seconds()).collect();
                assert_eq!((found, reading.report.skipped), (vec![100.0, 20.0], 0), "field {field}: {value}");
            }
        }
    }
    // For jobs, the unselected number of processors is optional.
    for (processors, field) in [("requested", 5), ("allocated", 8)] {
        let reading =
            read(&with_field(field, "99999999999"), &choice("processors", processors)).expect("a log");
        assert_eq!(jobs(&reading)[0].nodes, 4);
    }
}

#[test]
fn a_requested_time_that_is_no_limit_is_none() {
    let with = |estimate| {
        let text = line(["1", "0", "100", "4", "4", estimate, "1", "1", "1", "1"]);
        let reading = read(&text, &Settings::default()).expect("a log");
        (jobs(&reading)[0].estimate.map(Span::seconds), diagnostics(&text))
    };
    let none =
        ["UNLIMITED", "Partition_Limit", "99999999", "2147483647", "4294967295", "99999999999", "1e18"];
    for estimate in none {
        let expected = format!(
            "note: line 1: 1 job with an invalid requested time (field 9): treated as unknown (line 1: `{estimate}`)"
        );
        assert_eq!(with(estimate), (None, expected));
    }
    // An unknown value is not a finding; a year is a limit.
    assert_eq!(with("-1"), (None, String::new()));
    assert_eq!(with("31536000"), (Some(31_536_000.0), String::new()));
}

#[test]
fn users_with_large_numbers_stay_distinct() {
    let job = |number, user| line([number, "0", "10", "1", "1", "-1", "1", user, "1", "1"]);
    let (ann, bob) = ("8274920174920", "8274920174921");
    let text = [job("1", ann), job("2", bob), job("3", "1"), job("4", ann)].concat();
    assert_eq!(
        read_as_text(&text, &Settings::default()),
        "1 0 10 1 ? 2 ? | 2 0 10 1 ? 3 ? | 3 0 10 1 ? 1 ? | 4 0 10 1 ? 2 ?"
    );
}

/// Status 5 or 0 without a runtime: the job never started.
#[test]
fn jobs_cancelled_in_the_queue_are_kept_left_out_or_leave_it() {
    let text = "1 0 0 100 2 -1 -1 2 100 -1 1 1 1 1 1 1 -1 -1\n\
                2 10 30 0 0 -1 -1 8 3600 -1 5 2 1 1 1 1 -1 -1\n\
                3 20 40 -1 0 -1 -1 8 3600 -1 0 2 1 1 1 1 -1 -1\n\
                4 25 -1 0 0 -1 -1 8 3600 -1 CANCELLED 2 1 1 1 1 -1 -1\n\
                5 30 5 50 2 -1 -1 2 60 -1 5 1 1 1 1 1 -1 -1\n";
    let of = |word| {
        let reading = read(text, &choice("cancelled", word)).expect("a log");
        let leaves = |job: &Job| if job.leaves == Time::MAX { None } else { Some(job.leaves.seconds()) };
        let found: Vec<_> = jobs(&reading).iter().map(|job| (job.number, leaves(job))).collect();
        (found, reading.report.cancelled)
    };
    assert_eq!(of("keep"), (vec![(1, None), (2, None), (4, None), (5, None)], 2));
    assert_eq!(of("leave-out"), (vec![(1, None), (5, None)], 3));
    assert_eq!(of("leave-queue"), (vec![(1, None), (2, Some(40.0)), (3, Some(60.0)), (5, None)], 2));
    // The times of cancellation move with the submissions.
    let later = text.replacen("1 0 0 100", "1 5 0 100", 1);
    let reading = read(&later, &choice("cancelled", "leave-queue")).expect("a log");
    assert_eq!(jobs(&reading)[1].leaves, Time::from_seconds(35.0));
}

#[test]
fn a_remark_after_the_fields_is_ignored() {
    for remark in [" ; killed by hand 7", ";killed", " # 7 8", "\t# x"] {
        let text = job_line("1", "0").replace('\n', &format!("{remark}\n"));
        assert_eq!(diagnostics(&text), "", "{remark}");
    }
}

#[test]
fn submissions_before_the_log_are_reported() {
    let text = [job_line("1", "-100"), job_line("2", "-1"), job_line("3", "0")].concat();
    let expected = "\
warning: line 2: 1 job skipped: the submit time (field 2) is unknown
warning: line 1: 1 job skipped: submitted before the start of the log (field 2)";
    assert_eq!(diagnostics(&text), expected);
}

/// The header and the whole log determine the cluster of each partition.
#[test]
fn partitions_are_unchanged_in_a_window_or_an_excerpt() {
    let job =
        |number, submit, partition| line([number, submit, "10", "2", "2", "-1", "1", "1", "1", partition]);
    let all = [job("1", "0", "1"), job("2", "1", "2"), job("3", "2", "2")].concat();
    let window = choice("home", "partition").with("from_s", Value::Number(1.0));
    let few = window.clone().with("to_s", Value::Number(2.0));
    let homes = |text: &str, settings: &Settings| {
        let reading = read(text, settings).expect("a log");
        jobs(&reading).iter().map(|job| job.home).collect::<Vec<_>>()
    };
    assert_eq!((homes(&all, &window), homes(&all, &few)), (vec![1, 1], vec![1]));
    let excerpt = format!("; Partition: 1 small\n; Partition: 2 big\n{}", job("2", "1", "2"));
    let reading = read(&excerpt, &choice("home", "partition")).expect("a log");
    assert_eq!(jobs(&reading)[0].home, 1);
    let told: Vec<_> = reading.origin.homes.iter().map(|home| (home.to_string(), home.used)).collect();
    assert_eq!(told, [("1 (small)".to_owned(), false), ("2 (big)".to_owned(), true)]);
}

#[test]
fn the_hint_fits_the_error() {
    let hint = |field: usize, value: &str| {
        let text = with_field(field, value);
        read(&text, &Settings::default()).expect("a log").report.diagnostics.remove(0).hint
    };
    assert!(hint(4, "1:00:00").starts_with("Write times as seconds: 1:00:00"));
    assert!(hint(4, "1-00:00:10").starts_with("Write times as seconds: 1:00:00"));
    assert!(hint(2, "2024-01-01T00:00:00").starts_with("Write times as seconds from"));
    assert!(hint(2, "1136070000000").contains("divide milliseconds"));
    assert!(hint(4, "10,5").contains("point"));
    assert!(hint(8, "1.5").contains("whole numbers"));
    assert!(hint(4, "x").contains("-1"));
}

#[test]
fn header_fields_of_the_machine_are_copied_with_its_jobs() {
    let head = "; Computer: x\n; UnixStartTime: 1262300400\n; TimeZoneString: Europe/Paris\n";
    let reading = read(&format!("{head}{}", job_line("1", "40")), &Settings::default()).expect("a log");
    let told: Vec<_> =
        reading.origin.header.iter().map(|(label, value)| format!("{label}={value}")).collect();
    // The job was submitted 40 s after the start of the log and is shifted to 0.
    assert_eq!(told, ["Computer=x", "UnixStartTime=1262300440", "TimeZoneString=Europe/Paris"]);
}
