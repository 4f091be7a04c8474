//! What an application does with the nodes it is given: how its run time depends on how many they are and on how many
//! clusters they lie, and how it may change its size.

use crate::platform::Network;
use crate::time::Span;

/// How the run time depends on the number of nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum SpeedUp {
    /// A part of the work cannot be shared: T(n) = T(1) (serial + (1 - serial) / n) (Amdahl 1967).
    Amdahl {
        /// Run time on one node of speed 1.
        single: Span,
        /// The part that cannot be shared, 0 to 1.
        serial: f64,
    },
    /// Average parallelism and its variance (Downey 1997).
    Downey {
        /// Run time on one node of speed 1.
        single: Span,
        /// Average parallelism, at least 1.
        parallelism: f64,
        /// Variance of the parallelism, at least 0.
        sigma: f64,
    },
    /// T(n) = a + b / n + c n, all in seconds: the shape of measured run times with an optimum.
    Fitted {
        /// What does not depend on n.
        a: f64,
        /// What is shared.
        b: f64,
        /// What every node adds.
        c: f64,
    },
    /// Measured run times by nodes, ascending, at least one; straight between them, constant outside.
    Table(Vec<(u32, Span)>),
}

/// How a job suffers when its nodes lie in several clusters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Spread {
    /// Not at all.
    #[default]
    None,
    /// The factor on the run time by the number of clusters: 1, 2, 3, 4 and more.
    Table([f64; 4]),
    /// 1 + k (L - L0)^q with L the largest latency among its clusters and L0 = 0.03 ms, both in ms.
    Latency {
        /// What a millisecond costs.
        k: f64,
        /// The power.
        q: f64,
    },
    /// 1 + k times the sum of (latency - 0.03 ms) over neighbouring clusters, in ms: a chain of processes.
    Chain {
        /// What a millisecond costs.
        k: f64,
    },
    /// Collective operations: `operations` times (ceil(log2 processes) latency + (processes-1)/processes bytes / bandwidth),
    /// which *is* the run time.
    Collective {
        /// How many operations.
        operations: f64,
        /// Bytes of one message.
        bytes: f64,
        /// Processes on each node.
        processes_per_node: u32,
    },
}

/// The sizes an application can run with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// Any.
    #[default]
    Any,
    /// Powers of two.
    PowersOfTwo,
}

/// How much of a run may be changed, and when.
#[derive(Clone, Debug, PartialEq)]
pub enum Application {
    /// Runs on the nodes of its request, for its run time times what its spread over clusters costs.
    Rigid {
        /// What several clusters cost.
        spread: Spread,
    },
    /// Its size is chosen when it starts, or also while it runs. It runs in one cluster.
    Flexible {
        /// The fewest nodes.
        min: u32,
        /// The most nodes it accepts.
        max: u32,
        /// How long it takes by the nodes.
        speed_up: SpeedUp,
        /// The sizes it can have.
        step: Step,
        /// True if it can grow and shrink while it runs (malleable), false if its size is fixed at the start (moldable).
        malleable: bool,
    },
    /// Many independent tasks of one node each that take what is idle and yield to all other work.
    Sweep {
        /// Run times of the tasks on nodes of speed 1.
        tasks: Vec<Span>,
    },
}

impl SpeedUp {
    /// The run time on `nodes` nodes of speed 1; at least a microsecond.
    pub fn run_time(&self, nodes: u32) -> Span {
        let n = f64::from(nodes.max(1));
        let span = match self {
            Self::Amdahl { single, serial } => {
                Span::from_seconds(single.seconds() * (serial + (1.0 - serial) / n))
            }
            Self::Downey { single, parallelism, sigma } => {
                Span::from_seconds(single.seconds() / downey(n, *parallelism, *sigma))
            }
            Self::Fitted { a, b, c } => Span::from_seconds(a + b / n + c * n),
            Self::Table(points) => between(points, nodes),
        };
        span.max(Span(1))
    }
}

/// Downey's speed-up of `n` nodes.
fn downey(n: f64, parallelism: f64, sigma: f64) -> f64 {
    let a = parallelism.max(1.0);
    if sigma <= 1.0 {
        if n <= a {
            a * n / (a + sigma / 2.0 * (n - 1.0))
        } else if n <= 2.0 * a - 1.0 {
            a * n / (sigma * (a - 0.5) + n * (1.0 - sigma / 2.0))
        } else {
            a
        }
    } else if n <= a + a * sigma - sigma {
        n * a * (sigma + 1.0) / (sigma * (n + a - 1.0) + a)
    } else {
        a
    }
}

/// The run time from a table.
fn between(points: &[(u32, Span)], nodes: u32) -> Span {
    let after = points.partition_point(|&(n, _)| n < nodes);
    let at = |i: usize| points.get(i).or(points.last()).copied();
    match (after.checked_sub(1).and_then(at), at(after)) {
        (Some((low, from)), Some((high, to))) if high > low && nodes <= high => {
            let share = f64::from(nodes - low) / f64::from(high - low);
            Span::from_seconds(from.seconds() + (to.seconds() - from.seconds()) * share)
        }
        (_, Some((_, span))) => span,
        _ => Span::ZERO,
    }
}

/// The latency inside a cluster that all models take as nothing, in ms.
const INSIDE_MS: f64 = 0.03;

impl Spread {
    /// How long a job of `run` on one cluster takes on `nodes` nodes in these clusters (each once, in the order of the
    /// components).
    pub fn run_time(&self, run: Span, nodes: u32, clusters: &[u16], network: &Network) -> Span {
        let factor = match *self {
            Self::Table(factors) => factors[clusters.len().clamp(1, factors.len()) - 1],
            Self::Latency { k, q } if clusters.len() > 1 => {
                let latency = network.across(clusters).0.seconds() * 1e3;
                1.0 + k * libm::pow((latency - INSIDE_MS).max(0.0), q)
            }
            Self::Chain { k } => {
                let links = clusters
                    .windows(2)
                    .map(|pair| network.between(clusters, pair[0], pair[1]).0.seconds() * 1e3 - INSIDE_MS);
                1.0 + k * links.map(|latency| latency.max(0.0)).sum::<f64>()
            }
            Self::None | Self::Latency { .. } => 1.0,
            Self::Collective { operations, bytes, processes_per_node } => {
                let (latency, bandwidth) = network.across(clusters);
                let processes = f64::from(nodes * processes_per_node).max(1.0);
                let steps = libm::ceil(libm::log2(processes));
                let message = (processes - 1.0) / processes * bytes / bandwidth;
                return Span::from_seconds(operations * (steps * latency.seconds() + message));
            }
        };
        if (factor - 1.0).abs() < f64::EPSILON { run } else { Span::from_seconds(run.seconds() * factor) }
    }
}

impl Step {
    /// The largest allowed size that is not above `nodes`.
    pub fn floor(self, nodes: u32) -> u32 {
        match self {
            Self::Any => nodes,
            Self::PowersOfTwo if nodes == 0 => 0,
            Self::PowersOfTwo => 1 << nodes.ilog2(),
        }
    }
}
