//! Adaptive co-allocation: only over as few clusters as the application tolerates.

use super::{Component, GridView, PlacementPolicy, PlacementQuery, flexible_cluster_minimization::fewest};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const ADAPTIVE_CO_ALLOCATION: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("adaptive-co-allocation", "Adaptive co-allocation")
        .summary(
            "As Flexible Cluster Minimization, but splits a job only if the assumed factor on its runtime is \
             acceptable; otherwise the job waits. The scheduler does not know the applications: the factors \
             are assumed and equal for all jobs.",
        )
        .source("Ernemann et al., as described in Sonmez 2010, section 2.8")
        .parameters(SlowDowns::LIST)
        .when_to_use(
            "Choose it where co-allocation slows jobs down by factors that are roughly known. Jobs may wait \
             although enough nodes are idle.",
        )
        .pseudocode(concat!(
            "S ← placement by Flexible Cluster Minimization\n",
            "if there is none then the job waits\n",
            "n ← number of clusters in S\n",
            "f ← slow_down_2, slow_down_3 or slow_down_4 for n = 2, n = 3 or n ≥ 4\n",
            "if n = 1 or f ≤ slow_down_accepted then\n",
            "  place the job as in S\n",
            "else\n",
            "  the job waits",
        )),
    make: |settings| Box::new(SlowDowns::read(settings)),
};

/// Factors on the runtime.
#[expect(clippy::struct_field_names, reason = "scenarios have these names")]
#[derive(Parameters)]
struct SlowDowns {
    /// Largest assumed factor on the runtime for which a job is split over clusters.
    #[parameter(name = "Accepted slowdown factor", min = 1, max = 100, default = 1.25)]
    slow_down_accepted: f64,
    /// Assumed factor on the runtime on two clusters.
    #[parameter(name = "Factor on 2 clusters", min = 1, max = 100, default = 1.12)]
    slow_down_2: f64,
    /// Assumed factor on the runtime on three clusters.
    #[parameter(name = "Factor on 3 clusters", min = 1, max = 100, default = 1.25)]
    slow_down_3: f64,
    /// Assumed factor on the runtime on four or more clusters.
    #[parameter(name = "Factor on 4 or more clusters", min = 1, max = 100, default = 1.4)]
    slow_down_4: f64,
}

impl PlacementPolicy for SlowDowns {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        if !fewest(view, ask.nodes, usize::MAX, into) {
            return false;
        }
        let assumed = match into.len() {
            0 | 1 => return true,
            2 => self.slow_down_2,
            3 => self.slow_down_3,
            _ => self.slow_down_4,
        };
        assumed <= self.slow_down_accepted
    }
}

static RULE: Rule = Rule::new(
    "split-if-cheap",
    "Job {job} is placed on as few clusters as possible, {cluster} first: the assumed slowdown is \
     acceptable. The score is the number of idle nodes.",
);
