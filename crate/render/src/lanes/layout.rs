//! The lane and line of each stay, independent of the view, so that nothing jumps during panning.

use ganttlet_core::order;
use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_sim::tables::stays::{BoundRow, LimitRow, StayRow, TaskRow};

/// A stay of a task in a queue, and its line in the lane.
pub(crate) struct PlacedStay {
    pub(crate) stay: StayRow,
    pub(super) lane: usize,
    pub(super) line: usize,
    /// The time of the estimation, and the bounds known then, in seconds on a machine of the queue.
    pub(crate) estimated: Option<(Time, Time, f64)>,
    /// Start of its first job and end of its last job.
    pub(crate) runs: (Time, Time),
    /// The end of the task, if it ended in this queue.
    pub(crate) over: Option<TaskRow>,
}

/// All lanes, independent of the view.
pub(crate) struct LaneLayout {
    pub(crate) limits: Vec<LimitRow>,
    pub(crate) held: Vec<PlacedStay>,
    /// Lines of each lane.
    pub(super) lines: Vec<usize>,
}

impl LaneLayout {
    /// The stays and moves of tasks in queues.
    pub(crate) fn from_trace(trace: &Trace) -> Self {
        let limits: Vec<LimitRow> = trace.table_rows().collect();
        let mut bounds: Vec<BoundRow> = trace.table_rows().collect();
        let lane = |stay: &StayRow| limits.iter().position(|limit| limit.queue == stay.queue);
        let mut stays: Vec<StayRow> = trace.table_rows().collect();
        order::sort_by_key(&mut stays, |stay| stay.came.0);
        order::sort_by_key(&mut bounds, |bound| bound.time.0);
        order::sort_by_key(&mut bounds, |bound| bound.task.into());
        let mut tasks: Vec<TaskRow> = trace.table_rows().collect();
        order::sort_by_key(&mut tasks, |task| task.task.into());
        let mut ends: Vec<Vec<Time>> = limits.iter().map(|_| Vec::new()).collect();
        let mut held = Vec::with_capacity(stays.len());
        for stay in stays {
            let Some(lane) = lane(&stay) else { continue };
            let lines = &mut ends[lane];
            let line = lines.iter().position(|&end| end <= stay.came).unwrap_or(lines.len());
            if line == lines.len() {
                lines.push(stay.left);
            } else {
                lines[line] = stay.left;
            }
            let own = bounds.partition_point(|bound| bound.task < stay.task);
            let own = bounds[own..].iter().take_while(|bound| bound.task == stay.task);
            let known = own.filter(|bound| stay.came <= bound.time && bound.time <= stay.left).last();
            let ended = time_before(stay.left, stay.detection);
            let runs = (time_before(ended, stay.execution), ended);
            let estimated =
                known.map(|bound| (time_before(bound.time, stay.estimation), bound.time, bound.bound));
            let over = tasks.binary_search_by_key(&stay.task, |task| task.task).ok().map(|at| tasks[at]);
            let over = over.filter(|task| task.end == stay.left);
            held.push(PlacedStay { stay, lane, line, estimated, runs, over });
        }
        let lines = ends.iter().map(|lines| lines.len().max(1)).collect();
        Self { limits, held, lines }
    }

    /// The task whose path is shown: the given one if it exists, otherwise the one with the most moves, ties by the
    /// longest stay.
    pub(crate) fn followed_task(&self, trace: &Trace, task: Option<SubjectId>) -> Option<SubjectId> {
        let known = task.filter(|&task| self.held.iter().any(|held| held.stay.task == task));
        let most = || trace.table_rows::<TaskRow>().max_by_key(|row| (row.moves, row.end - row.submit));
        known.or_else(|| most().map(|row| row.task))
    }
}

/// The hierarchy task of a subject: itself, or the task of the job.
pub fn task_of(trace: &Trace, subject: SubjectId) -> Option<SubjectId> {
    let group = |id: SubjectId| trace.subjects.group.get(id as usize).copied();
    let own = |row: &StayRow| row.task == subject || group(row.task) == group(subject);
    group(subject)?;
    trace.table_rows().find(own).map(|row| row.task)
}

/// The time this long before another.
fn time_before(time: Time, span: Span) -> Time {
    Time(time.0 - span.0)
}
