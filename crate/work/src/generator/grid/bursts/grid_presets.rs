//! Jobs similar to those of two grids, submitted to the grid as a whole, for experiments on routing by predictions.

use super::{Batch, BatchSource, Bursts, number_jobs};
use crate::generator::bags::fits::{TraceFit, Traces};
use crate::generator::bags::{DayStart, daily_cycle};
use crate::generator::{Generator, MOST, Work};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

/// Jobs similar to those of DAS-3.
pub(in super::super::super) const DAS3_LIKE: Generator = Generator {
    entry: Entry::new("das3-like", "DAS-3-like jobs")
        .summary(
            "Jobs of a research grid, in bursts and mostly by day: one in seven needs several nodes; most \
             are short, a few very long. Jobs of the same user and application are similar. Runtimes are \
             given for the home cluster.",
        )
        .source(
            "Sonmez 2010, section 7.4.1; burst sizes from table 5.3; the relation between users and \
             applications is our assumption",
        )
        .parameters(Das3Like::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        let Das3Like { jobs } = Das3Like::read(settings);
        let (jobs, cut) = jobs_of_grid(&jobs, Traces::Das2.fit_of_cluster(0), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

/// Jobs similar to those of AUVER.
pub(in super::super::super) const AUVER_LIKE: Generator = Generator {
    entry: Entry::new("auver-like", "AUVER-like jobs")
        .summary(
            "Single-node jobs of a production grid, in bursts, most of them some hours long. Jobs of the \
             same user and application are similar.",
        )
        .source(
            "Sonmez 2010, section 7.4.1; burst sizes from table 5.3; the relation between users and \
             applications is our assumption",
        )
        .parameters(AuverLike::LIST),
    makes: Job::KIND,
    make: |settings, platform, &streams, purpose| {
        let AuverLike { jobs } = AuverLike::read(settings);
        let (jobs, cut) =
            jobs_of_grid(&jobs, Traces::AuverGrid.fit_of_cluster(0), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

/// Parameters of jobs similar to those of DAS-3.
#[derive(Parameters)]
struct Das3Like {
    #[parameter(all, default(duration_s = 1_209_600))]
    jobs: Bursts,
}

/// Parameters of jobs similar to those of AUVER.
#[derive(Parameters)]
struct AuverLike {
    #[parameter(
        all,
        default(
            share = 0.66,
            duration_s = 2_419_200,
            serial_share = 1,
            run_mean_s = 34_430,
            run_spread = 1.7,
            run_max_s = 2_592_000,
            users = 368
        )
    )]
    jobs: Bursts,
}

/// The jobs of a grid, with the requested mean runtime and as many as the work requires; and whether there are too few
/// of them.
fn jobs_of_grid(
    set: &Bursts,
    row: TraceFit,
    platform: &Platform,
    streams: Streams,
    purpose: &str,
) -> (Vec<Job>, bool) {
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let nodes: Vec<u32> = platform.clusters.iter().map(|cluster| cluster.nodes).collect();
    let wanted = set.share * f64::from(nodes.iter().sum::<u32>()) * set.duration.duration_s;
    let Some(&smallest) = nodes.iter().min() else { return (Vec::new(), false) };
    let mut source = BatchSource::new(set, row, smallest, &nodes, &stream);
    let (batches, scale, cut) = draw_batches(&mut source, set.run_mean_s, wanted);
    let effort: f64 = batches.iter().map(|batch| batch.gap).sum();
    let (day, _) = daily_cycle(row.day, DayStart::HalfPastFive);
    let end = day.effort_until(set.duration.duration_s);
    let mut estimates: Stream = stream("estimates");
    let (mut gone, mut jobs) = (0.0, Vec::new());
    for Batch { gap, user, application, nodes, home, runs } in batches {
        gone += gap;
        let submit = Time::from_seconds(day.time_after_effort(0.0, gone / effort * end));
        let speed = platform.clusters[home as usize].speed;
        for run in runs {
            let run = Span::from_seconds((run * scale).clamp(1.0, set.run_max_s) * speed);
            let estimate = Some(set.draw_estimate(&mut estimates, run));
            jobs.push(Job { submit, run, estimate, nodes, user, application, home, ..Job::default() });
        }
    }
    (number_jobs(jobs), cut)
}

/// Batches with the wanted work, in node-seconds, after scaling their runtimes to this mean; the scale; and whether
/// there are too few of them.
fn draw_batches(source: &mut BatchSource, mean: f64, wanted: f64) -> (Vec<Batch>, f64, bool) {
    let (mut count, mut sum, mut work, mut all) = (0, 0.0, 0.0, Vec::<Batch>::new());
    loop {
        let mut batch = source.next_batch(MOST - count);
        for (place, run) in batch.runs.iter().enumerate() {
            (count, sum, work) = (count + 1, sum + run, work + run * f64::from(batch.nodes));
            let enough = mean * f64::from(count) / sum * work >= wanted;
            if enough || count == MOST {
                batch.runs.truncate(place + 1);
                all.push(batch);
                return (all, mean * f64::from(count) / sum, !enough);
            }
        }
        all.push(batch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::Settings;
    use ganttlet_core::platform::{auver, das3};

    fn jobs_with(generator: &Generator, platform: &Platform) -> Vec<Job> {
        let settings = Settings::defaults(generator.entry.parameters);
        let mut work = (generator.make)(&settings, platform, &Streams::new(4), "w");
        work.take()
    }

    /// Mean runtime on home clusters, share of node capacity in `days`, share of single-node jobs.
    fn job_statistics(jobs: &[Job], platform: &Platform, days: f64) -> (f64, f64, f64) {
        let traced = |job: &Job| job.run.seconds() / platform.clusters[job.home as usize].speed;
        let (mut sum, mut work, mut serial) = (0.0, 0.0, 0.0);
        for job in jobs {
            sum += traced(job);
            work += traced(job) * f64::from(job.nodes);
            serial += f64::from(u8::from(job.nodes == 1));
        }
        let count = jobs.len() as f64;
        (sum / count, work / days / 86_400.0 / f64::from(platform.nodes()), serial / count)
    }

    #[test]
    fn jobs_are_like_those_of_the_two_grids() {
        let (das3, auver) = (das3(), auver());
        let jobs = jobs_with(&DAS3_LIKE, &das3);
        let (mean, load, serial) = job_statistics(&jobs, &das3, 14.0);
        assert!((mean / 1_215.0 - 1.0).abs() < 0.05, "{mean}");
        assert!((load / 0.3 - 1.0).abs() < 0.05, "{load}");
        assert!((0.65..0.98).contains(&serial), "{serial}");
        assert!(jobs.iter().all(|job| job.nodes <= 16 && job.estimate >= Some(job.run)));
        assert!(jobs.is_sorted_by_key(|job| job.submit));
        let last = jobs.last().map_or(0.0, |job| job.submit.seconds());
        assert!((13.0 * 86_400.0..=14.01 * 86_400.0).contains(&last), "{last}");
        let jobs = jobs_with(&AUVER_LIKE, &auver);
        let (mean, load, serial) = job_statistics(&jobs, &auver, 28.0);
        assert!((mean / 34_430.0 - 1.0).abs() < 0.05 && (load / 0.66 - 1.0).abs() < 0.05, "{mean} {load}");
        assert!(serial >= 1.0);
    }

    /// All jobs of an application have one size and one cluster; larger clusters have more applications.
    #[test]
    fn all_jobs_of_an_application_share_size_and_cluster() {
        let platform = das3();
        let jobs = jobs_with(&DAS3_LIKE, &platform);
        let mut of = std::collections::BTreeMap::new();
        for job in &jobs {
            assert_eq!(
                *of.entry(job.application).or_insert((job.nodes, job.home, job.user)),
                (job.nodes, job.home, job.user)
            );
        }
        let on = |home: u32| of.values().filter(|application| application.1 == home).count();
        assert!(of.len() > 100 && on(0) > on(4), "{} {} {}", of.len(), on(0), on(4));
    }
}
