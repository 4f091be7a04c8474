//! Load sharing within a level (section 3.3).

use super::task::Stage;
use super::{Event, Hierarchy, class, reasons};
use crate::system::Context;
use crate::system::hierarchy::policy::MoveCause;
use crate::system::hierarchy::policy::sharing::Offer;
use ganttlet_core::time::Time;

impl Hierarchy {
    /// Expected completion of a task in a queue, in seconds from now.
    fn expected_completion_s(&mut self, at: u32, queue: usize, now: Time) -> f64 {
        let there = match self.queues[queue].average {
            Some(average) => average,
            None => f64::from(self.available_machines(queue)),
        };
        let own = &self.queues[queue];
        let delay = own.grids.first().map_or(0.0, |&grid| self.grids[grid].row.mean_claim_time_s());
        let before = own.order.iter().take_while(|&&other| other != at);
        // The size of a task in estimation is unknown: its old bound does not count.
        let known = before.filter(|&&other| !self.tasks[other as usize].is_estimated_now());
        let ahead: i128 = known.filter_map(|&other| self.remaining_work(other, now)).sum();
        let machines = there.min(f64::from(own.cpus));
        let speed = f64::from(own.facts.kflops) * own.beta;
        let jobs = self.tasks[at as usize].left.max(1);
        let left = self.remaining_work(at, now).unwrap_or(0);
        let rate = |machines: f64| machines.max(1.0) * speed;
        delay + ahead as f64 / rate(machines) + left as f64 / rate(machines.min(f64::from(jobs)))
    }

    fn offer_of(&mut self, at: u32, queue: usize, now: Time) -> Offer {
        Offer {
            completion_s: self.expected_completion_s(at, queue, now),
            tasks: self.queues[queue].order.len(),
        }
    }

    /// Samples the availability of machines, and lets each queue give one task away.
    pub(super) fn share_load(&mut self, cx: &mut Context<Event>) {
        let Some(period) = self.policies.sharing.period() else { return };
        let now = cx.now();
        let keep = self.policies.sharing.sample_weight();
        for queue in 0..self.queues.len() {
            let sample = f64::from(self.available_machines(queue));
            let average = self.queues[queue].average.map_or(sample, |old| keep * old + (1.0 - keep) * sample);
            self.queues[queue].average = Some(average);
        }
        for queue in 0..self.queues.len() {
            if !self.queues[queue].facts.partners.is_empty() {
                self.give_one_away(queue, cx);
            }
        }
        cx.schedule(now + period, class::SHARE, Event::Share);
    }

    /// Moves the first task of a queue for which the policy chooses a partner.
    fn give_one_away(&mut self, queue: usize, cx: &mut Context<Event>) {
        let now = cx.now();
        for at in self.queues[queue].order.clone() {
            let task = &self.tasks[at as usize];
            let Some(left) = self.remaining_work(at, now) else { continue };
            if task.stage != Stage::Queued || task.returned {
                continue;
            }
            let (pending, partners) = (task.pending_jobs(), &self.queues[queue].facts.partners);
            let fits = |&partner: &usize| left <= self.queues[partner].facts.max_task_work();
            let partners: Vec<usize> = partners.iter().copied().filter(fits).collect();
            let here = self.offer_of(at, queue, now);
            let mut there: Vec<Offer> =
                partners.iter().map(|&partner| self.offer_of(at, partner, now)).collect();
            for offer in &mut there {
                offer.completion_s += self.options.migration_s.seconds();
            }
            if let Some(best) = self.policies.sharing.choose_partner(here, &there, pending) {
                let times = (there[best].completion_s, here.completion_s);
                self.tasks[at as usize].promised = Some((here.completion_s, queue));
                self.send_task(
                    at,
                    partners[best],
                    (MoveCause::Share, reasons::sharing_reason(MoveCause::Share, times)),
                    cx,
                );
                return;
            }
        }
    }

    /// Returns a task received by load sharing if it would not complete earlier than in its former queue; true if so.
    pub(super) fn return_if_better(&mut self, at: u32, cx: &mut Context<Event>) -> bool {
        let now = cx.now();
        let Some((promised, sender)) = self.tasks[at as usize].promised.take() else { return false };
        let takes = self.expected_completion_s(at, self.tasks[at as usize].queue, now);
        if takes < promised {
            return false;
        }
        self.tasks[at as usize].returned = true;
        self.send_task(
            at,
            sender,
            (MoveCause::Return, reasons::sharing_reason(MoveCause::Return, (takes, promised))),
            cx,
        );
        true
    }
}
