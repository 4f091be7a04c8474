//! The tables of this system: the results of each bag and, where everything is recorded, the turns and the tasks that
//! wait at a cluster.

use ganttlet_core::record::Cells;
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The bags, in the order in which they came, and what came of them.
    static BAGS = ("bags", "Bags", digest &["bag", "start", "end", "copies", "wasted"], part false);
    /// A bag.
    #[derive(Clone, Copy, Debug)]
    pub struct BagRow {
        /// Its number.
        bag: u32 = ("bag", "Bag", "", Cells::Count),
        /// Its user.
        user: Option<u32> = ("user", "User", "", Cells::Count),
        /// The cluster that its user belongs to, counted from 0.
        home: u32 = ("home", "Home", "", Cells::Count),
        /// When it was submitted.
        submit: Time = ("submit", "Submission", "", Cells::Time),
        /// Its tasks.
        tasks: u32 = ("tasks", "Tasks", "tasks", Cells::Count),
        /// How long they run on a processor of speed 1, all together.
        work: Span = ("work", "Work", "s", Cells::Span),
        /// When the first of them started.
        start: Time = ("start", "First start", "", Cells::Time),
        /// When the last of them was done.
        end: Time = ("end", "End", "", Cells::Time),
        /// Copies that were made of its tasks.
        copies: u32 = ("copies", "Replicas", "", Cells::Count),
        /// How long processors were busy with copies, or originals, that came too late.
        wasted: Span = ("wasted", "Wasted CPU time", "processor-seconds", Cells::Span),
    }
}

table! {
    /// Whose turn it was from when on: the tasks that were chosen next.
    static TURNS = ("turns", "Task selections", digest &[], part false);
    /// A turn.
    #[derive(Clone, Copy, Debug)]
    pub struct TurnRow {
        /// When it began.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The scheduler: the cluster that it is for, counted from 0.
        scheduler: u32 = ("scheduler", "Scheduler", "", Cells::Count),
        /// The user whose turn it was; nothing if that does not count.
        user: Option<u32> = ("user", "User", "", Cells::Count),
        /// The bag of the first of its tasks.
        bag: u32 = ("bag", "Bag", "", Cells::Count),
        /// How many tasks were chosen.
        tasks: u32 = ("tasks", "Tasks", "tasks", Cells::Count),
        /// Processor time that the user had used until then.
        used: Span = ("used", "CPU time used so far", "processor-seconds", Cells::Span),
    }
}

table! {
    /// Whose turn it could have been, in the order in which the policy would have given it to them: the first few of each turn.
    static ORDER = ("turn-order", "Selection order", digest &[], part false);
    /// Somebody, or a bag, that waited for the turn.
    #[derive(Clone, Copy, Debug)]
    pub struct OrderRow {
        /// When the turn began.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The scheduler: the cluster that it is for, counted from 0.
        scheduler: u32 = ("scheduler", "Scheduler", "", Cells::Count),
        /// The place in the order, from 1: whose turn it was.
        place: u32 = ("place", "Rank", "", Cells::Count),
        /// The user; nothing if that does not count.
        user: Option<u32> = ("user", "User", "", Cells::Count),
        /// The bag of the oldest task that waited.
        bag: u32 = ("bag", "Oldest bag", "", Cells::Count),
        /// When that bag came.
        since: Time = ("since", "Bag submitted", "", Cells::Time),
        /// Processor time that the user had used until then.
        used: Span = ("used", "CPU time used so far", "processor-seconds", Cells::Span),
    }
}

table! {
    /// The tasks that were sent to a cluster at which none was idle, and wait there.
    static SENT = ("sent-to-queues", "Tasks sent to queues", digest &[], part false);
    /// A task that was sent to a queue.
    #[derive(Clone, Copy, Debug)]
    pub struct SentRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The task.
        task: SubjectId = ("id", "Task", "", Cells::Subject),
        /// The cluster, counted from 0.
        cluster: u32 = ("cluster", "Cluster", "", Cells::Count),
    }
}
