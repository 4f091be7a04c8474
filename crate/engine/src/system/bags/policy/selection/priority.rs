//! Users by priorities that never change.

use super::{Account, Selection, Share, Waiting};
use crate::entry::{Entry, Maker, Parameters};
use crate::rule::Rule;
use crate::time::Time;

/// The policy in the catalog.
pub(super) const USER_PRIORITY: Maker<dyn Selection> = Maker {
    entry: Entry::new("user-priority", "User of highest priority (S-U-Prio)")
        .summary("All waiting tasks of the user who has the highest priority among those who wait. Who has which is drawn.")
        .source("Sonmez 2010, section 5.1.3 (S-U-Prio); drawn priorities are our reading")
        .parameters(Levels::LIST),
    make: |settings| Box::new(Levels::read(settings)),
};

static RULE: Rule = Rule::new(
    "user-priority",
    "Task {job} is among the next: of those who wait, user {0} has the highest priority.",
)
.leading();

/// What can be set.
#[derive(Parameters)]
struct Levels {
    /// How many different priorities there are; 0 if each user has another. Of users with the same one, whose oldest task came first.
    #[parameter(name = "Levels", min = 0, max = 1_000, default = 0)]
    levels: u32,
}

impl Selection for Levels {
    fn share(&self) -> Share {
        Share::All
    }

    fn knows_users(&self) -> bool {
        true
    }

    fn key(&self, one: &Waiting, accounts: &[Account], _: Time) -> i64 {
        let place = accounts[one.user as usize].place;
        i64::from(if self.levels == 0 { place } else { place % self.levels })
    }

    fn rule(&self) -> &'static Rule {
        &RULE
    }
}
