//! Turns: a scheduler gives the turn to some of its waiting tasks.

use super::policy::selection::{TurnShare, WaitingUser};
use super::tables::{OrderRow, TurnRow};
use super::{Bags, Barrier, Context, Event};
use crate::system::player::{Asked, Question};
use ganttlet_core::order;
use ganttlet_core::rule::Decision;
use ganttlet_core::time::Span;
use ganttlet_work::UNKNOWN;
use std::cmp::Reverse;

/// Maximum number of candidates for a turn that are recorded, the first ones in the order.
const ORDERED: usize = 12;

impl Bags {
    /// Gives the next turn if it is due.
    pub(super) fn give_turn(&mut self, manager: usize, cx: &mut Context<Event>) {
        let at = &mut self.managers[manager];
        if at.lanes.is_empty() {
            return;
        }
        let waits_for_ends = self.options.barrier == Barrier::Completed && at.unfinished > 0;
        if !at.selection.admits_new_tasks() && (!at.eligible.is_empty() || waits_for_ends) {
            return;
        }
        let mut lane = 0;
        if at.selection.separates_users() {
            self.waiting.clear();
            let one = |(user, bag): (u32, u32)| WaitingUser {
                user,
                since: self.rows[bag as usize].submit,
                number: self.users[user as usize].number,
            };
            self.waiting.extend(at.lanes.occupied_queues().map(one));
            let rank = |one: &&WaitingUser| at.selection.turn_rank(one, &self.accounts, cx.now());
            let first = self.waiting.iter().zip(0..).min_by_key(|(one, _)| rank(one)).map(|(_, place)| place);
            let Some(place) = self.pick_user(manager, first, cx) else { return };
            lane = self.waiting[place].user;
        }
        if cx.record.wants_reasons() {
            self.record_order(manager, cx);
        }
        let at = &mut self.managers[manager];
        if at.selection.separates_users() {
            at.selection.note_turn(lane);
        }
        self.turn.clear();
        at.lanes.take_tasks(lane, at.selection.turn_share(), &mut self.turn);
        for &task in &self.turn {
            let key = at.scheduling.task_order_key(self.tasks[task as usize].estimate);
            at.eligible.push(Reverse((key, task)));
        }
        at.unfinished += self.turn.len() as u32;
        if cx.record.keeps_all() {
            self.record_turn(manager, cx);
        }
    }

    /// The index of the user who receives the turn, among the waiting users in the order of their first submissions;
    /// none if the run ends.
    fn pick_user(&self, manager: usize, policy: Option<usize>, cx: &mut Context<Event>) -> Option<usize> {
        let count = self.waiting.len();
        if count == 1 {
            return Some(0);
        }
        let question = Question {
            decider: manager,
            now: cx.now(),
            asked: Asked::User,
            candidates: count,
            policy,
            may_wait: false,
            refusal: &|_| None,
            subjects: &|| {
                let lanes = &self.managers[manager].lanes;
                self.waiting.iter().filter_map(|one| lanes.oldest_task(one.user)).collect()
            },
            expected: &|_| None,
        };
        cx.player.decide(&question).picked()
    }

    /// Records the candidates for the current turn, in their order.
    fn record_order(&mut self, manager: usize, cx: &mut Context<Event>) {
        let (at, now) = (&self.managers[manager], cx.now());
        let mut note = |place: usize, user: Option<u32>, bag: u32, used: Span| {
            let row = &self.rows[bag as usize];
            let (time, scheduler, place) = (cx.now, manager as u32, place as u32 + 1);
            let row = OrderRow { time, scheduler, place, user, bag: row.bag, since: row.submit, used };
            cx.record.add_row(&row);
        };
        if at.selection.separates_users() {
            // Sorts are stable: the last sort key has precedence.
            let rank = |one: &WaitingUser| at.selection.turn_rank(one, &self.accounts, now);
            order::sort_by_key(&mut self.waiting, |one| i64::from(rank(one).2));
            order::sort_by_key(&mut self.waiting, |one| rank(one).1.0);
            order::sort_by_key(&mut self.waiting, |one| rank(one).0);
            for (place, one) in self.waiting.iter().take(ORDERED).enumerate() {
                let user = Some(one.number).filter(|&user| user != UNKNOWN);
                let used = self.accounts[one.user as usize].processor_time_used(now);
                note(place, user, at.lanes.bags_of(one.user).next().unwrap_or_default(), used);
            }
        } else if at.selection.turn_share() != TurnShare::All {
            for (place, bag) in at.lanes.bags_of(0).take(ORDERED).enumerate() {
                note(place, None, bag, Span::ZERO);
            }
        }
    }

    /// Records the turn and its reason.
    fn record_turn(&self, manager: usize, cx: &mut Context<Event>) {
        let Some(&first) = self.turn.first() else { return };
        let (selection, user) = (&self.managers[manager].selection, self.user_of(first));
        let used = self.accounts[user as usize].processor_time_used(cx.now());
        let tasks = self.turn.len() as u32;
        let row = &self.rows[self.tasks[first as usize].bag as usize];
        let turn = TurnRow {
            time: cx.now,
            scheduler: manager as u32,
            user: row.user.filter(|_| selection.separates_users()),
            bag: row.bag,
            tasks,
            used: if selection.separates_users() { used } else { Span::ZERO },
        };
        cx.record.add_row(&turn);
        for &task in &self.turn {
            if !cx.record.wants_reasons() {
                return;
            }
            let bag = i64::from(self.rows[self.tasks[task as usize].bag as usize].bag);
            let values =
                [row.user.map_or(0, i64::from), used.seconds().to_bits() as i64, i64::from(tasks), bag];
            cx.record.decide(Decision::new(cx.now, task, selection.rule()).with_values(values));
        }
    }

    /// Puts the tasks that have the turn but have not been sent back into their queues.
    pub(super) fn return_turn(&mut self, manager: usize) {
        let mut tasks: Vec<u32> =
            self.managers[manager].eligible.drain().map(|Reverse((_, task))| task).collect();
        tasks.sort_unstable();
        for task in tasks.into_iter().rev() {
            let bag = self.tasks[task as usize].bag;
            let lane = self.lane_of(manager, self.progress[bag as usize].user);
            let at = &mut self.managers[manager];
            at.lanes.return_task(lane, bag, task);
            at.unfinished -= 1;
        }
    }

    /// The queue of a user at a scheduler.
    pub(super) fn lane_of(&self, manager: usize, user: u32) -> u32 {
        if self.managers[manager].selection.separates_users() { user } else { 0 }
    }

    pub(super) fn user_of(&self, task: u32) -> u32 {
        self.progress[self.tasks[task as usize].bag as usize].user
    }
}
