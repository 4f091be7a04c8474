//! Migration of waiting tasks from the head of a queue to an idle processor of another cluster.

use super::cluster::{Queued, lasts};
use super::policy::scheduling::TaskInfo;
use super::{Architecture, Bags, Context, Event, reasons};
use ganttlet_core::order;
use ganttlet_core::rule::Decision;
use ganttlet_core::time::{Span, Time};

/// A possible migration: the cluster of the queue, the expected ends there and here, and the expected runtime here.
struct Move {
    from: usize,
    there: Time,
    here: Time,
    expected: Span,
}

impl Bags {
    /// Each cluster with an idle processor and an empty queue, fastest first, starts the head of the queue with the
    /// largest gain; false if there is no gain.
    pub(super) fn migrate_tasks(&mut self, cx: &mut Context<Event>) -> bool {
        if !self.options.migrate_waiting || self.options.architecture == Architecture::Separate {
            return false;
        }
        if self.clusters.iter().all(|cluster| cluster.queue.is_empty()) {
            return false;
        }
        let mut fastest: Vec<usize> = (0..self.clusters.len()).collect();
        order::sort_by_key(&mut fastest, |&place| -order::float_key(self.clusters[place].speed));
        let mut any = false;
        for to in fastest {
            let cluster = &self.clusters[to];
            if cluster.nodes.count() == 0 || !cluster.queue.is_empty() {
                continue;
            }
            if let Some(best) = self.best_move(to, cx.now()) {
                self.migrate(to, &best, cx);
                any = true;
            }
        }
        any
    }

    /// The migration to a cluster with the largest gain; ties go to the first cluster.
    fn best_move(&self, to: usize, now: Time) -> Option<Move> {
        let mut best: Option<Move> = None;
        for (from, cluster) in self.clusters.iter().enumerate() {
            // Where a processor is idle, the head starts immediately.
            let Some(head) = cluster.queue.front().filter(|head| !head.copy) else { continue };
            let known = &self.tasks[head.task as usize];
            let task = TaskInfo { estimate: known.estimate, user: self.user_of(head.task) };
            let run = self.managers[usize::from(known.manager)].scheduling.expected_run_time(&task);
            let Some(free) = cluster.first_end(now, &self.runs) else { continue };
            let there = free + lasts(run, cluster.speed);
            let expected = lasts(run, self.clusters[to].speed);
            let here = now + expected;
            let gain = there - here;
            if gain > best.as_ref().map_or(Span::ZERO, |best| best.there - best.here) {
                best = Some(Move { from, there, here, expected });
            }
        }
        best
    }

    /// Moves a task from its queue to an idle processor elsewhere.
    fn migrate(&mut self, to: usize, best: &Move, cx: &mut Context<Event>) {
        let Some(head) = self.clusters[best.from].remove_first() else { return };
        if cx.record.wants_reasons() {
            let values = [best.there.0, best.here.0, 0, 0];
            let decision = Decision::new(cx.now, head.task, &reasons::MIGRATES).with_values(values);
            cx.record.decide(decision.with_cluster(to));
        }
        cx.record.mark(cx.now, head.task, &reasons::MIGRATION, 1);
        let cluster = &mut self.clusters[to];
        cluster.foresee(cx.now(), &self.runs);
        cluster.join(cx.now(), best.expected);
        cluster.queue.push_back(Queued { expected: best.expected, ..head });
        self.start_on_cluster(to, cx);
    }
}
