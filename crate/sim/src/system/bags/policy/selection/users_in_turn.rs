//! Serves users in turn.

use super::{Selection, TurnShare, UserAccount, UserId, VALUES, WaitingUser};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Time;

/// The policy in the catalog.
pub(super) const IN_TURN: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("users-in-turn", "Round robin over users, all tasks (S-U-GRR)")
        .summary(
            "Serves users in round-robin order of their first submissions. Selects all tasks of the user \
             that wait when the turn begins. A task waits at most as many turns as there are users.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-U-GRR)")
        .when_to_use(
            "Simple and free of starvation: each user with waiting tasks is served once per round. Users \
             with many tasks have long turns.",
        )
        .pseudocode(concat!(
            "when the next selection is due:\n",
            "  u ← next user with waiting tasks after the last one served,\n",
            "    in cyclic order of first submission\n",
            "  select all waiting tasks of u",
        )),
    make: |_| Box::new(InTurn { share: TurnShare::All, last: None }),
};

/// The policy in the catalog.
pub(super) const IN_TURN_TASK: PolicyEntry<dyn Selection> = PolicyEntry {
    entry: Entry::new("users-in-turn-task", "Round robin over users, one task (S-U-RR)")
        .summary(
            "Serves users in round-robin order of their first submissions. Selects one task per turn, so a \
             bag of n tasks takes n rounds.",
        )
        .source("Sonmez 2010, section 5.1.3 (S-U-RR)")
        .when_to_use(
            "Gives each user the same number of tasks per round, so small bags complete early. Large bags \
             need many rounds.",
        )
        .pseudocode(concat!(
            "when the next selection is due:\n",
            "  u ← next user with waiting tasks after the last one served,\n",
            "    in cyclic order of first submission\n",
            "  select the oldest waiting task of u",
        )),
    make: |_| Box::new(InTurn { share: TurnShare::Task, last: None }),
};

static RULE: Rule = Rule::with_values(
    "users-in-turn",
    &VALUES,
    "Task {job} is selected: user {user} is next in round-robin order.",
)
.leading();

struct InTurn {
    share: TurnShare,
    last: Option<UserId>,
}

impl Selection for InTurn {
    fn turn_share(&self) -> TurnShare {
        self.share
    }

    fn separates_users(&self) -> bool {
        true
    }

    fn turn_key(&self, one: &WaitingUser, _: &[UserAccount], _: Time) -> i64 {
        let after = Some(one.user) > self.last;
        i64::from(one.user) + if after { 0 } else { 1 << 32 }
    }

    fn note_turn(&mut self, user: UserId) {
        self.last = Some(user);
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
