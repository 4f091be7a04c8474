use super::READER;
use crate::{Reading, read, recognise};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::{Job, UNKNOWN};

/// A line with these fields: id, submit, run, allocated, requested, estimate, user, group, queue, partition, site of
/// submission, site of the run, structure, batch, platform.
fn line(fields: [&str; 15]) -> String {
    let [
        id,
        submit,
        run,
        allocated,
        requested,
        estimate,
        user,
        group,
        queue,
        partition,
        site,
        last,
        kind,
        batch,
        platform,
    ] = fields;
    let head =
        [id, submit, "-1", run, allocated, "-1", "-1", requested, estimate, "-1", "1", user, group, "app3"];
    let tail =
        [queue, partition, site, last, kind, batch, "-1", "-1", "-1", platform, "-1", "-1", "-1", "-1", "-1"];
    [&head[..], &tail[..]].concat().join("\t") + "\n"
}

/// A job of one processor for 10 s of this user, from this site.
fn job_line(id: &str, submit: &str, user: &str, site: &str) -> String {
    line([id, submit, "10", "1", "-1", "-1", user, "-1", "-1", "-1", site, "-1", "UNITARY", "-1", "-1"])
}

fn read_with(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    let mut reader = (READER.reader)("a.gwf", settings);
    reader.push(text.as_bytes());
    reader.finish()
}

fn jobs(reading: &Reading) -> &[Job] {
    reading.work.items().expect("jobs")
}

/// The jobs as `number submit run nodes estimate user group home`, `?` for unknown, `|` between them.
fn as_text(text: &str, home: &'static str) -> String {
    let reading = read_with(text, &Settings::default().with("home", Value::Choice(home))).expect("a log");
    let id = |id: u32| if id == UNKNOWN { "?".to_owned() } else { id.to_string() };
    let line = |job: &Job| {
        let estimate = job.estimate.map_or("?".to_owned(), |span| span.seconds().to_string());
        let (submit, run) = (job.submit.seconds(), job.run.seconds());
        let ids = [job.user, job.group, job.home].map(id).join(" ");
        format!("{} {submit} {run} {} {estimate} {ids}", job.number, job.nodes)
    };
    jobs(&reading).iter().map(line).collect::<Vec<_>>().join(" | ")
}

/// The diagnostics of a log, one per line, without hints.
fn diagnostics(text: &str) -> String {
    let list = match read_with(text, &Settings::default()) {
        Ok(reading) => reading.report.diagnostics,
        Err(problems) => problems,
    };
    let lines = list.into_iter().map(|one| Diagnostic { hint: String::new(), ..one }.to_string());
    lines.collect::<Vec<_>>().join("\n")
}

fn fact(text: &str, home: &'static str, label: &str) -> Option<String> {
    let reading = read_with(text, &Settings::default().with("home", Value::Choice(home))).expect("a log");
    reading.report.facts.into_iter().find(|fact| fact.label == label).map(|fact| fact.value)
}

#[test]
fn a_line_is_a_job() {
    let full = [
        "7", "0", "60", "4", "8", "3600", "U3", "G1", "long", "p1", "delft", "leiden", "UNITARY", "-1", "-1",
    ];
    let text = line(full);
    assert_eq!(as_text(&text, "none"), "7 0 60 8 3600 3 1 ?");
    for home in ["site", "last-site", "partition", "queue"] {
        assert_eq!(as_text(&text, home), "7 0 60 8 3600 3 1 0", "{home}");
    }
    let names =
        ["site", "last-site", "partition", "queue"].map(|home| fact(&text, home, "Clusters, in this order"));
    assert_eq!(names, ["delft", "leiden", "p1", "long"].map(|name| Some(name.to_owned())));
    assert_eq!(fact(&text, "none", "Clusters, in this order"), None);
}

/// Without tabs, blanks separate fields; with tabs, blanks belong to words and an empty field is unknown.
#[test]
fn tabs_and_blanks_separate() {
    let tabs = job_line("1", "0", "ann", "vu");
    let expected = "1 0 10 1 ? 0 ? 0";
    for text in
        [tabs.clone(), tabs.replace('\t', "  "), tabs.replace('\n', "\t\r\n"), tabs.replace("\t-1", "\t")]
    {
        assert_eq!(as_text(&text, "site"), expected, "{text:?}");
    }
    assert_eq!(
        fact(&job_line("1", "0", "ann", "TU Delft"), "site", "Clusters, in this order").as_deref(),
        Some("TU Delft")
    );
}

#[test]
fn headers_and_column_names_are_skipped() {
    let names = "JobID\tSubmitTime\tWaitTime\tRunTime\tNProcs\tUsedCPUTime\tUsedMemory\tReqNProcs\tReqTime\tReqMemory\t\
                 Status\tUserID\tGroupID\tExecutableID\tQueueID\tPartitionID\tOrigSiteID\tLastRunSiteID\tJobStructure\t\
                 JobStructureParams\tUsedNetwork\tUsedLocalDiskSpace\tUsedResources\tReqPlatform\tReqNetwork\t\
                 ReqLocalDiskSpace\tReqResources\tVOID\tProjectID\n";
    let job = job_line("1", "0", "1", "a");
    let commented = format!("# Computer: a grid\n# {names}{job}");
    assert_eq!(diagnostics(&commented), "");
    assert_eq!(fact(&commented, "none", "Computer").as_deref(), Some("a grid"));
    assert_eq!(
        diagnostics(&format!("{names}{job}")),
        "note: line 1: the first line contains column names: skipped"
    );
}

#[test]
fn clusters_come_in_the_order_of_their_names() {
    let text =
        [job_line("1", "0", "b", "site10"), job_line("2", "0", "a", "site2"), job_line("3", "0", "-1", "-1")]
            .concat();
    assert_eq!(as_text(&text, "site"), "1 0 10 1 ? 1 ? 1 | 2 0 10 1 ? 0 ? 0 | 3 0 10 1 ? ? ? ?");
    assert_eq!(fact(&text, "site", "Clusters, in this order").as_deref(), Some("site2, site10"));
}

#[test]
fn ids_of_jobs_may_be_words() {
    let text = [job_line("1001.grid", "0", "1", "a"), job_line("-1", "0", "1", "a")].concat();
    assert!(as_text(&text, "none").starts_with("1 0 10 1 ? 1 ? ? | 2 0 10"));
    assert_eq!(
        diagnostics(&text),
        "note: line 2: 1 job without a number (field 1): the line number is used\n\
         note: line 1: 1 job with a word or a long number as id (field 1): it is used as name, the line number as job number (line 1: \
         `1001.grid`)"
    );
    let reading = read_with(&text, &Settings::default()).expect("a log");
    assert_eq!(jobs(&reading).iter().map(|job| &*job.name).collect::<Vec<_>>(), ["1001.grid", ""]);
    assert_eq!(reading.report.repaired, 1);
}

/// An excerpt or a window has the clusters of the whole log.
#[test]
fn clusters_are_unchanged_in_a_window() {
    let text = [job_line("1", "0", "1", "a"), job_line("2", "5", "1", "b")].concat();
    let window = Settings::default().with("home", Value::Choice("site")).with("from_s", Value::Number(1.0));
    let reading = read_with(&text, &window).expect("a log");
    assert_eq!(jobs(&reading).iter().map(|job| job.home).collect::<Vec<_>>(), [1]);
    assert_eq!(reading.origin.homes.iter().map(|home| &*home.id).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn a_remark_after_the_fields_is_ignored() {
    let text =
        [job_line("1", "0", "1", "a").replace('\n', "\t# one, two\n"), job_line("2", "0", "1", "a")].concat();
    assert_eq!(diagnostics(&text), "");
}

/// Unix times are shifted to zero and give the date of the log; milliseconds are recognised by their magnitude.
#[test]
fn times_are_seconds_or_milliseconds() {
    let seconds = [job_line("1", "1136070000", "1", "a"), job_line("2", "1136070000.5", "1", "a")].concat();
    let milliseconds =
        [job_line("1", "1136070000000", "1", "a"), job_line("2", "1136070000500", "1", "a")].concat();
    for text in [&seconds, &milliseconds] {
        assert_eq!(as_text(text, "none"), "1 0 10 1 ? 1 ? ? | 2 0.5 10 1 ? 1 ? ?");
        assert_eq!(fact(text, "none", "Log starts").as_deref(), Some("2005-12-31 23:00:00 UTC"));
    }
    assert!(diagnostics(&milliseconds).starts_with(
        "note: 2 jobs submitted after the year 2286: times are interpreted as milliseconds\nnote: all submit times"
    ));
    assert_eq!(fact(&job_line("1", "5", "1", "a"), "none", "Log starts"), None);
}

#[test]
fn unused_fields_are_reported() {
    let part = |id, kind, batch, platform| {
        line([id, "0", "10", "1", "-1", "-1", "1", "-1", "-1", "-1", "a", "-1", kind, batch, platform])
    };
    let text = [
        part("1", "BoT", "b1", "-1"),
        part("2", "BOT", "b1", "-1"),
        part("3", "BoT", "b2", "i686,Linux,2.6"),
        part("4", "WF", "w1", "-1"),
        part("5", "UNITARY", "-1", "-1"),
    ]
    .concat();
    assert_eq!(
        diagnostics(&text),
        "note: line 3: 1 job with requirements on platform, network, disk or other resources (fields 24 to 27): ignored\n\
         note: 3 jobs of bags of tasks (fields 19 and 20): bags in systems that run bags of tasks, otherwise single jobs\n\
         note: 1 job of other structures (field 19), whose order is not part of the format: run as single jobs"
    );
    assert_eq!(fact(&text, "none", "Bags of tasks").as_deref(), Some("2 bags of 3 jobs"));
}

/// Batches are numbered in the order of the log. The report lists the execution sites with their maximum number of busy
/// processors, and submission sites only if no job has an execution site.
#[test]
fn batches_and_sites_are_known() {
    let ran = |id, submit, run, nodes, last, kind, batch| {
        let fields =
            [id, submit, run, nodes, "-1", "-1", "1", "-1", "-1", "-1", "home", last, kind, batch, "-1"];
        // Each job started at its submission.
        line(fields).replacen("\t-1\t", "\t0\t", 1)
    };
    let text = [
        ran("1", "0", "10", "4", "b", "BoT", "x"),
        ran("2", "0", "10", "1", "a", "UNITARY", "x"),
        ran("3", "5", "10", "3", "b", "BoT", "y"),
        ran("4", "10", "10", "2", "b", "BoT", "x"),
    ]
    .concat();
    let reading = read_with(&text, &Settings::default()).expect("a log");
    let batches: Vec<u32> = jobs(&reading).iter().map(|job| job.batch).collect();
    assert_eq!(batches, [0, UNKNOWN, 1, 0]);
    let sites = reading.report.sites.expect("two sites");
    let found: Vec<(&str, u32)> = sites.clusters.iter().map(|site| (&*site.name, site.nodes)).collect();
    // At 10 s, four processors of b are released before two are allocated.
    assert_eq!((sites.home, found), ("last-site", vec![("a", 1), ("b", 7)]));
    // Without wait times, the times of execution are unknown.
    let unknown = read_with(&text.replace("\t0\t10", "\t-1\t10"), &Settings::default()).expect("a log");
    let nodes: Vec<u32> =
        unknown.report.sites.expect("sites").clusters.iter().map(|site| site.nodes).collect();
    assert_eq!(nodes, [1, 4]);
    let homes =
        read_with(&text, &Settings::default().with("home", Value::Choice(sites.home))).expect("a log");
    assert_eq!(jobs(&homes).iter().map(|job| job.home).collect::<Vec<_>>(), [1, 0, 1, 1]);
    let submitted = [job_line("1", "0", "1", "s2"), job_line("2", "0", "1", "s1")].concat();
    let sites = read_with(&submitted, &Settings::default()).expect("a log").report.sites;
    assert_eq!(sites.map(|sites| (sites.home, sites.clusters.len())), Some(("site", 2)));
    assert_eq!(
        read_with(&job_line("1", "0", "1", "s2"), &Settings::default()).expect("a log").report.sites,
        None
    );
}

#[test]
fn invalid_lines_are_skipped() {
    let good: String = (1..=8).map(|i| job_line(&i.to_string(), "0", "1", "a")).collect();
    let long = "x".repeat(300);
    let bad = [
        job_line("9", "soon", "1", "a"),
        job_line("9", "1e14", "1", "a"),
        job_line("9", "0", &long, "a"),
        "1 2 3\n".to_owned(),
        line(["9", "0", "-1", "1", "1", "-1", "1", "1", "-1", "-1", "a", "-1", "-1", "-1", "-1"]),
    ]
    .concat();
    let shown = format!("{}…", "x".repeat(40));
    assert_eq!(
        diagnostics(&format!("{good}{bad}")),
        format!(
            "warning: line 12: 1 line skipped: a line must have 29 columns (line 12: 3 columns)\n\
             warning: line 9: 2 lines skipped: a field has an invalid value (line 9: field 2, the submit time, is `soon`, \
             not a number; line 10: field 2, the submit time, is `1e14`, longer than 300 years)\n\
             warning: line 13: 1 job skipped: the runtime (field 4) is unknown\n\
             note: line 11: 1 job with an invalid value in an optional field: ignored (line 11: field 12, the \
             user, is `{shown}`, too long for an id)"
        )
    );
    let refused = diagnostics(&format!("{}{bad}{bad}", job_line("1", "0", "1", "a")));
    assert!(
        refused.starts_with("error: 6 of 11 lines are not valid lines of a log in the Grid Workloads Format"),
        "{refused}"
    );
}

/// Other formats have the same comments: only lines of 29 fields identify such logs.
#[test]
fn it_is_recognised_by_its_lines() {
    let known = |text: &str| recognise("a", text.as_bytes()).map(|format| format.entry.id).ok();
    assert_eq!(known(&job_line("j1", "0", "ann", "vu")), Some("gwf"));
    assert_eq!(known(&format!("# a\n{}", job_line("1", "0", "-1", "-1").replace('\t', " "))), Some("gwf"));
    assert_eq!(known("# JobID SubmitTime\n"), None);
    assert_eq!(known(&"one ".repeat(29)), None);
}

#[test]
fn piece_boundaries_do_not_matter() {
    let text: String =
        (0..50).map(|i| job_line(&i.to_string(), &(i * 7 % 30).to_string(), "U1", "s1")).collect();
    let whole = read("a", text.as_bytes(), None, &Settings::default()).expect("a log");
    for size in [1, 3, 64, 1_000] {
        let mut reader = (READER.reader)("a", &Settings::default());
        text.as_bytes().chunks(size).for_each(|piece| reader.push(piece));
        let read = reader.finish().map(|reading| reading.work);
        assert_eq!(read.as_ref(), Ok(&whole.work), "pieces of {size}");
    }
}
