//! Rigid jobs.

mod document;
mod edit;

pub use edit::JobEdit;

use super::{Item, Kind, UNKNOWN};
use ganttlet_core::time::{Span, Time};
use serde::{Deserialize, Serialize};

/// A rigid job: a number of nodes for some time.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Job {
    /// The number in the log; not always unique.
    pub number: u32,
    /// Submit time.
    pub submit: Time,
    /// Runtime on nodes of speed 1.
    pub run: Span,
    /// User estimate of the runtime; `None` without an estimate.
    pub estimate: Option<Span>,
    /// Number of nodes, at least 1.
    pub nodes: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// Its group, or [`UNKNOWN`].
    pub group: u32,
    /// Its application (executable), or [`UNKNOWN`].
    pub application: u32,
    /// Its home cluster (partition, site or queue), or [`UNKNOWN`].
    pub home: u32,
    /// The batch with which it was submitted (a bag of tasks, a workflow), or [`UNKNOWN`].
    pub batch: u32,
    /// True if it failed according to its log: it runs nevertheless.
    pub failed: bool,
    /// Time at which its user cancels it if it is still waiting; [`Time::MAX`] for never.
    pub leaves: Time,
    /// Start time in the log; `None` if the log does not record it.
    pub recorded_start: Option<Time>,
    /// Its name in the log if that is not a number; otherwise empty.
    pub name: Box<str>,
}

impl Item for Job {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        let estimate = self.estimate.map_or(-1, |span| span.0);
        let (submit, run) = (self.submit.0, self.run.0);
        vec![format!("{submit} {run} {estimate} {} {} {}", self.nodes, self.user, self.home)]
    }

    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool {
        let known = (self.home as usize) < platform.clusters.len().max(1) || self.home == UNKNOWN;
        let lasts = self.run >= Span::ZERO && self.estimate.is_none_or(|estimate| estimate >= self.run);
        self.nodes >= 1 && lasts && known
    }
}

impl Job {
    /// The cluster that receives it as a local job: its home, or, if it has none there, each cluster in turn by its
    /// number.
    pub fn local_cluster(&self, clusters: u32) -> u32 {
        if self.home < clusters { self.home } else { self.number.saturating_sub(1) % clusters.max(1) }
    }
}

impl Default for Job {
    fn default() -> Self {
        Self {
            number: 0,
            submit: Time::ZERO,
            run: Span::ZERO,
            estimate: None,
            nodes: 1,
            user: UNKNOWN,
            group: UNKNOWN,
            application: UNKNOWN,
            home: UNKNOWN,
            batch: UNKNOWN,
            failed: false,
            leaves: Time::MAX,
            recorded_start: None,
            name: Box::default(),
        }
    }
}
