use crate::{Reading, read};
use ganttlet_core::diagnostic::Diagnostic;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_work::Job;

fn benchmark(text: &str, settings: &Settings) -> Result<Reading, Vec<Diagnostic>> {
    read("benchmark.txt", text.as_bytes(), None, settings)
}

/// Number, runtime, nodes and application of each job.
fn jobs(text: &str, settings: &Settings) -> Vec<(u32, f64, u32, u32)> {
    let mut reading = benchmark(text, settings).expect("a benchmark");
    assert_eq!(reading.report.format, "snakemake");
    let jobs: Vec<Job> = reading.work.take();
    jobs.iter().map(|job| (job.number, job.run.seconds(), job.nodes, job.application)).collect()
}

const PLAIN: &str = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n\
    10.0\t0:00:10\t4.2\t35.9\t0.3\t0.8\t0.0\t0.0\t186.26\t19.7\n\
    12.0\t0:00:12\t4.2\t35.9\t0.3\t0.8\t0.0\t0.0\t90\t19.7\n";

const EXTENDED: &str = "s\th:m:s\tmax_rss\tjobid\trule_name\twildcards\tthreads\tresources\n\
    7.5\t0:00:07\t1\t4\tmap\t{'a': 'x'}\t2\t{'_cores': 2, 'tmpdir': '/tmp'}\n\
    NA\t0:00:09\t1\t5\tmap\t{'a': 'y'}\t1\t{}\n\
    -\t-\t-\t6\tsort\t{}\t1\t{}\n\
    soon\t0:00:01\t1\t7\tsort\t{}\t1\t{}\n";

#[test]
fn repeats_are_one_job_with_their_mean_runtime() {
    assert_eq!(jobs(PLAIN, &Settings::default()), [(1, 11.0, 2, 0)]);
    let each = Settings::default().with("repeats", Value::Bool(false));
    assert_eq!(jobs(PLAIN, &each), [(1, 10.0, 2, 0), (2, 12.0, 1, 0)]);
    // Two concatenated files.
    assert_eq!(jobs(&format!("{PLAIN}{PLAIN}"), &Settings::default()).len(), 2);
}

#[test]
fn jobs_have_the_threads_and_the_rule_of_the_extended_form() {
    let reading = benchmark(EXTENDED, &Settings::default()).expect("a benchmark");
    let texts: Vec<&str> = reading.report.diagnostics.iter().map(|one| &*one.message).collect();
    let expected = [
        "1 line skipped: invalid (line 5: s is `soon`, not a runtime in seconds)",
        "1 row left out: no runtime was measured",
        "a benchmark has no submit times and no dependencies: all jobs are submitted at time 0",
    ];
    assert_eq!(texts, expected);
    assert_eq!(jobs(EXTENDED, &Settings::default()), [(4, 7.5, 2, 0), (5, 9.0, 1, 0)]);
}

#[test]
fn lines_in_json_are_read() {
    let text = "{\"h:m:s\": \"0:00:10\", \"jobid\": 1, \"rule_name\": \"b\", \"s\": \"10.5\", \"threads\": 3, \"wildcards\": {}}\n\
        {\"h:m:s\": \"1 day, 0:00:10\", \"jobid\": 2, \"rule_name\": \"a\", \"s\": null, \"mean_load\": 150.5}\n";
    assert_eq!(jobs(text, &Settings::default()), [(1, 10.5, 3, 1), (2, 86_410.0, 2, 0)]);
    let broken = format!("{text}{{\"s\": \n");
    let reading = benchmark(&broken, &Settings::default()).expect("a benchmark");
    assert!(reading.report.diagnostics[0].message.contains("line 3: not JSON"), "{reading:?}");
}

#[test]
fn other_forms_of_the_same_table_are_read() {
    let marked = format!("\u{feff}# merged\r\n{}\r\n\r\n", PLAIN.trim_end().replace('\n', "\r\n"));
    assert_eq!(jobs(&marked, &Settings::default()), [(1, 11.0, 2, 0)]);
    // A merged table as written by pandas.
    let merged =
        ",s,h:m:s,max_rss,rule,wildcards\n0,1.5,0:00:01,3,x,\"{'a': 1, 'b': 2}\"\n1,2.5,0:00:02,3,y,{}\n";
    assert_eq!(jobs(merged, &Settings::default()), [(1, 1.5, 1, 0), (2, 2.5, 1, 1)]);
}

#[test]
fn benchmarks_without_runtimes_are_refused() {
    let message = |text: &str| benchmark(text, &Settings::default()).expect_err("refused")[0].to_string();
    let header = "s\th:m:s\tmax_rss\n";
    assert_eq!(message(header), "error: benchmark.txt: the benchmark contains no measured runtime");
    let huge = message(&format!("{header}1e300\t-\t-\n-1\t-\t-\n"));
    assert!(huge.starts_with("error: benchmark.txt: the benchmark contains no measured"), "{huge}");
    let told = read("t", b"a\tb\n1\t2\n", Some("snakemake"), &Settings::default()).expect_err("no columns");
    assert!(told[0].message.starts_with("the first line is neither"), "{told:?}");
}
