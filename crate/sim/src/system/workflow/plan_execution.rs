//! Execution of a plan: each node runs its tasks in the planned order, each as soon as its files have arrived.

use super::{Event, Mapping, WorkflowSystem, reasons};
use crate::policy::choices::Choice;
use crate::policy::workflow::{CostMatrix, PlacementMode, PlannedSlot, Schedule, Timetable};
use crate::system::player::Decided;
use crate::system::{Context, class};
use ganttlet_core::platform::Platform;
use ganttlet_core::record::{QueueState, Status};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;
use std::collections::VecDeque;

/// The position of a task in the plan.
#[derive(Clone, Copy, Debug)]
struct PlanStep {
    node: u32,
    cluster: u32,
    /// Planned start, planned end, and the number of tasks planned before it. All nodes use this order, in which
    /// parents precede children, so that no two tasks can wait for each other.
    key: (Time, Time, u32),
    there: bool,
    running: bool,
}

/// The plans of a run.
pub(super) struct PlanExecution {
    table: Timetable,
    /// By task; the node is `u32::MAX` for tasks without a place.
    steps: Vec<PlanStep>,
    /// The tasks of each node in use, cluster by cluster, in the order of the plan. The first may be running.
    nodes: Vec<Vec<VecDeque<SubjectId>>>,
    /// Nodes that may start their next task, cluster by cluster.
    look: Vec<Vec<u32>>,
    count: u32,
}

impl PlanExecution {
    pub(super) fn new(platform: &Platform) -> Self {
        let sizes: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
        Self {
            table: Timetable::new(&sizes),
            steps: Vec::new(),
            nodes: vec![Vec::new(); sizes.len()],
            look: vec![Vec::new(); sizes.len()],
            count: 0,
        }
    }

    /// Adds a task to the order of its node.
    fn add(&mut self, id: SubjectId, place: &PlannedSlot) {
        let &PlannedSlot { cluster, processor: node, start, end } = place;
        let key = (start, end, self.count);
        self.count += 1;
        if self.steps.len() <= id as usize {
            let none = PlanStep { node: u32::MAX, cluster: 0, key, there: false, running: false };
            self.steps.resize(id as usize + 1, none);
        }
        self.steps[id as usize] =
            PlanStep { node, cluster: cluster as u32, key, there: false, running: false };
        let nodes = &mut self.nodes[cluster];
        if nodes.len() <= node as usize {
            nodes.resize_with(node as usize + 1, VecDeque::new);
        }
        let order = &mut nodes[node as usize];
        let running = order.front().is_some_and(|&first| self.steps[first as usize].running);
        let after = order.partition_point(|&other| self.steps[other as usize].key < key);
        order.insert(after.max(usize::from(running)), id);
    }

    /// Records that the files of a task have arrived.
    pub(super) fn arrive(&mut self, id: SubjectId) {
        let step = &mut self.steps[id as usize];
        step.there = true;
        self.look[step.cluster as usize].push(step.node);
    }

    /// A startable task of a cluster, and its node.
    pub(super) fn next(&mut self, cluster: usize) -> Option<(SubjectId, u32)> {
        while let Some(node) = self.look[cluster].pop() {
            if let Some(&id) = self.nodes[cluster][node as usize].front() {
                let step = &mut self.steps[id as usize];
                if step.there && !step.running {
                    step.running = true;
                    self.table.close_gap_before(cluster, node, step.key.0);
                    return Some((id, node));
                }
            }
        }
        None
    }

    /// Records the end of a task.
    pub(super) fn finish(&mut self, id: SubjectId) {
        let step = self.steps[id as usize];
        self.nodes[step.cluster as usize][step.node as usize].pop_front();
        self.look[step.cluster as usize].push(step.node);
    }

    /// The cluster and the node of a planned task.
    pub(super) fn planned_node(&self, id: SubjectId) -> (usize, u32) {
        let step = &self.steps[id as usize];
        (step.cluster as usize, step.node)
    }

    /// Why tasks wait at a given time: the tasks that precede them on their nodes.
    pub(super) fn wait_reasons(&self, standing: &QueueState, asked: &[SubjectId]) -> Vec<String> {
        let (trace, table) = (standing.trace, &standing.trace.subjects);
        // The next task of each node in question: the running task, or else the first of the plan.
        let mut turns: Vec<((usize, u32), bool, SubjectId)> =
            asked.iter().map(|&id| (self.planned_node(id), true, id)).collect();
        for (step, id) in self.steps.iter().zip(0..) {
            let there = table.submit[id as usize] <= standing.time && table.end[id as usize] > standing.time;
            let node = (step.cluster as usize, step.node);
            for (_, waits, first) in turns.iter_mut().filter(|turn| there && turn.0 == node) {
                let runs = trace.status_at(id, standing.time) == Status::Running;
                if runs || *waits && step.key < self.steps[*first as usize].key {
                    (*waits, *first) = (!runs, id);
                }
            }
        }
        let reason = |(&id, &(node, _, before)): (&SubjectId, &((usize, u32), bool, SubjectId))| {
            standing.explain_all(&[reasons::plan_order_reason(
                id,
                standing.time,
                node,
                (before, trace.status_at(before, standing.time)),
            )])
        };
        asked.iter().zip(&turns).map(reason).collect()
    }

    /// The task that runs, or is next, on the node of another task.
    pub(super) fn predecessor_on_node(&self, id: SubjectId) -> SubjectId {
        let step = &self.steps[id as usize];
        let order = &self.nodes[step.cluster as usize][step.node as usize];
        order.front().copied().unwrap_or(SubjectId::MAX)
    }
}

/// The plan of a workflow in the choices.
enum PlayedPlan {
    /// None: its policy plans it.
    None,
    /// A complete plan.
    Whole(Schedule),
    /// The run ends before it.
    Stop,
}

/// The plan of a workflow by choices: for each task its number, its cluster, its processor, and its delay from now.
fn played_plan(
    workflow: u32,
    costs: &CostMatrix,
    table: &mut Timetable,
    cx: &mut Context<Event>,
) -> PlayedPlan {
    if !cx.player.has_choices() {
        return PlayedPlan::None;
    }
    let (decider, mut lanes) = (workflow as usize, table.clone());
    let mut schedule = Schedule::new(costs);
    let open = (0..costs.dag.len() as u32).filter(|&task| costs.is_planned(task)).count();
    for _ in 0..open {
        let mut number = || match cx.player.next_choice(decider) {
            Some(Choice::Pick(number, None)) => Some(number - 1),
            _ => None,
        };
        let place = [number(), number(), number()];
        let late = match cx.player.next_choice(decider) {
            Some(Choice::Wait) => Some(Span::ZERO),
            Some(Choice::WaitFor(late)) => Some(late),
            _ => None,
        };
        let ([Some(task), Some(cluster), Some(processor)], Some(late)) = (place, late) else {
            return match cx.player.end_or_refuse(decider, cx.now, "it is no place of a task in a plan") {
                Decided::Stop => PlayedPlan::Stop,
                _ => PlayedPlan::None,
            };
        };
        if let Err(reason) =
            schedule.lay(task, (cluster as usize, processor, cx.now + late), costs, &mut lanes)
        {
            return match cx.player.end_or_refuse(decider, cx.now, &reason) {
                Decided::Stop => PlayedPlan::Stop,
                _ => PlayedPlan::None,
            };
        }
    }
    *table = lanes;
    PlayedPlan::Whole(schedule)
}

/// Records a plan as choices.
fn note_plan(workflow: u32, schedule: &Schedule, cx: &mut Context<Event>) {
    if !cx.player.is_active() {
        return;
    }
    for &task in &schedule.order {
        let Some(place) = schedule.places[task as usize] else { continue };
        let late = place.start - cx.now;
        for number in [task, place.cluster as u32, place.processor] {
            cx.player.note(workflow as usize, Choice::Pick(number + 1, None));
        }
        let late = if late == Span::ZERO { Choice::Wait } else { Choice::WaitFor(late) };
        cx.player.note(workflow as usize, late);
    }
}

impl WorkflowSystem {
    /// Plans a newly submitted workflow.
    pub(super) fn plan(&mut self, workflow: u32, cx: &mut Context<Event>) {
        let Mapping::Static(planned) = &mut self.mapping else { return };
        let PlacementMode::Static(policy) = self.policies[workflow as usize].mode() else { return };
        let broker = &self.brokers[workflow as usize];
        let work = &self.workflows[workflow as usize];
        let tasks = broker.first_task as usize..broker.first_task as usize + broker.dag.len();
        let left_out = self.tasks[tasks].iter().map(|task| task.status == Status::Rejected).collect();
        let links = self.files.links();
        let mut costs =
            CostMatrix::for_platform(&self.platform, work, &broker.dag, links).without_tasks(left_out);
        let (clusters, now) = (self.clusters.len(), cx.now);
        let mut outside = Vec::new();
        if !self.staged_everywhere {
            let bytes = |task: u32| -> f64 {
                let inputs = broker.dag.inputs.row(task).iter().filter(|input| input.producer == UNKNOWN);
                inputs.map(|input| broker.dag.bytes[input.file as usize]).sum()
            };
            let mut staged = Vec::with_capacity(broker.dag.len() * clusters);
            for task in 0..broker.dag.len() as u32 {
                let bytes = bytes(task);
                outside.push((broker.first_task + task, bytes));
                staged.extend((0..clusters).map(|cluster| now + links.transfer_time(bytes, 0, cluster)));
            }
            costs = costs.with_staging_times(staged);
        }
        planned.table.drop_gaps_before(cx.now);
        let schedule = match played_plan(workflow, &costs, &mut planned.table, cx) {
            PlayedPlan::None => policy.plan_workflow(&costs, &mut planned.table, cx.now),
            PlayedPlan::Whole(schedule) => schedule,
            PlayedPlan::Stop => return,
        };
        note_plan(workflow, &schedule, cx);
        for &task in &schedule.order {
            let Some(place) = schedule.places[task as usize] else { continue };
            let id = broker.first_task + task;
            planned.add(id, &place);
            self.tasks[id as usize].cluster = place.cluster as u32;
            reasons::record_planned(&mut cx.record, id, cx.now, &place);
        }
        self.push_all(outside, UNKNOWN, 0, cx);
    }

    /// The parents of a planned task have ended, and its files have arrived or are in transfer.
    pub(super) fn follow_plan(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let shared = self.moving.as_ref().is_some_and(|moving| moving.keeps_waiting(id));
        let task = &mut self.tasks[id as usize];
        task.status = Status::Transferring;
        if shared {
            task.there = task.there.max(cx.now + Span(1));
        }
        let task = *task;
        cx.record.wait_for_files(id, cx.now, task.cluster as usize);
        self.clusters[task.cluster as usize].send(id, &mut self.tasks, cx.now);
        if task.there > cx.now {
            reasons::record_waiting_for_files(
                &mut cx.record,
                id,
                cx.now,
                task.cluster as usize,
                (task.there, 0, shared),
            );
            if !shared {
                cx.schedule(task.there, class::ARRIVE, Event::Arrive(id));
            }
        } else {
            self.enqueue(id, cx);
        }
    }
}
