//! Users who submit bags in sequence: each one some time after the end of the previous one.

use super::cluster::NONE;
use super::{Bags, Context, Event, class};
use ganttlet_core::time::Time;
use ganttlet_work::bags::Bag;
use std::collections::{BTreeMap, VecDeque};

/// The remaining bags of each such user, in their order.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    users: Vec<VecDeque<Bag>>,
}

impl Sessions {
    /// Separates the bags that follow other bags from those with fixed submit times.
    pub(super) fn new(bags: Vec<Bag>) -> (Self, Vec<Bag>) {
        let (following, fixed): (Vec<Bag>, Vec<Bag>) =
            bags.into_iter().partition(|bag| bag.session.is_some());
        let mut users: BTreeMap<u32, VecDeque<Bag>> = BTreeMap::new();
        for bag in following {
            users.entry(bag.user).or_default().push_back(bag);
        }
        (Self { users: users.into_values().collect() }, fixed)
    }

    /// True if all bags are submitted at fixed times.
    pub(super) fn is_empty(&self) -> bool {
        self.users.is_empty()
    }

    /// The first bag of each user, before any has been submitted.
    pub(super) fn first_bags(&self) -> impl Iterator<Item = &Bag> {
        self.users.iter().filter_map(VecDeque::front)
    }
}

impl Bags {
    /// Schedules the first bag of each user who submits bags in sequence.
    pub(super) fn plan_first_submissions(&mut self, cx: &mut Context<Event>) {
        for session in 0..self.sessions.users.len() {
            let first = self.sessions.users[session].front().and_then(|bag| bag.session.as_ref());
            let time = first.and_then(|(user, pause)| user.first_submission(pause));
            plan(session as u32, time, cx);
        }
    }

    /// Submits the next bag of a user.
    pub(super) fn submit_next_of(&mut self, session: u32, cx: &mut Context<Event>) {
        let Some(mut bag) = self.sessions.users[session as usize].pop_front() else { return };
        bag.submit = cx.now();
        let place = self.progress.len();
        let mut chance = cx.stream(&format!("inaccuracy/{}", bag.number));
        self.declare_bag(&bag, &mut chance, cx);
        self.progress[place].session = session;
        self.submit_tasks(place, cx);
    }

    /// Schedules the bag that follows one that has ended.
    pub(super) fn plan_next_submission(&mut self, bag: u32, cx: &mut Context<Event>) {
        let session = self.progress[bag as usize].session;
        if session == NONE {
            return;
        }
        let next = self.sessions.users[session as usize].front().and_then(|bag| bag.session.as_ref());
        let response = cx.now() - self.rows[bag as usize].submit;
        let time = next.and_then(|(user, pause)| user.next_submission(cx.now(), response, pause));
        plan(session, time, cx);
    }
}

/// Schedules a bag of a user, if there is one.
fn plan(session: u32, time: Option<Time>, cx: &mut Context<Event>) {
    if let Some(time) = time {
        cx.schedule(time, class::ARRIVE, Event::Follow(session));
    }
}
