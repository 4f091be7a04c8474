//! Master-worker applications, the machines they run on, and absences of these, as they are written down.

/// A machine of a cluster whose nodes differ. What is not said is 0 or empty, but speed and cost, which are 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MachinePart {
    /// What it is called.
    pub name: String,
    /// How fast it is, as a multiple of the speed of its cluster.
    pub speed: f64,
    /// Floating-point speed.
    pub kflops: f64,
    /// Integer speed.
    pub mips: f64,
    /// Memory.
    pub memory_mb: f64,
    /// Load average of what its owner runs on it.
    pub load: f64,
    /// Its architecture and operating system.
    pub platform: String,
    /// Whom it belongs to.
    pub owner: String,
    /// The groups that may use it; empty for everyone.
    pub groups: Vec<String>,
    /// The hours of the day in which others may use it; always if both are equal.
    pub hours: (f64, f64),
    /// What an hour of it costs.
    pub cost: f64,
}

/// A master-worker application.
#[derive(Clone, Debug, PartialEq)]
pub struct ApplicationPart {
    /// What people call it; empty if nothing is said.
    pub name: String,
    /// Its user.
    pub user: Option<u32>,
    /// Its number; `None` for its place among the applications of the part, counted from 1.
    pub number: Option<u32>,
    /// When it is submitted.
    pub submit_s: f64,
    /// The pool it is submitted to, counted from 0; `None` for the first.
    pub home: Option<u32>,
    /// What it has to do.
    pub batches: BatchesPart,
    /// How long each task was expected to run; empty for as long as it runs when it comes first.
    pub expected_s: Vec<f64>,
    /// A number for each task by which its user orders them; empty if there is none.
    pub keys: Vec<f64>,
    /// What the master computes alone after each batch.
    pub sequential_s: f64,
    /// Its place among the requests of its user: higher first.
    pub priority: i32,
    /// What it asks of machines.
    pub needs: NeedsPart,
}

/// The batches of an application: run times on machines of speed 1.
#[derive(Clone, Debug, PartialEq)]
pub enum BatchesPart {
    /// All batches are alike.
    Same {
        /// The run time of each task.
        tasks_s: Vec<f64>,
        /// How many batches there are.
        iterations: u32,
    },
    /// The run times of each batch, of one length; `None` for a task that does not come in it.
    Each(Vec<Vec<Option<f64>>>),
}

/// What an application asks of machines. What is not asked for is `None`, 0 or empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NeedsPart {
    /// Slowest and fastest that will do, in `KFlops`.
    pub kflops: (Option<f64>, Option<f64>),
    /// Slowest and fastest that will do, in MIPS.
    pub mips: (Option<f64>, Option<f64>),
    /// The least memory that will do.
    pub memory_mb: f64,
    /// The highest load average that will do.
    pub load: Option<f64>,
    /// Architecture and operating system.
    pub platform: String,
    /// The group of its user.
    pub group: String,
}

/// A time at which a machine is not to be had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AbsencePart {
    /// The machine, counted from 0 through all clusters.
    pub machine: u32,
    /// When it begins.
    pub from_s: f64,
    /// When it ends.
    pub to_s: f64,
    /// True if the machine is gone, false if its owner sits at it.
    pub gone: bool,
}

impl Default for MachinePart {
    fn default() -> Self {
        Self {
            name: String::new(),
            speed: 1.0,
            kflops: 0.0,
            mips: 0.0,
            memory_mb: 0.0,
            load: 0.0,
            platform: String::new(),
            owner: String::new(),
            groups: Vec::new(),
            hours: (0.0, 0.0),
            cost: 1.0,
        }
    }
}

impl ApplicationPart {
    /// How many tasks it has in all its batches.
    pub fn size(&self) -> u64 {
        match &self.batches {
            BatchesPart::Same { tasks_s, iterations } => tasks_s.len() as u64 * u64::from(*iterations),
            BatchesPart::Each(batches) => batches.iter().flatten().flatten().count() as u64,
        }
    }
}

impl BatchesPart {
    /// How many different tasks there are.
    pub fn tasks(&self) -> usize {
        match self {
            Self::Same { tasks_s, .. } => tasks_s.len(),
            Self::Each(batches) => batches.first().map_or(0, Vec::len),
        }
    }
}
