//! Task selection: which of the waiting tasks are next (Sonmez 2010, section 5.1.3).
//!
//! A policy gives turns. A turn covers all waiting tasks, those of one bag, or a single task; the next turn is given
//! when these have been sent to processors. Policies that distinguish users have one queue per user, others a single
//! one.

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

/// The processor time used by a user.
#[derive(Clone, Copy, Debug, Default)]
pub struct UserAccount {
    /// Processor time of runs that have ended, also by cancellation.
    done: Span,
    /// The number of current runs and the sum of their start times.
    running: (u32, i64),
    /// Its rank in a random order of all users: the lower, the higher its priority.
    pub place: u32,
}

impl UserAccount {
    /// The account of a user who has used no processor time.
    pub(in crate::system::bags) fn new(place: u32) -> Self {
        Self { place, ..Self::default() }
    }

    /// Records the start of a run.
    pub fn note_start(&mut self, now: Time) {
        self.running = (self.running.0 + 1, self.running.1 + now.0);
    }

    /// Records the end of a run that started at `start`.
    pub fn note_end(&mut self, start: Time, now: Time) {
        self.running = (self.running.0 - 1, self.running.1 - start.0);
        self.done += now - start;
    }

    /// Processor time used by the user, including current runs and cancelled replicas.
    pub fn processor_time_used(&self, now: Time) -> Span {
        self.done + Span(i64::from(self.running.0) * now.0 - self.running.1)
    }
}

/// A user with waiting tasks.
#[derive(Clone, Copy, Debug)]
pub struct WaitingUser {
    /// The user.
    pub user: UserId,
    /// Submit time of the oldest waiting task.
    pub since: Time,
    /// The number of the user in the input.
    pub number: u32,
}

/// The tasks covered by a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnShare {
    /// All waiting tasks.
    All,
    /// The waiting tasks of the oldest bag.
    Bag,
    /// One task, the oldest.
    Task,
}

/// A task-selection policy with its state.
pub trait Selection {
    /// The tasks covered by a turn.
    fn turn_share(&self) -> TurnShare;

    /// True if it distinguishes users.
    fn separates_users(&self) -> bool {
        false
    }

    /// True if newly arrived tasks join the current turn.
    fn admits_new_tasks(&self) -> bool {
        false
    }

    /// The key of a waiting user: the lowest is next; ties go to the oldest waiting task, then to the lowest number.
    /// Used only for policies that distinguish users.
    fn turn_key(&self, _one: &WaitingUser, _accounts: &[UserAccount], _now: Time) -> i64 {
        0
    }

    /// Records that a user received the turn.
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
    /// The sort key of waiting users, in the order of their turns.
    pub(in crate::system::bags) fn turn_rank(
        &self,
        one: &WaitingUser,
        accounts: &[UserAccount],
        now: Time,
    ) -> (i64, Time, u32) {
        (self.turn_key(one, accounts, now), one.since, one.number)
    }
}
