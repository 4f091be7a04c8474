//! Load sharing: whether a queue gives a task to another queue of its level.

use ganttlet_core::entry::{Entry, Parameters, Policies, PolicyEntry, catalog_text};
use ganttlet_core::time::Span;

/// The state of a queue with respect to one task.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// Expected completion of the task there, in seconds from now.
    pub completion_s: f64,
    /// Number of tasks there.
    pub tasks: usize,
}

/// Whether and how load is shared.
pub trait Sharing {
    /// The sampling period; none if no task is ever given away.
    fn period(&self) -> Option<Span> {
        None
    }
    /// True if requests that a queue cannot serve flock to the grids of its partners.
    fn uses_flocking(&self) -> bool {
        false
    }
    /// The weight of the previous average when the next sample is taken, from 0 to 1.
    fn sample_weight(&self) -> f64 {
        0.0
    }
    /// The index among `there` of the queue that gets the task, which has this many pending jobs; none if it stays
    /// `here`.
    fn choose_partner(&self, _here: Offer, _there: &[Offer], _pending: u32) -> Option<usize> {
        None
    }
}

/// All sharing policies. A new one is one item and one line here.
pub static SHARING_POLICIES: Policies<dyn Sharing> = Policies {
    id: "sharing-policy",
    name: "load-sharing policy",
    summary: catalog_text("Moves of tasks between queues of one level of a grid hierarchy."),
    members: &[NONE, COMPLETION_TIME, SHORTEST_QUEUE, FLOCKING],
};

const NONE: PolicyEntry<dyn Sharing> = PolicyEntry {
    entry: Entry::new("no-sharing", "No sharing")
        .summary("Queues of one level do not share load.")
        .source("for comparison")
        .when_to_use(
            "The baseline for load sharing, and sufficient with one queue per level. Queues of one level \
             can be loaded unequally.",
        ),
    make: |_| Box::new(NoSharing),
};

const COMPLETION_TIME: PolicyEntry<dyn Sharing> = PolicyEntry {
    entry: Entry::new("completion-time", "By completion time")
        .summary(
            "Moves a task to a partner queue that accepts its size if it is expected to complete clearly \
             earlier there, migration included. A task with few pending jobs stays. Expectations use averaged \
             samples of the machines available to a queue: free ones and those it has. On arrival the \
             expectation is checked again; the task returns if it would not complete earlier.",
        )
        .source("Silberstein et al. 2006, section 3.3; the formula and the constants are our assumption")
        .parameters(Set::LIST)
        .when_to_use(
            "Suited to levels with several grids whose availability changes. It relies on averaged samples, \
             so short peaks of load can move tasks without benefit.",
        )
        .pseudocode(concat!(
            "every share_period_s seconds:\n",
            "  average(q) ← keep × average(q) + (1 − keep) × available machines, all q\n",
            "  for each queue q, for each waiting task t in the order of q\n",
            "    p ← partner that accepts the size of t, with the earliest completion\n",
            "      of t, migration_s included\n",
            "    if completion(p) < factor × completion(q)\n",
            "        and pending jobs of t ≥ min_pending then\n",
            "      move t to p; continue with the next queue\n",
            "when t arrives at p:\n",
            "  if its completion at p is not earlier than it was at q then\n",
            "    return t to q",
        )),
    make: |settings| Box::new(CompletionTime(Set::read(settings))),
};

const SHORTEST_QUEUE: PolicyEntry<dyn Sharing> = PolicyEntry {
    entry: Entry::new("shortest-queue", "Shortest queue")
        .summary(
            "Moves a task to the partner queue with the fewest tasks among those that accept its size, if that \
             queue has at least two tasks fewer. A task with few pending jobs stays. On arrival the expected \
             completion is checked; the task returns if it would not complete earlier.",
        )
        .source("for comparison")
        .parameters(Common::LIST)
        .when_to_use(
            "A simple baseline for load sharing, for tasks of similar size on grids of similar speed. It \
             ignores sizes and speeds when it selects a queue.",
        )
        .pseudocode(concat!(
            "every share_period_s seconds:\n",
            "  for each queue q, for each waiting task t in the order of q\n",
            "    p ← partner that accepts the size of t, with the fewest tasks\n",
            "      ties: first partner\n",
            "    if tasks(p) ≤ tasks(q) − 2 and pending jobs of t ≥ min_pending then\n",
            "      move t to p; continue with the next queue\n",
            "when t arrives at p:\n",
            "  if its expected completion at p is not earlier than it was at q then\n",
            "    return t to q",
        )),
    make: |settings| Box::new(ShortestQueue(Common::read(settings))),
};

const FLOCKING: PolicyEntry<dyn Sharing> = PolicyEntry {
    entry: Entry::new("flocking", "Flocking")
        .summary(
            "Shares jobs instead of tasks: requests machines for unserved jobs from the grids of partner \
             queues.",
        )
        .source("Silberstein et al. 2006, sections 3.3 and 5")
        .when_to_use(
            "Suited to using spare machines of partner grids without moving whole tasks. The jobs of one \
             task then run on several grids.",
        ),
    make: |_| Box::new(Flocking),
};

/// Parameters of all policies that move tasks.
#[derive(Parameters)]
struct Common {
    /// Interval at which availability is sampled and each queue may pass on a task.
    #[parameter(name = "Sharing period", unit = "s", min = 1, max = 86_400, default = 60)]
    share_period_s: Span,
    /// Weight of the previous average when a new sample is added.
    #[parameter(name = "History weight", min = 0, max = 1, default = 0.5)]
    keep: f64,
    /// Number of pending jobs below which a task does not move.
    #[parameter(name = "Minimum pending jobs", min = 0, max = 1_000_000, default = 10)]
    min_pending: u32,
}

/// Parameters of policies that compare completion times.
#[derive(Parameters)]
struct Set {
    #[parameter(all)]
    common: Common,
    /// Completion time at the other queue, as a share of that at the current queue, below which a task moves.
    #[parameter(name = "Required gain", min = 0, max = 1, default = 0.8)]
    factor: f64,
}

struct NoSharing;
struct CompletionTime(Set);
struct ShortestQueue(Common);
struct Flocking;

impl Sharing for NoSharing {}

impl Sharing for Flocking {
    fn uses_flocking(&self) -> bool {
        true
    }
}

/// The index of the first offer with the minimum value, if it is below `most`.
fn least_offer(there: &[Offer], most: f64, value: impl Fn(&Offer) -> f64) -> Option<usize> {
    let better = |best: Option<(usize, f64)>, (place, offer): (usize, &Offer)| {
        let value = value(offer);
        let bound = best.map_or(most, |(_, best)| best);
        if value < bound { Some((place, value)) } else { best }
    };
    there.iter().enumerate().fold(None, better).map(|(place, _)| place)
}

impl Sharing for CompletionTime {
    fn period(&self) -> Option<Span> {
        Some(self.0.common.share_period_s)
    }

    fn sample_weight(&self) -> f64 {
        self.0.common.keep
    }

    fn choose_partner(&self, here: Offer, there: &[Offer], pending: u32) -> Option<usize> {
        let most = self.0.factor * here.completion_s;
        least_offer(there, most, |offer| offer.completion_s).filter(|_| pending >= self.0.common.min_pending)
    }
}

impl Sharing for ShortestQueue {
    fn period(&self) -> Option<Span> {
        Some(self.0.share_period_s)
    }

    fn sample_weight(&self) -> f64 {
        self.0.keep
    }

    fn choose_partner(&self, here: Offer, there: &[Offer], pending: u32) -> Option<usize> {
        let most = here.tasks as f64 - 1.0;
        least_offer(there, most, |offer| offer.tasks as f64).filter(|_| pending >= self.0.min_pending)
    }
}
