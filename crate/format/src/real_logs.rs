//! Tests on real accounting logs, if they are available: jobs, core-seconds, first submission and last end as computed
//! by other programs.

use super::real_files::data_folder;
use super::{Reading, read};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Span;
use ganttlet_core::time::Time;
use ganttlet_work::Job;

fn read_log(path: &str) -> Result<Reading, String> {
    let bytes = std::fs::read(data_folder().join(path)).expect("a file of the index");
    let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
    read(path, &bytes, None, &settings).map_err(|problems| problems[0].message.clone())
}

/// The counts of a log: jobs that ran, jobs that never started, core-seconds, first submission and last end.
type Counts = (&'static str, usize, usize, f64, &'static str, &'static str);

fn assert_counts(format: &str, logs: &[Counts]) {
    for &(path, ran, never, core_seconds, first, last) in logs {
        let mut reading = read_log(path).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(reading.report.format, format, "{path}");
        let fact = |label: &str| {
            let fact = reading.report.facts.iter().find(|fact| fact.label == label);
            fact.map_or(String::new(), |fact| fact.value.replace(" UTC", ""))
        };
        let (starts, ends) = (fact("Log starts"), fact("Log ends"));
        let jobs: Vec<Job> = reading.work.take();
        let started: Vec<&Job> = jobs.iter().filter(|job| job.leaves == Time::MAX).collect();
        let work: f64 = started.iter().map(|job| job.run.seconds() * f64::from(job.nodes)).sum();
        let found = (started.len(), jobs.len() - started.len(), work, starts.as_str(), ends.as_str());
        assert_eq!(found, (ran, never, core_seconds, first, last), "{path}");
    }
}

fn assert_refused(path: &str, expected: &str) {
    let message = read_log(path).expect_err("refused");
    assert!(message.contains(expected), "{path}: {message}");
}

#[test]
#[ignore = "needs the reference data"]
fn tables_of_sacct_have_the_counts_of_other_programs() {
    assert_counts(
        "sacct",
        &[
            // One of the four jobs has no cores and never ran.
            (
                "slurm-sacct/xdmod-accounting-logs.log",
                3,
                0,
                77_855_376.0,
                "2015-06-26 13:57:00",
                "2016-08-01 07:04:09",
            ),
            (
                "slurm-sacct/xdmod-job-arrays.log",
                6,
                0,
                398_131_200.0,
                "2015-06-26 13:57:00",
                "2015-07-01 02:55:50",
            ),
            (
                "slurm-sacct/xdmod-phillips.log",
                600,
                0,
                38_734_616.0,
                "2016-12-22 07:15:12",
                "2017-01-01 20:42:19",
            ),
            (
                "slurm-sacct/slurmsim-pipe-in-jobname.log",
                4,
                0,
                3_191_992.0,
                "2021-12-10 14:23:28",
                "2021-12-11 13:56:53",
            ),
            (
                "slurm-sacct/slurmsim-dump2101.log",
                6,
                6,
                55_067_650.0,
                "2020-12-18 22:12:16",
                "2021-01-06 14:09:15",
            ),
            (
                "slurm-sacct/slurmsim-multiline.log",
                6,
                0,
                5_530_160.0,
                "2021-10-05 11:26:12",
                "2022-07-31 14:32:35",
            ),
            (
                "slurm-sacct/slurm-usage-report-all-columns.csv",
                1,
                0,
                778.0,
                "2026-01-15 19:33:36",
                "2026-01-15 19:46:34",
            ),
            ("slurm-sacct/greenalgorithms-raw.txt", 2, 0, 360_985.0, "2022-02-11 19:11:21", ""),
        ],
    );
    assert_refused(
        "slurm-sacct/xdmod-non-ended.log",
        "no job that ended or was cancelled, only 2 unfinished jobs",
    );
    assert_refused("slurm-sacct/kabre.csv", "without a column of runtimes");
    assert_refused(
        "slurm-sacct/slurmio-one-row.txt",
        "without a column of submit times (Submit) and of runtimes",
    );
    assert_refused("slurm-sacct/jobinfo-snowman.txt", "without its header line");
}

/// The job completion log and its copy as a table.
#[test]
#[ignore = "needs the reference data"]
fn job_completion_logs_have_the_counts_of_other_programs() {
    let counts = |path| (path, 469, 56, 64_192.0, "2024-02-01 12:22:36", "2024-04-12 08:51:45");
    let paths = ["slurm-jobcomp/teaching-cluster.log", "job-csv/slurm-jobcomp-as-csv.csv"];
    assert_counts("jobcomp", &paths.map(counts));
}

#[test]
#[ignore = "needs the reference data"]
fn logs_of_pbs_have_the_counts_of_other_programs() {
    assert_counts(
        "pbs",
        &[
            // 9 of the deleted jobs have no size in these files.
            ("pbs/mason-20171105.txt", 65, 0, 32_445_341.0, "2017-10-25 02:48:45", "2017-11-06 02:20:11"),
            ("pbs/mason-20171106.txt", 146, 0, 4_627_153.0, "2017-11-03 20:03:09", "2017-11-07 04:57:40"),
            ("pbs/mason-20171107.txt", 42, 0, 127_422.0, "2017-10-16 22:52:12", "2017-11-08 04:48:16"),
            ("pbs/pbspro-20230306.txt", 131, 4, 210_437_529.0, "2023-03-03 07:05:20", "2023-03-06 15:21:29"),
            // 5,798,427 core-seconds by the host lists; two jobs without slots have the requested cores, 28 and 48.
            (
                "pbs/xdmod-accounting-logs.log",
                9,
                0,
                7_756_872.0,
                "2009-12-21 19:48:44",
                "2020-12-07 08:00:38",
            ),
        ],
    );
}

/// One of two records of the same job and times is used: its host list has 16 slots per host, the other has 1.
#[test]
#[ignore = "needs the reference data"]
fn logs_of_lsf_have_the_counts_of_other_programs() {
    let counts = |path| (path, 1, 0, 5_167_104.0, "2014-01-13 19:45:18", "2014-01-14 07:05:39");
    assert_counts("lsf", &["lsf/xdmod-accounting-logs.log", "lsf/xdmod-utf8.log"].map(counts));
}

#[test]
#[ignore = "needs the reference data"]
fn files_of_grid_engine_have_the_counts_of_other_programs() {
    assert_counts(
        "sge",
        &[
            ("sge/xdmod-accounting.log", 2, 0, 120.0, "2011-07-15 20:27:01", "2011-07-19 17:10:14"),
            ("sge/uge-milliseconds.log", 2, 0, 205_457.088, "2011-07-15 20:27:01", "2022-05-09 19:27:40"),
        ],
    );
}

#[test]
#[ignore = "needs the reference data"]
fn histories_of_condor_have_the_counts_of_other_programs() {
    assert_counts(
        "condor",
        &[
            ("condor/history.377260.0.txt", 1, 0, 910.0, "2010-11-25 07:50:37", "2010-11-25 08:06:10"),
            ("condor/history.377270.0.txt", 1, 0, 377.0, "2010-11-25 08:38:16", "2010-11-25 08:45:24"),
            ("condor/history.377277.0.txt", 1, 0, 376.0, "2010-11-25 08:38:18", "2010-11-25 08:45:23"),
            ("condor/history.377283.0.txt", 1, 0, 910.0, "2010-11-26 03:45:31", "2010-11-26 04:00:59"),
        ],
    );
}

/// Jobs, and jobs with rejected profiles or times.
#[test]
#[ignore = "needs the reference data"]
fn workloads_of_batsim_have_the_counts_of_other_programs() {
    let workloads = [
        ("workloads/batsched-mixed.json", 6, 3),
        ("workloads/example_workload_hpc_seed1_jobs250.json", 250, 0),
        ("workloads/test_batsim_paper_workload_seed1.json", 800, 0),
        ("workloads/test_case_study1.json", 3, 0),
        ("workloads/test_compo_sequence_delay.json", 23, 0),
        ("workloads/test_composed_bda.json", 3, 0),
        ("workloads/test_delays.json", 10, 0),
        ("workloads/test_energy_minimal_load50.json", 2, 0),
        ("workloads/test_extra_data_desired_allocation_object.json", 10, 0),
        ("workloads/test_homo_ptasks.json", 6, 0),
        ("workloads/test_long_workload.json", 8, 10),
        ("workloads/test_one_computation_job.json", 1, 0),
        ("workloads/test_one_computation_job_tot.json", 1, 0),
        ("workloads/test_one_spark_job_bda.json", 1, 0),
        ("workloads/test_same_submit_time.json", 18, 0),
        ("workloads/test_various_profile_types.json", 6, 5),
        ("workloads/test_walltime.json", 44, 0),
        ("reference/medium_late/medium_late.json", 801, 0),
        ("reference/g5k-oar-seed1/g5k_workload_delay_seed1_size32.json", 800, 0),
    ];
    for (path, jobs, skipped) in workloads {
        let report =
            read_log(&format!("batsim/{path}")).unwrap_or_else(|problem| panic!("{path}: {problem}")).report;
        assert_eq!((report.format, report.read, report.skipped), ("batsim", jobs, skipped), "{path}");
    }
    for path in ["batsim/workloads/test_smpi_collectives.json", "batsim/workloads/test_walltime_smpi.json"] {
        assert_refused(path, "profiles of the type TraceReplayProfile are not supported");
    }
}

/// Logs of Alea have up to three columns more than the format.
#[test]
#[ignore = "needs the reference data"]
fn logs_of_alea_are_those_of_the_standard_format() {
    for (path, jobs) in [("alea/Example1-load_50.swf", 1_943), ("alea/NGI_CZ_journal_PBSeasy.swf", 201)] {
        let report = read_log(path).unwrap_or_else(|problem| panic!("{path}: {problem}")).report;
        assert_eq!((report.format, report.read, report.skipped), ("swf", jobs, 0), "{path}");
    }
}

/// Submission, run, estimate in seconds, and size of each job by its number.
fn job_rows(path: &str, number: impl Fn(&Job) -> u32) -> Vec<(u32, [f64; 4])> {
    let jobs: Vec<Job> = read_log(path).unwrap_or_else(|problem| panic!("{path}: {problem}")).work.take();
    let row = |job: &Job| {
        let estimate = job.estimate.map_or(-1.0, Span::seconds);
        (number(job), [job.submit.seconds(), job.run.seconds(), estimate, f64::from(job.nodes)])
    };
    let mut rows: Vec<(u32, [f64; 4])> = jobs.iter().map(row).collect();
    rows.sort_unstable_by_key(|(number, _)| *number);
    rows
}

/// The same 500 jobs with semicolons and relative seconds, and as written by R with Unix seconds and row names.
#[test]
#[ignore = "needs the reference data"]
fn tables_with_odd_units_have_the_same_jobs() {
    let number = |job: &Job| job.number;
    let relative = job_rows("job-csv/slurmsim-jobs500.csv", number);
    let mut of_r = job_rows("job-csv/slurmsim-jobs500org.csv", number);
    let first = of_r.iter().map(|(_, row)| row[0]).fold(f64::INFINITY, f64::min);
    for (_, row) in &mut of_r {
        row[0] -= first;
    }
    assert_eq!((relative.len(), of_r.len()), (500, 500));
    let nodes: f64 = relative.iter().map(|(_, row)| row[3]).sum();
    let last = relative.iter().map(|(_, row)| row[0]).fold(0.0, f64::max);
    assert_eq!((nodes, last), (7_982.0, 25_103.0));
    for (one, other) in relative.iter().zip(&of_r) {
        assert_eq!((one.0, one.1[0], one.1[2], one.1[3]), (other.0, other.1[0], other.1[2], other.1[3]));
        assert!(one.1[1] <= one.1[2], "{one:?} is not longer than its limit");
    }
    // The same with the fields of SWF, separated by semicolons.
    assert_eq!(job_rows("job-csv/slurmsim-jobs500.semicolon.swf", number), relative);
    let small = job_rows("job-csv/slurmsim-small.csv", number);
    let last = small.iter().map(|(_, row)| row[0]).fold(0.0, f64::max);
    assert_eq!((small.len(), small.iter().map(|(_, row)| row[3]).sum::<f64>(), last), (20, 350.0, 43.0));
}

#[test]
#[ignore = "needs the reference data"]
fn tables_of_tools_have_the_counts_of_other_programs() {
    let counts = |path| {
        let mut reading = read_log(path).unwrap_or_else(|problem| panic!("{path}: {problem}"));
        assert_eq!(reading.report.format, "table", "{path}");
        let jobs: Vec<Job> = reading.work.take();
        let started = || jobs.iter().filter(|job| job.leaves == Time::MAX);
        let work: f64 = started().map(|job| job.run.seconds() * f64::from(job.nodes)).sum();
        let largest = started().map(|job| job.nodes).max().unwrap_or(0);
        (started().count(), jobs.len() - started().count(), work, largest)
    };
    assert_eq!(counts("job-csv/lsf-jobs-hpc-cost-simulator.csv"), (87, 0, 25_723.0, 30));
    // 783 s on 15 cores and 2,690 s on 15.
    assert_eq!(counts("job-csv/greenalgorithms-output.tsv"), (2, 0, 52_095.0, 15));
    assert_eq!(counts("cluster-csv/tiresias-60_job.csv"), (60, 0, 26_624.0, 8));
    assert_eq!(counts("cluster-csv/tiresias-tf_job.csv"), (2, 0, 480.0, 12));
    assert_eq!(counts("cluster-csv/philly-vc-103959.csv"), (876, 0, 154_137_879.0, 4));
    // 18 rows ended; waiting and running ones are only counted.
    let (ran, never, ..) = counts("cluster-csv/alibaba2017-batch_task-excerpt.csv");
    assert_eq!((ran > 18, never), (true, 0));
    let (ran, never, ..) = counts("cluster-csv/alibaba-gpu2023-pods.csv");
    assert_eq!((ran, never), (1_374, 126));
    let (ran, ..) = counts("cluster-csv/cloudsimpy-alibaba-jobs.csv.gz");
    assert!(ran > 31_756, "{ran}");
    assert_refused(
        "cluster-csv/tiresias-yarn-gput1000.csv",
        "a table of 1 column (duration) without submit times",
    );
    assert_refused("cluster-csv/tiresias-cluster_spec.csv", "a table of machines of a GPU cluster");
    assert_refused("cluster-csv/alibaba-gpu2023-nodes.csv", "a table of machines of a GPU cluster");
}

/// 11 attempts of 10 tasks: one was evicted and ran again, one failed without another attempt.
#[test]
#[ignore = "needs the reference data"]
fn task_events_of_google_have_the_counts_of_other_programs() {
    let mut reading = read_log("cluster-csv/google2011-task-events-sample.csv").expect("a table");
    assert_eq!(reading.report.format, "google-2011");
    let jobs: Vec<Job> = reading.work.take();
    let failed = jobs.iter().filter(|job| job.failed).count();
    let last = jobs.iter().filter_map(|job| job.recorded_start.map(|start| (start + job.run).seconds()));
    assert_eq!((jobs.len(), failed, last.fold(0.0, f64::max)), (11, 2, 90.0));
}

/// Runs of job states and events; the second log is a parser test, whose events do not form consistent runs.
#[test]
#[ignore = "needs the reference data"]
fn logs_of_runs_have_the_counts_of_other_programs() {
    assert_counts(
        "pegasus-jobstate",
        &[("condor/pegasus-jobstate.log", 11, 0, 211.0, "2023-03-04 09:01:11", "2023-03-04 09:06:18")],
    );
    let mut reading = read_log("condor/userlog-dagman-recovery.log").expect("a log");
    assert_eq!(reading.report.format, "condor-user-log");
    let jobs: Vec<Job> = reading.work.take();
    assert_eq!(jobs.iter().map(|job| job.run.seconds()).collect::<Vec<_>>(), [0.0, 0.0]);
    let reading = read_log("condor/userlog-all-events.log").expect("a log");
    assert_eq!((reading.report.format, reading.report.read), ("condor-user-log", 33));
}
