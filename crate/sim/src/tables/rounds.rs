//! Rounds: the work of an application between two synchronisation points, with its information and decisions. All views
//! of iterations are derived from this table, for any system that writes it.

use ganttlet_core::record::{Cells, Table, Trace};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The rounds of iterative applications, in the order of their beginnings.
    static ROUNDS = (
        "rounds", "Iterations",
        digest &["start", "finish", "id", "wanted", "copies", "next", "tasks"], part false
    );
    /// One round of an application.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct Round {
        /// The application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// Which of its rounds, from 1.
        number: u32 = ("round", "Iteration", "", Cells::Count),
        /// The group its tasks are in.
        group: u32 = ("group", "Group", "", Cells::Group),
        /// When its tasks could start.
        start: Time = ("start", "Start", "", Cells::Time),
        /// When the last of them was done; `Time::MAX` until then.
        end: Time = ("finish", "End", "", Cells::Time),
        /// Its tasks, in the order in which they were to be handed out: the first and how many.
        tasks: (u32, u32) = ("tasks", "Tasks", "tasks", Cells::Rows(&ROUND_TASKS)),
        /// Tasks of which there was a second copy from the start.
        copies: u32 = ("copies", "Replicas", "tasks", Cells::Count),
        /// Workers asked for, extra ones among them.
        wanted: u32 = ("wanted", "Workers requested", "workers", Cells::Count),
        /// Of these, those asked for in case others are lost.
        extra: u32 = ("extra", "Extra workers", "workers", Cells::Count),
        /// Workers held at its end.
        held: u32 = ("held", "Workers allocated", "workers", Cells::Count),
        /// The most workers there were at a time.
        most_held: u32 = ("most_held", "Maximum workers", "workers", Cells::Count),
        /// True if it held the same workers throughout, as many as it had asked for; none while it lasts.
        stable: Option<bool> = ("stable", "Stable", "", Cells::Flag),
        /// Time worked on what was of use, of all workers together.
        work: Span = ("work", "Useful work", "s", Cells::Span),
        /// Time that workers were there, until the next round began: what the master computes alone after a round counts too.
        up: Span = ("up", "Allocated time", "s", Cells::Span),
        /// Time that they were suspended.
        suspended: Span = ("suspended", "Suspended time", "s", Cells::Span),
        /// Useful work, each second times the cost of its machine, in seconds.
        work_cost: f64 = ("work_cost", "Cost-weighted useful work", "s", Cells::Number),
        /// Time that workers were there, each second times the cost of its machine, in seconds.
        up_cost: f64 = ("up_cost", "Cost-weighted allocated time", "s", Cells::Number),
        /// Time that they were suspended, each second times the cost of its machine, in seconds.
        suspended_cost: f64 = ("suspended_cost", "Cost-weighted suspended time", "s", Cells::Number),
        /// Time that workers were there, each second times the speed of its machine beside the master's, in seconds.
        power: f64 = ("power", "Speed-weighted allocated time", "s", Cells::Number),
        /// How often a worker was suspended.
        suspensions: u32 = ("suspensions", "Suspensions", "", Cells::Count),
        /// How many workers were lost.
        losses: u32 = ("losses", "Workers lost", "workers", Cells::Count),
        /// How many workers there are to be in the next round, without extra ones; 0 after the last, none until it is known.
        next: Option<u32> = ("next", "Workers in next batch", "workers", Cells::Count),
    }
}

table! {
    /// The tasks of the rounds; those of a round in the order in which they were to be handed out.
    static ROUND_TASKS = ("round-tasks", "Tasks per iteration", digest &["id"], part true);
    /// A task of a round.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RoundTask {
        /// The task.
        subject: SubjectId = ("id", "Task", "", Cells::Subject),
        /// How long it took on the machine where it was done, by the clock of the master: with the time it was suspended.
        took: Span = ("took", "Time", "s", Cells::Span),
        /// The same on a machine as fast as the master. Both are zero until it is done.
        normalised: Span = ("normalised", "Time on the master's machine", "s", Cells::Span),
    }
}

impl Round {
    /// True if all of its tasks have completed.
    pub fn is_over(&self) -> bool {
        self.end != Time::MAX
    }

    /// Its duration in seconds; none before it ends.
    pub fn duration_s(&self) -> Option<f64> {
        self.is_over().then(|| (self.end - self.start).seconds())
    }

    /// The share of worker time spent on useful work, from 0 to 1; suspended workers are excluded (Heymann 2001,
    /// section 2.4). None before it ends, and if there was no worker.
    pub fn efficiency(&self) -> Option<f64> {
        let could = (self.up - self.suspended).seconds();
        (self.is_over() && could > 0.0).then(|| self.work.seconds() / could)
    }

    /// The rounds of all applications, in the order of their start times.
    pub fn rounds_of(trace: &Trace) -> Vec<Self> {
        trace.table_rows().collect()
    }

    /// Its tasks, in the planned order of dispatch.
    pub fn tasks(&self, trace: &Trace) -> Vec<RoundTask> {
        let (first, count) = self.tasks;
        let rows = |tasks: &Table| (first..first + count).map(|at| tasks.row(at as usize)).collect();
        trace.table(ROUND_TASKS.id).map_or_else(Vec::new, rows)
    }

    /// Runtimes of its tasks on machines as fast as the master, in microseconds, in the planned order of dispatch; none
    /// before the round ends.
    pub fn task_times_micros(&self, trace: &Trace) -> Option<Vec<i64>> {
        self.is_over().then(|| self.tasks(trace).iter().map(|task| task.normalised.0).collect())
    }
}
