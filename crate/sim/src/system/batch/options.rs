//! The parameters of batch queues.

use super::bounds::BoundOptions;
use super::failures::FailureOptions;
use super::forecast::PredictionOptions;
use crate::system::player::PlayedChoices;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;
use ganttlet_work::Job;

/// Treatment of estimates and simultaneous events: the parameters of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Parameters)]
pub struct Options {
    /// Runtime information available to the policies.
    #[parameter(name = "Runtime estimates", default = "user")]
    pub estimates: Estimates,
    /// Kills jobs when they reach their estimate. If off, estimates are raised to the runtime so that reservations hold.
    #[parameter(name = "Kill at estimate", default = true)]
    pub kill_at_estimate: bool,
    /// Order of processing when jobs end and arrive at the same time, as in logs with whole seconds.
    #[parameter(name = "Simultaneous events", default = "per-instant")]
    pub same_instant: SameInstant,
}

/// The parameters in the catalog.
#[derive(Parameters)]
pub(super) struct CatalogOptions {
    #[parameter(all)]
    pub(super) all: AllOptions,
    /// Choices of the routing policy.
    #[parameter(all)]
    pub(super) played: PlayedChoices,
}

/// All parameters of the system, except the choices of a played run.
#[derive(Clone, Copy, Parameters)]
pub(super) struct AllOptions {
    #[parameter(all)]
    pub(super) options: Options,
    #[parameter(all)]
    pub(super) predictions: PredictionOptions,
    #[parameter(all)]
    pub(super) bounds: BoundOptions,
    #[parameter(all)]
    pub(super) failures: FailureOptions,
}

/// Runtime information available to the policies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Estimates {
    /// User estimate; actual runtime where there is no estimate.
    #[word("user")]
    User,
    /// Actual runtime, as from a perfect prediction.
    #[word("exact")]
    Exact,
}

/// Order of processing when jobs end and arrive at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum SameInstant {
    /// All ends, then all arrivals, then one scheduling pass.
    #[word("per-instant")]
    PerInstant,
    /// Arrivals before ends, with a scheduling pass after each event. A job whose estimate has expired counts as ended (the
    /// rule of pyss and of the published KTH results).
    #[word("per-event")]
    PerEvent,
}

impl Options {
    /// True if each event has a scheduling pass.
    pub(super) const fn per_event(self) -> bool {
        matches!(self.same_instant, SameInstant::PerEvent)
    }

    /// The runtime and the estimate of a job on nodes of speed 1, and whether it is killed.
    pub(super) fn times(self, job: &Job) -> (Span, Span, bool) {
        let requested = job.estimate.unwrap_or(job.run);
        let killed = self.kill_at_estimate && requested < job.run;
        let run = if killed { requested } else { job.run };
        let estimate = if self.estimates == Estimates::Exact { run } else { requested.max(run) };
        (run, estimate, killed)
    }
}
