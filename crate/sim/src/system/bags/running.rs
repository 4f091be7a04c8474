//! Runs of tasks and replicas: they start, the first to complete counts, and the others are cancelled with it.

use super::cluster::{Busy, NONE, Queued, lasts};
use super::policy::scheduling::CompletedTask;
use super::{Bags, Context, Event, Stage, class, reasons};
use ganttlet_core::record::{Phase, Status};

impl Bags {
    /// Starts waiting tasks on all clusters where something has changed. Started tasks can be replicated immediately,
    /// in the order in which they were sent.
    pub(super) fn start_all(&mut self, cx: &mut Context<Event>) {
        for cluster in 0..self.clusters.len() {
            if std::mem::take(&mut self.clusters[cluster].touched) {
                self.start_on_cluster(cluster, cx);
            }
        }
        ganttlet_core::order::sort_by_key(&mut self.begun, |&(sent, _)| sent.into());
        for (_, task) in self.begun.drain(..) {
            let at = &mut self.managers[usize::from(self.tasks[task as usize].manager)];
            if let Some(started) = at.started.first_mut() {
                started.push_back(task);
                at.touched = true;
            }
        }
    }

    /// Starts queued tasks of a cluster while processors are idle.
    pub(super) fn start_on_cluster(&mut self, index: usize, cx: &mut Context<Event>) {
        while self.clusters[index].nodes.count() > 0 {
            let Some(queued) = self.clusters[index].queue.pop_front() else { return };
            // A replica is of no use once its original is done.
            if self.tasks[queued.task as usize].stage != Stage::Done {
                self.start_run(queued, index, cx);
            }
        }
    }

    /// Starts a task or a replica of it.
    fn start_run(&mut self, queued: Queued, index: usize, cx: &mut Context<Event>) {
        let Queued { task, copy, expected, sent } = queued;
        let (cluster, known) = (&mut self.clusters[index], &mut self.tasks[task as usize]);
        let estimate = known.estimate.scaled_to_speed(cluster.speed);
        let mut node = 0;
        cluster.nodes.take_lowest(1, |first, _| node = first);
        let until = cx.now + lasts(known.run, cluster.speed);
        let end = cx.schedule(until, class::END, Event::End(self.runs.next()));
        let exact = cx.now + expected == until;
        let next = std::mem::replace(&mut known.runs, self.runs.next());
        let (start, cluster_number) = (cx.now, index as u32);
        let busy = Busy { task, cluster: cluster_number, node, start, expected, end, next, place: 0, exact };
        cluster.start(busy, &mut self.runs);
        let row = cluster.first_row + node;
        let bag = &mut self.rows[known.bag as usize];
        self.accounts[self.progress[known.bag as usize].user as usize].note_start(cx.now);
        if copy {
            bag.copies += 1;
            cx.record.mark(cx.now, task, &reasons::COPY, 1);
            cx.record.occupy(task, cx.now, (row, 1), Phase::COPIES);
            return;
        }
        known.stage = Stage::Runs;
        bag.start = bag.start.min(cx.now);
        self.managers[usize::from(known.manager)].waiting -= 1;
        self.begun.push((sent, task));
        cx.record.place(task, cx.now, index);
        cx.record.start(task, cx.now);
        cx.record.estimate(task, estimate);
        cx.record.occupy(task, cx.now, (row, 1), Phase::WORKS);
    }

    /// Ends a task: the other runs of the task are cancelled.
    pub(super) fn end_run(&mut self, winner: u32, cx: &mut Context<Event>) {
        let won = self.runs.list[winner as usize];
        let task = self.tasks[won.task as usize];
        let progress = &mut self.progress[task.bag as usize];
        let (user, row) = (progress.user, &mut self.rows[task.bag as usize]);
        progress.left -= 1;
        let mut next = task.runs;
        while next != NONE {
            let (number, busy) = (next, self.runs.list[next as usize]);
            next = busy.next;
            let cluster = &mut self.clusters[busy.cluster as usize];
            self.accounts[user as usize].note_end(busy.start, cx.now());
            if number != winner {
                cx.cancel(busy.end);
                row.wasted += cx.now() - busy.start;
                cx.record.leave(busy.task, cx.now, cluster.first_row + busy.node, true);
            }
            cluster.end(number, &mut self.runs);
        }
        cx.record.finish(won.task, cx.now, Status::Done);
        let ended = progress.left == 0;
        if ended {
            row.end = cx.now;
            cx.record.set_row(task.bag, row);
        }
        let known = &mut self.tasks[won.task as usize];
        (known.stage, known.runs) = (Stage::Done, NONE);
        self.done += 1;
        let at = &mut self.managers[usize::from(task.manager)];
        let took = cx.now - won.start;
        // A task that has migrated to a cluster of another scheduler gives this one no information about its clusters.
        let place = (won.cluster as usize).checked_sub(at.first).filter(|&place| place < at.seen.len());
        if let Some(cluster) = place {
            at.scheduling.note_completed(&CompletedTask { user, cluster, reference: task.run, took });
        }
        at.unfinished -= 1;
        // Also where tasks of other schedulers ran: processors have become idle there.
        at.touched = true;
        if ended {
            self.plan_next_submission(task.bag, cx);
        }
    }
}
