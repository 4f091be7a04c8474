//! The slowdown of a job with nodes in several clusters.

use ganttlet_core::platform::Network;
use ganttlet_core::time::Span;

/// The slowdown of a job with nodes in several clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum CoAllocationOverhead {
    /// None.
    #[default]
    None,
    /// The factor on the runtime by the number of clusters: 1, 2, 3, 4 and more.
    Table([f64; 4]),
    /// 1 + k (L - L0)^q with L the largest latency among its clusters and L0 = 0.03 ms, both in ms.
    Latency {
        /// The cost of a millisecond.
        k: f64,
        /// The exponent.
        q: f64,
    },
    /// 1 + k times the sum of (latency - 0.03 ms) over neighbouring clusters, in ms: a chain of processes.
    Chain {
        /// The cost of a millisecond.
        k: f64,
    },
    /// Collective operations: `operations` times (ceil(log2 processes) latency + (processes-1)/processes bytes /
    /// bandwidth), which *is* the runtime.
    Collective {
        /// Number of operations.
        operations: f64,
        /// Bytes of one message.
        bytes: f64,
        /// Processes on each node.
        processes_per_node: u32,
    },
}

/// The latency inside a cluster that all models neglect, in ms.
const INSIDE_MS: f64 = 0.03;

/// The excess of a latency over that inside a cluster, in ms.
fn excess_latency_ms(latency: Span) -> f64 {
    (latency.seconds() * 1e3 - INSIDE_MS).max(0.0)
}

impl CoAllocationOverhead {
    /// The duration of a job of `run` on one cluster when it runs on `nodes` nodes in these clusters (each once, in the
    /// order of the components). Never negative.
    pub fn co_allocated_run_time(&self, run: Span, nodes: u32, clusters: &[u16], network: &Network) -> Span {
        let factor = match *self {
            Self::None => 1.0,
            Self::Table(factors) => factors[clusters.len().clamp(1, factors.len()) - 1],
            Self::Latency { .. } | Self::Chain { .. } if clusters.len() < 2 => 1.0,
            Self::Latency { k, q } => {
                1.0 + k * libm::pow(excess_latency_ms(network.slowest_link_among(clusters).0), q)
            }
            Self::Chain { k } => {
                let links =
                    clusters.windows(2).map(|pair| network.link_between(clusters, pair[0], pair[1]).0);
                1.0 + k * links.map(excess_latency_ms).sum::<f64>()
            }
            Self::Collective { operations, bytes, processes_per_node } => {
                let (latency, bandwidth) = network.slowest_link_among(clusters);
                let processes = (f64::from(nodes) * f64::from(processes_per_node)).max(1.0);
                let steps = libm::ceil(libm::log2(processes));
                let message = (processes - 1.0) / processes * bytes / bandwidth;
                let seconds = operations * (steps * latency.seconds() + message);
                return Span::from_seconds(seconds.max(0.0));
            }
        };
        // The maximum runtime must not lose its last bits in a conversion to seconds.
        if (factor - 1.0).abs() < f64::EPSILON {
            run.max(Span::ZERO)
        } else {
            Span::from_seconds((run.seconds() * factor).max(0.0))
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use ganttlet_core::platform::das3;

    /// DAS-3 without Delft: VU, `UvA`, MMN and Leiden, all on the fast network.
    fn das3_without_delft() -> Network {
        let (all, kept) = (das3().network, [0, 1, 3, 4]);
        let pairs: Vec<(usize, usize)> = kept.iter().flat_map(|&a| kept.map(|b| (a, b))).collect();
        Network::from_matrices(
            4,
            pairs.iter().map(|&(a, b)| all.bandwidth(a, b)).collect(),
            pairs.iter().map(|&(a, b)| all.latency(a, b)).collect(),
        )
    }

    /// All sets of `size` of the four clusters.
    fn cluster_sets_of_size(size: u32) -> Vec<Vec<u16>> {
        let members = |set: u16| (0..4).filter(move |c| set >> c & 1 == 1).collect();
        (0..16_u16).filter(|set| set.count_ones() == size).map(members).collect()
    }

    /// The runtime in seconds of 200 s on 32 nodes by the number of clusters, averaged over all sets of that size.
    fn mean_run_times_by_clusters(spread: &CoAllocationOverhead) -> [f64; 4] {
        let network = das3_without_delft();
        [1, 2, 3, 4].map(|size| {
            let sets = cluster_sets_of_size(size);
            let run = |set: &Vec<u16>| {
                spread.co_allocated_run_time(Span::from_seconds(200.0), 32, set, &network).seconds()
            };
            sets.iter().map(run).sum::<f64>() / sets.len() as f64
        })
    }

    pub(crate) fn assert_near(found: [f64; 4], wanted: [f64; 4], tolerance: f64) {
        assert!(
            found.iter().zip(wanted).all(|(f, w)| (f - w).abs() <= tolerance),
            "{found:?}, not {wanted:?}"
        );
    }

    /// Sonmez 2010, chapter 2: 200 s on one cluster, 750 s on four; our assumption between.
    #[test]
    fn wave_takes_200_seconds_on_one_cluster_and_750_on_four() {
        assert_near(
            mean_run_times_by_clusters(&CoAllocationOverhead::WAVE_CONVEX),
            [200.0, 300.0, 480.0, 750.0],
            1e-6,
        );
        assert_near(
            mean_run_times_by_clusters(&CoAllocationOverhead::WAVE_LINEAR),
            [200.0, 384.0, 566.0, 750.0],
            1e-6,
        );
        assert_near(
            mean_run_times_by_clusters(&CoAllocationOverhead::WAVE_LATENCY),
            [200.0, 382.0, 542.0, 750.0],
            1.0,
        );
        assert_near(
            mean_run_times_by_clusters(&CoAllocationOverhead::POISSON),
            [200.0, 224.0, 250.0, 280.0],
            1e-6,
        );
        assert_near(
            mean_run_times_by_clusters(&CoAllocationOverhead::PRIME),
            [200.0, 204.0, 206.0, 210.0],
            1e-6,
        );
        assert_near(mean_run_times_by_clusters(&CoAllocationOverhead::None), [200.0; 4], 0.0);
    }

    #[test]
    fn a_chain_uses_the_links_between_neighbouring_components() {
        let run = |clusters: &[u16]| {
            let run = Span::from_seconds(200.0);
            CoAllocationOverhead::WAVE_CHAIN
                .co_allocated_run_time(run, 32, clusters, &das3_without_delft())
                .seconds()
        };
        // 2.93 (0.37 + 0 + 0.57) = 2.7542 along VU, UvA, MMN, Leiden.
        assert!((run(&[0, 1, 2, 3]) - 750.84).abs() < 1e-3);
        // 2.93 (0.97 + 0.57 + 0) along VU, Leiden, UvA, MMN.
        assert!((run(&[0, 3, 1, 2]) - 1_102.44).abs() < 1e-3);
        assert_eq!((run(&[2]), run(&[1, 2])), (200.0, 200.0));
    }

    #[test]
    fn more_than_four_clusters_have_the_overhead_of_four() {
        let network = Network::uniform(9, 1e8, Span(1_000));
        let clusters: Vec<u16> = (0..9).collect();
        let run = CoAllocationOverhead::POISSON.co_allocated_run_time(Span(1_000), 32, &clusters, &network);
        assert_eq!(run, Span(1_400));
    }

    /// 10^6 operations of 64 processes: 6 steps of latency and 63/64 of 10 kB over the bandwidth each.
    #[test]
    fn collective_operations_determine_the_run_time() {
        let run = |clusters: &[u16], network: &Network| {
            CoAllocationOverhead::ALLGATHER.co_allocated_run_time(Span::ZERO, 32, clusters, network).seconds()
        };
        let network = das3_without_delft();
        let message = 63.0 / 64.0 * 10_000.0;
        assert!((run(&[0], &network) - (180.0 + message / 561.0)).abs() < 1e-3);
        assert!((run(&[0, 3], &network) - (6_000.0 + message / 77.0)).abs() < 1e-3);
        let means = mean_run_times_by_clusters(&CoAllocationOverhead::ALLGATHER);
        assert!(means.windows(2).all(|pair| pair[0] < pair[1]), "{means:?}");
        // A job with nodes in Delft is slower in all clusters.
        let all = das3().network;
        assert!(run(&[2], &all) > run(&[0], &all) && run(&[0, 2], &all) > run(&[0, 1], &all));
    }

    #[test]
    fn extreme_networks_give_finite_run_times() {
        let numbers = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 1.0, 1e300];
        let networks = [das3_without_delft(), Network::uniform(4, 1e-300, Span::MAX)];
        let mut all = vec![];
        for x in numbers {
            all.extend([CoAllocationOverhead::Table([x; 4]), CoAllocationOverhead::Chain { k: x }]);
            for y in numbers {
                all.push(CoAllocationOverhead::Latency { k: x, q: y });
                let processes_per_node = u32::MAX;
                all.push(CoAllocationOverhead::Collective { operations: x, bytes: y, processes_per_node });
            }
        }
        for spread in &all {
            for network in &networks {
                for clusters in [&[][..], &[0], &[0, 3], &[3, 2, 1, 0], &[1, 1]] {
                    for run in [Span(i64::MIN), Span::ZERO, Span(1), Span::MAX] {
                        let found = spread.co_allocated_run_time(run, u32::MAX, clusters, network);
                        assert!(found >= Span::ZERO, "{spread:?} {clusters:?} {run:?}: {found:?}");
                    }
                }
            }
        }
    }
}
