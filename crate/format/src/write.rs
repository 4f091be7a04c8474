//! Work written down as the files others read: what a generator made, to be looked at, kept, or handed on.
//!
//! Reading what was written gives the same work again, to the microsecond and the byte.

use ganttlet_engine::time::{Span, Time};
use ganttlet_engine::workload::master_worker::MasterWorker;
use ganttlet_engine::workload::{Absence, Job, UNKNOWN, Workflow};
use std::fmt::Write as _;

/// Jobs as a log in the Standard Workload Format, with these `(label, value)` lines at its head. What is not known is -1;
/// whole seconds are written without a fraction.
pub fn swf(jobs: &[Job], head: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (label, value) in head {
        line(&mut text, format_args!("; {label}: {value}"));
    }
    for job in jobs {
        let id = |id: u32, first: i64| if id == UNKNOWN { -1 } else { i64::from(id) + first };
        let (submit, run) = (seconds(job.submit.0), seconds(job.run.0));
        let estimate = job.estimate.map_or_else(|| "-1".to_owned(), |Span(micros)| seconds(micros));
        let (number, nodes) = (job.number, job.nodes);
        let (user, group, partition) = (id(job.user, 0), id(job.group, 0), id(job.home, 1));
        let application = id(job.application, 0);
        line(
            &mut text,
            format_args!(
                "{number} {submit} -1 {run} {nodes} -1 -1 {nodes} {estimate} -1 1 {user} {group} {application} -1 {partition} -1 \
                 -1"
            ),
        );
    }
    text
}

/// Jobs as a log in the Grid Workloads Format, with these `(label, value)` lines at its head; `sites` are the names of the
/// clusters. What is not known is -1; whole seconds are written without a fraction.
pub fn gwf(jobs: &[Job], sites: &[&str], head: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (label, value) in head {
        line(&mut text, format_args!("# {label}: {value}"));
    }
    line(&mut text, format_args!("# {}", GWF_FIELDS.join("\t")));
    for job in jobs {
        let id =
            |letter: &str, id: u32| if id == UNKNOWN { "-1".to_owned() } else { format!("{letter}{id}") };
        let (submit, run) = (seconds(job.submit.0), seconds(job.run.0));
        let estimate = job.estimate.map_or_else(|| "-1".to_owned(), |Span(micros)| seconds(micros));
        let (number, nodes) = (job.number, job.nodes);
        let (user, group, application) = (id("U", job.user), id("G", job.group), id("A", job.application));
        let site = sites.get(job.home as usize).unwrap_or(&"-1");
        line(
            &mut text,
            format_args!(
                "{number}\t{submit}\t-1\t{run}\t{nodes}\t-1\t-1\t{nodes}\t{estimate}\t-1\t1\t{user}\t{group}\t{application}\t-1\t-1\t\
                 {site}\t{site}\tUNITARY{}",
                "\t-1".repeat(10)
            ),
        );
    }
    text
}

/// The fields of the Grid Workloads Format, in their order.
const GWF_FIELDS: [&str; 29] = [
    "JobID",
    "SubmitTime",
    "WaitTime",
    "RunTime",
    "NProcs",
    "AverageCPUTimeUsed",
    "UsedMemory",
    "ReqNProcs",
    "ReqTime",
    "ReqMemory",
    "Status",
    "UserID",
    "GroupID",
    "ExecutableID",
    "QueueID",
    "PartitionID",
    "OrigSiteID",
    "LastRunSiteID",
    "JobStructure",
    "JobStructureParams",
    "UsedNetwork",
    "UsedLocalDiskSpace",
    "UsedResources",
    "ReqPlatform",
    "ReqNetwork",
    "ReqLocalDiskSpace",
    "ReqResources",
    "VOID",
    "ProjectID",
];

/// A workflow as a DAX file (version 2.1) with the run times and file sizes that simulators read.
pub fn dax(workflow: &Workflow) -> String {
    let mut text = String::new();
    let children = workflow.tasks.iter().filter(|task| !task.parents.is_empty());
    line(&mut text, format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    line(
        &mut text,
        format_args!(
            "<adag xmlns=\"http://pegasus.isi.edu/schema/DAX\" version=\"2.1\" name=\"{}\" jobCount=\"{}\" \
             fileCount=\"0\" childCount=\"{}\">",
            escaped(&workflow.name),
            workflow.tasks.len(),
            children.clone().count()
        ),
    );
    for task in &workflow.tasks {
        let cores = if task.nodes == 1 { String::new() } else { format!(" cores=\"{}\"", task.nodes) };
        let (id, program, run) = (escaped(&task.name), escaped(&task.program), seconds(task.run.0));
        line(&mut text, format_args!("  <job id=\"{id}\" name=\"{program}\" runtime=\"{run}\"{cores}>"));
        for (files, link) in [(&task.inputs, "input"), (&task.outputs, "output")] {
            for &file in files {
                let file = &workflow.files[file as usize];
                let (name, bytes) = (escaped(&file.name), file.bytes);
                line(&mut text, format_args!("    <uses file=\"{name}\" link=\"{link}\" size=\"{bytes}\"/>"));
            }
        }
        line(&mut text, format_args!("  </job>"));
    }
    for child in children {
        line(&mut text, format_args!("  <child ref=\"{}\">", escaped(&child.name)));
        for &parent in &child.parents {
            let parent = escaped(&workflow.tasks[parent as usize].name);
            line(&mut text, format_args!("    <parent ref=\"{parent}\"/>"));
        }
        line(&mut text, format_args!("  </child>"));
    }
    line(&mut text, format_args!("</adag>"));
    text
}

/// Workflows as a table in the way of OpenDC: the tasks are numbered through, files are not in it.
pub fn opendc(workflows: &[Workflow]) -> String {
    let mut text = "WorkflowID, JobID, SubmitTime, RunTime, NProcs, ReqNProcs, Dependencies\n".to_owned();
    let mut first = 1;
    for (workflow, place) in workflows.iter().zip(1..) {
        let submit = seconds(workflow.submit.0);
        for (task, number) in workflow.tasks.iter().zip(first..) {
            let (run, nodes) = (seconds(task.run.0), task.nodes);
            let parents: Vec<String> =
                task.parents.iter().map(|&parent| (first + parent).to_string()).collect();
            let parents = parents.join(" ");
            line(&mut text, format_args!("{place}, {number}, {submit}, {run}, {nodes}, {nodes}, {parents}"));
        }
        first += workflow.tasks.len() as u32;
    }
    text
}

/// The times of a master-worker application as a table with a line for every iteration and a column for every task; an
/// empty cell where the task does not come. A batch without tasks is left out. Keys, needs and the sequential part are not
/// in it.
pub fn task_times(application: &MasterWorker) -> String {
    let mut text = "iteration".to_owned();
    for task in 1..=application.expected.len() {
        let _ = write!(text, ",task {task}");
    }
    text.push('\n');
    let batches = application.batches.iter().filter(|batch| !batch.is_empty());
    for (batch, iteration) in batches.zip(1..) {
        text.push_str(&iteration.to_string());
        let mut next = batch.iter().peekable();
        for task in 0..application.expected.len() as u32 {
            text.push(',');
            if let Some(here) = next.next_if(|here| here.task == task) {
                text.push_str(&seconds(here.run.0));
            }
        }
        text.push('\n');
    }
    text
}

/// Absences of `machines` machines as a trace of the Failure Trace Archive, each machine from 0 to the end of its last
/// absence, or to `end` if that is later.
pub fn event_trace(absences: &[Absence], machines: u32, end: Time) -> String {
    let mut text =
        "# event_id\tcomponent_id\tnode_id\tplatform_id\tnode_name\tevent_type\tevent_start_time\t\
                    event_stop_time\tevent_end_reason\n"
            .to_owned();
    let mut event = 0;
    for machine in 0..machines {
        let mut add = |available: u32, from: Time, to: Time| {
            if from < to {
                let (from, to) = (seconds(from.0), seconds(to.0));
                let node = machine + 1;
                line(
                    &mut text,
                    format_args!("{event}\t0\t{node}\t1\tm{node}\t{available}\t{from}\t{to}\tNULL"),
                );
                event += 1;
            }
        };
        let mut now = Time::ZERO;
        for absence in absences.iter().filter(|absence| absence.machine == machine) {
            add(1, now, absence.start);
            add(0, absence.start.max(now), absence.end);
            now = now.max(absence.end);
        }
        add(1, now, end);
    }
    text
}

fn line(text: &mut String, arguments: std::fmt::Arguments) {
    writeln!(text, "{arguments}").expect("a string takes every text");
}

/// Microseconds as exact seconds: `12`, `0.25`.
fn seconds(micros: i64) -> String {
    let sign = if micros < 0 { "-" } else { "" };
    let (whole, part) = (micros.unsigned_abs() / 1_000_000, micros.unsigned_abs() % 1_000_000);
    if part == 0 {
        return format!("{sign}{whole}");
    }
    let part = format!("{part:06}");
    format!("{sign}{whole}.{}", part.trim_end_matches('0'))
}

/// A text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(character),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;
    use ganttlet_engine::entry::{Settings, Value};
    use ganttlet_engine::platform::{Platform, das2, one_cluster};
    use ganttlet_engine::rng::Streams;
    use ganttlet_engine::workload::Task;
    use ganttlet_engine::workload::Work;
    use ganttlet_engine::workload::generator::GENERATORS;

    fn made(id: &str, settings: &[(&'static str, Value)], platform: &Platform, seed: u64) -> Work {
        let generator =
            GENERATORS.members.iter().find(|generator| generator.entry.id == id).expect("a generator");
        let defaults = Settings::defaults(generator.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        (generator.make)(&settings, platform, &Streams::new(seed), "workload/0")
    }

    fn jobs(mut work: Work) -> Vec<Job> {
        work.take()
    }

    fn application(mut work: Work) -> MasterWorker {
        work.take().remove(0)
    }

    fn absences(mut work: Work) -> Vec<Absence> {
        work.take()
    }

    fn workflow(mut work: Work) -> Workflow {
        work.take().remove(0)
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    #[test]
    fn a_log_that_is_read_again_is_the_same() {
        let all = jobs(made("poisson", &[], &das2(), 5));
        let text = swf(&all, &[("MaxProcs", "200")]);
        let settings =
            Settings::default().with("home", word("partition")).with("shift_to_zero", Value::Bool(false));
        let again = read("log.swf", text.as_bytes(), None, &settings).expect("a log");
        assert_eq!(jobs(again.work), all);
    }

    #[test]
    fn logs_of_grids_read_back_as_they_were() {
        let settings = [("jobs", Value::Integer(400)), ("users", Value::Integer(12))];
        let all = jobs(made("lublin", &settings, &das2(), 5));
        assert!((0..5).all(|home| all.iter().any(|job| job.home == home)));
        let text = gwf(&all, &["a", "b", "c", "d", "e"], &[("Computer", "none")]);
        let settings =
            Settings::default().with("home", word("site")).with("shift_to_zero", Value::Bool(false));
        let again = read("log", text.as_bytes(), None, &settings).expect("a log");
        assert_eq!((again.report.format, again.report.diagnostics), ("gwf", vec![]));
        assert_eq!(jobs(again.work), all);
    }

    #[test]
    fn a_workflow_that_is_read_again_is_the_same() {
        let awkward = Workflow { name: "a & \"b\" <c>".to_owned(), ..Workflow::default() };
        assert!(dax(&awkward).contains("name=\"a &amp; &quot;b&quot; &lt;c&gt;\""));
        for id in ["montage", "cybershake", "epigenomics", "inspiral", "sipht", "fork-join", "random-dag"] {
            let mut first = workflow(made(id, &[], &das2(), 5));
            first.tasks[1].nodes = 3;
            let reading =
                read(&format!("{}.dax", first.name), dax(&first).as_bytes(), None, &Settings::default());
            let mut again = workflow(reading.expect("a workflow").work);
            // Files are listed in the order in which tasks use them, so their numbers differ.
            for workflow in [&mut first, &mut again] {
                let mut order: Vec<usize> = (0..workflow.files.len()).collect();
                order.sort_by_key(|&file| workflow.files[file].name.clone());
                let mut place = vec![0; order.len()];
                for (new, &old) in order.iter().enumerate() {
                    place[old] = new as u32;
                }
                workflow.files = order.iter().map(|&old| workflow.files[old].clone()).collect();
                for task in &mut workflow.tasks {
                    for file in task.inputs.iter_mut().chain(&mut task.outputs) {
                        *file = place[*file as usize];
                    }
                }
            }
            assert_eq!(again, first, "{id}");
        }
    }

    #[test]
    fn workflow_traces_read_back_as_they_were() {
        let wanted = [("workflows", Value::Integer(7)), ("tasks", Value::Integer(20))];
        let mut first: Vec<Workflow> = made("random-dag", &wanted, &das2(), 5).take();
        let mut reading = read("t", opendc(&first).as_bytes(), None, &Settings::default()).expect("a trace");
        assert_eq!((reading.report.format, &reading.report.diagnostics[..]), ("opendc", &[][..]));
        let again: Vec<Workflow> = reading.work.take();
        // Names, programs and files are not in it.
        for (before, after) in first.iter_mut().zip(&again) {
            before.name.clone_from(&after.name);
            before.files.clear();
            for (task, name) in before.tasks.iter_mut().zip(after.tasks.iter().map(|task| &task.name)) {
                *task = Task {
                    name: name.clone(),
                    program: String::new(),
                    inputs: vec![],
                    outputs: vec![],
                    ..task.clone()
                };
            }
        }
        assert_eq!(again, first);
    }

    /// Owners who are away for a quarter of half a day.
    const OWNERS: [(&str, Value); 4] = [
        ("available_mean_s", Value::Number(5_400.0)),
        ("away_mean_s", Value::Number(1_800.0)),
        ("gone_share", Value::Number(1.0)),
        ("duration_s", Value::Number(43_200.0)),
    ];

    #[test]
    fn tables_of_task_times_read_back_as_they_were() {
        for id in ["thinning", "master-worker-batches", "fibonacci"] {
            let first = application(made(id, &[("variation_percent", Value::Number(20.0))], &das2(), 5));
            let reading =
                read(&format!("{id}.csv"), task_times(&first).as_bytes(), None, &Settings::default());
            let again = application(reading.expect("a table").work);
            assert_eq!(again.batches, first.batches, "{id}");
        }
    }

    #[test]
    fn failure_traces_read_back_as_they_were() {
        let first = absences(made("owner-sessions", &OWNERS, &one_cluster(16), 5));
        let text = event_trace(&first, 16, Time::from_seconds(43_200.0));
        let reading = read("t", text.as_bytes(), None, &Settings::default()).expect("a trace");
        assert_eq!(reading.report.processors, Some(16));
        assert_eq!(absences(reading.work), first);
    }

    #[test]
    fn seconds_are_exact() {
        let texts = [0, 1, 250_000, 12_000_000, -1_500_000, i64::MIN].map(seconds);
        assert_eq!(texts, ["0", "0.000001", "0.25", "12", "-1.5", "-9223372036854.775808"]);
        assert_eq!(Time::from_seconds(0.25).0, 250_000);
    }

    /// The files that visitors get to try. With `GANTTLET_UPDATE` set, they are written.
    #[test]
    fn the_example_files_are_what_the_generators_make() {
        let log = jobs(made(
            "lublin",
            &[("jobs", Value::Integer(1_000)), ("estimates", word("rounded")), ("users", Value::Integer(24))],
            &one_cluster(256),
            8,
        ));
        let work: f64 = log.iter().map(|job| f64::from(job.nodes) * job.run.seconds()).sum();
        let load = work / 256.0 / log.last().map_or(1.0, |job| job.submit.seconds());
        assert!((load - 0.8).abs() < 0.05, "a log of about the load that the model was asked for: {load}");
        let information = format!(
            "Generated by Ganttlet's generator `lublin` with seed 8; these jobs offer a load of {load:.2}"
        );
        let longest = log.iter().map(|job| job.run).max().map_or(0, |run| run.0 / 1_000_000);
        let head = [
            ("Version", "2.2"),
            ("Computer", "None: a machine of 256 nodes that does not exist"),
            ("Acknowledge", "Uri Lublin and Dror Feitelson, whose model of 2003 made these jobs"),
            ("Information", &information),
            ("MaxJobs", "1000"),
            ("MaxRecords", "1000"),
            ("MaxRuntime", &longest.to_string()),
            ("MaxNodes", "256"),
            ("MaxProcs", "256"),
            ("Note", "Users and estimates are not part of the model: 24 users, estimates rounded up"),
        ];
        let grid = das2();
        let sites: Vec<&str> = grid.clusters.iter().map(|cluster| cluster.name.as_str()).collect();
        let wanted = [("jobs", Value::Integer(1_000)), ("users", Value::Integer(40))];
        let of_sites = jobs(made("lublin", &wanted, &grid, 3));
        let head_of_grid = [
            ("Computer", "None: a grid with clusters of the sizes of DAS-2 that had other users"),
            ("Note", "Generated by Ganttlet's generator `lublin` with seed 3; 40 users"),
        ];
        let montage = workflow(made("montage", &[], &one_cluster(256), 1));
        let wanted = [
            ("workflows", Value::Integer(20)),
            ("tasks", Value::Integer(15)),
            ("interarrival_mean_s", Value::Number(60.0)),
        ];
        let workflows: Vec<Workflow> = made("random-dag", &wanted, &grid, 1).take();
        let thinning = application(made("thinning", &[("strips", Value::Integer(8))], &one_cluster(16), 1));
        let owners = absences(made("owner-sessions", &OWNERS, &one_cluster(16), 1));
        for (name, text) in [
            ("lublin-256-1000.swf", swf(&log, &head)),
            ("grid-5-sites-1000.gwf", gwf(&of_sites, &sites, &head_of_grid)),
            ("montage-50.dax", dax(&montage)),
            ("workflows-20.csv", opendc(&workflows)),
            ("thinning-8-strips.csv", task_times(&thinning)),
            ("owners-16-event_trace.tab", event_trace(&owners, 16, Time::from_seconds(43_200.0))),
        ] {
            let file = format!("{}/../../static/example/{name}", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("GANTTLET_UPDATE").is_some() {
                std::fs::write(&file, &text).expect("the sources can be written");
            }
            let committed = std::fs::read_to_string(&file).expect("an example file");
            assert!(
                committed == text,
                "{name} is not what the generators make: set GANTTLET_UPDATE to write it"
            );
        }
    }
}
