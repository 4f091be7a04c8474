//! Whether a queue gives a task to another one of its level.

use crate::entry::{Entry, Maker, Parameters, Policies};
use crate::time::Span;

/// A queue as it is seen for one task.
#[derive(Clone, Copy, Debug)]
pub struct Offer {
    /// When the task is expected to be done there, in seconds from now.
    pub completion_s: f64,
    /// How many tasks are there.
    pub tasks: usize,
}

/// Whether load is shared, and how.
pub trait Sharing {
    /// How often queues are looked at; none if no task is ever given away.
    fn period(&self) -> Option<Span> {
        None
    }
    /// True if requests that a queue cannot serve go to the grids of its partners.
    fn flocks(&self) -> bool {
        false
    }
    /// How much of what was known counts when the next sample is taken, 0 to 1.
    fn keeps(&self) -> f64 {
        0.0
    }
    /// The place among `there` of the one that gets the task, which has so many pending jobs; none if it stays `here`.
    fn choose(&self, _here: Offer, _there: &[Offer], _pending: u32) -> Option<usize> {
        None
    }
}

/// All of them. A new one is one item and one line here.
pub static SHARING_POLICIES: Policies<dyn Sharing> = Policies {
    id: "sharing-policy",
    name: "load sharing",
    summary: "Whether a queue of a hierarchy of grids gives tasks to others of its level.",
    members: &[NONE, COMPLETION_TIME, SHORTEST_QUEUE, FLOCKING],
};

const NONE: Maker<dyn Sharing> = Maker {
    entry: Entry::new("no-sharing", "None")
        .summary("Queues of one level do not help each other.")
        .source("for comparison"),
    make: |_| Box::new(Nothing),
};

const COMPLETION_TIME: Maker<dyn Sharing> = Maker {
    entry: Entry::new("completion-time", "By completion time")
        .summary(
            "A task goes to another queue of its level if it is expected to be done there so much sooner. What is \
             expected comes from samples of the free machines, averaged over time; whether it is still so is looked at \
             again when the task gets there.",
        )
        .source("Silberstein and others 2006, section 3.3; the formula and the constants are our reading")
        .parameters(Set::LIST),
    make: |settings| Box::new(CompletionTime(Set::read(settings))),
};

const SHORTEST_QUEUE: Maker<dyn Sharing> = Maker {
    entry: Entry::new("shortest-queue", "Shortest queue")
        .summary(
            "A task goes to the queue of its level with the fewest tasks, if that has at least two fewer.",
        )
        .source("for comparison")
        .parameters(Set::LIST),
    make: |settings| Box::new(ShortestQueue(Set::read(settings))),
};

const FLOCKING: Maker<dyn Sharing> = Maker {
    entry: Entry::new("flocking", "Flocking")
        .summary(
            "Jobs, not tasks: what a queue cannot get on its own grids it asks for on those of its partners.",
        )
        .source("Silberstein and others 2006, sections 3.3 and 5"),
    make: |_| Box::new(Flocking),
};

/// What can be set.
#[derive(Parameters)]
struct Set {
    /// How often availability is sampled and a queue may give a task away.
    #[parameter(name = "Sharing period", unit = "s", min = 1, max = 86_400, default = 60)]
    share_period_s: Span,
    /// How much of the average over earlier samples is kept when a new one comes.
    #[parameter(name = "History kept", min = 0, max = 1, default = 0.5)]
    keep: f64,
    /// A task moves only if it takes less than this share of the time it would take where it is.
    #[parameter(name = "Gain needed", min = 0, max = 1, default = 0.8)]
    factor: f64,
    /// A task with fewer pending jobs stays.
    #[parameter(name = "Pending jobs needed", min = 0, max = 1_000_000, default = 10)]
    min_pending: u32,
}

struct Nothing;
struct CompletionTime(Set);
struct ShortestQueue(Set);
struct Flocking;

impl Sharing for Nothing {}

impl Sharing for Flocking {
    fn flocks(&self) -> bool {
        true
    }
}

/// The place of the first offer whose value is the least and below `most`.
fn least(there: &[Offer], most: f64, value: impl Fn(&Offer) -> f64) -> Option<usize> {
    let better = |best: Option<(usize, f64)>, (place, offer): (usize, &Offer)| {
        let value = value(offer);
        let bound = best.map_or(most, |(_, best)| best);
        if value < bound { Some((place, value)) } else { best }
    };
    there.iter().enumerate().fold(None, better).map(|(place, _)| place)
}

impl Sharing for CompletionTime {
    fn period(&self) -> Option<Span> {
        Some(self.0.share_period_s)
    }

    fn keeps(&self) -> f64 {
        self.0.keep
    }

    fn choose(&self, here: Offer, there: &[Offer], pending: u32) -> Option<usize> {
        let most = self.0.factor * here.completion_s;
        least(there, most, |offer| offer.completion_s).filter(|_| pending >= self.0.min_pending)
    }
}

impl Sharing for ShortestQueue {
    fn period(&self) -> Option<Span> {
        Some(self.0.share_period_s)
    }

    fn keeps(&self) -> f64 {
        self.0.keep
    }

    fn choose(&self, here: Offer, there: &[Offer], pending: u32) -> Option<usize> {
        let most = here.tasks as f64 - 1.0;
        least(there, most, |offer| offer.tasks as f64).filter(|_| pending >= self.0.min_pending)
    }
}
