//! The next customer: a family of policies that only this system uses.

use ganttlet_core::entry::{Entry, Policies, PolicyEntry};
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::{Rule, SubjectId};

/// A discipline: an object with its own parameters and its own memory.
pub trait Discipline {
    /// The place of the next customer in the queue, which is in order of arrival and not empty.
    fn next(&mut self, queue: &[SubjectId], random: &mut Stream) -> usize;
    /// The reason, whose value is the number of waiting customers.
    fn rule(&self) -> &'static Rule;
}

/// All disciplines. A new one is one item and one line here.
pub static DISCIPLINES: Policies<dyn Discipline> = Policies {
    id: "discipline-policy",
    name: "discipline",
    summary: "Order in which a single server serves its customers.",
    members: &[FIRST_COME, RANDOM],
};

const FIRST_COME: PolicyEntry<dyn Discipline> = PolicyEntry {
    entry: Entry::new("first-come", "First come, first served")
        .summary("Serves customers in order of arrival."),
    make: |_| Box::new(FirstCome),
};

const RANDOM: PolicyEntry<dyn Discipline> = PolicyEntry {
    entry: Entry::new("random-order", "Random order")
        .summary("Serves a random waiting customer; all have the same probability."),
    make: |_| Box::new(RandomOrder),
};

struct FirstCome;

impl Discipline for FirstCome {
    fn next(&mut self, _: &[SubjectId], _: &mut Stream) -> usize {
        0
    }

    fn rule(&self) -> &'static Rule {
        &FIRST
    }
}

struct RandomOrder;

impl Discipline for RandomOrder {
    fn next(&mut self, queue: &[SubjectId], random: &mut Stream) -> usize {
        random.uniform_below(queue.len() as u32) as usize
    }

    fn rule(&self) -> &'static Rule {
        &DRAWN
    }
}

static FIRST: Rule = Rule::with_values(
    "first-come",
    &["waiting"],
    "{job} is the first of {waiting|1 waiting customer|# waiting customers}.",
);
static DRAWN: Rule = Rule::with_values(
    "random-order",
    &["waiting"],
    "{job} was drawn from {waiting|1 waiting customer|# waiting customers}.",
);
