//! The parameters of a KOALA grid.

use crate::system::parts::links::LinkOptions;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::{Span, Time};

/// Parameters of the grid.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Time from the placement of a job to its start, during which its nodes are allocated. Published: 10 s, for any
    /// number of clusters.
    #[parameter(name = "Start-up time", unit = "s", min = 0, max = DAY_S, default = 10)]
    pub startup_s: Span,
    /// Interval between scans of the placement queue; 0 for a scan at every change.
    #[parameter(name = "Scan period", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub scan_period_s: Span,
    /// Interval at which the information service polls the clusters; its information can be that old. 0 for information
    /// that is always up to date.
    #[parameter(name = "Information period", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub information_period_s: Span,
    /// Number of placement tries after which a submission fails; 0 for no limit.
    #[parameter(name = "Placement tries", unit = "tries", min = 0, max = 1_000_000, default = 0)]
    pub max_tries: u32,
    /// Runs each job at the speed of its slowest processor. If off, all processors count as equally fast.
    #[parameter(name = "Slowest processor sets the pace", default = false)]
    pub slowest_processor: bool,
    /// DAS usage rule: kills a job that has run for 15 min between 08:00 and 20:00.
    #[parameter(name = "15 min daytime limit", default = false)]
    pub daytime_limit: bool,
    /// Precedence of running or waiting applications when nodes are free.
    #[parameter(name = "Precedence", default = "pra")]
    pub approach: Approach,
    /// Interval between rounds of the malleability manager, which polls the information service.
    #[parameter(name = "Malleability period", unit = "s", min = 1, max = DAY_S, default = 10)]
    pub round_s: Span,
    /// Time to submit each node by which a job grows; nodes are submitted one after another.
    #[parameter(name = "Submission time per node", unit = "s", min = 0, max = DAY_S, default = 1)]
    pub submit_node_s: Span,
    /// Time for which a job is suspended when its size changes.
    #[parameter(name = "Adaptation time", unit = "s", min = 0, max = DAY_S, default = 30)]
    pub adapt_s: Span,
    /// Number of nodes per cluster, over all grid jobs, at which malleable jobs stop growing; the rest is left to local
    /// users. 0 for no limit.
    #[parameter(name = "Growth limit", unit = "nodes", min = 0, max = 1_000_000, default = 0)]
    pub growth_limit_nodes: u32,
    /// Number of nodes with which a malleable or moldable job starts.
    #[parameter(name = "Initial size", default = "min")]
    pub initial_size: InitialSize,
    /// Keeps a launcher on each node of a scavenging application; the launcher runs one task after another. If off, each
    /// task is submitted once its node is known to be idle.
    #[parameter(name = "Launchers", default = true)]
    pub launchers: bool,
    /// Time to start a launcher, or to start a task without one.
    #[parameter(name = "Task start-up time", unit = "s", min = 0, max = DAY_S, default = 5)]
    pub task_startup_s: Span,
    /// Maximum time until an idle node is detected for scavenging (uniformly distributed); 0 for immediate detection.
    #[parameter(name = "Monitoring period", unit = "s", min = 0, max = DAY_S, default = 60)]
    pub monitor_s: Span,
    /// Additional delay until the notification of an idle node arrives (fitted to experiment E4.1).
    #[parameter(name = "Propagation delay", unit = "s", min = 0, max = DAY_S, default = 7)]
    pub propagation_s: Span,
    /// Interval between checks for local jobs that wait for scavenged nodes.
    #[parameter(name = "Local queue poll interval", unit = "s", min = 1, max = DAY_S, default = 10)]
    pub poll_s: Span,
    /// Minimum time to reclaim nodes from scavenging applications.
    #[parameter(name = "Minimum reclaim time", unit = "s", min = 0, max = DAY_S, default = 2)]
    pub reclaim_min_s: Span,
    /// Maximum time to reclaim nodes from scavenging applications.
    #[parameter(name = "Maximum reclaim time", unit = "s", min = 0, max = DAY_S, default = 8)]
    pub reclaim_max_s: Span,
    /// What must hold for idle nodes to be scavenged.
    #[parameter(all)]
    pub idleness: Idleness,
    /// Admission control: maximum number of scavenging applications served concurrently; further ones wait in order of
    /// arrival. 0 for no limit.
    #[parameter(
        name = "Active scavenging applications",
        unit = "applications",
        min = 0,
        max = 1_000_000,
        default = 0
    )]
    pub active_runners_max: u32,
    /// Links that all traffic shares.
    #[parameter(all)]
    pub(in crate::system) links: LinkOptions,
    /// How workflows of components are run.
    #[parameter(all)]
    pub components: Components,
}

/// Parameters of the runner of workflows of components.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct Components {
    /// Time to collect information and compute a schedule, once per workflow of components.
    #[parameter(name = "Scheduling time", unit = "s", min = 0, max = DAY_S, default = 2)]
    pub schedule_time_s: Span,
    /// Time to submit each unit of a component; units are submitted one after another.
    #[parameter(name = "Submission time per unit", unit = "s", min = 0, max = DAY_S, default = 0.5)]
    pub submit_time_s: Span,
    /// Time to start a workflow on a reused schedule; replaces the scheduling and submission times.
    #[parameter(name = "Restart time", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub restart_time_s: Span,
    /// Part of an earlier schedule that is reused by a workflow with the same components in the same order.
    #[parameter(name = "Schedule reuse", default = "off")]
    pub reuse: Reuse,
    /// Time for which the nodes of a completed workflow stay reserved for the next workflow of its user.
    #[parameter(name = "Reservation time", unit = "s", min = 0, max = DAY_S, default = 300)]
    pub reserve_for_s: Span,
    /// Usage limit: maximum number of workflows of components that run concurrently; 0 for no limit.
    #[parameter(name = "Concurrent workflows", min = 0, max = 1_000_000, default = 4)]
    pub fixed_limit: u32,
    /// Workflows that share one limit.
    #[parameter(name = "Limit scope", default = "user")]
    pub limit_scope: LimitScope,
    /// Trial and error: number of consecutive failed claims after which workflows of components avoid a cluster; 0 for
    /// never.
    #[parameter(name = "Exclude after", unit = "claims", min = 0, max = 1_000_000, default = 3)]
    pub exclude_after: u32,
    /// Time for which a cluster is avoided after failed claims.
    #[parameter(name = "Exclusion time", unit = "s", min = 0, max = DAY_S, default = 600)]
    pub exclude_for_s: Span,
    /// Weight of the costs of a pipeline or wavefront in a workflow with other components. Their messages go in one
    /// direction only.
    #[parameter(name = "One-way weight", min = 0, max = 1, default = 0.5)]
    pub one_way_weight: f64,
}

/// The parts of a schedule that are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Reuse {
    /// Nothing.
    #[word("off")]
    Nothing,
    /// The mapping of units to clusters; nodes are claimed again.
    #[word("mapping")]
    Mapping,
    /// The mapping and the nodes, which stay reserved for some time.
    #[word("resources")]
    Resources,
}

/// The workflows that a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum LimitScope {
    /// The workflows of each user.
    #[word("user")]
    User,
    /// All workflows.
    #[word("grid")]
    Grid,
}

/// Precedence of running or waiting applications when nodes are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Approach {
    /// Running applications (PRA): running jobs grow before waiting malleable jobs are placed; no job shrinks.
    #[word("pra")]
    Running,
    /// Waiting applications (PWA): running jobs shrink for waiting jobs, and grow when no waiting job can be placed.
    #[word("pwa")]
    Waiting,
}

/// The initial size of a job that can have several sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum InitialSize {
    /// Minimum size of the job.
    #[word("min")]
    Fewest,
    /// All idle nodes of its cluster, up to the maximum size of the job.
    #[word("most")]
    Most,
}

/// The conditions under which the owners of a cluster consider its nodes idle.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct Idleness {
    /// Share of a cluster's nodes that other work must leave unused before nodes are scavenged.
    #[parameter(name = "Minimum idle share", min = 0, max = 1, default = 0)]
    pub idle_share_min: f64,
    /// Scavenges nodes of a cluster only while no local job waits there.
    #[parameter(name = "Empty local queue", default = false)]
    pub empty_local_queue: bool,
    /// Hour of the day from which nodes are scavenged (time 0 is midnight).
    #[parameter(name = "Scavenging from", unit = "h", min = 0, max = 24, default = 0)]
    pub hours_from: f64,
    /// Hour of the day until which nodes are scavenged; all day if both hours are equal.
    #[parameter(name = "Scavenging until", unit = "h", min = 0, max = 24, default = 24)]
    pub hours_to: f64,
    /// Maximum share of a cluster's nodes that may be scavenged.
    #[parameter(name = "Maximum scavenged share", min = 0, max = 1, default = 1)]
    pub scavenged_share_max: f64,
}

const DAY_S: f64 = 86_400.0;

impl Idleness {
    /// True if nodes may be used at all hours.
    fn always(&self) -> bool {
        let length = (self.hours_to - self.hours_from).abs();
        !(1e-9..24.0).contains(&length)
    }

    /// True if nodes may be used at this time.
    pub fn open(&self, now: Time) -> bool {
        let hour = (now.seconds() / 3600.0) % 24.0;
        let (from, to) = (self.hours_from, self.hours_to);
        self.always() || if from <= to { from <= hour && hour < to } else { from <= hour || hour < to }
    }

    /// The next start of the permitted hours; none if nodes may be used at all hours.
    pub fn opens(&self, now: Time) -> Option<Time> {
        let (seconds, from) = (now.seconds(), self.hours_from * 3600.0);
        let day = libm::floor(seconds / DAY_S) * DAY_S;
        let next = if day + from > seconds { day + from } else { day + DAY_S + from };
        (!self.always()).then(|| Time::from_seconds(next).max(now + Span(1)))
    }
}

/// Start and end of the day, in seconds, and the maximum runtime of a job in it.
const DAYTIME: (f64, f64, f64) = (8.0 * 3600.0, 20.0 * 3600.0, 900.0);

/// When a job that starts at `start` must have ended by the rule of the DAS: at most 15 minutes of the day.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};

    #[test]
    fn hours_may_go_through_midnight() {
        let hour = |hour| Value::Number(hour);
        let settings = Settings::default().with("hours_from", hour(20.0)).with("hours_to", hour(8.0));
        let night = Idleness::read(&settings);
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
