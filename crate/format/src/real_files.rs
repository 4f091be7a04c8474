//! Tests on real logs and workflows, if they are available: counts published by other programs, and known errors in the
//! files.

use super::{Reading, read};
use ganttlet_core::entry::{Factory, Parameters, Settings, Value};
use ganttlet_core::platform::{das3, one_cluster};
use ganttlet_sim::policy::workflow::WORKFLOW_POLICIES;
use ganttlet_sim::system::RunOptions;
use ganttlet_sim::system::workflow::{Options, Policies, simulation};
use ganttlet_work::{Absence, Job, UNKNOWN, Work, Workflow};
use std::path::PathBuf;

/// The folder of reference data: `$GANTTLET_DATA`, or `shared/data` beside the repository.
pub(super) fn data_folder() -> PathBuf {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("GANTTLET_DATA").map_or(beside, PathBuf::from)
}

fn read_file(path: &str, settings: &Settings) -> Result<Reading, String> {
    let bytes = std::fs::read(data_folder().join(path)).expect("a file of the index");
    read(path, &bytes, None, settings).map_err(|problems| problems[0].message.clone())
}

fn read_jobs(path: &str, settings: &Settings) -> Vec<Job> {
    read_file(path, settings).expect("a log").work.take()
}

fn workflow(path: &str) -> Workflow {
    read_file(path, &Settings::default()).expect("a workflow").work.take().remove(0)
}

/// Jobs read, skipped, out of order; size of the machine; jobs with estimates, and jobs that exceeded them.
#[test]
#[ignore = "needs the reference data"]
fn logs_have_the_job_counts_of_other_programs() {
    let logs: &[(&str, u32, u32, u32, u32, usize, usize)] = &[
        ("NASA-iPSC-1993-3.1-cln.swf.gz", 18_239, 0, 0, 128, 0, 0),
        ("KTH-SP2-1996-2.swf.gz", 28_489, 0, 0, 100, 28_489, 475),
        ("KTH-SP2-28481.swf.gz", 28_481, 0, 0, 100, 28_481, 0),
        ("LCG-2005-1.swf.gz", 188_041, 0, 0, 24_515, 188_041, 0),
        ("UniLu-Gaia-2014-2.swf.gz", 51_959, 28, 0, 2_004, 51_959, 1_500),
        ("HPC2N-2002-alea-excerpt.swf", 3_145, 25, 0, 240, 3_145, 320),
        ("lublin_256.swf.gz", 10_000, 0, 0, 256, 0, 0),
        ("SDSC-BLUE-haizea-15days.swf", 3_084, 299, 0, 144, 3_084, 305),
        ("accasim-tests-workload.swf", 25, 0, 0, 100, 25, 0),
        ("LANL-O2K-gridsim-10jobs.swf.txt", 10, 0, 0, 2_048, 0, 0),
        ("CTC-SP2-opendc-excerpt.swf", 5, 0, 0, 306, 5, 1),
        ("OAR-gofree_sample.swf", 1_319, 129, 0, 352, 1_319, 102),
        ("alea-FIT-jaros1.swf", 12, 0, 0, 28, 12, 0),
    ];
    for &(name, count, skipped, repaired, processors, estimated, longer) in logs {
        let path = format!("swf/{name}");
        let report = read_file(&path, &Settings::default()).expect("a log").report;
        let found = (report.read, report.skipped, report.repaired, report.processors);
        assert_eq!(found, (count, skipped, repaired, Some(processors)), "{name}");
        let jobs = read_jobs(&path, &Settings::default());
        let with = jobs.iter().filter(|job| job.estimate.is_some()).count();
        let beyond =
            jobs.iter().filter(|job| job.estimate.is_some_and(|estimate| job.run > estimate)).count();
        assert_eq!((with, beyond), (estimated, longer), "{name}");
        assert!(jobs[0].submit.0 == 0 && jobs.is_sorted_by_key(|job| job.submit), "{name}");
        assert!(jobs.iter().all(|job| job.nodes > 0 && job.run.0 >= 0), "{name}");
    }
}

#[test]
#[ignore = "needs the reference data"]
fn sites_of_a_grid_become_homes() {
    let settings = Settings::default().with("home", Value::Choice("partition"));
    let mut homes: Vec<u32> =
        read_jobs("swf/LCG-2005-1.swf.gz", &settings).iter().map(|job| job.home).collect();
    homes.sort_unstable();
    homes.dedup();
    assert_eq!(homes, (0..homes.len() as u32).collect::<Vec<_>>());
    assert!(homes.len() == 170 && !homes.contains(&UNKNOWN), "{}", homes.len());
}

#[test]
#[ignore = "needs the reference data"]
fn requested_and_allocated_processors_are_distinguished() {
    // In this excerpt the requested processors are nodes of 8 processors.
    let largest = |choice: &'static str| {
        let settings = Settings::default().with("processors", Value::Choice(choice));
        read_jobs("swf/SDSC-BLUE-haizea-15days.swf", &settings).iter().map(|job| job.nodes).max()
    };
    assert_eq!([largest("requested"), largest("allocated")], [Some(140), Some(1_120)]);
}

/// Three nodes; their absences in the order of the starts.
#[test]
#[ignore = "needs the reference data"]
fn a_failure_trace_gives_absences() {
    let mut reading =
        read_file("failures/gridsim-fta-event_trace.tab", &Settings::default()).expect("a trace");
    let absences: Vec<Absence> = reading.work.take();
    let found: Vec<(u32, f64, f64)> =
        absences.iter().map(|a| (a.machine, a.start.seconds(), a.end.seconds())).collect();
    let expected = [
        (1, 100.0, 150.0),
        (0, 200.0, 700.0),
        (2, 400.0, 450.0),
        (0, 750.0, 900.0),
        (1, 800.0, 1_000.0),
        (2, 1_000.0, 1_850.0),
    ];
    assert_eq!(found, expected);
    assert!(absences.iter().all(|absence| absence.gone));
    assert_eq!((reading.report.processors, reading.report.skipped), (Some(3), 0));
}

#[test]
#[ignore = "needs the reference data"]
fn files_without_a_log_are_rejected() {
    let cases = [
        ("swf/gridsim-custom_trace.txt", "a custom trace of GridSim"),
        ("swf/HPC2N-2002-alea-excerpt.swf.machines", "a list of machines"),
        ("swf/alea-FIT-jaros1.swf.machines", "a list of machines"),
        ("swf/accasim-tests-system_def.config.json", "a system of AccaSim"),
        (
            "batsim/workloads/test_smpi_collectives.json",
            "profiles of the type TraceReplayProfile are not supported",
        ),
        ("simgrid-platforms/small_platform.xml", "a platform of SimGrid or Batsim"),
        (
            "wta/shell/workflows/schema-1.0/part.0.parquet",
            "the `workflows` table of a Workflow Trace Archive",
        ),
        (
            "wta/spark/workflows/schema-1.0/workflow.parquet",
            "the `workflows` table of a Workflow Trace Archive",
        ),
        ("wta/askalon-ee2/workflows/schema-1.0/part.0.parquet", "the `workflows` table"),
        (
            "wta/askalon-ee2/resources/schema-1.0/part.0.parquet",
            "the `resources` table of a Workflow Trace Archive",
        ),
        (
            "wta/spark/resources/schema-1.0/resource.parquet",
            "the `resources` table of a Workflow Trace Archive",
        ),
        ("opendc/workloads/100_tasks.fragments.parquet", "the `fragments` table of an OpenDC workload"),
        ("stg/optimal_makespan.csv", "comma-separated table of 3 columns"),
        ("reference/dslab/inspiral-100_cluster-het-4-32cores_Simple_direct.json", "DSLab"),
        ("reference/dslab/cluster-het-4-32cores.yaml", "DSLab"),
        ("README.md", "text in no supported format"),
    ];
    for (path, expected) in cases {
        let message = read_file(path, &Settings::default()).expect_err("refused");
        assert!(message.contains(expected), "{path}: {message}");
    }
}

/// Tasks and workflows of the Workflow Trace Archive, jobs and failures of `OpenDC`.
#[test]
#[ignore = "needs the reference data"]
fn parquet_tables_have_the_counts_of_other_programs() {
    let shell: Vec<Workflow> = read_file("wta/shell/tasks/schema-1.0/part.0.parquet", &Settings::default())
        .expect("a trace")
        .work
        .take();
    let edges: usize = shell.iter().map(Workflow::edge_count).sum();
    assert_eq!(
        (shell.len(), shell.iter().map(|one| one.tasks.len()).sum::<usize>(), edges),
        (3_403, 10_208, 6_805)
    );
    let seconds: f64 = shell.iter().flat_map(|one| &one.tasks).map(|task| task.run.seconds()).sum();
    assert!((seconds - 89_229.863).abs() < 1e-6, "{seconds}");
    let spark = read_file("wta/spark/tasks/schema-1.0/task.parquet", &Settings::default()).expect("a trace");
    assert_eq!((spark.report.format, spark.report.read), ("wta", 200));
    assert_eq!(spark.work.items::<Workflow>().map(<[Workflow]>::len), Some(100));
    for (name, count, runtime) in [("100_tasks", 100, 3_600.0), ("bitbrains-small", 50, 2_592_252.0)] {
        let path = format!("opendc/workloads/{name}.tasks.parquet");
        let jobs = read_jobs(&path, &Settings::default());
        assert_eq!((jobs.len(), jobs[0].run.seconds()), (count, runtime), "{name}");
    }
    let single = read_file("failures/opendc/single_failure.parquet", &Settings::default()).expect("a trace");
    let absences = single.work.items::<Absence>().expect("absences");
    let all_at_once = |one: &Absence| (one.start.seconds(), one.end.seconds()) == (300.0, 600.0);
    assert!(absences.len() == 100 && absences.iter().all(all_at_once));
    for (name, rows) in [
        ("Facebook_user_reported", 4_069),
        ("Github_user_reported", 68),
        ("slack_global-status_operator_reported", 261),
    ] {
        let path = format!("failures/opendc/{name}.parquet");
        let report = read_file(&path, &Settings::default()).expect("a trace").report;
        let failures =
            report.facts.iter().find(|fact| fact.label == "Failures").map(|fact| fact.value.clone());
        assert_eq!(failures, Some(crate::finding_list::group_digits(rows)), "{name}");
    }
}

/// Tasks and dependencies; files with several sizes, files written by several tasks, pairs of a reader and a writer
/// without a dependency of the reader on any writer of the file, dependencies without a file.
#[test]
#[ignore = "needs the reference data"]
fn workflows_have_the_shapes_of_other_programs() {
    let workflows: &[(&str, usize, usize, [u32; 4])] = &[
        ("Montage_25.xml", 25, 45, [12, 2, 0, 0]),
        ("Montage_50.xml", 50, 106, [18, 2, 0, 0]),
        ("Montage_1000.xml.gz", 1_000, 2_485, [334, 2, 0, 0]),
        ("CyberShake_30.xml", 30, 52, [4, 0, 0, 26]),
        ("CyberShake_100.xml", 100, 180, [16, 0, 0, 90]),
        ("CyberShake_1000.xml", 1_000, 1_988, [8, 0, 0, 994]),
        ("Epigenomics_24.xml", 24, 27, [0, 0, 0, 0]),
        ("Epigenomics_100.xml", 100, 122, [0, 0, 0, 0]),
        ("Epigenomics_997.xml", 997, 1_234, [0, 0, 0, 0]),
        ("Inspiral_30.xml", 30, 35, [1, 0, 0, 0]),
        ("Inspiral_100.xml", 100, 119, [4, 0, 0, 0]),
        ("Inspiral_1000.xml.gz", 1_000, 1_233, [24, 3, 0, 0]),
        ("Sipht_30.xml", 29, 33, [852, 0, 0, 0]),
        ("Sipht_60.xml", 58, 66, [940, 51, 0, 0]),
        ("HEFT_paper.xml", 10, 15, [0, 0, 0, 0]),
        ("floodplain.xml", 7, 10, [0, 0, 0, 0]),
        ("GENOME.d.351024866.5.dax", 36, 42, [0, 0, 0, 0]),
        ("pegasus/blackdiamond-visualize.dax", 4, 4, [0, 0, 0, 0]),
        ("pegasus/genome.dax", 39, 44, [0, 0, 0, 0]),
        ("pegasus/rseqflow.dax", 26, 51, [0, 0, 0, 6]),
        ("pegasus/pipeline.dax", 12, 12, [0, 0, 0, 1]),
        ("task-clustering/MONTAGE_50_360000.dax", 50, 109, [16, 0, 0, 0]),
        ("task-clustering/GENOME_250_360000.dax", 249, 305, [0, 0, 0, 0]),
        ("simgrid/smalldax.xml", 3, 2, [2, 0, 0, 0]),
        ("simgrid/simple_dax_with_cycle.xml", 3, 2, [0, 0, 1, 2]),
    ];
    for &(name, tasks, edges, counts) in workflows {
        let path = format!("dax/{name}");
        let found = workflow(&path);
        assert_eq!((found.tasks.len(), found.edge_count()), (tasks, edges), "{name}");
        let diagnostics = read_file(&path, &Settings::default()).expect("a workflow").report.diagnostics;
        let count = |words: &str| {
            let message = diagnostics
                .iter()
                .find(|diagnostics| diagnostics.message.contains(words))
                .map(|diagnostics| diagnostics.message.as_str());
            let number = message.and_then(|message| message.split(' ').next()).unwrap_or("0");
            number.replace(',', "").parse::<u32>().expect("messages begin with a count")
        };
        let words = ["different sizes", "written by several", "without a dependency in", "without a file"];
        assert_eq!(words.map(count), counts, "{name}");
    }
    let refused = read_file("dax/pegasus/dax-3.3-sample.xml", &Settings::default()).expect_err("refused");
    assert_eq!(refused, "two jobs have the id `-`; the first is in line 80");
}

/// Transfers and megabytes under round-robin on DAS-3 if each reader gets the file of its nearest writing ancestor,
/// with the name and size of that copy.
#[test]
#[ignore = "needs the reference data"]
fn copies_of_several_writers_are_separate_files() {
    let settings = Settings::default();
    let policies = Policies { mapping: Factory::new(WORKFLOW_POLICIES.get("round-robin"), &settings) };
    let (work, options) = (Work::new(vec![workflow("dax/Sipht_60.xml")]), Options::read(&settings));
    let run = RunOptions::default();
    let trace = simulation(&das3(), &work, Vec::new(), Vec::new(), &policies, &options, run).finish();
    let bytes: f64 = trace.transfers.iter().map(|transfer| transfer.bytes).sum();
    assert_eq!((trace.transfers.len(), format!("{:.1}", bytes / 1e6)), (54, "89.0".to_owned()));
}

/// The files of the index in this format: path, count, and number of dependencies if the index has it.
fn indexed_files(folder: &str) -> Vec<(String, Option<u64>, Option<u64>)> {
    let index = std::fs::read(data_folder().join("index.json")).expect("an index");
    let index: serde_json::Value = serde_json::from_slice(&index).expect("JSON");
    let files = index.as_array().expect("a list").iter().filter_map(|file| {
        let path = file["path"].as_str()?.to_owned();
        let mut quirks =
            file["quirks"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let edges = quirks.find_map(|quirk| quirk.split_once(" edges,")?.0.parse().ok());
        let edges = file["facts"]["edges"].as_u64().or(edges);
        path.starts_with(folder).then_some((path, file["count"].as_u64(), edges))
    });
    let files: Vec<_> = files.collect();
    assert!(!files.is_empty(), "{folder}");
    files
}

fn has_ending(path: &str, ending: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|extension| extension == ending)
}

/// The value of a fact of the report on a file; empty if it has none.
fn fact(path: &str, label: &str) -> String {
    let report = read_file(path, &Settings::default()).expect("a workflow").report;
    let fact = report.facts.iter().find(|fact| fact.label == label);
    fact.map_or_else(String::new, |fact| fact.value.clone())
}

#[test]
#[ignore = "needs the reference data"]
fn workflows_of_wfcommons_have_the_counts_of_other_programs() {
    for (path, tasks, edges) in indexed_files("wfformat/") {
        let reading = read_file(&path, &Settings::default()).expect("a workflow");
        assert_eq!(reading.report.format, "wfformat", "{path}");
        assert_eq!(Some(u64::from(reading.report.read)), tasks, "{path}");
        let found = &reading.work.items::<Workflow>().expect("workflows")[0];
        let expected = match path.as_str() {
            // It declares no dependencies; those of its files are the ones declared in version 1.5 of the same run.
            "wfformat/v1.4/bacass-dirt02-001.json" => Some(14),
            // Without the dependency of a task on itself.
            "wfformat/other/wrench-nighres_workflow.json" => Some(3),
            _ => edges,
        };
        assert_eq!(Some(found.edge_count() as u64), expected, "{path}");
    }
    let path = "wfformat/v1.5/1000genome-chameleon-2ch-250k-001.json";
    assert_eq!(fact(path, "Recorded makespan"), "0:39:51");
    assert_eq!(fact(path, "Recorded placement of tasks"), "41 on pegasus-4, 33 on pegasus-5, 8 on pegasus-2");
    let found = workflow(path);
    let bytes: f64 = found.files.iter().map(|file| file.bytes).sum();
    let run: f64 = found.tasks.iter().map(|task| task.run.seconds()).sum();
    assert_eq!((found.files.len(), format!("{bytes} {run:.3}")), (94, "5636700928 4436.465".to_owned()));
}

#[test]
#[ignore = "needs the reference data"]
fn standard_task_graphs_have_all_their_tasks() {
    for (path, tasks, _) in indexed_files("stg/").into_iter().filter(|(path, ..)| !has_ending(path, "csv")) {
        let read = read_file(&path, &Settings::default()).expect("a graph").report.read;
        let expected = match path.as_str() {
            // These files count their dummies in the first line.
            "stg/robot.stg" => Some(88),
            "stg/fft.stg" => Some(14),
            _ => tasks,
        };
        assert_eq!(Some(u64::from(read)), expected, "{path}");
    }
    let processors = |path| read_file(path, &Settings::default()).expect("a graph").report.processors;
    assert_eq!(["stg/proto151.stg", "stg/yasa-first.stg"].map(processors), [Some(16), Some(2)]);
    assert_eq!(workflow("stg/yasa-first.stg").files.len(), 8);
}

/// No schedule of HEFT is shorter than the published optimum.
#[test]
#[ignore = "needs the reference data"]
fn no_schedule_beats_the_optimum_of_the_standard_task_graphs() {
    let settings = Settings::default();
    let table = std::fs::read_to_string(data_folder().join("stg/optimal_makespan.csv")).expect("a table");
    let options = Options::read(&settings);
    for policy in ["heft", "heft-static"] {
        let policies = Policies { mapping: Factory::new(WORKFLOW_POLICIES.get(policy), &settings) };
        let (mut gaps, mut runs) = (0.0, 0);
        for line in table.lines().skip(1) {
            let [graph, processors, optimum] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let (processors, optimum): (u32, f64) =
                (processors.parse().expect("a number"), optimum.parse().expect("a number"));
            let work = Work::new(vec![workflow(&format!("stg/{graph}"))]);
            let (platform, run) = (one_cluster(processors), RunOptions::default());
            let trace =
                simulation(&platform, &work, Vec::new(), Vec::new(), &policies, &options, run).finish();
            let end = trace.subjects.end.iter().max().expect("tasks").seconds();
            assert!(end >= optimum - 1e-6, "{policy} on {line}: {end}");
            gaps += end / optimum - 1.0;
            runs += 1;
        }
        let gap = 100.0 * gaps / f64::from(runs);
        println!("{policy} on {runs} graphs: {gap:.2} % above the optimum on average");
    }
}

#[test]
#[ignore = "needs the reference data"]
fn graphs_of_simgrid_have_all_nodes_and_edges() {
    for (path, nodes, _) in indexed_files("dot/").into_iter().filter(|(path, ..)| has_ending(path, "dot")) {
        match read_file(&path, &Settings::default()) {
            Ok(reading) => assert_eq!(Some(u64::from(reading.report.read)), nodes, "{path}"),
            Err(why) => {
                assert_eq!(path, "dot/simgrid-dag_with_cycle.dot");
                assert!(why.starts_with("the dependencies of the tasks form a cycle: 1 -> 2 -> 3"), "{why}");
            }
        }
    }
    for (name, edges) in [("dot/daggen-100-0.25-0.9-0.3-2.dot", 130), ("dot/simgrid-dag.dot", 11)] {
        assert_eq!(workflow(name).edge_count(), edges, "{name}");
    }
    let graph = workflow("dot/simgrid-dag.dot");
    let run = |name: &str| graph.tasks.iter().find(|task| task.name == name).expect("a node").run.seconds();
    assert_eq!([run("0"), run("root")].map(|run| format!("{run:.3}")), ["10.000", "0.000"]);
}

/// Format, tasks and dependencies.
#[test]
#[ignore = "needs the reference data"]
fn three_formats_of_one_ending_are_distinguished() {
    for (path, format, tasks, edges) in [
        ("cws-dag/Montage_25.dag", "cws-dag", 25, 45),
        ("cws-dag/storage-simpleSequence.dag", "cws-dag", 2, 1),
        ("condor/diamond.dag", "dagman", 4, 4),
        ("condor/lodseq-pmc.dag", "pmc-dag", 8, 9),
    ] {
        let report = read_file(path, &Settings::default()).expect("a workflow").report;
        assert_eq!((report.format, report.read), (format, tasks), "{path}");
        assert_eq!(workflow(path).edge_count(), edges, "{path}");
    }
    let total: f64 =
        workflow("cws-dag/storage-simpleSequence.dag").tasks.iter().map(|task| task.run.seconds()).sum();
    assert_eq!(total.to_string(), "42000");
}

/// Tasks and dependencies; catalogues are refused by name.
#[test]
#[ignore = "needs the reference data"]
fn workflows_in_yaml_are_read_and_catalogues_are_not() {
    for (path, tasks, edges) in [
        ("pegasus-yaml/diamond-workflow.yml", 4, 4),
        ("pegasus-yaml/condor_request-workflow.yml", 4, 4),
        ("pegasus-yaml/hierarchical-workflow.yml", 3, 2),
        ("pegasus-yaml/hierarchical-failure-workflow.yml", 3, 2),
        ("pegasus-yaml/held-workflow.yml", 1, 0),
        ("dot/dslab-diamond.yaml", 4, 4),
    ] {
        let found = workflow(path);
        assert_eq!((found.tasks.len(), found.edge_count()), (tasks, edges), "{path}");
    }
    for (path, what) in [
        (
            "pegasus-yaml/replicas-with-regex.yml",
            "the file is a replica catalogue of Pegasus, not a workflow",
        ),
        ("pegasus-yaml/held-replicas.yml", "the file is a replica catalogue of Pegasus, not a workflow"),
        ("pegasus-yaml/sites.yml", "the file is a site catalogue of Pegasus, not a workflow"),
        ("pegasus-yaml/held-sites.yml", "the file is a site catalogue of Pegasus, not a workflow"),
        (
            "pegasus-yaml/transformations.yml",
            "the file is a transformation catalogue of Pegasus, not a workflow",
        ),
        (
            "dslab/cloud_batch_platform.yaml",
            "the file looks like a system of DSLab (YAML), which describes machines and no jobs",
        ),
        (
            "dslab/cluster-het-4-32cores-star.yaml",
            "the file looks like a system of DSLab (YAML), which describes machines and no jobs",
        ),
    ] {
        assert_eq!(read_file(path, &Settings::default()).expect_err("refused"), what, "{path}");
    }
}

/// Rows, failed attempts, and the sum of runtimes; the index sums rounded texts, also for traces with milliseconds.
#[test]
#[ignore = "needs the reference data"]
fn traces_of_nextflow_have_the_counts_of_other_programs() {
    for (path, rows, failed, sum) in [
        ("chipseq-test.txt", 275, 17, "1730.4"),
        ("openproblems-aws.txt", 864, 12, "34234.9"),
        ("nmdp-docker-1.csv", 48, 0, "76306.4"),
        ("piper-native-4.csv", 98, 0, "3329.3"),
        ("rnaseq-toy-docker-1.csv", 9, 0, "69202.9"),
        ("cvd-one-failed.txt", 1, 1, "0.4"),
    ] {
        let path = format!("nextflow/{path}");
        let report = read_file(&path, &Settings::default()).expect("a trace").report;
        assert_eq!((report.format, report.read, report.skipped), ("nextflow", rows, 0), "{path}");
        let jobs = read_jobs(&path, &Settings::default());
        let run: f64 = jobs.iter().map(|job| job.run.seconds()).sum();
        assert_eq!(
            (jobs.iter().filter(|job| job.failed).count(), format!("{run:.1}")),
            (failed, sum.to_owned()),
            "{path}"
        );
    }
}

/// Workflows, tasks and dependencies.
#[test]
#[ignore = "needs the reference data"]
fn workflow_traces_have_the_counts_of_other_programs() {
    for (path, workflows, tasks, edges) in
        [("opendc-trace-70tasks.gwf", 10, 70, 80), ("opendc-workflow-trace.gwf.gz", 758, 30_746, 41_939)]
    {
        let reading = read_file(&format!("gwf/{path}"), &Settings::default()).expect("a trace");
        assert_eq!(
            (reading.report.read, reading.report.skipped, reading.report.repaired),
            (tasks, 0, 0),
            "{path}"
        );
        let found: &[Workflow] = reading.work.items().expect("workflows");
        assert_eq!(
            (found.len(), found.iter().map(Workflow::edge_count).sum::<usize>()),
            (workflows, edges),
            "{path}"
        );
    }
    // Some tasks name the same parent twice.
    for (path, format, workflows, tasks, edges) in [
        ("cluster-csv/alibaba2018-style-batch_task.csv", None, 512, 1_200, 289),
        ("cluster-csv/cloudsimpy-dag-job.csv", None, 1, 6, 7),
        ("swf/alea-FIT-jaros1.swf", Some("swf-workflows"), 4, 12, 8),
    ] {
        let bytes = std::fs::read(data_folder().join(path)).expect("a file of the index");
        let reading = read(path, &bytes, format, &Settings::default()).expect("a trace");
        assert_eq!((reading.report.read, reading.report.skipped), (tasks, 0), "{path}");
        let found: &[Workflow] = reading.work.items().expect("workflows");
        let found = (found.len(), found.iter().map(Workflow::edge_count).sum::<usize>());
        assert_eq!(found, (workflows, edges), "{path}");
    }
}

#[test]
#[ignore = "needs the reference data"]
fn values_of_workflows_arrive() {
    let total = |path| workflow(path).tasks.iter().map(|task| task.run.seconds()).sum::<f64>();
    assert!((total("dax/Montage_25.xml") - 227.75).abs() < 1e-6);
    assert!((total("dax/floodplain.xml") - 160_200.0).abs() < 1e-6);
    // 57 negative runtimes and 209 negative sizes.
    let report = read_file("dax/Epigenomics_997.xml", &Settings::default()).expect("a workflow").report;
    assert_eq!(report.repaired, 266);
    // The graph of Topcuoglu et al.: 18 units from task 1 to task 2, 125 bytes each.
    let heft = workflow("dax/HEFT_paper.xml");
    assert_eq!(heft.bytes_between(0, 1).to_string(), "2250");
    let nodes: Vec<u32> = workflow("dax/floodplain.xml").tasks.iter().map(|task| task.nodes).collect();
    assert_eq!(nodes, [160, 256, 192, 256, 256, 8, 10]);
}
