//! Tables of the submission of tasks, and the metric of copies back.

use crate::metric::Measure::OfGroups;
use crate::metric::group_metrics::WORKFLOWS;
use crate::metric::{Metric, lower_is_better};
use ganttlet_core::record::{Cells, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::Time;

table! {
    /// Copies of files other than transfers of input files between clusters.
    static FILE_COPIES = (
        "file-copies", "Copies of files", digest &["kind", "from", "to", "task", "start", "end"], part false
    );
    /// A copy that has ended.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct CopyRow {
        /// `inside`: an input file on its cluster. `program`: the program of a task. `back`: output files to the submission site.
        kind: Text = ("kind", "Kind", "", Cells::Text),
        /// The cluster it comes from, counted from 0.
        from: u32 = ("from", "From", "", Cells::Count),
        /// The cluster it goes to, counted from 0.
        to: u32 = ("to", "To", "", Cells::Count),
        /// The task, by its number in the table of subjects.
        task: SubjectId = ("task", "Task", "", Cells::Count),
        /// When it began.
        start: Time = ("start", "Start", "", Cells::Time),
        /// When it ended.
        end: Time = ("end", "End", "", Cells::Time),
        /// Its size.
        bytes: f64 = ("bytes", "Size", "B", Cells::Number),
    }
}

table! {
    /// The queues of head nodes that submit tasks one by one, minute by minute.
    static HEAD_NODE_QUEUES = (
        "head-node-queues", "Head-node queues", digest &["time", "place", "waiting", "tasks"], part false
    );
    /// The queue of one head node.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct HeadNodeQueueRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// Its cluster.
        cluster: Text = ("cluster", "Cluster", "", Cells::Text),
        /// The number of its cluster, counted from 0.
        place: u32 = ("place", "Place", "", Cells::Count),
        /// Tasks that the head node has not submitted yet.
        waiting: u32 = ("waiting", "Waiting", "", Cells::Count),
        /// Tasks that it has submitted and that are queued or running.
        tasks: u32 = ("tasks", "Tasks", "", Cells::Count),
    }
}

/// The kinds of copies in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CopyKind {
    Inside,
    Program,
    Back,
}

impl CopyKind {
    /// The word in the table.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Program => "program",
            Self::Back => "back",
        }
    }
}

pub(crate) const COPIES_BACK: Metric = lower_is_better(WORKFLOWS, "copies-back", "Copies back", "")
    .summary(
        "Number of copies of output files to the submission site per workflow. A task needs one copy if it \
         ran on another cluster and other tasks read its output.",
    )
    .formula("number of tasks whose output was copied to the submission site")
    .source("Sonmez 2010, section 6.2.1")
    .measured_by(OfGroups(|trace, groups| {
        let mut counts = vec![0.0; groups];
        let is_back = |row: &CopyRow| trace.text(row.kind) == CopyKind::Back.word();
        for row in trace.table_rows::<CopyRow>().filter(is_back) {
            if let Some(count) = counts.get_mut(trace.subjects.group[row.task as usize] as usize) {
                *count += 1.0;
            }
        }
        counts
    }));
