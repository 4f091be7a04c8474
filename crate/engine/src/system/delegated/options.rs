//! What can be set where resources are chosen by applications.

use super::jobs::Jobs;
use super::policy::complex::Reading;
use crate::entry::{Parameters, Variants};
use crate::time::Span;

/// What can be set (Klein and Pérez 2010, sections 5.4 and 6; where that is silent, our reading).
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, Debug, PartialEq, Parameters)]
pub struct Options {
    /// How long the hosts of an application that has ended are kept (fair-start delay), so that launchers that think can adapt before others take them.
    #[parameter(name = "Fair-start delay", unit = "s", min = 0, max = 3_600, default = 5, quick)]
    pub fair_start_s: Span,
    /// The least time between two cycles of the resource manager (re-scheduling timer).
    #[parameter(name = "Re-scheduling timer", unit = "s", min = 1e-6, max = 60, default = 1, quick)]
    pub reschedule_s: Span,
    /// When the next cycle comes.
    #[parameter(name = "Timer", default = "spacing")]
    pub timer: Timer,
    /// How many waiting applications a cycle considers; 0 for all.
    #[parameter(name = "Considered", unit = "applications", min = 0, max = 10_000, default = 0)]
    pub considered: u32,
    /// What says who comes first.
    #[parameter(name = "Priority", default = "first_request")]
    pub priority: Priority,
    /// The end of an application starts a cycle; otherwise only the end of the fair-start delay does, if there is one.
    #[parameter(name = "Ends start a cycle", default = true)]
    pub done_triggers: bool,
    /// An application that outlives its wall-time is killed.
    #[parameter(name = "Kill at the wall-time", default = true)]
    pub kill_at_walltime: bool,
    /// How long notifications and requests are on their way.
    #[parameter(name = "Message delay", unit = "s", min = 0, max = 1, default = 0)]
    pub message_delay_s: Span,
    /// What a launcher does about notifications that come while it thinks.
    #[parameter(name = "While it thinks", default = "absorb")]
    pub adapt_mode: AdaptMode,
    /// Launchers answer only the first view they are given.
    #[parameter(name = "Select once", default = false)]
    pub select_once: bool,
    /// Rigid and moldable applications ask each cluster for itself, with a launcher each; when the first of these starts the others are cancelled (redundant requests). Complex-moldable ones cannot.
    #[parameter(name = "Requests to each cluster", default = false)]
    pub redundant: bool,
    /// The share of the hosts of each cluster that launchers are shown.
    #[parameter(name = "Hosts shown", min = 0.1, max = 1, default = 1)]
    pub view_cap: f64,
    /// How Algorithm 2 is read.
    #[parameter(all)]
    pub reading: Reading,
    /// Whether codes that span clusters count the configurations that others have worked out.
    #[parameter(name = "Configurations are known", default = "per_app")]
    pub config_scope: Scope,
    /// The last step of a profile, which has no end, is sent too.
    #[parameter(name = "The last step is sent", default = false)]
    pub tail: bool,
    /// How long hosts are kept after an end where the resource manager chooses among lists.
    #[parameter(name = "Fair-start delay with lists", unit = "s", min = 0, max = 3_600, default = 0)]
    pub oar_fair_start_s: Span,
    /// What becomes of jobs.
    #[parameter(all)]
    pub jobs: Jobs,
    /// How many steps of profiles the table of views keeps; later ones are left out.
    #[parameter(name = "Steps of views kept", unit = "steps", min = 0, max = 10_000_000, default = 400_000)]
    pub view_steps: u32,
}

/// When the next cycle comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Timer {
    /// at once, but no sooner than the timer after the last one
    #[word("spacing")]
    Spacing,
    /// the timer after what asked for it
    #[word("delay")]
    Delay,
    /// at the next multiple of the timer
    #[word("grid")]
    Grid,
}

/// What says who comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Priority {
    /// the time of the first request
    #[word("first_request")]
    FirstRequest,
    /// the time at which it came
    #[word("submission")]
    Submission,
}

/// What a launcher does about notifications that come while it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum AdaptMode {
    /// it answers what it sees when it is done thinking
    #[word("absorb")]
    Absorb,
    /// it answers each of them, a delay later
    #[word("pipeline")]
    Pipeline,
    /// it begins anew
    #[word("restart")]
    Restart,
}

/// Who knows of a configuration that it was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub enum Scope {
    /// the application that did it
    #[word("per_app")]
    PerApp,
    /// all codes that span clusters
    #[word("shared_cem")]
    SharedCem,
}
