//! Divisible tasks (Silberstein et al. 2006, section 2): each can be cut into any number of independent jobs, and
//! nobody knows beforehand how much work it is.

mod document;

use super::{Item, Kind, UNKNOWN};
use ganttlet_core::time::{Span, Time};

/// A divisible task.
#[derive(Clone, Debug, PartialEq)]
pub struct Divisible {
    /// What people call it; may be empty.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// When it is submitted.
    pub submit: Time,
    /// How much work it is, in `KFlop`: hidden from the scheduler.
    pub kflop: u64,
    /// Its jobs, in `KFlop`, if it comes in pieces already; their sum is `kflop`. Empty if it is cut where it runs.
    pub jobs: Vec<u64>,
    /// By how much the first estimate is above the truth, as a share of it; drawn if nothing is said.
    pub looseness: Option<f64>,
    /// Seconds of one CPU in which the estimate comes nearer to the truth by a factor of e; by its size if nothing is said.
    pub scale_s: Option<f64>,
    /// The queue it is submitted to, counted from 1, or [`UNKNOWN`] if the system chooses.
    pub queue: u32,
    /// Time after submission at which its user withdraws it, if it is not done by then.
    pub removed: Option<Span>,
}

impl Default for Divisible {
    fn default() -> Self {
        Self {
            name: String::new(),
            number: 1,
            user: UNKNOWN,
            submit: Time::ZERO,
            kflop: 1,
            jobs: Vec::new(),
            looseness: None,
            scale_s: None,
            queue: UNKNOWN,
            removed: None,
        }
    }
}

impl Item for Divisible {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        vec![format!("{} {} {:?}", self.submit.0, self.kflop, self.jobs.iter().take(2).collect::<Vec<_>>())]
    }

    #[cfg(test)]
    fn is_sound(&self, _: &ganttlet_core::platform::Platform) -> bool {
        let whole = self.jobs.is_empty() || self.jobs.iter().sum::<u64>() == self.kflop;
        self.kflop >= 1 && whole && self.jobs.iter().all(|&job| job >= 1)
    }
}

impl Divisible {
    /// A task of these jobs.
    #[must_use]
    pub fn from_jobs(submit: Time, jobs: Vec<u64>) -> Self {
        Self { submit, kflop: jobs.iter().sum::<u64>().max(1), jobs, ..Self::default() }
    }
}
