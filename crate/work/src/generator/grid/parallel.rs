//! Rigid parallel jobs that may be co-allocated: the workloads of the experiments on co-allocation.

use super::application::ApplicationSettings;
use super::{Duration, Run};
use crate::application::Application;
use crate::generator::{Generator, MOST, Work};
use crate::grid::GridJob;
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

pub(in super::super) const GRID_PARALLEL: Generator = Generator {
    entry: Entry::new("grid-parallel", "Parallel grid jobs")
        .lacks(&["malleable jobs", "sweeps"])
        .summary(
            "Rigid parallel jobs with a few sizes, equal runtimes and Poisson arrivals, which may be \
             co-allocated. Used by the experiments that compare single-cluster with co-allocated jobs.",
        )
        .source("Sonmez 2010, sections 2.5 and 2.6")
        .parameters(Parallel::LIST),
    makes: GridJob::KIND,
    make: |settings, platform, &streams, purpose| {
        let (jobs, cut) = jobs(&Parallel::read(settings), platform, streams, purpose);
        Work::new(jobs).with_cut(cut)
    },
};

#[derive(Parameters)]
struct Parallel {
    /// Offered load without overheads: mean size times runtime on one cluster of speed 1, divided by mean inter-arrival
    /// time times all nodes. Start-up and multi-cluster overheads add to it. At most one million jobs.
    #[parameter(name = "Net load", min = 0.01, max = 10, default = 0.4, quick)]
    net_load: f64,
    #[parameter(all)]
    duration: Duration,
    #[parameter(all)]
    run: Run,
    /// Job sizes in nodes, all equally likely, limited to the total number of nodes.
    #[parameter(name = "Job sizes", unit = "nodes", default = "8-16-32")]
    sizes: Sizes,
    /// Minimum number of nodes of a job, for power-of-two sizes.
    #[parameter(name = "Minimum size", unit = "nodes", min = 1, max = 1_000_000, default = 8, when(sizes = ["powers-of-two"]))]
    nodes_min: u32,
    /// Maximum number of nodes of a job, for power-of-two sizes.
    #[parameter(name = "Maximum size", unit = "nodes", min = 1, max = 1_000_000, default = 32, when(sizes = ["powers-of-two"]))]
    nodes_max: u32,
    #[parameter(all)]
    application: ApplicationSettings,
}

/// The sizes of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Sizes {
    /// 8, 16 or 32 nodes.
    #[word("8-16-32")]
    Small,
    /// 16 or 32 nodes.
    #[word("16-32")]
    Middle,
    /// 32, 48 or 64 nodes.
    #[word("32-48-64")]
    Large,
    /// 64 nodes.
    #[word("64")]
    Largest,
    /// Powers of two from the minimum to the maximum size.
    #[word("powers-of-two")]
    PowersOfTwo,
}

/// The equally likely sizes, at least one, none above `most`.
fn possible_sizes(set: &Parallel, most: u32) -> Vec<u32> {
    let mut sizes = match set.sizes {
        Sizes::Small => vec![8, 16, 32],
        Sizes::Middle => vec![16, 32],
        Sizes::Large => vec![32, 48, 64],
        Sizes::Largest => vec![64],
        Sizes::PowersOfTwo => {
            let mut powers: Vec<u32> = (0..20).map(|power| 1 << power).collect();
            powers.retain(|power| (set.nodes_min..=set.nodes_max).contains(power));
            if powers.is_empty() { vec![set.nodes_min] } else { powers }
        }
    };
    for size in &mut sizes {
        *size = (*size).min(most.max(1));
    }
    sizes
}

/// Random arrivals, one after another, until the window ends.
struct Arrivals {
    gap: f64,
    end: f64,
    last: f64,
    stream: Stream,
}

impl Iterator for Arrivals {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.last += self.stream.exponential(self.gap);
        (self.last < self.end).then_some(self.last)
    }
}

/// The jobs, and whether a limit has left some out.
fn jobs(set: &Parallel, platform: &Platform, streams: Streams, purpose: &str) -> (Vec<GridJob>, bool) {
    let spread = set.application.co_allocation_overhead();
    let asked = Span::from_seconds(set.run.run_s);
    // Runtime on one cluster; the first represents all if it depends on the network.
    let first: &[u16] = if platform.clusters.is_empty() { &[] } else { &[0] };
    let run = |nodes: u32| spread.co_allocated_run_time(asked, nodes, first, &platform.network);
    let sizes = possible_sizes(set, platform.nodes());
    let work: f64 = sizes.iter().map(|&nodes| f64::from(nodes) * run(nodes).seconds()).sum();
    let gap = work / sizes.len() as f64 / (set.net_load * f64::from(platform.nodes()));
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let mut arrivals = Arrivals {
        gap: if gap.is_finite() { gap } else { 0.0 },
        end: set.duration.duration_s,
        last: 0.0,
        stream: stream("arrivals"),
    };
    let mut drawn = stream("sizes");
    let job = |(number, submit): (u32, f64)| {
        let nodes = sizes[drawn.uniform_below(sizes.len() as u32) as usize];
        let submit = Time::from_seconds(submit);
        GridJob {
            job: Job { number, submit, run: run(nodes), nodes, ..Job::default() },
            request: set.application.request_of(nodes),
            application: Application::Rigid { spread },
            inputs: Vec::new(),
        }
    };
    let jobs: Vec<GridJob> = (1..=MOST).zip(arrivals.by_ref()).map(job).collect();
    let cut = jobs.len() as u32 == MOST && arrivals.next().is_some();
    (jobs, cut)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::CoAllocationOverhead;
    use crate::grid::Request;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::{das3, one_cluster};

    fn jobs_with(settings: &[(&'static str, Value)], platform: &Platform) -> Vec<GridJob> {
        let defaults = Settings::defaults(GRID_PARALLEL.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        jobs(&Parallel::read(&settings), platform, Streams::new(5), "w").0
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    #[test]
    fn the_net_load_is_the_requested_one() {
        let platform = das3();
        for (sizes, application, load) in
            [("8-16-32", "poisson", 0.4), ("32-48-64", "wave-latency", 0.7), ("64", "allgather", 0.4)]
        {
            let days = 40.0 * 86_400.0;
            let jobs = jobs_with(
                &[
                    ("net_load", Value::Number(load)),
                    ("duration_s", Value::Number(days)),
                    ("sizes", word(sizes)),
                    ("application", word(application)),
                ],
                &platform,
            );
            let work: f64 = jobs.iter().map(|job| f64::from(job.job.nodes) * job.job.run.seconds()).sum();
            let found = work / days / f64::from(platform.nodes());
            assert!((found / load - 1.0).abs() < 0.03, "{sizes} {application}: {found}");
            assert!(jobs.iter().all(|job| job.job.submit < Time::from_seconds(days)));
        }
    }

    /// About 315 jobs in four hours: 204 nodes, a mean size of 18.667, 200 s, 40 %.
    #[test]
    fn the_number_of_jobs_is_the_published_one() {
        for (nodes, sizes, hours, wanted) in [(204, "8-16-32", 400.0, 31_430.0), (240, "64", 400.0, 10_800.0)]
        {
            let window = ("duration_s", Value::Number(hours * 3_600.0));
            let jobs = jobs_with(
                &[window, ("run_s", Value::Number(200.0)), ("sizes", word(sizes))],
                &one_cluster(nodes),
            );
            assert!((jobs.len() as f64 / wanted - 1.0).abs() < 0.03, "{}", jobs.len());
        }
    }

    #[test]
    fn run_times_are_exact_and_sizes_as_likely_as_each_other() {
        let jobs = jobs_with(&[("duration_s", Value::Number(1e6))], &das3());
        assert!(jobs.iter().all(|job| job.job.run == Span::from_seconds(180.0)));
        for size in [8, 16, 32] {
            let share = jobs.iter().filter(|job| job.job.nodes == size).count() as f64 / jobs.len() as f64;
            assert!((share - 1.0 / 3.0).abs() < 0.02, "{size}: {share}");
        }
        let bounds = [("nodes_min", Value::Integer(3)), ("nodes_max", Value::Integer(70))];
        let jobs =
            jobs_with(&[bounds[0].clone(), bounds[1].clone(), ("sizes", word("powers-of-two"))], &das3());
        let mut found: Vec<u32> = jobs.iter().map(|job| job.job.nodes).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, [4, 8, 16, 32, 64]);
    }

    /// Compared runs must have the same arrivals and sizes.
    #[test]
    fn the_application_does_not_change_arrivals_and_sizes() {
        let seen = |settings: &[(&'static str, Value)]| -> Vec<(Time, u32)> {
            jobs_with(settings, &das3()).iter().map(|job| (job.job.submit, job.job.nodes)).collect()
        };
        let usual = seen(&[]);
        assert!(usual.len() > 2_000);
        for other in ["none", "prime", "wave-convex", "wave-latency", "wave-chain", "ccr"] {
            assert_eq!(seen(&[("application", word(other))]), usual, "{other}");
        }
        for other in ["one", "components", "splits"] {
            assert_eq!(seen(&[("request", word(other))]), usual, "{other}");
        }
    }

    #[test]
    fn jobs_have_the_set_application_and_request() {
        let settings = [("application", word("wave-convex")), ("request", word("components"))];
        let job = &jobs_with(&settings, &das3())[0];
        assert_eq!(job.application, Application::Rigid { spread: CoAllocationOverhead::WAVE_CONVEX });
        assert_eq!(job.request, Request::NonFixed(vec![job.job.nodes / 4; 4]));
        assert_eq!(jobs_with(&[], &das3())[0].request, Request::Flexible);
    }

    #[test]
    fn no_job_is_larger_than_the_platform_and_there_are_never_too_many() {
        let tiny = jobs_with(&[("sizes", word("64"))], &one_cluster(10));
        assert!(tiny.iter().all(|job| job.job.nodes == 10));
        let many = jobs_with(&[("run_s", Value::Number(0.001)), ("duration_s", Value::Number(1e8))], &das3());
        assert_eq!(many.len(), 1_000_000);
    }
}
