use super::{FORMATS, read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::rng::{Stream, Streams};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

const LOG: &str = "\
; Computer: Test
; MaxProcs: 16
; Queue: 1 batch

    1        0      5     60    4  10.50    -1    4    120    -1  1  1   1  -1  1  1 -1 -1
    2       30     -1     10   16     -1    -1   -1     -1    -1  0  2   1  -1  1  2 -1 -1\r
    3       20      0      0    1     -1    -1    2   1e2     -1  5  3   1  -1  0 -1  2 10
";

const WORKFLOW: &str = r#"<?xml version="1.0"?>
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" jobCount="3">
  <job id="a" name="split" runtime="1.5"><uses file="x" link="input" size="10"/><uses file="y" link="output"/></job>
  <job id="b" name="work &amp; wait" runtime="2" cores="2"><uses file="y" link="input" size="3"/></job>
  <dax id="c" file="inner.dax"><uses name="y" link="input"><metadata key="size">4</metadata></uses></dax>
  <child ref="b"><parent ref="a"/></child>
  <child ref="c"><parent ref="a"/><parent ref="b"/></child>
</adag>
"#;

fn problem(name: &str, bytes: &[u8]) -> String {
    match read(name, bytes, None, &Settings::default()) {
        Ok(reading) => format!("read as {}", reading.report.format),
        Err(problems) => problems[0].message.clone(),
    }
}

#[test]
fn the_catalog_is_complete() {
    for format in FORMATS.members {
        assert_eq!(FORMATS.find(format.entry.id).map(|found| &found.entry), Some(&format.entry));
    }
    let known = read("x", b"", Some("sfw"), &Settings::default()).expect_err("unknown");
    let available = FORMATS.ids().join(", ");
    let message = format!("error: x: unknown format `sfw`; available: {available}\n  Did you mean `swf`?");
    assert_eq!(known[0].to_string(), message);
}

/// Fuzzing of the readers begins with these files.
#[test]
fn each_format_reads_its_fuzz_seeds() {
    for format in FORMATS.members {
        let id = format.entry.id;
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(id);
        let seeds: Vec<_> = fs::read_dir(&folder).unwrap_or_else(|_| panic!("{id} has no seeds")).collect();
        assert!(!seeds.is_empty(), "{id} has no seeds");
        for seed in seeds {
            let bytes = fs::read(seed.expect("an entry").path()).expect("a file");
            let reading = read("seed", &bytes, Some(id), &Settings::default()).expect("it is read");
            assert!(reading.report.read > 0, "{id}");
        }
    }
}

#[test]
fn formats_are_recognised_by_content() {
    let id = |name, bytes: &[u8]| recognise(name, bytes).map(|format| format.entry.id).map_err(|d| d.message);
    // The file names are wrong on purpose.
    assert_eq!(id("a.xml", LOG.as_bytes()), Ok("swf"));
    assert_eq!(id("a.swf", WORKFLOW.as_bytes()), Ok("dax"));
    assert_eq!(id("a", format!("\u{feff}{LOG}").as_bytes()), Ok("swf"));
    // A log with a header longer than the examined part, and one without a header.
    assert_eq!(id("a", format!("{}{LOG}", "; x\n".repeat(30_000)).as_bytes()), Ok("swf"));
    assert_eq!(id("a", LOG.lines().nth(4).expect("a job").as_bytes()), Ok("swf"));
    let far = format!("<!-- {} --><adag/>", "x".repeat(100_000));
    assert!(id("a", far.as_bytes()).is_err());
}

#[test]
fn files_of_other_tools_are_named() {
    let columns = |n: usize| "1 ".repeat(n);
    let cases: &[(&str, &[u8], &str)] = &[
        ("a", b"", "the file is empty"),
        ("a", b" \n\t", "the file is empty"),
        ("a", b"<!DOCTYPE html><html>", "a web page (HTML)"),
        ("a", b"<HTML><body>", "a web page (HTML)"),
        ("a", b"<?xml version='1.0'?>\n<!-- <adag> --><platform/>", "a platform of SimGrid or Batsim"),
        ("a", b"<x:jobs a='<adag>'>", "XML with the root element <jobs>"),
        ("a", b"{\"version\": 1, \"platform\": {}, \"workload\": []}", "a scenario (JSON)"),
        ("a", b"{\"nb_res\": 4, \"jobs\": []}", "the workload contains no valid job"),
        ("a", b"{\"profiles\": {}, \"subtime\": 1, \"profile\": 2}", "a workload of Batsim (JSON), without its list of jobs"),
        ("a", b"[1, 2]", "JSON"),
        ("a", b"PK\x03\x04....", "the zip file is damaged or truncated"),
        ("a", b"\x00\x01\x02\x03\x04", "binary data"),
        ("a", b"\xff\xfe;\x00", "the log contains only comments and no jobs"),
        ("a", b"\x1f\x9d\x90\x01\x02\x80\x81\x90\x91", "compress (.Z)"),
        ("a", b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "a pointer of Git LFS"),
        ("a", b"SQLite format 3\0\x10\0\x01\x01", "a database of SQLite"),
        ("a", b"flowchart TB\n  v0 --> v1\n", "a diagram of Mermaid"),
        ("a", b"JobId=1 JobName=x\n   UserId=a(1) GroupId=b(1)\n", "Slurm's scontrol show job"),
        ("a", b"0,5,0,HofLG,0.5,0.2493\n1000000,5,1,HofLG,0.5,0.2493\n", "the table machine_events of the Google"),
        ("a", b"0,,3418309,0,3,70s3v5=,IHgtoxE,x\n600,,3418309,1,3,a=,b,c\n", "the table job_events of the Google"),
        (
            "a",
            b"ins_1,task_a,j_217,10,Terminated,673795,673797,m_2637,1,1,0.17,0.18,0.03,0.04\n",
            "the table batch_instance of the Alibaba",
        ),
        ("a", b"m_1932,0,10,18,96,1.0,USING\nm_1932,10,10,18,96,1.0,USING\n", "a table of machines of the Alibaba"),
        ("a", b"{\"time\": \"0\", \"collection_id\": \"3\", \"scheduling_class\": \"3\"}\n", "the Google cluster trace 2019"),
        ("a", b"{\"topologies\": [{\"pathToFile\": \"t.json\"}], \"workloads\": []}", "an experiment of OpenDC"),
        ("a", b"{\"type\": \"generic\", \"timestamp\": 1, \"data\": \"x\"}\n", "external events of Batsim"),
        ("a", b"{\"time\": \"0\", \"collection_id\": \"3\", \"instance_index\": \"0\"}\n", "the Google cluster trace 2019"),
        ("a", b"{\"jobs\": [{\"job_id\": 1, \"job_state\": [], \"submit_time\": 3}]}", "Slurm's squeue --json"),
        ("a", b"{\"version\": 3, \"rule\": \"map\", \"starttime\": 1, \"endtime\": 2, \"job_hash\": 3}", "the metadata of one job of Snakemake"),
        ("a", b"output_file\tdate\trule\tversion\nx\ty\tz\t-\n", "a summary of Snakemake"),
        ("a", b"task_id\tname\trealtime\n1\tA\t9s\n", "a trace of Nextflow without submit times"),
        ("a", b"=====\nqname        all.q\nhostname     n1\n", "the output of qacct"),
        ("a", b"{\"timestamp\": 10, \"type\": \"machine_unavailable\", \"resources\": \"0-4\"}\n", "external events of Batsim"),
        ("a", b"<?xml version='1.0'?><classads><c><a n='EventTypeNumber'><i>0</i></a></c></classads>", "a user log of HTCondor in XML"),
        ("a", b"<classads><c><a n='ClusterId'><i>0</i></a></c></classads>", "ClassAds of HTCondor in XML"),
        ("a", b"{\"EventTypeNumber\": 0, \"EventTime\": \"x\"}", "a user log of HTCondor in JSON"),
        ("a", b"<?xml version='1.0'?><c><a n='EventTypeNumber'><i>0</i></a></c>", "a user log of HTCondor in XML"),
        ("a", b"{\"total_workflows\": 2, \"total_tasks\": 9}", "the totals of a trace of the Workflow Trace Archive"),
        ("a", b"{\"system_name\": \"x\", \"equivalence\": {}, \"groups\": {}}", "a system of AccaSim"),
        ("a", b"makespan,mean_waiting_time,nb_jobs\n1.5,2.5,3\n", "the totals of a schedule of Batsim"),
        ("a", b"time,nb_sleeping,nb_idle,nb_computing\n0,0,31,1\n", "the states of machines of Batsim"),
        ("a", b"sn,cpu_milli,memory_mib,gpu,model\nn0,64000,262144,2,P100\n", "a table of machines of a GPU cluster"),
        ("a", b"-dt 0 -e submit_batch_job | -J jobid_1001 -n 12 pseudo.job\n", "the events of the Slurm simulator"),
        ("a", b"0 init\n0 compute 1e9\n", "an action trace of SMPI"),
        ("a", b"0 1\n5 0\n9 1\n", "a table of 2 columns (a profile of SimGrid has 2)"),
        ("a", b"id,submit,runtime,procs\n", "a table of jobs with a line of names and no rows"),
        (
            "a",
            b"# custom\n1 2 3 4\n5 6 7 8\n",
            "a table of 4 columns and comments after `#` (a custom trace of GridSim",
        ),
        ("a", b"WorkflowID, JobID , SubmitTime\n1, 2, 3\n", "a comma-separated table of 3 columns"),
        ("a", b"Job;Beginn;Kerne\n1;a;4\n2;b;8\n", "a semicolon-separated table of 3 columns"),
        ("a", b"JobIDRaw,State,Elapsed\n11,FAILED,00:10:00\n", "a table of Slurm's sacct"),
        ("a", b"11|u1|p|4|COMPLETED\n12|u1|p|4|TIMEOUT\n", "a table of Slurm's sacct"),
        (
            "a",
            b"; MaxProcs: 4\n1,0,-1,10,4,-1,-1,4,20,-1,1,1,1,1,1,1,-1,-1\n2, 0, -1, 10, 4, -1, -1, 4, 20, -1, 1, 1, 1, 1, 1, 1, -1, -1\n",
            "a log in SWF with commas between its 18 columns",
        ),
        (
            "a",
            b"id,a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q\n1,0,-1,10,4,-1,-1,4,20,-1,1,1,1,1,1,1,-1,-1\n",
            "a log in SWF with commas between its 18 columns",
        ),
        ("a", b"0\tcluster\t16\t16\t1\t67108864\t30\r\n", "a list of machines"),
        ("b.swf.machines", b"1 2 3\n", "a list of machines"),
        ("a", b"resources:\n- name: n\n  speed: 5\n", "a system of DSLab (YAML), which describes machines and no jobs"),
        ("a", b"hello world", "text in no supported format"),
        ("a", b"\xff\xfe\0\x001\0\0\0", "text in UTF-32"),
        ("a", b"\0\0\xfe\xff\0\0\x001", "text in UTF-32"),
        ("a", b"# only\n# words\n", "text without any lines of data, only comments after `#`"),
    ];
    for (name, bytes, expected) in cases {
        let found = problem(name, bytes);
        assert!(found.contains(expected), "{found}");
    }
    assert!(problem("a", format!("{}\n", columns(17)).as_bytes()).contains("a table of 17 columns"));
}

/// A format is named only on unambiguous evidence.
#[test]
fn prose_is_not_taken_for_a_table() {
    let long = format!("# Read me\n\n{}\nHello, world, again.\n", "word, ".repeat(78));
    let six = "One two three four five six\nseven eight nine ten eleven twelve\n";
    for text in [long.as_str(), six, "graph theory is fun\n", "1. First of all\n2. And then\n3. The end\n"] {
        let found = problem("bad.swf", text.as_bytes());
        assert_eq!(found, "the file looks like text in no supported format", "{text}");
    }
}

#[test]
fn a_table_of_18_columns_says_which_field_is_wrong() {
    let line = |run: &str| format!("1 0 -1 {run} 4 -1 -1 4 60 -1 1 1 1 -1 1 1 -1 -1\n");
    let found = problem("a.swf", format!("; x\n{}{}{}", line("1:00"), line("2:00"), line("3")).as_bytes());
    assert_eq!(
        found,
        "the file looks like a log in SWF, whose 18 columns it has, but in line 2 field 4, the runtime, is `1:00`, not \
         a number"
    );
}

#[test]
fn carriage_returns_alone_end_lines() {
    let old = LOG.replace("\r\n", "\n").replace('\n', "\r");
    let reading = read("old.swf", old.as_bytes(), None, &Settings::default()).expect("a log");
    assert_eq!(reading, read("old.swf", LOG.as_bytes(), None, &Settings::default()).expect("a log"));
}

#[test]
fn diagnostics_name_the_file() {
    let reading = read("my.swf", LOG.as_bytes(), None, &Settings::default()).expect("a log");
    assert!(!reading.report.diagnostics.is_empty());
    assert!(reading.report.diagnostics.iter().all(|diagnostics| diagnostics.file == "my.swf"));
    let problems = read("my.dax", b"<adag></adag>", Some("dax"), &Settings::default()).expect_err("no jobs");
    assert_eq!(problems[0].file, "my.dax");
}

/// A file that is changed at a few random places.
fn mutant(text: &[u8], words: &[&str], chance: &mut Stream) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..=chance.uniform_below(6) {
        let at = chance.uniform_below(bytes.len() as u32) as usize;
        match chance.uniform_below(5) {
            0 => bytes[at] = chance.random_bits() as u8,
            1 if bytes.len() > 1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b" <>&;\"-9\n\0"[chance.uniform_below(10) as usize]),
            3 => {
                let word = words[chance.uniform_below(words.len() as u32) as usize];
                let end = (at + chance.uniform_below(8) as usize).min(bytes.len());
                bytes.splice(at..end, word.bytes());
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

/// The seeds of all formats, changed at random: nothing may panic or take long.
#[test]
fn mutated_seeds_never_panic() {
    let words = [
        "-1",
        "1e308",
        "NaN",
        "[",
        "{",
        "}",
        "->",
        "*a",
        "&a ",
        ": ",
        "- ",
        "null",
        "\t",
        "9007199254740993",
        "\"",
    ];
    let mut chance = Streams::new(1).get("format/seeds");
    for format in FORMATS.members {
        let id = format.entry.id;
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(id);
        let mut seeds: Vec<PathBuf> =
            fs::read_dir(&folder).expect("seeds").map(|seed| seed.expect("an entry").path()).collect();
        seeds.sort();
        for seed in seeds {
            let seed = fs::read(seed).expect("a file");
            for _ in 0..3_000 {
                let bytes = mutant(&seed, &words, &mut chance);
                match read("mutant", &bytes, Some(id), &Settings::default()) {
                    Ok(reading) => assert!(reading.report.read > 0, "{id}"),
                    Err(problems) => assert!(!problems.is_empty(), "{id}"),
                }
            }
        }
    }
}

/// Changes a valid file at a few random places, many times: nothing may panic or take long.
fn mutate_and_read(text: &str, format: Option<&str>, words: &[&str]) {
    let mut chance = Streams::new(1).get("format/mutations");
    let settings = Settings::default().with("home", Value::Choice("queue"));
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let bytes = mutant(text.as_bytes(), words, &mut chance);
        match read("mutant", &bytes, format, &settings) {
            Ok(reading) => {
                good += 1;
                assert!(reading.report.read > 0);
            }
            Err(problems) => {
                bad += 1;
                assert!(problems.iter().any(ganttlet_core::diagnostic::Diagnostic::is_error));
            }
        }
    }
    // Both outcomes must be frequent; otherwise the mutations are too weak or too strong.
    assert!(good > 500 && bad > 500, "{good} good, {bad} bad");
}

#[test]
fn mutated_logs_never_panic() {
    let words = [
        "-1",
        "1e308",
        "1e-320",
        "99999999999999999999",
        "NaN",
        "4294967295",
        "9999999999",
        ".",
        "; MaxProcs: -",
    ];
    mutate_and_read(LOG, Some("swf"), &words);
    mutate_and_read(LOG, None, &words);
}

#[test]
fn mutated_logs_of_grids_never_panic() {
    let line = |id: u32, site: &str| {
        let used = format!(
            "{id}\t{}\t-1\t60\t4\t-1\t-1\t4\t120\t-1\t1\tU{id}\tG1\tx\tq{id}\tp\t{site}\t{site}",
            id * 10
        );
        format!("{used}\tBoT\tb{id}{}\n", "\t-1".repeat(9))
    };
    let log: String =
        ["# Computer: a grid\n".to_owned(), line(1, "vu"), line(2, "uva"), line(3, "vu")].concat();
    let words = ["-1", "1e308", "4294967295", "1136070000000", "\t", "\t\t", "# ", "NaN", "U"];
    mutate_and_read(&log, Some("gwf"), &words);
    mutate_and_read(&log, None, &words);
}

#[test]
fn mutated_workflows_never_panic() {
    let words = [
        "<job id=\"b\"/>",
        "</job>",
        "]]>",
        "<![CDATA[",
        "&#0;",
        "&#x110000;",
        "<!--",
        "runtime=\"1e308\"",
        "<child ref=\"a\">",
    ];
    mutate_and_read(WORKFLOW, Some("dax"), &words);
    mutate_and_read(WORKFLOW, None, &words);
}

#[test]
fn mutated_traces_of_workflows_never_panic() {
    let trace = "WorkflowID,JobID,SubmitTime,RunTime,NProcs,ReqNProcs,Dependencies\n1,1,5,10,1,1,\n1,2,6,4,2,-1,1\n\
                 1,3,6,4,1,1,1 2\n2,4,9,1,1,1,\n";
    let words = ["-1", "1e308", "99999999999999999999", "1 1 1", ",", "\n", "NaN", "1,3,6,4,1,1,3\n"];
    mutate_and_read(trace, Some("opendc"), &words);
    mutate_and_read(trace, None, &words);
}

#[test]
fn mutated_traces_never_panic() {
    let trace =
        "# event_id component_id\n0 0 1 1 a 0 10 20 NULL\n1 0 1 1 a 1 20 30 NULL\n2 0 2 1 b 0 0 25.5 x\n";
    let words = ["-1", "1e308", "-9999999999", "NULL", "0 0 1 1 a 0 15 1e10", "2", "\n"];
    mutate_and_read(trace, Some("event-trace"), &words);
    mutate_and_read(trace, None, &words);
}

#[test]
fn mutated_tables_never_panic() {
    let table = "iteration;task;seconds;key\n1;1;8,5;2\n1;2;\"3\";1\n2;1;0;2\n2;2;4;1\n";
    let words = ["-1", "1e308", ";;;;", "\"", "\"\"", "1000000000", "\t", ",", "iteration"];
    mutate_and_read(table, Some("task-times"), &words);
    mutate_and_read(table, None, &words);
}

#[test]
fn mutated_accounting_logs_never_panic() {
    for (id, seed, words) in ACCOUNTING_LOGS {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/seeds").join(seed);
        let text = fs::read_to_string(path).expect("a seed");
        mutate_and_read(&text, Some(id), words);
    }
}

/// Formats of accounting logs, one of their seeds, and words with a meaning in them.
const ACCOUNTING_LOGS: &[(&str, &str, &[&str])] = &[
    (
        "sacct",
        "sacct/six-jobs.txt",
        &["|", "\n", "Unknown", "1e308", "4294967295", "_[0-4000000000]", "999999-00:00:00", "+1", ".0"],
    ),
    (
        "jobcomp",
        "jobcomp/six-jobs.txt",
        &[" Name=", "JobId=", "Unknown", "NodeCnt=0", "TimeLimit=1e308", "2024-13-01T00:00:00"],
    ),
    (
        "pbs",
        "pbs/six-jobs.txt",
        &[";", ";E;", "[]", "exec_host=c/0*99999999999", "ctime=-1", "end=1e308", "+", "/", "13/01/2024"],
    ),
    ("lsf", "lsf/six-jobs.txt", &["\"", "\"\"", " 4294967295 ", "1e308", "-1", "JOB_FINISH", " 0 "]),
    ("sge", "sge/six-jobs.txt", &[":", "1704067200000", "-1", "1e308", "NONE", "#", "h_rt=x"]),
    (
        "condor",
        "condor/six-jobs.txt",
        &["\n\n", "***", "= ", "JobStatus = 2", "QDate = 1e308", "\n", "ClusterId"],
    ),
    (
        "batsim",
        "batsim/six-jobs.json",
        &["{", "]", ",", "\"seq\": [\"s\"]", "1e308", "-1", "\"res\": 1e10", "\"profile\""],
    ),
];

#[test]
fn a_report_is_data() {
    let report = read("a", LOG.as_bytes(), None, &Settings::default()).expect("a log").report;
    let json = serde_json::to_value(&report).expect("plain data");
    assert_eq!(json["format"], "swf");
    assert_eq!(json["processors"], 16);
    let mut labels = String::new();
    for fact in json["facts"].as_array().expect("a list") {
        let _ = write!(labels, "{}; ", fact["label"].as_str().expect("a text"));
    }
    assert!(
        labels.starts_with(
            "Computer; Processors; Jobs; Submission period; Largest job; Load; Users; Estimates; "
        ),
        "{labels}"
    );
}
