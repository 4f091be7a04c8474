//! Applications that select their own resources (Klein and Pérez 2010): each has a launcher, which requests hosts and a
//! walltime. Only the launcher has information about the application.

mod document;

use super::{Item, Job, Kind, UNKNOWN};
use ganttlet_core::time::{Span, Time};

/// An application, with the information that its launcher has.
#[derive(Clone, Debug, PartialEq)]
pub struct Launcher {
    /// Its name; may be empty.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its user, or [`UNKNOWN`].
    pub user: u32,
    /// The time of its subscription.
    pub submit: Time,
    /// The suitable clusters; all if there are none.
    pub clusters: Vec<u16>,
    /// Its runtime by hosts.
    pub model: Model,
    /// Its planned durations divided by the actual ones; below 1 it is killed.
    pub factor: f64,
    /// How long its launcher takes to answer (adaptation delay).
    pub adapt: Span,
    /// True if it only answers its first view.
    pub select_once: bool,
    /// True if it represents a job, which the system may make moldable or change otherwise.
    pub of_job: bool,
}

/// The runtime of an application by hosts; times are those of hosts of speed 1.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// A fixed number of hosts of one cluster for a fixed time.
    Rigid {
        /// Number of hosts.
        hosts: u32,
        /// Its runtime on them.
        run: Span,
    },
    /// Any number of hosts of one cluster, by Amdahl's law.
    Moldable(Moldable),
    /// Hosts of any number of clusters at once: an iterative code that exchanges messages.
    Complex(Complex),
}

/// An application for any number of hosts of one cluster: on n of them it takes (1 - P + P/n) times as long as on one.
#[derive(Clone, Debug, PartialEq)]
pub struct Moldable {
    /// Minimum number of hosts.
    pub least: u32,
    /// Maximum number of hosts.
    pub most: u32,
    /// The parallel fraction of its work (P).
    pub parallel: f64,
    /// Runtime on one host, in microseconds.
    pub one_host: f64,
    /// The number of hosts that it requests if it may name only one number.
    pub usual: u32,
}

/// An iterative code on hosts of several clusters.
#[derive(Clone, Debug, PartialEq)]
pub struct Complex {
    /// Its work: seconds on one host.
    pub work_s: f64,
    /// Number of iterations.
    pub iterations: f64,
    /// Number of successive messages per iteration.
    pub messages: f64,
}

impl Default for Launcher {
    fn default() -> Self {
        Self {
            name: String::new(),
            number: 1,
            user: UNKNOWN,
            submit: Time::ZERO,
            clusters: Vec::new(),
            model: Model::Rigid { hosts: 1, run: Span::ZERO },
            factor: 1.0,
            adapt: Span::ZERO,
            select_once: false,
            of_job: false,
        }
    }
}

/// Parallel fraction, minimum and maximum number of hosts of the classes of moldable applications (Klein and Pérez
/// 2010, table 1).
const CLASSES: [(f64, u32, u32); 4] = [(0.8, 1, 32), (0.9, 1, 96), (0.99, 1, 256), (0.999, 1, 650)];

impl Model {
    /// A moldable application with this runtime on this number of hosts; `class` selects its class, from 0 to 1.
    pub fn moldable(hosts: u32, run: Span, class: f64) -> Self {
        let (parallel, least, most) = CLASSES[(4.0 * class) as usize];
        let one_host = run.0 as f64 / (1.0 - parallel + parallel / f64::from(hosts));
        Self::Moldable(Moldable { least, most, parallel, one_host, usual: hosts })
    }

    /// The word in tables and legends.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Rigid { .. } => "rigid",
            Self::Moldable(_) => "moldable",
            Self::Complex(_) => "complex",
        }
    }
}

impl Launcher {
    /// A rigid application from a job: its user estimate is the requested walltime.
    #[must_use]
    pub fn rigid(job: &Job) -> Self {
        let run = job.run.max(Span(1));
        let estimate = job.estimate.unwrap_or(run).max(run);
        Self {
            name: job.name.to_string(),
            number: job.number,
            user: job.user,
            submit: job.submit,
            model: Model::Rigid { hosts: job.nodes, run },
            factor: estimate.0 as f64 / run.0 as f64,
            of_job: true,
            ..Self::default()
        }
    }
}

impl Item for Launcher {
    const KIND: &'static Kind = &document::KIND;

    fn arrival(&self) -> Time {
        self.submit
    }

    #[cfg(test)]
    fn pinned_lines(&self) -> Vec<String> {
        vec![format!("{} {:?} {}", self.submit.0, self.model, self.factor)]
    }

    #[cfg(test)]
    fn is_sound(&self, platform: &ganttlet_core::platform::Platform) -> bool {
        let known = self.clusters.iter().all(|&at| usize::from(at) < platform.clusters.len());
        let sizes = match &self.model {
            Model::Rigid { hosts, run } => *hosts >= 1 && *run >= Span::ZERO,
            Model::Moldable(of) => 1 <= of.least && of.least <= of.most && of.one_host >= 0.0,
            Model::Complex(of) => of.work_s > 0.0 && of.iterations >= 0.0,
        };
        known && sizes && self.factor > 0.0
    }
}
