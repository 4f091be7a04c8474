//! Users, home clusters and estimates of jobs: common to all generators of jobs.

use crate::{Job, UNKNOWN};
use ganttlet_core::entry::{Parameters, Variants};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams, cumulative_shares};
use ganttlet_core::time::Span;

/// Parameters of users and their estimates.
#[derive(Parameters)]
pub(super) struct Habits {
    /// Model of the runtime estimates that users give. An estimate is never below the actual runtime.
    #[parameter(name = "User estimates", default = "factor")]
    pub(super) estimates: Estimates,
    /// Parameter f of the f-model: an estimate exceeds the runtime by at most f times the runtime. 0 gives exact estimates.
    #[parameter(name = "Estimate factor", min = 0, max = 1000, default = 4, when(estimates = ["factor"]))]
    pub(super) estimate_factor: f64,
    /// Number of users who submit jobs; 0 leaves the user unknown.
    #[parameter(name = "Users", min = 0, max = 10_000, default = 8)]
    pub(super) users: u32,
    /// Distribution of jobs over users.
    #[parameter(name = "Distribution over users", default = "zipf")]
    pub(super) user_shares: Shares,
    /// Distribution of jobs over home clusters, among the clusters large enough for the job.
    #[parameter(name = "Home clusters", default = "by-size")]
    pub(super) homes: Homes,
}

/// The model of user estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Estimates {
    /// Exact: the actual runtime.
    #[word("exact")]
    Exact,
    /// The f-model: actual runtime times a factor drawn uniformly from 1 to 1 + f, where f is the estimate factor.
    #[word("factor")]
    Factor,
    /// Rounded up to a customary value: 5, 15, 30 min, 1, 2, 4, 8, 12 h, then whole days.
    #[word("rounded")]
    Rounded,
    /// No estimates.
    #[word("none")]
    None,
}

/// The distribution of jobs over users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Shares {
    /// Zipf's law with exponent 1.31, as measured in grids: a few users submit most jobs.
    #[word("zipf")]
    Zipf,
    /// Uniform: each user submits about the same number of jobs.
    #[word("equal")]
    Equal,
}

/// The distribution of jobs over clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
pub(super) enum Homes {
    /// Proportional to the number of nodes.
    #[word("by-size")]
    BySize,
    /// Uniform over the clusters.
    #[word("equal")]
    Equal,
}

/// The exponent of Zipf's law for users (Sonmez 2010, section 5.2.2).
const USER_EXPONENT: f64 = 1.31;

/// Usual values of estimates, in seconds; beyond the last, whole days.
const LIKED: [f64; 9] = [300.0, 900.0, 1_800.0, 3_600.0, 7_200.0, 14_400.0, 28_800.0, 43_200.0, 86_400.0];

const DAY_S: f64 = 86_400.0;

/// Adds the user-dependent properties of jobs.
pub(super) struct UserModel<'a> {
    platform: &'a Platform,
    estimate: Estimates,
    factor: f64,
    estimates: Stream,
    /// Cumulative shares of the users; empty if they are not known.
    shares: Vec<f64>,
    users: Stream,
    by_size: bool,
    homes: Stream,
}

impl<'a> UserModel<'a> {
    /// The model with these parameters.
    pub(super) fn new(habits: &Habits, platform: &'a Platform, streams: Streams, purpose: &str) -> Self {
        let exponent = if habits.user_shares == Shares::Equal { 0.0 } else { USER_EXPONENT };
        let weights = (1..=habits.users).map(|rank| libm::pow(f64::from(rank), -exponent));
        Self {
            platform,
            estimate: habits.estimates,
            factor: habits.estimate_factor,
            estimates: streams.get(&format!("{purpose}/estimates")),
            shares: cumulative_shares(weights),
            users: streams.get(&format!("{purpose}/users")),
            by_size: habits.homes == Homes::BySize,
            homes: streams.get(&format!("{purpose}/homes")),
        }
    }

    /// Adds user, home and estimate to a job with known nodes and runtime.
    pub(super) fn add_user_data(&mut self, job: &mut Job) {
        job.user =
            if self.shares.is_empty() { UNKNOWN } else { self.users.weighted_index(&self.shares) as u32 + 1 };
        job.home = self.home(job.nodes);
        job.estimate = self.user_estimate(job.run);
    }

    fn home(&mut self, nodes: u32) -> u32 {
        let clusters = &self.platform.clusters;
        // One random number per job, independent of the clusters: the other jobs are unchanged.
        let u = self.homes.uniform();
        let weight = |size: u32| match (size >= nodes, self.by_size) {
            (false, _) => 0.0,
            (true, true) => f64::from(size),
            (true, false) => 1.0,
        };
        let all: f64 = clusters.iter().map(|cluster| weight(cluster.nodes)).sum();
        let mut rest = u * all;
        for (cluster, id) in clusters.iter().zip(0..) {
            let weight = weight(cluster.nodes);
            if rest < weight {
                return id;
            }
            rest -= weight;
        }
        // Too large for every cluster, or the last sum was rounded: the largest cluster.
        let largest = clusters.iter().zip(0_u32..).max_by_key(|(cluster, _)| cluster.nodes);
        largest.map_or(UNKNOWN, |(_, id)| id)
    }

    fn user_estimate(&mut self, run: Span) -> Option<Span> {
        match self.estimate {
            Estimates::Exact => Some(run),
            Estimates::None => None,
            Estimates::Factor => {
                let times = self.estimates.uniform_between(1.0, 1.0 + self.factor);
                Some(Span::from_seconds(run.seconds() * times).max(run))
            }
            Estimates::Rounded => {
                let seconds = run.seconds();
                let liked = LIKED.iter().copied().find(|&liked| seconds <= liked);
                let said = liked.unwrap_or_else(|| libm::ceil(seconds / DAY_S) * DAY_S);
                Some(Span::from_seconds(said).max(run))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das2, one_cluster};

    fn jobs(estimates: &'static str, homes: &'static str, platform: &Platform, job: &Job) -> Vec<Job> {
        let settings = Settings::default()
            .with("estimates", Value::Choice(estimates))
            .with("homes", Value::Choice(homes));
        let mut people = UserModel::new(&Habits::read(&settings), platform, Streams::new(3), "test");
        let one = || {
            let mut job = job.clone();
            people.add_user_data(&mut job);
            job
        };
        std::iter::repeat_with(one).take(4_000).collect()
    }

    fn share_of_jobs(jobs: &[Job], of: impl Fn(&Job) -> bool) -> f64 {
        jobs.iter().filter(|job| of(job)).count() as f64 / jobs.len() as f64
    }

    fn job_of_length(seconds: f64) -> Job {
        Job { run: Span::from_seconds(seconds), ..Job::default() }
    }

    #[test]
    fn estimates_are_rounded_up_to_usual_values() {
        let platform = one_cluster(4);
        for (seconds, said) in [(1.0, 300.0), (300.0, 300.0), (301.0, 900.0), (50_000.0, 86_400.0)] {
            let job = &jobs("rounded", "by-size", &platform, &job_of_length(seconds))[0];
            assert_eq!(job.estimate, Some(Span::from_seconds(said)), "{seconds}");
        }
        let job = &jobs("rounded", "by-size", &platform, &job_of_length(86_401.0))[0];
        assert_eq!(job.estimate, Some(Span::from_seconds(172_800.0)));
        assert_eq!(jobs("none", "by-size", &platform, &job_of_length(1.0))[0].estimate, None);
        assert_eq!(
            jobs("exact", "by-size", &platform, &job_of_length(7.5))[0].estimate,
            Some(Span(7_500_000))
        );
    }

    #[test]
    fn factors_lie_between_one_and_one_more_than_the_factor() {
        let jobs = jobs("factor", "by-size", &one_cluster(4), &job_of_length(100.0));
        let factors: Vec<f64> = jobs.iter().map(|job| job.estimate.unwrap().seconds() / 100.0).collect();
        assert!(factors.iter().all(|&f| (1.0..=5.0).contains(&f)));
        let mean = factors.iter().sum::<f64>() / factors.len() as f64;
        assert!((mean - 3.0).abs() < 0.06, "{mean}");
    }

    #[test]
    fn a_few_users_send_most_jobs() {
        let jobs = jobs("exact", "by-size", &one_cluster(4), &job_of_length(1.0));
        // Zipf's law over 8 users: 1 / (sum of n^-1.31) = 0.4677.
        assert!((share_of_jobs(&jobs, |job| job.user == 1) - 0.4677).abs() < 0.03);
        assert!(jobs.iter().all(|job| (1..=8).contains(&job.user)));
    }

    #[test]
    fn home_clusters_have_enough_nodes() {
        let platform = das2();
        let small = jobs("exact", "by-size", &platform, &job_of_length(1.0));
        assert!((share_of_jobs(&small, |job| job.home == 0) - 0.36).abs() < 0.03);
        let equal = jobs("exact", "equal", &platform, &job_of_length(1.0));
        assert!((share_of_jobs(&equal, |job| job.home == 3) - 0.2).abs() < 0.03);
        let large = Job { nodes: 40, ..job_of_length(1.0) };
        assert!(jobs("exact", "by-size", &platform, &large).iter().all(|job| job.home == 0));
        let too_large = Job { nodes: 400, ..job_of_length(1.0) };
        assert_eq!(jobs("exact", "by-size", &platform, &too_large)[0].home, 0);
    }
}
