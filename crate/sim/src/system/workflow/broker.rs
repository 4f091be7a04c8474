//! The brokers of workflows: they accept workflows, place tasks and move files.

use super::{Event, Mapping, Task, WorkflowSystem, reasons};
use crate::policy::workflow::{Information, Input, PlacementMode, PlacementQuestion, upward_ranks};
use crate::system::parts::{Moved, sent};
use crate::system::player::{Asked, Decided, Question, TASK_PICKED};
use crate::system::{Context, class};
use ganttlet_core::order;
use ganttlet_core::record::Status;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::Span;
use ganttlet_work::UNKNOWN;
use std::cmp::Reverse;

impl WorkflowSystem {
    /// Submits a workflow.
    pub(super) fn submit(&mut self, cx: &mut Context<Event>) {
        let next = self.submissions.take(class::SUBMIT, Event::Submit, cx);
        let (_, workflow) = self.submissions.list()[next];
        self.reject_too_large(workflow, cx);
        let broker = &mut self.brokers[workflow as usize];
        let tasks = broker.first_task..broker.first_task + broker.dag.len() as u32;
        let runnable = self.tasks[tasks.start as usize..tasks.end as usize]
            .iter()
            .filter(|t| t.status != Status::Rejected);
        broker.widest = runnable.map(|task| task.nodes).max().unwrap_or(0);
        if !self.staged_everywhere {
            for id in tasks.clone() {
                for input in broker.dag.inputs.row(id - tasks.start) {
                    if input.producer == UNKNOWN {
                        self.files.add(broker.first_file + input.file, 0, cx.now);
                    }
                }
            }
        }
        match self.policies[workflow as usize].mode() {
            PlacementMode::Dynamic(policy) => {
                let dag = &self.brokers[workflow as usize].dag;
                policy.prepare_workflow(dag, cx.stream(&format!("mapping/workflow-{workflow}")));
                if policy.is_ranked() {
                    self.compute_ranks(workflow);
                }
            }
            PlacementMode::Static(_) => self.plan(workflow, cx),
        }
        if cx.player.is_stopped() {
            return;
        }
        for id in tasks {
            if self.tasks[id as usize].missing == 0 && self.tasks[id as usize].status == Status::Future {
                self.parents_ended(id, cx);
            }
        }
    }

    /// Rejects tasks that are too large for all clusters or have no place in the plan, and all their successors.
    fn reject_too_large(&mut self, workflow: u32, cx: &mut Context<Event>) {
        let broker = &self.brokers[workflow as usize];
        let planned = matches!(self.mapping, Mapping::Static(_));
        let most = self.platform.largest_cluster_nodes();
        for &local in &broker.dag.order {
            let id = broker.first_task + local;
            let rejected =
                |task: u32| self.tasks[(broker.first_task + task) as usize].status == Status::Rejected;
            let parent = broker.dag.parents.row(local).iter().find(|edge| rejected(edge.task));
            let nodes = self.tasks[id as usize].nodes;
            if rejected(local) {
                reasons::record_cycle(&mut cx.record, id, cx.now);
            } else if let Some(parent) = parent {
                reasons::record_rejected_parent(&mut cx.record, id, cx.now, broker.first_task + parent.task);
            } else if nodes > most {
                reasons::record_too_large(&mut cx.record, (id, nodes), cx.now);
            } else if planned && nodes > 1 {
                reasons::record_too_wide_for_plan(&mut cx.record, (id, nodes), cx.now);
            } else {
                continue;
            }
            self.tasks[id as usize].status = Status::Rejected;
            cx.record.reject(id);
            self.ended += 1;
        }
    }

    /// Computes the order of upward ranks: highest first, then by number (Sonmez 2010, section 6.1.3: runtimes at speed
    /// 1, bytes at the mean bandwidth between clusters, without overhead and latency of transfers).
    fn compute_ranks(&mut self, workflow: u32) {
        let broker = &mut self.brokers[workflow as usize];
        let (tasks, links) = (&self.workflows[workflow as usize].tasks, self.files.links());
        let run = |task: u32| tasks[task as usize].run.seconds();
        let ranks = upward_ranks(&broker.dag, run, |edge| links.seconds_at_mean_bandwidth(edge.bytes));
        let order = order::indices_by_key(ranks.len(), |task| order::float_key(-ranks[task]));
        broker.ranks = vec![0; order.len()];
        for (task, place) in order.into_iter().zip(0..) {
            broker.ranks[task as usize] = place;
        }
    }

    /// All parents of the task have ended: it only waits for files and nodes.
    pub(super) fn parents_ended(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        cx.record.ready(id, cx.now);
        if matches!(self.mapping, Mapping::Static(_)) {
            self.follow_plan(id, cx);
            return;
        }
        self.hold_at_broker(id, cx);
    }

    /// Adds the task to the list of its broker.
    pub(super) fn hold_at_broker(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let workflow = self.tasks[id as usize].workflow;
        let local = self.local(id);
        let broker = &mut self.brokers[workflow as usize];
        let key = broker.ranks.get(local as usize).map_or(cx.now.0, |&place| i64::from(place));
        broker.pending.push(Reverse((key, id)));
        if self.limit < u32::MAX && cx.record.wants_reasons() {
            self.fresh.push(id);
        }
        self.touch_broker(workflow);
    }

    /// Marks the broker for processing at the end of the instant.
    pub(super) fn touch_broker(&mut self, workflow: u32) {
        if !std::mem::replace(&mut self.brokers[workflow as usize].touched, true) {
            self.touched.push(workflow);
        }
    }

    /// Lets all brokers send tasks within their limits, workflow by workflow.
    pub(super) fn dispatch_all(&mut self, cx: &mut Context<Event>) {
        if matches!(self.mapping, Mapping::Static(_)) {
            return;
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        for &workflow in &touched {
            self.brokers[workflow as usize].touched = false;
            while self.brokers[workflow as usize].under_way < self.limit
                && let Some(id) = self.next_pending(workflow, cx)
            {
                self.brokers[workflow as usize].under_way += 1;
                if !self.release_to_broker(id) {
                    self.place_task(id, cx);
                }
            }
            self.begin_broker_step(workflow, cx);
        }
        touched.clear();
        // Brokers that wait by choice decide again at the next event.
        touched.append(&mut self.touched);
        self.touched = touched;
        for &id in &self.fresh {
            let released = self.submission.as_ref().is_some_and(|submission| submission.has_released(id));
            if self.tasks[id as usize].status == Status::Future && !released {
                reasons::record_throttled(&mut cx.record, id, cx.now, self.limit);
            }
        }
        self.fresh.clear();
        self.begin_head_node_steps(cx);
    }

    /// Removes the next task from the list of a broker; none if there is none, or if it waits by choice.
    fn next_pending(&mut self, workflow: u32, cx: &mut Context<Event>) -> Option<SubjectId> {
        let pending = &mut self.brokers[workflow as usize].pending;
        if !cx.player.is_active() {
            return pending.pop().map(|Reverse((_, id))| id);
        }
        let count = pending.len();
        if count == 0 {
            return None;
        }
        let in_order = || {
            let sorted = pending.clone().into_sorted_vec();
            sorted.into_iter().rev().map(|Reverse((_, id))| id).collect()
        };
        let question = Question {
            decider: workflow as usize,
            now: cx.now(),
            asked: Asked::Task,
            candidates: count,
            policy: Some(0),
            may_wait: true,
            refusal: &|_| None,
            subjects: &in_order,
            expected: &|_| None,
        };
        match cx.player.decide(&question) {
            Decided::Pick(0) => pending.pop().map(|Reverse((_, id))| id),
            Decided::Pick(place) => {
                // Sorted backwards, the last task first.
                let mut all = std::mem::take(pending).into_sorted_vec();
                let Reverse((_, id)) = all.remove(count - 1 - place);
                *pending = all.into();
                Some(id)
            }
            Decided::Wait => {
                self.touch_broker(workflow);
                None
            }
            Decided::Stop => None,
        }
    }

    /// Selects a cluster by the policy and sends the task there.
    pub(super) fn place_task(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let (task, now) = (self.tasks[id as usize], cx.now);
        let local = self.local(id);
        let PlacementMode::Dynamic(policy) = self.policies[task.workflow as usize].mode() else { return };
        let mut knows = policy.required_information();
        if cx.player.is_about_to_stop(task.workflow as usize) {
            knows = knows.max(Information::Starts);
        }
        let broker = &mut self.brokers[task.workflow as usize];
        if knows >= Information::Files {
            let inputs = files_to_stage(broker.dag.inputs.row(local), self.staged_everywhere);
            let delays = self.files.delays(inputs, broker.first_file, now);
            self.seen.iter_mut().zip(delays).for_each(|(site, delay)| site.delay = delay);
        }
        for (site, cluster) in self.seen.iter_mut().zip(&mut self.clusters) {
            site.demand = cluster.demand;
            if knows >= Information::Starts && site.nodes >= task.nodes {
                if !cluster.has_current_forecast(now) {
                    cluster.update_forecast(&mut self.tasks, now);
                }
                site.start = cluster.forecast.earliest(task.nodes, now);
            }
        }
        let Task { nodes, run, .. } = task;
        let question =
            PlacementQuestion { task: local, nodes, run, widest: broker.widest, now, sites: &self.seen };
        let cluster = policy
            .choose_cluster(&question, &mut self.scores)
            .expect("tasks that no cluster can hold were refused");
        let sites = &self.seen;
        let refusal = |place: usize| {
            let has = sites[place].nodes;
            (has < nodes)
                .then(|| format!("the task needs {nodes} nodes, and cluster {} has {has}", place + 1))
        };
        let question = Question {
            decider: task.workflow as usize,
            now,
            asked: Asked::Cluster,
            candidates: sites.len(),
            policy: Some(cluster),
            may_wait: false,
            refusal: &refusal,
            subjects: &|| vec![id],
            expected: &|place| {
                let site = &sites[place];
                let start = site.start.max(now + site.delay);
                Some((start, start + run.scaled_to_speed(site.speed)))
            },
        };
        let Some(picked) = cx.player.decide(&question).picked() else { return };
        let rule = if picked == cluster { policy.rule() } else { &TASK_PICKED };
        let cluster = picked;
        sent(&mut cx.record, now, (id, cluster), rule, &self.scores);
        if self.submission.is_some() {
            self.begin_submission(id, cluster, cx);
        } else {
            self.send_task(id, cluster, cx);
        }
    }

    /// Sends the task to a cluster and starts the transfers of its files.
    fn send_task(&mut self, id: SubjectId, cluster: usize, cx: &mut Context<Event>) {
        let (local, now) = (self.local(id), cx.now);
        let broker = &self.brokers[self.tasks[id as usize].workflow as usize];
        let inputs = files_to_stage(broker.dag.inputs.row(local), self.staged_everywhere);
        cx.record.wait_for_files(id, now, cluster);
        let mut count = 0;
        let base = broker.first_file;
        let (late, load) = self.heads.as_mut().map_or((Span::ZERO, 0), |heads| heads.submit(cluster, now));
        let begin = now + late;
        if let Some(moving) = &mut self.moving {
            moving.wait(id, cluster, &self.files.coming(inputs, base, cluster));
            if late > Span::ZERO {
                moving.wait_for_head_node(id);
                cx.schedule(begin, class::ARRIVE, Event::AtHead(id));
            }
        }
        let mut there = self.files.fetch(inputs, base, (cluster, begin), |moved, files| {
            count += 1;
            if let Some(moving) = &mut self.moving {
                let files = files.iter().map(|input| base + input.file).collect();
                moving.push_after_earlier(id, cluster, Moved { start: now, ..moved }, files, &mut self.heads);
                return;
            }
            if let Some(heads) = &mut self.heads {
                heads.add_transfer([moved.from, cluster], (moved.start, moved.end));
            }
            cx.record.add_transfer(moved.transfer(cluster, id));
        });
        let shared = self.moving.as_ref().is_some_and(|moving| moving.keeps_waiting(id));
        if shared {
            there = there.max(now + Span(1));
        }
        let task = &mut self.tasks[id as usize];
        (task.cluster, task.there, task.status) = (cluster as u32, there, Status::Transferring);
        self.clusters[cluster].send(id, &mut self.tasks, now);
        if there > now {
            if late > Span::ZERO {
                let times = (if shared { begin } else { there }, load, shared);
                reasons::record_head_node_delay(&mut cx.record, id, now, cluster, times);
            } else {
                reasons::record_waiting_for_files(&mut cx.record, id, now, cluster, (there, count, shared));
            }
            if !shared {
                cx.schedule(there, class::ARRIVE, Event::Arrive(id));
            }
        } else {
            self.enqueue(id, cx);
        }
    }

    /// A task has ended: its output files are on its cluster, and its children wait for one parent fewer.
    pub(super) fn release_children(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let task = self.tasks[id as usize];
        let local = self.local(id);
        let broker = &mut self.brokers[task.workflow as usize];
        let first = broker.first_task;
        broker.under_way = broker.under_way.saturating_sub(1);
        if !broker.pending.is_empty() {
            self.touch_broker(task.workflow);
        }
        let broker = &self.brokers[task.workflow as usize];
        for &file in broker.dag.outputs.row(local) {
            self.files.add(broker.first_file + file, task.cluster as usize, cx.now);
        }
        if matches!(self.mapping, Mapping::Static(_)) {
            let edges = broker.dag.children.row(local).iter().filter(|edge| edge.moves);
            let children = edges.map(|edge| (first + edge.task, edge.bytes)).collect();
            self.push_all(children, local, task.cluster as usize, cx);
        }
        let children = self.brokers[task.workflow as usize].dag.children.row(local).len();
        for place in 0..children {
            let edge = self.brokers[task.workflow as usize].dag.children.row(local)[place];
            let child = first + edge.task;
            let child_task = &mut self.tasks[child as usize];
            child_task.missing -= 1;
            if child_task.missing == 0 && child_task.status == Status::Future {
                self.parents_ended(child, cx);
            }
        }
    }

    /// Moves the files that planned tasks need from one parent, or from outside ([`UNKNOWN`]), between two clusters.
    /// Each task has its number of bytes. Each file moves to a cluster once, with the task that needs the fewest bytes:
    /// it reaches the other tasks on that cluster no later than in a separate transfer of all their files, which their
    /// plan assumes.
    pub(super) fn push_all(
        &mut self,
        mut tasks: Vec<(SubjectId, f64)>,
        producer: u32,
        from: usize,
        cx: &mut Context<Event>,
    ) {
        order::sort_by_key(&mut tasks, |&(_, bytes)| order::float_key(bytes));
        for (id, _) in tasks {
            self.push_files(id, producer, from, cx);
        }
    }

    fn push_files(&mut self, id: SubjectId, producer: u32, from: usize, cx: &mut Context<Event>) {
        let task = self.tasks[id as usize];
        if task.status == Status::Rejected {
            return;
        }
        let local = self.local(id);
        let broker = &self.brokers[task.workflow as usize];
        let inputs = broker.dag.inputs.row(local);
        let first = inputs.partition_point(|input| input.producer < producer);
        let last = inputs.partition_point(|input| input.producer <= producer);
        let cluster = task.cluster as usize;
        let (inputs, base, way) = (&inputs[first..last], broker.first_file, (from, cluster, cx.now));
        if let Some(moving) = &mut self.moving {
            moving.wait(id, cluster, &self.files.coming(inputs, base, cluster));
        }
        let there = self.files.push(inputs, base, way, |moved, files| match &mut self.moving {
            Some(moving) => moving.push(id, cluster, moved, files),
            None => cx.record.add_transfer(moved.transfer(cluster, id)),
        });
        // Over shared links the task is notified when the last file has arrived.
        if self.moving.is_none() {
            let task = &mut self.tasks[id as usize];
            task.there = task.there.max(there);
        }
    }

    /// Records why the tasks that became ready at this instant did not start.
    pub(super) fn record_wait_reasons(&mut self, cx: &mut Context<Event>) {
        for index in 0..self.arrived.len() {
            let id = self.arrived[index];
            let Task { status, nodes, cluster, .. } = self.tasks[id as usize];
            if status != Status::Queued {
                continue;
            }
            let index = cluster as usize;
            match &self.mapping {
                Mapping::Dynamic => {
                    let cluster = &self.clusters[index];
                    let head = cluster.queue.front().copied().unwrap_or(id);
                    let head = (head, self.tasks[head as usize].nodes);
                    let free = cluster.free();
                    let decision = reasons::queue_reason((id, nodes), cx.now, index, head, free);
                    cx.record.decide(decision);
                }
                Mapping::Static(planned) => {
                    let (before, node) = (planned.predecessor_on_node(id), planned.planned_node(id));
                    let there = self.tasks[before as usize].status;
                    let decision = reasons::plan_order_reason(id, cx.now, node, (before, there));
                    cx.record.decide(decision);
                }
            }
        }
        self.arrived.clear();
    }
}

/// The files of a task that are not on every cluster.
pub(super) fn files_to_stage(all: &[Input], staged_everywhere: bool) -> &[Input] {
    // Files from outside are last.
    let made = all.partition_point(|input| input.producer != UNKNOWN);
    if staged_everywhere { &all[..made] } else { all }
}
