//! Jobs of a grid, as they are written down.

/// A job of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridJobPart {
    /// When it arrives.
    pub submit_s: f64,
    /// Its user.
    pub user: Option<u32>,
    /// Its number; `None` for its place among the jobs of the part, counted from 1.
    pub number: Option<u32>,
    /// What it runs.
    pub form: FormPart,
    /// The files it reads; none for a sweep.
    pub inputs: Vec<InputPart>,
}

/// What a job of a grid runs, and what it asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPart {
    /// A number of nodes for some time.
    Rigid {
        /// How many nodes it needs: the sum of what it asks for.
        nodes: u32,
        /// How long it runs in one cluster, on nodes of speed 1.
        run_s: f64,
        /// What it asks for.
        request: RequestPart,
        /// What several clusters cost.
        spread: SpreadPart,
    },
    /// A size that is chosen when it starts, or also while it runs.
    Flexible(FlexiblePart),
    /// Independent tasks of one node each.
    Sweep(TasksPart),
}

/// What a rigid job asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestPart {
    /// Its nodes, however they lie.
    Flexible,
    /// Components of these sizes, anywhere.
    Components(Vec<u32>),
    /// Nodes in clusters that are said, counted from 0.
    Fixed(Vec<(u32, u32)>),
    /// Lists of components, the first one that can be had.
    Splits(Vec<Vec<u32>>),
}

/// What several clusters cost a rigid job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpreadPart {
    /// Nothing, or what the application of this name pays.
    Named(&'static str),
    /// The factors for 1, 2, 3, and for 4 clusters or more.
    Table([f64; 4]),
    /// By the largest latency.
    Latency {
        /// What a millisecond costs.
        k: f64,
        /// The power.
        q: f64,
    },
    /// By the sum of the latencies between neighbours.
    Chain {
        /// What a millisecond costs.
        k: f64,
    },
    /// By messages that all processes exchange.
    Collective {
        /// How many operations.
        operations: f64,
        /// Bytes of one message.
        bytes: f64,
        /// Processes on each node.
        processes_per_node: u32,
    },
}

/// A job whose size is chosen by the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct FlexiblePart {
    /// True if it grows and shrinks while it runs.
    pub malleable: bool,
    /// The fewest nodes.
    pub min: u32,
    /// The most nodes.
    pub max: u32,
    /// True if its sizes are powers of two.
    pub powers_of_two: bool,
    /// How long it takes by the nodes.
    pub speed_up: SpeedUpPart,
}

/// How the run time depends on the nodes.
#[derive(Clone, Debug, PartialEq)]
pub enum SpeedUpPart {
    /// A part of the work cannot be shared.
    Amdahl {
        /// Run time on one node.
        single_s: f64,
        /// The part that cannot be shared.
        serial: f64,
    },
    /// Average parallelism and its variance.
    Downey {
        /// Run time on one node.
        single_s: f64,
        /// Average parallelism.
        parallelism: f64,
        /// Its variance.
        sigma: f64,
    },
    /// a + b / n + c n.
    Fitted {
        /// What does not depend on n.
        a_s: f64,
        /// What is shared.
        b_s: f64,
        /// What every node adds.
        c_s: f64,
    },
    /// Run times by nodes, ascending.
    RunTimes(Vec<(u32, f64)>),
}

/// The tasks of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub enum TasksPart {
    /// The run time of each.
    Each(Vec<f64>),
    /// All take the same time.
    Same {
        /// How many.
        tasks: u32,
        /// The run time of one.
        run_s: f64,
    },
}

/// A file that a job reads.
#[derive(Clone, Debug, PartialEq)]
pub struct InputPart {
    /// Its size.
    pub bytes: f64,
    /// The clusters that hold a copy, counted from 0; empty if it need not be moved.
    pub sites: Vec<u32>,
}

impl SpreadPart {
    /// What several clusters cost when nothing is said.
    pub const NONE: Self = Self::Named("none");
}

impl GridJobPart {
    /// How many jobs or tasks it is.
    pub fn size(&self) -> u64 {
        match &self.form {
            FormPart::Sweep(TasksPart::Each(tasks)) => tasks.len() as u64,
            FormPart::Sweep(TasksPart::Same { tasks, .. }) => u64::from(*tasks),
            FormPart::Rigid { .. } | FormPart::Flexible(_) => 1,
        }
    }
}
