use crate::{Reading, read, recognise};
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::time::Span;
use ganttlet_work::Job;

fn open(text: &str) -> Result<Reading, String> {
    let settings = Settings::default().with("shift_to_zero", Value::Bool(false));
    read("w.json", text.as_bytes(), None, &settings).map_err(|problems| problems[0].to_string())
}

/// A workload of one job for each profile.
fn workload(profiles: &[(&str, &str)]) -> String {
    let jobs: Vec<String> = profiles
        .iter()
        .map(|(name, _)| {
            format!(r#"{{"id": "{name}", "subtime": 5, "walltime": 100, "res": 4, "profile": "{name}"}}"#)
        })
        .collect();
    let all: Vec<String> = profiles.iter().map(|(name, profile)| format!(r#""{name}": {profile}"#)).collect();
    format!(r#"{{"nb_res": 8, "jobs": [{}], "profiles": {{{}}}}}"#, jobs.join(","), all.join(","))
}

fn runs(profiles: &[(&str, &str)]) -> Vec<f64> {
    let jobs: Vec<Job> = open(&workload(profiles)).expect("a workload").work.take();
    jobs.iter().map(|job| job.run.seconds()).collect()
}

#[test]
fn jobs_are_read_in_any_order_with_any_id() {
    let text = r#"{"nb_res": 8, "command:": "x", "jobs": [
        {"id": "late", "subtime": 30.5, "res": 2, "profile": "d", "extra_data": {"a": 1}},
        {"id": 7, "subtime": 1, "walltime": 60, "res": 4, "profile": "d"},
        {"id": "9", "subtime": 2e0, "walltime": -1, "res": 16, "profile": "d"}],
        "profiles": {"d": {"type": "DelayProfile", "delay": 20.25}}}"#;
    assert_eq!(recognise("x", text.as_bytes()).expect("known").entry.id, "batsim");
    let mut reading = open(text).expect("a workload");
    assert_eq!(
        (reading.report.processors, reading.report.processors_from),
        (Some(8), "nb_res in the workload")
    );
    let jobs: Vec<Job> = reading.work.take();
    let found: Vec<_> = jobs
        .iter()
        .map(|job| {
            (
                job.number,
                job.name.as_ref(),
                job.submit.seconds(),
                job.run.seconds(),
                job.nodes,
                job.estimate.map(Span::seconds),
            )
        })
        .collect();
    let expected = [
        (7, "", 1.0, 20.25, 4, Some(60.0)),
        (9, "", 2.0, 20.25, 16, None),
        (1, "late", 30.5, 20.25, 2, None),
    ];
    assert_eq!(found, expected);
    let all: Vec<_> = reading.report.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert!(
        all.iter().any(|one| one.contains("1 job with more hosts than the machine has (nb_res) (job 9)")),
        "{all:?}"
    );
}

#[test]
fn profiles_of_all_spellings_have_runtimes() {
    let delay = ("a", r#"{"type": "delay", "delay": 3}"#);
    let each = ("b", r#"{"type": "ParallelTaskHomogeneousProfile", "cpu": 5e9, "com": 7}"#);
    let old = ("c", r#"{"type": "msg_par_hg", "cpu": 1e9}"#);
    let shared = ("d", r#"{"type": "parallel_homogeneous_total", "cpu": 8e9}"#);
    let spread = (
        "e",
        r#"{"type": "ptask_homogeneous", "cpu": 4e9, "generation_strategy": "DefinedAmountsSpreadUniformly"}"#,
    );
    let sequence = ("f", r#"{"type": "composed", "repeat": 2, "seq": ["a", "g", "b"]}"#);
    let inner = ("g", r#"{"type": "SequentialCompositionProfile", "seq": ["a", "a"]}"#);
    assert_eq!(
        runs(&[delay, each, old, shared, spread, sequence, inner]),
        [3.0, 5.0, 1.0, 2.0, 1.0, 28.0, 6.0]
    );
    let text = workload(&[delay, each]);
    let settings = Settings::default().with("host_speed", Value::Number(2.5e9));
    let mut reading = read("w", text.as_bytes(), None, &settings).expect("a workload");
    let all: Vec<_> = reading.report.diagnostics.iter().map(|one| one.message.clone()).collect();
    for part in ["divided by 2,500,000,000 flop/s", "1 job with communication, which is not read"] {
        assert!(all.iter().any(|one| one.contains(part)), "{all:?}");
    }
    let jobs: Vec<Job> = reading.work.take();
    assert_eq!(jobs[1].run, Span::from_seconds(2.0));
}

#[test]
fn other_profiles_are_refused_by_name() {
    let delay = ("a", r#"{"type": "delay", "delay": 3}"#);
    let replay = ("b", r#"{"type": "TraceReplayProfile", "filename": "x"}"#);
    let cycle = ("c", r#"{"type": "composed", "seq": ["d"]}"#);
    let back = ("d", r#"{"type": "composed", "seq": ["c"]}"#);
    let lost = ("e", r#"{"type": "composed", "seq": ["nowhere"]}"#);
    let negative = ("f", r#"{"type": "delay", "delay": -3}"#);
    let reading = open(&workload(&[delay, replay, cycle, back, lost, negative])).expect("a workload");
    assert_eq!((reading.report.read, reading.report.skipped), (1, 5));
    let all: Vec<_> = reading.report.diagnostics.iter().map(|one| one.message.as_str()).collect();
    for part in [
        "1 job skipped: profiles of the type TraceReplayProfile are not supported (job b)",
        "2 jobs skipped: a sequence of profiles contains itself",
        "the profile nowhere is not in the workload",
        "a delay is no number of seconds from 0",
    ] {
        assert!(all.iter().any(|one| one.contains(part)), "{part}: {all:?}");
    }
    let refused = open(&workload(&[replay])).expect_err("no jobs");
    assert!(
        refused
            .contains("no job that can be read: profiles of the type TraceReplayProfile are not supported"),
        "{refused}"
    );
}

#[test]
fn hostile_workloads_are_refused_or_cut() {
    let job = |fields: &str| {
        format!(
            r#"{{"nb_res": 4, "jobs": [{{"id": 1, "profile": "d", {fields}}}, {{"id": 2, "subtime": 0, "res": 1, "profile": "d"}}],
            "profiles": {{"d": {{"type": "delay", "delay": 1}}}}}}"#
        )
    };
    for fields in [
        r#""subtime": 1e17, "res": 1"#,
        r#""subtime": -1, "res": 1"#,
        r#""subtime": 0, "res": 0"#,
        r#""subtime": 0, "res": 1.5"#,
        r#""res": 1"#,
    ] {
        let report = open(&job(fields)).expect("a workload").report;
        assert_eq!((report.read, report.skipped), (1, 1), "{fields}");
    }
    let cut = &job(r#""subtime": 0, "res": 1"#)[..60];
    assert!(open(cut).expect_err("cut off").contains("inside the object `jobs/0`"));
    let deep = format!("{{\"nb_res\": 1, \"jobs\": {}", "[".repeat(100_000));
    assert!(open(&deep).expect_err("too deep").contains("recursion limit exceeded"));
    assert!(open(r#"{"nb_res": 1, "jobs": 5}"#).expect_err("no list").contains("no list of jobs"));
    // Chains of sequences may have any length.
    let chain: String = (1..20_000)
        .map(|at| format!(r#", "p{at}": {{"type": "composed", "seq": ["p{}"]}}"#, at - 1))
        .collect();
    let text = format!(
        r#"{{"nb_res": 1, "jobs": [{{"id": 1, "subtime": 0, "res": 1, "profile": "p19999"}}], "profiles": {{"p0": {{"type": "delay", "delay": 2}}{chain}}}}}"#
    );
    let jobs: Vec<Job> = open(&text).expect("a workload").work.take();
    assert_eq!(jobs[0].run, Span::from_seconds(2.0));
}
