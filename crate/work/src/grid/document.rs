//! Jobs of a grid in a scenario.

use super::{GridJob, InputFile};
use crate::application::Application;
use crate::application::document::{Sizes, Spread, Tasks};
use crate::hoc::HocWorkflow;
use crate::kind::missing_cluster;
use crate::{Item, Job, Kind, UNKNOWN, Work, Workflow};
use ganttlet_core::entry::catalog_text;
use ganttlet_core::entry::document::{
    Agree, BYTES, Defaults, Document, ID_OR_NULL, List, NODES, Notes, SECONDS, Shape, Stored, non_empty_list,
};
use ganttlet_core::entry::limits;
use ganttlet_core::platform::Platform;
use ganttlet_core::time::{Span, Time};
use std::collections::BTreeMap;

pub(super) static KIND: Kind = Kind {
    id: "grid-jobs",
    word: "grid jobs",
    summary: catalog_text(
        "Jobs of a multicluster grid: co-allocated jobs, malleable jobs, and parameter sweeps that scavenge \
         idle nodes.",
    ),
    things: "jobs",
    decide: &["wait", "response"],
    made_from: &[
        (Job::KIND, |mut jobs| Work::new(jobs.take().into_iter().map(GridJob::rigid).collect())),
        (HocWorkflow::KIND, |mut work| Work::new(work.take().into_iter().map(GridJob::components).collect())),
        (Workflow::KIND, |mut work| {
            Work::new(work.take().into_iter().zip(1..).map(GridJob::workflow).collect())
        }),
    ],
    none: Work::empty::<GridJob>,
    key: "grid_jobs",
    doc: "Jobs of a grid listed in the scenario.",
    shape: Shape::List(&List { least: 0, ..non_empty_list(Said::SHAPE, limits::INLINE, "grid jobs") }),
    size: |said| Vec::<Said>::read(said).iter().map(Said::size).sum(),
    fits: |said, platform, notes| {
        for (job, i) in Vec::<Said>::read(said).iter().zip(0..) {
            job.check_clusters(platform, &format!("/{i}"), notes);
        }
    },
    work: |said| {
        Work::new(Vec::<Said>::read(said).iter().zip(1..).map(|(job, place)| job.job(place)).collect())
    },
    ..Kind::COMMON
};

const SITE: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const SIZES: Shape = Shape::List(&non_empty_list(NODES, limits::COMPONENTS, "components"));
const FIXED: Shape =
    Shape::List(&non_empty_list(Shape::Pair(&[SITE, NODES]), limits::COMPONENTS, "components"));
const INPUTS: Shape =
    Shape::List(&List { least: 0, ..non_empty_list(Input::SHAPE, limits::COMPONENTS, "files") });

/// A job of a grid.
#[derive(Document)]
struct Said {
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    submit_s: f64,
    /// User.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Number; counted from 1 if left out.
    #[field(is = ID_OR_NULL, optional)]
    number: Option<u32>,
    /// Type of the job or application.
    #[field(flat)]
    form: Form,
}

/// Type and requests of a job.
#[derive(Document)]
#[document(flat, beside = "{} is not allowed in a job with {}")]
enum Form {
    /// Rigid job: a fixed number of nodes, on one or several clusters.
    #[field(otherwise)]
    Rigid(Rigid),
    /// Malleable job: grows and shrinks at run time, on one cluster.
    #[field(alone = "Leave it out: the job runs in one cluster; its sizes and runtimes are given there.")]
    Malleable(Malleable),
    /// Moldable job: the size is chosen at the start, on one cluster.
    #[field(alone = "Leave it out: the job runs in one cluster; its sizes and runtimes are given there.")]
    Moldable(Moldable),
    /// Parameter sweep: independent single-node tasks that use idle nodes.
    #[field(alone = "Leave it out: each task of a sweep runs on one idle node of any cluster.")]
    Sweep(Sweep),
}

/// A rigid job.
#[derive(Document)]
#[document(agree, defaults)]
struct Rigid {
    /// Number of nodes; the sum of its request if left out.
    #[field(is = NODES, optional)]
    nodes: Option<u32>,
    /// Runtime on one cluster with nodes of speed 1, in seconds.
    #[field(is = SECONDS, optional)]
    run_s: Option<f64>,
    /// Requested components; one component if left out.
    #[field(is = Request::SHAPE, optional)]
    request: Option<Request>,
    /// Overhead on several clusters.
    #[field(default = Spread::None)]
    spread: Spread,
    /// Input files.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A malleable job.
#[derive(Document)]
struct Malleable {
    /// The sizes it can have, and how long it takes with them.
    malleable: Sizes,
    /// Input files.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A moldable job.
#[derive(Document)]
struct Moldable {
    /// The sizes it can have, and how long it takes with them.
    moldable: Sizes,
    /// Input files.
    #[field(is = INPUTS, default = vec![])]
    inputs: Vec<Input>,
}

/// A sweep.
#[derive(Document)]
struct Sweep {
    /// Tasks.
    sweep: Tasks,
}

/// Request of a rigid job.
#[derive(Document, PartialEq)]
enum Request {
    /// Any distribution of the nodes over clusters.
    Flexible,
    /// Components of these sizes, on any clusters.
    #[field(is = SIZES)]
    Components(Vec<u32>),
    /// Pairs of a cluster, counted from 0, and a number of nodes.
    #[field(is = FIXED)]
    Fixed(Vec<(u32, u32)>),
    /// Alternative lists of components; the first possible one is used.
    #[field(is = Shape::List(&non_empty_list(SIZES, limits::SPLITS, "splits")))]
    Splits(Vec<Vec<u32>>),
}

/// A file.
#[derive(Document)]
#[document(agree)]
struct Input {
    /// Size in bytes.
    #[field(is = BYTES, need = "Add \"bytes\": 1000000.")]
    bytes: f64,
    /// Clusters with a copy, counted from 0; empty if no transfer is needed.
    #[field(is = Shape::List(&List { least: 0, ..non_empty_list(SITE, limits::COMPONENTS, "clusters") }), default = vec![])]
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
        let sum = self.request.as_ref().and_then(|request| request.check_splits(notes));
        if self.run_s.is_none() && !notes.is_wrong("run_s") && !notes.is_wrong("spread") {
            if self.spread.determines_run_time() {
                self.run_s = Some(0.0);
            } else {
                notes.missing("run_s", "Add \"run_s\": 600.");
            }
        }
        match (self.nodes, sum) {
            (Some(nodes), Some(sum)) if nodes != sum => {
                notes.error(
                    "/nodes",
                    format!("found {nodes} nodes, but the request has {sum}"),
                    "Leave it out.",
                );
            }
            (None, Some(sum)) => self.nodes = Some(sum),
            // A faulty request may still define them.
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
            run_s: Some(0.0).filter(|_| self.spread.determines_run_time()),
            request: self.nodes.map(|nodes| Request::Components(vec![nodes])),
            spread: Spread::None,
            inputs: Vec::new(),
        }
    }
}

impl Request {
    /// Total number of nodes, if given: at most a thousand components of a million nodes.
    fn total_nodes(&self) -> Option<u32> {
        match self {
            Self::Flexible => None,
            Self::Components(sizes) => Some(sizes.iter().sum()),
            Self::Fixed(parts) => Some(parts.iter().map(|&(_, nodes)| nodes).sum()),
            Self::Splits(splits) => splits.first().map(|sizes| sizes.iter().sum()),
        }
    }

    /// The same after reporting faults: all splits have the same number of nodes, at most that of a platform.
    fn check_splits(&self, notes: &mut Notes<'_>) -> Option<u32> {
        let sum = self.total_nodes()?;
        if let Self::Splits(splits) = self {
            for (nodes, i) in splits.iter().map(|sizes| sizes.iter().sum::<u32>()).zip(0..) {
                if nodes != sum {
                    let message = format!("found {nodes} nodes, but the first split has {sum}");
                    let place = format!("/request/splits/{i}");
                    notes.error(&place, message, "Give all splits the same number of nodes.");
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
            let message = format!("the components have {sum} nodes in total; at most {most} are allowed");
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

impl Said {
    /// Number of jobs or tasks.
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

    /// Reports named clusters that do not exist or are too small.
    fn check_clusters(&self, platform: &Platform, place: &str, notes: &mut Notes<'_>) {
        if let Form::Rigid(Rigid { request: Some(Request::Fixed(parts)), .. }) = &self.form {
            let mut sums: BTreeMap<u32, u32> = BTreeMap::new();
            for (&(cluster, nodes), i) in parts.iter().zip(0..) {
                let at = |end: u32| format!("{place}/request/fixed/{i}/{end}");
                if let Some(message) = missing_cluster(platform, cluster) {
                    notes.error(&at(0), message, "");
                    continue;
                }
                // Components in one cluster need the sum of their nodes.
                let needed = sums.entry(cluster).or_default();
                *needed += nodes;
                let there = &platform.clusters[cluster as usize];
                if *needed > there.nodes {
                    let (name, most) = (&there.name, there.nodes);
                    let message = format!(
                        "{needed} nodes are requested in cluster {cluster} ({name}), which has {most}"
                    );
                    notes.error(&at(1), message, "Request fewer nodes, or make the cluster larger.");
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
