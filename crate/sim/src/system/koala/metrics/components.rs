//! Measures of workflows of higher-order components, from the table of their runner.

use crate::metric::Measure::OfRun;
use crate::metric::{Metric, Scope, higher_is_better, lower_is_better, scope::window_seconds};
use crate::tables::components::WorkflowRow;
use ganttlet_core::record::Trace;
use ganttlet_work::hoc::HocWorkflow;
use ganttlet_work::{Item, Kind};

const WORKFLOWS: &[&Kind] = &[HocWorkflow::KIND];
const PAPER: &str = "Dumitrescu et al. 2006, section 5.1; the quantity measured is our assumption";

/// The completed workflows in scope.
fn completed_workflows<'t>(trace: &'t Trace, scope: &'t Scope) -> impl Iterator<Item = WorkflowRow> + 't {
    trace.table_rows().filter(|row: &WorkflowRow| scope.includes(trace, row.workflow as usize))
}

/// The mean of a value over the workflows in scope that have one.
fn mean_over_workflows(trace: &Trace, scope: &Scope, of: fn(&WorkflowRow) -> Option<f64>) -> Option<f64> {
    let values = completed_workflows(trace, scope).filter_map(|row| of(&row));
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Mean computation time of a unit.
fn mean_computation_time(row: &WorkflowRow) -> f64 {
    row.computing.seconds() / f64::from(row.nodes)
}

pub(crate) const COMMUNICATION: Metric =
    lower_is_better(WORKFLOWS, "hoc-communication", "Communication time", "s")
        .summary(
            "Mean time per unit in which it occupies its node without computing, from the start of the first \
         component. A good mapping makes it short. Its reduction relative to Close-to-Files, in %, is \
         the communication speedup (CS) of a cost function.",
        )
        .formula("(nodes × (end − start) − computing) / nodes")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| mean_over_workflows(trace, scope, |row| Some(row.communication))));

pub(crate) const RATIO: Metric =
    higher_is_better(WORKFLOWS, "hoc-utilisation-ratio", "Utilisation ratio (UR)", "")
        .summary("Computation time of a unit divided by its communication time, averaged over workflows.")
        .formula("computing / (nodes × (end − start) − computing)")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            mean_over_workflows(trace, scope, |row| {
                let waits = row.communication;
                (waits > 0.0).then(|| mean_computation_time(row) / waits)
            })
        }));

pub(crate) const MESSAGE_TIME: Metric =
    lower_is_better(WORKFLOWS, "hoc-message-time", "Total message time", "s")
        .summary("Time from sending to arrival, summed over all messages of a workflow.")
        .formula("sum of (arrival − sending)")
        .source(PAPER)
        .measured_by(OfRun(|trace, scope| {
            mean_over_workflows(trace, scope, |row| Some(row.message_time.seconds()))
        }));

pub(crate) const REMOTE: Metric =
    lower_is_better(WORKFLOWS, "hoc-remote-messages", "Inter-cluster messages", "%")
        .summary("Share of the messages of a workflow that go to another cluster.")
        .formula("100 × messages to other clusters / all messages")
        .source("own definition: determined by the mapping")
        .measured_by(OfRun(|trace, scope| {
            mean_over_workflows(trace, scope, |row| {
                (row.messages > 0).then(|| 100.0 * f64::from(row.remote) / f64::from(row.messages))
            })
        }));

pub(crate) const THROUGHPUT: Metric = higher_is_better(
    WORKFLOWS,
    "hoc-throughput",
    "Unit throughput",
    "units/h",
)
.summary(
    "Number of units executed per hour; only units of completed workflows count. Its increase over a run \
         without schedule reuse, in %, is the throughput gain.",
)
.formula("3600 × units of completed workflows / length of the run in seconds")
.source("Dumitrescu et al. 2006, section 5.1 (work units executed)")
.measured_by(OfRun(|trace, scope| {
    let units: f64 = completed_workflows(trace, scope).map(|row| f64::from(row.nodes)).sum();
    (units > 0.0).then_some(3600.0 * units / window_seconds(scope.window(trace))?)
}));

pub(crate) const HITS: Metric = higher_is_better(WORKFLOWS, "hoc-schedule-hits", "Schedule reuse rate", "%")
    .summary("Share of workflows that reused an earlier schedule.")
    .formula("100 × workflows on an earlier schedule / completed workflows")
    .source("own definition, for the schedule reuse of Dumitrescu et al. 2006, section 3.4")
    .measured_by(OfRun(|trace, scope| {
        mean_over_workflows(trace, scope, |row| row.hit.map(|hit| if hit { 100.0 } else { 0.0 }))
    }));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::components::WORKFLOWS;
    use ganttlet_core::platform::one_cluster;
    use ganttlet_core::record::{Recorder, Status, Subject};
    use ganttlet_core::time::{Span, Time};

    /// The pipeline of three units and two items on A, A, B (comm 52.1 ms) and on A, B, A (62 ms), 20 ms an item.
    fn trace_of_pipeline(end: i64, hit: bool) -> Trace {
        let mut record = Recorder::new(&one_cluster(3), 0);
        record.declare(&[&WORKFLOWS]);
        let (submit, estimate) = (Time::ZERO, Span(0));
        let subject = record.add(Subject { number: 1, user: 1, group: 1, submit, nodes: 3, estimate });
        record.start(subject, Time::ZERO);
        record.finish(subject, Time(end), Status::Done);
        let communication = (end as f64 * 3.0 - 120_000.0) / 3e6;
        let (computing, message_time) = (Span(120_000), Span(30_000));
        let (start, overhead) = (Time::ZERO, Span(0));
        let row = WorkflowRow {
            workflow: subject,
            nodes: 3,
            start,
            end: Time(end),
            overhead,
            computing,
            communication,
            message_time,
            messages: 4,
            remote: 3,
            hit: Some(hit),
        };
        record.add_row(&row);
        record.into()
    }

    fn value(metric: &Metric, trace: &Trace) -> f64 {
        metric
            .report_row(trace, &ganttlet_core::entry::Settings::default(), &Scope::ALL)
            .value
            .expect("a value")
    }

    #[test]
    fn ratios_and_speed_up_of_two_mappings() {
        let (files_first, links) = (trace_of_pipeline(102_000, false), trace_of_pipeline(92_100, true));
        let close = |a: f64, b: f64| assert!((a - b).abs() < 5e-7, "{a} {b}");
        close(value(&COMMUNICATION, &files_first), 0.062);
        close(value(&COMMUNICATION, &links), 0.052_1);
        close(value(&RATIO, &files_first), 0.645_161);
        close(value(&RATIO, &links), 0.767_754);
        let speed_up = 1.0 - value(&COMMUNICATION, &links) / value(&COMMUNICATION, &files_first);
        close(speed_up, 0.159_677);
        close(value(&MESSAGE_TIME, &links), 0.03);
        close(value(&REMOTE, &links), 75.0);
        close(value(&HITS, &files_first), 0.0);
        close(value(&HITS, &links), 100.0);
        assert!((value(&THROUGHPUT, &links) - 3.0 * 3600.0 / 0.092_1).abs() < 1e-6);
    }
}
