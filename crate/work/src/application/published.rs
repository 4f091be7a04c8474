//! The applications of the published experiments on co-allocation and malleability (Sonmez 2010, chapters 2 and 3).
//!
//! Few numbers are printed: Wave takes 200 s on one cluster and 750 s on four, FT takes from 120 s down to 60 s and
//! GADGET from 600 s down to 240 s. Values between these are our assumption, fitted to the published effects.

use super::{Application, CoAllocationOverhead, SizeConstraint, SpeedUp};

impl CoAllocationOverhead {
    /// Prime numbers: almost no communication. The thesis says that co-allocation does not affect it.
    pub const PRIME: Self = Self::Table([1.0, 1.02, 1.03, 1.05]);
    /// A Poisson solver: neighbours exchange borders. Fitted to 5 % less response time at 65 % net load.
    pub const POISSON: Self = Self::Table([1.0, 1.12, 1.25, 1.40]);
    /// The concurrent wave equation, end points as printed. Fitted to 50 % more response time at 70 % net load.
    pub const WAVE_CONVEX: Self = Self::Table([1.0, 1.5, 2.4, 3.75]);
    /// The concurrent wave equation, a straight line between the printed end points.
    pub const WAVE_LINEAR: Self = Self::Table([1.0, 1.92, 2.83, 3.75]);
    /// The concurrent wave equation by the largest latency; ends at the printed 750 s on four clusters of DAS-3.
    pub const WAVE_LATENCY: Self = Self::Latency { k: 2.92, q: 2.0 };
    /// The concurrent wave equation as a chain of processes through the clusters.
    pub const WAVE_CHAIN: Self = Self::Chain { k: 2.93 };
    /// A million `MPI_AllGather` of 10 kB with two processes a node.
    pub const ALLGATHER: Self = Self::Collective { operations: 1e6, bytes: 10_000.0, processes_per_node: 2 };

    /// The synthetic application with a communication-to-computation ratio of `ratio` on one cluster. Only the
    /// communication grows with the number of clusters, such that a ratio of 4 gives the concurrent wave equation, in
    /// its straight (`linear`) or its convex form.
    pub fn with_ccr(ratio: f64, linear: bool) -> Self {
        let Self::Table(wave) = (if linear { Self::WAVE_LINEAR } else { Self::WAVE_CONVEX }) else {
            return Self::None;
        };
        // Communication is 0.8 of the wave equation's time on one cluster.
        let growth = wave.map(|factor| (factor - 0.2) / 0.8);
        // The same as ratio / (1 + ratio), but also correct for infinite ratios.
        let communication = 1.0 / (1.0 + 1.0 / ratio.max(0.0));
        Self::Table(growth.map(|g| 1.0 + (g - 1.0) * communication))
    }

    /// The application of this name, with its parameters; `ccr` has a ratio of 1.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "prime" => Self::PRIME,
            "poisson" => Self::POISSON,
            "wave-convex" => Self::WAVE_CONVEX,
            "wave-linear" => Self::WAVE_LINEAR,
            "wave-latency" => Self::WAVE_LATENCY,
            "wave-chain" => Self::WAVE_CHAIN,
            "allgather" => Self::ALLGATHER,
            "ccr" => Self::with_ccr(1.0, false),
            _ => return None,
        })
    }
}

impl SpeedUp {
    /// GADGET, an n-body code: 600 s on 2 nodes, 240 s at best (our assumption: on 24).
    pub const GADGET: Self = Self::gadget_with_best(24.0);
    /// FT of the NAS benchmarks: 120 s on 2 nodes, 60 s at best (our assumption: on 16).
    pub const FT: Self = Self::ft_with_best(16.0);

    /// GADGET with its shortest runtime on `best` nodes, a number that was not published; more than 2.
    pub const fn gadget_with_best(best: f64) -> Self {
        Self::with_optimum(2.0, 600.0, best, 240.0)
    }

    /// FT with its shortest runtime on `best` nodes, a number that was not published; more than 2.
    pub const fn ft_with_best(best: f64) -> Self {
        Self::with_optimum(2.0, 120.0, best, 60.0)
    }
}

impl Application {
    /// GADGET as in the experiments: any number of nodes from 2 to 46; malleable.
    pub const fn gadget() -> Self {
        Self::Flexible {
            min: 2,
            max: 46,
            speed_up: SpeedUp::GADGET,
            step: SizeConstraint::Any,
            malleable: true,
        }
    }

    /// FT as in the experiments: powers of two from 2 to 32 nodes; malleable.
    pub const fn ft() -> Self {
        Self::Flexible {
            min: 2,
            max: 32,
            speed_up: SpeedUp::FT,
            step: SizeConstraint::PowersOfTwo,
            malleable: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::assert_near;
    use super::*;

    fn run_times_by_clusters(spread: CoAllocationOverhead) -> [f64; 4] {
        match spread {
            CoAllocationOverhead::Table(factors) => factors,
            other => panic!("{other:?} is no table"),
        }
    }

    #[test]
    fn communication_time_grows_with_the_number_of_clusters() {
        // Communication only: the growth g(n) itself.
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(f64::INFINITY, false)),
            [1.0, 1.625, 2.75, 4.4375],
            1e-12,
        );
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(f64::INFINITY, true)),
            [1.0, 2.15, 3.29, 4.4375],
            0.003,
        );
        // Close to Poisson, close to Prime, exactly Wave.
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(0.25, false)),
            [1.0, 1.125, 1.35, 1.6875],
            1e-12,
        );
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(0.1, false)),
            [1.0, 1.06, 1.16, 1.31],
            0.005,
        );
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(4.0, false)),
            [1.0, 1.5, 2.4, 3.75],
            1e-12,
        );
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(4.0, true)),
            [1.0, 1.92, 2.83, 3.75],
            1e-12,
        );
        // 90 s of each: T(2) = 90 + 1.625 * 90.
        assert_near(
            run_times_by_clusters(CoAllocationOverhead::with_ccr(1.0, false)).map(|f| 180.0 * f),
            [180.0, 236.25, 337.5, 489.375],
            1e-9,
        );
        for ratio in [0.0, -1.0, f64::NAN] {
            assert_near(run_times_by_clusters(CoAllocationOverhead::with_ccr(ratio, false)), [1.0; 4], 0.0);
        }
    }

    #[test]
    fn gadget_and_ft_have_the_published_run_times() {
        let seconds = |speed_up: &SpeedUp, nodes| speed_up.run_time(nodes).seconds();
        for (speed_up, times) in [
            (SpeedUp::GADGET, [(2, 600.0), (4, 389.0), (8, 288.0), (16, 246.0), (24, 240.0), (46, 256.0)]),
            (SpeedUp::FT, [(2, 120.0), (4, 82.0), (8, 65.0), (16, 60.0), (16, 60.0), (32, 65.0)]),
        ] {
            for (nodes, run) in times {
                assert!(
                    (seconds(&speed_up, nodes) - run).abs() < 0.5,
                    "{nodes}: {}",
                    seconds(&speed_up, nodes)
                );
            }
        }
        assert_eq!(
            [SpeedUp::GADGET.run_time(2).0, SpeedUp::GADGET.run_time(24).0],
            [600_000_000, 240_000_000]
        );
        assert_eq!([SpeedUp::FT.run_time(2).0, SpeedUp::FT.run_time(16).0], [120_000_000, 60_000_000]);
    }

    #[test]
    fn fitted_constants_follow_from_the_published_points() {
        for (speed_up, wanted) in
            [(SpeedUp::GADGET, [168.6, 857.0, 1.488]), (SpeedUp::FT, [40.4, 156.7, 0.612])]
        {
            let SpeedUp::Fitted { a, b, c } = speed_up else { panic!("a fit") };
            let found = [a, b, c];
            assert!(found.iter().zip(wanted).all(|(f, w)| (f / w - 1.0).abs() < 5e-4), "{found:?}");
        }
    }

    /// The largest sizes in the workloads exceed the best ones, for any choice of these.
    #[test]
    fn the_best_size_is_below_the_largest() {
        let best = |speed_up: &SpeedUp, max| (2..=max).min_by_key(|&nodes| speed_up.run_time(nodes));
        assert_eq!((best(&SpeedUp::GADGET, 46), best(&SpeedUp::FT, 32)), (Some(24), Some(16)));
        for p in [8, 12, 20, 31] {
            assert_eq!(best(&SpeedUp::gadget_with_best(f64::from(p)), 46), Some(p));
            assert_eq!(best(&SpeedUp::ft_with_best(f64::from(p)), 32), Some(p));
            assert_eq!(SpeedUp::ft_with_best(f64::from(p)).run_time(p).0, 60_000_000);
        }
    }

    #[test]
    fn applications_are_found_by_name() {
        assert_eq!(CoAllocationOverhead::by_name("wave-convex"), Some(CoAllocationOverhead::WAVE_CONVEX));
        assert_eq!(CoAllocationOverhead::by_name("ccr"), Some(CoAllocationOverhead::with_ccr(1.0, false)));
        assert_eq!(CoAllocationOverhead::by_name("Wave"), None);
    }
}
