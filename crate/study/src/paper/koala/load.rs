//! Runs under load: jobs of one application arrive at random in a part of DAS-3, under one placement policy.

use crate::measure::{busy, clusters, execution, jobs, mean_of, response, share_of, submitted, wait};
use crate::{Case, Take, saturation};
use ganttlet_document::Scenario;
use ganttlet_engine::record::Trace;
use serde_json::{Value, json};

/// Places of the numbers that [`Load::case`] takes: mean response time, s.
pub(super) const RESPONSE: usize = 0;
/// Mean wait from arrival to start, s.
pub(super) const WAIT: usize = 1;
/// Mean execution time, s.
pub(super) const EXECUTION: usize = 2;
/// Share of the jobs that ran on several clusters, %.
pub(super) const SPREAD: usize = 3;
/// Share of the nodes that were held while jobs arrived, %.
pub(super) const BUSY: usize = 4;

/// Time from one scan of the queue to the next, s.
const SCAN_S: f64 = 60.0;

/// Length of the runs that look for saturation.
const LONG_H: f64 = 96.0;

/// How jobs are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Policy {
    /// Worst Fit, which keeps a job on one cluster.
    WorstFit,
    /// Flexible Cluster Minimization.
    Fewest,
    /// The same on two clusters at most.
    FewestOfTwo,
    /// Communication-Aware by latency.
    FastLinks,
}

impl Policy {
    /// Its short name in the thesis.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::WorstFit => "WF",
            Self::Fewest => "FCM",
            Self::FewestOfTwo => "FCM, at most 2",
            Self::FastLinks => "CA",
        }
    }

    fn system(self, startup_s: f64) -> Value {
        let placement = match self {
            Self::WorstFit => "worst-fit",
            Self::Fewest | Self::FewestOfTwo => "flexible-cluster-minimization",
            Self::FastLinks => "communication-aware",
        };
        let mut parameters = json!({"scan_period_s": SCAN_S, "startup_s": startup_s});
        if self == Self::FewestOfTwo {
            parameters["most_clusters"] = json!(2);
        }
        json!({"kind": "koala", "policies": {"placement": placement}, "parameters": parameters})
    }
}

/// What local jobs hold, in shares of the nodes of each cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Local {
    /// On average.
    share: f64,
    /// Below that, further jobs are injected.
    least: f64,
    /// Jobs that would go beyond do not come.
    most: f64,
}

impl Local {
    /// No local jobs.
    pub(super) const NONE: Self = Self::about(0.0);
    /// Kept between 10 and 30 % by injecting and dropping jobs, as on the real system.
    pub(super) const KEPT: Self = Self { share: 0.2, least: 0.1, most: 0.3 };

    /// So much on average, whatever chance makes of it.
    pub(super) const fn about(share: f64) -> Self {
        Self { share, least: 0.0, most: 1.0 }
    }
}

/// One run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// How jobs are placed.
    pub(super) policy: Policy,
    /// With what the page compares it.
    pub(super) beside: Policy,
    /// The part of DAS-3: `without-delft`, `without-leiden`.
    pub(super) clusters: &'static str,
    /// What the jobs run; the number is the ratio of communication to computation, for the application `ccr`.
    pub(super) application: (&'static str, f64),
    /// The sizes of the jobs.
    pub(super) sizes: &'static str,
    /// How long a job takes on one cluster.
    pub(super) run_s: f64,
    /// How long jobs arrive.
    pub(super) hours: f64,
    /// Net load in per cent of the nodes.
    pub(super) percent: u32,
    /// What local jobs hold.
    pub(super) local: Local,
    /// Time from placement to start, s.
    pub(super) startup_s: f64,
    /// The seed.
    pub(super) seed: u64,
}

impl Load {
    /// As in the simulations of the thesis: 8, 16 or 32 nodes for 180 s, on four clusters for 24 h, Worst Fit.
    pub(super) const SIMULATED: Self = Self {
        policy: Policy::WorstFit,
        beside: Policy::Fewest,
        clusters: "without-delft",
        application: ("none", 1.0),
        sizes: "8-16-32",
        run_s: 180.0,
        hours: 24.0,
        percent: 40,
        local: Local::NONE,
        startup_s: 0.0,
        seed: 1,
    };

    /// As in the measurements: for 4 h under local jobs, and each start takes the printed 10 s.
    pub(super) const MEASURED: Self =
        Self { hours: 4.0, local: Local::KEPT, startup_s: 10.0, ..Self::SIMULATED };

    fn scenario(&self, name: &str) -> String {
        let (application, ccr) = self.application;
        let mut workload = json!({
            "net_load": f64::from(self.percent) / 100.0, "duration_s": self.hours * 3600.0, "run_s": self.run_s,
            "sizes": self.sizes, "application": application,
        });
        if application == "ccr" {
            workload["ccr"] = json!(ccr);
        }
        let Local { share, least, most } = self.local;
        let local = json!({
            "fraction": share, "fraction_min": least, "fraction_max": most, "duration_s": self.hours * 3600.0,
        });
        let background =
            if share > 0.0 { json!([{"generator": "local-load", "parameters": local}]) } else { json!([]) };
        let scenario = json!({
            "version": 1,
            "name": name,
            "seed": self.seed,
            "platform": {"preset": "das3", "parameters": {"clusters": self.clusters, "speeds": "equal"}},
            "workload": [{"generator": "grid-parallel", "parameters": workload}],
            "background": background,
            "system": self.policy.system(self.startup_s),
            "compare": [self.beside.system(self.startup_s)],
        });
        scenario.to_string()
    }

    /// The run, from which the numbers at [`RESPONSE`] to [`BUSY`] are taken.
    pub(super) fn case(&self, what: &str) -> Case {
        let label = format!("{what}, {} %, seed {}", self.percent, self.seed);
        Case { scenario: self.scenario(&label), label, variant: 0, take: Take::FromRun(take) }
    }

    /// A longer run, from which it is told whether the load saturates.
    pub(super) fn long_case(&self, what: &str) -> Case {
        let label = format!("{what}, {} % for {LONG_H} h, seed {}", self.percent, self.seed);
        let scenario = Self { hours: LONG_H, ..*self }.scenario(&label);
        Case {
            scenario,
            label,
            variant: 0,
            take: Take::FromRun(|trace, _| saturation::growth(trace, LONG_H * 3600.0)),
        }
    }
}

fn take(trace: &Trace, _: &Scenario) -> Vec<f64> {
    let last = jobs(trace).map(|job| submitted(trace, job)).fold(0.0, f64::max);
    vec![
        mean_of(trace, |job| response(trace, job)),
        mean_of(trace, |job| Some(wait(trace, job))),
        mean_of(trace, |job| execution(trace, job)),
        100.0 * share_of(trace, |job| clusters(trace, job) > 1),
        100.0 * busy(trace, 0.0, last),
    ]
}
