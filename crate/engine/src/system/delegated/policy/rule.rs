//! In which order the resource manager serves requests, and which of them hold hosts before their start.
//!
//! Whatever the rule, one that comes earlier in its order never depends on one that comes later, and the order of two that
//! wait never changes: so changes go down the order only, and the system comes to rest (Klein and Pérez 2010, section 5.3.2).
//! Rules that sort by what is asked for now, or that keep planned starts, are therefore none.

use crate::entry::{Entry, Maker, Policies};
use crate::system::delegated::protocol::Request;

/// What a rule is.
pub trait Rule {
    /// Who has the smallest comes first; of equal ones whoever asked first. `first` is the first request of an application.
    fn key(&self, first: &Request) -> i64;

    /// True if those after it may not have what an application at this place of the order is planned to start with later.
    fn holds(&self, place: usize) -> bool;

    /// True if applications say all their configurations beforehand, and the resource manager chooses one.
    fn chooses(&self) -> bool {
        false
    }
}

/// All of them. A new one is one item and one line here.
pub static RULES: Policies<dyn Rule> = Policies {
    id: "rms-rule",
    name: "rule of the resource manager",
    summary: "In which order requests of launchers are served, and which of them hold hosts before their start.",
    members: &[FCFS, EASY, LARGEST, SHORTEST, OAR],
};

const FCFS: Maker<dyn Rule> = Maker {
    entry: Entry::new("fcfs-repeated", "First come, filled again")
        .summary(
            "Every cycle forgets all planned starts and plans anew, in the order of the first requests: a later one may only \
             have what earlier ones leave. A planned start is no promise.",
        )
        .source("Klein and Pérez 2010, section 5.3.2"),
    make: |_| Box::new(Order { key: |_| 0, holds: |_| true }),
};

const EASY: Maker<dyn Rule> = Maker {
    entry: Entry::new("first-holds", "Only the first holds hosts")
        .summary("The same, but only the first that waits holds hosts before its start: others may start before those between.")
        .source("EASY backfilling, as a rule of this resource manager; our reading"),
    make: |_| Box::new(Order { key: |_| 0, holds: |place| place == 0 }),
};

const LARGEST: Maker<dyn Rule> = Maker {
    entry: Entry::new("largest-first", "Largest first")
        .summary("The same as first come first served, but in the order of the hosts that each asked for first, most first.")
        .source("for comparison"),
    make: |_| Box::new(Order { key: |first| -i64::from(first.total()), holds: |_| true }),
};

const SHORTEST: Maker<dyn Rule> = Maker {
    entry: Entry::new("shortest-first", "Shortest first")
        .summary(
            "The same as first come first served, but in the order of the time that each asked for first.",
        )
        .source("for comparison"),
    make: |_| Box::new(Order { key: |first| first.wall_time.0, holds: |_| true }),
};

const OAR: Maker<dyn Rule> = Maker {
    entry: Entry::new("oar-greedy", "Lists of all configurations")
        .summary(
            "The peer: applications say all their configurations when they come, and in every cycle the resource manager \
             takes for each, in the order of their coming, the one that ends earliest.",
        )
        .source("Klein and Pérez 2010, section 6 (an extension of OAR)"),
    make: |_| Box::new(Oar),
};

struct Order {
    key: fn(&Request) -> i64,
    holds: fn(usize) -> bool,
}

struct Oar;

impl Rule for Order {
    fn key(&self, first: &Request) -> i64 {
        (self.key)(first)
    }

    fn holds(&self, place: usize) -> bool {
        (self.holds)(place)
    }
}

impl Rule for Oar {
    fn key(&self, _: &Request) -> i64 {
        0
    }

    fn holds(&self, _: usize) -> bool {
        true
    }

    fn chooses(&self) -> bool {
        true
    }
}
