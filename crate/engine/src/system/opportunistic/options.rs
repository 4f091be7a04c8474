//! What can be set on an opportunistic pool.

use crate::entry::{Parameters, Variants};
use crate::time::Span;

/// What can be set.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// How many machines an application loses in each batch, beside those that absences take, at any time up to the run time
    /// of the largest task of the batch. Another is there when the next batch begins. The last worker is never lost.
    #[parameter(name = "Loss a batch", default = "no")]
    pub losses: Losses,
    /// How likely it is that a batch loses a machine.
    #[parameter(name = "Probability of loss", min = 0, max = 1, default = 1)]
    pub loss_probability: f64,
    /// Which of its machines an application loses in a batch. Each of those in question is as likely as the others.
    #[parameter(name = "Lost machines", default = "any")]
    pub loss_victims: Victims,
    /// How long a worker is suspended when the owner of its machine comes back, before the machine is given up and the work
    /// on it is lost; 0 to give it up at once.
    #[parameter(name = "Suspension", unit = "s", min = 0, max = LONGEST_S, default = 600)]
    pub suspend_limit_s: Span,
    /// Time between two rounds in which machines are matched with requests; 0 for a match at every change.
    #[parameter(name = "Negotiation", unit = "s", min = 0, max = LONGEST_S, default = 0)]
    pub negotiation_s: Span,
    /// Mean time from the match to the worker being there (exponential); 0 for at once.
    #[parameter(name = "Grant delay", unit = "s", min = 0, max = LONGEST_S, default = 0)]
    pub grant_delay_s: Span,
    /// How long what a user has used counts against that user, as a half-life; 0 if all users are alike.
    #[parameter(name = "Half-life of usage", unit = "h", min = 0, max = 10_000, default = 24)]
    pub priority_half_life_h: f64,
    /// A user of better priority takes machines from one who is worse by a fifth or more; the work on them is lost.
    #[parameter(name = "Priority takes machines", default = false)]
    pub priority_preempts: bool,
    /// How long a machine is safe from users of better priority after it was granted. If that is too short for a task, two
    /// users may take machines from each other for ever; Condor's example is an hour.
    #[parameter(name = "Held at least", unit = "s", min = 0, max = LONGEST_S, default = 3600)]
    pub priority_keeps_s: Span,
    /// Requests that their own pool cannot serve go to the other pools, in their order.
    #[parameter(name = "Flocking", default = false)]
    pub flocking: bool,
    /// Machines with a higher load average are not idle and are not handed out; 0 for no limit.
    #[parameter(name = "Load limit", min = 0, max = 1_000, default = 0)]
    pub load_limit: f64,
    /// Which idle worker gets the next task.
    #[parameter(name = "Order of workers", default = "fastest")]
    pub worker_order: WorkerOrder,
    /// What the master knows of a task is how long it would have taken on its own machine; otherwise how long it took where
    /// it ran.
    #[parameter(name = "Normalised times", default = true)]
    pub normalise: bool,
    /// Speed of the machine that the master runs on, beside which those of the workers are measured.
    #[parameter(name = "Speed of the master", min = 0.01, max = 100, default = 1)]
    pub master_speed: f64,
    /// Standard deviation of the measured speed of a machine, as a share of the true one.
    #[parameter(name = "Noise of the benchmark", min = 0, max = 1, default = 0)]
    pub benchmark_noise: f64,
    /// When one copy of a task is done the other is stopped.
    #[parameter(name = "Stop the other copy", default = true)]
    pub cancel_copies: bool,
    /// A worker with nothing to do works on a second copy of the task that has run longest; the first copy that is done
    /// counts.
    #[parameter(name = "Eager scheduling", default = false)]
    pub eager: bool,
}

/// How many machines each batch loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Losses {
    /// None.
    #[word("no")]
    None,
    /// One, with the probability of loss.
    #[word("one")]
    One,
    /// As was observed: none in 55 % of the batches, one in 40 %, two in 5 %.
    #[word("observed")]
    Observed,
}

/// Which machines a batch loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Victims {
    /// Any that it holds when the batch begins, idle or not.
    #[word("any")]
    Any,
    /// One that works on a task at the time of the loss; where none does, any that it holds then.
    #[word("busy")]
    Busy,
}

/// Which idle worker comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum WorkerOrder {
    /// The fastest.
    #[word("fastest")]
    Fastest,
    /// The one that joined first.
    #[word("joined")]
    Joined,
}

/// How often a batch lost no, one, and more machines (Heymann 2001, section 5.2).
pub(super) const OBSERVED: [f64; 3] = [0.55, 0.40, 0.05];

const LONGEST_S: f64 = 1e8;

impl Options {
    /// How long usage counts against a user, as a half-life; zero if all users are alike.
    pub(super) fn half_life(&self) -> Span {
        Span::from_seconds(self.priority_half_life_h * 3600.0)
    }

    /// True if this machine counts as idle, whatever its owner does.
    pub(super) fn bears(&self, load: f64) -> bool {
        self.load_limit <= 0.0 || load <= self.load_limit
    }
}
