//! Jobs in bursts, as submitted by users of grids.
//!
//! A user submits a batch of jobs of one of a few applications. The application determines the cluster, the number of
//! nodes and the approximate runtime; occasionally its inputs change, and with them the runtimes. Jobs of a user are
//! therefore similar, those of a batch most of all, and predictions from the last jobs are often accurate.

mod grid_presets;

pub(in super::super) use grid_presets::{AUVER_LIKE, DAS3_LIKE};

use super::Duration;
use crate::generator::bags::fits::{TraceFit, Traces};
use crate::generator::daily::DailyCycle;
use crate::generator::{Generator, MOST, Work};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams, cumulative_shares};
use ganttlet_core::time::{Span, Time};
use std::collections::BTreeMap;

pub(in super::super) const BURSTY_JOBS: Generator = Generator {
    entry: Entry::new("bursty-jobs", "Bursty jobs")
        .summary(
            "Jobs of a research grid, submitted in batches, mostly by day and mostly on one node. Jobs of \
             one user are similar; overall, runtimes span many orders of magnitude. Each cluster has \
             separate users, who keep a share of it busy.",
        )
        .source(
            "Sonmez 2010, tables 5.3 (DAS-2 trace), 7.1 and 7.6 (runtimes); section 7.4.1 (load); the \
             relation between users, applications and phases is our assumption",
        )
        .parameters(Bursts::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        let (jobs, cut) = jobs(&Bursts::read(settings), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

#[derive(Parameters)]
struct Bursts {
    /// Work submitted as a share of node capacity over the duration. Jobs may still wait during bursts. At most one million
    /// jobs are submitted, an equal part of them on each cluster.
    #[parameter(name = "Offered load", min = 0.001, max = 2, default = 0.3)]
    share: f64,
    #[parameter(all, default(duration_s = 604_800))]
    duration: Duration,
    /// Share of applications with single-node jobs; jobs of the other applications need 2, 4, 8 or 16 nodes.
    #[parameter(name = "Share of serial jobs", min = 0, max = 1, default = 0.85)]
    serial_share: f64,
    /// Approximate mean runtime. Where each cluster has separate users, it is exact only if wide jobs run no longer than
    /// others.
    #[parameter(name = "Mean runtime", unit = "s", min = 1, max = 1e7, default = 1_215)]
    run_mean_s: f64,
    /// Standard deviation of the natural logarithm of the runtimes.
    #[parameter(name = "Runtime spread (sigma)", min = 0, max = 4, default = 2.45)]
    run_spread: f64,
    /// Upper limit on runtimes.
    #[parameter(name = "Maximum runtime", unit = "s", min = 1, max = 1e8, default = 259_200)]
    run_max_s: f64,
    /// Number of users; a few of them submit most batches (Zipf's law).
    #[parameter(name = "Users", min = 1, max = 10_000, default = 333)]
    users: u32,
    /// Parameter f of the f-model: an estimate is the runtime times a factor drawn uniformly from 1 to 1 + f.
    #[parameter(name = "Estimate factor", min = 0, max = 1000, default = 4)]
    estimate_factor: f64,
}

/// The daily cycle of the research grid: a gamma distribution, shape and scale.
const DAY: (f64, f64) = (2.62, 1.0 / 0.13);

/// Number of applications of a user, and the probability that their inputs change from one batch to the next.
const APPLICATIONS: u32 = 3;
const CHANGES: f64 = 0.2;

/// The decomposition of the variance of runtimes: between applications, between the phases of one, within a batch.
const PARTS: [f64; 3] = [0.2, 0.78, 0.02];

/// The jobs, and whether a limit has left some out.
fn jobs(set: &Bursts, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<Job>, bool) {
    let budget = MOST / (platform.clusters.len() as u32).max(1);
    let (mut jobs, mut cut): (Vec<Job>, bool) = (Vec::new(), false);
    for (cluster, home) in platform.clusters.iter().zip(0..) {
        let stream = |part: &str| streams.get(&format!("{purpose}/{part}-{home}"));
        let (own, more) = jobs_of_cluster(set, (cluster.nodes, home), &stream, budget);
        jobs.extend(own);
        cut |= more;
    }
    (number_jobs(jobs), cut)
}

/// Numbers the jobs in the order of arrival, from 1.
fn number_jobs(mut jobs: Vec<Job>) -> Vec<Job> {
    order::sort_by_key(&mut jobs, |job| job.submit.0);
    for (job, number) in jobs.iter_mut().zip(1..) {
        job.number = number;
    }
    jobs
}

/// A batch: the effort before it, and its jobs.
struct Batch {
    gap: f64,
    user: u32,
    application: u32,
    nodes: u32,
    home: u32,
    /// Runtimes before scaling.
    runs: Vec<f64>,
}

/// The jobs of one cluster, whose work is the requested share; their applications are unknown. And whether a limit has
/// left some out.
fn jobs_of_cluster(
    set: &Bursts,
    (nodes, home): (u32, u32),
    stream: &dyn Fn(&str) -> Stream,
    budget: u32,
) -> (Vec<Job>, bool) {
    let wanted = set.share * f64::from(nodes) * set.duration.duration_s;
    let (batches, cut) = batches_of_work(set, nodes, stream, (wanted, budget));
    let count: usize = batches.iter().map(|batch| batch.runs.len()).sum();
    let work = |batch: &Batch| f64::from(batch.nodes) * batch.runs.iter().sum::<f64>();
    let sum: f64 = batches.iter().map(work).sum();
    // All runtimes have one scale, such that their work is the requested one; otherwise a few long ones would be too
    // much.
    let scale = if sum > 0.0 { wanted / sum } else { 1.0 };
    let effort: f64 = batches.iter().map(|batch| batch.gap).sum();
    let day = DailyCycle::from_gamma(DAY.0, DAY.1);
    let mut estimates = stream("estimates");
    let (mut gone, mut jobs) = (0.0, Vec::with_capacity(count));
    for Batch { gap, user, nodes, runs, .. } in batches {
        gone += gap;
        let submit = Time::from_seconds(day.time_after_effort(0.0, gone / effort * set.duration.duration_s));
        for run in runs {
            let run = Span::from_seconds((run * scale).clamp(1.0, set.run_max_s));
            let estimate = Some(set.draw_estimate(&mut estimates, run));
            jobs.push(Job { submit, run, estimate, nodes, user, home, ..Job::default() });
        }
    }
    (jobs, cut)
}

impl Bursts {
    /// The user estimate of a job of this runtime.
    fn draw_estimate(&self, stream: &mut Stream, run: Span) -> Span {
        let factor = stream.uniform_between(1.0, 1.0 + self.estimate_factor);
        Span::from_seconds(run.seconds() * factor).max(run)
    }
}

/// Batches with the wanted work if all runtimes were the mean; and whether there are too few of them.
fn batches_of_work(
    set: &Bursts,
    most: u32,
    stream: &dyn Fn(&str) -> Stream,
    (wanted, budget): (f64, u32),
) -> (Vec<Batch>, bool) {
    let mut source = BatchSource::new(set, Traces::Das2.fit_of_cluster(0), most, &[], stream);
    let (mut work, mut count, mut all) = (0.0, 0, Vec::new());
    while work < wanted && count < budget {
        let batch = source.next_batch(budget - count);
        let size = batch.runs.len() as u32;
        work += f64::from(batch.nodes * size) * set.run_mean_s;
        count += size;
        all.push(batch);
    }
    (all, work < wanted)
}

/// A source of batches.
struct BatchSource {
    row: TraceFit,
    serial_share: f64,
    /// Maximum number of nodes of a job, and maximum runtime on the scale with a median of 1.
    widest: u32,
    longest: f64,
    deviation: [f64; 3],
    /// Cumulative shares of users, and of clusters if jobs belong to several.
    users: Vec<f64>,
    clusters: Vec<f64>,
    /// By application: nodes, cluster, centre of the logarithms of its runtimes, and centre of those of the current
    /// phase.
    known: BTreeMap<u32, (u32, u32, f64, f64)>,
    gaps: Stream,
    sizes: Stream,
    people: Stream,
    kinds: Stream,
    homes: Stream,
    runs: Stream,
}

impl BatchSource {
    fn new(
        set: &Bursts,
        row: TraceFit,
        widest: u32,
        clusters: &[u32],
        stream: &dyn Fn(&str) -> Stream,
    ) -> Self {
        let users = (1..=set.users).map(|rank| libm::pow(f64::from(rank), -row.users.0));
        Self {
            row,
            serial_share: set.serial_share,
            widest,
            // The limit is such that the mean of the drawn runtimes is about the requested one.
            longest: set.run_max_s / set.run_mean_s * libm::exp(0.5 * set.run_spread * set.run_spread),
            deviation: PARTS.map(|part| set.run_spread * libm::sqrt(part)),
            users: cumulative_shares(users),
            clusters: cumulative_shares(clusters.iter().map(|&nodes| f64::from(nodes))),
            known: BTreeMap::new(),
            gaps: stream("gaps"),
            sizes: stream("sizes"),
            people: stream("users"),
            kinds: stream("applications"),
            homes: stream("homes"),
            runs: stream("run-times"),
        }
    }

    /// The next batch, with at most this many jobs.
    fn next_batch(&mut self, most: u32) -> Batch {
        let gap = libm::exp2(self.row.between.draw(&mut self.gaps));
        let size = libm::exp2(self.row.size.draw(&mut self.sizes));
        let size = (libm::round(size).clamp(1.0, 1_000.0) as u32).min(most);
        let user = self.people.weighted_index(&self.users) as u32 + 1;
        let application = (user - 1) * APPLICATIONS + self.people.uniform_below(APPLICATIONS);
        let (kinds, homes, [apart, phases, within]) = (&mut self.kinds, &mut self.homes, self.deviation);
        let &mut (nodes, home, _, about) = self
            .known
            .entry(application)
            .and_modify(|(.., middle, about)| {
                if kinds.bernoulli(CHANGES) {
                    *about = kinds.normal(*middle, phases);
                }
            })
            .or_insert_with(|| {
                let serial = kinds.bernoulli(self.serial_share);
                let wide = 2 << kinds.uniform_below(4);
                let middle = kinds.normal(0.0, apart);
                let home =
                    if self.clusters.is_empty() { 0 } else { homes.weighted_index(&self.clusters) as u32 };
                let nodes = if serial { 1 } else { wide.min(self.widest) };
                (nodes, home, middle, kinds.normal(middle, phases))
            });
        let run = |_| libm::exp(self.runs.normal(about, within)).min(self.longest);
        Batch { gap, user, application, nodes, home, runs: (0..size).map(run).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das3, one_cluster};

    fn jobs_with(settings: &[(&'static str, Value)], platform: &Platform) -> Vec<Job> {
        let defaults = Settings::defaults(BURSTY_JOBS.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        jobs(&Bursts::read(&settings), platform, Streams::new(5), "w").0
    }

    #[test]
    fn each_cluster_gets_its_share_and_most_jobs_are_serial() {
        let platform = das3();
        let jobs = jobs_with(&[("duration_s", Value::Number(4e6))], &platform);
        assert!(jobs.len() > 100_000, "{}", jobs.len());
        let mean = jobs.iter().map(|job| job.run.seconds()).sum::<f64>() / jobs.len() as f64;
        assert!((mean / 1_215.0 - 1.0).abs() < 0.3, "{mean}");
        for (cluster, home) in platform.clusters.iter().zip(0..) {
            let here = jobs.iter().filter(|job| job.home == home);
            let work: f64 = here.map(|job| f64::from(job.nodes) * job.run.seconds()).sum();
            let share = work / 4e6 / f64::from(cluster.nodes);
            // Runtimes above the limit are cut off.
            assert!((0.25..=0.31).contains(&share), "{home}: {share}");
        }
        let serial = jobs.iter().filter(|job| job.nodes == 1).count() as f64 / jobs.len() as f64;
        assert!((0.7..0.95).contains(&serial), "{serial}");
        assert!(jobs.iter().all(|job| job.run.seconds() <= 259_200.0 && job.estimate >= Some(job.run)));
        assert!(
            jobs.is_sorted_by_key(|job| job.submit) && jobs.iter().all(|job| job.submit.seconds() < 4.1e6)
        );
    }

    /// Half of all jobs arrive together with others of their user.
    #[test]
    fn jobs_come_in_batches_of_similar_jobs() {
        let jobs = jobs_with(&[], &one_cluster(85));
        let together = |pair: &[Job]| pair[0].submit == pair[1].submit && pair[0].user == pair[1].user;
        let pairs: Vec<&[Job]> = jobs.windows(2).filter(|pair| together(pair)).collect();
        assert!(pairs.len() * 2 > jobs.len(), "{} of {}", pairs.len(), jobs.len());
        let near = |pair: &&&[Job]| {
            let (one, other) = (pair[0].run.seconds(), pair[1].run.seconds());
            one.min(other) * 3.0 > one.max(other)
        };
        assert!(pairs.iter().filter(near).count() * 10 > pairs.len() * 8);
    }

    #[test]
    fn wide_jobs_fit_their_cluster() {
        assert!(
            jobs_with(&[("serial_share", Value::Number(0.0))], &one_cluster(5))
                .iter()
                .all(|job| job.nodes <= 5)
        );
        assert!(
            jobs_with(
                &[
                    ("share", Value::Number(2.0)),
                    ("run_mean_s", Value::Number(1.0)),
                    ("duration_s", Value::Number(1e7))
                ],
                &das3()
            )
            .len()
                <= 1_000_000
        );
    }
}
