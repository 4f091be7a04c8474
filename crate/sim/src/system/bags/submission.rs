//! Submission of bags: their users, and the schedulers that receive their tasks.

use super::cluster::NONE;
use super::policy::selection::UserAccount;
use super::tables::BagRow;
use super::{Architecture, Bags, Context, Event, Progress, Stage, Task, User, class};
use ganttlet_core::order;
use ganttlet_core::record::{Kind, Subject};
use ganttlet_core::rng::Stream;
use ganttlet_core::time::{Span, Time};
use ganttlet_work::UNKNOWN;
use ganttlet_work::bags::Bag;
use std::collections::BTreeMap;

/// A task of a bag.
const TASK: Kind = Kind { name: "task", ..Kind::JOB };

/// The size classes of bags: the maximum number of tasks and the name of each.
const SIZES: [(usize, &str); 10] = [
    (1, "1 task"),
    (4, "2 to 4 tasks"),
    (9, "5 to 9 tasks"),
    (19, "10 to 19 tasks"),
    (49, "20 to 49 tasks"),
    (99, "50 to 99 tasks"),
    (199, "100 to 199 tasks"),
    (499, "200 to 499 tasks"),
    (999, "500 to 999 tasks"),
    (usize::MAX, "1000 tasks or more"),
];

impl Bags {
    /// Numbers the users in the order of their first submissions (of the earliest possible ones, where these depend on
    /// the ends of bags), and draws their priorities.
    pub(super) fn number_users(&mut self, cx: &Context<Event>) {
        let clusters = self.clusters.len().max(1);
        let mut known = BTreeMap::new();
        let mut all: Vec<&Bag> = self.bags.list().iter().chain(self.sessions.first_bags()).collect();
        order::sort_by_key(&mut all, |bag| bag.submit.0);
        for bag in all {
            let next = self.users.len() as u32;
            if *known.entry(bag.user).or_insert(next) == next {
                self.users.push(User { number: bag.user, current: home_of(bag, clusters) });
            }
        }
        let mut places: Vec<u32> = (0..self.users.len() as u32).collect();
        cx.stream("priorities").shuffle(&mut places);
        self.accounts = places.into_iter().map(UserAccount::new).collect();
        self.user_places = known;
    }

    /// Declares all bags and their tasks. If bags depend on the ends of others, each is declared at its submission
    /// instead.
    pub(super) fn declare_all(&mut self, cx: &mut Context<Event>) {
        cx.record.declare_types(&SIZES.map(|(_, name)| name));
        if !self.sessions.is_empty() {
            return;
        }
        let mut chance = cx.stream("inaccuracy");
        let bags = self.bags.take_list();
        for bag in &bags {
            self.declare_bag(bag, &mut chance, cx);
        }
        self.bags.return_list(bags);
    }

    /// Numbers a bag and its tasks, and draws the runtimes known to schedulers.
    pub(super) fn declare_bag(&mut self, bag: &Bag, chance: &mut Stream, cx: &mut Context<Event>) {
        let place = self.progress.len();
        let off = self.options.inaccuracy_pct / 100.0;
        let user = self.user_places[&bag.user];
        let (first, left) = (self.tasks.len() as u32, bag.tasks.len() as u32);
        self.progress.push(Progress { user, first, left, session: NONE });
        self.rows.push(BagRow {
            bag: bag.number,
            user: Some(bag.user).filter(|&user| user != UNKNOWN),
            home: home_of(bag, self.clusters.len().max(1)) as u32,
            submit: bag.submit,
            tasks: left,
            work: bag.total_run_time(),
            start: Time::MAX,
            end: Time::MAX,
            copies: 0,
            wasted: Span::ZERO,
        });
        let (_, of_size) = SIZES.iter().find(|&&(most, _)| bag.tasks.len() <= most).unwrap_or(&SIZES[0]);
        for (&run, number) in bag.tasks.iter().zip(1..) {
            let estimate =
                if off > 0.0 { estimate_with_error(run, chance.uniform_between(-off, off)) } else { run };
            let (user, submit) = (bag.user, bag.submit);
            let subject = Subject { number, user, group: place as u32, submit, nodes: 1, estimate };
            let id = cx.record.add_kind(subject, TASK);
            cx.record.set_type(id, of_size);
            if cx.record.keeps_all() {
                let name = if bag.name.is_empty() { bag.number.to_string() } else { bag.name.clone() };
                cx.record.set_name(id, format!("{name}.{number}"));
            }
            self.tasks.push(Task {
                bag: place as u32,
                run,
                estimate,
                runs: NONE,
                manager: 0,
                copies: 0,
                stage: Stage::Waits,
            });
        }
        let name = if bag.name.is_empty() { format!("Bag {}", bag.number) } else { bag.name.clone() };
        cx.record.add_group(name);
    }

    /// Submits the next bag.
    pub(super) fn submit_bag(&mut self, cx: &mut Context<Event>) {
        let mut place = self.bags.take(class::ARRIVE, Event::Arrive, cx);
        if !self.sessions.is_empty() {
            let bag = self.bags.list()[place].clone();
            place = self.progress.len();
            let mut chance = cx.stream(&format!("inaccuracy/{}", bag.number));
            self.declare_bag(&bag, &mut chance, cx);
        }
        self.submit_tasks(place, cx);
    }

    /// Submits the tasks of a bag.
    pub(super) fn submit_tasks(&mut self, place: usize, cx: &mut Context<Event>) {
        cx.record.add_row(&self.rows[place]);
        let Progress { user, first, left, .. } = self.progress[place];
        for task in first..first + left {
            let manager = match self.options.architecture {
                Architecture::Central => 0,
                Architecture::Separate => self.rows[place].home as usize,
                Architecture::Flocking => self.choose_scheduler(user as usize),
            };
            self.tasks[task as usize].manager = manager as u16;
            let lane = self.lane_of(manager, user);
            if self.options.reselect_on_arrival {
                self.return_turn(manager);
            }
            let at = &mut self.managers[manager];
            at.lanes.push_task(lane, place as u32, task);
            (at.waiting, at.touched) = (at.waiting + 1, true);
            cx.record.queue(task, cx.now, manager);
        }
    }

    /// The scheduler that receives the next task of a user; if the task will have to wait there, the user moves on to
    /// the next one.
    fn choose_scheduler(&mut self, user: usize) -> usize {
        let current = self.users[user].current;
        if self.managers[current].waiting + 1 > self.clusters[current].nodes.count() {
            self.users[user].current = (current + 1) % self.managers.len();
        }
        current
    }
}

/// The home cluster of the user of a bag.
fn home_of(bag: &Bag, clusters: usize) -> usize {
    let home = if bag.home == UNKNOWN { bag.user } else { bag.home };
    home as usize % clusters
}

/// The estimate of a task whose relative error is `off` (Sonmez 2010, section 5.4.3).
pub(super) fn estimate_with_error(run: Span, off: f64) -> Span {
    Span::from_seconds((run.seconds() * (1.0 + off)).max(1.0))
}
