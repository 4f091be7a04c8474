//! Communication-Aware placement: co-allocation on clusters between which messages are fast.

use super::{Ask, Component, PlacementPolicy, View};
use crate::entry::{Entry, Kind, Parameter, Settings};
use crate::order;
use crate::rule::Rule;
use crate::time::Span;

/// The policy in the catalog.
pub(super) const COMMUNICATION_AWARE: PlacementPolicy = PlacementPolicy {
    entry: Entry {
        id: "communication-aware",
        name: "Communication-Aware",
        summary: "A flexible job goes as a whole to the cluster with room that is fastest inside; if there is none, it \
                  takes all idle nodes of one cluster after the other, those with the fastest links to all clusters \
                  first. Components whose sizes are given are placed by Worst Fit.",
        source: "Sonmez 2010, section 2.3.3; weights: section 8.2; groups: sections 2.3.3 and 2.6.2",
        parameters: &[
            Parameter {
                id: "link_metric",
                name: "Fast means",
                doc: "What makes a link fast.",
                unit: "",
                kind: Kind::Choice {
                    options: &[
                        ("latency", "small latency: for many small messages"),
                        ("bandwidth", "large bandwidth: for few large messages"),
                        ("weighted", "both, with a weight"),
                    ],
                    default: "latency",
                },
            },
            Parameter {
                id: "latency_weight",
                name: "Weight of latency",
                doc: "The weight w of latency l beside bandwidth b in the cost w l / (largest l) + (1 - w) (smallest b) / b; \
                      only if both count.",
                unit: "",
                kind: Kind::Number { min: 0.0, max: 1.0, default: 0.5 },
            },
            Parameter {
                id: "equal_links",
                name: "Equally fast clusters",
                doc: "Which of several clusters with equally fast links a split job takes first.",
                unit: "",
                kind: Kind::Choice {
                    options: &[
                        ("most-idle", "the one with most idle nodes"),
                        ("first", "the first on the platform"),
                    ],
                    default: "most-idle",
                },
            },
            Parameter {
                id: "group_threshold_ms",
                name: "Latency inside a group",
                doc: "A job is only split inside a group of clusters that are linked to each other, directly or through \
                      others of the group, by latencies up to this; 0 for one group of all.",
                unit: "ms",
                kind: Kind::Number { min: 0.0, max: 10_000.0, default: 0.0 },
            },
        ],
    },
    rule: &Rule {
        id: "fast-links",
        sentence: "Job {job} is placed where messages are fastest, {cluster} first; the score is the mean latency in ms \
                   to all clusters of its group (mean bandwidth in MB/s or weighted cost, if that is what counts).",
    },
    components: None,
    split: Some(split),
    score,
};

/// What makes a link fast.
#[derive(Clone, Copy)]
enum Metric {
    Latency,
    Bandwidth,
    /// The weight of the latency; the largest latency in microseconds and the smallest bandwidth there are.
    Weighted(f64, f64, f64),
}

/// The links of a cluster to some clusters, itself among them, added up.
#[derive(Default)]
struct Links {
    count: f64,
    /// Whole microseconds, so that equal means are equal to the bit.
    latency_us: i64,
    /// Bytes a second.
    bandwidth: f64,
}

impl Links {
    fn of(view: &View, cluster: usize, others: impl Iterator<Item = usize>) -> Self {
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
    fn of(settings: &Settings, view: &View) -> Self {
        match settings.choice("link_metric") {
            "bandwidth" => Self::Bandwidth,
            "weighted" => {
                let n = view.idle.len();
                let pairs = || (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
                let latencies = pairs().map(|(a, b)| view.network.latency(a, b).0);
                let bandwidths = pairs().map(|(a, b)| view.network.bandwidth(a, b));
                let largest = latencies.max().unwrap_or(0).max(1) as f64;
                Self::Weighted(
                    settings.number("latency_weight"),
                    largest,
                    bandwidths.fold(f64::INFINITY, f64::min),
                )
            }
            _ => Self::Latency,
        }
    }

    /// Orders links to equally many clusters, the fastest first.
    fn key(self, links: &Links) -> i64 {
        match self {
            Self::Latency => links.latency_us,
            Self::Bandwidth => order::of_float(-links.bandwidth),
            Self::Weighted(..) => order::of_float(self.score(links)),
        }
    }

    /// What people read: ms, MB/s, or a cost without unit.
    fn score(self, links: &Links) -> f64 {
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

/// Up to so many clusters, the keys of all need no memory of their own.
const FEW: usize = 16;

fn split(ask: &Ask, view: &View, into: &mut Vec<Component>) -> bool {
    if !view.has(ask.nodes) {
        return false;
    }
    let n = view.idle.len();
    let (mut few, mut many) = ([0; FEW], Vec::new());
    let keys = if n <= FEW {
        &mut few[..n]
    } else {
        many.resize(n, 0);
        &mut many[..]
    };
    let metric = Metric::of(ask.settings, view);
    for (cluster, key) in keys.iter_mut().enumerate() {
        *key = metric.key(&Links::of(view, cluster, 0..n));
    }
    // In one piece. That is not co-allocation: groups do not matter.
    let with_room = (0..n).filter(|&cluster| view.idle[cluster] >= ask.nodes);
    let inside = |cluster: usize| metric.key(&Links::of(view, cluster, std::iter::once(cluster)));
    if let Some(cluster) = with_room.min_by_key(|&cluster| (inside(cluster), keys[cluster])) {
        into.push(Component { cluster: cluster as u16, nodes: ask.nodes });
        return true;
    }
    let in_order = ask.settings.choice("equal_links") == "first";
    let idle = |cluster: usize| if in_order { 0 } else { -i64::from(view.idle[cluster]) };
    let Some(group) = groups(ask.settings, view) else {
        return view.fill(ask.nodes, n, |cluster| Some((keys[cluster], idle(cluster))), into);
    };
    for (cluster, key) in keys.iter_mut().enumerate() {
        *key = metric.key(&Links::of(view, cluster, members(&group, group[cluster])));
    }
    let mut heads: Vec<usize> = (0..n).filter(|&cluster| group[cluster] == cluster).collect();
    order::sort(&mut heads, |&head| order::of_float(latency_inside_ms(view, &group, head)));
    heads.into_iter().any(|head| {
        into.clear();
        let key = |cluster: usize| (group[cluster] == head).then(|| (keys[cluster], idle(cluster)));
        view.fill(ask.nodes, n, key, into)
    })
}

fn score(ask: &Ask, view: &View, cluster: usize) -> f64 {
    let links = match groups(ask.settings, view) {
        Some(group) => Links::of(view, cluster, members(&group, group[cluster])),
        None => Links::of(view, cluster, 0..view.idle.len()),
    };
    Metric::of(ask.settings, view).score(&links)
}

/// For each cluster the first one of its group; none if all are one group.
fn groups(settings: &Settings, view: &View) -> Option<Vec<usize>> {
    let threshold = settings.number("group_threshold_ms");
    if threshold <= 0.0 {
        return None;
    }
    let threshold = Span::from_seconds(threshold / 1e3);
    let near = |a, b| view.network.latency(a, b).max(view.network.latency(b, a)) <= threshold;
    let mut group: Vec<usize> = (0..view.idle.len()).collect();
    for a in 0..group.len() {
        for b in 0..a {
            let (one, other) = (group[a].min(group[b]), group[a].max(group[b]));
            if one != other && near(a, b) {
                group.iter_mut().filter(|head| **head == other).for_each(|head| *head = one);
            }
        }
    }
    Some(group)
}

fn members(group: &[usize], head: usize) -> impl Iterator<Item = usize> {
    (0..group.len()).filter(move |&cluster| group[cluster] == head)
}

/// The mean latency between the clusters of a group and inside them.
fn latency_inside_ms(view: &View, group: &[usize], head: usize) -> f64 {
    let means = members(group, head).map(|one| Links::of(view, one, members(group, head)).latency_ms());
    means.sum::<f64>() / members(group, head).count() as f64
}
