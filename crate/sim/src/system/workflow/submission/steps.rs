//! The steps of brokers and head nodes, and the copies around a task.

use super::copies::ServedCopy;
use super::tables::CopyKind;
use super::{CopyRow, Purpose, Stage, Submission};
use crate::system::Context;
use crate::system::parts::Moved;
use crate::system::workflow::broker::files_to_stage;
use crate::system::workflow::{Event, WorkflowSystem, reasons};
use ganttlet_core::record::{Recorder, Status};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;

impl Submission {
    /// Starts a copy over a server.
    fn serve(&mut self, now: Time, copy: ServedCopy, purpose: Purpose) {
        self.copies.add_served(now, copy);
        self.purposes.push(purpose);
    }

    /// Adds a copy with a known end.
    fn time(&mut self, end: Time, purpose: Purpose) {
        self.copies.add_timed(end);
        self.purposes.push(purpose);
    }
}

/// A row of the table of copies.
fn copy_row(record: &mut Recorder, kind: CopyKind, task: SubjectId, moved: Moved, to: usize) -> CopyRow {
    let Moved { from, start, end, bytes } = moved;
    CopyRow {
        kind: record.intern_text(kind.word()),
        from: from as u32,
        to: to as u32,
        task,
        start,
        end,
        bytes,
    }
}

impl WorkflowSystem {
    /// Releases a task to its broker if that handles tasks one by one; returns whether it does.
    pub(in super::super) fn release_to_broker(&mut self, id: SubjectId) -> bool {
        let workflow = self.tasks[id as usize].workflow as usize;
        let local = self.local(id);
        let Some(submission) = &mut self.submission else { return false };
        if submission.options.broker_s == Span::ZERO {
            return false;
        }
        submission.released += 1;
        let rank = self.brokers[workflow].ranks.get(local as usize);
        let key = rank.map_or(submission.released, |&place| i64::from(place));
        submission.brokers[workflow].released.push(Reverse((key, id)));
        submission.fresh_at_broker.push(id);
        true
    }

    /// Begins the next step of the broker of a workflow.
    pub(in super::super) fn begin_broker_step(&mut self, workflow: u32, cx: &mut Context<Event>) {
        let Some(submission) = &mut self.submission else { return };
        let broker = &mut submission.brokers[workflow as usize];
        if broker.step.is_none()
            && let Some(Reverse((_, id))) = broker.released.pop()
        {
            broker.step = Some((id, cx.now() + submission.options.broker_s));
            self.place_task(id, cx);
        }
    }

    /// Begins the next steps of all head nodes, and records why tasks wait for brokers and head nodes.
    pub(in super::super) fn begin_head_node_steps(&mut self, cx: &mut Context<Event>) {
        let Some(submission) = &mut self.submission else { return };
        let (now, takes) = (cx.now(), submission.options.head_node_s);
        for head in &mut submission.heads {
            if head.step.is_none()
                && let Some(Reverse((_, id))) = head.waiting.pop()
            {
                head.step = Some((id, now + takes));
            }
        }
        let at_broker = std::mem::take(&mut submission.fresh_at_broker);
        let at_head = std::mem::take(&mut submission.fresh_at_head);
        if !cx.record.wants_reasons() {
            return;
        }
        for id in at_broker {
            let task = &self.tasks[id as usize];
            if task.status == Status::Future {
                let broker = &submission.brokers[task.workflow as usize];
                let key =
                    broker.released.iter().find(|Reverse((_, other))| *other == id).map(|entry| entry.0.0);
                let before = broker.released.iter().filter(|entry| Some(entry.0.0) < key).count();
                let ahead = before + usize::from(broker.step.is_some());
                reasons::record_broker_turn(&mut cx.record, id, now, ahead);
            }
        }
        for id in at_head {
            let cluster = self.tasks[id as usize].cluster as usize;
            let head = &submission.heads[cluster];
            let own = head.waiting.iter().find(|Reverse((_, other))| *other == id).map(|entry| entry.0);
            let before = head.waiting.iter().filter(|entry| own.is_some_and(|own| entry.0 < own)).count();
            let ahead = before + usize::from(own.is_some());
            let step_end = head.step.map_or(now, |(_, end)| end);
            let until = step_end + Span(takes.0 * ahead as i64);
            reasons::record_head_node_turn(&mut cx.record, id, now, cluster, (until, ahead));
        }
    }

    /// Begins the submission to the chosen cluster: the copies begin now, or when the step of the broker ends.
    pub(in super::super) fn begin_submission(
        &mut self,
        id: SubjectId,
        cluster: usize,
        cx: &mut Context<Event>,
    ) {
        let now = cx.now();
        self.tasks[id as usize].cluster = cluster as u32;
        self.tasks[id as usize].status = Status::Transferring;
        let Some(submission) = &self.submission else { return };
        if submission.options.broker_s == Span::ZERO {
            self.begin_copies(id, false, cx);
            return;
        }
        let local = self.local(id);
        let broker = &self.brokers[self.tasks[id as usize].workflow as usize];
        let inputs = files_to_stage(broker.dag.inputs.row(local), self.staged_everywhere);
        let delay = self.files.delays(inputs, broker.first_file, now).nth(cluster).unwrap_or(Span::ZERO);
        self.tasks[id as usize].there = now + delay.max(Span(1));
        self.clusters[cluster].send(id, &mut self.tasks, now);
    }

    /// Copies the input files of a task and its program; the cluster may already have the task in its forecast.
    fn begin_copies(&mut self, id: SubjectId, mut is_sent: bool, cx: &mut Context<Event>) {
        let (local, now) = (self.local(id), cx.now());
        let cluster = self.tasks[id as usize].cluster as usize;
        let broker = &self.brokers[self.tasks[id as usize].workflow as usize];
        let (inputs, base) =
            (files_to_stage(broker.dag.inputs.row(local), self.staged_everywhere), broker.first_file);
        let Some(submission) = &mut self.submission else { return };
        if submission.failed.contains_key(&id) {
            cx.record.resend(id, cluster);
        } else {
            cx.record.wait_for_files(id, now, cluster);
        }
        let SubmissionCopies { home, program, head_node_s } = SubmissionCopies::of(submission);
        let (mut count, mut last) = (0, now);
        let mut there = now;
        if submission.have_servers() {
            let inside = if submission.options.copy_within {
                self.files.present_bundles(inputs, base, (cluster, now))
            } else {
                Vec::new()
            };
            submission.wait_for(id, cluster, &self.files.coming(inputs, base, cluster));
            let links = self.files.links().clone();
            let overhead = |from: usize| links.start_up(from, cluster);
            let limit = |from: usize| (from != cluster).then(|| links.bandwidth(from, cluster));
            let estimate = self.files.fetch(inputs, base, (cluster, now), |moved, files| {
                count += 1;
                let files: Vec<u32> = files.iter().map(|input| base + input.file).collect();
                submission.wait_for(id, cluster, &files);
                let Moved { from, bytes, .. } = moved;
                let copy = ServedCopy { to: cluster, bytes, limit: limit(from), overhead: overhead(from) };
                let purpose = Purpose::Bundle { task: id, from, to: cluster, start: now, bytes, files };
                submission.serve(now, copy, purpose);
            });
            let program = Some((home, program, CopyKind::Program))
                .filter(|_| program > 0.0 && (cluster != home || submission.options.copy_within));
            let inside = inside.into_iter().map(|bytes| (cluster, bytes, CopyKind::Inside));
            for (from, bytes, kind) in inside.chain(program) {
                count += 1;
                *submission.waits.entry(id).or_default() += 1;
                let copy = ServedCopy { to: cluster, bytes, limit: limit(from), overhead: overhead(from) };
                let moved = Moved { from, start: now, end: now, bytes };
                let row = copy_row(&mut cx.record, kind, id, moved, cluster);
                submission.serve(now, copy, Purpose::Other { kind, row });
            }
            if submission.waits.contains_key(&id) {
                there = estimate.max(now + Span(1));
            }
        } else {
            there = self.files.fetch(inputs, base, (cluster, now), |moved, _| {
                count += 1;
                last = moved.end;
                cx.record.add_transfer(moved.transfer(cluster, id));
            });
            if program > 0.0 && cluster != home {
                count += 1;
                let end = last + self.files.links().transfer_time(program, home, cluster);
                let moved = Moved { from: home, start: last, end, bytes: program };
                let row = copy_row(&mut cx.record, CopyKind::Program, id, moved, cluster);
                cx.record.add_row(&row);
                there = there.max(end);
            }
            if there > now {
                submission.time(there, Purpose::Inputs(id));
            }
        }
        let waits = there > now;
        let served = submission.have_servers();
        // A task at its head node is not yet in the queue.
        let at_head = !waits && head_node_s > Span::ZERO;
        self.tasks[id as usize].there = if at_head { now + Span(1) } else { there };
        if is_sent {
            self.clusters[cluster].forecast.files_come_otherwise();
        } else {
            self.clusters[cluster].send(id, &mut self.tasks, now);
            is_sent = waits || at_head;
        }
        if waits {
            if served {
                reasons::record_waiting_for_server(&mut cx.record, id, now, cluster, count);
            } else {
                reasons::record_waiting_for_files(&mut cx.record, id, now, cluster, (there, count, false));
            }
        } else {
            self.inputs_arrived(id, is_sent, cx);
        }
    }

    /// All input files of a task are on its cluster, which may already have the task in its forecast.
    fn inputs_arrived(&mut self, id: SubjectId, is_sent: bool, cx: &mut Context<Event>) {
        let now = cx.now();
        let cluster = self.tasks[id as usize].cluster as usize;
        let Some(submission) = &mut self.submission else { return };
        if submission.options.head_node_s > Span::ZERO {
            if !submission.failed.contains_key(&id) {
                cx.record.queue(id, now, cluster);
            }
            submission.heads[cluster].waiting.push(Reverse((now, id)));
            submission.fresh_at_head.push(id);
            submission.enter(Stage::AtHeadNode, id, cluster, (now, cx.record.keeps_all()));
        } else {
            self.join_queue(id, is_sent, cx);
        }
    }

    /// Adds a task to the queue of its cluster.
    fn join_queue(&mut self, id: SubjectId, is_sent: bool, cx: &mut Context<Event>) {
        let cluster = self.tasks[id as usize].cluster as usize;
        if let Some(submission) = &mut self.submission {
            submission.heads[cluster].tasks += 1;
        }
        if is_sent {
            self.arrive(id, cx);
        } else {
            self.enqueue(id, cx);
        }
    }

    /// Ends the copies and steps that are due: copies by number, steps of brokers by workflow, steps of head nodes by
    /// cluster.
    pub(in super::super) fn end_submission_steps(&mut self, cx: &mut Context<Event>) {
        let now = cx.now();
        let Some(submission) = &mut self.submission else { return };
        submission.planned = None;
        for number in submission.copies.take_ended(now) {
            self.end_copy(number, cx);
        }
        for workflow in 0..self.brokers.len() {
            let Some(submission) = &mut self.submission else { return };
            let step = &mut submission.brokers[workflow].step;
            if let Some((id, _)) = step.take_if(|(_, end)| *end <= now) {
                self.touch_broker(workflow as u32);
                self.begin_copies(id, true, cx);
            }
        }
        for cluster in 0..self.clusters.len() {
            let Some(submission) = &mut self.submission else { return };
            let step = &mut submission.heads[cluster].step;
            if let Some((id, _)) = step.take_if(|(_, end)| *end <= now) {
                self.join_queue(id, true, cx);
            }
        }
    }

    /// Processes the arrival of a copy.
    fn end_copy(&mut self, number: u32, cx: &mut Context<Event>) {
        let now = cx.now();
        let Some(submission) = &mut self.submission else { return };
        let purpose = std::mem::replace(&mut submission.purposes[number as usize], Purpose::Inputs(0));
        match purpose {
            Purpose::Inputs(task) => self.inputs_arrived(task, true, cx),
            Purpose::Bundle { task, from, to, start, bytes, files } => {
                cx.record.add_transfer(Moved { from, start, end: now, bytes }.transfer(to, task));
                for file in files {
                    self.files.add(file, to, now);
                    let Some(submission) = &mut self.submission else { return };
                    for waiting in submission.awaited.remove(&(file, to)).unwrap_or_default() {
                        self.end_wait(waiting, cx);
                    }
                }
            }
            Purpose::Other { kind, row } => {
                cx.record.add_row(&CopyRow { end: now, ..row });
                if kind == CopyKind::Back {
                    self.end_copy_back(row.task, row.to as usize, cx);
                } else {
                    self.end_wait(row.task, cx);
                }
            }
        }
    }

    /// Ends one wait of a task for a copy.
    fn end_wait(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        if self.submission.as_mut().is_some_and(|submission| submission.finish_one_wait(id)) {
            let task = &mut self.tasks[id as usize];
            task.there = cx.now();
            // The forecast assumed free links.
            self.clusters[task.cluster as usize].forecast.files_come_otherwise();
            self.inputs_arrived(id, true, cx);
        }
    }

    /// The run of a task fails: it loses its nodes and its work.
    pub(in super::super) fn lose_run(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let task = &self.tasks[id as usize];
        let cluster = &self.clusters[task.cluster as usize];
        for &(first, _) in cluster.nodes_of(task) {
            cx.record.leave(id, cx.now(), cluster.first_row + first, true);
        }
        cx.record.stop(id, cx.now());
    }

    /// Submits a failed task again.
    pub(in super::super) fn resubmit(&mut self, id: SubjectId, cx: &mut Context<Event>) {
        let now = cx.now();
        let task = &mut self.tasks[id as usize];
        task.status = Status::Future;
        let (workflow, cluster) = (task.workflow, task.cluster as usize);
        let Some(submission) = &mut self.submission else { return };
        submission.heads[cluster].tasks -= 1;
        *submission.failed.entry(id).or_default() += 1;
        submission.enter(Stage::Elsewhere, id, cluster, (now, cx.record.keeps_all()));
        reasons::record_failure(&mut cx.record, id, now, cluster);
        self.brokers[workflow as usize].under_way -= 1;
        self.hold_at_broker(id, cx);
    }

    /// Copies the output of an ended task to the submission site; false if that is not necessary.
    pub(in super::super) fn copy_back(&mut self, id: SubjectId, cx: &mut Context<Event>) -> bool {
        let (local, now) = (self.local(id), cx.now());
        let task = self.tasks[id as usize];
        let from = task.cluster as usize;
        let Some(submission) = &mut self.submission else { return false };
        submission.heads[from].tasks -= 1;
        let home = submission.options.home_index();
        if !submission.options.copy_back || from == home {
            return false;
        }
        let dag = &self.brokers[task.workflow as usize].dag;
        let bytes = dag.outputs.row(local).iter().map(|&file| dag.bytes[file as usize]).sum::<f64>();
        if bytes <= 0.0 {
            return false;
        }
        let links = self.files.links();
        let end = now + links.transfer_time(bytes, from, home);
        let row = copy_row(&mut cx.record, CopyKind::Back, id, Moved { from, start: now, end, bytes }, home);
        let purpose = Purpose::Other { kind: CopyKind::Back, row };
        if submission.have_servers() {
            let limit = Some(links.bandwidth(from, home));
            let overhead = links.start_up(from, home);
            submission.serve(now, ServedCopy { to: home, bytes, limit, overhead }, purpose);
        } else if end > now {
            submission.time(end, purpose);
        } else {
            cx.record.add_row(&row);
            return false;
        }
        reasons::record_copy_back(&mut cx.record, id, now, home);
        true
    }

    /// The output of a task has reached the submission site: the task is done.
    fn end_copy_back(&mut self, id: SubjectId, home: usize, cx: &mut Context<Event>) {
        let local = self.local(id);
        let broker = &self.brokers[self.tasks[id as usize].workflow as usize];
        for &file in broker.dag.outputs.row(local) {
            self.files.add(broker.first_file + file, home, cx.now());
        }
        self.ended += 1;
        self.release_children(id, cx);
    }
}

/// The properties of copies for a task.
struct SubmissionCopies {
    home: usize,
    /// Bytes.
    program: f64,
    head_node_s: Span,
}

impl SubmissionCopies {
    fn of(submission: &Submission) -> Self {
        let options = &submission.options;
        Self {
            home: options.home_index(),
            program: options.executable_mb * 1e6,
            head_node_s: options.head_node_s,
        }
    }
}
