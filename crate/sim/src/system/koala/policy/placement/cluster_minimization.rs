//! Cluster Minimization: components of given sizes on as few clusters as possible.

use super::{Component, GridView, PlacementPolicy, PlacementQuery, worst_fit::most_left};
use ganttlet_core::entry::{Entry, PolicyEntry};
use ganttlet_core::rule::Rule;

pub(super) const CLUSTER_MINIMIZATION: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("cluster-minimization", "Cluster Minimization")
        .summary(
            "Places each component, largest first, on the first cluster that already has a component of its \
             job and enough idle nodes. Otherwise uses the cluster with the most idle nodes. Does not split \
             flexible jobs. Not part of the thesis; our interpretation of other KOALA papers.",
        )
        .source("not in Sonmez 2010; Sonmez, Mohamed and Epema 2006 (e-Science)")
        .when_to_use(
            "Suited to communication-intensive jobs with components of given sizes, which it packs on few \
             clusters. It ignores the speed of the links.",
        )
        .pseudocode(concat!(
            "for each component k of the job, largest first\n",
            "  if clusters used by the job have idle nodes left ≥ nodes(k) then\n",
            "    place k on the first of them to be used\n",
            "  else\n",
            "    c ← cluster with the most idle nodes left; ties: first cluster\n",
            "    if nodes(k) > idle nodes left on c then\n",
            "      place nothing: the job waits\n",
            "    place k on c",
        )),
    make: |_| Box::new(ClusterMinimization),
};

struct ClusterMinimization;

impl PlacementPolicy for ClusterMinimization {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn choose_cluster(
        &mut self,
        _: &PlacementQuery,
        view: &GridView,
        nodes: u32,
        placed: &[Component],
    ) -> Option<usize> {
        let used = placed.iter().map(|part| usize::from(part.cluster));
        let mut with_room = used.filter(|&cluster| view.unclaimed_nodes(placed, cluster) >= nodes);
        let open = || most_left(view, placed).filter(|&(_, left)| left >= nodes).map(|most| most.0);
        with_room.next().or_else(open)
    }
}

static RULE: Rule = Rule::new(
    "cluster-minimization",
    "The components of job {job} are placed together where they fit, first on {cluster}, which has the most \
     idle nodes. The score is the number of idle nodes.",
);
