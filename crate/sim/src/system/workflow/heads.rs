//! Head nodes: the machine in front of each cluster that handles submissions and transfers, which are delayed under
//! overload. The thesis measures their load (Sonmez 2010, section 6.4.2) without a model: this model is our assumption.

use ganttlet_core::entry::Parameters;
use ganttlet_core::record::{Cells, Recorder, Text};
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};
use std::collections::VecDeque;

/// The window for counting submissions, and the sampling period of the load.
const MINUTE: Span = Span(60_000_000);

/// Parameters of head nodes.
#[derive(Clone, Copy, Debug, Parameters)]
pub(super) struct HeadNodes {
    /// Sends tasks and files through the head node of their cluster; a head-node load above 100 % delays them. Static plans
    /// ignore head nodes.
    #[parameter(name = "Head nodes", default = false)]
    pub(super) head_nodes: bool,
    /// Head-node load added by each task queued or running on the cluster, for monitoring its execution.
    #[parameter(name = "Load per task", unit = "%", min = 0, max = 1_000, default = 0.5)]
    head_task: f64,
    /// Head-node load added by each transfer, at both ends.
    #[parameter(name = "Load per transfer", unit = "%", min = 0, max = 1_000, default = 5)]
    head_transfer: f64,
    /// Head-node load added per task submission per second, averaged over the last minute.
    #[parameter(name = "Load per submission rate", unit = "%", min = 0, max = 10_000, default = 10)]
    head_submission: f64,
    /// Delay added to each transfer and task submission per 100 % of head-node load above 100 %.
    #[parameter(name = "Overload delay", unit = "s", min = 0, max = 3_600, default = 5)]
    head_delay_s: Span,
}

table! {
    /// The load of head-nodes, minute by minute.
    static HEAD_NODES = (
        "head-nodes", "Head-node load", digest &["time", "tasks", "transfers", "load"], part false
    );
    /// The load of one head-node.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct HeadNodeRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// Its cluster.
        cluster: Text = ("cluster", "Cluster", "", Cells::Text),
        /// The number of its cluster, counted from 0.
        place: u32 = ("place", "Place", "", Cells::Count),
        /// Tasks that are in the queue or run there.
        tasks: u32 = ("tasks", "Tasks", "", Cells::Count),
        /// Transfers from and to it.
        transfers: u32 = ("transfers", "Transfers", "", Cells::Count),
        /// Tasks that were sent there in the last minute, by the second.
        submissions: f64 = ("submissions", "Submissions", "tasks/s", Cells::Number),
        /// Its load; above 100 % it has too much to do.
        load: f64 = ("load", "Load", "%", Cells::Number),
    }
}

/// One head node.
#[derive(Clone, Debug, Default)]
struct HeadNode {
    name: Text,
    tasks: u32,
    /// Submit times of tasks in the last minute.
    submitted: VecDeque<Time>,
    /// Start and end of transfers.
    transfers: Vec<(Time, Time)>,
}

/// All head nodes of a run.
#[derive(Debug)]
pub(super) struct HeadNodeLoads {
    options: HeadNodes,
    heads: Vec<HeadNode>,
}

impl HeadNodeLoads {
    /// Head nodes of idle clusters, if they are enabled.
    pub(super) fn new(options: HeadNodes, clusters: usize) -> Option<Self> {
        let heads = vec![HeadNode::default(); clusters];
        options.head_nodes.then_some(Self { options, heads })
    }

    /// Names the head nodes in the table of their load; returns the time of the first sample.
    pub(super) fn name<'a>(&mut self, names: impl Iterator<Item = &'a str>, record: &mut Recorder) -> Time {
        for (head, name) in self.heads.iter_mut().zip(names) {
            head.name = record.intern_text(name);
        }
        Time::ZERO + MINUTE
    }

    /// The load of a head node, %.
    fn load(&mut self, cluster: usize, now: Time) -> HeadNodeRow {
        let head = &mut self.heads[cluster];
        while head.submitted.front().is_some_and(|&time| time + MINUTE <= now) {
            head.submitted.pop_front();
        }
        head.transfers.retain(|&(_, end)| end > now);
        let transfers = head.transfers.iter().filter(|(start, _)| *start <= now).count() as u32;
        let submissions = head.submitted.len() as f64 / MINUTE.seconds();
        let HeadNodes { head_task, head_transfer, head_submission, .. } = self.options;
        let load = head_task * f64::from(head.tasks)
            + head_transfer * f64::from(transfers)
            + head_submission * submissions;
        let (place, name, tasks) = (cluster as u32, head.name, head.tasks);
        HeadNodeRow { time: now, cluster: name, place, tasks, transfers, submissions, load }
    }

    /// Records a task sent to a cluster; returns the delay of its transfers and its submission, and the load that
    /// causes it, %.
    pub(super) fn submit(&mut self, cluster: usize, now: Time) -> (Span, i64) {
        let HeadNodeRow { load, .. } = self.load(cluster, now);
        self.heads[cluster].submitted.push_back(now);
        let over = (load / 100.0 - 1.0).max(0.0);
        (Span::from_seconds(over * self.options.head_delay_s.seconds()), libm::round(load) as i64)
    }

    /// Records a transfer between two clusters, with its start and end.
    pub(super) fn add_transfer(&mut self, between: [usize; 2], times: (Time, Time)) {
        for cluster in between {
            self.heads[cluster].transfers.push(times);
        }
    }

    /// Records the end of a transfer with this start, whose end was unknown.
    pub(super) fn end_transfer(&mut self, between: [usize; 2], began: Time) {
        for cluster in between {
            let transfers = &mut self.heads[cluster].transfers;
            if let Some(place) = transfers.iter().position(|&times| times == (began, Time::MAX)) {
                transfers.swap_remove(place);
            }
        }
    }

    /// Records that a task has joined the queue of a cluster, or has ended there.
    pub(super) fn count_task(&mut self, cluster: usize, joins: bool) {
        let tasks = &mut self.heads[cluster].tasks;
        *tasks = if joins { *tasks + 1 } else { tasks.saturating_sub(1) };
    }

    /// Records the load of all head nodes; returns the time of the next sample.
    pub(super) fn sample(&mut self, now: Time, record: &mut Recorder) -> Time {
        for cluster in 0..self.heads.len() {
            let row = self.load(cluster, now);
            record.add_row(&row);
        }
        now + MINUTE
    }
}
