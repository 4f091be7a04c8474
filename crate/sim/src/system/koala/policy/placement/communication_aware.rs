//! Communication-Aware placement: co-allocation on clusters with fast links between them.

use super::{Component, GridView, PlacementPolicy, PlacementQuery};
use ganttlet_core::entry::{Entry, Parameters, PolicyEntry, Variants};
use ganttlet_core::order;
use ganttlet_core::rule::Rule;
use ganttlet_core::time::Span;

pub(super) const COMMUNICATION_AWARE: PolicyEntry<dyn PlacementPolicy> = PolicyEntry {
    entry: Entry::new("communication-aware", "Communication-Aware")
        .summary(
            "Places a flexible job on one cluster if it fits, preferring the fastest internal network. \
             Otherwise takes all idle nodes of one cluster after another, starting with the fastest links to \
             all clusters. Components of fixed size are placed by Worst Fit.",
        )
        .source("Sonmez 2010, section 2.3.3; weights: section 8.2; groups: sections 2.3.3 and 2.6.2")
        .parameters(Wants::LIST)
        .when_to_use(
            "Suited to communication-intensive jobs where the links between clusters differ much. With \
             equal links it resembles Flexible Cluster Minimization.",
        )
        .pseudocode(concat!(
            "F ← clusters with idle nodes ≥ nodes(job)\n",
            "if F is not empty then\n",
            "  place the job on the cluster of F with the best internal link_metric\n",
            "  ties: best mean link_metric to all clusters, then first cluster\n",
            "else\n",
            "  groups ← clusters connected by links ≤ group_threshold_ms; 0: one group\n",
            "  for each group, lowest mean latency first\n",
            "    for each cluster c of the group, best mean link_metric first\n",
            "      ties: as set by equal_links\n",
            "      take idle nodes of c until the job has enough\n",
            "    if the job has enough nodes then place it; stop\n",
            "  the job waits",
        )),
    make: |settings| {
        Box::new(CommunicationAware { wants: Wants::read(settings), keys: Vec::new(), group: Vec::new() })
    },
};

#[derive(Parameters)]
struct Wants {
    /// Criterion for a fast link.
    #[parameter(name = "Link metric", default = "latency")]
    link_metric: Fast,
    /// Weight w of latency l against bandwidth b in the cost w l / (largest l) + (1 − w) (smallest b) / b. Used only by the
    /// weighted metric.
    #[parameter(name = "Latency weight", min = 0, max = 1, default = 0.5)]
    latency_weight: f64,
    /// Cluster that a split job uses first if several have equally fast links.
    #[parameter(name = "Ties between clusters", default = "most-idle")]
    equal_links: First,
    /// Maximum latency of the links that connect a group of clusters, directly or through other clusters of the group. A
    /// job is split only within a group. 0 for one group of all clusters.
    #[parameter(name = "Group latency", unit = "ms", min = 0, max = 10_000, default = 0)]
    group_threshold_ms: f64,
}

#[derive(Clone, Copy, Variants)]
enum Fast {
    /// Low latency, for many small messages
    #[word("latency")]
    Latency,
    /// High bandwidth, for few large messages
    #[word("bandwidth")]
    Bandwidth,
    /// Weighted combination of both
    #[word("weighted")]
    Weighted,
}

#[derive(Clone, Copy, PartialEq, Eq, Variants)]
enum First {
    /// The one with the most idle nodes
    #[word("most-idle")]
    MostIdle,
    /// The first of the platform
    #[word("first")]
    OnPlatform,
}

/// The policy, with its reusable lists.
struct CommunicationAware {
    wants: Wants,
    /// The sort key of each cluster by the speed of its links.
    keys: Vec<i64>,
    /// For each cluster the first cluster of its group; empty if there is only one group.
    group: Vec<usize>,
}

static RULE: Rule = Rule::new(
    "fast-links",
    "Job {job} is placed where messages are fastest, {cluster} first. The score is the mean latency in ms to \
     all clusters of its group. If so configured, it is the mean bandwidth in MB/s or the weighted cost.",
);

/// Criterion for a fast link.
#[derive(Clone, Copy)]
enum Metric {
    Latency,
    Bandwidth,
    /// The weight of the latency; the maximum latency in microseconds and the minimum bandwidth.
    Weighted(f64, f64, f64),
}

/// Sums over the links of a cluster to some clusters, including itself.
#[derive(Default)]
struct Sum {
    count: f64,
    /// Whole microseconds, so that equal means are identical to the bit.
    latency_us: i64,
    /// Bytes per second.
    bandwidth: f64,
}

impl Sum {
    fn of(view: &GridView, cluster: usize, others: impl Iterator<Item = usize>) -> Self {
        let mut links = Self::default();
        for other in others {
            links.count += 1.0;
            links.latency_us = links.latency_us.saturating_add(view.network.latency(cluster, other).0);
            links.bandwidth += view.network.bandwidth(cluster, other);
        }
        links
    }

    fn latency_ms(&self) -> f64 {
        self.latency_us as f64 / self.count / 1e3
    }
}

impl Metric {
    fn of(wants: &Wants, view: &GridView) -> Self {
        match wants.link_metric {
            Fast::Latency => Self::Latency,
            Fast::Bandwidth => Self::Bandwidth,
            Fast::Weighted => {
                let n = view.idle.len();
                let pairs = || (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
                let latencies = pairs().map(|(a, b)| view.network.latency(a, b).0);
                let bandwidths = pairs().map(|(a, b)| view.network.bandwidth(a, b));
                let largest = latencies.max().unwrap_or(0).max(1) as f64;
                Self::Weighted(wants.latency_weight, largest, bandwidths.fold(f64::INFINITY, f64::min))
            }
        }
    }

    /// Orders links to equally many clusters, the fastest first.
    fn key(self, links: &Sum) -> i64 {
        match self {
            Self::Latency => links.latency_us,
            Self::Bandwidth => order::float_key(-links.bandwidth),
            Self::Weighted(..) => order::float_key(self.score(links)),
        }
    }

    /// The displayed value: ms, MB/s, or a cost without unit.
    fn score(self, links: &Sum) -> f64 {
        match self {
            Self::Latency => links.latency_ms(),
            Self::Bandwidth => links.bandwidth / links.count / 1e6,
            Self::Weighted(weight, largest, smallest) => {
                let latency = links.latency_us as f64 / links.count / largest;
                weight * latency + (1.0 - weight) * smallest * links.count / links.bandwidth
            }
        }
    }
}

impl PlacementPolicy for CommunicationAware {
    fn rule(&self) -> &Rule {
        &RULE
    }

    fn split_job(&mut self, ask: &PlacementQuery, view: &GridView, into: &mut Vec<Component>) -> bool {
        if !view.has_idle_nodes(ask.nodes) {
            return false;
        }
        let n = view.idle.len();
        let metric = Metric::of(&self.wants, view);
        self.keys.clear();
        self.keys.extend((0..n).map(|cluster| metric.key(&Sum::of(view, cluster, 0..n))));
        // In one cluster. That is not co-allocation: groups do not matter.
        let with_room = (0..n).filter(|&cluster| view.idle[cluster] >= ask.nodes);
        let inside = |cluster: usize| metric.key(&Sum::of(view, cluster, std::iter::once(cluster)));
        if let Some(cluster) = with_room.min_by_key(|&cluster| (inside(cluster), self.keys[cluster])) {
            into.push(Component { cluster: cluster as u16, nodes: ask.nodes });
            return true;
        }
        let in_order = self.wants.equal_links == First::OnPlatform;
        let idle = |cluster: usize| if in_order { 0 } else { -i64::from(view.idle[cluster]) };
        self.find_groups(view);
        let Self { keys, group, .. } = self;
        if group.is_empty() {
            return view.fill_clusters(ask.nodes, n, |cluster| Some((keys[cluster], idle(cluster))), into);
        }
        for (cluster, key) in keys.iter_mut().enumerate() {
            *key = metric.key(&Sum::of(view, cluster, members(group, group[cluster])));
        }
        let mut heads: Vec<usize> = (0..n).filter(|&cluster| group[cluster] == cluster).collect();
        order::sort_by_key(&mut heads, |&head| order::float_key(latency_inside_ms(view, group, head)));
        heads.into_iter().any(|head| {
            into.clear();
            let key = |cluster: usize| (group[cluster] == head).then(|| (keys[cluster], idle(cluster)));
            view.fill_clusters(ask.nodes, n, key, into)
        })
    }

    fn cluster_score(&mut self, _: &PlacementQuery, view: &GridView, cluster: usize) -> f64 {
        self.find_groups(view);
        let sum = match self.group.get(cluster) {
            Some(&head) => Sum::of(view, cluster, members(&self.group, head)),
            None => Sum::of(view, cluster, 0..view.idle.len()),
        };
        Metric::of(&self.wants, view).score(&sum)
    }
}

impl CommunicationAware {
    fn find_groups(&mut self, view: &GridView) {
        let group = &mut self.group;
        group.clear();
        if self.wants.group_threshold_ms <= 0.0 {
            return;
        }
        let threshold = Span::from_seconds(self.wants.group_threshold_ms / 1e3);
        let near = |a, b| view.network.latency(a, b).max(view.network.latency(b, a)) <= threshold;
        group.extend(0..view.idle.len());
        for a in 0..group.len() {
            for b in 0..a {
                let (one, other) = (group[a].min(group[b]), group[a].max(group[b]));
                if one != other && near(a, b) {
                    group.iter_mut().filter(|head| **head == other).for_each(|head| *head = one);
                }
            }
        }
    }
}

fn members(group: &[usize], head: usize) -> impl Iterator<Item = usize> {
    (0..group.len()).filter(move |&cluster| group[cluster] == head)
}

/// The mean latency between the clusters of a group and inside them.
fn latency_inside_ms(view: &GridView, group: &[usize], head: usize) -> f64 {
    let means = members(group, head).map(|one| Sum::of(view, one, members(group, head)).latency_ms());
    means.sum::<f64>() / members(group, head).count() as f64
}
