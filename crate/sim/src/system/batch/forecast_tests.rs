//! Predictions, job by job: text in, text out.

use super::bounds::BoundOptions;
use super::forecast::{Class, PredictionOptions, PredictionRow};
use super::options::AllOptions;
use super::*;
use crate::metric::Scope;
use crate::policy::prediction::PredictionPolicy;
use crate::report::METRICS;
use ganttlet_core::entry::{Entry, Factory, Parameters, PolicyEntry, Settings, Value};
use ganttlet_core::platform::{Cluster, one_cluster};
use ganttlet_core::record::Trace;
use ganttlet_core::time::Span;
use std::cell::Cell;

/// Jobs from lines `user submit run nodes`, in seconds.
fn jobs(text: &str) -> Vec<Job> {
    let job = |(number, line): (u32, &str)| {
        let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        Job {
            number,
            user: numbers[0],
            submit: Time::from_seconds(numbers[1].into()),
            run: Span::from_seconds(numbers[2].into()),
            nodes: numbers[3],
            ..Job::default()
        }
    };
    (1..).zip(text.split(';').map(str::trim)).map(job).collect()
}

const OPTIONS: Options =
    Options { estimates: Estimates::Exact, kill_at_estimate: true, same_instant: SameInstant::PerInstant };

fn run(
    platform: &Platform,
    (routing, prediction): (&str, &str),
    class: Class,
    correct: bool,
    text: &str,
) -> Trace {
    let chosen = [("local", "fcfs"), ("routing", routing), ("prediction", prediction)];
    let chosen = chosen.into_iter().map(|(role, id)| (role, id.to_owned().into())).collect();
    let policies = Policies::choose(&chosen, &Settings::default());
    let predictions = PredictionOptions {
        prediction_class: class,
        correct_predictions: correct,
        first_prediction_s: Span::from_seconds(60.0),
    };
    run_to_end(
        platform,
        jobs(text),
        policies,
        AllOptions { options: OPTIONS, predictions, bounds: no_bounds(), failures: no_failures() },
    )
}

fn run_to_end(platform: &Platform, jobs: Vec<Job>, policies: Policies, settings: AllOptions) -> Trace {
    let system = Batch::new(platform, (jobs, Vec::new()), policies, settings);
    Simulation::new(system, platform, BATCH.tables, RunOptions { decisions: 1000, ..RunOptions::default() })
        .finish()
}

fn no_bounds() -> BoundOptions {
    BoundOptions::read(&Settings::default())
}

fn no_failures() -> FailureOptions {
    FailureOptions::read(&Settings::default())
}

/// `number: predicted runtime>runtime predicted wait>wait`, in the order of arrival; `?` where there was no prediction.
fn predictions_text(trace: &Trace) -> String {
    let one = |row: PredictionRow| {
        let run = row.run.map_or("?".to_owned(), |run| run.seconds().to_string());
        let [ran, wait, waited] =
            [row.ran, row.wait, row.waited].map(|span| span.map_or(f64::NAN, Span::seconds));
        format!("{}: {run}>{ran} {wait}>{waited}", trace.name(row.job))
    };
    trace.table_rows().map(one).collect::<Vec<_>>().join(", ")
}

/// The running job has exceeded its 20 s, so its predicted runtime is 40 s, of which 10 s are left when the last job
/// arrives; the waiting one takes 15 s (Sonmez 2010, section 7.3.1).
#[test]
fn outlived_predictions_are_doubled() {
    let text = "1 0 20 1; 2 20 15 1; 1 40 100 1; 2 50 15 1; 3 70 5 1";
    let trace = run(&one_cluster(1), ("home", "last-run"), Class::User, false, text);
    assert_eq!(
        predictions_text(&trace),
        "1: ?>20 0>0, 2: ?>15 0>0, 3: 20>100 0>0, 4: 15>15 10>90, 5: ?>5 25>85"
    );
    let value = |id: &str| METRICS.get(id).report_row(&trace, &Settings::default(), &Scope::ALL).value;
    // 20 of 100 and 15 of 15; 10 of 90 and 25 of 85.
    assert_eq!(value("run-time-accuracy"), Some(f64::midpoint(0.2, 1.0)));
    assert_eq!((value("run-time-error"), value("unpredicted")), (Some(40.0), Some(60.0)));
    assert_eq!(value("wait-accuracy"), Some(f64::midpoint(10.0 / 90.0, 25.0 / 85.0)));
    assert_eq!((value("wait-error"), value("waited-longer")), (Some(70.0), Some(100.0)));
}

/// Each end corrects the predictions of many jobs: the cost of a correction does not grow with their number.
#[test]
fn corrections_take_constant_time_per_job() {
    thread_local!(static ASKED: Cell<u32> = const { Cell::new(0) });
    struct Counted;
    impl PredictionPolicy for Counted {
        fn observe(&mut self, _: Span) {}
        fn predict(&self) -> Option<f64> {
            ASKED.set(ASKED.get() + 1);
            Some(1_000.0)
        }
    }
    static COUNTED: PolicyEntry<dyn PredictionPolicy> =
        PolicyEntry { entry: Entry::new("counted", "Counted"), make: |_| Box::new(Counted) };
    let none = Settings::default();
    let count = 400;
    let lines: Vec<String> = (0..count).map(|i| format!("1 0 {} 1", 1_000 + i)).collect();
    let policies = Policies::choose(&[("local", "fcfs".into())].into(), &none);
    let policies = Policies { prediction: Factory::new(&COUNTED, &none), ..policies };
    let predictions = PredictionOptions {
        prediction_class: Class::User,
        correct_predictions: true,
        first_prediction_s: Span::from_seconds(60.0),
    };
    let settings = AllOptions { options: OPTIONS, predictions, bounds: no_bounds(), failures: no_failures() };
    let trace = run_to_end(&one_cluster(count), jobs(&lines.join(";")), policies, settings);
    assert_eq!(trace.subjects.status, vec![Status::Done; count as usize]);
    assert!(ASKED.get() <= 4 * count, "{} for {count} jobs", ASKED.get());
}

/// The second job of a user ends while his third waits: with correction, the third is predicted to run as long.
#[test]
fn predictions_of_running_jobs_can_be_corrected() {
    let text = "1 0 10 1; 1 10 50 1; 1 20 10 1; 2 62 1 1";
    let told =
        |correct| predictions_text(&run(&one_cluster(1), ("home", "last-run"), Class::User, correct, text));
    // When the third arrives the second has just exceeded its 10 s, so its predicted runtime is 20 s.
    let begin = "1: ?>10 0>0, 2: 10>50 0>0, 3: 10>10 ";
    assert_eq!(told(false), format!("{begin}10>40, 4: ?>1 8>8"));
    assert_eq!(told(true), format!("{begin}10>40, 4: ?>1 48>8"));
}

/// A class without completed jobs uses the next wider one, then all jobs, then a minute; but no prediction is recorded.
#[test]
fn a_class_without_history_uses_the_next_wider_one() {
    let text = "1 0 10 1; 2 0 30 1; 2 100 5 2; 3 100 1 1";
    let trace = run(&one_cluster(2), ("home", "last-run"), Class::UserSizeSite, false, text);
    // The third has a predicted runtime of 30 s from the other job of its user, so the predicted wait of the fourth is
    // 30 s.
    assert_eq!(predictions_text(&trace), "1: ?>10 0>0, 2: ?>30 0>0, 3: ?>5 0>0, 4: ?>1 30>5");
}

/// A fast cluster of one node and a slow one of two: the earliest completion, and the smallest demand.
#[test]
fn earliest_completion_chooses_the_earliest_end() {
    let cluster =
        |name: &str, nodes, speed| Cluster { name: name.to_owned(), nodes, speed, ..Cluster::default() };
    let mut platform = one_cluster(1);
    platform.clusters = vec![cluster("fast", 1, 2.0), cluster("slow", 2, 1.0)];
    let text = "1 0 20 1; 1 1 20 1; 1 2 4 1; 1 3 4 2";
    let clusters = |routing, prediction| {
        let trace = run(&platform, (routing, prediction), Class::Site, false, text);
        (0..4)
            .map(|job| platform.clusters[usize::from(trace.subjects.cluster[job])].name.clone())
            .collect::<Vec<_>>()
            .join(" ")
    };
    // Exact: the second would end at 20 on the fast one and at 21 on the slow one; the third at 22 and at 6.
    assert_eq!(clusters("earliest-completion", "as-estimated"), "fast fast slow slow");
    assert_eq!(clusters("fewest-asked", "as-estimated"), "fast slow slow slow");
}

/// Only room matters: the wide job is held at the grid until the fast cluster has room for it. The narrow one overtakes
/// it and is sent to the faster of two clusters with room.
#[test]
fn jobs_without_room_wait_at_the_grid() {
    let cluster =
        |name: &str, nodes, speed| Cluster { name: name.to_owned(), nodes, speed, ..Cluster::default() };
    let mut platform = one_cluster(1);
    platform.clusters = vec![cluster("slow", 8, 1.0), cluster("fast", 9, 2.0)];
    let text = "1 0 100 4; 1 0 200 5; 1 0 50 1; 1 1 10 8; 1 1 10 2; 1 2 10 20";
    let trace = run(&platform, ("fastest-processor-first", "last-run"), Class::Site, false, text);
    let went = |job: usize| match trace.subjects.start[job] {
        Time::MAX => "never".to_owned(),
        start => format!(
            "{}@{}",
            platform.clusters[usize::from(trace.subjects.cluster[job])].name,
            start.seconds()
        ),
    };
    let all: Vec<String> = (0..6).map(went).collect();
    // Four and five nodes fill the fast cluster; one and two nodes go to the slow one, which has room for eight again
    // at 50.
    assert_eq!(all, ["fast@0", "fast@0", "slow@0", "slow@50", "slow@1", "never"]);
    let reason = trace.decisions_about(3).map(|decision| trace.explain(decision)).next();
    let expected = "Job 4 waits in the grid queue: it needs 8 nodes, and no cluster that is large enough has more than 5 free.";
    assert_eq!(reason.as_deref(), Some(expected));
    // The prediction for the wide one at its submission is not available.
    let rows: Vec<PredictionRow> = trace.table_rows().collect();
    let known = |job: SubjectId| rows.iter().find(|row| row.job == job).map(|row| (row.wait, row.waited));
    assert_eq!(known(3), Some((None, Some(Span::from_seconds(49.0)))));
    assert_eq!(known(4), Some((Some(Span::ZERO), Some(Span::ZERO))));
}

/// A run on one node, first come, first served, with bounds on wait times.
fn run_with_bounds(bound: &str, set: &[(&'static str, Value)], jobs: Vec<Job>) -> Trace {
    let settings = set.iter().cloned().fold(Settings::default(), |all, (id, value)| all.with(id, value));
    let chosen = [("local", "fcfs"), ("bound", bound)];
    let chosen = chosen.into_iter().map(|(role, id)| (role, id.to_owned().into())).collect();
    let policies = Policies::choose(&chosen, &settings);
    let options = Options { estimates: Estimates::User, ..OPTIONS };
    let settings = AllOptions {
        options,
        predictions: PredictionOptions::read(&Settings::default()),
        bounds: BoundOptions::read(&settings),
        failures: no_failures(),
    };
    run_to_end(&one_cluster(1), jobs, policies, settings)
}

/// The bound of each job and its wait, in the order of arrival; `?` where there was no bound.
fn bounds_text(trace: &Trace) -> String {
    let one = |row: PredictionRow| {
        let bound = row.bound.map_or("?".to_owned(), |bound| bound.seconds().to_string());
        let met = row.met.map_or("", |met| if met { " met" } else { " missed" });
        format!("{bound}>{}{met}", row.waited.map_or(f64::NAN, Span::seconds))
    };
    trace.table_rows().map(one).collect::<Vec<_>>().join(", ")
}

/// A job of 100 s has an estimate of 300 s; another arrives after 50 s: the bound is 250 s, the actual wait 50 s.
#[test]
fn estimates_bound_waits() {
    let mut jobs = jobs("1 0 100 1; 2 50 10 1");
    jobs[0].estimate = Some(Span::from_seconds(300.0));
    let all = [("bound_training", Value::Number(0.0))];
    let trace = run_with_bounds("bound-by-estimates", &all, jobs.clone());
    assert_eq!(bounds_text(&trace), "0>0 met, 250>50 met");
    let value = |id: &str| METRICS.get(id).report_row(&trace, &Settings::default(), &Scope::ALL).value;
    assert_eq!((value("bound-accuracy"), value("bound-error")), (Some(f64::midpoint(1.0, 0.2)), Some(100.0)));
    assert_eq!((value("bound-missed"), value("bound-loose")), (Some(0.0), Some(50.0)));
    // The first half is for training only.
    let half = run_with_bounds("bound-by-estimates", &[("bound_training", Value::Number(0.5))], jobs);
    assert_eq!(bounds_text(&half), "?>0, 250>50 met");
}

/// Wait times 0, 10, 20, 30; the fifth job arrives when the fourth has started, or when it has ended.
#[test]
fn bounds_learn_at_the_start_or_at_the_end() {
    let jobs = || jobs("1 0 10 1; 1 0 10 1; 1 0 10 1; 1 0 10 1; 1 35 10 1");
    let last = |history| {
        let set = [("bound_training", Value::Number(0.0)), ("bound_history", Value::Choice(history))];
        let trace = run_with_bounds("chebyshev", &set, jobs());
        trace.table_rows::<PredictionRow>().last().and_then(|row| row.bound).expect("a bound").seconds()
    };
    // 10 and 15, each with the sample deviations of 10 and 12.91.
    assert!((last("at-the-end") - (10.0 + 20.0_f64.sqrt() * 10.0)).abs() < 1e-5);
    assert!((last("at-the-start") - 72.735).abs() < 0.001);
}

/// For any jobs under first come, first served, wait times never exceed the bounds by estimates.
#[test]
fn waits_never_exceed_bounds_by_estimates() {
    let mut stream = ganttlet_core::rng::Streams::new(8).get("jobs");
    for _ in 0..30 {
        let mut submit = 0.0;
        let one = |number: u32| {
            submit += stream.exponential(20.0);
            let run = stream.exponential(18.0);
            let estimate = Some(Span::from_seconds(run * stream.uniform_between(1.0, 5.0)));
            let (submit, run) = (Time::from_seconds(submit), Span::from_seconds(run));
            Job { number, submit, run, estimate, ..Job::default() }
        };
        let trace = run_with_bounds("bound-by-estimates", &[], (1..=200).map(one).collect());
        let rows: Vec<PredictionRow> = trace.table_rows().collect();
        assert_eq!((rows.len(), rows.iter().filter(|row| row.bound.is_none()).count()), (200, 20));
        assert!(rows.iter().all(|row| row.met != Some(false)));
    }
}
