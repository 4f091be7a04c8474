//! How long an application takes on machines that are its own, for every number of them, under several orderings at once.
//!
//! On alike machines that nobody takes away a batch is one list scheduled by Graham's rule. What a master learns from it
//! does not depend on the machines, so one pass over the batches serves all numbers of workers.

use super::batches::{Batches, fixed};
use crate::{Case, Take};
use ganttlet_document::{Scenario, Variant};
use ganttlet_engine::policy::list_scheduling::makespans;
use ganttlet_engine::policy::ordering::{ORDERING_POLICIES, OrderingPolicy, Tasks};
use ganttlet_engine::policy::prediction::History;
use ganttlet_engine::rng::{Stream, Streams};
use ganttlet_engine::time::Span;
use ganttlet_engine::workload::Work;
use ganttlet_engine::workload::master_worker::{BatchTask, MasterWorker};

/// The orderings that are compared, the one that knows everything first.
pub(super) const ORDERINGS: [&str; 4] = ["lptf", "lptf-expectation", "random-average", "random"];
/// Their names in the thesis.
pub(super) const NAMES: [&str; 4] = ["LPTF", "LPTF on Expectation", "Random & Average", "Random"];
/// Longest first, by the run times of the very batch.
pub(super) const LPTF: usize = 0;
/// Longest first, by what was expected.
pub(super) const EXPECTATION: usize = 1;
/// Longest first, by the mean of the batches before.
pub(super) const AVERAGE: usize = 2;
/// By chance.
pub(super) const RANDOM: usize = 3;

/// After how many batches numbers are taken, as far as an application has them.
pub(super) const LENGTHS: [usize; 4] = [10, 35, 50, 100];

/// All orderings on the same batches. A third of the machines that are there stand for all numbers of them where a run is
/// shown.
pub(super) fn case(batches: &Batches) -> Case {
    let systems = ORDERINGS.map(|ordering| fixed(ordering, batches.tasks / 3));
    Case {
        label: batches.words(),
        scenario: batches.scenario(&systems),
        variant: 0,
        take: Take::FromWork(numbers),
    }
}

/// For each of [`LENGTHS`] up to the number of batches: the run time of all tasks so far, then for each variant the time
/// until then with 1, 2, .. workers, up to one for each task; s.
pub(super) fn numbers(work: &Work, scenario: &Scenario) -> Vec<f64> {
    let Some(application) = application(work) else { return Vec::new() };
    let mut numbers = Vec::new();
    let mut masters: Vec<Master> = scenario.variants.iter().map(|v| Master::new(v, scenario.seed)).collect();
    let mut work = Span::ZERO;
    every_batch(application, &mut masters, |done, batch, masters| {
        work = batch.iter().fold(work, |work, task| work + task.run);
        if LENGTHS.contains(&done) {
            let totals = masters.iter().flat_map(|master| &master.totals);
            numbers.push(work.seconds());
            numbers.extend(totals.map(|&total| Span(total).seconds()));
        }
    });
    numbers
}

/// The first application.
pub(super) fn application(work: &Work) -> Option<&MasterWorker> {
    work.items()?.first()
}

/// A master with its ordering, and what came of it.
pub(super) struct Master {
    policy: Box<dyn OrderingPolicy>,
    stream: Stream,
    /// The run times of the batch, in the order in which they are handed out.
    list: Vec<i64>,
    /// How long the batch takes with 1, 2, .. workers.
    makespans: Vec<i64>,
    /// The same for all batches so far, one after the other, microseconds.
    pub(super) totals: Vec<i64>,
}

impl Master {
    /// The master of a variant of a scenario with this seed.
    ///
    /// # Panics
    /// If the variant orders no tasks.
    pub(super) fn new(variant: &Variant, seed: u64) -> Self {
        let chosen = variant.policies.get("ordering").expect("the reader fills every role");
        Self {
            policy: (ORDERING_POLICIES.known(chosen).make)(&variant.settings),
            stream: Streams::new(seed).get("opportunistic/order-0"),
            list: Vec::new(),
            makespans: Vec::new(),
            totals: Vec::new(),
        }
    }

    /// Hands out a batch.
    fn order(&mut self, tasks: &Tasks) {
        let order = self.policy.order(tasks, &mut self.stream);
        self.list.clear();
        self.list.extend(order.iter().map(|&place| tasks.batch[place as usize].run.0));
    }

    fn add(&mut self) {
        self.totals.resize(self.totals.len().max(self.makespans.len()), 0);
        for (total, makespan) in self.totals.iter_mut().zip(&self.makespans) {
            *total = total.saturating_add(*makespan);
        }
    }
}

/// Hands out every batch of an application, once for each master, and calls `after` with the number of batches done and
/// the batch.
pub(super) fn every_batch(
    application: &MasterWorker,
    masters: &mut [Master],
    mut after: impl FnMut(usize, &[BatchTask], &[Master]),
) {
    let mut history = History::new(application.expected.len());
    for (before, batch) in application.batches.iter().enumerate() {
        let tasks =
            Tasks { batch, expected: &application.expected, keys: &application.keys, history: &history };
        for at in 0..masters.len() {
            let previous = std::mem::take(&mut masters[at].list);
            masters[at].order(&tasks);
            // The same list takes as long: that of the batch before, where tasks do not vary, or that of another master.
            let (earlier, from) = masters.split_at_mut(at);
            let master = &mut from[0];
            if master.list != previous {
                match earlier.iter().find(|other| other.list == master.list) {
                    Some(other) => master.makespans.clone_from(&other.makespans),
                    None => master.makespans = makespans(&master.list),
                }
            }
            master.add();
        }
        for task in batch {
            history.observe(task.task, task.run);
        }
        history.end_batch();
        after(before + 1, batch, masters);
    }
}

#[cfg(test)]
mod tests {
    use super::super::batches::Shape;
    use super::*;
    use ganttlet_document::Files;
    use ganttlet_engine::system::Budget;
    use ganttlet_engine::time::Time;

    const BATCHES: Batches =
        Batches { tasks: 30, iterations: 12, workload: 30, shape: Shape::EQUAL, variation: 60, seed: 3 };

    /// The system takes the times that are worked out here, with any number of workers, under every ordering.
    #[test]
    fn the_system_takes_as_long() {
        for batches in [BATCHES, Batches { variation: 0, shape: Shape::LARGE_DIFFER, ..BATCHES }] {
            let totals = case(&batches).run().expect("a good scenario");
            let totals = &totals[1..];
            for workers in [1, 2, 7, 10, 16, 29, 30] {
                let text = batches.scenario(&ORDERINGS.map(|ordering| fixed(ordering, workers)));
                let scenario = ganttlet_document::read(&text).scenario.expect("a good scenario");
                for variant in 0..ORDERINGS.len() {
                    let mut built =
                        ganttlet_document::build(&scenario, variant, &Files::new(), 0).expect("a run");
                    built.run.advance(Budget::ALL);
                    let rounds = built.run.trace().rounds();
                    let ends: Vec<Time> = [10, 12].map(|number| rounds[number - 1].end).to_vec();
                    assert_eq!(rounds.len(), 12);
                    let ours = totals[variant * 30 + workers as usize - 1];
                    assert!(
                        (ends[0].seconds() - ours).abs() < 1e-6,
                        "{} {workers}: {}, {ours}",
                        ORDERINGS[variant],
                        ends[0].seconds()
                    );
                    assert!(ends[1] > ends[0]);
                }
            }
        }
    }

    /// An application is the beginning of a longer one.
    #[test]
    fn fewer_batches_are_the_beginning_of_more() {
        let numbers = |iterations| case(&Batches { iterations, ..BATCHES }).run().expect("a good scenario");
        let (short, long) = (numbers(10), numbers(35));
        assert_eq!(short.len(), 1 + 4 * 30);
        assert_eq!((short.len() * 2, &long[..short.len()]), (long.len(), short.as_slice()));
    }

    /// What the mean efficiencies of a thousand batches came to in a program of its own, with 5, 10, 15 and 30 workers.
    #[test]
    fn efficiencies_are_those_of_another_program() {
        use super::super::curves::{Measure, Totals};
        let expected = [
            (30, Shape::ALL_DIFFER, 30, LPTF, [0.989, 0.961, 0.745, 0.373]),
            (30, Shape::ALL_DIFFER, 30, AVERAGE, [0.989, 0.955, 0.744, 0.373]),
            (30, Shape::ALL_DIFFER, 30, RANDOM, [0.886, 0.736, 0.613, 0.373]),
            (30, Shape::ALL_DIFFER, 100, AVERAGE, [0.974, 0.819, 0.576, 0.288]),
            (30, Shape::EQUAL, 30, AVERAGE, [0.942, 0.863, 0.786, 0.550]),
            (30, Shape::EQUAL, 100, LPTF, [0.988, 0.951, 0.771, 0.389]),
            (30, Shape::EQUAL, 100, RANDOM, [0.889, 0.747, 0.628, 0.389]),
            (60, Shape::ALL_DIFFER, 0, LPTF, [0.994, 0.583, 0.389, 0.194]),
            (90, Shape::ALL_DIFFER, 0, RANDOM, [0.705, 0.382, 0.257, 0.130]),
        ];
        for (workload, shape, variation, ordering, theirs) in expected {
            let batches = Batches { iterations: 100, workload, shape, variation, ..BATCHES };
            let numbers = case(&batches).run().expect("a good scenario");
            let totals = Totals::after(100, 30, &numbers).expect("100 batches");
            let ours = [5, 10, 15, 30].map(|workers| totals.of(Measure::Efficiency, ordering, workers));
            let near = ours.iter().zip(theirs).all(|(ours, theirs)| (ours - theirs).abs() < 0.02);
            assert!(near, "{} {}: {ours:?}, {theirs:?}", batches.words(), ORDERINGS[ordering]);
        }
    }
}
