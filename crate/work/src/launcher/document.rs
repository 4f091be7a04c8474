//! Applications that choose their own resources, in a scenario.

use super::{Complex, Launcher, Model, Moldable};
use crate::kind::{MachinePreset, missing_cluster};
use crate::{Item, Job, Kind, UNKNOWN, Work};
use ganttlet_core::entry::document::{
    Agree, Document, ID_OR_NULL, List, NODES, Notes, SECONDS, Shape, Stored, non_empty_list,
};
use ganttlet_core::entry::{catalog_text, limits};
use ganttlet_core::time::{Span, Time};

pub(super) static KIND: Kind = Kind {
    id: "launchers",
    word: "launchers",
    summary: catalog_text(
        "Applications that select their own hosts. The launcher of each sees the planned occupation of the \
         clusters, and requests hosts and a walltime.",
    ),
    things: "applications",
    decide: &["response"],
    made_from: &[(Job::KIND, |mut jobs| Work::new(jobs.take().iter().map(Launcher::rigid).collect()))],
    default_machines: MachinePreset {
        preset: "federation",
        size: Some("hosts"),
        words: "the preset federation",
    },
    none: Work::empty::<Launcher>,
    key: "launchers",
    doc: "Applications with launchers listed in the scenario.",
    shape: Shape::List(&List { least: 0, ..non_empty_list(Said::SHAPE, limits::INLINE, "applications") }),
    size: |said| said.items().len() as u64,
    fits: |said, platform, notes| {
        for (one, i) in Vec::<Said>::read(said).iter().zip(0..) {
            for (&cluster, k) in one.clusters.iter().zip(0..) {
                if let Some(message) = missing_cluster(platform, cluster) {
                    notes.error(&format!("/{i}/clusters/{k}"), message, "");
                }
            }
        }
    },
    work: |said| {
        let said = Vec::<Said>::read(said);
        Work::new(said.iter().zip(1..).map(|(one, place)| one.launcher(place)).collect())
    },
    ..Kind::COMMON
};

const CLUSTER: Shape = Shape::Integer(0, limits::CLUSTERS as i64 - 1);
const CLUSTERS: Shape = Shape::List(&non_empty_list(CLUSTER, limits::CLUSTERS, "clusters"));
const SHARE: Shape = Shape::Number(0.0, 1.0);
const FACTOR: Shape = Shape::Number(0.001, 1e6);
const WORK: Shape = Shape::Number(1e-6, 1e12);
const TIMES: Shape = Shape::Number(0.0, 1e9);

/// An application.
#[derive(Document)]
struct Said {
    /// Name.
    #[field(optional)]
    name: String,
    /// User.
    #[field(is = ID_OR_NULL, optional)]
    user: Option<u32>,
    /// Submit time, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    at_s: f64,
    /// Clusters on which it can run, counted from 0; all if left out.
    #[field(is = CLUSTERS, optional)]
    clusters: Vec<u32>,
    /// Ratio of planned to actual durations; if below 1, the application is killed.
    #[field(is = FACTOR, default = 1.0)]
    factor: f64,
    /// Adaptation delay of its launcher, in seconds.
    #[field(is = SECONDS, default = 0.0)]
    adapt_s: f64,
    /// True if its launcher answers only the first view.
    #[field(default = false)]
    select_once: bool,
    /// Type of the job or application.
    #[field(flat)]
    form: Form,
}

/// Type of an application.
#[derive(Document)]
#[document(flat, beside = "{} is not allowed in an application with {}")]
enum Form {
    /// Rigid application: a fixed number of hosts of one cluster.
    #[field(otherwise)]
    Rigid(Rigid),
    /// Moldable application: a variable number of hosts of one cluster, by Amdahl's law.
    #[field(alone = "Leave it out: sizes and times are given there.")]
    Moldable(Sizes),
    /// Complex-moldable application: an iterative code on hosts of several clusters.
    #[field(alone = "Leave it out: its work is given there.")]
    Complex(Code),
}

/// A rigid application.
#[derive(Document)]
struct Rigid {
    /// Number of hosts.
    #[field(is = NODES, need = "Add \"hosts\": 4, or describe it with \"moldable\" or \"complex\".")]
    hosts: u32,
    /// Runtime on hosts of speed 1, in seconds.
    #[field(is = SECONDS, need = "Add \"run_s\": 600.")]
    run_s: f64,
}

/// A moldable application.
#[derive(Document)]
struct Sizes {
    /// Possible sizes, and runtime on one host.
    moldable: Amdahl,
}

/// A complex-moldable application.
#[derive(Document)]
struct Code {
    /// Computation and messages.
    complex: Iterative,
}

/// Sizes and times by Amdahl's law.
#[derive(Document)]
#[document(agree)]
struct Amdahl {
    /// Runtime on one host of speed 1, in seconds.
    #[field(is = SECONDS, need = "Add \"one_host_s\": 3600.")]
    one_host_s: f64,
    /// Parallel share of the work.
    #[field(is = SHARE, default = 1.0)]
    parallel: f64,
    /// Minimum number of hosts.
    #[field(is = NODES, default = 1)]
    least: u32,
    /// Maximum number of hosts.
    #[field(is = NODES, default = 1_000_000)]
    most: u32,
    /// Number of hosts it requests if only one number is possible; the maximum if left out.
    #[field(is = NODES, optional)]
    usual: Option<u32>,
}

/// An iterative code.
#[derive(Document)]
struct Iterative {
    /// Work, in seconds on one host of speed 1.
    #[field(is = WORK, default = 1_382.4)]
    work_s: f64,
    /// Number of iterations.
    #[field(is = TIMES, default = 10.0)]
    iterations: f64,
    /// Number of sequentially dependent messages per iteration; each takes the largest latency between its clusters.
    #[field(is = TIMES, default = 2.0)]
    messages: f64,
}

impl Agree for Amdahl {
    fn agree(&mut self, notes: &mut Notes<'_>) {
        if self.most < self.least {
            let message = format!("found {}, but \"least\" is {}", self.most, self.least);
            notes.error("/most", message, "Set it to \"least\" or more.");
        }
    }
}

impl Said {
    fn launcher(&self, number: u32) -> Launcher {
        let model = match &self.form {
            Form::Rigid(rigid) => Model::Rigid { hosts: rigid.hosts, run: Span::from_seconds(rigid.run_s) },
            Form::Moldable(Sizes { moldable: of }) => Model::Moldable(Moldable {
                least: of.least,
                most: of.most,
                parallel: of.parallel,
                one_host: of.one_host_s * 1e6,
                usual: of.usual.unwrap_or(of.most),
            }),
            Form::Complex(Code { complex: of }) => {
                let Iterative { work_s, iterations, messages } = *of;
                Model::Complex(Complex { work_s, iterations, messages })
            }
        };
        Launcher {
            name: self.name.clone(),
            number,
            user: self.user.unwrap_or(UNKNOWN),
            submit: Time::from_seconds(self.at_s),
            clusters: self.clusters.iter().map(|&cluster| cluster as u16).collect(),
            model,
            factor: self.factor,
            adapt: Span::from_seconds(self.adapt_s),
            select_once: self.select_once,
            of_job: false,
        }
    }
}
