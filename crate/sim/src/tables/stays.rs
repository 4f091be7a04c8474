//! Tasks in multilevel queues: their stays, their moves with reasons, known sizes, and queue contents. All views of
//! levels are derived from these tables, for any system that writes them.

use ganttlet_core::record::{Cells, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The queues from the top, and what each is for.
    static LIMITS = ("limits", "Queues and their limits", digest &[], part false);
    /// A queue and its limits; amounts of work are in seconds on one of its machines.
    #[derive(Clone, Copy, Debug)]
    pub struct LimitRow {
        /// The queue.
        queue: Text = ("queue", "Queue", "", Cells::Text),
        /// Level of the queue; 1 is the top.
        level: u32 = ("level", "Level", "", Cells::Count),
        /// The grids it submits to.
        grids: Text = ("grids", "Grids", "", Cells::Text),
        /// Machines in them.
        machines: u32 = ("machines", "Machines in grids", "machines", Cells::Count),
        /// How fast one of them is taken to be (P), as a multiple of speed 1.
        speed: f64 = ("speed", "Speed", "", Cells::Number),
        /// The most machines it holds (N).
        cpus: u32 = ("cpus", "Maximum machines (N)", "machines", Cells::Count),
        /// The largest task it is for (`C_e`); none without limits.
        largest: f64 = ("largest", "Largest task (C_e)", "s", Cells::Number),
        /// The most work there may be in it (`C_q`); none without limits.
        most: f64 = ("most", "Maximum work (C_q)", "s", Cells::Number),
        /// The most time a task may execute in it (`T_e`).
        executes: Span = ("executes", "Execution time limit (T_e)", "s", Cells::Span),
        /// The most time a task may stay in it (`T_q`).
        stays: Span = ("stays", "Queue time limit (T_q)", "s", Cells::Span),
        /// True if a task uses one machine in it.
        serial: Option<bool> = ("serial", "Serial", "", Cells::Flag),
    }
}

table! {
    /// The stays of tasks in queues, in the order of their ends.
    static STAYS = (
        "stays", "Queue visits",
        digest &["id", "queue", "came", "left", "starts", "evicted", "used", "lost"], part false
    );
    /// A stay of a task in a queue.
    #[derive(Clone, Copy, Debug)]
    pub struct StayRow {
        /// The task.
        task: SubjectId = ("id", "Task", "", Cells::Subject),
        /// The queue.
        queue: Text = ("queue", "Queue", "", Cells::Text),
        /// Its level.
        level: u32 = ("level", "Level", "", Cells::Count),
        /// When the task came to it.
        came: Time = ("came", "Arrival", "", Cells::Time),
        /// When it left, or ended.
        left: Time = ("left", "Departure", "", Cells::Time),
        /// Why it left; `done` if it ended there by itself.
        why: Text = ("why", "Rule", "", Cells::Text),
        /// Time on the way to this queue.
        moved: Span = ("moved", "Transfer", "s", Cells::Span),
        /// Time in which its size was estimated.
        estimation: Span = ("estimation", "Estimation", "s", Cells::Span),
        /// Time until its first job started, if no earlier task had pending jobs when it was let in.
        allocation: Span = ("allocation", "Allocation", "s", Cells::Span),
        /// Time it waited otherwise: behind other tasks, or for a machine to be estimated on.
        queueing: Span = ("queueing", "Queueing", "s", Cells::Span),
        /// From the start of its first job to the end of its last one, or until it left.
        execution: Span = ("execution", "Execution", "s", Cells::Span),
        /// Time until it was noticed that its last job had ended.
        detection: Span = ("detection", "Detection", "s", Cells::Span),
        /// Jobs there were to run when it was let in.
        jobs: u32 = ("job_count", "Jobs", "", Cells::Count),
        /// Starts of jobs.
        starts: u32 = ("starts", "Starts", "", Cells::Count),
        /// Starts that ended with the loss of the machine.
        evicted: u32 = ("evicted", "Evicted starts", "", Cells::Count),
        /// CPU time used by its jobs.
        used: Span = ("used", "CPU time", "s", Cells::Span),
        /// The part of that which was lost: with a machine, or when the task left.
        lost: Span = ("lost", "Lost CPU time", "s", Cells::Span),
        /// Jobs that ran at a time, from its first start to the start of its last job.
        allocated: f64 = ("allocated", "Machines", "machines", Cells::Number),
        /// True if it used one machine.
        serial: Option<bool> = ("serial", "Serial", "", Cells::Flag),
        /// From the last start of a job to the end of the last one.
        tail: Span = ("tail", "Tail", "s", Cells::Span),
        /// How long it would have executed on all machines that its queue may hold.
        dedicated: Span = ("dedicated", "On dedicated machines", "s", Cells::Span),
    }
}

table! {
    /// The tasks, in the order of their ends.
    static TASKS = (
        "hierarchy-tasks", "Tasks per level", digest &["id", "end", "status", "moves"], part false
    );
    /// A task that is over.
    #[derive(Clone, Copy, Debug)]
    pub struct TaskRow {
        /// The task.
        task: SubjectId = ("id", "Task", "", Cells::Subject),
        /// When it was submitted.
        submit: Time = ("submit", "Submitted", "", Cells::Time),
        /// When it was over.
        end: Time = ("end", "End", "", Cells::Time),
        /// How it ended: `done`, `terminated`, `rejected`, `removed` by its user.
        status: Text = ("status", "Outcome", "", Cells::Text),
        /// The queue in which it ended.
        queue: Text = ("queue", "Queue", "", Cells::Text),
        /// The level of that.
        level: u32 = ("level", "Level", "", Cells::Count),
        /// The first level whose largest task is as large.
        best: u32 = ("best_level", "Best level", "", Cells::Count),
        /// How long it would have taken with all the machines of that level at once.
        expected: Span = ("expected", "Expected duration", "s", Cells::Span),
        /// How much work it was, in seconds on a machine of speed 1.
        work: Span = ("work", "Work", "s", Cells::Span),
        /// How often it moved.
        moves: u32 = ("moves", "Moves", "", Cells::Count),
        /// CPU time used by its jobs.
        used: Span = ("used", "CPU time", "s", Cells::Span),
    }
}

table! {
    /// How tasks moved, in the order in which they left, each with its reason.
    static MOVES = ("moves", "Task moves", digest &["time", "id", "from", "to", "rule"], part false);
    /// A move of a task.
    #[derive(Clone, Copy, Debug)]
    pub struct MoveRow {
        /// When it left.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The task.
        task: SubjectId = ("id", "Task", "", Cells::Subject),
        /// From this queue.
        from: Text = ("from", "From", "", Cells::Text),
        /// To this queue; `out` if there is none below.
        to: Text = ("to", "To", "", Cells::Text),
        /// The rule.
        why: Text = ("rule", "Rule", "", Cells::Text),
    }
}

table! {
    /// What was known of the sizes of tasks after each estimation.
    static BOUNDS = ("bounds", "Estimates", digest &["time", "id", "bound"], part false);
    /// An estimate.
    #[derive(Clone, Copy, Debug)]
    pub struct BoundRow {
        /// When it was known.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The task.
        task: SubjectId = ("id", "Task", "", Cells::Subject),
        /// In this queue.
        queue: Text = ("queue", "Queue", "", Cells::Text),
        /// When its estimation began.
        since: Time = ("since", "Estimation start", "", Cells::Time),
        /// The upper bound then.
        first: f64 = ("first", "Previous bound", "s", Cells::Number),
        /// The upper bound, in seconds on one machine of the queue.
        bound: f64 = ("bound", "Bound", "s", Cells::Number),
        /// The truth, likewise.
        truth: f64 = ("truth", "True size", "s", Cells::Number),
        /// The largest task the queue is for, likewise.
        limit: f64 = ("limit", "Limit", "s", Cells::Number),
    }
}

table! {
    /// What was in the queues when their limits were enforced.
    static QUEUES = ("queues", "Queues over time", digest &["time", "queue", "tasks", "pending", "claims"], part false);
    /// A queue at a moment.
    #[derive(Clone, Copy, Debug)]
    pub struct QueueRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The queue.
        queue: Text = ("queue", "Queue", "", Cells::Text),
        /// How much of the work is there that there may be: Q / `C_q`.
        fill: f64 = ("fill", "Fill", "", Cells::Number),
        /// The work in it (Q), in hours on one of its machines.
        work: f64 = ("work", "Work", "h", Cells::Number),
        /// The most work there may be (`C_q`), likewise.
        limit: f64 = ("limit", "Limit", "h", Cells::Number),
        /// Tasks.
        tasks: u32 = ("tasks", "Tasks", "tasks", Cells::Count),
        /// Jobs that could start.
        pending: u32 = ("pending", "Pending jobs", "", Cells::Count),
        /// Machines it holds.
        claims: u32 = ("claims", "Machines allocated", "machines", Cells::Count),
        /// Machines it could have: free ones and its own, up to N.
        available: u32 = ("available", "Machines available", "machines", Cells::Count),
    }
}
