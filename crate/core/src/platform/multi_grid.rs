//! Grids of different sizes (Silberstein et al. 2006).

use super::{Cluster, Machine, Network, Platform, Preset};
use crate::entry::{Entry, Parameters};
use crate::rng::{Stream, Streams};
use crate::time::Span;

/// The grids of a service for genetic linkage analysis.
pub(super) const SUPERLINK: Preset = Preset {
    entry: Entry::new("superlink-online", "Superlink-online")
        .summary(
            "Three grids with their published mean speeds: a server with two CPUs, a Technion pool of 100 \
             machines and a Madison pool of 500. Speed 1 is one million KFlop/s.",
        )
        .source(
            "Silberstein et al. 2006, table 2; the relative standard deviations of machine speed (35 % \
             Technion, 40 % Madison) are our assumption, fitted to the published tails",
        )
        .parameters(Superlink::LIST),
    build: |settings| superlink(&Superlink::read(settings)),
};

/// The parameters.
#[derive(Parameters)]
struct Superlink {
    /// Number of CPUs of the server.
    #[parameter(name = "Server CPUs", unit = "CPUs", min = 1, max = 100, default = 2)]
    server: u32,
    /// Number of machines of the Technion pool that its user can obtain; 0 omits the pool.
    #[parameter(name = "Technion machines", unit = "machines", min = 0, max = 10_000, default = 100)]
    technion: u32,
    /// Number of machines of the Madison pool that its user can obtain.
    #[parameter(name = "Madison machines", unit = "machines", min = 1, max = 10_000, default = 500)]
    madison: u32,
    /// Variation of machine speeds within a pool, as a multiple of the fitted value; 0 for equal speeds.
    #[parameter(name = "Speed variation", min = 0, max = 2, default = 1)]
    spread: f64,
    /// Seed for drawing the machine speeds.
    #[parameter(name = "Platform seed", min = 1, max = 1_000_000, default = 1)]
    draw: u32,
}

/// `KFlop` per second of a machine of speed 1.
const REFERENCE: f64 = 1e6;

/// Minimum speed of a machine, as a share of the mean.
const SLOWEST: f64 = 0.25;

/// The pools of all grids, with random machines.
fn superlink(set: &Superlink) -> Platform {
    let streams = Streams::new(u64::from(set.draw));
    let mut clusters =
        vec![random_pool("Server", set.server, 817_477.0, 0.0, &mut streams.get("platform/server"))];
    if set.technion > 0 {
        let mut chance = streams.get("platform/technion");
        clusters.push(random_pool("Technion", set.technion, 775_251.0, 0.35 * set.spread, &mut chance));
    }
    let mut chance = streams.get("platform/madison");
    clusters.push(random_pool("Madison", set.madison, 649_505.0, 0.4 * set.spread, &mut chance));
    // The network is not modelled: 100 Mb/s between the grids, and inside.
    Platform { network: Network::uniform(clusters.len(), 12.5e6, Span(1_000)), clusters }
}

/// Machines of this mean speed: normally distributed, cut below, then scaled to the mean.
fn random_pool(name: &str, count: u32, mean: f64, spread: f64, chance: &mut Stream) -> Cluster {
    let draws: Vec<f64> = (0..count).map(|_| chance.normal(1.0, spread).max(SLOWEST)).collect();
    let scale = mean * f64::from(count) / draws.iter().sum::<f64>();
    let digits = count.to_string().len();
    let machine = |(place, draw): (usize, &f64)| {
        let kflops = libm::round(draw * scale);
        Machine {
            name: format!("{}{:0digits$}", name[..1].to_lowercase(), place + 1),
            speed: kflops / REFERENCE,
            kflops,
            ..Machine::default()
        }
    };
    Cluster::from_machines(name, draws.iter().enumerate().map(machine).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Settings;

    #[test]
    fn machines_have_the_published_mean_speeds() {
        let clusters = (SUPERLINK.build)(&Settings::default()).clusters;
        assert_eq!(clusters.iter().map(|cluster| cluster.nodes).collect::<Vec<_>>(), [2, 100, 500]);
        for (cluster, mean) in clusters.iter().zip([817_477.0, 775_251.0, 649_505.0]) {
            let sum: f64 = cluster.machines.iter().map(|machine| machine.kflops).sum();
            assert!((sum / f64::from(cluster.nodes) - mean).abs() < 1.0, "{}", cluster.name);
            let exact = |machine: &Machine| (machine.speed * REFERENCE - machine.kflops).abs() < 1e-6;
            assert!(cluster.machines.iter().all(exact));
        }
    }
}
