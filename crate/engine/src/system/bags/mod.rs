//! Bags of tasks on several clusters (Sonmez 2010, chapter 5): one scheduler for all, one for each cluster, or one for each
//! with users who go on to the next.
//!
//! Every scheduler does the same whenever something has come or ended: a task-selection policy gives the turn to some of
//! the waiting tasks, a task-scheduling policy sends these to processors, and when none of them is left the next turn is
//! given. What is sent to a cluster waits there first come, first served. When nothing waits, some policies make copies of
//! tasks that run: the first to be done counts, the others end with it. Of what happens at one instant ends come first,
//! then looks at the clusters, then bags, then what schedulers do, and last what clusters start.

mod cluster;
mod lanes;
mod manager;
mod options;
pub mod policy;
mod reasons;
pub mod tables;
#[cfg(test)]
mod tests;

pub use options::{Architecture, Barrier, Options};

use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, Parameters, Role};
use crate::platform::Platform;
use crate::record::{Colour, Colours, Kind, Phase, Recorder, Standing, Status, Subject, TableId};
use crate::rule::{Decision, SubjectId};
use crate::system::parts::{Arrivals, Periodic};
use crate::system::{Context, Input, Run, Simulation, System, SystemKind};
use crate::time::{Span, Time};
use crate::workload::bags::Bag;
use crate::workload::{Item, UNKNOWN};
use cluster::{Busy, Cluster, NONE, Runs, lasts};
use manager::Manager;
use policy::scheduling::{self, Done, SCHEDULINGS, Scheduling};
use policy::selection::{Account, SELECTIONS, Selection, Waiting};
use std::cmp::Reverse;
use tables::{BAGS, BagRow, SENT, SentRow, TURNS, TurnRow};

/// The system in the catalog.
pub const BAGS_OF_TASKS: SystemKind = SystemKind {
    entry: Entry::new("bags", "Bags of tasks")
        .summary(
            "Schedulers for bags of sequential tasks: first it is said which of the waiting tasks are next, then on which \
             processors they run. With one scheduler for all clusters, one for each, or users who go on to the next; some \
             policies make copies of tasks that run when nothing else is left to do.",
        )
        .source("Sonmez 2010, chapter 5")
        .parameters(Options::LIST),
    roles: &[
        Role {
            id: "selection",
            name: "Task selection",
            doc: "Which of the waiting tasks are next.",
            family: &SELECTIONS,
            default: "all-tasks",
            baseline: None,
        },
        Role {
            id: "scheduling",
            name: "Task scheduling",
            doc: "On which processors they run, and whether copies are made of them.",
            family: &SCHEDULINGS,
            default: "largest-on-fastest",
            baseline: None,
        },
    ],
    accepts: Bag::KIND,
    beside: &[],
    tells_machines_apart: false,
    check: |_, _| -> Vec<Diagnostic> { Vec::new() },
    build: |input| Box::new(from_input(input)),
};

/// A task of a bag.
const TASK: Kind = Kind { name: "task", ..Kind::JOB };

/// The classes of sizes of bags: the most tasks of each, and its name.
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

/// The order of what happens at one instant.
mod class {
    use crate::event::Class;

    /// A task or a copy ends.
    pub(super) const END: Class = 0;
    /// The central scheduler looks at the clusters.
    pub(super) const LOOK: Class = 1;
    /// A bag comes.
    pub(super) const ARRIVE: Class = 2;
}

/// What can happen.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// The next bag comes.
    Arrive,
    /// A run is over.
    End(u32),
    /// The central scheduler looks at the clusters.
    Look,
}

/// How far a task has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waits,
    Sent,
    Runs,
    Done,
}

/// A task.
#[derive(Clone, Copy, Debug)]
struct Task {
    bag: u32,
    /// How long it runs at speed 1.
    run: Span,
    /// How long schedulers are told that it does.
    estimate: Span,
    /// How long it was expected to when it was sent.
    expected: Span,
    /// The first of those that work on it, or [`NONE`].
    runs: u32,
    /// The scheduler that it waits at.
    manager: u16,
    copies: u8,
    stage: Stage,
}

/// What is known of a bag while it is there.
#[derive(Clone, Copy, Debug)]
struct Progress {
    user: u32,
    first: u32,
    left: u32,
}

/// A user.
#[derive(Clone, Copy, Debug)]
struct User {
    number: u32,
    /// The scheduler that the next task is submitted to, where users choose.
    current: usize,
}

/// The tables that are kept.
#[derive(Clone, Copy, Default)]
struct Tables {
    bags: TableId,
    turns: TableId,
    sent: TableId,
}

/// The state of the system.
pub struct Bags {
    options: Options,
    bags: Arrivals<Bag>,
    progress: Vec<Progress>,
    rows: Vec<BagRow>,
    tasks: Vec<Task>,
    users: Vec<User>,
    accounts: Vec<Account>,
    managers: Vec<Manager>,
    clusters: Vec<Cluster>,
    runs: Runs,
    looks: Periodic,
    tables: Tables,
    done: u32,
    /// Tasks of a turn, and those that wait for one: kept for their memory.
    turn: Vec<u32>,
    waiting: Vec<Waiting>,
}

/// Makes the policies of a scheduler.
type Make<'a> = &'a dyn Fn() -> (Box<dyn Selection>, Box<dyn Scheduling>);

/// A run of `bags`, in the order of their coming, on the clusters of `platform`; `make` makes the policies of a scheduler.
pub fn simulation(
    platform: &Platform,
    bags: Vec<Bag>,
    make: Make,
    options: Options,
    (seed, horizon, decisions): (u64, Time, usize),
) -> Simulation<Bags> {
    let all = &platform.clusters;
    let manager = |first: usize, count: usize| {
        let (selection, scheduling) = make();
        Manager::new(first, &all[first..first + count], selection, scheduling)
    };
    let managers = match options.architecture {
        Architecture::Central => vec![manager(0, all.len())],
        _ => (0..all.len()).map(|first| manager(first, 1)).collect(),
    };
    let cluster = |(place, cluster): (usize, &crate::platform::Cluster)| {
        Cluster::new(cluster.nodes, cluster.speed, platform.first_row(place))
    };
    let system = Bags {
        options,
        progress: Vec::with_capacity(bags.len()),
        rows: Vec::with_capacity(bags.len()),
        tasks: Vec::with_capacity(bags.iter().map(Item::tasks).sum()),
        bags: Arrivals::new(bags, |bag| bag.submit),
        users: Vec::new(),
        accounts: Vec::new(),
        managers,
        clusters: all.iter().enumerate().map(cluster).collect(),
        runs: Runs::default(),
        looks: Periodic::default(),
        tables: Tables::default(),
        done: 0,
        turn: Vec::new(),
        waiting: Vec::new(),
    };
    Simulation::new(system, Recorder::new(platform, decisions), seed, horizon)
}

fn from_input(mut input: Input) -> impl Run {
    let bags = input.work.take();
    let make = || (input.make("selection", &SELECTIONS), input.make("scheduling", &SCHEDULINGS));
    let limits = (input.seed, input.horizon, input.decisions);
    simulation(&input.platform, bags, &make, Options::read(&input.settings), limits)
}

impl System for Bags {
    type Event = Event;

    fn start(&mut self, cx: &mut Context<Event>) {
        self.tables = Tables {
            bags: cx.record.table(&BAGS),
            turns: cx.record.table(&TURNS),
            sent: cx.record.table(&SENT),
        };
        cx.record.colours(Colours { one: Colour::Job, several: Colour::Group });
        cx.record.types(&SIZES.map(|(_, name)| name));
        cx.record.reserve(self.tasks.capacity());
        self.know_users(cx);
        let mut chance = cx.stream("inaccuracy");
        let off = self.options.inaccuracy_pct / 100.0;
        for place in 0..self.bags.list().len() {
            let bag = &self.bags.list()[place];
            let progress = &mut self.progress[place];
            (progress.first, progress.left) = (self.tasks.len() as u32, bag.tasks.len() as u32);
            let (_, of_size) = SIZES.iter().find(|&&(most, _)| bag.tasks.len() <= most).unwrap_or(&SIZES[0]);
            for (&run, number) in bag.tasks.iter().zip(1..) {
                let estimate = if off > 0.0 { told(run, chance.between(-off, off)) } else { run };
                let (user, submit) = (bag.user, bag.submit);
                let subject = Subject { number, user, group: place as u32, submit, nodes: 1, estimate };
                let id = cx.record.add_kind(subject, TASK);
                cx.record.typed(id, of_size);
                if cx.record.keeps_all() {
                    let name = if bag.name.is_empty() { bag.number.to_string() } else { bag.name.clone() };
                    cx.record.name(id, format!("{name}.{number}"));
                }
                self.tasks.push(Task {
                    bag: place as u32,
                    run,
                    estimate,
                    expected: estimate,
                    runs: NONE,
                    manager: 0,
                    copies: 0,
                    stage: Stage::Waits,
                });
            }
            let name = if bag.name.is_empty() { format!("Bag {}", bag.number) } else { bag.name.clone() };
            cx.record.group(name);
        }
        self.bags.plan(class::ARRIVE, Event::Arrive, cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Context<Event>) {
        match event {
            Event::Arrive => self.arrive(cx),
            Event::End(run) => self.end(run, cx),
            Event::Look => {
                self.looks.looks(cx.now());
                self.look();
            }
        }
        if cx.instant_ends() {
            // What has started may be copied at once.
            while self.passes(cx) {
                for cluster in 0..self.clusters.len() {
                    if std::mem::take(&mut self.clusters[cluster].touched) {
                        self.start_all(cluster, cx);
                    }
                }
            }
            self.plan_look(cx);
        }
    }

    fn progress(&self) -> (u32, u32) {
        (self.done, self.bags.list().iter().map(|bag| bag.tasks.len() as u32).sum())
    }

    fn why(&self, standing: &Standing, asked: &[SubjectId]) -> Vec<String> {
        reasons::why(standing, asked, &self.options)
    }
}

/// The estimate of a task of which so much of its run time is added, or taken off (Sonmez 2010, section 5.4.3).
fn told(run: Span, off: f64) -> Span {
    Span::from_seconds((run.seconds() * (1.0 + off)).max(1.0))
}

impl Bags {
    /// Numbers the users in the order of their first submissions, and draws their priorities.
    fn know_users(&mut self, cx: &Context<Event>) {
        let mut known: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
        let clusters = self.clusters.len().max(1);
        for bag in self.bags.list() {
            let next = self.users.len() as u32;
            let user = *known.entry(bag.user).or_insert(next);
            let home = if bag.home == UNKNOWN { bag.user } else { bag.home } as usize % clusters;
            if user == next {
                self.users.push(User { number: bag.user, current: home });
            }
            self.progress.push(Progress { user, first: 0, left: 0 });
            self.rows.push(BagRow {
                bag: bag.number,
                user: Some(bag.user).filter(|&user| user != UNKNOWN),
                home: home as u32,
                submit: bag.submit,
                tasks: bag.tasks.len() as u32,
                work: bag.work(),
                start: Time::MAX,
                end: Time::MAX,
                copies: 0,
                wasted: Span::ZERO,
            });
        }
        let mut places: Vec<u32> = (0..self.users.len() as u32).collect();
        cx.stream("priorities").shuffle(&mut places);
        self.accounts = places.into_iter().map(Account::at).collect();
    }

    /// A bag comes: its tasks are submitted.
    fn arrive(&mut self, cx: &mut Context<Event>) {
        let place = self.bags.take(class::ARRIVE, Event::Arrive, cx);
        cx.record.add_row(self.tables.bags, &self.rows[place]);
        let Progress { user, first, left } = self.progress[place];
        for task in first..first + left {
            let manager = match self.options.architecture {
                Architecture::Central => 0,
                Architecture::Separate => self.rows[place].home as usize,
                Architecture::Flocking => self.flock(user as usize),
            };
            self.tasks[task as usize].manager = manager as u16;
            let lane = self.lane_of(manager, user);
            if self.options.reselect_on_arrival {
                self.give_back(manager);
            }
            let at = &mut self.managers[manager];
            at.lanes.push(lane, place as u32, task);
            (at.waiting, at.touched) = (at.waiting + 1, true);
            cx.record.queue(task, cx.now, manager);
        }
    }

    /// The lane of a user at a scheduler.
    fn lane_of(&self, manager: usize, user: u32) -> u32 {
        if self.managers[manager].selection.knows_users() { user } else { 0 }
    }

    /// The scheduler that a user submits the next task to; if it will have to wait there, the one after that is next.
    fn flock(&mut self, user: usize) -> usize {
        let current = self.users[user].current;
        if self.managers[current].waiting + 1 > self.clusters[current].nodes.count() {
            self.users[user].current = (current + 1) % self.managers.len();
        }
        current
    }

    /// Tasks that have the turn and have not been sent anywhere give it back.
    fn give_back(&mut self, manager: usize) {
        let mut tasks: Vec<u32> =
            self.managers[manager].eligible.drain().map(|Reverse((_, task))| task).collect();
        tasks.sort_unstable();
        for task in tasks.into_iter().rev() {
            let bag = self.tasks[task as usize].bag;
            let lane = self.lane_of(manager, self.progress[bag as usize].user);
            let at = &mut self.managers[manager];
            at.lanes.put_back(lane, bag, task);
            at.unfinished -= 1;
        }
    }

    /// The central scheduler sees which processors are idle.
    fn look(&mut self) {
        let manager = &mut self.managers[0];
        for (seen, cluster) in manager.seen.iter_mut().zip(&self.clusters) {
            seen.idle = cluster.nodes.count();
        }
        manager.touched = true;
    }

    /// True if the central scheduler only sees the clusters from time to time.
    fn looks_at_times(&self) -> bool {
        self.options.architecture == Architecture::Central && self.options.monitor_period_s > Span::ZERO
    }

    /// Plans the next look at the clusters, unless nothing can have changed by then.
    fn plan_look(&mut self, cx: &mut Context<Event>) {
        if !self.looks_at_times() {
            return;
        }
        let same = |(seen, cluster): (&scheduling::Seen, &Cluster)| seen.idle == cluster.nodes.total();
        let idle = self.managers[0].seen.iter().zip(&self.clusters).all(same);
        if (!idle || self.managers[0].waiting > 0)
            && let Some(time) = self.looks.plan(cx.now(), self.options.monitor_period_s)
        {
            cx.schedule(time, class::LOOK, Event::Look);
        }
    }

    /// All schedulers for which something has changed make a pass; false if there was none.
    fn passes(&mut self, cx: &mut Context<Event>) -> bool {
        let mut any = false;
        for manager in 0..self.managers.len() {
            if std::mem::take(&mut self.managers[manager].touched) {
                self.pass(manager, cx);
                any = true;
            }
        }
        any
    }

    /// A scheduler gives turns and sends tasks as long as there are some and they can be sent.
    fn pass(&mut self, manager: usize, cx: &mut Context<Event>) {
        self.see(manager, cx.now());
        loop {
            self.give_turn(manager, cx);
            let at = &self.managers[manager];
            let (task, copy) = match at.eligible.peek() {
                Some(&Reverse((_, task))) => (task, false),
                None if at.lanes.is_empty() => match self.next_copy(manager) {
                    Some(task) => (task, true),
                    None => return,
                },
                None => return,
            };
            let at = &self.managers[manager];
            let (user, known) = (self.user_of(task), &self.tasks[task as usize]);
            let expected = at.scheduling.expects(&scheduling::Task { estimate: known.estimate, user });
            let Some(place) = at.choose(expected, cx.now()) else { return };
            self.send((manager, place), (task, copy), expected, cx);
        }
    }

    fn user_of(&self, task: u32) -> u32 {
        self.progress[self.tasks[task as usize].bag as usize].user
    }

    /// What a scheduler knows of its clusters when it makes a pass.
    fn see(&mut self, manager: usize, now: Time) {
        let (live, at) = (!self.looks_at_times(), &mut self.managers[manager]);
        let queues = at.scheduling.queues();
        for (seen, cluster) in at.seen.iter_mut().zip(&mut self.clusters[at.first..]) {
            if live {
                seen.idle = cluster.nodes.count().saturating_sub(cluster.queue.len() as u32);
            }
            if queues {
                cluster.foresee(now, &self.tasks, &self.runs);
                seen.free = cluster.next_free(now);
            }
        }
    }

    /// The next turn is given if it is time for one.
    fn give_turn(&mut self, manager: usize, cx: &mut Context<Event>) {
        let at = &mut self.managers[manager];
        if at.lanes.is_empty() {
            return;
        }
        let waits_for_ends = self.options.barrier == Barrier::Completed && at.unfinished > 0;
        if !at.selection.joins() && (!at.eligible.is_empty() || waits_for_ends) {
            return;
        }
        let lane = if at.selection.knows_users() {
            self.waiting.clear();
            let one = |(user, bag): (u32, u32)| Waiting {
                user,
                since: self.rows[bag as usize].submit,
                number: self.users[user as usize].number,
            };
            self.waiting.extend(at.lanes.occupied().map(one));
            self.waiting[at.selection.next(&self.waiting, &self.accounts, cx.now())].user
        } else {
            0
        };
        self.turn.clear();
        at.lanes.take(lane, at.selection.share(), &mut self.turn);
        for &task in &self.turn {
            let key = at.scheduling.key(self.tasks[task as usize].estimate);
            at.eligible.push(Reverse((key, task)));
        }
        at.unfinished += self.turn.len() as u32;
        if cx.record.keeps_all() {
            self.note_turn(manager, cx);
        }
    }

    /// Writes down whose turn it is, and why.
    fn note_turn(&self, manager: usize, cx: &mut Context<Event>) {
        let Some(&first) = self.turn.first() else { return };
        let (selection, user) = (&self.managers[manager].selection, self.user_of(first));
        let used = self.accounts[user as usize].used(cx.now());
        let tasks = self.turn.len() as u32;
        let row = &self.rows[self.tasks[first as usize].bag as usize];
        let turn = TurnRow {
            time: cx.now,
            scheduler: manager as u32,
            user: row.user.filter(|_| selection.knows_users()),
            bag: row.bag,
            tasks,
            used: if selection.knows_users() { used } else { Span::ZERO },
        };
        cx.record.add_row(self.tables.turns, &turn);
        for &task in &self.turn {
            if !cx.record.wants_reasons() {
                return;
            }
            let bag = i64::from(self.rows[self.tasks[task as usize].bag as usize].bag);
            let values =
                [row.user.map_or(0, i64::from), used.seconds().to_bits() as i64, i64::from(tasks), bag];
            cx.record.decide(Decision::new(cx.now, task, selection.rule()).values(values));
        }
    }

    /// The task that a copy is to be made of: of those that run at this scheduler and have the fewest, the one that started
    /// first. Those that are done are forgotten.
    fn next_copy(&mut self, manager: usize) -> Option<u32> {
        let tasks = &self.tasks;
        self.managers[manager].started.iter_mut().find_map(|started| {
            while let Some(&task) = started.front() {
                if tasks[task as usize].stage == Stage::Runs {
                    return Some(task);
                }
                started.pop_front();
            }
            None
        })
    }

    /// A task, or a copy of it, is sent to a cluster.
    fn send(
        &mut self,
        (manager, place): (usize, usize),
        (task, copy): (u32, bool),
        expected: Span,
        cx: &mut Context<Event>,
    ) {
        let at = &mut self.managers[manager];
        let index = at.first + place;
        let (cluster, known) = (&mut self.clusters[index], &mut self.tasks[task as usize]);
        if cx.record.wants_reasons() {
            let seen = &at.seen[place];
            let end = seen.free.max(cx.now) + lasts(expected, seen.speed);
            let decision = if copy {
                let values = [i64::from(known.copies) + 1, i64::from(at.scheduling.copies())];
                Decision::new(cx.now, task, &reasons::COPIES).values(values)
            } else {
                let told = expected.seconds().to_bits() as i64;
                let values = [told, i64::from(seen.idle), end.0, seen.speed.to_bits() as i64];
                Decision::new(cx.now, task, at.scheduling.rule()).values(values)
            };
            cx.record.decide_among(decision.chosen(index), &at.candidates(expected, cx.now));
        }
        if copy {
            let copies = usize::from(known.copies);
            at.started[copies].pop_front();
            known.copies += 1;
            if let Some(next) = at.started.get_mut(copies + 1) {
                next.push_back(task);
            }
        } else {
            at.eligible.pop();
            (known.expected, known.stage) = (expected, Stage::Sent);
        }
        at.scheduling.sent(place);
        at.seen[place].idle = at.seen[place].idle.saturating_sub(1);
        if at.scheduling.queues() {
            cluster.join(cx.now, expected);
            at.seen[place].free = cluster.next_free(cx.now);
        }
        if cx.record.keeps_all() && !copy && cluster.queue.len() as u32 >= cluster.nodes.count() {
            let row = SentRow { time: cx.now, task, cluster: index as u32 };
            cx.record.add_row(self.tables.sent, &row);
        }
        cluster.queue.push_back((task, copy));
        cluster.touched = true;
    }

    /// A cluster starts what waits in its queue, as far as processors are idle.
    fn start_all(&mut self, index: usize, cx: &mut Context<Event>) {
        while self.clusters[index].nodes.count() > 0 {
            let Some((task, copy)) = self.clusters[index].queue.pop_front() else { return };
            // A copy comes too late if its original is done.
            if self.tasks[task as usize].stage != Stage::Done {
                self.begin(task, copy, index, cx);
            }
        }
    }

    /// A task or a copy of it starts.
    fn begin(&mut self, task: u32, copy: bool, index: usize, cx: &mut Context<Event>) {
        let (cluster, known) = (&mut self.clusters[index], &mut self.tasks[task as usize]);
        let mut node = 0;
        cluster.nodes.take_lowest(1, |first, _| node = first);
        let until = cx.now + lasts(known.run, cluster.speed);
        let end = cx.schedule(until, class::END, Event::End(self.runs.next()));
        let exact = cx.now + lasts(known.expected, cluster.speed) == until;
        let next = std::mem::replace(&mut known.runs, self.runs.next());
        let (start, cluster_number) = (cx.now, index as u32);
        let busy = Busy { task, cluster: cluster_number, node, start, end, next, place: 0, exact };
        cluster.start(busy, exact, &mut self.runs);
        let row = cluster.first_row + node;
        let bag = &mut self.rows[known.bag as usize];
        self.accounts[self.progress[known.bag as usize].user as usize].starts(cx.now);
        if copy {
            bag.copies += 1;
            cx.record.mark(cx.now, task, &reasons::COPY, 1);
            cx.record.occupy(task, cx.now, (row, 1), Phase::COPIES);
            return;
        }
        known.stage = Stage::Runs;
        bag.start = bag.start.min(cx.now);
        let at = &mut self.managers[usize::from(known.manager)];
        at.waiting -= 1;
        if let Some(started) = at.started.first_mut() {
            started.push_back(task);
            // It may be copied at once.
            at.touched = true;
        }
        cx.record.place(task, cx.now, index);
        cx.record.start(task, cx.now);
        cx.record.occupy(task, cx.now, (row, 1), Phase::WORKS);
    }

    /// A task or a copy of it is done: the others that work on it stop.
    fn end(&mut self, winner: u32, cx: &mut Context<Event>) {
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
            self.accounts[user as usize].ends(busy.start, cx.now());
            if number != winner {
                cx.cancel(busy.end);
                row.wasted += cx.now() - busy.start;
                cx.record.leave(busy.task, cx.now, cluster.first_row + busy.node, true);
            }
            cluster.end(number, &mut self.runs);
        }
        cx.record.finish(won.task, cx.now, Status::Done);
        if progress.left == 0 {
            row.end = cx.now;
            cx.record.set_row(self.tables.bags, task.bag, row);
        }
        let known = &mut self.tasks[won.task as usize];
        (known.stage, known.runs) = (Stage::Done, NONE);
        self.done += 1;
        let at = &mut self.managers[usize::from(task.manager)];
        let (cluster, took) = (won.cluster as usize - at.first, cx.now - won.start);
        at.scheduling.observe(&Done { user, cluster, reference: task.run, took });
        at.unfinished -= 1;
        // Also where tasks of other schedulers ran: processors are idle there.
        at.touched = true;
    }
}
