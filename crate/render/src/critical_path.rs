//! The critical path of an executed workflow: from the task that ended last back to its parent that ended last, and so
//! on.

use ganttlet_core::record::Trace;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::Work;
use serde::Serialize;
use ts_rs::TS;

/// A task of the critical path, and the time since the end of its parent, split by cause.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub(crate) struct PathStep {
    pub(crate) task: SubjectId,
    name: String,
    /// Its runtime, in seconds.
    computing_s: f64,
    /// The transfer time of its files to the chosen cluster.
    files_s: f64,
    /// The wait time: until it was sent, then for a node, or for its program to start on its nodes.
    waiting_s: f64,
}

/// The critical path of a workflow, with the total time by cause.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
pub(crate) struct CriticalPath {
    /// From the first task to the last.
    pub(crate) steps: Vec<PathStep>,
    computing_s: f64,
    files_s: f64,
    waiting_s: f64,
    /// True if all tasks of the workflow have ended; before that, the path leads to the last ended task.
    pub(crate) whole: bool,
}

/// The tasks of a workflow, which are consecutive.
pub(crate) fn group_tasks(trace: &Trace, group: u32) -> std::ops::Range<SubjectId> {
    let groups = &trace.subjects.group;
    let first = groups.iter().position(|&of| of == group).unwrap_or(groups.len());
    let count = groups[first..].iter().take_while(|&&of| of == group).count();
    first as u32..(first + count) as u32
}

/// The arrival of the last file of a task whose nodes were already allocated, including files that were transferred for
/// another task.
fn files_ready(trace: &Trace, task: SubjectId, from: Time) -> Time {
    let table = &trace.subjects;
    let (group, start) = (table.group[task as usize], table.start[task as usize]);
    let awaited = trace.transfers.iter().filter(|file| {
        let with_it = file.end == start && table.group[file.subject as usize] == group;
        file.to == table.cluster[task as usize] && (file.subject == task || with_it)
    });
    awaited.map(|file| file.end).fold(from, Time::max)
}

impl CriticalPath {
    /// The critical path of a workflow, up to the tasks that have ended; empty for a group without dependencies.
    pub(crate) fn from_trace(trace: &Trace, work: &Work, group: u32) -> Self {
        let table = &trace.subjects;
        let end = |task: SubjectId| table.end[task as usize];
        // Of tasks that ended at the same instant, the first.
        let last = |tasks: &mut dyn Iterator<Item = SubjectId>| {
            tasks.filter(|&task| end(task) != Time::MAX).reduce(|a, b| if end(b) > end(a) { b } else { a })
        };
        let mut path =
            Self { whole: group_tasks(trace, group).all(|task| end(task) != Time::MAX), ..Self::default() };
        let linked = work.dependencies(group_tasks(trace, group).start).is_some();
        let mut next = last(&mut group_tasks(trace, group)).filter(|_| linked);
        while let Some(task) = next {
            let id = task as usize;
            next = work.dependencies(task).and_then(|(before, _)| last(&mut before.into_iter()));
            let ready = next.map_or(table.submit[id], end);
            let start = table.start[id];
            let sent = table.sent_time(id).clamp(ready, start);
            let holds = table.eligible_time(id) < sent;
            let there = if holds { files_ready(trace, task, sent) } else { table.eligible_time(id) }
                .clamp(sent, start);
            let (computing, files) = (end(task) - start, there - sent);
            let waiting = start - ready - files;
            path.add_step(trace, task, [computing, files, waiting]);
        }
        path.steps.reverse();
        path
    }

    /// Adds a task with its times for computing, transfers and waiting.
    fn add_step(&mut self, trace: &Trace, task: SubjectId, spent: [Span; 3]) {
        let [computing_s, files_s, waiting_s] = spent.map(Span::seconds);
        self.computing_s += computing_s;
        self.files_s += files_s;
        self.waiting_s += waiting_s;
        self.steps.push(PathStep { task, name: trace.name(task), computing_s, files_s, waiting_s });
    }

    /// The tasks of the path.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = SubjectId> {
        self.steps.iter().map(|step| step.task)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::tests::trace_from_bars;
    use ganttlet_core::record::{Bar, Transfer};
    use ganttlet_work::{Task, Workflow};

    /// A workflow of these tasks, each with its parents, with these start and end times on two clusters of two nodes.
    pub(crate) fn executed_workflow(parents: &[&[u32]], bars: &[Bar]) -> (Trace, Work) {
        let tasks = parents.iter().map(|parents| Task { parents: parents.to_vec(), ..Task::default() });
        let mut workflow = Workflow { tasks: tasks.collect(), ..Workflow::default() };
        workflow.link_children();
        let mut trace = trace_from_bars(&[2, 2], 40.0, bars);
        trace.subjects.group.fill(0);
        trace.group_names = vec!["diamond".to_owned()];
        trace.group_critical_path = vec![Span::ZERO];
        (trace, Work::new(vec![workflow]))
    }

    /// A diamond of four tasks; the second parent waits for a file, then for a node.
    pub(crate) fn diamond_workflow() -> (Trace, Work) {
        let bars = [
            (0, 1, 1.0, Some(5.0)),
            (1, 1, 5.0, Some(8.0)),
            (2, 1, 12.0, Some(20.0)),
            (0, 1, 20.0, Some(30.0)),
        ];
        let (mut trace, work) = executed_workflow(&[&[], &[0], &[0], &[1, 2]], &bars);
        let at = Time::from_seconds;
        for (task, ready, sent, there, cluster) in
            [(0, 0.0, 0.0, 0.0, 0), (1, 5.0, 5.0, 5.0, 0), (2, 5.0, 6.0, 11.0, 1), (3, 20.0, 20.0, 20.0, 0)]
        {
            let status = trace.subjects.status[task as usize];
            trace.ready(task, at(ready));
            trace.wait_for_files(task, at(sent), cluster);
            trace.queue(task, at(there), cluster);
            trace.subjects.status[task as usize] = status;
        }
        let file = Transfer { start: at(6.0), end: at(11.0), from: 0, to: 1, subject: 2, bytes: 181e6 };
        trace.transfers.push(file);
        (trace, work)
    }

    #[test]
    fn the_path_follows_the_parents_that_ended_last() {
        let (trace, work) = diamond_workflow();
        let path = CriticalPath::from_trace(&trace, &work, 0);
        let steps: Vec<_> = path
            .steps
            .iter()
            .map(|step| (step.task, step.computing_s, step.files_s, step.waiting_s))
            .collect();
        assert_eq!(steps, [(0, 4.0, 0.0, 1.0), (2, 8.0, 5.0, 2.0), (3, 10.0, 0.0, 0.0)]);
        // The parts add up to the time since submission.
        assert_eq!((path.computing_s, path.files_s, path.waiting_s), (22.0, 5.0, 3.0));
        assert!(path.whole);
    }

    /// A grid in which the nodes of a task are allocated during transfers and the start of its program.
    #[test]
    fn files_may_be_transferred_while_nodes_are_allocated() {
        let at = Time::from_seconds;
        let bars =
            [(0, 1, 1.0, Some(5.0)), (2, 1, 16.0, Some(20.0)), (3, 1, 16.0, Some(30.0)), (2, 1, 33.0, None)];
        let (mut trace, work) = executed_workflow(&[&[], &[0], &[0, 1], &[2]], &bars);
        trace.subjects.end[3] = at(40.0);
        // The first task is placed at once and starts up for 1 s; the file of the second is transferred for 10 s.
        for (task, ready, sent, cluster) in
            [(0, 0.0, 0.0, 0), (1, 5.0, 6.0, 1), (2, 5.0, 8.0, 1), (3, 30.0, 31.0, 1)]
        {
            let status = trace.subjects.status[task as usize];
            trace.ready(task, at(ready));
            trace.queue(task, at(ready), cluster);
            trace.place(task, at(sent), cluster);
            trace.subjects.status[task as usize] = status;
        }
        let file = |start, end, subject| Transfer {
            start: at(start),
            end: at(end),
            from: 0,
            to: 1,
            subject,
            bytes: 1e6,
        };
        trace.transfers.extend([file(6.0, 16.0, 1), file(31.0, 32.0, 3)]);
        let spent = |path: &CriticalPath| -> Vec<_> {
            path.steps.iter().map(|step| (step.task, step.files_s, step.waiting_s)).collect()
        };
        // The third task also waits for the files of the second: from 8 s on, after 3 s for nodes.
        trace.subjects.end[1] = at(5.0);
        assert_eq!(
            spent(&CriticalPath::from_trace(&trace, &work, 0)),
            [(0, 0.0, 1.0), (2, 8.0, 3.0), (3, 1.0, 2.0)]
        );
    }

    #[test]
    fn before_the_end_the_path_covers_ended_tasks() {
        let (trace, work) = executed_workflow(
            &[&[], &[0], &[1]],
            &[(0, 1, 0.0, Some(4.0)), (1, 1, 4.0, Some(6.0)), (0, 1, 7.0, None)],
        );
        let path = CriticalPath::from_trace(&trace, &work, 0);
        assert_eq!((path.tasks().collect::<Vec<_>>(), path.whole), (vec![0, 1], false));
        assert_eq!(
            CriticalPath::from_trace(&trace, &work, 1),
            CriticalPath { whole: true, ..CriticalPath::default() }
        );
    }
}
