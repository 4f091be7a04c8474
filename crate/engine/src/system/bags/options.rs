//! What can be set where bags of tasks are scheduled.

use crate::entry::{Parameters, Variants};
use crate::time::Span;

/// What can be set (Sonmez 2010, sections 5.1 and 5.4.3; where that is silent, our reading).
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Who decides, and where users submit.
    #[parameter(name = "Architecture", default = "central", quick)]
    pub architecture: Architecture,
    /// How far apart the looks of the central scheduler at the clusters are; 0 if it sees them at any time.
    #[parameter(name = "Looks at clusters", unit = "s", min = 0, max = 300, default = 0)]
    pub monitor_period_s: Span,
    /// By how many per cent at most the run time that a scheduler is told is wrong, either way; drawn for each task. Above 100 most of what is told is too long: half of it would be below nothing, and becomes a second. All tasks alike, so that policies that compare tasks still compare them fairly.
    #[parameter(name = "Inaccuracy", unit = "%", min = 0, max = 10_000, default = 0, quick)]
    pub inaccuracy_pct: f64,
    /// When the tasks of the next turn are chosen.
    #[parameter(name = "Next turn", default = "dispatched")]
    pub barrier: Barrier,
    /// Tasks that have a turn and have not started are chosen anew whenever a bag comes.
    #[parameter(name = "Choose anew on arrival", default = false)]
    pub reselect_on_arrival: bool,
}

/// Who decides, and where users submit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Architecture {
    /// one scheduler for all clusters, to which all users submit (csp)
    #[word("central")]
    Central,
    /// each cluster has its own, and each user submits to that of the home cluster (sep-c)
    #[word("separate")]
    Separate,
    /// each cluster has its own; a user goes on to the next cluster whenever a task would have to wait (fcondor)
    #[word("flocking")]
    Flocking,
}

/// When the tasks of the next turn are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Barrier {
    /// when all of the turn before have been sent to a processor
    #[word("dispatched")]
    Dispatched,
    /// when all of them are done
    #[word("completed")]
    Completed,
}
