//! Divisible tasks (Silberstein et al. 2006, section 2): each can be split into any number of independent jobs, and its
//! amount of work is not known in advance.

mod document;

use super::{Item, Kind, UNKNOWN};
use ganttlet_core::time::{Span, Time};

/// A divisible task.
#[derive(Clone, Debug, PartialEq)]
pub struct Divisible {
    /// Its name; may be empty.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// Its submit time.
    pub submit: Time,
    /// Its amount of work, in `KFlop`: hidden from the scheduler.
    pub kflop: u64,
    /// The sizes of its jobs, in `KFlop`, if it is already split; their sum is `kflop`. Empty if the system splits it.
    pub jobs: Vec<u64>,
    /// The relative excess of the first estimate over the work; drawn if not given.
    pub looseness: Option<f64>,
    /// Seconds of one CPU after which the excess of the estimate has decreased by a factor of e; derived from the size
    /// if not given.
    pub scale_s: Option<f64>,
    /// The queue that receives it, counted from 1, or [`UNKNOWN`] if the system selects it.
    pub queue: u32,
    /// Time after submission at which its user withdraws it, if it has not completed by then.
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
    /// A task with these jobs.
    #[must_use]
    pub fn from_jobs(submit: Time, jobs: Vec<u64>) -> Self {
        Self { submit, kflop: jobs.iter().sum::<u64>().max(1), jobs, ..Self::default() }
    }
}
