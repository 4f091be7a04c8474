//! Applications with launchers, derived from the jobs of a published log (Klein and Pérez 2010, section 6).

mod atlas;

use crate::generator::Generator;
use crate::launcher::{Complex, Launcher, Model};
use crate::{Item, Work};
use atlas::AtlasPart;
use ganttlet_core::entry::{Entry, Parameters, Variants};
use ganttlet_core::platform::Platform;
use ganttlet_core::rng::{Stream, Streams};
use ganttlet_core::time::{Span, Time};

pub(super) const LAUNCHERS: Generator = Generator {
    entry: Entry::new("atlas-launchers", "Launchers from the Atlas log")
        .summary(
            "Rigid, moldable and complex-moldable applications with launchers. Sizes and runtimes are drawn \
             independently from tables derived from a log of the cluster Atlas.",
        )
        .source(
            "Klein and Pérez 2010, section 6 (arrivals, shares, classes, walltimes; workloads W0, W1, W2). \
             Tables derived from LLNL-Atlas-2006-2.1-cln; the work of the iterative code is our assumption",
        )
        .parameters(Launchers::LIST),
    makes: Launcher::KIND,
    make: |settings, platform, &streams, purpose| {
        Work::new(Launchers::read(settings).applications(platform, streams, purpose))
    },
};

#[derive(Parameters)]
struct Launchers {
    /// Number of applications, not counting the inserted iterative code.
    #[parameter(name = "Applications", unit = "applications", min = 1, max = 100_000, default = 200)]
    applications: u32,
    /// Part of the log that the tables of sizes and runtimes represent.
    #[parameter(name = "Modelled log", default = "atlas-head")]
    source: AtlasPart,
    /// Factor applied to all runtimes except those of the iterative code.
    #[parameter(name = "Runtime factor", min = 0.001, max = 10_000, default = 1)]
    stretch: f64,
    /// Treatment of applications that need more hosts than the largest cluster has.
    #[parameter(name = "Oversized applications", default = "clip")]
    oversize: Oversize,
    /// Share of moldable applications; the others are rigid.
    #[parameter(name = "Moldable share", min = 0, max = 1, default = 0.2, quick)]
    moldable_share: f64,
    /// Share of applications replaced by the iterative code (workload W2).
    #[parameter(name = "Complex-moldable share", min = 0, max = 1, default = 0, quick)]
    complex_share: f64,
    /// Position at which one iterative code is inserted (workload W1), counted from 1; 0 for none.
    #[parameter(name = "Position of the iterative code", min = 0, max = 100_001, default = 0)]
    complex_at: u32,
    /// Inserts one iterative code at a random position instead of the given one.
    #[parameter(name = "Random position", default = false)]
    complex_anywhere: bool,
    /// Time that the launcher of an iterative code needs to compute each answer.
    #[parameter(name = "Adaptation delay", unit = "s", min = 0, max = 3_600, default = 0, quick)]
    complex_adapt_s: Span,
    /// Total work of the iterative code, in seconds on one host of speed 1.
    #[parameter(
        name = "Work of the iterative code",
        unit = "host-seconds",
        min = 0.001,
        max = 1e12,
        default = 1_382.4
    )]
    complex_work_s: f64,
    /// Number of iterations of the iterative code.
    #[parameter(name = "Iterations", min = 0, max = 1e9, default = 10)]
    complex_iterations: f64,
    /// Number of sequentially dependent messages per iteration of the iterative code.
    #[parameter(name = "Messages per iteration", min = 1, max = 1e6, default = 2)]
    complex_messages: f64,
    /// Time between consecutive arrivals: constant, or the mean of a Poisson process.
    #[parameter(name = "Inter-arrival time", unit = "s", min = 0, max = 1e6, default = 1)]
    gap_s: f64,
    /// Arrival process of the applications.
    #[parameter(name = "Arrival process", default = "even")]
    arrivals: Arrivals,
    /// Minimum ratio of requested walltime to actual runtime.
    #[parameter(name = "Minimum walltime factor", min = 1, max = 100, default = 1.1)]
    factor_min: f64,
    /// Maximum ratio of requested walltime to actual runtime.
    #[parameter(name = "Maximum walltime factor", min = 1, max = 100, default = 2)]
    factor_max: f64,
}

/// Treatment of applications that need more hosts than the largest cluster has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Oversize {
    /// Reduced to the size of the largest cluster
    #[word("clip")]
    Clip,
    /// Discarded and redrawn
    #[word("drop")]
    Drop,
}

/// The arrival process of applications.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Arrivals {
    /// Constant inter-arrival time, the first application at time 0
    #[word("even")]
    Fixed,
    /// Poisson process, the first application at time 0
    #[word("poisson")]
    Poisson,
}

/// A separate stream for each property of an application, so that one share changes no other draw.
struct Draws {
    size: Stream,
    run: Stream,
    factor: Stream,
    moldable: Stream,
    class: Stream,
    complex: Stream,
    gap: Stream,
}

/// Maximum number of times that a size is redrawn.
const TRIES: u32 = 10_000;

impl Launchers {
    fn applications(&self, platform: &Platform, streams: Streams, purpose: &str) -> Vec<Launcher> {
        let get = |of: &str| streams.get(&format!("{purpose}/{of}"));
        let mut draws = Draws {
            size: get("size"),
            run: get("run"),
            factor: get("factor"),
            moldable: get("moldable"),
            class: get("class"),
            complex: get("complex"),
            gap: get("gap"),
        };
        let widest = platform.largest_cluster_nodes().max(1);
        let mut all: Vec<Launcher> =
            (0..self.applications).map(|_| self.draw_application(widest, &mut draws)).collect();
        let at = if self.complex_anywhere {
            1 + get("place").uniform_below(self.applications)
        } else {
            self.complex_at.min(self.applications + 1)
        };
        if at > 0 {
            let factor = self.walltime_factor(get("cem").uniform());
            all.insert(at as usize - 1, self.iterative_code(factor));
        }
        let mut now = 0.0;
        for (one, number) in all.iter_mut().zip(1..) {
            (one.number, one.submit) = (number, Time::from_seconds(now));
            now += match self.arrivals {
                Arrivals::Fixed => self.gap_s,
                Arrivals::Poisson => draws.gap.exponential(self.gap_s),
            };
        }
        all
    }

    fn walltime_factor(&self, uniform: f64) -> f64 {
        self.factor_min + (self.factor_max - self.factor_min).max(0.0) * uniform
    }

    /// The iterative code.
    fn iterative_code(&self, factor: f64) -> Launcher {
        let (work_s, iterations, messages) =
            (self.complex_work_s, self.complex_iterations, self.complex_messages);
        let model = Model::Complex(Complex { work_s, iterations, messages });
        Launcher { model, factor, adapt: self.complex_adapt_s, ..Launcher::default() }
    }

    fn draw_application(&self, widest: u32, draws: &mut Draws) -> Launcher {
        let (mut hosts, mut run) = self.source.sample(draws.size.uniform(), draws.run.uniform());
        let mut tries = 0;
        while hosts > widest && self.oversize == Oversize::Drop && tries < TRIES {
            (hosts, run) = self.source.sample(draws.size.uniform(), draws.run.uniform());
            tries += 1;
        }
        let hosts = hosts.min(widest);
        let run = Span((libm::round(run.0 as f64 * self.stretch) as i64).max(1));
        let factor = self.walltime_factor(draws.factor.uniform());
        let (x, y, z) = (draws.moldable.uniform(), draws.class.uniform(), draws.complex.uniform());
        if z < self.complex_share {
            return self.iterative_code(factor);
        }
        let model = if x < self.moldable_share {
            Model::moldable(hosts, run, y)
        } else {
            Model::Rigid { hosts, run }
        };
        Launcher { model, factor, ..Launcher::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ganttlet_core::entry::{Settings, Value};
    use ganttlet_core::platform::one_cluster;

    fn launchers_with(settings: &Settings) -> Vec<Launcher> {
        (LAUNCHERS.make)(settings, &one_cluster(128), &Streams::new(3), "workload/0").take()
    }

    /// The counts of the specification for the two tables.
    #[test]
    fn sizes_and_run_times_follow_the_tables() {
        for (word, mean_size, mean_run) in [("atlas-head", 84.8, 635.0), ("atlas-log", 18.2, 5_684.0)] {
            let settings = Settings::default()
                .with("source", Value::Choice(word))
                .with("applications", Value::Integer(50_000))
                .with("moldable_share", Value::Number(0.0));
            let all = launchers_with(&settings);
            let (mut sizes, mut runs) = (0.0, 0.0);
            for one in &all {
                let Model::Rigid { hosts, run } = one.model else { panic!("all are rigid") };
                sizes += f64::from(hosts) / all.len() as f64;
                runs += run.seconds() / all.len() as f64;
            }
            assert!((sizes / mean_size - 1.0).abs() < 0.02, "{word}: {sizes}");
            assert!((runs / mean_run - 1.0).abs() < 0.03, "{word}: {runs}");
        }
    }

    #[test]
    fn the_moldable_share_changes_no_other_application() {
        let with = |moldable: f64, complex: f64| {
            launchers_with(
                &Settings::default()
                    .with("moldable_share", Value::Number(moldable))
                    .with("complex_share", Value::Number(complex)),
            )
        };
        let (one, other) = (with(0.0, 0.0), with(0.8, 0.5));
        let stretched = launchers_with(
            &Settings::default()
                .with("moldable_share", Value::Number(0.0))
                .with("stretch", Value::Number(100.0)),
        );
        for (one, other) in one.iter().zip(&stretched) {
            let (Model::Rigid { run, .. }, Model::Rigid { run: longer, .. }) = (&one.model, &other.model)
            else {
                panic!("all are rigid")
            };
            assert_eq!(Span(run.0 * 100), *longer);
        }
        let same = |(one, other): (&Launcher, &Launcher)| {
            let rigid = matches!(other.model, Model::Rigid { .. });
            let factor = (one.factor - other.factor).abs() < f64::EPSILON;
            one.submit == other.submit && factor && (!rigid || one.model == other.model)
        };
        assert!(one.iter().zip(&other).all(same));
        assert_eq!(other.iter().filter(|one| one.model.word() == "complex").count().abs_diff(100) / 25, 0);
    }

    #[test]
    fn an_inserted_code_delays_the_other_applications() {
        let with = launchers_with(&Settings::default().with("complex_at", Value::Integer(40)));
        let without = launchers_with(&Settings::default());
        assert_eq!((with.len(), with[39].model.word()), (201, "complex"));
        assert_eq!(with[40].model, without[39].model);
        assert_eq!(with[40].submit, without[39].submit + Span(1_000_000));
    }
}
