//! Pools of machines with owners (Heymann 2001, sections 4.2.2, 4.2.4 and 4.3.2).

use super::{Cluster, Machine, Network, Platform, Preset};
use crate::entry::{Entry, Parameters, Variants};
use crate::rng::{Stream, Streams};
use crate::time::Span;

/// The 20 machines of one published run.
pub(super) const WISCONSIN: Preset = Preset {
    entry: Entry::new("wisconsin-20", "Twenty machines in Wisconsin")
        .summary(
            "Machines that one run of the Fibonacci application obtained from a Condor pool of about 700, \
             with their measured speeds, memory sizes and loads. Speed 1 is their mean in KFlops.",
        )
        .source("Heymann 2001, section 4.2.2.2"),
    build: |_| wisconsin(),
};

/// A pool of random machines.
pub(super) const POOL: Preset = Preset {
    entry: Entry::new("opportunistic-pool", "Workstation pool")
        .summary(
            "Machines with properties drawn from the published ranges: nearly equal, as in the homogeneous \
             experiments, or as diverse as in the heterogeneous pool.",
        )
        .source(
            "Heymann 2001, sections 4.2.4 and 4.3.2 (ranges); uniform distributions of the properties are \
             our assumption",
        )
        .parameters(Pool::LIST),
    build: |settings| pool(&Pool::read(settings)),
};

/// The parameters.
#[derive(Parameters)]
struct Pool {
    /// Ranges of the machine properties.
    #[parameter(name = "Machine mix", default = "homogeneous", when(kinds = []))]
    kind: Ranges,
    /// Total number of machines in all pools.
    #[parameter(name = "Machines", unit = "machines", min = 1, max = 10_000, default = 40, when(kinds = []))]
    machines: u32,
    /// Number of pools (clusters) that the machines are divided into, at most one per machine.
    #[parameter(name = "Pools", min = 1, max = 64, default = 1)]
    pools: u32,
    /// Minimum floating-point speed of a machine; 0 for the published minimum.
    #[parameter(name = "Minimum speed", unit = "KFlops", min = 0, max = 1e9, default = 0, when(kinds = []))]
    kflops_min: f64,
    /// Maximum floating-point speed of a machine; 0 for the published maximum.
    #[parameter(name = "Maximum speed", unit = "KFlops", min = 0, max = 1e9, default = 0, when(kinds = []))]
    kflops_max: f64,
    /// Floating-point speed of a machine of speed 1, for which runtimes are given. 0 makes all machines equally fast.
    #[parameter(name = "Reference speed", unit = "KFlops", min = 0, max = 1e9, default = 90_000)]
    reference_kflops: f64,
    /// Seed for drawing the machines. Additional machines leave the others unchanged.
    #[parameter(name = "Platform seed", min = 1, max = 1_000_000, default = 1, when(kinds = []))]
    draw: u32,
    /// Machine types. If any are given, the pool consists of these, in the given order, and no machines are drawn.
    #[parameter(name = "Machine types", min = 0, max = 10, default = [])]
    kinds: Vec<MachineKind>,
}

/// Identical machines.
#[derive(Parameters)]
struct MachineKind {
    /// Number of machines of this type.
    #[parameter(name = "Machines", unit = "machines", min = 1, max = 1_000, default = 10)]
    machines: u32,
    /// Floating-point speed of each machine.
    #[parameter(name = "Floating-point speed", unit = "KFlops", min = 1, max = 1e9, default = 90_000)]
    kflops: f64,
    /// Integer speed of each machine.
    #[parameter(name = "Integer speed", unit = "MIPS", min = 0, max = 1e9, default = 608)]
    mips: f64,
    /// Memory of each machine.
    #[parameter(name = "Memory", unit = "MB", min = 0, max = 1e9, default = 512)]
    memory_mb: f64,
    /// Number of other processes running on each machine (load average).
    #[parameter(name = "Load average", min = 0, max = 100, default = 0)]
    load: f64,
}

/// Ranges of the machine properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
enum Ranges {
    /// Homogeneous: 88793 to 90735 KFlops, 605 to 612 MIPS, 442 to 859 MB, load 0.04 to 1.
    #[word("homogeneous")]
    Homogeneous,
    /// Heterogeneous: 40156 to 212561 KFlops, 220 to 1049 MIPS, 220 to 1025 MB, load 0 to 1.
    #[word("heterogeneous")]
    Heterogeneous,
}

/// Architecture and operating system of the machines of the experiments.
const LINUX: &str = "INTEL/LINUX";

/// Name, `KFlops`, MIPS, memory in MB and load (Heymann 2001, section 4.2.2.2). The machine c20 was listed twice.
#[rustfmt::skip]
const WISCONSIN_20: [(&str, f64, f64, f64, f64); 20] = [
    ("c20",   89_632.0, 609.0, 511.0, 0.92),
    ("c12",   89_182.0, 608.0, 920.0, 0.75),
    ("c03",   89_573.0, 609.0, 920.0, 0.83),
    ("c23",   89_935.0, 607.0, 511.0, 1.00),
    ("c25",   89_883.0, 609.0, 511.0, 1.01),
    ("c09",   89_205.0, 605.0, 920.0, 0.99),
    ("c24",   89_808.0, 608.0, 511.0, 1.00),
    ("c08",   90_421.0, 607.0, 920.0, 0.85),
    ("c14",   90_702.0, 607.0, 920.0, 0.92),
    ("c21",   89_680.0, 608.0, 511.0, 0.83),
    ("c18",   90_743.0, 606.0, 511.0, 0.94),
    ("c02",   90_224.0, 606.0, 920.0, 0.96),
    ("c20-2", 89_632.0, 609.0, 511.0, 1.00),
    ("c36",   91_557.0, 605.0, 511.0, 0.92),
    ("c32",   89_431.0, 609.0, 511.0, 0.99),
    ("c41",   90_062.0, 608.0, 511.0, 0.99),
    ("c51",   89_898.0, 608.0, 511.0, 1.00),
    ("c33",   89_847.0, 609.0, 511.0, 1.00),
    ("c54",   89_927.0, 609.0, 511.0, 1.00),
    ("c52",   89_426.0, 609.0, 511.0, 1.00),
];

/// The 20 machines of a published run; speed 1 is their mean in `KFlops`.
fn wisconsin() -> Platform {
    let mean = WISCONSIN_20.iter().map(|&(_, kflops, ..)| kflops).sum::<f64>() / WISCONSIN_20.len() as f64;
    let machines = WISCONSIN_20.iter().map(|&(name, kflops, mips, memory_mb, load)| Machine {
        name: name.to_owned(),
        // Four digits, the precision of the measurement.
        speed: libm::round(kflops / mean * 10_000.0) / 10_000.0,
        kflops,
        mips,
        memory_mb,
        load,
        platform: LINUX.to_owned(),
        ..Machine::default()
    });
    platform(vec![Cluster::from_machines("Wisconsin", machines.collect())])
}

/// Machines of given kinds, or random ones from ranges; distributed over pools.
fn pool(set: &Pool) -> Platform {
    let machines = if set.kinds.is_empty() { random_machines(set) } else { machines_by_kind(set) };
    let count = machines.len();
    let pools = (set.pools as usize).min(count);
    let mut clusters = Vec::new();
    let mut first = 0;
    for place in 0..pools {
        // Sizes differ by at most one.
        let size = count / pools + usize::from(place < count % pools);
        let name = if pools == 1 { "Pool".to_owned() } else { format!("Pool {}", place + 1) };
        clusters.push(Cluster::from_machines(name, machines[first..first + size].to_vec()));
        first += size;
    }
    platform(clusters)
}

/// The machines of given kinds.
fn machines_by_kind(set: &Pool) -> Vec<Machine> {
    let count = set.kinds.iter().map(|kind| kind.machines).sum();
    let mut machines = Vec::new();
    for kind in &set.kinds {
        for _ in 0..kind.machines {
            let features = [kind.kflops, kind.mips, kind.memory_mb, kind.load];
            machines.push(machine(set, machines.len() as u32 + 1, count, features));
        }
    }
    machines
}

/// Machines with random features within given ranges.
fn random_machines(set: &Pool) -> Vec<Machine> {
    let ranges = match set.kind {
        Ranges::Heterogeneous => [(40_156.0, 212_561.0), (220.0, 1_049.0), (220.0, 1_025.0), (0.0, 1.0)],
        Ranges::Homogeneous => [(88_793.0, 90_735.0), (605.0, 612.0), (442.0, 859.0), (0.04, 1.0)],
    };
    let slowest = if set.kflops_min > 0.0 { set.kflops_min } else { ranges[0].0 };
    let fastest = if set.kflops_max > 0.0 { set.kflops_max } else { ranges[0].1 }.max(slowest);
    let mut chance = Streams::new(u64::from(set.draw)).get("platform/machines");
    let mut one = |number: u32| {
        let whole = |chance: &mut Stream, (low, high)| libm::round(chance.uniform_between(low, high));
        let kflops = whole(&mut chance, (slowest, fastest)).max(1.0);
        let mips = whole(&mut chance, ranges[1]);
        let memory_mb = whole(&mut chance, ranges[2]);
        let load = libm::round(chance.uniform_between(ranges[3].0, ranges[3].1) * 100.0) / 100.0;
        machine(set, number, set.machines, [kflops, mips, memory_mb, load])
    };
    (1..=set.machines).map(&mut one).collect()
}

/// Machine `number` of `count`.
fn machine(set: &Pool, number: u32, count: u32, [kflops, mips, memory_mb, load]: [f64; 4]) -> Machine {
    let reference = set.reference_kflops;
    // Six digits, so that a written platform is read as the same platform.
    let speed = if reference > 0.0 { libm::round(kflops / reference * 1e6) / 1e6 } else { 1.0 };
    let digits = count.to_string().len();
    Machine {
        name: format!("m{number:0digits$}"),
        speed: speed.clamp(0.001, 1000.0),
        kflops,
        mips,
        memory_mb,
        load,
        platform: LINUX.to_owned(),
        ..Machine::default()
    }
}

/// Pools in one building: 10 Mb/s Ethernet, as was usual; no published result depends on it.
fn platform(clusters: Vec<Cluster>) -> Platform {
    let network = Network::uniform(clusters.len(), 1.25e6, Span(1_000));
    Platform { clusters, network }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Settings, Value};

    fn platform_with(given: &[(&'static str, Value)]) -> Platform {
        let mut settings = Settings::defaults(POOL.entry.parameters);
        for (id, value) in given {
            settings = settings.with(id, value.clone());
        }
        (POOL.build)(&settings)
    }

    #[test]
    fn the_published_pool_has_its_twenty_machines() {
        let machines = &wisconsin().clusters[0].machines;
        assert_eq!((machines.len(), wisconsin().nodes()), (20, 20));
        let sum: f64 = machines.iter().map(|machine| machine.kflops).sum();
        assert!((sum - 1_798_768.0).abs() < 1e-6, "{sum}");
        let mean = machines.iter().map(|machine| machine.speed).sum::<f64>() / 20.0;
        assert!((mean - 1.0).abs() < 1e-4, "{mean}");
        assert!(machines.iter().all(|machine| (machine.speed - 1.0).abs() < 0.02));
        let mut names: Vec<&str> = machines.iter().map(|machine| machine.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 20);
    }

    #[test]
    fn machines_lie_in_the_published_ranges() {
        for (kind, ranges) in [
            ("homogeneous", [(88_793.0, 90_735.0), (605.0, 612.0), (442.0, 859.0), (0.04, 1.0)]),
            ("heterogeneous", [(40_156.0, 212_561.0), (220.0, 1_049.0), (220.0, 1_025.0), (0.0, 1.0)]),
        ] {
            let given = [("kind", Value::Choice(kind)), ("machines", Value::Integer(1_000))];
            for machine in &platform_with(&given).clusters[0].machines {
                let features = [machine.kflops, machine.mips, machine.memory_mb, machine.load];
                assert!(
                    features.iter().zip(ranges).all(|(&x, (low, high))| low <= x && x <= high),
                    "{machine:?}"
                );
                assert!((machine.speed - machine.kflops / 90_000.0).abs() < 1e-6);
            }
        }
        let equal = platform_with(&[("reference_kflops", Value::Number(0.0))]);
        assert!(equal.clusters[0].machines.iter().all(|machine| (machine.speed - 1.0).abs() < 1e-12));
        let set =
            platform_with(&[("kflops_min", Value::Number(1_000.0)), ("kflops_max", Value::Number(10.0))]);
        assert!(set.clusters[0].machines.iter().all(|machine| (machine.kflops - 1_000.0).abs() < 1e-9));
    }

    #[test]
    fn machines_are_spread_over_pools() {
        let whole = platform_with(&[("machines", Value::Integer(11))]);
        let split = platform_with(&[("machines", Value::Integer(11)), ("pools", Value::Integer(3))]);
        assert_eq!(split.clusters.iter().map(|pool| pool.nodes).collect::<Vec<_>>(), [4, 4, 3]);
        let all: Vec<Machine> = split.clusters.iter().flat_map(|pool| pool.machines.clone()).collect();
        assert_eq!(all, whole.clusters[0].machines);
        assert_eq!((all[0].name.as_str(), split.clusters[2].name.as_str()), ("m01", "Pool 3"));
        let fewer = platform_with(&[("machines", Value::Integer(10))]);
        assert_eq!(fewer.clusters[0].machines[9], all[9]);
        let another = platform_with(&[("machines", Value::Integer(11)), ("draw", Value::Integer(2))]);
        assert_ne!(another, whole);
    }
    #[test]
    fn machines_of_one_kind_are_identical() {
        let row = |machines, kflops| {
            Settings::default()
                .with("machines", Value::Integer(machines))
                .with("kflops", Value::Number(kflops))
        };
        let kinds = vec![row(2, 45_000.0), row(3, 180_000.0)];
        let given = [("kinds", Value::Table(kinds)), ("pools", Value::Integer(2))];
        let pools = platform_with(&given).clusters;
        let speeds = |pool: usize| pools[pool].machines.iter().map(|one| one.speed).collect::<Vec<f64>>();
        assert_eq!((speeds(0), speeds(1)), (vec![0.5, 0.5, 2.0], vec![2.0, 2.0]));
        let last = &pools[1].machines[1];
        assert_eq!((last.name.as_str(), last.mips, last.memory_mb, last.load), ("m5", 608.0, 512.0, 0.0));
    }
}
