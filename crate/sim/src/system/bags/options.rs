//! The parameters of the system for bags of tasks.

use crate::system::player::PlayedChoices;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// Parameters (Sonmez 2010, sections 5.1 and 5.4.3; where that is silent, our assumption).
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Number of schedulers, and where users submit.
    #[parameter(name = "Architecture", default = "central", quick)]
    pub architecture: Architecture,
    /// Interval at which the central scheduler polls the clusters for idle processors; 0 for information that is always up
    /// to date.
    #[parameter(name = "Polling interval", unit = "s", min = 0, max = 300, default = 0)]
    pub monitor_period_s: Span,
    /// Maximum relative error of the runtime estimates available to schedulers, in either direction; drawn uniformly for each
    /// task. Estimates are at least 1 s. Above 100 %, estimates that would be negative (up to half of all) become 1 s, so
    /// estimates are too long on average.
    #[parameter(name = "Estimate inaccuracy", unit = "%", min = 0, max = 10_000, default = 0, quick)]
    pub inaccuracy_pct: f64,
    /// Time at which the next set of tasks is selected.
    #[parameter(name = "Selection barrier", default = "dispatched")]
    pub barrier: Barrier,
    /// Repeats the selection whenever a bag arrives; selected tasks that have not been dispatched return to the queue.
    #[parameter(name = "Reselect on arrival", default = false)]
    pub reselect_on_arrival: bool,
    /// Migration of tasks before they start: an idle processor of a cluster without queue takes the first task of another
    /// cluster's queue if it would end earlier here by the estimates. Not with separate clusters.
    #[parameter(name = "Migrate waiting tasks", default = false)]
    pub migrate_waiting: bool,
    /// Choices of the schedulers.
    #[parameter(all)]
    pub played: PlayedChoices,
}

/// Number of schedulers, and where users submit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Architecture {
    /// One scheduler for all clusters, to which all users submit (csp)
    #[word("central")]
    Central,
    /// One scheduler per cluster; each user submits to that of the home cluster (sep-c)
    #[word("separate")]
    Separate,
    /// One scheduler per cluster; once a task of a user has to wait, further tasks of that user go to the next cluster
    /// (fcondor)
    #[word("flocking")]
    Flocking,
}

/// The time at which the next set of tasks is selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Barrier {
    /// When all tasks of the previous set have been dispatched
    #[word("dispatched")]
    Dispatched,
    /// When all tasks of the previous set have completed
    #[word("completed")]
    Completed,
}
