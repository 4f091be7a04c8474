//! The order in which the resource manager serves requests, and which of them hold hosts before their start.
//!
//! Under every rule, a request never depends on later ones in the order, and the order of two waiting applications
//! never changes. Changes therefore propagate down the order only, and the system converges (Klein and Pérez 2010,
//! section 5.3.2). This excludes rules that sort by current requests or keep planned starts.

use crate::system::delegated::protocol::Request;
use ganttlet_core::entry::{Entry, Policies, PolicyEntry, catalog_text};

/// A rule of the resource manager.
pub trait QueueRule {
    /// The sort key of an application: the smallest value first; ties go to the earliest first request. `first` is the
    /// first request of an application.
    fn order_key(&self, first: &Request) -> i64;

    /// True if later applications may not use the hosts of the planned start of an application at this place of the
    /// order.
    fn reserves_at(&self, place: usize) -> bool;

    /// True if applications submit all their configurations in advance, and the resource manager selects one.
    fn chooses_configurations(&self) -> bool {
        false
    }
}

/// All rules. A new one is one item and one line here.
pub static RULES: Policies<dyn QueueRule> = Policies {
    id: "rms-rule",
    name: "resource-manager rule",
    summary: catalog_text(
        "Order in which launcher requests are served, and which requests reserve hosts before their \
              start.",
    ),
    members: &[FCFS, EASY, LARGEST, SHORTEST, OAR],
};

const FCFS: PolicyEntry<dyn QueueRule> = PolicyEntry {
    entry: Entry::new("fcfs-repeated", "FCFS, repeated backfilling")
        .lacks(&["configurations"])
        .summary(
            "Discards all planned starts in each scheduling cycle and plans again in order of the first \
             requests. A later request gets only what earlier ones leave free. A planned start is not \
             guaranteed.",
        )
        .source("Klein and Pérez 2010, section 5.3.2")
        .when_to_use(
            "The published rule: in order of arrival, and flexible when applications change their requests. \
             Applications cannot rely on a planned start.",
        )
        .pseudocode(concat!(
            "in each scheduling cycle:\n",
            "  occupied ← hosts of running applications, until their walltimes\n",
            "  for each waiting application a in order of its first request\n",
            "    show occupied to a, if it has changed\n",
            "    start(a) ← first time at which the hosts of its request are free\n",
            "    if start(a) = now then start a\n",
            "    add its hosts to occupied, from start(a) for its walltime",
        )),
    make: |_| Box::new(PriorityOrder { key: |_| 0, holds: |_| true }),
};

const EASY: PolicyEntry<dyn QueueRule> = PolicyEntry {
    entry: Entry::new("first-holds", "EASY: only the head reserves hosts")
        .lacks(&["configurations"])
        .summary(
            "As FCFS with repeated backfilling, but only the head of the queue reserves hosts before its \
             start. Later requests may start before those in between.",
        )
        .source("EASY backfilling, as a rule of this resource manager; our interpretation")
        .when_to_use(
            "Suited to high utilisation: a single reservation leaves more room for later requests. Requests \
             behind the head can be delayed repeatedly.",
        )
        .pseudocode(concat!(
            "in each scheduling cycle:\n",
            "  occupied ← hosts of running applications, until their walltimes\n",
            "  for each waiting application a in order of its first request\n",
            "    show occupied to a, if it has changed\n",
            "    start(a) ← first time at which the hosts of its request are free\n",
            "    if start(a) = now then start a\n",
            "    if start(a) = now or a is the head of the queue then\n",
            "      add its hosts to occupied, from start(a) for its walltime",
        )),
    make: |_| Box::new(PriorityOrder { key: |_| 0, holds: |place| place == 0 }),
};

const LARGEST: PolicyEntry<dyn QueueRule> = PolicyEntry {
    entry: Entry::new("largest-first", "Largest first")
        .lacks(&["configurations"])
        .summary(
            "As FCFS with repeated backfilling, but in order of the number of hosts in the first request, \
             largest first.",
        )
        .source("for comparison")
        .when_to_use(
            "A comparison: applications with many hosts are planned first and find room more easily. Small \
             applications can wait long.",
        ),
    make: |_| Box::new(PriorityOrder { key: |first| -i64::from(first.total_hosts()), holds: |_| true }),
};

const SHORTEST: PolicyEntry<dyn QueueRule> = PolicyEntry {
    entry: Entry::new("shortest-first", "Shortest first")
        .lacks(&["configurations"])
        .summary(
            "As FCFS with repeated backfilling, but in order of the walltime in the first request, shortest \
             first.",
        )
        .source("for comparison")
        .when_to_use(
            "Suited to low mean wait times, as short applications are planned first. Applications with long \
             walltimes can starve while shorter ones keep arriving.",
        ),
    make: |_| Box::new(PriorityOrder { key: |first| first.wall_time.0, holds: |_| true }),
};

const OAR: PolicyEntry<dyn QueueRule> = PolicyEntry {
    entry: Entry::new("oar-greedy", "Lists of all configurations")
        .lacks(&["fair start"])
        .summary(
            "Comparison system: applications submit all their configurations on arrival. In each scheduling \
             cycle and in order of arrival, the resource manager selects for each application the \
             configuration that ends earliest.",
        )
        .source("Klein and Pérez 2010, section 6 (an extension of OAR)")
        .when_to_use(
            "The baseline for delegated selection: the resource manager selects among listed \
             configurations. Lists become long for applications with many possible configurations.",
        )
        .pseudocode(concat!(
            "in each scheduling cycle:\n",
            "  for each waiting application a in order of arrival\n",
            "    for each configuration r in the list of a\n",
            "      start(r) ← first time at which its hosts are free for walltime(r)\n",
            "    r ← configuration with the earliest start(r) + walltime(r)\n",
            "    ties: first in the list\n",
            "    reserve the hosts of r from start(r) for walltime(r)\n",
            "    if start(r) = now then start a",
        )),
    make: |_| Box::new(Oar),
};

struct PriorityOrder {
    key: fn(&Request) -> i64,
    holds: fn(usize) -> bool,
}

struct Oar;

impl QueueRule for PriorityOrder {
    fn order_key(&self, first: &Request) -> i64 {
        (self.key)(first)
    }

    fn reserves_at(&self, place: usize) -> bool {
        (self.holds)(place)
    }
}

impl QueueRule for Oar {
    fn order_key(&self, _: &Request) -> i64 {
        0
    }

    fn reserves_at(&self, _: usize) -> bool {
        true
    }

    fn chooses_configurations(&self) -> bool {
        true
    }
}
