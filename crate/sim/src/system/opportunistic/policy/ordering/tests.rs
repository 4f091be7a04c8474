use super::*;
use crate::policy::list_scheduling::list_makespan;
use ganttlet_core::entry::{Settings, Value};
use ganttlet_core::rng::Streams;

/// Tasks with complete information: their runtimes in this batch, expected runtimes, and keys.
struct Known {
    batch: Vec<BatchTask>,
    expected: Vec<Span>,
    keys: Vec<f64>,
    history: History,
}

impl Known {
    fn new(runs: &[i64], expected: &[i64], keys: &[f64]) -> Self {
        Self {
            batch: (0..).zip(runs).map(|(task, &run)| BatchTask { task, run: Span(run) }).collect(),
            expected: expected.iter().map(|&time| Span(time)).collect(),
            keys: keys.to_vec(),
            history: History::new(runs.len()),
        }
    }

    /// Adds an earlier batch with these runtimes, task by task; none for a task that was not in it.
    fn after(mut self, runs: &[Option<i64>]) -> Self {
        for (task, run) in (0..).zip(runs) {
            if let Some(run) = *run {
                self.history.observe(task, Span(run));
            }
        }
        self.history.end_batch();
        self
    }

    fn order(&self, id: &str, settings: &Settings, stream: &mut Stream) -> Vec<u32> {
        let tasks = BatchView {
            batch: &self.batch,
            expected: &self.expected,
            keys: &self.keys,
            history: &self.history,
        };
        (ORDERING_POLICIES.get(id).make)(settings).order(&tasks, stream)
    }

    /// The order by the default settings of a policy.
    fn by(&self, id: &str) -> Vec<u32> {
        self.order(id, &Settings::default(), &mut Streams::new(1).get("order"))
    }
}

#[test]
fn equal_scores_keep_the_order_of_the_tasks() {
    let known = Known::new(&[5, 8, 5, 9], &[7, 7, 8, 7], &[1.0, f64::NAN, 1.0]);
    assert_eq!(known.by("lptf"), [3, 1, 0, 2]);
    assert_eq!(known.by("spt"), [0, 2, 1, 3]);
    assert_eq!(known.by("lptf-expectation"), [2, 0, 1, 3]);
    assert_eq!(known.by("fifo"), [0, 1, 2, 3]);
    assert_eq!(known.by("key"), [0, 2, 1, 3]);
}

#[test]
fn unknown_scores_come_last() {
    let known = Known::new(&[5, 8, 5], &[], &[]);
    assert_eq!(known.by("lptf-expectation"), [0, 1, 2]);
    assert_eq!(known.by("key"), [0, 1, 2]);
}

/// The history is found by task number, not by index in the batch.
#[test]
fn a_batch_need_not_have_all_tasks() {
    let mut known = Known::new(&[5, 8, 9], &[1, 3, 2], &[1.0, 2.0, 3.0]).after(&[Some(4), Some(6), Some(5)]);
    known.batch.remove(0);
    assert_eq!(known.by("lptf-expectation"), [0, 1]);
    assert_eq!(known.by("key"), [1, 0]);
    assert_eq!(known.by("random-average"), [0, 1]);
}

#[test]
fn chance_is_fair_and_new_in_each_batch() {
    let known = Known::new(&[1, 2, 3], &[], &[]);
    let mut stream = Streams::new(5).get("order");
    for id in ["random", "random-average"] {
        let settings = Settings::default();
        let mut seen = [0; 6];
        for _ in 0..6000 {
            let order = known.order(id, &settings, &mut stream);
            // The number of a permutation of three.
            seen[(2 * order[0] + u32::from(order[1] > order[2])) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{id}: {seen:?}");
    }
}

#[test]
fn experience_follows_chance() {
    let known = Known::new(&[0; 4], &[], &[]).after(&[Some(4), Some(9), None, Some(6)]).after(&[
        Some(8),
        Some(1),
        None,
        Some(6),
    ]);
    // Means 6, 5, none, 6: tasks without a history come first.
    assert_eq!(known.by("random-average"), [2, 0, 3, 1]);
    let by = |predictor: &'static str| {
        let settings = Settings::default().with("predictor", Value::Choice(predictor));
        known.order("random-average", &settings, &mut Streams::new(1).get("order"))
    };
    // The last times were 8, 1, none, 6; the places 2 and 0, 0 and 2, none, 1 and 1.
    assert_eq!(by("last"), [2, 0, 3, 1]);
    assert_eq!(by("rank"), [2, 0, 1, 3]);
}

/// Four tasks on two machines (Heymann 2001, section 3.2): 9 in the best order, 12 in the worst.
#[test]
fn the_order_decides_how_long_a_batch_takes() {
    let known = Known::new(&[1, 8, 4, 5], &[], &[]);
    let time = |order: &[u32], workers| {
        let times: Vec<i64> = order.iter().map(|&place| known.batch[place as usize].run.0).collect();
        list_makespan(&times, workers)
    };
    assert_eq!([2, 4].map(|workers| time(&known.by("lptf"), workers)), [9, 8]);
    assert_eq!(time(&known.by("spt"), 2), 12);
    // Eight tasks on four machines (section 5.2).
    let longest_first = [8, 5, 5, 4, 3, 2, 1, 1];
    assert_eq!(list_makespan(&longest_first, 4), 8);
    assert_eq!(longest_first.iter().sum::<i64>(), 29);
}

/// With constant runtimes experience is equivalent to knowledge (section 3.3), with any predictor.
#[test]
fn experience_with_constant_times_equals_knowledge() {
    let runs = [3, 9, 4, 8, 1, 7];
    let seen: Vec<Option<i64>> = runs.iter().copied().map(Some).collect();
    let known = (0..6).fold(Known::new(&runs, &runs, &[]), |known, _| known.after(&seen));
    let lptf = known.by("lptf");
    assert_eq!(known.by("lptf-expectation"), lptf);
    for predictor in ["mean", "last", "window", "smoothing", "autoregressive", "median", "rank", "best"] {
        let settings = Settings::default().with("predictor", Value::Choice(predictor));
        let order = known.order("random-average", &settings, &mut Streams::new(1).get("order"));
        assert_eq!(order, lptf, "{predictor}");
    }
}
