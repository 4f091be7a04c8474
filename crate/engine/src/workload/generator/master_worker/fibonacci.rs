//! The synthetic Fibonacci application that was run on Condor.

use super::{
    APPLICATIONS, GAP, HOMES, ITERATIONS, KFLOPS_MAX, KFLOPS_MIN, MEMORY_MIN, Model, SEQUENTIAL, USERS,
    VARIATION, basic_batch, iterations, with_default,
};
use crate::entry::{Entry, Kind, Makes, Parameter};
use crate::workload::generator::Generator;

/// The generator in the catalog.
pub(in super::super) const FIBONACCI: Generator = Generator {
    entry: Entry {
        id: "fibonacci",
        name: "Fibonacci",
        summary: "The synthetic program of the experiments on Condor: 28 tasks a batch, in two versions whose batches take \
                  2291 and 910 s on one machine. The runs that counted lost machines had 50 batches.",
        source: "Heymann 2001, sections 4.2.2 and 5.2; sizes from the published times of one machine, the shape of the \
                 small tasks is our reading",
        parameters: &[
            VERSION,
            ITERATIONS,
            with_default(VARIATION, 30.0),
            APPLICATIONS,
            GAP,
            USERS,
            HOMES,
            SEQUENTIAL,
            KFLOPS_MIN,
            KFLOPS_MAX,
            MEMORY_MIN,
        ],
    },
    makes: Makes::MasterWorker,
    make: |settings, platform, &streams, purpose| {
        let nearly_balanced = settings.choice("version") == "w30";
        let (name, workload, different, total) = if nearly_balanced {
            ("Fibonacci w30", 0.3, false, W30_S)
        } else {
            ("Fibonacci w50", 0.5, true, W50_S)
        };
        let basic = basic_batch(
            TASKS,
            workload,
            different,
            different,
            total / PUBLISHED_ITERATIONS / f64::from(TASKS),
        );
        let model = Model {
            name,
            expected: &basic,
            iterations: iterations(settings),
            seconds: &|_, task| basic[task],
        };
        model.applications(settings, platform, streams, purpose)
    },
};

const VERSION: Parameter = Parameter {
    id: "version",
    name: "Version",
    doc: "Which of the two published versions it is.",
    unit: "",
    kind: Kind::Choice {
        options: &[
            ("w50", "Large tasks hold half of the work and differ (1-1)."),
            ("w30", "Large tasks hold 30 % of the work and are alike (0-0)."),
        ],
        default: "w50",
    },
};

/// Tasks a batch.
const TASKS: u32 = 28;

/// Published times of one machine for 35 batches, in seconds (Heymann 2001, tables 4-3 and 4-4).
const W50_S: f64 = 80_192.0;
const W30_S: f64 = 31_836.0;
const PUBLISHED_ITERATIONS: f64 = 35.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Value;
    use crate::workload::generator::master_worker::{made, measured_workload};

    #[test]
    fn one_machine_takes_the_published_time() {
        for (version, total, batch, workload) in [("w50", W50_S, 2_291.2, 0.516), ("w30", W30_S, 909.6, 0.3)]
        {
            let given = [("version", Value::Choice(version)), ("variation_percent", Value::Number(0.0))];
            let still = &made(&FIBONACCI, &given)[0];
            let basic: Vec<f64> = still.expected.iter().map(|run| run.seconds()).collect();
            assert_eq!((basic.len(), still.batches.len()), (28, 35));
            assert!((basic.iter().sum::<f64>() - batch).abs() < 0.1);
            assert!((measured_workload(&basic) - workload).abs() < 0.01, "{}", measured_workload(&basic));
            let varied = &made(&FIBONACCI, &given[..1])[0];
            for (application, tolerance) in [(still, 1e-6), (varied, 0.02)] {
                let seconds: f64 = application.batches.iter().flatten().map(|task| task.run.seconds()).sum();
                assert!((seconds / total - 1.0).abs() < tolerance, "{version}: {seconds}");
            }
        }
    }
}
