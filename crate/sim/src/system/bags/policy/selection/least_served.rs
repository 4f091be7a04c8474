//! Serves the user with the least processor time used.

use super::{Selection, TurnShare, UserAccount, VALUES, WaitingUser};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// The policy in the catalog.
pub(super) const LEAST_SERVED: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("least-served-user", "Least served user, all tasks (S-U-T)")
        .summary(
            "Selects all waiting tasks of the user who has used the least CPU time, among users with \
             waiting tasks.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-U-T)")
        .when_to_use(
            "Suited to equal shares of CPU time among users in the long run. A user with many tasks is \
             served for long once selected.",
        )
        .pseudocode(concat!(
            "when the next selection is due:\n",
            "  used(u) ← CPU time of user u so far, also by running tasks and replicas\n",
            "  u ← user with the smallest used(u), among users with waiting tasks\n",
            "  ties: oldest waiting task, then lowest user number\n",
            "  select all waiting tasks of u",
        )),
    make: |_| Box::new(LeastServed(TurnShare::All)),
};

/// The policy in the catalog.
pub(super) const LEAST_SERVED_BAG: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("least-served-user-bag", "Least served user, one bag (S-U-BoT)")
        .summary(
            "Selects the tasks of the oldest bag of the user who has used the least CPU time, among \
             users with waiting tasks.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-U-BoT)")
        .when_to_use(
            "Balances users more often than selecting all their tasks, as each selection is one bag. A \
             large bag can still delay others for long.",
        )
        .pseudocode(concat!(
            "when the next selection is due:\n",
            "  used(u) ← CPU time of user u so far, also by running tasks and replicas\n",
            "  u ← user with the smallest used(u), among users with waiting tasks\n",
            "  ties: oldest waiting task, then lowest user number\n",
            "  select all waiting tasks of the oldest bag of u",
        )),
    make: |_| Box::new(LeastServed(TurnShare::Bag)),
};

static RULE: Rule = Rule::with_values(
    "least-served-user",
    &VALUES,
    "Task {job} is selected: among users with waiting tasks, user {user} has used the least CPU time, \
     {cpu_time:duration}.",
)
.leading();

struct LeastServed(TurnShare);

impl Selection for LeastServed {
    fn turn_share(&self) -> TurnShare {
        self.0
    }

    fn separates_users(&self) -> bool {
        true
    }

    fn turn_key(&self, one: &WaitingUser, accounts: &[UserAccount], now: Time) -> i64 {
        accounts[one.user as usize].processor_time_used(now).0
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
