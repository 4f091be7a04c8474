//! The results about a problem and its variants, and the document for page and command line.

use ganttlet_core::time::Span;
use ganttlet_optimum::bounds::catalog;
use ganttlet_optimum::certificate::Certificate;
use ganttlet_optimum::{Bound, Gap, Objective, Problem, Progress, Status};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// The objective of a variant.
pub struct VariantValue {
    /// The name of the variant.
    pub name: String,
    /// The value in the units of the problem; `None` if its run is not complete.
    pub value: Option<i128>,
}

/// The results about a problem and its variants.
pub struct Report {
    /// The objective.
    pub objective: Objective,
    /// Jobs and nodes.
    pub problem: Problem,
    /// The number of each job, as shown.
    pub numbers: Vec<u32>,
    /// All lower bounds.
    pub bounds: Vec<Bound>,
    /// The best proven bound.
    pub lower: i128,
    /// The reason why there is no search; `None` if there is one.
    pub without_search: Option<&'static str>,
    /// The best schedule, if a search has begun.
    pub certificate: Option<Certificate>,
    /// The progress of the search, if it has begun.
    pub progress: Option<Progress>,
    /// The values of the variants.
    pub variants: Vec<VariantValue>,
}

/// The report as written to a document. Times are in seconds; makespans begin with the first submission.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct OptimumReport {
    #[ts(type = "'makespan' | 'total-flow'")]
    objective: Objective,
    /// Kind of the problem: `R`, `RC`, `G`, `GC` or `B`.
    #[ts(type = "string")]
    problem: ganttlet_optimum::problem::Kind,
    jobs: usize,
    bounds: Vec<ReportedBound>,
    /// Whether the best schedule is proven optimal; null without a search.
    #[ts(type = "'proven' | 'best-known' | null")]
    status: Option<Status>,
    /// Whether there is a proof by branch and bound, or a local search only; null for neither.
    #[ts(type = "'exact' | 'local' | null")]
    search: Option<&'static str>,
    /// The reason why there is no search.
    without_search: Option<&'static str>,
    lower_s: f64,
    best: ReportedValue,
    /// The bound that is equal to `lower_s`, or `search`.
    by: Option<String>,
    /// Number of partial schedules visited.
    nodes: Option<u64>,
    /// How many partial schedules were cut, and why.
    #[ts(type = "{ explored: number, cut_by_bound: number, cut_by_dominance: number } | null")]
    counters: Option<ganttlet_optimum::search::Counters>,
    variants: Vec<ReportedVariant>,
    /// The sentence about the best schedule; null without a search.
    statement: Option<String>,
    #[ts(type = "object | null")]
    certificate: Option<Value>,
}

/// A lower bound as written to a document.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ReportedBound {
    id: &'static str,
    value_s: f64,
    reason: Option<&'static str>,
    formula: Option<&'static str>,
    source: Option<&'static str>,
    /// The times, jobs or tasks that prove it.
    #[ts(type = "object")]
    witness: Value,
}

/// A value of the objective and its gap.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ReportedValue {
    value_s: Option<f64>,
    /// The mean wait time, if all schedules have the same runtimes.
    mean_wait_s: Option<f64>,
    gap_pct: Option<f64>,
    /// The gap as text.
    gap: Option<String>,
}

/// A variant and its value.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct ReportedVariant {
    variant: String,
    #[serde(flatten)]
    value: ReportedValue,
}

/// Microseconds in seconds.
fn seconds(value: i128) -> f64 {
    value as f64 / 1e6
}

/// A duration in microseconds as text.
fn duration(value: i128) -> String {
    Span(i64::try_from(value).unwrap_or(i64::MAX)).to_string()
}

impl Report {
    /// A value of the objective as printed: makespans begin with the first submission.
    pub fn relative_to_first_submission(&self, value: i128) -> i128 {
        match self.objective {
            Objective::Makespan => value - i128::from(self.problem.first_submit()),
            Objective::TotalFlow => value,
        }
    }

    /// The mean wait time of a total flow time, if runtimes are the same in all schedules.
    pub fn mean_wait(&self, flow: i128) -> Option<i128> {
        let (Objective::TotalFlow, Problem::Single(instance)) = (self.objective, &self.problem) else {
            return None;
        };
        let runtimes: i128 = instance.jobs().iter().map(|job| i128::from(job.run)).sum();
        let count = instance.len() as i128;
        (count > 0).then(|| (flow - runtimes).max(0) / count)
    }

    /// The objective of the best schedule; `None` without a search.
    pub fn best_value(&self) -> Option<i64> {
        self.certificate.as_ref().map(|certificate| certificate.value)
    }

    /// True if the best schedule is proven optimal.
    pub fn is_proven(&self) -> bool {
        self.certificate.as_ref().is_some_and(|certificate| certificate.status == Status::Proven)
    }

    /// The distance of a value from the optimum or the bound.
    pub fn gap(&self, value: i128) -> Gap {
        let (value, lower) =
            (self.relative_to_first_submission(value), self.relative_to_first_submission(self.lower));
        if self.is_proven() { Gap::to_optimum(value, lower) } else { Gap::to_bound(value, lower) }
    }

    /// The name of the objective.
    pub fn name(&self) -> &'static str {
        match self.objective {
            Objective::Makespan => "makespan",
            Objective::TotalFlow => "total response time",
        }
    }

    /// Sets the best schedule and the bound that it proves.
    pub(super) fn set_certificate(&mut self, certificate: Option<Certificate>) {
        if let Some(certificate) = &certificate {
            self.lower = certificate.lower.into();
        }
        self.certificate = certificate;
    }

    /// The proven statement about the best schedule, one sentence; `None` without a search.
    pub fn statement(&self) -> Option<String> {
        let certificate = self.certificate.as_ref()?;
        let nodes = self.progress.as_ref().map_or(0, |progress| progress.nodes);
        let value = duration(self.relative_to_first_submission(certificate.value.into()));
        if self.is_proven() {
            let how = if certificate.by == "search" {
                format!("branch and bound, {nodes} partial schedules")
            } else {
                format!("the schedule is as good as the bound {}", certificate.by)
            };
            return Some(format!("Proven: no schedule has a {} below {value} ({how}).", self.name()));
        }
        let lower = duration(self.relative_to_first_submission(certificate.lower.into()));
        let after = match (&certificate.search, &certificate.local) {
            (Some(_), _) => format!(" after {nodes} partial schedules"),
            (None, Some(local)) => format!(" after {} schedules, seed {}", local.evaluations, local.seed),
            (None, None) => String::new(),
        };
        let name = self.name();
        Some(format!("Not proven{after}: the best known {name} is {value}, no schedule is below {lower}."))
    }

    /// The report as written to a document.
    pub fn to_document(&self) -> OptimumReport {
        let bound = |bound: &Bound| {
            let entry = catalog::find(bound.id);
            ReportedBound {
                id: bound.id,
                value_s: seconds(self.relative_to_first_submission(bound.value)),
                reason: entry.map(|entry| entry.reason),
                formula: entry.map(|entry| entry.formula),
                source: entry.map(|entry| entry.source),
                witness: serde_json::to_value(&bound.witness).unwrap_or_default(),
            }
        };
        let value = |value: Option<i128>| ReportedValue {
            value_s: value.map(|value| seconds(self.relative_to_first_submission(value))),
            mean_wait_s: value.and_then(|value| self.mean_wait(value)).map(seconds),
            gap_pct: value.and_then(|value| self.gap(value).percent()),
            gap: value.map(|value| self.gap(value).to_string()),
        };
        let variant = |variant: &VariantValue| ReportedVariant {
            variant: variant.name.clone(),
            value: value(variant.value),
        };
        let certificate = self.certificate.as_ref();
        let search = if self.problem.has_exact_search() { "exact" } else { "local" };
        OptimumReport {
            objective: self.objective,
            problem: self.problem.kind(),
            jobs: self.problem.jobs(),
            bounds: self.bounds.iter().map(bound).collect(),
            status: certificate.map(|certificate| certificate.status),
            search: self.without_search.is_none().then_some(search),
            without_search: self.without_search,
            lower_s: seconds(self.relative_to_first_submission(self.lower)),
            best: value(certificate.map(|certificate| certificate.value.into())),
            by: certificate.map(|certificate| certificate.by.clone()),
            nodes: self.progress.as_ref().map(|progress| progress.nodes),
            counters: self.progress.as_ref().map(|progress| progress.counters),
            variants: self.variants.iter().map(variant).collect(),
            statement: self.statement(),
            certificate: certificate.map(|certificate| serde_json::to_value(certificate).unwrap_or_default()),
        }
    }
}
