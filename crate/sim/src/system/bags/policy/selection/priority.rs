//! Serves users by fixed priorities.

use super::{Selection, TurnShare, UserAccount, VALUES, WaitingUser};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// The policy in the catalog.
pub(super) const USER_PRIORITY: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("user-priority", "Highest-priority user (S-U-Prio)")
        .summary(
            "Selects all waiting tasks of the highest-priority user with waiting tasks. Priorities are drawn \
             at random.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-U-Prio); random priorities are our assumption")
        .parameters(Levels::LIST)
        .when_to_use("Choose it to study users with fixed priorities. Users of low priority can starve.")
        .pseudocode(concat!(
            "give each user a random priority of levels distinct values; 0: all distinct\n",
            "when the next selection is due:\n",
            "  u ← user of highest priority, among users with waiting tasks\n",
            "  ties: oldest waiting task, then lowest user number\n",
            "  select all waiting tasks of u",
        )),
    make: |settings| Box::new(Levels::read(settings)),
};

static RULE: Rule = Rule::with_values(
    "user-priority",
    &VALUES,
    "Task {job} is selected: among users with waiting tasks, user {user} has the highest priority.",
)
.leading();

/// Parameters of priorities.
#[derive(Parameters)]
struct Levels {
    /// Number of distinct priorities; 0 for a different one per user. Ties go to the user with the oldest waiting task.
    #[parameter(name = "Priority levels", min = 0, max = 1_000, default = 0)]
    levels: u32,
}

impl Selection for Levels {
    fn turn_share(&self) -> TurnShare {
        TurnShare::All
    }

    fn separates_users(&self) -> bool {
        true
    }

    fn turn_key(&self, one: &WaitingUser, accounts: &[UserAccount], _: Time) -> i64 {
        let place = accounts[one.user as usize].place;
        i64::from(if self.levels == 0 { place } else { place % self.levels })
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
