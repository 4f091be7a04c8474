//! Applications in a scenario: co-allocation overhead, speed-up, and sweeps.

use super::{Application, SizeConstraint};
use ganttlet_core::entry::document::{
    Agree, BYTES, Document, List, NODES, Notes, SECONDS, Shape, non_empty_list,
};
use ganttlet_core::entry::limits;
use ganttlet_core::time::Span;

const FACTOR: Shape = Shape::Number(0.0, limits::FACTOR);
const RUN_TIMES: Shape =
    Shape::List(&non_empty_list(Shape::Pair(&[NODES, SECONDS]), limits::SPLITS, "runtimes"));

/// Overhead of a rigid job on several clusters.
#[derive(Clone, Copy, Document, PartialEq)]
pub(crate) enum Spread {
    /// No overhead.
    None,
    /// Prime-number computation: almost no overhead.
    Prime,
    /// Poisson solver.
    Poisson,
    /// Concurrent wave equation, convex growth between the published end points.
    #[field(key = "wave-convex")]
    WaveConvex,
    /// Concurrent wave equation, linear growth.
    #[field(key = "wave-linear")]
    WaveLinear,
    /// Concurrent wave equation, by the largest latency.
    #[field(key = "wave-latency")]
    WaveLatency,
    /// Concurrent wave equation, by the latencies along a chain of processes.
    #[field(key = "wave-chain")]
    WaveChain,
    /// Application with equal communication and computation time.
    Ccr,
    /// One million collective operations of 10 kB; their time is the runtime.
    Allgather,
    /// Factor on the runtime on 1, 2, 3, and 4 or more clusters.
    #[field(is = Shape::List(&List {
        least: 4,
        missing: "for 1, 2, 3, and 4 or more clusters",
        hint: "Write [1, 1.5, 2.4, 3.75].",
        ..non_empty_list(FACTOR, 4, "factors")
    }))]
    Table([f64; 4]),
    /// Factor 1 + k (L - 0.03)^q, with L the largest latency between its clusters in ms.
    Latency {
        /// Factor k, per ms.
        #[field(is = FACTOR, need = "Add \"k\": 0.6.")]
        k: f64,
        /// Exponent q.
        #[field(is = Shape::Number(0.0, limits::POWER), need = "Add \"q\": 2.")]
        q: f64,
    },
    /// Factor 1 + k D, with D the sum of the latencies between neighbouring clusters in ms, each less 0.03, for a chain
    /// of processes.
    Chain {
        /// Factor k, per ms.
        #[field(is = FACTOR, need = "Add \"k\": 2.93.")]
        k: f64,
    },
    /// Collective operations of all processes; their time is the runtime.
    Collective {
        /// Number of operations.
        #[field(is = Shape::Number(0.0, limits::OPERATIONS), need = "Add \"operations\": 1000000.")]
        operations: f64,
        /// Size of a message in bytes.
        #[field(is = BYTES, need = "Add \"bytes\": 10000.")]
        bytes: f64,
        /// Processes per node.
        #[field(is = Shape::Integer(1, limits::PROCESSES), default = 2)]
        processes_per_node: u32,
    },
}

/// Possible sizes of a job, and its runtime by size.
#[derive(Document)]
#[document(agree)]
pub(crate) struct Sizes {
    /// Minimum number of nodes.
    #[field(is = NODES, need = "Add \"min\": 2.")]
    pub(crate) min: u32,
    /// Maximum number of nodes.
    #[field(is = NODES, need = "Add \"max\": 32.")]
    max: u32,
    /// True if only powers of two are possible.
    #[field(default = false)]
    powers_of_two: bool,
    /// Runtime by number of nodes.
    #[field(flat)]
    pub(crate) speed_up: SpeedUp,
}

/// Runtime by number of nodes.
#[derive(Document)]
pub(crate) enum SpeedUp {
    /// Amdahl's law: a serial fraction of the work cannot be parallelised (Amdahl 1967).
    Amdahl {
        /// Runtime on one node of speed 1, in seconds.
        #[field(is = SECONDS, need = "Add \"single_s\": 1200.")]
        single_s: f64,
        /// Serial fraction.
        #[field(is = Shape::Number(0.0, 1.0), need = "Add \"serial\": 0.1.")]
        serial: f64,
    },
    /// Average parallelism and its variance (Downey 1997).
    Downey {
        /// Runtime on one node of speed 1, in seconds.
        #[field(is = SECONDS, need = "Add \"single_s\": 1200.")]
        single_s: f64,
        /// Average parallelism.
        #[field(is = Shape::Number(1.0, limits::NODES as f64), need = "Add \"parallelism\": 16.")]
        parallelism: f64,
        /// Variance of the parallelism.
        #[field(is = FACTOR, need = "Add \"sigma\": 1.")]
        sigma: f64,
    },
    /// a + b / n + c n seconds on n nodes.
    Fitted {
        /// Constant part a.
        #[field(is = SECONDS, need = "Add \"a_s\": 40.")]
        a_s: f64,
        /// Parallel part b.
        #[field(is = SECONDS, need = "Add \"b_s\": 160.")]
        b_s: f64,
        /// Overhead c per node.
        #[field(is = SECONDS, need = "Add \"c_s\": 0.6.")]
        c_s: f64,
    },
    /// Pairs of a number of nodes, ascending, and the runtime in seconds.
    #[field(key = "run_times_s", is = RUN_TIMES)]
    RunTimes(Vec<(u32, f64)>),
}

/// Tasks of a sweep.
#[derive(Document)]
#[document(flat, beside = "{} is not allowed together with {}")]
pub(crate) enum Tasks {
    /// Tasks with equal runtimes.
    #[field(otherwise)]
    Same(EqualTasks),
    /// Tasks with individual runtimes.
    #[field(alone = "Leave out one of them.")]
    Each(IndividualTasks),
}

/// Tasks with equal runtimes.
#[derive(Document)]
pub(crate) struct EqualTasks {
    /// Number of tasks.
    #[field(
        is = Shape::Integer(1, limits::INLINE as i64),
        need = "Add \"tasks\": 100, or \"tasks_s\": [..] with a runtime for each."
    )]
    tasks: u32,
    /// Runtime of a task, in seconds.
    #[field(is = SECONDS, need = "Add \"run_s\": 60.")]
    run_s: f64,
}

/// Tasks with individual runtimes.
#[derive(Document)]
pub(crate) struct IndividualTasks {
    /// Runtime of each task, in seconds.
    #[field(is = Shape::List(&non_empty_list(SECONDS, limits::INLINE, "tasks")))]
    tasks_s: Vec<f64>,
}

impl Spread {
    pub(crate) fn spread(self) -> super::CoAllocationOverhead {
        use super::CoAllocationOverhead;
        match self {
            Self::None => CoAllocationOverhead::None,
            Self::Prime => CoAllocationOverhead::PRIME,
            Self::Poisson => CoAllocationOverhead::POISSON,
            Self::WaveConvex => CoAllocationOverhead::WAVE_CONVEX,
            Self::WaveLinear => CoAllocationOverhead::WAVE_LINEAR,
            Self::WaveLatency => CoAllocationOverhead::WAVE_LATENCY,
            Self::WaveChain => CoAllocationOverhead::WAVE_CHAIN,
            Self::Ccr => CoAllocationOverhead::with_ccr(1.0, false),
            Self::Allgather => CoAllocationOverhead::ALLGATHER,
            Self::Table(factors) => CoAllocationOverhead::Table(factors),
            Self::Latency { k, q } => CoAllocationOverhead::Latency { k, q },
            Self::Chain { k } => CoAllocationOverhead::Chain { k },
            Self::Collective { operations, bytes, processes_per_node } => {
                CoAllocationOverhead::Collective { operations, bytes, processes_per_node }
            }
        }
    }

    /// True if collective operations determine the duration of a job, instead of its runtime.
    pub(crate) fn determines_run_time(self) -> bool {
        matches!(self.spread(), super::CoAllocationOverhead::Collective { .. })
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
    pub(crate) fn application(&self, malleable: bool) -> Application {
        let step = if self.powers_of_two { SizeConstraint::PowersOfTwo } else { SizeConstraint::Any };
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
    pub(crate) fn speed_up(&self) -> super::SpeedUp {
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
    pub(crate) fn count(&self) -> u64 {
        match self {
            Self::Same(same) => u64::from(same.tasks),
            Self::Each(each) => each.tasks_s.len() as u64,
        }
    }

    pub(crate) fn tasks(&self) -> Vec<Span> {
        match self {
            Self::Same(same) => vec![Span::from_seconds(same.run_s); same.tasks as usize],
            Self::Each(each) => each.tasks_s.iter().map(|&run_s| Span::from_seconds(run_s)).collect(),
        }
    }
}
