//! What can be set on a hierarchy of grids.

use crate::entry::{Parameters, Variants};
use crate::time::Span;

/// What can be set. The tables are those of the deployment (Silberstein and others 2006, table 2).
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// How queues and grids are put together.
    #[parameter(name = "Scheme", default = "mq-h")]
    pub scheme: Scheme,
    /// How long it takes to move a task to another queue: it is packed, sent and unpacked.
    #[parameter(name = "Migration", unit = "s", min = 0, max = 3_600, default = 10)]
    pub migration_s: Span,
    /// How long it takes to notice that the last job of a task has ended.
    #[parameter(name = "Detection of the end", unit = "s", min = 0, max = 600, default = 4)]
    pub detect_s: Span,
    /// What has been spent on the estimate of a task counts in the next queue too.
    #[parameter(name = "Estimates accumulate", default = true)]
    pub estimates_accumulate: bool,
    /// What a running job has done counts in what is left of its task; otherwise it counts whole until it ends.
    #[parameter(name = "Progress counts", default = true)]
    pub progress_counts: bool,
    /// A queue keeps a machine for its next job; otherwise each job waits for a machine of its own.
    #[parameter(name = "Machines are reused", default = true)]
    pub reuse_claims: bool,
    /// What is left of a task is cut again in each queue; otherwise its jobs stay as they were.
    #[parameter(name = "Cut again", default = true)]
    pub resplit: bool,
    /// In the scheme mq the jobs of a task that moves down go on.
    #[parameter(name = "Jobs go on when a task moves down", default = true)]
    pub demotion_keeps_jobs: bool,
    /// What is known of a task once it has been let in.
    #[parameter(name = "Known after the start", default = "exact")]
    pub known_after_start: Known,
    /// What is executed.
    #[parameter(name = "Work", default = "true")]
    pub work: Executes,
    /// What is in a queue is counted again whenever a task comes; otherwise as in its last pass.
    #[parameter(name = "Counted at arrivals", default = true)]
    pub fresh_q: bool,
    /// A task of which nothing is known is estimated before it would be sent to the lowest level, and not for overload.
    #[parameter(name = "Estimate before the last level", default = false)]
    pub estimate_before_last: bool,
    /// The expected duration of a task is its work by what all machines of its level do; otherwise it is no shorter than a
    /// job, and in a queue of single machines it is that of one.
    #[parameter(name = "Expected by work alone", default = false)]
    pub plain_expected: bool,
    /// Half-life of the usage that weighs on priorities, so that queues of worse priority do not starve: a free machine, or one
    /// whose job has ended, goes to the queue with the lowest product of priority and machines, those it holds and those it
    /// has used recently (our interpretation of the dynamic priorities of Condor). A queue still takes machines from one of
    /// worse priority, but only while its product stays the lower one. 0 for priorities alone.
    #[parameter(name = "Half-life of usage", unit = "h", min = 0, max = 10_000, default = 0)]
    pub aging_half_life_h: f64,
    /// How long a machine whose owner is back stays suspended with its job before both are lost; 0 to lose them at once.
    #[parameter(name = "Longest suspension", unit = "s", min = 0, max = 1e6, default = 0)]
    pub suspend_limit_s: Span,
    /// What a machine of speed 1 does.
    #[parameter(name = "Speed 1", unit = "KFlop/s", min = 1, max = 1_000_000_000, default = 1_000_000)]
    pub reference_kflops: u32,
    /// The least time between two rows about a queue in the table of queues.
    #[parameter(name = "Rows of queues", unit = "s", min = 0, max = 1e8, default = 600)]
    pub row_s: Span,
    /// The queues, from the top.
    #[parameter(name = "Queues", min = 1, max = 32, default = [
        [1, 1, 1, 360.0, 180.0, 2, 817_477, "serial", 900.0, 1, "cpu", 10.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, true, true],
        [2, 2, 1, 19_200.0, 9_600.0, 100, 775_251, "parallel", 564.0, 10, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 3, 1, true, true, true, true, true],
        [2, 3, 1, 9_600.0, 9_600.0, 500, 649_505, "parallel", 798.0, 10, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, true, true],
        [3, 3, 1, 172_800.0, 172_800.0, 500, 649_505, "parallel", 918.0, 20, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, false, false],
    ])]
    pub queues: Vec<QueueRow>,
    /// How each grid hands out its machines, in the order of the platform; those that are not named do so at once.
    #[parameter(name = "Grids", min = 0, max = 32, default = [
        ["fixed", 0.0, 60.0, -1.0, 0.0, true],
        ["rounds", 0.0, 40.0, -1.0, 0.0, true],
        ["rounds", 0.0, 300.0, -1.0, 10.0, true],
    ])]
    pub grids: Vec<GridRow>,
}

/// A queue.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct QueueRow {
    /// Its level; 1 is the top.
    #[parameter(name = "Level", min = 1, max = 32, default = 1)]
    pub level: u32,
    /// The first grid it submits to, counted from 1.
    #[parameter(name = "Grid", min = 1, max = 64, default = 1)]
    pub grid: u32,
    /// To how many grids it submits: this one and those behind it.
    #[parameter(name = "Grids", min = 1, max = 64, default = 1)]
    pub grids: u32,
    /// The most time a task may stay in it.
    #[parameter(name = "T_q", unit = "s", min = 0, max = 1e8, default = 1e8)]
    pub t_q_s: Span,
    /// The most time a task may execute in it.
    #[parameter(name = "T_e", unit = "s", min = 0, max = 1e8, default = 1e8)]
    pub t_e_s: Span,
    /// The most machines it holds at a time.
    #[parameter(name = "N", unit = "CPUs", min = 1, max = 100_000, default = 1)]
    pub cpus: u32,
    /// The average speed of its machines.
    #[parameter(name = "P", unit = "KFlop/s", min = 1, max = 1_000_000_000, default = 1_000_000)]
    pub kflops: u32,
    /// Whether a task uses several machines.
    #[parameter(name = "Mode", default = "parallel")]
    pub mode: Mode,
    /// How long a job should take on a machine of average speed.
    #[parameter(name = "Job length", unit = "s", min = 1, max = 1e8, default = 900)]
    pub job_length_s: Span,
    /// How many CPUs estimate a task.
    #[parameter(name = "Estimator CPUs", unit = "CPUs", min = 1, max = 100_000, default = 1)]
    pub estimator_cpus: u32,
    /// Where tasks are estimated.
    #[parameter(name = "Estimate on", default = "submit")]
    pub estimate_on: EstimateOn,
    /// How often its limits are enforced; 0 for each 10 s at the top, else each minute.
    #[parameter(name = "Check", unit = "s", min = 0, max = 86_400, default = 0)]
    pub check_s: Span,
    /// The most time for an estimation, as a share of `T_e`.
    #[parameter(name = "Alpha", min = 0, max = 1, default = 0.061)]
    pub alpha: f64,
    /// The share of operations that are computing.
    #[parameter(name = "Beta", min = 0.001, max = 1, default = 1)]
    pub beta: f64,
    /// The most jobs of a task.
    #[parameter(name = "Most jobs", min = 1, max = 200_000, default = 200_000)]
    pub max_jobs: u32,
    /// How many CPUs count in its limits; 0 for N.
    #[parameter(name = "CPUs in limits", unit = "CPUs", min = 0, max = 100_000, default = 0)]
    pub limit_cpus: u32,
    /// Its priority, lower is better; 0 for its level.
    #[parameter(name = "Priority", min = 0, max = 1_000, default = 0)]
    pub priority: u32,
    /// The queue to which tasks move down, counted from 1; 0 for the first one of the next level.
    #[parameter(name = "Lower queue", min = 0, max = 32, default = 0)]
    pub lower: u32,
    /// The first queue with which it shares its load, counted from 1; 0 for none.
    #[parameter(name = "Partner", min = 0, max = 32, default = 0)]
    pub partner: u32,
    /// With how many queues it shares its load: this one and those behind it.
    #[parameter(name = "Partners", min = 1, max = 32, default = 1)]
    pub partners: u32,
    /// The rule overload holds.
    #[parameter(name = "Overload", default = true)]
    pub overload: bool,
    /// The rule mismatch holds.
    #[parameter(name = "Mismatch", default = true)]
    pub mismatch: bool,
    /// The rule overdue holds.
    #[parameter(name = "Overdue", default = true)]
    pub overdue: bool,
    /// The rule task potential overdue holds.
    #[parameter(name = "Task potential", default = true)]
    pub task_potential: bool,
    /// The rule queue potential overdue holds.
    #[parameter(name = "Queue potential", default = true)]
    pub queue_potential: bool,
}

/// How a grid hands out its machines.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct GridRow {
    /// When requests are matched with machines.
    #[parameter(name = "Allocation", default = "fixed")]
    pub allocation: Allocation,
    /// How long after a match a machine is there; the mean if that is drawn.
    #[parameter(name = "Delay", unit = "s", min = 0, max = 86_400, default = 0)]
    pub delay_s: Span,
    /// The time between two rounds.
    #[parameter(name = "Period", unit = "s", min = 1, max = 86_400, default = 60)]
    pub period_s: Span,
    /// When the first round is; below 0 if that is drawn.
    #[parameter(name = "First round", unit = "s", min = -1, max = 86_400, default = -1)]
    pub offset_s: f64,
    /// How long after a round a machine is there.
    #[parameter(name = "Claim", unit = "s", min = 0, max = 86_400, default = 0)]
    pub claim_s: Span,
    /// A queue of better priority takes machines from one of worse; the work on them is lost.
    #[parameter(name = "Priority takes machines", default = true)]
    pub preempts: bool,
}

impl Default for GridRow {
    fn default() -> Self {
        Self::read(&crate::entry::Settings::default())
    }
}

/// How queues and grids are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Scheme {
    /// one queue before one flat grid of all machines
    #[word("fcfs")]
    Fcfs,
    /// one queue that tries the grids from the top
    #[word("fcfs-h")]
    FcfsHierarchy,
    /// a queue for each level, all before one flat grid; those above take machines from those below
    #[word("mq")]
    Mq,
    /// queues and grids as configured; a task moves down when its time is over
    #[word("mq-h-simple")]
    Simple,
    /// queues and grids as configured, with estimates and all rules: the grid execution hierarchy
    #[word("mq-h")]
    MqHierarchy,
}

/// Whether a task uses several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Mode {
    /// a task is one job on one machine
    #[word("serial")]
    Serial,
    /// a task is cut into jobs
    #[word("parallel")]
    Parallel,
}

/// Where tasks are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum EstimateOn {
    /// on a machine of the queue, on which the task then runs
    #[word("cpu")]
    Cpu,
    /// on the machine that submits, beside the pool
    #[word("submit")]
    Submit,
}

/// When requests are matched with machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Allocation {
    /// at once; machines are there a fixed time later
    #[word("fixed")]
    Fixed,
    /// at once; machines are there after a drawn time each
    #[word("exponential")]
    Exponential,
    /// in rounds, as a negotiator does it
    #[word("rounds")]
    Rounds,
}

/// What is known of a task once it has been let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Known {
    /// how much is left
    #[word("exact")]
    Exact,
    /// its bound
    #[word("bound")]
    Bound,
}

/// What is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Executes {
    /// the true work
    #[word("true")]
    True,
    /// the bound that was found when the task was let in
    #[word("bound")]
    Bound,
}

impl Scheme {
    /// True if all machines are one grid.
    pub(super) fn flat(self) -> bool {
        matches!(self, Self::Fcfs | Self::Mq)
    }

    /// True if tasks are estimated.
    pub(super) fn estimates(self) -> bool {
        self == Self::MqHierarchy
    }
}

impl GridRow {
    /// How long the first machine takes on average, in seconds.
    pub(super) fn mean_s(&self) -> f64 {
        match self.allocation {
            Allocation::Rounds => self.period_s.seconds() / 2.0 + self.claim_s.seconds(),
            Allocation::Fixed | Allocation::Exponential => self.delay_s.seconds(),
        }
    }
}
