//! Task selection: which of the waiting tasks are next (Sonmez 2010, section 5.1.3).
//!
//! A policy gives turns. Whoever has a turn gives all waiting tasks, those of one bag, or a single one; the next turn is
//! given when these have been sent to processors. Policies that know users keep a line for each, others one line for all.

mod all_tasks;
mod least_served;
mod oldest_bag;
mod priority;
mod users_in_turn;

use ganttlet_core::entry::{Family, Policies, catalog_text};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::{Span, Time};

/// A user, by the order of the first submissions.
pub type UserId = u32;

/// What has been used by a user.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserAccount {
    /// Processor time of what is over.
    done: Span,
    /// What runs: how many, and the sum of their starts.
    running: (u32, i64),
    /// Its place in a random order of all users: the lower, the higher its priority.
    pub place: u32,
}

impl UserAccount {
    /// That of a user who has used nothing.
    pub(in crate::system::bags) fn new(place: u32) -> Self {
        Self { place, ..Self::default() }
    }

    /// A processor starts to work for the user.
    pub fn note_start(&mut self, now: Time) {
        self.running = (self.running.0 + 1, self.running.1 + now.0);
    }

    /// A processor that started then is no longer busy for the user.
    pub fn note_end(&mut self, start: Time, now: Time) {
        self.running = (self.running.0 - 1, self.running.1 - start.0);
        self.done += now - start;
    }

    /// The processor time that the user has used, also that of tasks that run and of copies that came too late.
    pub fn processor_time_used(&self, now: Time) -> Span {
        self.done + Span(i64::from(self.running.0) * now.0 - self.running.1)
    }
}

/// Somebody whose tasks wait.
#[derive(Clone, Copy, Debug)]
pub struct WaitingUser {
    /// The user.
    pub user: UserId,
    /// When the oldest of the waiting tasks came.
    pub since: Time,
    /// The number that people know the user by.
    pub number: u32,
}

/// What a turn is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnShare {
    /// All tasks that wait.
    All,
    /// The waiting tasks of the oldest bag.
    Bag,
    /// One task, the oldest.
    Task,
}

/// A task-selection policy, with a memory of its own.
pub trait Selection {
    /// What a turn is for.
    fn turn_share(&self) -> TurnShare;

    /// True if it tells users apart.
    fn separates_users(&self) -> bool {
        false
    }

    /// True if tasks that come join the turn that there is.
    fn admits_new_tasks(&self) -> bool {
        false
    }

    /// When it is the turn of somebody who waits: the lowest is next; of equal ones whose oldest task came first, then the
    /// lowest number. Asked only of policies that tell users apart.
    fn turn_key(&self, _one: &WaitingUser, _accounts: &[UserAccount], _now: Time) -> i64 {
        0
    }

    /// A user has been given the turn.
    fn note_turn(&mut self, _user: UserId) {}

    /// Why a task is selected.
    fn rule(&self) -> &'static Rule;
}

/// Values in the sentences of this family: its user, CPU time of the user, number of selected tasks, its bag.
const VALUES: [&str; 4] = ["user", "cpu_time", "tasks", "bag"];

/// All task-selection policies. A new one is one file and one line here.
pub static SELECTIONS: Policies<dyn Selection> = Family {
    id: "task-selection-policy",
    name: "task-selection policy",
    summary: catalog_text("Waiting tasks that are selected next, before processors are assigned to them."),
    members: &[
        all_tasks::ALL_TASKS,
        oldest_bag::OLDEST_BAG,
        priority::USER_PRIORITY,
        least_served::LEAST_SERVED,
        least_served::LEAST_SERVED_BAG,
        users_in_turn::IN_TURN,
        users_in_turn::IN_TURN_TASK,
    ],
};

impl dyn Selection {
    /// What puts those who wait in the order of their turns.
    pub(in crate::system::bags) fn turn_rank(
        &self,
        one: &WaitingUser,
        accounts: &[UserAccount],
        now: Time,
    ) -> (i64, Time, u32) {
        (self.turn_key(one, accounts, now), one.since, one.number)
    }
}
