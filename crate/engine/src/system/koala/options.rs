//! What can be set on a KOALA grid.

use crate::entry::{Parameters, Variants};
use crate::system::parts::links::LinkOptions;
use crate::time::{Span, Time};

/// What can be set.
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// From the placement of a job to its start; its nodes are held (10 s measured, whatever the number of clusters).
    #[parameter(name = "Start-up", unit = "s", min = 0, max = DAY_S, default = 10)]
    pub startup_s: Span,
    /// Time between scans of the placement queue; 0 for a scan at every change.
    #[parameter(name = "Scan period", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub scan_period_s: Span,
    /// Time between two polls of the clusters by the information service; what it says is as old. 0: always fresh.
    #[parameter(name = "Information period", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub information_period_s: Span,
    /// A submission fails after this many tries to place it; 0 for no limit.
    #[parameter(name = "Tries", unit = "tries", min = 0, max = 1_000_000, default = 0)]
    pub max_tries: u32,
    /// The slowest of a job's processors sets its pace. If not, all processors are taken as equally fast.
    #[parameter(name = "Slowest processor rules", default = false)]
    pub slowest_processor: bool,
    /// The rule of the DAS: a job that has run for 15 minutes between 08:00 and 20:00 is ended.
    #[parameter(name = "15 minutes by day", default = false)]
    pub daytime_limit: bool,
    /// Who comes first when nodes are free.
    #[parameter(name = "Precedence", default = "pra")]
    pub approach: Approach,
    /// Time between two rounds of the malleability manager, which polls the information service.
    #[parameter(name = "Manager's period", unit = "s", min = 1, max = DAY_S, default = 10)]
    pub round_s: Span,
    /// Each node by which a job grows is submitted after the other and takes this long.
    #[parameter(name = "Submission of a node", unit = "s", min = 0, max = DAY_S, default = 1)]
    pub submit_node_s: Span,
    /// A job is suspended for this long when its size changes.
    #[parameter(name = "Adaptation", unit = "s", min = 0, max = DAY_S, default = 30)]
    pub adapt_s: Span,
    /// Jobs grow only until all grid jobs hold this many nodes of a cluster, which leaves the rest to local users; 0 for no
    /// limit.
    #[parameter(name = "Growth limit", unit = "nodes", min = 0, max = 1_000_000, default = 0)]
    pub growth_limit_nodes: u32,
    /// With how many nodes a malleable or moldable job starts.
    #[parameter(name = "Initial size", default = "min")]
    pub initial_size: InitialSize,
    /// A scavenger keeps a launcher on each of its nodes, which takes one task after another. If not, each task is submitted
    /// when its node is known to be idle.
    #[parameter(name = "Launchers", default = true)]
    pub launchers: bool,
    /// Time to start a launcher, or a task without one.
    #[parameter(name = "Task start-up", unit = "s", min = 0, max = DAY_S, default = 5)]
    pub task_startup_s: Span,
    /// An idle node is noticed for scavenging within this time, at random; 0: at once.
    #[parameter(name = "Monitoring period", unit = "s", min = 0, max = DAY_S, default = 60)]
    pub monitor_s: Span,
    /// Time until that notice arrives (fitted to experiment E4.1).
    #[parameter(name = "Propagation", unit = "s", min = 0, max = DAY_S, default = 7)]
    pub propagation_s: Span,
    /// Time between two looks for local jobs that wait for scavenged nodes.
    #[parameter(name = "Poll period", unit = "s", min = 1, max = DAY_S, default = 10)]
    pub poll_s: Span,
    /// Least time to take nodes from scavengers.
    #[parameter(name = "Shortest reclaim", unit = "s", min = 0, max = DAY_S, default = 2)]
    pub reclaim_min_s: Span,
    /// Most time to take nodes from scavengers.
    #[parameter(name = "Longest reclaim", unit = "s", min = 0, max = DAY_S, default = 8)]
    pub reclaim_max_s: Span,
    /// What must hold for idle nodes to be scavenged.
    #[parameter(all)]
    pub idleness: Idleness,
    /// Admission control: as many scavengers are served at once, the others wait in turn; 0 for no limit.
    #[parameter(name = "Active scavengers", unit = "runners", min = 0, max = 1_000_000, default = 0)]
    pub active_runners_max: u32,
    /// Links that all traffic shares.
    #[parameter(all)]
    pub(in crate::system) links: LinkOptions,
    /// How workflows of components are run.
    #[parameter(all)]
    pub components: Components,
}

/// What can be set for the runner of workflows of components.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct Components {
    /// Time to collect what is known and to work out a schedule, once for a workflow of components.
    #[parameter(name = "Scheduling", unit = "s", min = 0, max = DAY_S, default = 2)]
    pub schedule_time_s: Span,
    /// Time to submit a unit of a component, one after the other.
    #[parameter(name = "Submission of a unit", unit = "s", min = 0, max = DAY_S, default = 0.5)]
    pub submit_time_s: Span,
    /// Time to start a workflow on a schedule that is used again, instead of these two.
    #[parameter(name = "Restart", unit = "s", min = 0, max = DAY_S, default = 0)]
    pub restart_time_s: Span,
    /// What a workflow of the same components in the same order has of an earlier schedule.
    #[parameter(name = "Schedules are used again", default = "off")]
    pub reuse: Reuse,
    /// How long the nodes of a workflow that has ended are kept for the next one of its user.
    #[parameter(name = "Nodes are kept", unit = "s", min = 0, max = DAY_S, default = 300)]
    pub reserve_for_s: Span,
    /// Usage limit: so many workflows of components run at once; 0 for no limit.
    #[parameter(name = "Workflows at once", min = 0, max = 1_000_000, default = 4)]
    pub fixed_limit: u32,
    /// Whose workflows the limit counts.
    #[parameter(name = "Limit counts", default = "user")]
    pub limit_scope: LimitScope,
    /// Trial and error: after so many failed claims in a row a cluster is left out by workflows of components; 0: never.
    #[parameter(name = "Left out after", unit = "claims", min = 0, max = 1_000_000, default = 3)]
    pub exclude_after: u32,
    /// For how long it is left out.
    #[parameter(name = "Left out for", unit = "s", min = 0, max = DAY_S, default = 600)]
    pub exclude_for_s: Span,
    /// What the costs of a pipeline or a wavefront count in a workflow with other components, as their messages go one way
    /// only.
    #[parameter(name = "Weight of one direction", min = 0, max = 1, default = 0.5)]
    pub one_way_weight: f64,
}

/// What is used again of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Reuse {
    /// Nothing.
    #[word("off")]
    Nothing,
    /// The clusters of the units; their nodes are claimed anew.
    #[word("mapping")]
    Mapping,
    /// The nodes too, which are kept for some time.
    #[word("resources")]
    Resources,
}

/// Whose workflows a limit counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum LimitScope {
    /// Those of each user by themselves.
    #[word("user")]
    User,
    /// All.
    #[word("grid")]
    Grid,
}

/// Who comes first when nodes are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Approach {
    /// Running applications (PRA): they grow before malleable jobs that wait are placed; none shrinks.
    #[word("pra")]
    Running,
    /// Waiting applications (PWA): running jobs shrink for them, and grow when none can be helped.
    #[word("pwa")]
    Waiting,
}

/// With how many nodes a job starts that can do with several numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum InitialSize {
    /// Its fewest.
    #[word("min")]
    Fewest,
    /// As many as are idle in its cluster, up to its most.
    #[word("most")]
    Most,
}

/// When the owners of a cluster call its nodes idle.
#[derive(Clone, Copy, Debug, PartialEq, Parameters)]
pub struct Idleness {
    /// Nodes of a cluster are scavenged only while this share of them is not used by other work.
    #[parameter(name = "Idle share", min = 0, max = 1, default = 0)]
    pub idle_share_min: f64,
    /// Nodes are scavenged only while no local job waits.
    #[parameter(name = "Empty local queue", default = false)]
    pub empty_local_queue: bool,
    /// Nodes are scavenged from this hour of the day on (time 0 is midnight).
    #[parameter(name = "From", unit = "h", min = 0, max = 24, default = 0)]
    pub hours_from: f64,
    /// Nodes are scavenged until this hour of the day; all day if both hours are the same.
    #[parameter(name = "To", unit = "h", min = 0, max = 24, default = 24)]
    pub hours_to: f64,
    /// At most this share of a cluster is scavenged.
    #[parameter(name = "Scavenged share", min = 0, max = 1, default = 1)]
    pub scavenged_share_max: f64,
}

const DAY_S: f64 = 86_400.0;

impl Idleness {
    /// True at all hours.
    fn always(&self) -> bool {
        let length = (self.hours_to - self.hours_from).abs();
        !(1e-9..24.0).contains(&length)
    }

    /// True if the hour allows it.
    pub fn open(&self, now: Time) -> bool {
        let hour = (now.seconds() / 3600.0) % 24.0;
        let (from, to) = (self.hours_from, self.hours_to);
        self.always() || if from <= to { from <= hour && hour < to } else { from <= hour || hour < to }
    }

    /// The next time at which the hours begin; none if they never end.
    pub fn opens(&self, now: Time) -> Option<Time> {
        let (seconds, from) = (now.seconds(), self.hours_from * 3600.0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Settings, Value};

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
