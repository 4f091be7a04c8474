//! Grid jobs that occupy a share of the platform in periodic blocks: the load beside the sweeps in the experiments on
//! cycle scavenging.

use super::window::{Blocks, Window, load_windows};
use super::{Duration, Run};
use crate::generator::{Generator, MOST, Work};
use crate::grid::{GridJob, Request};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::order;
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams, cumulative_shares};
use ganttlet_core::time::{Span, Time};

pub(in super::super) const GRID_BLOCKS: Generator = Generator {
    entry: Entry::new("grid-blocks", "Blocks of grid jobs")
        .lacks(&["malleable jobs", "sweeps"])
        .summary(
            "Rigid grid jobs that occupy a share of all nodes during blocks of time, with no jobs between \
             blocks. Within a block, the next job arrives when its predecessor would end if started at once.",
        )
        .source("Sonmez 2010, section 4.3.2; sizes, runtimes and cluster weights are our assumptions")
        .parameters(GridBlocks::LIST),
    makes: GridJob::KIND,
    make: |settings, platform, &streams, purpose| {
        let (jobs, cut) = jobs(&GridBlocks::read(settings), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

#[derive(Parameters)]
struct GridBlocks {
    /// Share of all nodes that the jobs occupy during a block, rounded to whole jobs.
    #[parameter(name = "Load during blocks", min = 0, max = 10, default = 0.4, quick)]
    load: f64,
    /// Number of nodes of each job.
    #[parameter(name = "Job size", unit = "nodes", min = 1, max = 1_000_000, default = 8)]
    nodes: u32,
    #[parameter(all, default(run_s = 150))]
    run: Run,
    #[parameter(all)]
    blocks: Blocks,
    #[parameter(all, default(duration_s = 3_600))]
    duration: Duration,
    /// Shortens the first jobs of a block at random, as if they had started earlier, so that they do not all end at once.
    #[parameter(name = "Staggered ends", default = true)]
    staggered: bool,
    /// Selection of the cluster by the scheduler or by the job.
    #[parameter(name = "Placement", default = "scheduler")]
    placement: Placement,
    /// Cluster that all jobs request, counted from 0; overrides the placement. -1 for no fixed cluster.
    #[parameter(name = "Cluster", min = -1, max = 65_535, default = -1)]
    cluster: i64,
}

/// Selection of the cluster by the scheduler or by the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Placement {
    /// Scheduler: each job is one component that can run on any cluster.
    #[word("scheduler")]
    Scheduler,
    /// Job: each requests one cluster, drawn with the weights 0.30, 0.05, 0.35, 0.20, 0.10.
    #[word("weighted")]
    Weighted,
}

/// The probabilities of the clusters of DAS-3: the published load was unbalanced. Further clusters repeat them from the
/// start.
const WEIGHTS: [f64; 5] = [0.30, 0.05, 0.35, 0.20, 0.10];

/// Cumulative shares of the clusters that are large enough for a job; empty if none is.
fn cluster_shares(platform: &Platform, nodes: u32) -> Vec<f64> {
    if platform.largest_cluster_nodes() < nodes {
        return Vec::new();
    }
    let weights = platform.clusters.iter().zip(WEIGHTS.iter().cycle());
    cumulative_shares(weights.map(|(cluster, &weight)| if cluster.nodes < nodes { 0.0 } else { weight }))
}

/// The common properties of the jobs.
struct JobTemplate {
    run: Span,
    /// Number of jobs that run at the same time.
    slots: u32,
    staggered: bool,
}

/// The jobs, and whether a limit has left some out.
fn jobs(set: &GridBlocks, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<GridJob>, bool) {
    let nodes = set.nodes;
    let slots = set.load * f64::from(platform.nodes()) / f64::from(nodes);
    let mould = JobTemplate {
        run: Span::from_seconds(set.run.run_s).max(Span(1)),
        slots: libm::round(slots) as u32,
        staggered: set.staggered,
    };
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let (mut starts, mut clusters) = (stream("starts"), stream("clusters"));
    let shares = cluster_shares(platform, nodes);
    let drawn = set.placement == Placement::Weighted && !shares.is_empty();
    let asked = u16::try_from(set.cluster).ok();
    let mut jobs: Vec<GridJob> = Vec::new();
    let nowhere = asked.is_some_and(|cluster| usize::from(cluster) >= platform.clusters.len());
    if mould.slots == 0 || nowhere {
        return (jobs, false);
    }
    for window in load_windows(&set.blocks, &set.duration) {
        let (block, cut) = jobs_of_block(&mould, window, MOST - jobs.len() as u32, &mut starts);
        for (submit, run) in block {
            let mut job = GridJob::rigid(Job { submit, run, nodes, ..Job::default() });
            let drawn = drawn.then(|| clusters.weighted_index(&shares) as u16);
            if let Some(cluster) = asked.or(drawn) {
                job.request = Request::Fixed(vec![(cluster, nodes)]);
            }
            job.job.number = jobs.len() as u32 + 1;
            jobs.push(job);
        }
        if cut {
            return (jobs, true);
        }
    }
    (jobs, false)
}

/// Arrivals and runtimes of a block in the order of arrival, at most `most`; and whether the limit has left some out.
fn jobs_of_block(
    mould: &JobTemplate,
    window: Window,
    most: u32,
    starts: &mut Stream,
) -> (Vec<(Time, Span)>, bool) {
    let (mut jobs, mut cut) = (Vec::new(), false);
    'slots: for _ in 0..mould.slots {
        // One random number per slot, whether it is used or not.
        let part = 1.0 - starts.uniform();
        let first = if mould.staggered { Span::from_seconds(mould.run.seconds() * part) } else { mould.run };
        let (mut submit, mut run) = (window.start, first.max(Span(1)));
        while submit < window.end {
            if jobs.len() as u32 >= most {
                cut = true;
                break 'slots;
            }
            // The load ends with the block.
            jobs.push((submit, run.min(window.end - submit)));
            submit += run;
            run = mould.run;
        }
    }
    order::sort_by_key(&mut jobs, |&(submit, _)| submit.0);
    (jobs, cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das2, das3, one_cluster};

    fn jobs_with(settings: &[(&'static str, Value)], platform: &Platform) -> Vec<GridJob> {
        let defaults = Settings::defaults(GRID_BLOCKS.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        jobs(&GridBlocks::read(&settings), platform, Streams::new(5), "w").0
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    /// The number of nodes in use at a second if every job starts on arrival.
    fn nodes_in_use_at(jobs: &[GridJob], second: f64) -> u32 {
        let at = Time::from_seconds(second);
        let runs = |job: &&GridJob| job.job.submit <= at && at < job.job.submit + job.job.run;
        jobs.iter().filter(runs).map(|job| job.job.nodes).sum()
    }

    /// 40 % of 272 nodes are 14 jobs of 8 nodes: ten minutes of twenty, three times per hour.
    #[test]
    fn blocks_hold_their_share() {
        for staggered in [true, false] {
            let jobs = jobs_with(&[("staggered", Value::Bool(staggered))], &das3());
            for minute in 0..70 {
                let load = if minute < 60 && minute % 20 < 10 { 112 } else { 0 };
                assert_eq!(nodes_in_use_at(&jobs, f64::from(minute) * 60.0 + 0.5), load, "{minute}");
            }
            let work: f64 = jobs.iter().map(|job| f64::from(job.job.nodes) * job.job.run.seconds()).sum();
            assert!((work - 112.0 * 1_800.0).abs() < 1.0);
            assert!(jobs.iter().all(|job| job.request == Request::NonFixed(vec![8])));
        }
        let together = jobs_with(&[("staggered", Value::Bool(false))], &das3());
        assert_eq!(together.len(), 14 * 4 * 3);
        assert!(together.iter().all(|job| job.job.run == Span::from_seconds(150.0)));
    }

    #[test]
    fn arrivals_end_before_the_end_of_their_block() {
        let burst = [("block_s", Value::Number(60.0)), ("period_s", Value::Number(600.0))];
        let jobs = jobs_with(&burst, &das3());
        for (second, load) in [(0.0, 112), (59.9, 112), (60.0, 0), (599.0, 0), (600.0, 112), (3_059.0, 112)] {
            assert_eq!(nodes_in_use_at(&jobs, second), load, "{second}");
        }
    }

    #[test]
    fn each_ended_job_is_replaced_within_a_block() {
        let one = [
            ("load", Value::Number(1.0)),
            ("nodes", Value::Integer(4)),
            ("duration_s", Value::Number(600.0)),
        ];
        let jobs = jobs_with(&one, &one_cluster(4));
        assert!(jobs.windows(2).all(|pair| pair[0].job.submit + pair[0].job.run == pair[1].job.submit));
        assert_eq!(nodes_in_use_at(&jobs, 599.0), 4);
    }

    #[test]
    fn weights_choose_the_clusters() {
        let settings = [("placement", word("weighted")), ("duration_s", Value::Number(1e6))];
        let share = |jobs: &[GridJob], cluster: u16| {
            let on = jobs.iter().filter(|job| job.request == Request::Fixed(vec![(cluster, job.job.nodes)]));
            on.count() as f64 / jobs.len() as f64
        };
        let jobs = jobs_with(&settings, &das3());
        for (cluster, weight) in (0..).zip(WEIGHTS) {
            assert!((share(&jobs, cluster) - weight).abs() < 0.01, "{cluster}: {}", share(&jobs, cluster));
        }
        // 40 nodes only fit on the first cluster of DAS-2, 100 on none: the scheduler decides.
        let large = [settings[0].clone(), ("nodes", Value::Integer(40))];
        assert!((share(&jobs_with(&large, &das2()), 0) - 1.0).abs() < 1e-12);
        let too_large = [settings[0].clone(), ("nodes", Value::Integer(100))];
        assert!(jobs_with(&too_large, &das2()).iter().all(|job| job.request == Request::NonFixed(vec![100])));
    }

    #[test]
    fn one_cluster_can_be_chosen() {
        let on = |cluster: i64| jobs_with(&[("cluster", Value::Integer(cluster))], &das3());
        let jobs = on(3);
        assert!(!jobs.is_empty() && jobs.iter().all(|job| job.request == Request::Fixed(vec![(3, 8)])));
        assert!(on(5).is_empty());
    }

    #[test]
    fn the_placement_setting_does_not_change_the_jobs() {
        let seen = |placement: &'static str| -> Vec<(Time, Span)> {
            let jobs = jobs_with(&[("placement", word(placement))], &das3());
            jobs.iter().map(|job| (job.job.submit, job.job.run)).collect()
        };
        assert_eq!(seen("scheduler"), seen("weighted"));
    }

    #[test]
    fn the_number_of_jobs_is_limited() {
        for settings in [
            vec![("run_s", Value::Number(0.001)), ("duration_s", Value::Number(1e8))],
            vec![("block_s", Value::Number(0.001)), ("period_s", Value::Number(0.001))],
            vec![("duration_s", Value::Number(1e8)), ("period_s", Value::Number(0.001))],
        ] {
            let jobs = jobs_with(&settings, &das3());
            assert!(jobs.len() <= 1_000_000 && jobs.len() > 100_000, "{}", jobs.len());
            assert!(jobs.windows(2).all(|pair| pair[0].job.submit <= pair[1].job.submit));
        }
        assert!(jobs_with(&[("load", Value::Number(0.0))], &das3()).is_empty());
    }
}
