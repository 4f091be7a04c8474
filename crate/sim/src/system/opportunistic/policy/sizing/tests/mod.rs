mod dedicated;

use super::*;
use ganttlet_core::entry::{Settings, Value};

/// A policy with these settings.
fn with(id: &str, settings: &Settings) -> Box<dyn SizingPolicy> {
    (SIZING_POLICIES.get(id).make)(settings)
}

/// A policy with its defaults.
fn policy(id: &str) -> Box<dyn SizingPolicy> {
    with(id, &Settings::default())
}

fn spans(seconds: &[i64]) -> Vec<Span> {
    seconds.iter().map(|&s| Span(s * 1_000_000)).collect()
}

/// A completed batch: its tasks, and further observations.
struct Over {
    took: Vec<Span>,
    normalised: Vec<Span>,
    means: Vec<f64>,
    iteration: u32,
    workers: (u32, u32),
    stable: bool,
    length_s: i64,
    efficiency: f64,
    next_tasks: u32,
}

impl Over {
    /// The second batch, with ten workers throughout and unchanged tasks.
    fn of(seconds: &[i64]) -> Self {
        Self {
            took: spans(seconds),
            normalised: spans(seconds),
            means: seconds.iter().map(|&s| s as f64).collect(),
            iteration: 2,
            workers: (10, 10),
            stable: true,
            length_s: *seconds.iter().max().unwrap_or(&0),
            efficiency: 0.9,
            next_tasks: seconds.len() as u32,
        }
    }

    /// The answer of a policy: the number of workers and the rule.
    fn next(&self, policy: &mut dyn SizingPolicy) -> (u32, &'static str) {
        let seen = BatchResult {
            iteration: self.iteration,
            took: &self.took,
            normalised: &self.normalised,
            means: &self.means,
            workers: self.workers,
            stable: self.stable,
            length: Span(self.length_s * 1_000_000),
            efficiency: self.efficiency,
            next_tasks: self.next_tasks,
        };
        let step = policy.next_workers(&seen);
        assert_eq!(step.values[0], i64::from(step.workers));
        (step.workers, step.rule.id)
    }

    /// The answer of a new policy without state.
    fn by(&self, id: &str) -> (u32, &'static str) {
        self.next(policy(id).as_mut())
    }
}

/// 20 tasks: four large ones, similar, with 40 % of the work, and sixteen small ones.
const EVEN: [i64; 20] = [40, 40, 40, 40, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15];

#[test]
fn a_fixed_number_stays() {
    let mut seven = with("fixed", &Settings::default().with("workers", Value::Integer(7)));
    assert_eq!(seven.first_workers(3).workers, 7);
    assert_eq!(Over::of(&EVEN).next(seven.as_mut()), (7, "size-fixed"));
}

#[test]
fn adjusting_policies_begin_with_one_worker_per_task() {
    for id in ["one-per-task", "static-table", "dynamic", "dynamic-heterogeneous"] {
        assert_eq!([0, 1, 28].map(|tasks| policy(id).first_workers(tasks).workers), [1, 1, 28], "{id}");
    }
}

#[test]
fn the_shape_is_that_of_the_largest_fifth() {
    let shape = |times: &[f64]| BatchShape::from_times(times, &OF_MEANS);
    let even = shape(&EVEN.map(|time| time as f64));
    assert_eq!((even.share.to_bits(), even.similar, even.row), (0.4_f64.to_bits(), true, 1));
    // 9 and 7 of 24: a mean of 8 and a deviation of 1.
    let near = [9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 7.0];
    assert_eq!((shape(&near).similar, shape(&near).row), (true, 4));
    // 10 and 6: a deviation of a quarter, which one batch may have by chance.
    let far = [10.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 6.0];
    assert_eq!((shape(&far).similar, shape(&far).row), (false, 4));
    assert!(BatchShape::from_times(&far, &OF_ONE_BATCH).similar);
    for nothing in [&[][..], &[0.0, 0.0, 0.0]] {
        assert_eq!((shape(nothing).similar, shape(nothing).row), (true, 0));
    }
    assert_eq!(shape(&[5.0]).row, 6, "one task has all the work");
}

/// Example of section 4.2.1: 40 % of the work in the large tasks gives 48 or 28 % of the tasks.
#[test]
fn the_table_gives_the_number_and_is_never_exceeded() {
    let mut policy = policy("static-table");
    let mut over = Over::of(&EVEN);
    let mut next = |over: &Over| over.next(policy.as_mut());
    assert_eq!(next(&over), (10, "size-table-similar"), "48 % of 20, rounded up");
    // The first batch with that number is the reference for later ones, and is judged itself.
    over.length_s = 100;
    assert_eq!(next(&over), (10, "size-table-stays"));
    over.efficiency = 0.79;
    assert_eq!(next(&over), (9, "size-table-fewer"));
    (over.workers, over.length_s) = ((9, 9), 110);
    assert_eq!(next(&over), (8, "size-table-fewer"), "a tenth longer is not much longer");
    (over.workers, over.length_s) = ((8, 8), 111);
    assert_eq!(next(&over), (9, "size-table-more"), "however low efficiency is");
    over.workers = (10, 10);
    assert_eq!(next(&over), (10, "size-table-full"));
    over.workers = (1, 1);
    over.length_s = 100;
    assert_eq!(next(&over), (1, "size-table-stays"), "the last worker stays");
    // Fewer tasks of the same shape: another number, with which the policy starts again.
    over.next_tasks = 10;
    assert_eq!(next(&over), (5, "size-table-similar"));
    (over.workers, over.length_s) = ((5, 5), 1000);
    assert_eq!(next(&over), (4, "size-table-fewer"));
}

#[test]
fn the_table_is_read_by_means_or_by_the_last_batch() {
    let mut over = Over::of(&EVEN);
    over.normalised[0] = Span(80_000_000);
    assert_eq!(over.by("static-table"), (10, "size-table-similar"));
    let mut single =
        with("static-table", &Settings::default().with("static_measure", Value::Choice("single")));
    // 80, 40, 40 and 40 of 440 are more than 45 %, and differ by 35 % from their mean.
    assert_eq!(over.next(single.as_mut()), (5, "size-table-different"));
}

#[test]
fn the_achievable_speed_up_gives_the_number() {
    let mut over = Over::of(&EVEN);
    over.iteration = 1;
    // 400 s of work; the longest task has 40 s.
    assert_eq!(over.by("dynamic"), (11, "size-speed-up"));
    // The same while there are fewer workers than requested, at any efficiency.
    (over.iteration, over.workers, over.efficiency) = (2, (10, 9), 0.1);
    over.took[5] = Span(15_000_001);
    assert_eq!(over.by("dynamic"), (12, "size-speed-up-again"));
    // At most the number of tasks.
    over.next_tasks = 7;
    assert_eq!(over.by("dynamic"), (7, "size-few-tasks"));
    over.next_tasks = 0;
    assert_eq!(over.by("dynamic"), (1, "size-few-tasks"));
    let mut nothing = Over::of(&[0, 0, 0]);
    nothing.iteration = 1;
    assert_eq!(nothing.by("dynamic"), (2, "size-speed-up"));
}

#[test]
fn steps_of_one_follow_length_and_efficiency() {
    let mut over = Over::of(&EVEN);
    // 40 s plus the shortest task, 15 s, which is more than 15 % of the longest.
    over.length_s = 55;
    assert_eq!(over.by("dynamic"), (10, "size-stays"));
    over.length_s = 56;
    over.efficiency = 0.5;
    assert_eq!(over.by("dynamic"), (11, "size-more"), "adding comes before giving back");
    over.length_s = 55;
    assert_eq!(over.by("dynamic"), (9, "size-fewer"));
    over.efficiency = 0.8;
    assert_eq!(over.by("dynamic"), (10, "size-stays"));
    over.stable = false;
    over.efficiency = 0.5;
    assert_eq!(over.by("dynamic"), (10, "size-unstable"));
    over.stable = true;
    over.workers = (1, 1);
    assert_eq!(over.by("dynamic"), (1, "size-stays"));
    // A shortest task of 1 s: now 15 % of the longest one counts.
    let mut uneven = Over::of(&[40, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    uneven.length_s = 46;
    assert_eq!(uneven.by("dynamic"), (10, "size-stays"));
    uneven.length_s = 47;
    assert_eq!(uneven.by("dynamic"), (11, "size-more"));
}

#[test]
fn different_speeds_change_the_speed_up_and_nothing_else() {
    let mut over = Over::of(&EVEN);
    // The longest task ran on a machine of half the speed.
    over.took[0] = Span(80_000_000);
    over.iteration = 1;
    assert_eq!(over.by("dynamic"), (7, "size-speed-up"), "440 s of 80");
    assert_eq!(over.by("dynamic-heterogeneous"), (11, "size-speed-up"), "400 s of 40");
    // Later batches use elapsed times.
    (over.iteration, over.length_s) = (2, 95);
    assert_eq!(over.by("dynamic-heterogeneous"), (10, "size-stays"));
    over.length_s = 96;
    assert_eq!(over.by("dynamic-heterogeneous"), (11, "size-more"));
    (over.length_s, over.efficiency) = (80, 0.7);
    assert_eq!(over.by("dynamic-heterogeneous"), (10, "size-stays"));
    assert_eq!(over.by("dynamic"), (9, "size-fewer"));
    over.efficiency = 0.69;
    assert_eq!(over.by("dynamic-heterogeneous"), (9, "size-fewer"));
}

#[test]
fn percents_are_not_rounded_up() {
    assert_eq!([0.0, 0.7999, 0.8, 0.57, 1.0].map(percent), [0, 79, 80, 57, 100]);
}
