//! The synthetic Fibonacci application that ran on Condor.

use super::{Applications, BatchModel, Iterations, basic_batch};
use crate::Item;
use crate::generator::Generator;
use crate::master_worker::MasterWorker;
use ganttlet_core::entry::{Entry, Parameters, Variants};

pub(in super::super) const FIBONACCI: Generator = Generator {
    entry: Entry::new("fibonacci", "Fibonacci")
        .summary(
            "Synthetic application of the Condor experiments, with 28 tasks per batch. Its two versions take \
             2291 s and 910 s per batch on one machine. The runs that measured lost machines had 50 batches.",
        )
        .source(
            "Heymann 2001, sections 4.2.2 and 5.2; sizes from the published single-machine times; the size \
             distribution of the small tasks is our assumption",
        )
        .parameters(Fibonacci::LIST),
    makes: MasterWorker::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = Fibonacci::read(settings);
        let (name, workload, different, total) = match set.version {
            Version::W50 => ("Fibonacci w50", 0.5, true, W50_S),
            Version::W30 => ("Fibonacci w30", 0.3, false, W30_S),
        };
        let basic = basic_batch(
            TASKS,
            workload,
            different,
            different,
            total / PUBLISHED_ITERATIONS / f64::from(TASKS),
        );
        let model = BatchModel {
            name,
            expected: &basic,
            iterations: set.iterations.iterations as usize,
            seconds: &|_, task| basic[task],
        };
        model.applications(&set.applications, platform, streams, purpose)
    },
};

#[derive(Parameters)]
struct Fibonacci {
    /// Published version of the application.
    #[parameter(name = "Version", default = "w50")]
    version: Version,
    #[parameter(all)]
    iterations: Iterations,
    #[parameter(all, default(variation_percent = 30))]
    applications: Applications,
}

/// The two published versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Version {
    /// Large tasks account for half of the work and have different sizes (1-1).
    #[word("w50")]
    W50,
    /// Large tasks account for 30 % of the work and have equal sizes (0-0).
    #[word("w30")]
    W30,
}

/// Tasks per batch.
const TASKS: u32 = 28;

/// Published times on one machine for 35 batches, in seconds (Heymann 2001, tables 4-3 and 4-4).
const W50_S: f64 = 80_192.0;
const W30_S: f64 = 31_836.0;
const PUBLISHED_ITERATIONS: f64 = 35.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::master_worker::{applications_with, measured_workload};
    use ganttlet_core::entry::Value;

    #[test]
    fn the_total_run_time_is_the_published_one() {
        for (version, total, batch, workload) in [("w50", W50_S, 2_291.2, 0.516), ("w30", W30_S, 909.6, 0.3)]
        {
            let given = [("version", Value::Choice(version)), ("variation_percent", Value::Number(0.0))];
            let still = &applications_with(&FIBONACCI, &given)[0];
            let basic: Vec<f64> = still.expected.iter().map(|run| run.seconds()).collect();
            assert_eq!((basic.len(), still.batches.len()), (28, 35));
            assert!((basic.iter().sum::<f64>() - batch).abs() < 0.1);
            assert!((measured_workload(&basic) - workload).abs() < 0.01, "{}", measured_workload(&basic));
            let varied = &applications_with(&FIBONACCI, &given[..1])[0];
            for (application, tolerance) in [(still, 1e-6), (varied, 0.02)] {
                let seconds: f64 = application.batches.iter().flatten().map(|task| task.run.seconds()).sum();
                assert!((seconds / total - 1.0).abs() < tolerance, "{version}: {seconds}");
            }
        }
    }
}
