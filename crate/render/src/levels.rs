//! The numbers of queues by level at a time: limits, completed tasks, overhead; and the path of one task through them,
//! step by step.

use crate::lanes::{LaneLayout, PlacedStay, exact_comparison, outcome_text};
use ganttlet_core::record::{Table, Text, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::format_duration;
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::system::hierarchy::by_queue::{QueueSums, sums_by_queue};
use ganttlet_sim::system::hierarchy::metrics::OVERHEADS;
use ganttlet_sim::tables::stays::{BoundRow, LimitRow, MOVES, MoveRow, TaskRow};
use serde::Serialize;
use ts_rs::TS;

/// Edges of the histogram of expected durations, in seconds.
const DURATION_EDGES: [f64; 12] =
    [0.0, 10.0, 30.0, 60.0, 180.0, 600.0, 1_800.0, 3_600.0, 10_800.0, 36_000.0, 86_400.0, 259_200.0];
/// Maximum number of tasks in the list; the latest are kept.
const MAX_LISTED: usize = 200;

/// The queues of a run at a time.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct Levels {
    queues: Vec<LevelQueue>,
    /// The kinds of overhead.
    overheads: [&'static str; 6],
    /// The latest ended tasks, in the order of their ends.
    tasks: Vec<LevelTask>,
    /// Number of ended tasks.
    over: u32,
    /// The task whose path is shown, and its name.
    task: Option<SubjectId>,
    name: String,
    steps: Vec<LevelStep>,
    /// The bounds of its size after each estimation.
    bounds: Vec<LevelBound>,
    /// The expected runtimes of tasks on their best level, by the level that completed them.
    expected: Vec<LevelBin>,
}

/// A queue; amounts of work are in seconds on one of its machines.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LevelQueue {
    name: String,
    level: u32,
    grids: String,
    machines: u32,
    /// Its assumed speed, as a multiple of speed 1.
    speed: f64,
    /// Maximum number of machines in use.
    cpus: u32,
    /// The largest task it accepts, and the maximum work in the queue; null without limits.
    largest_s: Option<f64>,
    most_s: Option<f64>,
    /// The maximum execution time of a task in it, and the maximum stay; null without limits.
    executes_s: Option<f64>,
    stays_s: Option<f64>,
    /// Number of tasks completed in it.
    served: u32,
    /// The total work of these tasks, in seconds on a machine of speed 1, and their mean turnaround time.
    work_s: f64,
    turnaround_s: Option<f64>,
    /// The mean overhead of a task, by kind.
    overhead_s: [f64; 6],
}

/// An ended task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LevelTask {
    id: SubjectId,
    name: String,
    queue: String,
    status: String,
    turnaround_s: f64,
    moves: u32,
}

/// A step on the path of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LevelStep {
    at_s: f64,
    queue: String,
    /// The number of the move; 0 for a step that is not a move.
    number: u32,
    what: String,
    text: String,
}

/// An estimate; work is in seconds on a machine of the queue.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LevelBound {
    at_s: f64,
    queue: String,
    /// The start of the estimation, and the bound at that time.
    since_s: f64,
    first_s: f64,
    bound_s: f64,
    truth_s: f64,
    limit_s: f64,
}

/// A bin of the histogram of expected durations.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
struct LevelBin {
    from_s: f64,
    /// Null for the last, open bin.
    to_s: Option<f64>,
    /// Number of tasks completed by each level, from the top.
    counts: Vec<u32>,
}

/// The queues of a run at a time, and the path of a task, by default the one with the most moves. `None` if no system
/// keeps queues by level.
pub fn levels(trace: &Trace, until: Time, task: Option<SubjectId>) -> Option<Levels> {
    let layout = LaneLayout::from_trace(trace);
    if layout.limits.is_empty() {
        return None;
    }
    let names: Vec<Text> = layout.limits.iter().map(|limit| limit.queue).collect();
    let (sums, expected) = sums_by_queue(trace, &names, until);
    let task = layout.followed_task(trace, task);
    let mut over: Vec<TaskRow> = trace.table_rows().filter(|task: &TaskRow| task.end <= until).collect();
    let count = over.len();
    over.drain(..count.saturating_sub(MAX_LISTED));
    let of = |bound: &BoundRow| LevelBound {
        at_s: bound.time.seconds(),
        queue: trace.text(bound.queue).to_owned(),
        since_s: bound.since.seconds(),
        first_s: bound.first,
        bound_s: bound.bound,
        truth_s: bound.truth,
        limit_s: bound.limit,
    };
    let bounds =
        trace.table_rows::<BoundRow>().filter(|bound| Some(bound.task) == task && bound.time <= until);
    Some(Levels {
        queues: layout
            .limits
            .iter()
            .zip(sums)
            .map(|(limit, sum)| LevelQueue::new(trace, limit, &sum))
            .collect(),
        overheads: OVERHEADS,
        tasks: over.iter().map(|task| LevelTask::from_row(trace, task)).collect(),
        over: count as u32,
        task,
        name: task.map(|task| trace.name(task)).unwrap_or_default(),
        steps: task.map(|task| path_steps(trace, &layout, task, until)).unwrap_or_default(),
        bounds: bounds.map(|bound| of(&bound)).collect(),
        expected: duration_bins(&layout, &expected),
    })
}

impl LevelQueue {
    fn new(trace: &Trace, limit: &LimitRow, sum: &QueueSums) -> Self {
        let known = |value: f64| (!value.is_nan()).then_some(value);
        // A time beyond any run represents no limit.
        let span = |span: Span| Some(span.seconds()).filter(|&seconds| seconds < 1e8);
        let mean = |value: f64| if sum.served == 0 { 0.0 } else { value / f64::from(sum.served) };
        Self {
            name: trace.text(limit.queue).to_owned(),
            level: limit.level,
            grids: trace.text(limit.grids).to_owned(),
            machines: limit.machines,
            speed: limit.speed,
            cpus: limit.cpus,
            largest_s: known(limit.largest),
            most_s: known(limit.most),
            executes_s: span(limit.executes),
            stays_s: span(limit.stays),
            served: sum.served,
            work_s: sum.work_s,
            turnaround_s: (sum.served > 0).then(|| mean(sum.turnaround_s)),
            overhead_s: sum.overhead_s.map(mean),
        }
    }
}

impl LevelTask {
    fn from_row(trace: &Trace, row: &TaskRow) -> Self {
        Self {
            id: row.task,
            name: trace.name(row.task),
            queue: trace.text(row.queue).to_owned(),
            status: trace.text(row.status).to_owned(),
            turnaround_s: (row.end - row.submit).seconds(),
            moves: row.moves,
        }
    }
}

/// The path of a task up to a time.
fn path_steps(trace: &Trace, layout: &LaneLayout, task: SubjectId, until: Time) -> Vec<LevelStep> {
    let moves: Vec<(usize, MoveRow)> =
        trace.table_rows().enumerate().filter(|(_, row): &(usize, MoveRow)| row.task == task).collect();
    let mut steps = Vec::new();
    for held in layout.held.iter().filter(|held| held.stay.task == task) {
        let queue = trace.text(held.stay.queue);
        let mut step = |at: Time, number: u32, what: String, text: String| {
            if at <= until {
                steps.push(LevelStep { at_s: at.seconds(), queue: queue.to_owned(), number, what, text });
            }
        };
        step(held.stay.came, 0, format!("arrives at {queue}"), arrival_text(held));
        if let Some((_, known, bound)) = held.estimated {
            let least = format!(
                "estimated in {}; at most {} of work on one machine",
                format_duration(held.stay.estimation),
                format_duration(Span::from_seconds(bound))
            );
            step(known, 0, "size estimated".to_owned(), least);
        }
        if held.stay.starts > 0 {
            step(held.runs.0, 0, "first job starts".to_owned(), first_start_text(held));
        }
        let moved =
            moves.iter().position(|(_, row)| row.time == held.stay.left && row.from == held.stay.queue);
        match (moved, &held.over) {
            (Some(at), _) => {
                let (place, row) = moves[at];
                let what = format!("{}: {queue} to {}", trace.text(row.why), trace.text(row.to));
                let because = trace.table(MOVES.id).map(|table: &Table| trace.explain_row(table, place));
                let exact = trace
                    .table(MOVES.id)
                    .and_then(|table: &Table| table.reason_of(place))
                    .map(|why| exact_comparison(&why))
                    .unwrap_or_default();
                let because = because.unwrap_or_default() + &exact;
                let text = [because, loss_text(held)].join(" ").trim().to_owned();
                step(held.stay.left, at as u32 + 1, what, text);
            }
            (None, Some(over)) => {
                step(held.stay.left, 0, format!("is {}", outcome_text(trace, over)), loss_text(held));
            }
            (None, None) => {}
        }
    }
    steps
}

/// The arrival of jobs, as text.
fn arrival_text(held: &PlacedStay) -> String {
    if held.stay.moved == Span::ZERO {
        String::new()
    } else {
        format!("{} in transfer", format_duration(held.stay.moved))
    }
}

/// The time before the first job, as text.
fn first_start_text(held: &PlacedStay) -> String {
    let part =
        |span: Span, what: &str| (span > Span::ZERO).then(|| format!("{} {what}", format_duration(span)));
    let waited = [
        part(held.stay.queueing, "queueing behind other tasks"),
        part(held.stay.allocation, "waiting for machines"),
    ];
    let waited: Vec<String> = waited.into_iter().flatten().collect();
    if waited.is_empty() { "without waiting".to_owned() } else { format!("after {}", waited.join(" and ")) }
}

/// The losses of jobs, as text.
fn loss_text(held: &PlacedStay) -> String {
    let stay = &held.stay;
    if stay.lost == Span::ZERO {
        return String::new();
    }
    let evicted = match stay.evicted {
        0 => String::new(),
        1 => " (1 eviction)".to_owned(),
        more => format!(" ({more} evictions)"),
    };
    format!("{} of {} of CPU time was lost{evicted}.", format_duration(stay.lost), format_duration(stay.used))
}

/// The histogram of expected durations, from the shortest to the longest.
fn duration_bins(layout: &LaneLayout, expected: &[(Span, u32)]) -> Vec<LevelBin> {
    let levels = layout.limits.iter().map(|limit| limit.level).max().unwrap_or(1) as usize;
    let place = |span: Span| DURATION_EDGES.partition_point(|&edge| edge <= span.seconds()).max(1) - 1;
    let mut bins: Vec<LevelBin> = (0..DURATION_EDGES.len())
        .map(|at| LevelBin {
            from_s: DURATION_EDGES[at],
            to_s: DURATION_EDGES.get(at + 1).copied(),
            counts: vec![0; levels],
        })
        .collect();
    for &(span, level) in expected {
        bins[place(span)].counts[(level as usize).clamp(1, levels) - 1] += 1;
    }
    let is_used = |bin: &LevelBin| bin.counts.iter().any(|&count| count > 0);
    let (first, last) = (bins.iter().position(is_used), bins.iter().rposition(is_used));
    first.zip(last).map_or_else(Vec::new, |(first, last)| bins[first..=last].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::tests::two_queues;

    #[test]
    fn the_path_of_a_task_is_listed_up_to_a_time() {
        let trace = two_queues(1);
        let told = |until| {
            let levels = levels(&trace, Time::from_seconds(until), None).expect("there are queues");
            let said = |step: &LevelStep| [step.what.clone(), step.text.clone()].join(" | ");
            levels.steps.iter().map(said).collect::<Vec<String>>()
        };
        let all = [
            "arrives at Q1 | ",
            "size estimated | estimated in 6 s; at most 40 min of work on one machine",
            "mismatch: Q1 to Q2 | A moves on: 40 min is more than 2 min.",
            "arrives at Q2 | ",
            "first job starts | after 20 s waiting for machines",
            "is done after 12 min 55 s | 1 min of 13 min 20 s of CPU time was lost (2 evictions).",
        ];
        assert_eq!(told(1e6), all);
        assert_eq!(told(20.0), all[..4]);
    }

    #[test]
    fn results_of_queues_are_limited_to_a_time() {
        let trace = two_queues(3);
        let at = |until| levels(&trace, Time::from_seconds(until), None).expect("there are queues");
        let served = |levels: &Levels| levels.queues.iter().map(|queue| queue.served).collect::<Vec<u32>>();
        assert_eq!(
            (served(&at(29.0)), served(&at(30.0)), served(&at(775.0))),
            (vec![0, 0], vec![3, 0], vec![3, 1])
        );
        let all = at(775.0);
        assert_eq!(all.queues[0].turnaround_s, Some(20.0));
        assert_eq!((all.queues[0].largest_s, all.queues[1].largest_s), (Some(120.0), None));
        // Waiting behind others in the first queue; in the second, part of the execution was wasted.
        let overhead = |at: usize| all.queues[at].overhead_s.map(|part| format!("{part:.1}"));
        assert_eq!(overhead(0), ["0.0", "0.0", "5.0", "0.0", "0.0", "0.0"]);
        assert_eq!(overhead(1), ["6.0", "20.0", "0.0", "0.0", "55.5", "4.0"]);
        let bins: Vec<(f64, Vec<u32>)> =
            all.expected.iter().map(|bin| (bin.from_s, bin.counts.clone())).collect();
        assert_eq!((bins[0].clone(), bins.last().cloned()), ((10.0, vec![3, 0]), Some((600.0, vec![0, 1]))));
        assert_eq!((all.over, all.tasks.len(), all.bounds.len()), (4, 4, 1));
    }
}
