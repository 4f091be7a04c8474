//! Jobs of a grid in a scenario.

use super::{GridJob, InputFile};
use crate::entry::document::{
    Agree, Defaults, Document, ID_OR_NULL, List, NODES, Notes, SECONDS, Shape, Stored,
};
use crate::entry::limits;
use crate::platform::Platform;
use crate::time::{Span, Time};
use crate::workload::application::{self, Application, Step};
use crate::workload::kind::{Machines, missing_cluster};
use crate::workload::{Item, Job, Kind, UNKNOWN, Work};
use std::collections::BTreeMap;

pub(super) const KIND: Kind = Kind {
    id: "grid-jobs",
    word: "grid jobs",
    things: "jobs",
    named: false,
    machines: false,
    decide: &["wait", "response"],
    past: None,
    no_work: None,
    made_from: &[(Job::KIND, |mut jobs| Work::of(jobs.take().into_iter().map(GridJob::rigid).collect()))],
    whole: false,
    default_machines: Machines {
        preset: "one-cluster",
        size: Some("nodes"),
        words: "one cluster of # nodes",
    },
    none: Work::none::<GridJob>,
    key: "grid_jobs",
    doc: "Jobs of a grid written here.",
    shape: Shape::List(&List { least: 0, ..list(Said::SHAPE, limits::INLINE, "grid jobs") }),
    size: |said| Vec::<Said>::read(said).iter().map(Said::size).sum(),
    fits: |said, platform, notes| {
        for (job, i) in Vec::<Said>::read(said).iter().zip(0..) {
            job.fits(platform, &format!("/{i}"), notes);
        }
    },
    work: |said| {
        Work::of(Vec::<Said>::read(said).iter().zip(1..).map(|(job, place)| job.job(place)).collect())
    },
};

/// At least one of these.
const fn list(of: Shape, most: usize, things: &'static str) -> List {
    List { of, least: 1, most, things, missing: things, hint: "", column: false }
}

const FACTOR: Shape = Shape::Number(0.0, limits::FACTOR);
const BYTES: Shape = Shape::Number(0.0, limits::FILE_BYTES);
const SITE: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const SIZES: Shape = Shape::List(&list(NODES, limits::COMPONENTS, "components"));
const FIXED: Shape = Shape::List(&list(Shape::Pair(&[SITE, NODES]), limits::COMPONENTS, "components"));
const RUN_TIMES: Shape = Shape::List(&list(Shape::Pair(&[NODES, SECONDS]), limits::SPLITS, "run times"));
const INPUTS: Shape = Shape::List(&List { least: 0, ..list(Input::SHAPE, limits::COMPONENTS, "files") });

/// A job of a grid.
#[derive(Document)]
struct Said {
    /// When it arrives, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    submit_s: f64,
    /// Its user.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Its number; counted from 1 if left out.
    #[field(is = ID_OR_NULL, optional)]
    number: Option<u32>,
    /// What it runs.
    #[field(flat)]
    form: Form,
}

/// What a job runs, and what it asks for.
#[derive(Document)]
#[document(flat, beside = "{} has no place in a job with {}")]
enum Form {
    /// A rigid job: a number of nodes for some time, in one cluster or several.
    #[field(otherwise)]
    Rigid(Rigid),
    /// A malleable job: it grows and shrinks while it runs, in one cluster.
    #[field(alone = "Leave it out: the job runs in one cluster, and its sizes and run times are said there.")]
    Malleable(Malleable),
    /// A moldable job: its size is chosen when it starts, in one cluster.
    #[field(alone = "Leave it out: the job runs in one cluster, and its sizes and run times are said there.")]
    Moldable(Moldable),
    /// Independent tasks of one node each that take what is idle.
    #[field(alone = "Leave it out: the tasks of a sweep run on one node each, wherever one is idle.")]
    Sweep(Sweep),
}

/// A rigid job.
#[derive(Document)]
#[document(agree, defaults)]
struct Rigid {
    /// How many nodes it needs; the sum of its request if left out.
    #[field(is = NODES, optional)]
    nodes: Option<u32>,
    /// How long it runs in one cluster, on nodes of speed 1, in seconds.
    #[field(is = SECONDS, optional)]
    run_s: Option<f64>,
    /// What it asks for; one component if left out.
    #[field(is = Request::SHAPE, optional)]
    request: Option<Request>,
    /// What it costs to lie in several clusters.
    #[field(default = Spread::None)]
    spread: Spread,
    /// The files it reads.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A malleable job.
#[derive(Document)]
struct Malleable {
    /// The sizes it can have, and how long it takes with them.
    malleable: Sizes,
    /// The files it reads.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A moldable job.
#[derive(Document)]
struct Moldable {
    /// The sizes it can have, and how long it takes with them.
    moldable: Sizes,
    /// The files it reads.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A sweep.
#[derive(Document)]
struct Sweep {
    /// Its tasks.
    sweep: Tasks,
}

/// What a rigid job asks for.
#[derive(Document, PartialEq)]
enum Request {
    /// Its nodes, however they lie.
    Flexible,
    /// Components of these sizes, anywhere.
    #[field(is = SIZES)]
    Components(Vec<u32>),
    /// Pairs of a cluster, counted from 0, and nodes in it.
    #[field(is = FIXED)]
    Fixed(Vec<(u32, u32)>),
    /// Lists of components; the first one that can be had.
    #[field(is = Shape::List(&list(SIZES, limits::SPLITS, "splits")))]
    Splits(Vec<Vec<u32>>),
}

/// What it costs a rigid job to lie in several clusters.
#[derive(Clone, Copy, Document, PartialEq)]
enum Spread {
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
        missing: "for 1, 2, 3 and for 4 clusters or more",
        hint: "Write [1, 1.5, 2.4, 3.75].",
        ..list(FACTOR, 4, "factors")
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
struct Sizes {
    /// The fewest nodes.
    #[field(is = NODES, need = "Add \"min\": 2.")]
    min: u32,
    /// The most nodes.
    #[field(is = NODES, need = "Add \"max\": 32.")]
    max: u32,
    /// Its sizes are powers of two.
    #[field(default = false)]
    powers_of_two: bool,
    /// How the run time depends on the nodes.
    #[field(flat)]
    speed_up: SpeedUp,
}

/// How the run time depends on the nodes.
#[derive(Document)]
enum SpeedUp {
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
enum Tasks {
    /// Tasks that all take the same time.
    #[field(otherwise)]
    Same(Same),
    /// Tasks with a run time each.
    #[field(alone = "Leave out one of them.")]
    Each(Each),
}

/// Tasks that all take the same time.
#[derive(Document)]
struct Same {
    /// How many.
    #[field(
        is = Shape::Integer(1, limits::INLINE as i64),
        need = "Add \"tasks\": 100, or \"tasks_s\": [..] with a run time for each."
    )]
    tasks: u32,
    /// The run time of one, in seconds.
    #[field(is = SECONDS, need = "Add \"run_s\": 60.")]
    run_s: f64,
}

/// Tasks with a run time each.
#[derive(Document)]
struct Each {
    /// The run time of each, in seconds.
    #[field(is = Shape::List(&list(SECONDS, limits::INLINE, "tasks")))]
    tasks_s: Vec<f64>,
}

/// A file.
#[derive(Document)]
#[document(agree)]
struct Input {
    /// Its size.
    #[field(is = BYTES, need = "Add \"bytes\": 1000000.")]
    bytes: f64,
    /// The clusters that hold a copy, counted from 0; none if it need not be moved.
    #[field(is = Shape::List(&List { least: 0, ..list(SITE, limits::COMPONENTS, "clusters") }), default = vec![])]
    sites: Vec<u32>,
}

impl Agree for Input {
    /// Each cluster once.
    fn agree(&mut self, _: &mut Notes<'_>) {
        let mut seen = vec![false; limits::CLUSTERS];
        self.sites.retain(|&site| !std::mem::replace(&mut seen[site as usize], true));
    }
}

impl Agree for Rigid {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        let sum = self.request.as_ref().and_then(|request| request.agree(notes));
        if self.run_s.is_none() && !notes.is_wrong("run_s") && !notes.is_wrong("spread") {
            if self.spread.takes_its_own_time() {
                self.run_s = Some(0.0);
            } else {
                notes.missing("run_s", "Add \"run_s\": 600.");
            }
        }
        match (self.nodes, sum) {
            (Some(nodes), Some(sum)) if nodes != sum => {
                notes.error("/nodes", format!("found {nodes}, but the request has {sum}"), "Leave it out.");
            }
            (None, Some(sum)) => self.nodes = Some(sum),
            // A request with mistakes may say them.
            (None, None) if !notes.is_wrong("nodes") && !notes.is_wrong("request") => {
                notes.missing("nodes", "Add \"nodes\": 8.");
            }
            _ => {}
        }
        if self.request.is_none() {
            self.request = self.nodes.map(|nodes| Request::Components(vec![nodes]));
        }
    }
}

impl Defaults for Rigid {
    fn defaults(&self) -> Self {
        Self {
            nodes: None,
            run_s: Some(0.0).filter(|_| self.spread.takes_its_own_time()),
            request: self.nodes.map(|nodes| Request::Components(vec![nodes])),
            spread: Spread::None,
            inputs: Vec::new(),
        }
    }
}

impl Request {
    /// All nodes, if it says them: at most a thousand components of a million nodes.
    fn sum(&self) -> Option<u32> {
        match self {
            Self::Flexible => None,
            Self::Components(sizes) => Some(sizes.iter().sum()),
            Self::Fixed(parts) => Some(parts.iter().map(|&(_, nodes)| nodes).sum()),
            Self::Splits(splits) => splits.first().map(|sizes| sizes.iter().sum()),
        }
    }

    /// The same after telling what is wrong: all splits have the same nodes, no more than a platform may have.
    fn agree(&self, notes: &mut Notes<'_>) -> Option<u32> {
        let sum = self.sum()?;
        if let Self::Splits(splits) = self {
            for (nodes, i) in splits.iter().map(|sizes| sizes.iter().sum::<u32>()).zip(0..) {
                if nodes != sum {
                    let message = format!("found {nodes} nodes, the first split has {sum}");
                    let place = format!("/request/splits/{i}");
                    notes.error(&place, message, "Give all splits the same nodes.");
                }
            }
        }
        if i64::from(sum) > limits::NODES {
            let key = match self {
                Self::Components(_) => "components",
                Self::Fixed(_) => "fixed",
                Self::Flexible | Self::Splits(_) => "splits",
            };
            let most = limits::NODES;
            let message = format!("found {sum} nodes in all components, allowed are at most {most}");
            notes.error(&format!("/request/{key}"), message, "");
        }
        Some(sum)
    }

    fn request(&self) -> super::Request {
        match self {
            Self::Flexible => super::Request::Flexible,
            Self::Components(sizes) => super::Request::NonFixed(sizes.clone()),
            Self::Fixed(parts) => {
                super::Request::Fixed(parts.iter().map(|&(at, nodes)| (at as u16, nodes)).collect())
            }
            Self::Splits(splits) => super::Request::Splits(splits.clone()),
        }
    }
}

impl Spread {
    fn spread(self) -> application::Spread {
        use application::Spread;
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
    fn takes_its_own_time(self) -> bool {
        matches!(self.spread(), application::Spread::Collective { .. })
    }
}

impl Agree for Sizes {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        if self.max < self.min {
            let message = format!("found {}, but min is {}", self.max, self.min);
            notes.error("/max", message, "Make it as large as min, or larger.");
        }
        for (place, size) in [("/min", self.min), ("/max", self.max)] {
            if self.powers_of_two && !size.is_power_of_two() {
                let below = 1 << size.ilog2();
                let hint = format!("Write {below} or {}.", below * 2);
                notes.error(place, format!("found {size}, allowed are powers of two"), &hint);
            }
        }
        if let SpeedUp::RunTimes(points) = &self.speed_up {
            for (pair, i) in points.windows(2).zip(1..).filter(|(pair, _)| pair[1].0 <= pair[0].0) {
                let (nodes, before) = (pair[1].0, pair[0].0);
                let message = format!("found {nodes} nodes after {before}, allowed is an ascending order");
                notes.error(&format!("/run_times_s/{i}/0"), message, "");
            }
        }
    }
}

impl Sizes {
    fn application(&self, malleable: bool) -> Application {
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
    fn speed_up(&self) -> application::SpeedUp {
        use application::SpeedUp;
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
    fn count(&self) -> u64 {
        match self {
            Self::Same(same) => u64::from(same.tasks),
            Self::Each(each) => each.tasks_s.len() as u64,
        }
    }

    fn tasks(&self) -> Vec<Span> {
        match self {
            Self::Same(same) => vec![Span::from_seconds(same.run_s); same.tasks as usize],
            Self::Each(each) => each.tasks_s.iter().map(|&run_s| Span::from_seconds(run_s)).collect(),
        }
    }
}

impl Said {
    /// How many jobs or tasks it is.
    fn size(&self) -> u64 {
        if let Form::Sweep(Sweep { sweep }) = &self.form { sweep.count() } else { 1 }
    }

    fn inputs(&self) -> &[Input] {
        match &self.form {
            Form::Rigid(Rigid { inputs, .. })
            | Form::Malleable(Malleable { inputs, .. })
            | Form::Moldable(Moldable { inputs, .. }) => inputs,
            Form::Sweep(_) => &[],
        }
    }

    /// The clusters that it names must be there and be large enough.
    fn fits(&self, platform: &Platform, place: &str, notes: &mut Notes<'_>) {
        if let Form::Rigid(Rigid { request: Some(Request::Fixed(parts)), .. }) = &self.form {
            let mut sums: BTreeMap<u32, u32> = BTreeMap::new();
            for (&(cluster, nodes), i) in parts.iter().zip(0..) {
                let at = |end: u32| format!("{place}/request/fixed/{i}/{end}");
                if let Some(message) = missing_cluster(platform, cluster) {
                    notes.error(&at(0), message, "");
                    continue;
                }
                // Components in one cluster need their nodes together.
                let needed = sums.entry(cluster).or_default();
                *needed += nodes;
                let there = &platform.clusters[cluster as usize];
                if *needed > there.nodes {
                    let (name, most) = (&there.name, there.nodes);
                    let message =
                        format!("needed are {needed} nodes in cluster {cluster} ({name}), which has {most}");
                    notes.error(&at(1), message, "Ask for fewer, or make the cluster larger.");
                }
            }
        }
        for (input, i) in self.inputs().iter().zip(0..) {
            for (&site, k) in input.sites.iter().zip(0..) {
                if let Some(message) = missing_cluster(platform, site) {
                    notes.error(&format!("{place}/inputs/{i}/sites/{k}"), message, "");
                }
            }
        }
    }

    fn job(&self, place: u32) -> GridJob {
        let flexible = |sizes: &Sizes, malleable| {
            let run = sizes.speed_up.speed_up().run_time(sizes.min);
            (sizes.min, run, super::Request::NonFixed(vec![sizes.min]), sizes.application(malleable))
        };
        let (nodes, run, request, application) = match &self.form {
            Form::Rigid(rigid) => {
                let nodes = rigid.nodes.unwrap_or(1);
                let request =
                    rigid.request.as_ref().map_or(super::Request::NonFixed(vec![nodes]), Request::request);
                let run = Span::from_seconds(rigid.run_s.unwrap_or(0.0));
                (nodes, run, request, Application::Rigid { spread: rigid.spread.spread() })
            }
            Form::Malleable(Malleable { malleable, .. }) => flexible(malleable, true),
            Form::Moldable(Moldable { moldable, .. }) => flexible(moldable, false),
            Form::Sweep(Sweep { sweep }) => {
                let tasks = sweep.tasks();
                let run = Span(tasks.iter().fold(0, |sum, task| task.0.saturating_add(sum)));
                (1, run, super::Request::Flexible, Application::Sweep { tasks })
            }
        };
        let job = Job {
            number: self.number.unwrap_or(place),
            submit: Time::from_seconds(self.submit_s),
            run,
            nodes,
            user: self.user.unwrap_or(UNKNOWN),
            ..Job::default()
        };
        let input = |input: &Input| InputFile {
            bytes: input.bytes,
            sites: input.sites.iter().map(|&site| site as u16).collect(),
        };
        GridJob { job, request, application, inputs: self.inputs().iter().map(input).collect() }
    }
}
