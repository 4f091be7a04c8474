//! The tables of this system: the results of each application and each cycle and, where everything is recorded, the
//! messages, the views and the estimated starts.

use ganttlet_core::record::{Cells, Text};
use ganttlet_core::rule::SubjectId;
use ganttlet_core::table;
use ganttlet_core::time::{Span, Time};

table! {
    /// The applications, in the order in which they came, and what their launchers did.
    static LAUNCHERS = (
        "application-launchers", "Launchers",
        digest &["id", "first", "start", "done", "hosts", "bytes_to", "bytes_from", "configurations", "operations"], part false
    );
    /// An application and its launcher.
    #[derive(Clone, Copy, Debug)]
    pub struct LauncherRow {
        /// The application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// What it is: `rigid`, `moldable`, `complex`.
        kind: Text = ("kind", "Kind", "", Cells::Text),
        /// When it first asked.
        first: Time = ("first", "First request", "", Cells::Time),
        /// The start that was estimated first.
        estimate: Time = ("estimate", "First estimate", "", Cells::Time),
        /// When it started.
        start: Time = ("start", "Start", "", Cells::Time),
        /// When it was over.
        done: Time = ("done", "End", "", Cells::Time),
        /// The hosts that it was given.
        hosts: u32 = ("hosts", "Hosts", "hosts", Cells::Count),
        /// On so many clusters.
        clusters: u32 = ("clusters", "Clusters", "", Cells::Count),
        /// The time it was granted them for.
        wall_time: Span = ("wall_time", "Walltime", "s", Cells::Span),
        /// Notifications it was sent.
        notifications: u32 = ("notifications", "Notifications", "", Cells::Count),
        /// Their bytes.
        bytes_to: u32 = ("bytes_to", "Notification bytes", "B", Cells::Count),
        /// Requests it sent; one if it sent a list.
        requests: u32 = ("requests", "Requests", "", Cells::Count),
        /// Their bytes.
        bytes_from: u32 = ("bytes_from", "Request bytes", "B", Cells::Count),
        /// Different configurations whose duration was worked out.
        configurations: u32 = ("configurations", "Configurations", "", Cells::Count),
        /// How many a list of all would have had.
        listed: f64 = ("listed", "Configurations in exhaustive list", "", Cells::Number),
        /// Steps of profiles that its launcher looked at.
        operations: f64 = ("operations", "Basic operations", "", Cells::Number),
        /// Answers that came too late, as it had started.
        late: u32 = ("late", "Late", "", Cells::Count),
        /// Requests that no cluster has hosts for.
        refused: u32 = ("refused", "Refused", "", Cells::Count),
        /// How long its hosts were kept after its end, of all hosts together.
        waste: Span = ("waste", "Resource waste", "host-seconds", Cells::Span),
    }
}

impl LauncherRow {
    /// The row of an application at its arrival.
    pub(super) fn new(application: u32, kind: Text) -> Self {
        Self {
            application,
            kind,
            first: Time::MAX,
            estimate: Time::MAX,
            start: Time::MAX,
            done: Time::MAX,
            hosts: 0,
            clusters: 0,
            wall_time: Span::ZERO,
            notifications: 0,
            bytes_to: 0,
            requests: 0,
            bytes_from: 0,
            configurations: 0,
            listed: 0.0,
            operations: 0.0,
            late: 0,
            refused: 0,
            waste: Span::ZERO,
        }
    }
}

table! {
    /// The cycles of the resource manager.
    static CYCLES = ("cycles", "Cycles", digest &["time", "waiting", "started", "notified", "operations"], part false);
    /// A cycle.
    #[derive(Clone, Copy, Debug)]
    pub struct CycleRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// Applications that wait after it.
        waiting: u32 = ("waiting", "Waiting", "applications", Cells::Count),
        /// Those that it considered.
        considered: u32 = ("considered", "Considered", "applications", Cells::Count),
        /// Those that it started.
        started: u32 = ("started", "Started", "applications", Cells::Count),
        /// Those whose views had changed.
        notified: u32 = ("notified", "Notified", "applications", Cells::Count),
        /// How many of them changed their requests at once.
        changed: u32 = ("changed", "Changed requests", "", Cells::Count),
        /// Steps of profiles that it looked at.
        operations: f64 = ("operations", "Basic operations", "", Cells::Number),
        /// The most steps of a profile.
        largest: u32 = ("largest", "Largest profile", "steps", Cells::Count),
        /// Cycles since the last event from outside that changed requests, this one among them.
        rounds: u32 = ("rounds", "Rounds", "", Cells::Count),
        /// Bytes of notifications since the beginning.
        bytes_to: f64 = ("bytes_to", "Notification bytes so far", "B", Cells::Number),
        /// Bytes of requests and lists since the beginning.
        bytes_from: f64 = ("bytes_from", "Request bytes so far", "B", Cells::Number),
    }
}

table! {
    /// The messages between the launchers and the resource manager.
    static MESSAGES = ("messages", "Messages", digest &[], part false);
    /// A message.
    #[derive(Clone, Copy, Debug)]
    pub struct MessageRow {
        /// When it was sent.
        time: Time = ("time", "Time", "", Cells::Time),
        /// When it came.
        came: Time = ("came", "Arrival", "", Cells::Time),
        /// The application whose launcher sent it or got it.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// True if it went to the resource manager.
        to_manager: Option<bool> = ("to_manager", "To resource manager", "", Cells::Flag),
        /// Which: `subscribe`, `listClustersInfo`, `changeNotify`, `request`, `list`, `startNotify`, `done`, `cancel`.
        what: Text = ("what", "Message", "", Cells::Text),
        /// Its bytes; nothing for those that are not counted.
        bytes: u32 = ("bytes", "Bytes", "B", Cells::Count),
        /// Clusters that it names.
        clusters: u32 = ("clusters", "Clusters", "", Cells::Count),
        /// Hosts that it names.
        hosts: u32 = ("hosts", "Hosts", "hosts", Cells::Count),
        /// The time that it asks for them.
        wall_time: Span = ("wall_time", "Walltime", "s", Cells::Span),
    }
}

table! {
    /// What launchers asked for, cluster by cluster.
    static ASKED = ("asked", "Requested hosts", digest &[], part false);
    /// Hosts of a cluster in a request.
    #[derive(Clone, Copy, Debug)]
    pub struct AskedRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// The cluster, counted from 0.
        cluster: u32 = ("cluster", "Cluster", "", Cells::Count),
        /// Hosts of it.
        hosts: u32 = ("hosts", "Hosts", "hosts", Cells::Count),
        /// For how long.
        wall_time: Span = ("wall_time", "Walltime", "s", Cells::Span),
    }
}

table! {
    /// What launchers weighed before they asked: hosts that they saw free for long enough.
    static WEIGHED = ("weighed", "Possible choices", digest &[], part false);
    /// A possible choice.
    #[derive(Clone, Copy, Debug)]
    pub struct WeighedRow {
        /// When.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// For which of its requests, counted from 1.
        request: u32 = ("request", "Request", "", Cells::Count),
        /// Which of the choices, counted from 1; one of several clusters has a row for each.
        choice: u32 = ("choice", "Choice", "", Cells::Count),
        /// The cluster, counted from 0.
        cluster: u32 = ("cluster", "Cluster", "", Cells::Count),
        /// Hosts of it.
        hosts: u32 = ("hosts", "Hosts", "hosts", Cells::Count),
        /// From when on they are free.
        from: Time = ("from", "From", "", Cells::Time),
        /// When the application would end.
        end: Time = ("end", "End", "", Cells::Time),
    }
}

table! {
    /// The views as they were sent: what is occupied on a cluster from then on.
    static VIEWS = ("views", "Views", digest &[], part false);
    /// What a launcher was shown of a cluster.
    #[derive(Clone, Copy, Debug)]
    pub struct ViewRow {
        /// When it was sent.
        time: Time = ("time", "Time", "", Cells::Time),
        /// To the launcher of this application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// The cluster, counted from 0.
        cluster: u32 = ("cluster", "Cluster", "", Cells::Count),
        /// Its steps.
        steps: (u32, u32) = ("steps", "Steps", "steps", Cells::Rows(&VIEW_STEPS)),
    }
}

table! {
    /// Steps of views.
    static VIEW_STEPS = ("view-steps", "View steps", digest &[], part true);
    /// A step of a view.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ViewStepRow {
        /// From when on.
        from: Time = ("from", "From", "", Cells::Time),
        /// Occupied hosts.
        busy: u32 = ("busy", "Occupied", "hosts", Cells::Count),
    }
}

table! {
    /// The estimated starts of those that wait, when they change.
    static ESTIMATES = ("estimates", "Estimated starts", digest &[], part false);
    /// An estimated start.
    #[derive(Clone, Copy, Debug)]
    pub struct EstimateRow {
        /// When it was estimated.
        time: Time = ("time", "Time", "", Cells::Time),
        /// The application.
        application: SubjectId = ("id", "Application", "", Cells::Subject),
        /// Its start as planned then; nothing if it was not considered.
        estimate: Time = ("estimate", "Estimated start", "", Cells::Time),
    }
}
