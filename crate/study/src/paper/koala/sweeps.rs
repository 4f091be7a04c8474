//! Sweeps of three users on DAS-3 under grid jobs that come in blocks or bursts, and local load: the runs of the experiments
//! on sharing and on unobtrusiveness.

use serde_json::{Value, json};

/// How many users have a sweep.
pub(super) const USERS: usize = 3;
/// How long the runs are, s.
pub(super) const HOUR_S: f64 = 3600.0;

/// Nodes of a grid job.
const JOB_NODES: u32 = 32;
/// Mean run time of local jobs, s.
const LOCAL_S: u32 = 450;

/// The grid jobs beside the sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Load {
    /// 40 % of the nodes for 10 minutes, every 20 minutes (`WBlock`).
    Block,
    /// 40 % of the nodes for 1 minute, every 10 minutes (`WBurst`).
    Burst,
}

impl Load {
    /// Its name in the thesis.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Block => "WBlock",
            Self::Burst => "WBurst",
        }
    }

    /// Length of a block and time from one to the next, s.
    fn rhythm(self) -> (u32, u32) {
        match self {
            Self::Block => (600, 1200),
            Self::Burst => (60, 600),
        }
    }

    /// The grid jobs: Worst Fit chooses their clusters.
    fn part(self) -> Value {
        let (block_s, period_s) = self.rhythm();
        json!({
            "generator": "grid-blocks",
            "parameters": {
                "load": 0.4, "nodes": JOB_NODES, "run_s": 160, "first_s": 300, "block_s": block_s,
                "period_s": period_s, "duration_s": HOUR_S, "cluster": -1,
            },
        })
    }
}

/// A run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hour<'a> {
    /// What people call it.
    pub(super) name: &'a str,
    /// The grid jobs.
    pub(super) load: Load,
    /// The share of the nodes that local jobs hold.
    pub(super) local: f64,
    /// False for the same work without sweeps.
    pub(super) sweeps: bool,
    /// The seed.
    pub(super) seed: u64,
}

impl Hour<'_> {
    /// The scenario, under `systems`, of which the first runs.
    pub(super) fn scenario(&self, systems: &[Value]) -> String {
        // The sweeps come last: the other parts are the same without them.
        let mut workload = vec![self.load.part()];
        if self.sweeps {
            let parameters = json!({"users": USERS, "tasks": 1000, "run_mean_s": 480, "run_cv": 0.3});
            workload.push(json!({"generator": "grid-sweep", "parameters": parameters}));
        }
        let local = json!({"fraction": self.local, "run_mean_s": LOCAL_S, "duration_s": HOUR_S});
        let scenario = json!({
            "version": 1,
            "name": self.name,
            "seed": self.seed,
            "horizon_s": HOUR_S,
            "platform": {"preset": "das3", "parameters": {"speeds": "equal"}},
            "workload": workload,
            "background": [{"generator": "local-load", "parameters": local}],
            "system": systems[0],
            "compare": &systems[1..],
        });
        scenario.to_string()
    }
}
