//! How long the batches of a master take on 1, 2, .. machines that are its own, all numbers of them at once.
//!
//! On alike machines that nobody takes away a batch is one list scheduled by Graham's rule. What a master learns from it
//! does not depend on the machines, so one pass over the batches serves all numbers of workers.

use super::Probe;
use ganttlet_document::{Scenario, Variant};
use ganttlet_engine::policy::list_scheduling::{TradeOff, makespans};
use ganttlet_engine::policy::ordering::{ORDERING_POLICIES, Tasks};
use ganttlet_engine::policy::prediction::History;
use ganttlet_engine::record::{Cells, Table};
use ganttlet_engine::rng::Streams;
use ganttlet_engine::table;
use ganttlet_engine::time::Span;
use ganttlet_engine::workload::Work;
use ganttlet_engine::workload::master_worker::MasterWorker;

pub(super) const PROBE: Probe = Probe { kind: &LIST_SCHEDULING, rows };

table! {
    /// The first batches of a master, one after the other, on so many machines of speed 1 that are its own, in the order of
    /// the ordering policy: a row for every number of batches and every number of workers, up to one for each task.
    static LIST_SCHEDULING = ("list-scheduling", "List scheduling", digest &[], part false);
    pub struct Dedicated {
        /// How many batches.
        batches: u32 = ("batches", "Batches", "", Cells::Count),
        /// How many workers.
        workers: u32 = ("workers", "Workers", "", Cells::Count),
        /// How long the batches take.
        time: Span = ("time", "Time", "", Cells::Span),
        /// The share of their time in which the workers work.
        efficiency: f64 = ("efficiency", "Efficiency", "", Cells::Number),
        /// True if these are the perfect number of workers (Heymann 2001, section 4.1).
        perfect: Option<bool> = ("perfect", "Perfect number", "", Cells::Flag),
        /// True if so many workers are in the ideal interval around it.
        ideal: Option<bool> = ("ideal", "In the ideal interval", "", Cells::Flag),
    }
}

fn rows(work: &Work, scenario: &Scenario, system: &Variant) -> Table {
    let mut table = Table::new(&LIST_SCHEDULING);
    let applications: Option<&[MasterWorker]> = work.items();
    let ordering = system.policies.get("ordering");
    if let (Some(application), Some(ordering)) = (applications.and_then(<[_]>::first), ordering) {
        let mut policy = (ORDERING_POLICIES.known(ordering).make)(&system.settings);
        // As the system draws for its first application.
        let mut stream = Streams::new(scenario.seed).get("opportunistic/order-0");
        let order = |tasks: &Tasks| policy.order(tasks, &mut stream);
        every_batch(application, order, |batches, work, totals| after(&mut table, batches, work, totals));
    }
    table
}

/// Hands out every batch, and calls `after` with the number of batches done, the run time of all their tasks, and how long
/// they take on 1, 2, .. machines, microseconds.
fn every_batch(
    application: &MasterWorker,
    mut order: impl FnMut(&Tasks) -> Vec<u32>,
    mut after: impl FnMut(u32, Span, &[i64]),
) {
    let MasterWorker { expected, keys, batches, .. } = application;
    let mut history = History::new(expected.len());
    let (mut list, mut times, mut totals) = (Vec::new(), Vec::new(), Vec::<i64>::new());
    let mut work = Span::ZERO;
    for (batch, done) in batches.iter().zip(1..) {
        let order = order(&Tasks { batch, expected, keys, history: &history });
        let next: Vec<i64> = order.iter().map(|&place| batch[place as usize].run.0).collect();
        // The same list takes as long: that of the batch before, where tasks do not vary.
        if next != list {
            times = makespans(&next);
            list = next;
        }
        totals.resize(times.len().max(totals.len()), 0);
        for (total, time) in totals.iter_mut().zip(&times) {
            *total = total.saturating_add(*time);
        }
        for task in batch {
            work = work + task.run;
            history.observe(task.task, task.run);
        }
        history.end_batch();
        after(done, work, &totals);
    }
}

fn after(table: &mut Table, batches: u32, work: Span, totals: &[i64]) {
    let trade_off = TradeOff::of(work.0 as f64, totals);
    let perfect = trade_off.perfect_number();
    let (low, high) = trade_off.ideal_interval();
    for point in &trade_off.points {
        let workers = point.workers;
        table.push(&Dedicated {
            batches,
            workers,
            time: Span(point.makespan),
            efficiency: point.efficiency,
            perfect: Some(workers == perfect),
            ideal: Some((low..=high).contains(&workers)),
        });
    }
}
