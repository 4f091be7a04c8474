//! Tasks that pass much data to each other on one cluster.

use super::file_aware::FileAware;
use super::{Dag, Dynamic, Knows, Load, Question, WorkflowPolicy, matching};
use crate::entry::{Entry, Maker, Parameters};
use crate::rng::Stream;
use crate::rule::Rule;

static FIRST: Rule = Rule::new(
    "place",
    "Task {job} went to {cluster}, the first of its group: of the clusters with idle nodes (of all, if there is none) its \
               files get there first.",
);

static GROUP: Rule = Rule::new(
    "place",
    "Task {job} went to {cluster}, where its group is: tasks that pass much data to each other stay together.",
);

/// Groups of tasks by what they pass to each other, a cluster for each.
pub(super) const COARSENING: Maker<dyn WorkflowPolicy> = Maker {
    entry: Entry::new("coarsening", "Coarsening")
        .summary(
            "Before a workflow begins its tasks are put into groups that pass little data to each \
             other (heavy-edge matching). The first task of a group goes where its files get first, as \
             All-Clusters File-Aware has it, all others of the group go there too.",
        )
        .source("Sonmez 2010, section 6.1.3, after Karypis, Kumar 1999; how stars are matched is our reading")
        .parameters(Options::LIST),
    make: |settings| {
        let Options { groups, load } = Options::read(settings);
        let (of, places) = Default::default();
        Box::new(Coarsening { target: groups, file_aware: FileAware(load), of, places, rule: &FIRST })
    },
};

#[derive(Parameters)]
struct Options {
    /// How many groups a workflow is put into; one of no more tasks is not, and goes as All-Clusters File-Aware has it.
    #[parameter(name = "Groups", unit = "groups", min = 1, max = 1_000_000, default = 100)]
    groups: u32,
    #[parameter(all)]
    load: Load,
}

/// The policy, and where the groups of its workflow are.
struct Coarsening {
    target: u32,
    file_aware: FileAware,
    /// The group of each task.
    of: Vec<u32>,
    /// The cluster of each group once it has one.
    places: Vec<Option<usize>>,
    rule: &'static Rule,
}

impl Dynamic for Coarsening {
    fn rule(&self) -> &Rule {
        self.rule
    }

    fn knows(&self) -> Knows {
        Knows::Files
    }

    fn prepare(&mut self, dag: &Dag, mut chance: Stream) {
        self.of = matching::groups(dag, self.target as usize, &mut chance);
        let groups = self.of.iter().max().map_or(0, |&last| last as usize + 1);
        self.places = vec![None; groups];
    }

    fn pick(&mut self, question: &Question, scores: &mut Vec<f64>) -> Option<usize> {
        let place =
            self.of.get(question.task as usize).and_then(|&group| self.places.get_mut(group as usize));
        let fits = |&cluster: &usize| question.sites[cluster].nodes >= question.nodes;
        if let Some(cluster) = place.as_deref().copied().flatten().filter(fits) {
            self.rule = &GROUP;
            scores.clear();
            return Some(cluster);
        }
        self.rule = &FIRST;
        let cluster = self.file_aware.pick(question, scores);
        if let Some(place) = place {
            *place = place.or(cluster);
        }
        cluster
    }
}
