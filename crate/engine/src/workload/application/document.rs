//! Applications in a scenario: what it costs to lie in several clusters, how run times depend on sizes, and sweeps.

use super::{Application, Step};
use crate::entry::document::{Agree, BYTES, Document, List, NODES, Notes, SECONDS, Shape, some};
use crate::entry::limits;
use crate::time::Span;

const FACTOR: Shape = Shape::Number(0.0, limits::FACTOR);
const RUN_TIMES: Shape = Shape::List(&some(Shape::Pair(&[NODES, SECONDS]), limits::SPLITS, "runtimes"));

/// What it costs a rigid job to lie in several clusters.
#[derive(Clone, Copy, Document, PartialEq)]
pub(in crate::workload) enum Spread {
    /// Nothing.
    None,
    /// What prime numbers pay: next to nothing.
    Prime,
    /// What a Poisson solver pays.
    Poisson,
    /// What the concurrent wave equation pays, convex between its printed end points.
    #[field(key = "wave-convex")]
    WaveConvex,
    /// The same, a straight line between them.
    #[field(key = "wave-linear")]
    WaveLinear,
    /// The same, by the largest latency.
    #[field(key = "wave-latency")]
    WaveLatency,
    /// The same, by the latencies along a chain of processes.
    #[field(key = "wave-chain")]
    WaveChain,
    /// What an application pays that communicates for as long as it computes.
    Ccr,
    /// What a million collective operations of 10 kB pay; they are the run time.
    Allgather,
    /// The factor on the run time in 1, 2, 3, and in 4 clusters or more.
    #[field(is = Shape::List(&List {
        least: 4,
        missing: "for 1, 2, 3, and 4 or more clusters",
        hint: "Write [1, 1.5, 2.4, 3.75].",
        ..some(FACTOR, 4, "factors")
    }))]
    Table([f64; 4]),
    /// 1 + k times the largest latency among its clusters beyond 0.03 ms to the power of q.
    Latency {
        /// What a millisecond costs.
        #[field(is = FACTOR, need = "Add \"k\": 0.6.")]
        k: f64,
        /// The power.
        #[field(is = Shape::Number(0.0, limits::POWER), need = "Add \"q\": 2.")]
        q: f64,
    },
    /// 1 + k times the sum of the latencies between neighbours beyond 0.03 ms, along a chain of processes.
    Chain {
        /// What a millisecond costs.
        #[field(is = FACTOR, need = "Add \"k\": 2.93.")]
        k: f64,
    },
    /// Messages that all processes exchange; they are the run time.
    Collective {
        /// How many operations.
        #[field(is = Shape::Number(0.0, limits::OPERATIONS), need = "Add \"operations\": 1000000.")]
        operations: f64,
        /// Bytes of one message.
        #[field(is = BYTES, need = "Add \"bytes\": 10000.")]
        bytes: f64,
        /// Processes on each node.
        #[field(is = Shape::Integer(1, limits::PROCESSES), default = 2)]
        processes_per_node: u32,
    },
}

/// The sizes that a job can have, and how long it takes with them.
#[derive(Document)]
#[document(agree)]
pub(in crate::workload) struct Sizes {
    /// The fewest nodes.
    #[field(is = NODES, need = "Add \"min\": 2.")]
    pub(in crate::workload) min: u32,
    /// The most nodes.
    #[field(is = NODES, need = "Add \"max\": 32.")]
    max: u32,
    /// Its sizes are powers of two.
    #[field(default = false)]
    powers_of_two: bool,
    /// How the run time depends on the nodes.
    #[field(flat)]
    pub(in crate::workload) speed_up: SpeedUp,
}

/// How the run time depends on the nodes.
#[derive(Document)]
pub(in crate::workload) enum SpeedUp {
    /// A part of the work cannot be shared (Amdahl 1967).
    Amdahl {
        /// Run time on one node of speed 1, in seconds.
        #[field(is = SECONDS, need = "Add \"single_s\": 1200.")]
        single_s: f64,
        /// The part that cannot be shared.
        #[field(is = Shape::Number(0.0, 1.0), need = "Add \"serial\": 0.1.")]
        serial: f64,
    },
    /// Average parallelism and its variance (Downey 1997).
    Downey {
        /// Run time on one node of speed 1, in seconds.
        #[field(is = SECONDS, need = "Add \"single_s\": 1200.")]
        single_s: f64,
        /// Average parallelism.
        #[field(is = Shape::Number(1.0, limits::NODES as f64), need = "Add \"parallelism\": 16.")]
        parallelism: f64,
        /// Its variance.
        #[field(is = FACTOR, need = "Add \"sigma\": 1.")]
        sigma: f64,
    },
    /// a + b / n + c n seconds on n nodes.
    Fitted {
        /// What does not depend on n.
        #[field(is = SECONDS, need = "Add \"a_s\": 40.")]
        a_s: f64,
        /// What is shared.
        #[field(is = SECONDS, need = "Add \"b_s\": 160.")]
        b_s: f64,
        /// What every node adds.
        #[field(is = SECONDS, need = "Add \"c_s\": 0.6.")]
        c_s: f64,
    },
    /// Pairs of nodes, ascending, and the run time on them in seconds.
    #[field(key = "run_times_s", is = RUN_TIMES)]
    RunTimes(Vec<(u32, f64)>),
}

/// The tasks of a sweep.
#[derive(Document)]
#[document(flat, beside = "found {} beside {}")]
pub(in crate::workload) enum Tasks {
    /// Tasks that all take the same time.
    #[field(otherwise)]
    Same(Same),
    /// Tasks with a run time each.
    #[field(alone = "Leave out one of them.")]
    Each(Each),
}

/// Tasks that all take the same time.
#[derive(Document)]
pub(in crate::workload) struct Same {
    /// How many.
    #[field(
        is = Shape::Integer(1, limits::INLINE as i64),
        need = "Add \"tasks\": 100, or \"tasks_s\": [..] with a runtime for each."
    )]
    tasks: u32,
    /// The run time of one, in seconds.
    #[field(is = SECONDS, need = "Add \"run_s\": 60.")]
    run_s: f64,
}

/// Tasks with a run time each.
#[derive(Document)]
pub(in crate::workload) struct Each {
    /// The run time of each, in seconds.
    #[field(is = Shape::List(&some(SECONDS, limits::INLINE, "tasks")))]
    tasks_s: Vec<f64>,
}

impl Spread {
    pub(in crate::workload) fn spread(self) -> super::Spread {
        use super::Spread;
        match self {
            Self::None => Spread::None,
            Self::Prime => Spread::PRIME,
            Self::Poisson => Spread::POISSON,
            Self::WaveConvex => Spread::WAVE_CONVEX,
            Self::WaveLinear => Spread::WAVE_LINEAR,
            Self::WaveLatency => Spread::WAVE_LATENCY,
            Self::WaveChain => Spread::WAVE_CHAIN,
            Self::Ccr => Spread::ccr(1.0, false),
            Self::Allgather => Spread::ALLGATHER,
            Self::Table(factors) => Spread::Table(factors),
            Self::Latency { k, q } => Spread::Latency { k, q },
            Self::Chain { k } => Spread::Chain { k },
            Self::Collective { operations, bytes, processes_per_node } => {
                Spread::Collective { operations, bytes, processes_per_node }
            }
        }
    }

    /// True if collective operations say how long a job takes, and not its run time.
    pub(in crate::workload) fn takes_its_own_time(self) -> bool {
        matches!(self.spread(), super::Spread::Collective { .. })
    }
}

impl Agree for Sizes {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        if self.max < self.min {
            let message = format!("found {}, but min is {}", self.max, self.min);
            notes.error("/max", message, "Set it to min or more.");
        }
        for (place, size) in [("/min", self.min), ("/max", self.max)] {
            if self.powers_of_two && !size.is_power_of_two() {
                let below = 1 << size.ilog2();
                let hint = format!("Write {below} or {}.", below * 2);
                notes.error(place, format!("found {size}, allowed are powers of 2"), &hint);
            }
        }
        if let SpeedUp::RunTimes(points) = &self.speed_up {
            for (pair, i) in points.windows(2).zip(1..).filter(|(pair, _)| pair[1].0 <= pair[0].0) {
                let (nodes, before) = (pair[1].0, pair[0].0);
                let message = format!("found {nodes} nodes after {before}; sizes must be in ascending order");
                notes.error(&format!("/run_times_s/{i}/0"), message, "");
            }
        }
    }
}

impl Sizes {
    pub(in crate::workload) fn application(&self, malleable: bool) -> Application {
        let step = if self.powers_of_two { Step::PowersOfTwo } else { Step::Any };
        Application::Flexible {
            min: self.min,
            max: self.max,
            speed_up: self.speed_up.speed_up(),
            step,
            malleable,
        }
    }
}

impl SpeedUp {
    pub(in crate::workload) fn speed_up(&self) -> super::SpeedUp {
        use super::SpeedUp;
        match self {
            Self::Amdahl { single_s, serial } => {
                SpeedUp::Amdahl { single: Span::from_seconds(*single_s), serial: *serial }
            }
            Self::Downey { single_s, parallelism, sigma } => SpeedUp::Downey {
                single: Span::from_seconds(*single_s),
                parallelism: *parallelism,
                sigma: *sigma,
            },
            Self::Fitted { a_s, b_s, c_s } => SpeedUp::Fitted { a: *a_s, b: *b_s, c: *c_s },
            Self::RunTimes(points) => SpeedUp::Table(
                points.iter().map(|&(nodes, run_s)| (nodes, Span::from_seconds(run_s))).collect(),
            ),
        }
    }
}

impl Tasks {
    pub(in crate::workload) fn count(&self) -> u64 {
        match self {
            Self::Same(same) => u64::from(same.tasks),
            Self::Each(each) => each.tasks_s.len() as u64,
        }
    }

    pub(in crate::workload) fn tasks(&self) -> Vec<Span> {
        match self {
            Self::Same(same) => vec![Span::from_seconds(same.run_s); same.tasks as usize],
            Self::Each(each) => each.tasks_s.iter().map(|&run_s| Span::from_seconds(run_s)).collect(),
        }
    }
}
