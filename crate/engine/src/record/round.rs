//! Rounds: the work of an application between two of its synchronisation points, and what it knew and decided there.

use super::SubjectId;
use crate::rule::Rule;
use crate::time::{Span, Time};

/// One round of an application.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// The application.
    pub application: SubjectId,
    /// Which of its rounds, from 1.
    pub number: u32,
    /// The group its tasks are in.
    pub group: u32,
    /// When its tasks could start.
    pub start: Time,
    /// When the last of them was done; `Time::MAX` until then.
    pub end: Time,
    /// Its tasks in [`Rounds::tasks`]: first and count.
    pub tasks: (u32, u32),
    /// Tasks of which there was a second copy from the start.
    pub copies: u32,
    /// Workers asked for, extra ones among them.
    pub wanted: u32,
    /// Of these, those asked for in case others are lost.
    pub extra: u32,
    /// Workers held at its end, and the most there were at a time.
    pub held: (u32, u32),
    /// True if it held the same workers throughout, as many as it had asked for.
    pub stable: bool,
    /// Time worked on what was of use, of all workers together.
    pub work: Span,
    /// Time that workers were there, until the next round began: what the master computes alone after a round counts too.
    pub up: Span,
    /// Time that they were suspended.
    pub suspended: Span,
    /// The same three, each second times the cost of its machine, in seconds.
    pub by_cost: [f64; 3],
    /// Time that workers were there, each second times the speed of its machine beside the master's, in seconds.
    pub power: f64,
    /// How often a worker was suspended.
    pub suspensions: u32,
    /// How many workers were lost.
    pub losses: u32,
    /// How many workers there are to be in the next round, without extra ones; 0 until it is known.
    pub next: u32,
    /// What decided that, and the numbers of its sentence; none until it is known.
    pub rule: Option<(&'static Rule, [i64; 4])>,
}

impl Round {
    /// True if all of its tasks are done.
    pub fn is_over(&self) -> bool {
        self.end != Time::MAX
    }

    /// How long it took, in seconds; none while it lasts.
    pub fn seconds(&self) -> Option<f64> {
        self.is_over().then(|| (self.end - self.start).seconds())
    }

    /// The part of the time of its workers, without that in which they were suspended, in which they worked on what was of
    /// use, 0 to 1 (Heymann 2001, section 2.4); none while it lasts and if no worker was there.
    pub fn efficiency(&self) -> Option<f64> {
        let could = (self.up - self.suspended).seconds();
        (self.is_over() && could > 0.0).then(|| self.work.seconds() / could)
    }
}

/// A task of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTask {
    /// The task.
    pub subject: SubjectId,
    /// How long it took on the machine where it was done, by the clock of the master: with the time it was suspended.
    pub took: Span,
    /// The same on a machine as fast as the master. Both are zero until it is done.
    pub normalised: Span,
}

/// The rounds of all applications, in the order of their beginnings.
#[derive(Clone, Debug, Default)]
pub struct Rounds {
    /// The rounds.
    pub list: Vec<Round>,
    /// Their tasks; those of a round in the order in which they were to be handed out.
    pub tasks: Vec<RoundTask>,
}

impl Rounds {
    /// The tasks of a round, in the order in which they were to be handed out.
    pub fn tasks_of(&self, round: &Round) -> &[RoundTask] {
        let (first, count) = round.tasks;
        &self.tasks[first as usize..(first + count) as usize]
    }

    /// How long the tasks of a round took on machines as fast as the master, in microseconds, in the order in which they
    /// were to be handed out; none while the round lasts.
    pub fn times(&self, round: &Round) -> Option<Vec<i64>> {
        let times = self.tasks_of(round).iter().map(|task| task.normalised.0);
        round.is_over().then(|| times.collect())
    }

    /// The rounds of an application that are over.
    pub fn over(&self, application: SubjectId) -> impl DoubleEndedIterator<Item = &Round> {
        self.list.iter().filter(move |round| round.application == application && round.end != Time::MAX)
    }
}
