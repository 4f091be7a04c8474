//! Malleable jobs: the workloads of the experiments on malleability.

use super::Gap;
use crate::application::{Application, CoAllocationOverhead, SizeConstraint, SpeedUp};
use crate::generator::{Generator, JobCount, Work};
use crate::grid::{GridJob, Request};
use crate::{Item, Job};
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::rng::Streams;
use ganttlet_core::time::{Span, Time};

pub(in super::super) const GRID_MALLEABLE: Generator = Generator {
    entry: Entry::new("grid-malleable", "Malleable grid jobs")
        .lacks(&["sweeps"])
        .summary(
            "Jobs that can run on a variable number of nodes of one cluster: GADGET and FT as published, or \
             textbook speedup models. Jobs of the first application are in group 1, those of the second in \
             group 2.",
        )
        .source("Sonmez 2010, section 3.3; speedup models: Amdahl 1967, Downey 1997")
        .parameters(Malleable::LIST),
    makes: GridJob::KIND,
    make: |settings, _, &streams, purpose| Work::new(jobs(&Malleable::read(settings), streams, purpose)),
};

#[derive(Parameters)]
struct Malleable {
    #[parameter(all, default(jobs = 300))]
    count: JobCount,
    #[parameter(all)]
    gap: Gap,
    /// Arrival process of the jobs.
    #[parameter(name = "Arrival process", default = "constant")]
    arrivals: Arrivals,
    /// Probability that a job is malleable. The other jobs are rigid and run the same application at its minimum size.
    #[parameter(name = "Share of malleable jobs", min = 0, max = 1, default = 1)]
    malleable_share: f64,
    /// Makes jobs moldable instead of malleable: the size is chosen at the start and does not change.
    #[parameter(name = "Moldable", default = false)]
    moldable: bool,
    /// Applications that the jobs run.
    #[parameter(name = "Application mix", default = "gadget-ft")]
    mix: Mix,
    /// Minimum number of nodes of a job.
    #[parameter(name = "Minimum size", unit = "nodes", min = 1, max = 1_000_000, default = 2)]
    nodes_min: u32,
    /// Maximum number of nodes of a job, for all applications except FT.
    #[parameter(name = "Maximum size", unit = "nodes", min = 1, max = 1_000_000, default = 46, when(mix = ["gadget-ft", "gadget", "amdahl", "downey"]))]
    nodes_max: u32,
    /// Maximum number of nodes of an FT job.
    #[parameter(name = "Maximum size of FT", unit = "nodes", min = 1, max = 1_000_000, default = 32, when(mix = ["gadget-ft", "ft"]))]
    ft_nodes_max: u32,
    /// Number of nodes at which GADGET reaches its minimum runtime of 240 s; more nodes make it slower. Not published.
    #[parameter(name = "Optimal size of GADGET", unit = "nodes", min = 3, max = 1_000_000, default = 24, when(mix = ["gadget-ft", "gadget"]))]
    gadget_best_nodes: u32,
    /// Number of nodes at which FT reaches its minimum runtime of 60 s; more nodes make it slower. Not published.
    #[parameter(name = "Optimal size of FT", unit = "nodes", min = 3, max = 1_000_000, default = 16, when(mix = ["gadget-ft", "ft"]))]
    ft_best_nodes: u32,
    /// Runtime of an Amdahl or Downey job on one node of speed 1.
    #[parameter(name = "Single-node runtime", unit = "s", min = 0.001, max = 1e8, default = 1_200, when(mix = ["amdahl", "downey"]))]
    single_s: f64,
    /// Fraction of the work of an Amdahl job that cannot be parallelised.
    #[parameter(name = "Serial fraction", min = 0, max = 1, default = 0.05, when(mix = ["amdahl"]))]
    serial: f64,
    /// Average parallelism of a Downey job, which is also its speedup on an unlimited number of nodes.
    #[parameter(name = "Average parallelism", min = 1, max = 1e6, default = 24, when(mix = ["downey"]))]
    parallelism: f64,
    /// Variance of parallelism (sigma) of a Downey job; 0 gives linear speedup up to the average parallelism.
    #[parameter(name = "Variance of parallelism", min = 0, max = 1_000, default = 1, when(mix = ["downey"]))]
    sigma: f64,
}

/// When jobs arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Arrivals {
    /// Constant inter-arrival time; the first job arrives at time 0.
    #[word("constant")]
    Constant,
    /// Poisson process: exponential inter-arrival times.
    #[word("exponential")]
    Exponential,
}

/// Applications that the jobs run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Mix {
    /// GADGET or FT with equal probability.
    #[word("gadget-ft")]
    GadgetFt,
    /// GADGET, an n-body code: 600 s on 2 nodes, 240 s at best, on any number of nodes.
    #[word("gadget")]
    Gadget,
    /// FT of the NAS benchmarks: 120 s on 2 nodes, 60 s at best, on powers of two.
    #[word("ft")]
    Ft,
    /// Amdahl's law: a serial fraction of the work cannot be parallelised.
    #[word("amdahl")]
    Amdahl,
    /// Downey's model: average parallelism and its variance.
    #[word("downey")]
    Downey,
}

/// The applications of the mix, as malleable as set; in their order they are groups 1, 2.
fn applications(set: &Malleable) -> Vec<Application> {
    let single = Span::from_seconds(set.single_s);
    let of = |speed_up: SpeedUp, step: SizeConstraint, most: u32| {
        let min = step.smallest_above(set.nodes_min);
        let max = step.largest_below(most).max(min);
        Application::Flexible { min, max, speed_up, step, malleable: !set.moldable }
    };
    let any = |speed_up: SpeedUp| of(speed_up, SizeConstraint::Any, set.nodes_max);
    let gadget = || any(SpeedUp::gadget_with_best(f64::from(set.gadget_best_nodes)));
    let ft = || {
        of(SpeedUp::ft_with_best(f64::from(set.ft_best_nodes)), SizeConstraint::PowersOfTwo, set.ft_nodes_max)
    };
    match set.mix {
        Mix::GadgetFt => vec![gadget(), ft()],
        Mix::Gadget => vec![gadget()],
        Mix::Ft => vec![ft()],
        Mix::Amdahl => vec![any(SpeedUp::Amdahl { single, serial: set.serial })],
        Mix::Downey => {
            let (parallelism, sigma) = (set.parallelism, set.sigma);
            vec![any(SpeedUp::Downey { single, parallelism, sigma })]
        }
    }
}

fn jobs(set: &Malleable, streams: Streams, purpose: &str) -> Vec<GridJob> {
    let applications = applications(set);
    let stream = |part: &str| streams.get(&format!("{purpose}/{part}"));
    let (mut arrivals, mut mix, mut kinds) = (stream("arrivals"), stream("mix"), stream("malleable"));
    let gap = set.gap.interarrival_s;
    let mut last = 0.0;
    let job = |i: u32| {
        let submit = match set.arrivals {
            Arrivals::Exponential => {
                last += arrivals.exponential(gap);
                last
            }
            Arrivals::Constant => f64::from(i) * gap,
        };
        let which = mix.uniform_below(applications.len() as u32);
        let application = &applications[which as usize];
        let malleable = kinds.bernoulli(set.malleable_share);
        let (nodes, run) = smallest_size(application);
        GridJob {
            job: Job {
                number: i + 1,
                submit: Time::from_seconds(submit),
                run,
                nodes,
                group: which + 1,
                ..Job::default()
            },
            request: Request::NonFixed(vec![nodes]),
            application: if malleable {
                application.clone()
            } else {
                Application::Rigid { spread: CoAllocationOverhead::None }
            },
            inputs: Vec::new(),
        }
    };
    (0..set.count.jobs).map(job).collect()
}

/// The smallest size of an application and its runtime there.
fn smallest_size(application: &Application) -> (u32, Span) {
    match application {
        Application::Flexible { min, speed_up, .. } => (*min, speed_up.run_time(*min)),
        Application::Rigid { .. }
        | Application::Sweep { .. }
        | Application::Components { .. }
        | Application::Workflow(_) => (1, Span::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};

    fn jobs_with(settings: &[(&'static str, Value)]) -> Vec<GridJob> {
        let defaults = Settings::defaults(GRID_MALLEABLE.entry.parameters);
        let settings = settings.iter().cloned().fold(defaults, |all, (id, value)| all.with(id, value));
        jobs(&Malleable::read(&settings), Streams::new(5), "w")
    }

    fn word(word: &'static str) -> Value {
        Value::Choice(word)
    }

    fn is_malleable(job: &GridJob) -> bool {
        matches!(job.application, Application::Flexible { malleable: true, .. })
    }

    /// 300 jobs in ten hours, half of them GADGET, all malleable, all of size 2.
    #[test]
    fn the_default_is_the_published_workload() {
        let jobs = jobs_with(&[]);
        assert_eq!(jobs.len(), 300);
        assert!(jobs.iter().zip(0..).all(|(job, i)| job.job.submit == Time(120_000_000 * i)));
        for job in &jobs {
            let (application, run) = match job.job.group {
                1 => (Application::gadget(), 600.0),
                _ => (Application::ft(), 120.0),
            };
            assert_eq!(job.application, application);
            assert_eq!((job.job.nodes, job.job.run), (2, Span::from_seconds(run)));
            assert_eq!(job.request, Request::NonFixed(vec![2]));
        }
        let gadget = jobs.iter().filter(|job| job.job.group == 1).count();
        assert!((120..=180).contains(&gadget), "{gadget}");
    }

    #[test]
    fn half_of_the_jobs_can_be_rigid() {
        let jobs = jobs_with(&[("malleable_share", Value::Number(0.5))]);
        let malleable = jobs.iter().filter(|job| is_malleable(job)).count();
        assert!((120..=180).contains(&malleable), "{malleable}");
        let rigid: Vec<&GridJob> = jobs.iter().filter(|job| !is_malleable(job)).collect();
        assert!(
            rigid
                .iter()
                .all(|job| job.application == Application::Rigid { spread: CoAllocationOverhead::None })
        );
        assert!(rigid.iter().all(|job| {
            job.job.nodes == 2
                && job.job.run == Span::from_seconds([600.0, 120.0][job.job.group as usize - 1])
        }));
        assert!(jobs_with(&[("malleable_share", Value::Number(0.0))]).iter().all(|job| !is_malleable(job)));
    }

    /// Compared runs must have the same arrivals and applications.
    #[test]
    fn the_malleable_share_does_not_change_arrivals() {
        let seen = |settings: &[(&'static str, Value)]| -> Vec<(Time, u32)> {
            let random = [&[("arrivals", word("exponential"))], settings].concat();
            jobs_with(&random).iter().map(|job| (job.job.submit, job.job.group)).collect()
        };
        let usual = seen(&[]);
        for other in [
            ("malleable_share", Value::Number(0.5)),
            ("moldable", Value::Bool(true)),
            ("nodes_max", Value::Integer(7)),
            ("gadget_best_nodes", Value::Integer(12)),
        ] {
            assert_eq!(seen(std::slice::from_ref(&other)), usual, "{other:?}");
        }
    }

    #[test]
    fn inter_arrival_times_have_the_requested_mean() {
        let jobs = jobs_with(&[
            ("jobs", Value::Integer(50_000)),
            ("interarrival_s", Value::Number(30.0)),
            ("arrivals", word("exponential")),
        ]);
        let mean = jobs[49_999].job.submit.seconds() / 50_000.0;
        assert!((mean / 30.0 - 1.0).abs() < 0.02, "{mean}");
    }

    #[test]
    fn sizes_are_allowed_by_the_application() {
        let settings =
            [("nodes_min", Value::Integer(5)), ("ft_nodes_max", Value::Integer(31)), ("mix", word("ft"))];
        let Application::Flexible { min, max, step, .. } = jobs_with(&settings)[0].application else {
            panic!("ft")
        };
        assert_eq!((min, max, step), (8, 16, SizeConstraint::PowersOfTwo));
        let upside_down = [("nodes_min", Value::Integer(50)), ("mix", word("gadget"))];
        let Application::Flexible { min, max, .. } = jobs_with(&upside_down)[0].application else {
            panic!("gadget")
        };
        assert_eq!((min, max), (50, 50));
    }

    #[test]
    fn textbook_speed_ups_and_moldable_jobs() {
        let job =
            |mix: &'static str| jobs_with(&[("mix", word(mix)), ("moldable", Value::Bool(true))])[0].clone();
        let amdahl = job("amdahl");
        // 1200 (0.05 + 0.95 / 2)
        assert_eq!(amdahl.job.run, Span::from_seconds(630.0));
        assert!(matches!(amdahl.application, Application::Flexible { malleable: false, max: 46, .. }));
        let downey = job("downey");
        // 24 * 2 / (24 + 0.5) on two nodes
        assert!((downey.job.run.seconds() - 1_200.0 * 24.5 / 48.0).abs() < 1e-5);
    }
}
