//! Rigid jobs.

mod document;

pub(super) use document::KIND;

use super::UNKNOWN;
use crate::time::{Span, Time};
use serde::{Deserialize, Serialize};

/// A rigid job: a number of nodes for some time.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Job {
    /// The number in the log; not always unique.
    pub number: u32,
    /// When it arrives.
    pub submit: Time,
    /// How long it runs on nodes of speed 1.
    pub run: Span,
    /// How long its user said it would run; `None` if nothing was said.
    pub estimate: Option<Span>,
    /// How many nodes it needs, at least 1.
    pub nodes: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// Its group, or [`UNKNOWN`].
    pub group: u32,
    /// The cluster it belongs to (its partition, site or queue), or [`UNKNOWN`].
    pub home: u32,
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
            home: UNKNOWN,
        }
    }
}
