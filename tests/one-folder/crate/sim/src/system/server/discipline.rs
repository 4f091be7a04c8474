//! Whom a server serves next: a family of policies.

use ganttlet_core::entry::{Entry, Maker, Policies};
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::{Rule, SubjectId};

/// A discipline: an object a server, with its own parameters and its own memory.
pub trait Discipline {
    /// The place of the next in the queue, which is in the order of arrival and not empty.
    fn next(&mut self, queue: &[SubjectId], chance: &mut Stream) -> usize;
    /// The reason, as a sentence: `{0}` is how many wait.
    fn rule(&self) -> &'static Rule;
}

/// All disciplines. A new one is one item and one line here.
pub static DISCIPLINES: Policies<dyn Discipline> = Policies {
    id: "discipline",
    name: "discipline",
    summary: "Whom a single server serves next.",
    members: &[FIRST_COME, RANDOM],
};

const FIRST_COME: Maker<dyn Discipline> = Maker {
    entry: Entry::new("first-come", "First come, first served").summary("The one who came first is served next."),
    make: |_| Box::new(FirstCome),
};

const RANDOM: Maker<dyn Discipline> = Maker {
    entry: Entry::new("by-lot", "By lot").summary("Any of those who wait is served next, all with the same chance."),
    make: |_| Box::new(ByLot),
};

struct FirstCome;

impl Discipline for FirstCome {
    fn next(&mut self, _: &[SubjectId], _: &mut Stream) -> usize {
        0
    }

    fn rule(&self) -> &'static Rule {
        &CAME_FIRST
    }
}

struct ByLot;

impl Discipline for ByLot {
    fn next(&mut self, queue: &[SubjectId], chance: &mut Stream) -> usize {
        chance.below(queue.len() as u32) as usize
    }

    fn rule(&self) -> &'static Rule {
        &LOT
    }
}

static CAME_FIRST: Rule = Rule::new("first-come", "{job} came first of {0|1 customer|# customers} waiting.");
static LOT: Rule = Rule::new("by-lot", "The lot fell on {job}, of {0|1 customer|# customers} waiting.");
