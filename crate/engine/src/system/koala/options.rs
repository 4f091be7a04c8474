//! What can be set on a KOALA grid.

use crate::entry::{Kind, Parameter, Settings};
use crate::time::{Span, Time};

/// The parameters, checked and in the units of the engine.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// From placement to start.
    pub startup: Span,
    /// Time between scans of the placement queue; zero to scan at every change.
    pub scan_period: Span,
    /// Time between two polls of the clusters; zero if their state is always known.
    pub information_period: Span,
    /// Tries after which a submission fails; 0 for no limit.
    pub max_tries: u32,
    /// The slowest processor of a job sets its pace.
    pub slowest_processor: bool,
    /// No job runs longer than 15 minutes between 08:00 and 20:00.
    pub daytime_limit: bool,
    /// Waiting jobs come before running ones when nodes are free (PWA); otherwise running ones (PRA).
    pub waiting_first: bool,
    /// Time between two rounds of the malleability manager.
    pub round: Span,
    /// Time that each node takes to be submitted when a job grows.
    pub submit_node: Span,
    /// How long a job is suspended when its size changes.
    pub adapt: Span,
    /// Jobs grow only until all jobs hold this many nodes of a cluster; 0 for no limit.
    pub growth_limit: u32,
    /// A malleable or moldable job starts with as many nodes as it can use, not with its fewest.
    pub start_with_most: bool,
    /// Scavengers keep a launcher on each node, which takes one task after another.
    pub launchers: bool,
    /// Time to start a launcher, or a task where there are none.
    pub task_startup: Span,
    /// Longest time until an idle node is noticed by the monitor.
    pub monitor: Span,
    /// Time for that notice to arrive.
    pub propagation: Span,
    /// Time between two looks at the queue of local jobs.
    pub poll: Span,
    /// Shortest and longest time to take nodes from scavengers.
    pub reclaim: (Span, Span),
    /// What must hold for idle nodes to be scavenged.
    pub idleness: Idleness,
    /// Scavengers served at once; 0 for no limit.
    pub active_runners: u32,
}

/// When the owners of a cluster call its nodes idle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Idleness {
    /// At least this share of the nodes is free or scavenged.
    pub share: f64,
    /// No local job waits.
    pub empty_queue: bool,
    /// Hours of the day, `from` before `to`, or through midnight.
    pub hours: (f64, f64),
    /// At most this share of the nodes is scavenged.
    pub most: f64,
}

const DAY_S: f64 = 86_400.0;

impl Idleness {
    /// True at all hours.
    fn always(&self) -> bool {
        let length = (self.hours.1 - self.hours.0).abs();
        !(1e-9..24.0).contains(&length)
    }

    /// True if the hour allows it.
    pub fn open(&self, now: Time) -> bool {
        let hour = (now.seconds() / 3600.0) % 24.0;
        let (from, to) = self.hours;
        self.always() || if from <= to { from <= hour && hour < to } else { from <= hour || hour < to }
    }

    /// The next time at which the hours begin; none if they never end.
    pub fn opens(&self, now: Time) -> Option<Time> {
        let (seconds, from) = (now.seconds(), self.hours.0 * 3600.0);
        let day = libm::floor(seconds / DAY_S) * DAY_S;
        let next = if day + from > seconds { day + from } else { day + DAY_S + from };
        (!self.always()).then(|| Time::from_seconds(next).max(now + Span(1)))
    }
}

/// Beginning and end of the day, in seconds, and how long a job may run in it.
const DAYTIME: (f64, f64, f64) = (8.0 * 3600.0, 20.0 * 3600.0, 900.0);

/// When a job that starts at `start` must have ended by the rule of the DAS: no more than 15 minutes of the day.
pub(super) fn daytime_end(start: Time) -> Time {
    let seconds = start.seconds();
    let day = libm::floor(seconds / DAY_S) * DAY_S;
    let (from, to, most) = DAYTIME;
    let end = match seconds - day {
        now if now >= to => day + DAY_S + from + most,
        now if now >= from && now + most > to => day + DAY_S + from + most,
        now => day + now.max(from) + most,
    };
    Time::from_seconds(end)
}

impl Options {
    /// From checked settings.
    pub fn from_settings(settings: &Settings) -> Self {
        let span = |id| Span::from_seconds(settings.number(id));
        let count = |id| settings.integer(id).clamp(0, i64::from(u32::MAX)) as u32;
        let (first, second) = (span("reclaim_min_s"), span("reclaim_max_s"));
        Self {
            startup: span("startup_s"),
            scan_period: span("scan_period_s"),
            information_period: span("information_period_s"),
            max_tries: count("max_tries"),
            slowest_processor: settings.flag("slowest_processor"),
            daytime_limit: settings.flag("daytime_limit"),
            waiting_first: settings.choice("approach") == "pwa",
            round: span("round_s"),
            submit_node: span("submit_node_s"),
            adapt: span("adapt_s"),
            growth_limit: count("growth_limit_nodes"),
            start_with_most: settings.choice("initial_size") == "most",
            launchers: settings.flag("launchers"),
            task_startup: span("task_startup_s"),
            monitor: span("monitor_s"),
            propagation: span("propagation_s"),
            poll: span("poll_s"),
            reclaim: (first.min(second), first.max(second)),
            idleness: Idleness {
                share: settings.number("idle_share_min"),
                empty_queue: settings.flag("empty_local_queue"),
                hours: (settings.number("hours_from"), settings.number("hours_to")),
                most: settings.number("scavenged_share_max"),
            },
            active_runners: count("active_runners_max"),
        }
    }
}

const DAY: f64 = 86_400.0;

const fn seconds(
    id: &'static str,
    name: &'static str,
    doc: &'static str,
    (min, default): (f64, f64),
) -> Parameter {
    Parameter { id, name, doc, unit: "s", kind: Kind::Number { min, max: DAY, default } }
}

const fn share(id: &'static str, name: &'static str, doc: &'static str, default: f64) -> Parameter {
    Parameter { id, name, doc, unit: "", kind: Kind::Number { min: 0.0, max: 1.0, default } }
}

const fn hour(id: &'static str, name: &'static str, doc: &'static str, default: f64) -> Parameter {
    Parameter { id, name, doc, unit: "h", kind: Kind::Number { min: 0.0, max: 24.0, default } }
}

const fn yes_or_no(id: &'static str, name: &'static str, doc: &'static str, default: bool) -> Parameter {
    Parameter { id, name, doc, unit: "", kind: Kind::Bool { default } }
}

const fn count(id: &'static str, name: &'static str, doc: &'static str, unit: &'static str) -> Parameter {
    Parameter { id, name, doc, unit, kind: Kind::Integer { min: 0, max: 1_000_000, default: 0 } }
}

/// The parameters in the catalog.
pub(super) const PARAMETERS: &[Parameter] = &[
    seconds(
        "startup_s",
        "Start-up",
        "From the placement of a job to its start; its nodes are held (10 s measured, whatever the number of clusters).",
        (0.0, 10.0),
    ),
    seconds(
        "scan_period_s",
        "Scan period",
        "Time between scans of the placement queue; 0 for a scan at every change.",
        (0.0, 0.0),
    ),
    seconds(
        "information_period_s",
        "Information period",
        "Time between two polls of the clusters by the information service; what it says is as old. 0: always fresh.",
        (0.0, 0.0),
    ),
    count(
        "max_tries",
        "Tries",
        "A submission fails after this many tries to place it; 0 for no limit.",
        "tries",
    ),
    yes_or_no(
        "slowest_processor",
        "Slowest processor rules",
        "The slowest of a job's processors sets its pace. If not, all processors are taken as equally fast.",
        false,
    ),
    yes_or_no(
        "daytime_limit",
        "15 minutes by day",
        "The rule of the DAS: a job that has run for 15 minutes between 08:00 and 20:00 is ended.",
        false,
    ),
    Parameter {
        id: "approach",
        name: "Precedence",
        doc: "Who comes first when nodes are free.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                (
                    "pra",
                    "Running applications (PRA): they grow before malleable jobs that wait are placed; none shrinks.",
                ),
                (
                    "pwa",
                    "Waiting applications (PWA): running jobs shrink for them, and grow when none can be helped.",
                ),
            ],
            default: "pra",
        },
    },
    seconds(
        "round_s",
        "Manager's period",
        "Time between two rounds of the malleability manager, which polls the information service.",
        (1.0, 10.0),
    ),
    seconds(
        "submit_node_s",
        "Submission of a node",
        "Each node by which a job grows is submitted after the other and takes this long.",
        (0.0, 1.0),
    ),
    seconds("adapt_s", "Adaptation", "A job is suspended for this long when its size changes.", (0.0, 30.0)),
    count(
        "growth_limit_nodes",
        "Growth limit",
        "Jobs grow only until all grid jobs hold this many nodes of a cluster, which leaves the rest to local users; 0 for \
         no limit.",
        "nodes",
    ),
    Parameter {
        id: "initial_size",
        name: "Initial size",
        doc: "With how many nodes a malleable or moldable job starts.",
        unit: "",
        kind: Kind::Choice {
            options: &[
                ("min", "Its fewest."),
                ("most", "As many as are idle in its cluster, up to its most."),
            ],
            default: "min",
        },
    },
    yes_or_no(
        "launchers",
        "Launchers",
        "A scavenger keeps a launcher on each of its nodes, which takes one task after another. If not, each task is \
         submitted when its node is known to be idle.",
        true,
    ),
    seconds(
        "task_startup_s",
        "Task start-up",
        "Time to start a launcher, or a task without one.",
        (0.0, 5.0),
    ),
    seconds(
        "monitor_s",
        "Monitoring period",
        "An idle node is noticed for scavenging within this time, at random; 0: at once.",
        (0.0, 60.0),
    ),
    seconds(
        "propagation_s",
        "Propagation",
        "Time until that notice arrives (fitted to experiment E4.1).",
        (0.0, 7.0),
    ),
    seconds(
        "poll_s",
        "Poll period",
        "Time between two looks for local jobs that wait for scavenged nodes.",
        (1.0, 10.0),
    ),
    seconds("reclaim_min_s", "Shortest reclaim", "Least time to take nodes from scavengers.", (0.0, 2.0)),
    seconds("reclaim_max_s", "Longest reclaim", "Most time to take nodes from scavengers.", (0.0, 8.0)),
    share(
        "idle_share_min",
        "Idle share",
        "Nodes of a cluster are scavenged only while this share of them is not used by other work.",
        0.0,
    ),
    yes_or_no(
        "empty_local_queue",
        "Empty local queue",
        "Nodes are scavenged only while no local job waits.",
        false,
    ),
    hour("hours_from", "From", "Nodes are scavenged from this hour of the day on (time 0 is midnight).", 0.0),
    hour(
        "hours_to",
        "To",
        "Nodes are scavenged until this hour of the day; all day if both hours are the same.",
        24.0,
    ),
    share("scavenged_share_max", "Scavenged share", "At most this share of a cluster is scavenged.", 1.0),
    count(
        "active_runners_max",
        "Active scavengers",
        "Admission control: as many scavengers are served at once, the others wait in turn; 0 for no limit.",
        "runners",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_may_go_through_midnight() {
        let night = Idleness { share: 0.0, empty_queue: false, hours: (20.0, 8.0), most: 1.0 };
        let at = |hour: f64| Time::from_seconds(hour * 3600.0);
        assert_eq!(
            [21.0, 3.0, 8.0, 12.0, 44.0].map(|hour| night.open(at(hour))),
            [true, true, false, false, true]
        );
        assert_eq!(night.opens(at(12.0)), Some(at(20.0)));
        assert_eq!(night.opens(at(20.0)), Some(at(44.0)));
    }

    #[test]
    fn a_day_has_fifteen_minutes() {
        let at = |hour: f64| Time::from_seconds(hour * 3600.0);
        assert_eq!(daytime_end(at(9.0)), at(9.25));
        assert_eq!(daytime_end(at(7.0)), at(8.25));
        assert_eq!(daytime_end(at(19.9)), at(32.25));
        assert_eq!(daytime_end(at(21.0)), at(32.25));
    }
}
