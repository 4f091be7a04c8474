//! Bags of tasks: independent sequential tasks, submitted together by one user.

mod document;
pub(crate) mod session;

pub use session::{Pause, SessionUser};

use super::{Item, Job, Kind, UNKNOWN};
use ganttlet_core::time::{Span, Time};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A bag of tasks.
#[derive(Clone, Debug, PartialEq)]
pub struct Bag {
    /// Its name; may be empty.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// Its submit time.
    pub submit: Time,
    /// The home cluster of its user, or [`UNKNOWN`].
    pub home: u32,
    /// Runtime of each of its tasks on a node of speed 1, in their order.
    pub tasks: Vec<Span>,
    /// For a bag in a sequence of its user: the user, and the pause before it. Its submission then depends on the end
    /// of the previous bag, and `submit` is the earliest possible time.
    pub session: Option<(Rc<SessionUser>, Pause)>,
}

/// Maximum distance between successive jobs of a user that form a bag.
const TOGETHER: Span = Span(120_000_000);

impl Default for Bag {
    fn default() -> Self {
        Self {
            name: String::new(),
            number: 1,
            user: UNKNOWN,
            submit: Time::ZERO,
            home: UNKNOWN,
            tasks: Vec::new(),
            session: None,
        }
    }
}

impl Item for Bag {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    fn tasks(&self) -> usize {
        self.tasks.len()
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        let first: Vec<i64> = self.tasks.iter().take(2).map(|run| run.0).collect();
        vec![format!("{} {} {} {} {first:?}", self.submit.0, self.user, self.home, self.tasks.len())]
    }

    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool {
        let known = self.home == UNKNOWN || (self.home as usize) < platform.clusters.len().max(1);
        known && !self.tasks.is_empty() && self.tasks.iter().all(|&run| run >= Span::ZERO)
    }
}

impl Bag {
    /// Total runtime of its tasks on a node of speed 1.
    pub fn total_run_time(&self) -> Span {
        self.tasks.iter().fold(Span::ZERO, |sum, &run| sum + run)
    }

    /// Bags from the jobs of a log, which are in the order of time: the jobs of one batch, where the log has batches;
    /// otherwise successive jobs of one user within two minutes each. A job of several nodes becomes that many tasks.
    #[must_use]
    pub fn from_jobs(jobs: &[Job]) -> Vec<Self> {
        let mut bags: Vec<Self> = Vec::new();
        // The latest bag of each user, and the time of its latest job.
        let mut open: Vec<(u32, usize, Time)> = Vec::new();
        let mut batches: BTreeMap<u32, usize> = BTreeMap::new();
        for job in jobs {
            let new = Self {
                number: bags.len() as u32 + 1,
                user: job.user,
                submit: job.submit,
                home: job.home,
                ..Self::default()
            };
            let tasks = (0..job.nodes).map(|_| job.run);
            if job.batch != UNKNOWN {
                let at = *batches.entry(job.batch).or_insert(bags.len());
                if at == bags.len() {
                    bags.push(new);
                }
                bags[at].tasks.extend(tasks);
                continue;
            }
            let known = open.binary_search_by_key(&job.user, |&(user, ..)| user);
            let goes_on = known.is_ok_and(|at| job.submit - open[at].2 <= TOGETHER) && job.user != UNKNOWN;
            let bag = match known {
                Ok(at) if goes_on => open[at].1,
                _ => {
                    bags.push(new);
                    bags.len() - 1
                }
            };
            match known {
                Ok(at) => open[at] = (job.user, bag, job.submit),
                Err(at) => open.insert(at, (job.user, bag, job.submit)),
            }
            bags[bag].tasks.extend(tasks);
        }
        bags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successive_jobs_of_a_user_form_a_bag() {
        let job = |seconds: f64, user: u32, nodes: u32| Job {
            submit: Time::from_seconds(seconds),
            run: Span(7),
            nodes,
            user,
            ..Job::default()
        };
        let jobs = [
            job(0.0, 3, 1),
            job(60.0, 4, 2),
            job(120.0, 3, 1),
            job(240.0, 3, 1),
            job(300.0, 4, 1),
            job(301.0, UNKNOWN, 1),
            job(302.0, UNKNOWN, 1),
        ];
        let bags = Bag::from_jobs(&jobs);
        let told: Vec<(u32, u32, usize)> =
            bags.iter().map(|bag| (bag.number, bag.user, bag.tasks.len())).collect();
        assert_eq!(told, [(1, 3, 3), (2, 4, 2), (3, 4, 1), (4, UNKNOWN, 1), (5, UNKNOWN, 1)]);
        assert_eq!(bags[2].submit, Time::from_seconds(300.0));
    }

    #[test]
    fn a_batch_of_a_log_is_a_bag() {
        let job = |seconds: f64, batch: u32| Job {
            submit: Time::from_seconds(seconds),
            run: Span(7),
            user: 3,
            batch,
            ..Job::default()
        };
        // Two batches at the same time are two bags, and a long pause does not split a batch; jobs without a batch are
        // grouped by user and time.
        let jobs = [job(0.0, 1), job(0.0, 2), job(1.0, UNKNOWN), job(2.0, UNKNOWN), job(9_000.0, 1)];
        let told: Vec<(u32, usize)> =
            Bag::from_jobs(&jobs).iter().map(|bag| (bag.number, bag.tasks.len())).collect();
        assert_eq!(told, [(1, 2), (2, 1), (3, 2)]);
    }
}
