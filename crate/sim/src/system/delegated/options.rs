//! The parameters of delegated resource selection.

use super::jobs::JobConversion;
use super::policy::complex::AlgorithmVariant;
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::time::Span;

/// Parameters (Klein and Pérez 2010, sections 5.4 and 6; where that is silent, our assumption).
#[expect(clippy::struct_excessive_bools, reason = "each is a separate switch")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// Time for which the hosts of a completed application stay reserved. Launchers with an adaptation delay can use it to
    /// adapt before others take the hosts.
    #[parameter(name = "Fair-start delay", unit = "s", min = 0, max = 3_600, default = 5, quick)]
    pub fair_start_s: Span,
    /// Minimum time between two scheduling cycles of the resource manager.
    #[parameter(name = "Re-scheduling timer", unit = "s", min = 1e-6, max = 60, default = 1, quick)]
    pub reschedule_s: Span,
    /// Time at which a triggered scheduling cycle runs.
    #[parameter(name = "Timer mode", default = "spacing")]
    pub timer: Timer,
    /// Maximum number of waiting applications considered per scheduling cycle; 0 for all.
    #[parameter(name = "Applications per cycle", unit = "applications", min = 0, max = 10_000, default = 0)]
    pub considered: u32,
    /// Time by which waiting applications are ordered.
    #[parameter(name = "Priority", default = "first_request")]
    pub priority: Priority,
    /// The end of an application triggers a scheduling cycle. If off, only the end of its fair-start delay does, where
    /// there is one.
    #[parameter(name = "Cycle on completion", default = true)]
    pub done_triggers: bool,
    /// Kills applications that exceed their walltime.
    #[parameter(name = "Kill at the walltime", default = true)]
    pub kill_at_walltime: bool,
    /// Delay of each notification and request.
    #[parameter(name = "Message delay", unit = "s", min = 0, max = 1, default = 0)]
    pub message_delay_s: Span,
    /// Treatment of notifications that arrive during the adaptation delay of a launcher.
    #[parameter(name = "Adaptation mode", default = "absorb")]
    pub adapt_mode: AdaptMode,
    /// Launchers answer only the first view they receive.
    #[parameter(name = "Select once", default = false)]
    pub select_once: bool,
    /// Rigid and moldable applications send redundant requests, one launcher per cluster; when the first of them starts,
    /// the others are cancelled. Not possible for complex-moldable applications.
    #[parameter(name = "Redundant requests", default = false)]
    pub redundant: bool,
    /// Share of the hosts of each cluster that is visible to launchers.
    #[parameter(name = "Visible hosts", min = 0.1, max = 1, default = 1)]
    pub view_cap: f64,
    /// How Algorithm 2 is read.
    #[parameter(all)]
    pub reading: AlgorithmVariant,
    /// Scope in which a computed configuration of a multi-cluster code is counted only once.
    #[parameter(name = "Counting of configurations", default = "per_app")]
    pub config_scope: Scope,
    /// Includes the last, unbounded step of a profile in notifications.
    #[parameter(name = "Send last step", default = false)]
    pub tail: bool,
    /// Fair-start delay where the resource manager selects from lists of configurations.
    #[parameter(name = "Fair-start delay with lists", unit = "s", min = 0, max = 3_600, default = 0)]
    pub oar_fair_start_s: Span,
    /// What becomes of jobs.
    #[parameter(all)]
    pub jobs: JobConversion,
    /// Maximum number of profile steps in the table of views; later steps are omitted.
    #[parameter(name = "View steps kept", unit = "steps", min = 0, max = 10_000_000, default = 400_000)]
    pub view_steps: u32,
}

/// Time at which a triggered scheduling cycle runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Timer {
    /// At once, but at least one timer interval after the last cycle
    #[word("spacing")]
    Spacing,
    /// One timer interval after the trigger
    #[word("delay")]
    Delay,
    /// At the next multiple of the timer
    #[word("grid")]
    Grid,
}

/// Time by which waiting applications are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Priority {
    /// Time of the first request
    #[word("first_request")]
    FirstRequest,
    /// Submit time
    #[word("submission")]
    Submission,
}

/// Treatment of notifications that arrive during the adaptation delay of a launcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum AdaptMode {
    /// One answer at the end of the delay, from the view at that time
    #[word("absorb")]
    Absorb,
    /// One answer to each notification, after the delay
    #[word("pipeline")]
    Pipeline,
    /// Restart of the delay
    #[word("restart")]
    Restart,
}

/// The launchers that share the configurations they have computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Scope {
    /// One application
    #[word("per_app")]
    PerApp,
    /// All multi-cluster codes
    #[word("shared_cem")]
    SharedCem,
}
