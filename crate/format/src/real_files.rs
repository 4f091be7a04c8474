//! Tests on real logs and workflows, if they are available: counts published by other programs, and known errors in the
//! files.

use super::{Reading, read};
use ganttlet_core::entry::{Factory, Parameters, Settings, Value};
use ganttlet_core::platform::das3;
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

fn jobs(path: &str, settings: &Settings) -> Vec<Job> {
    read_file(path, settings).expect("a log").work.take()
}

fn workflow(path: &str) -> Workflow {
    read_file(path, &Settings::default()).expect("a workflow").work.take().remove(0)
}

/// Jobs read, skipped, out of order; the machine; jobs with estimates, and those that ran longer.
#[test]
#[ignore = "needs the reference data"]
fn logs_give_the_jobs_that_others_count() {
    let logs: &[(&str, u32, u32, u32, u32, usize, usize)] = &[
        ("NASA-iPSC-1993-3.1-cln.swf.gz", 18_239, 0, 0, 128, 0, 0),
        ("KTH-SP2-1996-2.swf.gz", 28_489, 0, 0, 100, 28_489, 475),
        ("KTH-SP2-28481.swf.gz", 28_481, 0, 0, 100, 28_481, 0),
        ("LCG-2005-1.swf.gz", 188_041, 0, 0, 24_515, 188_041, 0),
        ("UniLu-Gaia-2014-2.swf.gz", 51_959, 28, 0, 2_004, 51_959, 1_500),
        ("HPC2N-2002-alea-excerpt.swf", 3_145, 25, 0, 240, 3_145, 320),
        ("lublin_256.swf.gz", 10_000, 0, 0, 256, 0, 0),
        ("SDSC-BLUE-haizea-15days.swf", 3_084, 299, 0, 140, 3_084, 305),
        ("accasim-tests-workload.swf", 25, 0, 0, 36, 25, 0),
        ("LANL-O2K-gridsim-10jobs.swf.txt", 10, 0, 0, 2_048, 0, 0),
        ("CTC-SP2-opendc-excerpt.swf", 5, 0, 0, 306, 5, 1),
        ("OAR-gofree_sample.swf", 1_319, 129, 0, 352, 1_319, 102),
        ("alea-FIT-jaros1.swf", 12, 0, 0, 5, 12, 0),
    ];
    for &(name, count, skipped, repaired, processors, estimated, longer) in logs {
        let path = format!("swf/{name}");
        let report = read_file(&path, &Settings::default()).expect("a log").report;
        let found = (report.read, report.skipped, report.repaired, report.processors);
        assert_eq!(found, (count, skipped, repaired, Some(processors)), "{name}");
        let jobs = jobs(&path, &Settings::default());
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
    let mut homes: Vec<u32> = jobs("swf/LCG-2005-1.swf.gz", &settings).iter().map(|job| job.home).collect();
    homes.sort_unstable();
    homes.dedup();
    assert_eq!(homes, (0..homes.len() as u32).collect::<Vec<_>>());
    assert!(homes.len() == 170 && !homes.contains(&UNKNOWN), "{}", homes.len());
}

#[test]
#[ignore = "needs the reference data"]
fn requested_and_allocated_processors_are_two_things() {
    // In this cut the requested processors are nodes of 8 processors.
    let largest = |choice: &'static str| {
        let settings = Settings::default().with("processors", Value::Choice(choice));
        jobs("swf/SDSC-BLUE-haizea-15days.swf", &settings).iter().map(|job| job.nodes).max()
    };
    assert_eq!([largest("requested"), largest("allocated")], [Some(140), Some(1_120)]);
}

/// Three nodes; what is unavailable, in the order of the beginnings.
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
fn what_is_no_log_is_refused() {
    let cases = [
        ("swf/gridsim-custom_trace.txt", "a custom trace of GridSim"),
        ("swf/HPC2N-2002-alea-excerpt.swf.machines", "a list of machines"),
        ("swf/alea-FIT-jaros1.swf.machines", "a list of machines"),
        ("swf/accasim-tests-system_def.config.json", "JSON"),
        ("stg/fft.stg", "Standard Task Graph"),
        ("dot/simgrid-dag.dot", "Graphviz"),
        (
            "batsim/workloads/test_smpi_collectives.json",
            "profiles of the type TraceReplayProfile are not supported",
        ),
        ("pegasus-yaml/diamond-workflow.yml", "a Pegasus 5 workflow"),
        ("simgrid-platforms/small_platform.xml", "a platform of SimGrid or Batsim"),
        ("wta/shell/tasks/schema-1.0/part.0.parquet", "Parquet"),
        ("stg/optimal_makespan.csv", "comma-separated table of 3 columns"),
        ("wfformat/v1.5/helloworld-chain-5-chameleon.json", "WfFormat"),
        ("wfformat/v1.0/1000genome-chameleon-2ch-100k-001.json", "WfFormat"),
        ("reference/dslab/inspiral-100_cluster-het-4-32cores_Simple_direct.json", "DSLab"),
        ("reference/dslab/cluster-het-4-32cores.yaml", "DSLab"),
        ("dot/dslab-diamond.yaml", "DSLab"),
        ("cws-dag/Montage_25.dag", "Cloud Workflow Simulator"),
        ("README.md", "text in no supported format"),
    ];
    for (path, expected) in cases {
        let message = read_file(path, &Settings::default()).expect_err("refused");
        assert!(message.contains(expected), "{path}: {message}");
    }
}

/// Tasks and dependencies; files with several sizes, files written by several tasks, pairs of a reader and a writer
/// where the reader waits for no writer of the file, dependencies without a file.
#[test]
#[ignore = "needs the reference data"]
fn workflows_have_the_shape_that_others_count() {
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

/// What moves under round-robin on DAS-3 if the file that each reader gets is called after its nearest ancestor that writes
/// it, and is as large as that says: transfers and megabytes.
#[test]
#[ignore = "needs the reference data"]
fn copies_of_several_writers_move_as_files_of_their_own() {
    let settings = Settings::default();
    let policies = Policies { mapping: Factory::new(WORKFLOW_POLICIES.get("round-robin"), &settings) };
    let (work, options) = (Work::new(vec![workflow("dax/Sipht_60.xml")]), Options::read(&settings));
    let run = RunOptions::default();
    let trace = simulation(&das3(), &work, Vec::new(), Vec::new(), &policies, &options, run).finish();
    let bytes: f64 = trace.transfers.iter().map(|transfer| transfer.bytes).sum();
    assert_eq!((trace.transfers.len(), format!("{:.1}", bytes / 1e6)), (54, "89.0".to_owned()));
}

/// Workflows, tasks and dependencies.
#[test]
#[ignore = "needs the reference data"]
fn workflow_traces_have_what_others_count() {
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
}

#[test]
#[ignore = "needs the reference data"]
fn values_of_workflows_arrive() {
    let total = |path| workflow(path).tasks.iter().map(|task| task.run.seconds()).sum::<f64>();
    assert!((total("dax/Montage_25.xml") - 227.75).abs() < 1e-6);
    assert!((total("dax/floodplain.xml") - 160_200.0).abs() < 1e-6);
    // 57 negative run times and 209 negative sizes.
    let report = read_file("dax/Epigenomics_997.xml", &Settings::default()).expect("a workflow").report;
    assert_eq!(report.repaired, 266);
    // The graph of Topcuoglu et al.: 18 units from task 1 to task 2, 125 bytes each.
    let heft = workflow("dax/HEFT_paper.xml");
    assert_eq!(heft.bytes_between(0, 1).to_string(), "2250");
    let nodes: Vec<u32> = workflow("dax/floodplain.xml").tasks.iter().map(|task| task.nodes).collect();
    assert_eq!(nodes, [160, 256, 192, 256, 256, 8, 10]);
}
