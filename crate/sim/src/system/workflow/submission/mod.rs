//! The path of a task from ready to done if submission has a cost. Its broker and the head node of its cluster handle
//! tasks one by one, and copies share the file server of a cluster. Output files are copied back, and tasks may fail.
//!
//! ```text
//! ready -> (limit) -> broker -> copies of inputs -> head node -> queue -> run -> copy back -> done
//! ```
//!
//! At one instant, ends of runs come first, then copies (by number), steps of brokers (by workflow), and steps of head
//! nodes (by cluster). After all other events, brokers begin steps in the order of workflows, then head nodes in that
//! of clusters. Estimates of policies ignore brokers, head nodes and servers, and assume free links.

mod copies;
mod options;
mod steps;
mod tables;

pub(super) use options::SubmissionOptions;
pub(crate) use tables::COPIES_BACK;
pub(super) use tables::{CopyRow, FILE_COPIES, HEAD_NODE_QUEUES};

use super::Event;
use crate::system::line::ClusterQueue;
use crate::system::workflow::reasons;
use crate::system::{Context, class};
use copies::Copies;
use ganttlet_core::event::Handle;
use ganttlet_core::record::{QueueState, Recorder, Text};
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use tables::{CopyKind, HeadNodeQueueRow};

/// Sampling period of the queues of head nodes.
const MINUTE: Span = Span(60_000_000);

/// The broker of a workflow: its released tasks, by rank or in their order, and the task of its current step.
#[derive(Debug, Default)]
struct BrokerQueue {
    released: BinaryHeap<Reverse<(i64, SubjectId)>>,
    step: Option<(SubjectId, Time)>,
}

/// The head node of a cluster: its tasks by arrival, and the task of its current step.
#[derive(Debug, Default)]
struct HeadNodeQueue {
    name: Text,
    waiting: BinaryHeap<Reverse<(Time, SubjectId)>>,
    step: Option<(SubjectId, Time)>,
    /// Number of tasks it has submitted whose runs have not ended.
    tasks: u32,
}

/// The purpose of a copy.
#[derive(Debug)]
enum Purpose {
    /// The last of the input files of a task, with a known end.
    Inputs(SubjectId),
    /// Input files of a task from another cluster, over a server.
    Bundle { task: SubjectId, from: usize, to: usize, start: Time, bytes: f64, files: Vec<u32> },
    /// Another copy for a task, over a server if it is an input.
    Other { kind: CopyKind, row: CopyRow },
}

/// A stage of a task, for the reasons of its waiting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Neither at a head node nor in a queue.
    Elsewhere,
    AtHeadNode,
    InQueue,
    Running,
}

/// The state of all submissions of a run.
pub(super) struct Submission {
    options: SubmissionOptions,
    copies: Copies,
    /// The purpose of each copy, by number.
    purposes: Vec<Purpose>,
    brokers: Vec<BrokerQueue>,
    heads: Vec<HeadNodeQueue>,
    /// Tasks that wait for files in transfer to a cluster over its server.
    awaited: BTreeMap<(u32, usize), Vec<SubjectId>>,
    /// The number of copies for which each task waits.
    waits: BTreeMap<SubjectId, u32>,
    /// Tasks that have failed.
    failed: BTreeMap<SubjectId, u32>,
    failures: Option<Stream>,
    /// Number of tasks released to brokers so far.
    released: i64,
    /// Tasks that reached a broker or a head node at this instant, while decisions are recorded.
    fresh_at_broker: Vec<SubjectId>,
    fresh_at_head: Vec<SubjectId>,
    planned: Option<(Time, Handle)>,
    /// The stages of all tasks in the order of time, while everything is recorded.
    stages: Vec<(Time, SubjectId, usize, Stage)>,
}

impl Submission {
    /// The submissions of a run, if they have a cost.
    pub(super) fn new(options: SubmissionOptions, workflows: usize, clusters: usize) -> Option<Self> {
        options.are_set().then(|| Self {
            options,
            copies: Copies::new(clusters, options.file_server_mb_s * 1e6),
            purposes: Vec::new(),
            brokers: std::iter::repeat_with(BrokerQueue::default).take(workflows).collect(),
            heads: std::iter::repeat_with(HeadNodeQueue::default).take(clusters).collect(),
            awaited: BTreeMap::new(),
            waits: BTreeMap::new(),
            failed: BTreeMap::new(),
            failures: None,
            released: 0,
            fresh_at_broker: Vec::new(),
            fresh_at_head: Vec::new(),
            planned: None,
            stages: Vec::new(),
        })
    }

    /// True if files move over servers, so that the end of a copy is not known in advance.
    pub(super) fn have_servers(&self) -> bool {
        self.copies.have_servers()
    }

    /// True if a task has been released to its broker at this instant.
    pub(super) fn has_released(&self, task: SubjectId) -> bool {
        self.fresh_at_broker.contains(&task)
    }

    /// Names the head nodes, and schedules the first sample of their queues.
    pub(super) fn start<'a>(&mut self, names: impl Iterator<Item = &'a str>, cx: &mut Context<Event>) {
        if self.options.failure_share > 0.0 {
            self.failures = Some(cx.stream("workflow/failures"));
        }
        if self.options.head_node_s > Span::ZERO {
            for (head, name) in self.heads.iter_mut().zip(names) {
                head.name = cx.record.intern_text(name);
            }
            cx.schedule(Time::ZERO + MINUTE, class::LOOK, Event::HeadLoad);
        }
    }

    /// Records the queues of all head nodes; returns the time of the next sample.
    pub(super) fn sample(&self, now: Time, record: &mut Recorder) -> Time {
        for (head, place) in self.heads.iter().zip(0..) {
            let waiting = (head.waiting.len() + usize::from(head.step.is_some())) as u32;
            let HeadNodeQueue { name: cluster, tasks, .. } = *head;
            record.add_row(&HeadNodeQueueRow { time: now, cluster, place, waiting, tasks });
        }
        now + MINUTE
    }

    /// Schedules the next end of a copy or step.
    pub(super) fn plan(&mut self, cx: &mut Context<Event>) {
        let step = |step: Option<(SubjectId, Time)>| step.map(|(_, end)| end);
        let steps = self.brokers.iter().map(|broker| broker.step);
        let steps = steps.chain(self.heads.iter().map(|head| head.step)).filter_map(step).min();
        let next = self.copies.next_time().into_iter().chain(steps).min();
        if next == self.planned.map(|(time, _)| time) {
            return;
        }
        if let Some((_, handle)) = self.planned.take() {
            cx.cancel(handle);
        }
        self.planned = next.map(|time| (time, cx.schedule(time, class::ARRIVE, Event::Submission)));
    }

    /// True if another record covers the entry of a task into the queue of its cluster: it waits for its head node, or
    /// has run before.
    pub(super) fn records_entry(&self, task: SubjectId) -> bool {
        self.options.head_node_s > Span::ZERO || self.failed.contains_key(&task)
    }

    /// Records that the task has reached a stage.
    fn enter(&mut self, stage: Stage, task: SubjectId, cluster: usize, (now, keeps): (Time, bool)) {
        if keeps {
            self.stages.push((now, task, cluster, stage));
        }
    }

    /// Records that the task joins the queue of a cluster.
    pub(super) fn enter_queue(&mut self, task: SubjectId, cluster: usize, at: (Time, bool)) {
        self.enter(Stage::InQueue, task, cluster, at);
    }

    /// Records that the task starts.
    pub(super) fn enter_run(&mut self, task: SubjectId, cluster: usize, at: (Time, bool)) {
        self.enter(Stage::Running, task, cluster, at);
    }

    /// Draws whether the run of a task fails.
    pub(super) fn fails(&mut self) -> bool {
        let share = self.options.failure_share;
        self.failures.as_mut().is_some_and(|stream| stream.bernoulli(share))
    }

    /// The task waits for these files, which are in transfer to a cluster.
    fn wait_for(&mut self, task: SubjectId, to: usize, files: &[u32]) {
        for &file in files {
            self.awaited.entry((file, to)).or_default().push(task);
            *self.waits.entry(task).or_default() += 1;
        }
    }

    /// Ends one wait of the task; true if it was the last.
    fn finish_one_wait(&mut self, task: SubjectId) -> bool {
        let Some(waits) = self.waits.get_mut(&task) else { return false };
        *waits -= 1;
        let is_last = *waits == 0;
        if is_last {
            self.waits.remove(&task);
        }
        is_last
    }

    /// Why tasks wait at a given time: in queues in the order of joining, or at head nodes.
    pub(super) fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        let mut queues: Vec<ClusterQueue> =
            standing.free.iter().map(|&free| ClusterQueue { free, waiting: Vec::new() }).collect();
        let mut heads: Vec<VecDeque<(Time, SubjectId)>> = vec![VecDeque::new(); self.heads.len()];
        let mut places: BTreeMap<SubjectId, (usize, Stage)> = BTreeMap::new();
        for &(time, task, cluster, stage) in self.stages.iter().take_while(|entry| entry.0 <= standing.time) {
            match places.insert(task, (cluster, stage)) {
                Some((cluster, Stage::InQueue)) => queues[cluster].waiting.retain(|&other| other != task),
                Some((cluster, Stage::AtHeadNode)) => heads[cluster].retain(|&(_, other)| other != task),
                _ => {}
            }
            match stage {
                Stage::InQueue => queues[cluster].waiting.push(task),
                Stage::AtHeadNode => {
                    let after = heads[cluster].partition_point(|&other| other < (time, task));
                    // The first one may already be in its step.
                    heads[cluster].insert(after, (time, task));
                }
                Stage::Elsewhere | Stage::Running => {}
            }
        }
        let reason = |&task: &SubjectId| match places.get(&task) {
            Some(&(cluster, Stage::InQueue)) => {
                let line = &queues[cluster];
                let nodes = |id: SubjectId| (id, standing.trace.subjects.nodes[id as usize]);
                let head = nodes(line.head());
                let cause = reasons::queue_reason(nodes(task), standing.time, cluster, head, line.free);
                standing.explain_all(&[cause, line.position_reason(standing, task)])
            }
            Some(&(cluster, Stage::AtHeadNode)) => {
                let ahead = heads[cluster].iter().take_while(|&&(_, other)| other != task).count();
                standing.explain_all(&[reasons::head_node_turn_reason(task, standing.time, cluster, ahead)])
            }
            _ => standing.explain_all(&[reasons::resubmission_reason(task, standing.time)]),
        };
        asked.iter().map(reason).collect()
    }
}
