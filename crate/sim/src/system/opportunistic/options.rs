//! The parameters of an opportunistic pool.

use crate::system::player::PlayedChoices;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// Parameters of the pool.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Number of machines an application loses per batch, in addition to absences. A loss occurs at any time up to the
    /// runtime of the largest task in the batch. A replacement is available when the next batch begins. The last worker is
    /// never lost.
    #[parameter(name = "Loss per batch", default = "no")]
    pub losses: Losses,
    /// Probability that a batch loses a machine.
    #[parameter(name = "Loss probability", min = 0, max = 1, default = 1)]
    pub loss_probability: f64,
    /// Machines of an application from which the lost one is drawn, with equal probability.
    #[parameter(name = "Lost machines", default = "any")]
    pub loss_victims: Victims,
    /// Maximum suspension of a worker after the owner of its machine returns. After that, the machine is given up and the
    /// work on it is lost. 0 to give it up at once.
    #[parameter(name = "Suspension limit", unit = "s", min = 0, max = LONGEST_S, default = 600)]
    pub suspend_limit_s: Span,
    /// Interval between negotiation cycles, which match machines with requests; 0 for a match at every change.
    #[parameter(name = "Negotiation period", unit = "s", min = 0, max = LONGEST_S, default = 0)]
    pub negotiation_s: Span,
    /// Mean delay between the match and the start of the worker (exponential); 0 for none.
    #[parameter(name = "Grant delay", unit = "s", min = 0, max = LONGEST_S, default = 0)]
    pub grant_delay_s: Span,
    /// Half-life of a user's past usage, which worsens the user's priority; 0 for equal priorities.
    #[parameter(name = "Usage half-life", unit = "h", min = 0, max = 10_000, default = 24)]
    pub priority_half_life_h: f64,
    /// Users preempt machines of users whose priority is worse by more than 20 %; the work on them is lost.
    #[parameter(name = "Priority preemption", default = false)]
    pub priority_preempts: bool,
    /// Time after a grant during which users of better priority cannot preempt a machine. If it is shorter than a task, two
    /// users may preempt each other forever. The example in Condor is one hour.
    #[parameter(name = "Protected time", unit = "s", min = 0, max = LONGEST_S, default = 3600)]
    pub priority_keeps_s: Span,
    /// Sends requests that the home pool cannot serve to the other pools, in their order.
    #[parameter(name = "Flocking", default = false)]
    pub flocking: bool,
    /// Load average above which a machine does not count as idle and is not granted; 0 for no limit.
    #[parameter(name = "Load limit", min = 0, max = 1_000, default = 0)]
    pub load_limit: f64,
    /// Idle worker that gets the next task.
    #[parameter(name = "Worker order", default = "fastest")]
    pub worker_order: WorkerOrder,
    /// Normalises the task runtimes known to the master to the speed of its machine. If off, the master uses the runtimes
    /// measured on the workers.
    #[parameter(name = "Normalised runtimes", default = true)]
    pub normalise: bool,
    /// Speed of the master's machine, relative to which worker speeds are measured.
    #[parameter(name = "Master speed", min = 0.01, max = 100, default = 1)]
    pub master_speed: f64,
    /// Standard deviation of the measured speed of a machine, as a share of its true speed.
    #[parameter(name = "Benchmark noise", min = 0, max = 1, default = 0)]
    pub benchmark_noise: f64,
    /// Cancels the other replica of a task when one completes.
    #[parameter(name = "Cancel other replica", default = true)]
    pub cancel_copies: bool,
    /// Idle workers run a replica of the task that has run longest; the first replica to complete is used.
    #[parameter(name = "Eager scheduling", default = false)]
    pub eager: bool,
    /// Choices of the ordering policies of applications.
    #[parameter(all)]
    pub played: PlayedChoices,
}

/// The number of machines that each batch loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Losses {
    /// None.
    #[word("no")]
    None,
    /// One, with the loss probability.
    #[word("one")]
    One,
    /// As observed: none in 55 % of the batches, one in 40 %, two in 5 %.
    #[word("observed")]
    Observed,
}

/// The machines that a batch loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Victims {
    /// All its machines at the beginning of the batch, idle or not.
    #[word("any")]
    Any,
    /// Machines that run a task at the time of the loss; if there are none, all its machines at that time.
    #[word("busy")]
    Busy,
}

/// The order of idle workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum WorkerOrder {
    /// The fastest.
    #[word("fastest")]
    Fastest,
    /// The first that joined.
    #[word("joined")]
    Joined,
}

/// Observed shares of batches that lost no, one, and more machines (Heymann 2001, section 5.2).
pub(super) const OBSERVED: [f64; 3] = [0.55, 0.40, 0.05];

const LONGEST_S: f64 = 1e8;

impl Options {
    /// The half-life of the usage of users; zero if all users are equal.
    pub(super) fn half_life(&self) -> Span {
        Span::from_seconds(self.priority_half_life_h * 3600.0)
    }

    /// True if a machine with this load by its owner counts as idle.
    pub(super) fn tolerates_load(&self, load: f64) -> bool {
        self.load_limit <= 0.0 || load <= self.load_limit
    }
}
