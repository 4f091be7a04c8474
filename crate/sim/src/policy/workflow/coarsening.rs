//! Places tasks that exchange much data on one cluster.

use super::file_aware::FileAware;
use super::{Dag, Information, Load, PlacementQuestion, TaskPlacement, WorkflowPolicy, matching};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry};
use ganttlet_core::rng::Stream;
use ganttlet_core::rule::Rule;

static FIRST: Rule = Rule::new(
    "place",
    "Task {job}, the first of its group, was sent to {cluster}. Its files arrive there first, among clusters \
     with enough idle nodes (or all, if there is none).",
);

static GROUP: Rule = Rule::new(
    "place",
    "Task {job} was sent to {cluster}, the cluster of its group: tasks that exchange much data stay \
     together.",
);

/// Groups tasks by the data they exchange, with one cluster per group.
pub(super) const COARSENING: PolicyEntry<dyn WorkflowPolicy> = PolicyEntry {
    entry: Entry::new("coarsening", "Coarsening")
        .summary(
            "Groups the tasks of a workflow before it starts, so that little data passes between groups \
             (heavy-edge matching). The first task of each group is placed by All-Clusters File-Aware; the \
             other tasks follow it.",
        )
        .source(
            "Sonmez 2010, section 6.1.3, after Karypis, Kumar 1999; the matching of stars is our \
             interpretation",
        )
        .parameters(Options::LIST)
        .when_to_use(
            "Suited to large workflows with much data: tasks that exchange most data share a cluster. \
             Groups are fixed before the start and ignore later changes of load.",
        )
        .pseudocode(concat!(
            "G ← one group per task; limit ← 1.5 × number of tasks / groups\n",
            "while |G| > groups\n",
            "  for each unmatched g in G in random order\n",
            "    match g with its unmatched neighbour of the heaviest edge,\n",
            "      if both together have at most limit tasks\n",
            "  if few matched, match those with a common neighbour; if none, drop limit\n",
            "  merge each matched pair in G\n",
            "for each ready task t in order\n",
            "  if the group of t has a cluster that is large enough for t then\n",
            "    send t to it\n",
            "  else\n",
            "    send t by All-Clusters File-Aware; its group uses that cluster",
        )),
    make: |settings| {
        let Options { groups, load } = Options::read(settings);
        let (of, places) = Default::default();
        Box::new(Coarsening { target: groups, file_aware: FileAware(load), of, places, rule: &FIRST })
    },
};

#[derive(Parameters)]
struct Options {
    /// Number of groups per workflow. A workflow with no more tasks than this is not grouped and is placed by All-Clusters
    /// File-Aware.
    #[parameter(name = "Groups", unit = "groups", min = 1, max = 1_000_000, default = 100)]
    groups: u32,
    #[parameter(all)]
    load: Load,
}

/// The policy and the places of the groups of its workflow.
struct Coarsening {
    target: u32,
    file_aware: FileAware,
    /// The group of each task.
    of: Vec<u32>,
    /// The cluster of each group, once chosen.
    places: Vec<Option<usize>>,
    rule: &'static Rule,
}

impl TaskPlacement for Coarsening {
    fn rule(&self) -> &Rule {
        self.rule
    }

    fn required_information(&self) -> Information {
        Information::Files
    }

    fn prepare_workflow(&mut self, dag: &Dag, mut chance: Stream) {
        self.of = matching::partition(dag, self.target as usize, &mut chance);
        let groups = self.of.iter().max().map_or(0, |&last| last as usize + 1);
        self.places = vec![None; groups];
    }

    fn choose_cluster(&mut self, question: &PlacementQuestion, scores: &mut Vec<f64>) -> Option<usize> {
        let place =
            self.of.get(question.task as usize).and_then(|&group| self.places.get_mut(group as usize));
        let fits = |&cluster: &usize| question.sites[cluster].nodes >= question.nodes;
        if let Some(cluster) = place.as_deref().copied().flatten().filter(fits) {
            self.rule = &GROUP;
            scores.clear();
            return Some(cluster);
        }
        self.rule = &FIRST;
        let cluster = self.file_aware.choose_cluster(question, scores);
        if let Some(place) = place {
            *place = place.or(cluster);
        }
        cluster
    }
}
