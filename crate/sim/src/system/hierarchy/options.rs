//! The parameters of a hierarchy of grids.

use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// Parameters. The tables are those of the deployment (Silberstein et al. 2006, table 2).
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Arrangement of queues and grids.
    #[parameter(name = "Scheme", default = "mq-h")]
    pub scheme: Scheme,
    /// Time to move a task to another queue (packing, transfer and unpacking).
    #[parameter(name = "Migration time", unit = "s", min = 0, max = 3_600, default = 10)]
    pub migration_s: Span,
    /// Time to detect that the last job of a task has ended.
    #[parameter(name = "Completion detection time", unit = "s", min = 0, max = 600, default = 4)]
    pub detect_s: Span,
    /// Carries the work spent on estimating a task over to the estimation in the next queue.
    #[parameter(name = "Accumulate estimations", default = true)]
    pub estimates_accumulate: bool,
    /// Subtracts the progress of running jobs from the remaining work of their task. If off, a job counts in full until it
    /// ends.
    #[parameter(name = "Credit running jobs", default = true)]
    pub progress_counts: bool,
    /// A queue keeps a machine for its next job. If off, each job requests a separate machine.
    #[parameter(name = "Machine reuse", default = true)]
    pub reuse_claims: bool,
    /// Splits the remaining work of a task again in each queue. If off, its jobs stay as they were.
    #[parameter(name = "Split again", default = true)]
    pub resplit: bool,
    /// In the scheme mq, the jobs of a demoted task keep running.
    #[parameter(name = "Demotion keeps jobs", default = true)]
    pub demotion_keeps_jobs: bool,
    /// Size information about a task after its admission to a queue.
    #[parameter(name = "Size known after admission", default = "exact")]
    pub known_after_start: Known,
    /// Work that a task executes.
    #[parameter(name = "Executed work", default = "true")]
    pub work: Executes,
    /// Recomputes the work in a queue whenever a task arrives. If off, uses the value of the last pass.
    #[parameter(name = "Recompute on arrival", default = true)]
    pub fresh_q: bool,
    /// Estimates a task of unknown size before it can be demoted to the lowest level; overload alone does not demote it
    /// there.
    #[parameter(name = "Estimate before lowest level", default = false)]
    pub estimate_before_last: bool,
    /// Expected duration of a task: its work divided by the total speed of its level. If off, it is at least one job
    /// length; in a queue that uses single machines, it is the duration on one machine.
    #[parameter(name = "Expected duration from work only", default = false)]
    pub plain_expected: bool,
    /// Half-life of the recent usage that lowers the priority of a queue, so that queues of worse priority do not starve. A
    /// free machine, or one whose job has ended, is given to the queue with the lowest product of priority and number of
    /// machines. Machines in use and recently used ones count (our interpretation of the dynamic priorities of Condor). A
    /// queue preempts queues of worse priority only while its product is the lower one. 0 for priorities alone.
    #[parameter(name = "Usage half-life", unit = "h", min = 0, max = 10_000, default = 0)]
    pub aging_half_life_h: f64,
    /// Maximum time that a machine stays suspended with its job after its owner returns. After that, both are lost. 0 to
    /// lose them at once.
    #[parameter(name = "Suspension limit", unit = "s", min = 0, max = 1e6, default = 0)]
    pub suspend_limit_s: Span,
    /// Speed of a machine whose relative speed is 1.
    #[parameter(
        name = "Reference speed",
        unit = "KFlop/s",
        min = 1,
        max = 1_000_000_000,
        default = 1_000_000
    )]
    pub reference_kflops: u32,
    /// Minimum time between two rows on the same queue in the table of queues.
    #[parameter(name = "Queue table interval", unit = "s", min = 0, max = 1e8, default = 600)]
    pub row_s: Span,
    /// Queues of the hierarchy, from the top level down.
    #[parameter(name = "Queues", min = 1, max = 32, default = [
        [1, 1, 1, 360.0, 180.0, 2, 817_477, "serial", 900.0, 1, "cpu", 10.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, true, true],
        [2, 2, 1, 19_200.0, 9_600.0, 100, 775_251, "parallel", 564.0, 10, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 3, 1, true, true, true, true, true],
        [2, 3, 1, 9_600.0, 9_600.0, 500, 649_505, "parallel", 798.0, 10, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, true, true],
        [3, 3, 1, 172_800.0, 172_800.0, 500, 649_505, "parallel", 918.0, 20, "submit", 60.0, 0.061, 1.0, 200_000, 0, 0, 0, 0, 1, true, true, true, false, false],
    ])]
    pub queues: Vec<QueueRow>,
    /// Allocation of machines by each grid, in the order of the platform; grids not listed grant them at once.
    #[parameter(name = "Grids", min = 0, max = 32, default = [
        ["fixed", 0.0, 60.0, -1.0, 0.0, true],
        ["rounds", 0.0, 40.0, -1.0, 0.0, true],
        ["rounds", 0.0, 300.0, -1.0, 10.0, true],
    ])]
    pub grids: Vec<GridRow>,
}

/// The configuration of a queue.
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct QueueRow {
    /// Level of the queue; 1 is the top.
    #[parameter(name = "Level", min = 1, max = 32, default = 1)]
    pub level: u32,
    /// First grid to which the queue submits, counted from 1.
    #[parameter(name = "First grid", min = 1, max = 64, default = 1)]
    pub grid: u32,
    /// Number of consecutive grids to which the queue submits, starting with the first grid.
    #[parameter(name = "Number of grids", min = 1, max = 64, default = 1)]
    pub grids: u32,
    /// Maximum time that a task may stay in the queue.
    #[parameter(name = "T_q", unit = "s", min = 0, max = 1e8, default = 1e8)]
    pub t_q_s: Span,
    /// Maximum time that a task may execute in the queue.
    #[parameter(name = "T_e", unit = "s", min = 0, max = 1e8, default = 1e8)]
    pub t_e_s: Span,
    /// Maximum number of machines that the queue uses concurrently.
    #[parameter(name = "N", unit = "CPUs", min = 1, max = 100_000, default = 1)]
    pub cpus: u32,
    /// Average speed of the machines of the queue.
    #[parameter(name = "P", unit = "KFlop/s", min = 1, max = 1_000_000_000, default = 1_000_000)]
    pub kflops: u32,
    /// Use of one machine or several by a task.
    #[parameter(name = "Mode", default = "parallel")]
    pub mode: Mode,
    /// Target runtime of a job on a machine of average speed.
    #[parameter(name = "Job length", unit = "s", min = 1, max = 1e8, default = 900)]
    pub job_length_s: Span,
    /// Number of CPUs on which a task is estimated.
    #[parameter(name = "Estimator CPUs", unit = "CPUs", min = 1, max = 100_000, default = 1)]
    pub estimator_cpus: u32,
    /// Machine on which tasks are estimated.
    #[parameter(name = "Estimation host", default = "submit")]
    pub estimate_on: EstimateOn,
    /// Interval between checks of the limits of the queue; 0 for 10 s at the top level and 60 s at all others.
    #[parameter(name = "Check interval", unit = "s", min = 0, max = 86_400, default = 0)]
    pub check_s: Span,
    /// Maximum duration of an estimation, as a share of `T_e`.
    #[parameter(name = "Alpha", min = 0, max = 1, default = 0.061)]
    pub alpha: f64,
    /// Share of operations that are computation.
    #[parameter(name = "Beta", min = 0.001, max = 1, default = 1)]
    pub beta: f64,
    /// Maximum number of jobs per task.
    #[parameter(name = "Maximum jobs", min = 1, max = 200_000, default = 200_000)]
    pub max_jobs: u32,
    /// Number of CPUs used to compute the limits of the queue; 0 for N.
    #[parameter(name = "CPUs for limits", unit = "CPUs", min = 0, max = 100_000, default = 0)]
    pub limit_cpus: u32,
    /// Priority of the queue; lower is better. 0 for its level.
    #[parameter(name = "Priority", min = 0, max = 1_000, default = 0)]
    pub priority: u32,
    /// Queue to which tasks are demoted, counted from 1; 0 for the first queue of the next level.
    #[parameter(name = "Lower queue", min = 0, max = 32, default = 0)]
    pub lower: u32,
    /// First queue with which this queue shares load, counted from 1; 0 for none.
    #[parameter(name = "First partner", min = 0, max = 32, default = 0)]
    pub partner: u32,
    /// Number of consecutive partner queues for load sharing, starting with the first partner.
    #[parameter(name = "Number of partners", min = 1, max = 32, default = 1)]
    pub partners: u32,
    /// Enables the rule "overload".
    #[parameter(name = "Overload", default = true)]
    pub overload: bool,
    /// Enables the rule "mismatch".
    #[parameter(name = "Mismatch", default = true)]
    pub mismatch: bool,
    /// Enables the rule "overdue".
    #[parameter(name = "Overdue", default = true)]
    pub overdue: bool,
    /// Enables the rule "task potential overdue".
    #[parameter(name = "Task potential", default = true)]
    pub task_potential: bool,
    /// Enables the rule "queue potential overdue".
    #[parameter(name = "Queue potential", default = true)]
    pub queue_potential: bool,
}

/// The configuration of a grid: how it assigns its machines.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct GridRow {
    /// Times at which requests are matched with machines.
    #[parameter(name = "Allocation", default = "fixed")]
    pub allocation: Allocation,
    /// Delay between a match and the availability of the machine; the mean where it is drawn.
    #[parameter(name = "Delay", unit = "s", min = 0, max = 86_400, default = 0)]
    pub delay_s: Span,
    /// Interval between two negotiation cycles.
    #[parameter(name = "Period", unit = "s", min = 1, max = 86_400, default = 60)]
    pub period_s: Span,
    /// Time of the first negotiation cycle; negative to draw it at random.
    #[parameter(name = "First cycle", unit = "s", min = -1, max = 86_400, default = -1)]
    pub offset_s: f64,
    /// Delay between a negotiation cycle and the availability of the machine.
    #[parameter(name = "Claim delay", unit = "s", min = 0, max = 86_400, default = 0)]
    pub claim_s: Span,
    /// Queues of better priority preempt machines of queues of worse priority; the work on them is lost.
    #[parameter(name = "Priority preemption", default = true)]
    pub preempts: bool,
}

impl Default for GridRow {
    fn default() -> Self {
        Self::read(&ganttlet_core::entry::Settings::default())
    }
}

/// Arrangement of queues and grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Scheme {
    /// One queue for one flat grid of all machines
    #[word("fcfs")]
    Fcfs,
    /// One queue that tries the grids from the top level down
    #[word("fcfs-h")]
    FcfsHierarchy,
    /// One queue per level, all for one flat grid; higher levels preempt machines of lower levels
    #[word("mq")]
    Mq,
    /// Queues and grids as configured; a task is demoted when its time limit is reached
    #[word("mq-h-simple")]
    Simple,
    /// Queues and grids as configured, with size estimates and all rules: the grid execution hierarchy
    #[word("mq-h")]
    MqHierarchy,
}

/// Use of one machine or several by a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Mode {
    /// Each task is one job on one machine.
    #[word("serial")]
    Serial,
    /// Each task is split into jobs.
    #[word("parallel")]
    Parallel,
}

/// Machine on which tasks are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum EstimateOn {
    /// A machine of the queue, on which the task then runs
    #[word("cpu")]
    Cpu,
    /// The submit machine, outside the pool
    #[word("submit")]
    Submit,
}

/// Times at which requests are matched with machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Allocation {
    /// At once; a machine becomes available after a fixed delay
    #[word("fixed")]
    Fixed,
    /// At once; each machine becomes available after an exponentially distributed delay
    #[word("exponential")]
    Exponential,
    /// In periodic negotiation cycles
    #[word("rounds")]
    Rounds,
}

/// Size information about a task after its admission to a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Known {
    /// Exact remaining work
    #[word("exact")]
    Exact,
    /// Upper bound on the remaining work
    #[word("bound")]
    Bound,
}

/// Work that a task executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Executes {
    /// True work
    #[word("true")]
    True,
    /// Upper bound estimated at admission
    #[word("bound")]
    Bound,
}

impl Scheme {
    /// True if all machines form one grid.
    pub(super) fn is_flat(self) -> bool {
        matches!(self, Self::Fcfs | Self::Mq)
    }

    /// True if tasks are estimated.
    pub(super) fn uses_estimates(self) -> bool {
        self == Self::MqHierarchy
    }
}

impl GridRow {
    /// Mean setup time of the first machine, in seconds.
    pub(super) fn mean_claim_time_s(&self) -> f64 {
        match self.allocation {
            Allocation::Rounds => self.period_s.seconds() / 2.0 + self.claim_s.seconds(),
            Allocation::Fixed | Allocation::Exponential => self.delay_s.seconds(),
        }
    }
}
