//! Local load: jobs on the clusters that bypass the grid scheduler.

use super::Duration;
use super::window::{Blocks, Window, load_windows, whole_duration};
use crate::generator::{Generator, MOST, Work};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

pub(in super::super) const LOCAL_LOAD: Generator = Generator {
    entry: Entry::new("local-load", "Local load")
        .summary(
            "Jobs of local users that keep a share of each cluster busy: Poisson arrivals, each job bound to \
             its cluster. Starts in steady state, with the mean number of jobs running. Intended as \
             background load of a grid.",
        )
        .source("Sonmez 2010, section 2.5.2 (10 to 30 %); sizes and runtimes are our assumptions")
        .parameters(LocalLoad::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        let (jobs, cut) = jobs(&LocalLoad::read(settings), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

#[derive(Parameters)]
struct LocalLoad {
    /// Mean share of a cluster's nodes that local jobs keep busy. At most one million jobs.
    #[parameter(name = "Share of nodes", min = 0, max = 1, default = 0.2)]
    fraction: f64,
    /// Lower limit on the share of busy nodes: further jobs are injected to maintain it. 0 for no limit. Published: 0.1.
    #[parameter(name = "Minimum share", min = 0, max = 1, default = 0)]
    fraction_min: f64,
    /// Upper limit on the share of busy nodes: an arriving job that would exceed it is dropped. 1 for no limit. Published:
    /// 0.3.
    #[parameter(name = "Maximum share", min = 0, max = 1, default = 1)]
    fraction_max: f64,
    /// Number of nodes of each job, limited to the size of its cluster.
    #[parameter(name = "Job size", unit = "nodes", min = 1, max = 1_000_000, default = 4)]
    nodes: u32,
    /// Mean of the exponentially distributed runtimes on nodes of speed 1.
    #[parameter(name = "Mean runtime", unit = "s", min = 0.001, max = 1e8, default = 300)]
    run_mean_s: f64,
    #[parameter(all, default(duration_s = 14_400))]
    duration: Duration,
    /// Cluster with local load, counted from 0; -1 for all.
    #[parameter(name = "Cluster", min = -1, max = 65_535, default = -1)]
    cluster: i64,
    /// Distribution of the load over time.
    #[parameter(name = "Load pattern", default = "steady")]
    pattern: Pattern,
    #[parameter(all)]
    blocks: Blocks,
}

/// Distribution of the load over time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Pattern {
    /// Steady: load at all times.
    #[word("steady")]
    Steady,
    /// Blocks: load during blocks only; their length and period make them long or short bursts.
    #[word("blocks")]
    Blocks,
}

/// The jobs, and whether a limit has left some out.
fn jobs(set: &LocalLoad, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<Job>, bool) {
    let chosen = |i: u32| set.cluster < 0 || i64::from(i) == set.cluster;
    let clusters = (0_u32..).zip(&platform.clusters).filter(|&(i, _)| chosen(i));
    let clusters: Vec<(u32, u32)> = clusters.map(|(i, cluster)| (i, cluster.nodes)).collect();
    // The part of the limit on work for one cluster.
    let budget = MOST / (clusters.len() as u32).max(1);
    let (mut jobs, mut cut): (Vec<Job>, bool) = (Vec::new(), false);
    for (home, nodes) in clusters {
        let stream = |part: &str| streams.get(&format!("{purpose}/{part}-{home}"));
        let source = LocalUsers::new(set, nodes, &stream);
        let size = source.size;
        let (made, more) = source.arrivals(set, budget);
        cut |= more;
        jobs.extend(made.into_iter().map(|(submit, run)| Job {
            submit,
            run,
            estimate: Some(run),
            nodes: size,
            home,
            ..Job::default()
        }));
    }
    order::sort_by_key(&mut jobs, |job| job.submit.0);
    for (job, number) in jobs.iter_mut().zip(1..) {
        job.number = number;
    }
    (jobs, cut)
}

/// The local users of one cluster. Their jobs are simulated as if each started immediately.
struct LocalUsers {
    /// Number of nodes of a job.
    size: u32,
    run_mean: f64,
    gap_mean: f64,
    /// Number of running jobs: mean, minimum and maximum.
    usual: u32,
    fewest: u32,
    most: u32,
    arrivals: Stream,
    run_times: Stream,
    /// Runtimes of jobs that run from the start or are injected.
    injected: Stream,
    ends: BinaryHeap<Reverse<Time>>,
    jobs: Vec<(Time, Span)>,
}

impl LocalUsers {
    /// For a cluster of `nodes` nodes.
    fn new(set: &LocalLoad, nodes: u32, stream: &dyn Fn(&str) -> Stream) -> Self {
        let size = set.nodes.min(nodes.max(1));
        // Number of jobs that correspond to a share of the cluster.
        let of = |share: f64| share * f64::from(nodes) / f64::from(size);
        let most = if set.fraction_max < 1.0 { of(set.fraction_max) as u32 } else { u32::MAX };
        Self {
            size,
            run_mean: set.run_mean_s,
            gap_mean: set.run_mean_s / of(set.fraction),
            usual: libm::round(of(set.fraction)) as u32,
            fewest: (libm::ceil(of(set.fraction_min)) as u32).min(most),
            most,
            arrivals: stream("arrivals"),
            run_times: stream("run-times"),
            injected: stream("injected"),
            ends: BinaryHeap::new(),
            jobs: Vec::new(),
        }
    }

    /// Arrivals and runtimes in the order of arrival, from at most `budget` steps, and whether these are too few.
    fn arrivals(mut self, set: &LocalLoad, mut budget: u32) -> (Vec<(Time, Span)>, bool) {
        match set.pattern {
            Pattern::Steady => self.fill_window(whole_duration(&set.duration), &mut budget),
            Pattern::Blocks => {
                for window in load_windows(&set.blocks, &set.duration) {
                    self.fill_window(window, &mut budget);
                    if budget == 0 {
                        break;
                    }
                }
            }
        }
        (self.jobs, budget == 0)
    }

    /// Fills one window with load. Each step uses one unit of the budget: rejected jobs cost time too.
    fn fill_window(&mut self, window: Window, budget: &mut u32) {
        self.ends.clear();
        let mut take = || {
            *budget = budget.saturating_sub(1);
            *budget > 0
        };
        for _ in 0..self.usual.clamp(self.fewest, self.most) {
            if !take() {
                return;
            }
            self.add_jobs(window.start, window);
        }
        let mut arrival = window.start + self.draw_gap();
        while take() {
            let end = self.ends.peek().map_or(Time::MAX, |&Reverse(end)| end);
            let now = end.min(arrival);
            if now >= window.end {
                return;
            }
            if end <= arrival {
                self.ends.pop();
                if (self.ends.len() as u32) < self.fewest {
                    self.add_jobs(now, window);
                }
            } else {
                // Drawn even for a rejected job, so that the others remain unchanged.
                let run = self.run_times.exponential(self.run_mean);
                if (self.ends.len() as u32) < self.most {
                    self.start_job(now, run, window);
                }
                arrival += self.draw_gap();
            }
        }
    }

    fn draw_gap(&mut self) -> Span {
        Span::from_seconds(self.arrivals.exponential(self.gap_mean))
    }

    fn add_jobs(&mut self, now: Time, window: Window) {
        let run = self.injected.exponential(self.run_mean);
        self.start_job(now, run, window);
    }

    /// Starts a job; the load ends with the window.
    fn start_job(&mut self, now: Time, run: f64, window: Window) {
        let run = Span::from_seconds(run).max(Span(1)).min(window.end - now);
        self.ends.push(Reverse(now + run));
        self.jobs.push((now, run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das3, one_cluster};

    fn jobs_with(settings: &[(&'static str, Value)], platform: &Platform) -> Vec<Job> {
        let defaults = Settings::defaults(LOCAL_LOAD.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        jobs(&LocalLoad::read(&settings), platform, Streams::new(5), "w").0
    }

    fn number(id: &'static str, x: f64) -> (&'static str, Value) {
        (id, Value::Number(x))
    }

    /// The mean share of a cluster's nodes in use.
    fn mean_busy_share(jobs: &[Job], home: u32, nodes: u32, seconds: f64) -> f64 {
        let work = |job: &Job| f64::from(job.nodes) * job.run.seconds();
        jobs.iter().filter(|job| job.home == home).map(work).sum::<f64>() / f64::from(nodes) / seconds
    }

    /// The number of nodes in use from each arrival or end until the next.
    fn busy_node_steps(jobs: &[Job]) -> Vec<i64> {
        let mut changes: Vec<(i64, i64)> = jobs
            .iter()
            .flat_map(|job| {
                let nodes = i64::from(job.nodes);
                [(job.submit.0, nodes), ((job.submit + job.run).0, -nodes)]
            })
            .collect();
        changes.sort_unstable();
        let mut level = 0;
        let mut levels = vec![];
        for (i, &(time, change)) in changes.iter().enumerate() {
            level += change;
            if changes.get(i + 1).is_none_or(|&(next, _)| next > time) {
                levels.push(level);
            }
        }
        levels
    }

    #[test]
    fn the_share_is_the_requested_one_on_each_cluster() {
        let platform = das3();
        for share in [0.1, 0.2, 0.45] {
            let jobs = jobs_with(&[number("fraction", share), number("duration_s", 1e6)], &platform);
            for (home, cluster) in (0..).zip(&platform.clusters) {
                let found = mean_busy_share(&jobs, home, cluster.nodes, 1e6);
                assert!((found / share - 1.0).abs() < 0.05, "{share} on {home}: {found}");
            }
            assert!(jobs.iter().zip(1..).all(|(job, number)| job.number == number && job.nodes == 4));
            assert!(jobs.iter().all(|job| job.estimate == Some(job.run)));
        }
    }

    /// Already in the first minutes: there is no ramp at the start.
    #[test]
    fn the_load_is_stationary_from_the_start() {
        let jobs = jobs_with(&[number("fraction", 0.5)], &one_cluster(80));
        assert_eq!(jobs.iter().filter(|job| job.submit == Time::ZERO).count(), 10);
    }

    #[test]
    fn the_load_stays_within_its_bounds() {
        let bounds = [number("fraction_min", 0.1), number("fraction_max", 0.3), number("duration_s", 1e6)];
        let jobs = jobs_with(&bounds, &one_cluster(80));
        let levels = busy_node_steps(&jobs);
        // The last changes are the end of the load.
        let kept = &levels[..levels.len() - 1];
        assert_eq!((kept.iter().min(), kept.iter().max()), (Some(&8), Some(&24)));
        let free = jobs_with(&bounds[2..], &one_cluster(80));
        assert!(super::tests::busy_node_steps(&free).iter().any(|&level| level > 24));
        // Without regular arrivals, injected jobs alone keep the load at the minimum.
        let injected = jobs_with(&[number("fraction", 0.0), number("fraction_min", 0.25)], &one_cluster(80));
        assert!((mean_busy_share(&injected, 0, 80, 14_400.0) - 0.25).abs() < 1e-9);
    }

    #[test]
    fn there_is_load_in_blocks_only() {
        let jobs = jobs_with(
            &[("pattern", Value::Choice("blocks")), number("fraction", 0.4), number("duration_s", 1.2e6)],
            &one_cluster(100),
        );
        let second = |job: &Job| job.submit.seconds() % 1_200.0;
        assert!(jobs.iter().all(|job| second(job) < 600.0 && second(job) + job.run.seconds() <= 600.000_001));
        let found = mean_busy_share(&jobs, 0, 100, 6e5);
        assert!((found / 0.4 - 1.0).abs() < 0.05, "{found}");
    }

    #[test]
    fn one_cluster_can_be_chosen_and_keeps_its_jobs() {
        let all = jobs_with(&[], &das3());
        let one = jobs_with(&[("cluster", Value::Integer(2))], &das3());
        assert!(!one.is_empty() && one.iter().all(|job| job.home == 2));
        let same = |job: &&Job| job.home == 2;
        let times = |job: &Job| (job.submit, job.run);
        assert_eq!(
            all.iter().filter(same).map(times).collect::<Vec<_>>(),
            one.iter().map(times).collect::<Vec<_>>()
        );
        assert!(jobs_with(&[("cluster", Value::Integer(9))], &das3()).is_empty());
    }

    #[test]
    fn the_number_of_jobs_is_limited() {
        let wild = [
            vec![number("run_mean_s", 0.001), number("duration_s", 1e8)],
            vec![number("run_mean_s", 0.001), number("duration_s", 1e8), number("fraction_max", 0.001)],
            vec![number("run_mean_s", 0.001), number("duration_s", 1e8), number("fraction_min", 1.0)],
            vec![
                ("pattern", Value::Choice("blocks")),
                number("block_s", 0.001),
                number("period_s", 0.001),
                number("duration_s", 1e8),
                number("fraction", 0.001),
            ],
        ];
        for settings in wild {
            for platform in [das3(), one_cluster(1_000_000)] {
                assert!(jobs_with(&settings, &platform).len() <= 1_000_000, "{settings:?}");
            }
        }
    }
}
