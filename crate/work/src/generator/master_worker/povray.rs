//! The ray tracer `PovRay` on ten machines with losses.

use super::{Applications, BatchModel, Iterations};
use crate::Item;
use crate::generator::Generator;
use crate::master_worker::MasterWorker;
use ganttlet_core::entry::{Entry, Parameters};

pub(in super::super) const POVRAY: Generator = Generator {
    entry: Entry::new("povray", "POV-Ray")
        .summary(
            "Repeated rendering of the scene skyvase: ten tasks of 21 to 56 s per batch. The perfect number \
             of machines is seven. Published runs had 30 to 50 batches.",
        )
        .source(
            "Heymann 2001, section 5.7; the ten task times between the published maximum and minimum are our \
             assumption",
        )
        .parameters(PovRay::LIST),
    makes: MasterWorker::KIND,
    make: |settings, platform, &streams, purpose| {
        let set = PovRay::read(settings);
        let model = BatchModel {
            name: "PovRay",
            expected: &TASKS_S,
            iterations: set.iterations.iterations as usize,
            seconds: &|_, task| TASKS_S[task],
        };
        model.applications(&set.applications, platform, streams, purpose)
    },
};

#[derive(Parameters)]
struct PovRay {
    #[parameter(all, default(iterations = 40))]
    iterations: Iterations,
    #[parameter(all)]
    applications: Applications,
}

/// The tasks of a batch, in seconds on a machine of speed 1, with the published maximum and minimum time, workload (a
/// third) and perfect number (7).
pub const TASKS_S: [f64; 10] = [56.0, 56.0, 40.0, 38.0, 36.0, 33.0, 30.0, 27.0, 23.0, 21.0];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::master_worker::{applications_with, measured_workload};

    #[test]
    fn the_perfect_number_of_machines_is_seven() {
        // The first idle worker gets the next task.
        let time = |workers: usize| {
            let mut free = vec![0; workers];
            for seconds in TASKS_S {
                free.sort_unstable();
                free[0] += seconds as usize;
            }
            free.into_iter().max().unwrap_or(0)
        };
        assert_eq!([6, 7, 8].map(time), [63, 57, 56]);
        // Proportional to time divided by efficiency.
        let ratio = |workers: usize| workers * time(workers) * time(workers);
        assert!((1..=10).all(|workers| ratio(workers) >= ratio(7)));
        assert!((measured_workload(&TASKS_S) - 0.311).abs() < 0.001);
    }

    #[test]
    fn every_batch_is_the_same() {
        let application = &applications_with(&POVRAY, &[])[0];
        assert_eq!(application.batches.len(), 40);
        let runs = |batch: &Vec<crate::master_worker::BatchTask>| {
            batch.iter().map(|task| task.run.seconds()).collect::<Vec<_>>()
        };
        assert!(application.batches.iter().all(|batch| runs(batch) == TASKS_S));
    }
}
